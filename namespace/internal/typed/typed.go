// Package typed has the functions that the typed values of namespaces share.
package typed

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/hook"
)

// Error returns an error about text: a URN without its r-, q- and f-component, or an identifier
// that a function Parse was given. document may be "" and err may be nil. If nid is "", err
// alone is the message. If offset is -1, the error is about no text.
func Error(nid, text string, offset int, r namespace.Reason, document string, err error) *namespace.Error {
	return hook.NewError(nid, text, offset, uint8(r), document, err).(*namespace.Error)
}

// NSS returns the NSS of u if u is a valid name of a namespace. It shares memory with
// u. The error is a [*namespace.Error]; without one, NSS does not allocate.
func NSS(u urn.URN, nid string) (string, error) {
	if !strings.EqualFold(u.NID(), nid) {
		return "", Error(u.NID(), u.AssignedName(), u.Offsets().NID().Start, namespace.BadNamespace, "",
			errors.New("want urn:"+nid+":"))
	}
	if _, err := namespace.Validate(u); err != nil {
		return "", err
	}
	if IsURN(u.NSS()) {
		return "", Fault(u, 0, "", "the URN has a URN as its NSS; remove the first of the two")
	}
	return u.NSS(), nil
}

// Fault returns the error for a fault at an offset into the NSS of u. want says what is wanted
// there.
func Fault(u urn.URN, offset int, document, want string) error {
	return Error(u.NID(), u.AssignedName(), u.Offsets().NSS().Start+offset, namespace.BadSyntax, document,
		errors.New(want))
}

// Text returns the error for a fault at an offset into a text: a GS1 element string, a link, the
// memory of a tag, or a URN. ai is the application identifier of the part at fault, or "".
func Text(text string, offset int, r namespace.Reason, ai, problem string) error {
	if ai != "" {
		problem = "(" + truncate.To(ai, 8) + "): " + problem
	}
	return Error("", text, offset, r, "", errors.New(problem))
}

// Argument returns the error for an argument that is not a text, such as a number out of range.
func Argument(problem string) error {
	return Error("", "", -1, namespace.BadSyntax, "", errors.New(problem))
}

// Name returns the NSS of u in the normal form of its namespace, if u is a valid name of a
// namespace. It fails if u has another syntax than RFC 8141, and RFC 8141 does not read the same NSS.
func Name(u urn.URN, nid string) (string, error) {
	if _, err := NSS(u, nid); err != nil {
		return "", err
	}
	nss := namespace.Normalize(u).NSS()
	if u.Syntax() != urn.RFC8141 {
		text := "urn:" + nid + ":" + nss
		o, fault := urn.RFC8141.Locate(text)
		if end := max(fault.Offset, o.NSS().End); fault.Reason != 0 || end != len(text) {
			return "", Fault(u, end-len("urn::"+nid), "", "RFC 8141 reads this name of "+u.Syntax().String()+" otherwise")
		}
	}
	return nss, nil
}

// URN returns the URN with a valid NSS, and the zero URN for "".
func URN(nid, nss string) urn.URN {
	if nss == "" {
		return urn.URN{}
	}
	return urn.MustParse("urn:" + nid + ":" + nss)
}

// IsURN reports whether a text is meant as a URN.
func IsURN(text string) bool { return ascii.HasPrefixFold(text, "urn:") }

// Parse returns the value of text, which is a URN or the NSS of one. The error is a
// [*namespace.Error] whose offset is an offset into text.
func Parse[T any](nid, text string, fromURN func(urn.URN) (T, error)) (T, error) {
	var zero T
	whole, added := text, 0
	if !IsURN(text) {
		whole = "urn:" + nid + ":" + text
		added = len(whole) - len(text)
	}
	inText := func(offset int) int { return offset - added }
	o, fault := urn.RFC8141.Locate(whole)
	end := fault.Offset
	if fault.Reason == 0 {
		if end = o.NSS().End; added == 0 || end == len(whole) {
			v, err := fromURN(urn.MustParse(whole))
			return v, Moved(err, text, inText)
		}
	}
	if i := strings.IndexAny(text, "?#"); added > 0 && i >= 0 { // the end of the NSS
		end = min(end, added+i)
	}
	// whole[:end] begins some URN. If it begins no name of the namespace, that fault comes first.
	begin, next := whole[:end], "!"
	if i := strings.LastIndexByte(begin, '%'); i > end-len("%00") { // an escape that is cut short
		begin, next = begin[:i], "%41"
	}
	e := Error(nid, whole, end, namespace.BadSyntax, "", nil)
	if u, err := urn.Parse(begin + next); err == nil {
		if _, err := fromURN(u); errors.As(err, &e) {
			e.Offset = min(e.Offset, end)
		}
	}
	return zero, Moved(e, text, inText)
}

// Moved returns err, an error about a text made of text, as an error about text itself. at
// returns the offset in text for an offset in the other.
func Moved(err error, text string, at func(offset int) int) error {
	if e := (*namespace.Error)(nil); errors.As(err, &e) {
		return Error(e.NID, text, max(0, at(e.Offset)), e.Reason, e.Document, e.Err)
	}
	return err
}

// New returns the value of the URN whose NSS is text. text was made of the strings in the
// struct want. If partsOf returns other strings for the value, ignoring letter case, New
// fails: one of the strings contains a delimiter.
func New[T, P any](nid, text string, fromURN func(urn.URN) (T, error), want P, partsOf func(T) P) (T, error) {
	var zero T
	v, err := Parse(nid, text, fromURN)
	if err != nil {
		return zero, err
	}
	have, wanted := reflect.ValueOf(partsOf(v)), reflect.ValueOf(want)
	for i := range have.NumField() {
		if !strings.EqualFold(have.Field(i).String(), wanted.Field(i).String()) {
			return zero, Text(text, 0, namespace.BadSyntax, "", "the part "+have.Type().Field(i).Name+" of urn:"+nid+
				" would not be read back: a part contains a delimiter, or is not where it may be")
		}
	}
	return v, nil
}

// The functions below are methods of a value for packages encoding and database/sql. Its text
// is v.String(), and parse reads it. Text that is empty is the zero value, and NULL in SQL, if
// the zero value has no other text.

// Unmarshal is UnmarshalText.
func Unmarshal[T fmt.Stringer](v *T, text string, parse func(string) (T, error)) error {
	var w T
	var err error
	if text != "" || w.String() != "" {
		w, err = parse(text)
	}
	if err == nil {
		*v = w
	}
	return err
}

// Scan is the method of [database/sql.Scanner].
func Scan[T fmt.Stringer](v *T, src any, parse func(string) (T, error)) error {
	var none T
	switch src := src.(type) {
	case string:
		return Unmarshal(v, src, parse)
	case []byte:
		return Unmarshal(v, string(src), parse)
	case nil:
		if none.String() == "" {
			*v = none
			return nil
		}
	}
	return Error("", "", -1, namespace.NotText, "", fmt.Errorf("cannot scan %.80T into %T", src, none))
}

// Value is the method of [driver.Valuer].
func Value(v fmt.Stringer) (driver.Value, error) {
	if text := v.String(); text != "" {
		return text, nil
	}
	return nil, nil
}
