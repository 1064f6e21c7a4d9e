package namespace

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
)

// Code says what an [Advice] is about.
type Code uint8

const (
	// UnregisteredNID: IANA has not registered the NID, nor does the owner of
	// the registry define it.
	UnregisteredNID Code = iota + 1
	// ReservedNID: the NID is reserved for country codes, for labels of the DNS
	// or for informal namespaces, or is too short for any.
	ReservedNID
	// ExperimentalNID: the NID begins with "X-".
	ExperimentalNID
	// ReservedCharacter: a "/", "?" or "#" in an NSS of RFC 2141.
	ReservedCharacter
	// NULEscape: "%00".
	NULEscape
	// NeedlessEscape: an escape of a character that needs none.
	NeedlessEscape
	// LowerCaseHex: a hexadecimal digit of an escape in lower case.
	LowerCaseHex
	// NotUTF8: the octet of an escape is not part of a character in UTF-8.
	NotUTF8
	// RComponent: an r-component, whose semantics is not standardised.
	RComponent
	// QComponent: a q-component, which is no part of the name.
	QComponent
	// FComponent: an f-component, which is no part of the name.
	FComponent
	// ExcludedComponent: an r-, q- or f-component that the document of the
	// namespace excludes.
	ExcludedComponent
	// UpperCase: letters in upper case where the document of the namespace wants
	// lower case.
	UpperCase
	// SpareDigit: the last digit of an IMEI is neither 0, as for a spare digit, nor
	// the check digit of the others.
	SpareDigit
	// UnlistedValue: a value that the document of the namespace does not define,
	// but lets the owner of the namespace define.
	UnlistedValue
	// ReservedValue: a value that the document of the namespace reserves.
	ReservedValue
)

var codes = [...]struct{ name, text string }{
	UnregisteredNID:   {"unregistered-nid", "the namespace is not registered"},
	ReservedNID:       {"reserved-nid", "the namespace identifier is reserved"},
	ExperimentalNID:   {"experimental-nid", "experimental namespaces are no longer provided for"},
	ReservedCharacter: {"reserved-character", "a reserved character should be escaped"},
	NULEscape:         {"nul-escape", "octet 0 should never be used"},
	NeedlessEscape:    {"needless-escape", "the character needs no escape"},
	LowerCaseHex:      {"lower-case-hex", "the digits of an escape should be in upper case"},
	NotUTF8:           {"not-utf-8", "the octet is not part of a character in UTF-8"},
	RComponent:        {"r-component", "the semantics of r-components is not standardised"},
	QComponent:        {"q-component", "a q-component is no part of the name"},
	FComponent:        {"f-component", "an f-component is no part of the name"},
	ExcludedComponent: {"excluded-component", "the namespace has no such component"},
	UpperCase:         {"upper-case", "the namespace wants lower case"},
	SpareDigit:        {"spare-digit", "the last digit is neither 0 nor the check digit"},
	UnlistedValue:     {"unlisted-value", "the document of the namespace does not define this value"},
	ReservedValue:     {"reserved-value", "the document of the namespace reserves this value"},
}

// String returns a short, stable name such as "lower-case-hex".
func (c Code) String() string {
	if c == 0 || int(c) >= len(codes) {
		return fmt.Sprintf("Code(%d)", uint8(c))
	}
	return codes[c].name
}

// Advice says what of a URN should not be written, although it parses.
type Advice struct {
	Code Code
	// Span is the part of u.String() that the advice is about, in bytes.
	Span urn.Span
	// Clause is the document and section that advises, such as
	// "RFC 8141, section 5.1".
	Clause string
}

// String returns the offset, the advice in words and the clause.
func (a Advice) String() string {
	text := a.Code.String()
	if a.Code != 0 && int(a.Code) < len(codes) {
		text = codes[a.Code].text
	}
	return fmt.Sprintf("at offset %d: %s (%s)", a.Span.Start, text, a.Clause)
}

const (
	draftQuery    = "draft-ietf-urnbis-rfc2141bis-urn-03, section 2.3"
	draftFragment = "draft-ietf-urnbis-rfc2141bis-urn-03, section 2.4"
)

