// Package finding has the parts of [urn.Finder] that this repository needs and that are no
// promise to users: what each "urn:" of a text is, and how far a stream is decided. They are functions of package urn,
// reached by their linker names, so no program pays for a part that it does not call.
package finding

import (
	"iter"
	_ "unsafe" // for linkname

	"github.com/seed7b5a83f0/urn"
)

// Kind is the kind of a finding.
type Kind uint8

const (
	Nothing  Kind = iota // not intended as a name: "urn: string" or Urn::parse of a program
	Name                 // a URN
	NearMiss             // a text that somebody means as a name and that is not a URN
	Prefix               // the beginning of names
	Template             // a template or a pattern of names
)

// Finding is what the finder says about one "urn:" in a text.
type Finding struct {
	urn.Match // for Nothing, End is where the search continues, and the rest is zero
	Kind      Kind
	// Open is the delimiter directly before the finding, and Close is the closing one
	// directly after it. They are parts of the text. Open is empty if the finding is not
	// enclosed, and Close also if the delimiter is not closed there.
	Open, Close []byte
}

// At returns what f says about the "urn:" at text[start:], in any case. f.Near makes no
// difference. At does not allocate.
func At(f urn.Finder, text []byte, start int) Finding {
	m, kind, opening, closing := found(f, text, start)
	return Finding{m, Kind(kind), text[start-opening : start], text[m.End : m.End+closing]}
}

// All returns an iterator over the findings in text, in order and without overlap: one for
// each "urn:" that no other finding contains and that no letter or digit precedes.
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

// Context is how many bytes before a place a search that continues there needs.
const Context = 256

// Settled returns an offset n, not less than from, before which no further text changes
// what f finds. Whatever follows text in the stream, the matches that begin in text[from:n]
// are those that [urn.Finder.Next] finds there. They also end there. To continue, call Next
// with n and more text; of text[:n], the last Context bytes are enough.
//
// n is near len(text), unless a name begins at n that may be longer. text must begin a
// stream, or have Context bytes before from. Settled reads only the last line of text. It
// does not allocate.
func Settled(f urn.Finder, text []byte, from int) int { return settled(f, text, from) }

//go:linkname settled github.com/seed7b5a83f0/urn.settled
//go:noescape
func settled(f urn.Finder, text []byte, from int) int
