// Package ascii tests and changes letters and digits of ASCII.
package ascii

// CaseBit is the bit that distinguishes the cases of a letter.
const CaseBit = 'a' ^ 'A'

// IsLetter reports whether c is a letter.
func IsLetter(c byte) bool { return (c|CaseBit)-'a' < 26 }

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c-'0' < 10 }

// IsHex reports whether c is a hexadecimal digit, in upper or lower case.
func IsHex(c byte) bool { return IsDigit(c) || (c|CaseBit)-'a' < 6 }

// AllDigits reports whether s has only decimal digits.
func AllDigits[T string | []byte](s T) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return true
}

// CheckDigit returns the check digit that follows digits in GS1 keys, ISBN-13 and EAN:
// modulo 10, with the weights 3 and 1 alternating from the right.
func CheckDigit[T string | []byte](digits T) byte {
	sum, weight := 0, 3
	for i := len(digits) - 1; i >= 0; i-- {
		sum += int(digits[i]-'0') * weight
		weight = 4 - weight
	}
	return byte('0' + (10-sum%10)%10)
}

// IsAlnum reports whether c is a letter or a digit.
func IsAlnum(c byte) bool { return IsDigit(c) || IsLetter(c) }

// IsUpper reports whether c is an upper-case letter.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// Lower returns c, in lower case if it is a letter.
func Lower(c byte) byte {
	if IsUpper(c) {
		c |= CaseBit
	}
	return c
}

// EqualFold reports whether s and t are equal, ignoring the case of ASCII letters.
func EqualFold[S, T string | []byte](s S, t T) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range len(s) {
		if Lower(s[i]) != Lower(t[i]) {
			return false
		}
	}
	return true
}

// IsLowerHex reports whether c is one of the letters "a" to "f".
func IsLowerHex(c byte) bool { return 'a' <= c && c <= 'f' }

// UpperHex returns c, in upper case if it is one of the letters "a" to "f".
func UpperHex(c byte) byte {
	if IsLowerHex(c) {
		c &^= CaseBit
	}
	return c
}

// ToLower returns s with its letters in lower case. It allocates only if one is in upper
// case.
func ToLower(s string) string {
	for i := range len(s) {
		if IsUpper(s[i]) {
			b := []byte(s)
			for j, c := range b {
				b[j] = Lower(c)
			}
			return string(b)
		}
	}
	return s
}

// HasPrefixFold reports whether s begins with prefix, ignoring the case of ASCII letters.
// The prefix is in lower case.
func HasPrefixFold[S string | []byte](s S, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if Lower(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}
