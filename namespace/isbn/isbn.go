// Package isbn is the typed value of urn:isbn: an ISBN as thirteen digits.
//
// The syntax is that of RFC 3187 and of the registration template of 2017, which
// converts an ISBN-10 to the ISBN-13 that replaces it.
package isbn

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "isbn"

// ISBN is an ISBN of thirteen digits. An ISBN-10 and the ISBN-13 that replaces it are
// the same value. Values are comparable with ==. The zero value is no ISBN.
type ISBN struct{ digits [13]byte }

// FromURN returns the ISBN of a urn:isbn. The error is a
// [*github.com/seed7b5a83f0/urn/namespace.Error]; without one, FromURN does not
// allocate.
func FromURN(u urn.URN) (ISBN, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return ISBN{}, err
	}
	b := [13]byte{'9', '7', '8'}
	n := 0
	if len(nss)-strings.Count(nss, "-") == 10 {
		n = 3
	}
	for i := 0; n < 12; i++ {
		if nss[i] != '-' {
			b[n] = nss[i]
			n++
		}
	}
	sum := 0
	for i, c := range b[:12] {
		sum += int(c-'0') * (1 + 2*(i&1))
	}
	b[12] = '0' + byte((10-sum%10)%10)
	return ISBN{b}, nil
}

// Parse returns the ISBN of ten or thirteen digits, with or without hyphens. The error
// is a [*github.com/seed7b5a83f0/urn/namespace.Error], or a [*urn.SyntaxError] if text
// holds what no URN may hold.
func Parse(text string) (ISBN, error) { return typed.Parse(nid, text, FromURN) }

// URN returns the urn:isbn of thirteen digits without hyphens. The zero ISBN gives the
// zero URN.
func (b ISBN) URN() urn.URN {
	if b == (ISBN{}) {
		return urn.URN{}
	}
	return urn.MustParse("urn:isbn:" + string(b.digits[:]))
}

// String returns the thirteen digits without hyphens, or "" for the zero ISBN.
func (b ISBN) String() string {
	if b == (ISBN{}) {
		return ""
	}
	return string(b.digits[:])
}

// ISBN10 returns the ten digits that b had before 2007, the last of which may be "X".
// It returns false if b has none: it does not begin with 978.
func (b ISBN) ISBN10() (string, bool) {
	if string(b.digits[:3]) != "978" {
		return "", false
	}
	sum := 0
	for i, c := range b.digits[3:12] {
		sum += (10 - i) * int(c-'0')
	}
	return string(b.digits[3:12]) + "0123456789X"[(11-sum%11)%11:][:1], true
}
