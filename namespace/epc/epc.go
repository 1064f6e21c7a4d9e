package epc

import (
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// scheme describes the parts of a scheme's names in a URN and in element strings.
type scheme struct {
	name     string
	ai       string // of the key
	serialAI string // of the serial number, "" if it follows the key or there is none

	digits    int    // of prefix and reference together; 0: text of at most 30 characters
	lead      string // text before the company prefix in the key
	indicator bool   // the first digit of the reference is before it, too
	check     bool   // a check digit follows the reference
	pieces    bool   // then four digits follow: the numbers of pieces

	serial int  // greatest length of the serial number, 0 if there is none
	number bool // the serial number has digits only
	class  bool // the scheme has names without a serial number, under idpat
}

// schemes has the schemes of TDS 1.13 that contain a key. They name a trade item, a logistic
// unit, a location, a returnable and an individual asset, the recipient and the provider of a
// service, a document, a component, a coupon, a consignment, a shipment, a piece of a trade
// item, a unit pack, a party, and a lot of a trade item.
var schemes = [...]scheme{
	{name: "sgtin", ai: "01", serialAI: "21", digits: 13, indicator: true, check: true, serial: 20, class: true},
	{name: "sscc", ai: "00", digits: 17, indicator: true, check: true},
	{name: "sgln", ai: "414", serialAI: "254", digits: 12, check: true, serial: 20},
	{name: "grai", ai: "8003", digits: 12, lead: "0", check: true, serial: 16, class: true},
	{name: "giai", ai: "8004"},
	{name: "gsrn", ai: "8018", digits: 17, check: true},
	{name: "gsrnp", ai: "8017", digits: 17, check: true},
	{name: "gdti", ai: "253", digits: 12, check: true, serial: 17, class: true},
	{name: "cpi", ai: "8010", serialAI: "8011", serial: 12, number: true, class: true},
	{name: "sgcn", ai: "255", digits: 12, check: true, serial: 12, number: true, class: true},
	{name: "ginc", ai: "401"},
	{name: "gsin", ai: "402", digits: 16, check: true},
	{name: "itip", ai: "8006", serialAI: "21", digits: 13, indicator: true, check: true, pieces: true, serial: 20, class: true},
	{name: "upui", ai: "01", serialAI: "235", digits: 13, indicator: true, check: true, serial: 28},
	{name: "pgln", ai: "417", digits: 12, check: true},
	{name: "lgtin", ai: "01", serialAI: "10", digits: 13, indicator: true, check: true, serial: 20},
}

const maxText = 30 // characters of a GIAI, GINC or CPI

// EPC is a name that contains a GS1 key. The zero EPC is not a name. EPCs can be
// compared with ==. They are equal if their URNs are equal; an escape that TDS does not
// need makes no difference.
type EPC struct {
	scheme    *scheme
	class     bool
	prefix    string
	reference string // with the indicator or extension digit
	pieces    string
	serial    string
}

// FromURN returns the EPC in a URN. It reads urn:epc:id and urn:epc:class with one of the
// schemes of this package. It reads urn:epc:idpat if only the serial number is "*". The pieces
// of an ITIP are numbered from 1. The r-, q- and f-component are ignored.
func FromURN(u urn.URN) (EPC, error) {
	nss := u.NSS()
	class, rest, _ := strings.Cut(nss, ":")
	name, body, _ := strings.Cut(rest, ":")
	d, at := named(name), u.Offsets().NSS().Start
	if !strings.EqualFold(u.NID(), "epc") {
		_, err := typed.NSS(u, "epc")
		return EPC{}, err
	}
	if d == nil ||
		class != "idpat" && (class != "class") != (d.name != "lgtin") || class != "id" && class != "class" && class != "idpat" {
		return EPC{}, typed.Text(u.AssignedName(), at, namespace.BadNamespace, "", "no name with a GS1 key; want urn:epc:id:SCHEME: with one of sgtin, sscc, sgln, "+
			"grai, giai, gsrn, gsrnp, gdti, cpi, sgcn, ginc, gsin, itip, upui and pgln, urn:epc:idpat:SCHEME: for a class, or urn:epc:class:lgtin")
	}
	if _, err := namespace.Validate(u); err != nil {
		return EPC{}, err
	}
	e := EPC{scheme: d, class: class == "idpat"}
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
			return EPC{}, typed.Text(u.AssignedName(), at, namespace.BadNamespace, "", "a pattern that is no class of things; only the serial number of sgtin, grai, gdti, cpi, sgcn and itip may be \"*\"")
		}
		e.serial = ""
	}
	if d.digits == 0 {
		e.reference, _ = urn.Unescape(e.reference) // a URN has no malformed escape
	}
	e.serial, _ = urn.Unescape(e.serial)
	if d.pieces && (e.pieces[:2] == "00" || e.pieces[:2] > e.pieces[2:]) {
		return EPC{}, typed.Text(u.AssignedName(), at, namespace.BadSyntax, d.ai, "piece "+e.pieces[:2]+" of "+e.pieces[2:]+", which no element string has")
	}
	return e, nil
}

