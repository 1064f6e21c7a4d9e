package find_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// hostile texts are those that could make a finder go over the same bytes again
// and again. Each is repeated, up to any length.
var hostile = []struct {
	name         string
	unit         string
	once         string // what stands before the repetition
	last         string // and after it
	found, exact int    // how many matches there are in 100 units of it
}{
	{name: "urn", unit: "urn:", found: 0, exact: 1},
	{name: "urn-refused", unit: "urn:-", found: 0, exact: 0},
	{name: "urn-glued", unit: "aurn:ex:b", found: 0, exact: 0},
	{name: "nid-too-long", unit: "urn:" + strings.Repeat("a", 36), found: 0, exact: 0},
	{name: "nid-endless", once: "urn:", unit: "a", found: 0, exact: 0},
	{name: "nid-no-nss", unit: "urn:" + strings.Repeat("a", 32) + ": ", found: 0, exact: 0},
	{name: "nss-endless", once: "urn:ex:", unit: "a", found: 1, exact: 1},
	{name: "colons", unit: ":", found: 0, exact: 0},
	{name: "percents", unit: "%", found: 0, exact: 0},
	{name: "rn", unit: "rn:", found: 0, exact: 0},
	{name: "escape-fails", unit: "urn:ex:a%", found: 0, exact: 100},
	{name: "escapes-fail-at-end", once: "urn:ex:a", unit: "%41", last: "%4", found: 0, exact: 1},
	{name: "r-fails", unit: "urn:ex:a?+%", found: 0, exact: 100},
	{name: "q-fails", unit: "urn:ex:a?=/", found: 0, exact: 100},
	{name: "question-marks", once: "urn:ex:a", unit: "?", found: 1, exact: 1},
	{name: "full-stops", once: "urn:ex:a", unit: ".", found: 0, exact: 1},
	{name: "given-back", unit: "urn:ex:a........ ", found: 0, exact: 100},
	{name: "opening", once: "urn:ex:a", unit: "(", found: 1, exact: 1},
	{name: "closing", once: "urn:ex:a", unit: ")", found: 1, exact: 1},
	{name: "closing-each", unit: "urn:ex:a)))))))) ", found: 100, exact: 100},
	{name: "list", unit: "urn:ex:a,", found: 100, exact: 1},
	{name: "quoted", unit: "'urn:ex:a',", found: 100, exact: 1},
	{name: "open-quotes", unit: "\"urn:a.b:c ", found: 0, exact: 0},
	{name: "template", unit: "urn:ex:{a}", found: 0, exact: 0},
	{name: "paths", once: "https://a?", unit: "/urn:ex:a&b", found: 100, exact: 1},
	{name: "concatenated", unit: "\"urn:ex:a:\"        ", found: 100, exact: 100},
	{name: "brackets", once: "urn:ex:a", unit: "()", last: ").", found: 1, exact: 1},
}

// hostileText returns n units of a hostile text.
func hostileText(i, n int) []byte {
	h := hostile[i]
	return []byte(h.once + strings.Repeat(h.unit, n) + h.last)
}

// TestLinear times the same.
func TestFindHostile(t *testing.T) {
	testhelp.Slow(t)
	size := 1 << 20
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			text := hostileText(i, 100)
			checkFind(t, scan.Finder{}, text)
			checkFind(t, scan.Finder{Mode: scan.ModeExact}, text)
			require.Len(t, byNext(scan.Finder{}, text), h.found)
			require.Len(t, byNext(scan.Finder{Mode: scan.ModeExact}, text), h.exact)

			n := size / len(h.unit)
			want := h.found
			if want == 100 {
				want = n
			}
			text = hostileText(i, n)
			for _, f := range finders {
				found := 0
				for range f.All(text) {
					found++
				}
				if f == (scan.Finder{}) {
					require.Equal(t, want, found)
				}
			}
		})
	}
	t.Run("keyword", func(t *testing.T) {
		// A query's keyword has no bound, and is nothing without its "=".
		f := scan.Finder{Syntax: urn.Draft2141bis}
		for _, text := range []string{"urn:ex:a?" + strings.Repeat("k", size), "urn:ex:a?k=v" + strings.Repeat("&kk", size/3), strings.Repeat("urn:ex:a?k", size/10)} {
			require.NotEmpty(t, collectNear(f, []byte(text)))
		}
	})
}

