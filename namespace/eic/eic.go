// Package eic parses and formats Energy Identification Codes, including urn:eic names (EIC
// Reference Manual of ENTSO-E, and the registration template of 2021).
package eic

import (
	"database/sql/driver"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "eic"

// EIC is an Energy Identification Code of sixteen letters, digits and hyphens. Values
// are comparable with ==. The zero value is not an EIC.
type EIC struct{ code string }

// FromURN returns the EIC of a urn:eic. It shares memory with u. Without an error, FromURN does
// not allocate.
func FromURN(u urn.URN) (EIC, error) {
	nss, err := typed.NSS(u, nid)
	return EIC{nss}, err
}

// Parse returns the EIC of sixteen letters in upper case, digits and hyphens.
func Parse(text string) (EIC, error) { return typed.Parse(nid, text, FromURN) }

// URN returns the urn:eic. The zero EIC gives the zero URN.
func (e EIC) URN() urn.URN { return typed.URN(nid, e.code) }

// String returns the code, or "" for the zero EIC.
func (e EIC) String() string { return e.code }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (e EIC) MarshalText() ([]byte, error)     { return []byte(e.String()), nil }
func (e *EIC) UnmarshalText(text []byte) error { return typed.Unmarshal(e, string(text), Parse) }
func (e *EIC) Scan(src any) error              { return typed.Scan(e, src, Parse) }
func (e EIC) Value() (driver.Value, error)     { return typed.Value(e) }
