package docs

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

func file(t *testing.T, name string) string {
	t.Helper()
	testhelp.Watch(t, root)
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestActions: an action of somebody else is named by its commit, since tags move.
func TestActions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, ".github/workflows/*.yml"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	uses := regexp.MustCompile(`(?m)uses: (.*)$`)
	n := 0
	for _, name := range append(files, filepath.Join(root, "action.yml")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			n++
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s uses %q: want a commit and, in a comment, its version", filepath.Base(name), m[1])
			}
		}
	}
	if n < 5 {
		t.Errorf("%d actions are used", n)
	}
}

// TestDependabot: every module is kept up to date.
func TestDependabot(t *testing.T) {
	config := file(t, ".github/dependabot.yml")
	for _, pattern := range []string{"go.mod", "*/go.mod", "*/*/go.mod"} {
		modules, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(modules) == 0 {
			t.Fatal(modules, err)
		}
		for _, m := range modules {
			dir, err := filepath.Rel(root, filepath.Dir(m))
			if err != nil {
				t.Fatal(err)
			}
			if line := "      - " + strings.TrimSuffix("/"+filepath.ToSlash(dir), ".") + "\n"; !strings.Contains(config, line) {
				t.Errorf(".github/dependabot.yml does not have the line %q", line)
			}
		}
	}
}

// TestNightlySteps: GitHub runs every step of .ci/nightly, and CONTRIBUTING.md says who
// runs it before landing.
func TestNightlySteps(t *testing.T) {
	all := regexp.MustCompile(`(?m)^all=\((.*)\)$`).FindStringSubmatch(file(t, ".ci/nightly"))
	there := regexp.MustCompile(`(?m)^ *step: \[(.*)\]$`).FindStringSubmatch(file(t, ".github/workflows/nightly.yml"))
	if all == nil || there == nil || strings.ReplaceAll(there[1], ",", "") != all[1] {
		t.Errorf(".ci/nightly has %q, .github/workflows/nightly.yml %q", all, there)
	}
	contributing := file(t, "CONTRIBUTING.md")
	for step := range strings.FieldsSeq(all[1]) {
		if !strings.Contains(contributing, "`"+step+"`") {
			t.Errorf("CONTRIBUTING.md does not name the step %s", step)
		}
	}
}

// TestGenerated: of the files that begin with a line "Code generated", and of no other in a
// language of sources, .gitattributes says that they are generated.
func TestGenerated(t *testing.T) {
	git := func(args ...string) []string {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
		if err != nil {
			t.Skip("no repository: ", err)
		}
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	}
	names := git("ls-files", "-z", "*.go", "*.java", "*.js", "*.mjs", "*.py", "*.v")
	header := regexp.MustCompile(`(?m)\A(.*\n){0,4}(//|\(\*|#) Code generated .* DO NOT EDIT\.( \*\))?$`)
	says := git(append([]string{"check-attr", "-z", "linguist-generated"}, names...)...)
	n := 0
	for i, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is being moved
		}
		generated := header.Match(text)
		if got := says[3*i+2] == "true"; err != nil || got != generated {
			t.Errorf("%s is generated: %t; .gitattributes says %t (%v)", name, generated, got, err)
		}
		if generated {
			n++
		}
	}
	if n < 15 {
		t.Errorf("%d files are generated", n)
	}
}
