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

// findCost is what a search with near misses in text costs, in nanoseconds a byte.
func findCost(text []byte) float64 {
	best := time.Hour
	for range 3 {
		start, times := testenv.CPUTime(), 0
		for times == 0 || testenv.CPUTime()-start < 20*time.Microsecond {
			for range (Finder{Near: true}).All(text) {
			}
			times++
		}
		best = min(best, (testenv.CPUTime()-start)/time.Duration(times))
	}
	return float64(best) / float64(len(text))
}

// TestFindCost searches units of tokens of the rule, after a head, for the text that costs
// most for each byte. None may cost more than a limit, and eight times the text no more than
// twice as much for each byte. The worst known costs 970 times a log. URN_FIND_COST is how long to search, such as 10m.
func TestFindCost(t *testing.T) {
	// Times a log. A candidate reads what is before the 17th further one, in the worst case.
	const limit, mended = 1500, 450
	if testenv.Race {
		t.Skip("the race detector changes what costs how much")
	}
	log, _ := readSample(t)
	base := findCost(log)
	d := 2 * time.Second
	if s := os.Getenv("URN_FIND_COST"); s != "" {
		var err error
		if d, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(36, uint64(time.Now().UnixNano())))
	type text struct {
		head, unit string
		cost       float64
	}
	make := func(x text, n int) []byte { return []byte(x.head + strings.Repeat(x.unit, n/len(x.unit)+1)) }
	var worst []text
	try := func(x text) {
		x.cost = findCost(make(x, 8<<10))
		worst = append(worst, x)
		slices.SortFunc(worst, func(a, b text) int { return int(b.cost - a.cost) })
		worst = worst[:min(len(worst), 12)]
	}
	// These were the worst: what surrounds a candidate was read for each "?", and a part read
	// what it did not hold.
	for _, unit := range []string{"?*%00@?:urn:ex:a?+b?a=?/", "?+:$x:urn:ex:a?=b&?=?", "?:urn:ex:a?+b?%00"} {
		if c := findCost(make(text{unit: unit}, 8<<10)); c > mended*base {
			t.Errorf("%q: %.1f ns a byte, %.0f times a log", unit, c, c/base)
		}
	}
	word := func() string { return findWords[r.IntN(len(findWords))] }
	for begin := testenv.CPUTime(); testenv.CPUTime()-begin < d; {
		x := text{unit: word()}
		if len(worst) > 0 && r.IntN(2) == 0 {
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
	for _, x := range worst {
		long := findCost(make(x, 64<<10))
		t.Logf("%q and then %q: %.1f ns a byte, 8 times the text %.1f; %.0f times a log", x.head, x.unit, x.cost, long, x.cost/base)
		if x.cost > limit*base && findCost(make(x, 8<<10)) > limit*base || long > 2*x.cost+1 && findCost(make(x, 64<<10)) > 2*x.cost+1 {
			t.Errorf("%q and then %q costs too much", x.head, x.unit)
		}
	}
}
