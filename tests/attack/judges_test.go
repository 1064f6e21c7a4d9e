//go:build unix

package attack

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

const root = "../.."

const wrong = `package main

import "os"

func main() {
	list, _ := os.ReadDir(".")
	for _, e := range list {
		if e.Type().IsRegular() {
			f, _ := os.OpenFile(e.Name(), os.O_WRONLY|os.O_APPEND, 0)
			f.WriteString("x")
			f.Close()
		}
	}
}
`

// A command that changes every file fails at once, and each failure says how to repeat it.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module wrong\n\ngo 1.24\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "cmd/urn"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cmd/urn/main.go"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	var out bytes.Buffer
	err := run(&out, dir, 1, time.Minute, -1)
	if err == nil || err.Error() != "20 cases failed" {
		t.Errorf("run: %v\n%s", err, &out)
	}
	for _, want := range []string{"FAIL: fix, case 0:", "  command: urn ", "  repeat:  go test -v -run TestAttack ./tests/attack -seed 1 -case 0\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// A process that does not end, takes too much memory or panics is noticed.
func TestLimits(t *testing.T) {
	if checkMemory(memoryLimit, 1) != nil || checkMemory(memoryLimit+1, 1) == nil || checkMemory(memoryLimit+1, memoryLimit+1) != nil {
		t.Error("checkMemory")
	}
	program := func(script string) *attempt {
		name := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		return &attempt{binary: name, dir: t.TempDir()}
	}
	if _, err := program("echo 'goroutine 1 [running]:' >&2; exit 2").command(); err == nil {
		t.Error("a panic is not noticed")
	}
	if r, err := program("echo a; echo b >&2; exit 3").command(); err != nil || r != (result{"a\n", "b\n", 3}) {
		t.Errorf("%+v, %v", r, err)
	}
	if testing.Short() {
		return
	}
	c := program("exec sleep 60")
	c.limit = 100 * time.Millisecond
	if _, err := c.command(); err == nil || !strings.HasPrefix(err.Error(), "runs for more than") {
		t.Errorf("a process that does not end: %v", err)
	}
}

func TestQuoted(t *testing.T) {
	if got, want := quoted([]string{"find", "a'b", "\n\xff"}), `urn 'find' 'a'\''b' $'\n\xff'`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// The tree after "lint --fix" differs from the tree before in the case of letters only.
func TestFixOracle(t *testing.T) {
	before := map[string]node{"a": {"URN:EX:a\n", "-rw", true}, "b": {"URN:EX:b\n", "-r-", false}, "l": {"a", "L", false}}
	after := maps.Clone(before)
	after["a"] = node{"urn:ex:a\n", "-rw", true}
	if err := judgeFix(before, after, map[string]node{"a": after["a"]}); err != nil {
		t.Error(err)
	}
	for what, wrong := range map[string]func(map[string]node){
		"a letter":           func(m map[string]node) { m["a"] = node{"urn:ex:b\n", "-rw", true} },
		"the length":         func(m map[string]node) { m["a"] = node{"urn:ex:a", "-rw", true} },
		"the mode":           func(m map[string]node) { m["a"] = node{"urn:ex:a\n", "-rwx", true} },
		"a file left alone":  func(m map[string]node) { m["b"] = node{"urn:ex:b\n", "-r-", false} },
		"a link":             func(m map[string]node) { m["l"] = node{"A", "L", false} },
		"a file is gone":     func(m map[string]node) { delete(m, "b") },
		"a temporary file":   func(m map[string]node) { m[".urn-1"] = node{} },
		"other than patched": func(m map[string]node) { m["a"] = before["a"] },
	} {
		m := maps.Clone(after)
		wrong(m)
		if judgeFix(before, m, map[string]node{"a": after["a"]}) == nil {
			t.Errorf("not noticed: %s", what)
		}
	}
	// nodes sees the mode, the attributes and hard links.
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := map[node]bool{}
	for _, step := range []func() error{
		func() error { return nil },
		func() error { return os.Chmod(name, 0o640) },
		func() error { return os.Link(name, name+"2") },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		list, err := nodes(dir)
		if err != nil || seen[list["a"]] {
			t.Errorf("the same as before: %v, %v", list, err)
		}
		seen[list["a"]] = true
	}
}

func TestPrintable(t *testing.T) {
	for _, text := range []string{"a\x1b[2J\n", "a\u202e", "\u0085", "\xff", "a\tb", "\r\n", "\x7f"} {
		if printable(text) == nil {
			t.Errorf("not noticed: %q", text)
		}
	}
	if err := printable("a é €\nb\n"); err != nil {
		t.Error(err)
	}
}

// The output of replace in every notation is read by parsers that are not of this project.
// Those of Python are asked if there is a Python; .ci/nightly attack asks them for longer.
func TestOracles(t *testing.T) {
	binary, err := build(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	out, err := compare(root, binary, 1, 120)
	if err == errNoPython {
		t.Skip("there is no python3, whose parsers are the oracles")
	}
	if err != nil || !strings.Contains(out, "\n120 cases, 0 failed; ") {
		t.Errorf("%v\n%.3000s", err, out)
	}
	t.Log(out)
}

// What can be read in texts of all notations at once, after names were replaced by a hash, is judged by a
// program that knows nothing of the rule: nothing is in clear unless the status says so, and nothing changes in a
// second run. A log in five notations keeps its form.
func TestJudge(t *testing.T) {
	testhelp.Long(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3, which decodes the output")
	}
	binary, err := build(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{"54 1000": "1000 texts with ", "54 20000 log": "20000 lines, 20000 read again, 0 failed; status 0"} {
		out, err := exec.Command(python, append([]string{filepath.Join(root, judge), binary}, strings.Fields(args)...)...).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
