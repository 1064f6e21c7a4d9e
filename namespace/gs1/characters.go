package gs1

// CheckDigit returns the check digit that follows the digits of a GS1 key: the weights
// 3 and 1 alternate from the right (GS1 General Specifications, section 7.9, from
// memory). ok is false if digits is empty or has a byte that is not a digit.
func CheckDigit(digits string) (digit byte, ok bool) {
	if digits == "" || !allDigits(digits) {
		return 0, false
	}
	return checkDigit(digits), true
}

func checkDigit(digits string) byte {
	sum, weight := 0, 3
	for i := len(digits) - 1; i >= 0; i-- {
		sum += int(digits[i]-'0') * weight
		weight = 4 - weight
		sum %= 10
	}
	return byte('0' + (10-sum)%10)
}

func isDigit(c byte) bool { return c-'0' < 10 }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// inSet82 reports whether s has only characters of the set that GS1 allows in most
// elements.
func inSet82(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '%' && c <= '?' || c == '!' || c == '"') {
			return false
		}
	}
	return true
}

// inSet39 is for the key of a CPI.
func inSet39(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(isDigit(c) || c >= 'A' && c <= 'Z' || c == '#' || c == '-' || c == '/') {
			return false
		}
	}
	return true
}
