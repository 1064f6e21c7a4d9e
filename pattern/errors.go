package pattern

import (
	"fmt"
	"strconv"
	"strings"
)

// Reason says why a URN does not match a pattern, or cannot be built. The zero Reason
// means that nothing is wrong.
//
// A Reason is an error, so that [errors.Is] can ask for it:
//
//	errors.Is(err, pattern.EmptyField)
type Reason uint8

const (
	// OtherPrefix: the URN does not begin as the pattern does. Its namespace or the text
	// before the first field is another one.
	OtherPrefix Reason = iota + 1
	// OtherText: the URN lacks text or a component that the pattern has after its first
	// field, or has text that the pattern does not have.
	OtherText
	// EmptyField: a field is empty.
	EmptyField
	// OtherSpelling: a field matches, but its value would be written as another name,
	// for instance because it has a needless escape.
	OtherSpelling
	// BadValue: a value does not have the type of its field, holds a character that the
	// field escapes, or cannot be in its field.
	BadValue
)

var reasonTexts = [...]struct{ name, text string }{
	0:             {"none", "no fault"},
	OtherPrefix:   {"prefix", "another prefix"},
	OtherText:     {"text", "other text than that of the pattern"},
	EmptyField:    {"empty", "an empty field"},
	OtherSpelling: {"other-spelling", "a spelling that Build does not write"},
	BadValue:      {"value", "a value that its field does not hold"},
}

// String returns a short, stable name: "prefix", "text", "empty", "other-spelling" or
// "value", and "none" for the zero Reason. Package fmt prints Error instead.
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasonTexts[r].name
}

// Error returns the reason in words, which may change. [Reason.String] does not.
func (r Reason) Error() string {
	if int(r) >= len(reasonTexts) {
		return r.String()
	}
	return reasonTexts[r].text
}

// Error says where and why a URN does not match a pattern, or a value cannot
// occur in a field. It keeps a short copy of the URN, never the URN itself.
type Error struct {
	Pattern string // the text of the pattern
	Field   string // the name of the field; "" if no field is concerned
	Reason  Reason
	Offset  int    // in the URN, in bytes; -1 if a value is at fault
	Cause   string // in words; may change
	Err     error  // what a type of the caller returned, or nil

	excerpt string // of the URN
}

// Error returns the pattern, the field, the column (Offset + 1) and the cause.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Message()
	}
	return fmt.Sprintf("%s at column %d of %q", e.Message(), e.Offset+1, e.excerpt)
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

// Unwrap returns the Reason and, if there is one, Err.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}
