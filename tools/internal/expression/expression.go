// Package expression writes a grammar as a regular expression, and reads a regular
// expression as a grammar.
package expression

import (
	"fmt"
	"os"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
	"github.com/seed7b5a83f0/urn/tools/internal/automaton"
)

// Dialect is how an expression is spelled.
type Dialect struct {
	Capture    string // before the name of a captured part, or "" if groups have no names
	Group      string // opens any other group
	Escape     string // punctuation that a set needs a backslash for
	Possessive string // after a loop that no byte can be given back from
}

// The dialects.
var (
	Named      = Dialect{"(?<", "(?:", "()-/", ""}  // Go, ECMAScript, .NET
	P          = Dialect{"(?P<", "(?:", "()-/", ""} // Python, and Go, RE2, PCRE
	Possessive = Dialect{"(?<", "(?:", "()-/", "+"} // Java, PCRE: without recursion
	Plain      = Dialect{"", "(", "", ""}           // POSIX ERE, PostgreSQL, XSD
)

// Write returns the expression of a rule. Captures has the names of the rules to capture,
// and of their groups. Alternatives begin with different bytes, and no loop is inside
// another one over the same bytes: so an engine that backtracks takes linear time.
func (d Dialect) Write(g *abnf.Grammar, rule string, captures map[string]string) (string, error) {
	w := writer{d, g, captures}
	return w.rule(g.Rule(rule))
}

type writer struct {
	Dialect
	*abnf.Grammar
	captures map[string]string
}

func (w writer) rule(r *abnf.Rule) (string, error) {
	s, err := w.node(r.Node)
	for _, x := range r.Without {
		if word, ok := x.Node.(abnf.Text); ok && err == nil {
			s, err = w.except(r, word.Value)
		}
	}
	if name := w.captures[r.Name]; name != "" {
		if w.Capture == "" {
			return "(" + s + ")", err
		}
		return w.Capture + name + ">" + s + ")", err
	}
	return s, err
}

func (w writer) group(s string) string { return w.Group + s + ")" }

// node returns an expression that a quantifier can follow, if it has one.
func (w writer) node(n abnf.Node) (string, error) {
	if set, ok := w.set(n); ok {
		return w.class(set), nil
	}
	switch n := n.(type) {
	case abnf.Reference:
		return w.rule(w.Rule(n.Name))
	case abnf.Text:
		var s strings.Builder
		for i := range len(n.Value) {
			set, _ := w.set(abnf.Text{Value: n.Value[i : i+1], Fold: n.Fold})
			s.WriteString(w.class(set))
		}
		return s.String(), nil
	case abnf.Concatenation:
		var s strings.Builder
		for i := 0; i < len(n); i++ {
			again, next := w.same(n, i)
			e, err := w.node(again)
			if err != nil {
				return "", err
			}
			s.WriteString(e)
			i = next - 1
		}
		return s.String(), nil
	case abnf.Alternation:
		set, rest, err := w.split(n)
		if err != nil {
			return "", err
		}
		if set != (automaton.Set{}) {
			rest = append([]string{w.class(set)}, rest...)
		}
		return w.group(strings.Join(rest, "|")), nil
	case abnf.Repetition:
		return w.repetition(n)
	}
	return "", fmt.Errorf("cannot write a %T", n)
}

// same returns n[i], or a repetition of it if references to the same rule follow, and the
// index after them.
func (w writer) same(n abnf.Concatenation, i int) (abnf.Node, int) {
	first, ok := n[i].(abnf.Reference)
	end := i + 1
	for ok && end < len(n) {
		if next, is := n[end].(abnf.Reference); !is || next.Name != first.Name {
			break
		}
		end++
	}
	if end == i+1 {
		return n[i], end
	}
	return abnf.Repetition{Min: end - i, Max: end - i, Node: first}, end
}

func (w writer) repetition(n abnf.Repetition) (string, error) {
	if set, ok := w.set(n.Node); ok {
		return w.class(set) + quantifier(n), nil
	}
	inner := n.Node
	if r, ok := inner.(abnf.Reference); ok {
		inner = w.Rule(r.Name).Node
	}
	if a, ok := inner.(abnf.Alternation); ok && n.Max < 0 {
		// A loop over bytes of a set and escapes: runs of the set between escapes.
		set, rest, err := w.split(a)
		if err != nil || len(rest) != 1 || n.Min > 1 {
			return "", fmt.Errorf("cannot write this loop: %v", err)
		}
		run := w.class(set) + "*" + w.Possessive
		s := run + w.group(rest[0]+run) + "*" + w.Possessive
		if n.Min == 1 {
			s = w.group(w.class(set)+"|"+rest[0]) + s
		}
		return s, nil
	}
	s, err := w.node(n.Node)
	s = w.group(s) + quantifier(n)
	if n.Max < 0 {
		s += w.Possessive
	}
	return s, err
}

