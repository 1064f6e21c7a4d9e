package namespace

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace/internal/hook"
)

// Reason classifies an [Error]: why a URN is not a valid name of its namespace. The zero
// Reason means that nothing is wrong.
//
// A Reason is an error, so that [errors.Is] can test for it, in errors of this package and
// of the packages below it:
//
//	errors.Is(err, namespace.BadCheckDigit)
type Reason uint8

const (
	// BadSyntax: the NSS does not match the syntax of the namespace.
	BadSyntax Reason = iota + 1
	// BadCheckDigit: the NSS is well formed, but a check digit or character does
	// not match the digits that it covers.
	BadCheckDigit
	// BadNamespace: the URN is in a different namespace than required, or names something else
	// within the namespace.
	BadNamespace
	// Refused: the Validate function of a [Definition] refused the NSS.
	Refused
	// BadDefinition: a [Definition] has a malformed NID or breaks the contract of its
	// Normalize function, or two Definitions in one call of [Registry.With] have the same
	// NID.
	BadDefinition
	// NotText: a value read from a database is not text. The offset is 0.
	NotText
)

var reasonNames = [...]string{"none", "syntax", "check-digit", "namespace", "refused", "definition", "not-text"}

var reasonTexts = [...]string{
	0:             "no fault",
	BadSyntax:     "malformed name",
	BadCheckDigit: "wrong check digit",
	BadNamespace:  "another namespace",
	Refused:       "refused by the namespace",
	BadDefinition: "the definition of the namespace is at fault",
	NotText:       "not text",
}

// String returns a short, stable name: "syntax", "check-digit", "namespace",
// "refused", "definition" or "not-text", and "none" for the zero Reason. See [Error.Message]
// for an explanation.
func (r Reason) String() string { return enum.Text("Reason", reasonNames[:], r) }

// Error returns the same as [Reason.String].
func (r Reason) Error() string { return r.String() }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (r Reason) MarshalText() ([]byte, error) { return enum.Marshal("Reason", reasonNames[:], r) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (r *Reason) UnmarshalText(text []byte) error {
	return enum.Unmarshal("Reason", reasonNames[:], text, r)
}

func (r Reason) words() string { return enum.Text("Reason", reasonTexts[:], r) }

// Error reports where and why a URN is not a valid name of its namespace, or why a text is not an
// identifier of the namespace. It keeps a short copy of the text around the fault, never the
// text itself. Error and Message return at most 1,024 bytes without control characters, which
// may change.
type Error struct {
	// NID is in lower case. It is "" if the text is neither a URN nor the NSS of one, such as
	// a GS1 element string, and for a malformed NID of a [Definition].
	NID    string
	Reason Reason
	// Offset is the byte offset of the fault in u.String() or in the argument of Parse. If the
	// function takes parts, as New does, it counts in the text that Error quotes.
	//
	// For BadSyntax, [Registry.Validate] returns the length of the longest prefix of the text that
	// some name of the namespace begins with. If the name ends too early, that is the end of the
	// NSS. Other functions return that, or the beginning of the part at fault. For BadCheckDigit,
	// Offset is that of the check digit. It is 0 if the fault is in an argument that is not a
	// text, such as a number out of range.
	Offset int
	// Document is the document and section of the rule, or the Reference of a [Definition]. It
	// is "" if no document is known.
	Document string
	// Err is nil or adds details: the right check digit, the length of a name, the fault in the
	// result of a Normalize function, or the error of the Validate function of a [Definition].
	Err error

	near          string // a copy of the text around Offset
	at            int    // the fault in near, or -1 if no text is at fault
	before, after bool   // the text continues before or after near
}

// Bounds on the parts of an error's text, in bytes.
const (
	maxNear    = 64  // of the text at fault, and up to 3 more if it is not ASCII
	nearBefore = 40  // of these before Offset
	maxText    = 300 // of the text of Err, and of Document
	maxOther   = 640 // of the text of Err if NID is ""
	maxNIDText = 40
)

// The packages below this one make errors, too.
func init() {
	hook.NewError = func(nid, text string, offset int, reason uint8, document string, err error) error {
		return newError(nid, text, offset, Reason(reason), document, err)
	}
}

// newError returns an error about text: a URN without its r-, q- and f-component, or an
// argument of a function Parse. An offset after its end becomes the end. If offset
// is -1, no text is at fault. If nid is "", err alone is the message.
func newError(nid, text string, offset int, reason Reason, document string, err error) *Error {
	if offset < 0 {
		return &Error{NID: nid, Reason: reason, Document: document, Err: err, at: -1}
	}
	offset = min(offset, len(text))
	from := max(0, min(offset-nearBefore, len(text)-maxNear))
	start, end := truncate.At(text, from), truncate.At(text, min(from+maxNear, len(text))) // end >= offset
	return &Error{
		NID: strings.Clone(strings.ToLower(nid)), Offset: offset, Reason: reason, Document: document, Err: err,
		near: strings.Clone(text[start:end]), at: offset - start, before: start > 0, after: end < len(text),
	}
}

// Message returns the reason in words, the expected or the unexpected character, and the
// document, without the text at fault and the offset.
func (e *Error) Message() string { return e.message("") }

// message is Message with a place after the reason.
func (e *Error) message(place string) string {
	if e.NID == "" && e.Err != nil {
		return printable(words(e.Err), maxOther) + place
	}
	var b strings.Builder
	said := ": "
	if e.Reason == BadSyntax {
		b.WriteString("malformed " + printable(e.NID, maxNIDText) + " name" + place + ": " + string(octet.AppendUnexpected(nil, e.near[e.at:])))
		said = "; "
	} else {
		b.WriteString(e.Reason.words() + place)
	}
	if e.Err != nil {
		b.WriteString(said + printable(words(e.Err), maxText))
	}
	if e.Document != "" {
		b.WriteString(" (" + printable(e.Document, maxText) + ")")
	}
	return b.String()
}

// printable returns at most n bytes of s, without control characters and in UTF-8.
func printable(s string, n int) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, truncate.To(s, n))
}

// words returns the text of err without its offset, which is in a part of the text at fault.
func words(err error) string {
	if m, ok := err.(interface{ Message() string }); ok {
		return m.Message()
	}
	return err.Error()
}

// Error returns the text around the fault, quoted, and the message with the column, which is
// Offset + 1.
func (e *Error) Error() string {
	if e.at < 0 {
		return "namespace: " + e.Message()
	}
	near := strconv.Quote(e.near)
	if e.before {
		near = "…" + near
	}
	if e.after {
		near += "…"
	}
	return "namespace: parsing " + near + ": " + e.message(" at column "+strconv.Itoa(e.Offset+1))
}

// Unwrap returns the Reason and, if there is one, Err.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}

// nssError returns the error for a fault at an offset into the NSS of u.
func nssError(u urn.URN, offset int, reason Reason, document string, err error) *Error {
	nss := u.Offsets().NSS()
	e := newError(u.NID(), u.AssignedName(), nss.Start+max(offset, 0), reason, document, err)
	e.after = e.after || nss.End < len(u.String())
	return e
}
