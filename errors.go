package urn

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Reason says which part of a URN is at fault. The zero Reason means that there
// is no fault. A Reason is not an error; see [SyntaxError].
type Reason uint8

const (
	// BadScheme: the input does not begin with "urn:".
	BadScheme Reason = iota + 1
	// BadNID: the namespace identifier is malformed, too short or too long, or
	// is "urn" where that is refused (RFC 8141, section 2.1).
	BadNID
	// BadNSS: the namespace-specific string is empty or holds a byte that may
	// not stand there, or a "?" that begins no component (RFC 8141, section 2.2).
	BadNSS
	// BadEscape: a "%" is not followed by two hexadecimal digits, or, under
	// Draft2141bis, by "00" (RFC 3986, section 2.1).
	BadEscape
	// BadR: the r-component is empty or holds a byte that may not
	// stand there (RFC 8141, section 2.3.1).
	BadR
	// BadQ: the q-component is empty or holds a byte that may not
	// stand there, or is not a list of directives under Draft2141bis
	// (RFC 8141, section 2.3.2).
	BadQ
	// BadF: the f-component holds a byte that may not stand there
	// (RFC 8141, section 2.3.3).
	BadF
	// TooLong: the input has more than MaxLen bytes.
	TooLong
)

// reasons maps the tags of the machine to reasons.
var reasons = [...]Reason{
	tagScheme: BadScheme,
	tagNID:    BadNID,
	tagNSS:    BadNSS,
	tagEscape: BadEscape,
	tagR:      BadR,
	tagQ:      BadQ,
	tagF:      BadF,
}

var reasonTexts = [...]struct{ name, text string }{
	0:             {"none", "no fault"},
	BadScheme:     {"scheme", `does not begin with "urn:"`},
	BadNID:        {"nid", "malformed namespace identifier"},
	BadNSS:        {"nss", "malformed namespace-specific string"},
	BadEscape:     {"escape", "malformed percent-encoding"},
	BadR: {"r", "malformed r-component"},
	BadQ: {"q", "malformed q-component"},
	BadF: {"f", "malformed f-component"},
	TooLong:       {"toolong", "longer than 2147483647 bytes"},
}

// String returns a short, stable name: "scheme", "nid", "nss", "escape", "r",
// "q", "f" or "toolong".
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

// AppendText implements [encoding.TextAppender]: it appends r.String(). It fails
// if r is neither zero nor one of the constants.
func (r Reason) AppendText(b []byte) ([]byte, error) {
	if int(r) >= len(reasonTexts) {
		return b, fmt.Errorf("urn: no such reason: %d", uint8(r))
	}
	return append(b, reasonTexts[r].name...), nil
}

// MarshalText implements [encoding.TextMarshaler]; see [Reason.AppendText].
func (r Reason) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Reason.String] returns for zero and the constants, and leaves r as it was
// otherwise.
func (r *Reason) UnmarshalText(text []byte) error {
	for i := range reasonTexts {
		if string(text) == reasonTexts[i].name {
			*r = Reason(i)
			return nil
		}
	}
	return fmt.Errorf("urn: no such reason: %.40q", text)
}

// Fault tells where and why an input is not a URN. The zero Fault says that it
// is one.
type Fault struct {
	Syntax Syntax // what the input was parsed as
	// Offset is the length in bytes of the longest prefix of the input that
	// some URN of the syntax begins with. It is the input's length if the
	// input merely ends too early, and MaxLen if the reason is TooLong.
	Offset int
	Reason Reason
}

// Err returns nil for a Fault without a Reason, and otherwise a [*SyntaxError].
// The error that [Syntax.Parse] returns has the input around the fault, too.
func (f Fault) Err() error {
	if f.Reason == 0 {
		return nil
	}
	return &SyntaxError{Syntax: f.Syntax, Offset: f.Offset, Reason: f.Reason}
}

