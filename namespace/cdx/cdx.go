// Package cdx parses and formats BOM-Links of CycloneDX, which name a bill of materials (BOM) or
// an element of a BOM. It includes urn:cdx names (registration template of 2022).
package cdx

import (
	"database/sql/driver"
	"math"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

const (
	nid      = "cdx"
	document = "IANA template of urn:cdx, Syntax"
)

var wantVersion = "want a version from 1 to " + strconv.Itoa(math.MaxInt)

// BOMLink names a bill of materials, or an element of a bill of materials. Values are
// comparable with ==. The zero value is not a BOM-Link.
type BOMLink struct{ p Parts }

// Parts are the parts of a [BOMLink].
type Parts struct {
	Serial  uuid.UUID // the serialNumber of the BOM
	Version int       // the version of the BOM, 1 or more
	Ref     string    // the bom-ref of an element, without escapes; "" for the BOM itself
}

// FromURN returns the BOM-Link of a urn:cdx. Its f-component is the bom-ref, whose escapes are
// decoded: "%20" is a space, and "+" is "+". A version that exceeds an int is an error. A BOM-Link
// ignores the letter case of the UUID. So two URNs that are not equal under
// [github.com/seed7b5a83f0/urn/namespace.Equal] may have the same BOM-Link.
//
// The escapes "%2F", "%40" and "%3A" of cyclonedx-go are read as "/", "@" and ":". It also writes a
// space as "+", which nothing in the name tells from a "+". Decode the f-component of a name that it
// has written with [net/url.QueryUnescape].
func FromURN(u urn.URN) (BOMLink, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return BOMLink{}, err
	}
	serial, version, _ := strings.Cut(nss, "/")
	var p Parts
	if p.Serial, err = uuid.Parse(serial); err != nil {
		return BOMLink{}, typed.Fault(u, 0, document, "want a UUID")
	}
	if p.Version, err = strconv.Atoi(version); err != nil || p.Version < 1 {
		return BOMLink{}, typed.Fault(u, len(serial)+1, document, wantVersion)
	}
	p.Ref, _ = urn.Unescape(u.F()) // a URN has no malformed escape
	return BOMLink{p}, nil
}

// Parse returns the BOM-Link of a text such as
// "f08a6ccd-4dce-4759-bd84-c626675d60a7/1#componentA", or of a urn:cdx.
func Parse(text string) (BOMLink, error) {
	name, _, hasRef := strings.Cut(text, "#")
	if typed.IsURN(text) || !hasRef {
		return typed.Parse(nid, text, FromURN)
	}
	if b, err := typed.Parse(nid, name, FromURN); err != nil {
		return b, typed.Moved(err, text, func(i int) int { return i })
	}
	b, err := typed.Parse(nid, "urn:cdx:"+text, FromURN) // with its f-component
	return b, typed.Moved(err, text, func(i int) int { return i - len("urn:cdx:") })
}

// New returns the BOM-Link of its parts. It fails if the version is less than 1.
func New(p Parts) (BOMLink, error) {
	if p.Version < 1 {
		return BOMLink{}, typed.Argument("version " + strconv.Itoa(p.Version) + "; " + wantVersion)
	}
	return BOMLink{p}, nil
}

// Parts returns the parts of b.
func (b BOMLink) Parts() Parts { return b.p }

// URN returns the urn:cdx. The zero BOMLink gives the zero URN.
func (b BOMLink) URN() urn.URN { return typed.URN(nid, b.String()) }

// String returns the text after "urn:cdx:", or "" for the zero BOMLink.
func (b BOMLink) String() string {
	if b == (BOMLink{}) {
		return ""
	}
	s := b.p.Serial.String() + "/" + strconv.Itoa(b.p.Version)
	if b.p.Ref != "" {
		ref, _ := urn.RFC8141.Escape(urn.ComponentF, b.p.Ref) // RFC 8141 has f-components
		s += "#" + ref
	}
	return s
}

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (b BOMLink) MarshalText() ([]byte, error)     { return []byte(b.String()), nil }
func (b *BOMLink) UnmarshalText(text []byte) error { return typed.Unmarshal(b, string(text), Parse) }
func (b *BOMLink) Scan(src any) error              { return typed.Scan(b, src, Parse) }
func (b BOMLink) Value() (driver.Value, error)     { return typed.Value(b) }
