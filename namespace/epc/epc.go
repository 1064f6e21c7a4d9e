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

// schemes lists the schemes of TDS 1.13 that contain a key. They name a trade item, a logistic
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
type EPC struct{ p Parts }

// Parts are the parts of an [EPC] in its URN, with the escapes decoded. To make an EPC, use
// [FromElements] or [FromURN].
type Parts struct {
	Scheme        string // such as "sgtin"; "" for the zero EPC
	CompanyPrefix string // the GS1 company prefix, 6 to 12 digits
	Reference     string // the item reference with its indicator digit, the location reference, …; may be empty
	Piece, Total  string // of an ITIP: the number of the piece and of all pieces, two digits each
	// Serial is the serial number. For an SGLN it is the extension, or "0" without an
	// extension. For an LGTIN it is the lot. It is empty for a class, and for a scheme without
	// a serial number.
	Serial string
	// Class reports whether the EPC names a class of things: a key without a serial number, as a
	// urn:epc:idpat. It is false for an SGLN without an extension, and for an LGTIN.
	Class bool
	// GS1Key is the GS1 key with its check digit, without the serial number: a GTIN of 14
	// digits, an SSCC of 18 digits, a GLN of 13 digits, a GRAI of 14 digits, and so on. The key
	// of an ITIP is its GTIN.
	GS1Key string
}

// FromURN returns the EPC in a URN. It reads urn:epc:id and urn:epc:class with one of the
// schemes of this package. It reads urn:epc:idpat if only the serial number is "*". The pieces
// of an ITIP are numbered from 1. The r-, q- and f-component are ignored.
func FromURN(u urn.URN) (EPC, error) {
	class, rest, _ := strings.Cut(u.NSS(), ":")
	name, body, _ := strings.Cut(rest, ":")
	d := named(name)
	fault := func(r namespace.Reason, problem string) (EPC, error) {
		return EPC{}, typed.Text(u.AssignedName(), u.Offsets().NSS().Start, r, "", problem)
	}
	if !strings.EqualFold(u.NID(), "epc") {
		_, err := typed.NSS(u, "epc")
		return EPC{}, err
	}
	if d == nil || class != "idpat" && class != d.kind() {
		return fault(namespace.BadNamespace, "no name with a GS1 key; want urn:epc:id:SCHEME: with one of sgtin, sscc, sgln, "+
			"grai, giai, gsrn, gsrnp, gdti, cpi, sgcn, ginc, gsin, itip, upui and pgln, urn:epc:idpat:SCHEME: for a class, or urn:epc:class:lgtin")
	}
	if _, err := namespace.Validate(u); err != nil {
		return EPC{}, err
	}
	p := Parts{Scheme: d.name, Class: class == "idpat"}
	p.CompanyPrefix, p.Reference, _ = strings.Cut(body, ".")
	if d.serial != 0 { // only the serial number may contain dots
		p.Reference, p.Serial, _ = strings.Cut(p.Reference, ".")
	}
	if d.pieces {
		p.Piece, p.Serial, _ = strings.Cut(p.Serial, ".")
		p.Total, p.Serial, _ = strings.Cut(p.Serial, ".")
	}
	if p.Class {
		if !d.class || p.Serial != "*" || strings.Contains(p.CompanyPrefix+p.Reference+p.Piece+p.Total, "*") {
			return fault(namespace.BadNamespace, "a pattern that does not name a class of things; only the serial number of sgtin, grai, gdti, cpi, sgcn and itip may be \"*\"")
		}
		p.Serial = ""
	}
	if d.digits == 0 {
		p.Reference, _ = urn.Unescape(p.Reference) // a URN has no malformed escape
	}
	p.Serial, _ = urn.Unescape(p.Serial)
	if d.pieces && (p.Piece == "00" || p.Piece > p.Total) {
		return fault(namespace.BadSyntax, "piece "+p.Piece+" of "+p.Total+", which an element string cannot contain")
	}
	return d.epc(p), nil
}

// epc returns the EPC of its parts, to which it adds the key.
func (d *scheme) epc(p Parts) EPC {
	p.GS1Key = d.lead + p.CompanyPrefix + p.Reference
	if d.indicator {
		p.GS1Key = d.lead + p.Reference[:1] + p.CompanyPrefix + p.Reference[1:]
	}
	if d.check {
		p.GS1Key += string(rune(ascii.CheckDigit(p.GS1Key)))
	}
	return EPC{p}
}

// kind returns the part of a URN before the name of the scheme.
func (d *scheme) kind() string {
	if d.name == "lgtin" {
		return "class"
	}
	return "id"
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

// Parse parses text as a URN and returns its EPC; see [FromURN].
func Parse(text string) (EPC, error) {
	if !typed.IsURN(text) {
		return EPC{}, typed.Text(text, 0, namespace.BadSyntax, "", "want a URN, such as urn:epc:id:sgtin:4012345.011111.987")
	}
	return typed.Parse("epc", text, FromURN)
}

// Parts returns the parts of e.
func (e EPC) Parts() Parts { return e.p }

// URN returns e as a URN in its canonical form. Only the characters that TDS requires
// to be escaped are escaped, in upper case. The zero EPC gives the zero URN.
func (e EPC) URN() urn.URN {
	d := named(e.p.Scheme)
	if d == nil {
		return urn.URN{}
	}
	kind, serial := d.kind(), escaped(e.p.Serial)
	if e.p.Class {
		kind, serial = "idpat", "*"
	}
	nss := kind + ":" + d.name + ":" + e.p.CompanyPrefix + "." + escaped(e.p.Reference)
	if d.pieces {
		nss += "." + e.p.Piece + "." + e.p.Total
	}
	if d.serial != 0 {
		nss += "." + serial
	}
	return typed.URN("epc", nss)
}

// String returns the text of e.URN(), or "" for the zero EPC.
func (e EPC) String() string { return e.URN().String() }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (e EPC) MarshalText() ([]byte, error)     { return []byte(e.String()), nil }
func (e *EPC) UnmarshalText(text []byte) error { return typed.Unmarshal(e, string(text), Parse) }
func (e *EPC) Scan(src any) error              { return typed.Scan(e, src, Parse) }
func (e EPC) Value() (driver.Value, error)     { return typed.Value(e) }

// escaped returns s with the GS1 characters escaped that TDS does not allow in a URI: seven
// characters of the alphanumeric set, and the "#" of a CPI.
var escaped = strings.NewReplacer(`"`, "%22", "#", "%23", "%", "%25", "&", "%26", "/", "%2F", "<", "%3C", ">", "%3E", "?", "%3F").Replace
