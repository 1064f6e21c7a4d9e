package urn

import (
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/octet"
)

var escapersRFC8141 = [len(components)]octet.Escaper{
	ComponentNSS: {First: octet.PChar, Rest: octet.NSSChar},
	ComponentR:   {First: octet.PChar, Rest: octet.FragChar, But: '?', BeforeEqual: true}, // "?=" ends it
	ComponentQ:   {First: octet.PChar, Rest: octet.FragChar},
	ComponentF:   {First: octet.FragChar, Rest: octet.FragChar},
}

// escapers has an Escaper for each component of each syntax. It is zero if the syntax does not
// have the component.
var escapers = [...][len(components)]octet.Escaper{
	RFC8141: escapersRFC8141,
	Relaxed: escapersRFC8141, // also escapes a "#" in an f-component, so that RFC 8141 accepts the result
	RFC2141: {
		ComponentNSS: {First: octet.TransChar, Rest: octet.TransChar},
	},
	Draft2141bis: {
		ComponentNSS: {First: octet.PChar, Rest: octet.PChar},
		ComponentF:   {First: octet.FragChar, Rest: octet.FragChar},
	},
}

// Component names a component of a URN that [Syntax.Escape] can write. It has no text form.
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

// Escape returns s as component c of syntax x. It escapes only octets that may not
// occur there. Each becomes "%" and two upper-case hexadecimal digits (RFC 8141,
// section 2.2; RFC 3986, section 2.1). s may contain any octets; text should be UTF-8.
// [Unescape] is the inverse.
//
// In every component, "%" and the octets that the syntax excludes are escaped. These are
// escaped, too:
//
//	syntax              component        octets
//	RFC8141, Relaxed    ComponentNSS     "?" and "#" anywhere, "/" at the start
//	                    ComponentR       "#" anywhere, "/" and "?" at the start, "?" before "="
//	                    ComponentQ       "#" anywhere, "/" and "?" at the start
//	                    ComponentF       "#" anywhere
//	RFC2141             ComponentNSS     "/", "?" and "#", which section 2.3 reserves; "&", "~"
//	Draft2141bis        ComponentNSS     "/", "?" and "#" anywhere
//	                    ComponentF       "#" anywhere
//
// Call Escape with a whole component. Two r-components put together may form "?=", which
// [Syntax.Build] refuses. The result for "" is "". This is an absent r- or q-component or
// an empty f-component. It is not an NSS, which has at least one octet. A namespace may
// require further escapes, such as for its own delimiter where it is data. Apply its rules
// before Escape (RFC 8141, section 2.2). In a q-component of pairs, as in an HTTP URL, "&",
// "=" and "+" are delimiters. Use [net/url.Values.Encode] there: its result is legal.
//
// The error is an [*Error]. For a component that the syntax does not have, the reason
// is BadR, BadQ or BadF, even if s is empty. RFC2141 has none of these components.
// Draft2141bis has no r-component, and its query is a list of directives. The reason is
// [BadEscape] if x is Draft2141bis and s contains the octet zero, which the draft forbids,
// even percent-encoded (draft, section 2.5.3). The offset is the position of the octet in s.
// The reason is [TooLong] if the result would have more than MaxLen bytes. It is [UnknownSyntax]
// or [UnknownConstant] if x or c is not one of the constants.
//
// Escape allocates at most once, and not at all if nothing is escaped: then it
// returns s.
func (x Syntax) Escape(c Component, s string) (string, error) {
	if !x.known() {
		return "", x.unknown()
	}
	if int(c) >= len(components) {
		return "", &Error{Syntax: x, Reason: UnknownConstant, text: "unknown Component(" + strconv.Itoa(int(c)) + ")"}
	}
	e := &escapers[x][c]
	if *e == (octet.Escaper{}) {
		return "", x.noComponent(0, components[c])
	}
	if i := strings.IndexByte(s, 0); i >= 0 && x == Draft2141bis {
		return "", newError("escaping", s, Fault{x, BadEscape, i})
	}
	escaped, ok := e.Escape(s, MaxLen)
	if !ok {
		return "", x.tooLong()
	}
	return escaped, nil
}

// Unescape replaces every escape of s, "%" and two hexadecimal digits in upper or lower
// case, by its octet. Everything else stays: "+" is not a space. It is the inverse of
// [Syntax.Escape], for any component of any syntax.
//
// The result may contain any octets. It need not be UTF-8, nor safe to show to people.
// Do not use it in place of an NSS: it does not distinguish data
// from delimiters. Two names that are not URN-equivalent may have the same octets
// (RFC 8141, section 3.1).
//
// If two digits do not follow a "%", the error is an [*Error] with the reason
// [BadEscape]. Its syntax is RFC8141. Its offset is the place in s of the octet that is
// not a digit, or len(s). Unescape allocates once. If there is no "%", it returns s and does
// not allocate.
func Unescape(s string) (string, error) {
	n := strings.Count(s, "%")
	if n == 0 {
		return s, nil
	}
	for i := range len(s) {
		if s[i] == '%' && !octet.IsEscape(s, i) {
			digit := i + 1
			if digit < len(s) && octet.Is(s[digit], octet.HexDigit) {
				digit++
			}
			return "", newError("unescaping", s, Fault{RFC8141, BadEscape, digit})
		}
	}
	var b strings.Builder
	b.Grow(len(s) - n*len("XX"))
	for rest := s; ; {
		before, after, found := strings.Cut(rest, "%")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		b.WriteByte(octet.Escaped(s, len(s)-len(after)-len("%")))
		rest = after[len("XX"):]
	}
}
