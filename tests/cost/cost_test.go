// Package cost measures what a program pays that imports the library.
package cost

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

var update = flag.Bool("update", false, "write the table of README.md")

const page = "README.md"

// An importer is a program whose main is body, with the imports of the library. The first is empty.
type importer struct {
	name    string
	imports []string // below the library's path
	body    string
}

var importers = []importer{
	{"nothing of the library", nil, ``},
	{"`urn`: `Parse`, `Key`", []string{""}, `u, err := urn.Parse("urn:ex:a"); println(u.Key(), err)`},
	{"the same and `scan`: `Finder`", []string{"", "/scan"}, `u, err := urn.Parse("urn:ex:a"); println(u.Key(), err)
		for m := range (scan.Finder{}).All([]byte("urn:ex:a")) { println(m.Start) }`},
	{"the same and `namespace`: `Validate`", []string{"", "/scan", "/namespace"}, `u, err := urn.Parse("urn:ex:a"); println(u.Key(), err)
		for m := range (scan.Finder{}).All([]byte("urn:ex:a")) { println(m.Start) }
		println(namespace.Validate(u))`},
	{"the same and `pattern`: `Compile`, `Match`", []string{"", "/scan", "/namespace", "/pattern"}, `u, err := urn.Parse("urn:ex:a"); println(u.Key(), err)
		for m := range (scan.Finder{}).All([]byte("urn:ex:a")) { println(m.Start) }
		println(namespace.Validate(u))
		p, err := pattern.Compile("urn:ex:{a}"); if err == nil { println(p.Match("urn:ex:a")) }`},
	{"`urn` and `pattern`, which imports `namespace`", []string{"", "/pattern"}, `u, err := urn.Parse("urn:ex:a"); println(u.Key(), err)
		p, err := pattern.Compile("urn:ex:{a}"); if err == nil { println(p.Match("urn:ex:a")) }`},
}

const library = "github.com/seed7b5a83f0/urn"

// run runs a command in dir, outside of every workspace.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0"), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, &stderr)
	}
	if out == nil || strings.Contains(strings.Join(env, " "), "inittrace") {
		return stderr.String()
	}
	return string(out)
}

// write makes a module of an importer. server adds net/http, which many programs have.
func write(t *testing.T, p importer, server bool) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := "module example.com/importer\n\ngo 1.24.0\n"
	var imports []string
	body := p.body
	if server {
		imports = append(imports, "net/http", "os")
		body += "\nif len(os.Args) > 9 { println(http.ListenAndServe(os.Args[1], nil)) }"
	}
	for _, path := range p.imports {
		imports = append(imports, library+path)
	}
	if len(p.imports) > 0 {
		mod += "\nrequire " + library + " v0.1.0\n\nreplace " + library + " => " + root + "\n"
	}
	var src strings.Builder
	src.WriteString("package main\n\nimport (\n")
	for _, path := range imports {
		src.WriteString(strconv.Quote(path) + "\n")
	}
	src.WriteString(")\n\nfunc main() {\n" + body + "\n}\n")
	for name, text := range map[string]string{"go.mod": mod, "main.go": src.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sums counts the lines of go.sum, and the two of the library, which is replaced here.
func sums(t *testing.T, dir string, p importer) int {
	t.Helper()
	if len(p.imports) == 0 {
		return 0
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte("\n")) + 2
}

// TestParserAlone: a program that only parses has neither the finder nor its tables.
func TestParserAlone(t *testing.T) {
	for i, want := range []bool{1: false, 2: true} {
		if i == 0 {
			continue
		}
		dir := write(t, importers[i], false)
		run(t, dir, nil, "go", "build", "-o", "importer")
		symbols := run(t, dir, nil, "go", "tool", "nm", "importer")
		if got := regexp.MustCompile(library + `/(scan|internal/(find|lines))\.`).MatchString(symbols); got != want {
			t.Errorf("a program with %s has symbols of the finder: %t, want %t", importers[i].name, got, want)
		}
	}
}

type row struct {
	name                 string
	modules              int // that are linked
	built, tidied        int // lines of go.sum
	size, server         int // bytes
	initAllocs, initSize int
	initTime             float64 // milliseconds
}

var initLine = regexp.MustCompile(`(?m)^init ` + regexp.QuoteMeta(library) + `\S* @.* ms, (\S+) ms clock, (\d+) bytes, (\d+) allocs`)

func measure(t *testing.T, p importer) row {
	t.Helper()
	r := row{name: p.name}
	build := func(dir string) int {
		// With -trimpath, Go would compile the standard library once more.
		run(t, dir, nil, "go", "build", "-ldflags=-s -w", "-o", "importer")
		info, err := os.Stat(filepath.Join(dir, "importer"))
		if err != nil {
			t.Fatal(err)
		}
		return int(info.Size())
	}
	r.server = build(write(t, p, true))
	dir := write(t, p, false)
	r.size = build(dir)
	r.built = sums(t, dir, p)
	r.modules = strings.Count(run(t, dir, nil, "go", "version", "-m", "importer"), "\tdep\t")
	for i := range 5 {
		time, size, allocs := 0.0, 0, 0
		for _, m := range initLine.FindAllStringSubmatch(run(t, dir, []string{"GODEBUG=inittrace=1"}, "./importer"), -1) {
			ms, _ := strconv.ParseFloat(m[1], 64)
			n, _ := strconv.Atoi(m[2])
			a, _ := strconv.Atoi(m[3])
			time, size, allocs = time+ms, size+n, allocs+a
		}
		if i == 0 || time < r.initTime {
			r.initTime = time
		}
		r.initSize, r.initAllocs = size, allocs
	}
	run(t, dir, nil, "go", "mod", "tidy")
	r.tidied = sums(t, dir, p)
	return r
}

// TestCost measures the programs, and compares README.md, which it writes with -update.
func TestCost(t *testing.T) {
	testhelp.Long(t)
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the table is of linux/amd64")
	}
	var rows []row
	for _, p := range importers {
		rows = append(rows, measure(t, p))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- begin cost -->\n", "<!-- end cost -->"
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("README.md has no table")
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+table(rows)+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	compare(t, rows, old)
}

func release() string {
	v := strings.SplitN(strings.TrimPrefix(runtime.Version(), "go"), ".", 3)
	return "Go " + v[0] + "." + v[1]
}

func table(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, linux/amd64, `go build -ldflags='-s -w'`, `CGO_ENABLED=0`:\n\n", release())
	b.WriteString("| a program with | modules linked | `go.sum` lines, built | tidied | bytes | growth | bytes, with `net/http` | growth | init allocates | init takes, ms |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d bytes in %d | %.3f |\n", r.name, r.modules, r.built, r.tidied,
			r.size, r.size-rows[0].size, r.server, r.server-rows[0].server, r.initSize, r.initAllocs, r.initTime)
	}
	return b.String()
}

