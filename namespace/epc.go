package namespace

import (
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
)

// RFC 5134, section 2, leaves the structure of urn:epc to the EPC Tag Data Standard (TDS)
// of GS1, which defines these schemes. TDS itself was not read, so no section of it is
// cited. docs/namespaces.md names the public transcriptions of its grammar that were read.
//
// An entry of this list checks the text after its prefix. Schemes of the same form share an
// automaton. Code checks the bounds of numbers, which TDS gives in prose and in the tables
// of the tag encodings.
var epcSyntaxes = []syntax{
	{prefix: "id:sgtin:", body: true, machine: &epcSGTIN, fits: gs1Characters, doc: tds},
	{prefix: "id:sscc:", body: true, machine: &epcSSCC, doc: tds},
	{prefix: "id:sgln:", body: true, machine: &epcSGLN, fits: gs1Characters, doc: tds},
	{prefix: "id:grai:", body: true, machine: &epcGRAI, fits: gs1Characters, doc: tds},
	{prefix: "id:giai:", body: true, machine: &epcGIAI, fits: gs1Characters, doc: tds},
	{prefix: "id:gsrn:", body: true, machine: &epcSSCC, doc: tds},
	{prefix: "id:gsrnp:", body: true, machine: &epcSSCC, doc: tds},
	{prefix: "id:gdti:", body: true, machine: &epcGDTI, fits: gs1Characters, doc: tds},
	{prefix: "id:cpi:", body: true, machine: &epcCPI, doc: tds},
	{prefix: "id:sgcn:", body: true, machine: &epcSGCN, doc: tds},
	{prefix: "id:ginc:", body: true, machine: &epcGIAI, fits: gs1Characters, doc: tds},
	{prefix: "id:gsin:", body: true, machine: &epcGSIN, doc: tds},
	{prefix: "id:itip:", body: true, machine: &epcITIP, fits: gs1Characters, doc: tds},
	{prefix: "id:upui:", body: true, machine: &epcUPUI, fits: gs1Characters, doc: tds},
	{prefix: "id:pgln:", body: true, machine: &epcPGLN, doc: tds},
	{prefix: "id:gid:", body: true, machine: &epcGID, fits: fitsGID, doc: tds},
	{prefix: "id:usdod:", body: true, machine: &epcUSDOD, fits: fits36, doc: tds},
	{prefix: "id:adi:", body: true, machine: &epcADI, doc: tds},
	{prefix: "id:bic:", body: true, machine: &epcBIC, digits: checkBIC, doc: tds + "; ISO 6346"},
	{prefix: "id:imovn:", body: true, machine: &epcIMOVN, digits: checkIMOVN, doc: tds},
	{prefix: "class:lgtin:", body: true, machine: &epcSGTIN, fits: gs1Characters, doc: tds},

	{prefix: "idpat:sgtin:", body: true, machine: &epcPatSGTIN, fits: gs1Characters, doc: tds},
	{prefix: "idpat:sscc:", body: true, machine: &epcPatSSCC, doc: tds},
	{prefix: "idpat:sgln:", body: true, machine: &epcPatSGLN, fits: gs1Characters, doc: tds},
	{prefix: "idpat:grai:", body: true, machine: &epcPatGRAI, fits: gs1Characters, doc: tds},
	{prefix: "idpat:giai:", body: true, machine: &epcPatGIAI, fits: gs1Characters, doc: tds},
	{prefix: "idpat:gsrn:", body: true, machine: &epcPatSSCC, doc: tds},
	{prefix: "idpat:gsrnp:", body: true, machine: &epcPatSSCC, doc: tds},
	{prefix: "idpat:gdti:", body: true, machine: &epcPatGDTI, fits: gs1Characters, doc: tds},
	{prefix: "idpat:cpi:", body: true, machine: &epcPatCPI, doc: tds},
	{prefix: "idpat:sgcn:", body: true, machine: &epcPatSGCN, doc: tds},
	{prefix: "idpat:ginc:", body: true, machine: &epcPatGIAI, fits: gs1Characters, doc: tds},
	{prefix: "idpat:gsin:", body: true, machine: &epcPatGSIN, doc: tds},
	{prefix: "idpat:itip:", body: true, machine: &epcPatITIP, fits: gs1Characters, doc: tds},
	{prefix: "idpat:upui:", body: true, machine: &epcPatUPUI, fits: gs1Characters, doc: tds},
	{prefix: "idpat:pgln:", body: true, machine: &epcPatPGLN, doc: tds},
	{prefix: "idpat:gid:", body: true, machine: &epcPatGID, fits: fitsGID, doc: tds},
	{prefix: "idpat:usdod:", body: true, machine: &epcPatUSDOD, fits: fits36, doc: tds},
	{prefix: "idpat:adi:", body: true, machine: &epcPatADI, doc: tds},

	// The list of the schemes is complete, and no later edition has added one.
	{prefix: "id:", machine: &epcScheme, doc: tds},
	{prefix: "idpat:", machine: &epcScheme, doc: tds},
	{prefix: "class:", machine: &epcScheme, doc: tds},

	{prefix: "tag:sgtin-96:", body: true, filter: 7, machine: &epcTagSGTIN, fits: fits38, doc: tds},
	{prefix: "tag:sgtin-198:", body: true, filter: 7, machine: &epcSGTIN, fits: gs1Characters, doc: tds},
	{prefix: "tag:sscc-96:", body: true, filter: 7, machine: &epcSSCC, doc: tds},
	{prefix: "tag:sgln-96:", body: true, filter: 7, machine: &epcTagSGLN, fits: fits41, doc: tds},
	{prefix: "tag:sgln-195:", body: true, filter: 7, machine: &epcSGLN, fits: gs1Characters, doc: tds},
	{prefix: "tag:grai-96:", body: true, filter: 7, machine: &epcTagSGLN, fits: fits38, doc: tds},
	{prefix: "tag:grai-170:", body: true, filter: 7, machine: &epcGRAI, fits: gs1Characters, doc: tds},
	{prefix: "tag:giai-96:", body: true, filter: 7, machine: &epcTagGIAI, fits: fitsGIAI96, doc: tds},
	{prefix: "tag:giai-202:", body: true, filter: 7, machine: &epcGIAI, fits: gs1Characters, doc: tds},
	{prefix: "tag:gsrn-96:", body: true, filter: 7, machine: &epcSSCC, doc: tds},
	{prefix: "tag:gsrnp-96:", body: true, filter: 7, machine: &epcSSCC, doc: tds},
	{prefix: "tag:gdti-96:", body: true, filter: 7, machine: &epcTagSGLN, fits: fits41, doc: tds},
	{prefix: "tag:gdti-113:", body: true, filter: 7, machine: &epcTagGDTI113, doc: tds},
	{prefix: "tag:gdti-174:", body: true, filter: 7, machine: &epcGDTI, fits: gs1Characters, doc: tds},
	{prefix: "tag:cpi-96:", body: true, filter: 7, machine: &epcTagCPI, fits: fitsCPI96, doc: tds},
	{prefix: "tag:cpi-var:", body: true, filter: 7, machine: &epcCPI, doc: tds},
	{prefix: "tag:sgcn-96:", body: true, filter: 7, machine: &epcSGCN, doc: tds},
	{prefix: "tag:itip-110:", body: true, filter: 7, machine: &epcTagITIP, fits: fits38, doc: tds},
	{prefix: "tag:itip-212:", body: true, filter: 7, machine: &epcITIP, fits: gs1Characters, doc: tds},
	{prefix: "tag:gid-96:", body: true, machine: &epcGID, fits: fitsGID, doc: tds},
	{prefix: "tag:usdod-96:", body: true, filter: 15, machine: &epcUSDOD, fits: fits36, doc: tds},
	{prefix: "tag:adi-var:", body: true, filter: 63, machine: &epcADI, doc: tds},
	{prefix: "raw:", body: true, machine: &epcRaw, doc: tds},

	// Not here: tags of other encodings, such as the withdrawn encodings of 64 bits, and
	// patterns of tags ("pat:"). Their ranges in brackets cannot be part of a URN.
}

