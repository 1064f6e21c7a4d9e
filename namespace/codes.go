package namespace

import "github.com/seed7b5a83f0/urn/internal/ascii"

// checkLEI is for an NSS of the form of a Legal Entity Identifier. Its check
// digits are those of ISO/IEC 7064 MOD 97-10, with "A" as 10 to "Z" as 35 (ISO
// 17442-1). It returns the offset of the first of the two digits if they are
// wrong.
func checkLEI(nss string) int {
	sum := 0
	for i := range len(nss) {
		c := nss[i]
		if ascii.IsDigit(c) {
			sum = (sum*10 + int(c-'0')) % 97
		} else {
			sum = (sum*100 + int(c|0x20-'a') + 10) % 97
		}
	}
	if sum != 1 {
		return len(nss) - 2
	}
	return -1
}

// checkEIC is for an NSS of the form of an Energy Identification Code. The digits
// count as they are, "A" as 10 to "Z" as 35, and "-" as 36. Their weights are 16 for
// the first down to 2 for the fifteenth. A code whose check character would be "-"
// is not issued.
func checkEIC(nss string) int {
	last := len(nss) - 1
	sum := 0
	for i := range last {
		v := 36
		switch c := nss[i]; {
		case ascii.IsDigit(c):
			v = int(c - '0')
		case ascii.IsLetter(c):
			v = int(c-'A') + 10
		}
		sum += (16 - i) * v
	}
	// The sum is 0 only for fifteen zeros.
	if c := "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-"[36-(sum+36)%37]; c == '-' || c != nss[last] {
		return last
	}
	return -1
}
