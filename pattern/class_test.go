package pattern

import (
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClasses(t *testing.T) {
	for option, texts := range map[string]map[string]bool{
		"number":           {"0": true, "007": true, "": false, "1a": false, "-1": false, "%31": false},
		"ident":            {"a": true, "_1": true, "aB9": true, "9a": false, "a-b": false, "": false},
		"uuid":             {"f81d4fae-7dec-11d0-a765-00A0C91e6bf6": true, "f81d4fae7dec11d0a76500a0c91e6bf6": false, "f81d4fae-7dec-11d0-a765-00a0c91e6bf61": false, "f81d4fae-7dec-11d0-a765-00a0c91e6bfg": false},
		"semver":           {"1.0.0": true, "10.2.33": true, "1.0": false, "1.0.0.0": false, "1.0.0-rc.1+b": true, "1.0.0+b": true, "1.0.0-": false, "1..0": false, "a.0.0": false},
		"urn":              {"urn:ex:a": true, "urn:a-b.c:x": true, "urn::x": false, "urn:ex:": false, "ex": false, "urn:(a):b": false},
		"urn=li:user":      {"urn:li:user:a": true, "urn:li:user:": false, "urn:li:users:a": false},
		"in=red|green|re":  {"red": true, "re": true, "gree": false, "r": false, "redd": false, "Red": false},
		"not=red|green|re": {"red": false, "re": false, "gree": true, "r": true, "redd": true},
		"excluding=,(":     {"a": true, "a,b": false, "a%2Cb": true, "(": false},
	} {
		p := MustCompile("urn:ex:{a..." + ",nonempty," + option + "}")
		raw := MustCompile("raw urn:ex:{a..." + ",nonempty," + option + "}")
		for text, want := range texts {
			err := error(nil)
			if u, fault := urn.Parse("urn:ex:" + text); fault == nil {
				if err = p.explain(u); (err == nil) != want {
					t.Errorf("%s on %q: %v, want %v", p, text, err, want)
				}
				if err != nil && text != "" {
					assertField(t, err, "a", BadValue)
				}
				if accepted := p.automata(u); accepted != want {
					t.Errorf("%s on %q: the automaton says %v", p, text, accepted)
				}
			}
			if values, err := raw.Parse("urn:ex:"+text, nil); (err == nil) != want {
				t.Errorf("%s on %q: %q, %v, want %v", raw, text, values, err, want)
			}
			if _, err := raw.Format(text); (err == nil) != want {
				t.Errorf("%s of %q: %v, want %v", raw, text, err, want)
			}
		}
	}
	// A field with a class may be empty if it says so, and folds.
	p := MustCompile("urn:ex:{a,in=red|green,fold,empty}:{b,number}")
	for name, want := range map[string]bool{"urn:ex:RED:1": true, "urn:ex::1": true, "urn:ex:blue:1": false, "urn:ex:red:": false} {
		assert.Equal(t, want, p.explain(urn.MustParse(name)) == nil, name)
	}
	_, err := p.Build("red", "x")
	assertField(t, err, "b", BadValue)
	assert.ErrorContains(t, err, "the field is not a number")
	for _, text := range []string{
		"urn:ex:{a,number,ident}", "urn:ex:{a,in=}", "urn:ex:{a,excluding=}", "urn:ex:{a,number,escape=x}", "urn:ex:{a,number,plus}", "urn:ex:{a,nonempty}", "urn:ex:{a,verbatim,fold}",
		"urn:ex:{a,verbatim,plus}", "urn:ex:{a,urn=}",
	} {
		_, err := Compile(text)
		assert.Error(t, err, text)
	}
}

// A verbatim field keeps its escapes, so that a name in it is itself split.
func TestVerbatim(t *testing.T) {
	type job struct {
		Flow nestedFlow
		Job  string
	}
	jobs := MustFor[job]("urn:li:dataJob:({flow,verbatim},{job,escape=,()})")
	const name = "urn:li:dataJob:(urn:li:dataFlow:(mssql,123.%28TEST%29,PROD),a%2Cb)"
	v, err := jobs.Parse(name)
	require.NoError(t, err)
	assert.Equal(t, job{nestedFlow{Value[flowURN]{flowURN{"mssql", "123.(TEST)", "PROD"}}}, "a,b"}, v)
	u, err := jobs.Build(v)
	require.NoError(t, err)
	assert.Equal(t, name, u.String())
	p := MustCompile("urn:ex:{a,verbatim}:{b}")
	values, err := p.Values(urn.MustParse("urn:ex:%41%2f:%2F"), nil)
	require.Error(t, err) // b has a needless escape
	assert.Empty(t, values)
	values, err = p.Values(urn.MustParse("urn:ex:%41%2f:x"), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"%41%2f", "x"}, values)
	for _, bad := range []string{"a b", "%", "a:b", "a?b"} {
		_, err := p.Build(bad, "x")
		assertField(t, err, "a", BadValue)
	}
}

