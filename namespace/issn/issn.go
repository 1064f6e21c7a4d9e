// Package issn parses and formats ISSNs, including urn:issn names (RFC 3044, and the registration
// template of 2017).
package issn

import (
	"database/sql/driver"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "issn"

// ISSN is an ISSN of eight digits, the last of which may be "X". Values are comparable
// with ==. The zero value is not an ISSN.
type ISSN struct{ digits [8]byte }

// FromURN returns the ISSN of a urn:issn. Without an error, FromURN does not allocate.
func FromURN(u urn.URN) (ISSN, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return ISSN{}, err
	}
	var s ISSN
	n := 0
	for i := range len(nss) {
		switch c := nss[i]; c {
		case '-':
			continue
		case 'x':
			s.digits[n] = 'X'
		default:
			s.digits[n] = c
		}
		n++
	}
	return s, nil
}

// Parse returns the ISSN of a text such as "2434-561X", with or without its hyphen.
func Parse(text string) (ISSN, error) { return typed.Parse(nid, text, FromURN) }

// URN returns the urn:issn with its hyphen. The zero ISSN gives the zero URN.
func (s ISSN) URN() urn.URN { return typed.URN(nid, s.String()) }

// String returns the digits with the hyphen, or "" for the zero ISSN.
func (s ISSN) String() string {
	if s == (ISSN{}) {
		return ""
	}
	return string(s.digits[:4]) + "-" + string(s.digits[4:])
}

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (s ISSN) MarshalText() ([]byte, error)     { return []byte(s.String()), nil }
func (s *ISSN) UnmarshalText(text []byte) error { return typed.Unmarshal(s, string(text), Parse) }
func (s *ISSN) Scan(src any) error              { return typed.Scan(s, src, Parse) }
func (s ISSN) Value() (driver.Value, error)     { return typed.Value(s) }
