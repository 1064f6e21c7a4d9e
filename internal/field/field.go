// Package field reads and writes a URN as text under a syntax, for package urn and the types of
// struct fields in packages rfc2141, draft2141bis and relaxed. It is below package urn, whose
// types N and X it takes as parameters.
package field

import (
	"database/sql/driver"
	"strings"
)

// Name is what this package needs of urn.URN.
type Name[N, X any] interface {
	As(X) (N, error)
	IsZero() bool
	String() string
	GoString() string
}

// Syntax is what this package needs of urn.Syntax.
type Syntax[N any] interface {
	Parse(string) (N, error)
	ParseBytes([]byte) (N, error)
	String() string
}

// Advise adds advice for writers to an error of As. Package urn sets it.
var Advise func(error) error

// Append is urn.URN.AppendText under x. It fails if the text of u, read under x, has another
// key or is not a URN.
func Append[N Name[N, X], X Syntax[N]](b []byte, u N, x X) ([]byte, error) {
	if _, err := u.As(x); err != nil {
		return b, Advise(err)
	}
	return append(b, u.String()...), nil
}

// Parse is urn.URN.UnmarshalText under x.
func Parse[N any, X Syntax[N]](u *N, text []byte, x X) error { return set(u, text, x.ParseBytes) }

// set parses text, unless it is empty.
func set[N any, T string | []byte](u *N, text T, parse func(T) (N, error)) error {
	if len(text) == 0 {
		*u = *new(N)
		return nil
	}
	v, err := parse(text)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// Scan is urn.URN.Scan under x. It reports whether src is text, and does nothing if not.
func Scan[N any, X Syntax[N]](u *N, src any, x X) (isText bool, err error) {
	switch src := src.(type) {
	case string:
		return true, set(u, src, x.Parse)
	case []byte:
		return true, set(u, src, x.ParseBytes)
	}
	return false, nil
}

// Value is urn.URN.Value under x.
func Value[N Name[N, X], X Syntax[N]](u N, x X) (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	if _, err := u.As(x); err != nil {
		return nil, Advise(err)
	}
	return u.String(), nil
}

// GoString is urn.URN.GoString for the type URN of package x.
func GoString[N Name[N, X], X Syntax[N]](u N, x X) string {
	if u.IsZero() {
		return strings.Replace(u.GoString(), "urn.", x.String()+".", 1)
	}
	return x.String() + ".URN(" + u.GoString() + ")"
}
