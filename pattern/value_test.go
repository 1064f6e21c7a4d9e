package pattern_test

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type Runner struct {
	Region string
	Org    int64
	ID     string `urn:"runner"`
}

func (Runner) URNPattern() string { return "urn:dd:apps:on-prem-runner:{region}:{org}:{runner}" }

func TestValue(t *testing.T) {
	const text = "urn:dd:apps:on-prem-runner:us1:2:abc"
	want := Runner{"us1", 2, "abc"}
	type document struct {
		Runner  pattern.Value[Runner]   `json:"runner,omitzero" xml:"runner,attr"`
		Runners []pattern.Value[Runner] `json:"runners,omitempty" xml:"runner"`
	}
	d := document{Runner: pattern.Value[Runner]{V: want}, Runners: []pattern.Value[Runner]{{V: want}}}
	for name, codec := range map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{"json": {json.Marshal, json.Unmarshal}, "xml": {xml.Marshal, xml.Unmarshal}} {
		b, err := codec.marshal(d)
		require.NoError(t, err, name)
		assert.Contains(t, string(b), text)
		var got document
		require.NoError(t, codec.unmarshal(b, &got), name)
		assert.Equal(t, d, got, name)
	}
	b, err := json.Marshal(document{})
	require.NoError(t, err)
	assert.Equal(t, "{}", string(b))
	assert.Error(t, json.Unmarshal([]byte(`{"runner":"urn:dd:apps:on-prem-runner:us1:02:abc"}`), &d))
	assert.Equal(t, want, d.Runner.V)

	var v pattern.Value[Runner]
	require.NoError(t, v.Scan([]byte(text)))
	assert.Equal(t, want, v.V)
	column, err := v.Value()
	require.NoError(t, err)
	assert.Equal(t, text, column)
	require.NoError(t, v.Scan(nil))
	column, err = v.Value()
	require.NoError(t, err)
	assert.Nil(t, column)
	assert.Error(t, v.Scan(1))

	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.TextVar(&v, "runner", pattern.Value[Runner]{}, "")
	require.NoError(t, fs.Parse([]string{"-runner", text}))
	assert.Equal(t, want, v.V)

	_, err = json.Marshal(document{Runner: pattern.Value[Runner]{V: Runner{Org: 1}}})
	assert.ErrorContains(t, err, "region")
}

type (
	user  struct{ ID int64 }
	flags struct{ On bool }
	key   struct{ ID uuid.UUID }
	rest  struct{ A string }
	maybe struct{ X string }
	unfit struct{ N int }
)

func (user) URNPattern() string  { return "urn:acme:user:{id}" }
func (flags) URNPattern() string { return "urn:acme:flag:{on}" }
func (key) URNPattern() string   { return "urn:acme:key:{id}" }
func (rest) URNPattern() string  { return "urn:dd:x{a...}" }
func (maybe) URNPattern() string { return "urn:dd:x:{x,empty}:y" }
func (unfit) URNPattern() string { return "urn:acme:{id}" }

// TestZeroValue: a zero value that has a URN is written as that URN, and nothing else is read
// as it. The methods of a type that does not fit its pattern return the error.
func TestZeroValue(t *testing.T) {
	zeroHasURN[user](t, "urn:acme:user:0")
	zeroHasURN[flags](t, "urn:acme:flag:false")
	zeroHasURN[key](t, "urn:acme:key:00000000-0000-0000-0000-000000000000")
	zeroHasURN[rest](t, "urn:dd:x")
	zeroHasURN[maybe](t, "urn:dd:x::y")

	isUnfit[unfit](t)
	isUnfit[*unfit](t)
	isUnfit[interface{ URNPattern() string }](t)
}

func isUnfit[T interface{ URNPattern() string }](t *testing.T) {
	var bad pattern.Value[T]
	_, err := bad.Value()
	for _, err := range []error{err, bad.Scan(nil), bad.Scan(1), bad.Scan("urn:acme:1"), json.Unmarshal([]byte(`"urn:acme:1"`), &bad)} {
		assert.ErrorIs(t, err, pattern.BadPattern)
	}
	_, err = json.Marshal(bad)
	assert.ErrorIs(t, err, pattern.BadPattern)
	assert.Contains(t, bad.String(), "<pattern")
}

func zeroHasURN[T interface {
	comparable
	URNPattern() string
}](t *testing.T, text string) {
	t.Helper()
	var v pattern.Value[T]
	zero := v.V
	require.NoError(t, json.Unmarshal([]byte(`"`+text+`"`), &v))
	assert.Equal(t, zero, v.V)
	b, err := json.Marshal(v)
	require.NoError(t, err)
	assert.Equal(t, `"`+text+`"`, string(b))
	column, err := v.Value()
	require.NoError(t, err)
	assert.Equal(t, text, column)
	assert.Equal(t, text, v.String())
	for _, err := range []error{v.Scan(nil), v.Scan(""), v.UnmarshalText(nil)} {
		assert.Error(t, err, text)
	}
}

// TestNestedError: the error of a value within a URN has one column.
func TestNestedError(t *testing.T) {
	_, err := pattern.MustFor[struct{ V isbn.ISBN }]("urn:acme:{v}").Parse("urn:acme:12x")
	require.ErrorIs(t, err, namespace.BadSyntax)
	assert.Equal(t, 1, strings.Count(err.Error(), "column"), err)
}
