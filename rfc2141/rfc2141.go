// Package rfc2141 keeps names of RFC 2141 in struct fields, columns and documents. They
// are parsed, compared and built by package urn, as [urn.RFC2141].
package rfc2141

import (
	"database/sql/driver"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/field"
)

// URN is a URN that is read and written under [urn.RFC2141] in JSON, SQL, XML, flags
// and BSON. A [urn.URN] is read and written under RFC 8141 there. Declare a field of
// this type to keep names of RFC 2141.
//
//	var doc struct {
//		Name rfc2141.URN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails if its text, read under RFC2141, has
// another key or is not a URN; see [urn.URN.As]. MarshalBinary and UnmarshalBinary, which
// are methods of [urn.URN], keep any syntax.
type URN struct{ urn.URN }

// AppendText is [urn.URN.AppendText] under RFC2141.
func (u URN) AppendText(b []byte) ([]byte, error) { return field.AppendText(b, u.URN, urn.RFC2141) }

// MarshalText is [urn.URN.MarshalText] under RFC2141.
func (u URN) MarshalText() ([]byte, error) { return field.AppendText(nil, u.URN, urn.RFC2141) }

// UnmarshalText is [urn.URN.UnmarshalText] under RFC2141.
func (u *URN) UnmarshalText(text []byte) error {
	return field.UnmarshalText(&u.URN, urn.RFC2141, text)
}

// Scan is [urn.URN.Scan] under RFC2141.
func (u *URN) Scan(src any) error { return field.Scan(&u.URN, urn.RFC2141, src) }

// Value is [urn.URN.Value] under RFC2141.
func (u URN) Value() (driver.Value, error) { return field.Value(u.URN, urn.RFC2141) }

// MarshalBSONValue is [urn.URN.MarshalBSONValue] under RFC2141.
func (u URN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return field.MarshalBSONValue(u.URN, urn.RFC2141)
}

// UnmarshalBSONValue is [urn.URN.UnmarshalBSONValue] under RFC2141.
func (u *URN) UnmarshalBSONValue(typ byte, data []byte) error {
	return field.UnmarshalBSONValue(&u.URN, urn.RFC2141, typ, data)
}
