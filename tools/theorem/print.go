package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

// printer prints the rules that a rule is made of, each before those that refer
// to it.
type printer struct {
	bytes.Buffer
	grammar *abnf.Grammar
	starts  map[*abnf.Rule]int64 // the components, and their numbers
	escape  *abnf.Rule
	done    map[*abnf.Rule]string
	sets    [][256]bool // of one octet each
}

// coq is the name of a rule: names of ABNF have hyphens, which Coq does not allow.
func coq(r *abnf.Rule) string { return "r_" + strings.ReplaceAll(r.Name, "-", "_") }

func (p *printer) rule(r *abnf.Rule) (string, error) {
	if name, ok := p.done[r]; ok {
		return name, nil
	}
	text, err := p.node(r.Node)
	if err != nil {
		return "", err
	}
	for _, x := range r.Without {
		less, err := p.node(x.Node)
		if err != nil {
			return "", err
		}
		text = fmt.Sprintf("(Less %s %s)", text, less)
	}
	if r == p.escape {
		text = "(Escape " + text + ")"
	}
	name := coq(r)
	p.done[r] = name
	fmt.Fprintf(p, "Definition %s : node := %s.\n", name, text)
	return name, nil
}

func (p *printer) node(n abnf.Node) (string, error) {
	switch n := n.(type) {
	case abnf.Alternation:
		return p.list("Or", n)
	case abnf.Concatenation:
		return p.sequence(n)
	case abnf.Repetition:
		text, err := p.node(n.Node)
		if n.Min == 0 && n.Max == 1 {
			return "(Opt " + text + ")", err
		}
		more := "None"
		if n.Max >= 0 {
			more = fmt.Sprintf("(Some %d%%nat)", n.Max-n.Min)
		}
		return fmt.Sprintf("(Rep %d %s %s)", n.Min, more, text), err
	case abnf.Reference:
		r := p.grammar.Rule(n.Name)
		return p.rule(r)
	case abnf.Range:
		p.octet(n.First, n.Last)
		return fmt.Sprintf("(Octet [(%d, %d)])", n.First, n.Last), nil
	case abnf.Text:
		var all []string
		for i := range len(n.Value) {
			b := n.Value[i]
			if lower := b | 0x20; n.Fold && 'a' <= lower && lower <= 'z' {
				var set [256]bool
				set[lower], set[lower-0x20] = true, true
				p.sets = append(p.sets, set)
			} else {
				p.octet(b, b)
			}
			all = append(all, fmt.Sprint(b))
		}
		if n.Fold {
			return `(Text "` + strings.ReplaceAll(n.Value, `"`, `""`) + `")`, nil
		}
		return "(Exact [" + strings.Join(all, "; ") + "])", nil
	}
	return "", fmt.Errorf("cannot print a %T", n)
}

func (p *printer) octet(first, last byte) {
	var set [256]bool
	for b := int(first); b <= int(last); b++ {
		set[b] = true
	}
	p.sets = append(p.sets, set)
}

