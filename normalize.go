package urn

import (
	"cmp"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// Normalize returns u in normal form. The scheme and the NID are in lower case. The
// hexadecimal digits of every escape are in upper case, also in the r-, q- and
// f-component. Nothing else changes, and no escape is decoded (RFC 8141, section
// 3.1; RFC 2141, section 5; draft, section 5). It does not allocate if u is in
// normal form.
func (u URN) Normalize() URN {
	u.s = normal(u.s, u.Offsets().nidEnd())
	return u
}

// Key returns the normal form of the assigned-name. Two URNs are
// URN-equivalent if and only if their keys are equal (RFC 8141, section 3.1;
// RFC 2141, section 5; draft, section 5 with step 5a). The zero URN's key is
// "". Key does not allocate if the assigned-name is in normal form.
func (u URN) Key() string { return normal(u.AssignedName(), u.Offsets().nidEnd()) }

// AppendNormalized appends the normal form of u to dst and returns the extended buffer; see
// [URN.Normalize]. It allocates only if dst has too little room.
func (u URN) AppendNormalized(dst []byte) []byte {
	return appendNormal(dst, u.s, u.Offsets().nidEnd())
}

// AppendKey appends the key of u to dst and returns the extended buffer; see [URN.Key]. It
// allocates only if dst has too little room.
func (u URN) AppendKey(dst []byte) []byte {
	return appendNormal(dst, u.AssignedName(), u.Offsets().nidEnd())
}

// AppendNormalized appends the normal form of text to dst and returns the extended buffer.
// text is the URN whose Offsets are o, as it was given to [Syntax.LocateBytes] or found in a
// text; see [URN.Normalize]. It allocates only if dst has too little room. It does not write
// to text, which dst must not overlap, and panics if text is shorter than the URN. With any other text, the result is
// meaningless, or it panics. If o is zero, text is not a URN and is appended unchanged.
func (o Offsets) AppendNormalized(dst, text []byte) []byte {
	if o == (Offsets{}) {
		return append(dst, text...)
	}
	return appendNormal(dst, o.whole(text), o.nidEnd())
}

// AppendKey appends the key of text to dst and returns the extended buffer. text is as for
// [Offsets.AppendNormalized], and is appended unchanged if o is zero; see [URN.Key].
func (o Offsets) AppendKey(dst, text []byte) []byte {
	if o == (Offsets{}) {
		return append(dst, text...)
	}
	return appendNormal(dst, o.whole(text)[:o.nssEnd()], o.nidEnd())
}

// whole returns the URN at the start of text. It panics if text is shorter, even if its slice has
// room for the rest.
func (o Offsets) whole(text []byte) string { return alias.String(text[:o.end():len(text)]) }

// Equal reports whether u and v are URN-equivalent: the normal forms of their
// assigned-names have the same octets. The r-, q- and f-component and the syntax make no
// difference (RFC 8141, section 3.1). It does not allocate.
func (u URN) Equal(v URN) bool {
	a, b := u.AssignedName(), v.AssignedName()
	return len(a) == len(b) && (a == b || compareNormal(a, b, u.Offsets().nidEnd(), v.Offsets().nidEnd()) == 0)
}

// Compare orders u and v by the bytes of their keys. It returns -1, 0 or +1. It
// returns 0 if and only if u.Equal(v). It does not allocate.
func (u URN) Compare(v URN) int {
	return compareNormal(u.AssignedName(), v.AssignedName(), u.Offsets().nidEnd(), v.Offsets().nidEnd())
}

// normal returns the normal form of s, a prefix of a URN.
func normal(s string, nidEnd int) string {
	changes := swar.HasUpperFirst(s, nidEnd)
	for i := nidEnd; !changes; i += len("%XX") {
		next := strings.IndexByte(s[i:], '%')
		if next < 0 {
			return s
		}
		i += next
		changes = ascii.IsLowerHex(s[i+1]) || ascii.IsLowerHex(s[i+2])
	}
	// Nothing else refers to the slice, so the string may share its bytes.
	return alias.String(appendNormal(make([]byte, 0, len(s)), s, nidEnd))
}

// appendNormal appends the normal form of s, a prefix of a URN, to dst.
func appendNormal(dst []byte, s string, nidEnd int) []byte {
	from := len(dst)
	if len(s) < 16 || nidEnd > 16 || cap(dst)-from < len(s) {
		dst = append(dst, s...)
		swar.LowerFirst(dst[from:], nidEnd)
		swar.UpperEscapes(dst[from:])
		return dst
	}
	dst = dst[:from+len(s)]
	swar.CopyNormal(dst[from:], s, nidEnd)
	return dst
}

// compareNormal compares the normal forms of two assigned-names. Normalisation does not
// change the length, so it compares byte by byte.
func compareNormal(a, b string, nidEndA, nidEndB int) int {
	for i := range min(len(a), len(b)) {
		if c, d := normalAt(a, i, nidEndA), normalAt(b, i, nidEndB); c != d {
			return cmp.Compare(c, d)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// normalAt returns byte i of the normal form of s, an assigned-name.
func normalAt(s string, i, nidEnd int) byte {
	switch c := s[i]; {
	case i < nidEnd:
		return ascii.Lower(c)
	case s[i-1] == '%' || s[i-2] == '%':
		return ascii.UpperHex(c)
	default:
		return c
	}
}
