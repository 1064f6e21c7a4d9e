package urn

import "strings"

// class is a set of places where an octet may stand as it is, unescaped.
type class uint8

const (
	// pchar of RFC 3986 less pct-encoded: the first octet of an NSS, an r- or a
	// q-component of RFC 8141, and all of the draft's NSS.
	pchar class = 1 << iota
	// nssChar: pchar / "/", the NSS after its first octet (RFC 8141, section 2).
	nssChar
	// fragChar: pchar / "/" / "?", a fragment, and an r- or q-component after
	// its first octet (RFC 8141, section 2).
	fragChar
	// transChar: <trans> of RFC 2141, section 2.2, less what its section 2.3
	// reserves.
	transChar
	// valueChar: v-pchar, the value of a directive (draft, section 2.3).
	valueChar
	// hexDigit is no place: it is a digit of an escape.
	hexDigit

	anywhere = pchar | nssChar | fragChar | transChar | valueChar
)

// classes has an entry for every octet that stands for itself anywhere.
var classes = [256]class{
	'!':  anywhere,
	'$':  anywhere,
	'&':  pchar | nssChar | fragChar,
	'\'': anywhere,
	'(':  anywhere,
	')':  anywhere,
	'*':  anywhere,
	'+':  anywhere,
	',':  anywhere,
	'-':  anywhere,
	'.':  anywhere,
	'/':  nssChar | fragChar | valueChar,
	'0':  hexDigit | anywhere,
	'1':  hexDigit | anywhere,
	'2':  hexDigit | anywhere,
	'3':  hexDigit | anywhere,
	'4':  hexDigit | anywhere,
	'5':  hexDigit | anywhere,
	'6':  hexDigit | anywhere,
	'7':  hexDigit | anywhere,
	'8':  hexDigit | anywhere,
	'9':  hexDigit | anywhere,
	':':  anywhere,
	';':  anywhere,
	'=':  anywhere,
	'?':  fragChar | valueChar,
	'@':  anywhere,
	'A':  hexDigit | anywhere,
	'B':  hexDigit | anywhere,
	'C':  hexDigit | anywhere,
	'D':  hexDigit | anywhere,
	'E':  hexDigit | anywhere,
	'F':  hexDigit | anywhere,
	'G':  anywhere,
	'H':  anywhere,
	'I':  anywhere,
	'J':  anywhere,
	'K':  anywhere,
	'L':  anywhere,
	'M':  anywhere,
	'N':  anywhere,
	'O':  anywhere,
	'P':  anywhere,
	'Q':  anywhere,
	'R':  anywhere,
	'S':  anywhere,
	'T':  anywhere,
	'U':  anywhere,
	'V':  anywhere,
	'W':  anywhere,
	'X':  anywhere,
	'Y':  anywhere,
	'Z':  anywhere,
	'_':  anywhere,
	'a':  hexDigit | anywhere,
	'b':  hexDigit | anywhere,
	'c':  hexDigit | anywhere,
	'd':  hexDigit | anywhere,
	'e':  hexDigit | anywhere,
	'f':  hexDigit | anywhere,
	'g':  anywhere,
	'h':  anywhere,
	'i':  anywhere,
	'j':  anywhere,
	'k':  anywhere,
	'l':  anywhere,
	'm':  anywhere,
	'n':  anywhere,
	'o':  anywhere,
	'p':  anywhere,
	'q':  anywhere,
	'r':  anywhere,
	's':  anywhere,
	't':  anywhere,
	'u':  anywhere,
	'v':  anywhere,
	'w':  anywhere,
	'x':  anywhere,
	'y':  anywhere,
	'z':  anywhere,
	'~':  pchar | nssChar | fragChar | valueChar,
}

// escaper says what a component may hold. The zero escaper is that of a
// component the syntax does not have.
type escaper struct {
	first, rest class // of the first octet, and of the others
	endsAtQ     bool  // "?=" ends the component
}

type escaperSet struct{ nss, r, q, f escaper }

