package gs1

import "github.com/seed7b5a83f0/urn/internal/ascii"

// CheckDigit returns the check digit that follows the digits of a GS1 key: the weights
// 3 and 1 alternate from the right. ok is false if digits is empty or has a byte that is not a digit.
func CheckDigit(digits string) (digit byte, ok bool) {
	if digits == "" || !ascii.AllDigits(digits) {
		return 0, false
	}
	return ascii.CheckDigit(digits), true
}
