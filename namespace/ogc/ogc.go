// Package ogc parses and formats the names of coordinate reference systems in urn:ogc:def:crs. RFC
// 5165 defines the namespace.
package ogc

import (
	"cmp"
	"database/sql/driver"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "ogc"
	prefix   = "def:crs:"
	document = "RFC 5165, section 2"
	address  = "//www.opengis.net/def/crs/"

	compound        = "def:crs,crs:"
	next            = ",crs:"
	compounds       = "OGC 07-092r3, clause 7.5.2"
	compoundAddress = "//www.opengis.net/def/crs-compound?"
)

// CRS names a coordinate reference system, such as "EPSG::4326", or a compound one of two or three
// systems. Values are comparable with ==. The zero value is not a CRS.
type CRS struct{ name string }

// Parts are the parts of a [CRS], as they are written in the URN.
type Parts struct {
	Authority string // such as "EPSG"
	Version   string // the version of the authority's register; "" for any
	Code      string // such as "4326"; may contain a ":" before parameters
	// Rest lists the further systems of a compound CRS, as [CRS.String] writes them, such as
	// "EPSG::5713". It is "" if c is not compound.
	Rest string
}

// FromURN returns the CRS of a urn:ogc:def:crs. It shares memory with u. The CRS is compound if u
// has the form of OGC 07-092r3, clause 7.5.2: "def:crs,crs:EPSG::4269,crs:EPSG::5713". Without an
// error, FromURN does not allocate if u is a URN of RFC 8141, in normal form and not compound.
func FromURN(u urn.URN) (CRS, error) {
	nss, err := typed.Name(u, nid)
	if err != nil {
		return CRS{}, err
	}
	name, single := strings.CutPrefix(nss, prefix)
	systems := []string{name}
	if !single {
		var ok bool
		if name, ok = strings.CutPrefix(nss, compound); !ok {
			return CRS{}, typed.Fault(u, 0, document, "want def:crs:")
		}
		systems = strings.Split(name, next)
	}
	at := len(nss) - len(name)
	for _, system := range systems {
		switch p := (CRS{system}).Parts(); {
		case typed.IsURN(system) || strings.Contains(system, "//"):
			return CRS{}, typed.Fault(u, at, document, "the NSS contains a URN or a URL")
		case p.Authority == "" || p.Code == "":
			return CRS{}, typed.Fault(u, at+len(system), document, "want an authority, a version, which may be empty, and a code")
		case !single && strings.Contains(system, ","), single && strings.Contains(system, next):
			return CRS{}, typed.Fault(u, at+strings.Index(system, ","), compounds, "want a coordinate reference system, crs:")
		}
		at += len(system) + len(next)
	}
	if !single && len(systems) != 2 && len(systems) != 3 {
		return CRS{}, typed.Fault(u, len(nss), compounds, "want two or three coordinate reference systems")
	}
	return CRS{name}, nil
}

