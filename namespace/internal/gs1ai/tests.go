package gs1ai

import (
	"bytes"
	"strings"
	"time"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// inSet reports whether c is a character of a set of the dictionary.
func inSet(set, c byte) bool {
	switch set {
	case 'N':
		return ascii.IsDigit(c)
	case 'X':
		return strings.IndexByte(set82, c) >= 0
	case 'Y':
		return ascii.IsDigit(c) || ascii.IsUpper(c) || c == '#' || c == '-' || c == '/'
	}
	return ascii.IsAlnum(c) || c == '-' || c == '_' || c == '='
}

// InSet82 reports whether c is one of the 82 characters that GS1 allows in most values.
func InSet82(c byte) bool { return inSet('X', c) }

// In reports whether s has only characters of a set. Set 'X' has 82 characters. Set 'Y',
// for the key of a component, has 39.
func In(set byte, s string) bool {
	for i := range len(s) {
		if !inSet(set, s[i]) {
			return false
		}
	}
	return true
}

// set82 has the characters in the order of their values.
const set82 = `!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz`

// greatest has the greatest number that some tests allow. flags has the characters that other
// tests allow: the value is one of them.
var (
	greatest = map[string]int64{"hh": 23, "mi": 59, "ss": 59, "latitude": 1_800_000_000, "longitude": 3_600_000_000}
	flags    = map[string]string{"winding": "019", "iso5218": "0129", "yesno": "01", "zero": "0", "hyphen": "-"}
)

// test runs a test of the dictionary on a part of a value, whose characters are in the set
// of the part. It returns the offset of the fault, or -1. The tests for coupons always
// pass, because a urn:gs1 cannot have coupons.
func test(name string, s []byte, digits bool) int {
	switch name {
	case "csum":
		if last := len(s) - 1; digits && s[last] != ascii.CheckDigit(s[:last]) {
			return last
		}
		return -1
	case "csumalpha":
		return checkPair(s, digits)
	case "iban":
		return iban(s, digits)
	}
	if digits {
		return -1
	}
	switch name {
	case "gcppos1", "gcppos2": // four digits, the length of the shortest company prefix
		at := int(name[len(name)-1] - '1')
		for i := at; i < at+4; i++ {
			if i == len(s) || !ascii.IsDigit(s[i]) {
				return i
			}
		}
		return -1
	case "yymmdd", "yymmd0":
		// A year of two digits is in 1977 to 2076, so that 00 is a leap year.
		return date(2000+number(s[:2]), s, 2, name == "yymmd0")
	case "yyyymmdd":
		return date(number(s[:4]), s, 4, false)
	case "hhmi":
		if number(s[:2]) <= 23 && number(s[2:]) > 59 {
			return 2
		}
		return fault(number(s[:2]) <= 23)
	case "hh", "mi", "ss", "latitude", "longitude":
		return fault(number(s) <= greatest[name])
	case "iso3166", "iso3166alpha2", "iso4217", "packagetype":
		return fault(read().lists[name][string(s)])
	case "iso3166999":
		return fault(string(s) == "999" || read().lists["iso3166"][string(s)])
	case "mediatype":
		n := number(s)
		return fault(n >= 1 && n <= 10 || n >= 80)
	case "winding", "iso5218", "yesno", "zero", "hyphen":
		return fault(strings.IndexByte(flags[name], s[0]) >= 0)
	case "nonzero":
		return fault(number(s) != 0)
	case "nozeroprefix":
		return fault(s[0] != '0' || len(s) == 1)
	case "importeridx":
		return fault(ascii.IsAlnum(s[0]) || s[0] == '-' || s[0] == '_')
	case "hasnondigit":
		return fault(!ascii.AllDigits(s))
	case "pieceoftotal":
		piece, total := number(s[:2]), number(s[2:])
		return fault(piece > 0 && piece <= total)
	case "posinseqslash":
		return fault(s[1] == '/' && '1' <= s[0] && s[0] <= s[2] && s[2] <= '9')
	case "pcenc":
		for i, c := range s {
			if c == '%' && (i+2 >= len(s) || !ascii.IsHex(s[i+1]) || !ascii.IsHex(s[i+2])) {
				return i
			}
		}
	}
	return -1
}

// padding checks that a text in base64url ends with at most two "=".
func padding(s []byte) int {
	end := len(bytes.TrimRight(s, "="))
	if pads := len(s) - end; pads > 2 || pads > 0 && len(s)%3 != 0 || bytes.IndexByte(s[:end], '=') >= 0 {
		return end
	}
	return -1
}

// fault returns -1 if ok is true. Otherwise it returns 0: the fault has no exact position.
func fault(ok bool) int {
	if ok {
		return -1
	}
	return 0
}

func number(s []byte) (n int64) {
	for _, c := range s {
		n = 10*n + int64(c-'0')
	}
	return n
}

// date tests the month and the day at an offset of s.
func date(year int64, s []byte, at int, noDay bool) int {
	month, day := number(s[at:at+2]), number(s[at+2:])
	switch {
	case month < 1 || month > 12:
		return at
	case day > Days(year, month) || day == 0 && !noDay:
		return at + 2
	}
	return -1
}

// Days returns the number of days of a month, 1 to 12.
func Days(year, month int64) int64 {
	return int64(time.Date(int(year), time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day())
}

// checkPair tests the two check characters of a GMN: the values of the other characters are
// weighted by primes from the right, modulo 1021.
func checkPair(s []byte, digits bool) int {
	primes := [...]int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83}
	const values = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	last := len(s) - 2
	if last < 0 {
		return len(s)
	}
	sum := 0
	for i := range last {
		sum += strings.IndexByte(set82, s[i]) * primes[last-1-i]
	}
	sum %= 1021
	if digits && (s[last] != values[sum>>5] || s[last+1] != values[sum&31]) {
		return last
	}
	return -1
}

// iban tests an IBAN: its country, and its check digits by ISO 7064 MOD 97-10.
func iban(s []byte, digits bool) int {
	if !digits {
		if len(s) <= 10 {
			return len(s)
		}
		if !read().lists["iso3166alpha2"][string(s[:2])] {
			return 0
		}
		for i, c := range s {
			if !ascii.IsDigit(c) && !ascii.IsUpper(c) {
				return i
			}
		}
		return -1
	}
	if Mod97(s[4:], s[:4]) != 1 {
		return 2
	}
	return -1
}

// Mod97 returns the remainder of ISO/IEC 7064 MOD 97-10 for the digits and letters of some
// strings. A letter counts as two digits.
func Mod97[T string | []byte](parts ...T) int {
	sum := 0
	for _, s := range parts {
		for i := range len(s) {
			v := Base36(s[i])
			if v >= 10 {
				sum *= 10
			}
			sum = (10*sum + v) % 97
		}
	}
	return sum
}

// Base36 returns the value of a digit, or 10 to 35 for a letter.
func Base36(c byte) int {
	if ascii.IsDigit(c) {
		return int(c - '0')
	}
	return int(c|ascii.CaseBit-'a') + 10
}
