package urn

import "database/sql/driver"

// RFC2141URN is a URN that is read and written under [RFC2141] in JSON, SQL,
// XML, flags and BSON. A [URN] is read and written under RFC 8141 there. Declare
// a field of this type to keep names of RFC 2141.
//
//	var doc struct {
//		Name urn.RFC2141URN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails as [URN.MarshalText] does if its
// text, read under RFC2141, has another key or is not a URN. MarshalBinary and
// UnmarshalBinary are those of the URN, and keep any syntax.
type RFC2141URN struct{ URN }

// AppendText is [URN.AppendText] under RFC2141.
func (u RFC2141URN) AppendText(b []byte) ([]byte, error) { return u.appendText(b, RFC2141) }

// MarshalText is [URN.MarshalText] under RFC2141.
func (u RFC2141URN) MarshalText() ([]byte, error) { return u.appendText(nil, RFC2141) }

// UnmarshalText is [URN.UnmarshalText] under RFC2141.
func (u *RFC2141URN) UnmarshalText(text []byte) error { return u.set(RFC2141, text) }

// Scan is [URN.Scan] under RFC2141.
func (u *RFC2141URN) Scan(src any) error { return u.scan(RFC2141, src) }

// Value is [URN.Value] under RFC2141.
func (u RFC2141URN) Value() (driver.Value, error) { return u.value(RFC2141) }

// MarshalBSONValue is [URN.MarshalBSONValue] under RFC2141.
func (u RFC2141URN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return u.marshalBSON(RFC2141)
}

// UnmarshalBSONValue is [URN.UnmarshalBSONValue] under RFC2141.
func (u *RFC2141URN) UnmarshalBSONValue(typ byte, data []byte) error {
	return u.unmarshalBSON(RFC2141, typ, data)
}

// Draft2141bisURN is a URN that is read and written under [Draft2141bis] in JSON, SQL,
// XML, flags and BSON. A [URN] is read and written under RFC 8141 there. Declare a
// field of this type to keep names of draft-ietf-urnbis-rfc2141bis-urn-03.
//
//	var doc struct {
//		Name urn.Draft2141bisURN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails as [URN.MarshalText] does if its
// text, read under Draft2141bis, has another key or is not a URN. MarshalBinary
// and UnmarshalBinary are those of the URN, and keep any syntax.
type Draft2141bisURN struct{ URN }

// AppendText is [URN.AppendText] under Draft2141bis.
func (u Draft2141bisURN) AppendText(b []byte) ([]byte, error) { return u.appendText(b, Draft2141bis) }

// MarshalText is [URN.MarshalText] under Draft2141bis.
func (u Draft2141bisURN) MarshalText() ([]byte, error) { return u.appendText(nil, Draft2141bis) }

// UnmarshalText is [URN.UnmarshalText] under Draft2141bis.
func (u *Draft2141bisURN) UnmarshalText(text []byte) error { return u.set(Draft2141bis, text) }

// Scan is [URN.Scan] under Draft2141bis.
func (u *Draft2141bisURN) Scan(src any) error { return u.scan(Draft2141bis, src) }

// Value is [URN.Value] under Draft2141bis.
func (u Draft2141bisURN) Value() (driver.Value, error) { return u.value(Draft2141bis) }

// MarshalBSONValue is [URN.MarshalBSONValue] under Draft2141bis.
func (u Draft2141bisURN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return u.marshalBSON(Draft2141bis)
}

// UnmarshalBSONValue is [URN.UnmarshalBSONValue] under Draft2141bis.
func (u *Draft2141bisURN) UnmarshalBSONValue(typ byte, data []byte) error {
	return u.unmarshalBSON(Draft2141bis, typ, data)
}

// RelaxedURN is a URN that is read and written under [Relaxed] in JSON, SQL,
// XML, flags and BSON. A [URN] is read and written under RFC 8141 there. Declare
// a field of this type to keep names that RFC 8141 refuses.
//
//	var doc struct {
//		Name urn.RelaxedURN
//	}
//	err := json.Unmarshal(data, &doc)
//
// The URN may have any syntax. Writing it fails as [URN.MarshalText] does if its
// text, read under Relaxed, has another key or is not a URN. MarshalBinary and
// UnmarshalBinary are those of the URN, and keep any syntax.
type RelaxedURN struct{ URN }

// AppendText is [URN.AppendText] under Relaxed.
func (u RelaxedURN) AppendText(b []byte) ([]byte, error) { return u.appendText(b, Relaxed) }

// MarshalText is [URN.MarshalText] under Relaxed.
func (u RelaxedURN) MarshalText() ([]byte, error) { return u.appendText(nil, Relaxed) }

// UnmarshalText is [URN.UnmarshalText] under Relaxed.
func (u *RelaxedURN) UnmarshalText(text []byte) error { return u.set(Relaxed, text) }

// Scan is [URN.Scan] under Relaxed.
func (u *RelaxedURN) Scan(src any) error { return u.scan(Relaxed, src) }

// Value is [URN.Value] under Relaxed.
func (u RelaxedURN) Value() (driver.Value, error) { return u.value(Relaxed) }

// MarshalBSONValue is [URN.MarshalBSONValue] under Relaxed.
func (u RelaxedURN) MarshalBSONValue() (typ byte, data []byte, err error) {
	return u.marshalBSON(Relaxed)
}

// UnmarshalBSONValue is [URN.UnmarshalBSONValue] under Relaxed.
func (u *RelaxedURN) UnmarshalBSONValue(typ byte, data []byte) error {
	return u.unmarshalBSON(Relaxed, typ, data)
}
