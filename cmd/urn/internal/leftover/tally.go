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
const (
	maxPlaces = 3
	maxKinds  = 6
)

// Tally counts the spellings that are left in a text. Several goroutines may use it.
type Tally struct {
	Names  atomic.Int64 // that a name may follow
	Others atomic.Int64

	mu     sync.Mutex
	kinds  []kind // of Names
	places []string
}

// kind is a spelling of "urn:" that a name may follow.
type kind struct {
	spelled, advice string
	n               int64
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
	switch {
	case i >= 0:
	case len(t.kinds) < maxKinds:
		i = len(t.kinds)
		t.kinds = append(t.kinds, kind{spelled: string(spelled)})
		if advice != nil {
			t.kinds[i].advice = advice()
		}
	default:
		i = maxKinds - 1
		t.kinds[i].spelled, t.kinds[i].advice = "others", ""
	}
	t.kinds[i].n++
	if len(t.places) < maxPlaces {
		t.places = append(t.places, place+" "+string(spelled))
	}
}

// String describes the spellings that a name may follow: their number, and the first places.
func (t *Tally) String() string {
	if t.Names.Load() == 0 {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var kinds, advice []string
	for _, k := range t.kinds {
		kinds = append(kinds, fmt.Sprintf("%d %s", k.n, k.spelled))
		if k.advice != "" && !slices.Contains(advice, k.advice) {
			advice = append(advice, k.advice)
		}
	}
	left := "texts that may be names are left"
	if t.Names.Load() == 1 {
		left = "text that may be a name is left"
	}
	s := fmt.Sprintf("%d %s", t.Names.Load(), left)
	if len(kinds) > 1 {
		s += ": " + strings.Join(kinds, ", ")
	}
	s += " (" + strings.Join(t.places, ", ")
	if t.Names.Load() > int64(len(t.places)) {
		s += " ..."
	}
	s += ")"
	if len(advice) > 0 {
		s += ": try " + strings.Join(advice, ", ")
	}
	return s
}