const tds = "EPC Tag Data Standard 1.13"

// checkFilter reads the text after the name of a tag encoding: a number up to most, without
// leading zeros, and a ".". It returns the length of both, and true. If s does not begin
// with them, it returns the length of the longest prefix of s that may begin them, and
// false.
func checkFilter(s string, most uint64) (n int, ok bool) {
	if n = tooLarge(s, most); n < 0 {
		n = digitsBefore(s)
	}
	if n == 0 || n == len(s) || s[n] != '.' {
		return n, false
	}
	return n + 1, true
}

// tooLarge returns the offset of the digit with which the number at the start of s exceeds
// most, or of the digit after a leading zero. It returns -1 if there is no such digit.
func tooLarge(s string, most uint64) int {
	var v uint64
	for i := 0; i < len(s) && ascii.IsDigit(s[i]); i++ {
		d := uint64(s[i] - '0')
		if d > most || v > (most-d)/10 || i > 0 && v == 0 {
			return i
		}
		v = 10*v + d
	}
	return -1
}

// atMost compares the last components of an NSS, which are divided by ".", each with its
// greatest value. It accepts a "*".
func atMost(s string, most ...uint64) int {
	start := len(s)
	for i := len(most) - 1; i >= 0; i-- {
		end := start
		for start > 0 && s[start-1] != '.' {
			start--
		}
		if n := tooLarge(s[start:end], most[i]); n >= 0 {
			return start + n
		}
		start--
	}
	return -1
}

