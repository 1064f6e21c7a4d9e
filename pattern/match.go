package pattern

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/cut"
	"github.com/seed7b5a83f0/urn/internal/swar"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Match reports whether u is as p says, and appends the spans of the fields to
// spans, in the order of [Pattern.Names]. They lie in u.String(), in bytes,
// escapes included. If u does not match, it returns spans as they were.
//
// Match allocates only if spans has too little room, or if a literal at the begin of
// the NSS matches in another letter case, which its namespace allows in some names
// only. It takes time linear in
// the length of u. [Pattern.Values] says why a URN does not match.
func (p *Pattern) Match(u urn.URN, spans []urn.Span) ([]urn.Span, bool) {
	n := len(spans)
	if cap(spans)-n >= len(p.fields) {
		spans = spans[:n+len(p.fields)]
	} else {
		spans = append(spans, make([]urn.Span, len(p.fields))...)
	}
	if m := p.match(u.String(), u.Offsets(), spans[n:]); m.cause != 0 {
		return spans[:n], false
	}
	return spans, true
}

// mismatch says where and why a URN does not match. The zero mismatch says that
// it does.
type mismatch struct {
	cause     cause
	component int
	field     int // -1 if none is concerned
	offset    int // in the URN
}

// cause says which part of a pattern a URN does not match. The zero cause is none.
type cause uint8

const (
	causeNID cause = iota + 1
	causeMissing
	causeLiteral
	causeEmpty
	causeColon
	causeUnended
	causeTrailing
	causeEscape
	causeClass
)

var causeReasons = [...]Reason{
	causeNID:      OtherPrefix,
	causeMissing:  OtherText,
	causeLiteral:  OtherPrefix,
	causeEmpty:    EmptyField,
	causeColon:    OtherText,
	causeUnended:  OtherText,
	causeTrailing: OtherText,
	causeEscape:   BadValue,
	causeClass:    BadValue,
}

// reason returns the reason of m. That of a literal which begins a later component is not
// the prefix.
func (m mismatch) reason() Reason {
	if m.cause == causeLiteral && m.component > componentNSS {
		return OtherText
	}
	return causeReasons[m.cause]
}

// match finds the fields of the URN s. spans has room for exactly all of them.
func (p *Pattern) match(s string, o urn.Offsets, spans []urn.Span) mismatch {
	if p.raw {
		return p.matchRaw(s, spans)
	}
	t, nss := p.templates[componentNSS], o.NSS()
	var m mismatch
	if strings.HasPrefix(s[:nss.End], p.begin) {
		if t.uniform != 0 && !p.more && nss.End-len(p.begin) <= 64 && nss.End >= 8 {
			if places, ok := findAll(s[:nss.End], len(p.begin), t.uniform); ok {
				return t.matchUniform(componentNSS, s[:nss.End], len(p.begin), places, spans)
			}
		}
		m = t.matchFields(p.fields, componentNSS, s[:nss.End], len(p.begin), spans)
	} else {
		nid := o.NID()
		if have := s[nid.Start:nid.End]; have != p.nid && !ascii.EqualFold(have, p.nid) {
			return mismatch{causeNID, componentNSS, -1, nid.Start}
		}
		m = t.match(p.fields, componentNSS, s, nss, spans)
	}
	if m.cause != 0 || !p.more {
		return m
	}
	return p.matchMore(s, o, spans)
}

// matchRaw is match for a raw pattern. s need not be a URN.
func (p *Pattern) matchRaw(s string, spans []urn.Span) mismatch {
	if !strings.HasPrefix(s, p.begin) {
		return mismatch{causeLiteral, componentNSS, -1, 0}
	}
	m := p.templates[componentNSS].matchFields(p.fields, componentNSS, s, len(p.begin), spans)
	if m.cause != 0 || !p.more {
		return m
	}
	return p.matchValues(s, len(p.fields), spans)
}