// TestLinear: 16 times the text takes about 16 times as long, whatever the text
// is. What takes quadratic time takes 256 times as long.
func TestLinear(t *testing.T) {
	testhelp.Slow(t)
	// A name of either length takes long enough to measure.
	const small, factor, limit = 16 << 10, 16, 100
	// The processor's time, and long enough that its grain does not show.
	measure := func(f func()) time.Duration {
		start, times := testhelp.CPUTime(), 0
		for {
			f()
			times++
			if d := testhelp.CPUTime() - start; d > 300*time.Microsecond || times == factor {
				return d / time.Duration(times)
			}
		}
	}
	works := map[string]func(text []byte){
		"Locate": func(text []byte) { urn.RFC8141.LocateBytes(text) },
		"Finder": func(text []byte) {
			for range (scan.Finder{}).All(text) {
			}
		},
		"settled": func(text []byte) { find.Settled(find.Finder{}, text, 0) },
		"Near": func(text []byte) {
			for range (scan.Finder{Mode: scan.ModeNear}).All(text) {
			}
		},
	}
	for i, h := range hostile {
		a, b := hostileText(i, small/len(h.unit)), hostileText(i, factor*small/len(h.unit))
		for name, work := range works {
			ta, tb := time.Hour, time.Hour
			for range testhelp.Tries {
				ta = min(ta, measure(func() { work(a) }))
			}
			// Locate is done with most of these at once, in no time to speak of.
			allowed := limit * max(ta, 4*time.Microsecond)
			for range testhelp.Tries {
				if tb = min(tb, measure(func() { work(b) })); tb <= allowed {
					break
				}
			}
			if tb > allowed {
				t.Errorf("%s, %s: %v for %d bytes, %v for %d", name, h.name, ta, len(a), tb, len(b))
			}
		}
	}
}

// findCost is what a search with near misses in text costs, in nanoseconds a byte. The first passes
// over a short text teach the branch predictor, which doubles their cost.
func findCost(text []byte) float64 {
	best := time.Hour
	for range 3 {
		start, times := testhelp.CPUTime(), 0
		for times == 0 || testhelp.CPUTime()-start < 500*time.Microsecond {
			for range (scan.Finder{Mode: scan.ModeNear}).All(text) {
			}
			times++
		}
		best = min(best, (testhelp.CPUTime()-start)/time.Duration(times))
	}
	return float64(best) / float64(len(text))
}

// costsTooMuch reports whether text costs more than limit times a log for each byte, each time
// that it is measured together with the log, so that other work of the machine cannot fail a test.
func costsTooMuch(text, log []byte, limit float64) (times float64, tooMuch bool) {
	for range 8 {
		if times = findCost(text) / findCost(log); times <= limit {
			return times, false
		}
	}
	return times, true
}

// TestFindCost measures the texts of which a byte costs most, and units of tokens of the rule, the
// same each time. None may cost more than limit times a log, about three times the worst known.
// URN_FIND_COST is how long to search for a worse one, such as 10m.
func TestFindCost(t *testing.T) {
	const limit, mended = 250, 110
	if testing.Short() || testhelp.Race {
		t.Skip("an emulated processor and the race detector change what costs how much")
	}
	log, _ := readSample(t)
	type text struct {
		head, unit string
		cost       float64
	}
	make := func(x text, n int) []byte { return []byte(x.head + strings.Repeat(x.unit, n/len(x.unit)+1)) }
	// These were the worst: what surrounds a candidate was read for each "?", a part read what it
	// did not hold, and what follows a "(" was read to its end, past each "#urn:". The last one would
	// be the worst if each ")" looked for the closing delimiter.
	for _, unit := range []string{"?*%00@?:urn:ex:a?+b?a=?/", "?+:$x:urn:ex:a?=b&?=?", "?:urn:ex:a?+b?%00", "urn:ex:a(b #", "urn:ex:a(|#", `"urn:ex:` + strings.Repeat(")", 40) + `"`} {
		if times, bad := costsTooMuch(make(text{unit: unit}, 8<<10), log, mended); bad {
			t.Errorf("%q: %.0f times a log", unit, times)
		}
	}
	d, units := time.Duration(0), 200
	if s := os.Getenv("URN_FIND_COST"); s != "" {
		var err error
		if d, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(36, uint64(d)))
	var worst []text
	try := func(x text) {
		x.cost = findCost(make(x, 8<<10))
		worst = append(worst, x)
		slices.SortFunc(worst, func(a, b text) int { return int(b.cost - a.cost) })
		worst = worst[:min(len(worst), 12)]
	}
	try(text{unit: "...urn:ex:a?+b?:?:?a="})
	word := func() string { return findWords[r.IntN(len(findWords))] }
	for begin := testhelp.CPUTime(); units > 0 || testhelp.CPUTime()-begin < d; units-- {
		x := text{unit: word()}
		if d > 0 && r.IntN(2) == 0 {
			x = worst[r.IntN(len(worst))] // one of the worst, changed
		}
		for range r.IntN(3) {
			if x.unit += word(); r.IntN(2) == 0 {
				x.unit = word() + x.unit
			}
		}
		if len(x.unit) > 40 {
			continue
		}
		if r.IntN(3) == 0 {
			x.head = word() + word()
		}
		try(x)
	}
	base := findCost(log)
	for _, x := range worst {
		long := findCost(make(x, 64<<10))
		t.Logf("%q and then %q: %.1f ns a byte, 8 times the text %.1f; %.0f times a log", x.head, x.unit, x.cost, long, x.cost/base)
		if times, bad := costsTooMuch(make(x, 8<<10), log, limit); bad {
			t.Errorf("%q and then %q: %.0f times a log", x.head, x.unit, times)
		} else if _, bad := costsTooMuch(make(x, 64<<10), log, max(3*times, 100)); bad {
			t.Errorf("%q and then %q: eight times the text costs more than three times as much for each byte", x.head, x.unit)
		}
	}
}
