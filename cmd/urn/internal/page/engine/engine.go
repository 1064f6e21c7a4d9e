// Package engine does the work of the page. It finds the URNs in a text or in a stream
// of any length, takes a name apart, and says whether two names are equivalent.
//
// The answers are JSON. Offsets and lengths are in bytes. The page asks over the loopback
// interface (package serve) or has the engine as WebAssembly (package wasm).
package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// Syntaxes are the syntaxes that the page knows, in the order in which it shows them.
var Syntaxes = []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}

// Answer answers a question of the page: "text" about the URNs of a, "csv" about those of its cells, "name" about the name a,
// "compare" about the names a and b. A question that is not one of these is an error.
func Answer(question string, x urn.Syntax, a, b []byte) ([]byte, error) {
	switch question {
	case "text":
		return Text(x, notation.Auto, a, maxMarks), nil
	case "csv":
		return Text(x, notation.CSV.Of("", a), a, maxMarks), nil
	case "name":
		return Name(x, a), nil
	case "compare":
		return Compare(x, string(a), string(b)), nil
	}
	return nil, fmt.Errorf("there is no question %q", question)
}

// maxMarks is the number of names of a text that are shown.
const maxMarks = 500

// object is a JSON object, and list a JSON array.
type (
	object map[string]any
	list   []any
)

func (o object) json() []byte {
	b, err := json.Marshal(o)
	if err != nil {
		panic(err) // the values are strings, numbers, bools, lists and objects
	}
	return b
}

// with returns o with the members of another object.
func (o object) with(more object) object {
	maps.Copy(o, more)
	return o
}

