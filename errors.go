package urn

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// Reason classifies a fault: the part of a URN that is malformed, or another cause. The zero
// Reason means that nothing is wrong.
//
// A Reason is an error, so that [errors.Is] can test for it:
//
//	errors.Is(err, urn.BadNID)
//
// The zero Reason is a non-nil error. Use [Fault.Err], which returns nil if nothing is wrong.
type Reason uint8

const (
	// BadScheme: the input does not begin with "urn:".
	BadScheme Reason = iota + 1
	// BadNID: the namespace identifier is malformed, too short or too long, or it
	// is "urn" where that is reserved (RFC 8141, section 2.1).
	BadNID
	// BadNSS: the namespace-specific string is empty, or has a byte that may not
	// occur there, or a "?" that begins no component (RFC 8141, section 2.2).
	BadNSS
	// BadEscape: a "%" without two hexadecimal digits after it (RFC 3986, section
	// 2.1), or, under Draft2141bis, the escape "%00".
	BadEscape
	// BadR: the r-component is empty or has a byte that may not occur there
	// (RFC 8141, section 2.3.1), or the syntax has no r-component.
	BadR
	// BadQ: the q-component is empty or has a byte that may not occur there (RFC
	// 8141, section 2.3.2), or the syntax has no q-component. Under Draft2141bis,
	// the query is not a list of directives.
	BadQ
	// BadF: the f-component has a byte that may not occur there (RFC 8141, section
	// 2.3.3), or the syntax has no f-component.
	BadF
	// TooLong: the input is longer than the limit, which is [MaxLen] or set by the caller,
	// as in package scan. The offset is the limit.
	TooLong
	// NotText: a value read from a database is not text. The offset is 0.
	NotText
	// UnknownSyntax: a [Syntax] is not one of the constants, or a text does not name one. The
	// offset is 0.
	UnknownSyntax
	// UnknownConstant: a [Component], a Reason or a value of another enumeration of the module is
	// not one of the constants, or a text does not name one. The offset is 0.
	UnknownConstant
	// OtherSyntax: the reader of the text, which uses another syntax, would read a different
	// name, or refuse it. Only [URN.As] and methods that write a URN as text return it; see
	// [URN.MarshalText].
	OtherSyntax
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

var reasonNames = [...]string{"none", "scheme", "nid", "nss", "escape", "r", "q", "f", "too-long", "not-text", "unknown-syntax",
	"unknown-constant", "other-syntax"}

var reasonTexts = [...]string{
	0:               "no fault",
	BadScheme:       `does not begin with "urn:"`,
	BadNID:          "malformed namespace identifier",
	BadNSS:          "malformed namespace-specific string",
	BadEscape:       "malformed percent-encoding",
	BadR:            "malformed r-component",
	BadQ:            "malformed q-component",
	BadF:            "malformed f-component",
	TooLong:         "too long",
	NotText:         "not text",
	UnknownSyntax:   "unknown syntax",
	UnknownConstant: "unknown constant",
	OtherSyntax:     "the text would be read back as a different name, or refused",
}

// String returns a short, stable name: "scheme", "nid", "nss", "escape", "r", "q", "f",
// "too-long", "not-text", "unknown-syntax", "unknown-constant" or "other-syntax", and "none" for the
// zero Reason. See [Error.Message] for an explanation.
func (r Reason) String() string { return enum.Text("Reason", reasonNames[:], r) }

// Error returns the same as [Reason.String].
func (r Reason) Error() string { return r.String() }

// MarshalText implements [encoding.TextMarshaler]: it returns r.String(). If r is not one of the
// constants, the error is an [*Error] with the reason [UnknownConstant].
func (r Reason) MarshalText() ([]byte, error) { return enum.Marshal("Reason", reasonNames[:], r) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the names that [Reason.String]
// documents. For any other text, the error is an [*Error] with the reason [UnknownConstant], and r
// stays as it was.
func (r *Reason) UnmarshalText(text []byte) error {
	return enum.Unmarshal("Reason", reasonNames[:], text, r)
}

func (r Reason) words() string { return enum.Text("Reason", reasonTexts[:], r) }

// unknown returns the error for a Syntax that is not one of the constants.
func (x Syntax) unknown() *Error {
	return &Error{Syntax: x, Reason: UnknownSyntax, text: Fault{Syntax: x, Reason: UnknownSyntax}.Message("")}
}

// Fault reports where and why an input is not a URN. The zero Fault means that it is one:
// compare Reason with 0.
//
// Locate returns a Fault without allocating. [Fault.Err] converts it to an error.
type Fault struct {
	Syntax Syntax // the syntax that the input was parsed under
	Reason Reason
	// Offset is the length in bytes of the longest prefix of the input that begins some URN
	// of the syntax. If the end of the input is unexpected, it is the length of the input. If
	// the reason is TooLong, it is the limit.
	Offset int
}

// Err returns the error that [Syntax.Parse] returns for input: an [*Error]
// with the input around the offset, or nil if f has no Reason. f is the Fault that
// [Syntax.Locate] returned for input.
func (f Fault) Err(input string) error {
	if f.Reason == 0 {
		return nil
	}
	return newError("parsing", input, f)
}

// Message describes the fault of input in words: the reason, the character at the
// offset, and the characters that may be there. f is the Fault that [Syntax.Locate]
// returned for input. If f has no Reason, Message returns "". The text contains no control
// characters, has at most 300 bytes, and may change. From the offset on, Message reads one
// character, and after a space what follows up to the next character that is not white space.
// Of the text before the offset, Message depends on the last two bytes.
func (f Fault) Message(input string) string {
	switch f.Reason {
	case 0:
		return ""
	case UnknownSyntax:
		return f.Reason.words() + " " + f.Syntax.String()
	}
	at := min(max(f.Offset, 0), len(input))
	var room [300]byte // for the longest message
	return string(f.appendDetail(append(room[:0], f.Reason.words()...), input[:at], input[at:], true))
}

// appendDetail appends ": " and a description of the character at the offset and of the
// characters that may be there, if there is any. before is the text before the offset, and rest
// the text from it. Both are known only if held is set.
func (f Fault) appendDetail(dst []byte, before, rest string, held bool) []byte {
	dst = append(dst, ": "...)
	if f.Reason == TooLong {
		return append(strconv.AppendInt(append(dst, "more than "...), int64(f.Offset), 10), " bytes"...)
	}
	nid := before[min(len("urn:"), len(before)):]
	if held && rest == "" && f.Reason == BadNID && len(nid) >= 2 && nid[len(nid)-1] != '-' {
		return append(dst, `no ":" and no name after the namespace identifier`...)
	}
	if held {
		dst = append(octet.AppendUnexpected(dst, rest), "; "...)
	}
	n := len(dst)
	if dst = f.appendRule(dst, before, rest, held); len(dst) == n {
		dst = dst[:n-len("; ")]
	}
	return dst
}

// notMeant says how to replace the first character of rest, if escaping it would make
// another name than the writer meant. Otherwise it returns "".
func notMeant(rest string) string {
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case ' ' < r && r <= '~':
		return ""
	case r == utf8.RuneError && size == 3:
		return "it is in place of a character that was lost: look up the original"
	case r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		return "a URN has no line end: remove it"
	case unicode.IsSpace(r):
		return "a URN has no white space: remove it"
	case unicode.In(r, unicode.Cc, unicode.Cf):
		return "it is invisible: remove it"
	case r != '-' && unicode.In(r, unicode.Pd) || r == '\u2212':
		return "type a plain hyphen '-'"
	case '\uff01' <= r && r <= '\uff5e': // wide forms of ASCII
		return "type a plain '" + string(r-'\uff01'+'!') + "'"
	case r == '…':
		return "write out what it leaves out"
	case unicode.In(r, unicode.Pi, unicode.Pf):
		return "remove it if it encloses the name; otherwise type a plain apostrophe"
	}
	return ""
}

var nidRules = [...]string{
	RFC8141:      "a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit",
	RFC2141:      `a namespace identifier has 1 to 32 letters, digits and '-', and begins with a letter or digit; "urn" is reserved`,
	Draft2141bis: `a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit; "urn" is reserved`,
	Relaxed:      "a relaxed namespace identifier has 1 to 63 letters, digits, '-', '.' and '_', and begins with a letter or digit",
}

// appendRule says what may be at the offset, or how to mend the text there.
func (f Fault) appendRule(dst []byte, before, rest string, held bool) []byte {
	mend := ""
	switch {
	case !f.Syntax.known():
		return dst
	case held:
		mend = notMeant(rest)
	}
	switch f.Reason {
	case BadScheme:
		return append(dst, mend...)
	case BadNID:
		return append(dst, cmp.Or(mend, nidRules[f.Syntax])...)
	case BadEscape:
		nul := strings.HasPrefix(rest, "\x00") || strings.HasSuffix(before, "%0") && strings.HasPrefix(rest, "0")
		if nul && f.Syntax == Draft2141bis {
			return append(dst, noNUL...)
		}
		return append(dst, "two hexadecimal digits follow a '%'; write a '%' that is data as %25"...)
	case BadNSS, BadR, BadQ, BadF:
		return f.appendComponentRule(dst, before, rest, held)
	}
	return dst
}

// appendComponentRule is appendRule for a component.
func (f Fault) appendComponentRule(dst []byte, before, rest string, held bool) []byte {
	x := f.Syntax
	component := [...]string{BadNSS: "a namespace-specific string", BadR: "an r-component", BadQ: "a q-component", BadF: "an f-component"}[f.Reason]
	switch {
	case x == Draft2141bis && f.Reason == BadQ:
		return append(dst, "the query is a list of directives, such as key=value&key=value"...)
	case !held:
		return dst
	case x.hasComponents() && f.Reason == BadNSS && strings.HasSuffix(before, "?"):
		return append(dst, "only '+' or '=' follows a '?' here; write a '?' that is data as %3F"...)
	case rest == "":
		return append(append(dst, component...), " has at least one character"...)
	case x == Draft2141bis && rest[0] == 0:
		return append(dst, noNUL...)
	case rest[0] == '/' && x.hasComponents():
		return append(append(dst, component...), " does not begin with '/'; write it as %2F"...)
	}
	return appendRemedy(dst, rest)
}

// appendRemedy says how to write the first character of rest in a component.
func appendRemedy(dst []byte, rest string) []byte {
	if mend := notMeant(rest); mend != "" {
		dst = append(dst, mend...)
		if rest[0] == ' ' && strings.TrimSpace(rest) != "" { // it may be in a title
			dst = append(dst, ", or write it as %20 if the name contains it"...)
		}
		return dst
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch rest[0] {
	case '"', '<', '>', '[', ']', '`':
		dst = append(dst, "remove it if it encloses the name; otherwise "...)
	case '{', '}':
		dst = append(dst, "put a value in place of a placeholder; otherwise "...)
	case '\\':
		dst = append(dst, "undo the escape of the text that it begins; otherwise "...)
	}
	if r == utf8.RuneError {
		dst = append(dst, "the text is not in UTF-8: convert it, or "...)
	}
	dst = append(dst, "write it as "...)
	for i := range size {
		dst = octet.AppendEscape(dst, rest[i])
	}
	return dst
}

const noNUL = "a URN of draft2141bis cannot contain the octet zero, not even as %00"

// Error is the type of the errors of this package. [errors.Is] finds its Reason,
// and [errors.As] finds the error, also in an error that wraps it, such as one of a
// Replacer of package scan:
//
//	var e *urn.Error
//	if errors.As(err, &e) {
//		log.Print(e.Offset, e.Reason)
//	}
//
// It keeps a copy of at most 64 bytes of the input, and no reference to it.
type Error struct {
	// If a text was parsed, these are the fields of the Fault that [Syntax.Locate] returns.
	// Otherwise the documentation of the function or of the Reason says what Offset, in
	// bytes, counts in.
	Syntax Syntax
	Reason Reason
	Offset int

	op    string           // what was done with the input, such as "parsing"; "" if the input is not known
	near  [excerptLen]byte // the input around Offset
	start int              // the position of near in the input
	size  int              // the length of the input
	n     uint8            // the number of bytes of near that are used

	text string // the message, if the error is not about a place in the input
}

// The excerpt is in the error itself. So a Parse that fails allocates once, and an
// error that is kept does not keep a large input alive.
const (
	excerptLen    = 64
	excerptBefore = 40
)

func newError(op, s string, f Fault) *Error {
	if f.Reason == UnknownSyntax {
		return f.Syntax.unknown()
	}
	e := &Error{Syntax: f.Syntax, Offset: f.Offset, Reason: f.Reason, op: op, size: len(s)}
	e.start = truncate.At(s, max(0, min(f.Offset-excerptBefore, len(s)-excerptLen)))
	e.n = uint8(copy(e.near[:], s[e.start:truncate.At(s, min(e.start+excerptLen, len(s)))]))
	return e
}

// tooLong returns the error for a text of more than MaxLen bytes that was not made.
func (x Syntax) tooLong() *Error {
	return &Error{Syntax: x, Offset: MaxLen, Reason: TooLong}
}

// Error returns the input around the fault, quoted, the reason, the column, the character
// there and a remedy. A column counts bytes from 1, as compilers do: it is Offset + 1. The
// syntax is named if it is not RFC8141. The text has at most 700 bytes.
func (e *Error) Error() string {
	said := e.text
	if said == "" {
		said = e.Reason.words()
		if e.Reason != TooLong {
			said += " at column " + strconv.Itoa(e.Offset+1)
		}
		said = e.detail(said)
	}
	if e.op == "" {
		return "urn: " + said
	}
	left, right, as := "", "", " as "+e.Syntax.String()
	if e.start > 0 {
		left = "…"
	}
	if e.start+int(e.n) < e.size || e.Reason == TooLong {
		right = "…"
	}
	// Unescape is the same in every syntax. For OtherSyntax, the field text names the
	// syntax.
	if e.op == "unescaping" || e.Reason == OtherSyntax || e.Syntax == RFC8141 {
		as = ""
	}
	return "urn: " + e.op + " " + left + strconv.Quote(string(e.near[:e.n])) + right + as + ": " + said
}

// Message returns the text of Error without the input and the column, as [Fault.Message]
// does for the input.
func (e *Error) Message() string {
	if e.text != "" {
		return e.text
	}
	return e.detail(e.Reason.words())
}

// detail returns the reason said and details.
func (e *Error) detail(said string) string {
	at := min(max(e.Offset-e.start, 0), int(e.n))
	before, rest := string(e.near[:at]), string(e.near[at:e.n])
	return string(Fault{e.Syntax, e.Reason, e.Offset}.appendDetail([]byte(said), before, rest, e.op != ""))
}

// noComponent returns the error for a component that x does not have, and that would begin
// at offset.
func (x Syntax) noComponent(offset int, r Reason) *Error {
	text := x.String() + " has no " + r.String() + "-component"
	if x == Draft2141bis && r == BadQ {
		text = "the query of draft2141bis is a list of directives: escape each directive by itself"
	}
	return &Error{Syntax: x, Offset: offset, Reason: r, text: text}
}

// Unwrap returns the Reason.
func (e *Error) Unwrap() error { return e.Reason }