type flowURN struct{ Orchestrator, Flow, Cluster string }

func (flowURN) URNPattern() string {
	return "urn:li:dataFlow:({orchestrator,escape=,()},{flow,escape=,()},{cluster,escape=,()})"
}

type nestedFlow struct{ Value[flowURN] }

// A lenient pattern reads needless escapes, in fields and for literals, and writes none.
func TestLenient(t *testing.T) {
	p := MustCompile("lenient urn:li:{entity}:({a},{b})")
	typed := MustFor[struct{ Entity, A, B string }]("lenient urn:li:{entity}:({a},{b})")
	set, err := ReadSet(strings.NewReader("lenient urn:li:{entity}:({a},{b}) pair\nurn:li:x:{a,number} one\n"))
	require.NoError(t, err)
	for name, want := range map[string][]string{
		"urn:li:x:(a,b)":          {"x", "a", "b"},
		"urn:li:x:(a%2Eb,b)":      {"x", "a.b", "b"},
		"urn:li:x:%28a%2Cb%29":    {"x", "a", "b"},
		"urn:li:x:(a%20b,%C3%9F)": {"x", "a b", "ß"},
		"urn:li:x:(a%2Cb,c)":      {"x", "a,b", "c"}, // the escape is not needless
		"urn:li:x:(a%3Fb,c)":      {"x", "a?b", "c"},
	} {
		values, err := p.Parse(name, nil)
		require.NoError(t, err, name)
		assert.Equal(t, want, values, name)
		v, err := typed.Parse(name)
		require.NoError(t, err, name)
		assert.Equal(t, want, []string{v.Entity, v.A, v.B})
		if e, values, err := set.Parse(name, nil); assert.NoError(t, err, name) && e.Value == "pair" {
			assert.Equal(t, want, values)
		}
		written, err := p.Format(values...)
		require.NoError(t, err)
		again, err := MustCompile("urn:li:{entity}:({a},{b})").Parse(written, nil)
		require.NoError(t, err, "%s is written %s", name, written)
		assert.Equal(t, want, again)
	}
	_, err = MustCompile("urn:li:{entity}:({a},{b})").Parse("urn:li:x:(a%2Eb,b)", nil)
	assert.ErrorIs(t, err, OtherSpelling)
	_, err = p.Parse("urn:li:x:a%2Cb", nil)
	assertField(t, err, "entity", OtherText)
}

// An optional field is absent only where the longer name does not match.
func TestTypedShorterVariant(t *testing.T) {
	type pair struct {
		P string
		Q *string
	}
	_, err := MustFor[pair]("urn:ex:{p}/{q}").Parse("urn:ex:a%3Ab/1")
	assertField(t, err, "p", OtherSpelling)
	v, err := MustFor[pair]("urn:ex:{p}/{q}").Parse("urn:ex:a")
	require.NoError(t, err)
	assert.Equal(t, pair{P: "a"}, v)
	w, err := MustFor[pair]("raw urn:ex:{p}/{q}").Parse("urn:ex:a [b]/%")
	require.NoError(t, err)
	assert.Equal(t, "%", *w.Q)
	text, err := MustFor[pair]("raw urn:ex:{p}/{q}").Format(w)
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:a [b]/%", text)
	_, err = MustFor[pair]("raw urn:ex:{p}/{q}").Build(w)
	assert.ErrorIs(t, err, BadValue)
}

// TestEscapeHexDigit: the digits of an escape are not characters that a field escapes.
func TestEscapeHexDigit(t *testing.T) {
	p := MustCompile("urn:ex:{a,escape=A}")
	u, err := p.Build("Aé/%")
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:%41%C3%A9/%25", u.String())
	values, err := p.Values(u, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"Aé/%"}, values)
	_, err = p.Values(urn.MustParse("urn:ex:xA"), nil)
	assertField(t, err, "a", BadValue)
}

// TestBuildVerbatimClass: a verbatim value with a "%" that begins no escape is refused.
func TestBuildVerbatimClass(t *testing.T) {
	for _, value := range []string{"%", "a%", "a%4", "%zz"} {
		_, err := MustCompile("urn:ex:{a,verbatim,excluding=:}").Format(value)
		assertField(t, err, "a", BadValue)
	}
}