// matchMore is match for the components after the NSS, and for what fields escape.
func (p *Pattern) matchMore(s string, o urn.Offsets, spans []urn.Span) mismatch {
	if p.templates[componentR] != nil {
		if m := p.matchOptional(componentR, s, o.R(), spans); m.cause != 0 {
			return m
		}
	}
	if p.templates[componentQ] != nil {
		if m := p.matchOptional(componentQ, s, o.Q(), spans); m.cause != 0 {
			return m
		}
	}
	if p.templates[componentF] != nil {
		if m := p.matchOptional(componentF, s, o.F(), spans); m.cause != 0 {
			return m
		}
	}
	if p.only {
		other := [...]urn.Span{componentR: o.R(), componentQ: o.Q(), componentF: o.F()}
		for k := componentR; k < componentCount; k++ {
			if p.templates[k] == nil && other[k] != (urn.Span{}) {
				return mismatch{causeTrailing, componentNSS, -1, other[k].Start}
			}
		}
	}
	if nss := o.NSS(); p.conditional && !p.equivalentPrefix(s[nss.Start:nss.End]) {
		return mismatch{causeLiteral, componentNSS, -1, nss.Start}
	}
	return p.matchValues(s, len(p.fields), spans)
}

// equivalentPrefix reports whether an NSS that matches, with letters of the prefix in
// either case, is equivalent to the one with the prefix as p has it.
func (p *Pattern) equivalentPrefix(nss string) bool {
	prefix := p.templates[componentNSS].prefix.text
	if strings.HasPrefix(nss, prefix) {
		return true
	}
	u, errU := urn.Parse("urn:" + p.nid + ":" + nss)
	v, errV := urn.Parse("urn:" + p.nid + ":" + prefix + nss[len(prefix):])
	return errU == nil && errV == nil && namespace.Equal(u, v)
}

// matchValues looks at the text of each of the first n fields: whether it holds what the
// field escapes, and whether it is one of its class.
func (p *Pattern) matchValues(s string, n int, spans []urn.Span) mismatch {
	for k := range n {
		f := &p.fields[k]
		text := s[spans[k].Start:spans[k].End]
		if text == "" {
			if !f.mayBeEmpty() {
				return mismatch{causeEmpty, f.component, k, spans[k].Start}
			}
			continue
		}
		if f.class != nil {
			if at := f.class.refused(text, p.raw); at >= 0 {
				return mismatch{causeClass, f.component, k, spans[k].Start + at}
			}
		}
		if f.escapes != (octets{}) {
			if at := f.escapes.in(text); at >= 0 {
				return mismatch{causeEscape, f.component, k, spans[k].Start + at}
			}
		}
		for _, l := range f.longer {
			if at := strings.Index(text, l); at >= 0 {
				return mismatch{causeEscape, f.component, k, spans[k].Start + at}
			}
		}
	}
	return mismatch{}
}

// matchOptional is match for a component that a URN need not have.
func (p *Pattern) matchOptional(component int, s string, span urn.Span, spans []urn.Span) mismatch {
	if span == (urn.Span{}) {
		return mismatch{causeMissing, component, -1, len(s)}
	}
	return p.templates[component].match(p.fields, component, s, span, spans)
}

func (t *template) match(fields []field, component int, s string, span urn.Span, spans []urn.Span) mismatch {
	pos, end := span.Start, span.End
	if !t.prefix.at(s[:end], pos) {
		return mismatch{causeLiteral, component, -1, pos}
	}
	return t.matchFields(fields, component, s[:end], pos+len(t.prefix.text), spans)
}

// matchFields is match after the prefix. text ends with the component.
func (t *template) matchFields(fields []field, component int, text string, pos int, spans []urn.Span) mismatch {
	end := len(text)
	if t.uniform != 0 && end-pos <= 64 && end >= 8 {
		if places, ok := findAll(text, pos, t.uniform); ok {
			return t.matchUniform(component, text, pos, places, spans)
		}
	}
	for i := range t.delimiters {
		l := &t.delimiters[i]
		k := t.first + i
		if l.text == "" {
			if !fields[k].rest {
				if pos == end && t.empty>>i&1 == 0 {
					return mismatch{causeEmpty, component, k, pos}
				}
				c := &colon
				if l.raw {
					c = &rawColon
				}
				if at := c.find(text, pos); at >= 0 {
					return mismatch{causeColon, component, k, at}
				}
			}
			spans[k] = urn.Span{Start: pos, End: end}
			return mismatch{}
		}
		at := l.find(text, pos)
		if at < 0 {
			return mismatch{causeUnended, component, k, end}
		}
		if at == pos && t.empty>>i&1 == 0 {
			return mismatch{causeEmpty, component, k, pos}
		}
		spans[k] = urn.Span{Start: pos, End: at}
		pos = at + len(l.text)
	}
	if pos != end {
		return mismatch{causeTrailing, component, -1, pos}
	}
	return mismatch{}
}

