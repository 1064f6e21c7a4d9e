package namespace

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// Reason says why a URN is not a valid name of its namespace. The zero Reason
// means that there is no fault.
//
// A Reason is an error, so that [errors.Is] can ask for it, in errors of this package and
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
	// BadNamespace: the URN is of another namespace than required, or is a name of another
	// type within the namespace.
	BadNamespace
	// Refused: the Validate function of a [Definition] refused the NSS.
	Refused
	// BadDefinition: a [Definition] has a malformed NID or breaks the contract of its
	// Normalize function, or two Definitions in one call of [Registry.With] have the same
	// NID.
	BadDefinition
)

var reasonNames = [...]string{"none", "syntax", "check-digit", "namespace", "refused", "definition"}

var reasonTexts = [...]string{
	0:             "no fault",
	BadSyntax:     "not the syntax of the namespace",
	BadCheckDigit: "wrong check digit",
	BadNamespace:  "another namespace",
	Refused:       "refused by the namespace",
	BadDefinition: "the definition of the namespace is at fault",
}

// String returns a short, stable name: "syntax", "check-digit", "namespace",
// "refused" or "definition", and "none" for the zero Reason. Package
// fmt prints Error instead.
func (r Reason) String() string { return enum.Text("Reason", reasonNames[:], r) }

// Error returns the reason in words, which may change. [Reason.String] does not.
func (r Reason) Error() string { return enum.Text("Reason", reasonTexts[:], r) }

// ErrUnknown says that the syntax of a name is not known. The Validate function of a
// [Definition] returns it for an NSS that it does not cover. Then the other rules of the
// Registry decide. [Validate] never returns it: its verdict is [Unknown].
var ErrUnknown = errors.New("namespace: nothing is known of the syntax of the name")

// Error says where and why a URN is not a valid name of its namespace. It holds
// a short copy of the URN around the fault, never the URN itself, and its text
// has at most 1,024 bytes.
//
// If [Registry.With] returns it, the Reason is BadDefinition and the Offset is 0.
type Error struct {
	NID    string // in lower case; "" if another text than a URN is at fault
	Reason Reason
	// Offset is the offset into u.String(), in bytes. For BadSyntax it is the length of the
	// longest prefix of the URN with which some name of the namespace begins. If the NSS
	// ends too early, it is the end of the NSS. For BadCheckDigit it is the offset of the
	// check digit.
	Offset int
	// Document is the document and section that has the rule, or the Reference of a
	// [Definition]. It is "" if no document is known.
	Document string
	// Err is the error of the Validate function of a [Definition] if Reason is Refused. If
	// Reason is BadDefinition, it describes the fault in the result of the Normalize function.
	// If NID is "", it describes the fault in the text. Otherwise it is nil.
	Err error

	want  byte // the right check digit, or 0
	found byte // the byte that does not match the syntax, or 0

	near          string // a copy of the URN around Offset
	before, after bool   // the URN has more text before or after near

	text string // the message, if the error is not about a place in a URN
}

// Bounds on the parts of an error's text, in bytes.
const (
	maxNear    = 64  // of the URN
	nearBefore = 40  // of these before Offset
	maxText    = 300 // of the text of Err, and of Document
	maxOther   = 900 // of the text of Err about another text than a URN
	maxNIDText = 40
)

// NewError returns an error about u. It is for packages that add types or rules for a
// namespace. The offset is in bytes of u.String(); an offset out of range becomes the
// nearest valid offset. document may be "" and err may be nil. NewError copies the part of
// u that it needs.
//
// If u is the zero URN, the error is about another text, for instance a text that cannot be
// converted to a URN. Then NID is "", Offset is 0, and the Message is the text of err, or
// of the reason if err is nil.
func NewError(u urn.URN, offset int, reason Reason, document string, err error) *Error {
	s := u.String()
	if u.IsZero() {
		return &Error{Reason: reason, Document: document, Err: err, text: truncate.To(cmp.Or(err, error(reason)).Error(), maxOther)}
	}
	offset = min(max(offset, 0), len(s))
	start := max(0, min(offset-nearBefore, len(s)-maxNear))
	end := min(start+maxNear, len(s))
	e := &Error{
		NID: strings.Clone(strings.ToLower(u.NID())), Offset: offset, Reason: reason, Document: document, Err: err,
		near: strings.Clone(s[start:end]), before: start > 0, after: end < len(s),
	}
	if reason == BadSyntax && offset < u.Offsets().NSS().End {
		e.found = s[offset]
	}
	return e
}

// Message returns the reason in words, the expected or the unexpected character, and the
// document, without the offset and the URN. It has at most 1,024 bytes.
func (e *Error) Message() string {
	if e.text != "" {
		return e.text
	}
	var b strings.Builder
	b.WriteString(e.Reason.Error())
	if e.Reason == BadSyntax {
		b.WriteString(" " + truncate.To(e.NID, maxNIDText))
	}
	switch {
	case e.found != 0:
		b.WriteString(": unexpected '" + string(rune(e.found)) + "'")
	case e.Reason == BadSyntax && e.near != "":
		b.WriteString(": it ends too early")
	case e.want != 0:
		b.WriteString(": it should be '" + string(rune(e.want)) + "'")
	}
	if e.Err != nil {
		b.WriteString(": " + truncate.To(e.Err.Error(), maxText))
	}
	if e.Document != "" {
		b.WriteString(" (" + truncate.To(e.Document, maxText) + ")")
	}
	return b.String()
}

// Error returns the URN around the fault, quoted, the message and the column (Offset + 1).
func (e *Error) Error() string {
	if e.text != "" {
		return "namespace: " + e.text
	}
	name := strconv.Quote(truncate.To(e.near, maxNear))
	if e.near == "" {
		name = strconv.Quote("urn:" + truncate.To(e.NID, maxNIDText))
	}
	if e.before {
		name = "…" + name
	}
	if e.after {
		name += "…"
	}
	return "namespace: checking " + name + ": " + e.Message() + " at column " + strconv.Itoa(e.Offset+1)
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
	return NewError(u, nss.Start+min(max(offset, 0), nss.End-nss.Start), reason, document, err)
}
