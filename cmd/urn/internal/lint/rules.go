// Package lint checks the URNs in the files of a tree.
package lint

import (
	"fmt"
	"strings"

	"github.com/seed7b5a83f0/urn/namespace"
)

// Level says how much a finding counts.
type Level uint8

const (
	Off     Level = iota // it is not reported
	Note                 // it is reported, and does not change the exit status
	Warning              // it makes the exit status 1
	Error                // it makes the exit status 1
)

var levels = [...]string{Off: "off", Note: "note", Warning: "warning", Error: "error"}

// String returns "off", "note", "warning" or "error".
func (l Level) String() string { return levels[l] }

// UnmarshalText accepts what String returns.
func (l *Level) UnmarshalText(text []byte) error {
	for i, name := range levels {
		if string(text) == name {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a level: want error, warning, note or off", text)
}

// RuleID is the place of a rule in [Rules].
type RuleID uint8

// The rules that are not advice of package namespace.
const (
	Malformed RuleID = iota
	CutOff
	Prefix
	Placeholder
	WrongName
	SchemeCase
	NIDCase
	HexCase
	Suppression
)

// Rule is a kind of finding.
type Rule struct {
	Name  string // stable
	Level Level  // if the configuration does not set another
	Text  string // one sentence
	Fix   bool   // --fix can mend it
}

// Rules are all rules: those of this package, and a rule for each kind of advice of
// package namespace, by its name.
var Rules = allRules()

// ofAdvice tells which rule a kind of advice is.
var ofAdvice = func() map[namespace.Code]RuleID {
	m := map[namespace.Code]RuleID{}
	for code := range codes {
		m[code], _ = RuleByName(code.String())
	}
	return m
}()

// codes yields every kind of advice.
func codes(yield func(namespace.Code) bool) {
	for code := namespace.Code(1); code <= namespace.OwnAdvice; code++ { // OwnAdvice is the last
		if !yield(code) {
			return
		}
	}
}

func allRules() []Rule {
	rules := []Rule{
		Malformed:   {"malformed", Error, `What begins with "urn:" is not a URN.`, false},
		CutOff:      {"cut-off", Error, "A name goes on where the URN that it begins with ends.", false},
		Prefix:      {"prefix", Off, `A name ends after "urn:" or after its namespace identifier.`, false},
		Placeholder: {"placeholder", Off, `A name is not written out: it has a placeholder such as "{id}" or "%s", or a backslash.`, false},
		WrongName:   {"namespace", Error, "The URN does not have the syntax or the check digits of its namespace.", false},
		SchemeCase:  {"scheme-case", Warning, "The scheme is not in lower case.", true},
		NIDCase:     {"nid-case", Warning, "The namespace identifier is not in lower case.", true},
		HexCase:     {namespace.LowerCaseHex.String(), Warning, "The hexadecimal digits of an escape are not in upper case.", true},
		Suppression: {"suppression", Warning, "A comment that suppresses findings names a rule that does not exist.", false},
	}
	for code := range codes {
		level := Warning
		switch code {
		case namespace.LowerCaseHex:
			continue // HexCase covers all components
		case namespace.RComponent, namespace.QComponent, namespace.FComponent, namespace.NeedlessEscape:
			level = Note
		}
		text := code.Describe()
		rules = append(rules, Rule{code.String(), level, strings.ToUpper(text[:1]) + text[1:] + ".", false})
	}
	return rules
}

// RuleByName returns the rule of a name, and whether there is one.
func RuleByName(name string) (RuleID, bool) {
	for i, r := range Rules {
		if r.Name == name {
			return RuleID(i), true
		}
	}
	return 0, false
}
