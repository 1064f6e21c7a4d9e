// Package oid parses and formats object identifiers, including urn:oid names (RFC 3061). It
// converts from and to [asn1.ObjectIdentifier].
package oid

import (
	"database/sql/driver"
	"encoding/asn1"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
	"github.com/seed7b5a83f0/urn/namespace/internal/uuidtext"
)

const nid = "oid"

// OID is an object identifier of ITU-T X.660. RFC 3061 limits neither the number of its
// arcs nor their values. Values are comparable with ==. The zero value has no arcs.
type OID struct{ dotted string }

// FromURN returns the object identifier of a urn:oid. A urn:uuid, which [Parse] reads, is refused as
// BadNamespace. The result shares memory with u. Without an error, FromURN does not allocate.
func FromURN(u urn.URN) (OID, error) {
	nss, err := typed.NSS(u, nid)
	return OID{nss}, err
}

// Parse returns the object identifier of a text such as "1.3.6.1.4.1", or of a urn:oid. Of a
// urn:uuid, it is 2.25 with the UUID as a number below it (ITU-T X.667, clause 7).
func Parse(text string) (OID, error) {
	if ascii.HasPrefixFold(text, "urn:uuid:") {
		return typed.Parse("uuid", text, fromUUID)
	}
	return typed.Parse(nid, text, FromURN)
}

// fromUUID returns the object identifier of a urn:uuid. The value of a UUID is the number that its
// 16 octets are (ITU-T X.667, clause 6.3).
func fromUUID(u urn.URN) (OID, error) {
	nss, err := typed.NSS(u, "uuid")
	if err != nil {
		return OID{}, err
	}
	octets, _ := uuidtext.Decode(nss) // a urn:uuid has the text of a UUID
	return OID{"2.25." + new(big.Int).SetBytes(octets[:]).String()}, nil
}

// FromASN1 returns the object identifier with the arcs of id. It fails if id has no arcs or
// a negative arc.
func FromASN1(id asn1.ObjectIdentifier) (OID, error) { return Parse(id.String()) }

// URN returns the urn:oid of id. The zero OID gives the zero URN.
func (id OID) URN() urn.URN { return typed.URN(nid, id.dotted) }

// String returns the arcs in decimal with dots between them, or "" for the zero OID.
// [crypto/x509.ParseOID] accepts the result if there are at least two arcs and X.660 allows the
// first two.
func (id OID) String() string { return id.dotted }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (id OID) MarshalText() ([]byte, error)     { return []byte(id.String()), nil }
func (id *OID) UnmarshalText(text []byte) error { return typed.Unmarshal(id, string(text), Parse) }
func (id *OID) Scan(src any) error              { return typed.Scan(id, src, Parse) }
func (id OID) Value() (driver.Value, error)     { return typed.Value(id) }

// Arcs yields the arcs from the root on, each in decimal digits without leading zero. They
// are strings because an arc has no upper bound: the arcs below 2.25 have 128 bits. The
// strings share memory with the URN. Ranging over the arcs does not allocate.
func (id OID) Arcs() iter.Seq[string] {
	return func(yield func(string) bool) {
		if id.dotted != "" {
			strings.SplitSeq(id.dotted, ".")(yield)
		}
	}
}

// ASN1 returns the arcs as integers. It fails if an arc exceeds an int; the offset of the error
// counts in id.String(). The zero OID gives nil.
func (id OID) ASN1() (asn1.ObjectIdentifier, error) {
	var list asn1.ObjectIdentifier
	at := 0
	for arc := range id.Arcs() {
		n, err := strconv.Atoi(arc)
		if err != nil {
			return nil, typed.Text(id.dotted, at, namespace.BadSyntax, "", "the arc is larger than an int")
		}
		list, at = append(list, n), at+len(arc)+1
	}
	return list, nil
}
