package leftover

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
)

// Tally counts the spellings that are left in a text. Several goroutines may use it.
type Tally struct {
	Names  atomic.Int64 // that a name may follow
	Others atomic.Int64

	mu             sync.Mutex
	places, advice []string // of the first of Names
}

const maxPlaces = 3

// Full reports whether Add needs no further place.
func (t *Tally) Full() bool { return t.Names.Load() >= maxPlaces }

// Add counts a spelling that a name may follow, at a place such as file:line. Advice, if not nil, returns
// how it is spelled and what to do about it, or "". The first places that are added are reported.
func (t *Tally) Add(spelled []byte, advice func() (like, try string), place string) {
	if t.Names.Add(1) > maxPlaces {
		return
	}
	if bytes.ContainsFunc(spelled, unicode.IsControl) {
		spelled = strconv.AppendQuote(nil, string(spelled))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.places = append(t.places, place+" "+string(spelled))
	if advice != nil {
		like, try := advice()
		if like = "for " + like + ", try " + try; try != "" && !slices.Contains(t.advice, like) {
			t.advice = append(t.advice, like)
		}
	}
}

// String describes the spellings that a name may follow: their number, and the first places.
func (t *Tally) String() string {
	n, s := t.Names.Load(), "%d texts that may be names are left (%s"
	switch {
	case n == 0:
		return ""
	case n == 1:
		s = "%d text that may be a name is left (%s"
	case n > maxPlaces:
		s += " ..."
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if s = fmt.Sprintf(s+")", n, strings.Join(t.places, ", ")); len(t.advice) > 0 {
		s += "; " + strings.Join(t.advice, "; ")
	}
	return s
}
