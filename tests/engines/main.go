// Engines runs the tests of this module, and prints a line for each engine: its version,
// how many rows it had, which processes were killed, and whether the result was exact.
// Arguments are passed to go test.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	page, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		return err
	}
	// The tests of one package at a time: they share the cores with their engines.
	cmd := exec.Command("go", append([]string{"test", "-json", "-count=1", "-timeout=25m", "-p=1", "-v"}, append(args, "./...")...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	tests, err := read(out, os.Stdout)
	ended := cmd.Wait()
	if err != nil {
		return err
	}
	lines := merge(tests, engines(string(page)))
	fmt.Printf("\n%s", table(lines))
	if ended != nil {
		return fmt.Errorf("go test: %w", ended)
	}
	for _, l := range lines {
		if l.outcome == failed || l.outcome == notRun && len(args) == 0 {
			return fmt.Errorf("%s: %s", l.engine, l.outcome)
		}
	}
	return nil
}

// The outcomes of the tests of an engine.
const (
	exact   = "exact"
	skipped = "skipped"
	failed  = "failed"
	notRun  = "not run" // there is no test
)

// test is a test that has reported an engine.
type test struct {
	name    string
	attr    map[string]string // see enginetest.Report
	outcome string
	seconds float64
}

// line is what the tests of a version of an engine have shown.
type line struct {
	engine, version, outcome string
	rows, kills, whys        []string
	seconds                  float64
}

// engines returns the engines of the first table below a heading of docs/engines.md.
func engines(page string) (names []string) {
	_, page, _ = strings.Cut(page, "\n## How the engines were run\n")
	_, page, _ = strings.Cut(page, "\n|---")
	for line := range strings.Lines(page) {
		if m := regexp.MustCompile(`^\| ([^|]*) \|`).FindStringSubmatch(line); m == nil && len(names) > 0 {
			break
		} else if m != nil && !slices.Contains(names, m[1]) { // an engine may have several versions
			names = append(names, m[1])
		}
	}
	return names
}

// read reads the events of "go test -json". It returns the tests that report an engine, and copies
// what all tests print to log.
func read(events io.Reader, log io.Writer) (tests []*test, err error) {
	of := map[string]*test{}
	for d := json.NewDecoder(events); ; {
		var e struct {
			Package, Test, Action, Output, Key, Value string
			Elapsed                                   float64
		}
		if err := d.Decode(&e); err == io.EOF {
			return tests, nil
		} else if err != nil {
			return nil, err
		}
		io.WriteString(log, e.Output)
		t := of[e.Package+e.Test]
		if t == nil && e.Key == "engine" {
			t = &test{name: e.Test, attr: map[string]string{}, outcome: failed} // if its process ends before the test
			of[e.Package+e.Test] = t
			tests = append(tests, t)
		}
		outcome := map[string]string{"pass": exact, "skip": skipped, "fail": failed}[e.Action]
		switch {
		case t == nil:
		case e.Action == "attr":
			t.attr[e.Key] = e.Value
		case outcome != "":
			t.outcome, t.seconds = outcome, e.Elapsed
		}
	}
}

// merge returns a line for each version of an engine, in the order of names. It is exact if all
// its tests were. An engine of names that has no test was not run.
func merge(tests []*test, names []string) (lines []line) {
	outcomes := []string{exact, skipped, failed} // from the best to the worst
	for _, t := range tests {
		engine, version := t.attr["engine"], t.attr["version"]
		i := slices.IndexFunc(lines, func(l line) bool { return l.engine == engine && l.version == version })
		if i < 0 {
			i = len(lines)
			lines = append(lines, line{engine: engine, version: version, outcome: exact})
		}
		l := &lines[i]
		l.rows, l.kills = append(l.rows, t.attr["rows"]), append(l.kills, t.attr["kills"])
		l.seconds += t.seconds
		if slices.Index(outcomes, t.outcome) > slices.Index(outcomes, l.outcome) {
			l.outcome = t.outcome
		}
		if t.outcome != exact {
			l.whys = append(l.whys, strings.TrimSuffix(t.name+": "+t.attr["why"], ": "))
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(lines, func(l line) bool { return l.engine == name }) {
			lines = append(lines, line{engine: name, outcome: notRun})
		}
	}
	place := func(l line) uint { return uint(slices.Index(names, l.engine)) } // the last one without a name
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(place(a), place(b)) })
	return lines
}

// table returns the lines as text.
func table(lines []line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ENGINE\tVERSION\tROWS\tKILLED\tSECONDS\tRESULT")
	cell := func(texts ...string) string {
		texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
		return cmp.Or(strings.Join(texts, "; "), "-")
	}
	for _, l := range lines {
		outcome := l.outcome
		if len(l.whys) > 0 {
			outcome += ": " + cell(l.whys...)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.0f\t%s\n", l.engine, cell(l.version), cell(l.rows...), cell(l.kills...), l.seconds, outcome)
	}
	w.Flush()
	return b.String()
}
