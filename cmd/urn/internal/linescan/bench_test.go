package linescan

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// BenchmarkAppend measures what normal forms and keys of the corpus cost beside reading its
// lines. They take turns, so that a change of the machine's speed affects all alike.
func BenchmarkAppend(b *testing.B) {
	text, err := os.ReadFile("../../../../testdata/corpus.txt")
	if err != nil {
		b.Fatal(err)
	}
	names := strings.Fields(string(text))
	out := make([]byte, 0, len(text))
	through := func(use func(s *Scanner) int64) func() {
		return func() {
			const block = 128 << 10
			for rest := text; len(rest) > 0; {
				n := bytes.LastIndexByte(rest[:min(block, len(rest))], '\n') + 1
				s := New(rest[:n], urn.RFC8141, 1, false)
				out = out[:0]
				for use(s) > 0 {
				}
				rest = rest[n:]
			}
		}
	}
	ways := []struct {
		name string
		run  func()
	}{
		{"parse", func() {
			for _, s := range names {
				if _, err := urn.Parse(s); err != nil {
					b.Fatal(err)
				}
			}
		}},
		{"skip", through(func(s *Scanner) int64 { return s.Skip(math.MaxInt) })},
		{"normalized", through(func(s *Scanner) (n int64) { out, n = s.Append(out, Normalized, math.MaxInt); return n })},
		{"key", through(func(s *Scanner) (n int64) { out, n = s.Append(out, Key, math.MaxInt); return n })},
	}
	times := make([][]float64, len(ways))
	for b.Loop() {
		for range 20 {
			for i, w := range ways {
				begin := time.Now()
				w.run()
				times[i] = append(times[i], float64(time.Since(begin).Nanoseconds())/float64(len(names)))
			}
		}
	}
	for i, w := range ways {
		slices.Sort(times[i])
		b.ReportMetric(times[i][len(times[i])/2], w.name+"-ns/line")
	}
	b.ReportMetric(0, "ns/op")
}
