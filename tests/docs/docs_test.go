// Package docs tests the documents of the project: their links lead somewhere, and their
// commands work.
package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/namespace"
)

const root = "../.."

// documents returns the Markdown files of the project, by their paths from its root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary file of another test is gone
		}
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") && name != ".." || strings.HasPrefix(name, "_") ||
			slices.Contains([]string{"node_modules", "bin", "dist", "out", "fuzz", "vendor"}, name)) {
			return fs.SkipDir
		}
		if filepath.Ext(name) == ".md" {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, path)
			docs[filepath.ToSlash(rel)] = string(text)
			return err
		}
		return nil
	})
	if err != nil || len(docs) < 12 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	return docs
}

var (
	fence   = regexp.MustCompile("(?ms)^ *```([a-z]*)[^\n]*\n(.*?)^ *```$")
	span    = regexp.MustCompile("`([^`\n]+)`")
	link    = regexp.MustCompile(`(?:\]\(|\bsrc(?:set)?=")([^()"\s]+)[)"]`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// anchor returns the name that a heading has in links.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// broken returns the faults of the links of a document, with their lines.
func broken(docs map[string]string, name string) (list []string) {
	wrong := func(to, why string) {
		line := 1 + strings.Count(docs[name][:strings.Index(docs[name], "]("+to+")")], "\n")
		list = append(list, fmt.Sprintf("%s:%d: %s: %s", name, line, to, why))
	}
	text := span.ReplaceAllString(fence.ReplaceAllString(docs[name], ""), "")
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		to, part, _ := strings.Cut(m[1], "#")
		if strings.Contains(to, ":") {
			continue // another site, which is not asked
		}
		target := name
		if to != "" {
			target = filepath.ToSlash(filepath.Join(filepath.Dir(name), to))
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				wrong(m[1], "there is no "+target)
				continue
			}
		}
		if part == "" {
			continue
		}
		found := false
		for _, h := range heading.FindAllStringSubmatch(docs[target], -1) {
			found = found || anchor(h[1]) == part
		}
		if !found {
			wrong(m[1], target+" has no such heading")
		}
	}
	return list
}

func TestLinks(t *testing.T) {
	docs := documents(t)
	n := 0
	for name, text := range docs {
		n += len(link.FindAllString(text, -1))
		for _, b := range broken(docs, name) {
			t.Error(b)
		}
	}
	if n < 30 {
		t.Errorf("only %d links were found", n)
	}
	docs["x.md"] = "# A b, `c`\n[a](README.md) [b](#a-b-c) [c](none.md)\n[d](#none) [e](https://host.example/x) `[f](none)`\n<img src=\"none\">"
	if got := broken(docs, "x.md"); len(got) != 3 || !strings.HasPrefix(got[0], "x.md:2: none.md: ") || !strings.HasPrefix(got[1], "x.md:3: #none: ") {
		t.Errorf("the broken links are %q", got)
	}
}

// elsewhere has the commands that no handler below runs, with the test that does: a file,
// and a text in it.
var elsewhere = map[string][2]string{
	"bin/urn-bento -c config/files.yaml && head out/*":                                                                              {"integrations/bento/cmd/urn-bento/main_test.go", `"config/files.yaml"`},
	"bin/urn-bento -c config/logs.yaml && head out/urns.jsonl":                                                                      {"integrations/bento/cmd/urn-bento/main_test.go", `"config/logs.yaml"`},
	"./_build/otelcol-urn --config example/config.yaml &":                                                                           {"integrations/ottl/transform/collector_test.go", "example/config.yaml"},
	`bin/urn-sql "SELECT urn_key(u) AS k, count(*) AS n FROM read_csv('example/names.csv', header = true) GROUP BY k ORDER BY ALL"`: {"integrations/duckdb/cmd/urn-sql/main_test.go", "func TestReadme("},
	"../tidy.sh -e": {"integrations/tidy.sh", `go mod tidy -modfile=tidy.mod "$@"`},
}

// A command of a document.
type command struct {
	doc, text string
	block     bool // in a block of its own, not in a sentence
}

