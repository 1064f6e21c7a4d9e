// Package gs1 is the typed value of urn:gs1: a GS1 key with its qualifiers and attributes.
// It converts from and to GS1 element strings and GS1 Digital Link URIs:
//
//	urn:gs1:01:09506000134352:10:ABC123:17:250101
//	(01)09506000134352(10)ABC123(17)250101
//	https://id.gs1.org/01/09506000134352/10/ABC123?17=250101
//
// [FromURN], [Parse] and [FromDigitalLink] read the three forms, and a [Name] writes them.
// [Elements] is the type for elements without a key, or in the order of a scanner.
//
// The rules are taken from the registration template of 2026-07-27. It requires that every
// value has the length, the characters and the check digit of its application identifier,
// and that the identifiers of a name may occur together. These requirements are taken from
// the GS1 Barcode Syntax Dictionary as of 2026-07-27, with its tests of values and lists of
// codes.
package gs1

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "gs1"

// Updated returns the date of the copy of the GS1 Barcode Syntax Dictionary, as YYYY-MM-DD. A
// name with an application identifier that GS1 has assigned since then is refused.
func Updated() string { return gs1ai.Updated }

// Name is a name of urn:gs1 that begins with a GS1 key. Names are comparable with ==. The
// zero Name is not a name.
type Name struct{ nss string }

// FromURN returns the value of a urn:gs1 that begins with a GS1 key. Its elements must
// be in the order of the template: the key, its qualifiers, and the attributes by
// their application identifiers. The error is a [*namespace.Error].
func FromURN(u urn.URN) (Name, error) {
	nss, err := typed.Name(u, nid)
	if err != nil {
		if strings.EqualFold(u.NID(), nid) && ascii.IsDigit(u.NSS()[0]) && gs1ai.Order(u.NSS()) >= 0 {
			n, err := New(Name{u.NSS()}.Elements())
			if err != nil {
				return Name{}, err
			}
			return Name{}, typed.Text(namespace.BadSyntax, "", u.String(), "the elements are not in the canonical order, which is "+truncate.To(n.URN().String(), 200))
		}
		return Name{}, err
	}
	if !ascii.IsDigit(nss[0]) {
		return Name{}, typed.Text(namespace.BadNamespace, "", u.String(), "no name with a GS1 key, but one of the semantic dictionary or of a standard")
	}
	n, err := New(Name{nss}.Elements())
	if err != nil {
		return Name{}, err
	}
	if n.nss != nss {
		return Name{}, typed.Text(namespace.BadSyntax, "", u.String(), "the elements or their escapes are not in the canonical form, which is "+truncate.To(n.URN().String(), 200))
	}
	return n, nil
}

// Parse returns the value of an element string with its elements in any order; see
// [ParseElements]. The error is a [*namespace.Error].
func Parse(text string) (Name, error) {
	list, err := ParseElements(text)
	if err != nil {
		return Name{}, err
	}
	return New(list)
}

// escaper escapes the characters that the rule ai-value of the template does not allow.
var escaper = strings.NewReplacer(`"`, "%22", "#", "%23", "%", "%25", ":", "%3A", "<", "%3C", ">", "%3E", "?", "%3F")

// New returns the name of a list of elements, in any order. The first key among them is the
// key of the name. Of two equal elements, one is ignored. The error is a
// [*namespace.Error].
func New(list Elements) (Name, error) {
	if err := check(list); err != nil {
		return Name{}, err
	}
	values := make(map[string]string, len(list))
	key := ""
	for _, x := range list {
		if key == "" && gs1ai.IsKey(x.AI) {
			key = x.AI
		}
		values[x.AI] = x.Value
	}
	if key == "" {
		return Name{}, typed.Text(namespace.BadNamespace, "", list.String(), "no GS1 key, such as (01) or (00)")
	}
	order := append([]string{key}, gs1ai.Qualifiers(key, func(ai string) bool { _, ok := values[ai]; return ok })...)
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(ai string) bool { return slices.Contains(order, ai) })
	var pairs []string
	for _, ai := range append(order, rest...) {
		pairs = append(pairs, ai, escaper.Replace(values[ai]))
	}
	nss := strings.Join(pairs, ":")
	u, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: nss})
	if err != nil {
		return Name{}, err
	}
	if _, err := namespace.Validate(u); err != nil {
		var at *namespace.Error
		if errors.As(err, &at) {
			// The pair with the fault begins with its application identifier.
			colons := strings.Count(u.String()[:at.Offset][len("urn:gs1:"):], ":")
			err = typed.Text(at.Reason, pairs[colons&^1], "", at.Error())
		}
		return Name{}, err
	}
	return Name{nss}, nil
}

// Elements returns the elements of n: the key, its qualifiers and the attributes. It
// allocates.
func (n Name) Elements() Elements {
	if n.nss == "" {
		return nil
	}
	var list Elements
	parts := strings.Split(n.nss, ":")
	for i := 0; i+1 < len(parts); i += 2 {
		value, _ := urn.Unescape(parts[i+1]) // a URN has no malformed escape
		list = append(list, Element{parts[i], value})
	}
	return list
}

// URN returns the urn:gs1. The zero Name gives the zero URN.
func (n Name) URN() urn.URN { return typed.URN(nid, n.nss) }

// String returns the element string with its application identifiers in brackets, as
// [Elements.String] does.
func (n Name) String() string { return n.Elements().String() }

// DigitalLink returns n as a GS1 Digital Link URI of the domain id.gs1.org: the key and its
// qualifiers in the path, the attributes in the query. In a value, every character except
// letters, digits, "-", "." and "_" is escaped. It is "" for the zero Name.
func (n Name) DigitalLink() string {
	list := n.Elements()
	if list == nil {
		return ""
	}
	has := func(ai string) bool {
		return slices.ContainsFunc(list, func(x Element) bool { return x.AI == ai })
	}
	inPath := gs1ai.Qualifiers(list[0].AI, has)
	var b strings.Builder
	b.WriteString("https://id.gs1.org")
	between := byte('?')
	for i, x := range list {
		value := strings.ReplaceAll(url.QueryEscape(x.Value), "+", "%20")
		if i == 0 || slices.Contains(inPath, x.AI) {
			b.WriteString("/" + x.AI + "/" + value)
			continue
		}
		b.WriteByte(between)
		b.WriteString(x.AI + "=" + value)
		between = '&'
	}
	return b.String()
}

// FromDigitalLink returns the name of a GS1 Digital Link URI of any domain, with any path
// before the key. The qualifiers of the key must be in the path, in their order. Parameters
// of the query that are not application identifiers are ignored. A GTIN of 8, 12 or 13
// digits is padded to 14 digits. The short names of older links, such as "gtin", and
// compressed links are not supported. The error is a [*namespace.Error].
func FromDigitalLink(uri string) (Name, error) {
	list, err := parseLink(uri)
	if err != nil {
		return Name{}, err
	}
	return New(list)
}

// CheckDigit returns the check digit that follows the digits of a GS1 key: the weights
// 3 and 1 alternate from the right. ok is false if digits is empty or has a byte that is not a digit.
func CheckDigit(digits string) (digit byte, ok bool) {
	if digits == "" || !ascii.AllDigits(digits) {
		return 0, false
	}
	return ascii.CheckDigit(digits), true
}
