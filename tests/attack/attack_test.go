//go:build unix

// Package attack runs the command urn on random hostile input, for a bounded time. What it
// does is judged by others: git, and parsers of Python.
//
//	go test -v -run TestAttack ./tests/attack -seed 0 -time 60s
//
// Each case depends on the seed and its own number only, so that one case can be repeated:
//
//	go test -v -run TestAttack ./tests/attack -seed 1 -case 42
//
// The cases are of two kinds:
//
//   - fix: "lint --fix" on hostile names, links, modes, access control lists and
//     attributes. Only the case of letters may change, and "git apply" must make the
//     same of the difference.
//   - oracles: the output of replace in each notation, read by parsers of others: Python's,
//     and lxml and html5lib where they are installed. See oracle.py.
//
// Standard error of every process holds printable text only. A process may take 10 seconds,
// 512 MiB of memory and 64 MiB of disk for a file.
package attack

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	seed  = flag.Uint64("seed", 1, "the `seed` of all cases; 0: a fresh one")
	limit = flag.Duration("time", 2*time.Second, "how long TestAttack runs")
	only  = flag.Int64("case", -1, "run the case with this `number` only, and keep its files")
)

// TestAttack finds no failure, and prints the number of cases.
func TestAttack(t *testing.T) {
	for *seed == 0 {
		*seed = rand.Uint64()
	}
	var out bytes.Buffer
	w := io.Writer(&out)
	if testing.Verbose() {
		w = io.MultiWriter(w, os.Stdout)
	}
	err := run(w, root, *seed, *limit, *only)
	if err != nil {
		t.Errorf("%v\n%s", err, &out)
	}
	for _, kind := range kinds {
		if *only < 0 && err == nil && !strings.Contains("\n"+out.String(), "\n"+kind.name+": ") {
			t.Errorf("no cases of %s", kind.name)
		}
	}
}

// maxFailures is how many failures are printed before the attack ends.
const maxFailures = 20

// run runs cases until the time is over, at least one of each kind, or one case only. root is
// the directory of the repository.
func run(out io.Writer, root string, seed uint64, limit time.Duration, only int64) error {
	deadline := time.Now().Add(limit)
	temp, err := os.MkdirTemp("", "attack")
	if err != nil {
		return err
	}
	if only < 0 {
		defer os.RemoveAll(temp)
	}
	binary, err := build(root, temp)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "seed", seed)
	counts := map[string]int{}
	failures := 0
	first := max(only, 0)
	for n := first; failures < maxFailures; n++ {
		done := int(n - first)
		if done > 0 && only >= 0 || done >= len(kinds) && time.Now().After(deadline) {
			break
		}
		dir := filepath.Join(temp, fmt.Sprint("case", n))
		if err := os.Mkdir(dir, 0o777); err != nil {
			return err
		}
		c := &attempt{Rand: rand.New(rand.NewPCG(seed, uint64(n))), root: root, binary: binary, dir: dir}
		kind := kinds[n%int64(len(kinds))]
		counts[kind.name]++
		if err := kind.run(c); err != nil {
			failures++
			fmt.Fprintf(out, "FAIL: %s, case %d: %v\n", kind.name, n, err)
			if c.commandLine != "" {
				fmt.Fprintf(out, "  command: %s\n", c.commandLine)
			}
			fmt.Fprintf(out, "  repeat:  go test -v -run TestAttack ./tests/attack -seed %d -case %d\n", seed, n)
		}
		if only >= 0 {
			fmt.Fprintln(out, "files of the case:", dir)
		} else if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(out, "%s: %d cases\n", name, counts[name])
	}
	if failures > 0 {
		return fmt.Errorf("%d cases failed", failures)
	}
	return nil
}

// kinds are the kinds of cases, which take turns.
var kinds = []struct {
	name string
	run  func(*attempt) error
}{
	{"fix", (*attempt).fix},
	{"oracles", (*attempt).oracles},
}

// build builds the command and returns the path of the program.
func build(root, dir string) (string, error) {
	binary := filepath.Join(dir, "urn")
	cmd := exec.Command("go", "build", "-o", binary, "./cmd/urn")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.Join(err, errors.New(string(out)))
	}
	return binary, nil
}