// Message says in words what is wrong with input, which f is the fault of: the
// reason, and what stands where it went wrong. It is "" for the zero Fault. It
// has no control character and no more than a few hundred bytes.
func (f Fault) Message(input string) string {
	if f.Reason == 0 {
		return ""
	}
	return f.message(input[min(f.Offset, len(input)):])
}

// MessageBytes is [Fault.Message] for a byte slice.
func (f Fault) MessageBytes(input []byte) string { return f.Message(stringOf(input)) }

// message is Message for what the input has from the offset on.
func (f Fault) message(rest string) string {
	reason := f.Reason.Describe()
	switch {
	case f.Reason == TooLong:
		return reason
	case rest == "":
		return reason + ": it ends too early"
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf("%s: unexpected byte 0x%02X", reason, rest[0])
	case ' ' < r && r <= '~':
		return reason + ": unexpected '" + string(r) + "'"
	case strconv.IsPrint(r) && !unicode.In(r, unicode.M):
		return fmt.Sprintf("%s: unexpected '%c' (U+%04X)", reason, r, r)
	}
	return fmt.Sprintf("%s: unexpected U+%04X", reason, r)
}

// SyntaxError is the error of everything that parses. It holds a short copy of
// the input around the fault, never the input itself.
type SyntaxError struct {
	Syntax Syntax // what the input was parsed as
	Offset int    // as in Fault, in bytes
	Reason Reason

	near  [excerptLen]byte // the input around Offset
	start int              // where near lies in the input
	n     int              // how much of near is used
	size  int              // the length of the input
	held  bool             // near holds the input, which may be empty
}

// The excerpt lies in the error itself, so that a failing Parse allocates
// once, and an error that is kept does not keep a large input alive.
const (
	excerptLen    = 64
	excerptBefore = 40
)

func newSyntaxError(s string, f Fault) *SyntaxError {
	e := &SyntaxError{Syntax: f.Syntax, Offset: f.Offset, Reason: f.Reason, size: len(s), held: true}
	e.start = max(0, min(f.Offset-excerptBefore, len(s)-excerptLen))
	e.n = copy(e.near[:], s[e.start:])
	return e
}

// Error returns the reason, the offset and the input around it, quoted.
func (e *SyntaxError) Error() string {
	if missing := e.missing(); missing != "" {
		return "urn: " + missing
	}
	if !e.held {
		return fmt.Sprintf("urn: %s at byte %d", e.Reason.Describe(), e.Offset)
	}
	before, after := "", ""
	if e.start > 0 {
		before = "…"
	}
	if e.start+e.n < e.size {
		after = "…"
	}
	return fmt.Sprintf("urn: parsing %s%q%s as %v: %s at byte %d",
		before, e.near[:e.n], after, e.Syntax, e.Reason.Describe(), e.Offset)
}

// missing returns the text for a component that the syntax does not have, and
// "" for any other error.
func (e *SyntaxError) missing() string {
	switch {
	case e.Reason < BadR || e.Reason > BadF || e.Syntax.known() == RFC8141:
		return ""
	case e.Syntax == RFC2141 || e.Reason == BadR:
		return e.Syntax.String() + " has no " + e.Reason.String() + "-component"
	case e.Reason == BadQ && !e.held:
		return "the query of draft2141bis is a list of directives, to be escaped one by one"
	}
	return ""
}

// Is reports whether target is a [*SyntaxError] with the Syntax, Offset and
// Reason of e, where those of target that are zero match any. So
//
//	errors.Is(err, &urn.SyntaxError{Reason: urn.BadNID})
//
// reports whether err is an error about a namespace identifier.
func (e *SyntaxError) Is(target error) bool {
	t, ok := target.(*SyntaxError)
	return ok && (t.Syntax == 0 || t.Syntax == e.Syntax) &&
		(t.Offset == 0 || t.Offset == e.Offset) && (t.Reason == 0 || t.Reason == e.Reason)
}
