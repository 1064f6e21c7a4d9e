//go:build unix

package attack

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const root = "../.."

// A command that answers every command line with success and nothing else fails at
// once, and each failure says how to repeat it.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module wrong\n\ngo 1.24\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "cmd/urn"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cmd/urn/main.go"), []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	var out bytes.Buffer
	err := run(&out, dir, 1, time.Minute, -1)
	if err == nil || err.Error() != "20 cases failed" {
		t.Errorf("run: %v\n%s", err, &out)
	}
	for _, want := range []string{"FAIL: outputs, case 0:", "FAIL: tree, case 1:", "  command: urn ", "  repeat:  go test -v -run TestAttack ./tests/attack -seed 1 -case 0\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

func TestOutputsOracle(t *testing.T) {
	before := map[string]node{"in": {content: "x"}}
	refused := result{"", "urn: refused\n", 2}
	if err := judgeRefused(refused, before, before); err != nil {
		t.Error(err)
	}
	for _, after := range []map[string]node{{"in": {}}, {"in": {content: "x"}, "new": {}}, {}} {
		if judgeRefused(refused, before, after) == nil {
			t.Errorf("not noticed: %v", after)
		}
	}
	for _, r := range []result{{"", "x", 0}, {"", "x", 1}, {"x", "x", 2}, {"", "", 2}} {
		if judgeRefused(r, before, before) == nil {
			t.Errorf("not noticed: %+v", r)
		}
	}
	// nodes notices what a link leads to, and what a file holds.
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	seen := map[string]bool{}
	for _, step := range []func() error{
		func() error { return nil },
		func() error { return os.WriteFile(name, []byte("x"), 0o666) },
		func() error { return os.WriteFile(name, []byte("y"), 0o666) },
		func() error { return os.Symlink("a", name+"b") },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		files, err := nodes(dir)
		if err != nil {
			t.Fatal(err)
		}
		if shown := fmt.Sprint(files); seen[shown] {
			t.Errorf("the same as before: %v", files)
		} else {
			seen[shown] = true
		}
	}
}

func TestTreeOracle(t *testing.T) {
	want := map[place]int{{"-", "urn:ex:1"}: 1, {"d/\xff", "urn:ex:2"}: 1}
	const right = `{"file":"./-","input":"urn:ex:1"}` + "\n" + `{"file":"/r/d/` + "\ufffd" + `","input":"urn:ex:2"}` + "\n"
	if err := judgeTree(result{right, "", 0}, "/r", true, want); err != nil {
		t.Error(err)
	}
	if err := judgeTree(result{"./-:urn:ex:1\nurn:ex:2\n", "", 0}, "/r", false, want); err != nil {
		t.Error(err)
	}
	if err := judgeTree(result{"", "", 1}, "/r", false, nil); err != nil {
		t.Error(err)
	}
	for _, r := range []result{{right, "", 1}, {right, "x", 0}, {strings.Replace(right, "./-", "-x", 1), "", 0}, {right + right, "", 0}, {"", "", 0}, {`{"file":"<stdin>","input":"urn:ex:stdin"}` + "\n" + right, "", 0}} {
		if judgeTree(r, "/r", true, want) == nil {
			t.Errorf("not noticed: %+v", r)
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
	if _, err := program("echo 'goroutine 1 [running]:' >&2; exit 2").command(streams{}); err == nil {
		t.Error("a panic is not noticed")
	}
	if r, err := program("echo a; echo b >&2; exit 3").command(streams{}); err != nil || r != (result{"a\n", "b\n", 3}) {
		t.Errorf("%+v, %v", r, err)
	}
	if testing.Short() {
		return
	}
	c := program("exec sleep 60")
	c.limit = 100 * time.Millisecond
	if _, err := c.command(streams{}); err == nil || !strings.HasPrefix(err.Error(), "runs for more than") {
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

func TestHiddenOracle(t *testing.T) {
	kinds := map[int]int{0: 1, 1: 0}
	if err := judgeHidden(result{`{"id":"0af"}` + "\n" + `{"x":{"id":"urn:ex:other"}}` + "\n", "", 0}, kinds); err != nil {
		t.Error(err)
	}
	if err := judgeHidden(result{`{"id":"0af"}` + "\n", "", 1}, map[int]int{0: 1, 1: 2}); err != nil {
		t.Error(err)
	}
	if err := judgeHidden(result{"{}\n", "no record has the field", 2}, map[int]int{0: 0}); err != nil {
		t.Error(err)
	}
	for _, r := range []result{
		{`{"id":"urn:ex:sEcReT"}` + "\n{}\n", "", 0}, {"{}\n{}\n", "sEcReT", 0}, {`{"id":"0af"}` + "\n", "", 0}, {"{}\n{}\n", "", 1}, {"{}\n{]\n", "", 0}, {`{"id":"urn:ex:a"}` + "\n{}\n", "", 0},
	} {
		if judgeHidden(r, kinds) == nil {
			t.Errorf("not noticed: %+v", r)
		}
	}
}

func TestFilesOracle(t *testing.T) {
	before := map[string]string{"zero": "L /dev/zero"}
	args := []string{"check", "--rejects", "zero"}
	if err := judgeFiles(result{"", "", 2}, args, before, map[string]string{"zero": "L /dev/zero", "nosuch": "-rw "}); err != nil {
		t.Error(err)
	}
	for _, after := range []map[string]string{{"zero": "-rw "}, {}, {"zero": "L /dev/zero", ".urn-1": "-rw "}} {
		if judgeFiles(result{}, args, before, after) == nil {
			t.Errorf("not noticed: %v", after)
		}
	}
	if judgeFiles(result{"", "", 137}, args, before, before) == nil || judgeFiles(result{}, args[:1], before, map[string]string{"zero": "L /dev/zero", "nosuch": "-rw "}) == nil {
		t.Error("judgeFiles")
	}
	for _, text := range []string{"a\x1b[2J\n", "a\u202e", "\u0085", "\xff", "a\tb", "\r\n", "\x7f"} {
		if printable(text) == nil {
			t.Errorf("not noticed: %q", text)
		}
	}
	if err := printable("a é €\nb\n"); err != nil {
		t.Error(err)
	}
}

// Each kind notices a command that does something else. The programs take its place.
func TestKindsNotice(t *testing.T) {
	for _, c := range []struct {
		what, script string
		kind         func(*attempt) error
	}{
		{"records", "cat in", (*attempt).records},
		{"fix", `for f in *; do [ -f "$f" ] && echo x >>"$f"; done; exit 0`, (*attempt).fix},
		{"files", "touch new", (*attempt).files},
	} {
		noticed := 0
		for i := range 10 {
			dir := t.TempDir()
			name := filepath.Join(dir, "program")
			if err := os.WriteFile(name, []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			a := &attempt{Rand: rand.New(rand.NewPCG(5, uint64(i))), binary: name, dir: filepath.Join(dir, "d")}
			if err := os.Mkdir(a.dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if c.kind(a) != nil {
				noticed++
			}
		}
		if noticed < 5 {
			t.Errorf("%s: %d of 10 cases notice", c.what, noticed)
		}
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
