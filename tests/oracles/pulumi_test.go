package oracles

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	pulumi "github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"

	"github.com/seed7b5a83f0/urn/pattern"
)

// pulumiPattern returns the pattern that the vendors' file has for Pulumi.
func pulumiPattern(tb testing.TB) *pattern.Pattern {
	for p, kind := range pattern.Vendors().All() {
		if kind == "pulumi-resource" {
			return p
		}
	}
	tb.Fatal("no pattern for Pulumi")
	return nil
}

// TestPulumi splits random names with the pattern of the vendors' file and with Pulumi's own
// functions. They differ in one kind of names, which the test counts. Pulumi's IsValid counts
// the "::" of the whole text, so it accepts names in which one "::" begins with the ":" after
// "urn:pulumi". Its own functions find no third "::" in such a name, and the pattern refuses it.
func TestPulumi(t *testing.T) {
	p := pulumiPattern(t)
	r := rand.New(rand.NewPCG(*seed, 53))
	pieces := []string{"::", "::", "::", ":", "a", "b", "(", ")", "$", "/", "%3A", "#", "?=", " ", "é", "pulumi:pulumi:Stack"}
	var split, refused, short int
	for range 200_000 {
		var b strings.Builder
		for n := r.IntN(24); n > 0; n-- {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		rest := b.String()
		text := []string{"urn:pulumi:", "urn:pulumi:", "urn:pulumi:", "urn:Pulumi:", "URN:pulumi:"}[r.IntN(5)] + rest
		theirs := pulumi.URN(text)
		values, err := p.Parse(text)
		if matches := p.Match(text); matches != (err == nil) {
			t.Fatalf("%q: Match is %v, and Parse says %v", text, matches, err)
		}
		switch {
		case !theirs.IsValid():
			if refused++; err == nil {
				t.Fatalf("%q is split into %q, and Pulumi refuses it", text, values)
			}
		case strings.Count(rest, "::") < 3:
			if short++; err == nil {
				t.Fatalf("%q is split into %q, and has two \"::\" after the stack", text, values)
			}
		case err != nil:
			t.Fatalf("%q: %v", text, err)
		default:
			split++
			want := [4]string{string(theirs.Stack()), string(theirs.Project()), string(theirs.QualifiedType()), theirs.Name()}
			if got := [4]string(values); got != want {
				t.Fatalf("%q is split into %q, by Pulumi into %q", text, got, want)
			}
		}
	}
	t.Logf("%d names split alike, %d refused by both, %d without a third \"::\" refused here alone", split, refused, short)
	if split < 20_000 || refused < 20_000 || short == 0 {
		t.Error("too few names of some kind")
	}
}

// BenchmarkPulumi compares [pattern.Pattern.Match] with Pulumi's IsValid on the same
// names: the ratio of their times.
func BenchmarkPulumi(b *testing.B) {
	p := pulumiPattern(b)
	r := rand.New(rand.NewPCG(*seed, 54))
	word := func(n int) string { return strings.Repeat("abcdefgh", 8)[:1+r.IntN(n)] }
	names := make([]string, 4096)
	for i := range names {
		names[i] = "urn:pulumi:" + word(12) + "::" + word(20) + "::aws:" + word(10) + "/" + word(16) + ":" + word(16) + "::" + word(24)
		if r.IntN(4) == 0 {
			names[i] = strings.Replace(names[i], "::", ":", 2) // not a name
		}
	}
	run := func(valid *int, f func(s string) bool) time.Duration {
		begin := time.Now()
		for _, s := range names {
			if f(s) {
				*valid++
			}
		}
		return time.Since(begin)
	}
	var here, there int // the valid names
	var ours, theirs time.Duration
	for b.Loop() {
		ours += run(&here, p.Match)
		theirs += run(&there, func(s string) bool { return pulumi.URN(s).IsValid() })
	}
	b.ReportMetric(float64(ours)/float64(theirs), "Match/IsValid")
	if here != there {
		b.Errorf("%d names are valid here, and %d by Pulumi", here, there)
	}
}
