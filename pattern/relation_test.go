package pattern

import (
	"testing"

	"github.com/seed7b5a83f0/urn"
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
		{"urn:ex:{a}#{f}", "urn:ex:{a...}?=q", conflict},
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
