//go:build unix

// Command benchfind measures "urn find" over a log that it generates, and the library's
// Finder beside the regexp package. It also measures "urn find -r" beside ripgrep over a
// tree of files, and "urn check", "urn normalize" and "urn map" over a list of names.
// "make peers-race" compares with ripgrep and others over such a log.
//
//	go run ./tools/benchfind
//
// It is run from the root of the repository. Before the search of the log is
// measured, it must find what the generator wrote there.
//
// With -before, another build of the command is measured beside this one, such as
// one of an older commit:
//
//	git worktree add ../before HEAD~100
//	(cd ../before && go build -o urn-before ./cmd/urn)
//	go run ./tools/benchfind -before ../before/urn-before
package main

import (
	"bytes"
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
	library := flag.Bool("library", true, "run the library's benchmarks over the log as well")
	var b benchmark
	flag.IntVar(&b.rounds, "rounds", 5, "how often each command is run, in turn")
	flag.StringVar(&b.before, "before", "", "another build of the command, to compare this one with: the `file`")
	flag.StringVar(&b.tree, "tree", "", "`directory` that urn find -r and rg search (default: GOROOT)")
	flag.IntVar(&b.names, "names", 5_000_000, "length of the list of names, in lines")
	flag.Parse()
	if err := b.bench(*size, *library); err != nil {
		fmt.Fprintln(os.Stderr, "benchfind:", err)
		os.Exit(1)
	}
}

type contender struct {
	name string
	args []string
	// mayFail allows a status other than 0: files of a tree may be malformed.
	mayFail bool

	cpu, wall []time.Duration
	peak      int64 // bytes
}

// benchmark has the flags.
type benchmark struct {
	rounds int    // how often each command is run
	before string // name of another build of the command, or ""
	tree   string // name of a directory
	names  int    // how many there are
}

