package epc

import (
	"fmt"
	"strconv"
)

// Reason says what is wrong. The zero Reason means that nothing is wrong.
type Reason uint8

const (
	// BadScheme: the URN is of another namespace, or of a scheme that holds no GS1 key.
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
	// BadRest: there are elements that the URN cannot hold.
	BadRest
)

var reasonNames = [...]string{"none", "scheme", "syntax", "prefix-length", "key", "value", "check-digit", "rest"}

// String returns a short, stable name such as "check-digit".
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// Error says why a conversion failed, and what to do. Every error of this package is
// an *Error. It keeps at most 60 bytes of the input.
type Error struct {
	Reason Reason
	AI     string // the application identifier that the error is about, or ""
	Text   string // what is wrong and what to do
	Err    error  // the error of package namespace if Reason is BadSyntax or the namespace is another, or nil

	excerpt string
}

// Error returns the text and the input, quoted and truncated.
func (e *Error) Error() string {
	text := "epc: "
	if e.AI != "" {
		text += "(" + e.AI + "): "
	}
	text += e.Text
	if e.Err != nil {
		text += ": " + e.Err.Error()
	} else if e.excerpt != "" {
		text += ": " + e.excerpt
	}
	return text
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

func newError(r Reason, ai, input, format string, args ...any) *Error {
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
