package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/tools/expression"
	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

// claim says that tables read the strings of a rule as the ABNF does.
type claim struct {
	name     string
	tables   string   // the Go file with the tables
	variable string   // and their name in it
	grammar  []string // ABNF files, read as one grammar
	rule     string
	// expression is the name of a regular expression of docs/regex.md, which is read in
	// place of the grammar.
	expression string
	// restated names rules that state the same language in other words.
	restated []string

	// The rest is left out if the tables have no marks and no tags. Those of a
	// namespace-specific string have none. Marks and tags are the names of
	// constants in the file with the tables.
	parts     []part
	tag       string // before the first part
	escapes   []string
	escapeTag string

	// includes names a claim whose strings are all strings of this one, with the
	// same parts.
	includes string
}

type part struct {
	name string
	rule []string // the rule whose strings it is; one more in a restatement
	mark string   // "": it always begins at the same offset
	tag  string
}

// claims are all claims that are proved.
var claims = slices.Concat(syntaxClaims, documentClaims, namespaceClaims(), expressionClaims())

// namespaceClaims are the syntaxes of single namespaces.
func namespaceClaims() (claims []claim) {
	for _, n := range proof.Namespaces() {
		claims = append(claims, claim{name: n.Name, tables: n.Tables, variable: n.Variable, grammar: n.Grammar, rule: n.Rule})
	}
	return claims
}

// expressionClaims are syntaxClaims with the regular expressions of docs/regex.md.
func expressionClaims() (claims []claim) {
	for _, name := range expression.Names {
		e := syntaxClaims[0]
		if strings.HasPrefix(name, "rfc2141") {
			e = syntaxClaims[1]
		}
		e.name, e.expression = "expression "+name, name
		e.grammar, e.rule, e.restated = []string{"docs/regex.md"}, "whole", nil
		e.escapes = []string{"pct-encoded"}
		e.parts = slices.Clone(e.parts)
		for i, p := range e.parts {
			e.parts[i].rule = []string{"part-" + strings.ToLower(strings.TrimSuffix(p.name, "-component"))}
		}
		claims = append(claims, e)
	}
	return claims
}

// documentClaims are syntaxClaims with the ABNF as the document prints it, instead of the
// transcription with its notes.
var documentClaims = []claim{
	fromDocument(syntaxClaims[0], "rfc3986", "rfc8141"),
	fromDocument(syntaxClaims[1], "rfc2141"),
}

// fromDocument returns a claim against files of testdata/namespace, with the same
// restrictions.
func fromDocument(c claim, files ...string) claim {
	grammar := []string{strings.TrimSuffix(c.grammar[0], ".abnf") + ".rules"}
	for i, file := range files {
		grammar = slices.Insert(grammar, i, "testdata/namespace/"+file+".abnf")
	}
	c.name += ", document"
	c.grammar, c.restated = grammar, nil
	parts := slices.Clone(c.parts)
	for i := range parts {
		parts[i].rule = parts[i].rule[:1]
	}
	c.parts = parts
	return c
}

// The components that rfc8141 and relaxed share.
var (
	qComponent = part{"q-component", []string{"q-component"}, "markQ", "tagQ"}
	fComponent = part{"f-component", []string{"f-component"}, "markF", "tagF"}
)

// syntaxClaims are the syntaxes of whole URNs.
var syntaxClaims = []claim{
	ofURNs(claim{name: "rfc8141", rule: "namestring", restated: []string{"namestring-prose"}},
		part{"r-component", []string{"r-component", "r-component-prose"}, "markR", "tagR"}, qComponent, fComponent),
	// The other alternative of URN-chars, <trans>, is one byte, and so never within.
	ofURNs(claim{name: "rfc2141", rule: "URN", restated: []string{"URN-prose"}, escapes: []string{"URN-chars"}}),
	ofURNs(claim{name: "draft2141bis", rule: "urn-reference"},
		part{"query", []string{"urn-query"}, "markQ", "tagQ"}, part{"fragment", []string{"fragment"}, "markF", "tagF"}),
	ofURNs(claim{name: "relaxed", rule: "namestring", includes: "rfc8141"},
		part{"r-component", []string{"r-component"}, "markR", "tagR"}, qComponent, fComponent),
}

// ofURNs completes the claim about a syntax of whole URNs. more are the parts after NID and NSS.
func ofURNs(c claim, more ...part) claim {
	c.tables, c.variable, c.tag, c.escapeTag = "machine.go", c.name, "tagScheme", "tagEscape"
	c.grammar = []string{"testdata/abnf/" + c.name + ".abnf", "testdata/abnf/" + c.name + ".rules"}
	c.parts = append([]part{{"NID", []string{"NID"}, "", "tagNID"}, {"NSS", []string{"NSS"}, "markNSS", "tagNSS"}}, more...)
	if c.escapes == nil {
		c.escapes = []string{"pct-encoded"}
	}
	return c
}

// notProved has the reason for each file of generated tables without a claim.
var notProved = map[string]string{
	"internal/dfa/machine_test.go": "the tests of the run loop invented these machines and no document has ABNF for them; " +
		"internal/dfa/run_test.go compares the loop with a step-by-step interpreter",
	"internal/find/lexemes.go": "no document has ABNF for the text around a name; TestReference compares the finder with a second one",
}