func (b *benchmark) bench(size int64, library bool) error {
	if _, err := exec.LookPath("rg"); err != nil {
		return errors.New("rg is missing: install ripgrep, for instance with \"apt-get install ripgrep\"")
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

	// Files are compared by another process: the peak memory of a command begins with
	// the peak of the process that starts it.
	for _, jobs := range []string{"-j1", "-j2"} {
		if out, err := exec.Command("sh", "-c", `"$0" find "$1" "$2" | cmp - "$3"`, urnCommand, jobs, log, in("want")).CombinedOutput(); err != nil {
			return fmt.Errorf("urn find %s finds something else: %w: %s", jobs, err, out)
		}
	}
	fmt.Printf("%s, %s/%s, a log of %d MB, medians of %d runs in turn\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, size/1_000_000, b.rounds)
	if err := b.versus(urnCommand, size, []string{"find", "-j1", log}, []string{"find", "-j1", "--exact", log}, []string{"find", "-j2", log}); err != nil {
		return err
	}
	fmt.Println("\nthe log twice, as gzip")
	if err := b.versus(urnCommand, 2*size, []string{"find", "-j1", log + ".gz", log + ".2.gz"}, []string{"find", "-j2", log + ".gz", log + ".2.gz"}); err != nil {
		return err
	}
	fmt.Println("\ndistinct URNs in the log")
	if err := b.versus(urnCommand, size, []string{"find", log}, []string{"find", "--count", log}, []string{"find", "--unique", log}); err != nil {
		return err
	}
	if err := b.files(urnCommand); err != nil {
		return err
	}
	if err := b.lists(urnCommand, in("names")); err != nil {
		return err
	}
	if !library {
		return nil
	}
	test := exec.Command("go", "test", "-run", "^$", "-bench", "FindRatio|FindHostile", "-benchtime", "1x", ".")
	test.Env = append(os.Environ(), "URN_FIND_LOG="+log)
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}

// measure runs the contenders in turn. The first round only warms up.
func (b *benchmark) measure(contenders []*contender) error {
	for round := range b.rounds + 1 {
		for _, c := range contenders {
			if err := c.run(round > 0); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// header is above the figures of print. The ratios are to a command of the same
// block: the first, or the one before with -before.
var header = fmt.Sprintf("%-32s %8s %8s %10s %9s %10s %10s", "", "CPU s", "GB/s", "wall s", "peak MiB", "CPU ratio", "wall ratio")

// print prints the time and memory of c for size bytes. If size is 0, it prints no speed.
func (c *contender) print(size int64, base *contender) {
	speed := ""
	if size > 0 {
		speed = fmt.Sprintf("%.2f", float64(size)/float64(median(c.cpu).Nanoseconds()))
	}
	fmt.Printf("%-32s %8.3f %8s %10.3f %9.1f %10.2f %10.2f\n", c.name, median(c.cpu).Seconds(), speed,
		median(c.wall).Seconds(), float64(c.peak)/(1<<20), median(ratios(c.cpu, base.cpu)), median(ratios(c.wall, base.wall)))
}

// versus measures the command with some arguments, beside the other build of it if
// there is one.
func (b *benchmark) versus(command string, size int64, lists ...[]string) error {
	var all []*contender
	for _, args := range lists {
		options := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.Contains(arg, "/") })
		name := "urn " + strings.Join(options, " ")
		if b.before != "" {
			all = append(all, &contender{name: name + ", before", args: append([]string{b.before}, args...)})
		}
		all = append(all, &contender{name: name, args: append([]string{command}, args...)})
	}
	if err := b.measure(all); err != nil {
		return err
	}
	fmt.Println(header)
	for i, c := range all {
		base := all[0]
		if b.before != "" {
			base = all[i-i%2]
		}
		c.print(size, base)
	}
	return nil
}

// compressed are patterns for files that urn decompresses and ripgrep does not. Both
// leave them out.
var compressed = []string{"-g", "!*.gz", "-g", "!*.tgz", "-g", "!*.xz", "-g", "!*.zst", "-g", "!*.bz2"}

// files measures the search of a tree, by all rules and by none.
func (b *benchmark) files(command string) error {
	if b.tree == "" {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("go env GOROOT: %w", err)
		}
		b.tree = strings.TrimSpace(string(root))
	}
	listed := func(args ...string) (int, error) {
		text, err := exec.Command("rg", append(append([]string{"--files"}, compressed...), args...)...).Output()
		return bytes.Count(text, []byte{'\n'}), err
	}
	every, err := listed("-uuu", b.tree)
	if err != nil {
		return fmt.Errorf("rg --files: %w", err)
	}
	fmt.Printf("\n%s, %d files that are not compressed, in the page cache after the first round\n%s\n", b.tree, every, header)
	for _, c := range []struct{ urn, rg []string }{
		{[]string{"find", "-r", "--hidden", "--no-ignore"}, []string{"-a", "-c", "-i", "-uuu"}},
		{[]string{"find", "-r"}, []string{"-a", "-c", "-i"}},
	} {
		find := append(append([]string{command}, c.urn...), compressed...)
		rg := append(append([]string{"rg"}, c.rg...), compressed...)
		pair := []*contender{
			{name: "rg " + strings.Join(c.rg, " ") + " urn:", args: append(rg, "urn:", b.tree), mayFail: true},
			{name: "urn " + strings.Join(c.urn, " "), args: append(find, b.tree), mayFail: true},
		}
		if err := b.measure(pair); err != nil {
			return err
		}
		for _, p := range pair {
			p.print(0, pair[0])
		}
	}
	return nil
}

// lists measures the commands that read names, one on each line.
func (b *benchmark) lists(command, list string) error {
	fmt.Printf("\n%d names\n", b.names)
	if text, err := exec.Command("go", "run", "./tools/corpus", "-n", fmt.Sprint(b.names), "-o", list, "urns").CombinedOutput(); err != nil {
		return fmt.Errorf("corpus: %w\n%s", err, text)
	}
	info, err := os.Stat(list)
	if err != nil {
		return err
	}
	return b.versus(command, info.Size(), []string{"check", list}, []string{"normalize", list}, []string{"map", "--to", "key", list})
}

// run runs the command once and notes its time and memory, if it counts.
func (c *contender) run(count bool) error {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	begin := time.Now()
	err := cmd.Run()
	wall := time.Since(begin)
	if exit := new(exec.ExitError); c.mayFail && errors.As(err, &exit) && exit.Exited() {
		err = nil
	}
	if err != nil || !count {
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