// Lint returns what parses in u but should not be written, in the order of the
// text, or nil. It says nothing about whether the NSS is one of its namespace:
// that is [Validate]. Lint allocates only if there is something to return.
func Lint(u urn.URN) []Advice { return (*Registry)(nil).Lint(u) }

// Lint is [Lint] with the namespaces of r: those that its owner has added do not
// count as unregistered.
func (r *Registry) Lint(u urn.URN) []Advice {
	if u.IsZero() {
		return nil
	}
	l := linter{u: u, o: u.Offsets()}
	l.nid(r)
	l.nss()
	l.components()
	slices.SortStableFunc(l.list, func(a, b Advice) int { return a.Span.Start - b.Span.Start })
	return l.list
}

type linter struct {
	u    urn.URN
	o    urn.Offsets
	list []Advice
}

func (l *linter) add(c Code, start, end int, clause string) {
	l.list = append(l.list, Advice{c, urn.Span{Start: start, End: end}, clause})
}

func (l *linter) nid(r *Registry) {
	s := l.o.NID()
	switch KindOf(l.u.NID()) {
	case Experimental:
		l.add(ExperimentalNID, s.Start, s.End, "RFC 8141, section 5.1 and Appendix B; RFC 6648")
	case ReservedCountry, ReservedLabel, TooShort:
		l.add(ReservedNID, s.Start, s.End, "RFC 8141, section 5.1")
	case ReservedURN:
		l.add(ReservedNID, s.Start, s.End, "RFC 8141, sections 5.1 and 5.2")
	case Unregistered, Informal:
		if _, known := r.Lookup(l.u.NID()); !known {
			l.add(UnregisteredNID, s.Start, s.End, "RFC 8141, section 5")
		}
	}
}

func (l *linter) nss() {
	s := l.o.NSS()
	nss := l.u.NSS()
	if l.u.Syntax() == urn.RFC2141 {
		l.octets(s, "/?#")
	} else {
		l.octets(s, "")
	}
	p := place(l.u.NID())
	if p < 0 {
		return
	}
	switch p {
	case idSERVICE:
		l.lowerCase(s, nss, "RFC 5031, section 3")
	case idURN7:
		l.lowerCase(s, nss, "RFC 6050, section 4.4")
	case idDEV:
		if strings.HasPrefix(nss, "mac:") || strings.HasPrefix(nss, "ow:") {
			// What follows the digits is a component part, in any case.
			digits, _, _ := strings.Cut(nss, "_")
			l.lowerCase(s, digits, "RFC 9039, section 3.2")
		}
	case idISO:
		l.iso(s, nss)
	case idFDC:
		// ProviderId ":" DateId ":" ResourceId
		provider, rest, _ := strings.Cut(nss, ":")
		if date, _, ok := strings.Cut(rest, ":"); ok && len(date) < len("CCYY") && matches(&nssFDC, nss) {
			start := s.Start + len(provider) + 1
			l.add(ReservedValue, start, start+len(date), "RFC 4198, section 3")
		}
	case idGSMA:
		const digits = len("imei:00000000-000000-0")
		if hasPrefixFold(nss, "imei:") && matches(&nssIMEI, nss) && !spareDigit(nss[len("imei:"):digits]) {
			l.add(SpareDigit, s.Start+digits-1, s.Start+digits, "3GPP TS 23.003, section 6.2.1")
		}
	}
}

// iso reports the first element that RFC 5141 does not define: it lists six
// originators, but lets revisions define more, and lets ISO define what follows.
func (l *linter) iso(s urn.Span, nss string) {
	fault, ok := nssISOListed.Match(nss)
	if ok || !matches(&nssISO, nss) {
		return
	}
	// The element that holds the fault, or the last one if it ends too early.
	start := strings.LastIndexByte(nss[:fault], ':') + 1
	end := len(nss)
	if i := strings.IndexByte(nss[start:], ':'); i >= 0 {
		end = start + i
	}
	l.add(UnlistedValue, s.Start+start, s.Start+end, "RFC 5141, section 2.4.1")
}

