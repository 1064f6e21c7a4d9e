package epc

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
)

// Scheme is a scheme of TDS that holds a GS1 key.
type Scheme uint8

// The schemes, with the sections of TDS 1.13.
const (
	SGTIN Scheme = iota + 1 // 6.3.1: trade item
	SSCC                    // 6.3.2: logistic unit
	SGLN                    // 6.3.3: location
	GRAI                    // 6.3.4: returnable asset
	GIAI                    // 6.3.5: individual asset
	GSRN                    // 6.3.6: recipient of a service
	GSRNP                   // 6.3.7: provider of a service
	GDTI                    // 6.3.8: document
	CPI                     // 6.3.9: component or part
	SGCN                    // 6.3.10: coupon
	GINC                    // 6.3.11: consignment
	GSIN                    // 6.3.12: shipment
	ITIP                    // 6.3.13: piece of a trade item
	UPUI                    // 6.3.14: unit pack
	PGLN                    // 6.3.15: party
	LGTIN                   // 6.4: lot of a trade item
)

// scheme is how the parts of a scheme stand in a URN and in element strings.
type scheme struct {
	name     string
	ai       string // of the key
	serialAI string // of the serial number, "" if it follows the key or there is none

	digits    int    // of prefix and reference together; 0: text, with at most 30 characters
	lead      string // stands before the company prefix in the key
	indicator bool   // so does the first digit of the reference
	check     bool   // a check digit follows
	pieces    bool   // four digits more follow

	serial int  // greatest length of the serial number, 0 if there is none
	number bool // the serial number has digits only
	class  bool // there are names without a serial number, under idpat
}

var schemes = [...]scheme{
	SGTIN: {name: "sgtin", ai: "01", serialAI: "21", digits: 13, indicator: true, check: true, serial: 20, class: true},
	SSCC:  {name: "sscc", ai: "00", digits: 17, indicator: true, check: true},
	SGLN:  {name: "sgln", ai: "414", serialAI: "254", digits: 12, check: true, serial: 20},
	GRAI:  {name: "grai", ai: "8003", digits: 12, lead: "0", check: true, serial: 16, class: true},
	GIAI:  {name: "giai", ai: "8004"},
	GSRN:  {name: "gsrn", ai: "8018", digits: 17, check: true},
	GSRNP: {name: "gsrnp", ai: "8017", digits: 17, check: true},
	GDTI:  {name: "gdti", ai: "253", digits: 12, check: true, serial: 17, class: true},
	CPI:   {name: "cpi", ai: "8010", serialAI: "8011", serial: 12, number: true, class: true},
	SGCN:  {name: "sgcn", ai: "255", digits: 12, check: true, serial: 12, number: true, class: true},
	GINC:  {name: "ginc", ai: "401"},
	GSIN:  {name: "gsin", ai: "402", digits: 16, check: true},
	ITIP:  {name: "itip", ai: "8006", serialAI: "21", digits: 13, indicator: true, check: true, pieces: true, serial: 20, class: true},
	UPUI:  {name: "upui", ai: "01", serialAI: "235", digits: 13, indicator: true, check: true, serial: 28},
	PGLN:  {name: "pgln", ai: "417", digits: 12, check: true},
	LGTIN: {name: "lgtin", ai: "01", serialAI: "10", digits: 13, indicator: true, check: true, serial: 20},
}

const maxText = 30 // characters of a GIAI, GINC or CPI

// String returns the name of the scheme, such as "sgtin".
func (x Scheme) String() string {
	if x == 0 || int(x) >= len(schemes) {
		return "none"
	}
	return schemes[x].name
}

// EPC is a name that contains a GS1 key. The zero EPC is not a name. EPCs can be
// compared with ==. They are equal if their URNs are equal; an escape that TDS does not
// need makes no difference.
type EPC struct {
	scheme    Scheme
	class     bool
	prefix    string
	reference string // with the indicator or extension digit
	pieces    string
	serial    string
}

// FromURN returns the EPC that a URN names. It reads urn:epc:id and urn:epc:class with
// one of the schemes of this package, and urn:epc:idpat with a "*" only for the serial
// number. The r-, q- and f-component are ignored. The error is a [*gs1.Error].
func FromURN(u urn.URN) (EPC, error) {
	nss := u.NSS()
	kind, rest, _ := strings.Cut(nss, ":")
	name, body, _ := strings.Cut(rest, ":")
	x := schemeOf(name)
	if !strings.EqualFold(u.NID(), "epc") {
		e := gs1.NewError(gs1.BadScheme, "", "", "no name of urn:epc")
		e.Err = namespace.NewError(u, u.Offsets().NID().Start, namespace.BadNamespace, "", nil)
		return EPC{}, e
	}
	if x == 0 ||
		kind != "idpat" && (kind != "class") != (x != LGTIN) || kind != "id" && kind != "class" && kind != "idpat" {
		return EPC{}, gs1.NewError(gs1.BadScheme, "", u.String(), "no name with a GS1 key; want urn:epc:id:SCHEME: with one of sgtin, sscc, sgln, "+
			"grai, giai, gsrn, gsrnp, gdti, cpi, sgcn, ginc, gsin, itip, upui and pgln, urn:epc:idpat:SCHEME: for a class, or urn:epc:class:lgtin")
	}
	if err := validate(u); err != nil {
		return EPC{}, err
	}
	d := &schemes[x]
	e := EPC{scheme: x, class: kind == "idpat"}
	e.prefix, body, _ = strings.Cut(body, ".")
	e.reference = body
	if d.serial != 0 {
		// Only the serial number may contain dots.
		e.reference, e.serial, _ = strings.Cut(body, ".")
		if d.pieces {
			piece, after, _ := strings.Cut(e.serial, ".")
			total, serial, _ := strings.Cut(after, ".")
			e.pieces, e.serial = piece+total, serial
		}
	}
	if e.class {
		if !d.class || e.serial != "*" || strings.Contains(e.prefix+e.reference+e.pieces, "*") {
			return EPC{}, gs1.NewError(gs1.BadScheme, "", u.String(), "a pattern that is no class of things; only the serial number of sgtin, grai, gdti, cpi, sgcn and itip may be \"*\"")
		}
		e.serial = ""
	}
	if d.digits == 0 {
		e.reference = unescape(e.reference)
	}
	e.serial = unescape(e.serial)
	return e, nil
}

