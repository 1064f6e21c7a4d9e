package main

import (
	"bytes"
	"fmt"
	"html"
)

var colours = map[verdict]string{right: "#b7e1b0", wrong: "#d33c3c", crashed: "#000000", accepts: "#f2d15c", refuses: "#8fb8de", without: "#e6e6e6"}

// matrix draws a line for each parser and a cell for each case, sorted by clause, in the
// manner of JSONTestSuite.
func matrix(columns []column) []byte {
	const left, cell, height = 250, 1.35, 22
	var body bytes.Buffer
	y, width := 10.0, 0.0
	for _, syntax := range []string{"rfc8141", "rfc2141"} {
		y += 34
		fmt.Fprintf(&body, `<text x="%d" y="%.0f" font-weight="bold">RFC %s</text>`+"\n", 10, y-14, syntax[3:])
		first := true
		for _, c := range columns {
			if c.Syntax != syntax {
				continue
			}
			for i, t := range c.cases {
				if first && (i == 0 || t.kind != c.cases[i-1].kind) {
					anchor := "start"
					if t.kind == "open" { // narrow: the next title is beside it
						anchor = "end"
					}
					fmt.Fprintf(&body, `<text x="%.1f" y="%.0f" font-size="11" class="q" text-anchor="%s">%s</text>`+"\n", left+float64(i)*cell, y-14, anchor, title[t.kind])
				}
			}
			first = false
			fmt.Fprintf(&body, `<text x="10" y="%.0f">%s <tspan class="q" font-size="11">%s</tspan></text>`+"\n", y+height-8, html.EscapeString(c.Name), c.Language)
			// Cells of one colour are one rectangle.
			for i := 0; i < len(c.cases); {
				j := i + 1
				for j < len(c.cases) && c.verdicts[j] == c.verdicts[i] && c.cases[j].kind == c.cases[i].kind {
					j++
				}
				fmt.Fprintf(&body, `<rect x="%.2f" y="%.1f" width="%.2f" height="%d" fill="%s"/>`+"\n", left+float64(i)*cell, y, float64(j-i)*cell, height-3, colours[c.verdicts[i]])
				i = j
			}
			width = max(width, left+float64(len(c.cases))*cell+10)
			y += height
		}
	}
	y += 24
	x := 10.0
	for _, k := range []struct {
		v    verdict
		text string
	}{{right, "right"}, {wrong, "wrong"}, {accepts, "open: accepts"}, {refuses, "open: refuses"}, {crashed, "crash"}, {without, "not asked: no such function or claim, or no text"}} {
		fmt.Fprintf(&body, `<rect x="%.0f" y="%.0f" width="14" height="14" fill="%s"/><text x="%.0f" y="%.0f" font-size="12">%s</text>`+"\n", x, y-12, colours[k.v], x+20, y, k.text)
		x += 40 + 7*float64(len(k.text))
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0[1]f" font-family="sans-serif" font-size="13">`+"\n"+
		`<title>What each parser makes of each case of the suite</title>`+"\n"+`<style>text{fill:#1f2328}.q{fill:#59636e}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.q{fill:#9da7b1}}</style>`+"\n", width, y+14)
	w.Write(body.Bytes())
	w.WriteString("</svg>\n")
	return w.Bytes()
}

var title = map[string]string{"accept": "must accept", "refuse": "must refuse", "open": "open", "world": "real names", "equivalence": "equivalence"}
