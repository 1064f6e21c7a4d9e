// The API is the same everywhere, and go list needs a Go tree.
//go:build linux && amd64

package docs

import (
	"flag"
	"fmt"
	"go/constant"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("update-api", false, "write the exported API to testdata/api.txt")

// TestAPI compares the exported API of every public package of the module with
// testdata/api.txt. So a change of the API is intended, and shows in a diff:
//
//	go test -run TestAPI ./tests/docs -update-api
func TestAPI(t *testing.T) {
	const recorded = "testdata/api.txt"
	lines := exportedLines(t)
	got := strings.Join(lines, "\n") + "\n"
	if *updateAPI {
		if err := os.WriteFile(filepath.Join(root, recorded), []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Split(strings.TrimSuffix(file(t, recorded), "\n"), "\n")
	for _, l := range lines {
		if !slices.Contains(want, l) {
			t.Errorf("new in the API, and not in %s:\n\t%s", recorded, l)
		}
	}
	for _, l := range want {
		if !slices.Contains(lines, l) {
			t.Errorf("in %s, and no longer in the API:\n\t%s", recorded, l)
		}
	}
	if t.Failed() {
		t.Log("if that is intended: go test -run TestAPI ./tests/docs -update-api")
	}
}

// exportedLines lists the exported API of the public packages of the module. It reads the
// compiler's export data of each package, which takes a tenth of the time of checking the types
// in its source and in that of the standard library.
func exportedLines(t *testing.T) (lines []string) {
	t.Helper()
	command := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./...")
	command.Dir, command.Stderr = root, os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	var public []string
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		files[path] = file
		if isPublic(path) {
			public = append(public, path)
		}
	}
	slices.Sort(public)
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	names := map[string]string{}
	for _, path := range public {
		pkg, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		if other := names[pkg.Name()]; other != "" {
			t.Errorf("%s and %s have the same name", other, path)
		}
		names[pkg.Name()] = path
		lines = append(lines, exported(pkg)...)
	}
	if len(public) < 5 {
		t.Fatalf("the public packages are %q", public)
	}
	return lines
}

// isPublic reports whether a package of this module may be imported by others.
func isPublic(path string) bool {
	const module = "github.com/seed7b5a83f0/urn"
	rest, ok := strings.CutPrefix(path, module)
	return ok && (rest == "" || rest[0] == '/') && !slices.Contains(strings.Split(rest, "/"), "internal")
}

// exported lists what pkg exports, a line each, in the manner of the api files of the Go
// project.
func exported(pkg *types.Package) (lines []string) {
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
			if obj.IsAlias() {
				add("type %s = %s", name, types.TypeString(types.Unalias(typ), plain))
				continue
			}
			of := ""
			if params := typ.(*types.Named).TypeParams(); params.Len() > 0 {
				var list []string
				for p := range params.TypeParams() {
					list = append(list, p.Obj().Name()+" "+types.TypeString(p.Constraint(), plain))
				}
				of = "[" + strings.Join(list, ", ") + "]"
			}
			switch under := typ.Underlying().(type) {
			case *types.Struct:
				add("type %s%s struct", name, of)
				for f := range under.Fields() {
					if f.Exported() {
						add("type %s struct, %s %s", name, f.Name(), types.TypeString(f.Type(), plain))
					}
				}
			default:
				add("type %s%s %s", name, of, types.TypeString(under, plain))
			}
			set := types.NewMethodSet(types.NewPointer(typ))
			for m := range set.Methods() {
				// A line of the embedded field says that its methods are there, if they are public.
				own := m.Obj().Pkg() == pkg && len(m.Index()) == 1
				if m.Obj().Exported() && (own || !isPublic(m.Obj().Pkg().Path())) {
					f := m.Obj().(*types.Func)
					add("method (%s) %s%s", types.TypeString(f.Signature().Recv().Type(), plain), f.Name(), signature(f, plain))
				}
			}
		case *types.Func:
			add("func %s%s", name, signature(obj, plain))
		default:
			add("%s", types.ObjectString(obj, plain))
		}
	}
	return lines
}

// signature returns the parameters and results of f. The compiler may have named results
// that have no name, as #rv1.
func signature(f *types.Func, plain types.Qualifier) string {
	sig := f.Signature()
	var results []*types.Var
	for v := range sig.Results().Variables() {
		name := v.Name()
		if strings.HasPrefix(name, "#") {
			name = ""
		}
		results = append(results, types.NewParam(token.NoPos, v.Pkg(), name, v.Type()))
	}
	if sig.TypeParams().Len() > 0 { // a type parameter belongs to one signature
		return strings.TrimPrefix(types.TypeString(sig, plain), "func")
	}
	sig = types.NewSignatureType(nil, nil, nil, sig.Params(), types.NewTuple(results...), sig.Variadic())
	return strings.TrimPrefix(types.TypeString(sig, plain), "func")
}
