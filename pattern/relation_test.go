package pattern

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRelation(t *testing.T) {
	const equal, narrower, broader, disjoint, conflict = "equal", "narrower", "broader", "disjoint", "conflict"
	for _, c := range []struct{ p, q, want string }{
		{"urn:ex:{a}", "urn:ex:{b}", equal},
		{"urn:ex:{a}", "urn:ey:{b}", disjoint},
		{"urn:ex:a", "urn:ex:{b}", narrower},
		{"urn:ex:{a}", "urn:ex:{b...}", narrower},
		{"urn:ex:{a}:{b}", "urn:ex:{b...}", narrower},
		{"urn:ex:{a}", "urn:ex:{a}:{b}", disjoint},
		{"urn:ex:{a}:x", "urn:ex:x:{b}", conflict},
		{"urn:ex:t:{a}:{c}", "urn:ex:{a}:{c...}", narrower},
		{"urn:ex:{a}:x:{c}", "urn:ex:{a}:{c...}", conflict}, // urn:ex::b:x:c matches the first one alone
		{"urn:ex:{a}:k1:{b}", "urn:ex:{a}:k2:{b}", disjoint},
		{"urn:ex:{a}:k1:{b...}", "urn:ex:{a}:k2:{b...}", conflict},
		{"urn:ex:{a}#{f}", "urn:ex:{a}", narrower},
		{"only urn:ex:{a}", "urn:ex:{b}", narrower},
		{"urn:ex:{a}#{f}", "urn:ex:{a...}#f", conflict},
		{"urn:ex:({a})", "urn:ex:({a},{b})", conflict}, // urn:ex:(a),b) matches the second one alone
		{"urn:ex:({a...}", "urn:ex:({a},{b})", broader},
		{"urn:ietf:RFC:{n}", "urn:ietf:rfc:{n}", equal},
		{"urn:ex:{a}%2f{b}", "urn:ex:{a}%2F{b}", equal},
		{"urn:ex:{a,escape=,},x", "urn:ex:{a},{b}", narrower}, // no match of the first one begins with ","
		{"urn:ex:{a,escape=,}", "urn:ex:{b}", narrower},
		{"urn:ex:{a}:{b}", "urn:ex:{a}:{b,empty}", narrower},
	} {
		p, q := MustCompile(c.p), MustCompile(c.q)
		r := compared(p, q)
		require.False(t, r.undecided)
		got := conflict
		switch {
		case !r.both:
			got = disjoint
		case !r.onlyP && !r.onlyQ:
			got = equal
		case !r.onlyP:
			got = narrower
		case !r.onlyQ:
			got = broader
		}
		assert.Equal(t, c.want, got, "%s and %s: %+v", c.p, c.q, r)
		if r.both {
			u, err := urn.Parse(r.witness)
			require.NoError(t, err, r.witness)
			assert.NoError(t, p.explain(u))
			assert.NoError(t, q.explain(u))
		}
	}
}

// compared compares two patterns as Set.Add does.
func compared(p, q *Pattern) relation {
	c := comparer{budget: firstSteps}
	return c.compare(p, q)
}

