package urn

import (
	"strconv"
	"strings"
)

// class is a set of places where an octet may stand unescaped.
type class uint8

const (
	// pchar of RFC 3986 without pct-encoded: the first octet of an NSS, r- or
	// q-component of RFC 8141, and all of the draft's NSS.
	pchar class = 1 << iota
	// nssChar: pchar / "/", the NSS after its first octet (RFC 8141, section 2).
	nssChar
	// fragChar: pchar / "/" / "?", a fragment, and an r- or q-component after
	// its first octet (RFC 8141, section 2).
	fragChar
	// transChar: <trans> of RFC 2141, section 2.2, without what its section 2.3
	// reserves.
	transChar
	// hexDigit is not a place: it marks the digits of an escape.
	hexDigit

	anywhere = pchar | nssChar | fragChar | transChar
)

// classes has an entry for every octet that may stand unescaped somewhere.
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
	'/':  nssChar | fragChar,
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
	'?':  fragChar,
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
	'~':  pchar | nssChar | fragChar,
}

// escaper says what a component may hold. The zero escaper belongs to a component
// that the syntax does not have.
type escaper struct {
	first, rest class // of the first octet, and of the others
	endsAtQ     bool  // "?=" ends the component
}

var escapers = [...][len(components)]escaper{
	RFC8141: {
		ComponentNSS: escaper{first: pchar, rest: nssChar},
		ComponentR:   escaper{first: pchar, rest: fragChar, endsAtQ: true},
		ComponentQ:   escaper{first: pchar, rest: fragChar},
		ComponentF:   escaper{first: fragChar, rest: fragChar},
	},
	// A "#" that is data is escaped in an f-component, for RFC 8141's sake.
	Relaxed: {
		ComponentNSS: escaper{first: pchar, rest: nssChar},
		ComponentR:   escaper{first: pchar, rest: fragChar, endsAtQ: true},
		ComponentQ:   escaper{first: pchar, rest: fragChar},
		ComponentF:   escaper{first: fragChar, rest: fragChar},
	},
	RFC2141: {
		ComponentNSS: escaper{first: transChar, rest: transChar},
	},
	Draft2141bis: {
		ComponentNSS: escaper{first: pchar, rest: pchar},
		ComponentF:   escaper{first: fragChar, rest: fragChar},
	},
}

// must reports whether the octet s[i] has to be escaped.
func (e escaper) must(s string, i int) bool {
	set := e.rest
	if i == 0 {
		set = e.first
	}
	return classes[s[i]]&set == 0 || e.endsAtQ && s[i] == '?' && i+1 < len(s) && s[i+1] == '='
}