// matchUniform is the end of match for a template whose delimiters are all the
// same byte. Bit i of places says that it is at s[from+i]. It is twice as
// fast as a search for each field.
func (t *template) matchUniform(component int, s string, from int, places uint64, spans []urn.Span) mismatch {
	pos := from
	spans = spans[t.first : t.first+len(t.delimiters)]
	delimited := len(spans)
	if t.open {
		delimited--
	}
	for i := range spans[:delimited] {
		if places == 0 {
			return mismatch{causeUnended, component, t.first + i, len(s)}
		}
		at := from + bits.TrailingZeros64(places)
		places &= places - 1
		if at == pos && t.empty>>i&1 == 0 {
			return mismatch{causeEmpty, component, t.first + i, pos}
		}
		spans[i] = urn.Span{Start: pos, End: at}
		pos = at + 1
	}
	if !t.open {
		if pos != len(s) {
			return mismatch{causeTrailing, component, -1, pos}
		}
		return mismatch{}
	}
	last := t.first + delimited
	if !t.rest {
		switch {
		case pos == len(s) && t.empty>>delimited&1 == 0:
			return mismatch{causeEmpty, component, last, pos}
		case t.uniform != ':':
			if at := colon.find(s, pos); at >= 0 {
				return mismatch{causeColon, component, last, at}
			}
		case places != 0:
			return mismatch{causeColon, component, last, from + bits.TrailingZeros64(places)}
		}
	}
	spans[delimited] = urn.Span{Start: pos, End: len(s)}
	return mismatch{}
}

// findAll returns where c is in s[from:], which has 64 bytes at most: bit i
// is for s[from+i]. ok is false if there is a "(".
func findAll(s string, from int, c byte) (places uint64, ok bool) {
	// No octet of a URN has its high bit, and other texts are not for this. So the sum of a lane and 0x7F has it if and
	// only if the lane is not 0, and carries nothing into the next lane.
	const open, not = swar.Ones * uint64('('), ^uint64(swar.Highs)
	wanted := swar.Ones * uint64(c)
	others := uint64(swar.Highs) // has a high bit for each lane that never was "("
	var any uint64
	i, shift := from, 0
	for ; i+8 <= len(s); i, shift = i+8, shift+8 {
		w := swar.Load(s[i : i+8])
		any |= w
		places |= gather(^((w^wanted)+not)&swar.Highs) << (shift & 63)
		others &= (w ^ open) + not
	}
	if rest := len(s) - i; rest > 0 && len(s) >= 8 {
		w := swar.Load(s[len(s)-8:]) >> (8 * (8 - rest) & 63)
		any |= w
		places |= gather(^((w^wanted)+not)&swar.Highs) << (shift & 63)
		others &= (w ^ open) + not
	}
	return places, others&^any&swar.Highs == swar.Highs
}

// gather returns the highest bit of each byte of w in the lowest eight bits.
func gather(w uint64) uint64 { return w >> 7 * 0x0102040810204080 >> 56 }

// colon may not occur in a last field that is not {name...}.
var colon, rawColon = newLiteral(":", "\x00"), newRawLiteral(":")

// at reports whether l is at s[i].
func (l *literal) at(s string, i int) bool {
	if len(s)-i < len(l.text) {
		return false
	}
	s = s[i : i+len(l.text)]
	if l.exact {
		return s == l.text
	}
	for j := range len(s) {
		if c := s[j] ^ l.text[j]; c != 0 && c != l.foldable[j] {
			return false
		}
	}
	return true
}

// find returns the first place at or after s[from] where l is outside of
// every escape and of every parenthesis opened after s[from], or -1.
func (l *literal) find(s string, from int) int {
	switch {
	case !l.plain:
		return l.findNested(s, from)
	case len(l.text) == 1:
		i := findByte(s, from, l.text[0])
		if i == nested {
			return l.findNested(s, from)
		}
		return i
	}
	for i := from; ; i++ {
		switch i = findPair(s, i, l.text[0], l.text[1]); {
		case i == nested:
			return l.findNested(s, from)
		case i < 0 || len(l.text) == 2 || l.at(s, i):
			return i
		}
	}
}

