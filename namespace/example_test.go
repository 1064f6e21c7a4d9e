package namespace_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func ExampleLookup() {
	e, ok := namespace.Lookup("NBN")
	fmt.Println(e.NID, e.Kind, e.Reference, ok)
	for r := range e.Rules() {
		fmt.Println(r.Equivalence, r.Document)
	}
	// Output:
	// nbn formal RFC 8458 true
	// special RFC 8458 s4.2 s4.3
}

func ExampleAll() {
	for e := range namespace.All() {
		if e.Reference == "RFC 8057" {
			fmt.Println(e.NID)
		}
	}
	// Output:
	// bbf
	// broadband-forum-org
	// dslforum-org
}

func ExampleKindOf() {
	for _, nid := range []string{"isbn", "urn-7", "X-acme", "de-bund", "acme"} {
		fmt.Println(nid, "is", namespace.KindOf(nid))
	}
	// Output:
	// isbn is formal
	// urn-7 is informal
	// X-acme is experimental
	// de-bund is reserved for a country code
	// acme is unregistered
}

func ExampleKey() {
	seen := map[string]int{}
	for _, s := range []string{"urn:isbn:0-395-36341-1", "URN:ISBN:0395363411", "urn:isbn:0-3953-6341-1"} {
		seen[namespace.Key(urn.MustParse(s))]++
	}
	fmt.Println(seen)
	// Output: map[urn:isbn:0395363411:3]
}

