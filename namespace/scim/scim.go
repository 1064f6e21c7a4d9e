// Package scim parses and formats the names of attributes in SCIM, the System for Cross-domain
// Identity Management:
//
//	urn:ietf:params:scim:schemas:core:2.0:User:emails.type
//
// RFC 7644, section 3.10, compares these names case-insensitively, but RFC 7643 compares the URN of
// a schema exactly. So in JSON, spell both as the definition of the schema does; see
// [FromURNInSchema].
//
// The URN of a schema is a [urn.URN]; package namespace validates it.
package scim

import (
	"cmp"
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "ietf"
	schemas  = "params:scim:schemas:"
	document = "RFC 7644, section 3.10"

	wantAttribute = "want an attribute such as userName or emails.type"
)

// Attribute is the fully qualified name of an attribute (RFC 7644, section 3.10). It keeps the
// case of its letters: [Attribute.Equal] compares as SCIM does, == compares exactly. The zero
// value is not an attribute.
type Attribute struct {
	name urn.URN
	at   int // the offset of the ":" before the attribute
}

// Parts are the parts of an [Attribute].
type Parts struct {
	Schema urn.URN // urn:ietf:params:scim:schemas:core:2.0:User
	Name   string  // "emails"
	Sub    string  // "type" in emails.type; "" if there is none
}

// FromURN splits u at its last ":" into a schema and an attribute. The name of an attribute
// consists of letters, digits, "-", "_" and "$" (RFC 7643, section 2.1). Schemas of other
// namespaces, which vendors use, are split in the same way. An r-, q- or f-component is an error.
// The result shares memory with u. Without an error, FromURN allocates only if the prefix is in
// capitals.
//
// A URN does not show where the schema ends. The schemas that IANA lists end with a version and
// a resource, "2.0:User". So below urn:ietf, the part after a version is read as a resource, and
// the URN of such a schema alone is refused. In other namespaces, as in SCIM 1.1's
// urn:scim:schemas:core:1.0:userName, that part is the attribute. A program that knows its
// schemas calls [FromURNInSchema] instead.
func FromURN(u urn.URN) (Attribute, error) {
	name, last := u.AssignedName(), strings.LastIndexByte(u.AssignedName(), ':')
	if at := name[:max(0, last)]; strings.EqualFold(u.NID(), nid) && endsInVersion(at) {
		last = len(name)
	}
	return split(u, last)
}

// endsInVersion reports whether the last part of s is a version, such as "2.0".
func endsInVersion(s string) bool {
	major, minor, _ := strings.Cut(s[strings.LastIndexByte(s, ':')+1:], ".")
	return major != "" && minor != "" && ascii.AllDigits(major) && ascii.AllDigits(minor)
}

// split returns the attribute whose name begins after the ":" at an offset.
func split(u urn.URN, at int) (Attribute, error) {
	nss, start := u.NSS(), u.Offsets().NSS().Start
	if end := u.Offsets().NSS().End; end < len(u.String()) {
		return Attribute{}, typed.Fault(u, end-start, document, "want no r-, q- or f-component")
	}
	isIETF := strings.EqualFold(u.NID(), nid)
	if n := common(nss, schemas); isIETF && n < len(schemas) {
		return Attribute{}, typed.Fault(u, n, document, "want urn:ietf:params:scim:schemas:")
	}
	if at < start || at == len(u.String()) || isIETF && at < start+len(schemas) {
		return Attribute{}, typed.Fault(u, len(nss), document, `this is a schema; want ":" and an attribute after it`)
	}
	if end, ok := attribute.Match(u.String()[at+1:]); !ok {
		return Attribute{}, typed.Fault(u, at-start+1+end, document, wantAttribute)
	}
	schema, err := urn.Parse(u.String()[:at])
	if err == nil && isIETF && nss[:len(schemas)] != schemas { // in capitals, which the rule for schemas refuses
		schema, err = urn.Parse("urn:ietf:" + schemas + schema.NSS()[len(schemas):])
	}
	name, errName := urn.Parse(u.String())
	if err == nil && isIETF {
		_, err = namespace.Validate(schema)
	} else if _, invalid := namespace.Validate(u); invalid != nil {
		return Attribute{}, invalid
	}
	if err != nil || errName != nil || name.AssignedName() != u.String() {
		return Attribute{}, typed.Fault(u, at-start, document, "want the URN of a schema before the attribute")
	}
	return Attribute{name, at}, nil
}

