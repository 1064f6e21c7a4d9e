package namespace

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/uuidtext"
)

// syntax is the syntax of the names of a namespace, or of its names that begin with prefix.
// The prefix is in lower case.
type syntax struct {
	prefix  string
	anyCase int // the length of the start of prefix that matches case-insensitively
	machine *dfa.Matcher
	digits  func(nss string) int // returns the offset of a wrong check digit in an NSS that machine accepts, or -1
	doc     string
	iana    string // the part of IANA's template that has the rule, if doc is ""
	form    string // the syntax in words, if its names have a fixed length

	// If body is true, machine is for the text after prefix, not for the whole NSS. If
	// filter is not 0, a filter value of at most filter is between prefix and that text.
	body   bool
	filter uint64
	// fits returns the offset at which a string that machine accepts breaks a rule
	// that no grammar states, or -1. It is nil if there is no such rule.
	fits func(s string) int
}

// document returns the document and section with the rule for a NID.
func (x *syntax) document(nid string) string {
	if x.doc == "" {
		return "IANA template of urn:" + strings.ToLower(nid) + ", " + x.iana
	}
	return x.doc
}

// match is [dfa.Matcher.Match] for an NSS that begins with x.prefix.
func (x *syntax) match(nss string) (end int, ok bool) {
	start := 0
	if x.body {
		start = len(x.prefix)
		if x.filter != 0 {
			n, ok := checkFilter(nss[start:], x.filter)
			if start += n; !ok {
				return start, false
			}
		}
	}
	end, ok = x.machine.Match(nss[start:])
	if ok && x.fits != nil {
		if at := x.fits(nss[start:]); at >= 0 {
			return start + at, false
		}
	}
	return start + end, ok
}

// syntaxOf returns the syntax for the NSS of a namespace, or nil.
func syntaxOf(p int, nss string) *syntax {
	r := &rows[p]
	for i := range r.special {
		x := &r.special[i]
		if ascii.HasPrefixFold(nss, x.prefix) && nss[x.anyCase:len(x.prefix)] == x.prefix[x.anyCase:] {
			return x
		}
	}
	if r.nss.machine == nil {
		return nil
	}
	return &r.nss
}

// check returns the first fault of an NSS. The reason is 0 if there is none.
func (x *syntax) check(nss string) (offset int, reason Reason) {
	if x.machine == &nssUUID {
		// The machine runs only to find the offset of a fault.
		if _, ok := uuidtext.Decode(nss); ok {
			return 0, 0
		}
	}
	end, ok := x.match(nss)
	if !ok {
		return end, BadSyntax
	}
	if x.digits != nil {
		if offset := x.digits(nss); offset >= 0 {
			return offset, BadCheckDigit
		}
	}
	return 0, 0
}

// checkISBN takes an NSS with the syntax of an ISBN. It returns the offset of a wrong check
// digit, or -1. An ISBN of ten digits has the check digit of ISO 2108 before 2007: modulo
// 11, with X for ten. An ISBN of thirteen digits has the check digit of an EAN.
func checkISBN(nss string) int {
	n, sum := 0, 0
	for i := range len(nss) {
		if c := nss[i]; c != '-' {
			sum += int(c-'0') * (1 + 2*(n&1))
			n++
		}
	}
	switch {
	case n == 10:
		return checkISSN(nss)
	case sum%10 == 0:
		return -1
	}
	return len(nss) - 1
}

// checkISSN takes an NSS with the syntax of an ISSN or of an ISBN of ten digits. It returns
// the offset of a wrong check digit, or -1. The check digit follows ISO 3297: modulo 11,
// with X for ten. The last digit has the weight 1, the digit before it the weight 2, and so
// on.
func checkISSN(nss string) int {
	digits, weighted := 0, 0
	for i := range len(nss) {
		switch c := nss[i]; {
		case c == '-':
			continue
		case ascii.IsDigit(c):
			digits += int(c - '0')
		default:
			digits += 10
		}
		weighted += digits // so each digit is added again for each digit after it
	}
	if weighted%11 == 0 {
		return -1
	}
	return len(nss) - 1
}

// checkISNI takes an NSS with the syntax of an ISNI. It returns the offset of a wrong check
// character, or -1. The check character follows ISO 7064 MOD 11-2.
func checkISNI(nss string) int {
	const last = len("000000012124196")
	p := 0
	for i := range last {
		p = (p + int(nss[i]-'0')) * 2 % 11
	}
	if "0123456789X"[(12-p)%11] != nss[last] {
		return last
	}
	return -1
}

// fitsGS1 returns the offset of an application identifier or a value that GS1 does not
// allow, or -1.
func fitsGS1(nss string) int {
	if !ascii.IsDigit(nss[0]) { // a name of the semantic dictionary or of a standard
		return -1
	}
	if at := gs1ai.Check(nss, false); at >= 0 {
		return at
	}
	return gs1ai.Order(nss)
}

// checkGS1 takes an NSS that fitsGS1 accepts. It returns the offset of the first wrong
// check digit, or -1.
func checkGS1(nss string) int {
	if !ascii.IsDigit(nss[0]) {
		return -1
	}
	return gs1ai.Check(nss, true)
}

// fitsDDI: an agency has at most 255 characters and consists of labels of a domain name.
func fitsDDI(nss string) int {
	const longest = 255
	agency, _, _ := strings.Cut(nss, ":")
	if at := fitsLabels(agency); at >= 0 && at < longest {
		return at
	}
	return fitsLength(agency, longest)
}

