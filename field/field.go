// Package field has the type of struct fields that hold names of another syntax than RFC
// 8141. The packages rfc2141, draft2141bis and relaxed define it for their syntax: declare
// a field as rfc2141.URN, draft2141bis.URN or relaxed.URN.
package field

import (
	"database/sql/driver"
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/bson"
)

// URN is a URN that is read and written as text under S in JSON, SQL, XML, flags and
// BSON. A [urn.URN] is read and written under RFC 8141 there.
//
// The URN may have any syntax. Writing it fails if its text, read under S, has another key
// or is not a URN; see [urn.URN.As]. MarshalBinary and UnmarshalBinary, which are methods
// of [urn.URN], keep the syntax of the URN, whatever it is.
type URN[S interface{ Syntax() urn.Syntax }] struct{ urn.URN }

func syntax[S interface{ Syntax() urn.Syntax }]() urn.Syntax {
	var s S
	return s.Syntax()
}

// toWrite returns nil if the text of u, read under S, is a URN with the key of u.
func (u URN[S]) toWrite() error {
	_, err := u.As(syntax[S]())
	return err
}

// AppendText is [urn.URN.AppendText] under S.
func (u URN[S]) AppendText(b []byte) ([]byte, error) {
	if err := u.toWrite(); err != nil {
		return b, err
	}
	return append(b, u.String()...), nil
}

// MarshalText is [urn.URN.MarshalText] under S.
func (u URN[S]) MarshalText() ([]byte, error) { return u.AppendText(nil) }

// UnmarshalText is [urn.URN.UnmarshalText] under S.
func (u *URN[S]) UnmarshalText(text []byte) error { return set(&u.URN, text, syntax[S]().ParseBytes) }

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

// under sets the syntax of err, which [urn.URN] has returned for a value that is not text.
func under[S interface{ Syntax() urn.Syntax }](err error) error {
	if e := (*urn.SyntaxError)(nil); errors.As(err, &e) {
		e.Syntax = syntax[S]()
	}
	return err
}

// Scan is [urn.URN.Scan] under S.
func (u *URN[S]) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return set(&u.URN, src, syntax[S]().Parse)
	case []byte:
		return set(&u.URN, src, syntax[S]().ParseBytes)
	}
	return under[S](u.URN.Scan(src)) // Scan accepts NULL, and refuses everything else
}

// Value is [urn.URN.Value] under S.
func (u URN[S]) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	if err := u.toWrite(); err != nil {
		return nil, err
	}
	return u.String(), nil
}

// MarshalBSONValue is [urn.URN.MarshalBSONValue] under S.
func (u URN[S]) MarshalBSONValue() (typ byte, data []byte, err error) {
	if len(u.String()) == urn.MaxLen {
		return 0, nil, &urn.SyntaxError{Syntax: u.Syntax(), Offset: urn.MaxLen, Reason: urn.TooLong}
	}
	if err := u.toWrite(); err != nil {
		return 0, nil, err
	}
	typ, data = bson.Value(u.String())
	return typ, data, nil
}

// UnmarshalBSONValue is [urn.URN.UnmarshalBSONValue] under S.
func (u *URN[S]) UnmarshalBSONValue(typ byte, data []byte) error {
	text, problem := bson.Text(typ, data)
	if problem != "" {
		return under[S](u.URN.UnmarshalBSONValue(typ, data)) // it refuses the value
	}
	return u.UnmarshalText(text)
}
