package repair

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkCorpus repairs the URNs of testdata/corpus.txt, as the benchmark of the same
// name in package urn parses them.
func BenchmarkCorpus(b *testing.B) {
	data, err := os.ReadFile("../testdata/corpus.txt")
	if err != nil {
		b.Fatal(err)
	}
	texts := strings.Fields(string(data))
	b.Run("Repair", func(b *testing.B) {
		b.SetBytes(int64(len(data) - len(texts)))
		for b.Loop() {
			for _, s := range texts {
				if r, err := Parse(s); err != nil || r.urn.String() != r.input {
					b.Fatal(s, err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(texts)), "ns/URN")
	})
}
