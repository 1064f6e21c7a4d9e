// Package gsma is the typed value of urn:gsma:imei (RFC 7254): the IMEI of a mobile
// device.
package gsma

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
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

// FromURN returns the IMEI of a urn:gsma:imei. The spare digit must be 0 (RFC 7254, section
// 3): a name with another digit is not the name of the device. The parameter "vers" must be
// absent or 0. The error is a [*github.com/seed7b5a83f0/urn/namespace.Error]; without one,
// FromURN does not allocate.
func FromURN(u urn.URN) (IMEI, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return IMEI{}, err
	}
	const prefix, form = "imei:", "imei:00000000-000000-0"
	if len(nss) < len(form) || !strings.EqualFold(nss[:len(prefix)], prefix) {
		return IMEI{}, typed.Fault(u, 0, namespace.BadSyntax, document)
	}
	if nss[len(form)-1] != '0' {
		return IMEI{}, typed.Fault(u, len(form)-1, namespace.BadSyntax, document)
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
		return IMEI{}, typed.Fault(u, len(nss)-len(rest)+len(vers), namespace.BadSyntax, document)
	}
	return m, nil
}

// Parse returns the IMEI of 14 digits without the check digit, of 15 digits with it, or
// of 16 digits with a software version instead (IMEISV). The error is a
// [*github.com/seed7b5a83f0/urn/namespace.Error].
func Parse(text string) (IMEI, error) {
	var m IMEI
	wrong := func(at int) error {
		return &namespace.Error{NID: nid, Offset: at, Reason: namespace.BadSyntax, Document: document}
	}
	for i := range len(text) {
		if c := text[i]; c < '0' || c > '9' || i == 16 {
			return IMEI{}, wrong(i)
		}
	}
	if len(text) < 14 {
		return IMEI{}, wrong(len(text))
	}
	copy(m.digits[:], text)
	switch len(text) {
	case 15:
		if text[14] != m.CheckDigit() {
			return IMEI{}, &namespace.Error{NID: nid, Offset: 14, Reason: namespace.BadCheckDigit, Document: "RFC 7254, section 4.2.3"}
		}
	case 16:
		copy(m.svn[:], text[14:])
	}
	return m, nil
}

// URN returns the urn:gsma:imei, with the spare digit 0. The zero IMEI gives the zero
// URN.
func (m IMEI) URN() urn.URN {
	if m == (IMEI{}) {
		return urn.URN{}
	}
	nss := "imei:" + m.TAC() + "-" + m.Serial() + "-0"
	if v := m.SoftwareVersion(); v != "" {
		nss += ";svn=" + v
	}
	return typed.URN(nid, nss)
}

// String returns the digits that a device shows: 15 with the check digit, or 16 with the
// software version if m has one. It returns "" for the zero IMEI.
func (m IMEI) String() string {
	switch v := m.SoftwareVersion(); {
	case m == IMEI{}:
		return ""
	case v != "":
		return string(m.digits[:]) + v
	}
	return string(m.digits[:]) + string(rune(m.CheckDigit()))
}

// TAC returns the type allocation code, eight digits.
func (m IMEI) TAC() string { return m.part(0, 8) }

// Serial returns the serial number, six digits.
func (m IMEI) Serial() string { return m.part(8, 14) }

func (m IMEI) part(from, to int) string {
	if m == (IMEI{}) {
		return ""
	}
	return string(m.digits[from:to])
}

// SoftwareVersion returns the software version, two digits, or "" if there is none.
func (m IMEI) SoftwareVersion() string {
	if m.svn == [2]byte{} {
		return ""
	}
	return string(m.svn[:])
}

// CheckDigit returns the check digit that a device shows after the 14 digits, by the Luhn
// algorithm. It is not part of the URN. It is 0, not '0', for the zero IMEI.
func (m IMEI) CheckDigit() byte {
	if m == (IMEI{}) {
		return 0
	}
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
