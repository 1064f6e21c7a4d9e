package epc

import "strings"

// Element is one element of a GS1 element string: an application identifier, two to
// four digits, and its value.
type Element struct{ AI, Value string }

// Elements returns the elements of e: the key and, if it has an application identifier
// of its own, the serial number. Elements allocates.
func (e EPC) Elements() []Element {
	if e.scheme == 0 {
		return nil
	}
	d := &schemes[e.scheme]
	list := make([]Element, 0, 2)
	key := e.GS1Key() + e.pieces
	if d.serialAI == "" {
		return append(list, Element{d.ai, key + e.serial})
	}
	list = append(list, Element{d.ai, key})
	if e.class || e.scheme == SGLN && e.serial == "0" {
		return list
	}
	return append(list, Element{d.serialAI, e.serial})
}

// ElementString returns e with its application identifiers in brackets, such as
// "(01)04012345111118(21)987". If a "(" in a value would be read as the beginning of an
// application identifier, a "\" is written before it.
func (e EPC) ElementString() string { return FormatElements(e.Elements()) }

// FNC1 returns e as the data of a bar code, without brackets and without a symbology
// identifier. The group separator (%x1D), which represents FNC1, ends an element of
// variable length before another element.
func (e EPC) FNC1() string { return FormatFNC1(e.Elements()) }

// FormatElements is [EPC.ElementString] for any elements. It does not check them.
func FormatElements(list []Element) string {
	var b strings.Builder
	for _, x := range list {
		b.WriteByte('(')
		b.WriteString(x.AI)
		b.WriteByte(')')
		for i := 0; i < len(x.Value); i++ {
			if bracketed(x.Value[i:]) != "" {
				b.WriteByte('\\')
			}
			b.WriteByte(x.Value[i])
		}
	}
	return b.String()
}

const separator = "\x1d"

// FormatFNC1 is [EPC.FNC1] for any elements. It does not check them.
func FormatFNC1(list []Element) string {
	var b strings.Builder
	for i, x := range list {
		b.WriteString(x.AI)
		b.WriteString(x.Value)
		if i < len(list)-1 && fixedLength(x.AI) == 0 {
			b.WriteString(separator)
		}
	}
	return b.String()
}

// ParseElements returns the elements of an element string, with brackets or without. A
// string that begins with "(" has brackets. Without brackets, it may begin with a
// symbology identifier such as "]C1" and with a group separator. A value may have only
// the 82 characters of GS1, and must have the predefined length if there is one. Nothing
// else is checked. The values share memory with s, unless they have a "\" before a "(".
// The error is an [*Error].
func ParseElements(s string) ([]Element, error) {
	var list []Element
	var err error
	if strings.HasPrefix(s, "(") {
		list, err = parseBrackets(s)
	} else {
		list, err = parseFNC1(s)
	}
	if err != nil {
		return nil, err
	}
	seen := make(map[string]string, len(list))
	for _, x := range list {
		if n := fixedLength(x.AI); n != 0 && len(x.Value) != n {
			return nil, newError(BadValue, x.AI, x.Value, "value of %d characters, want %d digits", len(x.Value), n)
		}
		if ok := inSet82(x.Value) || x.AI == "8010" && inSet39(x.Value); !ok || x.Value == "" {
			return nil, newError(BadValue, x.AI, x.Value, "value is empty or has a character that GS1 does not allow in it")
		}
		if value, ok := seen[x.AI]; ok && value != x.Value {
			return nil, newError(BadValue, x.AI, x.Value, "second value of the same application identifier; remove one of them")
		}
		seen[x.AI] = x.Value
	}
	return list, nil
}

// bracketed returns the application identifier in brackets that s begins with, or "".
func bracketed(s string) string {
	if s == "" || s[0] != '(' {
		return ""
	}
	end := strings.IndexByte(s[:min(len(s), len("(0000)"))], ')')
	if end < len("(00") || !allDigits(s[1:end]) {
		return ""
	}
	return s[1:end]
}

