package dfa_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestIndexPrefix: every place of the prefix, in every spelling, is found, and nothing
// else. What is after the text does not count.
func TestIndexPrefix(t *testing.T) {
	m := &full
	g := rand.New(rand.NewPCG(8, 1))
	words := []string{"abc:", "ABC:", "aBc:", "ab", "bc:", "abd:", "abc;", ":", "c", "xabc", "\x1abc:", strings.Repeat("-", 31), strings.Repeat(".", 64)}
	fits := func(s string) bool {
		return len(s) >= 4 && (uint32(s[0])|uint32(s[1])<<8|uint32(s[2])<<16|uint32(s[3])<<24)|m.PrefixFold == m.Prefix
	}
	found := 0
	both(func(vectors bool) {
		for range 3000 {
			var b strings.Builder
			for range g.IntN(12) {
				b.WriteString(words[g.IntN(len(words))])
			}
			text := b.String()[:g.IntN(b.Len()+1)]
			for _, i := range []int{0, min(1, len(text)), g.IntN(len(text) + 1)} {
				at, ok := m.IndexPrefix(text, i)
				if !ok {
					require.Equal(t, i, at)
					continue
				}
				want := i
				for want < len(text) && !fits(text[want:]) {
					want++
				}
				if at > want || at < i || at < want && len(text)-at >= dfa.PrefixRoom {
					t.Fatalf("IndexPrefix(%q, %d) = %d, want %d", text, i, at, want)
				}
				if want < len(text) && at == want {
					found++
				}
			}
		}
		if !vectors {
			_, ok := m.IndexPrefix(strings.Repeat("abc:", 30), 0)
			require.False(t, ok)
		} else if _, ok := m.IndexPrefix(strings.Repeat("abc:", 30), 0); ok {
			require.Greater(t, found, 100)
		}
	})
}
