// Command pictures draws the tables of docs/ as pictures. Run it in the root of the
// repository. The colours suit a light and a dark page; the background is transparent.
//
//	pictures
//
// With -verify, it checks that the committed pictures are what it would write.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/seed7b5a83f0/urn/tools/internal/generated"
)

func main() {
	verify := flag.Bool("verify", false, "compare with the committed pictures instead of writing them")
	flag.Parse()
	if err := run("docs", *verify); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

var pictures = []struct {
	table, picture string
	draw           func([]row) ([]byte, error)
}{
	{"kafka.tsv", "kafka.svg", drawKafka},
	{"scaling.tsv", "scaling.svg", drawScaling},
	{"peers-race.tsv", "speed.svg", drawSpeed},
	{"peers-programs.tsv", "peers-programs.svg", drawPrograms},
}

func run(dir string, verify bool) error {
	for _, p := range pictures {
		text, err := os.ReadFile(filepath.Join(dir, p.table))
		if err != nil {
			return err
		}
		rows, err := read(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", p.table, err)
		}
		svg, err := p.draw(rows)
		if err != nil {
			return fmt.Errorf("%s: %w", p.table, err)
		}
		if err := generated.Put(filepath.Join(dir, p.picture), svg, verify, "go run ./tools/pictures"); err != nil {
			return err
		}
	}
	return nil
}

// row is a line of a table: the texts by the names of their columns.
type row map[string]string

// number returns a figure of a row, and NaN if the row does not have it.
func (r row) number(column string) float64 {
	v, err := strconv.ParseFloat(r[column], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// read reads a table of tab-separated values whose first line names the columns. Lines that
// begin with "#" are comments.
func read(text string) (rows []row, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.Comment, r.LazyQuotes = '\t', '#', true
	lines, err := r.ReadAll()
	if err != nil || lines == nil {
		return nil, err
	}
	for _, line := range lines[1:] {
		r := row{}
		for i, field := range line {
			r[lines[0][i]] = field
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// picture is an SVG that is being drawn.
type picture struct {
	bytes.Buffer
	missing bool // a figure was not in the table
}

func begin(width, height int, title string) *picture {
	p := &picture{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" role="img"><title>%[3]s</title>
<style>text{font:13px system-ui,sans-serif;fill:#1f2328}.b{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}.box{fill:none;stroke:#3182bd}.line{stroke:#8c959f}.c0{fill:#8c959f}.c1{fill:#3182bd}.c2{fill:#2da44e}`+
		`@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>
`, width, height, title)
	return p
}

func (p *picture) text(class string, x, y float64, format string, args ...any) {
	for _, a := range args {
		if v, ok := a.(float64); ok && math.IsNaN(v) {
			p.missing = true
		}
	}
	fmt.Fprintf(p, `<text class="%s" x="%.4g" y="%.4g">%s</text>`+"\n", class, x, y, fmt.Sprintf(format, args...))
}

func (p *picture) end() ([]byte, error) {
	if p.missing {
		return nil, errors.New("a figure is missing")
	}
	p.WriteString("</svg>\n")
	return p.Bytes(), nil
}

//go:embed kafka.svg.txt
var kafkaText string

var kafka = template.Must(template.New("").Funcs(template.FuncMap{
	// figure writes the quotient of numbers.
	"figure": func(format, number string, by ...string) (string, error) {
		v, err := strconv.ParseFloat(number, 64)
		for _, b := range by {
			d, wrong := strconv.ParseFloat(b, 64)
			v, err = v/d, cmp.Or(err, wrong)
		}
		return fmt.Sprintf(format, v), err
	},
}).Parse(kafkaText))

// drawKafka draws the row of "count" with three copies: the way of a name through producer,
// broker, worker and sinks, and the processor time in each. docs/engines.md has the rest.
func drawKafka(rows []row) ([]byte, error) {
	p := begin(960, 240, "The way of a name through producer, broker, worker and sinks")
	var count row
	for _, r := range rows {
		if r["what"] == "count" && r["copies"] == "3" {
			count = r
		}
	}
	if err := kafka.Execute(p, count); err != nil {
		return nil, err
	}
	return p.end()
}

// drawScaling draws the processor time of each process against the partitions.
func drawScaling(rows []row) ([]byte, error) {
	p := begin(720, 330, "Processor time for one URN by process and number of partitions")
	columns := []string{"producer_cpu_us", "broker_cpu_us", "worker_cpu_us"}
	for k, column := range columns {
		fmt.Fprintf(p, `<rect class="c%d" x="%d" y="12" width="12" height="12"/>`+"\n", k, 60+100*k)
		p.text("", float64(78+100*k), 23, "%s", strings.TrimSuffix(column, "_cpu_us"))
	}
	for panel, mode := range []string{"blocks", "single"} {
		x0 := float64(60 + 350*panel)
		var most float64
		for _, r := range rows {
			if r["mode"] == mode {
				most = max(most, r.number(columns[0])+r.number(columns[1])+r.number(columns[2]))
			}
		}
		tick := step(most / 4)
		top := tick * math.Ceil(most/tick)
		p.text("b", x0, 50, "%s, CPU µs for a URN", map[string]string{"blocks": "blocks of 64 KiB", "single": "one message per URN"}[mode])
		for v := 0.0; v <= top*1.001; v += tick {
			y := 280 - 210*v/top
			fmt.Fprintf(p, `<line class="line" x1="%.4g" x2="%.4g" y1="%.1[3]f" y2="%.1[3]f"/>`+"\n", x0, x0+280, y)
			p.text("e", x0-6, y+4, "%.3g", v)
		}
		x := x0 + 20
		for _, r := range rows {
			if r["mode"] != mode {
				continue
			}
			y := 280.0
			for k, column := range columns {
				h := 210 * r.number(column) / top
				y -= h
				fmt.Fprintf(p, `<rect class="c%d" x="%.4g" y="%.1f" width="42" height="%.1f"/>`+"\n", k, x, y, h)
			}
			p.text("m", x+21, 298, "%s", r["partitions"])
			x += 65
		}
		p.text("m", x0+140, 318, "partitions")
	}
	return p.end()
}

// step returns the smallest of 1, 2, 5, 10, 20 … (and of their tenths) that is at least v.
func step(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= v {
			return m * unit
		}
	}
	return 10 * unit
}

// bar is a line of a picture of bars.
type bar struct {
	label string
	value float64
	text  string // after the bar
	own   bool   // of this library
}

// bars draws bars from y on. The longest has the length given; scale returns lengths in any
// unit.
func (p *picture) bars(y, longest float64, list []bar, scale func(float64) float64) {
	most := 0.0
	for _, b := range list {
		most = max(most, b.value)
	}
	for _, b := range list {
		class, length := "c0", max(2, longest*scale(b.value)/scale(most))
		if b.own {
			class = "c2"
		}
		p.text("e", 200, y+15, "%s", b.label)
		fmt.Fprintf(p, `<rect class="%s" x="210" y="%.4g" width="%.1f" height="18" rx="2"/>`+"\n", class, y+1, length)
		p.text("", 216+length, y+15, "%s", b.text)
		y += 24
	}
}

// drawSpeed draws the time to parse a name in six parsers, as bars from zero.
func drawSpeed(rows []row) ([]byte, error) {
	parsers := []struct{ name, language, label string }{
		{"urn", "Go", "this library (Go)"},
		{"urn-rs", "Rust", "urn-rs (Rust)"},
		{"jena-iri3986", "Java", "Jena iri3986 (Java)"},
		{"paulourio/go-urn", "Go", "paulourio/go-urn (Go)"},
		{"urns", "JavaScript", "urns (JavaScript)"},
		{"leodido/go-urn", "Go", "leodido/go-urn (Go)"},
	}
	p := begin(680, 30+24*len(parsers), "Time to parse a name and take its NSS, in six parsers")
	p.text("b", 8, 20, "Time to parse a name")
	var list []bar
	for i, parser := range parsers {
		for _, r := range rows {
			if r["parser"] == parser.name && r["language"] == parser.language && r["work"] == "parse" {
				list = append(list, bar{parser.label, r.number("ns"), r["ns"] + " ns", i == 0})
			}
		}
	}
	p.missing = len(list) < len(parsers)
	p.bars(30, 380, list, func(v float64) float64 { return v })
	return p.end()
}

// drawPrograms draws the time of programs that check and find URNs, on a logarithmic scale.
func drawPrograms(rows []row) ([]byte, error) {
	tasks := map[string][]bar{}
	for _, r := range rows {
		name, flags, grep := strings.Cut(r["program"], " -a ")
		if grep && strings.HasSuffix(flags, "-P") {
			name += " -P"
		}
		if !strings.HasPrefix(name, "urn, ") { // those are in the table
			own := name == "urn" || name == "with this library"
			tasks[r["task"]] = append(tasks[r["task"]], bar{name + " (" + r["language"] + ")", r.number("wall s"), r["wall s"] + " s · " + r["ratio"] + "×", own})
		}
	}
	p := begin(680, 100+24*(len(tasks["check"])+len(tasks["find"])), "Programs that check and find URNs: times, and ratios to the first line")
	y := 24.0
	for _, t := range []struct{ name, title string }{
		{"check", "Count the URNs among the lines of 200 MB"},
		{"find", "Find the URNs in a log of 200 MB (they do not all find the same names)"},
	} {
		p.missing = p.missing || tasks[t.name] == nil
		p.text("b", 8, y, "%s", t.title)
		p.bars(y+10, 330, tasks[t.name], func(seconds float64) float64 { return math.Log(seconds / 0.05) })
		y += float64(40 + 24*len(tasks[t.name]))
	}
	p.text("", 8, y, "The bars are logarithmic; ratios are to the first line.")
	return p.end()
}
