package urnottl_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// blocks returns the code blocks of a language in a Markdown file.
func blocks(markdown, language string) []string {
	var found []string
	for {
		_, rest, ok := strings.Cut(markdown, "\n```"+language+"\n")
		if !ok {
			return found
		}
		var block string
		block, markdown, _ = strings.Cut(rest, "```")
		found = append(found, block)
	}
}

// lines returns a text without what indents its lines.
func lines(text string) string {
	var b strings.Builder
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		b.WriteString(strings.TrimSpace(s.Text()) + "\n")
	}
	return b.String()
}

// Statements of the README can be parsed, and its Go and YAML are parts of the
// examples, which are tested.
func TestREADME(t *testing.T) {
	readme := readFile(t, "README.md")
	count := 0
	p := newParser(t)
	for _, block := range blocks(readme, "text") {
		for statement := range strings.Lines(block) {
			if strings.TrimSpace(statement) == "" {
				continue
			}
			count++
			if _, err := p.ParseStatement(statement); err != nil {
				t.Errorf("README.md: ParseStatement(%q) = %v", statement, err)
			}
		}
	}
	for language, file := range map[string]string{
		"go":   readFile(t, "example_test.go") + readFile(t, "transform/factory.go"),
		"yaml": readFile(t, "example/config.yaml") + readFile(t, "example/builder.yaml"),
	} {
		for _, block := range blocks(readme, language) {
			count++
			if !strings.Contains(lines(file), lines(block)) {
				t.Errorf("README.md has %s that no example has:\n%s", language, block)
			}
		}
	}
	if count < 10 {
		t.Errorf("README.md: %d snippets were checked, want 10 or more", count)
	}
}

// The same versions stand in go.mod, go.work, the builder's manifest and the
// README.
func TestVersions(t *testing.T) {
	var mod struct {
		Module  struct{ Path string }
		Require []struct{ Path, Version string }
		Replace []any
	}
	goEdit(t, &mod, "mod", "edit", "-json", "go.mod")
	if len(mod.Replace) != 0 {
		t.Errorf("go.mod replaces modules, and is of no use to anyone but this checkout: %v", mod.Replace)
	}
	const library = "github.com/seed7b5a83f0/urn"
	versions := map[string]string{}
	for _, r := range mod.Require {
		versions[r.Path] = r.Version
	}

	var work struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	goEdit(t, &work, "work", "edit", "-json", "go.work")
	if len(work.Replace) != 1 || work.Replace[0].Old.Path != library || work.Replace[0].Old.Version != versions[library] {
		t.Errorf("go.work replaces %v, want %s %s, which go.mod requires", work.Replace, library, versions[library])
	}

	// The core of the collector has two lines of versions.
	of := func(path, version string) string {
		switch {
		case strings.HasPrefix(path, mod.Module.Path):
			return versions[library]
		case strings.HasPrefix(path, "github.com/open-telemetry/opentelemetry-collector-contrib/"):
			return versions["github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"]
		case strings.HasPrefix(version, "v0."):
			return versions["go.opentelemetry.io/collector/otelcol"]
		}
		return versions["go.opentelemetry.io/collector/processor"]
	}
	components := 0
	for line := range strings.Lines(readFile(t, "example/builder.yaml")) {
		_, component, ok := strings.Cut(line, "gomod: ")
		if !ok {
			continue
		}
		components++
		path, version, _ := strings.Cut(strings.TrimSpace(component), " ")
		if want := of(path, version); version != want {
			t.Errorf("example/builder.yaml has %s %s, want %s", path, version, want)
		}
	}
	if components < 4 {
		t.Errorf("example/builder.yaml has %d components, want 4 or more", components)
	}

	const builder = "go.opentelemetry.io/collector/cmd/builder@"
	for _, name := range []string{"README.md", "example/builder.yaml"} {
		_, rest, _ := strings.Cut(readFile(t, name), builder)
		if want := versions["go.opentelemetry.io/collector/otelcol"]; !strings.HasPrefix(rest, want) {
			t.Errorf("%s does not name %s", name, builder+want)
		}
	}
}

func goEdit(t *testing.T, v any, arguments ...string) {
	t.Helper()
	out, err := exec.Command("go", arguments...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", arguments, err)
	}
	if err := json.Unmarshal(out, v); err != nil {
		t.Fatal(err)
	}
}

// TestManifest: the manifest builds from a checkout: its replacements are the modules of
// this checkout, seen from the output path, and its command leaves the workspace.
func TestManifest(t *testing.T) {
	manifest := readFile(t, "example/builder.yaml")
	_, output, _ := strings.Cut(manifest, "output_path: ")
	output, _, _ = strings.Cut(output, "\n")
	_, replaces, _ := strings.Cut(manifest, "\nreplaces:\n")
	n := 0
	for line := range strings.Lines(replaces) {
		n++
		path, to, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), " => ")
		mod := readFile(t, filepath.Join(output, to, "go.mod"))
		if got, _, _ := strings.Cut(strings.TrimPrefix(mod, "module "), "\n"); got != path {
			t.Errorf("example/builder.yaml replaces %s by %s, which is %s", path, to, got)
		}
	}
	if n != 2 {
		t.Errorf("example/builder.yaml replaces %d modules, want the library and this one", n)
	}
	for _, name := range []string{"README.md", "example/builder.yaml"} {
		if text := readFile(t, name); strings.Count(text, "go.opentelemetry.io/collector/cmd/builder@") != strings.Count(text, "GOWORK=off go run go.opentelemetry.io/collector/cmd/builder@") {
			t.Errorf("%s: in the workspace of this checkout, Go does not build what the builder writes", name)
		}
	}
}
