// Package swar processes eight bytes at a time, as the lanes of a 64-bit word. Lane 0 is
// the lowest byte of the word and the first byte of a text.
package swar

import (
	"bytes"
	"encoding/binary"
)

// Ones and Highs have the lowest and the highest bit of each lane.
const (
	Ones  = 0x0101010101010101
	Highs = 0x8080808080808080
)

// Load returns the first eight bytes of s.
func Load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Zero returns a word with the high bit of the lowest zero lane of w set, and none below
// it. Ignore all other bits of higher lanes and of the low seven bits of each lane.
func Zero(w uint64) uint64 { return (w - Ones) &^ w }

// Gather returns the high bits of the lanes of w: bit k is from lane k.
func Gather(w uint64) uint64 { return ((w & Highs) >> 7) * 0x0102040810204080 >> 56 }

// UpperMask returns the high bit of each lane that is an upper-case letter of ASCII. No
// lane of w may have its high bit set, so that no sum carries into the next lane. There is
// no branch, because a branch predictor cannot guess which bytes are letters.
func UpperMask(w uint64) uint64 { return (w + (0x80-'A')*Ones) &^ (w + (0x80-'Z'-1)*Ones) & Highs }

// LastLineEnd returns the position of the last "\n" in s, or -1. It reads eight bytes at a time, and
// bytes.LastIndexByte one.
func LastLineEnd(s []byte) int {
	for n := len(s); n >= 8; n -= 8 {
		if Zero(binary.LittleEndian.Uint64(s[n-8:])^'\n'*Ones)&Highs != 0 {
			return bytes.LastIndexByte(s[:n], '\n')
		}
	}
	return bytes.LastIndexByte(s[:len(s)%8], '\n')
}