func parseBrackets(s string) ([]Element, error) {
	var list []Element
	for rest := s; rest != ""; {
		ai := bracketed(rest)
		if ai == "" {
			return nil, newError(BadSyntax, "", rest, "want an application identifier of two to four digits in brackets")
		}
		rest = rest[len(ai)+2:]
		end, escaped := 0, false
		for ; end < len(rest) && bracketed(rest[end:]) == ""; end++ {
			if rest[end] == '\\' && end+1 < len(rest) && rest[end+1] == '(' {
				end, escaped = end+1, true
			}
		}
		value := rest[:end]
		if escaped {
			value = strings.ReplaceAll(value, `\(`, "(")
		}
		list, rest = append(list, Element{ai, value}), rest[end:]
	}
	return list, nil
}

func parseFNC1(s string) ([]Element, error) {
	rest := s
	for _, symbology := range []string{"]C1", "]d2", "]e0", "]J1", "]Q3"} {
		if after, ok := strings.CutPrefix(rest, symbology); ok {
			rest = after
			break
		}
	}
	rest = strings.TrimPrefix(rest, separator)
	if rest == "" {
		return nil, newError(BadSyntax, "", s, "no element; want an element string such as (01)04012345111118(21)987, with or without its brackets")
	}
	var list []Element
	for rest != "" {
		n := aiLength(rest)
		if n == 0 {
			return nil, newError(BadSyntax, "", rest, "no application identifier that is known; put brackets around application identifiers")
		}
		ai := rest[:n]
		rest = rest[n:]
		end := strings.IndexByte(rest, separator[0])
		if end < 0 {
			end = len(rest)
		}
		if n := fixedLength(ai); n != 0 && n < end {
			end = n
		}
		list, rest = append(list, Element{ai, rest[:end]}), strings.TrimPrefix(rest[end:], separator)
	}
	return list, nil
}

// aiLength returns the length of the application identifier that s begins with, or 0.
// The first two digits decide it.
func aiLength(s string) int {
	if len(s) < 2 || !allDigits(s[:2]) {
		return 0
	}
	n := 0
	switch p := 10*int(s[0]-'0') + int(s[1]-'0'); {
	case p <= 4, p >= 10 && p <= 22, p == 30, p == 37, p >= 90:
		n = 2
	case p >= 23 && p <= 25, p >= 40 && p <= 42, p == 71:
		n = 3
	case p >= 31 && p <= 36, p == 39, p == 43, p == 70, p == 72, p >= 80 && p <= 82:
		n = 4
	}
	if n > len(s) || !allDigits(s[:n]) {
		return 0
	}
	return n
}

// fixedLength returns the length of the value of an application identifier that needs
// no separator after it, or 0. The first two digits decide it, by a list to which GS1
// adds nothing.
func fixedLength(ai string) int {
	if len(ai) < 2 {
		return 0
	}
	switch p := 10*int(ai[0]-'0') + int(ai[1]-'0'); {
	case p == 0:
		return 18
	case p >= 1 && p <= 3:
		return 14
	case p == 4:
		return 16
	case p >= 11 && p <= 19:
		return 6
	case p == 20:
		return 2
	case p >= 31 && p <= 36:
		return 6
	case p == 41:
		return 13
	}
	return 0
}

// FromElementString returns the EPC of an element string, with brackets or without, as
// [ParseElements] reads it. prefixLen is the number of digits of the company prefix. An
// element that the URN cannot hold, such as an expiry date, is an error. Use
// [FromElements] for such a string: it returns that element. The error is an [*Error].
func FromElementString(s string, prefixLen int) (EPC, error) {
	list, err := ParseElements(s)
	if err != nil {
		return EPC{}, err
	}
	return noRest(list, prefixLen)
}

func noRest(list []Element, prefixLen int) (EPC, error) {
	e, rest, err := FromElements(list, prefixLen)
	if err != nil {
		return EPC{}, err
	}
	if len(rest) > 0 {
		return EPC{}, newError(BadRest, rest[0].AI, rest[0].Value, "an EPC has no place for this element; remove it, or use FromElements, which returns it")
	}
	return e, nil
}

