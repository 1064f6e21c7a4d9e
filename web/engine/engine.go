// Package engine does the work of the page. It finds the URNs in a text or in a stream
// of any length, takes a name apart, and says whether two names are equivalent.
//
// The answers are JSON. Offsets and lengths are in bytes. Package wasm makes the
// functions available to JavaScript.
package engine

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/guess"
	"github.com/seed7b5a83f0/urn/internal/programs/nsdocs"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Syntaxes are the syntaxes that the page knows, in the order in which it shows them.
var Syntaxes = []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}

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

func (o *object) components(at urn.Offsets) {
	o.list("parts", func() {
		for _, c := range components(at) {
			o.list("", func() {
				o.text("", c.name)
				o.number("", int64(c.span.Start))
				o.number("", int64(c.span.End))
			})
		}
	})
}

// Clause returns the document and section of the rule that a text breaks.
func Clause(x urn.Syntax, r urn.Reason) string {
	switch {
	case r == urn.TooLong:
		return "a limit of this library"
	case r == urn.BadEscape && x == urn.RFC8141:
		return "RFC 3986, section 2.1"
	}
	section := map[urn.Syntax]map[urn.Reason]string{
		urn.RFC8141: {urn.BadScheme: "2", urn.BadNID: "2.1", urn.BadNSS: "2.2",
			urn.BadR: "2.3.1", urn.BadQ: "2.3.2", urn.BadF: "2.3.3"},
		urn.RFC2141: {urn.BadScheme: "2", urn.BadNID: "2.1", urn.BadNSS: "2.2", urn.BadEscape: "2.3.1"},
		urn.Draft2141bis: {urn.BadScheme: "2", urn.BadNID: "2.1", urn.BadNSS: "2", urn.BadQ: "2",
			urn.BadF: "2", urn.BadEscape: "2.5.3"},
	}[x][r]
	switch {
	case x == urn.Relaxed:
		return "the syntax Relaxed, which no document defines"
	case section == "":
		section = "2"
	}
	return map[urn.Syntax]string{urn.RFC8141: "RFC 8141", urn.RFC2141: "RFC 2141",
		urn.Draft2141bis: "draft-ietf-urnbis-rfc2141bis-urn-03"}[x] + ", section " + section
}

// fault adds why text, which begins with "urn:" or should, is not a URN.
func (o *object) fault(f urn.Fault, text []byte) {
	message := f.Message(string(text))
	if meant := guess.Sentence(string(text)); f.Reason == urn.BadScheme && meant != "" {
		message += "; " + meant
	}
	o.problem("fault", f.Offset, f.Reason.String(), message, Clause(f.Syntax, f.Reason))
}

// refusal adds why a namespace refuses a name.
func (o *object) refusal(e *namespace.Error) {
	o.problem("refusal", e.Offset, e.Reason.String(), e.Message(), e.Document)
}

func (o *object) problem(key string, offset int, reason, message, clause string) {
	o.object(key, func() {
		o.number("offset", int64(offset))
		o.text("reason", reason)
		o.text("message", message)
		o.text("clause", clause)
	})
}

// Text returns the URNs and near misses of a text, the first limit of them:
//
//	{"marks": [{"start", "end", "state", "parts": [[name, start, end], …], "fault", "refusal"}, …], "more"}
//
// start and end are offsets in the text. Those of the parts, of the fault and of the
// refusal are relative to start. state is "valid", "unknown", "invalid" or "near"; the
// first three are the verdicts of package namespace.
func Text(x urn.Syntax, text []byte, limit int) []byte {
	return answer(func(o *object) {
		more := false
		o.list("marks", func() {
			for m := range (urn.Finder{Syntax: x, Near: true}).All(text) {
				if limit--; limit < 0 {
					more = true
					break
				}
				o.object("", func() { o.mark(x, text, m) })
			}
		})
		o.yes("more", more)
	})
}

func (o *object) mark(x urn.Syntax, text []byte, m urn.Match) {
	o.number("start", int64(m.Start))
	o.number("end", int64(m.End))
	if m.Kind != urn.MatchName {
		o.text("state", "near")
		o.components(m.Offsets)
		if m.Kind == urn.MatchNearMiss {
			o.fault(m.Fault, text[m.Start:m.End])
			return
		}
		e := record.ErrorOf(x, text, m)
		o.problem("fault", e.Offset, e.Reason, e.Message, Clause(x, 0))
		return
	}
	u, err := x.ParseBytes(text[m.Start:m.End])
	if err != nil {
		panic(err) // the finder has found it
	}
	verdict, err := namespace.Validate(u)
	o.text("state", verdict.String())
	o.components(m.Offsets)
	if err != nil {
		o.refusal(err.(*namespace.Error))
	}
}

// Compare tells whether two names are equivalent, and which rule decides:
//
//	{"valid", "equal", "rule", "clause", "a": {"fault" or "key", "name"}, "b": …}
func Compare(x urn.Syntax, a, b string) []byte {
	return answer(func(o *object) {
		var names [2]urn.URN
		valid := true
		for i, s := range []string{a, b} {
			o.object([]string{"a", "b"}[i], func() {
				o.octets("input", s)
				_, f := x.Locate(s)
				if f.Reason != 0 {
					valid = false
					o.fault(f, []byte(s))
					return
				}
				names[i], _ = x.Parse(s)
				o.text("general", names[i].Key())
				o.text("key", namespace.Key(names[i]))
				if _, err := namespace.Validate(names[i]); err != nil {
					o.refusal(err.(*namespace.Error))
				}
			})
		}
		o.yes("valid", valid)
		if !valid {
			return
		}
		u, v := names[0], names[1]
		o.yes("equal", namespace.Equal(u, v))
		rule, clause := "The namespace-specific strings differ, and no rule of the namespace is known that makes them equal.", general(x)
		switch r := ruled(u); {
		case u.String() == v.String():
			rule = "The two are the same text."
		case u.Equal(v):
			rule = "They differ only in the letter case of the scheme, the NID and the escapes, or in components that are not part of the name."
		case !strings.EqualFold(u.NID(), v.NID()):
			rule = "The namespace identifiers differ. Names of different namespaces are never equivalent."
		case r != nil:
			rule, clause = "The namespace has a rule for "+r.Scope+": "+r.Text, r.Document
		}
		o.text("rule", rule)
		o.text("clause", clause)
	})
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
	switch x {
	case urn.RFC2141:
		return "RFC 2141, section 5"
	case urn.Draft2141bis:
		return "draft-ietf-urnbis-rfc2141bis-urn-03, section 5"
	}
	return "RFC 8141, section 3.1"
}
