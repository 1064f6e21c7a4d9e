package dfa_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestSets compares Find and IndexFour, with and without vectors, with a search byte by byte.
func TestSets(t *testing.T) {
	r := rand.New(rand.NewPCG(39, 3))
	members := [3]string{":/,", "%(\x7f", "(~\x00"}
	var sets dfa.Sets
	for k, list := range members {
		for _, c := range []byte(list) {
			sets.Add(k, c)
		}
	}
	long := make([]byte, 5*4096)
	for i := range long {
		long[i] = byte(r.IntN(256))
		if r.IntN(2) == 0 {
			long[i] = ":/,%(\x7f~\x00"[r.IntN(8)]
		}
	}
	text := string(append(long[:len(long)-1], 'a'))
	defer dfa.UseVector(dfa.UseVector(true))
	for range 40000 {
		from := r.IntN(len(text) - 1)
		to := min(len(text), from+1+r.IntN(100))
		i := r.IntN(to - from)
		s := text[from:to]
		var want [3]uint64
		for j := range min(64, len(s)-i) {
			for k, list := range members {
				c := s[i+j]
				if strings.IndexByte(list, c) >= 0 || k == 2 && c >= 0x80 {
					want[k] |= 1 << j
				}
			}
		}
		for _, vectors := range []bool{true, false} {
			dfa.UseVector(vectors)
			var got [3]uint64
			if got[0], got[1], got[2] = sets.Find(s, i); got != want {
				t.Fatalf("Find(%q, %d) with vectors %v: %x, want %x", s, i, vectors, got, want)
			}
			at := i + strings.IndexAny(text[from+i:], "a\x01&\\")
			for _, s := range [][]byte{long[from:], long[from:to]} {
				if got := dfa.IndexFour(s, i, &[4]byte{'a', 1, '&', '\\'}); got != min(at, len(s)) {
					t.Fatalf("IndexFour of %d bytes, %d, with vectors %v: %d, want %d", len(s), i, vectors, got, at)
				}
			}
		}
	}
}