// FromElements returns the EPC of the first GS1 key among the elements, and the
// elements that the EPC cannot hold, in their order. prefixLen is the number of digits
// of the company prefix, 6 to 12. The error is an [*Error].
//
// A GTIN (01) with a serial number (21) is an SGTIN. Without one, it is a UPUI if there
// is an identifier (235), and an LGTIN if there is a lot (10). Otherwise it is the class
// of the GTIN. Any other key that may have a serial number and has none is a class, too.
// The exception is a GLN (414), which is an SGLN with the extension "0".
func FromElements(list []Element, prefixLen int) (EPC, []Element, error) {
	if prefixLen < 6 || prefixLen > 12 {
		return EPC{}, nil, newError(BadPrefixLength, "", "", "company prefix of %d digits; a GS1 company prefix has 6 to 12", prefixLen)
	}
	at, x := -1, Scheme(0)
	for i, el := range list {
		if x = keyOf(el.AI); x != 0 {
			at = i
			break
		}
	}
	if at < 0 {
		return EPC{}, nil, newError(BadKey, "", FormatElements(list), "no GS1 key; want one of (00), (01), (253), (255), (401), (402), (414), (417), (8003), (8004), (8006), (8010), (8017), (8018)")
	}
	serialAt := -1
	find := func(ai string) bool {
		for i, el := range list {
			if ai != "" && el.AI == ai {
				serialAt = i
				return true
			}
		}
		return false
	}
	if x == SGTIN {
		for _, y := range []Scheme{SGTIN, UPUI, LGTIN} {
			if find(schemes[y].serialAI) {
				x = y
				break
			}
		}
	} else {
		find(schemes[x].serialAI)
	}

	d := &schemes[x]
	e, err := fromKey(x, list[at], prefixLen)
	if err != nil {
		return EPC{}, nil, err
	}
	serial := list[at]
	if serialAt >= 0 {
		serial = list[serialAt]
		e.serial = serial.Value
		if e.serial == "" {
			return EPC{}, nil, newError(BadValue, serial.AI, "", "empty value; remove the element, or give it a value")
		}
	}
	switch {
	case d.serial == 0:
	case e.serial == "" && x == SGLN:
		e.serial = "0"
	case e.serial == "":
		e.class = true
	case len(e.serial) > d.serial || d.number && !allDigits(e.serial) || !inSet82(e.serial):
		return EPC{}, nil, newError(BadValue, serial.AI, e.serial, "serial number; want 1 to %d %s", d.serial, map[bool]string{true: "digits", false: "characters of GS1"}[d.number])
	case x == CPI && e.serial[0] == '0' && e.serial != "0":
		return EPC{}, nil, newError(BadValue, serial.AI, e.serial, "serial number with a leading zero, which a CPI does not have")
	}

	var rest []Element
	for _, el := range list {
		if el == list[at] || serialAt >= 0 && el == list[serialAt] {
			continue
		}
		rest = append(rest, el)
	}
	return e, rest, nil
}

// keyOf returns the scheme of a key, SGTIN for a GTIN.
func keyOf(ai string) Scheme {
	for x := range schemes {
		if x != 0 && schemes[x].ai == ai {
			return Scheme(x)
		}
	}
	return 0
}

// fromKey splits a key into its parts, and a serial number that follows it in the same
// value.
func fromKey(x Scheme, el Element, prefixLen int) (EPC, error) {
	d := &schemes[x]
	e, value := EPC{scheme: x}, el.Value
	if d.digits == 0 {
		ok := inSet82(value)
		if x == CPI {
			ok = inSet39(value)
		}
		if !ok || len(value) > maxText {
			return EPC{}, newError(BadValue, el.AI, value, "key; want at most %d characters of its character set", maxText)
		}
		if len(value) <= prefixLen || !allDigits(value[:prefixLen]) {
			return EPC{}, newError(BadPrefixLength, el.AI, value, "key does not begin with a company prefix of %d digits and more after it", prefixLen)
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
	if len(value) < size || !inValue && len(value) > size || !allDigits(value[:size]) {
		return EPC{}, newError(BadValue, el.AI, value, "key; want %d digits", size)
	}
	if !strings.HasPrefix(value, d.lead) {
		return EPC{}, newError(BadValue, el.AI, value, "key; want %q as its first digit", d.lead)
	}
	if want := checkDigit(value[:n]); value[n] != want {
		return EPC{}, newError(BadCheckDigit, el.AI, value, "check digit %c of the key is not %c, which its other digits give; correct the key", value[n], want)
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
