package pattern

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestConcurrent has goroutines compile a class, and use a Set and the codec of a type, all at once.
// It is for the race detector.
func TestConcurrent(t *testing.T) {
	var s Set[string]
	require.NoError(t, s.Add(MustCompile("urn:ex:{a}:{b,number}"), "number"))
	require.NoError(t, s.Add(MustCompile("urn:ex:{a...}"), "rest"))
	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			version := MustCompile("urn:ex:{v,semver}")
			for j := range 100 {
				text := fmt.Sprintf("urn:ex:%d:%d", i, j)
				var v Value[plain]
				err := v.UnmarshalText([]byte(text))
				if _, p, ok := s.Match(text); err != nil || !ok || v.String() != text || p != "number" {
					t.Errorf("%s is %q, %v, and matches %q, %t", text, v, err, p, ok)
				}
				if u, err := version.Build("1.0.0"); err != nil || u.String() != "urn:ex:1.0.0" {
					t.Errorf("Build = %q, %v", u, err)
				}
			}
		}()
	}
	group.Wait()
}

func TestSet(t *testing.T) {
	var s Set[string]
	for _, p := range []string{
		"urn:ex:{a...}", "urn:ex:{a}", "urn:ex:{a}:{b}", "urn:ex:{a}:{b}:{c}", "urn:ex:user:{id}", "urn:ex:user:root",
		"urn:ex:{a}#{f}", "urn:ex:group:{id}", "urn:ex:Group:{id}", "urn:ietf:rfc:{n}", "urn:ex:AZ:{id}", "urn:ex:_@0-:{id}",
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
		{"urn:ex:AZ:y", "urn:ex:AZ:{id}"},
		{"urn:ex:az:y", "urn:ex:{a}:{b}"},
		{"urn:ex:_@0-:y", "urn:ex:_@0-:{id}"},
		{"urn:ex:x:y:z", "urn:ex:{a}:{b}:{c}"},
		{"urn:ex:x:y:z:", "urn:ex:{a...}"},
		{"urn:ietf:RFC:1", "urn:ietf:rfc:{n}"},
		{"urn:ey:x", ""},
	} {
		p, value, fields, err := s.Parse(c.urn)
		assert.Equal(t, c.want, value, c.urn)
		assert.Equal(t, c.want != "", err == nil)
		if err == nil {
			assert.Len(t, fields, len(p.fields))
		}
		q, _, same, fault := s.ParseURN(urn.MustParse(c.urn))
		assert.Equal(t, p, q)
		assert.Equal(t, fields, same)
		assert.Equal(t, err, fault)
		_, again, ok := s.Match(c.urn)
		assert.Equal(t, c.want, again, c.urn)
		assert.Equal(t, c.want != "", ok)
	}
	for _, p := range []string{"urn:ex:{b}", "urn:ex:{a}:root", "urn:ex:{a...}#q", "urn:ietf:RFC:{n}"} {
		err := s.Add(MustCompile(p), p)
		var e *Error
		if assert.ErrorAs(t, err, &e, p) {
			assert.NoError(t, MustCompile(e.Pattern).explain(urn.MustParse(e.witness)))
			assert.NoError(t, MustCompile(e.Other).explain(urn.MustParse(e.witness)))
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
		for range max(1, 2000/n) {
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
	run := func(s *Set[int], names []urn.URN) func() {
		i := 0
		return func() {
			if _, _, ok := s.MatchURN(names[i%len(names)]); !ok {
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

// TestVisit compares the entries that visit finds with a search for each literal.
func TestVisit(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 8))
	word := func(n int) string {
		b := make([]byte, 1+r.IntN(n))
		for i := range b {
			b[i] = "ab:"[r.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		var n node
		var literals [][2]string
		for i := range 1 + r.IntN(40) {
			literals = append(literals, [2]string{word(4), word(2)})
			at := n.next.insert(literals[i][0]).next.insert(literals[i][1])
			at.entries = append(at.entries, i)
		}
		text := word(20)
		var got, want []int
		n.visit(text, func(entry int) { got = append(got, entry) })
		for i, l := range literals {
			if _, after, ok := strings.Cut(text, l[0]); ok && strings.Contains(after, l[1]) {
				want = append(want, i)
			}
		}
		require.ElementsMatch(t, want, got, "%q in %q", literals, text)
	}
}

// What is added after a match is found by the next one.
func TestAddAfterMatch(t *testing.T) {
	var s Set[int]
	for i := range 40 {
		require.NoError(t, s.Add(MustCompile(fmt.Sprintf("urn:ex:{a}:k%d:{b}", i)), i))
		_, e, ok := s.MatchURN(urn.MustParse(fmt.Sprintf("urn:ex:x:k%d:y", i)))
		assert.True(t, ok)
		assert.Equal(t, i, e)
	}
	// Below a literal that had one pattern only.
	for i := range 20 {
		require.NoError(t, s.Add(MustCompile(fmt.Sprintf("urn:ex:{a}:k%d:{b}#{q}", i)), 100+i))
		_, e, ok := s.MatchURN(urn.MustParse(fmt.Sprintf("urn:ex:x:k%d:y#z", i)))
		assert.True(t, ok)
		assert.Equal(t, 100+i, e)
		// The one that was there is found, too.
		_, e, ok = s.MatchURN(urn.MustParse(fmt.Sprintf("urn:ex:x:k%d:y", i)))
		assert.True(t, ok)
		assert.Equal(t, i, e)
	}
}

// The index of endings knows that a field may be empty.
func TestSetEmptyField(t *testing.T) {
	var s Set[int]
	require.NoError(t, s.Add(MustCompile("urn:ex:{q}::{r,empty}"), 1))
	require.NoError(t, s.Add(MustCompile("urn:ex:{p,escape=:}:a::"), 2))
	for range 2 {
		_, e, ok := s.MatchURN(urn.MustParse("urn:ex:x:a::"))
		assert.True(t, ok)
		assert.Equal(t, 2, e)
		for _, e := range s.entries {
			assert.EqualValues(t, e.value-1, e.rank, "%s", e.pattern)
		}
		s = Set[int]{}
		require.NoError(t, s.Add(MustCompile("urn:ex:{p,escape=:}:a::"), 2))
		require.NoError(t, s.Add(MustCompile("urn:ex:{q}::{r,empty}"), 1))
	}
}

// TestSetConditional: in nbn, letters are case-insensitive before the first "-" only.
func TestSetConditional(t *testing.T) {
	var s Set[int]
	require.NoError(t, s.Add(MustCompile("urn:nbn:a-b{x}"), 1))
	require.NoError(t, s.Add(MustCompile("urn:nbn:zz{x}"), 2))
	assert.ErrorContains(t, s.Add(MustCompile("urn:nbn:ZZ{x...}"), 3), "too similar")
	for name, want := range map[string]bool{"urn:nbn:a-bx": true, "urn:nbn:A-bx": true, "urn:nbn:a-Bx": false} {
		_, e, ok := s.MatchURN(urn.MustParse(name))
		assert.Equal(t, want, ok, name)
		if ok {
			assert.Equal(t, 1, e)
		}
	}
}

// TestFindWindows moves delimiters over the ends of the windows that find looks at, and compares
// it with the search byte by byte.
func TestFindWindows(t *testing.T) {
	for _, text := range []string{
		"urn:ex:{p}:.:{q}:.:{r}", "urn:ex:{p}::{q}::{r}", "urn:ex:{p}:{q}:{r...}", "urn:ex:{p},{q};{r}", "urn:ex:{p}:{q,excluding=,(}:{r,excluding=,(}", "urn:ex:{p}-:{q}:",
	} {
		p := MustCompile(text)
		for _, end := range []string{":.:.:y:.:z", ":::y::z", "::y::z", ":y:z", ",y;z", ",y;z:", ":y:z,", ":y(:):z", "-:y:", "-:y:z", ":y,:z", ""} {
			for n := 1; n < 150; n++ {
				u := urn.MustParse("urn:ex:" + strings.Repeat("x", n) + end)
				var want [maxFields]urn.Span
				m := p.match(u.String(), u.Offsets(), want[:len(p.fields)])
				spans, ok := p.spans(u)
				require.Equal(t, m.cause == 0, ok, "%s on %s", p, u)
				if ok {
					require.Equal(t, want[:len(p.fields)], spans, "%s on %s", p, u)
				}
			}
		}
	}
}
