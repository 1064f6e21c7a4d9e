//go:build unix

// Mutants runs mutation testing on a module. It changes one operator at a time and
// runs the tests that reach the change. It prints each change that no test notices,
// and at the end a table by package.
//
// Most tools build the tests again for each change. For a command with large dependencies,
// that takes seconds, more than its tests. Mutants builds each test binary once. In it,
// every operator is a call that looks up in the environment whether it is the one to
// change. A first run of each test finds the changes that it reaches, so that a change
// needs only those tests.
//
//	go run ./tools/mutants -C cmd/urn -o results.tsv
//
// The changes are those of [Gremlins]: arithmetic, boundaries and negations of conditions,
// increments, signs, && and ||. Conditions of case and constants in a function are
// included. Constants where Go requires one, as in const declarations and lengths of
// arrays, and arithmetic with type parameters are left out. Their number is printed. A
// process whose environment is not that of its parent runs without a change. A test that
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
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

type options struct {
	dir     string
	skip    string
	args    string
	results string
	workers int
	again   bool
	slow    time.Duration
	least   time.Duration
}

func run(args []string, out, progress io.Writer) error {
	var o options
	f := flag.NewFlagSet("mutants", flag.ContinueOnError)
	f.StringVar(&o.dir, "C", ".", "`directory` of the module")
	f.StringVar(&o.skip, "skip", "^$", "`regexp` of names of tests that are not run")
	f.StringVar(&o.args, "args", "-test.short", "`flags` of the test binaries")
	f.StringVar(&o.results, "o", "", "`file` of results: changes in it are not tested again")
	f.BoolVar(&o.again, "again", false, "test the changes of the file again that no test noticed, or that ran out of time")
	f.IntVar(&o.workers, "workers", 1, "changes at a time")
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

// report prints what nothing notices, and the table.
func (m *module) report(w io.Writer) {
	type row struct{ count, noticed, limit, survive, unreached int }
	rows := map[string]*row{}
	var all row
	count := func(r *row, outcome string) {
		r.count++
		switch outcome {
		case noticed:
			r.noticed++
		case timeLimit:
			r.limit++
		case survives:
			r.survive++
		case unreached:
			r.unreached++
		}
	}
	for _, x := range m.mutants {
		if x.outcome == survives || x.outcome == unreached {
			fmt.Fprintf(w, "%s: %s\n", x, x.outcome)
		}
		dir := filepath.ToSlash(filepath.Dir(x.file))
		if rows[dir] == nil {
			rows[dir] = new(row)
		}
		count(rows[dir], x.outcome)
		count(&all, x.outcome)
	}
	line := func(name string, r *row) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, r.count, r.noticed, r.limit, r.survive, r.unreached)
	}
	fmt.Fprint(w, "\n| package | changes | noticed | time limit | survive | not reached |\n|---|---|---|---|---|---|\n")
	dirs := make([]string, 0, len(rows))
	for dir := range rows {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		line("`"+dir+"`", rows[dir])
	}
	line("together", &all)
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

// module is the packages and their changes.
type module struct {
	dir      string
	packages []*pkg
	mutants  []*mutant
	overlay  map[string]string // new text of a file, by its path
	support  string            // import path of the package that knows which change is made
	left     int               // changes left out
}

// pkg is what go list says of a package.
type pkg struct {
	Dir, ImportPath, Export   string
	DepOnly                   bool
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct{ Path, Dir string }
	ImportMap                 map[string]string
	Standard                  bool
	Error                     *struct{ Err string }
}

func byTime(a, b *test) int {
	return cmp.Or(cmp.Compare(a.cpu, b.cpu), strings.Compare(a.binary.dir+a.name, b.binary.dir+b.name))
}
