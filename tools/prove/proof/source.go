package proof

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Source holds the tables and the integer constants of a Go file.
type Source struct {
	Machines  map[string]Form // by the name of the variable
	Constants map[string]int64
}

// Read reads the tables of a Go file from its text, as the compiler would:
// variables of type dfa.Machine and dfa.Matcher. It compares the form that internal/dfa gives
// the tables with the form that is proved here.
func Read(file string) (*Source, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := &moduleImporter{fset: fset, file: file}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: imports}
	if _, err := conf.Check(f.Name.Name, fset, []*ast.File{f}, info); err != nil {
		return nil, err
	}
	if imports.dfa == nil {
		return nil, fmt.Errorf("%s: does not import internal/dfa", file)
	}
	for _, form := range []struct {
		name string
		want int64
	}{
		{"rowBits", rowBits},
		{"rowMask", rowMask},
		{"MaxMarks", maxMarks},
		{"MaxSets", maxSets},
		{"windowLen", windowLen},
		{"Accept", accept},
		{"SetHead", setHead},
		{"SetFirst", setFirst},
		{"SetSecond", setSecond},
		{"SetBody", setBody},
		{"SetLead", setLead},
		{"SetMask", setMask},
		{"Escapes", escapes},
		{"Region", region},
		{"Counted", counted},
		{"NotFirst", notFirst},
		{"BeginsRun", beginsRun},
		{"EndsRun", endsRun},
		{"BeginsRegion", beginsRegion},
	} {
		c, ok := imports.dfa.Scope().Lookup(form.name).(*types.Const)
		if !ok {
			return nil, fmt.Errorf("%s: there is no constant %s", imports.dfa.Path(), form.name)
		}
		if have, exact := constant.Int64Val(constant.ToInt(c.Val())); !exact || have != form.want {
			return nil, fmt.Errorf("%s: %s is %s, and the tables that are proved here have %d",
				imports.dfa.Path(), form.name, c.Val(), form.want)
		}
	}

	if err := sameFields(imports.dfa); err != nil {
		return nil, err
	}

	src := &Source{make(map[string]Form), make(map[string]int64)}
	for _, obj := range info.Defs {
		if c, ok := obj.(*types.Const); ok {
			if v, exact := constant.Int64Val(constant.ToInt(c.Val())); exact {
				src.Constants[c.Name()] = v
			}
		}
	}
	r := &literalReader{fset, info}
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, name := range spec.Names {
				if i >= len(spec.Values) {
					continue
				}
				t := newForm(info.TypeOf(spec.Values[i]))
				if t == nil {
					continue
				}
				if err := r.read(spec.Values[i], reflect.ValueOf(t).Elem()); err != nil {
					return nil, fmt.Errorf("%s: %w", name.Name, err)
				}
				src.Machines[name.Name] = t
			}
		}
	}
	return src, nil
}

// sameFields requires that Tables has the fields of dfa.Machine, and Matcher those of
// dfa.Matcher. A field that is not known here could change what the
// tables mean.
func sameFields(dfa *types.Package) error {
	for name, form := range map[string]reflect.Type{"Machine": reflect.TypeFor[Tables](), "Matcher": reflect.TypeFor[Matcher]()} {
		have := "nothing"
		if obj := dfa.Scope().Lookup(name); obj != nil {
			have = compilerType(obj.Type())
		}
		if want := reflectType(form); have != want {
			return fmt.Errorf("%s.%s is %s, and %s is proved", dfa.Path(), name, have, want)
		}
	}
	return nil
}

// compilerType and reflectType write a type without the names of its types,
// the fields of a struct by name.
func compilerType(t types.Type) string {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), compilerType(t.Elem()))
	case *types.Slice:
		return "[]" + compilerType(t.Elem())
	case *types.Struct:
		var fields []string
		for f := range t.Fields() {
			fields = append(fields, f.Name()+" "+compilerType(f.Type()))
		}
		return structType(fields)
	default:
		return t.String()
	}
}

