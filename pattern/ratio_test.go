package pattern

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// ratio runs a and b in turn and returns the median of the quotients of their
// times: what else the machine does meets both.
func ratio(a, b func()) float64 {
	const rounds, calls = 101, 500
	var quotients []float64
	for range rounds {
		start := time.Now()
		for range calls {
			a()
		}
		middle := time.Now()
		for range calls {
			b()
		}
		quotients = append(quotients, float64(middle.Sub(start))/float64(time.Since(middle)))
	}
	slices.Sort(quotients)
	return quotients[rounds/2]
}

const fiveFields = "urn:dd:apps:{kind}:{region}:{org}:{runner}:{id}"

type five struct {
	Kind, Region string
	Org          int64
	Runner       string
	ID           int
}

// fiveNames returns n names of the shape fiveFields, of many lengths.
func fiveNames(n int) []urn.URN {
	r := rand.New(rand.NewPCG(15, 6))
	word := func(from, to int) string {
		b := make([]byte, from+r.IntN(to-from+1))
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyz0123456789-"[r.IntN(37)]
		}
		return string(b)
	}
	names := make([]urn.URN, n)
	for i := range names {
		names[i] = urn.MustParse(fmt.Sprintf("urn:dd:apps:%s:%s:%d:%s:%d", word(4, 14), word(2, 8), 1+r.IntN(1e6), word(8, 36), r.IntN(1e6)))
	}
	return names
}

// BenchmarkRatio compares matching with Parse of the same names, in shuffled
// order, and with a regular expression of the same groups.
func BenchmarkRatio(b *testing.B) {
	names := fiveNames(4096)
	p, typed := MustCompile(fiveFields), MustFor[five](fiveFields)
	re := regexp.MustCompile(`^(?i:urn:dd):apps:([^:]+):([^:]+):([^:]+):([^:]+):([^:?#]+)`)
	next := func(f func(u urn.URN)) func() {
		i := 0
		return func() { f(names[i%len(names)]); i++ }
	}
	parse := next(func(u urn.URN) { urn.Parse(u.String()) })
	match := next(func(u urn.URN) {
		if !p.MatchURN(u) {
			b.Fatal(u)
		}
	})
	into := next(func(u urn.URN) {
		if _, err := typed.ParseURN(u); err != nil {
			b.Fatal(err)
		}
	})
	groups := next(func(u urn.URN) {
		if re.FindStringSubmatchIndex(u.String()) == nil {
			b.Fatal(u)
		}
	})
	for b.Loop() {
	}
	b.ReportMetric(ratio(match, parse), "match/Parse")
	b.ReportMetric(ratio(into, parse), "struct/Parse")
	b.ReportMetric(ratio(groups, match), "regexp/match")
}

// BenchmarkRatioVendors compares a match by the set of all vendors' patterns with Parse of the
// same names: those of their tests that are URNs, in shuffled order.
func BenchmarkRatioVendors(b *testing.B) {
	set := Vendors()
	text, err := os.ReadFile("testdata/vendors.tsv")
	if err != nil {
		b.Fatal(err)
	}
	var names []urn.URN
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(line, "\t")
		if len(columns) < 4 || columns[0] == "-" {
			continue
		}
		var name string
		if err := json.Unmarshal([]byte(columns[1]), &name); err != nil {
			b.Fatal(err)
		}
		if u, err := urn.Parse(name); err == nil {
			names = append(names, u)
		}
	}
	rand.New(rand.NewPCG(39, 2)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	next := func(f func(u urn.URN)) func() {
		i := 0
		return func() { f(names[i%len(names)]); i++ }
	}
	parse := next(func(u urn.URN) { urn.Parse(u.String()) })
	match := next(func(u urn.URN) {
		if _, _, ok := set.MatchURN(u); !ok {
			b.Fatal(u)
		}
	})
	for b.Loop() {
	}
	b.ReportMetric(ratio(match, parse), "set/Parse")
}
