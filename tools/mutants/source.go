//go:build unix

package main

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// load reads the packages and finds their changes.
func load(dir string, patterns []string) (*module, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	list, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(list) > 0 {
		return nil, errors.New("packages that do not compile")
	}
	if len(list) == 0 || list[0].Module == nil {
		return nil, fmt.Errorf("%s has no packages of a module", dir)
	}
	m := &module{dir: dir, packages: list, overlay: map[string]string{}}
	// An internal package is open to the module only, and no other has its name.
	root := list[0].Module
	m.support = root.Path + "/internal/mutantsupport"
	m.overlay[filepath.Join(root.Dir, "internal", "mutantsupport", "support.go")] = support
	for _, p := range list {
		for _, f := range p.Syntax {
			if ast.IsGenerated(f) {
				continue
			}
			source, err := os.ReadFile(p.Fset.Position(f.Package).Filename)
			if err != nil {
				return nil, err
			}
			e := &editor{m: m, fset: p.Fset, source: source, info: p.TypesInfo, pkg: p.Types, file: f}
			e.edit()
		}
	}
	return m, nil
}

// support is the package that the changed sources import.
//
//go:embed support.go.txt
var support string

// editor makes the operators of a file calls.
type editor struct {
	m      *module
	fset   *token.FileSet
	source []byte
	info   *types.Info
	pkg    *types.Package
	file   *ast.File
	edits  []edit
}

// edit replaces a region of bytes. Of those with equal places, the first inserted is
// written first.
type edit struct {
	from, to int
	text     string
}

func (e *editor) edit() {
	e.walk(e.file)
	if len(e.edits) == 0 {
		return
	}
	e.replace(e.file.Name.End(), e.file.Name.End(), "; import _mutant "+fmt.Sprintf("%q", e.m.support))
	slices.SortStableFunc(e.edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, x := range e.edits {
		b.Write(e.source[at:x.from])
		b.WriteString(x.text)
		at = x.to
	}
	b.Write(e.source[at:])
	e.m.overlay[e.fset.Position(e.file.Package).Filename] = b.String()
}

func (e *editor) offset(p token.Pos) int { return e.fset.Position(p).Offset }

func (e *editor) replace(from, to token.Pos, text string) {
	e.edits = append(e.edits, edit{e.offset(from), e.offset(to), text})
}

// add is a new change of the operator at p.
func (e *editor) add(p token.Pos, from, to token.Token) int {
	at := e.fset.Position(p)
	name, err := filepath.Rel(e.m.dir, at.Filename)
	if err != nil {
		name = at.Filename
	}
	x := &mutant{id: len(e.m.mutants) + 1, file: filepath.ToSlash(name), line: at.Line, column: at.Column, from: from.String(), to: to.String()}
	e.m.mutants = append(e.m.mutants, x)
	return x.id
}

var (
	negated  = map[token.Token]token.Token{token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL}
	boundary = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	logical  = map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
	numeric  = map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL}
	function = map[token.Token]string{
		token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual", token.EQL: "Not", token.NEQ: "Not",
		token.LAND: "And", token.LOR: "Or", token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Quo", token.REM: "Rem"}
)

// walk edits n and its children. Each node inserts its beginning before its children
// do and its end after they have, so that calls are nested as the expressions are.
func (e *editor) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				e.m.left += operators(n)
				return false
			}
		case *ast.ArrayType:
			if n.Len != nil {
				e.m.left += operators(n.Len)
			}
			e.walk(n.Elt)
			return false
		case *ast.IncDecStmt:
			to, sign := token.DEC, "+="
			if n.Tok == token.DEC {
				to, sign = token.INC, "-="
			}
			e.walk(n.X)
			e.replace(n.TokPos, n.TokPos+2, fmt.Sprintf("%s _mutant.One[%s](%d)", sign, e.typeOf(n.X), e.add(n.TokPos, n.Tok, to)))
			return false
		case *ast.UnaryExpr:
			if n.Op != token.SUB {
				break
			}
			if e.constant(n) {
				return false
			}
			e.replace(n.OpPos, n.OpPos+1, fmt.Sprintf("_mutant.Negative(%d, ", e.add(n.OpPos, n.Op, token.ADD)))
			e.walk(n.X)
			e.replace(n.End(), n.End(), ")")
			return false
		case *ast.BinaryExpr:
			return e.binary(n)
		}
		return true
	})
}

