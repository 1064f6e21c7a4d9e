// Package ogc is the typed value of urn:ogc:def:crs: the name of a coordinate reference
// system. RFC 5165 defines the namespace.
package ogc

import (
	"cmp"
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "ogc"
	prefix   = "def:crs:"
	document = "RFC 5165, section 2"
	address  = "//www.opengis.net/def/crs/"
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

// FromURN returns the CRS of a urn:ogc:def:crs. It shares memory with u. A compound system,
// "def:crs,crs:…", is an error. Without an error, FromURN does not allocate if u is in normal
// form.
func FromURN(u urn.URN) (CRS, error) {
	nss, err := typed.Name(u, nid)
	if err != nil {
		return CRS{}, err
	}
	name, ok := strings.CutPrefix(nss, prefix)
	c := CRS{name}
	switch p := c.Parts(); {
	case !ok:
		return CRS{}, typed.Fault(u, 0, document, "want def:crs:")
	case typed.IsURN(name) || strings.Contains(name, "//"):
		return CRS{}, typed.Fault(u, len(prefix), document, "the NSS contains a URN or a URL")
	case p.Authority == "" || p.Code == "":
		return CRS{}, typed.Fault(u, len(nss), document, "want an authority, a version, which may be empty, and a code")
	}
	return c, nil
}

// Parse returns the CRS of a text such as "EPSG::4326" or "EPSG:9.9.1:4326": the authority, the
// version and the code. A text with one ":" has no version: "EPSG:4326". Parse also reads a
// urn:ogc:def:crs and an address, as [CRS.URL] returns it, with http or https.
func Parse(text string) (CRS, error) {
	if typed.IsURN(text) {
		return typed.Parse(nid, text, FromURN)
	}
	name, at := text, 0 // the name has the offsets of text up to the end of the authority, and of its end
	for _, scheme := range [...]string{"http:", "https:"} {
		if path, ok := strings.CutPrefix(text, scheme+address); ok {
			name, at = strings.Replace(path, "/", ":", 2), len(text)-len(path)
			name = strings.Replace(name, ":0:", "::", 1)
		}
	}
	if authority, code, ok := strings.Cut(name, ":"); ok && !strings.Contains(code, ":") {
		name = authority + "::" + code
	}
	c, err := typed.Parse(nid, prefix+name, FromURN)
	return c, typed.Moved(err, text, func(i int) int {
		if i -= len(prefix); i > strings.IndexByte(name, ':') {
			return len(text) - (len(name) - i)
		}
		return at + i
	})
}

// URL returns the address of c, such as "http://www.opengis.net/def/crs/EPSG/0/4326", in which
// the version 0 stands for any version (OGC 09-048r5). It is "" for the zero CRS.
func (c CRS) URL() string {
	if c.name == "" {
		return ""
	}
	p := c.Parts()
	return "http:" + address + p.Authority + "/" + cmp.Or(p.Version, "0") + "/" + p.Code
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

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (c CRS) MarshalText() ([]byte, error)     { return typed.Marshal(c) }
func (c *CRS) UnmarshalText(text []byte) error { return typed.Unmarshal(c, string(text), Parse) }
func (c *CRS) Scan(src any) error              { return typed.Scan(c, src, Parse) }
func (c CRS) Value() (driver.Value, error)     { return typed.Value(c) }