// octets returns a string that has one character, U+0000 to U+00FF, for each octet. So octets
// that are not UTF-8 reach the page as they are.
func octets(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

// component is a component of a URN: its name, and where it is.
type component struct {
	name string
	span urn.Span
}

// components returns the components that are present, in the order of the text.
func components(o urn.Offsets) (list []component) {
	for _, c := range []component{{"nid", o.NID()}, {"nss", o.NSS()}, {"r", o.R()}, {"q", o.Q()}, {"f", o.F()}} {
		if c.span != (urn.Span{}) {
			list = append(list, c)
		}
	}
	return list
}

// parts returns the value of "parts".
func parts(at urn.Offsets) list {
	l := list{}
	for _, c := range components(at) {
		l = append(l, list{c.name, c.span.Start, c.span.End})
	}
	return l
}

// documents are the documents of the syntaxes that have one.
var documents = map[urn.Syntax]string{urn.RFC8141: "RFC 8141", urn.RFC2141: "RFC 2141",
	urn.Draft2141bis: "draft-ietf-urnbis-rfc2141bis-urn-03"}

// sections are the sections of the documents that have the rules, unless it is section 2.
var sections = map[urn.Syntax]map[urn.Reason]string{
	urn.RFC8141:      {urn.BadNID: "2.1", urn.BadNSS: "2.2", urn.BadR: "2.3.1", urn.BadQ: "2.3.2", urn.BadF: "2.3.3"},
	urn.RFC2141:      {urn.BadNID: "2.1", urn.BadNSS: "2.2", urn.BadEscape: "2.3.1"},
	urn.Draft2141bis: {urn.BadNID: "2.1", urn.BadEscape: "2.5.3"},
}

// Clause returns the document and section of the rule that a text breaks.
func Clause(x urn.Syntax, r urn.Reason) string {
	switch {
	case r == urn.TooLong:
		return "a limit of this library"
	case r == urn.BadEscape && x == urn.RFC8141:
		return "RFC 3986, section 2.1"
	case x == urn.Relaxed:
		return "the syntax Relaxed, which no document defines"
	}
	return documents[x] + ", section " + cmp.Or(sections[x][r], "2")
}

// faultOf tells why text, which begins with "urn:" or should, is not a URN.
func faultOf(f urn.Fault, text []byte) object {
	message := f.Message(string(text))
	if meant := suggest.Sentence(string(text)); f.Reason == urn.BadScheme && meant != "" {
		message += "; " + meant
	}
	return problem(f.Offset, message, Clause(f.Syntax, f.Reason))
}

// refusal tells why a namespace refuses a name, given the error of Validate. It returns nothing for
// a nil error.
func refusal(err error) object {
	if err == nil {
		return nil
	}
	e := err.(*namespace.Error)
	return object{"refusal": problem(e.Offset, e.Message(), e.Document)}
}

func problem(offset int, message, clause string) object {
	return object{"offset": offset, "message": message, "clause": clause}
}

// Text returns the URNs and near misses of a text, the first limit of them:
//
//	{"marks": [{"start", "end", "state", "key", "name", "parts": [[name, start, end], …],
//	 "fault", "refusal", "doubt"}, …], "more", "csv", "lines", "meant"}
//
// start and end are offsets in the text. Those of the parts, of the fault, the refusal and the doubt
// are relative to start. A doubt is about a misspelled NID. state is "valid", "unknown", "invalid" or "near"; the
// first three are the verdicts of package namespace. The text is in a notation; the page asks for
// [notation.Auto], as the command reads it. "name" is the name with its escapes undone, if it has some, and
// "csv" whether the text looks like CSV, but is not read so. "lines" is how many lines are names without
// "urn:", such as an ISBN, and "meant" the text with these as URNs.
func Text(x urn.Syntax, in notation.Notation, text []byte, limit int) []byte {
	marks, more := list{}, false
	b := pipeline.Block{Part: pipeline.Text, Data: text, In: in}
	defer b.Release()
	t := b.Decoded()
	for m := range b.Find(scan.Finder{Syntax: x}, t, nil) {
		if more = len(marks) == limit; more {
			break
		}
		marks = append(marks, mark(x, t, text, m))
	}
	o := object{"marks": marks, "more": more, "csv": in == notation.Auto && notation.LooksLikeCSV(text)}
	lines, n := strings.Split(string(text), "\n"), 0
	for i, line := range lines {
		if u, _, ok := suggest.Name(line); ok {
			lines[i], n = u.String(), n+1
		}
	}
	if n > 0 {
		o.with(object{"lines": n, "meant": strings.Join(lines, "\n")})
	}
	return o.json()
}

// mark returns a match in t as an object.
func mark(x urn.Syntax, t *notation.Text, text []byte, m scan.Match) object {
	found := t.Bytes[m.Start:m.End]
	start, end := t.Input(m.Start, m.End)
	// at returns where byte i of the name is in the text.
	at := func(i int) int {
		if i == len(found) {
			return end - start
		}
		i, _ = t.Input(m.Start+i, m.Start+i)
		return i - start
	}
	moved := func(o object) object {
		for _, fault := range o {
			if fault, ok := fault.(object); ok {
				fault["offset"] = at(min(fault["offset"].(int), len(found)))
			}
		}
		return o
	}
	pieces := parts(m.Offsets)
	for _, p := range pieces {
		p := p.(list)
		p[1], p[2] = at(p[1].(int)), at(p[2].(int))
	}
	o := object{"start": start, "end": end, "state": "near", "parts": pieces}
	if !bytes.Equal(found, text[start:end]) {
		o["name"] = octets(string(found))
	}
	switch m.Kind {
	case scan.MatchNearMiss:
		return o.with(moved(object{"fault": faultOf(m.Fault, found)}))
	case scan.MatchName:
		u, err := x.ParseBytes(found)
		if err != nil {
			panic(err) // the finder has found it
		}
		verdict, err := namespace.Validate(u)
		if meant := suggest.NID(u.NID()); meant != "" {
			o.with(moved(object{"doubt": problem(4, "the namespace is not registered; did you mean "+meant+"?", "RFC 8141, section 5")}))
		}
		return o.with(object{"state": verdict.String(), "key": namespace.Key(u)}).with(moved(refusal(err)))
	}
	e := record.ErrorOf(x, t.Bytes, m)
	return o.with(moved(object{"fault": problem(e.Offset, e.Message, Clause(x, 0))}))
}

// Compare tells whether two names are equivalent, and which rule decides:
//
//	{"valid", "equal", "rule", "clause", "a": {"fault" or "key", "name"}, "b": …}
func Compare(x urn.Syntax, a, b string) []byte {
	o := object{}
	var names [2]urn.URN
	valid := true
	for i, s := range []string{a, b} {
		name := object{}
		if _, f := x.Locate(s); f.Reason != 0 {
			valid = false
			name["fault"] = faultOf(f, []byte(s))
		} else {
			u, _ := x.Parse(s)
			_, err := namespace.Validate(u)
			name.with(object{"general": u.Key(), "key": namespace.Key(u)}).with(refusal(err))
			names[i] = u
		}
		o[[]string{"a", "b"}[i]] = name
	}
	o["valid"] = valid
	if !valid {
		return o.json()
	}
	u, v := names[0], names[1]
	clause := general(x)
	rule := "The namespace-specific strings differ, and no rule of the namespace is known that makes them equal."
	switch r := ruled(u); {
	case u.String() == v.String():
		rule = "The two are the same text."
	case u.Equal(v):
		rule = "They differ only in the letter case of the scheme, the NID and the escapes, " +
			"or in components that are not part of the name."
	case !strings.EqualFold(u.NID(), v.NID()):
		rule = "The namespace identifiers differ. Names of different namespaces are never equivalent."
	case r != nil:
		rule, clause = "The namespace has a rule for "+r.Scope+": "+r.Text, r.Document
	}
	return o.with(object{"equal": namespace.Equal(u, v), "rule": rule, "clause": clause}).json()
}

// ruled returns the rule of equivalence that the namespace of u has for it, or nil if only
// the general one is known. Of several, it is the one with the longest scope.
func ruled(u urn.URN) (found *nsdocs.Rule) {
	name := strings.ToLower(u.NID() + ":" + u.NSS())
	for _, r := range nsdocs.Of(strings.ToLower(u.NID())).Rules {
		part := strings.Contains(r.Scope, ":")
		if (part || r.Equivalence != "general") && strings.HasPrefix(name+":", strings.ToLower(r.Scope)+":") &&
			(found == nil || len(r.Scope) > len(found.Scope)) {
			found = &r
		}
	}
	return found
}

// general is the clause of the general rule of equivalence.
func general(x urn.Syntax) string {
	if x == urn.RFC2141 || x == urn.Draft2141bis {
		return documents[x] + ", section 5"
	}
	return "RFC 8141, section 3.1"
}
