// Package gsma parses and formats the IMEI of a mobile device, including urn:gsma:imei names (RFC
// 7254).
package gsma

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "gsma"
	document = "RFC 7254, section 3"
)

// IMEI identifies a mobile device: a type allocation code of eight digits and a serial
// number of six. It may have a software version (IMEISV). Values are comparable with
// ==. The zero value is not an IMEI.
type IMEI struct {
	digits [14]byte
	svn    [2]byte // zero if there is none
}

// FromURN returns the IMEI of a urn:gsma:imei. The spare digit must be 0 (RFC 7254, section 3):
// a name with another digit is not the name of the device. The parameter "vers" must be absent
// or 0. Without an error, FromURN does not allocate.
func FromURN(u urn.URN) (IMEI, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return IMEI{}, err
	}
	const prefix, form = "imei:", "imei:00000000-000000-0"
	if len(nss) < len(form) || !strings.EqualFold(nss[:len(prefix)], prefix) {
		return IMEI{}, typed.Fault(u, 0, document, "want imei: and 8-6-1 digits")
	}
	if nss[len(form)-1] != '0' {
		return IMEI{}, typed.Fault(u, len(form)-1, document, "want the spare digit 0")
	}
	var m IMEI
	copy(m.digits[:8], nss[len(prefix):])
	copy(m.digits[8:], nss[len(prefix)+9:])
	const svn, vers = ";svn=", ";vers="
	rest := nss[len(form):]
	if len(rest) >= len(";svn=00") && strings.EqualFold(rest[:len(svn)], svn) {
		copy(m.svn[:], rest[len(svn):])
		rest = rest[len(";svn=00"):]
	}
	if rest != "" && !strings.EqualFold(rest, ";vers=0") {
		return IMEI{}, typed.Fault(u, len(nss)-len(rest)+len(vers), document, "want the version 0")
	}
	return m, nil
}

// Parse returns the IMEI of 15 digits with the check digit, of 16 digits with a software version
// instead (IMEISV), both with or without hyphens or spaces between digits, or of a urn:gsma:imei.
func Parse(text string) (IMEI, error) {
	if typed.IsURN(text) {
		return typed.Parse(nid, text, FromURN)
	}
	var digits [16]byte
	n, at := 0, 0
	for ; at < len(text); at++ {
		c, isSeparator := text[at], text[at] == '-' || text[at] == ' '
		switch {
		case ascii.IsDigit(c) && n < len(digits):
			digits[n] = c
			n++
			continue
		case isSeparator && at > 0 && ascii.IsDigit(text[at-1]) && at+1 < len(text):
			continue
		}
		break
	}
	if n < 15 || at < len(text) {
		return IMEI{}, typed.Error(nid, text, at, namespace.BadSyntax, document, errLength)
	}
	m := IMEI{digits: [14]byte(digits[:])}
	if n == 16 {
		m.svn = [2]byte(digits[14:])
	} else if c := m.checkDigit(); digits[14] != c {
		return IMEI{}, typed.Error(nid, text, len(text)-1, namespace.BadCheckDigit, "RFC 7254, section 4.2.3",
			errors.New("it should be '"+string(rune(c))+"'"))
	}
	return m, nil
}

var errLength = errors.New("want 15 digits with the check digit, or 16 with a software version")

// URN returns the urn:gsma:imei, with the spare digit 0. The zero IMEI gives the zero URN.
func (m IMEI) URN() urn.URN {
	if m == (IMEI{}) {
		return urn.URN{}
	}
	p := m.Parts()
	nss := "imei:" + p.TAC + "-" + p.Serial + "-0"
	if p.SoftwareVersion != "" {
		nss += ";svn=" + p.SoftwareVersion
	}
	return typed.URN(nid, nss)
}

// String returns the digits that a device shows: 15 with the check digit, or 16 with the software
// version if m has one. It returns "" for the zero IMEI.
func (m IMEI) String() string {
	p := m.Parts()
	return p.TAC + p.Serial + cmp.Or(p.SoftwareVersion, p.CheckDigit)
}

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (m IMEI) MarshalText() ([]byte, error)     { return []byte(m.String()), nil }
func (m *IMEI) UnmarshalText(text []byte) error { return typed.Unmarshal(m, string(text), Parse) }
func (m *IMEI) Scan(src any) error              { return typed.Scan(m, src, Parse) }
func (m IMEI) Value() (driver.Value, error)     { return typed.Value(m) }

// Parts are the parts of an [IMEI], in digits.
type Parts struct {
	TAC             string // the type allocation code, eight digits
	Serial          string // the serial number, six digits
	SoftwareVersion string // two digits, or "" if there is none
	// CheckDigit is the digit that a device shows after these 14 digits, by the Luhn algorithm.
	// It is not part of the URN.
	CheckDigit string
}

// Parts returns the parts of m. They are empty for the zero IMEI.
func (m IMEI) Parts() Parts {
	if m == (IMEI{}) {
		return Parts{}
	}
	p := Parts{TAC: string(m.digits[:8]), Serial: string(m.digits[8:]), CheckDigit: string(rune(m.checkDigit()))}
	if m.svn != [2]byte{} {
		p.SoftwareVersion = string(m.svn[:])
	}
	return p
}

func (m IMEI) checkDigit() byte {
	sum := 0
	for i, c := range m.digits {
		d := int(c - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return '0' + byte((10-sum%10)%10)
}
