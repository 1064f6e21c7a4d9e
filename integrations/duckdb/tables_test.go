package urnduckdb

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// promise is a line of a table of the functions: what they return for NULL and for any
// text that is not a URN.
type promise struct{ functions, null, other string }

// promises reads the tables of the README and of the package's documentation.
func promises(t *testing.T) map[string][]promise {
	t.Helper()
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	tables := map[string][]promise{}
	for line := range strings.SplitSeq(read("README.md"), "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `urn_") && len(cells) == 4 {
			tables["README.md"] = append(tables["README.md"], promise{cells[0], cells[2], strings.TrimSuffix(cells[3], " |")})
		}
	}
	gap := regexp.MustCompile(`  +`)
	for line := range strings.SplitSeq(read("doc.go"), "\n") {
		if line, ok := strings.CutPrefix(line, "//\turn_"); ok {
			if cells := gap.Split(line, -1); len(cells) == 4 {
				tables["doc.go"] = append(tables["doc.go"], promise{"urn_" + cells[0], cells[2], cells[3]})
			}
		}
	}
	return tables
}

// TestPromises compares the tables of the functions with the functions.
func TestPromises(t *testing.T) {
	db := open(t, Options{})
	// The reasons, except that of a text of 2 GiB.
	malformed := map[string]string{
		"": "scheme", "x": "scheme", " urn:ex:a": "scheme", "urn:-:a": "nid", "urn:ex:": "nss", "urn:ex:a ": "nss", "urn:ex:a\n": "nss", "urn:ex:é": "nss",
		"urn:ex:%x": "escape", "urn:ex:a?+": "r", "urn:ex:a?=": "q", "urn:ex:a#[": "f",
	}
	call := regexp.MustCompile(`urn_\w+`)
	words := regexp.MustCompile(`[\w-]+`)
	for page, table := range promises(t) {
		var named []string
		for _, p := range table {
			for _, f := range call.FindAllString(p.functions, -1) {
				named = append(named, f)
				for _, kind := range []string{"VARCHAR", "BLOB"} {
					if got := one(t, db, fmt.Sprintf("%s(NULL::%s)", f, kind)); got != p.null {
						t.Errorf("%s: %s of NULL, a %s, is %s, want %s", page, f, kind, got, p.null)
					}
					for text, why := range malformed {
						want := strings.Trim(p.other, "`")
						reasons, isReason := strings.CutPrefix(want, "why: ")
						switch {
						case isReason:
							if want = why; !slices.Contains(words.FindAllString(reasons, -1), why) {
								t.Errorf("%s: %s: the reason %s is not in the table", page, f, why)
							}
						case strings.HasPrefix(want, "the URNs in it, or "):
							want = "[]"
							if strings.Contains(text, "urn:ex:a") {
								continue
							}
						}
						var arg any = text
						if kind == "BLOB" {
							arg = []byte(text)
						}
						if got := one(t, db, f+"(?::"+kind+")", arg); got != want {
							t.Errorf("%s: %s of %q, a %s, is %s, want %s", page, f, text, kind, got, want)
						}
					}
				}
				if strings.HasPrefix(p.other, "why: ") && !strings.Contains(p.other, urn.TooLong.String()) {
					t.Errorf("%s: the reason %s is not in the table", page, urn.TooLong.String())
				}
			}
		}
		var all []string
		for _, d := range definitions {
			all = append(all, d.name)
		}
		slices.Sort(named)
		slices.Sort(all)
		if !slices.Equal(named, all) {
			t.Errorf("%s has %s, want %s", page, named, all)
		}
	}
	if n := len(promises(t)); n != 2 {
		t.Errorf("there are %d tables, want 2", n)
	}
}
