// Package isni is the typed value of urn:isni: an International Standard Name
// Identifier (ISO 27729, and the registration template of 2025).
package isni

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "isni"

// ISNI is a name identifier of sixteen digits, the last of which may be "X". Values are
// comparable with ==. The zero value is not an ISNI.
type ISNI struct{ digits string }

// FromURN returns the ISNI of a urn:isni. An "x" counts as "X", as the template recommends.
// It shares memory with u if u is in normal form. The error is a
// [*github.com/seed7b5a83f0/urn/namespace.Error]; without one, FromURN allocates only for an "x"
// or a name that is not in normal form.
func FromURN(u urn.URN) (ISNI, error) {
	nss, err := typed.Name(u, nid)
	return ISNI{nss}, err
}

// Parse returns the ISNI of sixteen digits, or of a text in the form for people, such as
// "ISNI 0000 0001 2124 1960". The error is a
// [*github.com/seed7b5a83f0/urn/namespace.Error], or a [*urn.SyntaxError] if text has a
// character that no URN may contain.
func Parse(text string) (ISNI, error) {
	digits := text
	if rest, ok := strings.CutPrefix(text, "ISNI "); ok {
		digits = rest
	}
	if len(digits) == len("0000 0001 2124 1960") && digits[4] == ' ' && digits[9] == ' ' && digits[14] == ' ' {
		digits = digits[:4] + digits[5:9] + digits[10:14] + digits[15:]
	}
	return typed.Parse(nid, digits, FromURN)
}

// URN returns the urn:isni. The zero ISNI gives the zero URN.
func (s ISNI) URN() urn.URN { return typed.URN(nid, s.digits) }

// String returns the sixteen digits, or "" for the zero ISNI.
func (s ISNI) String() string { return s.digits }

// Display returns the form that ISO 27729 requires for people to read, such as "ISNI 0000
// 0001 2124 1960". It returns "" for the zero ISNI.
func (s ISNI) Display() string {
	if s.digits == "" {
		return ""
	}
	d := s.digits
	return "ISNI " + d[:4] + " " + d[4:8] + " " + d[8:12] + " " + d[12:]
}
