// Package scim parses and builds the URNs of SCIM, the System for Cross-domain Identity
// Management: the names of schemas and messages,
//
//	urn:ietf:params:scim:schemas:core:2.0:User
//
// and the fully qualified names of attributes:
//
//	urn:ietf:params:scim:schemas:core:2.0:User:emails.type
//
// RFC 7644, section 3.10, compares the name of an attribute case-insensitively, and RFC 7643 the
// URN of a schema exactly. In JSON, write both as the definition of the schema spells them:
// [AttributeOf] returns the schema so.
//
// As text, an [Identifier] and an [Attribute] are their URNs. Functions that only read do not
// allocate unless they fail.
package scim

import (
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid    = "ietf"
	prefix = "params:scim:"
	// The word of prefix that matches case-insensitively (RFC 2648, section 2).
	anyCase = len("params")

	schemas = prefix + "schemas:"

	documentURN       = "RFC 7643, section 10.2.1"
	documentAttribute = "RFC 7644, section 3.10"
)

// Identifier holds the parts of urn:ietf:params:scim:{type}:{name}{:other} (RFC
// 7643, section 10.2.1).
type Identifier struct {
	Type  string // "schemas", "api" or "param"
	Name  string // "core" in urn:ietf:params:scim:schemas:core:2.0:User
	Other string // "2.0:User" there; "" if nothing follows the name
}

// FromURN returns the parts of a URN of SCIM. The strings share memory with u.
func FromURN(u urn.URN) (Identifier, error) {
	nss, err := typed.NSS(u, nid)
	if n := commonPrefix(u.NSS()); n < len(prefix) && strings.EqualFold(u.NID(), nid) {
		return Identifier{}, typed.Fault(u, n, documentURN, "want urn:ietf:params:scim:")
	}
	if err != nil {
		return Identifier{}, err
	}
	var id Identifier
	id.Type, id.Name, _ = strings.Cut(nss[len(prefix):], ":")
	id.Name, id.Other, _ = strings.Cut(id.Name, ":")
	return id, nil
}

// commonPrefix returns the length of the common prefix of an NSS and the prefix of SCIM.
func commonPrefix(nss string) int { return common(nss, prefix, anyCase) }

// common returns the length of the common prefix of s and p. Letters before fold match in upper
// and lower case.
func common(s, p string, fold int) int {
	for i := range min(len(s), len(p)) {
		if s[i] != p[i] && (i >= fold || ascii.Lower(s[i]) != p[i]) {
			return i
		}
	}
	return min(len(s), len(p))
}

// URN returns the URN with the parts of id. [FromURN] of the result returns id. It fails if
// there is no such URN.
func (id Identifier) URN() (urn.URN, error) {
	nss := prefix + id.Type + ":" + id.Name
	if id.Other != "" {
		nss += ":" + id.Other
	}
	back, err := typed.Parse(nid, nss, FromURN)
	if err != nil {
		return urn.URN{}, err
	}
	u := typed.URN(nid, nss)
	if back != id { // a ":" in Type or Name
		return urn.URN{}, typed.Fault(u, len(prefix)+len(back.Type)+1+len(back.Name), documentURN, `a type or name contains ":"`)
	}
	return u, nil
}

// String returns the text of the URN of id, or "" if there is none.
func (id Identifier) String() string { u, _ := id.URN(); return u.String() }

func parse(text string) (Identifier, error) { return typed.Parse(nid, text, FromURN) }

// MarshalText and Value write the URN of id, and fail if [Identifier.URN] does; UnmarshalText and
// Scan read it. The zero Identifier is "", and NULL in SQL.
func (id Identifier) MarshalText() ([]byte, error) { return typed.MarshalURN(id) }
func (id *Identifier) UnmarshalText(text []byte) error {
	return typed.Unmarshal(id, string(text), parse)
}
func (id *Identifier) Scan(src any) error          { return typed.Scan(id, src, parse) }
func (id Identifier) Value() (driver.Value, error) { return typed.Value(id) }

// Attribute is the fully qualified name of an attribute of a SCIM resource (RFC
// 7644, section 3.10).
type Attribute struct {
	Schema urn.URN // urn:ietf:params:scim:schemas:core:2.0:User
	Name   string  // "emails"
	Sub    string  // "type" in emails.type; "" if there is none
}

// AttributeFromURN splits a URN such as
//
//	urn:ietf:params:scim:schemas:core:2.0:User:emails.type
//
// at its last ":" into the schema and the attribute. The name of an attribute may
// hold hyphens, "_" and "$" (RFC 7643, section 2.1). Schemas of other namespaces,
// which vendors use, are split in the same way. Letters may be in upper or lower case (RFC
// 7644, section 3.10). A r-, q- or f-component is an error.
//
// A URN does not show where the schema ends. The schemas of the IANA registry end with a
// version and a resource ("2.0:User"). So the part after a version is read as a resource
// below urn:ietf, and the URN of such a schema alone is refused. Below other namespaces, as in
// SCIM 1.1's urn:scim:schemas:core:1.0:userName, it is read as an attribute. A program that
// knows its schemas calls [AttributeOf] instead. The strings share memory with u.
func AttributeFromURN(u urn.URN) (Attribute, error) {
	nss := u.NSS()
	if err := noComponents(u); err != nil {
		return Attribute{}, err
	}
	colon := strings.LastIndexByte(nss, ':')
	if colon < 0 {
		return Attribute{}, typed.Fault(u, len(nss), documentAttribute, `want a schema, ":" and an attribute`)
	}
	if strings.EqualFold(u.NID(), nid) && isVersion(nss[:colon]) {
		return Attribute{}, typed.Fault(u, len(nss), documentAttribute, wantAttribute)
	}
	return attributeAt(u, colon)
}

