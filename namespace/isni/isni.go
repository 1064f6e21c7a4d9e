// Package isni parses and formats International Standard Name Identifiers, including urn:isni
// names (ISO 27729, and the registration template of 2025).
package isni

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "isni"

// ISNI is a name identifier of sixteen digits, the last of which may be "X". Values are
// comparable with ==. The zero value is not an ISNI.
type ISNI struct{ digits string }

// FromURN returns the ISNI of a urn:isni. A check character "x" is refused. The result shares memory
// with u if u is in normal form. Otherwise, and for an error, FromURN allocates.
func FromURN(u urn.URN) (ISNI, error) {
	nss, err := typed.Name(u, nid)
	return ISNI{nss}, err
}

// Parse returns the ISNI of sixteen digits, of a text in the form for people, such as "ISNI
// 0000 0001 2124 1960", or of a urn:isni.
func Parse(text string) (ISNI, error) {
	digits := strings.TrimPrefix(text, "ISNI ")
	before, spaces := len(text)-len(digits), 0
	if len(digits) == len("0000 0001 2124 1960") && digits[4] == ' ' && digits[9] == ' ' && digits[14] == ' ' {
		digits, spaces = digits[:4]+digits[5:9]+digits[10:14]+digits[15:], 3
	}
	s, err := typed.Parse(nid, digits, FromURN)
	return s, typed.Moved(err, text, func(i int) int { return before + i + min(i/4, spaces) })
}

// URN returns the urn:isni. The zero ISNI gives the zero URN.
func (s ISNI) URN() urn.URN { return typed.URN(nid, s.digits) }

// String returns the sixteen digits, or "" for the zero ISNI.
func (s ISNI) String() string { return s.digits }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (s ISNI) MarshalText() ([]byte, error)     { return []byte(s.String()), nil }
func (s *ISNI) UnmarshalText(text []byte) error { return typed.Unmarshal(s, string(text), Parse) }
func (s *ISNI) Scan(src any) error              { return typed.Scan(s, src, Parse) }
func (s ISNI) Value() (driver.Value, error)     { return typed.Value(s) }

// Display returns the form that ISO 27729 requires for people to read, such as "ISNI 0000
// 0001 2124 1960". It returns "" for the zero ISNI.
func (s ISNI) Display() string {
	if s.digits == "" {
		return ""
	}
	d := s.digits
	return "ISNI " + d[:4] + " " + d[4:8] + " " + d[8:12] + " " + d[12:]
}