// Parse returns the CRS of a text such as "EPSG::4326" or "EPSG:9.9.1:4326": the authority, the
// version and the code. A text with one ":" has no version: "EPSG:4326". Parse also reads the
// systems of a compound CRS, as [CRS.String] returns them, a urn:ogc:def:crs, and an address, as
// [CRS.URL] returns it, with http or https. The path of an address must have three segments. The
// version 0 in an address means no version.
func Parse(text string) (CRS, error) {
	if typed.IsURN(text) {
		return typed.Parse(nid, text, FromURN)
	}
	if list := components(text); list != nil {
		return joined(text, list)
	}
	name, at := text, 0 // the name has the offsets of text up to the end of the authority, and of its end
	if path, ok := below(text, address); ok {
		at = len(text) - len(path)
		p := strings.Split(path, "/")
		if len(p) != 3 || slices.Contains(p, "") || strings.Contains(p[0]+p[1], ":") {
			return CRS{}, typed.Text(text, at, namespace.BadSyntax, "", "want three segments: an authority, a version and a code")
		}
		if p[1] == "0" {
			p[1] = ""
		}
		name = strings.Join(p, ":")
	} else if authority, code, ok := strings.Cut(name, ":"); ok && !strings.Contains(code, ":") {
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

// below returns the text after an address, with http or https.
func below(text, address string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(text, "http:"+address); !ok {
		rest, ok = strings.CutPrefix(text, "https:"+address)
	}
	return rest, ok
}

// components returns the texts of the systems of a compound one, or nil: in an address, they are
// the values of the parameters 1, 2 and 3.
func components(text string) []string {
	query, ok := below(text, compoundAddress)
	if !ok {
		if strings.Contains(text, next) {
			return strings.Split(text, next)
		}
		return nil
	}
	list := strings.Split(query, "&")
	for i, parameter := range list {
		value, ok := strings.CutPrefix(parameter, strconv.Itoa(i+1)+"=")
		if plain, err := url.QueryUnescape(value); ok && err == nil {
			value = plain
		}
		list[i] = value // a parameter without its number is not an address
	}
	return list
}

// joined returns the compound CRS of systems that are in text.
func joined(text string, list []string) (CRS, error) {
	names := make([]string, len(list))
	between, at := len(next), 0
	if _, ok := below(text, compoundAddress); ok {
		between = len("&1=")
	}
	for i, system := range list {
		at += max(0, strings.Index(text[at:], system)) // -1 if text has escapes for it
		c, err := Parse(system)
		if err != nil {
			return CRS{}, typed.Moved(err, text, func(i int) int { return min(at+i, len(text)) })
		}
		names[i], at = c.name, min(at+len(system)+between, len(text))
	}
	c, err := typed.Parse(nid, compound+strings.Join(names, next), FromURN)
	return c, typed.Moved(err, text, func(int) int { return len(text) })
}

// URL returns the address of c, such as "http://www.opengis.net/def/crs/EPSG/0/4326", in which
// the version 0 stands for any version (OGC 09-048r5). So the address of "EPSG:0:4326" reads back
// as "EPSG::4326". The address of a compound CRS is "http://www.opengis.net/def/crs-compound?1=" with
// the address of the first system, "&2=" with that of the second, and so on (OGC 11-135r2, as
// rasdaman's SECORE reads it), with "%" and "+" escaped. URL returns "" for the zero CRS and for a CRS
// with a "/", which would end a segment.
func (c CRS) URL() string {
	if c.name == "" || strings.Contains(c.name, "/") {
		return ""
	}
	var list []string
	for i, system := range strings.Split(c.name, next) {
		p := CRS{system}.Parts()
		list = append(list, strconv.Itoa(i+1)+"=http:"+address+p.Authority+"/"+cmp.Or(p.Version, "0")+"/"+p.Code)
	}
	if len(list) == 1 {
		return list[0][len("1="):]
	}
	return "http:" + compoundAddress + strings.NewReplacer("%", "%25", "+", "%2B").Replace(strings.Join(list, "&"))
}

// New returns the CRS of its parts. It fails if a part is missing or has a character that may
// not occur there.
func New(p Parts) (CRS, error) {
	text := prefix + p.Authority + ":" + p.Version + ":" + p.Code
	if p.Rest != "" {
		text = compound + strings.TrimPrefix(text, prefix) + next + p.Rest
	}
	return typed.New(nid, text, FromURN, p, CRS.Parts)
}

// Parts returns the parts of c. They share memory with c.
func (c CRS) Parts() Parts {
	var p Parts
	p.Authority, p.Code, _ = strings.Cut(c.name, ":")
	p.Version, p.Code, _ = strings.Cut(p.Code, ":")
	p.Code, p.Rest, _ = strings.Cut(p.Code, next)
	return p
}

// URN returns the urn:ogc:def:crs. The zero CRS gives the zero URN.
func (c CRS) URN() urn.URN {
	switch {
	case c.name == "":
		return urn.URN{}
	case strings.Contains(c.name, next):
		return typed.URN(nid, compound+c.name)
	}
	return typed.URN(nid, prefix+c.name)
}

// String returns the text after "urn:ogc:def:crs:", such as "EPSG::4326", or, of a compound CRS, after
// "urn:ogc:def:crs,crs:", such as "EPSG::4269,crs:EPSG::5713". It returns "" for the zero CRS.
func (c CRS) String() string { return c.name }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (c CRS) MarshalText() ([]byte, error)     { return []byte(c.String()), nil }
func (c *CRS) UnmarshalText(text []byte) error { return typed.Unmarshal(c, string(text), Parse) }
func (c *CRS) Scan(src any) error              { return typed.Scan(c, src, Parse) }
func (c CRS) Value() (driver.Value, error)     { return typed.Value(c) }
