package namespace

import (
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestRealURNs: each name that was found in public code has the verdict that was
// decided when somebody looked at it.
func TestRealURNs(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	b, err := os.ReadFile("../testdata/namespace/real_urns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	verdicts, nids := map[string]int{}, map[string]bool{}
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n")[4:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			t.Fatalf("%q has %d fields, want 4", line, len(f))
		}
		text, where, want, note := f[0], f[1], f[2], f[3]
		if where == "" || want != "valid" && note == "" {
			t.Errorf("%s: found in %q, note %q: one is missing", text, where, note)
		}
		got := "malformed"
		u, err := urn.Parse(text)
		if err == nil {
			got = verdict(Validate(u)).String()
		}
		if got != want {
			t.Errorf("%s is %s, want %s: %s", text, got, want, note)
		}
		verdicts[got]++
		nids[strings.ToLower(strings.Split(text, ":")[1])] = true
	}
	if n := verdicts["valid"] + verdicts["invalid"] + verdicts["unknown"] + verdicts["malformed"]; n != 308 || verdicts["valid"] < 190 {
		t.Errorf("%d names, %v, want 308", n, verdicts)
	}
	if len(nids) < 90 {
		t.Errorf("%d namespaces, want 90", len(nids))
	}
}
