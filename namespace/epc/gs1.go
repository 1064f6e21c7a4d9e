package epc

import (
	"slices"
	"strconv"
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
	n, _ := gs1.New(e.elements()) // an EPC has a key with its check digit
	return n
}

func (e EPC) elements() gs1.Elements {
	if e.scheme == nil {
		return nil
	}
	d := e.scheme
	key := e.gs1Key() + e.pieces
	if d.serialAI == "" {
		return gs1.Elements{{AI: d.ai, Value: key + e.serial}}
	}
	list := gs1.Elements{{AI: d.ai, Value: key}}
	if e.class || d.name == "sgln" && e.serial == "0" {
		return list
	}
	return append(list, gs1.Element{AI: d.serialAI, Value: e.serial})
}

// FromElements returns the EPC of the first GS1 key among the elements, and the
// elements that the EPC cannot hold, in their order. prefixLen is the number of digits
// of the company prefix, 6 to 12.
//
// A GTIN (01) with a serial number (21) is an SGTIN. A GTIN without a serial number is a
// UPUI if there is an identifier (235), an LGTIN if there is a lot (10), and otherwise the
// class of the GTIN. Any other key without the serial number that it may have is a class,
// too, except a GLN (414), which is an SGLN with the extension "0".
func FromElements(list gs1.Elements, prefixLen int) (EPC, gs1.Elements, error) {
	if prefixLen < 6 || prefixLen > 12 {
		return EPC{}, nil, typed.Text("", 0, namespace.BadSyntax, "", "company prefix of "+strconv.Itoa(prefixLen)+" digits; a GS1 company prefix has 6 to 12")
	}
	at := slices.IndexFunc(list, func(el gs1.Element) bool { return keyOf(el.AI) != nil })
	if at < 0 {
		return EPC{}, nil, typed.Text(list.String(), 0, namespace.BadNamespace, "", "no GS1 key; want one of (00), (01), (253), (255), (401), (402), (414), (417), (8003), (8004), (8006), (8010), (8017), (8018)")
	}
	d, serialAt := keyOf(list[at].AI), -1
	kinds := []*scheme{d}
	if d.name == "sgtin" {
		kinds = append(kinds, named("upui"), named("lgtin"))
	}
	for _, other := range kinds {
		ai := other.serialAI
		if serialAt = slices.IndexFunc(list, func(el gs1.Element) bool { return ai != "" && el.AI == ai }); serialAt >= 0 {
			d = other
			break
		}
	}
	e, err := fromKey(list, d, list[at], prefixLen)
	if err != nil {
		return EPC{}, nil, err
	}
	serial := list[at]
	if serialAt >= 0 {
		serial = list[serialAt]
		e.serial = serial.Value
		if e.serial == "" {
			return EPC{}, nil, fault(list, serial.AI, namespace.BadSyntax, "empty value; remove the element, or give it a value")
		}
	}
	switch {
	case d.serial == 0:
	case e.serial == "" && d.name == "sgln":
		e.serial = "0"
	case e.serial == "":
		e.class = true
	case len(e.serial) > d.serial || d.number && !ascii.AllDigits(e.serial) || !gs1ai.In('X', e.serial):
		return EPC{}, nil, fault(list, serial.AI, namespace.BadSyntax, "serial number; want 1 to "+strconv.Itoa(d.serial)+map[bool]string{true: " digits", false: " characters of GS1"}[d.number])
	case d.name == "cpi" && e.serial[0] == '0' && e.serial != "0":
		return EPC{}, nil, fault(list, serial.AI, namespace.BadSyntax, "serial number with a leading zero, which a CPI does not have")
	}

	used := gs1.Elements{list[at], serial}
	rest := slices.DeleteFunc(slices.Clone(list), func(el gs1.Element) bool { return slices.Contains(used, el) })
	if len(rest) == 0 {
		rest = nil
	}
	return e, rest, nil
}

// fault returns the error for the value of an element.
func fault(list gs1.Elements, ai string, r namespace.Reason, problem string) error {
	before, _, _ := strings.Cut(list.String(), "("+ai+")")
	return typed.Text(list.String(), len(before)+len("()")+len(ai), r, ai, problem)
}

// keyOf returns the scheme for the application identifier of a key: SGTIN for a GTIN.
func keyOf(ai string) *scheme { return schemeOf(func(d scheme) bool { return d.ai == ai }) }

// fromKey splits a key, and a serial number after it in the same value, into the parts of
// an EPC.
func fromKey(list gs1.Elements, d *scheme, el gs1.Element, prefixLen int) (EPC, error) {
	e, value := EPC{scheme: d}, el.Value
	if d.digits == 0 {
		set := byte('X')
		if d.name == "cpi" {
			set = 'Y'
		}
		if !gs1ai.In(set, value) || len(value) > maxText {
			return EPC{}, fault(list, el.AI, namespace.BadSyntax, "key; want at most "+strconv.Itoa(maxText)+" characters of its character set")
		}
		if len(value) <= prefixLen || !ascii.AllDigits(value[:prefixLen]) {
			return EPC{}, fault(list, el.AI, namespace.BadSyntax, "key does not begin with a company prefix of "+strconv.Itoa(prefixLen)+" digits and more after it")
		}
		e.prefix, e.reference = value[:prefixLen], value[prefixLen:]
		return e, nil
	}

	n := len(d.lead) + d.digits
	size := n + 1 // with the check digit
	if d.pieces {
		size += 4
	}
	inValue := d.serial != 0 && d.serialAI == ""
	if len(value) < size || !inValue && len(value) > size || !ascii.AllDigits(value[:size]) {
		return EPC{}, fault(list, el.AI, namespace.BadSyntax, "key; want "+strconv.Itoa(size)+" digits")
	}
	if !strings.HasPrefix(value, d.lead) {
		return EPC{}, fault(list, el.AI, namespace.BadSyntax, "key; want "+strconv.Quote(d.lead)+" as its first digit")
	}
	if want := ascii.CheckDigit(value[:n]); value[n] != want {
		return EPC{}, fault(list, el.AI, namespace.BadCheckDigit, "check digit "+value[n:n+1]+" of the key is not "+string(want)+", which its other digits give; correct the key")
	}
	e.pieces, e.serial = value[n+1:size], value[size:]
	key := value[len(d.lead):n]
	if d.indicator {
		e.prefix, e.reference = key[1:1+prefixLen], key[:1]+key[1+prefixLen:]
	} else {
		e.prefix, e.reference = key[:prefixLen], key[prefixLen:]
	}
	return e, nil
}
