// Package lint checks the URNs in the files of a tree.
//
// People keep a linter turned on only if it reports nothing but certain faults. So a
// finding requires a text that shows the end of the name, in a file that people write by
// hand; see [certain] and [class]. Rules that need the whole tree run after the last file;
// see [names].
package lint

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/advice"
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

// UnmarshalText accepts the results of String.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levels[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is not a level: want error, warning, note or off", text)
	}
	*l = Level(i)
	return nil
}

// RuleID is the place of a rule in [Rules].
type RuleID uint8

// The rules that are not advice of package namespace, in the order of rules.tsv.
const (
	Malformed RuleID = iota
	Truncated
	WrongName
	MisspelledNID
	MisspelledName
	UnlistedName
	Dialect
	SchemeCase
	NIDCase
	HexCase
	Suppression
)

// Rule is a kind of finding.
type Rule struct {
	Name  string // stable
	Level Level  // if the configuration does not set another
	All   Level  // with Options.All, if the configuration does not set another
	Text  string // one sentence
	Fix   bool   // --fix can mend it
	// Remedy follows the message. It is the correct text, or the way to mark the name as
	// intended. It may be "".
	Remedy string
}

// Rules has all rules: the rules of this package, and a rule for each kind of advice of
// package namespace, with the name of the advice.
var Rules = allRules()

var unregistered, _ = RuleByName(advice.UnregisteredNID)

// rulesText has a line for each rule, in the order of the constants above.
//
//go:embed rules.tsv
var rulesText string

func allRules() (rules []Rule) {
	for line := range strings.Lines(rulesText) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		r := Rule{Name: f[0], Fix: f[3] == "fix", Text: f[4], Remedy: f[5]}
		if err := errors.Join(r.Level.UnmarshalText([]byte(f[1])), r.All.UnmarshalText([]byte(f[2]))); err != nil {
			panic(err)
		}
		if text := advice.Text(r.Name); r.Text == "" {
			r.Text = strings.ToUpper(text[:1]) + text[1:] + "."
		}
		rules = append(rules, r)
	}
	return rules
}

// RuleByName returns the rule with a name, and whether there is such a rule.
func RuleByName(name string) (RuleID, bool) {
	for i := range Rules { // without copies of them, for the advice on many names
		if Rules[i].Name == name {
			return RuleID(i), true
		}
	}
	return 0, false
}
