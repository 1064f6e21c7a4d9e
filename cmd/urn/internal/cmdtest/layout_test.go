package cmdtest

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the command, from the top. A package imports only
// packages of layers below its own. The test is in this package so that its binary is linked
// without the command.
var layers = [][]string{
	{"docs"},
	{"command", "page/wasm"},
	{"lines", "find", "convert", "lint", "serve"},
	{"job", "flags", "rewrite", "nsinfo", "page", "page/engine"},
	{"pipeline", "progress", "walk"},
	{"input", "stdio", "outfile"},
	{"report", "lint/dictionary", "notation", "record"},
	{"interrupt", "suggest", "leftover", "published"},
}

// TestLayers holds the imports to the layers: no arrow runs upward, and none
// sideways.
func TestLayers(t *testing.T) {
	layer := map[string]int{}
	for i, packages := range layers {
		for _, p := range packages {
			layer[p] = i
		}
	}
	packages := map[string]bool{}
	for _, pattern := range []string{"../*/*.go", "../*/*/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			name, _ := filepath.Rel("..", filepath.Dir(file))
			packages[filepath.ToSlash(name)] = true
		}
	}
	delete(packages, "cmdtest") // for tests
	for name := range packages {
		if _, ok := layer[name]; !ok {
			t.Errorf("package internal/%s is in no layer", name)
		}
		files, _ := filepath.Glob(filepath.Join("..", name, "*.go"))
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, imported := range imports(t, file) {
				if below, ok := strings.CutPrefix(imported, "github.com/seed7b5a83f0/urn/cmd/urn/internal/"); ok && layer[below] <= layer[name] {
					t.Errorf("%s imports internal/%s, which is not below it", file, below)
				}
				if imported == "encoding/json" && !slices.Contains([]string{"record", "page/engine", "serve"}, name) {
					t.Errorf("%s imports %s: only record writes records, and the page has answers of its own", file, imported)
				}
			}
		}
	}
}

// TestOnePlaceForFlags: only the commands, the package of flags and what is
// generated from the commands know cobra.
func TestOnePlaceForFlags(t *testing.T) {
	err := filepath.WalkDir("../..", func(file string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		dir := filepath.Base(filepath.Dir(file))
		known := dir == "command" || dir == "flags" || dir == "docs"
		if !known && slices.Contains(imports(t, file), "github.com/spf13/cobra") {
			t.Errorf("%s imports cobra", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func imports(t *testing.T, file string) (paths []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range f.Imports {
		paths = append(paths, strings.Trim(i.Path.Value, `"`))
	}
	return paths
}
