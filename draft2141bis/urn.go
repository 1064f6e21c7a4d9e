package draft2141bis

import (
	"database/sql/driver"
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/field"
)

// URN is the type of struct fields and columns for names of the draft. As text, in JSON, XML,
// SQL and flags, it is read under [urn.Draft2141bis], where a [urn.URN] is read under RFC 8141.
// Convert between the two:
//
//	f := draft2141bis.URN(u)
//	v := f.URN() // == u
//
// The value may have any syntax. Writing it as text fails if that text, read under
// [urn.Draft2141bis], is another name or is not a URN; see [urn.URN.As]. A value of
// another syntax is read back as the result of As, which is not == the value. The methods return
// the same results and errors, and allocate the same, as the methods of [urn.URN] with their names.
type URN urn.URN

// URN returns the value of f.
func (f URN) URN() urn.URN { return urn.URN(f) }

// String returns the name as it was written, "" for the zero URN.
func (f URN) String() string { return f.URN().String() }

// GoString implements [fmt.GoStringer]: it returns a Go expression for f.
func (f URN) GoString() string { return field.GoString(f.URN(), urn.Draft2141bis) }

// IsZero reports whether f is the zero URN.
func (f URN) IsZero() bool { return f.URN().IsZero() }

// Equal is [urn.URN.Equal]: it compares the names, not the spellings or syntaxes.
func (f URN) Equal(g URN) bool { return f.URN().Equal(g.URN()) }

// AppendText is [urn.URN.AppendText] under [urn.Draft2141bis].
func (f URN) AppendText(b []byte) ([]byte, error) { return field.Append(b, f.URN(), urn.Draft2141bis) }

// MarshalText is [urn.URN.MarshalText] under [urn.Draft2141bis].
func (f URN) MarshalText() ([]byte, error) { return f.AppendText(nil) }

// UnmarshalText is [urn.URN.UnmarshalText] under [urn.Draft2141bis].
func (f *URN) UnmarshalText(text []byte) error {
	return field.Parse((*urn.URN)(f), text, urn.Draft2141bis)
}

// MarshalBinary is [urn.URN.MarshalBinary]: it keeps the syntax of the name, whatever it is.
func (f URN) MarshalBinary() ([]byte, error) { return f.URN().MarshalBinary() }

// UnmarshalBinary is [urn.URN.UnmarshalBinary].
func (f *URN) UnmarshalBinary(data []byte) error { return (*urn.URN)(f).UnmarshalBinary(data) }

// Scan is [urn.URN.Scan] under [urn.Draft2141bis].
func (f *URN) Scan(src any) error {
	if isText, err := field.Scan((*urn.URN)(f), src, urn.Draft2141bis); isText {
		return err
	}
	err := (*urn.URN)(f).Scan(src) // accepts NULL, and refuses everything else
	if e := (*urn.Error)(nil); errors.As(err, &e) {
		e.Syntax = urn.Draft2141bis
	}
	return err
}

// Value is [urn.URN.Value] under [urn.Draft2141bis].
func (f URN) Value() (driver.Value, error) { return field.Value(f.URN(), urn.Draft2141bis) }
