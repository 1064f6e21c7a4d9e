//go:build unix

package attack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/notation"
	"github.com/seed7b5a83f0/urn/namespace"
)

// task is a command line whose result is known.
type task struct {
	command  string // check, parse, normalize, map, find
	syntax   urn.Syntax
	sources  []source
	json     bool
	key      bool
	verbose  bool
	rejects  bool
	stats    bool
	maxLine  int
	maxURN   int
	to       string
	null     string
	exact    bool
	quiet    bool // of find
	number   bool
	offset   bool
	withName bool
	norm     bool
	count    bool
	unique   bool
	nids     []string
	in       notation.Notation
	stdin    bool // the first source is standard input, through a pipe
}

// expected is the result of a task.
type expected struct {
	stdout, rejects string
	records         []record // instead of stdout, with --json
	counts          map[string]int
	status          int
	table           map[string]int // instead of stdout, with --count
	unknown         bool           // only the status is known
}

// record has the parts of a JSON object that are compared.
type record struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Input string `json:"input"`
	Valid bool   `json:"valid"`
	NID   string `json:"nid"`
	NSS   string `json:"nss"`
	R     string `json:"r"`
	Q     string `json:"q"`
	F     string `json:"f"`
	Norm  string `json:"normalized"`
	Key   string `json:"key"`
	Start int    `json:"offset"` // of find: in bytes
	Error struct {
		Offset int    `json:"offset"`
		Reason string `json:"reason"`
	} `json:"error"`
}

func recordOf(u urn.URN) record {
	return record{Input: u.String(), Valid: true, NID: strings.ToLower(u.NID()), NSS: u.NSS(), R: u.R(), Q: u.Q(), F: u.F(), Norm: u.Normalize().String(), Key: u.Key()}
}

// lines runs a random command line over random inputs.
func (c *attempt) lines() error {
	switch c.IntN(10) {
	case 0:
		return c.equal()
	case 1:
		return c.usage()
	}
	t := c.task()
	for i, s := range t.sources {
		if i > 0 || !t.stdin {
			if err := os.WriteFile(filepath.Join(c.dir, s.name), s.content, 0o666); err != nil {
				return err
			}
		}
	}
	var in streams
	if t.stdin {
		in.stdin = bytes.NewReader(t.sources[0].content)
		if c.IntN(3) == 0 { // in pieces
			in.stdin = pieces(c.Rand, t.sources[0].content)
		}
		defer os.WriteFile(filepath.Join(c.dir, "stdin"), t.sources[0].content, 0o666)
	}
	got, err := c.command(in, t.args(c.Rand)...)
	if err != nil {
		return err
	}
	rejects := ""
	if t.rejects {
		b, err := os.ReadFile(filepath.Join(c.dir, "rejects"))
		if err != nil {
			return err
		}
		rejects = string(b)
	}
	return t.judge(got, rejects)
}

// pieces returns a reader of text whose reads return random pieces of it, short ones at the
// end.
func pieces(r *rand.Rand, text []byte) io.Reader {
	var readers []io.Reader
	for len(text) > 0 {
		n := 1 + r.IntN(len(text))
		if len(text) < 200 {
			n = min(len(text), 1+r.IntN(9))
		}
		readers = append(readers, bytes.NewReader(text[:n]))
		text = text[n:]
	}
	return io.MultiReader(readers...)
}

