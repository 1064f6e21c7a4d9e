//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sources are a module whose tests notice each change but those whose lines say so.
var sources = map[string]string{
	"go.mod": "module example.test/m\n\ngo 1.24\n",
	"a/a.go": `package a

import stdtime "time"

const page = 4 * 1024 // not changed

type bytes int

type counters struct{ n map[string]bytes }

func (c *counters) count(name string) { c.n[name]++ }

func first(s []int, least int) int {
	for i := 0; i < len(s); i++ { // survives: the boundary
		if s[i] >= least && s[i]%2 == 0 {
			return i
		}
	}
	return -1 // not reached
}

func kind(n int) string {
	switch {
	case n > 10 ||
		n < -10:
		return "large" + "!"
	case n == 0:
		return "zero"
	}
	return "small"
}

func wait(n stdtime.Duration) stdtime.Duration { return -n*2/3 + stdtime.Second*(2+1) }

func sum[T ~int | ~float64](x, y T) (z T) { z = x - y; return z + 2*y } // left out

func size() [2 * 3]byte { return [2 * 3]byte{} }

func positive(n int) bool { return n >= 0 } // survives: the boundary

func nothing(n int) int { return n + 1 } // not reached

func elsewhere(n int) bool { return n != page }
`,
	"a/a_test.go": `package a

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestAll(t *testing.T) {
	c := counters{map[string]bytes{}}
	c.count("a")
	for i, ok := range []bool{
		c.n["a"] == 1,
		first([]int{2, 5, 4, 8}, 4) == 2, first([]int{3, 5, 6}, 0) == 2,
		kind(11) == "large!", kind(10) == "small", kind(-11) == "large!", kind(-10) == "small", kind(0) == "zero",
		wait(3*time.Second) == time.Second, sum(1.5, 2) == 3.5, positive(1), !positive(-1),
	} {
		if !ok {
			t.Errorf("%d is wrong", i)
		}
	}
}

func TestNone(t *testing.T) {
	if first([]int{4}, 4) != 0 {
		t.Error("first")
	}
}

// What a process reaches belongs to the test that starts it.
func TestProcess(t *testing.T) {
	if os.Getenv("CHILD") != "" {
		if elsewhere(page) {
			os.Exit(7)
		}
		os.Exit(0)
	}
	cmd := exec.Command(os.Args[0], "-test.run=TestProcess")
	cmd.Env = append(os.Environ(), "CHILD=1")
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}

func TestSkipped(t *testing.T) { t.Error("it fails") }
`,
	"b/b.go": `package b

func Count(n int) (loops int) {
	for ; n > 0; n-- {
		loops++
	}
	return loops
}
`,
	"b/b_test.go": `package b_test

import (
	"testing"

	"example.test/m/b"
)

func TestCount(t *testing.T) {
	if b.Count(2) != 2 {
		t.Error("not 2")
	}
}
`,
}

const want = `a/a.go:14:16: < to <=: survives
a/a.go:19:9: - to +: not reached
a/a.go:39:38: >= to >: survives
a/a.go:41:36: + to -: not reached

| package | changes | noticed | time limit | survive | not reached |
|---|---|---|---|---|---|
| a | 27 | 23 | 0 | 2 | 2 |
| b | 4 | 3 | 1 | 0 | 0 |
| together | 31 | 26 | 1 | 2 | 2 |
`

func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a module three times")
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	dir := t.TempDir()
	for name, text := range sources {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	results := filepath.Join(t.TempDir(), "results.tsv")
	var out, progress strings.Builder
	args := []string{"-C", dir, "-o", results, "-least", "2s"}
	if err := run(args, &out, &progress); err != nil {
		t.Fatal(err)
	}
	// A test that fails without a change shows nothing.
	for _, want := range []string{"31 changes in 2 packages, 6 left out\n", "TestSkipped in " + filepath.Join(dir, "a") + " is left out: it fails without a change", "\n4 tests\n"} {
		if !strings.Contains(progress.String(), want) {
			t.Errorf("reports %q, want %q in it", progress.String(), want)
		}
	}
	if got := strings.ReplaceAll(out.String(), "`", ""); got != want {
		t.Errorf("prints\n%swant\n%s", got, want)
	}
	known, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	if s := "a/a.go:43:39: != to ==\tnoticed\tTestProcess\n"; !strings.Contains(string(known), s) {
		t.Errorf("the results have no %q:\n%s", s, known)
	}
	if s := "b/b.go:4:16: -- to ++\ttime limit\tTestCount\n"; !strings.Contains(string(known), s) {
		t.Errorf("the results have no %q:\n%s", s, known)
	}

	// A change with a known result is not tried again.
	known = []byte(strings.Replace(string(known), "\tsurvives\t", "\tnoticed\tby hand", 1))
	if err := os.WriteFile(results, known, 0o666); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := run(args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if want := "| together | 31 | 27 | 1 | 1 | 2 |\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("with results, prints\n%swant at the end\n%s", &out, want)
	}
}
