// Package urnjsonschema adds formats for URNs to JSON Schema, with
// [github.com/santhosh-tekuri/jsonschema/v6].
//
//	c := jsonschema.NewCompiler()
//	urnjsonschema.Register(c)
//
// Then a schema has these formats for strings:
//
//	"urn"          a URN of RFC 8141
//	"urn-rfc8141"  the same
//	"urn-rfc2141"  a URN of RFC 2141
//
// [Namespace] and [Pattern] make further ones. A value that is not a string matches
// every format, as JSON Schema requires (draft 2020-12, validation, section 7.1).
//
// # How verdicts differ
//
// JSON Schema does not define a format "urn". So without this package,
// {"format": "urn"} accepts every value, and says nothing. The format "uri" accepts URNs
// and more:
//
//	text            "uri"    "urn" here   why
//	"urn:x:y"       accept   refuse       a namespace identifier has two characters
//	"urn:example:"  accept   refuse       a namespace-specific string is not empty
//	"urn:example:a?b"  accept  refuse     a "?" begins an r- or q-component
//	"http://h/"     accept   refuse       not a URN
//
// From draft 2019-09 on, a format is an annotation unless the program turns assertion
// on. [Register] does, for all formats of the compiler.
package urnjsonschema

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// Register adds the formats "urn", "urn-rfc8141" and "urn-rfc2141" and the others given
// to c, and has c assert formats.
func Register(c *jsonschema.Compiler, others ...*jsonschema.Format) {
	c.AssertFormat()
	c.RegisterFormat(format("urn", urn.RFC8141, nil))
	c.RegisterFormat(format("urn-rfc8141", urn.RFC8141, nil))
	c.RegisterFormat(format("urn-rfc2141", urn.RFC2141, nil))
	for _, f := range others {
		c.RegisterFormat(f)
	}
}

// format returns the format of a syntax. If check is not nil, it decides about the URNs. The
// error describes the fault without the input, which package jsonschema quotes.
func format(name string, x urn.Syntax, check func(u urn.URN) error) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		s, ok := v.(string)
		if !ok {
			return nil
		}
		u, err := x.Parse(s)
		var fault *urn.Error
		switch {
		case errors.As(err, &fault):
			return fmt.Errorf("%s at column %d", fault.Message(), fault.Offset+1)
		case err != nil || check == nil:
			return err
		}
		return check(u)
	}}
}

// Namespace returns a format "urn-" and nid for the names of one namespace. It refuses
// names of other namespaces, and names that rules refuse. If rules is nil, the rules of
// [namespace.IANA] hold. If nothing is known of the namespace's syntax, every name of it
// matches.
func Namespace(nid string, rules *namespace.Registry) *jsonschema.Format {
	rules = cmp.Or(rules, namespace.IANA())
	wanted := urn.MustParse("urn:" + nid + ":x").Normalize().NID()
	return format("urn-"+wanted, urn.RFC8141, func(u urn.URN) error {
		if got := u.Normalize().NID(); got != wanted {
			return fmt.Errorf("the namespace is %s", got)
		}
		var e *namespace.Error
		_, err := rules.Validate(u)
		if errors.As(err, &e) {
			return fmt.Errorf("%s at column %d", e.Message(), e.Offset+1)
		}
		return err
	})
}

// Pattern returns a format for the URNs that match p.
func Pattern(name string, p *pattern.Pattern) *jsonschema.Format {
	return format(name, urn.RFC8141, func(u urn.URN) error {
		if p.MatchURN(u) {
			return nil // even if an escape is unnecessary, which Parse refuses
		}
		var e *pattern.Error
		_, err := p.ParseURN(u)
		if errors.As(err, &e) {
			return errors.New(e.Message())
		}
		return err
	})
}
