//go:build unix

package command

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// readYAML reads a file at the root of the repository.
func readYAML(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(cmdtest.Dir, "../../../..", name))
	if err == nil {
		err = yaml.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The hooks for pre-commit run commands that there are, and what they build is the
// command. Whether pre-commit takes the file, "pre-commit validate-manifest" tells.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Entry, Language string
		Args                                   []string
		Dependencies                           []string `yaml:"additional_dependencies"`
		Types                                  []string
		Serial                                 bool `yaml:"require_serial"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	for i, want := range []struct {
		id            string
		before, after string
		status        int
	}{{"urn-lint", "urn:example:%61\n", "urn:example:%61\n", 1}, {"urn-lint-fix", "URN:example:a\n", "urn:example:a\n", 0}} {
		h := hooks[i]
		if h.ID != want.id || h.Language != "golang" || !h.Serial || len(h.Types) != 1 || h.Types[0] != "text" {
			t.Errorf("%+v", h)
		}
		for _, dir := range h.Dependencies {
			if _, err := os.Stat(filepath.Join(cmdtest.Dir, "../../../..", dir, "main.go")); err != nil {
				t.Error(err)
			}
		}
		t.Run(h.ID, func(t *testing.T) {
			// pre-commit runs the entry with the arguments and the names of files. A name may
			// look like a flag.
			args := slices.Concat(strings.Fields(h.Entry), h.Args, []string{"--help", "--fix", "a", "b"})
			got := command(t, map[string]string{"a": want.before, "b": "urn:example:b\n", "--help": "", "--fix": ""}, "", args[1:]...)
			after, _ := os.ReadFile("a")
			if args[0] != "urn" || got.status != want.status || string(after) != want.after {
				t.Errorf("%s: %+v, and a is %q", h.Entry, got, after)
			}
		})
	}
}

// The last step of the GitHub Action, run by bash with what GitHub would put there.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Name, Shell, Run, Uses string
				Env                    map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	steps := action.Runs.Steps
	step := steps[len(steps)-1]
	if action.Runs.Using != "composite" || step.Shell != "bash" || len(steps) != 3 {
		t.Fatalf("%+v", action)
	}
	temp := t.TempDir()
	if err := os.Mkdir(filepath.Join(temp, "urn-lint"), 0o777); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(temp, "urn-lint", "urn"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		inputs map[string]string
		want   string
		status int
		sarif  string
	}{
		{"as it is", nil, "::add-matcher::/action/cmd/urn/problem-matcher.json\n::stop-commands::*\n./::error file=x::y:1:6: warning: urn:a.b:c: malformed*\n./x y:1:5: note: *", 1, ""},
		{"paths", map[string]string{"paths": "a\n"}, "*[malformed]\n::*::\n", 1, ""},
		{"a name like a command", map[string]string{"paths": "::error file=x::y"}, "*\n::stop-commands::*./::error file=x::y:1:6: *::*::\n", 1, ""},
		{"a path with a space", map[string]string{"paths": "x y", "args": "--rule=unregistered-nid=off\n\n--stats\n"}, "::add-matcher::*", 0, ""},
		{"a path like a flag", map[string]string{"paths": "--fix"}, "*", 2, ""},
		{"a path like a script", map[string]string{"paths": "$(touch oops)`touch oops`\";touch oops"}, "*", 2, ""},
		{"SARIF", map[string]string{"sarif": "out.sarif"}, "", 1, `"startLine":1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"a": "urn:a.b:c\n", "x y": "urn:nowhere:a\n", "::error file=x::y": "urn:a.b:c\n"} {
				os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
			}
			cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), beTheCommand+"=1", "RUNNER_TEMP="+temp)
			for key, value := range step.Env {
				value = strings.ReplaceAll(value, "${{ github.action_path }}", "/action")
				for name, in := range action.Inputs {
					given, ok := c.inputs[name]
					if !ok {
						given = in.Default
					}
					value = strings.ReplaceAll(value, "${{ inputs."+name+" }}", given)
				}
				if strings.Contains(value, "${{") {
					t.Errorf("%s: %q", key, value)
				}
				cmd.Env = append(cmd.Env, key+"="+value)
			}
			out, _ := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != c.status || !matches(string(out), c.want) {
				t.Errorf("status %d, output\n%s\nwant %d\n%s", code, out, c.status, c.want)
			}
			if text, _ := os.ReadFile(filepath.Join(dir, "out.sarif")); !strings.Contains(string(text), c.sarif) {
				t.Errorf("SARIF %s", text)
			}
			if _, err := os.Stat(filepath.Join(dir, "oops")); err == nil {
				t.Error("an input was run as a script")
			}
		})
	}
	if strings.Contains(step.Run, "${{") {
		t.Error("the script has an expression, which an input could break out of")
	}
}

// The problem matcher reads what lint writes.
func TestProblemMatcher(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(cmdtest.Dir, "../../problem-matcher.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	p := m.ProblemMatcher[0].Pattern[0]
	got := command(t, map[string]string{"a:1 b": "x \"urn:a.b:c\" [x]\n"}, "", "lint")
	found := regexp.MustCompile(p.Regexp).FindStringSubmatch(strings.TrimSuffix(got.stdout, "\n"))
	if found == nil || found[p.File] != "a:1 b" || found[p.Line] != "1" || found[p.Column] != "9" || found[p.Severity] != "warning" || found[p.Code] != "malformed" ||
		!strings.HasPrefix(found[p.Message], "urn:a.b:c: malformed namespace identifier") {
		t.Errorf("%q is read as %q", got.stdout, found)
	}
}
