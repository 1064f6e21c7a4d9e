// Package oracles asks programs that nobody of this project wrote whether identifiers are
// valid, and compares their answers with the answers of this library. It logs the version of each
// program, what it was asked, what it cannot judge, and the first differences. A program that
// is missing is a failure.
//
//	go test -v . -folder FOLDER
//
// FOLDER is where the programs are installed: "make oracles" does both.
package oracles

import (
	"errors"
	"flag"
	"path/filepath"
	"testing"
)

var (
	folder = flag.String("folder", "", "where the programs are installed")
	seed   = flag.Uint64("seed", 1, "of the random identifiers")
)

// errMissing is the error for a program that is not installed.
var errMissing = errors.New("it is missing")

func TestOracles(t *testing.T) {
	if *folder == "" {
		t.Skip("no -folder with programs: make oracles installs them")
	}
	folder, err := filepath.Abs(*folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range oracles {
		t.Run(o.name, func(t *testing.T) {
			version, results, err := o.ask(folder, *seed)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s cannot judge %s", o.name, version, o.cannot)
			for _, r := range results {
				t.Logf("%s: %d asked, %d of them valid here, %d differ", r.question, r.asked, r.valid, len(r.differences))
				if r.notAsked > 0 {
					t.Logf("%d not asked: %s", r.notAsked, r.notAskedCause)
				}
				for _, d := range r.differences[:min(len(r.differences), 20)] {
					t.Error(d)
				}
			}
		})
	}
}

// oracle is a program, and what it is asked.
type oracle struct {
	name   string
	cannot string // what it cannot judge
	ask    func(folder string, seed uint64) (version string, results []result, err error)
}

// result is the outcome of one kind of question.
type result struct {
	question      string
	asked, valid  int // valid is how many the library accepts
	differences   []string
	notAsked      int
	notAskedCause string
}

var oracles = []oracle{
	{"BWIPP (bwip-js)", "the order of the elements of a URN; coupons (8110) and (8112), which are not checked here; company prefixes with another character among the first five, of which it checks fewer; four currencies and a package type, by its older lists; values with \"(\"", askBWIPP},
	{"python-stdnum", "where hyphens may be; the length of an LEI; the letters of a container; and takes an SBN of nine digits, and an IMEI of 14 or 16",
		program([]string{"isbn", "issn", "isni", "lei", "eic", "isan", "imei", "imo", "container"}, map[string]string{
			"isbn": `.{10,}`, "lei": `.{18}\d\d`, "isan": `(.{4}-){4}.`, "container": `[A-Z]{3}[UJZ].*`,
		}, python("python-stdnum"))},
	{"isbnlib", "letters within an ISBN, which it ignores; ranges newer than its own", program([]string{"isbn", "hyphens"}, map[string]string{"isbn": `\d*X?`}, python("isbnlib"))},
	{"idutils", "letters within an ISBN; a DOI with another prefix than 10. and numbers, with a space, or with an escape, which it keeps",
		program([]string{"isbn", "issn", "isni", "doi"}, map[string]string{"isbn": `\d*X?`, "doi": `(doi:|https?://[a-z.]+/)?10(\.\d+)+([^. \d][^ ]*)?`}, python("idutils"))},
	{"scim2-models", "an attribute that begins with \"$\", which it accepts; white space around it, which it ignores; where a schema without an attribute ends",
		program([]string{"scim"}, map[string]string{"scim": `([^$ ]|[^:.$ ]\$+)*`}, python("scim2-models"))},
	{"commons-validator", "where hyphens may be", program([]string{"isbn", "issn"}, nil, java)},
	{"isbn3", "an ISBN outside its ranges, which it refuses", program([]string{"hyphens"}, nil, node("isbn3"))},
	{"epc-tds", "whether a name is valid, and names of gdti-113, itip, usdod, adi and gsrnp; nor a dot in a serial number, or an empty reference", program([]string{"tag"}, nil, node("epc-tds"))},
}