// unproved returns a line for each file of generated tables without a claim,
// with the names of its machines and the reason. It fails if a machine has neither a claim
// nor a reason, or a reason has no file.
func unproved(root string, claims []claim, reasons map[string]string) (lines []string, err error) {
	claimed := make(map[[2]string]bool)
	for _, c := range claims {
		claimed[[2]string{c.tables, c.variable}] = true
	}
	machine := regexp.MustCompile(`(?m)^var (\w+) = dfa\.M`)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary file of another test is gone
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			if d != nil && d.IsDir() && d.Name() == ".git" {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !bytes.HasPrefix(text, []byte("// Code generated by tools/ragelc ")) {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		var machines []string
		for _, m := range machine.FindAllSubmatch(text, -1) {
			if variable := string(m[1]); !claimed[[2]string{name, variable}] {
				machines = append(machines, variable)
			}
		}
		if machines == nil {
			return nil
		}
		left, reason := strings.Join(machines, ", "), reasons[name]
		if reason == "" {
			return fmt.Errorf("there is no claim about %s: %s; one about a namespace is a line of tools/prove/proof/namespaces.tsv", name, left)
		}
		lines = append(lines, fmt.Sprintf("not proved: %s in %s, because %s", left, name, reason))
		return nil
	})
	if err == nil && len(lines) < len(reasons) {
		err = fmt.Errorf("there is a reason for a file that is not there: %v", slices.Sorted(maps.Keys(reasons)))
	}
	return lines, err
}

// sources holds the results of read, by the name and the text of the file. Most
// claims are about tables of one large file, and to read it takes longer than to
// prove a claim.
var sources sync.Map

// read is proof.Read, once for each text of a file.
func read(file string) (*proof.Source, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key := file + "\x00" + string(text)
	if src, ok := sources.Load(key); ok {
		return src.(*proof.Source), nil
	}
	src, err := proof.Read(file)
	if err == nil {
		sources.Store(key, src)
	}
	return src, err
}

// load reads the grammar, the tables and what they call things.
func (c *claim) load(root string) (*abnf.Grammar, *proof.Spec, proof.Form, error) {
	g, err := abnf.ParseFiles(root, c.grammar...)
	if c.expression != "" {
		g, err = expression.Read(filepath.Join(root, c.grammar[0]), c.expression)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	src, err := read(filepath.Join(root, c.tables))
	if err != nil {
		return nil, nil, nil, err
	}
	tables := src.Machines[c.variable]
	if tables == nil {
		return nil, nil, nil, fmt.Errorf("%s has no tables called %s", c.tables, c.variable)
	}
	value := func(name string) (n uint8) {
		v, ok := src.Constants[name]
		if name != "" && (!ok || v <= 0 || v > math.MaxInt8) {
			err = fmt.Errorf("%s has no small positive constant %s", c.tables, name)
		}
		return uint8(v)
	}
	spec := &proof.Spec{Rule: c.rule, Tag: value(c.tag), Escapes: c.escapes, EscapeTag: value(c.escapeTag)}
	for _, p := range c.parts {
		spec.Parts = append(spec.Parts, proof.Part{Name: p.name, Rules: p.rule, Mark: value(p.mark), Tag: value(p.tag)})
	}
	return g, spec, tables, err
}

// prove proves the claim and prints what it compared. File names are taken
// from root.
func (c *claim) prove(w io.Writer, root string) error {
	g, spec, tables, err := c.load(root)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s in %s, against %s in %s\n", c.name, c.variable, c.tables, c.rule, strings.Join(c.grammar, " and "))
	l, err := proof.Compile(g, spec)
	if err != nil {
		return err
	}
	for _, clause := range l.Clauses {
		fmt.Fprintf(w, "  less      %s\n", clause)
	}
	if len(l.Before) > 0 {
		var parts []string
		for i, p := range spec.Parts {
			if p.Mark == 0 {
				parts = append(parts, fmt.Sprintf("%s at %d", p.Name, l.Before[i]))
			} else {
				parts = append(parts, fmt.Sprintf("%s +%d", p.Name, l.Before[i]))
			}
		}
		fmt.Fprintf(w, "  one way   to read each string; delimiters: %s\n", strings.Join(parts, ", "))
	}
	pairs, err := proof.Prove(l, tables)
	if err != nil {
		return err
	}
	what := "strings, and offsets of first faults"
	if len(spec.Parts) > 0 {
		what = "strings, components, and offsets and places of first faults"
	}
	fmt.Fprintf(w, "  equal     %s: %d pairs of states, each on 256 bytes\n", what, pairs)
	for _, rule := range c.restated {
		parts, err := l.Same(g, rule)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "  equal     %s, in strings and in %s\n", rule, strings.Join(parts, ", "))
	}
	if c.includes == "" {
		return nil
	}
	i := slices.IndexFunc(syntaxClaims, func(other claim) bool { return other.name == c.includes })
	g, spec, _, err = syntaxClaims[i].load(root)
	if err != nil {
		return err
	}
	other, err := proof.Compile(g, spec)
	if err != nil {
		return err
	}
	if err := l.Includes(other); err != nil {
		return fmt.Errorf("does not include %s: %w", c.includes, err)
	}
	fmt.Fprintf(w, "  includes  every string of %s, with the same components\n", c.includes)
	return nil
}
