// Package mrn parses and formats Maritime Resource Names, including urn:mrn names (registration
// template of 2024).
package mrn

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "mrn"

// MRN is a Maritime Resource Name. Values are comparable with ==. The zero value is not an MRN.
type MRN struct{ nss string }

// Parts are the parts of an [MRN], with the names that the template gives them.
type Parts struct {
	OID   string // the organization that governs the name, such as "imo"
	OSNID string // the organization's namespace, such as "imo-number"
	OSNS  string // the name in that namespace, with its escapes, such as "9743368"
}

// FromURN returns the MRN of a urn:mrn. It shares memory with u if u is in normal form.
func FromURN(u urn.URN) (MRN, error) {
	nss, err := typed.Name(u, nid)
	return MRN{nss}, err
}

// Parse returns the MRN of a text such as "imo:imo-number:9743368".
func Parse(text string) (MRN, error) { return typed.Parse(nid, text, FromURN) }

// New returns the MRN of its parts. An error quotes the text that they make.
func New(p Parts) (MRN, error) {
	return typed.New(nid, p.OID+":"+p.OSNID+":"+p.OSNS, FromURN, p, MRN.Parts)
}

// Parts returns the parts of m. They share memory with m.
func (m MRN) Parts() Parts {
	var p Parts
	p.OID, p.OSNS, _ = strings.Cut(m.nss, ":")
	p.OSNID, p.OSNS, _ = strings.Cut(p.OSNS, ":")
	return p
}

// URN returns the urn:mrn. The zero MRN gives the zero URN.
func (m MRN) URN() urn.URN { return typed.URN(nid, m.nss) }

// String returns the text after "urn:mrn:", or "" for the zero MRN.
func (m MRN) String() string { return m.nss }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (m MRN) MarshalText() ([]byte, error)     { return []byte(m.String()), nil }
func (m *MRN) UnmarshalText(text []byte) error { return typed.Unmarshal(m, string(text), Parse) }
func (m *MRN) Scan(src any) error              { return typed.Scan(m, src, Parse) }
func (m MRN) Value() (driver.Value, error)     { return typed.Value(m) }
