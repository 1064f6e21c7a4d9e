package pattern_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestVendors takes apart the names that the tests of vendors have, and others found in
// public, by the set of all their patterns, and puts them together again, byte for byte.
func TestVendors(testingT *testing.T) {
	t := few.Of(testingT)
	set := pattern.Vendors()
	b, err := os.ReadFile("testdata/vendors.tsv")
	require.NoError(t, err)
	count := map[string]int{}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, columns, 5, line)
		kind, how, source := columns[0], columns[1], columns[4]
		require.Contains(t, source, " ", "%s: the source is a repository and a path, or an RFC", line)
		var text string
		require.NoError(t, json.Unmarshal([]byte(columns[2]), &text), line)
		var u urn.URN
		if how == "urn" {
			u, err = urn.Parse(text)
		} else {
			u, _, err = pattern.ParseRaw(text)
		}
		count[kind]++
		if kind == "-" {
			if err == nil {
				_, name, _, ok := set.Match(u, nil)
				assert.False(t, ok, "%s is %s (%s)", text, name, source)
			}
			continue
		}
		require.NoError(t, err, "%s (%s)", text, source)
		p, name, _, ok := set.Match(u, nil)
		if !assert.True(t, ok, "%s (%s)", text, source) {
			continue
		}
		assert.Equal(t, kind, name, text)
		values, err := p.Values(u, nil)
		require.NoError(t, err, text)
		var want []string
		require.NoError(t, json.Unmarshal([]byte(columns[3]), &want), line)
		assert.Equal(t, want, values, text)
		built, err := p.Build(values...)
		require.NoError(t, err, text)
		written := built.String()
		if how == "raw" {
			written = pattern.FormatRaw(built)
		}
		if want := text; kind == "fhir-uuid" {
			assert.True(t, strings.EqualFold(want, written), "%s: %s", want, written)
		} else {
			assert.Equal(t, withOwnPrefix(want, p), written)
		}
	}
	for p, kind := range set.All() {
		assert.NotZero(t, count[kind], "no name of the kind %s, %s", kind, p)
	}
	assert.GreaterOrEqual(t, count["-"], 50)
	page, err := os.ReadFile("../docs/patterns.md")
	require.NoError(t, err)
	for p, kind := range set.All() {
		assert.Contains(t, string(page), "| `"+kind+"` | `"+p.String()+"` |")
	}
}

// withOwnPrefix returns a name with "urn:", the NID and the literal after it as p has them.
func withOwnPrefix(name string, p *pattern.Pattern) string {
	prefix, _, _ := strings.Cut(p.String(), "{")
	if strings.EqualFold(name[:len(prefix)], prefix) {
		return prefix + name[len(prefix):]
	}
	return name
}
