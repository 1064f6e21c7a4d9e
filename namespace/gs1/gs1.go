// Package gs1 parses and formats GS1 keys with their qualifiers and attributes, including urn:gs1
// names. It converts from and to GS1 element strings and GS1 Digital Link URIs:
//
//	urn:gs1:01:09506000134352:10:ABC123:17:250101
//	(01)09506000134352(10)ABC123(17)250101
//	https://id.gs1.org/01/09506000134352/10/ABC123?17=250101
//
// [Parse] reads the three forms, and a [Name] writes them.
// [Elements] is the type for elements without a key, or in the order of a scanner.
//
// The rules are taken from the registration template of 2026-07-27. It requires that every
// value has the length, the characters and the check digit of its application identifier,
// and that the identifiers of a name may occur together. These requirements are taken from
// the GS1 Barcode Syntax Dictionary as of 2026-07-27, with its tests of values and lists of
// codes.
package gs1

import (
	"database/sql/driver"
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

// FromURN returns the value of a urn:gs1 that begins with a GS1 key. Its elements must be in
// the order of the template: the key, its qualifiers, and the attributes by their application
// identifiers.
func FromURN(u urn.URN) (Name, error) {
	nss, err := typed.Name(u, nid)
	if err != nil {
		if !strings.EqualFold(u.NID(), nid) || !ascii.IsDigit(u.NSS()[0]) || gs1ai.Order(u.NSS()) < 0 {
			return Name{}, err
		}
		nss = u.NSS()
	}
	start := u.Offsets().NSS().Start
	if !ascii.IsDigit(nss[0]) {
		return Name{}, typed.Text(u.AssignedName(), start, namespace.BadNamespace, "", "want a GS1 key; this is a name of the semantic dictionary or of a standard")
	}
	n, err := build(split(nss, u.AssignedName(), start))
	if err == nil && n.nss != nss {
		err = typed.Text(u.AssignedName(), start, namespace.BadSyntax, "", "the elements or their escapes are not in the canonical order and form, which is "+truncate.To(n.URN().String(), 200))
	}
	if err != nil {
		return Name{}, err
	}
	return n, nil
}

// Parse returns the value of an element string with its elements in any order, see
// [ParseElements], of a GS1 Digital Link URI, or of a urn:gs1.
//
// A Digital Link may have any domain, and any path before the key that is not an element. The
// qualifiers of the key must be in the path, in their order. Parameters of the query that are not
// application identifiers are ignored. A GTIN of 8, 12 or 13 digits is padded to 14 digits. The
// short names of older links, such as "gtin", and compressed links are not supported.
func Parse(text string) (Name, error) {
	if typed.IsURN(text) {
		return typed.Parse(nid, text, FromURN)
	}
	parse := parse
	if ascii.HasPrefixFold(text, "http") {
		parse = parseLink
	}
	list, src, err := parse(text)
	if err != nil {
		return Name{}, err
	}
	return build(list, src)
}

// escaper escapes the characters that the rule ai-value of the template does not allow.
var escaper = strings.NewReplacer(`"`, "%22", "#", "%23", "%", "%25", ":", "%3A", "<", "%3C", ">", "%3E", "?", "%3F")

// New returns the name of a list of elements, in any order. The first key among them is the key
// of the name. Of two equal elements, one is ignored.
func New(list Elements) (Name, error) { return build(list, list.source()) }

// build is [New] for elements that were read from src.
func build(list Elements, src source) (Name, error) {
	if err := check(list, src); err != nil {
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
		return Name{}, typed.Text(src.text, 0, namespace.BadNamespace, "", "want a GS1 key, such as (01) or (00)")
	}
	order := append([]string{key}, gs1ai.Qualifiers(key, func(ai string) bool { _, ok := values[ai]; return ok })...)
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(values)), func(ai string) bool { return slices.Contains(order, ai) })
	var pairs []string
	for _, ai := range append(order, rest...) {
		pairs = append(pairs, ai, escaper.Replace(values[ai]))
	}
	nss := strings.Join(pairs, ":")
	u, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: nss})
	if err != nil { // too long
		return Name{}, typed.Text(src.text, 0, namespace.BadSyntax, "", err.Error())
	}
	var fault *namespace.Error
	if _, err := namespace.Validate(u); errors.As(err, &fault) {
		// The pair with the fault begins with its application identifier.
		colons := strings.Count(u.String()[:fault.Offset][len("urn:gs1:"):], ":")
		ai := pairs[colons&^1]
		i := slices.IndexFunc(list, func(x Element) bool { return x.AI == ai })
		return Name{}, typed.Text(src.text, src.at[i], fault.Reason, ai, fault.Message())
	}
	return Name{nss}, nil
}

// Elements returns the elements of n: the key, its qualifiers and the attributes. It
// allocates.
func (n Name) Elements() Elements {
	if n.nss == "" {
		return nil
	}
	list, _ := split(n.nss, n.nss, 0)
	return list
}

// split returns the elements of an NSS, which begins at an offset into text.
func split(nss, text string, start int) (Elements, source) {
	var list Elements
	src := source{text: text}
	parts := strings.Split(nss, ":")
	for i := 0; i+1 < len(parts); i += 2 {
		start += len(parts[i]) + 1
		value, _ := urn.Unescape(parts[i+1]) // a URN has no malformed escape
		list, src.at = append(list, Element{parts[i], value}), append(src.at, start)
		start += len(parts[i+1]) + 1
	}
	return list, src
}

// URN returns the urn:gs1. The zero Name gives the zero URN.
func (n Name) URN() urn.URN { return typed.URN(nid, n.nss) }

// String returns the element string with its application identifiers in brackets, as
// [Elements.String] does, or "" for the zero Name.
func (n Name) String() string { return n.Elements().String() }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (n Name) MarshalText() ([]byte, error)     { return []byte(n.String()), nil }
func (n *Name) UnmarshalText(text []byte) error { return typed.Unmarshal(n, string(text), Parse) }
func (n *Name) Scan(src any) error              { return typed.Scan(n, src, Parse) }
func (n Name) Value() (driver.Value, error)     { return typed.Value(n) }

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

// CheckDigit returns the check digit that follows the digits of a GS1 key: the weights
// 3 and 1 alternate from the right. ok is false if digits is empty or has a byte that is not a digit.
func CheckDigit(digits string) (digit byte, ok bool) {
	if digits == "" || !ascii.AllDigits(digits) {
		return 0, false
	}
	return ascii.CheckDigit(digits), true
}
