package namespace

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/uuidtext"
)

// syntax is the syntax of a namespace, or of those of its names that begin with
// prefix. The prefix is in lower case.
type syntax struct {
	prefix   string
	anyCase  int // the length of the start of prefix that matches in either case
	machine  *dfa.Matcher
	digits   func(nss string) int // offset of a wrong check digit in an NSS that machine accepts, or -1
	document string

	// If body is true, machine is for what follows prefix, not for the whole NSS. If
	// filter is not 0 besides, a filter value of at most filter stands between them.
	body   bool
	filter uint64
	// fits returns the offset at which a string that machine accepts breaks a rule
	// that no grammar states, or -1. It is nil if there is no such rule.
	fits func(s string) int
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

// syntaxes holds the syntaxes of each namespace. Longer prefixes come first.
var syntaxes = [registrySize][]syntax{
	idUUID: {{machine: &nssUUID, document: "RFC 9562, section 4"}},
	idISBN: {{machine: &nssISBN, digits: checkISBN, document: "IANA template of urn:isbn, Syntax"}},
	idISSN: {{machine: &nssISSN, digits: checkISSN, document: "IANA template of urn:issn, Syntax"}},
	idOID:  {{machine: &nssOID, document: "RFC 3061, section 2"}},
	idIETF: {
		{prefix: "params:scim:", anyCase: len("params"), machine: &nssSCIM, document: "RFC 7643, section 10.2.1"},
		{machine: &nssIETF, document: "RFC 2648, section 2; RFC 3553, section 3"},
	},
	idNBN:       {{machine: &nssNBN, document: "RFC 8458, section 4.2"}},
	idLEX:       {{machine: &nssLex, document: "RFC 9676, sections 5.8 and 8"}},
	idEPC:       epcSyntaxes,
	idEPCGLOBAL: {{machine: &nssEPC, document: "RFC 5134, section 3"}},
	idGSMA: {
		{prefix: "imei:", anyCase: len("imei"), machine: &nssIMEI, document: "RFC 7254, section 3"},
		{machine: &nssGSMA, document: "RFC 7254, section 3"},
	},
	id3GPP2: {
		{prefix: "meid:", anyCase: len("meid"), machine: &nssMEID, document: "RFC 8464, section 3"},
		{machine: &nss3GPP2, document: "RFC 8464, section 3"},
	},
	idDEV:     {{machine: &nssDev, document: "RFC 9039, sections 3.2, 4.1 and 4.2"}},
	idSERVICE: {{machine: &nssService, document: "RFC 5031, section 3"}},
	idURN7:    {{machine: &nssURN7, document: "RFC 6050, section 4.4"}},
	idALERT:   {{machine: &nssAlert, document: "RFC 7462, section 7"}},
	idNEWSML:  {{machine: &nssNewsML, document: "RFC 3085, section 2"}},
	idFDC:     {{machine: &nssFDC, document: "RFC 4198, section 3"}},
	idISAN:    {{machine: &nssISAN, digits: checkISAN, document: "RFC 4246, section 3"}},
	idEIDR: {
		{prefix: "10.5240:", machine: &nssEIDR, digits: checkEIDR, document: "RFC 7972, section 2"},
		{machine: &nssEIDROther, document: "RFC 7972, section 2"},
	},
	idADID:     {{machine: &nssAdID, document: "RFC 8107, section 2"}},
	idCLEI:     {{machine: &nssCLEI, document: "RFC 4152, section 2"}},
	idPIN:      {{machine: &nssPIN, document: "RFC 3043, section 2"}},
	idUCODE:    {{machine: &nssUcode, document: "RFC 6588, section 2"}},
	idS1000D:   {{machine: &nssS1000D, document: "RFC 4688, section 2"}},
	idUCI:      {{machine: &nssUCI, document: "RFC 4179, section 2"}},
	idPUBLICID: {{machine: &nssPublicID, document: "RFC 3151, section 2"}},
	idISO:      {{machine: &nssISO, document: "RFC 5141, section 2.4"}},
	idSMPTE: {
		{prefix: "ul:", anyCase: len("ul"), machine: &nssSMPTE, document: "RFC 5119, section 2"},
		{machine: &nssRFC2141, document: "RFC 5119, section 2"},
	},

	idEXAMPLE:    {{machine: &nssRFC8141, document: "RFC 6963, section 3.4; RFC 8141, section 2"}},
	idETSI:       {{machine: &nssRFC8141, document: "RFC 8515, section 2"}},
	idEUROSYSTEM: {{machine: &nssPchar, document: "RFC 7207, section 4"}},

	id3GPP:              {{machine: &nssRFC2141, document: "RFC 5279, section 2"}},
	idSWIFT:             {{machine: &nssRFC2141, document: "RFC 3615, section 2"}},
	idDVB:               {{machine: &nssRFC2141, document: "RFC 5328, section 2"}},
	idOIPF:              {{machine: &nssRFC2141, document: "RFC 6893, section 2"}},
	idHBBTV:             {{machine: &nssRFC2141, document: "RFC 7528, section 2"}},
	idMEF:               {{machine: &nssRFC2141, document: "RFC 7818, section 2"}},
	idBBF:               {{machine: &nssRFC2141, document: "RFC 8057, section 2"}},
	idBROADBANDFORUMORG: {{machine: &nssRFC2141, document: "RFC 8057, section 3"}},
	idDSLFORUMORG:       {{machine: &nssRFC2141, document: "RFC 8057, section 4"}},

	idOGC:       {{machine: &nssPair, document: "RFC 5165, section 2"}},
	idNFC:       {{machine: &nssPair, document: "RFC 4729, section 2"}},
	idOMA:       {{machine: &nssPair, document: "RFC 4358, section 2"}},
	idCGI:       {{machine: &nssPair, document: "RFC 5138, section 2"}},
	idNENA:      {{machine: &nssPair, document: "RFC 6061, section 2"}},
	idDGIWG:     {{machine: &nssPair, document: "RFC 6288, section 2"}},
	idCABLELABS: {{machine: &nssPair, document: "RFC 6289, section 2"}},
	idIEEE:      {{machine: &nssPair, document: "RFC 8069, section 2"}},
	idMPEG:      {{machine: &nssPair, document: "RFC 3614, section 2"}},
	idTVA:       {{machine: &nssPair, document: "RFC 4195, section 2"}},
	idEBU:       {{machine: &nssSNID, document: "RFC 5174, section 2"}},
	idWEB3D:     {{machine: &nssPair, document: "RFC 3541, section 2"}},
	idIVIS:      {{machine: &nssIVIS, document: "RFC 4617, section 2"}},
	idOGF:       {{machine: &nssOGF, document: "RFC 6453, sections 2.4 and 2.11"}},
	idCCSDS:     {{machine: &nssSNID, document: "RFC 7738, section 3.4"}},
	idNZL:       {{machine: &nssNZL, document: "RFC 4350, section 2"}},
	idXMPP:      {{machine: &nssOptionalPair, document: "RFC 4854, section 2"}},
	idGLOBUS:    {{machine: &nssGlobus, document: "RFC 7853, section 2"}},

	idFIPA:    {{machine: &nssFIPA, document: "RFC 3616, section 2"}},
	idLIBERTY: {{machine: &nssTokens, document: "RFC 3622, section 2"}},
	idMACE:    {{machine: &nssTokens, document: "RFC 3613, section 2"}},
	idGEANT:   {{machine: &nssTokens, document: "RFC 4926, section 2"}},
	idSCHAC:   {{machine: &nssTokens, document: "RFC 6338, section 3"}},
	idNATO:    {{machine: &nssNATO, document: "RFC 7467, section 2.4"}},
	idIPTC:    {{machine: &nssIPTC, document: "RFC 3937, section 2.3"}},
	idOASIS:   {{machine: &nssOASIS, document: "RFC 3121, section 2"}},
	idXMLORG:  {{machine: &nssXMLOrg, document: "RFC 3120, section 2"}},

	idMRN:    {{machine: &nssMRN, document: "IANA template of urn:mrn, Syntax"}},
	idC2PA:   {{machine: &nssC2PA, document: "IANA template of urn:c2pa, Syntax"}},
	idCDX:    {{machine: &nssCDX, document: "IANA template of urn:cdx, Syntax"}},
	idEIC:    {{machine: &nssEIC, digits: checkEIC, document: "ENTSO-E, EIC Reference Manual"}},
	idPULUMI: {{machine: &nssPulumi, document: "Pulumi SDK, package urn"}},
	idLI:     {{machine: &nssLI, document: "DataHub, What is URN?; LinkedIn API concepts, URNs"}},
	idSAMM:   {{machine: &nssSAMM, document: "Semantic Aspect Meta Model, Namespaces and Versions"}},
	idLEI:    {{machine: &nssLEI, digits: checkLEI, document: "IANA template of urn:lei, Syntax; ISO 17442-1"}},

	idCSA:      {{machine: &nssRFC8141, document: "IANA template of urn:csa, Syntax"}},
	idCTA:      {{machine: &nssRFC8141, document: "IANA template of urn:cta, Syntax"}},
	idKNX:      {{machine: &nssRFC8141, document: "IANA template of urn:knx, Syntax"}},
	idWFA:      {{machine: &nssRFC8141, document: "IANA template of urn:wfa, Syntax"}},
	idONEM2M:   {{machine: &nssRFC8141, document: "IANA template of urn:onem2m, Syntax"}},
	idONF:      {{machine: &nssRFC8141, document: "IANA template of urn:onf, Syntax"}},
	idPNO:      {{machine: &nssPair8141, document: "IANA template of urn:pno, Syntax"}},
	idUIC:      {{machine: &nssPair8141, document: "IANA template of urn:uic, Syntax"}},
	idITU:      {{machine: &nssITU, document: "IANA template of urn:itu, Syntax"}},
	idWMO:      {{machine: &nssWMO, fits: fitsWMO, document: "IANA template of urn:wmo, Syntax"}},
	idGDR:      {{machine: &nssGDR, document: "IANA template of urn:gdr, Syntax"}},
	idGDST:     {{machine: &nssGDST, document: "IANA template of urn:gdst, Syntax"}},
	idGVAT:     {{machine: &nssGVAT, document: "IANA template of urn:gvat, Syntax"}},
	idMETA:     {{machine: &nssMeta, document: "IANA template of urn:meta, Syntax"}},
	idNAN:      {{machine: &nssNBN, document: "IANA template of urn:nan, Syntax"}},
	idNFI:      {{machine: &nssNFI, document: "IANA template of urn:nfi, Syntax"}},
	idPWID:     {{machine: &nssPWID, fits: fitsPWID, document: "IANA template of urn:pwid, Syntax"}},
	idRESO:     {{machine: &nssRFC2141, document: "IANA template of urn:reso, 3.4"}},
	idSAID:     {{machine: &nssSAID, document: "IANA template of urn:said, Syntax"}},
	idSTALWART: {{machine: &nssStalwart, document: "IANA template of urn:stalwart, Syntax"}},
	idTHREAD:   {{machine: &nssThread, document: "IANA template of urn:thread, Syntax"}},
	idTRIVORE:  {{machine: &nssTrivore, fits: fitsTrivore, document: "IANA template of urn:trivore, Syntax"}},
	idURN1:     {{machine: &nssURN1, document: "IANA template of urn:urn-1, Declaration of syntactic structure"}},
	idURN2:     {{machine: &nssURN2, document: "IANA template of urn:urn-2, Declaration of syntactic structure"}},
	idURN3:     {{machine: &nssURN3, document: "IANA template of urn:urn-3, Declaration of syntactic structure"}},
	idURN4:     {{machine: &nssURN4, document: "IANA template of urn:urn-4, the identifier structure"}},
	idURN5:     {{machine: &nssURN5, document: "IANA template of urn:urn-5, Validation mechanism"}},
	idURN6:     {{machine: &nssURN6, fits: fitsURN6, document: "IANA template of urn:urn-6, Declaration of syntactic structure"}},
	idURN8:     {{machine: &nssURN8, document: "IANA template of urn:urn-8, Syntax"}},
	idDOI:      {{machine: &nssDOI, fits: fitsDOI, document: "IANA template of urn:doi, Syntax and Character set"}},
	idGS1:      {{machine: &nssGS1, fits: fitsGS1, digits: checkGS1, document: "IANA template of urn:gs1, Syntax and Assignment"}},
	idISNI:     {{machine: &nssISNI, digits: checkISNI, document: "IANA template of urn:isni, Syntax; ISO 27729"}},
}

// syntaxOf returns the syntax for the NSS of a namespace, or nil.
func syntaxOf(p int, nss string) *syntax {
	list := syntaxes[p]
	for i := range list {
		x := &list[i]
		if hasPrefixFold(nss, x.prefix) && nss[x.anyCase:len(x.prefix)] == x.prefix[x.anyCase:] {
			return x
		}
	}
	return nil
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

// checkISBN takes an NSS with the syntax of an ISBN. It returns the offset of a wrong
// check digit, or -1. The check digit of ten digits is that of ISO 2108 before 2007:
// modulo 11, with X for ten. That of thirteen digits is the check digit of an EAN.
func checkISBN(nss string) int {
	n, sum10, sum13 := 0, 0, 0
	last := 0 // value of the check digit
	for i := range len(nss) {
		c := nss[i]
		if c == '-' {
			continue
		}
		last = 10
		if ascii.IsDigit(c) {
			last = int(c - '0')
		}
		sum10 += (10 - n) * last
		sum13 += last * (1 + 2*(n&1))
		n++
	}
	if n == 10 && sum10%11 == 0 || n == 13 && sum13%10 == 0 {
		return -1
	}
	return len(nss) - 1
}

// checkISSN takes an NSS with the syntax of an ISSN. It returns the offset of a wrong
// check digit, or -1. The check digit is that of ISO 3297: modulo 11, with X for ten.
func checkISSN(nss string) int {
	weight, sum := 8, 0
	for i := range len(nss) {
		switch c := nss[i]; {
		case c == '-':
			continue
		case ascii.IsDigit(c):
			sum += weight * int(c-'0')
		default:
			sum += weight * 10
		}
		weight--
	}
	if sum%11 == 0 {
		return -1
	}
	return len(nss) - 1
}

// checkISNI takes an NSS with the syntax of an ISNI. It returns the offset of a wrong
// check character, or -1. The check character is that of ISO 7064 MOD 11-2.
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

// fitsPWID returns the offset of a label of the archive's domain that is too long
// (RFC 1034, section 3.5), or of a day that its month does not have, or -1.
func fitsPWID(nss string) int {
	const longest = 63
	domain, _, _ := strings.Cut(nss, ":")
	at := 0
	for label := range strings.SplitSeq(domain, ".") {
		if len(label) > longest {
			return at + longest
		}
		at += len(label) + 1
	}
	date := nss[len(domain)+1:][:len("2006-01-02")]
	number := func(s string) (n int) {
		for i := range len(s) {
			n = 10*n + int(s[i]-'0')
		}
		return n
	}
	year, month, day := number(date[:4]), number(date[5:7]), number(date[8:])
	days := 31
	switch {
	case month == 4, month == 6, month == 9, month == 11:
		days = 30
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		days = 29
	case month == 2:
		days = 28
	}
	if day > days {
		return len(domain) + len(":2006-01-02") - 1
	}
	// A leap second is the last of a day in UTC.
	clock := nss[len(domain)+len(":2006-01-02"):]
	if len(clock) > len("T15:04:05") && clock[6] == ':' && clock[7] == '6' && clock[1:6] != "23:59" {
		return len(domain) + len(":2006-01-02T15:04:")
	}
	return -1
}

// fitsDOI: a name has printable characters, of ASCII or escaped UTF-8. It returns the
// offset of the escape of another one, or -1.
func fitsDOI(nss string) int {
	return badEscape(nss, func(r rune, size int) bool {
		return unicode.IsPrint(r) && (r != utf8.RuneError || size > len("%00"))
	})
}

// fitsWMO: a name has characters of T.50, which is ASCII, without spaces and semicolons.
func fitsWMO(nss string) int {
	return badEscape(nss, func(r rune, _ int) bool { return ' ' < r && r <= '~' && r != ';' })
}

// badEscape returns the offset of the first escaped character that is not good, or -1.
func badEscape(nss string, good func(r rune, size int) bool) int {
	for at := 0; at < len(nss); {
		r, size := unescapeRune(nss[at:])
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
	for at := name; at < len(nss); {
		r, size := unescapeRune(nss[at:])
		if r == utf8.RuneError && size <= len("%00") {
			return at
		}
		at += size
	}
	return -1
}

// unescapeRune returns the character that s, which is not empty and has no malformed
// escape, begins with, and the length of what encodes it. If that is not UTF-8, it returns
// utf8.RuneError and the length of one byte or escape.
func unescapeRune(s string) (r rune, size int) {
	if s[0] != '%' {
		return rune(s[0]), 1
	}
	var buf [utf8.UTFMax]byte
	n := 0
	for ; n < len(buf) && 3*n+2 < len(s) && s[3*n] == '%'; n++ {
		buf[n] = octet(s, 3*n)
	}
	r, size = utf8.DecodeRune(buf[:n])
	return r, 3 * size
}

// fitsLength returns the offset of the first byte that is too much, or -1.
func fitsLength(s string, most int) int {
	if len(s) > most {
		return most
	}
	return -1
}

// checkISAN takes an NSS with the syntax of an ISAN. It returns the offset of the
// first wrong check character, or -1. The second check character, of a V-ISAN, covers
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

// checkEIDR takes an NSS with the syntax of an EIDR of content. It returns the offset
// of a wrong check character, or -1.
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
			v := 0
			switch c := s[i]; {
			case c == '-':
				continue
			case ascii.IsDigit(c):
				v = int(c - '0')
			default:
				v = int(c|0x20-'a') + 10
			}
			if p = (p + v) % 36; p == 0 {
				p = 36
			}
			p = p * 2 % 37
		}
	}
	return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(37-p)%36]
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c &^= 0x20
	}
	return c
}
