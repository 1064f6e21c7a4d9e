// Package uuid parses and formats UUIDs, including urn:uuid names (RFC 9562), and returns their
// version and time.
package uuid

import (
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"math/bits"
	"strings"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
	"github.com/seed7b5a83f0/urn/namespace/internal/uuidtext"
)

const nid = "uuid"

// UUID is a UUID, in the order in which its octets are written (RFC 9562, section 4). Other
// packages use the same array type, so a conversion is enough. The zero UUID is the nil
// UUID of section 5.9.
type UUID [16]byte

// FromURN returns the UUID of a urn:uuid. A urn:oid, which [Parse] reads, is refused as BadNamespace.
// Without an error, FromURN does not allocate.
func FromURN(u urn.URN) (UUID, error) {
	if strings.EqualFold(u.NID(), nid) {
		if b, ok := uuidtext.Decode(u.NSS()); ok {
			return b, nil
		}
	}
	_, err := typed.NSS(u, nid)
	return UUID{}, err
}

// Parse returns the UUID of a text such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", in upper
// or lower case, of one in braces, of a urn:uuid, or of a urn:oid with the UUID as its arc below
// 2.25 (ITU-T X.667, clause 7). It allocates only for a URN or an error.
func Parse(text string) (UUID, error) {
	inner, braced := strings.CutPrefix(text, "{")
	bare, closed := strings.CutSuffix(inner, "}")
	switch b, ok := uuidtext.Decode(bare); {
	case ok && braced == closed:
		return b, nil
	case ok && braced:
		return UUID{}, typed.Error(nid, text, len(text), namespace.BadSyntax, "", errors.New(`want "}"`))
	case braced && !typed.IsURN(bare):
		id, err := typed.Parse(nid, bare, FromURN)
		return id, typed.Moved(err, text, func(i int) int { return i + len("{") })
	}
	if ascii.HasPrefixFold(text, "urn:oid:") {
		return typed.Parse("oid", text, fromOID)
	}
	return typed.Parse(nid, text, FromURN)
}

// fromOID returns the UUID of a urn:oid. The arc below 2.25 is the value of the 16 octets as an
// unsigned integer (ITU-T X.667, clause 6.3).
func fromOID(u urn.URN) (UUID, error) {
	nss, err := typed.NSS(u, "oid")
	if err != nil {
		return UUID{}, err
	}
	var high, low, over uint64
	arc, ok := strings.CutPrefix(nss, "2.25.")
	for i := 0; ok && i < len(arc); i++ {
		lowHigh, lowLow := bits.Mul64(low, 10)
		highHigh, highLow := bits.Mul64(high, 10)
		var carry uint64
		low, carry = bits.Add64(lowLow, uint64(arc[i]-'0'), 0)
		high, over = bits.Add64(highLow, lowHigh, carry)
		ok = arc[i] != '.' && highHigh|over == 0
	}
	if !ok {
		return UUID{}, typed.Fault(u, 0, "ITU-T X.667, clause 7", "want one arc below 2.25, of at most 128 bits")
	}
	var id UUID
	binary.BigEndian.PutUint64(id[:], high)
	binary.BigEndian.PutUint64(id[8:], low)
	return id, nil
}

// URN returns the urn:uuid of id, in normal form. It allocates the text.
func (id UUID) URN() urn.URN {
	var b [len("urn:uuid:") + uuidtext.Len]byte
	return urn.MustParse(string(uuidtext.Append(append(b[:0], "urn:uuid:"...), id)))
}

// String returns the text of id, in lower case.
func (id UUID) String() string {
	var b [uuidtext.Len]byte
	return string(uuidtext.Append(b[:0], id))
}

// MarshalText and Value write id.String(); UnmarshalText and Scan read what [Parse] does, and Scan
// also 16 bytes. NULL is an error, because the zero UUID is a UUID.
func (id UUID) MarshalText() ([]byte, error)     { return []byte(id.String()), nil }
func (id *UUID) UnmarshalText(text []byte) error { return typed.Unmarshal(id, string(text), Parse) }
func (id UUID) Value() (driver.Value, error)     { return typed.Value(id) }
func (id *UUID) Scan(src any) error {
	if b, ok := src.([]byte); ok && len(b) == len(id) {
		*id = UUID(b)
		return nil
	}
	return typed.Scan(id, src, Parse)
}

// Version returns the version, 0 to 15 (RFC 9562, section 4.2): the first four bits of
// octet 6. It is 0 if the variant, the first two bits of octet 8, is not the one of RFC 9562
// (section 4.1): then these bits are not a version.
func (id UUID) Version() int {
	if id[8]>>6 != 0b10 {
		return 0
	}
	return int(id[6] >> 4)
}

// Time returns the time in a UUID of version 1, 6 or 7, in UTC (RFC 9562, sections
// 5.1, 5.6 and 5.7). It returns false for any other version. Versions 1 and 6 count
// 100 nanoseconds, version 7 counts milliseconds.
func (id UUID) Time() (time.Time, bool) {
	var ticks uint64
	switch high := uint64(binary.BigEndian.Uint32(id[:])); id.Version() {
	case 1:
		ticks = uint64(binary.BigEndian.Uint16(id[6:])&0xFFF)<<48 | uint64(binary.BigEndian.Uint16(id[4:]))<<32 | high
	case 6:
		ticks = high<<28 | uint64(binary.BigEndian.Uint16(id[4:]))<<12 | uint64(binary.BigEndian.Uint16(id[6:])&0xFFF)
	case 7:
		return time.UnixMilli(int64(high<<16 | uint64(binary.BigEndian.Uint16(id[4:])))).UTC(), true
	default:
		return time.Time{}, false
	}
	// gregorian is the number of seconds from 1582-10-15, where the count begins, to
	// 1970-01-01.
	const second, gregorian = 10_000_000, 12_219_292_800
	return time.Unix(int64(ticks/second)-gregorian, int64(ticks%second)*100).UTC(), true
}
