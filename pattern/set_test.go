package pattern

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSet(t *testing.T) {
	var s Set[string]
	for _, p := range []string{
		"urn:ex:{a...}", "urn:ex:{a}", "urn:ex:{a}:{b}", "urn:ex:{a}:{b}:{c}", "urn:ex:user:{id}", "urn:ex:user:root",
		"urn:ex:{a}#{f}", "urn:ex:group:{id}", "urn:ex:Group:{id}", "urn:ietf:rfc:{n}",
	} {
		require.NoError(t, s.Add(MustCompile(p), p))
	}
	for _, c := range []struct{ urn, want string }{
		{"urn:ex:x", "urn:ex:{a}"},
		{"urn:ex:x#f", "urn:ex:{a}#{f}"},
		{"urn:ex:x:y", "urn:ex:{a}:{b}"},
		{"urn:ex:user:y", "urn:ex:user:{id}"},
		{"URN:EX:user:root", "urn:ex:user:root"},
		{"urn:ex:Group:y", "urn:ex:Group:{id}"},
		{"urn:ex:x:y:z", "urn:ex:{a}:{b}:{c}"},
		{"urn:ex:x:y:z:", "urn:ex:{a...}"},
		{"urn:ietf:RFC:1", "urn:ietf:rfc:{n}"},
		{"urn:ey:x", ""},
	} {
		p, v, spans, ok := s.Match(urn.MustParse(c.urn), nil)
		assert.Equal(t, c.want, v, c.urn)
		assert.Equal(t, c.want != "", ok)
		if ok {
			assert.Len(t, spans, len(p.fields))
		}
	}
	for _, p := range []string{"urn:ex:{b}", "urn:ex:{a}:root", "urn:ex:{a...}?=q", "urn:ietf:RFC:{n}"} {
		err := s.Add(MustCompile(p), p)
		var e *ConflictError
		if assert.ErrorAs(t, err, &e, p) {
			assert.NoError(t, MustCompile(e.Pattern).Explain(urn.MustParse(e.Witness)))
			assert.NoError(t, MustCompile(e.Other).Explain(urn.MustParse(e.Witness)))
		}
	}
}

// kinds returns a set of n patterns of two shapes, and URNs that match them.
func kinds(tb testing.TB, n int) (*Set[int], []urn.URN) {
	var s Set[int]
	var names []urn.URN
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		text := fmt.Sprintf("urn:ex:kind%d:{tenant}:{id}", i)
		if i%2 == 1 {
			text = fmt.Sprintf("urn:ey:{tenant}:kind%d:{id}", i)
		}
		require.NoError(tb, s.Add(MustCompile(text), i))
		for range max(1, 1000/n) {
			if i%2 == 1 {
				names = append(names, urn.MustParse(fmt.Sprintf("urn:ey:t%d:kind%d:%d", r.IntN(1000), i, r.IntN(1e9))))
			} else {
				names = append(names, urn.MustParse(fmt.Sprintf("urn:ex:kind%d:t%d:%d", i, r.IntN(1000), r.IntN(1e9))))
			}
		}
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return &s, names[:min(len(names), 2000)]
}

func BenchmarkRatioSet(b *testing.B) {
	few, some := kinds(b, 10)
	many, others := kinds(b, 10000)
	var spans [8]urn.Span
	run := func(s *Set[int], names []urn.URN) func() {
		i := 0
		return func() {
			if _, _, _, ok := s.Match(names[i%len(names)], spans[:0]); !ok {
				b.Fatal("no match")
			}
			i++
		}
	}
	for b.Loop() {
	}
	b.ReportMetric(ratio(run(many, others), run(few, some)), "10000/10")
}

// TestSetAll: All yields in the order of Add, and stops where the caller stops.
func TestSetAll(t *testing.T) {
	var s Set[int]
	for i, text := range []string{"urn:ex:a:{x}", "urn:ex:{x...}", "urn:other:{x}"} {
		if err := s.Add(MustCompile(text), i); err != nil {
			t.Fatal(err)
		}
	}
	want := 0
	for p, v := range s.All() {
		if v != want || p == nil {
			t.Errorf("All yields %v, %d, want %d", p, v, want)
		}
		if want++; want == 2 {
			break
		}
	}
	if want != 2 {
		t.Errorf("All yields %d patterns, want 2", want)
	}
}
