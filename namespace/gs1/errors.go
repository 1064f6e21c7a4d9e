package gs1

import (
	"fmt"
	"strconv"
)

// Reason says what is wrong with a name or an element string. The zero Reason means that nothing is wrong.
type Reason uint8

const (
	// BadScheme: the URN is of another namespace, or of a scheme that contains no GS1 key.
	BadScheme Reason = iota + 1
	// BadSyntax: the URN or the text breaks the syntax of its form.
	BadSyntax
	// BadPrefixLength: the length of the company prefix is not 6 to 12, or the key is
	// too short for it.
	BadPrefixLength
	// BadKey: no element is a GS1 key that a URN can hold.
	BadKey
	// BadValue: the value of an element has another length or other characters than
	// its application identifier asks for.
	BadValue
	// BadCheckDigit: the check digit does not match the other digits.
	BadCheckDigit
	// BadOrder: the elements of a URN are not in the order that its namespace asks for.
	BadOrder
)

var reasonNames = [...]string{
	0: "none", BadScheme: "scheme", BadSyntax: "syntax", BadPrefixLength: "prefix-length", BadKey: "key",
	BadValue: "value", BadCheckDigit: "check-digit", BadOrder: "order",
}

// String returns a short, stable name such as "check-digit", and "none" for the zero
// Reason.
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// Error says why a conversion failed, and what to do. Every error of this package and of
// package [github.com/seed7b5a83f0/urn/namespace/epc] is an *Error. It keeps at most 60 bytes of the input.
type Error struct {
	Reason Reason
	AI     string // the application identifier that the error is about, or ""
	Text   string // what is wrong and what to do
	Err    error  // the error of package namespace or urn that is the cause, or nil

	excerpt string
}

// Error returns the text and the input, quoted and truncated.
func (e *Error) Error() string {
	text := "gs1: " + e.Message()
	if e.Err == nil && e.excerpt != "" {
		text += ": " + e.excerpt
	}
	return text
}

// Message returns the application identifier, what is wrong, and the text of Err,
// without the input.
func (e *Error) Message() string {
	text := e.Text
	if e.AI != "" {
		text = "(" + e.AI + "): " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Is reports whether target is an [*Error] with the Reason and AI of e. A field of
// target that is zero matches any value. So
//
//	errors.Is(err, &gs1.Error{Reason: gs1.BadCheckDigit})
//
// reports whether err is about a check digit.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && (t.Reason == 0 || t.Reason == e.Reason) && (t.AI == "" || t.AI == e.AI)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// NewError returns an error about a part of input, of which it keeps at most 60 bytes.
// It is for packages that convert GS1 keys.
func NewError(r Reason, ai, input, format string, args ...any) *Error {
	const room = 60
	excerpt := ""
	if input != "" {
		cut := input[:min(room, len(input))]
		excerpt = strconv.Quote(cut)
		if len(cut) < len(input) {
			excerpt += "…"
		}
	}
	return &Error{Reason: r, AI: ai, Text: fmt.Sprintf(format, args...), excerpt: excerpt}
}
