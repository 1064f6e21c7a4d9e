package pattern

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseRaw(t *testing.T) {
	for _, c := range []struct {
		raw, urn string
		standard bool
	}{
		{"urn:ex:a:b", "urn:ex:a:b", true},
		{"URN:Ex:a:b", "URN:Ex:a:b", true},
		{"urn:ex:a b", "urn:ex:a%20b", false},
		{"urn:ex:a%20b", "urn:ex:a%2520b", true}, // another name in its system
		{"urn:ex:a%2Cb", "urn:ex:a%2Cb", true},
		{"urn:ex:a%2cb é", "urn:ex:a%2cb%20%C3%A9", false},
		{"urn:ex:100%", "urn:ex:100%25", false},
		{"urn:ex:a%2", "urn:ex:a%252", false},
		{"urn:ex:a?=b#c", "urn:ex:a%3F=b%23c", true},
		{"urn:ex:/a/b", "urn:ex:%2Fa/b", false},
		{"urn:ex:%2Fa%2F", "urn:ex:%252Fa%2F", true},
		{"urn:ex:[x]^{\"\n\x00\xff}", "urn:ex:%5Bx%5D%5E%7B%22%0A%00%FF%7D", false},
	} {
		u, standard, err := ParseRaw(c.raw)
		require.NoError(t, err, c.raw)
		assert.Equal(t, c.urn, u.String())
		assert.Equal(t, c.standard, standard, c.raw)
		assert.Equal(t, c.raw, FormatRaw(u))
	}
	for _, text := range []string{"", "urn", "urn:", "urn:ex", "urn:ex:", "urn:e x:a", "url:ex:a b", "urn::a b", "urn:x:a b"} {
		_, _, err := ParseRaw(text)
		var e *urn.SyntaxError
		assert.ErrorAs(t, err, &e, "%.20q", text)
	}
	// Components are written as they are.
	assert.Equal(t, "urn:ex:a b?=%20#%20", FormatRaw(urn.MustParse("urn:ex:a%20b?=%20#%20")))
}

// What ParseRaw reads, FormatRaw writes, whatever the octets are; a pattern has them as
// its values.
func TestRawRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 3))
	p := MustCompile("urn:ex:{a...}")
	seen := map[string]string{}
	for range 20000 {
		b := make([]byte, 1+r.IntN(6))
		for i := range b {
			b[i] = "%%%2200FfcCx /?#\xc3é[:"[r.IntN(21)]
		}
		raw := "urn:ex:" + string(b)
		u, standard, err := ParseRaw(raw)
		require.NoError(t, err, "%q", raw)
		require.Equal(t, raw, FormatRaw(u))
		require.Equal(t, urn.Valid(raw), standard)
		if other, ok := seen[u.String()]; ok && other != raw {
			t.Fatalf("%q and %q are both %s", raw, other, u)
		}
		seen[u.String()] = raw
		if !strings.Contains(raw, "%") {
			values, err := p.Values(u, nil)
			require.NoError(t, err)
			require.Equal(t, string(b), values[0])
			built, err := p.Build(values...)
			require.NoError(t, err)
			require.Equal(t, raw, FormatRaw(built))
		}
	}
}

func FuzzRaw(f *testing.F) {
	f.Add("urn:ex:a b%20%")
	f.Add("urn:pulumi:a::b::c::é[^]")
	f.Fuzz(func(t *testing.T, s string) {
		u, _, err := ParseRaw(s)
		if err == nil && FormatRaw(u) != s {
			t.Fatalf("%q is %s, which is %q", s, u, FormatRaw(u))
		}
	})
}