// schemeOf returns the first scheme for which is returns true, or nil.
func schemeOf(is func(d scheme) bool) *scheme {
	if i := slices.IndexFunc(schemes[:], is); i >= 0 {
		return &schemes[i]
	}
	return nil
}

// named returns the scheme of a name, or nil.
func named(name string) *scheme { return schemeOf(func(d scheme) bool { return d.name == name }) }

// Parse returns the EPC of a text that [FromURN] reads when it is a URN.
func Parse(text string) (EPC, error) {
	if !typed.IsURN(text) {
		return EPC{}, typed.Text(text, 0, namespace.BadSyntax, "", "want a URN, such as urn:epc:id:sgtin:4012345.011111.987")
	}
	return typed.Parse("epc", text, FromURN)
}

// Parts are the parts of an [EPC] in its URN, without escapes.
type Parts struct {
	Scheme        string // such as "sgtin"; "" for the zero EPC
	CompanyPrefix string // the GS1 company prefix, 6 to 12 digits
	Reference     string // the item reference with its indicator digit, the location reference, …; may be empty
	Piece, Total  string // of an ITIP: the number of the piece and of all pieces, two digits each
	// Serial is the serial number. For an SGLN it is the extension, or "0" without an
	// extension. For an LGTIN it is the lot. It is empty for a class, and for a scheme without
	// a serial number.
	Serial string
	// Class says that the EPC names a class of things: a key without a serial number, as a
	// urn:epc:idpat. It is false for an SGLN without an extension, and for an LGTIN.
	Class bool
	// GS1Key is the GS1 key with its check digit, without the serial number: a GTIN of 14
	// digits, an SSCC of 18 digits, a GLN of 13 digits, a GRAI of 14 digits, and so on. The key
	// of an ITIP is its GTIN.
	GS1Key string
}

// Parts returns the parts of e. It allocates.
func (e EPC) Parts() Parts {
	if e.scheme == nil {
		return Parts{}
	}
	p := Parts{Scheme: e.scheme.name, CompanyPrefix: e.prefix, Reference: e.reference, Serial: e.serial, Class: e.class, GS1Key: e.gs1Key()}
	if e.pieces != "" {
		p.Piece, p.Total = e.pieces[:2], e.pieces[2:]
	}
	return p
}

func (e EPC) gs1Key() string {
	if e.scheme == nil {
		return ""
	}
	d := e.scheme
	key, reference := d.lead, e.reference
	if d.indicator {
		key, reference = key+reference[:1], reference[1:]
	}
	key += e.prefix + reference
	if d.check {
		key += string(rune(ascii.CheckDigit(key)))
	}
	return key
}

// URN returns e as a URN in its canonical form. Only the characters that TDS requires
// to be escaped are escaped, in upper case. The zero EPC gives the zero URN. URN
// allocates.
func (e EPC) URN() urn.URN {
	if e.scheme == nil {
		return urn.URN{}
	}
	d := e.scheme
	kind := "urn:epc:id:"
	if e.class {
		kind = "urn:epc:idpat:"
	} else if d.name == "lgtin" {
		kind = "urn:epc:class:"
	}
	text := kind + d.name + ":" + e.prefix + "." + escaped(e.reference)
	if d.pieces {
		text += "." + e.pieces[:2] + "." + e.pieces[2:]
	}
	switch {
	case e.class:
		text += ".*"
	case d.serial != 0:
		text += "." + escaped(e.serial)
	}
	return urn.MustParse(text)
}

// String returns the text of e.URN, "" for the zero EPC.
func (e EPC) String() string { return e.URN().String() }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (e EPC) MarshalText() ([]byte, error)     { return typed.Marshal(e) }
func (e *EPC) UnmarshalText(text []byte) error { return typed.Unmarshal(e, string(text), Parse) }
func (e *EPC) Scan(src any) error              { return typed.Scan(e, src, Parse) }
func (e EPC) Value() (driver.Value, error)     { return typed.Value(e) }

// escaped returns s with the GS1 characters escaped that TDS does not allow in a URI: seven
// characters of the alphanumeric set, and the "#" of a CPI.
var escaped = strings.NewReplacer(`"`, "%22", "#", "%23", "%", "%25", "&", "%26", "/", "%2F", "<", "%3C", ">", "%3E", "?", "%3F").Replace