func quantifier(n abnf.Repetition) string {
	switch [2]int{n.Min, n.Max} {
	case [2]int{0, -1}:
		return "*"
	case [2]int{1, -1}:
		return "+"
	case [2]int{0, 1}:
		return "?"
	}
	if n.Min == n.Max {
		return fmt.Sprintf("{%d}", n.Min)
	}
	return fmt.Sprintf("{%d,%d}", n.Min, n.Max)
}

// split returns the single bytes of an alternation, and its other alternatives.
func (w writer) split(a abnf.Alternation) (set automaton.Set, rest []string, err error) {
	for _, c := range a {
		if s, ok := w.set(c); ok {
			for b, in := range s {
				set[b] = set[b] || in
			}
			continue
		}
		inner := c
		if r, ok := c.(abnf.Reference); ok {
			inner = w.Rule(r.Name).Node
		}
		if nested, ok := inner.(abnf.Alternation); ok {
			s, more, err := w.split(nested)
			if err != nil {
				return set, nil, err
			}
			for b, in := range s {
				set[b] = set[b] || in
			}
			rest = append(rest, more...)
			continue
		}
		s, err := w.node(inner)
		if err != nil {
			return set, nil, err
		}
		rest = append(rest, s)
	}
	return set, rest, nil
}

// set returns the bytes of a node that derives single bytes only.
func (w writer) set(n abnf.Node) (set automaton.Set, ok bool) {
	switch n := n.(type) {
	case abnf.Range:
		for b := int(n.First); b <= int(n.Last); b++ {
			set[b] = true
		}
		return set, true
	case abnf.Octets:
		if len(n) == 1 {
			set[n[0]] = true
		}
		return set, len(n) == 1
	case abnf.Text:
		if len(n.Value) != 1 {
			return set, false
		}
		b := n.Value[0]
		set[b] = true
		if lower := b | 0x20; n.Fold && 'a' <= lower && lower <= 'z' {
			set[lower], set[lower-'a'+'A'] = true, true
		}
		return set, true
	case abnf.Reference:
		r := w.Rule(n.Name)
		set, ok := w.set(r.Node)
		for _, x := range r.Without {
			without, one := w.set(x.Node)
			for b, out := range without {
				set[b] = set[b] && !out
			}
			ok = ok && one
		}
		return set, ok
	case abnf.Alternation:
		for _, c := range n {
			s, ok := w.set(c)
			if !ok {
				return set, false
			}
			for b, in := range s {
				set[b] = set[b] || in
			}
		}
		return set, true
	case abnf.Concatenation:
		if len(n) == 1 {
			return w.set(n[0])
		}
	}
	return set, false
}

// class returns a set of bytes: ranges of three or more, "-" last.
func (w writer) class(set automaton.Set) string {
	var s strings.Builder
	one := func(b int) {
		if strings.ContainsRune(w.Escape, rune(b)) {
			s.WriteByte('\\')
		}
		s.WriteByte(byte(b))
	}
	n, last, dash := 0, 0, set['-']
	for b := 0; b < 256; b++ {
		if !set[b] {
			continue
		}
		n, last = n+1, b
		end := b
		for set[end+1] && kind(end+1) == kind(b) && kind(b) > 0 {
			end++
		}
		if end-b >= 2 {
			fmt.Fprintf(&s, "%c-%c", b, end)
			n, b = n+end-b, end
		} else if b != '-' {
			one(b)
		}
	}
	if n == 1 {
		return w.literal(byte(last))
	}
	if dash {
		one('-')
	}
	return "[" + s.String() + "]"
}

// kind is 0 unless b is a digit or a letter, and one for each kind of them.
func kind(b int) int {
	switch {
	case '0' <= b && b <= '9':
		return 1
	case 'A' <= b && b <= 'Z':
		return 2
	case 'a' <= b && b <= 'z':
		return 3
	}
	return 0
}

