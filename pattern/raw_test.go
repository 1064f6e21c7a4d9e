package pattern

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRaw(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		values        []string // nil if the name does not match
	}{
		{"raw urn:ex:{a}:{b...}", "urn:ex:x [y]:é?#", []string{"x [y]", "é?#"}},
		{"raw urn:ex:{a}:{b...}", "urn:ex:100%:a%20b%2", []string{"100%", "a%20b%2"}},
		{"raw urn:ex:{a}:{b...}", "URN:ex:x:y", nil}, // compared byte for byte
		{"raw urn:ex:{a}:{b...}", "urn:EX:x:y", nil},
		{"raw urn:ex:{a},{b}", "urn:ex:x(,)y,\xff", []string{"x(,)y", "\xff"}},
		{"raw urn:ex:{a}::{b}::{c...}", "urn:ex:p(a::b)::t::n", []string{"p(a::b)", "t", "n"}},
		{"flat raw urn:ex:{a}::{b}::{c...}", "urn:ex:p(a::b)::t::n", []string{"p(a", "b)", "t::n"}},
		{"raw flat urn:ex:({a},{b}):{c}", "urn:ex:((,)):)", []string{"(", ")", ")"}},
		{"raw flat urn:ex:{a}:{b}", "urn:ex:x:(y:z)", nil},
		{"raw flat urn:ex:{a},{b}", "urn:ex:" + strings.Repeat("(", 2*maxDepth) + ",y", []string{strings.Repeat("(", 2*maxDepth), "y"}},
		{"raw urn:ex:{a}%2C{b}", "urn:ex:x%2Cy", []string{"x", "y"}},
		{"raw urn:ex:{a}%2C{b}", "urn:ex:x%2cy", nil},
		{"raw urn:{domain}:device:{type}:{v,number}", "urn:schemas-upnp-org:device:WANDevice:1", []string{"schemas-upnp-org", "WANDevice", "1"}},
		{"raw urn:adsk.{service}:{id...}", "urn:adsk.wipprod:fs.file:vf.x?version=3", []string{"wipprod", "fs.file:vf.x?version=3"}},
		{"raw urn:{host}", "urn:gopcua", []string{"gopcua"}}, // no URN has no NSS
		{"raw urn:ex:{a...,escape=,()␟}", "urn:ex:x%2Cy%E2%90%9F%2c%25", []string{"x,y␟%2c%25"}},
		{"raw urn:ex:{a...,escape=,()␟}", "urn:ex:x,y", nil},
		{"raw urn:ex:{a...,escape=,()␟}", "urn:ex:x␟y", nil},
		{"raw urn:ex:{a...,escape=,()␟}", "urn:ex:x’y", []string{"x’y"}}, // begins as "␟" does
		{"raw urn:ex:{a...,excluding=,␟’}", "urn:ex:x\xe2\x90’", nil},
		{"raw urn:ex:{a...,excluding=,␟}", "urn:ex:x\xe2\x90\xe2\x90", []string{"x\xe2\x90\xe2\x90"}},
		{"raw urn:ex:{a...,excluding=,␟}", "urn:ex:x\xe2␟", nil},
		{"raw urn:ex:{a,plus}", "urn:ex:Ann+Ø%2B", []string{"Ann Ø+"}},
		{"raw urn:ex:a:{b}:", "urn:ex:a:b:c", nil},
		{"raw urn:ex:{a}", "urn:ex:é%:b", nil}, // "%" begins no escape
	} {
		p := MustCompile(c.pattern)
		values, err := p.Parse(c.name)
		if c.values == nil {
			var e *Error
			assert.ErrorAs(t, err, &e, "%s on %s: %q", c.pattern, c.name, values)
			continue
		}
		require.NoError(t, err, "%s on %s", c.pattern, c.name)
		assert.Equal(t, c.values, values, c.name)
		text, err := p.Format(values...)
		require.NoError(t, err)
		assert.Equal(t, c.name, text)
		built, err := p.Build(values...)
		if urn.Valid(c.name) {
			require.NoError(t, err)
			again, err := p.ParseURN(built)
			require.NoError(t, err)
			assert.Equal(t, values, again)
		} else {
			assertField(t, err, "", BadValue)
			var e *urn.Error
			assert.ErrorAs(t, err, &e)
		}
	}
	for _, c := range []struct {
		pattern string
		values  []string
	}{
		{"raw urn:ex:{a}:{b}", []string{"x:y", "z"}}, // nothing escapes it
		{"raw urn:ex:{a}:{b}", []string{"x(", "z"}},
		{"raw urn:ex:{a,escape=,}", []string{"x%2C"}}, // it would be read as ","
		{"raw urn:ex:{a}:", []string{"x:"}},
		{"raw urn:ex:{a}", []string{""}},
	} {
		_, err := MustCompile(c.pattern).Format(c.values...)
		var e *Error
		assert.ErrorAs(t, err, &e, "%s of %q", c.pattern, c.values)
	}
	_, err := MustCompile("raw urn:ex:{a,plus}").Parse("urn:ex:a b")
	assertField(t, err, "a", NotCanonical)
	for text, want := range map[string]string{
		"raw urn:ex:{a,fold}": "cannot have the option fold", "raw URN:ex:{a}": "in lower case", "raw only urn:ex:{a}": "cannot have the word \"only\"", "raw raw urn:ex:{a}": "must begin with", "raw ": "must begin with",
		"urn:{a}:x": "namespace identifier without fields", "raw urn:ex:{a...}b": "takes the rest", "raw urn:ex:{a}" + strings.Repeat("-", 65): "longer than 64",
	} {
		_, err := Compile(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// What a raw pattern reads it writes, whatever the octets are, and what it writes it reads.
func TestRawRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 3))
	patterns := []*Pattern{
		MustCompile("raw urn:ex:{a...}"), MustCompile("raw urn:ex:{a,empty}:{b...}"), MustCompile("raw urn:ex:{a...,escape=,%:}"), MustCompile("raw urn:ex:({a,escape=:},{b,plus})"),
	}
	text := func() string {
		b := make([]byte, r.IntN(8))
		for i := range b {
			b[i] = "%%%22005FCxc,,:: +()/?#\xc3é["[r.IntN(26)]
		}
		return string(b)
	}
	read, written := 0, 0
	for range 40000 {
		p := patterns[r.IntN(len(patterns))]
		name := "urn:ex:" + text() + text()
		if values, err := p.Parse(name); err == nil {
			read++
			again, err := p.Format(values...)
			require.NoError(t, err, "%s of %q: %q", p, name, values)
			require.Equal(t, name, again)
		}
		values := []string{text(), text()}[:len(p.fields)]
		if name, err := p.Format(values...); err == nil {
			written++
			again, err := p.Parse(name)
			require.NoError(t, err, "%s of %q: %q", p, values, name)
			require.Equal(t, values, again)
		}
	}
	assert.Greater(t, read, 5000)
	assert.Greater(t, written, 5000)
}

