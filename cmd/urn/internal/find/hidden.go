package find

import (
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/internal/programs/notation"
)

// hidden is the notation, if any, that the search was not told of and in which a name
// begins: see [notation.Hidden].
type hidden struct {
	in     atomic.Uint32
	wide   atomic.Bool  // a name is in UTF-16 or UTF-32
	looked atomic.Int64 // bytes
}

// maxLooked is how many bytes find looks at. To look at a log of 40 MB in which each line has
// a "%3A" and no name takes 15 ms, more than the search for names takes.
const maxLooked = 16 << 20

// look looks at a block that is read in a notation, until one is known, or limit bytes were
// looked at.
func (h *hidden) look(in notation.Notation, text []byte, limit int64) {
	if h.in.Load() == 0 && h.looked.Add(int64(len(text))) <= limit {
		if n := notation.Hidden(in, text); n != notation.Plain {
			h.in.Store(uint32(n))
		}
		if rewrite.CheckWide(text, "", 0) != nil {
			h.wide.Store(true)
		}
	}
}

// notation returns the notation, and how a name begins in it, or "".
func (h *hidden) notation() (in notation.Notation, like string) {
	switch in = notation.Notation(h.in.Load()); in {
	case notation.URL:
		return in, "urn%3A"
	case notation.JSON:
		return in, `urn\u003a`
	}
	return in, ""
}
