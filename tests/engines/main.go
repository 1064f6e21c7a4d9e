// Engines runs the tests of this module, and prints a line for each engine: its version,
// how many rows it had, which processes were killed, and whether the result was exact.
// Arguments are passed to go test.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
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
	file, err := os.CreateTemp("", "urn-engines-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	file.Close()
	// The tests of one package at a time: they share the cores with their engines.
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-timeout=25m", "-p=1", "-v"}, append(args, "./...")...)...)
	cmd.Env = append(os.Environ(), enginetest.ResultsVariable+"="+file.Name())
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	failed := cmd.Run()
	text, err := os.ReadFile(file.Name())
	if err != nil {
		return err
	}
	results, err := read(text)
	if err != nil {
		return err
	}
	lines := merge(results, engines(string(page)))
	fmt.Printf("\n%s", table(lines))
	if failed != nil {
		return fmt.Errorf("go test: %w", failed)
	}
	for _, l := range lines {
		if l.Outcome == enginetest.Failed || l.Outcome == notRun && len(args) == 0 {
			return fmt.Errorf("%s: %s", l.Engine, l.Outcome)
		}
	}
	return nil
}

// notRun is the outcome of an engine without a result.
const notRun = "not run"

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

// read reads the results. Of each test it returns the last.
func read(text []byte) (results []enginetest.Result, err error) {
	for line := range bytes.Lines(text) {
		var r enginetest.Result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(results, func(old enginetest.Result) bool { return old.Engine == r.Engine && old.Test == r.Test })
		if i < 0 {
			results = append(results, r)
		} else {
			results[i] = r
		}
	}
	return results, nil
}

// merge returns one result for each version of an engine, in the order of names. It is
// exact if all its tests were. An engine of names that has no result was not run.
func merge(results []enginetest.Result, names []string) (lines []enginetest.Result) {
	for _, r := range results {
		if !slices.Contains(names, r.Engine) {
			names = append(names, r.Engine)
		}
	}
	add := func(to *string, more string) {
		if *to != "" && more != "" {
			*to += "; "
		}
		*to += more
	}
	// From the best to the worst.
	outcomes := []string{enginetest.Exact, enginetest.Skipped, enginetest.Running, enginetest.Failed}
	for _, name := range names {
		first := len(lines)
		for _, r := range results {
			if r.Engine != name {
				continue
			}
			i := first + slices.IndexFunc(lines[first:], func(l enginetest.Result) bool { return l.Version == r.Version })
			if i < first {
				lines = append(lines, enginetest.Result{Engine: name, Version: r.Version, Outcome: enginetest.Exact})
				i = len(lines) - 1
			}
			l := &lines[i]
			add(&l.Rows, r.Rows)
			add(&l.Kills, r.Kills)
			l.Seconds += r.Seconds
			if slices.Index(outcomes, r.Outcome) > slices.Index(outcomes, l.Outcome) {
				l.Outcome = r.Outcome
			}
			if r.Outcome != enginetest.Exact {
				why := r.Test
				if r.Why != "" {
					why += ": " + r.Why
				}
				add(&l.Why, why)
			}
		}
		for i := first; i < len(lines); i++ {
			if lines[i].Outcome == enginetest.Running { // the process has ended, and the test had not
				lines[i].Outcome = enginetest.Failed
			}
		}
		if len(lines) == first {
			lines = append(lines, enginetest.Result{Engine: name, Outcome: notRun})
		}
	}
	return lines
}

// table returns the lines as text.
func table(lines []enginetest.Result) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ENGINE\tVERSION\tROWS\tKILLED\tSECONDS\tRESULT")
	for _, l := range lines {
		for _, s := range []*string{&l.Version, &l.Rows, &l.Kills} {
			if *s == "" {
				*s = "-"
			}
		}
		outcome := l.Outcome
		if l.Why != "" {
			outcome += ": " + l.Why
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.0f\t%s\n", l.Engine, l.Version, l.Rows, l.Kills, l.Seconds, outcome)
	}
	w.Flush()
	return b.String()
}
