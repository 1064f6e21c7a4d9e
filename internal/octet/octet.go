// Package octet says where an octet may occur in a URN, and writes and reads escapes.
//
// The classes of each octet are a table that tools/octets makes from testdata/abnf.
package octet

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Class is a set of places where an octet may occur unescaped.
type Class uint8

const (
	// PChar is pchar of RFC 3986 without pct-encoded. It is for the first octet of an NSS,
	// r- or q-component of RFC 8141, and for every octet of the draft's NSS.
	PChar Class = 1 << iota
	// NSSChar is PChar and "/". It is for the NSS after its first octet (RFC 8141, section
	// 2).
	NSSChar
	// FragChar is PChar, "/" and "?". It is for a fragment, and for an r- or q-component
	// after its first octet (RFC 8141, section 2).
	FragChar
	// TransChar is <trans> of RFC 2141, section 2.2, without the octets that its section
	// 2.3 reserves.
	TransChar
	// Name is every octet of a URN of any syntax, with "%" and all delimiters.
	Name
	// HexDigit is a digit of an escape, in upper or lower case.
	HexDigit
)

// Is reports whether c may occur in one of the places of set.
func Is(c byte, set Class) bool { return classes[c]&set != 0 }

const upperHex = "0123456789ABCDEF"

// WriteEscape writes the escape of c to b: "%" and two upper-case digits.
func WriteEscape(b *strings.Builder, c byte) { b.Write(AppendEscape(make([]byte, 0, 3), c)) }

// AppendEscape appends the escape of c.
func AppendEscape(dst []byte, c byte) []byte { return append(dst, '%', upperHex[c>>4], upperHex[c&15]) }

// Escaper says which octets of a text are escaped.
type Escaper struct {
	First, Rest Class // the first octet is escaped unless it is in First, the others unless in Rest
	But         byte  // an octet that is escaped all the same, or 0
	BeforeEqual bool  // But is escaped only before "="
}

// must reports whether the octet s[i] is escaped.
func (e *Escaper) must(s string, i int) bool {
	set := e.Rest
	if i == 0 {
		set = e.First
	}
	return !Is(s[i], set) || s[i] == e.But && (!e.BeforeEqual || i+1 < len(s) && s[i+1] == '=')
}

// Escape returns s with octets escaped as e says. It returns false if the result would have
// more than most bytes. If nothing is escaped, it returns s and does not allocate. Otherwise it
// allocates once.
func (e *Escaper) Escape(s string, most int) (string, bool) {
	room := most - len(s) // for the digits of escapes
	for i := 0; i < len(s) && room >= 0; i++ {
		if e.must(s, i) {
			room -= len("XX")
		}
	}
	if room < 0 || most-room == len(s) {
		return s, room >= 0
	}
	var b strings.Builder
	b.Grow(most - room)
	from := 0
	for i := range len(s) {
		if e.must(s, i) {
			b.WriteString(s[from:i])
			WriteEscape(&b, s[i])
			from = i + 1
		}
	}
	b.WriteString(s[from:])
	return b.String(), true
}

// IsEscape reports whether two hexadecimal digits follow the "%" at s[i].
func IsEscape(s string, i int) bool {
	return len(s)-i > len("XX") && classes[s[i+1]]&classes[s[i+2]]&HexDigit != 0
}

// Escaped returns the octet of the escape at s[i].
func Escaped(s string, i int) byte { return unhex(s[i+1])<<4 | unhex(s[i+2]) }

// Rune returns the first character of s and the length of its encoding. s is not empty and
// has no malformed escape. If s does not begin with UTF-8, Rune returns utf8.RuneError and
// the length of one byte or escape.
func Rune(s string) (r rune, size int) {
	if s[0] != '%' {
		return rune(s[0]), 1
	}
	var buf [utf8.UTFMax]byte
	n := 0
	for ; n < len(buf) && 3*n+2 < len(s) && s[3*n] == '%'; n++ {
		buf[n] = Escaped(s, 3*n)
	}
	r, size = utf8.DecodeRune(buf[:n])
	return r, 3 * size
}

// unhex returns the value of a hexadecimal digit. The low four bits of the letters
// "A" and "a" are 1.
func unhex(c byte) byte {
	if c >= 'A' {
		c += 9
	}
	return c & 15
}

// AppendUnexpected appends a description of the first character of rest for an error message,
// without control characters.
func AppendUnexpected(dst []byte, rest string) []byte {
	dst = append(dst, "unexpected "...)
	if rest == "" {
		return append(dst, "end of input"...)
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && size == 1:
		return appendHex(append(dst, "byte 0x"...), rune(rest[0]), 2)
	case ' ' < r && r <= '~':
		return append(dst, '\'', byte(r), '\'')
	case strconv.IsPrint(r) && !unicode.In(r, unicode.M):
		dst = append(utf8.AppendRune(append(dst, '\''), r), "' (U+"...)
		return append(appendHex(dst, r, 4), ')')
	}
	return appendHex(append(append(dst, invisible[r]...), "U+"...), r, 4)
}

// appendHex appends r as at least n hexadecimal digits. Package fmt would make programs for
// WebAssembly a tenth larger.
func appendHex(dst []byte, r rune, n int) []byte {
	for shift := 20; shift >= 0; shift -= 4 {
		if shift < 4*n || r>>shift != 0 {
			dst = append(dst, upperHex[r>>shift&15])
		}
	}
	return dst
}

// invisible has the names of characters that are not visible.
var invisible = map[rune]string{
	'\t': "tab ", '\n': "line end ", '\r': "carriage return ", '\u00a0': "no-break space ", '\u202f': "no-break space ",
	'\u00ad': "soft hyphen ", '\u200b': "zero-width space ", '\ufeff': "byte order mark ",
}
