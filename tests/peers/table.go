package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// A column holds the verdicts on a peer for the suite of its syntax.
type column struct {
	peer
	cases    []testCase
	verdicts []verdict
	details  []string
	Long     []column // of the names of each size
}

// judge puts cases to a peer.
func (p peer) judge(cases []testCase) (column, error) {
	c := column{peer: p, cases: cases}
	answers, err := p.ask(cases)
	for i, a := range answers {
		if valid := cases[i].Valid; p.both && valid != nil && !*valid && strings.HasPrefix(a, "accept") && urn.RFC2141.Valid(cases[i].input) {
			cases[i].kind = "open"
		}
		v, detail := without, ""
		if a != "skip" && !(cases[i].kind == "refuse" && p.encodes && mended(a, syntaxes[p.Syntax])) {
			v, detail = cases[i].judge(a)
		}
		c.verdicts = append(c.verdicts, v)
		c.details = append(c.details, detail)
	}
	return c, err
}

// judgeAll judges the peers, without those that the variable PEERS_WITHOUT names, with ";" between
// them: "name (language)", or a language. Another that cannot be asked is an error.
func judgeAll(list []peer, dir string) (columns []column, missing error) {
	without := strings.FieldsFunc(os.Getenv("PEERS_WITHOUT"), func(r rune) bool { return r == ';' })
	list = slices.DeleteFunc(list, func(p peer) bool {
		if slices.Contains(without, p.Name+" ("+p.Language+")") || slices.Contains(without, p.Language) {
			return true
		}
		if err := p.check(); err != nil {
			missing = errors.Join(missing, fmt.Errorf("%s (%s): %w", p.Name, p.Language, err))
		}
		return false
	})
	if missing != nil {
		return nil, fmt.Errorf("%w\nPEERS_WITHOUT=\"Ruby;urn (Rust)\" leaves parsers out", missing)
	}
	for _, p := range list {
		cases, err := readSuite(dir, p.Syntax)
		if err != nil {
			return nil, err
		}
		c, err := p.judge(cases)
		if err != nil {
			return nil, err
		}
		for _, size := range sizes {
			long, err := p.judge(longNames(p.Syntax, size))
			if err != nil {
				return nil, err
			}
			c.Long = append(c.Long, long)
		}
		fmt.Fprintf(os.Stderr, "%s (%s): %d cases\n", p.Name, p.Language, len(cases))
		columns = append(columns, c)
	}
	return columns, nil
}

func (c column) count(kind string, v ...verdict) int {
	n := 0
	for i, t := range c.cases {
		if (kind == "" || t.kind == kind) && slices.Contains(v, c.verdicts[i]) {
			n++
		}
	}
	return n
}

// Of returns how many cases of a kind are right, of those that can be.
func (c column) Of(kind string) string {
	n := c.count(kind, right, wrong, crashed)
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", c.count(kind, right), n)
}

// Open returns how many open cases the parser accepts, of those that it was asked about.
func (c column) Open() string {
	return fmt.Sprintf("%d/%d", c.count("open", accepts), c.count("open", accepts, refuses))
}

// Crashes returns how many cases of the suite, and how many long names, made the parser crash.
func (c column) Crashes() int {
	n := c.count("", crashed)
	for _, long := range c.Long {
		n += long.count("", crashed)
	}
	return n
}

// Rules returns how many rules the parser knows, of those whose cases must be refused: it
// refuses each case that it is asked.
func (c column) Rules() string {
	known := map[string]bool{}
	for i, t := range c.cases {
		if v := c.verdicts[i]; t.kind == "refuse" && v != without {
			ok, seen := known[t.rule()]
			known[t.rule()] = (ok || !seen) && v == right
		}
	}
	n := 0
	for _, ok := range known {
		if ok {
			n++
		}
	}
	return fmt.Sprintf("%d/%d", n, len(known))
}

// pageText is docs/peers.md.
//
//go:embed peers.md.tmpl
var pageText string

