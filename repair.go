package urn

import (
	"iter"
	"strings"
)

// Repairer turns texts that are almost URNs into URNs. The zero Repairer uses RFC
// 8141 and escapes no "%".
type Repairer struct {
	// Syntax is the syntax of the URNs.
	Syntax Syntax

	// Percent also escapes each "%" that two hexadecimal digits do not follow. Set it
	// only if such a "%" is data. Without it, that "%" is an error, because it may be
	// a damaged escape.
	Percent bool
}

// Repair turns s into a URN: it escapes each octet that may not stand where it is.
// Otherwise s stays as it is. Nothing is guessed: no octet is removed or decoded, and
// no delimiter is added. White space at the end is escaped, too. If s is a URN, the
// result is s.
//
// An IRI is mapped to a URI in the same way (RFC 3987, section 3.1). So Repair also
// turns what [URN.Display] or a browser shows of a URN into a URN.
//
// The components of s are those between its delimiters. Under RFC8141 and Relaxed,
// the NSS ends before the first "?+" or "?=", and an r-component before the first "?=".
// The NSS, the r-component and the q-component all end before the first "#". A "?" that begins no
// component is data, and so is a "#" in an f-component, "[" and "]". Repair escapes
// them if they may not stand there. RFC 3987 leaves them as they are, because they
// are delimiters of other URIs.
//
// The error is a [*SyntaxError]. It is for what no escape repairs: a scheme other
// than "urn", a malformed NID, and an empty NSS, r-component or q-component. A "%"
// that two hexadecimal digits do not follow is an error unless Percent is set. Under
// Draft2141bis, a malformed keyword in the query and the octet zero are errors, too.
// The offset is that of the fault in s. If the URN would have more than MaxLen bytes,
// the reason is [TooLong].
//
// If s is a URN, Repair does not allocate. Otherwise it allocates the URN or the
// error, or both. It takes time linear in len(s). The result keeps a reference to s,
// and the error does not.
func (r Repairer) Repair(s string) (Repaired, error) {
	x := r.Syntax.known()
	o, fault := x.locate(s)
	if fault.Reason == 0 {
		return Repaired{URN{s, o.head, o.qf}, s}, nil
	}
	text := s
	if fault.Reason != BadScheme && fault.Reason != BadNID && fault.Reason != TooLong {
		nss := nidStart + strings.IndexByte(s[nidStart:], ':') + len(":")
		parts, ok := x.split(s, nss), false
		if text, ok = r.escape(s, &parts); !ok {
			return Repaired{}, x.tooLong()
		}
		if o, fault = x.locate(text); fault.Reason == 0 {
			return Repaired{URN{text, o.head, o.qf}, s}, nil
		}
		fault.Offset = inputOffset(s, text, fault.Offset)
	}
	e := newSyntaxError(s, fault)
	e.Op = "repairing"
	return Repaired{}, e
}

// Repair turns s into a URN of syntax x; see [Repairer.Repair].
func (x Syntax) Repair(s string) (Repaired, error) { return Repairer{Syntax: x}.Repair(s) }

// Repair turns s into a URN of RFC 8141; see [Repairer.Repair].
func Repair(s string) (Repaired, error) { return RFC8141.Repair(s) }

// Repaired is a URN and the text that it was made from.
type Repaired struct {
	urn   URN
	input string
}

// URN returns the URN.
func (r Repaired) URN() URN { return r.urn }

// Input returns the text that was repaired.
func (r Repaired) Input() string { return r.input }

// Changed reports whether the URN differs from the text that it was made from.
func (r Repaired) Changed() bool { return r.urn.s != r.input }

// Change is a range of octets that became escapes.
type Change struct {
	Input Span // the octets, in bytes of the text that was repaired
	URN   Span // their escapes, in bytes of the URN
}

// Changes returns an iterator over the changes, in the order of the text. Between
// two changes there is at least one byte that has not changed. Changes does not
// allocate, and takes time linear in the length of the URN.
func (r Repaired) Changes() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		in, out := r.input, r.urn.s
		for i, j := 0, 0; j < len(out); {
			if !becameEscape(in, i, out, j) {
				i, j = i+1, j+1
				continue
			}
			c := Change{Span{i, i}, Span{j, j}}
			for j < len(out) && becameEscape(in, i, out, j) {
				i, j = i+1, j+len("%XX")
			}
			c.Input.End, c.URN.End = i, j
			if !yield(c) {
				return
			}
		}
	}
}

