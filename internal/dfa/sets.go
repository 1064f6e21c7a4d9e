package dfa

import "bytes"

// Sets are three sets of ASCII bytes, in the form of [Machine.Shuffle].
type Sets [3][16]uint8

// Add adds c, which is below 0x80, to set k.
func (t *Sets) Add(k int, c byte) { t[k][c%16] |= 1 << (c / 16) }

// Find says which of the bytes s[i], s[i+1] … s[i+63] are in the sets: bit j is for s[i+j].
// third also has the bits of bytes of 0x80 or more. i must be below len(s).
func (t *Sets) Find(s string, i int) (first, second, third uint64) { return find(s, i, t) }

// findPortable is find without vectors.
//
//lint:ignore U1000 the assembly for amd64 jumps here
func findPortable(s string, i int, t *Sets) (first, second, third uint64) {
	s = s[i:min(len(s), i+windowLen)]
	for j := range len(s) {
		low, high := s[j]%16, s[j]/16%8
		above := s[j] >> 7
		first |= uint64(t[0][low]>>high&^above&1) << j
		second |= uint64(t[1][low]>>high&^above&1) << j
		third |= uint64(t[2][low]>>high&1|above) << j
	}
	return first, second, third
}

// IndexFour returns the position of the first byte in s[i:] that is one of the bytes of four, or
// len(s).
func IndexFour(s []byte, i int, four *[4]byte) int {
	if useVector {
		if i = indexFour(s, i, four); len(s)-i >= 32 {
			return i
		}
	}
	for n := windowLen; i < len(s); i += n {
		n = min(2*n, len(s)-i) // a search for each byte, never far past another one
		part := s[i : i+n]
		for _, c := range four {
			if at := bytes.IndexByte(part, c); at >= 0 {
				part = part[:at]
			}
		}
		if len(part) < n {
			return i + len(part)
		}
	}
	return len(s)
}
