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

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// A Tally has at most this many places, and counts at most this many spellings one by one.
const maxPlaces, maxKinds = 3, 6

// Tally counts the spellings that are left in a text. Several goroutines may use it.
type Tally struct {
	Names  atomic.Int64 // that a name may follow
	Others atomic.Int64

	mu     sync.Mutex
	kinds  []kind // of Names
	advice []string
	places []string
}

// kind is a spelling of "urn:" that a name may follow.
type kind struct {
	spelled string
	n       int64
}

// Full reports whether Add needs no further place.
func (t *Tally) Full() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.places) == maxPlaces
}

// Add counts a spelling that a name may follow, at a place such as file:line. Advice, if not nil, returns
// what to do about it, or "". The first places that are added are reported.
func (t *Tally) Add(spelled []byte, advice func() string, place string) {
	if bytes.ContainsFunc(spelled, unicode.IsControl) {
		spelled = []byte(strconv.Quote(string(spelled)))
	}
	t.Names.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.kinds, func(k kind) bool { return ascii.EqualFold(k.spelled, spelled) })
	if i < 0 {
		if i = len(t.kinds); i == maxKinds {
			i--
			t.kinds[i].spelled = "others"
		} else if t.kinds = append(t.kinds, kind{string(spelled), 0}); advice != nil {
			if s := advice(); s != "" && !slices.Contains(t.advice, s) {
				t.advice = append(t.advice, s)
			}
		}
	}
	t.kinds[i].n++
	if len(t.places) < maxPlaces {
		t.places = append(t.places, place+" "+string(spelled))
	}
}

// String describes the spellings that a name may follow: their number, and the first places.
func (t *Tally) String() string {
	n := t.Names.Load()
	if n == 0 {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := fmt.Sprintf("%d texts that may be names are left", n)
	if n == 1 {
		s = "1 text that may be a name is left"
	}
	for i, k := range t.kinds {
		if len(t.kinds) > 1 {
			s += fmt.Sprintf("%c %d %s", ":,"[min(i, 1)], k.n, k.spelled)
		}
	}
	s += " (" + strings.Join(t.places, ", ")
	if n > int64(len(t.places)) {
		s += " ..."
	}
	s += ")"
	if len(t.advice) > 0 {
		s += ": try " + strings.Join(t.advice, ", ")
	}
	return s
}
