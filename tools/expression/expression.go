// Package expression reads the regular expressions of docs/regex.md, by which tools/prove
// compares them with the tables.
package expression

import (
	"fmt"
	"os"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
)

// Names are the expressions of the page. That of RFC 2141 for Go is the one with P.
var Names = []string{"rfc8141-named", "rfc8141-p", "rfc8141-possessive", "rfc8141-go", "rfc8141-plain", "rfc2141-named", "rfc2141-p", "rfc2141-possessive", "rfc2141-plain"}

// block matches a block of a page with an expression: its name, and it.
var block = regexp.MustCompile("(?m)^```text (rfc[0-9]+-[a-z]+)\n(.*)\n```$")

// Expressions returns the expressions of a page by name.
func Expressions(page string) (map[string]string, error) {
	text, err := os.ReadFile(page)
	all := map[string]string{}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = m[2]
	}
	return all, err
}

// Groups returns the names of an expression's groups by number, as they are in a dialect
// where each group has a number.
func Groups(named string) ([]string, error) {
	re, err := syntax.Parse(strings.ReplaceAll(greedy.Replace(named), "(?:", "("), syntax.Perl)
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

// Lookahead is after the "?" at the end of an r-component: the last one is not part of it
// if a q-component follows. In a whole name, no "=" follows an r-component, so the lookahead
// makes no difference there.
const Lookahead = `(?!=(?:[!$&'\(\)*+,.0-9:;=@A-Z_a-z~\-]|%[0-9A-Fa-f]{2}))`

// greedy replaces possessive loops by greedy loops, and leaves lookahead out. The loops are equal
// here: no byte that may follow a loop also begins an iteration, except the "?" of "?=", which no
// iteration takes.
var greedy = strings.NewReplacer(Lookahead, "", `\)*+`, `\)*+`, "()*+", "()*+", "]*+", "]*", ")*+", ")*")

// Grammar returns the ABNF of an expression: the rule whole, and a rule for each name of a
// group. An escape is the rule pct-encoded. names are the names of the groups, in order, if the dialect has none.
func Grammar(expression string, names []string) (string, error) {
	re, err := syntax.Parse(greedy.Replace(expression), syntax.Perl)
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
