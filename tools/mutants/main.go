//go:build unix

// Mutants runs mutation testing on a module. It changes one operator at a time and
// runs the tests that reach the change. It prints each change that no test notices,
// and at the end a table by package.
//
// Most tools build the tests again for each change. Mutants builds each test binary once: in
// it, every operator is a call that looks up in the environment whether it is the one to
// change. A first run of each test finds the changes that it reaches, so that a change
// needs only those tests. For namespace/scim, the smallest package of the library, that
// takes 2.6 s of the processor. Gremlins takes 37.6 s, and longer where linking takes longer.
//
//	go run ./tools/mutants -C cmd/urn -o results.tsv
//
// The changes are the same as in [Gremlins]: arithmetic, boundaries and negations of conditions,
// increments, signs, && and ||. Conditions of case and constants in a function are
// included. Constants where Go requires one, as in const declarations and lengths of
// arrays, and arithmetic with type parameters are left out. Their number is printed. A
// process that does not inherit the environment runs without a change. A test that
// fails because the machine is slow counts as one that notices. So the quick tests also run
// without a change from time to time, and a failure is printed.
//
// [Gremlins]: https://github.com/go-gremlins/gremlins
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

type options struct {
	dir     string
	results string
	slow    time.Duration
	least   time.Duration
}

func run(args []string, out, progress io.Writer) error {
	var o options
	f := flag.NewFlagSet("mutants", flag.ContinueOnError)
	f.StringVar(&o.dir, "C", ".", "`directory` of the module")
	f.StringVar(&o.results, "o", os.DevNull, "`file` of results, one a line: changes in it are not tested again")
	f.DurationVar(&o.slow, "slow", time.Minute, "tests that take more time of the processor are not run")
	f.DurationVar(&o.least, "least", 30*time.Second, "least time limit of a run; a run of long tests has five times their time")
	if err := f.Parse(args); err != nil {
		return err
	}
	patterns := f.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	tmp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)

	m, err := load(o.dir, patterns)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "%d changes in %d packages, %d left out\n", len(m.mutants), len(m.packages), m.left)
	binaries, err := m.build(tmp)
	if err != nil {
		return err
	}
	tests, err := m.reach(binaries, o, tmp, progress)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "%d tests\n", len(tests))
	if err := m.test(tests, o, progress); err != nil {
		return err
	}
	m.report(out)
	return nil
}

// report prints the changes that nothing notices, and the table.
func (m *module) report(w io.Writer) {
	const together = "~"                            // after the names of directories
	rows := map[string]map[string]int{together: {}} // how many changes have an outcome; "" is all
	for _, x := range m.mutants {
		if x.outcome == survives || x.outcome == unreached {
			fmt.Fprintf(w, "%s: %s\n", x, x.outcome)
		}
		dir := filepath.ToSlash(filepath.Dir(x.file))
		if rows[dir] == nil {
			rows[dir] = map[string]int{}
		}
		for _, r := range []map[string]int{rows[dir], rows[together]} {
			r[""]++
			r[x.outcome]++
		}
	}
	fmt.Fprint(w, "\n| package | changes | noticed | time limit | survive | not reached |\n|---|---|---|---|---|---|\n")
	for _, dir := range slices.Sorted(maps.Keys(rows)) {
		name, r := "`"+dir+"`", rows[dir]
		if dir == together {
			name = "together"
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, r[""], r[noticed], r[timeLimit], r[survives], r[unreached])
	}
}

const (
	noticed   = "noticed"
	timeLimit = "time limit"
	survives  = "survives"
	unreached = "not reached"
)

// mutant is one change.
type mutant struct {
	id      int // from 1
	file    string
	line    int
	column  int
	from    string
	to      string
	outcome string
	by      string // the test that noticed it
}

// String is the place and the change. It is the same in each run.
func (x *mutant) String() string {
	return fmt.Sprintf("%s:%d:%d: %s to %s", x.file, x.line, x.column, x.from, x.to)
}

// module holds the packages and their changes.
type module struct {
	dir      string
	packages []*packages.Package
	mutants  []*mutant
	overlay  map[string]string // new text of a file, by its path
	support  string            // import path of the package that knows which change is made
	left     int               // changes left out
}

func byTime(a, b *test) int {
	return cmp.Or(cmp.Compare(a.cpu, b.cpu), strings.Compare(a.binary.dir+a.name, b.binary.dir+b.name))
}
