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

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
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
	for _, want := range []string{"FAIL: lines, case ", "FAIL: outputs, case 3:", "FAIL: tree, case 5:", "  command: urn ", "  repeat:  go test -v -run TestAttack ./tools/attack -seed 1 -case 3\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// The same seed and number make the same case.
func TestRepeatable(t *testing.T) {
	same := func() ([]string, source) {
		c := &attempt{Rand: rand.New(rand.NewPCG(3, 4))}
		task := c.task()
		return task.args(c.Rand), task.sources[0]
	}
	args, s := same()
	again, s2 := same()
	if strings.Join(args, " ") != strings.Join(again, " ") || !bytes.Equal(s.content, s2.content) {
		t.Errorf("%q and %q", args, again)
	}
}

// plain is a source that is not compressed.
func plain(text string) source { return source{name: "in0", content: []byte(text), text: []byte(text)} }

// The oracle of command lines accepts a right result and notices each wrong part.
func TestLinesOracle(t *testing.T) {
	const in = "urn:ex:a\r\nx\n\nURN:EX:b%2f#f"
	stats := func(s string) string { return "urn: inputs=1 failed=0 bytes=26 lines=4 " + s + " seconds=0.001\n" }
	counts := stats("accepted=2 rejected=1 empty=1")
	for _, c := range []struct {
		name    string
		task    task
		right   result
		rejects string
	}{
		{"normalize", task{command: "normalize", rejects: true}, result{"urn:ex:a\nurn:ex:b%2F#f\n", counts, 1}, "x\n"},
		{"keys", task{command: "normalize", key: true}, result{"urn:ex:a\nurn:ex:b%2F\n", counts, 1}, ""},
		{"check", task{command: "check", verbose: true}, result{"in0:1: ok\nin0:4: ok\n", counts, 1}, ""},
		{"parse", task{command: "parse"}, result{"input:      urn:ex:a\nnid:        ex\nnss:        a\nnormalized: urn:ex:a\nkey:        urn:ex:a\n\n" +
			"input:      URN:EX:b%2f#f\nnid:        EX\nnss:        b%2f\nf:          f\nnormalized: urn:ex:b%2F#f\nkey:        urn:ex:b%2F\n\n", counts, 1}, ""},
		{"map", task{command: "map", to: "nid"}, result{"ex\n\\N\n\\N\nex\n", stats("mapped=2 nulls=2"), 0}, ""},
		{"records", task{command: "check", json: true}, result{
			`{"file":"in0","line":1,"input":"urn:ex:a","valid":true,"nid":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"}` + "\n" +
				`{"file":"in0","line":2,"input":"x","valid":false,"error":{"offset":0,"reason":"scheme"}}` + "\n" +
				`{"file":"in0","line":4,"input":"URN:EX:b%2f#f","valid":true,"nid":"EX","nss":"b%2f","f":"f","normalized":"urn:ex:b%2F#f","key":"urn:ex:b%2F"}` + "\n",
			counts, 1}, ""},
		{"find", task{command: "find", number: true, offset: true}, result{"1:0:urn:ex:a\n4:13:URN:EX:b%2f#f\n", stats("found=2 truncated=0 near=0"), 0}, ""},
		{"count", task{command: "find", count: true}, result{"1\turn:ex:a\n1\turn:ex:b%2F\n", stats("found=2 truncated=0 near=0 distinct=2"), 0}, ""},
	} {
		task := c.task
		task.stats, task.maxLine, task.maxURN, task.null, task.sources = true, 100, 1000, `\N`, []source{plain(in)}
		if err := task.judge(c.right, c.rejects); err != nil {
			t.Errorf("%s: a right result is refused: %v", c.name, err)
			continue
		}
		wrong := map[string]result{
			"status":          {c.right.stdout, c.right.stderr, c.right.status + 1},
			"no counts":       {c.right.stdout, "", c.right.status},
			"a line too few":  {c.right.stdout[:strings.LastIndexByte(strings.TrimSuffix(c.right.stdout, "\n"), '\n')], c.right.stderr, c.right.status},
			"a line too many": {c.right.stdout + c.right.stdout[:strings.IndexByte(c.right.stdout, '\n')+1], c.right.stderr, c.right.status},
			"another URN":     {strings.Replace(c.right.stdout, "ex", "ey", 1) + map[bool]string{true: "x"}[task.verbose], c.right.stderr, c.right.status},
		}
		counts, err := countsOf(c.right.stderr)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range counts {
			i := strings.Index(c.right.stderr, name+"=") + len(name) + 1
			wrong["count of "+name] = result{c.right.stdout, c.right.stderr[:i] + "7" + c.right.stderr[i:], c.right.status}
		}
		for what, r := range wrong {
			if task.judge(r, c.rejects) == nil {
				t.Errorf("%s: not noticed: %s: %+v", c.name, what, r)
			}
		}
		if task.judge(c.right, c.rejects+"y\n") == nil && task.command != "find" {
			t.Errorf("%s: not noticed: rejects", c.name)
		}
	}
}

// countsOf returns the names of the counts that the oracle must compare.
func countsOf(stderr string) ([]string, error) {
	counts, err := stats(stderr)
	var names []string
	for name := range maps.Keys(counts) {
		names = append(names, name)
	}
	return names, err
}

// An input that is cut off counts as far as it was read, and its status is 2.
func TestCutOffOracle(t *testing.T) {
	s := plain("urn:ex:a\nurn:ex:b\n")
	s.failing = true
	task := task{command: "normalize", stats: true, maxLine: 100, sources: []source{s}}
	const counts = "urn: inputs=1 failed=1 bytes=9 lines=1 accepted=1 rejected=0 empty=0 seconds=0.001\n"
	if err := task.judge(result{"urn:ex:a\n", counts, 2}, ""); err != nil {
		t.Error(err)
	}
	for _, r := range []result{{"urn:ex:a\n", counts, 0}, {"urn:ex:a\nurn:ex:b\n", counts, 2}, {"urn:ex:a\n", strings.Replace(counts, "=9", "=99", 1), 2}} {
		if task.judge(r, "") == nil {
			t.Errorf("not noticed: %+v", r)
		}
	}
}

func TestEqualOracle(t *testing.T) {
	judge := func(r result, b string) error { return judgeEqual(r, urn.RFC8141, namespace.General(), "urn:ex:a", b) }
	if err := judge(result{"equivalent\n", "", 0}, "URN:EX:a#f"); err != nil {
		t.Error(err)
	}
	if err := judge(result{"", "argument 2: …", 1}, "x"); err != nil {
		t.Error(err)
	}
	for _, r := range []result{{"equivalent\n", "", 0}, {"not equivalent\n", "", 0}, {"", "", 1}, {"not equivalent\n", "x", 1}} {
		if judge(r, "urn:ex:b") == nil {
			t.Errorf("not noticed: %+v", r)
		}
	}
}

// The regular expression, on examples from the documentation; and the judgement of wrong matches.
func TestFinderOracle(t *testing.T) {
	for _, c := range []struct {
		text, exact string
	}{
		{"(see urn:ex:a(b).)", "urn:ex:a(b).)"},
		{"return:ab:c", ""},
		{"urn:isbn:123%", "urn:isbn:123"},
		{"urn:urn:ex:a", "urn:urn:ex:a"},
		{"urn:a.b:c urn:ex:.", "urn:ex:."},
		{"urn:ex:a?+b?=c?=d", "urn:ex:a?+b?=c?=d"},
		{"urn:ex:a?+b??= x", "urn:ex:a?+b??"},
		{"urn:ex:a#b#c", "urn:ex:a#b"},
	} {
		var got strings.Builder
		for _, s := range findSlowly(c.text) {
			got.WriteString(c.text[s.start:s.end])
		}
		if got.String() != c.exact {
			t.Errorf("%q: %q, not %q", c.text, got.String(), c.exact)
		}
	}
	if err := judgeFound("", "x urn:ex:a.", true, []span{{2, 11}}); err != nil {
		t.Error(err)
	}
	for _, found := range [][]span{nil, {{2, 10}}, {{2, 9}}, {{2, 11}, {2, 11}}} {
		if judgeFound("", "x urn:ex:a.", true, found) == nil {
			t.Errorf("not noticed: %v", found)
		}
	}
	if judgeParse("urn:ex:a", true) != nil || judgeParse("urn:ex:a", false) == nil || judgeParse("urn:ex:", true) == nil {
		t.Error("judgeParse")
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
		{"replace", "cat in | tr u v", (*attempt).replace},
		{"records", "cat in", (*attempt).records},
		{"fix", `for f in *; do [ -f "$f" ] && echo x >>"$f"; done; exit 0`, (*attempt).fix},
		{"files", "touch new", (*attempt).files},
		{"patterns", "cat", (*attempt).patterns},
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
// Those of Python are asked if there is a Python; make attack asks them for longer.
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
