package pattern

import (
	"fmt"
	"strconv"
	"strings"
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
)

var reasonNames = [...]string{
	0:               "none",
	BadNID:          "nid",
	NoComponent:     "component",
	BadLiteral:      "literal",
	EmptyField:      "empty",
	UnexpectedColon: "colon",
	UnendedField:    "unended",
	TrailingText:    "trailing",
	OtherSpelling:   "other-spelling",
	Unescaped:       "unescaped",
	BadValue:        "value",
	WrongCount:      "count",
	NotText:         "not-text",
}

// String returns a short, stable name such as "literal", and "none" for the zero Reason.
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasonNames[r]
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
