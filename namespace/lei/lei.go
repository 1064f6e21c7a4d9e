// Package lei parses and formats Legal Entity Identifiers, including urn:lei names (ISO 17442-1,
// and the registration template of 2021).
package lei

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "lei"

// LEI is a Legal Entity Identifier of twenty letters and digits. Values are comparable
// with ==. The zero value is not an LEI.
type LEI struct{ code string }

// FromURN returns the LEI of a urn:lei. It shares memory with u if its code is in upper case.
func FromURN(u urn.URN) (LEI, error) {
	nss, err := typed.NSS(u, nid)
	return LEI{strings.ToUpper(nss)}, err
}

// Parse returns the LEI of twenty letters and digits, in upper or lower case.
func Parse(text string) (LEI, error) { return typed.Parse(nid, text, FromURN) }

// URN returns the urn:lei, with the code in upper case. The zero LEI gives the zero URN.
func (l LEI) URN() urn.URN { return typed.URN(nid, l.code) }

// String returns the code in upper case, or "" for the zero LEI.
func (l LEI) String() string { return l.code }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (l LEI) MarshalText() ([]byte, error)     { return []byte(l.String()), nil }
func (l *LEI) UnmarshalText(text []byte) error { return typed.Unmarshal(l, string(text), Parse) }
func (l *LEI) Scan(src any) error              { return typed.Scan(l, src, Parse) }
func (l LEI) Value() (driver.Value, error)     { return typed.Value(l) }
