package find_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// The benchmarks of the search run over the log that URN_FIND_LOG names, or
// over the sample if it is not set. "make bench-find" generates one of 200 MB,
// so that no cache holds it and no branch predictor learns it.
func benchLog(tb testing.TB) []byte {
	tb.Helper()
	name := os.Getenv("URN_FIND_LOG")
	if name == "" {
		log, _ := readSample(tb)
		return log
	}
	log, err := os.ReadFile(name)
	require.NoError(tb, err)
	return log
}

// findExpression is what people write instead: the grammar of RFC 8141, and
// "\b" for what may precede. It does not give punctuation back, like
// Finder{Mode: scan.ModeExact}.
var findExpression = func() *regexp.Regexp {
	const (
		pchar = `(?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
		path  = `(?:[0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})`
		query = `(?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})`
		res   = `(?:[0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}|\?+(?:[0-9A-Za-z._~!$&'()*+,;:@/-]|%[0-9A-Fa-f]{2}))`
	)
	return regexp.MustCompile(`\b(?i:urn):[0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z]:` + pchar + path + `*` +
		`(?:\?\+` + pchar + res + `*)?(?:\?=` + pchar + query + `*)?(?:#` + query + `*)?`)
}()

func TestFindExpression(t *testing.T) {
	log, _ := readSample(t)
	if testing.Short() {
		log = log[:200<<10]
	}
	n := 0
	found := findExpression.FindAllIndex(log, -1)
	for m := range (scan.Finder{Mode: scan.ModeExact}).All(log) {
		// The expression takes a "?" at the end of an r-component for no part
		// of it. Only then do they differ.
		u := strings.TrimRight(string(log[m.Start:m.End]), "?")
		require.Less(t, n, len(found), "%q at %d is one too many", u, m.Start)
		require.Equal(t, []int{m.Start, m.Start + len(strings.TrimRight(string(log[found[n][0]:found[n][1]]), "?"))}, []int{found[n][0], m.Start + len(u)})
		n++
	}
	require.Equal(t, len(found), n)
}

// finding is a way to look for URNs. It returns how many it found.
type finding struct {
	name string
	find func(text []byte) int
}

var findings = []finding{
	{"Finder.All", func(text []byte) (n int) {
		for range (scan.Finder{}).All(text) {
			n++
		}
		return n
	}},
	{"Finder.All, exact", func(text []byte) (n int) {
		for range (scan.Finder{Mode: scan.ModeExact}).All(text) {
			n++
		}
		return n
	}},
	{"Finder.Next", func(text []byte) (n int) {
		for m, ok := (scan.Finder{}).Next(text, 0); ok; m, ok = (scan.Finder{}).Next(text, m.End) {
			n++
		}
		return n
	}},
	{"Finder.Next, by line", func(text []byte) (n int) {
		for len(text) > 0 {
			end := bytes.IndexByte(text, '\n') + 1
			if end == 0 {
				end = len(text)
			}
			line := text[:end]
			text = text[end:]
			for m, ok := (scan.Finder{}).Next(line, 0); ok; m, ok = (scan.Finder{}).Next(line, m.End) {
				n++
			}
		}
		return n
	}},
	{"Finder.Near", func(text []byte) (n int) {
		for range (scan.Finder{Mode: scan.ModeNear}).All(text) {
			n++
		}
		return n
	}},
	{"candidates alone", func(text []byte) (n int) {
		for at := find.IndexScheme(text, 0); at >= 0; at = find.IndexScheme(text, at+4) {
			n++
		}
		return n
	}},
	{"bytes.Index urn:", func(text []byte) (n int) {
		for {
			at := bytes.Index(text, []byte("urn:"))
			if at < 0 {
				return n
			}
			n++
			text = text[at+4:]
		}
	}},
	{"bytes.IndexByte :", func(text []byte) (n int) {
		for at := 0; ; at++ {
			next := bytes.IndexByte(text[at:], ':')
			if next < 0 {
				return n
			}
			if at += next; at >= 3 && text[at-1]|0x20 == 'n' && text[at-2]|0x20 == 'r' && text[at-3]|0x20 == 'u' {
				n++
			}
		}
	}},
	{"regexp", func(text []byte) int { return len(findExpression.FindAllIndex(text, -1)) }},
}

func BenchmarkFind(b *testing.B) {
	log := benchLog(b)
	for _, f := range findings[:len(findings)-1] {
		b.Run(strings.ReplaceAll(f.name, " ", ""), func(b *testing.B) {
			b.SetBytes(int64(len(log)))
			b.ReportAllocs()
			for b.Loop() {
				f.find(log)
			}
		})
	}
}

// BenchmarkFindRatio goes through the log once, 2 MiB at a time, and measures
// every way on each piece. So a change of the machine's speed affects all of
// them alike.
func BenchmarkFindRatio(b *testing.B) {
	log := benchLog(b)
	const piece = 2 << 20
	times := make([][]float64, len(findings))
	found := make([]int, len(findings))
	for at := 0; at+piece <= len(log); at += piece {
		text := log[at : at+piece]
		for k, f := range findings {
			start := testhelp.CPUTime()
			found[k] += f.find(text)
			times[k] = append(times[k], float64(testhelp.CPUTime()-start)/piece)
		}
	}
	require.NotEmpty(b, times[0])
	for range b.N { // the above is the measurement
	}
	b.ReportMetric(0, "ns/op")
	var table strings.Builder
	fmt.Fprintf(&table, "%s, %s/%s, a log of %d MB, medians of %d pieces\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, len(log)/1e6, len(times[0]))
	fmt.Fprintf(&table, "%-22s %10s %8s %14s %8s\n", "", "found", "GB/s", "regexp is x", "x All")
	all, expression := times[0], times[len(times)-1]
	for k, f := range findings {
		fmt.Fprintf(&table, "%-22s %10d %8.2f %14.1f %8.2f\n", f.name, found[k], 1/median(times[k]), median(ratios(expression, times[k])), median(ratios(times[k], all)))
	}
	fmt.Print(table.String()) // a benchmark's log is cut after ten lines
}

// BenchmarkFindHostile compares, byte for byte, hostile texts with the log:
// none may cost more than a limit, and none much more for being longer.
// The text and the log take turns. What it costs finders other than the zero
// one is told for the shortest texts, because there are eight of them.
func BenchmarkFindHostile(b *testing.B) {
	log := benchLog(b)
	const rounds = 3
	// The rule looks at up to 256 bytes before each candidate, and as many after it. The
	// log has a candidate in 340 bytes, and these texts have one in 10. In the worst of them,
	// paths, the 256 bytes before each tell that it is in the path of a URL: 85 to 96 times
	// the cost of the log. The next one, concatenated, has 47.
	const limit = 130
	sizes := []int{256 << 10, 1 << 20, 4 << 20}
	cost := func(f scan.Finder, text []byte) float64 {
		start := testhelp.CPUTime()
		for range f.All(text) {
		}
		return float64(testhelp.CPUTime()-start) / float64(len(text))
	}
	r := rand.New(rand.NewPCG(6, 28))
	ratio := func(f scan.Finder, text []byte) float64 {
		var all []float64
		for range rounds {
			at := r.IntN(max(1, len(log)-1<<20)) // not twice the same: it would be learnt
			all = append(all, cost(f, text)/cost(f, log[at:min(at+1<<20, len(log))]))
		}
		return median(all)
	}
	var table strings.Builder
	fmt.Fprintf(&table, "cost per byte, times that of the log; medians of %d rounds\n%-20s", rounds, "")
	for _, size := range sizes {
		fmt.Fprintf(&table, "%10d KiB", size>>10)
	}
	table.WriteString("   slowest finder")
	for i, h := range hostile {
		fmt.Fprintf(&table, "\n%-20s", h.name)
		var text []byte
		var first, slowest float64
		for k, size := range sizes {
			text = hostileText(i, size/len(h.unit))
			x := ratio(scan.Finder{}, text)
			if k == 0 {
				first = x
			}
			fmt.Fprintf(&table, "%14.2f", x)
			if x > limit {
				b.Errorf("%s, %d KiB: %.1f times the cost of the log, byte for byte", h.name, size>>10, x)
			}
			if x > max(1, 3*first) { // what is cheaper than the log depends on the cache
				b.Errorf("%s, %d KiB: %.1f times the cost of the log, byte for byte; for %d KiB, %.1f", h.name, size>>10, x, sizes[0]>>10, first)
			}
		}
		of := scan.Finder{}
		text = hostileText(i, sizes[0]/len(h.unit))
		for _, f := range finders {
			if x := ratio(f, text); x > slowest {
				slowest, of = x, f
			}
		}
		fmt.Fprintf(&table, "%8.2f %v", slowest, of)
	}
	for range b.N { // the above is the measurement
	}
	b.ReportMetric(0, "ns/op")
	fmt.Println(table.String())
}
