package pattern

import (
	"slices"
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

func BenchmarkRatio(b *testing.B) {
	p := MustCompile("urn:dd:apps:{kind}:{region}:{org}:{runner}:{id}")
	const s = "urn:dd:apps:on-prem-runner:us1:12345:9f3c2b1a:77"
	u := urn.MustParse(s)
	var spans [8]urn.Span
	for b.Loop() {
	}
	b.ReportMetric(ratio(func() { p.Match(u, spans[:0]) }, func() { urn.Parse(s) }), "match/Parse")
}
