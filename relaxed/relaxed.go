// Package relaxed keeps names that RFC 8141 refuses in struct fields, columns and
// documents. They are parsed, compared and built by package urn, as [urn.Relaxed].
package relaxed

import (
	"database/sql/driver"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/field"
)

// URN is a URN that is read and written under [urn.Relaxed] in JSON, SQL, XML, flags
// and BSON. A [urn.URN] is read and written under RFC 8141 there. Declare a field of
// this type to keep names that RFC 8141 refuses.
//
//	var doc struct {
//		Name relaxed.URN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails if its text, read under Relaxed, has
// another key or is not a URN; see [urn.URN.As]. MarshalBinary and UnmarshalBinary, which
// are methods of [urn.URN], keep any syntax.
type URN struct{ urn.URN }

// AppendText is [urn.URN.AppendText] under Relaxed.
func (u URN) AppendText(b []byte) ([]byte, error) { return field.AppendText(b, u.URN, urn.Relaxed) }

// MarshalText is [urn.URN.MarshalText] under Relaxed.
func (u URN) MarshalText() ([]byte, error) { return field.AppendText(nil, u.URN, urn.Relaxed) }

// UnmarshalText is [urn.URN.UnmarshalText] under Relaxed.
func (u *URN) UnmarshalText(text []byte) error {
	return field.UnmarshalText(&u.URN, urn.Relaxed, text)
}

// Scan is [urn.URN.Scan] under Relaxed.
func (u *URN) Scan(src any) error { return field.Scan(&u.URN, urn.Relaxed, src) }

// Value is [urn.URN.Value] under Relaxed.
func (u URN) Value() (driver.Value, error) { return field.Value(u.URN, urn.Relaxed) }

// MarshalBSONValue is [urn.URN.MarshalBSONValue] under Relaxed.
func (u URN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return field.MarshalBSONValue(u.URN, urn.Relaxed)
}

// UnmarshalBSONValue is [urn.URN.UnmarshalBSONValue] under Relaxed.
func (u *URN) UnmarshalBSONValue(typ byte, data []byte) error {
	return field.UnmarshalBSONValue(&u.URN, urn.Relaxed, typ, data)
}
