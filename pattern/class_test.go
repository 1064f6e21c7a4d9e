package pattern

import (
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
			if values, err := raw.Parse("urn:ex:" + text); (err == nil) != want {
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
	assert.ErrorContains(t, err, "the field must be a number")
	for _, text := range []string{
		"urn:ex:{a,number,ident}", "urn:ex:{a,in=}", "urn:ex:{a,excluding=}", "urn:ex:{a,number,escape=x}", "urn:ex:{a,number,plus}", "urn:ex:{a,nonempty}", "urn:ex:{a,urn=}",
	} {
		_, err := Compile(text)
		assert.Error(t, err, text)
	}
}

// TestEscapeHexDigit: the digits of an escape are not characters that a field escapes.
func TestEscapeHexDigit(t *testing.T) {
	p := MustCompile("urn:ex:{a,escape=A}")
	u, err := p.Build("Aé/%")
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:%41%C3%A9/%25", u.String())
	values, err := p.ParseURN(u)
	require.NoError(t, err)
	assert.Equal(t, []string{"Aé/%"}, values)
	_, err = p.ParseURN(urn.MustParse("urn:ex:xA"))
	assertField(t, err, "a", BadValue)
}