// noComponents returns an error if u has an r-, q- or f-component.
func noComponents(u urn.URN) error {
	if end := u.Offsets().NSS().End; end < len(u.String()) {
		return typed.Error(u.NID(), u.String(), end, namespace.BadSyntax, documentAttribute,
			errors.New("the name of an attribute has no r-, q- or f-component"))
	}
	return nil
}

const wantAttribute = `this is a schema; want ":" and an attribute after it`

// attributeAt splits u at an offset into its NSS.
func attributeAt(u urn.URN, colon int) (Attribute, error) {
	nss := u.NSS()
	if isIETF := strings.EqualFold(u.NID(), nid); isIETF && common(nss, schemas, len(schemas)) < len(schemas) {
		return Attribute{}, typed.Fault(u, common(nss, schemas, len(schemas)), documentAttribute, "want urn:ietf:params:scim:schemas:")
	} else if isIETF && colon < len(schemas) {
		return Attribute{}, typed.Fault(u, len(nss), documentAttribute, wantAttribute)
	}
	path := nss[colon+1:]
	if end, ok := attribute.Match(path); !ok {
		return Attribute{}, typed.Fault(u, colon+1+end, documentAttribute, "want an attribute such as userName or emails.type")
	}
	schema, err := u.Syntax().Parse(u.String()[:u.Offsets().NSS().Start+colon])
	if err == nil && strings.EqualFold(u.NID(), nid) {
		s := schema
		if name := schema.NSS(); commonPrefix(name) < len(prefix) { // in capitals, which the rule for schemas refuses
			s, _ = urn.Parse("urn:ietf:" + schemas + name[min(len(schemas), len(name)):])
		}
		_, err = FromURN(s)
	}
	if err != nil {
		return Attribute{}, typed.Fault(u, colon, documentAttribute, "want the URN of a schema before the attribute")
	}
	a := Attribute{Schema: schema}
	a.Name, a.Sub, _ = strings.Cut(path, ".")
	return a, nil
}

// AttributeOf returns the attribute of a schema that u names: u is the schema, ":" and the
// attribute. Letters may be in upper or lower case. The Schema of the result is schema, as it is
// written there.
func AttributeOf(schema, u urn.URN) (Attribute, error) {
	at := len(schema.AssignedName())
	if u.Offsets().NSS().End <= at || !strings.EqualFold(schema.AssignedName(), u.String()[:at]) || u.String()[at] != ':' {
		return Attribute{}, typed.Error(u.NID(), u.AssignedName(), 0, namespace.BadNamespace, documentAttribute,
			errors.New("want an attribute of "+truncate.To(schema.String(), 100)))
	}
	if err := noComponents(u); err != nil {
		return Attribute{}, err
	}
	a, err := attributeAt(u, at-u.Offsets().NSS().Start)
	if err != nil {
		return Attribute{}, err
	}
	a.Schema = schema
	return a, nil
}

// isVersion reports whether the last piece of s is a version, such as "2.0".
func isVersion(s string) bool {
	s = s[strings.LastIndexByte(s, ':')+1:]
	major, minor, ok := strings.Cut(s, ".")
	return ok && major != "" && minor != "" && ascii.AllDigits(major) && ascii.AllDigits(minor)
}

// URN returns the URN that names the attribute. [AttributeOf] the schema and the result is a. The
// result does not have the r-, q- and f-component of a.Schema. It fails if there is no such URN.
func (a Attribute) URN() (urn.URN, error) {
	nss := a.Schema.NSS() + ":" + a.Name
	if a.Sub != "" {
		nss += "." + a.Sub
	}
	u, err := a.Schema.Syntax().Build(urn.Parts{NID: a.Schema.NID(), NSS: nss})
	if err != nil {
		return urn.URN{}, typed.Text(nss, 0, namespace.BadSyntax, "", "the parts make no URN: "+err.Error())
	}
	back, err := AttributeOf(a.Schema, u)
	if err != nil {
		return urn.URN{}, err
	}
	if back.Name != a.Name || back.Sub != a.Sub { // a ":" or "." in Name
		return urn.URN{}, typed.Fault(u, len(a.Schema.NSS()), documentAttribute, `the name contains "."`)
	}
	return u, nil
}

// String returns the text of the URN of a, or "" if there is none.
func (a Attribute) String() string { u, _ := a.URN(); return u.String() }

func parseAttribute(text string) (Attribute, error) { return typed.Parse(nid, text, AttributeFromURN) }

// MarshalText and Value write the URN of a, and fail if [Attribute.URN] does; UnmarshalText and
// Scan read it, as [AttributeFromURN] does. The zero Attribute is "", and NULL in SQL.
func (a Attribute) MarshalText() ([]byte, error) { return typed.MarshalURN(a) }
func (a *Attribute) UnmarshalText(text []byte) error {
	return typed.Unmarshal(a, string(text), parseAttribute)
}
func (a *Attribute) Scan(src any) error          { return typed.Scan(a, src, parseAttribute) }
func (a Attribute) Value() (driver.Value, error) { return typed.Value(a) }

// Equal reports whether a and b name the same attribute. The URN, the attribute and
// the sub-attribute match case-insensitively (RFC 7644, section 3.10). The URN of a
// schema by itself is matched exactly (RFC 7643, section 10.2.1). It does not
// allocate.
func (a Attribute) Equal(b Attribute) bool {
	return strings.EqualFold(a.Schema.AssignedName(), b.Schema.AssignedName()) &&
		strings.EqualFold(a.Name, b.Name) && strings.EqualFold(a.Sub, b.Sub)
}
