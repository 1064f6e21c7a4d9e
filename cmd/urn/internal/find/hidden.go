package find

import (
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
)

// hidden holds the hint, if any, that a name begins in a notation that the search does not decode;
// see [notation.Notation.Hidden].
type hidden struct {
	hint   atomic.Pointer[string] // how a name begins, and what to try
	wide   atomic.Bool            // a name is in UTF-16 or UTF-32
	looked atomic.Int64           // bytes
	left   [len(notation.Left)]atomic.Int64
}

// maxLooked is how many bytes find looks at. To look at a log of 40 MB in which each line has
// a "%3A" and no name takes 15 ms, more than the search for names takes.
const maxLooked = 16 << 20

// look looks at a block that is read in a notation, until there is a hint, or limit bytes were
// looked at.
func (h *hidden) look(in notation.Notation, text []byte, limit int64) {
	if h.hint.Load() == nil && h.looked.Add(int64(len(text))) <= limit {
		if like, try := in.Hidden(text); like != "" {
			hint := like + ": try " + try
			h.hint.Store(&hint)
		}
		if rewrite.CheckWide(text, "", 0) != nil {
			h.wide.Store(true)
		}
	}
}
