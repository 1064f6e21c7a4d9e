// Package scim parses and builds the URNs of SCIM, the System for Cross-domain Identity
// Management: the names of schemas and messages,
//
//	urn:ietf:params:scim:schemas:core:2.0:User
//
// and the fully qualified names of attributes:
//
//	urn:ietf:params:scim:schemas:core:2.0:User:emails.type
//
// The functions take and return values of package urn. Errors of names that are
// URNs, but not of SCIM, are of type [*namespace.Error]. Functions that only read
// do not allocate unless they fail.
package scim

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
)

const (
	nid    = "ietf"
	prefix = "params:scim:"
	// The word of prefix that matches case-insensitively (RFC 2648, section 2).
	anyCase = len("params")

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

// FromURN returns the parts of a URN of SCIM. The strings share memory with u. The
// error is a [*namespace.Error]; without one, FromURN does not allocate.
func FromURN(u urn.URN) (Identifier, error) {
	if !strings.EqualFold(u.NID(), nid) {
		return Identifier{}, namespace.NewError(u, u.Offsets().NID().Start, namespace.BadNamespace, documentURN, nil)
	}
	nss := u.NSS()
	if n := commonPrefix(nss); n < len(prefix) {
		return Identifier{}, fault(u, n, documentURN)
	}
	if _, err := namespace.Validate(u); err != nil {
		return Identifier{}, err
	}
	var id Identifier
	id.Type, id.Name, _ = strings.Cut(nss[len(prefix):], ":")
	id.Name, id.Other, _ = strings.Cut(id.Name, ":")
	return id, nil
}

// commonPrefix returns the length of the common prefix of an NSS and the prefix of SCIM.
func commonPrefix(nss string) int {
	for i := range min(len(nss), len(prefix)) {
		if c := nss[i]; c != prefix[i] && (i >= anyCase || c|0x20 != prefix[i]) {
			return i
		}
	}
	return min(len(nss), len(prefix))
}

func fault(u urn.URN, offset int, document string) error {
	return namespace.NewError(u, u.Offsets().NSS().Start+offset, namespace.BadSyntax, document, nil)
}

// URN returns the URN with the parts of id. [FromURN] of the result returns id. It fails if
// there is no such URN. The error is a [*namespace.Error], or a [*urn.SyntaxError] if a
// part contains a character that no URN may contain.
func (id Identifier) URN() (urn.URN, error) {
	nss := prefix + id.Type + ":" + id.Name
	if id.Other != "" {
		nss += ":" + id.Other
	}
	u, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: nss})
	if err != nil {
		return urn.URN{}, err
	}
	back, err := FromURN(u)
	if err != nil {
		return urn.URN{}, err
	}
	if back != id { // a ":" in Type or Name
		return urn.URN{}, fault(u, len(prefix)+len(back.Type)+1+len(back.Name), documentURN)
	}
	return u, nil
}

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
// which vendors use, are split in the same way.
//
// A URN does not show where the schema ends. The schemas of the IANA registry end with a
// version and a resource ("2.0:User"). So the part after a version is read as a resource,
// and the URN of a schema alone is refused because it ends too early.
//
// The strings share memory with u. The error is a [*namespace.Error]; without one,
// AttributeFromURN does not allocate.
func AttributeFromURN(u urn.URN) (Attribute, error) {
	nss := u.NSS()
	colon := strings.LastIndexByte(nss, ':')
	if colon < 0 || isVersion(nss[:colon]) {
		return Attribute{}, fault(u, len(nss), documentAttribute)
	}
	if strings.EqualFold(u.NID(), nid) {
		id, err := FromURN(u)
		if err != nil {
			return Attribute{}, err
		}
		if id.Type != "schemas" {
			return Attribute{}, fault(u, len(prefix), documentAttribute)
		}
		if id.Other == "" {
			return Attribute{}, fault(u, len(nss), documentAttribute)
		}
	}
	path := nss[colon+1:]
	if end, ok := attribute.Match(path); !ok {
		return Attribute{}, fault(u, colon+1+end, documentAttribute)
	}
	schema, err := u.Syntax().Parse(u.String()[:u.Offsets().NSS().Start+colon])
	if err != nil { // the NSS begins with its only ":"
		return Attribute{}, fault(u, colon, documentAttribute)
	}
	a := Attribute{Schema: schema}
	a.Name, a.Sub, _ = strings.Cut(path, ".")
	return a, nil
}

// isVersion reports whether the last piece of s is a version, such as "2.0".
func isVersion(s string) bool {
	s = s[strings.LastIndexByte(s, ':')+1:]
	major, minor, ok := strings.Cut(s, ".")
	return ok && major != "" && minor != "" && ascii.AllDigits(major) && ascii.AllDigits(minor)
}

// URN returns the URN that names the attribute. [AttributeFromURN] of the result returns a.
// The result does not have the r-, q- and f-component of a.Schema. It fails if there is no
// such URN. The error is a [*namespace.Error], or a [*urn.SyntaxError] if a name contains a
// character that no URN may contain.
func (a Attribute) URN() (urn.URN, error) {
	nss := a.Schema.NSS() + ":" + a.Name
	if a.Sub != "" {
		nss += "." + a.Sub
	}
	u, err := a.Schema.Syntax().Build(urn.Parts{NID: a.Schema.NID(), NSS: nss})
	if err != nil {
		return urn.URN{}, err
	}
	back, err := AttributeFromURN(u)
	if err != nil {
		return urn.URN{}, err
	}
	if back.Name != a.Name || back.Sub != a.Sub { // a ":" or "." in Name
		return urn.URN{}, fault(u, len(back.Schema.NSS()), documentAttribute)
	}
	return u, nil
}

// Equal reports whether a and b name the same attribute. The URN, the attribute and
// the sub-attribute match case-insensitively (RFC 7644, section 3.10). The URN of a
// schema by itself is matched exactly (RFC 7643, section 10.2.1). It does not
// allocate.
func (a Attribute) Equal(b Attribute) bool {
	return strings.EqualFold(a.Schema.AssignedName(), b.Schema.AssignedName()) &&
		strings.EqualFold(a.Name, b.Name) && strings.EqualFold(a.Sub, b.Sub)
}
