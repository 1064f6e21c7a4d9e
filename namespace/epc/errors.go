package epc

import (
	"fmt"
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/enum"
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
	// UnknownName: a text is not the name of a Reason.
	UnknownName
)

var reasonTexts = [...]struct{ name, text string }{
	0:               {"none", "no fault"},
	BadScheme:       {"scheme", "not of a scheme with a GS1 key"},
	BadSyntax:       {"syntax", "malformed"},
	BadPrefixLength: {"prefix-length", "wrong length of the company prefix"},
	BadKey:          {"key", "no GS1 key that a URN can hold"},
	BadValue:        {"value", "not a value of the application identifier"},
	BadCheckDigit:   {"check-digit", "wrong check digit"},
	BadRest:         {"rest", "elements that a URN cannot hold"},
	UnknownName:     {"unknown-name", "no such name"},
}

// String returns a short, stable name such as "check-digit", and "none" for the zero
// Reason.
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
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
		return b, newError(UnknownName, "", r.String(), "no such reason")
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
		return newError(UnknownName, "", string(text), "no such reason")
	}
	return nil
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
	text := "epc: " + e.Message()
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
//	errors.Is(err, &epc.Error{Reason: epc.BadCheckDigit})
//
// reports whether err is about a check digit.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && (t.Reason == 0 || t.Reason == e.Reason) && (t.AI == "" || t.AI == e.AI)
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
