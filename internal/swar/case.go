package swar

import (
	"bytes"
	"encoding/binary"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// HasUpper reports whether s, which is ASCII, has an upper-case letter.
func HasUpper(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if UpperMask(Load(s)) != 0 {
			return true
		}
	}
	for i := range len(s) {
		if ascii.IsUpper(s[i]) {
			return true
		}
	}
	return false
}

// HasUpperFirst reports whether the first n bytes of s, which are ASCII, have an
// upper-case letter. For n of at most 16 there is no branch; see [LowerFirst16].
func HasUpperFirst(s string, n int) bool {
	if n <= 16 && len(s) >= 16 {
		w, v := Load(s), Load(s[8:])
		return UpperMask(w)&^(Highs<<uint(8*n))|UpperMask(v)&(Highs>>uint(128-8*n)) != 0
	}
	return HasUpper(s[:n])
}

// LowerFirst changes the letters of the first n bytes of b, which are ASCII, to lower case.
func LowerFirst(b []byte, n int) {
	if n <= 16 && len(b) >= 16 {
		LowerFirst16((*[16]byte)(b), n)
		return
	}
	for i := range n {
		b[i] = ascii.Lower(b[i])
	}
}

// LowerFirst16 is LowerFirst for n of at most 16. Only the first n bytes of b need to be
// ASCII, because sums carry only into higher lanes.
//
// It has no branch: in a list of names from several sources, a branch predictor could not
// guess the length of a NID or whether a letter has to change.
func LowerFirst16(b *[16]byte, n int) {
	w, v := binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	w |= UpperMask(w) &^ (Highs << uint(8*n)) >> 2 // a shift by 64 or more is 0
	v |= UpperMask(v) & (Highs >> uint(128-8*n)) >> 2
	binary.LittleEndian.PutUint64(b[:], w)
	binary.LittleEndian.PutUint64(b[8:], v)
}

// CopyLower copies s to dst, changes the letters of the first n bytes to lower case, and
// reports whether s has a "%". s is ASCII and has 16 bytes or more, dst has the length of
// s, and n is at most 16. dst may overlap s if it begins before s.
//
// For the key of a name, one loop over words takes 39 ns, and calls of copy, LowerFirst and
// a search take 43 ns: each of these has a branch for the length, which cannot be
// predicted.
func CopyLower(dst []byte, s string, n int) bool {
	dst = dst[:len(s)]
	w, v, last := Load(s), Load(s[8:]), Load(s[len(s)-8:])
	percents := Zero(w^'%'*Ones) | Zero(v^'%'*Ones) | Zero(last^'%'*Ones)
	binary.LittleEndian.PutUint64(dst, w|UpperMask(w)&^(Highs<<uint(8*n))>>2)
	binary.LittleEndian.PutUint64(dst[8:], v|UpperMask(v)&(Highs>>uint(128-8*n))>>2)
	for i := 16; i+8 < len(s); i += 8 {
		w := Load(s[i:])
		percents |= Zero(w ^ '%'*Ones)
		binary.LittleEndian.PutUint64(dst[i:], w)
	}
	n = max(n-(len(s)-8), 0) // of the last word
	binary.LittleEndian.PutUint64(dst[len(s)-8:], last|UpperMask(last)&^(Highs<<uint(8*n))>>2)
	return percents&Highs != 0
}

// quiet is the number of words without an escape that end a group of escapes.
const quiet = 4

// UpperEscapes changes the digits of every escape in b to upper case. b is ASCII, and two
// hexadecimal digits follow each "%".
//
// A name that has an escape often has many. So after the first escape, UpperEscapes goes
// word by word, until quiet words have no escape.
func UpperEscapes(b []byte) {
	for i := 0; ; {
		next := bytes.IndexByte(b[i:], '%')
		if next < 0 {
			return
		}
		i += next
		left := quiet
		for percents := uint64(0); left > 0 && i+8 <= len(b); i += 8 {
			w := binary.LittleEndian.Uint64(b[i:])
			digits := percents>>56 | percents>>48 // the digits of escapes that begin in the previous word
			percents = ^((w ^ '%'*Ones) + (0x80-1)*Ones) & Highs
			digits |= percents<<8 | percents<<16
			letters := w + (0x80-'a')*Ones
			binary.LittleEndian.PutUint64(b[i:], w&^((digits&letters&Highs)>>2))
			if left--; percents != 0 {
				left = quiet
			}
		}
		if left == 0 {
			continue
		}
		for i = max(i-2, 0); i < len(b); i++ { // an escape may begin in the previous word
			if b[i] == '%' {
				b[i+1], b[i+2] = ascii.UpperHex(b[i+1]), ascii.UpperHex(b[i+2])
			}
		}
		return
	}
}
