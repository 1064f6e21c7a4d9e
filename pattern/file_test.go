package pattern

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const ownPatterns = "\ufeff# names of our own\r\n" +
	"urn:dd:apps:on-prem-runner:{region}:{org}:{runner} \t runner\r\n\n" +
	"\turn:dd:user:{id,fold}  a user\n" +
	"urn:ietf:params:oauth:token-type:{type}\n"

func TestReadSet(t *testing.T) {
	s, err := ReadSet(strings.NewReader(ownPatterns))
	require.NoError(t, err)
	var names []string
	for _, name := range s.All() {
		names = append(names, name)
	}
	assert.Equal(t, []string{"runner", "a user", "urn:ietf:params:oauth:token-type:{type}"}, names)

	var many strings.Builder
	for i := range maxPatterns + 1 {
		fmt.Fprintf(&many, "urn:e%d:{x}\n", i)
	}
	for text, want := range map[string]string{
		"\nurn:ex:{a}{b}":               "line 2: pattern",
		"urn:ex:{a}\n#\nurn:ex:{b}":     "line 3: pattern \"urn:ex:{b}\": \"urn:ex:{a}\" matches the same URNs",
		strings.Repeat("x", 5*maxLen):   "line 1: pattern: longer than 4096 bytes",
		"urn:ex:" + string([]byte{255}): "line 1: ",
		many.String():                   fmt.Sprintf("line %d: pattern: more than %d patterns", maxPatterns+1, maxPatterns),
	} {
		_, err := ReadSet(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
		assert.ErrorAs(t, err, new(*Error))
	}
	_, err = ReadSet(io.MultiReader(strings.NewReader("\nurn:ex:{"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF) // not that the pattern is truncated
}

func TestDefinitions(t *testing.T) {
	s, err := ReadSet(strings.NewReader(ownPatterns))
	require.NoError(t, err)
	r, err := namespace.IANA().With(s.Definitions()...)
	require.NoError(t, err)
	for text, want := range map[string]namespace.Verdict{
		"urn:dd:apps:on-prem-runner:us1:2:abc":                namespace.Valid,
		"urn:dd:apps:on-prem-runner:us1:2:abc:d":              namespace.Invalid,
		"urn:dd:apps:on-prem-runner::2:abc":                   namespace.Invalid,
		"urn:dd:user:X?=q":                                    namespace.Valid,
		"urn:dd:user:":                                        namespace.Invalid,
		"urn:dd:group:1":                                      namespace.Unknown,
		"urn:ietf:params:oauth:token-type:jwt":                namespace.Valid,
		"urn:ietf:params:oauth:token-type:a:b":                namespace.Invalid,
		"urn:ietf:rfc:8141":                                   namespace.Valid, // by the rules of package namespace
		"urn:ietf:rfc:x":                                      namespace.Invalid,
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6":       namespace.Valid,
		"urn:dd:apps:on-prem-runner:us1:2:" + longField(9999): namespace.Valid,
	} {
		got, err := r.Validate(urn.MustParse(text))
		assert.Equal(t, want, got, "%.60s: %v", text, err)
	}
	_, fault := r.Validate(urn.MustParse("URN:DD:apps:on-prem-runner::2:abc"))
	var refused *namespace.Error
	require.ErrorAs(t, fault, &refused)
	assert.Equal(t, len("urn:dd:apps:on-prem-runner:"), refused.Offset)
	assert.ErrorContains(t, fault, `field "region": the field is empty`)
	var own *Error
	require.ErrorAs(t, fault, &own)
	assert.Equal(t, "urn:dd:apps:on-prem-runner:{region}:{org}:{runner}", own.Pattern)
	require.ErrorIs(t, fault, BadValue)

	for text, want := range map[string]string{
		"URN:DD:user:Ab%c3%A9": "urn:dd:user:ab%C3%A9",
		"urn:dd:group:A":       "urn:dd:group:A",
		"urn:ietf:RFC:8141":    "urn:ietf:rfc:8141",
	} {
		assert.Equal(t, want, r.Normalize(urn.MustParse(text)).String())
	}
	for text, want := range map[string]string{
		"urn:dd:user:Ab":   "lower case",
		"urn:dd:user:%41b": "unnecessary",
		"urn:dd:user:%20":  "",
		"urn:dd:user:%c3":  "",
		"urn:dd:user:a":    "",
	} {
		var advice []string
		for a := range r.Lint(urn.MustParse(text)) {
			if a.Code == "own" {
				advice = append(advice, a.Text)
			}
		}
		if want == "" {
			assert.Empty(t, advice, text)
		} else if assert.Len(t, advice, 1, text) {
			assert.Contains(t, advice[0], want)
		}
	}
	books, err := namespace.IANA().With(definitionOf(MustCompile("urn:isbn:{isbn}")))
	require.NoError(t, err)
	verdict, err := books.Validate(urn.MustParse("urn:isbn:0-395-36341-1"))
	assert.Equal(t, namespace.Valid, verdict)
	assert.NoError(t, err)
	_, err = books.Validate(urn.MustParse("urn:isbn:0-395-36341-2"))
	assert.ErrorIs(t, err, namespace.BadCheckDigit)

	// In lower case the first field of this name would end elsewhere.
	folded, err := namespace.IANA().With(definitionOf(MustCompile("urn:ex:{p,fold}a{q...}")))
	require.NoError(t, err)
	for text, want := range map[string]string{"urn:ex:xAya": "urn:ex:xAya", "urn:ex:XyaA": "urn:ex:xyaA"} {
		assert.Equal(t, want, folded.Normalize(urn.MustParse(text)).String())
	}

	// A name is valid in any spelling of the NID, which a definition does not know.
	raw, err := namespace.IANA().With(definitionOf(MustCompile("raw urn:Foo:{id}")))
	require.NoError(t, err)
	verdict, err = raw.Validate(urn.MustParse("urn:foo:1"))
	assert.Equal(t, namespace.Valid, verdict)
	assert.NoError(t, err)
	_, err = raw.Validate(urn.MustParse("urn:foo:1:2"))
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, len("urn:foo:1"), refused.Offset)

	// The NSS of RFC 2141 has characters that RFC 8141 refuses.
	for text, want := range map[string]namespace.Verdict{"urn:dd:user:a?b#c": namespace.Valid, "urn:dd:user:a?b#c:": namespace.Invalid} {
		verdict, err := r.Validate(urn.RFC2141.MustParse(text))
		assert.Equal(t, want, verdict, "%s: %v", text, err)
	}

	d := definitionOf(MustCompile("urn:dd:{id}"))
	_, _, err = d.Validate("a:b")
	assert.ErrorContains(t, err, "only {id...} may contain one")
}

func longField(n int) string { return strings.Repeat("x", n) }

// A definition never breaks the rules that package namespace has for one, and
// says of an NSS what the patterns say.
func TestDefinitionsOneByOne(t *testing.T) {
	r := random{rand.New(rand.NewPCG(15, 7))}
	for range 300 {
		var s Set[int]
		var in []*Pattern
		for i := range 8 {
			if p, err := Compile(r.pattern("ex", "uuid", "ey")); err == nil && s.Add(p, i) == nil {
				in = append(in, p)
			}
		}
		registry, err := namespace.IANA().With(s.Definitions()...)
		require.NoError(t, err)
		for _, p := range in {
			u, err := urn.Parse(r.urn(p.String()))
			if err != nil {
				continue
			}
			n := registry.Normalize(u)
			_, fault := registry.Validate(u)
			require.NotErrorIs(t, fault, namespace.BadDefinition, "%v on %s", in, u)
			require.Equal(t, n, registry.Normalize(n))
			matched := slices.ContainsFunc(in, func(q *Pattern) bool {
				return strings.EqualFold(q.nid, u.NID()) && q.nssAlone().Match(u.AssignedName())
			})
			nid := strings.ToLower(u.NID())
			require.Contains(t, s.roots, nid)
			verdict, offset, err := rules[int]{patterns: s.nssAlone(), nid: nid}.validate(u.NSS())
			require.Equal(t, matched, verdict == namespace.Valid, "%v on %s: %v", in, u, err)
			require.LessOrEqual(t, offset, len(u.NSS()))
			for range registry.Lint(u) {
			}
		}
	}
}
