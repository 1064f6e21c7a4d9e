package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// A bar is a line of a panel.
type bar struct {
	name, language string
	value, ratio   float64
	own            bool // of this library
}

// A panel is a title, and bars on a logarithmic scale that begins at least.
type panel struct {
	title string
	least float64
	unit  func(float64) string
	bars  []bar
}

// plot draws the panels one below the other. The colours suit a light and a dark page: the
// background is that of the page.
func plot(title string, panels ...panel) []byte {
	const left, width, height = 230, 330.0, 16
	var body bytes.Buffer
	y := 6
	for _, p := range panels {
		most := p.least * 10
		for _, b := range p.bars {
			most = max(most, b.value)
		}
		y += 20
		fmt.Fprintf(&body, `<text class="t" x="8" y="%d">%s</text>`+"\n", y, html.EscapeString(p.title))
		y += 4
		for _, b := range p.bars {
			w := max(2, width*math.Log(b.value/p.least)/math.Log(most/p.least))
			class := "o"
			if b.own {
				class = "u"
			}
			fmt.Fprintf(&body, `<text x="8" y="%d">%s <tspan class="s">%s</tspan></text><rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"/><text class="s" x="%.1f" y="%d">%s · %.3g×</text>`+"\n",
				y+12, html.EscapeString(b.name), b.language, class, left, y+3, w, height-4, left+w+6, y+12, p.unit(b.value), b.ratio)
			y += height
		}
	}
	y += 16
	fmt.Fprintf(&body, `<text class="s" x="8" y="%d">%s</text>`+"\n", y, html.EscapeString(title))
	var w bytes.Buffer
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 %d" width="680" role="img"><title>%s</title>`+"\n"+
		`<style>text{font:12px system-ui,sans-serif;fill:#6e7681}.t{font-weight:600;font-size:13px}.s{font-size:10.5px}.u{fill:#2da44e}.o{fill:#6ea8dc}`+
		`@media(prefers-color-scheme:dark){text{fill:#9da7b1}}</style>`+"\n", y+10, html.EscapeString(title))
	w.Write(body.Bytes())
	w.WriteString("</svg>\n")
	return w.Bytes()
}

func nanoseconds(v float64) string {
	if v >= 9995 {
		return fmt.Sprintf("%.0f µs", v/1000)
	}
	if v >= 999.5 {
		return fmt.Sprintf("%.1f µs", v/1000)
	}
	return fmt.Sprintf("%.0f ns", v)
}

func seconds(v float64) string {
	if v >= 9.95 {
		return fmt.Sprintf("%.0f s", v)
	}
	return fmt.Sprintf("%.2g s", v)
}