// task makes a random task, with its inputs.
func (c *attempt) task() *task {
	t := &task{
		command: one(c.Rand, "check", "parse", "normalize", "map", "find", "find"),
		syntax:  one(c.Rand, urn.RFC8141, urn.RFC8141, urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed),
		maxLine: one(c.Rand, 16<<20, 16<<20, 16<<20, 1, 10, 40, 65_536), maxURN: one(c.Rand, 64<<10, 64<<10, 256, 5000),
		stats: c.IntN(3) > 0, stdin: c.IntN(4) == 0, null: `\N`,
	}
	for i := range 1 + c.IntN(3) {
		s := input(c.Rand)
		s.name = fmt.Sprint("in", i)
		t.sources = append(t.sources, s)
	}
	t.json = c.IntN(3) == 0
	switch t.command {
	case "map":
		t.to = one(c.Rand, "key", "normalized", "json", "nid")
		t.json = t.to == "json"
		if !t.json {
			t.null = one(c.Rand, `\N`, "", "NULL")
		}
		if t.stdin { // a pipe is not decompressed
			s := &t.sources[0]
			s.text, s.failing, s.broken = s.content, false, false
		}
	case "find":
		t.exact = c.IntN(3) == 0
		t.quiet = c.IntN(10) == 0
		if c.IntN(4) == 0 {
			t.nids = one(c.Rand, []string{"ex"}, []string{"isbn", "UUID"}, []string{"x-y"})
		}
		t.norm = c.IntN(4) == 0 && !t.json
		switch c.IntN(4) {
		case 0:
			t.count = true
			t.json, t.norm = false, false
		case 1:
			t.unique = true
		}
		if !t.json && !t.count {
			t.number, t.offset, t.withName = c.IntN(3) == 0, c.IntN(3) == 0, c.IntN(3) == 0
		}
	default:
		t.key = t.command == "normalize" && c.IntN(2) == 0 && !t.json
		t.verbose = t.command == "check" && c.IntN(4) == 0 && !t.json
		t.rejects = c.IntN(2) == 0
	}
	if t.command == "find" && c.IntN(2) == 0 {
		t.in = one(c.Rand, notation.JSON, notation.XML, notation.HTML, notation.Auto)
	}
	for _, s := range t.sources {
		if s.failing {
			t.stats = true // they tell how much has been read
			t.quiet = false
			t.in = notation.Plain // it is not known how much of an escape is read
		}
	}
	return t
}

// args returns the command line, with the flags in a random order.
func (t *task) args(r *rand.Rand) []string {
	flags := [][]string{{"-s", t.syntax.String()}}
	add := func(is bool, args ...string) {
		if is {
			flags = append(flags, args)
		}
	}
	add(t.stats, "--stats")
	switch t.command {
	case "map":
		if t.json {
			add(true, "--json")
		} else {
			add(true, "--to", t.to)
		}
		add(t.null != `\N`, "--null="+t.null)
		add(true, "--max-line", strconv.Itoa(t.maxLine))
	case "find":
		add(true, "--max-urn", strconv.Itoa(t.maxURN))
		add(t.exact, "--exact")
		add(t.in != notation.Plain, "--in", t.in.String())
		add(t.quiet, "-q")
		add(t.json, "--json")
		add(t.norm, "--normalize")
		add(t.count, "--count")
		add(t.unique, "--unique")
		add(t.number, "-n")
		add(t.offset, "-b")
		add(t.withName, "-H")
		add(!t.withName && len(t.sources) > 1, "--no-filename")
		add(t.nids != nil, "--nid", strings.Join(t.nids, ","))
		add(r.IntN(3) == 0, "-j", strconv.Itoa(one(r, 1, 2, 100000)))
	default:
		add(true, "--max-line", strconv.Itoa(t.maxLine))
		add(t.json, "--json")
		add(t.rejects, "--rejects", "rejects")
		add(t.key, "--key")
		add(t.verbose, "--verbose")
		add(r.IntN(3) > 0, "-q")
	}
	for i, s := range t.sources {
		name := s.name
		if i == 0 && t.stdin {
			if name = "-"; len(t.sources) == 1 && r.IntN(2) == 0 {
				continue
			}
		}
		flags = append(flags, []string{name})
	}
	names := flags[len(flags)-len(t.sources):]
	if last := flags[len(flags)-1]; len(t.sources) == 1 && last[0] != t.sources[0].name && last[0] != "-" {
		names = nil
	}
	options := flags[:len(flags)-len(names)]
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return append([]string{t.command}, slices.Concat(slices.Concat(options, names)...)...)
}

// shown is the name of a source in the output.
func (t *task) shown(i int) string {
	if i == 0 && t.stdin {
		return "<stdin>"
	}
	return t.sources[i].name
}

// judge compares a result with the expected one.
func (t *task) judge(got result, rejects string) error {
	var counts map[string]int
	if t.stats {
		var err error
		if counts, err = stats(got.stderr); err != nil {
			return err
		}
	}
	want := t.expect(counts["bytes"])
	if got.status != want.status {
		return fmt.Errorf("status %d, not %d; standard error %.500q", got.status, want.status, got.stderr)
	}
	if want.unknown {
		return nil
	}
	if t.stats && !t.quiet {
		for name, n := range want.counts {
			if counts[name] != n {
				return fmt.Errorf("%s=%d, not %d", name, counts[name], n)
			}
		}
	}
	switch {
	case t.quiet:
		return same("standard output", got.stdout, "")
	case t.json:
		if err := t.judgeRecords(got.stdout, want.records); err != nil {
			return err
		}
	case t.count:
		return judgeTable(got.stdout, want.table)
	default:
		if err := same("standard output", got.stdout, want.stdout); err != nil {
			return err
		}
	}
	return same("the rejects", rejects, want.rejects)
}