func ExampleEqual() {
	a := urn.MustParse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	b := urn.MustParse("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
	fmt.Println(a.Equal(b), namespace.Equal(a, b))
	// Output: false true
}

func ExampleNormalize() {
	u := urn.MustParse("URN:ISSN:2049363x?=format=marc")
	fmt.Println(namespace.Normalize(u))
	// Output: urn:issn:2049-363X?=format=marc
}

func ExampleValidate() {
	for _, s := range []string{"urn:isbn:0-395-36341-1", "urn:isbn:0-395-36341-2", "urn:oid:1.03", "urn:acme:anything"} {
		checked, err := namespace.Validate(urn.MustParse(s))
		fmt.Println(checked, err)
	}
	// Output:
	// true <nil>
	// true urn:isbn: at offset 21: wrong check digit (RFC 3187, section 3.2; RFC 8254, section 2.1): "0-395-36341-2"
	// true urn:oid: at offset 11: not the syntax of the namespace (RFC 3061, section 2): "1.03"
	// false <nil>
}

func ExampleError() {
	_, err := namespace.Validate(urn.MustParse("urn:issn:2070-1722"))
	var e *namespace.Error
	if errors.As(err, &e) {
		fmt.Println(e.NID, e.Offset, e.Document, errors.Is(err, namespace.BadCheckDigit))
	}
	// Output: issn 17 RFC 3044, section 5; RFC 8254, section 2.2 true
}

func ExampleUUID() {
	b, err := namespace.UUID(urn.MustParse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
	fmt.Println(hex.EncodeToString(b[:]), err)
	// Output: f81d4fae7dec11d0a76500a0c91e6bf6 <nil>
}

func ExampleISBN13() {
	b, err := namespace.ISBN13(urn.MustParse("urn:isbn:0-8044-2957-X"))
	fmt.Println(string(b[:]), err)
	// Output: 9780804429573 <nil>
}

func ExampleOID() {
	o, err := namespace.OID(urn.MustParse("urn:oid:1.3.6.1.4.1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for arc := range o.Arcs() {
		fmt.Print(arc, " ")
	}
	// Output: 1 3 6 1 4 1
}

func ExampleParseSCIM() {
	s, err := namespace.ParseSCIM(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User"))
	fmt.Println(s.Type, s.Name, s.Other, err)
	// Output: schemas core 2.0:User <nil>
}

func ExampleParseSCIMAttribute() {
	a, err := namespace.ParseSCIMAttribute(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type"))
	fmt.Println(a.Schema, a.Name, a.Sub, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:User emails type <nil>
}

func ExampleSCIMAttribute_Equal() {
	a, _ := namespace.ParseSCIMAttribute(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:userName"))
	b, _ := namespace.ParseSCIMAttribute(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:user:USERNAME"))
	fmt.Println(a.Equal(b), namespace.Equal(a.Schema, b.Schema))
	// Output: true false
}

func ExampleLint() {
	for _, a := range namespace.Lint(urn.MustParse("urn:x-acme:caf%e9#top")) {
		fmt.Println(a.Code, a)
	}
	// Output:
	// experimental-nid at offset 4: experimental namespaces are no longer provided for (RFC 8141, section 5.1 and Appendix B; RFC 6648)
	// not-utf-8 at offset 14: the octet is not part of a character in UTF-8 (RFC 8141, section 2.2)
	// lower-case-hex at offset 14: the digits of an escape should be in upper case (RFC 3986, section 2.1; RFC 8141, section 3.1)
	// f-component at offset 18: an f-component is no part of the name (RFC 8141, section 2.3.3)
}

func ExampleRegistry_Lookup() {
	r, err := namespace.New(namespace.Definition{NID: "acme", Reference: "Acme handbook, page 12"})
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
func ExampleNew() {
	r, err := namespace.New(namespace.Definition{
		NID:       "acme",
		Reference: "Acme handbook, page 12",
		Validate: func(nss string) (offset int, err error) {
			const prefix = "part:"
			if len(nss) < len(prefix) || !strings.EqualFold(nss[:len(prefix)], prefix) {
				return 0, errors.New("not a part")
			}
			if digits := strings.TrimLeft(nss[len(prefix):], "0123456789"); digits != "" {
				return len(nss) - len(digits), errors.New("not a digit")
			}
			return 0, nil
		},
		Normalize: strings.ToLower,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := urn.MustParse("urn:acme:part:1234"), urn.MustParse("URN:ACME:Part:1234")
	fmt.Println(r.Equal(a, b), r.Key(b))

	_, err = r.Validate(urn.MustParse("urn:acme:part:12x4"))
	fmt.Println(err)

	_, err = r.Validate(urn.MustParse("urn:isbn:0395363412")) // still known
	fmt.Println(errors.Is(err, namespace.BadCheckDigit))
	// Output:
	// true urn:acme:part:1234
	// urn:acme: at offset 16: refused by the namespace: not a digit: "part:12x4"
	// true
}

// acme is a company's registry.
func acme() *namespace.Registry {
	r, err := namespace.New(namespace.Definition{NID: "acme", Reference: "Acme handbook, page 12", Normalize: strings.ToLower})
	if err != nil {
		panic(err)
	}
	return r
}

func ExampleRegistry_All() {
	for e := range acme().All() {
		if strings.HasPrefix(e.Reference, "Acme") {
			fmt.Println(e.NID, e.Reference)
		}
	}
	// Output: acme Acme handbook, page 12
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

func ExampleRegistry_Validate() {
	// The company has defined no syntax; that of the ISBN is still known.
	checked, err := acme().Validate(urn.MustParse("urn:acme:part:12"))
	fmt.Println(checked, err)
	checked, err = acme().Validate(urn.MustParse("urn:isbn:0395363411"))
	fmt.Println(checked, err)
	// Output:
	// false <nil>
	// true <nil>
}

func ExampleRegistry_Lint() {
	u := urn.MustParse("urn:acme:part:12")
	fmt.Println(len(acme().Lint(u)), namespace.Lint(u)[0].Code)
	// Output: 0 unregistered-nid
}

func ExampleEntry_Rules() {
	e, _ := namespace.Lookup("ietf")
	for r := range e.Rules() {
		fmt.Printf("%s: %s (%s)\n", r.Scope, r.Equivalence, r.Document)
	}
	// Output:
	// ietf: case-insensitive (RFC 2648 s2)
	// ietf:params: general (RFC 3553 s3)
	// ietf:params:scim: general (RFC 7643 s10.2.1)
}

func ExampleObjectIdentifier_Arcs() {
	o, _ := namespace.OID(urn.MustParse("urn:oid:2.25.329800735698586629295641978511506172918"))
	for arc := range o.Arcs() {
		fmt.Println(arc)
	}
	// Output:
	// 2
	// 25
	// 329800735698586629295641978511506172918
}

func ExampleObjectIdentifier_String() {
	o, _ := namespace.OID(urn.MustParse("URN:OID:1.3.6.1"))
	fmt.Println(o)
	// Output: 1.3.6.1
}

func ExampleError_Error() {
	_, err := namespace.Validate(urn.MustParse("urn:oid:1..3"))
	fmt.Println(err)
	// Output: urn:oid: at offset 10: not the syntax of the namespace (RFC 3061, section 2): "1..3"
}

func ExampleError_Unwrap() {
	_, err := namespace.Validate(urn.MustParse("urn:oid:1..3"))
	fmt.Println(errors.Is(err, namespace.BadSyntax))
	// Output: true
}

func ExampleReason_Error() {
	fmt.Println(namespace.BadCheckDigit.Error())
	// Output: wrong check digit
}

func ExampleReason_String() {
	fmt.Println(namespace.BadCheckDigit.String())
	// Output: checkdigit
}

func ExampleAdvice_String() {
	for _, a := range namespace.Lint(urn.MustParse("urn:example:a%00")) {
		fmt.Println(a)
	}
	// Output: at offset 13: octet 0 should never be used (RFC 3986, section 7.3)
}

func ExampleCode_String() {
	fmt.Println(namespace.LowerCaseHex)
	// Output: lower-case-hex
}

func ExampleKind_String() {
	fmt.Println(namespace.Informal)
	// Output: informal
}

func ExampleEquivalence_String() {
	fmt.Println(namespace.CaseInsensitive)
	// Output: case-insensitive
}
