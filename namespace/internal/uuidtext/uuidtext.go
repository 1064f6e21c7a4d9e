// Package uuidtext reads and writes the text of a UUID (RFC 9562, section 4).
package uuidtext

// Len is the length in bytes of the text of a UUID.
const Len = 36

// places has the position in the text of the first digit of each octet.
var places = [16]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// Decode reads the text of a UUID, in upper or lower case. It is faster than an automaton,
// because the processor can read several digits at the same time.
func Decode(s string) (b [16]byte, ok bool) {
	if len(s) != Len || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return b, false
	}
	all := byte(isHex)
	for i, at := range places {
		high, low := hexDigits[s[at]], hexDigits[s[at+1]]
		all &= high & low
		b[i] = high<<4 | low&0xf
	}
	return b, all != 0
}

// Append appends the text of a UUID in lower case.
func Append(dst []byte, b [16]byte) []byte {
	const digits = "0123456789abcdef"
	at := len(dst)
	dst = append(dst, "00000000-0000-0000-0000-000000000000"...)
	for i, x := range b {
		p := at + int(places[i])
		dst[p], dst[p+1] = digits[x>>4], digits[x&0xf]
	}
	return dst
}

// hexDigits has isHex and the value for each hexadecimal digit, and 0 for other bytes.
var hexDigits = [256]byte{
	'0': isHex, '1': isHex | 1, '2': isHex | 2, '3': isHex | 3, '4': isHex | 4,
	'5': isHex | 5, '6': isHex | 6, '7': isHex | 7, '8': isHex | 8, '9': isHex | 9,
	'A': isHex | 10, 'B': isHex | 11, 'C': isHex | 12, 'D': isHex | 13, 'E': isHex | 14, 'F': isHex | 15,
	'a': isHex | 10, 'b': isHex | 11, 'c': isHex | 12, 'd': isHex | 13, 'e': isHex | 14, 'f': isHex | 15,
}

const isHex = 0x80
