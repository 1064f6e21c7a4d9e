// Package lint checks the URNs in the files of a tree.
//
// People keep a linter turned on only if it reports nothing but certain faults. So a
// finding requires a text that shows the end of the name, in a file that people write by
// hand; see [certain] and [class]. Rules that need the whole tree run after the last file;
// see [names].
package lint

import (
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

// The rules that are not advice of package namespace.
const (
	Malformed RuleID = iota
	Truncated
	Prefix
	Placeholder
	WrongName
	MisspelledNID
	MisspelledName
	UnlistedName
	Dialect
	Declaration
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

// ofAdvice maps a kind of advice to its rule.
var ofAdvice = func() map[string]RuleID {
	m := map[string]RuleID{}
	for _, a := range advice.All {
		m[a.Code], _ = RuleByName(a.Code)
	}
	return m
}()

// unregistered, reserved, experimental and relaxedNID are advice about the NID alone.
var (
	unregistered = ofAdvice[advice.UnregisteredNID]
	reserved     = ofAdvice[advice.ReservedNID]
	experimental = ofAdvice[advice.ExperimentalNID]
	relaxedNID   = ofAdvice[advice.RelaxedNID]
)

const addNID = "in examples write urn:example:…, and list a namespace of your own in \"nids\" of " + ConfigName

// ofCode has the levels and the remedy of the advice whose level is not Warning, or
// which has a remedy.
var ofCode = map[string]Rule{
	advice.UnregisteredNID: {Level: Note, All: Warning, Remedy: addNID},
	advice.ReservedNID:     {Level: Off, All: Warning, Remedy: addNID},
	advice.ExperimentalNID: {Level: Off, All: Warning, Remedy: addNID},
	advice.RComponent:      {Level: Off, All: Note},
	advice.QComponent:      {Level: Off, All: Note},
	advice.FComponent:      {Level: Off, All: Note},
	advice.UpperCase:       {Level: Off, All: Warning},
	advice.NotUTF8:         {Level: Note, All: Warning, Remedy: "escape the octets of UTF-8"},
	advice.NULEscape:       {Level: Warning, All: Warning, Remedy: "leave it out"},
	advice.NeedlessEscape: {Level: Warning, All: Note,
		Remedy: "write the character itself: the two spellings are different names"},
	advice.UnlistedValue: {Level: Note, All: Warning},
	advice.ReservedValue: {Level: Note, All: Warning},
}

func allRules() []Rule {
	rules := []Rule{
		Malformed: {"malformed", Warning, Error, `What begins with "urn:" is not a URN.`, false, ""},
		Truncated: {"truncated", Warning, Error, "A name continues after the end of the URN that it begins with.", false, ""},
		Prefix:    {"prefix", Off, Off, `A name ends after "urn:" or after its namespace identifier.`, false, ""},
		Placeholder: {"placeholder", Off, Off,
			`A name is not written out: it has a placeholder such as "{id}" or "%s", or a backslash.`, false, ""},
		WrongName: {"namespace", Warning, Error, "The URN does not have the syntax or the check digits of its namespace.", false, ""},
		MisspelledNID: {"misspelled-nid", Warning, Warning, "The namespace identifier is one letter away from a registered one.", false,
			"or list it in \"nids\" of " + ConfigName},
		MisspelledName: {"misspelled-name", Warning, Warning, "The name is one or two letters away from one that its owner has published.", false, ""},
		UnlistedName:   {"unlisted-name", Note, Note, "A registry lists every name with this prefix, but not this one.", false, ""},
		Dialect:        {"dialect", Warning, Warning, "A name nearly has the form that many names of the tree have.", false, ""},
		Declaration:    {"declaration", Warning, Warning, "Two modules declare one namespace, or a name is nearly a namespace that the tree declares.", false, ""},
		SchemeCase: {"scheme-case", Off, Warning, "The scheme is not in lower case.", true,
			"write it in lower case, or run --fix"},
		NIDCase: {"nid-case", Off, Warning, "The namespace identifier is not in lower case.", true,
			"write it in lower case, or run --fix"},
		HexCase: {advice.LowerCaseHex, Off, Warning, "The hexadecimal digits of an escape are not in upper case.", true,
			"write them in upper case, or run --fix"},
		Suppression: {"suppression", Warning, Warning, "A comment that suppresses findings names a rule that does not exist.", false,
			"--list-rules lists them"},
	}
	for _, a := range advice.All {
		if a.Code == advice.LowerCaseHex {
			continue // HexCase covers all components
		}
		r, ok := ofCode[a.Code]
		if !ok {
			r = Rule{Level: Warning, All: Warning}
		}
		r.Name, r.Text = a.Code, strings.ToUpper(a.Text[:1])+a.Text[1:]+"."
		rules = append(rules, r)
	}
	return rules
}

// RuleByName returns the rule with a name, and whether there is such a rule.
func RuleByName(name string) (RuleID, bool) {
	i := slices.IndexFunc(Rules, func(r Rule) bool { return r.Name == name })
	return RuleID(max(i, 0)), i >= 0
}