var begins = regexp.MustCompile(`^(\$ )?(urn (--|[a-z]+( |$))|(make|go|cp|zcat|cat|echo|printf|git|sudo|apt-get|curl|GOWORK=off|\./|bin/)( |[a-z_]+\S* )\S)`)

// commands returns the commands of the documents.
func commands(docs map[string]string) (list []command) {
	for name, text := range docs {
		add := func(line string, block bool) {
			line = strings.TrimSpace(line)
			if i := strings.Index(line, "  #"); i >= 0 {
				line = strings.TrimSpace(line[:i])
			}
			if begins.MatchString(line) {
				list = append(list, command{name, strings.TrimPrefix(line, "$ "), block})
			}
		}
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			if slices.Contains([]string{"sh", "bash", "console", ""}, m[1]) {
				for line := range strings.Lines(m[2]) {
					add(line, true)
				}
			}
		}
		text = fence.ReplaceAllString(text, "")
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "    ") {
				add(line, true)
			} else {
				for _, m := range span.FindAllStringSubmatch(line, -1) {
					add(m[1], false)
				}
			}
		}
	}
	return list
}

// TestCommands runs each command of the documents that uses urn, on sample input. A make
// target is expanded and not run, and a go command has to name packages and tests that are
// there, because some take hours. Every other command has its test elsewhere.
func TestCommands(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	dir := t.TempDir()
	run := func(dir, input, name string, args ...string) (string, int) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(input)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		return out.String(), cmd.ProcessState.ExitCode()
	}
	if out, status := run(root, "", "go", "build", "-o", dir, "./cmd/urn"); status != 0 {
		t.Fatal(out)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	work := filepath.Join(dir, "work")
	const sample = "see urn:example:a, urn:x:y and urn:isbn:0-395-36341-1\n" // one is a near miss
	require(t, os.CopyFS(work, os.DirFS(filepath.Join(root, "examples"))))
	if out, status := run(dir, sample, sh, "-c", "gzip -c > work/app.log.gz && printf 'urn:example:a\\nURN:Example:a\\n' > work/names.txt"); status != 0 {
		t.Fatal(out)
	}
	own, names := dataHub(t)
	if have := file(t, "examples/own.txt"); have != own {
		t.Errorf("examples/own.txt has %q, and docs/patterns.md %q", have, own)
	}
	require(t, os.WriteFile(filepath.Join(work, "datahub.txt"), []byte(names), 0o666))
	if out, status := run(work, "", "urn", "match", "--patterns", "own.txt", "datahub.txt"); status != 0 || strings.Count(out, "\n") != strings.Count(names, "\n") ||
		strings.Count(out, `"kind":"dataset","`) < 20 || strings.Count(out, `{"kind":"user","`) < 5 {
		t.Errorf("urn match with the patterns of docs/patterns.md ends with %d: %s", status, out)
	}
	if out, status := run(work, strings.ReplaceAll(names, ",PROD)", ")"), "urn", "lint", "--all", "--patterns", "own.txt", "-"); status != 1 || strings.Count(out, `expected "," after the field`) < 5 {
		t.Errorf("urn lint of data sets without an environment ends with %d: %s", status, out)
	}

	n := map[string]int{}
	done, made := map[command]bool{}, map[string]bool{}
	for _, c := range commands(documents(t)) {
		if done[c] {
			continue
		}
		done[c] = true
		words := strings.Fields(c.text)
		folder := filepath.Join(root, filepath.Dir(c.doc))
		switch {
		case c.doc == "README.md" && c.block && words[0] == "urn": // TestTour runs it
		case elsewhere[c.text] != [2]string{}:
			n["elsewhere"]++
			at := elsewhere[c.text]
			if text, err := os.ReadFile(filepath.Join(root, at[0])); err != nil || !strings.Contains(string(text), at[1]) {
				t.Errorf("%s: %s is not in %s: %v", c.text, at[1], at[0], err)
			}
		case strings.Contains(c.text, "check | parse"): // the list of the subcommands
			_, list, _ := strings.Cut(c.text, " ")
			for sub := range strings.SplitSeq(list, " | ") {
				if out, status := run(work, "", "urn", sub, "--help"); status != 0 {
					t.Errorf("%s: urn %s --help: %s", c.doc, sub, out)
				}
			}
		case words[0] == "urn" && (!c.block && len(words) == 2 || words[1] == "serve" || strings.ContainsAny(c.text, "[…")):
			n["help"]++
			if out, status := run(work, "", "urn", words[1], "--help"); status != 0 {
				t.Errorf("%s: %s --help: %s", c.doc, c.text, out)
			}
		case regexp.MustCompile(`(^|\| )urn [a-z-]`).MatchString(c.text):
			n["urn"]++
			line := strings.NewReplacer("PATTERN", "'urn:example:{a}'", "NID", "isbn", "TREE", ".").Replace(c.text)
			input := sample
			if !strings.Contains(c.text, "find") {
				input = "urn:isbn:0-395-36341-1\n"
			}
			switch { // what a sentence leaves out
			case strings.Contains(c.text, "urn equal"):
				line += " urn:isbn:0395363411 urn:isbn:0-395-36341-1"
			case strings.Contains(c.text, "urn map") && !strings.Contains(c.text, "--to") && !strings.Contains(c.text, "--json"):
				line += " --to key"
			}
			out, status := run(work, input, sh, "-c", line)
			if !c.block && (strings.Contains(out, "a value is missing after -") || strings.Contains(out, "want a pattern, such as")) {
				continue // a sentence names the flag, and the command knows it
			}
			if status != 0 && !(status == 1 && strings.Contains(line, "urn lint")) { // 1: it has found something
				t.Errorf("%s: %s ends with %d: %s", c.doc, line, status, out)
			}
		case words[0] == "make":
			n["make"]++
			if made[c.text] && filepath.Dir(c.doc) == "." {
				continue // CONTRIBUTING.md has the same
			}
			made[c.text] = true
			at := folder
			if words[1] == "-C" {
				at = filepath.Join(root, words[2])
				words = words[2:]
			} else if _, err := os.Stat(filepath.Join(at, "Makefile")); err != nil {
				at = root
			}
			if out, status := run(at, "", "sh", "-c", "make -n "+strings.Join(words[1:], " ")); status != 0 {
				t.Errorf("%s: %s: %s", c.doc, c.text, out)
			}
		case words[0] == "go" || words[0] == "GOWORK=off":
			n["go"]++
			if !c.block || !strings.HasPrefix(c.text, "go run ./cmd/urn") {
				goCommand(t, c, folder)
				continue
			}
			if out, status := run(root, "", sh, "-c", c.text); status != 0 {
				t.Errorf("%s: %s ends with %d: %s", c.doc, c.text, status, out)
			}
		case words[0] == "printf": // a file for the commands after it
			if out, status := run(work, "", sh, "-c", c.text); status != 0 {
				t.Errorf("%s: %s ends with %d: %s", c.doc, c.text, status, out)
			}
		case words[0] == "cp":
			if _, err := os.Stat(filepath.Join(folder, words[1])); err != nil {
				t.Errorf("%s: %s: %v", c.doc, c.text, err)
			}
		case words[0] == "curl", words[0] == "apt-get", words[0] == "git", words[0] == "sudo": // what listens, and what is installed, is outside
			n["outside"]++
		default:
			t.Errorf("%s: nothing runs %s", c.doc, c.text)
		}
	}
	t.Logf("%v", n)
	for _, kind := range []string{"urn", "help", "make", "go", "elsewhere"} {
		if n[kind] < 3 {
			t.Errorf("only %d commands of the kind %s were found", n[kind], kind)
		}
	}
}

