package urn

import (
	"fmt"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// Span is a half-open range of bytes, [Start, End). The zero Span means that the component is
// absent; a component that is present never starts at 0. The text of a span is
// text[s.Start:s.End], in a string or a []byte. No field will be added, so urn.Span{1, 2}
// keeps its meaning.
type Span struct{ Start, End int }

func (s Span) in(text string) string { return text[s.Start:s.End] }

// Offsets are the positions of the components of a URN, relative to its first byte. The zero
// Offsets mean that a text is not a URN. Offsets have no text or JSON form. They are comparable with
// ==, which also compares the Syntax; with go-cmp, use cmpopts.EquateComparable(urn.Offsets{}).
type Offsets tables.Offsets

const nidStart = len("urn:")

func makeOffsets(x Syntax, starts *dfa.Starts, end int) Offsets {
	return Offsets(tables.Make(uint8(x), starts, end))
}

// of returns s, whose offsets are o, as a URN.
func (o Offsets) of(s string) URN {
	head, qf := tables.Offsets(o).Words()
	return URN{s, head, qf}
}

func (o Offsets) syntax() Syntax { return Syntax(tables.Offsets(o).Syntax()) }
func (o Offsets) nss() int       { return tables.Offsets(o).NSS() }
func (o Offsets) r() int         { return tables.Offsets(o).R() }
func (o Offsets) q() int         { return tables.Offsets(o).Q() }
func (o Offsets) f() int         { return tables.Offsets(o).F() }
func (o Offsets) end() int       { return tables.Offsets(o).End() }

func (o Offsets) nidEnd() int { return max(o.nss()-len(":"), 0) }

func (o Offsets) nssEnd() int {
	if r := o.r(); r != 0 {
		return r - len("?+")
	}
	return o.rEnd()
}

// rEnd returns the end of the r-component, or of the NSS if there is no r-component.
func (o Offsets) rEnd() int {
	if q := o.q(); q != 0 {
		return q - len(o.syntax().qDelimiter())
	}
	return o.qEnd()
}

// qEnd returns the end of the URN without its f-component.
func (o Offsets) qEnd() int {
	if f := o.f(); f != 0 {
		return f - len("#")
	}
	return o.end()
}

// String returns the spans of the components that are present, such as "nid=4:6 nss=7:8", and
// "none" for the zero Offsets.
func (o Offsets) String() string {
	if o == (Offsets{}) {
		return "none"
	}
	var b []byte
	for i, c := range [...]Span{o.NID(), o.NSS(), o.R(), o.Q(), o.F()} {
		if c != (Span{}) {
			b = fmt.Appendf(b, " %s=%d:%d", [...]string{"nid", "nss", "r", "q", "f"}[i], c.Start, c.End)
		}
	}
	return string(b[1:])
}

// NID returns the span of the namespace identifier.
func (o Offsets) NID() Span {
	if o.end() == 0 {
		return Span{}
	}
	return Span{nidStart, o.nidEnd()}
}

// NSS returns the span of the namespace-specific string.
func (o Offsets) NSS() Span { return Span{o.nss(), o.nssEnd()} }

// R returns the span of the r-component, without its "?+".
func (o Offsets) R() Span {
	if o.r() == 0 {
		return Span{}
	}
	return Span{o.r(), o.rEnd()}
}

// Q returns the span of the q-component, without its "?=". Under Draft2141bis it
// is the span of the query, without its "?".
func (o Offsets) Q() Span {
	if o.q() == 0 {
		return Span{}
	}
	return Span{o.q(), o.qEnd()}
}

// F returns the span of the f-component, without its "#". The span of an empty
// f-component has Start == End > 0.
func (o Offsets) F() Span {
	if o.f() == 0 {
		return Span{}
	}
	return Span{o.f(), o.end()}
}
