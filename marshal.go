package urn

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/field"
	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// As returns u under syntax x: the URN of x that has the text of u. Both have the same
// [URN.Key]. Their r-, q- and f-components may differ. As fails if the text, read under x,
// has another key or is not a URN. RFC 2141's "urn:ex:a#b" is an example: RFC 8141 reads
// the name urn:ex:a. The error is an [*Error] with the reason [OtherSyntax] and the
// syntax of u. Its offset is the position of the first difference between the two readings.
// The zero URN is the same under every syntax. As allocates only the error.
func (u URN) As(x Syntax) (URN, error) {
	if !x.known() {
		return URN{}, x.unknown()
	}
	was := u.Syntax()
	if was == x || u.IsZero() {
		return u, nil
	}
	o, fault := x.locate(u.s)
	at, reading := fault.Offset, "refuse this name of "+was.String()
	if fault.Reason == 0 {
		// The texts are the same, so the keys are the same if the assigned-names end at
		// the same place.
		if at = o.nssEnd(); at == u.Offsets().nssEnd() {
			return o.of(u.s), nil
		}
		reading = "read this as a different name"
	}
	e := newError("converting", u.s, Fault{was, OtherSyntax, at})
	e.text = x.String() + " would " + reading
	return URN{}, e
}

// adviseWriter adds to an error of As how the name can be written.
func adviseWriter(err error) error {
	if e, ok := err.(*Error); ok && e.Reason == OtherSyntax {
		fields := e.Syntax.String() // each syntax except RFC8141 has a package with its name
		if e.Syntax == RFC8141 {
			fields = "urn"
		}
		e.text += ": use the type " + fields + ".URN, or MarshalBinary"
	}
	return err
}

// AppendText implements [encoding.TextAppender]: it appends u.String(). The zero
// URN is "". [URN.MarshalText] says when it fails.
func (u URN) AppendText(b []byte) ([]byte, error) { return field.Append(b, u, RFC8141) }

// MarshalText implements [encoding.TextMarshaler]: it returns u.String(), "" for the zero
// URN. So a URN may be a JSON string, a key of a JSON object, an XML attribute or element,
// or the value of a flag.
//
// The text does not record the syntax, and [URN.UnmarshalText] reads it as RFC 8141. So a URN of
// another syntax is read back as u.As(RFC8141), which is not == u. MarshalText fails if [URN.As]
// fails, so no name becomes another name, and the error says which type to use instead: the type
// URN of package rfc2141, draft2141bis or relaxed.
//
// Package log/slog writes "!ERROR" for a URN that cannot be written. Log u.String(), or use the
// module integrations/slog.
//
// A struct field that is the zero URN is left out with the JSON option omitzero.
// The option omitempty has no effect on it, in JSON and in XML: use a *URN in XML.
//
// The MongoDB driver does not call MarshalText and writes a URN as {}, without an error. The
// module integrations/mongo has an encoder and a decoder for it.
func (u URN) MarshalText() ([]byte, error) { return u.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It parses text as a URN
// of RFC 8141; empty text gives the zero URN. The URN holds a copy of text.
// If text is not a URN, the error is an [*Error] and u stays as it was.
//
// Formats write "no value" in different ways:
//
//	format              written for the zero URN   effect on u when read
//	JSON ""             yes                        u becomes the zero URN
//	JSON null           no                         u stays as it was
//	SQL NULL            yes                        u becomes the zero URN
//	SQL ""              no                         u becomes the zero URN
//	XML, flag: empty    yes                        u becomes the zero URN
//
// Empty text is not an error, because the zero URN is written as empty text, as the zero
// [net/netip.Addr] is. To require a name, check [URN.IsZero] after decoding. IsZero is also
// true after a missing key and after null.
//
// Package encoding/json does not call UnmarshalText for null. To notice null, use a *URN,
// which null sets to nil, or decode into a new value.
func (u *URN) UnmarshalText(text []byte) error { return field.Parse(u, text, RFC8141) }

// MarshalBinary implements [encoding.BinaryMarshaler], for instance for encoding/gob. It
// returns u.String(), after a byte that identifies the syntax unless that is RFC8141. So it
// keeps every URN of every syntax. The error is always nil.
func (u URN) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 1+len(u.s))
	if x := u.Syntax(); x != RFC8141 {
		b = append(b, byte(x))
	}
	return append(b, u.s...), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads what
// MarshalBinary wrote, and restores the syntax. The URN holds a
// copy of data. If data is something else, the error is an [*Error] whose
// offset does not count the syntax byte, and u stays as it was.
func (u *URN) UnmarshalBinary(data []byte) error {
	x := RFC8141
	if len(data) > 0 && data[0] != byte(RFC8141) && int(data[0]) < len(machines) {
		x, data = Syntax(data[0]), data[1:]
		if len(data) == 0 {
			return newError("parsing", "", Fault{x, BadScheme, 0})
		}
	}
	return field.Parse(u, data, x)
}

// Scan implements the Scanner interface of database/sql. It parses a string or
// a []byte, which it copies, as UnmarshalText does. NULL and "" give the zero
// URN; a JSON null leaves a URN as it was, see [URN.UnmarshalText]. To tell NULL
// from "", scan into a [database/sql.Null] of URN. If src is of any other type,
// the error is an [*Error] with the reason [NotText]. On an error u stays as
// it was.
func (u *URN) Scan(src any) error {
	if isText, err := field.Scan(u, src, RFC8141); isText {
		return err
	}
	if src != nil {
		return &Error{Reason: NotText, text: fmt.Sprintf("cannot read a value of type %.80T as a URN: it is not text", src)}
	}
	*u = URN{}
	return nil
}

// Value implements [driver.Valuer]: it returns u.String(), and nil, which is
// NULL, for the zero URN. [URN.MarshalText] says when it fails.
func (u URN) Value() (driver.Value, error) { return field.Value(u, RFC8141) }

// MarshalText implements [encoding.TextMarshaler]: it returns x.String(). If x is not
// one of the constants, the error is an [*Error] with the reason
// [UnknownSyntax].
func (x Syntax) MarshalText() ([]byte, error) {
	if int(x) >= len(syntaxNames) {
		return nil, x.unknown()
	}
	return []byte(x.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Syntax.String] returns for the constants. For any other text the error is an
// [*Error] with the reason [UnknownSyntax], and x stays as it was.
func (x *Syntax) UnmarshalText(text []byte) error {
	i := slices.Index(syntaxNames[:], string(text))
	if i < 0 {
		return &Error{Reason: UnknownSyntax, text: UnknownSyntax.words() + " " + strconv.Quote(truncate.To(string(text), 40))}
	}
	*x = Syntax(i)
	return nil
}
