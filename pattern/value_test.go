package pattern_test

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"testing"

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