func (p *printer) list(op string, ns []abnf.Node) (string, error) {
	var parts []string
	for _, n := range ns {
		text, err := p.node(n)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return join(op, parts), nil
}

func join(op string, parts []string) string {
	text := parts[len(parts)-1]
	for _, part := range slices.Backward(parts[:len(parts)-1]) {
		text = fmt.Sprintf("(%s %s %s)", op, part, text)
	}
	return text
}

// begins returns the number of the component that n begins with, or 0.
func (p *printer) begins(n abnf.Node) int64 {
	switch n := n.(type) {
	case abnf.Concatenation:
		return p.begins(n[0])
	case abnf.Reference:
		r := p.grammar.Rule(n.Name)
		if k, ok := p.starts[r]; ok {
			return k
		}
		return p.begins(r.Node)
	}
	return 0
}

// sequence prints a concatenation. A component is after a quoted string, its
// delimiter, and starts after that.
func (p *printer) sequence(ns []abnf.Node) (string, error) {
	var parts []string
	for i, n := range ns {
		if k := p.begins(n); k != 0 && i > 0 {
			if _, ok := ns[i-1].(abnf.Text); !ok {
				return "", fmt.Errorf("no quoted string before component %d", k)
			}
			parts[i-1] = fmt.Sprintf("(Start %d %s)", k, parts[i-1])
		}
		text, err := p.node(n)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return join("Seq", parts), nil
}

func numbers[T uint8 | uint16](all []T) string {
	var b strings.Builder
	for i, n := range all {
		switch {
		case i == 0:
		case i%32 == 0:
			b.WriteString(";\n  ")
		default:
			b.WriteString("; ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

// writeTables prints the fields of a dfa.Machine that define its language.
func writeTables(w *bytes.Buffer, t *proof.Tables) {
	fmt.Fprintf(w, "Definition tables : tables := {|\n  t_class := table [%s];\n  t_next := table [%s];\n  t_info := table [%s];\n  t_start := %d |}.\n\n",
		numbers(t.Class[:]), numbers(t.Next), numbers(t.Info), t.Start)
}

// writeRestated prints the fields of a dfa.Machine that restate the others, for
// proof/Loop.v. Shuffle is missing: the loop without vectors does not read it.
// Lanes is missing too: it restates some of the Sets, and tools/prove compares them.
func writeRestated(w *bytes.Buffer, t *proof.Tables) {
	var exits []string
	for i, x := range t.Exits {
		if x != (dfa.Exit{}) {
			exits = append(exits, fmt.Sprintf("(%d, {| x_state := %d; x_width := %d; x_mark := %d; x_first := %d; x_accel := %d |})",
				i, x.State, x.Width, x.Mark, x.First, x.Accel))
		}
	}
	h := &t.Head
	fmt.Fprintf(w, "Definition restated : restated := {|\n  r_states := %d;\n  r_sets := table [%s];\n  r_lead := octet_of %d;\n  r_accel := table [%s];\n",
		len(t.Info), numbers(t.Sets[:]), t.Lead, numbers(t.Accel))
	fmt.Fprintf(w, "  r_begin := %d; r_prefix := %s;\n  r_max := %d; r_last := %d; r_chain := %d; r_broken := %d; r_delimiter := %d; r_region := %d; r_except := %s; r_end := octet_of %d; r_lengths := %d;\n",
		t.Begin, word(t.Prefix, t.PrefixFold), h.Max, h.Last, h.Chain, h.Broken, h.Delimiter, h.Region, word(h.Except, h.ExceptFold), h.End, h.Lengths)
	fmt.Fprintf(w, "  r_delim := table [%s];\n  r_exits := [%s] |}.\n\n", numbers(t.Delim[:]), strings.Join(exits, ";\n    "))
}

// word prints a little-endian word and its fold as four pairs of bytes.
func word(w, fold uint32) string {
	var pairs []string
	for shift := 0; shift < 32; shift += 8 {
		pairs = append(pairs, fmt.Sprintf("(%d, %d)", w>>shift&0xff, fold>>shift&0xff))
	}
	return "[" + strings.Join(pairs, "; ") + "]"
}

// automaton is the input of the hints.
type automaton struct {
	class   func(b byte) int
	step    func(state int, b byte) int
	accepts func(state int) bool
	start   int
}

// writeHints prints the partition of the bytes and the ways to the end.
func writeHints(w *bytes.Buffer, m *automaton, sets [][256]bool) {
	classes := make(map[string]int)
	var cls [256]uint8
	var reps []byte
	for b := range 256 {
		var key strings.Builder
		fmt.Fprint(&key, m.class(byte(b)))
		for _, s := range sets {
			if s[b] {
				key.WriteString("1")
			} else {
				key.WriteString("0")
			}
		}
		if _, ok := classes[key.String()]; !ok {
			classes[key.String()] = len(reps)
			reps = append(reps, byte(b))
		}
		cls[b] = uint8(classes[key.String()])
	}
	way := m.ways(reps)
	mcls := make([]uint8, len(reps))
	for i, r := range reps {
		mcls[i] = uint8(m.class(r))
	}
	var pairs []string
	for _, s := range slices.Sorted(maps.Keys(way)) {
		pairs = append(pairs, fmt.Sprintf("(%d, %d)", s, way[s]))
	}
	fmt.Fprintf(w, "Definition hints : hints := {|\n  h_class := table [%s];\n  h_reps := map octet_of [%s];\n  h_mclass := table [%s];\n  h_way := sparse [%s] |}.\n",
		numbers(cls[:]), numbers(reps), numbers(mcls), strings.Join(pairs, "; "))
}

// ways finds for each state that can be reached a byte on a shortest way to the
// end.
func (m *automaton) ways(reps []byte) map[int]byte {
	way := make(map[int]byte)
	states := []int{m.start}
	seen := map[int]bool{m.start: true}
	type edge struct {
		from int
		b    byte
	}
	into := make(map[int][]edge)
	for i := 0; i < len(states); i++ {
		for _, b := range reps {
			to := m.step(states[i], b)
			if to == 0 {
				continue
			}
			into[to] = append(into[to], edge{states[i], b})
			if !seen[to] {
				seen[to] = true
				states = append(states, to)
			}
		}
	}
	var queue []int
	reached := make(map[int]bool)
	for _, s := range states {
		if m.accepts(s) {
			queue = append(queue, s)
			reached[s] = true
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, e := range into[queue[i]] {
			if !reached[e.from] {
				reached[e.from] = true
				way[e.from] = e.b
				queue = append(queue, e.from)
			}
		}
	}
	return way
}
