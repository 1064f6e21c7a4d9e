package finding_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/finding"
)

func TestAll(t *testing.T) {
	text := []byte(`urn: string, "urn:ex:a" (urn:cen.eu:b) "urn:ex:" + id, 'urn:ex:{id}', &quot;urn:ex:c&quot; <urn:ex:d`)
	var got []string
	for g := range finding.All(urn.Finder{}, text) {
		got = append(got, fmt.Sprintf("%d %s %s%s%s", g.Kind, g.Fault.Reason.String(), g.Open, text[g.Start:g.End], g.Close))
	}
	require.Equal(t, []string{
		"0 none urn:", `1 none "urn:ex:a"`, "2 nid (urn:cen.eu:b)", `3 nss "urn:ex:"`, "4 nss 'urn:ex:{id}'", "1 none &quot;urn:ex:c&quot;", "1 none <urn:ex:d",
	}, got)
}

// TestSame: the findings with a match are those of All.
func TestSame(t *testing.T) {
	text := []byte("urn: \"urn:ex:a, urn:ex:é <urn:ex:{a} urn:urn:ex:b urn:a::b 'urn:ex:' urn:x")
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed} {
		var got []urn.Match
		for g := range finding.All(urn.Finder{Syntax: x}, text) {
			if g.Kind != finding.Nothing {
				got = append(got, g.Match)
			}
		}
		require.Equal(t, slices.Collect(urn.Finder{Syntax: x, Near: true}.All(text)), got)
	}
}
