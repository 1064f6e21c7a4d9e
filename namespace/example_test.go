package namespace_test

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func ExampleLookup() {
	e, ok := namespace.Lookup("NBN")
	fmt.Println(e.NID, e.Kind, e.Reference, ok)
	// Output: nbn formal RFC 8458 true
}

// Lookup also says what sort of NID it is that nobody has registered.
func ExampleLookup_kind() {
	for _, nid := range []string{"isbn", "urn-7", "X-acme", "de-bund", "acme"} {
		e, registered := namespace.Lookup(nid)
		fmt.Println(nid, "is", e.Kind, registered)
	}
	// Output:
	// isbn is formal true
	// urn-7 is informal true
	// X-acme is experimental false
	// de-bund is reserved-country false
	// acme is unregistered false
}

func ExampleKey() {
	seen := map[string]int{}
	for _, s := range []string{"urn:isbn:0-395-36341-1", "URN:ISBN:0395363411", "urn:isbn:0-3953-6341-1"} {
		seen[namespace.Key(urn.MustParse(s))]++
	}
	fmt.Println(seen)
	// Output: map[urn:isbn:9780395363416:3]
}

func ExampleEqual() {
	a := urn.MustParse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	b := urn.MustParse("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
	fmt.Println(a.Equal(b), namespace.Equal(a, b))
	// Output: false true
}

func ExampleNormalize() {
	u := urn.MustParse("URN:ISSN:2434561x?=format=marc")
	fmt.Println(namespace.Normalize(u))
	// Output: urn:issn:2434-561X?=format=marc
}

func ExampleValidate() {
	for _, s := range []string{"urn:isbn:0-395-36341-1", "urn:isbn:0-395-36341-2", "urn:acme:anything"} {
		verdict, err := namespace.Validate(urn.MustParse(s))
		fmt.Println(verdict, err)
	}
	// Output:
	// valid <nil>
	// invalid namespace: parsing "urn:isbn:0-395-36341-2": wrong check digit at column 22: it should be '1' (IANA template of urn:isbn, Syntax)
	// unknown <nil>
}

// A caller that accepts what nobody knows looks at the error. One that does not looks at
// the verdict.
func ExampleValidate_unknown() {
	u := urn.MustParse("urn:acme:anything")
	if _, err := namespace.Validate(u); err == nil {
		fmt.Println("nothing is wrong with", u)
	}
	if verdict, _ := namespace.Validate(u); verdict != namespace.Valid {
		fmt.Println(u, "was not checked")
	}
	// Output:
	// nothing is wrong with urn:acme:anything
	// urn:acme:anything was not checked
}

func ExampleVerdict_String() {
	fmt.Println(namespace.Unknown)
	// Output: unknown
}

func ExampleError() {
	_, err := namespace.Validate(urn.MustParse("urn:issn:2070-1722"))
	var e *namespace.Error
	if errors.As(err, &e) {
		fmt.Println(e.NID, e.Offset, e.Reason.String(), e.Document)
	}
	// Output: issn 17 check-digit IANA template of urn:issn, Syntax
}

func ExampleError_Error() {
	_, err := namespace.Validate(urn.MustParse("urn:oid:1..3"))
	fmt.Println(err)
	// Output: namespace: parsing "urn:oid:1..3": malformed oid name at column 11: unexpected '.' (RFC 3061, section 2)
}

func ExampleError_Message() {
	_, err := namespace.Validate(urn.MustParse("urn:oid:1..3"))
	var e *namespace.Error
	if errors.As(err, &e) {
		fmt.Println(e.Message())
	}
	// Output: malformed oid name: unexpected '.' (RFC 3061, section 2)
}

func ExampleError_Unwrap() {
	_, err := namespace.Validate(urn.MustParse("urn:oid:1..3"))
	fmt.Println(errors.Is(err, namespace.BadSyntax))
	// Output: true
}

func ExampleLint() {
	for a := range namespace.Lint(urn.MustParse("urn:x-acme:caf%e9#top")) {
		fmt.Println(a.Code, a)
	}
	// Output:
	// experimental-nid at column 5: experimental namespaces are no longer provided for (RFC 8141, section 5.1 and Appendix B; RFC 6648)
	// not-utf-8 at column 15: the octet is not part of a character in UTF-8 (RFC 8141, section 2.2)
	// lower-case-hex at column 15: the digits of an escape should be in upper case (RFC 3986, section 2.1; RFC 8141, section 3.1)
	// f-component at column 19: an f-component is not part of the name (RFC 8141, section 2.3.3)
}

func ExampleRegistry_Lookup() {
	r, err := namespace.IANA().With(namespace.Definition{NID: "acme", Reference: "Acme handbook, page 12"})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, known := r.Lookup("ACME")
	fmt.Println(e.NID, e.Kind, e.Reference, known)
	_, known = namespace.Lookup("ACME")
	fmt.Println(known)
	// Output:
	// acme unregistered Acme handbook, page 12 true
	// false
}

// A company numbers its parts as urn:acme:part: and digits, in any case.
func ExampleDefinition() {
	r, err := namespace.IANA().With(namespace.Definition{NID: "acme", Reference: "Acme handbook, page 12", Normalize: strings.ToLower,
		Validate: func(nss string) (namespace.Verdict, int, error) {
			number, ok := strings.CutPrefix(strings.ToLower(nss), "part:")
			if rest := strings.TrimLeft(number, "0123456789"); ok && rest != "" {
				return namespace.Invalid, len(nss) - len(rest), errors.New("not a digit")
			}
			return namespace.Valid, 0, nil
		}})
	fmt.Println(err)
	fmt.Println(r.Key(urn.MustParse("URN:ACME:Part:1234")))
	fmt.Println(r.Validate(urn.MustParse("urn:acme:part:12x4")))
	fmt.Println(r.Validate(urn.MustParse("urn:isbn:0395363411"))) // IANA's rules are still known
	// Output:
	// <nil>
	// urn:acme:part:1234
	// invalid namespace: parsing "urn:acme:part:12x4": refused by the namespace at column 17: not a digit (Acme handbook, page 12)
	// valid <nil>
}

// acme is a company's registry.
func acme() *namespace.Registry {
	r, err := namespace.IANA().With(namespace.Definition{NID: "acme", Reference: "Acme handbook, page 12", Normalize: strings.ToLower})
	if err != nil {
		panic(err)
	}
	return r
}

func ExampleRegistry_All() {
	for e := range acme().All() {
		if strings.HasPrefix(e.Reference, "Acme") || e.Reference == "RFC 8057" {
			fmt.Println(e.NID, e.Reference)
		}
	}
	// Output:
	// acme Acme handbook, page 12
	// bbf RFC 8057
	// broadband-forum-org RFC 8057
	// dslforum-org RFC 8057
}

func ExampleRegistry_Validate() {
	// The company has defined no syntax; that of the ISBN is still known.
	fmt.Println(acme().Validate(urn.MustParse("urn:acme:part:12")))
	fmt.Println(acme().Validate(urn.MustParse("urn:isbn:0395363411")))
	// Output:
	// unknown <nil>
	// valid <nil>
}

func ExampleRegistry_Key() {
	fmt.Println(acme().Key(urn.MustParse("URN:ACME:Part:12")))
	// Output: urn:acme:part:12
}

func ExampleRegistry_Equal() {
	a, b := urn.MustParse("urn:acme:Part:12"), urn.MustParse("urn:acme:part:12")
	fmt.Println(acme().Equal(a, b), namespace.Equal(a, b))
	// Output: true false
}

func ExampleRegistry_Normalize() {
	fmt.Println(acme().Normalize(urn.MustParse("URN:ACME:Part:12#Page-1")))
	// Output: urn:acme:part:12#Page-1
}

// The general rule holds where a rule cannot be followed, and Validate says why.
func ExampleRegistry_Validate_definition() {
	r, err := namespace.IANA().With(namespace.Definition{
		NID:       "acme",
		Reference: "Acme handbook, page 12",
		Normalize: func(nss string) string { return strings.ReplaceAll(nss, "-", "") },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Normalize(urn.MustParse("urn:acme:12-34")))
	u := urn.MustParse("URN:acme:--")
	fmt.Println(r.Normalize(u))
	_, err = r.Validate(u)
	fmt.Println(errors.Is(err, namespace.BadDefinition))
	// Output:
	// urn:acme:1234
	// urn:acme:--
	// true
}

func ExampleRegistry_AppendKey() {
	fmt.Printf("%s\n", acme().AppendKey([]byte("key="), urn.MustParse("urn:acme:Part:12")))
	// Output: key=urn:acme:part:12
}

func ExampleRegistry_AppendNormalized() {
	fmt.Printf("%s\n", namespace.IANA().AppendNormalized(nil, urn.MustParse("urn:isbn:0-395-36341-1#page=7")))
	// Output: urn:isbn:9780395363416#page=7
}

// A registry that knows nothing but one namespace.
func ExampleRegistry_With() {
	r, err := new(namespace.Registry).With(namespace.Definition{NID: "acme", Normalize: strings.ToLower})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"urn:acme:Part:12", "urn:isbn:0-395-36341-1"} {
		fmt.Println(r.Key(urn.MustParse(s)))
	}
	// Output:
	// urn:acme:part:12
	// urn:isbn:0-395-36341-1
}

func ExampleRegistry_Lint() {
	u := urn.MustParse("urn:acme:part:12")
	for a := range namespace.Lint(u) {
		fmt.Println(a)
	}
	for a := range acme().Lint(u) {
		fmt.Println(a)
	}
	// Output: at column 5: the namespace is not registered (RFC 8141, section 5)
}

// The Lint function of a definition advises about valid names.
func ExampleDefinition_lint() {
	r, err := namespace.IANA().With(namespace.Definition{
		NID: "acme",
		Lint: func(u urn.URN) iter.Seq[namespace.Advice] {
			return func(yield func(namespace.Advice) bool) {
				if strings.HasPrefix(u.NSS(), "part:0") {
					at := u.Offsets().NSS().Start + len("part:")
					yield(namespace.Advice{Span: urn.Span{Start: at, End: at + 1}, Text: "part numbers have no leading zero", Clause: "Acme handbook, page 12"})
				}
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := range r.Lint(urn.MustParse("urn:acme:part:012")) {
		fmt.Println(a.Code, a)
	}
	// Output: own at column 15: part numbers have no leading zero (Acme handbook, page 12)
}

func ExampleReason_String() {
	fmt.Println(namespace.BadCheckDigit.String())
	// Output: check-digit
}

func ExampleAdvice_String() {
	for a := range namespace.Lint(urn.MustParse("urn:example:a%00")) {
		fmt.Println(a)
	}
	// Output: at column 14: octet 0 should never be used (RFC 3986, section 7.3)
}

func ExampleKind_String() {
	fmt.Println(namespace.Informal)
	// Output: informal
}
