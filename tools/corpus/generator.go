package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"text/template"
)

//go:embed grammar.txt
var grammar string

//go:embed words.txt
var logWords string

// writeURNs writes n URNs, one a line. The namespace is drawn again for each
// line, so that no branch predictor learns their order.
func writeURNs(w io.Writer, seed uint64, n int) error {
	g := newGenerator(seed)
	for range n {
		g.pick("urn")
		g.buf.WriteByte('\n')
		if err := g.flush(w, io.Discard); err != nil {
			return err
		}
	}
	return nil
}

// writeLog writes a log of at least size bytes, in whole lines, to w. It has
// JSON lines, access logs, syslog, XML and prose in turn, as a collector with
// many sources sees them. About two lines in five hold a URN, some hold
// several, and some hold what only looks like one.
//
// To list goes a line for each URN, "offset<TAB>line<TAB>URN", where offset
// counts bytes from 0 and line lines from 1. The list has the URNs that
// were written, by the rules for URNs in running text. It does not come
// from a search.
func writeLog(w, list io.Writer, seed uint64, size int64) error {
	g := newGenerator(seed)
	for g.off < size {
		g.line++
		g.pick("line")
		g.buf.WriteByte('\n')
		if err := g.flush(w, list); err != nil {
			return err
		}
	}
	return nil
}

// generator draws texts from the lists of grammar.txt.
type generator struct {
	*rand.Rand
	lists   map[string][]*template.Template // an alternative is there as often as it is drawn
	buf     bytes.Buffer                    // the line that is being written
	rows    []byte                          // its rows of the list
	off     int64                           // where the line begins
	line    int64
	seconds int // since the log began
	words   []string
}

func newGenerator(seed uint64) *generator {
	g := &generator{
		Rand:  rand.New(rand.NewPCG(seed, 0x75726e)),
		lists: map[string][]*template.Template{},
		words: strings.Fields(logWords),
	}
	constant := func(s string) func() string { return func() string { return s } }
	funcs := template.FuncMap{
		"digits": constant("0123456789"), "hex": constant("0123456789abcdef"),
		"lower": constant("abcdefghijklmnopqrstuvwxyz"), "upper": constant("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
		"pick": g.pick, "text": g.text, "found": g.found, "from": g.from, "one": g.one, "intn": g.IntN, "between": g.between,
		"urn": func() string { return g.text("urn") }, "name": func() string { return g.text("name") },
		"segment": func() string { name, _, _ := strings.Cut(g.text("name"), "/"); return name }, // of a URL
		"num":     func(lo, hi int) string { return strconv.Itoa(g.between(lo, hi)) },
		"chance":  func(percent int) bool { return g.IntN(100) < percent },
		"words":   g.lowerWords, "sentence": g.sentence, "isbn": g.isbn13, "issn": g.issn,
		"ip": func() string {
			return fmt.Sprintf("%d.%d.%d.%d", g.between(1, 223), g.between(0, 255), g.between(0, 255), g.between(1, 254))
		},
		"tick":  func() string { g.seconds += g.IntN(3); return "" },
		"day":   func() string { return fmt.Sprintf("%02d", 1+g.seconds/86400%28) },
		"clock": func() string { return fmt.Sprintf("%02d:%02d:%02d", g.seconds/3600%24, g.seconds/60%60, g.seconds%60) },
	}
	name := ""
	for line := range strings.Lines(strings.ReplaceAll(grammar, "\n\t", "")) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			weight, text, _ := strings.Cut(line, " ")
			times, err := strconv.Atoi(weight)
			if err != nil {
				panic(err)
			}
			t := template.Must(template.New(name).Funcs(funcs).Parse(text))
			for range times {
				g.lists[name] = append(g.lists[name], t)
			}
		}
	}
	return g
}

// pick writes an alternative of a list. Like tick, it returns nothing to be written.
func (g *generator) pick(list string) (none string) {
	all := g.lists[list]
	i := 0
	if len(all) > 1 {
		i = g.IntN(len(all))
	}
	if err := all[i].Execute(&g.buf, nil); err != nil {
		panic(err)
	}
	return ""
}

// text returns an alternative of a list.
func (g *generator) text(list string) string {
	from := g.buf.Len()
	g.pick(list)
	s := string(g.buf.Bytes()[from:])
	g.buf.Truncate(from)
	return s
}

// found lists a URN that is about to be written, and returns it.
func (g *generator) found(u string) string {
	u = strings.TrimSuffix(u, "#") // in a text, that is a prefix of names
	g.rows = fmt.Appendf(g.rows, "%d\t%d\t%s\n", g.off+int64(g.buf.Len()), g.line, u)
	return u
}

func (g *generator) flush(w, list io.Writer) error {
	g.off += int64(g.buf.Len())
	if _, err := g.buf.WriteTo(w); err != nil {
		return err
	}
	_, err := list.Write(g.rows)
	g.rows = g.rows[:0]
	return err
}

// from returns n bytes drawn from alphabet.
func (g *generator) from(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.IntN(len(alphabet))]
	}
	return string(b)
}

func (g *generator) one(words ...string) string { return words[g.IntN(len(words))] }

// between returns a number of lo to hi.
func (g *generator) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

// lowerWords returns n lower-case words joined by sep.
func (g *generator) lowerWords(n int, sep string) string {
	w := make([]string, n)
	for i := range w {
		w[i] = g.from("abcdefghijklmnopqrstuvwxyz", g.between(2, 9))
	}
	return strings.Join(w, sep)
}

// sentence returns n words, some of them in scripts that need more than a byte.
func (g *generator) sentence(n int) string {
	w := make([]string, n)
	for i := range w {
		w[i] = g.one(g.words...)
		switch g.IntN(40) {
		case 0:
			w[i] = g.one("café", "naïve", "Übersicht", "“quoted”", "– and –", "каталог", "図書館", "Ångström")
		case 1:
			w[i] += ","
		case 2:
			w[i] += ":"
		}
	}
	return strings.Join(w, " ")
}

// isbn13 returns an ISBN-13 with a right check digit and plausible hyphens.
func (g *generator) isbn13() string {
	d := "978" + g.from("0123456789", 9)
	sum := 0
	for i, c := range []byte(d) {
		sum += int(c-'0') * (1 + i%2*2)
	}
	d += string(rune('0' + (10-sum%10)%10))
	if g.IntN(2) == 0 {
		return d
	}
	k := g.between(2, 7)
	return d[:3] + "-" + d[3:4] + "-" + d[4:4+k] + "-" + d[4+k:12] + "-" + d[12:]
}

func (g *generator) issn() string {
	d := g.from("0123456789", 7)
	sum := 0
	for i, c := range []byte(d) {
		sum += int(c-'0') * (8 - i)
	}
	check := (11 - sum%11) % 11
	return d[:4] + "-" + d[4:] + "0123456789X"[check:check+1]
}
