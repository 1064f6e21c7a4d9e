package namespace

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestDocumentExamples wants every URN that a document gives as a name to pass,
// and those that a document gets wrong to be noticed.
func TestDocumentExamples(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	b, err := os.ReadFile("../testdata/namespace/document_examples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n")[3:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			t.Fatalf("%q has %d fields, want 4", line, len(f))
		}
		text, document, verdict, note := f[0], f[1], f[2], f[3]
		count[verdict]++
		u, err := urn.Parse(text)
		if err != nil {
			t.Errorf("%s, %s: %v", document, text, err)
			continue
		}
		is, err := Validate(u)
		advised := slices.ContainsFunc(slices.Collect(Lint(u)), func(a Advice) bool { return a.Code == advice.UnlistedValue })
		switch verdict {
		case "name":
			if is != Valid || advised {
				t.Errorf("%s: %s is not a name: %v, %v, advice %t", document, text, is, err, advised)
			}
		case "wrong":
			if note == "" || is != Invalid && !advised {
				t.Errorf("%s: %s passes, want that what is wrong is noticed: %q", document, text, note)
			}
		case "part":
			if note == "" {
				t.Errorf("%s: %s has no note", document, text)
			}
		default:
			t.Errorf("%s: %s: no such verdict: %q", document, text, verdict)
		}
	}
	if count["name"] < 260 || count["wrong"] == 0 || count["part"] == 0 {
		t.Errorf("the examples are %v", count)
	}
}
