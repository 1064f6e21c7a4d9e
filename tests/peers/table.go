package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// A column holds the verdicts on a peer for the suite of its syntax.
type column struct {
	peer
	cases    []testCase
	verdicts []verdict
	details  []string
	long     []column // of the names of each size
}

// judge puts cases to a peer.
func (p peer) judge(cases []testCase) (column, error) {
	c := column{peer: p, cases: cases}
	answers, err := p.ask(cases)
	for i, a := range answers {
		if valid := cases[i].Valid; p.both() && valid != nil && !*valid && strings.HasPrefix(a, "accept") && urn.RFC2141.Valid(cases[i].input) {
			cases[i].kind = "open"
		}
		v, detail := without, ""
		if a != "skip" && !(cases[i].kind == "refuse" && p.encodes() && mended(a, syntaxes[p.syntax])) {
			v, detail = cases[i].judge(a)
		}
		c.verdicts = append(c.verdicts, v)
		c.details = append(c.details, detail)
	}
	return c, err
}

func judgeAll(list []peer, dir string) ([]column, error) {
	var columns []column
	for _, p := range list {
		if err := p.check(); err != nil {
			fmt.Fprintf(os.Stderr, "%s (%s) is left out: %v\n", p.name, p.language, err)
			continue
		}
		cases, err := readSuite(dir, p.syntax)
		if err != nil {
			return nil, err
		}
		c, err := p.judge(cases)
		if err != nil {
			return nil, err
		}
		for _, size := range sizes {
			long, err := p.judge(longNames(p.syntax, size))
			if err != nil {
				return nil, err
			}
			c.long = append(c.long, long)
		}
		fmt.Fprintf(os.Stderr, "%s (%s): %d cases\n", p.name, p.language, len(cases))
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

// of returns how many cases of a kind are right, of those that can be.
func (c column) of(kind string) string {
	n := c.count(kind, right, wrong, crashed)
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", c.count(kind, right), n)
}

// rules returns how many rules the parser knows, of those whose cases must be refused: it
// refuses each case that it is asked.
func (c column) rules() string {
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

// head is the text of docs/peers.md before the tables. The other two describe the measurements.
var (
	//go:embed head.txt
	head string
	//go:embed speed.txt
	speedText string
	//go:embed whole.txt
	wholeText string
)

func table(list []peer, testdata, dir string) error {
	columns, err := judgeAll(list, filepath.Join(testdata, "suite"))
	if err != nil {
		return err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, head, time.Now().Format("January 2006"))
	for _, syntax := range []string{"rfc8141", "rfc2141"} {
		fmt.Fprintf(&w, "\n## Parsers of %s\n\n", strings.ToUpper(syntax[:3])+" "+syntax[3:])
		fmt.Fprint(&w, "| parser | must accept | must refuse | by rule | real names | equivalence | open: accepts | 2 KB | 100 KB | crashes | called by |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
		for _, c := range columns {
			if c.syntax == syntax {
				fmt.Fprintf(&w, "| %s %s (%s) | %s | %s | %s | %s | %s | %d/%d | %s | %s | %d | %s |\n", c.name, c.version, c.language, c.of("accept"), c.of("refuse"), c.rules(),
					c.of("world"), c.of("equivalence"), c.count("open", accepts), c.count("open", accepts, refuses), c.long[0].of(""), c.long[1].of(""),
					c.count("", crashed)+c.long[0].count("", crashed)+c.long[1].count("", crashed), c.how)
			}
		}
	}
	wrong := bytes.NewBufferString("parser\tlanguage\tclause\twrong\tfor example\tresult\n")
	for _, c := range columns {
		for _, cases := range append([]column{c}, c.long...) {
			cases.failures(wrong)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "peers-wrong.tsv"), wrong.Bytes(), 0o644); err != nil {
		return err
	}
	if err := speed(&w, list, dir); err != nil {
		return err
	}
	if err := disputed(&w, columns, filepath.Join(testdata, "peers"), filepath.Join(dir, "peers-refused.tsv")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "peers.md"), w.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "peers.svg"), matrix(columns), 0o644)
}

// speed writes the table of peers-race.tsv, if it is there.
func speed(w *bytes.Buffer, list []peer, dir string) error {
	race, err := readTSV(filepath.Join(dir, "peers-race.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	w.WriteString("\n" + speedText)
	machine, _, _ := strings.Cut(race.about[0], ", go")
	fmt.Fprintf(w, "\n%s\n\n| parser | parse | refuse |\n|---|---|---|\n", machine)
	for _, p := range list {
		cells, any := "", false
		for _, work := range works[:2] {
			cell := "-"
			for _, row := range race.rows {
				if row["parser"] == p.name && row["language"] == p.language && row["work"] == work {
					any, cell = true, row["ns"]+" ("+row["ratio"]+")"
				}
			}
			cells += " " + cell + " |"
		}
		if any {
			fmt.Fprintf(w, "| %s (%s) |%s\n", p.name, p.language, cells)
		}
	}
	w.WriteString("\n" + wholeText)
	return nil
}

// A sheet is a file with a head of comments, the names of the columns, and rows.
type sheet struct {
	about []string
	rows  []map[string]string
}

func readTSV(file string) (sheet, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return sheet{}, err
	}
	var s sheet
	var names []string
	for line := range strings.Lines(string(data)) {
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
	return s, nil
}

// failures writes a line for each clause that has a wrong case.
func (c column) failures(w *bytes.Buffer) {
	var clauses []string
	first := map[string]int{}
	n := map[string]int{}
	for i, v := range c.verdicts {
		if v != wrong && v != crashed {
			continue
		}
		clause := c.cases[i].Clause
		if n[clause]++; n[clause] == 1 {
			clauses = append(clauses, clause)
			first[clause] = i
		}
	}
	for _, clause := range clauses {
		i := first[clause]
		t := c.cases[i]
		said := c.details[i]
		if c.verdicts[i] == crashed {
			said = "crashes: " + said
		}
		in := t.input
		if t.kind == "equivalence" {
			in = t.Name
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", c.name, c.language, clause, n[clause], quote(in), said)
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

// disputed writes the names of the peers' own test suites that a parser takes and this
// library refuses under the same RFC, with the clause that refuses them.
func disputed(w *bytes.Buffer, columns []column, dir, refused string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for _, file := range files {
		if filepath.Base(file) == "exceptions.jsonl" {
			continue
		}
		rows, err := readCases(file, "")
		if err != nil {
			return err
		}
		for _, r := range rows {
			names[r.input] = true
		}
	}
	type row struct{ name, syntax string }
	takers := map[row][]string{}
	for _, c := range columns {
		x := syntaxes[c.syntax]
		var asked []testCase
		for name := range names {
			if !x.Valid(name) && !(c.both() && urn.RFC2141.Valid(name)) {
				asked = append(asked, testCase{input: name})
			}
		}
		slices.SortFunc(asked, func(a, b testCase) int { return strings.Compare(a.input, b.input) })
		answers, err := c.ask(asked)
		if err != nil {
			return err
		}
		for i, a := range answers {
			if strings.HasPrefix(a, "accept") && !(c.encodes() && mended(a, syntaxes[c.syntax])) {
				r := row{asked[i].input, c.syntax}
				takers[r] = append(takers[r], c.name)
			}
		}
	}
	var rows []row
	for r := range takers {
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.syntax != b.syntax {
			return strings.Compare(b.syntax, a.syntax)
		}
		return strings.Compare(a.name, b.name)
	})
	var tsv bytes.Buffer
	tsv.WriteString("name\trfc\trefused by\taccepted by\n")
	for _, r := range rows {
		x := syntaxes[r.syntax]
		_, fault := x.Locate(r.name)
		clause := clauses[x][fault.Reason]
		fmt.Fprintf(&tsv, "%q\t%s\t%s\t%s\n", r.name, r.syntax[3:], clause, strings.Join(takers[r], ", "))
	}
	fmt.Fprintf(w, "\n## Lists\n\n"+
		"- [peers-wrong.tsv](peers-wrong.tsv): the clauses that each parser gets wrong, with the number of cases and one of them.\n"+
		"- [peers-objections.tsv](peers-objections.tsv): what an author may object to a row, and the answer from the text of the RFC.\n"+
		"- [upstream](upstream): reports for five authors, ready to be sent.\n"+
		"- [peers-refused.tsv](peers-refused.tsv): %d names of the parsers' own tests that a parser accepts and its RFC refuses, with the clause.\n", len(rows))
	return os.WriteFile(refused, tsv.Bytes(), 0o644)
}

// clauses says where each document decides a fault.
var clauses = map[urn.Syntax]map[urn.Reason]string{
	urn.RFC8141: {urn.BadScheme: "RFC 8141, section 2: scheme", urn.BadNID: "RFC 8141, section 2: NID", urn.BadNSS: "RFC 8141, section 2: NSS", urn.BadEscape: "RFC 3986, section 2.1",
		urn.BadR: "RFC 8141, section 2.3.1", urn.BadQ: "RFC 8141, section 2.3.2", urn.BadF: "RFC 8141, section 2.3.3"},
	urn.RFC2141: {urn.BadScheme: "RFC 2141, section 2", urn.BadNID: "RFC 2141, section 2.1", urn.BadNSS: "RFC 2141, section 2.2 and 2.4", urn.BadEscape: "RFC 2141, section 2.3.1"},
}
