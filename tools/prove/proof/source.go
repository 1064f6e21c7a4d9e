package proof

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Source holds the tables and the integer constants of a Go file.
type Source struct {
	Machines  map[string]Form // by the name of the variable
	Constants map[string]int64
}

// exported is the file with the compiler's description of internal/dfa.
var exported = sync.OnceValues(func() (string, error) {
	file, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", dfaPath).Output()
	return strings.TrimSpace(string(file)), err
})

var dfaPath = reflect.TypeFor[dfa.Machine]().PkgPath()

// Read reads the tables of a Go file from its text, as the compiler would:
// variables of type dfa.Machine and dfa.Matcher.
func Read(file string) (*Source, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if path != dfaPath {
			return nil, fmt.Errorf("%s is imported, and the tables alone were expected", path)
		}
		name, err := exported()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		return os.Open(name)
	})}
	if _, err := conf.Check(f.Name.Name, fset, []*ast.File{f}, info); err != nil {
		return nil, err
	}
	src := &Source{make(map[string]Form), make(map[string]int64)}
	for name, obj := range info.Defs {
		switch obj := obj.(type) {
		case *types.Const:
			if v, exact := constant.Int64Val(constant.ToInt(obj.Val())); exact {
				src.Constants[name.Name] = v
			}
		case *types.Var:
			switch types.TypeString(obj.Type(), (*types.Package).Name) {
			case "dfa.Machine":
				src.Machines[name.Name] = new(Tables)
			case "dfa.Matcher":
				src.Machines[name.Name] = new(Matcher)
			}
		}
	}
	r := &literalReader{fset, info}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			if t := src.Machines[v.Name()]; t != nil {
				if err := r.read(init.Rhs, reflect.ValueOf(t).Elem()); err != nil {
					return nil, fmt.Errorf("%s: %w", v.Name(), err)
				}
			}
		}
	}
	return src, nil
}

// literalReader evaluates composite literals of constants.
type literalReader struct {
	fset *token.FileSet
	info *types.Info
}

func (r *literalReader) errorf(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", r.fset.Position(n.Pos()), fmt.Sprintf(format, args...))
}

// read stores the value of an expression in v. The compiler's rules, which the file keeps,
// are not checked again.
func (r *literalReader) read(e ast.Expr, v reflect.Value) error {
	if val := r.info.Types[e].Value; val != nil {
		n, _ := constant.Uint64Val(constant.ToInt(val))
		v.SetUint(n)
		return nil
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return r.errorf(e, "not a constant")
	}
	next := 0
	for _, elt := range lit.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		var field reflect.Value
		switch {
		case v.Kind() == reflect.Struct && !keyed:
			return r.errorf(elt, "a field without its name")
		case v.Kind() == reflect.Struct:
			field = v.FieldByName(kv.Key.(*ast.Ident).Name)
		default:
			if keyed {
				index, _ := constant.Int64Val(constant.ToInt(r.info.Types[kv.Key].Value))
				next = int(index)
			}
			for v.Kind() == reflect.Slice && v.Len() <= next {
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			}
			field = v.Index(next)
			next++
		}
		if keyed {
			elt = kv.Value
		}
		if err := r.read(elt, field); err != nil {
			return err
		}
	}
	return nil
}
