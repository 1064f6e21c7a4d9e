// Package isbn parses and formats ISBNs, including urn:isbn names.
//
// The syntax is taken from RFC 3187 and from the registration template of 2017, which converts
// an ISBN-10 to the ISBN-13 that replaces it.
package isbn

import (
	"database/sql/driver"
	"sort"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "isbn"

// ISBN is an ISBN of thirteen digits. An ISBN-10 and the ISBN-13 that replaces it are
// the same value. Values are comparable with ==. The zero value is not an ISBN.
type ISBN struct{ digits [13]byte }

// FromURN returns the ISBN of a urn:isbn. Without an error, FromURN does not allocate.
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
	b[12] = ascii.CheckDigit(b[:12])
	return ISBN{b}, nil
}

// Parse returns the ISBN of ten or thirteen digits, with or without hyphens.
func Parse(text string) (ISBN, error) { return typed.Parse(nid, text, FromURN) }

// URN returns the urn:isbn of thirteen digits without hyphens. The zero ISBN gives the zero URN.
func (b ISBN) URN() urn.URN { return typed.URN(nid, b.String()) }

// String returns the thirteen digits without hyphens, or "" for the zero ISBN.
func (b ISBN) String() string {
	if b == (ISBN{}) {
		return ""
	}
	return string(b.digits[:])
}

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (b ISBN) MarshalText() ([]byte, error)     { return []byte(b.String()), nil }
func (b *ISBN) UnmarshalText(text []byte) error { return typed.Unmarshal(b, string(text), Parse) }
func (b *ISBN) Scan(src any) error              { return typed.Scan(b, src, Parse) }
func (b ISBN) Value() (driver.Value, error)     { return typed.Value(b) }

// ISBN10 returns the ten digits that b had before 2007, the last of which may be "X". It
// returns false if b does not begin with 978: then b has no such form.
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

// Updated returns the date, as YYYY-MM-DD, of the ranges of the International ISBN Agency
// that [ISBN.Hyphenated] uses.
func Updated() string { return rangesUpdated }

// elements is a range of ISBNs in which the elements have the same lengths.
type elements struct {
	low, high         uint32 // the nine digits after 978, or the nine digits after 979 plus 1,000,000,000
	group, registrant uint8  // the lengths of these elements
}

// Hyphenated returns the thirteen digits with hyphens between the elements, such as
// "978-0-8044-2957-3". It returns false if the International ISBN Agency has not assigned
// the range of b as of [Updated]. If the Agency has divided a range differently since then,
// the hyphens are still those of that date. A program that does not call Hyphenated does
// not contain the ranges.
func (b ISBN) Hyphenated() (string, bool) {
	if b == (ISBN{}) {
		return "", false
	}
	n := uint32(b.digits[2]-'8') * 1_000_000_000
	scale := uint32(100_000_000)
	for _, c := range b.digits[3:12] {
		n += uint32(c-'0') * scale
		scale /= 10
	}
	i := sort.Search(len(ranges), func(i int) bool { return ranges[i].high >= n })
	if i == len(ranges) || ranges[i].low > n {
		return "", false
	}
	group := 3 + int(ranges[i].group)
	registrant := group + int(ranges[i].registrant)
	s := string(b.digits[:])
	return s[:3] + "-" + s[3:group] + "-" + s[group:registrant] + "-" + s[registrant:12] + "-" + s[12:], true
}
