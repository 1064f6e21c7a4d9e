// Package nbn parses and formats National Bibliography Numbers, including urn:nbn names (RFC 8458).
package nbn

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "nbn"

// NBN is a National Bibliography Number. Values are comparable with ==. The zero value
// is not an NBN.
type NBN struct{ nss string }

// Parts are the parts of an [NBN] (RFC 8458, section 4.2).
type Parts struct {
	Country      string // the country code of ISO 3166-1, in lower case
	Subnamespace string // such as "bvb:12"; "" if there is none
	ID           string // the nbn-string, with its escapes
}

// FromURN returns the NBN of a urn:nbn. It shares memory with u if u is in normal form.
func FromURN(u urn.URN) (NBN, error) {
	nss, err := typed.Name(u, nid)
	return NBN{nss}, err
}

// Parse returns the NBN of a text such as "de:bvb:12-opus-8123".
func Parse(text string) (NBN, error) { return typed.Parse(nid, text, FromURN) }

// New returns the NBN of its parts. An error quotes the text that they make.
func New(p Parts) (NBN, error) {
	prefix := p.Country
	if p.Subnamespace != "" {
		prefix += ":" + p.Subnamespace
	}
	return typed.New(nid, prefix+"-"+p.ID, FromURN, p, NBN.Parts)
}

// Parts returns the parts of n. They share memory with n.
func (n NBN) Parts() Parts {
	var p Parts
	p.Country, p.ID, _ = strings.Cut(n.nss, "-")
	p.Country, p.Subnamespace, _ = strings.Cut(p.Country, ":")
	return p
}

// URN returns the urn:nbn. The zero NBN gives the zero URN.
func (n NBN) URN() urn.URN { return typed.URN(nid, n.nss) }

// String returns the text after "urn:nbn:", or "" for the zero NBN.
func (n NBN) String() string { return n.nss }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (n NBN) MarshalText() ([]byte, error)     { return []byte(n.String()), nil }
func (n *NBN) UnmarshalText(text []byte) error { return typed.Unmarshal(n, string(text), Parse) }
func (n *NBN) Scan(src any) error              { return typed.Scan(n, src, Parse) }
func (n NBN) Value() (driver.Value, error)     { return typed.Value(n) }