// TestTour runs the commands of README.md's five minutes in a copy of examples/, and looks for
// what their comments promise.
func TestTour(t *testing.T) {
	want := map[string]struct {
		status int
		text   string
	}{
		"urn find --count --top 10 sample.log.gz":          {0, "84\turn:ietf:params:scim:schemas:core:2.0:User\n"},
		"urn find --near --count --top 5 sample.log.gz":    {0, "urn:isbn:/a\n"},
		"urn check names.txt":                              {1, "urn: 2 of 7 lines do not pass: 1 nid, 1 nss"},
		"urn check --namespace --csv-column urn books.csv": {1, "books.csv:4:24: wrong check digit: it should be '1'"},
		"urn find --namespace --count books.csv":           {0, "2\turn:isbn:9780395363416\n"},
		"urn find --in xml order.xml":                      {0, "URN:Example:a&b\n"},
		"urn lint shop":                                    {1, "4 warnings, 1 note in 5 places: malformed 1, namespace 2, misspelled-name 1, unregistered-nid 1"},
		"urn lint --diff shop":                             {1, "\n-  - \"URN:shop-demo:shelf:14\"\n+  - \"urn:shop-demo:shelf:14\"\n"},
		"urn replace --to normalized order.xml > new.xml":  {0, "1 name replaced, 2 names unchanged"},
		"urn serve": {},
	}
	dir := t.TempDir()
	require(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples"))))
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "bin", "urn"), root+"/cmd/urn").CombinedOutput(); err != nil {
		t.Fatal(string(out))
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := func(at, line string) (string, int) {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = at
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	for _, c := range commands(map[string]string{"README.md": file(t, "README.md")}) {
		w, known := want[c.text]
		if delete(want, c.text); !c.block || !strings.HasPrefix(c.text, "urn ") || c.text == "urn serve" {
			continue
		}
		if out, status := run(dir, c.text); !known || status != w.status || !strings.Contains(out, w.text) {
			t.Errorf("%s ends with %d, want %d and %q: %s", c.text, status, w.status, w.text, out)
		}
	}
	if len(want) > 0 {
		t.Errorf("README.md does not have %v", slices.Collect(maps.Keys(want)))
	}
	if out, status := run(root, "urn lint"); status != 0 { // .urnlint.toml leaves out what is wrong on purpose
		t.Errorf("urn lint in the clone ends with %d: %s", status, out)
	}
}

// dataHub returns the file of patterns that docs/patterns.md has for names of DataHub, and
// such names, of the tests of its own.
func dataHub(t *testing.T) (own, names string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/patterns.md"))
	require(t, err)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "    raw ") {
			own += strings.TrimSpace(line) + "\n"
		}
	}
	text, err = os.ReadFile(filepath.Join(root, "pattern/testdata/vendors.tsv"))
	require(t, err)
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(line, "\t")
		var name string
		if !strings.HasPrefix(columns[0], "datahub-") || json.Unmarshal([]byte(columns[1]), &name) != nil {
			continue
		}
		names += name + "\n"
	}
	return own, names
}

