// Package proof decides whether tables in the form of internal/dfa do what a
// grammar says, on every string. [Read] reads the tables from a Go file,
// [Compile] makes an automaton of the grammar, [Prove] compares them. The
// documentation of the command says what that proves, and what it does not.
package proof

import (
	"fmt"
	"strings"

	"github.com/seed7b5a83f0/urn/tools/internal/automaton"
)

// Reading is the result of reading a string.
type Reading struct {
	Accepted bool
	Spans    []Span // where the parts lie, if accepted
	Marked   []Span // which marks were set, and where the marked parts begin, if accepted
	Offset   int    // of the first fault, if not
	Place    string // what the fault lies in
}

// Span is a part of a string.
type Span struct {
	Name       string
	Start, End int
}

func (r Reading) String() string {
	if !r.Accepted {
		return fmt.Sprintf("fault at %d, in %s", r.Offset, r.Place)
	}
	var b strings.Builder
	b.WriteString("accepted")
	for _, s := range r.Spans {
		fmt.Fprintf(&b, ", %s %d:%d", s.Name, s.Start, s.End)
	}
	if len(r.Marked) > 0 {
		b.WriteString("; begins marked:")
		for _, s := range r.Marked {
			fmt.Fprintf(&b, " %s %d", s.Name, s.Start)
		}
	}
	return b.String()
}

// describe writes the spans of a word of l.spans.
func (l *Language) describe(word []automaton.Letter) string {
	var parts []string
	for _, s := range l.spansOf(word) {
		parts = append(parts, fmt.Sprintf("%s %d:%d", s.Name, s.Start, s.End))
	}
	if parts == nil {
		return "no parts"
	}
	return strings.Join(parts, ", ")
}

func (l *Language) spansOf(word []automaton.Letter) (spans []Span) {
	for i, letter := range word {
		for k := range len(letter.Labels) {
			if n, open := part(letter.Labels[k]); open {
				spans = append(spans, Span{l.Spec.Parts[n].Name, i + 1, -1})
			} else {
				spans[len(spans)-1].End = i + 1
			}
		}
	}
	return spans
}

// Read reads a string by the grammar.
func (l *Language) Read(text []byte) Reading {
	at := 0
	for i, b := range text {
		to := l.seq[at].next[b].to
		if to < 0 {
			return Reading{Offset: i, Place: l.Spec.place(l.seq[at].tag)}
		}
		at = to
	}
	if !l.seq[at].accept {
		return Reading{Offset: len(text), Place: l.Spec.place(l.seq[at].tag)}
	}
	r := Reading{Accepted: true, Spans: l.spansOf(l.spans.Readings(text, 1)[0])}
	for _, p := range l.Spec.Parts {
		for _, s := range r.Spans {
			if s.Name == p.Name && p.Mark != 0 {
				r.Marked = append(r.Marked, s)
			}
		}
	}
	return r
}

// readTables reads a string by stepping through the tables. A part begins where
// it was marked last, and ends where the distance to the next one says.
func (l *Language) readTables(t Form, text []byte) Reading {
	var r Reading
	at := t.start()
	starts := make(map[uint8]int)
	for i, b := range text {
		to, mark := t.step(at, b)
		if to == 0 {
			tag, _ := t.info(at)
			return Reading{Offset: i, Place: l.Spec.place(tag)}
		}
		if mark != 0 {
			starts[mark] = i + 1
			for _, p := range l.Spec.Parts {
				if p.Mark == mark {
					r.Marked = append(r.Marked, Span{p.Name, i + 1, -1})
				}
			}
		}
		at = to
	}
	if tag, accepts := t.info(at); !accepts {
		return Reading{Offset: len(text), Place: l.Spec.place(tag)}
	}
	r.Accepted = true
	for i, p := range l.Spec.Parts {
		start, ok := starts[p.Mark]
		if p.Mark == 0 {
			start, ok = l.Before[i], true
		}
		if !ok {
			continue
		}
		if n := len(r.Spans); n > 0 {
			r.Spans[n-1].End = start - l.Before[i]
		}
		r.Spans = append(r.Spans, Span{p.Name, start, len(text)})
	}
	return r
}

// Difference is a shortest string on which tables and grammar differ.
type Difference struct {
	Text            []byte
	Grammar, Tables Reading
}

func (d *Difference) Error() string {
	return fmt.Sprintf("they differ on %q\n    the ABNF:   %s\n    the tables: %s", d.Text, d.Grammar, d.Tables)
}

// Prove decides whether tables do what the grammar says, on every string. They
// must accept the same strings. For an accepted string, they must set the same
// marks at the same places. For any other string, the first fault and the tag
// of its part must be the same. The fault lies after the longest prefix that
// some string of the grammar has. It also checks the form of the tables, as
// the command's documentation says. It returns the number of pairs of states that
// it compared on all 256 bytes.
//
// If tables and grammar differ, the error is a [*Difference].
func Prove(l *Language, t Form) (pairs int, err error) {
	if err := t.form(l.Spec); err != nil {
		return 0, fmt.Errorf("the tables are malformed:\n%w", err)
	}
	// Both automata are sequential, so on one string each is in one state, or
	// has stopped. marked says that they have set the same marks so far. A
	// difference in the marks matters only when the string is complete.
	type pair struct {
		g, t   int
		marked bool
	}
	var s automaton.Search[pair, byte]
	differ := func(i int, more ...byte) error {
		text := append(s.Path(i), more...)
		return &Difference{text, l.Read(text), l.readTables(t, text)}
	}
	// ends reports whether two states agree on a string that ends in them.
	ends := func(p pair) bool {
		g := l.seq[p.g]
		tag, accepts := t.info(p.t)
		if g.accept != accepts {
			return false
		}
		if g.accept {
			return p.marked
		}
		return g.tag == tag
	}
	s.Add(pair{0, t.start(), true}, -1, 0)
	if !ends(s.States[0]) {
		return 0, differ(0)
	}
	for i := 0; i < len(s.States); i++ {
		p := s.States[i]
		for _, b := range automaton.Order {
			g := l.seq[p.g].next[b]
			to, mark := t.step(p.t, b)
			if g.to < 0 && to == 0 {
				// Both stop here, at the same offset: the tags must be the same, too.
				if tag, _ := t.info(p.t); l.seq[p.g].tag != tag {
					return 0, differ(i, b)
				}
				continue
			}
			if g.to < 0 || to == 0 {
				return 0, differ(i, b)
			}
			next := pair{g.to, to, p.marked && g.mark == mark}
			if j, isNew := s.Add(next, i, b); isNew && !ends(next) {
				return 0, differ(j)
			}
		}
	}
	return len(s.States), nil
}