var escapers = [...]escaperSet{
	RFC8141: {
		nss: escaper{first: pchar, rest: nssChar},
		r:   escaper{first: pchar, rest: fragChar, endsAtQ: true},
		q:   escaper{first: pchar, rest: fragChar},
		f:   escaper{first: fragChar, rest: fragChar},
	},
	RFC2141: {
		nss: escaper{first: transChar, rest: transChar},
	},
	Draft2141bis: {
		nss: escaper{first: pchar, rest: pchar},
		f:   escaper{first: fragChar, rest: fragChar},
	},
}

// directiveValue is for the value of a directive of the draft.
var directiveValue = escaper{first: valueChar, rest: valueChar}

// must reports whether the octet s[i] has to be escaped.
func (e escaper) must(s string, i int) bool {
	set := e.rest
	if i == 0 {
		set = e.first
	}
	return classes[s[i]]&set == 0 || e.endsAtQ && s[i] == '?' && i+1 < len(s) && s[i+1] == '='
}

func (e escaper) escape(s string) string {
	n := 0
	for i := range len(s) {
		if e.must(s, i) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + n*len("XX"))
	from := 0
	for i := range len(s) {
		if e.must(s, i) {
			b.WriteString(s[from:i])
			b.WriteByte('%')
			b.WriteByte(upperHex[s[i]>>4])
			b.WriteByte(upperHex[s[i]&15])
			from = i + 1
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

const upperHex = "0123456789ABCDEF"

// EscapeNSS returns s as a namespace-specific string of RFC 8141: each octet
// that may not stand in it, and no other, is replaced by "%" and two upper-case
// hexadecimal digits (RFC 8141, section 2.2; RFC 3986, section 2.1). That
// includes "%", "?" and "#" anywhere, and "/" at the start. s may hold any
// octets; text should be UTF-8. [Unescape] is the inverse.
//
// The result is a legal NSS unless s is empty: an NSS has at least one octet,
// and EscapeNSS("") is "". A namespace may ask for more to be escaped, such as
// a delimiter of its own where it is data, and its rules come first (RFC 8141,
// section 2.2).
//
// EscapeNSS allocates at most once, and not at all if nothing is escaped: then
// it returns s.
func EscapeNSS(s string) string { return escapers[RFC8141].nss.escape(s) }

// EscapeR is [EscapeNSS] for an r-component (RFC 8141, section 2.3.1). It
// escapes "/" and "?" at the start only, and elsewhere a "?" before a "=",
// because "?=" would end the component. EscapeR("") is "", which stands for no
// r-component.
//
// It is for the whole of a component. Two results put together may form "?=",
// which [Syntax.Build] and [URN.WithR] then refuse.
func EscapeR(s string) string { return escapers[RFC8141].r.escape(s) }

// EscapeQ is [EscapeNSS] for a q-component (RFC 8141, section 2.3.2). It
// escapes "/" and "?" at the start only; "?+" and "?=" are data. EscapeQ("")
// is "", which stands for no q-component.
//
// It is for the whole of a component, so that "&", "=" and "+" stay. In a
// component made of pairs as in an HTTP URL, escape each key and each value
// with [net/url.QueryEscape] instead, or use [net/url.Values.Encode]: what
// they return is legal.
func EscapeQ(s string) string { return escapers[RFC8141].q.escape(s) }

// EscapeF is [EscapeNSS] for an f-component (RFC 8141, section 2.3.3), which
// may begin with "/" or "?", and may be empty.
func EscapeF(s string) string { return escapers[RFC8141].f.escape(s) }

// EscapeNSS is the function [EscapeNSS] for syntax x. Under RFC2141, "/", "?"
// and "#", which its section 2.3 reserves, are escaped, as are "&" and "~";
// under Draft2141bis, "/" is.
//
// Draft2141bis has no place for the octet zero, not even escaped (draft,
// section 2.5.3): the error is then a [*SyntaxError] with the reason
// [BadEscape] and the octet's offset in s. There is no error otherwise.
func (x Syntax) EscapeNSS(s string) (string, error) {
	return x.escape(s, x.escapers().nss, BadNSS)
}

// EscapeR is the function [EscapeR] for syntax x. RFC2141 and Draft2141bis have
// no r-component: there the error is one that wraps [BadRComponent], whatever
// s is.
func (x Syntax) EscapeR(s string) (string, error) {
	return x.escape(s, x.escapers().r, BadRComponent)
}

// EscapeQ is the function [EscapeQ] for syntax x. RFC2141 has no q-component,
// and the query of Draft2141bis is a list of directives, which
// [EscapeDirective] writes: there the error is one that wraps [BadQComponent],
// whatever s is.
func (x Syntax) EscapeQ(s string) (string, error) {
	return x.escape(s, x.escapers().q, BadQComponent)
}

// EscapeF is the function [EscapeF] for syntax x. RFC2141 has no f-component:
// there the error is one that wraps [BadFComponent], whatever s is. Under
// Draft2141bis the octet zero is an error as for [Syntax.EscapeNSS].
func (x Syntax) EscapeF(s string) (string, error) {
	return x.escape(s, x.escapers().f, BadFComponent)
}

func (x Syntax) escapers() escaperSet {
	return escapers[x.known()]
}

func (x Syntax) escape(s string, e escaper, component Reason) (string, error) {
	if e == (escaper{}) {
		return "", &componentError{x, component}
	}
	if i := strings.IndexByte(s, 0); i >= 0 && x == Draft2141bis {
		return "", newSyntaxError(x, s, Fault{i, BadEscape})
	}
	return e.escape(s), nil
}

// componentError says that a syntax has no such component.
type componentError struct {
	syntax Syntax
	reason Reason
}

func (e *componentError) Error() string {
	if e.syntax == Draft2141bis && e.reason == BadQComponent {
		return "urn: the query of draft2141bis is a list of directives, to be escaped one by one"
	}
	return "urn: " + e.syntax.String() + " has no " + e.reason.String() + "-component"
}

func (e *componentError) Unwrap() error { return e.reason }

// Unescape replaces every escape of s, "%" and two hexadecimal digits of
// either case, by the octet it stands for, and leaves all else as it is: "+"
// is no space. It is the inverse of [EscapeNSS] and its siblings, for any
// component and any syntax. The result may hold any octets; it need not be
// UTF-8, and need not be fit to show to people (see [URN.Display]). Of an
// NSS, it no longer tells what was data and what a delimiter, so it is no
// substitute for the NSS: two names that are not URN-equivalent may have the
// same octets (RFC 8141, section 3.1).
//
// If a "%" has no two digits after it, the error is a [*SyntaxError] with the
// reason [BadEscape] and the offset in s of the octet that is not a digit, or
// len(s). Unescape allocates once, and not at all if there is no "%": then it
// returns s.
func Unescape(s string) (string, error) {
	n := 0
	for i := strings.IndexByte(s, '%'); i >= 0; i = nextEscape(s, i) {
		for digit := i + 1; digit <= i+2; digit++ {
			if digit >= len(s) || classes[s[digit]]&hexDigit == 0 {
				return "", newSyntaxError(RFC8141, s, Fault{digit, BadEscape})
			}
		}
		n++
	}
	if n == 0 {
		return s, nil
	}
	var b strings.Builder
	b.Grow(len(s) - n*len("XX"))
	from := 0
	for i := strings.IndexByte(s, '%'); i >= 0; i = nextEscape(s, i) {
		b.WriteString(s[from:i])
		b.WriteByte(escapedOctet(s, i))
		from = i + len("%XX")
	}
	b.WriteString(s[from:])
	return b.String(), nil
}

// nextEscape returns where the "%" after the escape at s[i] is, or -1.
func nextEscape(s string, i int) int {
	i += len("%XX")
	next := strings.IndexByte(s[i:], '%')
	if next < 0 {
		return -1
	}
	return i + next
}

// escapedOctet returns what the escape at s[i] stands for.
func escapedOctet(s string, i int) byte { return unhex(s[i+1])<<4 | unhex(s[i+2]) }

// unhex returns the value of a hexadecimal digit: the low four bits of a
// letter count from 1.
func unhex(c byte) byte {
	if c >= 'A' {
		c += 9
	}
	return c & 15
}
