// Package expression writes the regular expressions of docs/regex.md, and reads a regular
// expression as a grammar, by which tools/prove compares it with the tables.
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

// dialect is how an expression is spelled.
type dialect struct {
	capture    string // before the name of a captured part, or "" if groups have no names
	group      string // opens any other group
	possessive string // after a loop that no byte can be given back from
	ahead      bool   // it has lookahead; without it, only an engine for the longest match is right in a text
}

var dialects = map[string]dialect{
	"named":      {"(?<", "(?:", "", true},   // ECMAScript, .NET
	"p":          {"(?P<", "(?:", "", true},  // Python
	"possessive": {"(?<", "(?:", "+", true},  // Java, PCRE: without recursion
	"go":         {"(?P<", "(?:", "", false}, // Go, RE2, Rust
	"plain":      {"", "(", "", false},       // POSIX ERE, PostgreSQL, XSD
}

// Names are the expressions of the page. That of RFC 2141 for Go is the one with P.
var Names = []string{"rfc8141-named", "rfc8141-p", "rfc8141-possessive", "rfc8141-go", "rfc8141-plain", "rfc2141-named", "rfc2141-p", "rfc2141-possessive", "rfc2141-plain"}

// Sets of bytes: those that an NSS or a component begins with, besides an escape.
const (
	pchar     = "!$&'()*+,.0-9:;=@A-Z_a-z~-"
	chars2141 = "!#$'()*+,./0-9:;=?@A-Z_a-z-" // RFC 2141: the characters that are not excluded
	hex       = "%[0-9A-Fa-f]{2}"
)

// Write returns an expression. Alternatives begin with different bytes, and no loop is
// inside another one over the same bytes: so an engine that backtracks takes linear time.
func Write(name string) (string, error) {
	rfc, of, _ := strings.Cut(name, "-")
	d, ok := dialects[of]
	switch {
	case ok && rfc == "rfc8141":
		return d.rfc8141(), nil
	case ok && rfc == "rfc2141":
		return d.rfc2141(), nil
	}
	return "", fmt.Errorf("there is no expression %s", name)
}

func (d dialect) rfc8141() string {
	slash := strings.Replace(pchar, ".", "./", 1)
	query := strings.Replace(slash, "=", "=?", 1)
	after := d.of(`\?+`, d.of(d.one(strings.Replace(pchar, "=", "", 1))+d.loop(slash), "|", d.literal("/")+d.loop(slash))) // a "?" in an r-component
	end := `\?*`
	if d.ahead {
		end += d.lookahead()
	}
	return "[Uu][Rr][Nn]:" + d.part("nid", d.set("0-9A-Za-z")+d.set("0-9A-Za-z-")+"{0,30}"+d.set("0-9A-Za-z")) + ":" +
		d.part("nss", d.one(pchar)+d.loop(slash)) +
		d.of(`\?\+`, d.part("r", d.one(pchar)+d.loop(slash)+after+"*"+d.possessive+end)) + "?" +
		d.of(`\?=`, d.part("q", d.one(pchar)+d.loop(query))) + "?" +
		d.of("#", d.part("f", d.loop(query))) + "?"
}

// lookahead is after the "?" at the end of an r-component: the last one is not part of it
// if a q-component follows. What follows a whole r-component begins with no "=", so this
// makes no difference to a whole name.
func (d dialect) lookahead() string { return "(?!=" + d.one(pchar) + ")" }

// rfc2141 writes the NID "urn", which is reserved, by the number of letters in which a name
// agrees with it.
func (d dialect) rfc2141() string {
	any := d.set("0-9A-Za-z-")
	nid := d.set("Nn") + any + "{1,29}"
	nid = d.set("Rr") + d.of(d.set("0-9A-MO-Za-mo-z-")+any+"{0,29}", "|", nid) + "?"
	nid = d.set("Uu") + d.of(d.set("0-9A-QS-Za-qs-z-")+any+"{0,30}", "|", nid) + "?"
	return "[Uu][Rr][Nn]:" + d.part("nid", d.of(d.set("0-9A-TV-Za-tv-z")+any+"{0,31}", "|", nid)) + ":" + d.part("nss", d.one(chars2141)+d.loop(chars2141))
}

func (d dialect) of(s ...string) string { return d.group + strings.Join(s, "") + ")" }

func (d dialect) part(name, s string) string {
	if d.capture == "" {
		return "(" + s + ")"
	}
	return d.capture + name + ">" + s + ")"
}

// one is a byte of a set, or an escape; loop is any number of them: runs of the set
// between escapes.
func (d dialect) one(set string) string { return d.of(d.set(set), "|", hex) }

func (d dialect) loop(set string) string {
	run := d.set(set) + "*" + d.possessive
	return run + d.of(hex, run) + "*" + d.possessive
}

// set spells a set. ECMAScript with the flag v has rules of its own for punctuation.
func (d dialect) set(s string) string {
	if d.capture != "" {
		s = strings.NewReplacer("(", `\(`, ")", `\)`, "/", `\/`).Replace(s)
		if strings.HasSuffix(s, "-") {
			s = s[:len(s)-1] + `\-`
		}
	}
	return "[" + s + "]"
}

func (d dialect) literal(s string) string {
	if d.capture != "" { // "/" ends a literal of ECMAScript
		return `\` + s
	}
	return s
}

// Block matches a block of a page with an expression: its name, and it.
var Block = regexp.MustCompile("(?m)^```text (rfc[0-9]+-[a-z]+)\n(.*)\n```$")

// Expressions returns the expressions of a page by name.
func Expressions(page string) (map[string]string, error) {
	text, err := os.ReadFile(page)
	all := map[string]string{}
	for _, m := range Block.FindAllStringSubmatch(string(text), -1) {
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

// greedy takes the possessive loops for greedy ones, and leaves lookahead out.
var greedy = strings.NewReplacer(dialects["p"].lookahead(), "", `\)*+`, `\)*+`, "()*+", "()*+", "]*+", "]*", ")*+", ")*")

// Grammar returns the ABNF of an expression: the rule whole, and a rule for each name of a
// group. An escape is the rule pct-encoded. It reads what Write writes;
// names are the names of the groups, in order, if the dialect has none.
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
