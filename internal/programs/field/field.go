// Package field reads and writes URNs as text under another syntax than RFC 8141. The
// types of the packages rfc2141, draft2141bis and relaxed share it.
package field

import (
	"database/sql/driver"
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/bson"
)

// toWrite returns nil if the text of u, read under x, is a URN with the key of u.
func toWrite(u urn.URN, x urn.Syntax) error {
	_, err := u.As(x)
	if err == nil {
		return nil
	}
	if e := (*urn.SyntaxError)(nil); errors.As(err, &e) {
		e.Op = "writing"
	}
	return err
}

// set parses text, unless it is empty.
func set[T string | []byte](u *urn.URN, text T, parse func(T) (urn.URN, error)) error {
	if len(text) == 0 {
		*u = urn.URN{}
		return nil
	}
	v, err := parse(text)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// under sets the syntax of err.
func under(x urn.Syntax, err error) error {
	if err == nil {
		return nil
	}
	if e := (*urn.SyntaxError)(nil); errors.As(err, &e) {
		e.Syntax = x
	}
	return err
}

// AppendText is [urn.URN.AppendText] under x.
func AppendText(b []byte, u urn.URN, x urn.Syntax) ([]byte, error) {
	if err := toWrite(u, x); err != nil {
		return b, err
	}
	return append(b, u.String()...), nil
}

// UnmarshalText is [urn.URN.UnmarshalText] under x.
func UnmarshalText(u *urn.URN, x urn.Syntax, text []byte) error { return set(u, text, x.ParseBytes) }

// Scan is [urn.URN.Scan] under x.
func Scan(u *urn.URN, x urn.Syntax, src any) error {
	switch src := src.(type) {
	case string:
		return set(u, src, x.Parse)
	case []byte:
		return set(u, src, x.ParseBytes)
	}
	return under(x, u.Scan(src)) // it knows NULL, and refuses everything else
}

// Value is [urn.URN.Value] under x.
func Value(u urn.URN, x urn.Syntax) (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	if err := toWrite(u, x); err != nil {
		return nil, err
	}
	return u.String(), nil
}

// MarshalBSONValue is [urn.URN.MarshalBSONValue] under x.
func MarshalBSONValue(u urn.URN, x urn.Syntax) (typ byte, data []byte, err error) {
	if len(u.String()) == urn.MaxLen {
		return 0, nil, &urn.SyntaxError{Syntax: u.Syntax(), Offset: urn.MaxLen, Reason: urn.TooLong}
	}
	if err := toWrite(u, x); err != nil {
		return 0, nil, err
	}
	typ, data = bson.Value(u.String())
	return typ, data, nil
}

// UnmarshalBSONValue is [urn.URN.UnmarshalBSONValue] under x.
func UnmarshalBSONValue(u *urn.URN, x urn.Syntax, typ byte, data []byte) error {
	text, problem := bson.Text(typ, data)
	if problem != "" {
		return under(x, u.UnmarshalBSONValue(typ, data)) // it refuses the value
	}
	return set(u, text, x.ParseBytes)
}
