//go:build unix

// Command benchfind measures "urn find" beside ripgrep and grep, over a log
// that it generates, and the library's Finder beside the regexp package.
//
//	go run ./tools/benchfind
//
// It is run from the root of the repository. Before anything is measured, all
// must have found the same.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	size := flag.Int64("size", 200_000_000, "length of the log in `bytes`")
	rounds := flag.Int("rounds", 5, "how often each command is run, in turn")
	library := flag.Bool("library", true, "run the library's benchmarks over the log as well")
	flag.Parse()
	if err := bench(*size, *rounds, *library); err != nil {
		fmt.Fprintln(os.Stderr, "benchfind:", err)
		os.Exit(1)
	}
}

// expression is the grammar of RFC 8141 as a regular expression, with "\b" for
// what may precede. It does not give punctuation back, like --exact. Of nested
// groups, group opens one.
func expression(group string) string {
	const (
		pchar = `([0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
		path  = `([0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})`
		query = `([0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})`
		res   = `([0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}|\?+([0-9A-Za-z._~!$&'()*+,;:@/-]|%[0-9A-Fa-f]{2}))`
	)
	e := `\burn:[0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z]:` + pchar + path + `*` +
		`(\?\+` + pchar + res + `*)?(\?=` + pchar + query + `*)?(#` + query + `*)?`
	// A "(" within brackets is a byte, and no group.
	var b strings.Builder
	within := false
	for _, c := range e {
		switch {
		case c == '[':
			within = true
		case c == ']':
			within = false
		case c == '(' && !within:
			b.WriteString(group)
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

type contender struct {
	name string
	args []string
	// toFile has the output go to a file: grep(1) stops at the first match if
	// its output is /dev/null.
	toFile bool

	cpu, wall []time.Duration
	peak      int64 // bytes
}

func bench(size int64, rounds int, library bool) error {
	for _, tool := range []string{"rg", "grep"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is missing: install ripgrep and grep, for instance with \"apt-get install ripgrep grep\"", tool)
		}
	}
	dir, err := os.MkdirTemp("", "benchfind")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	in := func(name string) string { return filepath.Join(dir, name) }
	log, urnCommand := in("log"), in("urn")
	fmt.Fprintf(os.Stderr, "generating a log of %d MB, building the command\n", size/1_000_000)
	for _, args := range [][]string{
		{"go", "run", "./tools/corpus", "-size", fmt.Sprint(size), "-o", log, "-list", in("list"), "log"},
		{"go", "build", "-o", urnCommand, "./cmd/urn"},
		{"sh", "-c", `cut -f3 "$0" >"$1"`, in("list"), in("want")},
		{"sh", "-c", `gzip -1 <"$0" >"$0.gz" && cp "$0.gz" "$0.2.gz"`, log},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}

	rg := []string{"rg", "-a", "-N", "--no-filename", "-i", "-o", "-j1"}
	contenders := []*contender{
		{name: "urn find -j1", args: []string{urnCommand, "find", "-j1", log}},
		{name: "urn find -j1 --exact", args: []string{urnCommand, "find", "-j1", "--exact", log}},
		{name: "urn find -j2", args: []string{urnCommand, "find", "-j2", log}},
		{name: "rg -o -j1", args: append(slices.Clone(rg), "-e", expression("(?:"), log)},
		{name: "rg -o -j1 --no-unicode", args: append(slices.Clone(rg), "--no-unicode", "-e", expression("(?:"), log)},
		{name: "grep -oaiE", args: []string{"grep", "-oaiE", "-e", expression("("), log}, toFile: true},
		{name: "urn find -j1, 2 x gzip", args: []string{urnCommand, "find", "-j1", log + ".gz", log + ".2.gz"}},
		{name: "urn find -j2, 2 x gzip", args: []string{urnCommand, "find", "-j2", log + ".gz", log + ".2.gz"}},
	}

	// What is found. The log's list tells what must be; the expressions are held
	// to --exact.
	// Files are compared by another process: what a command is charged for as its
	// peak begins with that of the process that starts it.
	for i, c := range contenders[:6] {
		if err := c.run(in(fmt.Sprint(i)), true, false); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		expected := in("1")
		if c.name == "urn find -j1" || c.name == "urn find -j2" {
			expected = in("want")
		}
		if out, err := exec.Command("cmp", in(fmt.Sprint(i)), expected).CombinedOutput(); err != nil {
			return fmt.Errorf("%s finds something else: %s", c.name, out)
		}
	}
	fmt.Println("all find the same (rg and grep: as --exact)")

	for round := range rounds + 1 {
		for _, c := range contenders {
			if err := c.run(in("out"), c.toFile, round > 0); err != nil { // the first is to warm up
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	fmt.Printf("%s, %s/%s, a log of %d MB, medians of %d runs in turn\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, size/1_000_000, rounds)
	fmt.Printf("%-24s %8s %8s %10s %9s %18s %18s\n", "", "CPU s", "GB/s", "wall s", "peak MiB", "CPU / urn -j1", "wall / urn -j1")
	base := contenders[0]
	for i, c := range contenders {
		if i == 6 { // those are measured by the first of them
			base = c
		}
		fmt.Printf("%-24s %8.3f %8.2f %10.3f %9.1f %18.2f %18.2f\n", c.name, median(c.cpu).Seconds(),
			float64(size)/float64(median(c.cpu).Nanoseconds()), median(c.wall).Seconds(), float64(c.peak)/(1<<20),
			median(ratios(c.cpu, base.cpu)), median(ratios(c.wall, base.wall)))
	}
	if !library {
		return nil
	}
	test := exec.Command("go", "test", "-run", "^$", "-bench", "FindRatio|FindHostile", "-benchtime", "1x", ".")
	test.Env = append(os.Environ(), "URN_FIND_LOG="+log)
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}

func (c *contender) command() *exec.Cmd {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C") // grep is many times slower in UTF-8
	return cmd
}

// run runs the command once and notes what it took.
func (c *contender) run(file string, toFile, count bool) error {
	name := os.DevNull
	if toFile {
		name = file
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	cmd := c.command()
	cmd.Stdout = out
	begin := time.Now()
	err = cmd.Run()
	wall := time.Since(begin)
	if err = errors.Join(err, out.Close()); err != nil || !count {
		return err
	}
	c.wall = append(c.wall, wall)
	c.cpu = append(c.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak := int64(usage.Maxrss)
		if runtime.GOOS != "darwin" {
			peak <<= 10
		}
		c.peak = max(c.peak, peak)
	}
	return nil
}

// ratios are taken run by run, so that what slows the machine for a while
// slows both.
func ratios(a, b []time.Duration) []float64 {
	r := make([]float64, len(a))
	for i := range a {
		r[i] = float64(a[i]) / float64(b[i])
	}
	return r
}

func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
