// The API is the same everywhere, and the source importer needs a Go tree.
//go:build linux && amd64

package urn

import (
	"flag"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("update-api", false, "write the exported API to testdata/api.txt")

// TestAPI compares the exported API of every public package of the module with
// testdata/api.txt. So a change of the API is intended, and shows in a diff:
//
//	go test -run TestAPI -update-api .
func TestAPI(t *testing.T) {
	const file = "testdata/api.txt"
	var lines []string
	dirs := []string{".", "draft2141bis", "namespace", "pattern"}
	values, err := filepath.Glob("namespace/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range values {
		dirs = append(dirs, filepath.ToSlash(filepath.Dir(name)))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if _, err := os.Stat(dir); err == nil {
			lines = append(lines, exported(t, dir)...)
		}
	}
	got := strings.Join(lines, "\n") + "\n"
	if *updateAPI {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(recorded), "\n"), "\n")
	for _, l := range lines {
		if !slices.Contains(want, l) {
			t.Errorf("new in the API, and not in %s:\n\t%s", file, l)
		}
	}
	for _, l := range want {
		if !slices.Contains(lines, l) {
			t.Errorf("in %s, and no longer in the API:\n\t%s", file, l)
		}
	}
}

// exported lists what the package in dir exports, a line each, in the manner of
// the api files of the Go project.
func exported(t *testing.T, dir string) (lines []string) {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		t.Fatalf("%s: %v", dir, fs.ErrNotExist)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check(files[0].Name.Name, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain := func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return p.Name()
	}
	add := func(format string, args ...any) {
		lines = append(lines, "pkg "+pkg.Name()+", "+fmt.Sprintf(format, args...))
	}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			value := obj.Val().ExactString()
			if obj.Val().Kind() == constant.String {
				value = obj.Val().String()
			}
			add("const %s %s = %s", name, types.TypeString(obj.Type(), plain), value)
		case *types.TypeName:
			typ := obj.Type()
			switch under := typ.Underlying().(type) {
			case *types.Struct:
				add("type %s struct", name)
				for f := range under.Fields() {
					if f.Exported() {
						add("type %s struct, %s %s", name, f.Name(), types.TypeString(f.Type(), plain))
					}
				}
			default:
				add("type %s %s", name, types.TypeString(under, plain))
			}
			set := types.NewMethodSet(types.NewPointer(typ))
			for m := range set.Methods() {
				if m.Obj().Exported() {
					recv := m.Obj().(*types.Func).Signature().Recv().Type()
					add("method (%s) %s%s", types.TypeString(recv, plain), m.Obj().Name(),
						strings.TrimPrefix(types.TypeString(m.Obj().Type(), plain), "func"))
				}
			}
		default:
			add("%s", types.ObjectString(obj, plain))
		}
	}
	return lines
}
