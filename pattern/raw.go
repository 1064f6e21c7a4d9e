package pattern

import (
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// ParseRaw reads a name of a system that compares names letter by letter, and writes
// octets into them that no URN of RFC 8141 holds: spaces, "[", or letters beyond ASCII.
// Such an octet is escaped in the result, so that patterns match it and [Pattern.Values]
// has the text as it was. [FormatRaw] returns s again:
//
//	u, standard, err := pattern.ParseRaw("urn:pulumi:dev::web::pkg:Type::my name")
//	u.String()           // urn:pulumi:dev::web::pkg:Type::my%20name
//	standard             // false
//	pattern.FormatRaw(u) // urn:pulumi:dev::web::pkg:Type::my name
//
// standard reports whether s is a URN of RFC 8141. The whole of s after the NID is the
// NSS, with "?" and "#": to its system, the name has no components. An escape in s of
// an octet that ParseRaw would escape stands for itself. So two texts never have the
// same result. Other escapes stay as they are.
//
// The error is a [*urn.SyntaxError] if s does not begin with "urn:", an NID and ":", if
// nothing follows, or if the result would be too long. Its offset is in the result.
func ParseRaw(s string) (u urn.URN, standard bool, err error) {
	start := rawNSS(s)
	if start < 0 {
		u, err = urn.Parse(s)
		if err == nil {
			panic("pattern: a URN without NSS") // a URN has two colons
		}
		return u, false, err
	}
	class := inNSS()
	var b strings.Builder
	b.WriteString(s[:start])
	for i := start; i < len(s) && b.Len() <= urn.MaxLen; i++ {
		switch c := s[i]; {
		case c == '%' && octet.IsEscape(s, i) && class.has(octet.Escaped(s, i), i == start):
			b.WriteString(s[i : i+len("%XX")])
			i += len("XX")
		case c != '%' && class.has(c, i == start):
			b.WriteByte(c)
		default:
			octet.WriteEscape(&b, c)
		}
	}
	u, err = urn.Parse(b.String())
	return u, err == nil && urn.Valid(s), err
}

// FormatRaw returns the text of which [ParseRaw] made u: octets that cannot stand in an
// NSS are not escaped. The r-, q- and f-component of u are as they are; ParseRaw returns
// a URN without them.
func FormatRaw(u urn.URN) string {
	s, nss := u.String(), u.Offsets().NSS()
	class := inNSS()
	var b strings.Builder
	b.WriteString(s[:nss.Start])
	for i := nss.Start; i < nss.End; i++ {
		if s[i] == '%' {
			if c := octet.Escaped(s, i); !class.has(c, i == nss.Start) {
				b.WriteByte(c)
			} else {
				b.WriteString(s[i : i+len("%XX")])
			}
			i += len("XX")
			continue
		}
		b.WriteByte(s[i])
	}
	b.WriteString(s[nss.End:])
	return b.String()
}

// rawNSS returns where the NSS of a raw name begins, or -1.
func rawNSS(s string) int {
	if len(s) < len("urn:") || !equalFold(s[:len("urn:")], "urn:") {
		return -1
	}
	colon := strings.IndexByte(s[len("urn:"):], ':')
	if colon < 0 {
		return -1
	}
	return len("urn:") + colon + len(":")
}

// nssOctets holds the octets that can stand in an NSS after others.
type nssOctets struct{ octets }

// has reports whether c can stand in an NSS, which it begins if first.
func (o *nssOctets) has(c byte, first bool) bool { return o.octets.has(c) && !(first && c == '/') }

// inNSS returns the octets of RFC 8141, section 2: pchar and "/".
var inNSS = sync.OnceValue(func() *nssOctets {
	var o nssOctets
	for c := range byte(0x80) {
		o.add(c)
	}
	o.ownOf(componentNSS)
	return &o
})
