package urn

import (
	"database/sql/driver"
	"fmt"
)

// AppendText implements [encoding.TextAppender]: it appends u.String(). There
// is no error. The zero URN is "".
func (u URN) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText implements [encoding.TextMarshaler]: it returns u.String(), "" for
// the zero URN. There is no error. Through it a URN is a JSON string, a key of
// a JSON object, an XML attribute or the value of a flag; a struct field that
// is the zero URN can be left out with the JSON option omitzero.
//
// The text does not tell the syntax. UnmarshalText reads it as RFC 8141, so
// that a URN of another syntax may be refused or come back with RFC8141 for
// its syntax. To read one, have a field of type string or []byte and hand it to
// [Syntax.Parse] or [Syntax.ParseBytes]; AppendBinary, and with it encoding/gob,
// keeps the syntax.
func (u URN) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It parses text as a URN
// of RFC 8141; empty text gives the zero URN. The URN holds a copy of text.
// If text is not a URN, the error is a [*SyntaxError] and u stays as it was.
func (u *URN) UnmarshalText(text []byte) error { return u.set(RFC8141, text) }

// AppendBinary implements [encoding.BinaryAppender]. It appends what
// AppendText appends, preceded, if the syntax is not RFC8141, by a byte that
// tells it. There is no error.
func (u URN) AppendBinary(b []byte) ([]byte, error) {
	if x := u.Syntax(); x != RFC8141 {
		b = append(b, byte(x))
	}
	return append(b, u.s...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler], for encoding/gob above
// all; see [URN.AppendBinary].
func (u URN) MarshalBinary() ([]byte, error) { return u.AppendBinary(nil) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads what
// AppendBinary wrote, and so gives back the URN with its syntax. The URN holds
// a copy of data. If data is something else, the error is a [*SyntaxError],
// whose offset does not count the syntax byte, and u stays as it was.
func (u *URN) UnmarshalBinary(data []byte) error {
	x := RFC8141
	if len(data) > 0 && (data[0] == byte(RFC2141) || data[0] == byte(Draft2141bis)) {
		x, data = Syntax(data[0]), data[1:]
		if len(data) == 0 {
			return newSyntaxError("", Fault{x, 0, BadScheme})
		}
	}
	return u.set(x, data)
}

func (u *URN) set(x Syntax, text []byte) error {
	if len(text) == 0 {
		*u = URN{}
		return nil
	}
	v, err := x.ParseBytes(text)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// Scan implements the Scanner interface of database/sql. It parses a string or
// a []byte, which it copies, as UnmarshalText does; NULL, like "", gives the
// zero URN. On an error, also for a src of any other type, u stays as it was.
func (u *URN) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*u = URN{}
		return nil
	case []byte:
		return u.set(RFC8141, src)
	case string:
		if src == "" {
			*u = URN{}
			return nil
		}
		v, err := Parse(src)
		if err != nil {
			return err
		}
		*u = v
		return nil
	default:
		return fmt.Errorf("urn: cannot scan a %T into a URN", src)
	}
}

// Value implements [driver.Valuer]: it returns u.String(), and nil, which is
// NULL, for the zero URN. There is no error. As in MarshalText, the syntax is
// not told.
func (u URN) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.s, nil
}
