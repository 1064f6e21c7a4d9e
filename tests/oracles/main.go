// Command oracles asks programs that nobody of this project wrote whether identifiers are
// valid, and compares their answers with those of this library. It prints a table of the
// programs with their versions, what they were asked and how many answers differ, then what
// they cannot judge, and the first differences. Its status is 1 if any differ. A program that
// is missing is said, and is not a difference.
//
//	oracles [-seed N] FOLDER
//
// FOLDER is where the programs are installed: "make oracles" does both.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

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

func main() {
	seed := flag.Uint64("seed", 1, "of the random identifiers")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: oracles [-seed N] FOLDER")
		os.Exit(2)
	}
	folder, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var rows, notes strings.Builder
	table := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "program\tversion\tasked about\tasked\tvalid here\tnot asked\tdiffer")
	status := 0
	for _, o := range oracles {
		version, results, err := o.ask(folder, *seed)
		if err != nil {
			fmt.Fprintf(table, "%s\tmissing: %v\n", o.name, err)
			continue
		}
		fmt.Fprintf(&notes, "%s cannot judge %s.\n", o.name, o.cannot)
		for _, r := range results {
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%d\t%d\n", o.name, version, r.question, r.asked, r.valid, r.notAsked, len(r.differences))
			if r.notAsked > 0 {
				fmt.Fprintf(&notes, "%s, %s: %d not asked: %s.\n", o.name, r.question, r.notAsked, r.notAskedCause)
			}
			for i, d := range r.differences {
				status = 1
				if i == 20 {
					fmt.Fprintf(&notes, "    and %d more\n", len(r.differences)-i)
					break
				}
				fmt.Fprintf(&notes, "    %s: %s\n", o.name, d)
			}
		}
	}
	table.Flush()
	fmt.Print(rows.String() + "\n" + notes.String())
	os.Exit(status)
}