// becameEscape reports whether in[i] became an escape, which is at out[j].
func becameEscape(in string, i int, out string, j int) bool {
	return out[j] == '%' && (in[i] != '%' || !isEscape(in, i) && strings.HasPrefix(out[j:], "%25"))
}

// inputOffset returns the offset in the input that corresponds to out[at].
func inputOffset(in, out string, at int) int {
	i := 0
	for j := 0; j < at; i++ {
		size := 1
		if becameEscape(in, i, out, j) {
			size = len("%XX")
		}
		if j += size; j > at {
			break // at is inside the escape
		}
	}
	return i
}

// isEscape reports whether two hexadecimal digits follow the "%" at s[i].
func isEscape(s string, i int) bool {
	return len(s)-i > len("XX") && classes[s[i+1]]&classes[s[i+2]]&hexDigit != 0
}

// split returns where the components of s are by its delimiters. The NSS
// begins at nss. What is absent is zero.
func (x Syntax) split(s string, nss int) (parts [len(components)]Span) {
	end := len(s)
	// cut ends the last component before the first delimiter after from.
	cut := func(c Component, from int, delimiter string) bool {
		i := strings.Index(s[from:end], delimiter)
		if i < 0 {
			return false
		}
		parts[c] = Span{from + i + len(delimiter), end}
		end = from + i
		return true
	}
	if x != RFC2141 {
		cut(ComponentF, nss, "#")
	}
	switch {
	case x == Draft2141bis:
		cut(ComponentQ, nss, "?")
	case x.hasComponents():
		// The first "?=" begins the q-component, wherever the first "?+" is.
		cut(ComponentQ, nss, "?=")
		cut(ComponentR, nss, "?+")
	}
	parts[ComponentNSS] = Span{nss, end}
	return parts
}

// standing says what may stand in a component. It differs from escapers, which is
// for data: a delimiter may stand where it delimits.
type standing struct {
	first, rest class  // of the first octet, and of the others
	also        string // octets that may stand there besides
}

var standings = [...][len(components)]standing{
	RFC8141: {
		ComponentNSS: {first: pchar, rest: nssChar},
		ComponentR:   {first: pchar, rest: fragChar},
		ComponentQ:   {first: pchar, rest: fragChar},
		ComponentF:   {first: fragChar, rest: fragChar},
	},
	Relaxed: {
		ComponentNSS: {first: pchar, rest: nssChar},
		ComponentR:   {first: pchar, rest: fragChar},
		ComponentQ:   {first: pchar, rest: fragChar},
		ComponentF:   {first: fragChar, rest: fragChar, also: "#"},
	},
	RFC2141: {
		ComponentNSS: {first: transChar, rest: transChar, also: "/?#"},
	},
	Draft2141bis: {
		ComponentNSS: {first: pchar, rest: pchar},
		ComponentQ:   {first: fragChar, rest: fragChar},
		ComponentF:   {first: fragChar, rest: fragChar},
	},
}

// becomesEscape reports whether s[i] becomes an escape. It is in a component in which
// the octets of set and those of also may stand.
func (r Repairer) becomesEscape(s string, i int, set class, also string) bool {
	c := s[i]
	switch {
	case classes[c]&set != 0:
		return false
	case c == '%':
		return r.Percent && !isEscape(s, i)
	}
	return strings.IndexByte(also, c) < 0
}

// escape returns s with what may not stand in its components escaped, and false if
// that has more than MaxLen bytes.
func (r Repairer) escape(s string, parts *[len(components)]Span) (string, bool) {
	n, most := 0, (MaxLen-len(s))/len("XX") // of octets that are escaped
	for c, part := range parts {
		stands := &standings[r.Syntax.known()][c]
		set := stands.first
		for i := part.Start; i < part.End; i++ {
			if r.becomesEscape(s, i, set, stands.also) {
				if n++; n > most {
					return "", false
				}
			}
			set = stands.rest
		}
	}
	if n == 0 {
		return s, true
	}
	b := make([]byte, 0, len(s)+n*len("XX"))
	from := 0
	for c, part := range parts {
		stands := &standings[r.Syntax.known()][c]
		set := stands.first
		for i := part.Start; i < part.End; i++ {
			if r.becomesEscape(s, i, set, stands.also) {
				b = append(b, s[from:i]...)
				b = append(b, '%', upperHex[s[i]>>4], upperHex[s[i]&15])
				from = i + 1
			}
			set = stands.rest
		}
	}
	return stringOf(append(b, s[from:]...)), true // nobody else holds b
}