func table(list []peer, testdata, dir string) error {
	columns, err := judgeAll(list, filepath.Join(testdata, "suite"))
	if err != nil {
		return err
	}
	wrong := bytes.NewBufferString("parser\tlanguage\tclause\twrong\tfor example\tresult\n")
	for _, c := range columns {
		for _, cases := range append([]column{c}, c.Long...) {
			cases.failures(wrong)
		}
	}
	refused, n, err := disputed(columns, filepath.Join(testdata, "peers"))
	if err != nil {
		return err
	}
	var w bytes.Buffer
	err = template.Must(template.New("").Parse(pageText)).Execute(&w, map[string]any{
		"Date": time.Now().Format("January 2006"), "Syntaxes": []string{"rfc8141", "rfc2141"},
		"Columns": columns, "Refused": n,
	})
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"peers.md": w.Bytes(), "peers-wrong.tsv": wrong.Bytes(), "peers-refused.tsv": refused,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A sheet is a file with a head of comments, the names of the columns, and rows.
type sheet struct {
	about []string
	rows  []map[string]string
}

func readTSV(file string) (sheet, error) {
	data, err := os.ReadFile(file)
	return parseTSV(string(data)), err
}

func parseTSV(text string) (s sheet) {
	var names []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		fields := strings.Split(line, "\t")
		switch about, ok := strings.CutPrefix(line, "# "); {
		case ok:
			s.about = append(s.about, about)
		case names == nil:
			names = fields
		default:
			row := map[string]string{}
			for i, f := range fields {
				row[names[i]] = f
			}
			s.rows = append(s.rows, row)
		}
	}
	return s
}

// failures writes a line for each clause that has a wrong case.
func (c column) failures(w *bytes.Buffer) {
	n := map[string]int{}
	var first []int // case of each clause
	for i, v := range c.verdicts {
		if v == wrong || v == crashed {
			if n[c.cases[i].Clause]++; n[c.cases[i].Clause] == 1 {
				first = append(first, i)
			}
		}
	}
	for _, i := range first {
		t, said := c.cases[i], c.details[i]
		if c.verdicts[i] == crashed {
			said = "crashes: " + said
		}
		in := t.input
		if t.kind == "equivalence" {
			in = t.Name
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", c.Name, c.Language, t.Clause, n[t.Clause], quote(in), said)
	}
}

// quote quotes s for a list.
func quote(s string) string {
	if len(s) > 60 {
		s = s[:57] + "..."
	}
	q := fmt.Sprintf("%q", s)
	return q[1 : len(q)-1]
}

// disputed returns a table of the names of the peers' own test suites that a parser takes and
// this library refuses under the same RFC, with the clause that refuses them, and their number.
func disputed(columns []column, dir string) (tsv []byte, n int, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, 0, err
	}
	var names []string
	for _, file := range files {
		if filepath.Base(file) == "exceptions.jsonl" {
			continue
		}
		rows, err := readCases(file, "")
		if err != nil {
			return nil, 0, err
		}
		for _, r := range rows {
			names = append(names, r.input)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	w := bytes.NewBufferString("name\trfc\trefused by\taccepted by\n")
	for _, syntax := range []string{"rfc8141", "rfc2141"} {
		x := syntaxes[syntax]
		takers := map[string][]string{}
		for _, c := range columns {
			var asked []testCase
			for _, name := range names {
				if c.Syntax == syntax && !x.Valid(name) && !(c.both && urn.RFC2141.Valid(name)) {
					asked = append(asked, testCase{input: name})
				}
			}
			answers, err := c.ask(asked)
			if err != nil {
				return nil, 0, err
			}
			for i, a := range answers {
				if strings.HasPrefix(a, "accept") && !(c.encodes && mended(a, x)) {
					takers[asked[i].input] = append(takers[asked[i].input], c.Name)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(takers)) {
			_, fault := x.Locate(name)
			fmt.Fprintf(w, "%q\t%s\t%s\t%s\n", name, syntax[3:], clauses[x][fault.Reason], strings.Join(takers[name], ", "))
			n++
		}
	}
	return w.Bytes(), n, nil
}

// clauses says where each document decides a fault.
var clauses = map[urn.Syntax]map[urn.Reason]string{
	urn.RFC8141: {urn.BadScheme: "RFC 8141, section 2: scheme", urn.BadNID: "RFC 8141, section 2: NID", urn.BadNSS: "RFC 8141, section 2: NSS", urn.BadEscape: "RFC 3986, section 2.1",
		urn.BadR: "RFC 8141, section 2.3.1", urn.BadQ: "RFC 8141, section 2.3.2", urn.BadF: "RFC 8141, section 2.3.3"},
	urn.RFC2141: {urn.BadScheme: "RFC 2141, section 2", urn.BadNID: "RFC 2141, section 2.1", urn.BadNSS: "RFC 2141, section 2.2 and 2.4", urn.BadEscape: "RFC 2141, section 2.3.1"},
}
