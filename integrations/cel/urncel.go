// Package urncel adds functions for URNs to the Common Expression Language, with
// [cel.dev/cel-go], and has rules for protovalidate.
//
//	env, err := cel.NewEnv(urncel.Library(), cel.Variable("name", cel.StringType))
//	ast, iss := env.Compile(`name.isUrn("isbn")`)
//
// # Functions
//
// All are methods of a string, and read it as a URN of RFC 8141. Those that do not return a
// bool fail for a string that is not a URN.
//
//	s.isUrn()          whether s is a URN
//	s.isUrn(nid)       whether s is a name of a namespace, and not refused by its rules
//	s.matchesUrn(p)    whether s matches a pattern of package pattern
//	s.urnFields(p)     a map with the fields of a pattern
//	s.urn()            a map with "nid", "nss", and the components "r", "q" and "f" that s has
//	s.urnKey()         the key of URN-equivalence: two names are equivalent if their keys are equal
//
// # Protovalidate
//
// Protovalidate takes no functions from outside, because its rules must mean the same in
// every language. [Rule] is its syntax as an expression of standard CEL. Copy it into a
// .proto file:
//
//	string subject = 1 [(buf.validate.field).cel = {
//	  id: "urn"
//	  message: "must be a URN of RFC 8141"
//	  expression: "<the text of Rule>"
//	}];
//
// # How verdicts differ
//
// CEL and protovalidate do not know URNs. Today, protovalidate's rule string.uri is used
// for them. It accepts every URI:
//
//	text              string.uri   isUrn() and Rule   why
//	"urn:x:y"         accept       refuse             a namespace identifier has two characters
//	"urn:example:"    accept       refuse             a namespace-specific string is not empty
//	"urn:example:a?b" accept       refuse             a "?" begins an r- or q-component
//	"http://h/"       accept       refuse             not a URN
//
// isUrn(nid) and matchesUrn also know namespaces, check digits and patterns, which no
// expression of standard CEL does.
package urncel

import (
	"cmp"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// Syntax is a regular expression for the URNs of RFC 8141, in the syntax of RE2. It is
// anchored at both ends.
const Syntax = `^[uU][rR][nN]:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:` + pchar + slashes +
	`([?][+]` + pchar + rdata + `)?([?]=` + pchar + qdata + `)?(#` + fdata + `)?$`

const (
	pchar   = `([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
	slashes = `([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*`
	// A "?" in an r-component is not followed by "=", which would begin the q-component.
	rdata = `([?]*([A-Za-z0-9._~!$&'()*+,;:@/-]|%[0-9A-Fa-f]{2})|=)*[?]*`
	qdata = `([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*`
	fdata = qdata
)

// Rule is an expression of standard CEL about the string this, as protovalidate's
// rules are. It is true for a URN of RFC 8141.
const Rule = `this.matches(r"` + Syntax + `")`

// Options says how the functions judge a name. The zero Options judge namespaces by
// [namespace.IANA].
type Options struct {
	// Namespaces has the rules for isUrn(nid). If it is nil, the rules of
	// [namespace.IANA] hold.
	Namespaces *namespace.Registry
}

// Library returns the functions of the zero [Options].
func Library() cel.EnvOption { return Options{}.Library() }

// Library returns the functions as an option of [cel.NewEnv]. The functions may be used
// by several goroutines at once. Patterns are compiled at their first use and kept, so
// patterns should be constants of the expression.
func (o Options) Library() cel.EnvOption {
	return cel.Lib(&library{rules: cmp.Or(o.Namespaces, namespace.IANA())})
}

type library struct {
	rules    *namespace.Registry
	patterns sync.Map // *pattern.Pattern by its text
}

// LibraryName makes cel.Lib add the functions only once.
func (*library) LibraryName() string { return "urn" }

func (*library) ProgramOptions() []cel.ProgramOption { return nil }

func (l *library) CompileOptions() []cel.EnvOption {
	str := cel.StringType
	fields := cel.MapType(str, str)
	one, two := []*cel.Type{str}, []*cel.Type{str, str}
	return []cel.EnvOption{
		cel.Function("isUrn",
			cel.MemberOverload("string_is_urn", one, cel.BoolType, unary(func(s string) ref.Val { return types.Bool(urn.Valid(s)) })),
			cel.MemberOverload("string_is_urn_of", two, cel.BoolType, binary(func(s, nid string) ref.Val {
				u, err := urn.Parse(s)
				if err != nil || !strings.EqualFold(u.NID(), nid) {
					return types.False
				}
				_, err = l.rules.Validate(u)
				return types.Bool(err == nil)
			}))),
		cel.Function("matchesUrn", cel.MemberOverload("string_matches_urn", two, cel.BoolType, binary(func(s, text string) ref.Val {
			p, err := l.compile(text)
			if err != nil {
				return types.WrapErr(err)
			}
			u, err := urn.Parse(s)
			if err != nil {
				return types.False
			}
			return types.Bool(p.MatchURN(u))
		}))),
		cel.Function("urnFields", cel.MemberOverload("string_urn_fields", two, fields, binary(func(s, text string) ref.Val {
			p, err := l.compile(text)
			if err != nil {
				return types.WrapErr(err)
			}
			u, err := urn.Parse(s) // also for a raw pattern, as in matchesUrn
			if err != nil {
				return types.WrapErr(err)
			}
			values, err := p.ParseURN(u)
			if err != nil {
				return types.WrapErr(err)
			}
			m := make(map[string]string, len(values))
			for i, name := range p.Names() {
				m[name] = values[i]
			}
			return types.NewStringStringMap(types.DefaultTypeAdapter, m)
		}))),
		cel.Function("urn", cel.MemberOverload("string_urn", one, fields, ofURN(func(u urn.URN) ref.Val {
			m := map[string]string{"nid": u.NID(), "nss": u.NSS()}
			if s := u.R(); s != "" {
				m["r"] = s
			}
			if s := u.Q(); s != "" {
				m["q"] = s
			}
			if u.Parts().HasF {
				m["f"] = u.F()
			}
			return types.NewStringStringMap(types.DefaultTypeAdapter, m)
		}))),
		cel.Function("urnKey", cel.MemberOverload("string_urn_key", one, str, ofURN(func(u urn.URN) ref.Val { return types.String(u.Key()) }))),
	}
}

func (l *library) compile(text string) (*pattern.Pattern, error) {
	if p, ok := l.patterns.Load(text); ok {
		return p.(*pattern.Pattern), nil
	}
	p, err := pattern.Compile(text)
	if err != nil {
		return nil, err
	}
	l.patterns.Store(text, p)
	return p, nil
}

// CEL has checked the types of the arguments before it calls these functions.

func unary(f func(s string) ref.Val) cel.OverloadOpt {
	return cel.UnaryBinding(func(v ref.Val) ref.Val { return f(string(v.(types.String))) })
}

func binary(f func(s, t string) ref.Val) cel.OverloadOpt {
	return cel.BinaryBinding(func(v, w ref.Val) ref.Val { return f(string(v.(types.String)), string(w.(types.String))) })
}

func ofURN(f func(u urn.URN) ref.Val) cel.OverloadOpt {
	return unary(func(s string) ref.Val {
		u, err := urn.Parse(s)
		if err != nil {
			return types.WrapErr(err)
		}
		return f(u)
	})
}