func require(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// goCommand checks that the packages of a command are there, and that some test has the
// name that -run or -bench asks for.
func goCommand(t *testing.T, c command, folder string) {
	t.Helper()
	words := strings.Fields(strings.TrimPrefix(c.text, "GOWORK=off "))
	if len(words) < 3 {
		return
	}
	var tests []string // what -run or -bench asks for
	for i, w := range words {
		if (w == "-run" || w == "-bench") && i+1 < len(words) {
			if name := strings.Trim(words[i+1], "'"); name != "^$" {
				tests = append(tests, name)
			}
		}
	}
	for i, w := range words[2:] {
		path, rest, _ := strings.Cut(w, "@")
		path = strings.TrimSuffix(path, "/...")
		base := folder
		switch {
		case strings.HasPrefix(path, "github.com/seed7b5a83f0/urn"):
			path, base = "."+strings.TrimPrefix(path, "github.com/seed7b5a83f0/urn"), root
		case path != "." && !strings.HasPrefix(path, "./"), words[1+i] == "-bench", words[1+i] == "-run", rest != "" && words[1] == "run":
			continue
		}
		dir := ""
		for _, at := range []string{base, root, filepath.Join(root, "tests/engines"), filepath.Join(root, "integrations/ottl")} {
			if files, _ := filepath.Glob(filepath.Join(at, path, "*.go")); len(files) > 0 {
				dir = filepath.Join(at, path)
				break
			}
		}
		if dir == "" {
			t.Errorf("%s: %s: there is no package %s", c.doc, c.text, path)
			continue
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		for _, name := range tests {
			name, _, _ = strings.Cut(name, "/") // subtests are made when tests run
			wanted, err := regexp.Compile(`(?m)^func (Test|Benchmark)\w*` + strings.TrimPrefix(strings.Trim(name, "^$"), "Test"))
			if err != nil || !slices.ContainsFunc(files, func(file string) bool {
				text, err := os.ReadFile(file)
				return err == nil && wanted.Match(text)
			}) {
				t.Errorf("%s: %s: no test of %s matches %s", c.doc, c.text, dir, name)
			}
		}
	}
}

// TestLintRules: docs/lint.md names every rule of "urn lint".
func TestLintRules(t *testing.T) {
	cmd := exec.Command("go", "run", ".", "lint", "--list-rules")
	cmd.Dir = filepath.Join(root, "cmd", "urn")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	text, n := file(t, "docs/lint.md"), 0
	for line := range strings.Lines(string(list)) {
		rule, _, _ := strings.Cut(line, " ")
		if n++; !strings.Contains(text, "`"+rule+"`") {
			t.Errorf("docs/lint.md does not name the rule %s", rule)
		}
	}
	if n < 20 {
		t.Errorf("there are %d rules: %s", n, list)
	}
}

// TestSubcommands: README.md and CHANGELOG.md name each subcommand, but for version in README.md.
func TestSubcommands(t *testing.T) {
	header, _, _ := strings.Cut(file(t, "cmd/urn/internal/command/testdata/flags.txt"), "\n")
	names := strings.Fields(header)[1:]
	for _, name := range names {
		if name != "version" && !regexp.MustCompile("`urn [a-z |]*\\b"+name+"\\b").MatchString(file(t, "README.md")) || !regexp.MustCompile("`(urn )?"+name+"\\b").MatchString(file(t, "CHANGELOG.md")) {
			t.Errorf("README.md or CHANGELOG.md does not name urn %s", name)
		}
	}
	if len(names) < 10 {
		t.Errorf("subcommands: %q", names)
	}
}

// TestRegistered: the pages name the number of registered namespaces, and the date, of the registry.
func TestRegistered(t *testing.T) {
	n := 0
	for range namespace.IANA().All() {
		n++
	}
	for name, want := range map[string]string{
		"README.md":          fmt.Sprintf("the %d registered namespaces", n),
		"docs/namespaces.md": fmt.Sprintf("the %d namespaces of the IANA registry of %s.", n, namespace.Updated()),
	} {
		if !strings.Contains(file(t, name), want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
}

// TestImports: the packages below internal/ are leaves, and import nothing above. The modules of
// integrations/ use public packages of the library only: a release may change the others, which
// would break whoever requires a module and a newer library. Tests of leaves may import anything.
func TestImports(t *testing.T) {
	const module = "github.com/seed7b5a83f0/urn"
	for _, folder := range []struct {
		path     string
		allowed  func(name string) bool // of what is imported from this project
		packages int
	}{
		{"internal", func(name string) bool { return strings.HasPrefix(name, module+"/internal/") }, 8},
		{"integrations", func(name string) bool {
			return strings.HasPrefix(name, module+"/integrations/") || !strings.Contains(name+"/", "/internal/")
		}, 12},
	} {
		packages := map[string]bool{}
		err := fs.WalkDir(os.DirFS(root), folder.path, func(path string, _ fs.DirEntry, err error) error {
			test := folder.path == "internal" && strings.HasSuffix(path, "_test.go")
			if err != nil || filepath.Ext(path) != ".go" || test {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			packages[filepath.Dir(path)] = true
			for _, i := range parsed.Imports {
				name, _ := strconv.Unquote(i.Path.Value)
				if (name == module || strings.HasPrefix(name, module+"/")) && !folder.allowed(name) {
					t.Errorf("%s imports %s", path, name)
				}
			}
			return nil
		})
		if err != nil || len(packages) < folder.packages {
			t.Errorf("%s: %d packages were read, %v", folder.path, len(packages), err)
		}
	}
}

// TestTargets: make lists at most 24 targets. Of the others, each is a part of one of these, or
// a document or a script of .ci names it.
func TestTargets(t *testing.T) {
	makefile := file(t, "Makefile")
	var texts strings.Builder
	texts.WriteString(file(t, ".ci/run") + file(t, ".ci/nightly"))
	for _, text := range documents(t) {
		texts.WriteString(text)
	}
	listed, others := 0, 0
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):(.*)`).FindAllStringSubmatch(makefile, -1) {
		name, rest := m[1], m[2]
		if !regexp.MustCompile(`(?m)^\.PHONY:(.*\\\n)?.*[ \t]` + name + `\b`).MatchString(makefile) {
			t.Errorf("%s is not phony", name)
		}
		if strings.Contains(rest, " ## ") {
			listed++
		} else if others++; name != "help" && !regexp.MustCompile(`make ([a-z-]+ )*`+name+`\b|(?m)^[a-z].*: .*\b`+name+` `).MatchString(texts.String()+makefile) {
			t.Errorf("nothing names the target %s", name)
		}
	}
	if listed > 24 || listed < 20 || others == 0 {
		t.Errorf("make lists %d targets, want at most 24; %d others", listed, others)
	}
}

// TestLength: somebody who has decided reads README.md in five minutes, and the pages do not grow.
func TestLength(t *testing.T) {
	all := 0
	for name, text := range documents(t) {
		n := len(strings.Fields(text))
		if dir := filepath.Dir(name); dir == "docs" || name == "README.md" || name == "CONTRIBUTING.md" {
			all += n
		}
		if name == "README.md" && n > 1100 {
			t.Errorf("README.md has %d words, want at most 1,100", n)
		}
	}
	if all > 22000 {
		t.Errorf("README.md, CONTRIBUTING.md and docs/ have %d words, want at most 22,000", all)
	}
}

// TestWidth: CONTRIBUTING.md, which is read in a terminal, has lines of at most 120 characters.
func TestWidth(t *testing.T) {
	for i, line := range strings.Split(file(t, "CONTRIBUTING.md"), "\n") {
		if n := utf8.RuneCountInString(line); n > 120 {
			t.Errorf("line %d has %d characters", i+1, n)
		}
	}
}

// TestPaths: the files that CONTRIBUTING.md names exist, at that path or below a folder that it names before.
func TestPaths(t *testing.T) {
	all := "\n"
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		all += "/" + path + "\n"
		return err
	})
	require(t, err)
	elsewhere := []string{"dist/page", "leodido/go-urn", "stretchr/testify", "testdata/namespace/second_reading_NID.jsonl"}
	n := 0
	for _, m := range regexp.MustCompile("`([\\w-]*[\\w./-]*(?:/[\\w.-]+|\\.[a-z]+))`").FindAllStringSubmatch(file(t, "CONTRIBUTING.md"), -1) {
		if n++; !strings.Contains(all, "/"+m[1]+"\n") && !slices.Contains(elsewhere, m[1]) && !strings.HasPrefix(m[1], ".") {
			t.Errorf("CONTRIBUTING.md names %s, which does not exist", m[1])
		}
	}
	if n < 60 {
		t.Errorf("CONTRIBUTING.md names %d files", n)
	}
}

// TestSecurityNamesTests: each test that SECURITY.md names exists.
func TestSecurityNamesTests(t *testing.T) {
	var source strings.Builder
	for _, pattern := range []string{"*_test.go", "*/*_test.go", "internal/*/*_test.go", "cmd/urn/internal/*/*_test.go", "tests/*/*_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	names := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9]+)`").FindAllStringSubmatch(file(t, "SECURITY.md"), -1)
	if len(names) < 10 {
		t.Fatalf("SECURITY.md names %d tests", len(names))
	}
	for _, m := range names {
		if !strings.Contains(source.String(), "\nfunc "+m[1]+"(") {
			t.Errorf("SECURITY.md names %s, which does not exist", m[1])
		}
	}
}

// TestVerificationNamesFiles: the files and fuzz targets that docs/verification.tsv names
// exist.
func TestVerificationNamesFiles(t *testing.T) {
	source := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		source[filepath.Base(path)] += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(slices.Collect(maps.Values(source)), "\n")
	names := regexp.MustCompile(`(?m)\b(?:[a-z][a-z0-9_]*\.go|Fuzz\w+)\b`).FindAllString(file(t, "docs/verification.tsv"), -1)
	if len(names) < 40 {
		t.Errorf("docs/verification.tsv names %d files and fuzz targets", len(names))
	}
	for _, name := range names {
		if source[name] == "" && !strings.Contains(all, "func "+name+"(") {
			t.Errorf("docs/verification.tsv names %s, which does not exist", name)
		}
	}
}