// addAgrees holds what Add says of two patterns against names that are drawn at random: those
// near to one of the patterns, and the same with the letter case of one letter changed.
func addAgrees(t *testing.T, r random, p, q *Pattern, names int) (refused bool) {
	var s Set[int]
	require.NoError(t, s.Add(p, 0))
	err := s.Add(q, 1)
	var e *Error
	if err != nil {
		require.ErrorAs(t, err, &e)
		if e.witness == "" {
			return true // it gave up
		}
		for _, x := range []*Pattern{p, q} {
			if _, err := x.Parse(e.witness); err != nil && !errors.Is(err, NotCanonical) && !strings.Contains(err.Error(), "the value contains the delimiter") {
				t.Fatalf("%s does not match the witness: %v", x, e)
			}
		}
	}
	var both, onlyP, onlyQ string
	try := func(text string) {
		if _, err := urn.Parse(text); err != nil && !p.raw {
			return
		}
		in := func(x *Pattern) bool {
			var spans [maxFields]urn.Span
			var o urn.Offsets
			if !x.raw {
				o = urn.MustParse(text).Offsets()
			}
			return x.match(text, o, spans[:len(x.fields)]).cause == 0
		}
		switch inP, inQ := in(p), in(q); {
		case inP && inQ:
			both = text
		case inP:
			onlyP = text
		case inQ:
			onlyQ = text
		}
	}
	for i := range names {
		text := r.urn([]string{p.text, q.text}[i%2])
		text = strings.TrimPrefix(strings.TrimPrefix(text, "raw "), "RAW ")
		try(text)
		b := []byte(text)
		if at := len("urn:ex:") + r.IntN(max(1, len(b)-len("urn:ex:"))); at < len(b) && ascii.IsLetter(b[at]) {
			b[at] ^= caseBit
			try(string(b))
		}
	}
	switch {
	case e == nil && both != "" && onlyP != "" && onlyQ != "":
		t.Fatalf("%s and %s are both taken: both match %s, one %s, the other %s", p, q, both, onlyP, onlyQ)
	case e == nil && both != "" && onlyP == "" && onlyQ == "":
		return false // too few names to tell
	case e != nil && strings.Contains(e.cause, "the same URNs") && (onlyP != "" || onlyQ != ""):
		t.Fatalf("%s and %s are refused as equal: only one matches %s%s", p, q, onlyP, onlyQ)
	}
	return e != nil
}

// TestAddByBruteForce: patterns with classes of values, raw ones, and those of namespaces in
// which some names fold.
func TestAddByBruteForce(t *testing.T) {
	n := 12000
	if testing.Short() {
		n = 3000
	} else if testhelp.IsLong() {
		n = 40000
	}
	r := random{rand.New(rand.NewPCG(39, 1))}
	refused, drawn := 0, 0
	literals := []string{"a", "A", "aA", "X", "de:", "DE:", "1", "-", ":", "1-", "a:"}
	for i := range n {
		pair := [2]*Pattern{}
		for k := range pair {
			var text string
			switch i % 3 {
			case 0:
				text = r.classPattern()
			case 1:
				text = "raw " + r.classPattern()
			default:
				text = "urn:" + []string{"nbn", "isbn", "issn", "mpeg", "lex"}[i/3%5] + ":" + r.pick(literals)
				if r.IntN(2) == 0 {
					text += r.pick(literals)
				}
				if r.IntN(3) > 0 {
					text += r.pick([]string{"{x}", "{x...}", "{x}-{y}", "{x}:{y...}", "{x,number}"})
				}
			}
			p, err := Compile(text)
			if err != nil {
				break
			}
			pair[k] = p
		}
		if pair[0] == nil || pair[1] == nil {
			continue
		}
		drawn++
		if addAgrees(t, r, pair[0], pair[1], 60) {
			refused++
		}
	}
	t.Logf("%d of %d pairs are refused", refused, drawn)
	assert.Greater(t, drawn, n/3)
	assert.Greater(t, refused, n/20)
}

// classPattern returns a pattern some of whose fields have classes of values.
func (r random) classPattern() string {
	var b strings.Builder
	b.WriteString("urn:ex:")
	n := 1 + r.IntN(3)
	for i := range n {
		if i > 0 {
			b.WriteString(r.pick([]string{":", ",", "-", "a", "::", ")"}))
		} else if r.IntN(3) == 0 {
			b.WriteString(r.pick([]string{"a:", "(", "x", "12:"}))
		}
		b.WriteString("{" + string(rune('p'+i)))
		if i == n-1 && r.IntN(3) == 0 {
			b.WriteString("..." + r.pick([]string{"", ",nonempty"}))
		}
		b.WriteString(r.pick([]string{"", "", "", ",number", ",ident", ",in=a|ab|x", ",not=a|ab", ",semver", ",excluding=:a", ",excluding=(", ",empty,number"}))
		b.WriteString("}")
	}
	return b.String()
}
