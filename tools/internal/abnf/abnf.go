// Package abnf reads grammars in Augmented Backus-Naur Form: RFC 5234 with its
// errata 2968 and 3076, and the %s and %i strings of RFC 7405. It adds one
// operator, "=-", which removes strings from a rule.
//
// A proof needs three things that general-purpose ABNF packages such as
// github.com/pandatix/go-abnf do not have. Numbers must mean octets
// (there they are Unicode code points, and text is matched as UTF-8). The
// file and line of every rule must be known. A prose restriction must be
// written beside the grammar that it restricts. It is small because a proof
// needs no more: it builds a tree and matches nothing.
//
// Two things are read that RFC 5234 does not have. A line may end in LF alone,
// not only in CRLF. And
//
//	rule =- elements    ; clause
//
// removes from the strings that rule derives, wherever rule is referred to,
// those that elements derive: the counterpart of "=/", which adds some. The
// comment is required, and names the sentence that the restriction comes from.
//
// Everything else that RFC 5234 does not allow is an error, a rule that is
// defined twice or not at all included.
package abnf

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Node is a piece of the right-hand side of a rule.
type Node interface{ node() }

// The kinds of [Node].
type (
	// Alternation is what RFC 5234 writes as a / b.
	Alternation []Node

	// Concatenation is a b.
	Concatenation []Node

	// Repetition is <Min>*<Max>Node. An option, [a], is one of 0 to 1.
	Repetition struct {
		Min, Max int // Max is -1 if there is no limit
		Node     Node
	}

	// Reference is the name of a rule, as written.
	Reference struct {
		Name string
		Line int
	}

	// Text is a quoted string, or octets such as %x0D.0A or %x0D. Fold says that letters
	// match case-insensitively.
	Text struct {
		Value string
		Fold  bool
	}

	// Range is %x41-5A: one octet.
	Range struct{ First, Last byte }
)

func (Alternation) node()   {}
func (Concatenation) node() {}
func (Repetition) node()    {}
func (Reference) node()     {}
func (Text) node()          {}
func (Range) node()         {}

// Rule is a named rule.
type Rule struct {
	Name string
	File string
	Line int
	Node Node
	// Without holds what "=-" removes from Node.
	Without []Exclusion
}

// Exclusion is one "=-".
type Exclusion struct {
	File   string
	Line   int
	Node   Node
	Clause string // the comment beside it
}

// Grammar is a set of rules. Names match case-insensitively
// (RFC 5234, 2.1).
type Grammar struct {
	rules map[string]*Rule
}

// Error is a fault in the text of a grammar, or in its sense.
type Error struct {
	File string
	Line int
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// Rule returns the named rule, or nil.
func (g *Grammar) Rule(name string) *Rule { return g.rules[strings.ToLower(name)] }

// Rules returns every rule, the core rules left out, by file and line.
func (g *Grammar) Rules() []*Rule {
	var all []*Rule
	for _, r := range g.rules {
		if r.File != coreFile {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *Rule) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line)
	})
	return all
}

// Source is the text of a grammar and the name to use for it in errors.
type Source struct{ Name, Text string }

// Parse reads sources, in their order, as one grammar. The core rules of
// RFC 5234, appendix B.1, are there unless a source defines them itself.
func Parse(sources ...Source) (*Grammar, error) {
	g := &Grammar{rules: make(map[string]*Rule)}
	for _, s := range sources {
		if err := g.read(s); err != nil {
			return nil, err
		}
	}
	core := &Grammar{rules: make(map[string]*Rule)}
	if err := core.read(Source{coreFile, coreRules}); err != nil {
		return nil, err
	}
	for key, r := range core.rules {
		if g.rules[key] == nil {
			g.rules[key] = r
		}
	}
	if err := g.resolve(); err != nil {
		return nil, err
	}
	return g, nil
}

// ParseFiles parses the files of a directory as one grammar. Errors name a file as it is in
// names.
func ParseFiles(dir string, names ...string) (*Grammar, error) {
	var sources []Source
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{Name: name, Text: string(text)})
	}
	return Parse(sources...)
}

// resolve checks that every reference has a rule and that no rule contains
// itself: a grammar without recursion denotes a regular language.
func (g *Grammar) resolve() error {
	const (
		entered = 1
		done    = 2
	)
	state := make(map[*Rule]int)
	var visit func(r *Rule) error
	var walk func(r *Rule, file string, n Node) error
	walk = func(r *Rule, file string, n Node) error {
		for _, c := range Children(n) {
			if err := walk(r, file, c); err != nil {
				return err
			}
		}
		if n, ok := n.(Reference); ok {
			to := g.Rule(n.Name)
			if to == nil {
				return &Error{file, n.Line, fmt.Sprintf("rule %q is not defined", n.Name)}
			}
			if state[to] == entered {
				return &Error{file, n.Line, fmt.Sprintf("rule %q contains itself", n.Name)}
			}
			return visit(to)
		}
		return nil
	}
	visit = func(r *Rule) error {
		if state[r] == done {
			return nil
		}
		state[r] = entered
		if err := walk(r, r.File, r.Node); err != nil {
			return err
		}
		for _, x := range r.Without {
			if err := walk(r, x.File, x.Node); err != nil {
				return err
			}
		}
		state[r] = done
		return nil
	}
	for _, r := range g.Rules() {
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// Children returns the nodes that n is made of.
func Children(n Node) []Node {
	switch n := n.(type) {
	case Alternation:
		return n
	case Concatenation:
		return n
	case Repetition:
		return []Node{n.Node}
	}
	return nil
}

const coreFile = "RFC 5234, B.1"

const coreRules = `ALPHA  = %x41-5A / %x61-7A
BIT    = "0" / "1"
CHAR   = %x01-7F
CR     = %x0D
CRLF   = CR LF
CTL    = %x00-1F / %x7F
DIGIT  = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB   = %x09
LF     = %x0A
LWSP   = *(WSP / CRLF WSP)
OCTET  = %x00-FF
SP     = %x20
VCHAR  = %x21-7E
WSP    = SP / HTAB
`
