package urn

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gourn "github.com/leodido/go-urn"
)

// All benchmarks run over testdata/corpus.txt: 20,000 URNs of 15 namespaces in
// random order. A handful of fixed strings would measure how well the branch
// predictor learns them, which is a third of the truth.

// rfc8141Expression is the grammar of RFC 8141 as a regular expression, with
// the components as groups.
var rfc8141Expression = regexp.MustCompile(`^(?i:urn):([0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z])` +
	`:((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)` +
	`(?:\?\+((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*?))?` +
	`(?:\?=((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*))?` +
	`(?:#((?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*))?$`)

// engine is something that reads one URN. It reports whether it took it.
type engine struct {
	name string
	read func(s string, b []byte) bool
}

var engines = []engine{
	{"utf8.ValidString", func(s string, _ []byte) bool { return utf8.ValidString(s) }},
	{"LocateBytes", func(_ string, b []byte) bool { _, f := RFC8141.LocateBytes(b); return f.Reason == 0 }},
	{"Locate", func(s string, _ []byte) bool { _, f := RFC8141.Locate(s); return f.Reason == 0 }},
	{"Parse", func(s string, _ []byte) bool { _, err := Parse(s); return err == nil }},
	{"ParseBytes", func(_ string, b []byte) bool { _, err := RFC8141.ParseBytes(b); return err == nil }},
	{"Locate/rfc2141", func(_ string, b []byte) bool { RFC2141.LocateBytes(b); return true }},
	{"Locate/draft2141bis", func(_ string, b []byte) bool { Draft2141bis.LocateBytes(b); return true }},
	{"Locate/relaxed", func(_ string, b []byte) bool { Relaxed.LocateBytes(b); return true }},
	{"Key", func(s string, _ []byte) bool { u, _ := Parse(s); return u.Key() != "" }},
	// go-urn lower-cases its argument in place, so each round gets a new copy,
	// which is not timed.
	{"go-urn/rfc8141", func(_ string, b []byte) bool {
		_, ok := gourn.Parse(b, gourn.WithParsingMode(gourn.RFC8141Only))
		return ok
	}},
	{"go-urn/rfc2141", func(_ string, b []byte) bool { gourn.Parse(b); return true }},
	{"url.Parse", func(s string, _ []byte) bool { _, err := url.Parse(s); return err == nil }},
	{"regexp", func(s string, _ []byte) bool { return rfc8141Expression.FindStringSubmatchIndex(s) != nil }},
}

// benchCorpus returns the corpus as strings and as copies of their bytes.
func benchCorpus(tb testing.TB) (texts []string, slices [][]byte, size int64) {
	texts = corpus(tb)
	for _, s := range texts {
		slices = append(slices, []byte(s))
		size += int64(len(s))
	}
	return texts, slices, size
}

func BenchmarkCorpus(b *testing.B) {
	texts, list, size := benchCorpus(b)
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for i, s := range texts {
					e.read(s, list[i])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(texts)), "ns/URN")
		})
	}
}

// BenchmarkRatio times all engines in turn, round by round, so that a change of
// the machine's speed affects all of them alike. It reports the median ratio of
// each engine to utf8.ValidString and to go-urn.
func BenchmarkRatio(b *testing.B) {
	texts, list, _ := benchCorpus(b)
	const rounds = 25
	times := make([][]float64, len(engines))
	index := map[string]int{}
	for range rounds {
		for k, e := range engines {
			index[e.name] = k
			if strings.HasPrefix(e.name, "go-urn") {
				_, list, _ = benchCorpus(b)
			}
			start := time.Now()
			for i, s := range texts {
				e.read(s, list[i])
			}
			times[k] = append(times[k], float64(time.Since(start).Nanoseconds())/float64(len(texts)))
		}
	}
	for range b.N { // the rounds above are the measurement
	}
	b.ReportMetric(0, "ns/op")
	var table strings.Builder
	fmt.Fprintf(&table, "%s, %s/%s, %d URNs, medians of %d rounds\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, len(texts), rounds)
	fmt.Fprintf(&table, "%-22s %8s %20s %14s\n", "", "ns/URN", "x utf8.ValidString", "go-urn is x")
	for k, e := range engines {
		fmt.Fprintf(&table, "%-22s %8.1f %20.2f %14.1f\n", e.name, median(times[k]),
			median(ratios(times[k], times[index["utf8.ValidString"]])),
			median(ratios(times[index["go-urn/rfc8141"]], times[k])))
	}
	fmt.Print(table.String()) // a benchmark's log is cut after ten lines
}

func ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range a {
		r[i] = a[i] / b[i]
	}
	return r
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// BenchmarkLength shows that time is linear in length: ns/byte settles and
// stays. Each length is measured over names that differ.
func BenchmarkLength(b *testing.B) {
	g := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []struct {
		name string
		unit func() string
	}{
		{"plain", func() string { return "abcdefgh:"[g.IntN(8):] }},
		{"escapes", func() string { return fmt.Sprintf("%%%02X", g.IntN(256)) }},
		{"mixed", func() string { return []string{"abc", "%2F", "/", "x-y", "%c3%a9"}[g.IntN(5)] }},
	} {
		for n := 16; n <= 1<<20; n *= 4 {
			names := make([]string, max(1, min(1024, 1<<21/n)))
			size := 0
			for i := range names {
				var s strings.Builder
				s.WriteString("urn:example:a")
				for s.Len() < n {
					s.WriteString(shape.unit())
				}
				names[i] = s.String()
				size += s.Len()
			}
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range names {
						if !Valid(s) {
							b.Fatalf("Valid(%.80q) = false", s)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
			})
		}
	}
}
