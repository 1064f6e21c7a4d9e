package pattern_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestVendors takes apart the names that the tests of vendors have, and others found in
// public, by one call of the set of all patterns, and puts them together again, byte for
// byte. A name that its vendor refuses is refused. With -v it writes the score of each
// vendor.
func TestVendors(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	set := pattern.Vendors()
	b, err := os.ReadFile("testdata/vendors.tsv")
	require.NoError(t, err)
	type score struct{ names, read, split, refused int }
	scores := map[string]score{}
	count := map[string]int{}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, columns, 4, line)
		want, source := columns[0], columns[3]
		require.Contains(t, source, " ", "%s: the source is a repository and a path, or a document", line)
		var text string
		require.NoError(t, json.Unmarshal([]byte(columns[1]), &text), line)
		count[want]++
		nid, _, _ := strings.Cut(strings.TrimPrefix(text, "urn:"), ":")
		s := scores[nid]
		p, kind, values, err := set.Parse(text)
		if want == "-" {
			assert.Error(t, err, "%s is %s (%s)", text, kind, source)
			if err != nil {
				s.refused++
			}
			scores[nid] = s
			continue
		}
		s.names++
		if assert.NoError(t, err, "%s (%s)", text, source) {
			s.read++
			assert.Equal(t, want, kind, text)
			var list []string
			require.NoError(t, json.Unmarshal([]byte(columns[2]), &list), line)
			if assert.Equal(t, list, values, text) {
				s.split++
			}
			written, err := p.Format(values...)
			require.NoError(t, err, text)
			assert.Equal(t, withOwnPrefix(text, p), written)
		}
		scores[nid] = s
	}
	for nid, s := range scores {
		testingT.Logf("%-24s %4d names, %4d read, %4d split as the vendor does; %3d others refused", nid, s.names, s.read, s.split, s.refused)
	}
	for p, kind := range set.All() {
		assert.NotZero(t, count[kind], "no name of the kind %s, %s", kind, p)
	}
	assert.GreaterOrEqual(t, count["-"], 70)
}

// withOwnPrefix returns a name with "urn:", the NID and the literal after it as p has them.
func withOwnPrefix(name string, p *pattern.Pattern) string {
	_, shape, _ := strings.Cut(p.String(), "urn:")
	prefix, _, _ := strings.Cut("urn:"+shape, "{")
	if strings.EqualFold(name[:len(prefix)], prefix) {
		return prefix + name[len(prefix):]
	}
	return name
}

// TestVendorsAndNamespaces: a name of SAMM that its owner's program reads, and its
// specification does not have, is refused by the rules of namespaces alone, as
// docs/namespaces.md says.
func TestVendorsAndNamespaces(t *testing.T) {
	u := urn.MustParse("urn:samm:org.eclipse.esmf.samm:aspect-model:Aspect:1.0.0")
	_, err := namespace.Validate(u)
	require.Error(t, err)
	rules, err := namespace.IANA().With(pattern.Vendors().Definitions()...)
	require.NoError(t, err)
	_, err = rules.Validate(u)
	require.NoError(t, err)
	_, err = rules.Validate(urn.MustParse("urn:samm:org.eclipse.esmf.samm:aspect-model:Aspect"))
	require.Error(t, err)
}
