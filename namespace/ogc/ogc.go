// Package ogc is the typed value of urn:ogc:def:crs: the name of a coordinate reference
// system. RFC 5165 defines the namespace.
package ogc

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "ogc"
	prefix   = "def:crs:"
	document = "RFC 5165, section 2"
)

// CRS names a coordinate reference system, such as "EPSG::4326". Values are comparable
// with ==. The zero value is not a CRS.
type CRS struct{ name string }

// Parts are the parts of a [CRS], as they are written in the URN.
type Parts struct {
	Authority string // such as "EPSG"
	Version   string // the version of the authority's register; "" for any
	Code      string // such as "4326"; may contain a ":" before parameters
}

// FromURN returns the CRS of a urn:ogc:def:crs. It shares memory with u. A compound
// system, "def:crs,crs:…", is an error. The error is a [*namespace.Error]; without one,
// FromURN does not allocate if u is in normal form.
func FromURN(u urn.URN) (CRS, error) {
	nss, err := typed.Name(u, nid)
	if err != nil {
		return CRS{}, err
	}
	name, ok := strings.CutPrefix(nss, prefix)
	if !ok {
		return CRS{}, typed.Fault(u, 0, namespace.BadSyntax, document)
	}
	c := CRS{name}
	if p := c.Parts(); p.Authority == "" || p.Code == "" {
		return CRS{}, typed.Fault(u, len(nss), namespace.BadSyntax, document)
	}
	return c, nil
}

// Parse returns the CRS of a text such as "EPSG::4326" or "EPSG:9.9.1:4326": the authority,
// the version and the code. A text with one ":" has no version: "EPSG:4326". The error is a
// [*namespace.Error], or a [*urn.SyntaxError] if text has a character that no URN may contain.
func Parse(text string) (CRS, error) {
	if authority, code, ok := strings.Cut(text, ":"); ok && !strings.Contains(code, ":") {
		text = authority + "::" + code
	}
	return typed.Parse(nid, prefix+text, FromURN)
}

// New returns the CRS of its parts. It fails if a part is missing or has a character that may
// not occur there.
func New(p Parts) (CRS, error) {
	return typed.New(nid, prefix+p.Authority+":"+p.Version+":"+p.Code, FromURN, p, CRS.Parts)
}

// Parts returns the parts of c. They share memory with c.
func (c CRS) Parts() (p Parts) {
	p.Authority, p.Code, _ = strings.Cut(c.name, ":")
	p.Version, p.Code, _ = strings.Cut(p.Code, ":")
	return p
}

// URN returns the urn:ogc:def:crs. The zero CRS gives the zero URN.
func (c CRS) URN() urn.URN {
	if c.name == "" {
		return urn.URN{}
	}
	return typed.URN(nid, prefix+c.name)
}

// String returns the text after "urn:ogc:def:crs:", such as "EPSG::4326".
func (c CRS) String() string { return c.name }