func fits36(s string) int  { return atMost(s, 1<<36-1) }
func fits38(s string) int  { return atMost(s, 1<<38-1) }
func fits41(s string) int  { return atMost(s, 1<<41-1) }
func fitsGID(s string) int { return atMost(s, 1<<28-1, 1<<24-1, 1<<36-1) }

// fitsGIAI96: prefix and reference have 82 bits together. The number of digits of the
// prefix decides how many of these belong to the prefix.
func fitsGIAI96(s string) int {
	bits := [...]uint{6: 62, 7: 58, 8: 55, 9: 52, 10: 48, 11: 45, 12: 42}
	return atMost(s, 1<<bits[digitsBefore(s)]-1)
}

// fitsCPI96: prefix and reference have 15 digits, the serial number 31 bits.
func fitsCPI96(s string) int {
	most := uint64(1)
	for range 15 - digitsBefore(s) {
		most *= 10
	}
	return atMost(s, most-1, 1<<31-1)
}

// digitsBefore returns the number of digits at the start of s, such as a company prefix.
func digitsBefore(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// gs1Characters checks that every escape encodes one of the 82 characters of the GS1 Barcode
// Syntax Dictionary: letters, digits and 20 others.
func gs1Characters(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		switch c := octet.Escaped(s, i); {
		case c < 0x20 || c > 0x7f:
			return i + 1
		case !gs1ai.InSet82(c):
			return i + 2
		}
		i += 2
	}
	return -1
}

// checkBIC is for the code of a container (ISO 6346): the weights are powers of two. The
// values of letters begin with 10 and skip the multiples of 11.
func checkBIC(nss string) int {
	const length = len("CSQU3054383")
	start := len(nss) - length
	sum := 0
	for i, c := range []byte(nss[start : len(nss)-1]) {
		v := gs1ai.Base36(c)
		if v >= 10 {
			v += (v - 1) / 10 // A is 10, B is 12, L is 23, V is 34
		}
		sum += v << i
	}
	if int(nss[len(nss)-1]-'0') != sum%11%10 {
		return len(nss) - 1
	}
	return -1
}

// checkIMOVN is for the number of a vessel. Its last digit is the last digit of the sum of the
// others, weighted from 7 down to 2.
func checkIMOVN(nss string) int {
	sum := 0
	for i, c := range []byte(nss[len(nss)-7 : len(nss)-1]) {
		sum += int(c-'0') * (7 - i)
	}
	if int(nss[len(nss)-1]-'0') != sum%10 {
		return len(nss) - 1
	}
	return -1
}
