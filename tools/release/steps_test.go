package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// small makes a repository with the modules of a few files, and one commit.
func small(t *testing.T, files map[string]string) *release {
	t.Helper()
	for key, value := range map[string]string{
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
	} {
		t.Setenv(key, value)
	}
	r := &release{version: "v0.2.0", work: t.TempDir(), repo: t.TempDir(), out: os.Stderr}
	r.tree, r.dist = filepath.Join(r.work, "first"), filepath.Join(r.work, "dist")
	for name, content := range files {
		name = filepath.Join(r.repo, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "first"}} {
		git(t, r, args...)
	}
	passed(t, r.repo, "lint", "fuzz")
	return r
}

func git(t *testing.T, r *release, args ...string) string {
	t.Helper()
	out, err := r.git(r.repo, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// passed records that steps of .ci/nightly have passed at HEAD.
func passed(t *testing.T, repo string, steps ...string) {
	t.Helper()
	run := func(args ...string) string {
		out, err := output(repo, nil, "git", args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var text strings.Builder
	for _, s := range steps {
		text.WriteString(s + "\t" + run("rev-parse", "HEAD") + "\t2026-01-02\tLinux x86_64\n")
	}
	if err := os.WriteFile(filepath.Join(repo, passedFile), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	run("add", passedFile)
	run("commit", "-q", "-m", "passed")
}

func smallFiles() map[string]string {
	return map[string]string{
		"go.mod":                  "module " + root + "\n\ngo 1.24.0\n",
		"urn.go":                  "package urn\n",
		"LICENSE":                 "none\n",
		".ci/nightly":             "all=(lint fuzz)\n",
		"go.work":                 "go 1.24.0\n\nuse (\n\t.\n\t./cmd/urn\n)\n\n// why\nreplace " + root + " v0.1.0 => .\n",
		"CHANGELOG.md":            "# Changelog\n\n## 0.2.0 - unreleased\n\n- new\n\n## 0.1.0 - 2026-01-02\n\n- " + root + " v0.1.0\n",
		"README.md":               "go install " + root + "/cmd/urn@v0.1.0, since v0.1.0\n",
		"cmd/urn/go.mod":          "module " + root + "/cmd/urn\n\ngo 1.24.0\n\nrequire (\n\texample.com/other v0.1.0\n\t" + root + " v0.1.0 // why\n)\n",
		"cmd/urn/go.sum":          "a.example/x v1.0.0 h1:x=\n" + root + " v0.1.0 h1:old=\n" + root + " v0.1.0/go.mod h1:old=\nz.example/x v1.0.0 h1:z=\n",
		"cmd/urn/main.go":         "package main\n",
		"integrations/two/go.mod": "module " + root + "/integrations/two\n\ngo 1.24.0\n\nrequire (\n\t" + root + " v0.1.0\n\t" + root + "/cmd/urn v0.1.0\n)\n",
		"integrations/two/x.go":   "package two\n",
		"integrations/two/m.yaml": "gomod: " + root + "/integrations/two v0.1.0\n",
		"tools/go.mod":            "module " + root + "/tools\n\ngo 1.24.0\n",
	}
}

// TestSmallRelease makes the second release of a small repository, without building
// anything.
func TestSmallRelease(t *testing.T) {
	r := small(t, smallFiles())
	for _, tag := range []string{"v0.1.0", "cmd/urn/v0.1.0", "integrations/two/v0.1.0"} {
		git(t, r, "tag", tag)
	}
	for _, step := range []func() error{r.check, r.commitRelease, r.publish} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if got := git(t, r, "tag", "--list", "*v0.2.0"); got != "" {
		t.Errorf("before the last step there are tags: %s", got)
	}
	if err := r.apply(filepath.Join(r.repo, "dist", r.version)); err != nil {
		t.Fatal(err)
	}

	if got, want := strings.Join(r.tags(), " "), "v0.2.0 cmd/urn/v0.2.0 integrations/two/v0.2.0"; got != want {
		t.Errorf("the tags are %s, want %s", got, want)
	}
	for _, tag := range r.tags() {
		if git(t, r, "rev-parse", tag+"^{commit}") != r.commit {
			t.Errorf("%s is not at the commit of the release", tag)
		}
	}
	if git(t, r, "rev-parse", "HEAD") != r.commit {
		t.Error("HEAD is not at the commit of the release")
	}
	day := r.time.Format(time.DateOnly)
	proxy := filepath.Join(r.repo, "dist", r.version, "proxy", root)
	for file, want := range map[string][]string{
		"CHANGELOG.md":            {"## 0.2.0 - " + day + "\n", "- " + root + " v0.1.0\n"},
		"README.md":               {"cmd/urn@v0.2.0, since v0.1.0"},
		"go.work":                 {"// why\nreplace " + root + " v0.2.0 => .\n"},
		"cmd/urn/go.mod":          {"example.com/other v0.1.0", root + " v0.2.0 // why\n"},
		"integrations/two/go.mod": {root + " v0.2.0\n", root + "/cmd/urn v0.2.0\n"},
		"integrations/two/m.yaml": {"two v0.2.0\n"},
		"cmd/urn/go.sum":          {"h1:x=\n" + root + " v0.2.0 h1:", root + " v0.2.0/go.mod h1:", "\nz.example/x v1.0.0 h1:z=\n"},
		"integrations/two/go.sum": {root + " v0.2.0 h1:", root + "/cmd/urn v0.2.0 h1:"},
	} {
		got := git(t, r, "show", "HEAD:"+file) + "\n"
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s has no %q:\n%s", file, w, got)
			}
		}
	}
	for _, file := range []string{"@v/v0.2.0.zip", "@v/v0.2.0.mod", "@v/v0.2.0.info", "cmd/urn/@v/v0.2.0.zip", "integrations/two/@v/v0.2.0.zip"} {
		if _, err := os.Stat(filepath.Join(proxy, file)); err != nil {
			t.Error(err)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name    string
		version string
		files   map[string]string // "": no such file
		setup   func(t *testing.T, r *release)
		want    string
	}{
		{name: "no version", version: "0.2.0", want: "is not a version"},
		{name: "half a version", version: "v0.2", want: "is not a version"},
		{name: "version 2", version: "v2.0.0", want: "ends with the major version"},
		{name: "a tree that is not clean", version: "v0.2.0", want: "?? new", setup: func(t *testing.T, r *release) {
			if err := os.WriteFile(filepath.Join(r.repo, "new"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "a version without changes", version: "v0.3.0", want: `CHANGELOG.md has no section "## 0.3.0"`},
		{name: "a tag of one module", version: "v0.2.0", want: "the tag cmd/urn/v0.2.0 exists", setup: func(t *testing.T, r *release) { git(t, r, "tag", "cmd/urn/v0.2.0") }},
		{name: "an old version", version: "v0.2.0", want: "not after v0.3.0", setup: func(t *testing.T, r *release) { git(t, r, "tag", "v0.3.0") }},
		{name: "a step that has never passed", version: "v0.2.0", want: "run .ci/nightly fuzz", setup: func(t *testing.T, r *release) { passed(t, r.repo, "lint") }},
		{name: "a change after the steps", version: "v0.2.0", want: "run .ci/nightly lint fuzz", setup: func(t *testing.T, r *release) {
			if err := os.WriteFile(filepath.Join(r.repo, "urn.go"), []byte("package urn // more\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			git(t, r, "commit", "-q", "-a", "-m", "more")
		}},
		{name: "a record that cannot be read", version: "v0.2.0", want: "four fields", setup: func(t *testing.T, r *release) {
			if err := os.WriteFile(filepath.Join(r.repo, passedFile), []byte("lint\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			git(t, r, "commit", "-q", "-a", "-m", "more")
		}},
		{name: "a replacement", version: "v0.2.0", want: "replaces", files: map[string]string{"cmd/urn/go.mod": "module " + root + "/cmd/urn\n\nreplace a.example/x => ../x\n"}},
		{name: "a circle", version: "v0.2.0", want: "in a circle", files: map[string]string{"go.mod": "module " + root + "\n\nrequire " + root + "/cmd/urn v0.1.0\n"}},
		{name: "a module with another path", version: "v0.2.0", want: "want " + root, files: map[string]string{"go.mod": "module example.com/urn\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := smallFiles()
			maps.Copy(files, c.files)
			r := small(t, files)
			r.version = c.version
			if c.setup != nil {
				c.setup(t, r)
			}
			head := git(t, r, "rev-parse", "HEAD")
			if err := r.check(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one with %q", err, c.want)
			}
			if git(t, r, "rev-parse", "HEAD") != head {
				t.Error("HEAD has moved")
			}
		})
	}
}

// TestLastStepRefused: somebody has committed since. No tag may appear.
func TestLastStepRefused(t *testing.T) {
	r := small(t, smallFiles())
	for _, step := range []func() error{r.check, r.commitRelease, r.publish} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	git(t, r, "commit", "-q", "--allow-empty", "-m", "meanwhile")
	if err := r.apply(filepath.Join(r.repo, "dist", r.version)); err == nil {
		t.Error("no error")
	}
	if got := git(t, r, "tag"); got != "" {
		t.Errorf("there are tags: %s", got)
	}
}

// TestFilesOfTags: the files of a version come from its tags, all at one commit.
func TestFilesOfTags(t *testing.T) {
	r := small(t, smallFiles())
	r.modules = []module{{dir: ".", path: root}, {dir: "cmd/urn", path: root + "/cmd/urn"}, {dir: "integrations/two", path: root + "/integrations/two"}}
	for _, tag := range r.tags() {
		git(t, r, "tag", tag)
	}
	git(t, r, "commit", "-q", "--allow-empty", "-m", "later")
	if err := r.checkTags(); err != nil {
		t.Fatal(err)
	}
	if want := git(t, r, "rev-parse", "HEAD~1"); r.commit != want {
		t.Errorf("the commit is %s, want %s", r.commit, want)
	}
	git(t, r, "tag", "-f", "cmd/urn/v0.2.0")
	if err := os.RemoveAll(r.tree); err != nil {
		t.Fatal(err)
	}
	if err := r.checkTags(); err == nil || !strings.Contains(err.Error(), "the tag cmd/urn/v0.2.0 is at") {
		t.Errorf("a tag at another commit: %v", err)
	}
}

func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		last, next, before, now string
		want                    bool
	}{
		{"v0.1.0", "v0.1.1", "a\nb\n", "a\nb\nc\n", true},
		{"v0.1.0", "v0.1.1", "a\nb\n", "a\nc\n", false},
		{"v0.1.0", "v0.2.0", "a\nb\n", "a\nc\n", true},
		{"v1.1.0", "v1.2.0", "a\nb\n", "a\nc\n", false},
		{"v1.1.0", "v1.2.0", "a\n", "a\nc\n", true},
		{"v0.9.0", "v1.0.0", "a\nb\n", "a\nc\n", true},
	} {
		if err := allowed(c.last, c.next, c.before, c.now); (err == nil) != c.want {
			t.Errorf("%s after %s, %q after %q: %v", c.next, c.last, c.now, c.before, err)
		}
	}
}

func TestDated(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for before, want := range map[string]string{
		"## 0.1.0 - unreleased\n\n- x\n": "## 0.1.0 - 2026-11-22\n\n- x\n",
		"## 0.1.0\n\n- x\n":              "## 0.1.0 - 2026-11-22\n\n- x\n",
		"## 0.1.0 - 2026-11-01\n\n- x\n": "## 0.1.0 - 2026-11-01\n\n- x\n",
		"## 0.1.0 - unreleased\n":        "",
		"## 0.1.01 - unreleased\n\n- x":  "",
	} {
		got, err := dated(before, "v0.1.0", day)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q becomes %q, %v; want %q", before, got, err, want)
		}
	}
}

// TestArchives: the same bytes at any time, and no other owner than root.
func TestArchives(t *testing.T) {
	at := time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)
	content := []file{{"urn", []byte("x"), 0o755}, {"man1/urn.1", []byte("y"), 0o644}}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"tar": func(b *bytes.Buffer) error { return tarball(b, "urn_1", content, at) },
		"zip": func(b *bytes.Buffer) error { return zipped(b, "urn_1", content, at) },
	} {
		var a, b bytes.Buffer
		if err := write(&a); err != nil {
			t.Fatal(err)
		}
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if a.Len() == 0 || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two files of %d and %d bytes differ", name, a.Len(), b.Len())
		}
	}
}

func TestSame(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	write := func(dir, text string) {
		if err := os.WriteFile(filepath.Join(dir, "x"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if same(a, b) == nil {
		t.Error("nothing at all is no comparison")
	}
	write(a, "1")
	if same(a, b) == nil {
		t.Error("a file that is missing is not noticed")
	}
	write(b, "2")
	if same(a, b) == nil {
		t.Error("other bytes are not noticed")
	}
	write(b, "1")
	if err := same(a, b); err != nil {
		t.Error(err)
	}
}

// TestBill: a bill is valid, and the schema is not blind.
func TestBill(t *testing.T) {
	sum := "h1:g3a0LEsGwK+G9ZOFjNej+tvFY3madNmCFodebwYb1yA="
	info := &buildinfo.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Path: root + "/cmd/urn", Version: "v0.1.0"},
		Deps: []*debug.Module{{Path: root, Version: "v0.1.0", Sum: sum}, {Path: "example.com/x", Version: "v1.0.0", Sum: sum}}}
	graph := root + "/cmd/urn " + root + "@v0.1.0\n" + root + "/cmd/urn example.com/x@v1.0.0\n" +
		root + "@v0.1.0 example.com/test@v1.0.0\nexample.com/x@v0.9.0 " + root + "@v0.1.0\n"
	doc, err := materials([]*buildinfo.BuildInfo{info}, graph, "0123", time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	schema, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	if err := validBill(schema, doc); err != nil {
		t.Error(err)
	}
	var bill struct {
		Components   []struct{ Name string }
		Dependencies []struct {
			Ref       string
			DependsOn []string
		}
	}
	if err := json.Unmarshal(doc, &bill); err != nil {
		t.Fatal(err)
	}
	if len(bill.Components) != 3 {
		t.Errorf("the components are %v, want two modules and the standard library", bill.Components)
	}
	if len(bill.Dependencies) != 1 || len(bill.Dependencies[0].DependsOn) != 3 {
		t.Errorf("the dependencies are %v, want the dependencies of the command alone", bill.Dependencies)
	}
	for _, change := range [][2]string{{`"type": "library"`, `"type": "lib"`}, {`"SHA-256"`, `"SHA-0"`}, {`"version": 1,`, `"version": 0,`}, {`urn:uuid:`, `uuid:`}} {
		if !bytes.Contains(doc, []byte(change[0])) {
			t.Errorf("the bill has no %s", change[0])
		}
		if validBill(schema, bytes.Replace(doc, []byte(change[0]), []byte(change[1]), 1)) == nil {
			t.Errorf("a bill with %s passes", change[1])
		}
	}
	info.Deps[1].Sum = ""
	if _, err := materials([]*buildinfo.BuildInfo{info}, graph, "0123", time.Unix(0, 0)); err == nil {
		t.Error("a module without a checksum passes")
	}
}

// schemas returns the JSON schema of CycloneDX 1.6, from the Go module cyclonedx-go.
func schemas() (*jsonschema.Schema, error) {
	dir, err := output(".", []string{"GOWORK=off"}, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go")
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const base = "http://cyclonedx.org/schema/"
	for name, file := range map[string]string{
		"bom-1.6.schema.json": "bom-1.6.schema.json", "spdx.schema.json": "spdx.schema.json", "jsf-0.82.schema.json": "jsf-0.82.schemax.json",
	} {
		f, err := os.Open(filepath.Join(dir, "schema", file))
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(f)
		f.Close()
		if err != nil {
			return nil, err
		}
		if err := c.AddResource(base+name, doc); err != nil {
			return nil, err
		}
	}
	return c.Compile(base + "bom-1.6.schema.json")
}

// validBill returns an error if a bill does not follow the schema.
func validBill(schema *jsonschema.Schema, doc []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// TestJavaFile: the file for Java is released as it is in the repository, with its checksum.
func TestJavaFile(t *testing.T) {
	files := smallFiles()
	files["integrations/java/Urn.java"] = "class Urn {}\n"
	r := small(t, files)
	for _, step := range []func() error{r.check, r.commitRelease, r.publish, r.manifests} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(r.dist, "Urn.java"))
	if err != nil || string(got) != "class Urn {}\n" {
		t.Errorf("%q, %v", got, err)
	}
	if sums, err := os.ReadFile(filepath.Join(r.dist, r.stem()+"_checksums.txt")); err != nil || !strings.Contains(string(sums), "  Urn.java\n") {
		t.Errorf("%s, %v", sums, err)
	}
}
