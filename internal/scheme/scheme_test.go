package scheme

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestIndex compares Index with a search by the standard library, with vectors and without,
// from every place of texts of several blocks.
func TestIndex(t *testing.T) {
	words := []string{"urn:", "URN:", "uRn:", "ur", "rn:", "urn", "urn;", "\x15rn:", "u\x12n:", "urn\x1a", "UrM:", "x", ":", strings.Repeat("-", 30), strings.Repeat("n:", 33)}
	g := rand.New(rand.NewPCG(4, 2))
	found := 0
	for _, vectors := range []bool{true, false} {
		before := dfa.UseVector(vectors)
		for range 400 {
			var text []byte
			for range g.IntN(12) {
				text = append(text, words[g.IntN(len(words))]...)
			}
			lower := strings.Map(func(r rune) rune {
				if 'A' <= r && r <= 'Z' {
					r |= 0x20
				}
				return r
			}, string(text))
			for i := range len(text) + 1 {
				want := strings.Index(lower[i:], "urn:")
				if want >= 0 {
					want += i
					found++
				}
				if got := Index(text, i); got != want {
					t.Fatalf("Index(%q, %d) = %d, want %d (vectors: %v)", text, i, got, want, vectors)
				}
				if i+4 <= len(text) && Begins(text[i:]) != (want == i) {
					t.Fatalf("Begins(%q) = %v", text[i:], want != i)
				}
			}
		}
		dfa.UseVector(before)
	}
	if found < 1000 {
		t.Errorf("only %d searches found something", found)
	}
}
