//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// binary has the tests of a package.
type binary struct {
	path, dir string
}

// test is a function of a binary, and the changes that it reaches.
type test struct {
	binary    *binary
	name      string
	took, cpu time.Duration // cpu is of all its processes: unlike took, the same on a busy machine
	reaches   map[int]bool
}

// build compiles the tests of each package with all changes.
func (m *module) build(tmp string) ([]*binary, error) {
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for path, text := range m.overlay {
		name := filepath.Join(tmp, strconv.Itoa(len(overlay.Replace))+".go")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return nil, err
		}
		overlay.Replace[path] = name
	}
	b, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	list := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(list, b, 0o666); err != nil {
		return nil, err
	}
	var binaries []*binary
	for i, p := range m.packages {
		b := &binary{filepath.Join(tmp, strconv.Itoa(i)+".test"), p.Dir}
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", list, "-o", b.path, p.PkgPath)
		cmd.Dir = m.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", p.PkgPath, err, out)
		}
		if _, err := os.Stat(b.path); err == nil { // it has tests
			binaries = append(binaries, b)
		}
	}
	return binaries, nil
}

// start runs tests of b. It returns the output, the processor time, and whether a limit was
// exceeded: the one for the whole run, or the one for the processor time of each process.
func (b *binary) start(pattern string, limit, cpuLimit time.Duration, env ...string) (out []byte, cpu time.Duration, over bool, err error) {
	c, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	// A changed loop may write or allocate without end.
	cmd := exec.CommandContext(c, "sh", "-c", `ulimit -v 16777216; ulimit -f 2097152; ulimit -t "$1"; shift; exec "$@"`, "sh",
		strconv.Itoa(int(cpuLimit/time.Second)), b.path, "-test.run", pattern, "-test.timeout", "0", "-test.failfast", "-test.short")
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), env...)
	temp, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return nil, 0, false, err
	}
	defer os.RemoveAll(temp)
	cmd.Env = append(cmd.Env, "TMPDIR="+temp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	cmd.WaitDelay = time.Second
	out, err = cmd.CombinedOutput()
	if cmd.Process != nil {
		kill() // the processes that the tests started
	}
	if cmd.ProcessState != nil {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return out, cpu, c.Err() != nil || err != nil && cpu >= cpuLimit, err
}

func exactly(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

// reach runs each test alone and without a change.
func (m *module) reach(binaries []*binary, o options, tmp string, progress io.Writer) ([]*test, error) {
	var tests []*test
	for _, b := range binaries {
		cmd := exec.Command(b.path, "-test.list", ".")
		cmd.Dir = b.dir
		names, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.dir, err)
		}
		for name := range strings.Lines(string(names)) {
			name = strings.TrimSpace(name)
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
			file := filepath.Join(tmp, "reached")
			started := time.Now()
			out, cpu, over, err := b.start(exactly([]string{name}), max(o.least, 10*o.slow), o.slow+time.Second, "MUTANTS_REACHED="+file)
			t := &test{b, name, time.Since(started), cpu, map[int]bool{}}
			if over || cpu > o.slow {
				fmt.Fprintf(progress, "%s in %s is left out: it takes more than %v\n", name, b.dir, o.slow)
				os.Remove(file)
				continue
			}
			if err != nil {
				fmt.Fprintf(progress, "%s in %s is left out: it fails without a change: %v\n%s", name, b.dir, err, out)
				os.Remove(file)
				continue
			}
			ids, err := os.ReadFile(file)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			os.Remove(file)
			for id := range strings.FieldsSeq(string(ids)) {
				n, err := strconv.Atoi(id)
				if err != nil {
					return nil, err
				}
				t.reaches[n] = true
			}
			tests = append(tests, t)
		}
	}
	slices.SortFunc(tests, byTime)
	return tests, nil
}

// batch holds tests that run in one process.
type batch struct {
	binary    *binary
	names     []string
	took, cpu time.Duration
}

// quick divides tests by their processor time. Tests of a class share a process, except those
// of the last class.
var quick = []time.Duration{50 * time.Millisecond, 300 * time.Millisecond}

// batches returns the tests that reach x, in the order in which they are run: the
// quickest first, and of those the tests of the package of x first. Tests are in the
// order of their time.
func (m *module) batches(x *mutant, tests []*test) (all []*batch) {
	own := filepath.Join(m.dir, filepath.Dir(x.file))
	class := func(t *test) int {
		i, _ := slices.BinarySearch(quick, t.cpu)
		return i
	}
	for c := range len(quick) + 1 {
		var of []*batch
		for _, t := range tests {
			if class(t) != c || x.id != 0 && !t.reaches[x.id] || x.id == 0 && c == len(quick) {
				continue
			}
			i := slices.IndexFunc(of, func(b *batch) bool { return b.binary == t.binary })
			if i < 0 || c == len(quick) {
				i = len(of)
				of = append(of, &batch{binary: t.binary})
			}
			of[i].names = append(of[i].names, t.name)
			of[i].took += t.took
			of[i].cpu += t.cpu
		}
		others := slices.DeleteFunc(slices.Clone(of), func(b *batch) bool { return b.binary.dir == own })
		of = slices.DeleteFunc(of, func(b *batch) bool { return b.binary.dir != own })
		all = slices.Concat(all, of, others)
	}
	return all
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// try runs the tests that reach x, until one of them fails.
func (m *module) try(x *mutant, tests []*test, o options) {
	x.outcome = unreached
	for _, b := range m.batches(x, tests) {
		x.outcome = survives
		out, _, over, err := b.binary.start(exactly(b.names), max(o.least, 5*b.took), 5*b.cpu+5*time.Second, "MUTANT="+strconv.Itoa(x.id))
		if over {
			x.outcome, x.by = timeLimit, b.names[0]
			return
		}
		if err != nil {
			x.outcome, x.by = noticed, "a test that stops"
			if f := failed.FindSubmatch(out); f != nil {
				x.by = string(f[1])
			}
			return
		}
	}
}

// test tries every change. Between them it runs the quick tests without a change: a test that
// fails then does not show that it notices anything.
func (m *module) test(tests []*test, o options, progress io.Writer) error {
	known := map[string][]string{}
	b, err := os.ReadFile(o.results)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 3 {
			known[f[0]] = f[1:]
		}
	}
	results, err := os.OpenFile(o.results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer results.Close()
	started, done := time.Now(), 0
	for i, x := range m.mutants {
		if k := known[x.String()]; k != nil {
			x.outcome, x.by = k[0], k[1]
			continue
		}
		if i%100 == 0 {
			none := new(mutant)
			if m.try(none, tests, o); none.outcome != survives {
				fmt.Fprintf(progress, "without a change: %s by %s\n", none.outcome, none.by)
			}
		}
		m.try(x, tests, o)
		if _, err := fmt.Fprintf(results, "%s\t%s\t%s\n", x, x.outcome, x.by); err != nil {
			return err
		}
		if done++; done%50 == 0 {
			fmt.Fprintf(progress, "%d changes in %v\n", done, time.Since(started).Round(time.Second))
		}
	}
	return results.Close()
}
