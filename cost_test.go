package urn

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/internal/testenv"
)

// findCost is what a search with near misses in text costs, in nanoseconds a byte. The first passes
// over a short text teach the branch predictor, which doubles their cost.
func findCost(text []byte) float64 {
	best := time.Hour
	for range 3 {
		start, times := testenv.CPUTime(), 0
		for times == 0 || testenv.CPUTime()-start < 500*time.Microsecond {
			for range (Finder{Near: true}).All(text) {
			}
			times++
		}
		best = min(best, (testenv.CPUTime()-start)/time.Duration(times))
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
	if testing.Short() || testenv.Race {
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
	for begin := testenv.CPUTime(); units > 0 || testenv.CPUTime()-begin < d; units-- {
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