func (t *task) judgeRecords(stdout string, want []record) error {
	lines := strings.SplitAfter(stdout, "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Errorf("the last line has no end: %.200q", last)
	}
	lines = lines[:len(lines)-1]
	if len(lines) != len(want) {
		return fmt.Errorf("%d records, not %d", len(lines), len(want))
	}
	for i, line := range lines {
		if line == t.null+"\n" && t.command == "map" {
			if want[i] != (record{}) {
				return fmt.Errorf("record %d is %s, not %+.300v", i, t.null, want[i])
			}
			continue
		}
		var got record
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			return fmt.Errorf("record %d: %w: %.200q", i, err, line)
		}
		got.NID = strings.ToLower(got.NID)
		if !got.Valid {
			got.Input = "" // it need not be text
		}
		if got != want[i] {
			return fmt.Errorf("record %d is %+.300v, not %+.300v", i, got, want[i])
		}
	}
	return nil
}

// judgeTable compares the output of --count.
func judgeTable(stdout string, want map[string]int) error {
	got, last := map[string]int{}, 0
	for line := range strings.Lines(stdout) {
		number, key, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		if last != 0 && n > last {
			return fmt.Errorf("%d comes after %d", n, last)
		}
		got[key] += n
		last = n
	}
	if len(got) != len(want) || strings.Count(stdout, "\n") != len(want) {
		return fmt.Errorf("%d keys, not %d", len(got), len(want))
	}
	for key, n := range want {
		if got[key] != n {
			return fmt.Errorf("key %.200q has the count %d, not %d", key, got[key], n)
		}
	}
	return nil
}

// expect returns the result of the task if it reads the number of bytes given. The
// number matters only if one input is cut off.
func (t *task) expect(read int) expected {
	failing, broken, rest := 0, false, read
	for _, s := range t.sources {
		if s.failing {
			failing++
			broken = broken || s.broken
		} else {
			rest -= len(s.text)
		}
	}
	e := expected{counts: map[string]int{"inputs": len(t.sources), "failed": failing}, table: map[string]int{}}
	if failing > 0 && (broken || failing > 1 || t.command == "find") {
		// With a URN at the place where reading failed, find has another rule. It
		// is tested elsewhere.
		e.unknown, e.status = true, 2
		return e
	}
	seen := map[string]bool{}
	for i, s := range t.sources {
		text := s.text
		if s.failing {
			if rest < 0 || rest > len(text) {
				e.status = -1
				return e
			}
			text = text[:rest] // whole lines only
		}
		if t.command == "find" {
			t.find(&e, i, text, seen)
		} else {
			t.each(&e, i, text)
		}
		e.counts["bytes"] += len(text)
		e.counts["lines"] += bytes.Count(text, []byte("\n"))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			e.counts["lines"]++
		}
	}
	switch {
	case t.quiet && e.counts["found"] > 0:
		e.status = 0
	case failing > 0 || e.counts["truncated"] > 0:
		e.status = 2
	case t.command == "map":
	case t.command == "find" && e.counts["found"] == 0, e.counts["rejected"] > 0:
		e.status = 1
	}
	return e
}

// each does with each line as a command other than find does.
func (t *task) each(e *expected, i int, text []byte) {
	number := 0
	var out, rejects strings.Builder
	for raw := range bytes.Lines(text) {
		number++
		line, ended := bytes.CutSuffix(raw, []byte("\n"))
		if ended {
			line, _ = bytes.CutSuffix(line, []byte("\r"))
		}
		if number == 1 && (t.command != "map" || i > 0 || !t.stdin) {
			line, _ = bytes.CutPrefix(line, []byte("\ufeff"))
		}
		u, err := t.syntax.Parse(string(line))
		ok := err == nil && len(line) <= t.maxLine
		r := recordOf(u)
		r.Line = number
		if i > 0 || !t.stdin {
			r.File = t.sources[i].name
		}
		if !ok {
			r.Valid, r.Input, r.NID, r.NSS, r.R, r.Q, r.F, r.Norm, r.Key = false, "", "", "", "", "", "", "", ""
			if r.Error.Offset, r.Error.Reason = t.maxLine, urn.TooLong.String(); len(line) <= t.maxLine {
				fault := err.(*urn.SyntaxError)
				r.Error.Offset, r.Error.Reason = fault.Offset, fault.Reason.String()
			}
		}
		if t.command == "map" {
			answer := t.null
			switch {
			case !ok:
				e.counts["nulls"]++
				r = record{}
			case t.to == "key":
				answer = u.Key()
			case t.to == "normalized":
				answer = u.Normalize().String()
			case t.to == "nid":
				answer = strings.ToLower(u.NID())
			}
			if ok {
				e.counts["mapped"]++
				r.Line, r.File = 0, ""
			}
			out.WriteString(answer + "\n")
			e.records = append(e.records, r)
			continue
		}
		if len(line) == 0 {
			e.counts["empty"]++
			continue
		}
		e.records = append(e.records, r)
		if !ok {
			e.counts["rejected"]++
			if t.rejects {
				rejects.Write(raw)
				if !ended && i < len(t.sources)-1 {
					rejects.WriteByte('\n')
				}
			}
			continue
		}
		e.counts["accepted"]++
		switch {
		case t.command == "parse":
			listing(&out, u)
		case t.key:
			out.WriteString(u.Key() + "\n")
		case t.command == "normalize":
			out.WriteString(u.Normalize().String() + "\n")
		case t.verbose:
			fmt.Fprintf(&out, "%s:%d: ok\n", t.shown(i), number)
		}
	}
	e.stdout += out.String()
	e.rejects += rejects.String()
	names := []string{"accepted", "rejected", "empty"}
	if t.command == "map" {
		names = []string{"mapped", "nulls"}
	}
	for _, name := range names {
		e.counts[name] += 0 // a count of zero is compared as well
	}
}

