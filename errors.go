package urn

import (
	"fmt"
	"strconv"
)

// Reason says which part of a URN is at fault. It is itself an error, so that
// errors.Is(err, urn.BadNID) works on whatever this package returns. The zero
// Reason means that there is no fault; as an error it is not nil, so convert with
// [Fault.Err], which is.
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
	// BadRComponent: the r-component is empty or holds a byte that may not
	// stand there (RFC 8141, section 2.3.1).
	BadRComponent
	// BadQComponent: the q-component is empty or holds a byte that may not
	// stand there, or is not a list of directives under Draft2141bis
	// (RFC 8141, section 2.3.2).
	BadQComponent
	// BadFComponent: the f-component holds a byte that may not stand there
	// (RFC 8141, section 2.3.3).
	BadFComponent
	// TooLong: the input has more than MaxLen bytes.
	TooLong
)

// reasons maps the tags of the machine to reasons.
var reasons = [...]Reason{
	tagScheme: BadScheme,
	tagNID:    BadNID,
	tagNSS:    BadNSS,
	tagEscape: BadEscape,
	tagR:      BadRComponent,
	tagQ:      BadQComponent,
	tagF:      BadFComponent,
}

var reasonTexts = [...]struct{ name, text string }{
	0:             {"none", "no fault"},
	BadScheme:     {"scheme", `does not begin with "urn:"`},
	BadNID:        {"nid", "malformed namespace identifier"},
	BadNSS:        {"nss", "malformed namespace-specific string"},
	BadEscape:     {"escape", "malformed percent-encoding"},
	BadRComponent: {"r", "malformed r-component"},
	BadQComponent: {"q", "malformed q-component"},
	BadFComponent: {"f", "malformed f-component"},
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

// Error returns the reason in words.
func (r Reason) Error() string {
	if int(r) >= len(reasonTexts) {
		return r.String()
	}
	return reasonTexts[r].text
}

// Fault tells where and why an input is not a URN. The zero Fault says that it
// is one.
type Fault struct {
	// Offset is the length in bytes of the longest prefix of the input that
	// some URN of the syntax begins with. It is the input's length if the
	// input merely ends too early, and MaxLen if the reason is TooLong.
	Offset int
	Reason Reason
}

// Err returns nil for the zero Fault, and otherwise an error that wraps the
// Reason. A [*SyntaxError], which [Syntax.Parse] returns, says more.
func (f Fault) Err() error {
	if f.Reason == 0 {
		return nil
	}
	return &faultError{f}
}

type faultError struct{ fault Fault }

func (e *faultError) Error() string {
	return fmt.Sprintf("urn: %s at byte %d", e.fault.Reason.Error(), e.fault.Offset)
}

func (e *faultError) Unwrap() error { return e.fault.Reason }

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
}

// The excerpt lies in the error itself, so that a failing Parse allocates
// once, and an error that is kept does not keep a large input alive.
const (
	excerptLen    = 64
	excerptBefore = 40
)

func newSyntaxError(x Syntax, s string, f Fault) *SyntaxError {
	e := &SyntaxError{Syntax: x, Offset: f.Offset, Reason: f.Reason, size: len(s)}
	e.start = max(0, min(f.Offset-excerptBefore, len(s)-excerptLen))
	e.n = copy(e.near[:], s[e.start:])
	return e
}

// Error returns the reason, the offset and the input around it, quoted.
func (e *SyntaxError) Error() string {
	before, after := "", ""
	if e.start > 0 {
		before = "…"
	}
	if e.start+e.n < e.size {
		after = "…"
	}
	return fmt.Sprintf("urn: parsing %s%q%s as %v: %s at byte %d",
		before, e.near[:e.n], after, e.Syntax, e.Reason.Error(), e.Offset)
}

// Unwrap returns e.Reason.
func (e *SyntaxError) Unwrap() error { return e.Reason }
