// Package finding has the parts of [urn.Finder] that this repository needs and that are not
// public: the kind of each "urn:" in a text, and the part of a stream that later text
// cannot change. They are functions of package urn, called by their linker names, so a
// program contains only the functions that it calls.
package finding

import (
	"iter"
	_ "unsafe" // for linkname

	"github.com/seed7b5a83f0/urn"
)

// Kind is the kind of a finding.
type Kind uint8

const (
	Nothing  Kind = iota // not intended as a name: "urn: string" or Urn::parse in source code
	Name                 // a URN
	NearMiss             // a text that is meant as a name but is not a URN
	Prefix               // a common beginning of several names
	Template             // a template or a pattern of names
)

// Finding is the result of the finder for one "urn:" in a text.
type Finding struct {
	urn.Match // for Nothing, the search continues at End, and the other fields are zero
	Kind      Kind
	// Open is the delimiter directly before the finding, and Close the closing delimiter
	// directly after it. Both share memory with the text. Open is empty if the finding is
	// not enclosed. Close is then empty, too, and also if the closing delimiter is missing.
	Open, Close []byte
}

// At returns the finding of f for the "urn:" at text[start:], in upper or lower case.
// f.Near makes no difference. At does not allocate.
func At(f urn.Finder, text []byte, start int) Finding {
	m, kind, opening, closing := found(f, text, start)
	return Finding{m, Kind(kind), text[start-opening : start], text[m.End : m.End+closing]}
}

// All returns an iterator over the findings in text, in order and without overlap. There is
// one for each "urn:" that is not part of another finding and does not follow a letter or
// digit.
func All(f urn.Finder, text []byte) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		for from := 0; ; {
			start := next(text, from)
			if start < 0 {
				return
			}
			g := At(f, text, start)
			if !yield(g) {
				return
			}
			from = g.End
		}
	}
}

//go:linkname found github.com/seed7b5a83f0/urn.found
//go:noescape
func found(f urn.Finder, text []byte, start int) (m urn.Match, kind uint8, opening, closing int)

//go:linkname next github.com/seed7b5a83f0/urn.indexScheme
//go:noescape
func next(text []byte, from int) int

// Context is the number of bytes that a search needs before the place where it continues.
const Context = 256

// Settled returns an offset n, not less than from, so that no further text changes the
// matches before n. Whatever follows text in the stream, the matches that begin in
// text[from:n] are the matches that [urn.Finder.Next] finds there, and they end there. To
// continue, call Next with n and more text. Of text[:n], only the last Context bytes are
// needed.
//
// n is near len(text), unless a name begins at n that may be longer. text must begin a
// stream, or have Context bytes before from. Settled reads only the last line of text. It
// does not allocate.
func Settled(f urn.Finder, text []byte, from int) int { return settled(f, text, from) }

//go:linkname settled github.com/seed7b5a83f0/urn.settled
//go:noescape
func settled(f urn.Finder, text []byte, from int) int
