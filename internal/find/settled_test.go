package find_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// checkSettled cuts text at every place. What is found before the result does not depend
// on what follows, and the search goes on there with 256 bytes of context.
func checkSettled(t testing.TB, f scan.Finder, text []byte) {
	t.Helper()
	want := collectNear(f, text)
	for cut := range len(text) + 1 {
		n := find.Settled(ruleOf(f), text[:cut:cut], 0)
		if n < 0 || n > cut {
			t.Fatalf("Finder %v: Settled(%q) = %d", f, text[:cut], n)
		}
		var got []scan.Match
		for _, m := range collectNear(f, text[:cut:cut]) {
			if m.Start < n {
				got = append(got, m)
				if m.End > n {
					t.Fatalf("Finder %v: Settled(%q) = %d, in a match", f, text[:cut], n)
				}
			}
		}
		context := max(0, n-256)
		for from := n - context; ; {
			m, ok := near(f).Next(text[context:], from)
			if !ok {
				break
			}
			from = m.End
			m.Start, m.End = m.Start+context, m.End+context
			got = append(got, m)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("Finder %v: Settled(%q) = %d; with %q after it, this finds %s, want %s", f, text[:cut], n, text[cut:], showNear(text, got), showNear(text, want))
		}
		if again := find.Settled(ruleOf(f), text[:cut:cut], n); again != n {
			t.Fatalf("Finder %v: Settled(%q, %d) = %d", f, text[:cut], n, again)
		}
	}
}

func TestFindSettled(t *testing.T) {
	long := strings.Repeat("!", 300)
	for _, text := range []string{
		// A separator ends a URN, but is part of a pattern that nothing follows.
		"(?:urn:ex:,urn:ex:a " + long, "urn:ex:a:...,urn:ex:a " + long,
		"/urn:ex:a" + long + "&b", // what is far after a name tells to look before it
		"a=urn:ex:" + strings.Repeat("a", 300) + "&b=c", "?a=urn:ex:" + strings.Repeat("a", 300) + "&b=c",
		"''urn:ex:a'u<urn:ex:b " + long,                   // two quotation marks are not closed by one
		"urn:ex:a;urn:urn:urn:b " + long + "urn:ex:a;urn", // a separator needs the name after it
	} {
		checkSettled(t, scan.Finder{}, []byte(text))
	}
	r := rand.New(rand.NewPCG(2, 71))
	n := 700
	if testing.Short() {
		n = 200
	} else if testhelp.IsLong() {
		n = 2000
	}
	for i := range n {
		text := randomText(r, 1+r.IntN(20))
		if i%4 == 0 { // more than the rule looks at
			long := bytes.Repeat([]byte(findWords[r.IntN(len(findWords))]), 300)[:300]
			text = slices.Concat(text, long, randomText(r, r.IntN(20)))
		}
		checkSettled(t, finders[i%len(finders)], text)
		checkSettled(t, scan.Finder{}, text)
	}
}

// TestSettledChain has texts in which each name ends at what opens the next one.
func TestSettledChain(testingT *testing.T) {
	testhelp.Slow(testingT)
	for _, link := range []string{
		"urn:ex:a<", "urn:ex:a>", `urn:ex:a"`, "urn:ex:a`", "urn:ex:a[", "urn:ex:a{", "urn:ex:a^", "urn:ex:a ", "urn:ex:(a ", `urn:ex:a\n`,
		"urn:ex:a\u201c", "urn:ex:a&lt;", "urn:ex:a&quot;", `urn:ex:a\u0022`, "urn:ex:a<b>", `"urn:ex:`, "'urn:ex:a", "**urn:ex:a", "urn:ex:<",
	} {
		testingT.Run(link, func(t *testing.T) {
			text := []byte(strings.Repeat(link, 1<<13))
			for _, f := range []scan.Finder{{}, {Mode: scan.ModeExact}} {
				if f.Mode == scan.ModeExact && strings.ContainsAny(link, "&'*") {
					continue // all of it is a URN
				}
				checkSettled(t, f, text[:600])
				if n := find.Settled(ruleOf(f), text, 0); n < len(text)-1024 {
					t.Errorf("Finder %v: Settled is %d of %d", f, n, len(text))
				}
			}
		})
	}
}

// TestSettledDirective: the keyword of a directive may be longer than what the fast path
// looks at, and what follows it decides whether it is part of the name.
func TestSettledDirective(t *testing.T) {
	text := "urn:ex:a?" + strings.Repeat("k", find.MaxAfter+20)
	checkSettled(t, scan.Finder{Syntax: urn.Draft2141bis, Mode: scan.ModeExact}, []byte(text+"=b c"))
}

// TestSettledEdges: no more of a text waits for the next bytes than depends on them.
func TestSettledEdges(t *testing.T) {
	for text, want := range map[string]int{
		`"urn:ex:` + strings.Repeat("a", 180) + `"`: 1,
		"x urn:ex:a " + strings.Repeat("!", 300):    311,
		"/":                                         1, "urn:(": 5, "urn::*": 6, "urn:{": 0, "urn:ex:a": 0, "urn:ex:a ": 9,
		"= urn:" + strings.Repeat("e", 300): 306,
		`{"msg":"urn:e**:{id} not found `:   8,
		"<urn:.>":                           7, "<urn:ex:a[\\\n": 12,
	} {
		if got := find.Settled(find.Finder{}, []byte(text), 0); got != want {
			t.Errorf("%q is settled to %d, want %d", text, got, want)
		}
	}
	if got := find.Settled(find.Finder{Syntax: uint8(urn.RFC2141)}, []byte("urn:ex:#\xc3"), 0); got != 0 {
		t.Errorf("half of a character is settled to %d", got)
	}
}