// lowerCase reports the first run of letters in upper case at the start of s,
// outside escapes.
func (l *linter) lowerCase(s urn.Span, text, clause string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '%':
			i += 2
		case c != toLower(c):
			end := i + 1
			for end < len(text) && text[end] != toLower(text[end]) {
				end++
			}
			l.add(UpperCase, s.Start+i, s.Start+end, clause)
			return
		}
	}
}

// spareDigit reports whether the last digit of an IMEI is 0 or its check digit
// (ISO/IEC 7812-1).
func spareDigit(imei string) bool {
	sum, double := 0, true
	for i := len(imei) - 2; i >= 0; i-- {
		if imei[i] == '-' {
			continue
		}
		v := int(imei[i] - '0')
		if double {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		double = !double
		sum += v
	}
	spare := int(imei[len(imei)-1] - '0')
	return spare == 0 || (sum+spare)%10 == 0
}

func (l *linter) components() {
	r, q, f := "RFC 8141, section 2.3.1", "RFC 8141, section 2.3.2", "RFC 8141, section 2.3.3"
	if l.u.Syntax() == urn.Draft2141bis {
		q, f = draftQuery, draftFragment
	}
	excluded := place(l.u.NID()) == idDEV
	one := func(c Code, s urn.Span, clause string) {
		if s == (urn.Span{}) {
			return
		}
		l.add(c, s.Start, s.End, clause)
		if excluded {
			l.add(ExcludedComponent, s.Start, s.End, "RFC 9039, section 3.2")
		}
		l.octets(s, "")
	}
	one(RComponent, l.o.R(), r)
	one(QComponent, l.o.Q(), q)
	one(FComponent, l.o.F(), f)
}

// octets looks at every escape of a component, and for reserved characters.
func (l *linter) octets(s urn.Span, reserved string) {
	text := l.u.String()[:s.End]
	utf := s.Start // up to here the octets have been looked at as UTF-8
	for i := s.Start; i < s.End; i++ {
		if strings.IndexByte(reserved, text[i]) >= 0 {
			l.add(ReservedCharacter, i, i+1, "RFC 2141, section 2.3.2")
		}
		if text[i] != '%' {
			continue
		}
		c := octet(text, i)
		switch {
		case c == 0:
			clause := "RFC 3986, section 7.3"
			if l.u.Syntax() == urn.RFC2141 {
				clause = "RFC 2141, section 2.4"
			}
			l.add(NULEscape, i, i+3, clause)
		case isLetter(c) || isDigit(c) || strings.IndexByte("-._", c) >= 0 || c == '~' && l.u.Syntax() != urn.RFC2141:
			clause := "RFC 3986, section 2.3"
			if l.u.Syntax() == urn.RFC2141 {
				clause = "RFC 2141, section 2.3.1"
			}
			l.add(NeedlessEscape, i, i+3, clause)
		case c >= utf8.RuneSelf && i >= utf:
			size := character(text, i)
			if size == 0 {
				clause := "RFC 8141, section 2.2"
				if l.u.Syntax() == urn.RFC2141 {
					clause = "RFC 2141, section 2.2"
				}
				l.add(NotUTF8, i, i+3, clause)
				size = 1
			}
			utf = i + 3*size
		}
		if text[i+1] >= 'a' || text[i+2] >= 'a' {
			l.add(LowerCaseHex, i, i+3, "RFC 3986, section 2.1; RFC 8141, section 3.1")
		}
		i += 2
	}
}

// octet returns the octet of the escape at s[i:].
func octet(s string, i int) byte { return hexDigits[s[i+1]]<<4 | hexDigits[s[i+2]]&0xf }

// character returns how many escapes at s[i:] are one character in UTF-8, or 0.
func character(s string, i int) int {
	var b [utf8.UTFMax]byte
	n := 0
	for ; n < len(b) && i < len(s) && s[i] == '%'; n, i = n+1, i+3 {
		b[n] = octet(s, i)
	}
	if r, size := utf8.DecodeRune(b[:n]); r != utf8.RuneError || size > 1 {
		return size
	}
	return 0
}