// listing is the output of parse.
func listing(out *strings.Builder, u urn.URN) {
	field := func(name, value string, present bool) {
		if present {
			out.WriteString(strings.TrimRight(fmt.Sprintf("%-12s", name+":"), " "))
			if value != "" {
				out.WriteString(strings.Repeat(" ", 12-len(name)-1) + value)
			}
			out.WriteByte('\n')
		}
	}
	field("input", u.String(), true)
	field("nid", u.NID(), true)
	field("nss", u.NSS(), true)
	field("r", u.R(), u.Offsets().R() != (urn.Span{}))
	field("q", u.Q(), u.Offsets().Q() != (urn.Span{}))
	field("f", u.F(), u.Parts().HasF)
	field("normalized", u.Normalize().String(), true)
	field("key", u.Key(), true)
	out.WriteByte('\n')
}

// divided yields what f finds in undone, the text of input. Where a value of the notation ends
// in a match, or markup begins, it yields what f finds in each part by itself.
func (t *task) divided(f urn.Finder, input []byte, undone *notation.Text) iter.Seq[urn.Match] {
	text := undone.Bytes
	if t.in == notation.Plain {
		return f.All(text)
	}
	return func(yield func(urn.Match) bool) {
		state, at := t.in, 0 // the state at input[at:]
		for m := range f.All(text) {
			if m.Kind == urn.MatchName {
				if !t.in.DividesNames() || !t.in.DividesName(text[m.Start:m.End]) {
					if !yield(m) {
						return
					}
					continue
				}
			} else if m.End < len(text) && text[m.End] == '\x1f' && text[m.End-1] == '|' { // a separator of CSV
				m.End--
			}
			start, end := undone.Input(m.Start, m.End)
			state, at = state.After(input[at:start]), start
			cuts := state.Divided(nil, input[start:], end-start)
			if len(cuts) == 0 {
				if !yield(m) {
					return
				}
				continue
			}
			to := m.Start
			for _, cut := range append(cuts, end-start) {
				from := to
				for ; to < m.End; to++ {
					if i, _ := undone.Input(to, to); i >= start+cut {
						break
					}
				}
				for part := range f.All(text[from:to]) {
					part.Start, part.End = part.Start+from, part.End+from
					if !yield(part) {
						return
					}
				}
			}
		}
	}
}

