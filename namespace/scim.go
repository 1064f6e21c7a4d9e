package namespace

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// SCIM holds the parts of urn:ietf:params:scim:{type}:{name}{:other} (RFC 7643,
// section 10.2.1). The strings share memory with the URN.
type SCIM struct {
	Type  string // "schemas", "api" or "param"
	Name  string // "core" in urn:ietf:params:scim:schemas:core:2.0:User
	Other string // "2.0:User" there; "" if nothing follows the name
}

const scimPrefix = "params:scim:"

// ParseSCIM returns the parts of a URN of SCIM. The NID stays "ietf". The error is
// an [*Error]; without one, ParseSCIM does not allocate.
func ParseSCIM(u urn.URN) (SCIM, error) {
	nss, err := nssOf(u, idIETF)
	if err != nil {
		return SCIM{}, err
	}
	if end, ok := nssSCIM.Match(nss); !ok {
		return SCIM{}, nssError(u, end, BadSyntax, "RFC 7643, section 10.2.1", nil)
	}
	var s SCIM
	s.Type, s.Name, _ = strings.Cut(nss[len(scimPrefix):], ":")
	s.Name, s.Other, _ = strings.Cut(s.Name, ":")
	return s, nil
}

// SCIMAttribute is the fully qualified name of an attribute of a SCIM resource
// (RFC 7644, section 3.10). The strings share memory with the URN.
type SCIMAttribute struct {
	Schema urn.URN // urn:ietf:params:scim:schemas:core:2.0:User
	Name   string  // "emails"
	Sub    string  // "type" in emails.type; "" if there is none
}

// ParseSCIMAttribute splits a URN such as
//
//	urn:ietf:params:scim:schemas:core:2.0:User:emails.type
//
// at its last ":" into the schema and the attribute. Names of attributes may hold
// hyphens, "_" and "$" (RFC 7643, section 2.1), those of schemas dots and hyphens
// too. Schemas of other namespaces, which vendors use, are split alike.
//
// Nothing in a URN says where the schema ends. Since the schemas of the registry
// end in a version and a resource ("2.0:User"), what follows a version is taken for
// a resource, so that the URN of a schema alone is refused: it is an attribute that
// ends too early. The error is an [*Error]; without one, ParseSCIMAttribute does
// not allocate.
func ParseSCIMAttribute(u urn.URN) (SCIMAttribute, error) {
	const document = "RFC 7644, section 3.10"
	nss := u.NSS()
	colon := strings.LastIndexByte(nss, ':')
	if colon < 0 || isVersion(nss[:colon]) {
		return SCIMAttribute{}, nssError(u, len(nss), BadSyntax, document, nil)
	}
	if isNamespace(u, idIETF) {
		s, err := ParseSCIM(u)
		if err != nil {
			return SCIMAttribute{}, err
		}
		if s.Type != "schemas" {
			return SCIMAttribute{}, nssError(u, len(scimPrefix), BadSyntax, document, nil)
		}
		if s.Other == "" {
			return SCIMAttribute{}, nssError(u, len(nss), BadSyntax, document, nil)
		}
	}
	path := nss[colon+1:]
	if end, ok := scimAttribute.Match(path); !ok {
		return SCIMAttribute{}, nssError(u, colon+1+end, BadSyntax, document, nil)
	}
	schema, err := u.Syntax().Parse(u.String()[:u.Offsets().NSS().Start+colon])
	if err != nil { // the NSS begins with its only ":"
		return SCIMAttribute{}, nssError(u, colon, BadSyntax, document, nil)
	}
	a := SCIMAttribute{Schema: schema}
	a.Name, a.Sub, _ = strings.Cut(path, ".")
	return a, nil
}

// isVersion reports whether the last piece of s is a version, such as "2.0".
func isVersion(s string) bool {
	s = s[strings.LastIndexByte(s, ':')+1:]
	major, minor, ok := strings.Cut(s, ".")
	return ok && isNumber(major) && isNumber(minor)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Equal reports whether a and b name the same attribute: RFC 7644, section 3.10,
// has the URN, the attribute and the sub-attribute matched in either case, although
// the URN by itself is matched exactly (RFC 7643, section 10.2.1). It does not
// allocate.
func (a SCIMAttribute) Equal(b SCIMAttribute) bool {
	return strings.EqualFold(a.Schema.AssignedName(), b.Schema.AssignedName()) &&
		strings.EqualFold(a.Name, b.Name) && strings.EqualFold(a.Sub, b.Sub)
}
