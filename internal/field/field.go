// Package field reads and writes a URN as text under a syntax other than RFC 8141, for the
// types of struct fields in packages rfc2141, draft2141bis and relaxed.
package field

import (
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// Append is [urn.URN.AppendText] under x. It fails if the text of u, read under x, has another
// key or is not a URN.
func Append(b []byte, u urn.URN, x urn.Syntax) ([]byte, error) {
	if _, err := u.As(x); err != nil {
		return b, err
	}
	return append(b, u.String()...), nil
}

// Parse is [urn.URN.UnmarshalText] under x.
func Parse(u *urn.URN, text []byte, x urn.Syntax) error { return set(u, text, x.ParseBytes) }

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

// Scan is [urn.URN.Scan] under x.
func Scan(u *urn.URN, src any, x urn.Syntax) error {
	switch src := src.(type) {
	case string:
		return set(u, src, x.Parse)
	case []byte:
		return set(u, src, x.ParseBytes)
	}
	return under(x, u.Scan(src)) // Scan accepts NULL, and refuses everything else
}

// under sets the syntax of err, which [urn.URN] has returned for a value that is not text.
func under(x urn.Syntax, err error) error {
	if e := (*urn.SyntaxError)(nil); errors.As(err, &e) {
		e.Syntax = x
	}
	return err
}

// Value is [urn.URN.Value] under x.
func Value(u urn.URN, x urn.Syntax) (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	if _, err := u.As(x); err != nil {
		return nil, err
	}
	return u.String(), nil
}

// GoString is [urn.URN.GoString] for the type URN of package x.
func GoString(u urn.URN, x urn.Syntax) string {
	if u.IsZero() {
		return strings.Replace(u.GoString(), "urn.", x.String()+".", 1)
	}
	return x.String() + ".URN(" + u.GoString() + ")"
}
