package draft2141bis

import (
	"database/sql/driver"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/field"
)

// URN is a URN that is read and written under [urn.Draft2141bis] in JSON, SQL, XML, flags
// and BSON. A [urn.URN] is read and written under RFC 8141 there. Declare a field of
// this type to keep names of draft-ietf-urnbis-rfc2141bis-urn-03.
//
//	var doc struct {
//		Name draft2141bis.URN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails if its text, read under Draft2141bis, has
// another key or is not a URN; see [urn.URN.As]. MarshalBinary and UnmarshalBinary, which
// are methods of [urn.URN], keep any syntax.
type URN struct{ urn.URN }

// AppendText is [urn.URN.AppendText] under Draft2141bis.
func (u URN) AppendText(b []byte) ([]byte, error) {
	return field.AppendText(b, u.URN, urn.Draft2141bis)
}

// MarshalText is [urn.URN.MarshalText] under Draft2141bis.
func (u URN) MarshalText() ([]byte, error) { return field.AppendText(nil, u.URN, urn.Draft2141bis) }

// UnmarshalText is [urn.URN.UnmarshalText] under Draft2141bis.
func (u *URN) UnmarshalText(text []byte) error {
	return field.UnmarshalText(&u.URN, urn.Draft2141bis, text)
}

// Scan is [urn.URN.Scan] under Draft2141bis.
func (u *URN) Scan(src any) error { return field.Scan(&u.URN, urn.Draft2141bis, src) }

// Value is [urn.URN.Value] under Draft2141bis.
func (u URN) Value() (driver.Value, error) { return field.Value(u.URN, urn.Draft2141bis) }

// MarshalBSONValue is [urn.URN.MarshalBSONValue] under Draft2141bis.
func (u URN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return field.MarshalBSONValue(u.URN, urn.Draft2141bis)
}

// UnmarshalBSONValue is [urn.URN.UnmarshalBSONValue] under Draft2141bis.
func (u *URN) UnmarshalBSONValue(typ byte, data []byte) error {
	return field.UnmarshalBSONValue(&u.URN, urn.Draft2141bis, typ, data)
}
