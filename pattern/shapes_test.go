package pattern_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var shapes = map[string]string{
	"CycloneDX": pattern.CycloneDX, "CycloneDXElement": pattern.CycloneDXElement, "Pulumi": pattern.Pulumi,
	"DataHub": pattern.DataHub, "DataHubDataset": pattern.DataHubDataset, "DataHubSchemaField": pattern.DataHubSchemaField,
	"SCIM": pattern.SCIM, "OAuth": pattern.OAuth, "OAuthTokenType": pattern.OAuthTokenType,
	"FHIROID": pattern.FHIROID, "FHIRUUID": pattern.FHIRUUID, "MRN": pattern.MRN, "NGSILD": pattern.NGSILD,
}

// TestShapes takes more than two hundred names found in public apart, by the set
// of all known shapes, and puts them together again.
func TestShapes(testingT *testing.T) {
	t := few.Of(testingT)
	var set pattern.Set[string]
	for name, text := range shapes {
		require.NoError(t, set.Add(pattern.MustCompile(text), name))
	}
	b, err := os.ReadFile("testdata/shapes.tsv")
	require.NoError(t, err)
	count := map[string]int{}
	total := 0
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, columns, 4, line)
		shape, text, source := columns[0], columns[1], columns[3]
		var want []string
		require.NoError(t, json.Unmarshal([]byte(columns[2]), &want), line)
		u, err := urn.Parse(text)
		require.NoError(t, err, "%s (%s)", text, source)
		p, name, _, ok := set.Match(u, nil)
		if !assert.True(t, ok, "%s: %v", text, pattern.MustCompile(shapes[shape]).Explain(u)) {
			continue
		}
		assert.Equal(t, shape, name, text)
		values, err := p.Values(u, nil)
		require.NoError(t, err, text)
		assert.Equal(t, want, values, text)
		built, err := p.Build(values...)
		require.NoError(t, err, text)
		assert.True(t, namespace.Equal(u, built), "%s: %s", text, built)
		count[shape]++
		total++
	}
	assert.GreaterOrEqual(t, total, 200)
	page, err := os.ReadFile("../docs/patterns.md")
	require.NoError(t, err)
	for name, text := range shapes {
		assert.Contains(t, string(page), "| `"+name+"` | `"+text+"` |")
	}
	for name := range shapes {
		assert.NotZero(t, count[name], name)
	}
}