// nested is the result of findByte if a parenthesis comes first.
const nested = -2

// findByte returns the first place at or after s[from] of c, -1 if there is
// none, or nested if "(" is before it. It searches eight bytes at a time:
// fields are short, and [strings.IndexByte], once for c and once for "(", takes
// twice as long.
func findByte(s string, from int, c byte) int {
	wanted, open := swar.Ones*uint64(c), swar.Ones*uint64('(')
	i := from
	for ; i+8 <= len(s); i += 8 {
		w := swar.Load(s[i : i+8])
		d, p := w^wanted, w^open
		d, p = (d-swar.Ones)&^d&swar.Highs, (p-swar.Ones)&^p&swar.Highs
		// The lowest bit set is that of the first byte that is zero.
		if d|p != 0 {
			if d != 0 && d^(d-1) <= p^(p-1) {
				return i + bits.TrailingZeros64(d)/8
			}
			return nested
		}
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case c:
			return i
		case '(':
			return nested
		}
	}
	return -1
}

// findPair is findByte for c and d after it.
func findPair(s string, from int, c, d byte) int {
	first, second, open := swar.Ones*uint64(c), swar.Ones*uint64(d), swar.Ones*uint64('(')
	i := from
	for ; i+9 <= len(s); i += 8 {
		w := swar.Load(s[i : i+8])
		d, p := w^first|((w>>8|uint64(s[i+8])<<56)^second), w^open
		d, p = (d-swar.Ones)&^d&swar.Highs, (p-swar.Ones)&^p&swar.Highs
		if d|p != 0 {
			if d != 0 && d^(d-1) <= p^(p-1) {
				return i + bits.TrailingZeros64(d)/8
			}
			return nested
		}
	}
	for ; i < len(s); i++ {
		switch {
		case s[i] == c && i+1 < len(s) && s[i+1] == d:
			return i
		case s[i] == '(':
			return nested
		}
	}
	return -1
}

// findNested is find, byte by byte.
func (l *literal) findNested(s string, from int) int {
	depth := 0
	for i := from; i < len(s); i++ {
		if depth == 0 && l.at(s, i) {
			return i
		}
		switch s[i] {
		case '%':
			if !l.raw {
				i += len("XX")
			}
		case '(':
			if depth++; depth > maxDepth {
				return -1
			}
		case ')':
			depth = max(0, depth-1)
		}
	}
	return -1
}

// excerpt returns a copy of the beginning of s.
func excerpt(s string) string { return strings.Clone(cut.To(s, 60)) }

func (p *Pattern) newError(s string, m mismatch) *Error {
	e := &Error{Pattern: p.text, Reason: m.reason(), Offset: m.offset, excerpt: excerpt(s)}
	if m.field >= 0 {
		e.Field = p.fields[m.field].name
	}
	switch t := p.templates[m.component]; m.cause {
	case causeNID:
		e.Cause = fmt.Sprintf("the namespace identifier is not %q", p.nid)
	case causeMissing:
		e.Cause = "there is no " + componentNames[m.component]
	case causeLiteral:
		expected := t.prefix.text
		if p.raw {
			expected = p.begin
		}
		e.Cause = fmt.Sprintf("expected %.100q", expected)
	case causeEmpty:
		e.Cause = "the field is empty"
	case causeColon:
		e.Cause = fmt.Sprintf("unexpected \":\": the last field holds one only if it is written {%s...}", e.Field)
	case causeUnended:
		e.Cause = fmt.Sprintf("expected %.100q after the field", t.delimiters[m.field-t.first].text)
	case causeEscape:
		r, _ := utf8.DecodeRuneInString(s[m.offset:])
		e.Cause = fmt.Sprintf("%q is not escaped, and the field escapes it", r)
	case causeClass:
		e.Cause = fmt.Sprintf("the field is not %.200s", p.fields[m.field].class.what)
	case causeTrailing:
		e.Cause = "unexpected text after the end of the pattern"
	}
	return e
}