// common returns the length of the common prefix of s and p, a text in lower case.
func common(s, p string) int {
	n := 0
	for n < min(len(s), len(p)) && ascii.Lower(s[n]) == p[n] {
		n++
	}
	return n
}

// FromURNInSchema returns the attribute of a schema that u names. u consists of the schema,
// compared case-insensitively, ":" and the attribute. An r-, q- or f-component is an error in u, and
// ignored in schema. The result spells the schema as the argument does. Without an error,
// FromURNInSchema allocates only if the two spellings differ.
func FromURNInSchema(u, schema urn.URN) (Attribute, error) {
	prefix := schema.AssignedName()
	at := len(prefix)
	if at == 0 || len(u.AssignedName()) <= at || u.String()[at] != ':' || !strings.EqualFold(prefix, u.String()[:at]) {
		return Attribute{}, typed.Text(u.AssignedName(), 0, namespace.BadNamespace, "",
			"want an attribute of "+truncate.To(schema.String(), 100))
	}
	a, err := split(u, at)
	if err == nil && u.String()[:at] != prefix {
		a.name = urn.MustParse(prefix + u.String()[at:])
	}
	return a, err
}

// Parse parses text as a URN and returns its attribute; see [FromURN].
func Parse(text string) (Attribute, error) {
	if !typed.IsURN(text) {
		return Attribute{}, typed.Text(text, 0, namespace.BadSyntax, "",
			"want a URN, such as urn:ietf:params:scim:schemas:core:2.0:User:userName")
	}
	name, _, _ := strings.Cut(text[len("urn:"):], ":")
	return typed.Parse(cmp.Or(name, nid), text, FromURN)
}

// New returns the attribute with these parts. The r-, q- and f-component of the schema are ignored.
func New(p Parts) (Attribute, error) {
	path := p.Name
	if p.Sub != "" {
		path += "." + p.Sub
	}
	end, ok := attribute.Match(path)
	if dot := strings.IndexByte(p.Name, '.'); dot >= 0 {
		end, ok = dot, false
	}
	u, err := urn.Parse(p.Schema.AssignedName() + ":" + path)
	switch {
	case !ok:
		return Attribute{}, typed.Text(path, end, namespace.BadSyntax, "", wantAttribute)
	case p.Schema.IsZero() || err != nil:
		return Attribute{}, typed.Text(path, 0, namespace.BadSyntax, "", "want the URN of a schema with the attribute")
	}
	return split(u, len(p.Schema.AssignedName()))
}

// Parts returns the parts of a.
func (a Attribute) Parts() Parts {
	if a.name.IsZero() {
		return Parts{}
	}
	p := Parts{Schema: urn.MustParse(a.String()[:a.at])}
	p.Name, p.Sub, _ = strings.Cut(a.String()[a.at+1:], ".")
	return p
}

// URN returns the URN that names the attribute. The zero Attribute gives the zero URN.
func (a Attribute) URN() urn.URN { return a.name }

// String returns the text of a.URN(), or "" for the zero Attribute.
func (a Attribute) String() string { return a.name.String() }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse]. Writing fails
// if Parse would refuse it: of a schema that ends in a version, only [FromURNInSchema] reads an attribute.
func (a Attribute) MarshalText() ([]byte, error) {
	if !a.name.IsZero() {
		if _, err := Parse(a.String()); err != nil {
			return nil, err
		}
	}
	return []byte(a.String()), nil
}
func (a *Attribute) UnmarshalText(text []byte) error { return typed.Unmarshal(a, string(text), Parse) }
func (a *Attribute) Scan(src any) error              { return typed.Scan(a, src, Parse) }
func (a Attribute) Value() (driver.Value, error) {
	if _, err := a.MarshalText(); err != nil {
		return nil, err
	}
	return typed.Value(a)
}

// Equal reports whether a and b name the same attribute: schema, attribute and sub-attribute
// match case-insensitively (RFC 7644, section 3.10). It does not allocate.
func (a Attribute) Equal(b Attribute) bool {
	return a.at == b.at && strings.EqualFold(a.String(), b.String())
}
