package urn

import "github.com/seed7b5a83f0/urn/internal/dfa"

// Span is a half-open range of bytes, [Start, End). The zero Span says that
// the component is absent; a component that is present never starts at 0. The text of a
// span is text[s.Start:s.End], in a string and in a []byte. No version adds a field, so
// urn.Span{1, 2} keeps its meaning.
type Span struct{ Start, End int }

func (s Span) in(text string) string { return text[s.Start:s.End] }

// Offsets says where the components of a URN are, relative to its first byte. The
// zero Offsets belongs to no URN. Offsets are comparable, and are passed in
// registers.
type Offsets struct {
	// Only the starts of the components are kept: each ends at the delimiter of
	// the next one, or with the URN. The start of an absent component is 0.
	head uint64 // start of the r-component <<32 | syntax <<8 | start of the NSS
	qf   uint64 // start of the f-component <<32 | start of the q-component
	end  uint64 // end of the URN
}

const (
	nidStart    = len("urn:")
	syntaxShift = 8
)

func makeOffsets(x Syntax, starts *dfa.Starts, end int) Offsets {
	return Offsets{
		head: uint64(starts[markR])<<32 | uint64(x)<<syntaxShift | uint64(starts[markNSS]),
		qf:   uint64(starts[markF])<<32 | uint64(starts[markQ]),
		end:  uint64(end),
	}
}

func (o Offsets) syntax() Syntax { return Syntax(o.head >> syntaxShift) }
func (o Offsets) nss() int       { return int(o.head & 0xff) }
func (o Offsets) r() int         { return int(o.head >> 32) }
func (o Offsets) q() int         { return int(uint32(o.qf)) }
func (o Offsets) f() int         { return int(o.qf >> 32) }

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
	return int(o.end)
}

// NID returns the span of the namespace identifier.
func (o Offsets) NID() Span {
	if o.end == 0 {
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
	return Span{o.f(), int(o.end)}
}
