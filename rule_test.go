package urn

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// extentVector says which names a careful reader sees in a text, and what is nearly one.
type extentVector struct {
	Name, Text string
	Names      []struct {
		At  int
		URN string
	}
	Near []struct {
		At           int
		Text, Reason string
	}
}

func readExtentVectors(t testing.TB) (list []extentVector) {
	t.Helper()
	data, err := os.ReadFile("testdata/find/extent.jsonl")
	require.NoError(t, err)
	for line := range bytes.Lines(data) {
		var v extentVector
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&v), "%s", line)
		list = append(list, v)
	}
	return list
}

// TestExtent: the texts are of programs, configuration, logs, XML, Markdown, SQL, CSV and
// URLs, as people write them.
func TestExtent(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range readExtentVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			require.False(t, seen[v.Name], "the name is taken")
			seen[v.Name] = true
			want := make([]Match, 0, len(v.Names)+len(v.Near))
			for _, n := range v.Names {
				want = append(want, Match{n.At, n.At + len(n.URN), MustParse(n.URN).Offsets(), Fault{}, MatchName})
			}
			for _, n := range v.Near {
				_, fault := RFC8141.Locate(n.Text)
				kind := MatchPart
				if n.Reason != "partial" {
					require.Equal(t, n.Reason, fault.Reason.String())
					kind = MatchNearMiss
				}
				want = append(want, Match{n.At, n.At + len(n.Text), Offsets{}, fault, kind})
			}
			slices.SortFunc(want, func(a, b Match) int { return a.Start - b.Start })
			if got := collectNear(Finder{}, []byte(v.Text)); !slices.Equal(got, want) {
				t.Errorf("Near(%q) = %s, want %s", v.Text, showNear([]byte(v.Text), got), showNear([]byte(v.Text), want))
			}
			for _, f := range finders {
				checkFind(t, f, []byte(v.Text))
				checkSettled(t, f, []byte(v.Text))
			}
		})
	}
	require.Greater(t, len(seen), 80)
}
