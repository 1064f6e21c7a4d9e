// Package urnvalidator checks URNs with struct tags of
// [github.com/go-playground/validator/v10].
//
// One call registers the tags:
//
//	v := validator.New()
//	err := urnvalidator.Register(v)
//
// A field is a string, a [urn.URN], one of the types for other syntaxes such as
// [rfc2141.URN], or a pointer to one of these:
//
//	type Record struct {
//		Subject  urn.URN `validate:"required"`
//		Schema   string  `validate:"urn"`
//		Book     string  `validate:"omitempty,urn_namespace=isbn"`
//		Runner   string  `validate:"urn_pattern=urn:dd:apps:{region}:{org}:{runner}"`
//	}
//
// # Tags
//
//	urn              a URN of RFC 8141
//	urn=x            a URN of syntax x: rfc8141, rfc2141, draft2141bis or relaxed
//	urn_namespace    a URN of RFC 8141 that the rules of its namespace do not refuse
//	urn_namespace=n  the same, and its namespace is n; names are separated by spaces
//	urn_pattern=p    a URN of RFC 8141 that matches the pattern p of package pattern
//
// urn_namespace accepts a name of a namespace about which the registry knows nothing.
//
// Package validator ends a parameter at "," and "|". Write them as 0x2C and 0x7C in a
// pattern. A check panics if its pattern does not compile, if there is no such syntax, or if its
// field has no text, as checks of package validator do.
//
// An error of package validator names the field and the tag. [Rules.Message] describes the
// fault of the value, for the person who typed it.
//
// # How verdicts differ
//
// Package validator has tags of its own, urn_rfc8141 and urn_rfc2141, which call leodido/go-urn.
// [Register] does not replace them. With it, they check a field of type URN as its text; without it,
// they panic. To have the verdicts of this library, change the tags:
//
//	text                  urn_rfc8141   urn      why
//	"urn:example:a%zz"    accept        refuse   two hexadecimal digits follow "%" (RFC 3986, section 2.1)
//	"urn:example:a?+b?="  accept        refuse   "?=" ends the r-component (RFC 8141, section 2.3.1)
//	"urn:urn-0:a"         refuse        accept   section 5.2 limits what may be registered
//
//	text                  urn_rfc2141   urn=rfc2141
//	"urn:a:%zz"           accept        refuse   two hexadecimal digits follow "%" (RFC 2141, section 2.2)
//	"urn:uab:x"           refuse        accept   only the NID "urn" is reserved (RFC 2141, section 2.1)
//	"urn:a:b/c"           refuse        accept   the grammar derives "/", "?" and "#" (RFC 2141, section 2.2)
//
// Under the tag urn, "urn:a:b" is not a URN, because RFC 8141 requires two characters
// in a namespace identifier.
package urnvalidator

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-playground/validator/v10"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

// Rules says how tags check a name. The zero Rules checks namespaces by
// [namespace.IANA].
type Rules struct {
	// Namespaces has the rules of the tag urn_namespace. If it is nil, the rules of
	// [namespace.IANA] hold.
	Namespaces *namespace.Registry
}

func (r Rules) registry() *namespace.Registry { return cmp.Or(r.Namespaces, namespace.IANA()) }

// Register adds the tags of the zero [Rules] to v. Like every method of v that
// registers, it must not run at the same time as a validation.
func Register(v *validator.Validate) error { return Rules{}.Register(v) }

// Register adds the tags to v, and has v see fields of the URN types of package urn as
// text. So "required" and "omitempty" also treat the zero URN as empty.
func (r Rules) Register(v *validator.Validate) error {
	rules := r.registry()
	var patterns sync.Map // *pattern.Pattern by its text
	v.RegisterCustomTypeFunc(Text, urn.URN{}, rfc2141.URN{}, draft2141bis.URN{}, relaxed.URN{})
	return errors.Join(
		v.RegisterValidation("urn", func(fl validator.FieldLevel) bool { return syntax(fl.Param()).Valid(text(fl)) }),
		v.RegisterValidation("urn_namespace", func(fl validator.FieldLevel) bool {
			u, err := urn.Parse(text(fl))
			if err != nil || !oneOf(u.NID(), fl.Param()) {
				return false
			}
			_, err = rules.Validate(u)
			return err == nil
		}),
		v.RegisterValidation("urn_pattern", func(fl validator.FieldLevel) bool {
			u, err := urn.Parse(text(fl))
			if err != nil {
				return false
			}
			p, ok := patterns.Load(fl.Param())
			if !ok {
				p, _ = patterns.LoadOrStore(fl.Param(), pattern.MustCompile(fl.Param()))
			}
			return p.(*pattern.Pattern).MatchURN(u)
		}),
	)
}

// Message describes the fault of the value of a field that a tag of this package refused, such
// as "wrong check digit: it should be '1'", with its column, which counts bytes from 1. It is
// "" for another tag. The text may change.
func (r Rules) Message(fe validator.FieldError) string {
	s, ok := fe.Value().(string)
	if !ok {
		s, ok = Text(reflect.ValueOf(fe.Value())).(string)
	}
	var x urn.Syntax
	switch fe.Tag() {
	case "urn":
		x = syntax(fe.Param())
	case "urn_namespace", "urn_pattern":
	default:
		return ""
	}
	if !ok {
		return "not text"
	}
	if _, fault := x.Locate(s); fault.Reason != 0 {
		return fmt.Sprintf("column %d: %s", fault.Offset+1, fault.Message(s))
	}
	u, err := x.Parse(s)
	if err != nil {
		return err.Error()
	}
	switch fe.Tag() {
	case "urn_pattern":
		return "the name does not have the form " + fe.Param()
	case "urn_namespace":
		if !oneOf(u.NID(), fe.Param()) {
			return "the namespace is " + u.NID() + ", not " + fe.Param()
		}
		var e *namespace.Error
		if _, err := r.registry().Validate(u); errors.As(err, &e) {
			return fmt.Sprintf("column %d: %s", e.Offset+1, e.Message())
		}
	}
	return ""
}

// Text returns the text of a field whose type implements [encoding.TextMarshaler], and
// nil if that fails. [Register] uses it for the types of package urn. Use it for a
// [pattern.Value]:
//
//	v.RegisterCustomTypeFunc(urnvalidator.Text, pattern.Value[Runner]{})
func Text(field reflect.Value) any {
	if u, ok := field.Interface().(urn.URN); ok {
		return u.String() // also a name that MarshalText refuses; the tag decides
	}
	m, ok := field.Interface().(encoding.TextMarshaler)
	if !ok {
		return nil
	}
	b, err := m.MarshalText()
	if err != nil {
		return nil
	}
	return string(b)
}

// syntax returns the syntax that the parameter of the tag urn names.
func syntax(name string) (x urn.Syntax) {
	if err := x.UnmarshalText([]byte(cmp.Or(name, "rfc8141"))); err != nil {
		panic("urnvalidator: " + err.Error())
	}
	return x
}

func text(fl validator.FieldLevel) string {
	if f := fl.Field(); f.Kind() == reflect.String {
		return f.String()
	}
	panic(fmt.Sprintf("urnvalidator: the tag %s is on a field of type %v", fl.GetTag(), fl.Field().Type()))
}

// oneOf reports whether nid is in a list separated by spaces. Every nid is in an empty
// list. Case does not matter (RFC 8141, section 3.1).
func oneOf(nid, list string) bool {
	names := strings.Fields(list)
	return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, nid) })
}
