package pattern

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/enum"
)

// Reason says why a URN does not match a pattern, or cannot be built. The zero Reason
// means that there is no fault. A Reason is not an error; see [Error].
type Reason uint8

const (
	// BadNID: the URN is of another namespace than the pattern.
	BadNID Reason = iota + 1
	// NoComponent: the URN lacks a component that the pattern has.
	NoComponent
	// BadLiteral: the URN does not have the text with which the pattern begins.
	BadLiteral
	// EmptyField: a field is empty.
	EmptyField
	// UnexpectedColon: the last field has a ":", and is not written {name...}.
	UnexpectedColon
	// UnendedField: the text that ends a field is missing.
	UnendedField
	// TrailingText: the URN goes on after the end of the pattern.
	TrailingText
	// OtherSpelling: a field matches, but its value would be written as another name,
	// for instance because it has a needless escape.
	OtherSpelling
	// Unescaped: a field holds a character that it escapes.
	Unescaped
	// BadValue: a value is not one of its field's type, or cannot stand in its field.
	BadValue
	// WrongCount: the number of values is not that of the fields.
	WrongCount
	// NotText: a database holds a value of another type than text where a [Value] is
	// read.
	NotText
	// UnknownName: a text is not the name of a Reason.
	UnknownName
)

var reasonTexts = [...]struct{ name, text string }{
	0:               {"none", "no fault"},
	BadNID:          {"nid", "another namespace identifier"},
	NoComponent:     {"component", "a component is absent"},
	BadLiteral:      {"literal", "other text than the pattern's"},
	EmptyField:      {"empty", "a field is empty"},
	UnexpectedColon: {"colon", "unexpected \":\" in the last field"},
	UnendedField:    {"unended", "the text that ends a field is missing"},
	TrailingText:    {"trailing", "unexpected text after the end of the pattern"},
	OtherSpelling:   {"other-spelling", "the value would be written as another name"},
	Unescaped:       {"unescaped", "a character of a field is not escaped"},
	BadValue:        {"value", "not a value of the field"},
	WrongCount:      {"count", "the number of values is not the number of fields"},
	NotText:         {"not-text", "not text"},
	UnknownName:     {"unknown-name", "no such name"},
}

// String returns a short, stable name such as "literal", and "none" for the zero Reason.
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasonTexts[r].name
}

// Describe returns the reason in words. The texts may change; use [Reason.String]
// where a program reads them.
func (r Reason) Describe() string {
	if int(r) >= len(reasonTexts) {
		return r.String()
	}
	return reasonTexts[r].text
}

// AppendText implements [encoding.TextAppender]: it appends r.String(). If r is neither
// zero nor one of the constants, the error is an [*Error] with the reason [UnknownName].
func (r Reason) AppendText(b []byte) ([]byte, error) {
	b, ok := enum.Append(b, r, len(reasonTexts))
	if !ok {
		return b, unknownName(r.String())
	}
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler]; see [Reason.AppendText].
func (r Reason) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what [Reason.String]
// returns for zero and the constants. For any other text the error is an [*Error] with
// the reason [UnknownName], and r stays as it was.
func (r *Reason) UnmarshalText(text []byte) error {
	if !enum.Parse(r, text, len(reasonTexts)) {
		return unknownName(string(text))
	}
	return nil
}

func unknownName(name string) *Error {
	return &Error{Reason: UnknownName, Offset: -1, Cause: fmt.Sprintf("no such reason: %.40q", name)}
}

// Error says where and why a URN does not match a pattern, or a value cannot
// stand in a field. It keeps a short copy of the URN, never the URN itself.
type Error struct {
	Pattern string // the text of the pattern
	Field   string // the name of the field; "" if no field is concerned
	Reason  Reason
	Offset  int    // in the URN, in bytes; -1 if a value is at fault
	Cause   string // in words; may change
	Err     error  // what a type of the caller returned, or nil

	excerpt string // of the URN
}

// Error returns the pattern, the field, the offset and the cause.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Message()
	}
	return fmt.Sprintf("%s at byte %d of %q", e.Message(), e.Offset, e.excerpt)
}

// Message returns the pattern, the field and the cause.
func (e *Error) Message() string {
	var b strings.Builder
	b.WriteString("pattern")
	if e.Pattern != "" {
		fmt.Fprintf(&b, " %.100q", e.Pattern)
	}
	b.WriteString(": ")
	if e.Field != "" {
		fmt.Fprintf(&b, "field %q: ", e.Field)
	}
	b.WriteString(e.Cause)
	if e.Err != nil {
		fmt.Fprintf(&b, ": %.200s", e.Err)
	}
	return b.String()
}

// Is reports whether target is an [*Error] with the Pattern, Field and Reason of e. A
// field of target that is zero matches any value. So
//
//	errors.Is(err, &pattern.Error{Field: "region"})
//
// reports whether err is about the field region.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && (t.Pattern == "" || t.Pattern == e.Pattern) && (t.Field == "" || t.Field == e.Field) &&
		(t.Reason == 0 || t.Reason == e.Reason)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }
