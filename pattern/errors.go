package pattern

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Reason classifies an [Error]. The zero Reason means that nothing is wrong.
//
// A Reason is an error, so that [errors.Is] can test for it:
//
//	errors.Is(err, pattern.PrefixMismatch)
type Reason uint8

const (
	// PrefixMismatch: the URN has a different namespace, or different text before the first field.
	PrefixMismatch Reason = iota + 1
	// TextMismatch: after the first field, a literal or a component of the pattern is missing,
	// or the URN has text that the pattern does not allow.
	TextMismatch
	// NotCanonical: the URN matches, but Build would write the value of a field differently,
	// for instance without an unnecessary escape. That would be another name.
	NotCanonical
	// BadValue: a value is empty, or not of the type or the class of its field, or cannot be
	// written in it.
	BadValue
	// BadPattern: a pattern is malformed, or a struct does not fit it.
	BadPattern
	// Conflict: a [Set] cannot accept a pattern because of another one.
	Conflict
	// NotText: a value read from a database is not text. The offset is 0.
	NotText
)

var reasonNames = [...]string{"none", "prefix", "text", "not-canonical", "value", "pattern", "conflict", "not-text"}

// String returns a short, stable name: "prefix", "text", "not-canonical", "value", "pattern",
// "conflict" or "not-text", and "none" for the zero Reason. See [Error.Message] for an explanation.
func (r Reason) String() string { return enum.Text("Reason", reasonNames[:], r) }

// Error returns the same as [Reason.String].
func (r Reason) Error() string { return r.String() }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (r Reason) MarshalText() ([]byte, error) { return enum.Marshal("Reason", reasonNames[:], r) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (r *Reason) UnmarshalText(text []byte) error {
	return enum.Unmarshal("Reason", reasonNames[:], text, r)
}

// Error reports where and why a name does not match, a value cannot be written, a pattern is malformed, a
// struct does not fit, or a [Set] rejects a pattern. It keeps a copy of at most 60 bytes of the name.
type Error struct {
	Pattern string // "" if no single pattern is at fault
	Field   string // the name of the field; "" if no single field is at fault
	Reason  Reason
	// Offset is the byte offset in the name or, if the Reason is BadPattern, in the pattern. It
	// is 0 if the fault is elsewhere: in a value, in a struct or in a conflict.
	Offset int
	// Err is the error of the type of the field, whose offset, if any, counts in the value; the
	// error of [urn.Parse] if a raw name is not a URN; or nil.
	Err error

	// If the Reason is Conflict, Other is the pattern of the set that conflicts, or "".
	Other string

	cause string // in words
	// witness is a URN that matches Pattern and Other, or "" if none is known.
	witness string
	excerpt string // of the URN or the pattern, or "" if there is no Offset
}

// conflict returns the error for adding p to a set that contains q.
func conflict(p, q *Pattern, r relation) *Error {
	e := &Error{Pattern: p.text, Reason: Conflict, Other: q.text}
	switch {
	case !p.Match(r.witness) || !q.Match(r.witness):
		e.cause = fmt.Sprintf("too similar to %.100q: cannot decide which of the two is more specific", q.text)
		return e
	case r.onlyP:
		e.cause = fmt.Sprintf("conflicts with %.100q: both match %.200q, and neither is more specific", q.text, r.witness)
	default:
		e.cause = fmt.Sprintf("%.100q matches the same URNs, such as %.200q", q.text, r.witness)
	}
	e.witness = r.witness
	return e
}

// Error returns the pattern, the field, the cause and the column (Offset + 1), as far as they are known.
func (e *Error) Error() string {
	if e.excerpt == "" {
		return e.Message()
	}
	place := "column " + strconv.Itoa(e.Offset+1)
	if e.Reason != BadPattern {
		place += " of " + strconv.Quote(e.excerpt)
	}
	return e.message(place + ": ")
}

// Message returns the text of Error without the name and the column. It may change.
func (e *Error) Message() string { return e.message("") }

// message is Message with a place after the pattern.
func (e *Error) message(place string) string {
	var b strings.Builder
	b.WriteString("pattern")
	if e.Pattern != "" {
		b.WriteString(" " + strconv.Quote(truncate.To(e.Pattern, 100)))
	}
	b.WriteString(": " + place)
	if e.Field != "" {
		fmt.Fprintf(&b, "field %q: ", e.Field)
	}
	b.WriteString(e.cause)
	if e.Err != nil {
		text := e.Err.Error()
		if ne := (*namespace.Error)(nil); errors.As(e.Err, &ne) { // its column is one of the value
			text = ne.Message()
		}
		b.WriteString(": " + truncate.To(text, 200))
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