// compare compares counts exactly. It allows sizes a tenth and 32 kB more than the page
// has, and the memory of init a tenth and 2 kB. Sizes are those of one release of Go. The time of init may be a hundred times
// as long, because other work of the machine is in it.
func compare(t *testing.T, rows []row, old string) {
	lines := strings.Split(strings.TrimSpace(old), "\n")
	if len(lines) != len(rows)+4 {
		t.Fatalf("README.md has %d lines of the table: run this test with -update", len(lines))
	}
	same := strings.HasPrefix(old, release()+",")
	if !same {
		t.Logf("sizes are not compared: README.md is not of %s", release())
	}
	near := func(what string, got, want, more int) {
		t.Helper()
		if same && got-want > want/10+more {
			t.Errorf("%s is %d, and %d in README.md: run this test with -update if that is intended", what, got, want)
		}
	}
	for i, r := range rows {
		cells := strings.Split(strings.Trim(lines[i+4], "| "), " | ")
		number := func(k int) int {
			n, err := strconv.Atoi(strings.Fields(cells[k])[0])
			if err != nil {
				t.Fatalf("README.md: %v", err)
			}
			return n
		}
		if cells[0] != r.name || number(1) != r.modules || number(2) != r.built || number(3) != r.tidied {
			t.Errorf("README.md has %s, want %+v", lines[i+4], r)
		}
		near(r.name+": growth", r.size-rows[0].size, number(5), 32_000)
		near(r.name+": growth with net/http", r.server-rows[0].server, number(7), 32_000)
		near(r.name+": memory of init", r.initSize, number(8), 2_000)
		if ms, err := strconv.ParseFloat(cells[9], 64); err != nil || r.initTime > 100*max(ms, 0.05) {
			t.Errorf("%s: init takes %.3f ms, and %s in README.md", r.name, r.initTime, cells[9])
		}
	}
}

// TestCompare: a growth that the page does not have is noticed.
func TestCompare(t *testing.T) {
	rows := []row{{name: "a"}, {name: "b", modules: 1, built: 2, tidied: 12, size: 500_000, server: 300_000, initSize: 1000, initAllocs: 3}}
	old := table(rows)
	fails := func(change func(r *row)) bool {
		changed := []row{rows[0], rows[1]}
		change(&changed[1])
		var inner testing.T
		done := make(chan bool)
		go func() { defer close(done); compare(&inner, changed, old) }()
		<-done
		return inner.Failed()
	}
	if fails(func(*row) {}) || fails(func(r *row) { r.size += 50_000; r.initSize += 2_000 }) || fails(func(r *row) { r.size = 10 }) {
		t.Error("the same, a little more or less is an error")
	}
	for i, change := range []func(r *row){
		func(r *row) { r.modules++ }, func(r *row) { r.built++ }, func(r *row) { r.tidied++ },
		func(r *row) { r.size += 100_000 }, func(r *row) { r.server += 100_000 }, func(r *row) { r.initSize += 3_000 }, func(r *row) { r.initTime = 9 },
	} {
		if !fails(change) {
			t.Errorf("change %d is not noticed", i)
		}
	}
}