func (w writer) literal(b byte) string {
	if strings.IndexByte(`?+*.()[]{}|^$\`, b) >= 0 || b == '/' && w.Escape != "" { // "/" ends a literal of ECMAScript
		return `\` + string(b)
	}
	return string(b)
}

// except returns the expression of a rule, "first [ 1*n rest ]", without a word in any
// case: by the number of letters in which a name agrees with it.
func (w writer) except(r *abnf.Rule, word string) (string, error) {
	c, _ := r.Node.(abnf.Concatenation)
	if len(c) != 2 {
		return "", fmt.Errorf("cannot except a word of %s", r.Name)
	}
	option, _ := c[1].(abnf.Repetition)
	inner, _ := option.Node.(abnf.Repetition)
	first, okFirst := w.set(c[0])
	rest, okRest := w.set(inner.Node)
	if option.Max != 1 || inner.Min != 1 || !okFirst || !okRest {
		return "", fmt.Errorf("cannot except a word of %s", r.Name)
	}
	most := inner.Max
	s := w.class(rest) + fmt.Sprintf("{1,%d}", most-len(word)+1) // after the whole word
	for i := len(word) - 1; i >= 0; i-- {
		fold, _ := w.set(abnf.Text{Value: word[i : i+1], Fold: true})
		other := rest
		if i == 0 {
			other = first
		}
		for b, in := range fold {
			other[b] = other[b] && !in
		}
		s = w.group(w.class(other) + w.class(rest) + fmt.Sprintf("{0,%d}", most-i) + "|" + w.class(fold) + s)
		if i > 0 {
			s += "?"
		}
	}
	return s, nil
}

// Block matches a block of a page with an expression: a syntax, a dialect, the expression.
var Block = regexp.MustCompile("(?m)^```text (rfc[0-9]+)-([a-z]+)\n(.*)\n```$")

// Expressions returns the expressions of a page by name.
func Expressions(page string) (map[string]string, error) {
	text, err := os.ReadFile(page)
	all := map[string]string{}
	for _, m := range Block.FindAllStringSubmatch(string(text), -1) {
		all[m[1]+"-"+m[2]] = m[3]
	}
	return all, err
}

// Groups returns the names of an expression's groups by number, as they are in a dialect
// where each group has a number.
func Groups(named string) ([]string, error) {
	re, err := syntax.Parse(strings.ReplaceAll(named, "(?:", "("), syntax.Perl)
	if err != nil {
		return nil, err
	}
	return re.CapNames(), nil
}

// Read reads an expression of a page as a grammar; see [Grammar].
func Read(page, name string) (*abnf.Grammar, error) {
	all, err := Expressions(page)
	if err != nil {
		return nil, err
	}
	var names []string
	if syntaxName, plain := strings.CutSuffix(name, "-plain"); plain {
		if names, err = Groups(all[syntaxName+"-named"]); err != nil {
			return nil, err
		}
	}
	text, err := Grammar(all[name], names)
	if err != nil {
		return nil, err
	}
	return abnf.Parse(abnf.Source{Name: page, Text: text})
}

// greedy returns an expression with "*" for "*+", outside of sets.
func greedy(expression string) string {
	var s strings.Builder
	set := false
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '\\':
			s.WriteByte(c)
			i++
		case c == '[':
			set = true
		case c == ']':
			set = false
		case c == '+' && !set && expression[i-1] == '*':
			continue
		}
		s.WriteByte(expression[i])
	}
	return s.String()
}

// Grammar returns the ABNF of an expression: the rule whole, and a rule for each name of a
// group. An escape is the rule pct-encoded. It reads what Write writes in any dialect;
// names are those of the groups, in order, if the dialect has none.
func Grammar(expression string, names []string) (string, error) {
	re, err := syntax.Parse(greedy(expression), syntax.Perl)
	if err != nil {
		return "", err
	}
	rules := "pct-encoded = \"%\" 2HEXDIG\n"
	var read func(re *syntax.Regexp) string
	list := func(sub []*syntax.Regexp, between string) string {
		var all []string
		for _, s := range sub {
			all = append(all, read(s))
		}
		return "( " + strings.Join(all, between) + " )"
	}
	read = func(re *syntax.Regexp) string {
		switch re.Op {
		case syntax.OpEmptyMatch:
			return `""`
		case syntax.OpLiteral:
			var all []string
			for _, r := range re.Rune {
				one := fmt.Sprintf("%%x%02X", r)
				if re.Flags&syntax.FoldCase != 0 { // how Parse keeps a set like [Uu]
					one = fmt.Sprintf("( %s / %%x%02X )", one, unicode.SimpleFold(r))
				}
				all = append(all, one)
			}
			return strings.Join(all, " ")
		case syntax.OpCharClass:
			var all []string
			for i := 0; i < len(re.Rune); i += 2 {
				all = append(all, fmt.Sprintf("%%x%02X-%02X", re.Rune[i], re.Rune[i+1]))
			}
			return "( " + strings.Join(all, " / ") + " )"
		case syntax.OpConcat:
			for i := 0; i+1 < len(re.Sub); i++ {
				if re.Sub[i].String() == "%" && re.Sub[i+1].String() == "[0-9A-Fa-f]{2}" {
					before, after := re.Sub[:i], re.Sub[i+2:]
					return list(before, " ") + " pct-encoded " + list(after, " ")
				}
			}
			return list(re.Sub, " ")
		case syntax.OpAlternate:
			return list(re.Sub, " / ")
		case syntax.OpStar:
			return "*( " + read(re.Sub[0]) + " )"
		case syntax.OpPlus:
			return "1*( " + read(re.Sub[0]) + " )"
		case syntax.OpQuest:
			return "[ " + read(re.Sub[0]) + " ]"
		case syntax.OpRepeat:
			return fmt.Sprintf("%d*%d( %s )", re.Min, re.Max, read(re.Sub[0]))
		case syntax.OpCapture:
			name := re.Name
			if len(names) > 0 {
				name = names[re.Cap]
			}
			if name == "" {
				return "( " + read(re.Sub[0]) + " )"
			}
			rules += fmt.Sprintf("part-%s = %s\n", name, read(re.Sub[0]))
			return "part-" + name
		}
		err = fmt.Errorf("cannot read %s", re)
		return `""`
	}
	whole := "whole = " + read(re) + "\n"
	return strings.ReplaceAll(whole+rules, "(  )", `""`), err
}
