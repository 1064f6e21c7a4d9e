package epc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// GS1 returns e as a name of urn:gs1. The name has the key and, if the serial number has
// its own application identifier, the serial number. The methods of [gs1.Name] return the
// element string and the GS1 Digital Link. The zero EPC gives the zero Name. GS1 allocates.
func (e EPC) GS1() gs1.Name {
	d := named(e.p.Scheme)
	if d == nil {
		return gs1.Name{}
	}
	list := gs1.Elements{{AI: d.ai, Value: e.p.GS1Key + e.p.Piece + e.p.Total}}
	switch {
	case d.serialAI == "":
		list[0].Value += e.p.Serial
	case !e.p.Class && (d.name != "sgln" || e.p.Serial != "0"):
		list = append(list, gs1.Element{AI: d.serialAI, Value: e.p.Serial})
	}
	n, _ := gs1.New(list) // an EPC has a key with its check digit
	return n
}

// FromElements returns the EPC of the first GS1 key among the elements, and the
// elements that the EPC does not contain, in their order. prefixLen is the number of digits
// of the company prefix, 6 to 12.
//
// A GTIN (01) with a serial number (21) is an SGTIN. A GTIN without a serial number is a
// UPUI if there is an identifier (235), an LGTIN if there is a lot (10), and otherwise the
// class of the GTIN. Any other key without the serial number that it may have is a class,
// too, except a GLN (414), which is an SGLN with the extension "0".
func FromElements(list gs1.Elements, prefixLen int) (EPC, gs1.Elements, error) {
	if prefixLen < 6 || prefixLen > 12 {
		return EPC{}, nil, typed.Argument(fmt.Sprintf("company prefix of %d digits; want 6 to 12", prefixLen))
	}
	at := slices.IndexFunc(list, func(el gs1.Element) bool { return keyOf(el.AI) != nil })
	if at < 0 {
		return EPC{}, nil, typed.Text(list.String(), 0, namespace.BadNamespace, "", "no GS1 key; want one of "+
			"(00), (01), (253), (255), (401), (402), (414), (417), (8003), (8004), (8006), (8010), (8017), (8018)")
	}
	wrong := func(el gs1.Element, r namespace.Reason, problem string) (EPC, gs1.Elements, error) {
		before, _, _ := strings.Cut(list.String(), "("+el.AI+")")
		return EPC{}, nil, typed.Text(list.String(), len(before)+len("()")+len(el.AI), r, el.AI, problem)
	}
	d, serial := keyOf(list[at].AI), list[at]
	kinds := []*scheme{d}
	if d.name == "sgtin" {
		kinds = append(kinds, named("upui"), named("lgtin"))
	}
	for _, other := range kinds {
		isSerial := func(el gs1.Element) bool { return other.serialAI != "" && el.AI == other.serialAI }
		if i := slices.IndexFunc(list, isSerial); i >= 0 {
			d, serial = other, list[i]
			break
		}
	}
	p, problem, reason := d.split(list[at].Value, prefixLen)
	if problem != "" {
		return wrong(list[at], reason, problem)
	}
	if serial != list[at] {
		if p.Serial = serial.Value; p.Serial == "" {
			return wrong(serial, namespace.BadSyntax, "empty value; remove the element, or give it a value")
		}
	}
	switch {
	case d.serial == 0:
	case p.Serial == "" && d.name == "sgln":
		p.Serial = "0"
	case p.Serial == "":
		p.Class = true
	case len(p.Serial) > d.serial || d.number && !ascii.AllDigits(p.Serial) || !gs1ai.In('X', p.Serial):
		characters := map[bool]string{true: "digits", false: "characters of GS1"}[d.number]
		return wrong(serial, namespace.BadSyntax, fmt.Sprintf("serial number; want 1 to %d %s", d.serial, characters))
	case d.name == "cpi" && p.Serial[0] == '0' && p.Serial != "0":
		return wrong(serial, namespace.BadSyntax, "serial number with a leading zero, which a CPI does not have")
	}
	used := gs1.Elements{list[at], serial}
	var rest gs1.Elements
	for _, el := range list {
		if !slices.Contains(used, el) {
			rest = append(rest, el)
		}
	}
	return d.epc(p), rest, nil
}

// keyOf returns the scheme for the application identifier of a key: SGTIN for a GTIN.
func keyOf(ai string) *scheme { return schemeOf(func(d scheme) bool { return d.ai == ai }) }

// split splits a key, and a serial number after it in the same value, into the parts of an EPC.
// If it cannot, problem is what is wrong.
func (d *scheme) split(value string, prefixLen int) (p Parts, problem string, reason namespace.Reason) {
	p.Scheme = d.name
	if d.digits == 0 {
		set := byte('X')
		if d.name == "cpi" {
			set = 'Y'
		}
		if !gs1ai.In(set, value) || len(value) > maxText {
			return p, fmt.Sprintf("key; want at most %d characters of its character set", maxText), namespace.BadSyntax
		}
		if len(value) <= prefixLen || !ascii.AllDigits(value[:prefixLen]) {
			return p, fmt.Sprintf("key does not begin with a company prefix of %d digits and more after it", prefixLen),
				namespace.BadSyntax
		}
		p.CompanyPrefix, p.Reference = value[:prefixLen], value[prefixLen:]
		return p, "", 0
	}
	n := len(d.lead) + d.digits
	size := n + 1 // with the check digit
	if d.pieces {
		size += len("0101")
	}
	inValue := d.serial != 0 && d.serialAI == ""
	switch {
	case len(value) < size || !inValue && len(value) > size || !ascii.AllDigits(value[:size]):
		return p, fmt.Sprintf("key; want %d digits", size), namespace.BadSyntax
	case !strings.HasPrefix(value, d.lead):
		return p, fmt.Sprintf("key; want %q as its first digit", d.lead), namespace.BadSyntax
	case value[n] != ascii.CheckDigit(value[:n]):
		return p, fmt.Sprintf("check digit %c of the key is not %c, which its other digits give; correct the key",
			value[n], ascii.CheckDigit(value[:n])), namespace.BadCheckDigit
	case d.pieces:
		p.Piece, p.Total = value[n+1:n+3], value[n+3:size]
	}
	p.Serial = value[size:]
	key, indicator := value[len(d.lead):n], ""
	if d.indicator {
		indicator, key = key[:1], key[1:]
	}
	p.CompanyPrefix, p.Reference = key[:prefixLen], indicator+key[prefixLen:]
	return p, "", 0
}
