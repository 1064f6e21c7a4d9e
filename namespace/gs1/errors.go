package gs1

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/namespace"
)

// Error says why a conversion failed, and what to do. Every error of this package and of
// package [github.com/seed7b5a83f0/urn/namespace/epc] is an *Error, except that of a text
// that is not a URN.
type Error struct {
	// Reason is BadNamespace if the input has no GS1 key, BadCheckDigit if the check digit
	// of one is wrong, and otherwise BadSyntax.
	Reason namespace.Reason
	AI     string // the application identifier that the error is about, or ""
	Text   string // what is wrong and what to do
	Input  string // at most 60 bytes of the input, or ""
	Err    error  // the error of package namespace or urn that is the cause, or nil
}

// Error returns the text and the input, quoted and truncated.
func (e *Error) Error() string {
	text := "gs1: " + e.Message()
	if e.Err == nil && e.Input != "" {
		text += ": " + strconv.Quote(e.Input)
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

// Is reports whether target is the Reason of e, a [namespace.Reason].
func (e *Error) Is(target error) bool { return target == error(e.Reason) }

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// fault returns an error about a part of input.
func fault(r namespace.Reason, ai, input, text string) *Error {
	return &Error{Reason: r, AI: ai, Text: text, Input: input[:min(60, len(input))]}
}