func reflectType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), reflectType(t.Elem()))
	case reflect.Slice:
		return "[]" + reflectType(t.Elem())
	case reflect.Struct:
		var fields []string
		for _, f := range reflect.VisibleFields(t) {
			fields = append(fields, f.Name+" "+reflectType(f.Type))
		}
		return structType(fields)
	default:
		return t.Kind().String()
	}
}

func structType(fields []string) string {
	slices.Sort(fields)
	return "struct{" + strings.Join(fields, "; ") + "}"
}

// newForm returns empty tables of a form of internal/dfa, nil for another type.
func newForm(t types.Type) Form {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.HasSuffix(named.Obj().Pkg().Path(), "/internal/dfa") {
		return nil
	}
	switch named.Obj().Name() {
	case "Machine":
		return new(Tables)
	case "Matcher":
		return new(Matcher)
	}
	return nil
}

// moduleImporter imports internal/dfa from the module that the file is in. Of
// every other package it knows nothing, and needs to know nothing.
type moduleImporter struct {
	fset *token.FileSet
	file string
	dfa  *types.Package
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

func (m *moduleImporter) Import(path string) (*types.Package, error) {
	if !strings.HasSuffix(path, "/internal/dfa") {
		return nil, fmt.Errorf("%s is imported, and the tables alone were expected", path)
	}
	dir, err := filepath.Abs(filepath.Dir(m.file))
	if err != nil {
		return nil, err
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			name := moduleLine.FindSubmatch(mod)
			if name == nil || !strings.HasPrefix(path, string(name[1])+"/") {
				return nil, fmt.Errorf("%s is not in the module of %s", path, dir)
			}
			return m.check(path, filepath.Join(dir, filepath.FromSlash(path[len(name[1])+1:])))
		}
		if !errors.Is(err, os.ErrNotExist) || dir == filepath.Dir(dir) {
			return nil, err
		}
		dir = filepath.Dir(dir)
	}
}

func (m *moduleImporter) check(path, dir string) (*types.Package, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(m.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	// Its own imports are not followed. Errors that follow from that are of no
	// interest; the type and the constants do not depend on them.
	conf := types.Config{Importer: noImporter{}, Error: func(error) {}, IgnoreFuncBodies: true}
	m.dfa, _ = conf.Check(path, m.fset, files, nil)
	m.dfa.MarkComplete()
	return m.dfa, nil
}

type noImporter struct{}

func (noImporter) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not imported", path)
}

// literalReader evaluates composite literals of constants.
type literalReader struct {
	fset *token.FileSet
	info *types.Info
}

func (r *literalReader) errorf(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", r.fset.Position(n.Pos()), fmt.Sprintf(format, args...))
}

// read stores the value of an expression in v. The compiler has checked that
// types and ranges fit the fields of dfa.Machine. So it only remains to
// check that the fields of Tables are the same.
func (r *literalReader) read(e ast.Expr, v reflect.Value) error {
	if val := r.info.Types[e].Value; val != nil {
		if n, ok := constant.Uint64Val(constant.ToInt(val)); ok && v.CanUint() && !v.OverflowUint(n) {
			v.SetUint(n)
			return nil
		}
		return r.errorf(e, "%s does not fit in a %s", val, v.Type())
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return r.errorf(e, "not a constant")
	}
	if v.Kind() == reflect.Struct {
		for _, elt := range lit.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				return r.errorf(elt, "a field without its name")
			}
			name := kv.Key.(*ast.Ident).Name
			field := v.FieldByName(name)
			if !field.IsValid() {
				return r.errorf(kv, "field %s is not known to the proof", name)
			}
			if err := r.read(kv.Value, field); err != nil {
				return err
			}
		}
		return nil
	}
	next := 0
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			index, exact := constant.Int64Val(constant.ToInt(r.info.Types[kv.Key].Value))
			if !exact {
				return r.errorf(kv, "the index is not a constant")
			}
			next, elt = int(index), kv.Value
		}
		if v.Kind() == reflect.Slice {
			for v.Len() <= next {
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			}
		}
		if err := r.read(elt, v.Index(next)); err != nil {
			return err
		}
		next++
	}
	return nil
}