// TestSlashes: "/" at the start of a value is a character of the name, however many there are.
func TestSlashes(t *testing.T) {
	p := MustCompile("urn:ex:file:{path...}")
	for _, name := range []string{"urn:ex:file:/a", "urn:ex:file://h/x", "urn:ex:file:///"} {
		values, err := p.Parse(name)
		require.NoError(t, err)
		u, err := p.Build(values...)
		require.NoError(t, err)
		require.Equal(t, name, u.String())
	}
}

// One call reads names of raw patterns, of others, and of patterns with a field in the NID.
func TestSetParse(t *testing.T) {
	set, err := ReadSet(strings.NewReader(`
raw urn:li:{entity}:{key...}               entity
raw exclusive urn:li:user:{user...,nonempty,excluding=,()}  user
raw exclusive urn:li:set:({a},{b})               set
urn:ex:{a}                                 ex
only urn:ex:{a}:{v,semver}                version
urn:ex:{a}:{v,semver}#{f}                 part
raw urn:{host}:{name...,nonempty}            host
raw exclusive urn:ads.{a}:{b}                    ads
`))
	require.NoError(t, err)
	for name, want := range map[string]string{
		"urn:li:user:Ann [x]": "user", "urn:li:user:a,b": "", "urn:li:user:": "", "urn:li:other:a,b": "entity", "urn:li:set:(a,b)": "set", "urn:li:set:a": "",
		"urn:LI:other:x": "", // it is another NID, letter by letter, and li is taken
		"urn:ex:a":       "ex", "URN:EX:a": "ex", "urn:ex:a b": "", "urn:ex:x:1.0.0": "version", "urn:ex:x:1.0.0#f": "part", "urn:ex:x:1.0.0?=q": "", "urn:ex:x:1.0": "",
		"urn:nobody.knows:x y": "host", "urn:nobody:": "", "urn:isbn:x": "", "urn:ads.x:y": "ads", "urn:ads.x:y:z": "", "urn:ads": "", "": "", "x": "", "urn:": "",
	} {
		_, kind, values, err := set.Parse(name)
		if want == "" {
			var e *Error
			var s *urn.Error
			assert.True(t, errors.As(err, &e) || errors.As(err, &s), "%s is %s %q: %v", name, kind, values, err)
			assert.NotContains(t, err.Error(), ":  at byte", name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, want, kind, name)
		if u, err := urn.Parse(name); err == nil {
			_, again, ok := set.MatchURN(u)
			assert.True(t, ok)
			assert.Equal(t, want, again, name)
		}
	}
	_, _, _, err = set.Parse("urn:li:user:a,b")
	assertField(t, err, "user", BadValue)
	assert.ErrorContains(t, err, "unexpected ',': the field must not contain any of ,()")
	var e *Error
	_, err = MustCompile("raw urn:ex:{a...,excluding=,␟}").Parse("urn:ex:x␟")
	require.ErrorAs(t, err, &e)
	assert.Equal(t, len("urn:ex:x"), e.Offset)
	assert.Contains(t, e.cause, "unexpected '␟'")
	_, err = MustCompile("raw urn:ex:{a,escape=␟}").Parse("urn:ex:x␟")
	assert.ErrorContains(t, err, "'␟' is not escaped")
	_, err = MustCompile("urn:ex:{a,excluding=,}").Build("x,y")
	assert.ErrorContains(t, err, "unexpected ','")
	_, _, _, err = set.Parse("urn:li:set:a")
	assert.ErrorContains(t, err, "an exclusive pattern")
	var mixed Set[int]
	require.NoError(t, mixed.Add(MustCompile("raw urn:ex:{a}"), 0))
	assert.ErrorContains(t, mixed.Add(MustCompile("urn:EX:{a}:b"), 0), `have the word "raw", or none has`)
	assert.ErrorContains(t, mixed.Add(MustCompile("raw flat urn:ex:{a}:b"), 0), `have the word "flat", or none has`)
}

// TestRawKeys: a name that a raw pattern matches is compared byte for byte, with what comes
// after "#" and "?", and any other name of its namespace by the general rule.
func TestRawKeys(t *testing.T) {
	long := strings.Repeat("a-b.c_d", 9) // the longest NID of Relaxed
	set, err := ReadSet(strings.NewReader("raw urn:ex:{a}#{b...}\nraw urn:ex:only:{a,excluding=#}\nraw urn:cen.eu:{a...}\nurn:ey:{a}#{b}\nraw urn:isbn:9780395363416#{b}\nraw urn:" + long + ":{a}"))
	require.NoError(t, err)
	rules, err := namespace.IANA().With(set.Definitions()...)
	require.NoError(t, err)
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"urn:ex:x#y", "urn:ex:x#y", true},
		{"urn:ex:x#y", "urn:ex:x#z", false},
		{"urn:ex:x#y", "urn:ex:x", false},
		{"urn:ex:x#y", "URN:EX:x#y", false},
		{"urn:isbn:0-395-36341-1#c", "urn:isbn:9780395363416#d", false}, // a pattern matches the normal form
		{"urn:ex:x#%C3", "urn:ex:x#%c3", false},
		{"urn:ex:%C3#", "urn:ex:%c3#", false},
		{"urn:ex:x", "URN:EX:x?=z", true}, // no pattern matches either
		{"urn:ex:only:x", "urn:ex:only:x#z", false},
		{"urn:cen.eu:x#a#b", "urn:cen.eu:x#a#c", false},
		{"urn:cen.eu:x#a#b", "urn:Cen.eu:x#a#b", false},
		{"urn:ey:x#y", "urn:ey:x#z", true}, // the pattern is not raw
		{"urn:" + long + ":%C3", "urn:" + long + ":%c3", false},
		{"urn:isbn:0-395-36341-1?=q#a", "urn:isbn:0395363411?=q#a", true},
		{"urn:isbn:0-395-36341-1", "urn:isbn:0395363411", true},
	} {
		for _, syntax := range []urn.Syntax{urn.RFC8141, urn.Relaxed} {
			a, err := syntax.Parse(c.a)
			b, errB := syntax.Parse(c.b)
			if err != nil || errB != nil {
				require.Equal(t, urn.RFC8141, syntax, "%v, %v", err, errB)
				continue
			}
			assert.Equal(t, c.equal, rules.Equal(a, b), "%s and %s", a, b)
			assert.Equal(t, c.equal, rules.Equal(b, a), "%s and %s", b, a)
			assert.Equal(t, c.equal, rules.Key(a) == rules.Key(b), "%s and %s", a, b)
			for _, u := range []urn.URN{a, b} {
				n := rules.Normalize(u)
				assert.True(t, rules.Equal(u, n), "%s is not equivalent to its normal form %s", u, n)
				assert.Equal(t, n, rules.Normalize(n))
				assert.Equal(t, rules.Key(u), string(rules.AppendKey(nil, u)))
				assert.Equal(t, n.String(), string(rules.AppendNormalized(nil, u)))
			}
		}
	}
}