// Parse returns the EPC of the text of a URN: the URI of TDS, such as
// "urn:epc:id:sgtin:4012345.011111.987". The error is a [*gs1.Error], or a
// [*urn.SyntaxError] if text is no URN.
func Parse(text string) (EPC, error) {
	u, err := urn.Parse(text)
	if err != nil {
		return EPC{}, err
	}
	return FromURN(u)
}

// validate asks package namespace for the syntax.
func validate(u urn.URN) error {
	if _, err := namespace.Validate(u); err != nil {
		e := gs1.NewError(gs1.BadSyntax, "", "", "no name of its scheme")
		e.Err = err
		return e
	}
	return nil
}

func schemeOf(name string) Scheme {
	for x := range schemes {
		if x != 0 && schemes[x].name == name {
			return Scheme(x)
		}
	}
	return 0
}

// Scheme returns the scheme of e, 0 for the zero EPC.
func (e EPC) Scheme() Scheme { return e.scheme }

// IsClass reports whether e names a class of things: a key without a serial number, as a
// urn:epc:idpat. It is false for an SGLN without an extension, and for an LGTIN.
func (e EPC) IsClass() bool { return e.class }

// CompanyPrefix returns the GS1 company prefix, 6 to 12 digits.
func (e EPC) CompanyPrefix() string { return e.prefix }

// Reference returns what follows the company prefix in the URN, unescaped: the item
// reference with its indicator digit, the location reference, and so on. It may be
// empty.
func (e EPC) Reference() string { return e.reference }

// Pieces returns the number of a piece and of all pieces of an ITIP, each with two
// digits, or two empty strings.
func (e EPC) Pieces() (piece, total string) {
	if e.pieces == "" {
		return "", ""
	}
	return e.pieces[:2], e.pieces[2:]
}

// Serial returns the serial number, unescaped: the extension of an SGLN, "0" if there is
// none, and the lot of an LGTIN. It is empty for a class, and for a scheme without one.
func (e EPC) Serial() string { return e.serial }

// GS1Key returns the GS1 key with its check digit, without the serial number: a GTIN of 14
// digits, an SSCC of 18, a GLN of 13, a GRAI of 14, and so on. The key of an ITIP is
// its GTIN. The key of the zero EPC is "". GS1Key allocates.
func (e EPC) GS1Key() string {
	if e.scheme == 0 {
		return ""
	}
	d := &schemes[e.scheme]
	b := make([]byte, 0, 32)
	b = append(b, d.lead...)
	reference := e.reference
	if d.indicator {
		b, reference = append(b, reference[0]), reference[1:]
	}
	b = append(b, e.prefix...)
	b = append(b, reference...)
	if d.check {
		c, _ := gs1.CheckDigit(string(b))
		b = append(b, c)
	}
	return string(b)
}

// URN returns e as a URN in its canonical form. Only the characters that TDS requires
// to be escaped are escaped, in upper case. The zero EPC gives the zero URN. URN
// allocates.
func (e EPC) URN() urn.URN {
	if e.scheme == 0 {
		return urn.URN{}
	}
	d := &schemes[e.scheme]
	kind := "urn:epc:id:"
	if e.class {
		kind = "urn:epc:idpat:"
	} else if e.scheme == LGTIN {
		kind = "urn:epc:class:"
	}
	b := make([]byte, 0, 80)
	b = append(b, kind...)
	b = append(b, d.name...)
	b = append(b, ':')
	b = append(b, e.prefix...)
	b = append(b, '.')
	b = appendEscaped(b, e.reference)
	if d.pieces {
		piece, total := e.Pieces()
		b = append(append(append(append(b, '.'), piece...), '.'), total...)
	}
	switch {
	case e.class:
		b = append(b, ".*"...)
	case d.serial != 0:
		b = appendEscaped(append(b, '.'), e.serial)
	}
	return urn.MustParse(string(b))
}

// String returns the text of e.URN, "" for the zero EPC.
func (e EPC) String() string { return e.URN().String() }

// appendEscaped escapes the characters of GS1 that TDS, section 5, does not admit in a
// URI: the seven of the alphanumeric set, and the "#" of a CPI.
func appendEscaped(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("\"#%&/<>?", s[i]) >= 0 {
			b = append(b, '%', hex[s[i]>>4], hex[s[i]&15])
		} else {
			b = append(b, s[i])
		}
	}
	return b
}

// unescape is for text whose escapes are well formed.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			c = octet.Escaped(s, i)
			i += 2
		}
		b = append(b, c)
	}
	return string(b)
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.IsDigit(s[i]) {
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
		if !(ascii.IsDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '%' && c <= '?' || c == '!' || c == '"') {
			return false
		}
	}
	return true
}

// inSet39 is for the key of a CPI.
func inSet39(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(ascii.IsDigit(c) || c >= 'A' && c <= 'Z' || c == '#' || c == '-' || c == '/') {
			return false
		}
	}
	return true
}