// escape returns s with all that must be escaped replaced by escapes. It returns
// false if the result would have more than MaxLen bytes.
func (e escaper) escape(s string) (string, bool) {
	n, most := 0, (MaxLen-len(s))/len("XX") // of octets that are escaped
	for i := range len(s) {
		if e.must(s, i) {
			if n++; n > most {
				return "", false
			}
		}
	}
	if n == 0 {
		return s, true
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
	return b.String(), true
}

// escapeOr is escape, except that it returns a text that no component accepts if
// the result would be too long.
func (e escaper) escapeOr(s string) string {
	if escaped, ok := e.escape(s); ok {
		return escaped
	}
	return "%"
}

const upperHex = "0123456789ABCDEF"

// EscapeNSS returns s as a namespace-specific string of RFC 8141. Only octets that
// may not stand in one are escaped. Each becomes "%" and two upper-case hexadecimal
// digits (RFC 8141, section 2.2; RFC 3986, section 2.1). Such octets are "%", "?" and
// "#" anywhere, "/" at the start, and all that RFC 8141 excludes. s may hold any
// octets; text should be UTF-8. [Unescape] is the inverse.
//
// The result is a legal NSS unless s is empty: an NSS has at least one octet, and
// EscapeNSS("") is "". A namespace may require more to be escaped, such as its own
// delimiter where it is data. Its rules come first (RFC 8141, section 2.2).
//
// If something is escaped and the result would have more than MaxLen bytes,
// EscapeNSS returns "%". No component of a URN may be "%", so the URN cannot
// be built. [Syntax.Escape] returns an error then.
//
// EscapeNSS allocates at most once, and not at all if nothing is escaped: then
// it returns s.
func EscapeNSS(s string) string { return escapers[RFC8141][ComponentNSS].escapeOr(s) }

// EscapeR is [EscapeNSS] for an r-component (RFC 8141, section 2.3.1). It escapes
// "/" and "?" at the start. Elsewhere it escapes a "?" before a "=", because "?="
// would end the component. EscapeR("") is "", which means no r-component.
//
// Call it with a whole component. Two results put together may form "?=", which
// [Syntax.Build] and [URN.WithR] refuse.
func EscapeR(s string) string { return escapers[RFC8141][ComponentR].escapeOr(s) }

// EscapeQ is [EscapeNSS] for a q-component (RFC 8141, section 2.3.2). It escapes
// "/" and "?" at the start only; "?+" and "?=" are data. EscapeQ("") is "", which
// means no q-component.
//
// Call it with a whole component: "&", "=" and "+" are not escaped. For a component
// made of pairs, as in an HTTP URL, escape each key and each value with
// [net/url.QueryEscape], or use [net/url.Values.Encode]. Their results are legal.
func EscapeQ(s string) string { return escapers[RFC8141][ComponentQ].escapeOr(s) }

// EscapeF is [EscapeNSS] for an f-component (RFC 8141, section 2.3.3), which
// may begin with "/" or "?", and may be empty.
func EscapeF(s string) string { return escapers[RFC8141][ComponentF].escapeOr(s) }

// Component names a component of a URN that [Syntax.Escape] can write.
type Component uint8

const (
	// ComponentNSS is the namespace-specific string.
	ComponentNSS Component = iota
	// ComponentR is the r-component.
	ComponentR
	// ComponentQ is the q-component.
	ComponentQ
	// ComponentF is the f-component.
	ComponentF
)

// components maps a Component to the reason for refusing it.
var components = [...]Reason{
	ComponentNSS: BadNSS, ComponentR: BadR, ComponentQ: BadQ, ComponentF: BadF,
}

// String returns "nss", "r", "q" or "f".
func (c Component) String() string {
	if int(c) >= len(components) {
		return "Component(" + strconv.Itoa(int(c)) + ")"
	}
	return components[c].String()
}

// Escape returns s as component c of syntax x. Under RFC8141 and Relaxed the
// result is that of [EscapeNSS], [EscapeR], [EscapeQ] or [EscapeF]. Under RFC2141, "/", "?" and
// "#", which its section 2.3 reserves, are escaped in an NSS, as are "&" and "~";
// under Draft2141bis, "/" is.
//
// The error is a [*SyntaxError]. For a component that the syntax does not have,
// its reason is BadR, BadQ or BadF, even if s is empty. RFC2141 has none of
// these components. Draft2141bis has no r-component, and its query is a list of
// directives. Its reason is [BadEscape] if x is Draft2141bis and s holds the
// octet zero. The draft does not allow that octet even escaped (draft, section
// 2.5.3). The offset is that of the octet in s. Its reason is [TooLong] if the
// result would have more than MaxLen bytes. Its reason is [UnknownName] if c is
// not one of the constants.
func (x Syntax) Escape(c Component, s string) (string, error) {
	x = x.known()
	if int(c) >= len(components) {
		e := unknownName("component", c.String())
		e.Syntax = x
		return "", e
	}
	e := escapers[x][c]
	if e == (escaper{}) {
		return "", x.noComponent(0, components[c])
	}
	if i := strings.IndexByte(s, 0); i >= 0 && x == Draft2141bis {
		e := newSyntaxError(s, Fault{x, i, BadEscape})
		e.doing = escaping
		return "", e
	}
	escaped, ok := e.escape(s)
	if !ok {
		return "", Fault{x, MaxLen, TooLong}.Err()
	}
	return escaped, nil
}

// Unescape replaces every escape of s, "%" and two hexadecimal digits of either
// case, by the octet it stands for. Everything else stays: "+" is not a space. It is
// the inverse of [EscapeNSS], [EscapeR], [EscapeQ], [EscapeF] and [Syntax.Escape],
// for any component of any syntax.
//
// The result may hold any octets. It need not be UTF-8, nor safe to show to people;
// see [URN.Display]. Do not use it in place of an NSS: it does not distinguish data
// from delimiters. Two names that are not URN-equivalent may have the same octets
// (RFC 8141, section 3.1).
//
// If two digits do not follow a "%", the error is a [*SyntaxError] with the reason
// [BadEscape]. Its syntax is RFC8141, and its offset is that in s of the octet that
// is not a digit, or len(s). Unescape allocates once. If there is no "%", it returns
// s and does not allocate.
func Unescape(s string) (string, error) {
	n := 0
	for i := strings.IndexByte(s, '%'); i >= 0; i = nextEscape(s, i) {
		for digit := i + 1; digit <= i+2; digit++ {
			if digit >= len(s) || classes[s[digit]]&hexDigit == 0 {
				e := newSyntaxError(s, Fault{RFC8141, digit, BadEscape})
				e.doing = unescaping
				return "", e
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

// unhex returns the value of a hexadecimal digit. The low four bits of the letters
// "A" and "a" are 1.
func unhex(c byte) byte {
	if c >= 'A' {
		c += 9
	}
	return c & 15
}