// find does with a text as the command find does.
func (t *task) find(e *expected, i int, text []byte, seen map[string]bool) {
	var out strings.Builder
	line, at := 1, 0
	finder := urn.Finder{Syntax: t.syntax, Exact: t.exact, Near: true}
	var undone notation.Text
	input := text
	undone.Decode(t.in, input, true)
	text = undone.Bytes
	near := 0
	for m := range t.divided(finder, input, &undone) {
		if nid, _, _ := bytes.Cut(text[m.Start+len("urn:"):m.End], []byte(":")); !t.selects(string(nid)) {
			continue
		}
		if m.Kind == urn.MatchNearMiss {
			near++
		}
		u, err := t.syntax.ParseBytes(text[m.Start:m.End])
		if m.Kind != urn.MatchName || err != nil {
			continue
		}
		e.counts["found"]++
		start, _ := undone.Input(m.Start, m.End)
		line += bytes.Count(input[at:start], []byte("\n"))
		at = start
		r := recordOf(u)
		if m.End-m.Start > t.maxURN {
			e.counts["truncated"]++
			if t.count || t.unique || !t.json {
				continue
			}
			r = record{}
			r.Error.Offset, r.Error.Reason = t.maxURN, urn.TooLong.String()
		}
		e.table[u.Key()]++
		if t.unique {
			if seen[u.Key()] {
				continue
			}
			seen[u.Key()] = true
		}
		r.Line, r.Start = line, start
		if i > 0 || !t.stdin {
			r.File = t.sources[i].name
		}
		e.records = append(e.records, r)
		if t.withName {
			out.WriteString(t.shown(i) + ":")
		}
		if t.number {
			fmt.Fprintf(&out, "%d:", line)
		}
		if t.offset {
			fmt.Fprintf(&out, "%d:", start)
		}
		if t.norm {
			u = u.Normalize()
		}
		out.WriteString(u.String() + "\n")
	}
	e.stdout += out.String()
	e.counts["found"] += 0
	e.counts["truncated"] += 0
	if e.counts["truncated"] == 0 {
		e.counts["near"] += near
	} else {
		delete(e.counts, "near")
	}
	if t.count || t.unique {
		e.counts["distinct"] = len(e.table)
	}
}

// selects reports whether find is to look for URNs of a namespace.
func (t *task) selects(nid string) bool {
	return t.nids == nil || slices.ContainsFunc(t.nids, func(wanted string) bool { return strings.EqualFold(wanted, nid) })
}

// equal compares two names given as arguments.
func (c *attempt) equal() error {
	argument := func() string { return strings.ReplaceAll(name(c.Rand), "\x00", "%00") }
	a := argument()
	b := one(c.Rand, a, strings.ToUpper(a), a+"#f", a+"?=q", argument())
	x := one(c.Rand, urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed)
	args := []string{"equal", "-s", x.String()}
	rules := namespace.General()
	if c.IntN(2) == 0 {
		args, rules = append(args, "--namespace"), namespace.IANA()
	}
	got, err := c.command(streams{}, append(args, "--", a, b)...)
	if err != nil {
		return err
	}
	return judgeEqual(got, x, rules, a, b)
}

func judgeEqual(got result, x urn.Syntax, rules *namespace.Registry, a, b string) error {
	want := result{status: 1}
	u, err := x.Parse(a)
	v, err2 := x.Parse(b)
	if err == nil && err2 == nil {
		same := rules.Equal(u, v)
		if want.stdout = "not equivalent\n"; same {
			want = result{stdout: "equivalent\n"}
		}
		if got.stderr != "" {
			return fmt.Errorf("standard error %q", got.stderr)
		}
	}
	if got.stdout != want.stdout || got.status != want.status {
		return fmt.Errorf("output %q and status %d, not %q and %d", got.stdout, got.status, want.stdout, want.status)
	}
	return nil
}

// usage gives wrong flags: the status is 2, and nothing is written but a message.
func (c *attempt) usage() error {
	if err := os.WriteFile(filepath.Join(c.dir, "in"), text(c.Rand), 0o666); err != nil {
		return err
	}
	command := one(c.Rand, "check", "parse", "normalize", "map", "find", "equal")
	wrong := one(c.Rand, []string{"--nosuch"}, []string{"-s", "rfc9999"}, []string{"-s="}, []string{"--stats=perhaps"})
	switch command {
	case "equal":
		wrong = one(c.Rand, wrong[:1], []string{"urn:ex:a"}, nil, []string{"a", "b", "c"})
	case "find":
		wrong = one(c.Rand, wrong, []string{"-j", one(c.Rand, "0", "-1", "1.5", "9223372036854775808", "")}, []string{"--max-urn", one(c.Rand, "0", "2G", "-1", "x")},
			[]string{"--count", "--max-memory", one(c.Rand, "1", "0", "99999999999999999999G")})
	case "map":
		wrong = one(c.Rand, wrong, nil, []string{"--to", "nosuch"}, []string{"--to", "key", "--max-line", "0"})
	default:
		wrong = one(c.Rand, wrong, []string{"--max-line", one(c.Rand, "0", "-1", "1073741825", "1T", "")}, []string{"--rejects", "new", "--max-line", "0"}, []string{"--rejects", "new", "--nosuch"})
	}
	args := append([]string{command}, wrong...)
	if command != "equal" {
		args = append(args, "in")
	}
	return c.refused(streams{}, args...)
}