// fitsLabels returns the offset at which a label of a domain name is too long (RFC 1034,
// section 3.5), or -1.
func fitsLabels(domain string) int {
	const longest = 63
	at := 0
	for label := range strings.SplitSeq(domain, ".") {
		if len(label) > longest {
			return at + longest
		}
		at += len(label) + 1
	}
	return -1
}

// fitsPWID returns the offset of a label of the archive's domain that is too long, or of a
// day that its month does not have, or -1.
func fitsPWID(nss string) int {
	domain, _, _ := strings.Cut(nss, ":")
	if at := fitsLabels(domain); at >= 0 {
		return at
	}
	date := nss[len(domain)+1:][:len("2006-01-02")]
	year, _ := strconv.ParseInt(date[:4], 10, 64)
	month, _ := strconv.ParseInt(date[5:7], 10, 64)
	day, _ := strconv.ParseInt(date[8:], 10, 64)
	if day > gs1ai.Days(year, month) {
		return len(domain) + len(":2006-01-02") - 1
	}
	// A leap second is the last second of a day in UTC.
	clock := nss[len(domain)+len(":2006-01-02"):]
	if len(clock) > len("T15:04:05") && clock[6] == ':' && clock[7] == '6' && clock[1:6] != "23:59" {
		return len(domain) + len(":2006-01-02T15:04:")
	}
	return -1
}

// fitsDOI: a name has printable characters, in ASCII or as escaped UTF-8. It returns the
// offset of the escape of any other character, or -1.
func fitsDOI(nss string) int {
	return badEscape(nss, func(r rune, size int) bool { return unicode.IsPrint(r) && isUTF8(r, size) })
}

// isUTF8 reports whether octet.Rune has returned a character.
func isUTF8(r rune, size int) bool { return r != utf8.RuneError || size > len("%00") }

// fitsWMO: a name has characters of T.50, which is ASCII, without spaces and semicolons.
func fitsWMO(nss string) int {
	return badEscape(nss, func(r rune, _ int) bool { return ' ' < r && r <= '~' && r != ';' })
}

// badEscape returns the offset of the first escaped character for which good returns false,
// or -1.
func badEscape(nss string, good func(r rune, size int) bool) int {
	for at := 0; at < len(nss); {
		r, size := octet.Rune(nss[at:])
		if nss[at] == '%' && !good(r, size) {
			return at
		}
		at += size
	}
	return -1
}

// fitsTrivore: a URN has at most 512 characters.
func fitsTrivore(nss string) int { return fitsLength(nss, 512-len("urn:trivore:")) }

// fitsURN6: an encoded name has at most 255 bytes, and is encoded UTF-8.
func fitsURN6(nss string) int {
	kind := strings.IndexByte(nss, ':') + 1
	name := kind + strings.IndexByte(nss[kind:], ':') + 1
	if at := fitsLength(nss, name+255); at >= 0 {
		return at
	}
	if at := badEscape(nss[name:], isUTF8); at >= 0 {
		return name + at
	}
	return -1
}

// fitsLength returns the offset of the first byte after the longest allowed length, or -1.
func fitsLength(s string, most int) int {
	if len(s) > most {
		return most
	}
	return -1
}

// checkISAN takes an NSS with the syntax of an ISAN. It returns the offset of the first
// wrong check character, or -1. The second check character, which only a V-ISAN has, covers
// all digits before it, but not the first check character.
func checkISAN(nss string) int {
	const first, second = len("0000-0000-0000-0000-"), len("0000-0000-0000-0000-0-0000-0000-")
	if check37(nss[:first]) != upper(nss[first]) {
		return first
	}
	if len(nss) > second && check37(nss[:first], nss[first+1:second]) != upper(nss[second]) {
		return second
	}
	return -1
}

// checkEIDR takes an NSS with the syntax of an EIDR content identifier. It returns the
// offset of a wrong check character, or -1.
func checkEIDR(nss string) int {
	const prefix, check = len("10.5240:"), len("10.5240:0000-0000-0000-0000-0000-")
	if check37(nss[prefix:check]) != upper(nss[check]) {
		return check
	}
	return -1
}

// check37 returns the check character of ISO 7064 MOD 37,36 for the digits and
// letters of some strings. It ignores hyphens.
func check37(parts ...string) byte {
	p := 36
	for _, s := range parts {
		for i := range len(s) {
			if s[i] == '-' {
				continue
			}
			if p = (p + gs1ai.Base36(s[i])) % 36; p == 0 {
				p = 36
			}
			p = p * 2 % 37
		}
	}
	return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(37-p)%36]
}

// checkLEI takes an NSS with the syntax of a Legal Entity Identifier. It returns the offset
// of the first of the two check digits if they are wrong, or -1. The check digits follow
// ISO/IEC 7064 MOD 97-10 (ISO 17442-1).
func checkLEI(nss string) int {
	if gs1ai.Mod97(nss) != 1 {
		return len(nss) - 2
	}
	return -1
}

// checkEIC takes an NSS with the syntax of an Energy Identification Code. It returns the
// offset of a wrong check character, or -1. "-" has the value 36. The weights are 16 for
// the first character down to 2 for the fifteenth. A code whose check character would be
// "-" is not issued.
func checkEIC(nss string) int {
	last := len(nss) - 1
	sum := 0
	for i := range last {
		v := 36
		if nss[i] != '-' {
			v = gs1ai.Base36(nss[i])
		}
		sum += (16 - i) * v
	}
	// The sum is 0 only for fifteen zeros.
	if c := "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-"[36-(sum+36)%37]; c == '-' || c != nss[last] {
		return last
	}
	return -1
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c &^= 0x20
	}
	return c
}