// binary reports whether the operands are still to be edited.
func (e *editor) binary(n *ast.BinaryExpr) bool {
	if function[n.Op] == "" {
		return true
	}
	end := n.OpPos + token.Pos(len(n.Op.String()))
	call := func(format string, args ...any) {
		e.replace(n.Pos(), n.Pos(), "_mutant."+function[n.Op]+fmt.Sprintf(format, args...))
	}
	switch {
	case logical[n.Op] != 0:
		call("(%d, ", e.add(n.OpPos, n.Op, logical[n.Op]))
		e.walk(n.X)
		e.replace(n.OpPos, end, ", func() bool { return (")
		e.walk(n.Y)
		e.replace(n.End(), n.End(), ") })")
	case boundary[n.Op] != 0:
		b := e.add(n.OpPos, n.Op, boundary[n.Op])
		call("(%d, %d, ", b, e.add(n.OpPos, n.Op, negated[n.Op]))
		e.walk(n.X)
		e.replace(n.OpPos, end, ",")
		e.walk(n.Y)
		e.replace(n.End(), n.End(), ")")
	case negated[n.Op] != 0:
		call("(%d, ", e.add(n.OpPos, n.Op, negated[n.Op]))
		e.walk(n.X)
		e.walk(n.Y)
		e.replace(n.End(), n.End(), ")")
	default:
		if e.constant(n) {
			return false
		}
		switch t := e.info.TypeOf(n).Underlying().(type) {
		case *types.Basic:
			if t.Info()&types.IsNumeric == 0 {
				return true // strings, which have no other operator
			}
		default:
			e.m.left++ // a type parameter
			return true
		}
		call("[%s](%d, ", e.typeOf(n), e.add(n.OpPos, n.Op, numeric[n.Op]))
		e.walk(n.X)
		e.replace(n.OpPos, end, ",")
		e.walk(n.Y)
		e.replace(n.End(), n.End(), ")")
	}
	return false
}

// constant edits an arithmetic expression if it is constant, and reports whether it
// is: the whole expression is repeated with each of its operators changed.
func (e *editor) constant(n ast.Expr) bool {
	value := e.info.Types[n].Value
	if value == nil {
		return false
	}
	t, ok := e.info.TypeOf(n).Underlying().(*types.Basic)
	if !ok || t.Info()&types.IsNumeric == 0 {
		return true
	}
	source := string(e.source[e.offset(n.Pos()):e.offset(n.End())])
	text := source
	ast.Inspect(n, func(x ast.Node) bool {
		var p token.Pos
		var from, to token.Token
		switch x := x.(type) {
		case *ast.BinaryExpr:
			p, from, to = x.OpPos, x.Op, numeric[x.Op]
		case *ast.UnaryExpr:
			if x.Op == token.SUB {
				p, from, to = x.OpPos, x.Op, token.ADD
			}
		}
		if to == 0 {
			return true
		}
		at := e.offset(p) - e.offset(n.Pos())
		changed := source[:at] + to.String() + source[at+1:]
		if _, err := types.Eval(e.fset, e.pkg, n.Pos(), changed); err != nil {
			return true // it does not compile
		}
		text = fmt.Sprintf("_mutant.Constant[%s](%d, %s, %s)", e.typeOf(n), e.add(p, from, to), text, changed)
		return true
	})
	if text != source {
		e.replace(n.Pos(), n.End(), text)
	}
	return true
}

// typeOf is the type of x as this file writes it.
func (e *editor) typeOf(x ast.Expr) string {
	return types.TypeString(types.Default(e.info.TypeOf(x)), func(p *types.Package) string {
		if p == e.pkg {
			return ""
		}
		for _, i := range e.file.Imports {
			if i.Name != nil && strings.Trim(i.Path.Value, `"`) == p.Path() {
				return i.Name.Name
			}
		}
		return p.Name()
	})
}

// operators counts the arithmetic in n.
func operators(n ast.Node) (count int) {
	ast.Inspect(n, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && numeric[b.Op] != 0 {
			count++
		}
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.SUB {
			count++
		}
		return true
	})
	return count
}
