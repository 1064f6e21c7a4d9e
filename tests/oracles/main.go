// Command oracles asks programs that nobody of this project wrote whether identifiers are
// valid, and compares their answers with those of this library. It prints each program's
// version, what it was asked, how many answers differ, and the first of them. Its status is
// 1 if any differ. A program that is missing is said, and is not a difference.
//
//	oracles [-seed N] FOLDER
//
// FOLDER is where the programs are installed: "make oracles" does both.
package main

import (
	"flag"
	"fmt"
	"os"
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
}

func main() {
	seed := flag.Uint64("seed", 1, "of the random identifiers")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: oracles [-seed N] FOLDER")
		os.Exit(2)
	}
	status := 0
	for _, o := range oracles {
		version, results, err := o.ask(flag.Arg(0), *seed)
		if err != nil {
			fmt.Printf("%s: not asked: %v\n", o.name, err)
			continue
		}
		fmt.Printf("%s %s; it cannot judge: %s\n", o.name, version, o.cannot)
		for _, r := range results {
			fmt.Printf("  %s: %d asked, of which %d are valid here; %d differ\n", r.question, r.asked, r.valid, len(r.differences))
			if r.notAsked > 0 {
				fmt.Printf("    %d not asked: %s\n", r.notAsked, r.notAskedCause)
			}
			for i, d := range r.differences {
				status = 1
				if i == 20 {
					fmt.Printf("    and %d more\n", len(r.differences)-i)
					break
				}
				fmt.Println("    " + d)
			}
		}
	}
	os.Exit(status)
}
