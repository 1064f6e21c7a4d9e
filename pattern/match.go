package pattern

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Match reports whether name matches p. Unless p is raw, only a URN of RFC 8141 matches.
// [Pattern.Parse] explains why a name does not match.
//
// Match takes time linear in the length of name. It allocates only if a literal matches in a
// letter case that the namespace allows in some names only, as nbn does.
func (p *Pattern) Match(name string) bool {
	o, fault := p.locate(name)
	return fault.Reason == 0 && p.accepts(name, o)
}

// MatchURN is like Match for a parsed URN, which may be of any syntax.
func (p *Pattern) MatchURN(u urn.URN) bool { return p.accepts(u.String(), u.Offsets()) }

func (p *Pattern) accepts(s string, o urn.Offsets) bool {
	var spans [maxFields]urn.Span
	ok, _ := p.matches(s, o, spans[:len(p.fields)])
	return ok
}

// locate returns the offsets of the components of a name. For a raw pattern they are zero.
func (p *Pattern) locate(name string) (urn.Offsets, urn.Fault) {
	if p.raw {
		return urn.Offsets{}, urn.Fault{}
	}
	return urn.RFC8141.Locate(name)
}

// matches reports whether match finds no fault. plain says that no field has an escape, and may
// be false if none has.
func (p *Pattern) matches(s string, o urn.Offsets, spans []urn.Span) (ok, plain bool) {
	end := len(s)
	if !p.raw {
		end = o.NSS().End
	}
	if strings.HasPrefix(s[:end], p.begin) {
		t, from := p.templates[componentNSS], len(p.begin)
		v, clean := t.find(s[:end], from, spans)
		switch {
		case v == no, v == yes && p.more && p.matchComponents(s, o, spans).cause != 0:
			return false, false
		case v == yes:
			ok = !p.valued || clean && !p.classed || p.matchValues(s, clean, spans).cause == 0
			return ok, clean && p.templates[componentF] == nil // find has seen the NSS only
		}
	}
	return p.match(s, o, spans).cause == 0, false
}

// verdict is what find says of a text.
type verdict uint8

const (
	no     verdict = iota
	yes            // the fields are stored; their values are not checked
	unsure         // there is a parenthesis or an octet beyond ASCII
)

// find looks for the delimiters of the fields in s[from:], 64 bytes at a time. clean says
// that no field has an octet of setBad. It is a second copy of the rule of matchFields, with
// fewer mispredicted branches: most matches take 13% less time.
func (t *template) find(s string, from int, spans []urn.Span) (v verdict, clean bool) {
	if !t.plain || from >= len(s) {
		return unsure, false
	}
	var seenBad, seenOther uint64 // in the windows before
	base, pos := from, from
	delimiters, bad, other := t.sets.Find(s, base)
	closed := t.closed
	spans = spans[t.first : t.first+len(t.delimiters)]
	for i := range closed {
		l := t.delimiters[i].text
		var at int
		for {
			for delimiters == 0 {
				if base += window; base >= len(s) {
					return t.unlessOther(no, seenOther|other), false
				}
				seenBad, seenOther = seenBad|bad, seenOther|other
				delimiters, bad, other = t.sets.Find(s, base)
			}
			at = base + bits.TrailingZeros64(delimiters)
			if t.uniform || at >= pos && s[at] == l[0] && (len(l) == 1 || strings.HasPrefix(s[at+1:], l[1:])) {
				break
			}
			delimiters &= delimiters - 1
		}
		if at == pos && t.empty>>i&1 == 0 {
			return t.unlessOther(no, seenOther|other), false
		}
		spans[i] = urn.Span{Start: pos, End: at}
		pos = at + len(l)
		own := (uint64(1)<<len(l) - 1) << (at - base)
		delimiters, bad, other = delimiters&^own, bad&^own, other&^own
	}
	v = yes
	if t.open {
		if pos == len(s) && t.empty>>closed&1 == 0 {
			v = no
		}
		spans[closed] = urn.Span{Start: pos, End: len(s)}
	} else if pos != len(s) {
		v = no
	}
	for {
		for !t.rest && delimiters != 0 {
			if at := base + bits.TrailingZeros64(delimiters); at >= pos && s[at] == ':' {
				v = no
			}
			delimiters &= delimiters - 1
		}
		seenBad, seenOther = seenBad|bad, seenOther|other
		if base += window; base >= len(s) {
			return t.unlessOther(v, seenOther), seenBad == 0
		}
		delimiters, bad, other = t.sets.Find(s, base)
	}
}

// window is the number of bytes that [dfa.Sets.Find] looks at.
const window = 64

// unlessOther returns v, or unsure if find has seen an octet of setOther in a field.
func (t *template) unlessOther(v verdict, other uint64) verdict {
	if other != 0 {
		return unsure
	}
	return v
}

// mismatch says where and why a URN does not match. The zero mismatch says that it does.
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
	causeClass
)

// match finds the fields of the URN s, or of the name s if p is raw. spans has room for exactly all of
// them. It says why a name does not match, and decides on the few names that find leaves.
func (p *Pattern) match(s string, o urn.Offsets, spans []urn.Span) mismatch {
	if p.raw {
		if !strings.HasPrefix(s, p.begin) {
			return mismatch{causeLiteral, componentNSS, -1, 0}
		}
		if m := p.templates[componentNSS].matchFields(p.fields, componentNSS, s, len(p.begin), spans); m.cause != 0 {
			return m
		}
		return p.matchValues(s, false, spans)
	}
	nid := o.NID()
	if have := s[nid.Start:nid.End]; !ascii.EqualFold(have, p.nid) {
		return mismatch{causeNID, componentNSS, -1, nid.Start}
	}
	if m := p.templates[componentNSS].match(p.fields, componentNSS, s, o.NSS(), spans); m.cause != 0 {
		return m
	}
	if m := p.matchComponents(s, o, spans); m.cause != 0 {
		return m
	}
	if nss := o.NSS(); p.conditional && !p.equivalentPrefix(s[nss.Start:nss.End]) {
		return mismatch{causeLiteral, componentNSS, -1, nss.Start}
	}
	return p.matchValues(s, false, spans)
}

// matchComponents is match for the components after the NSS.
func (p *Pattern) matchComponents(s string, o urn.Offsets, spans []urn.Span) mismatch {
	f, t := o.F(), p.templates[componentF]
	if p.only {
		for _, span := range [...]urn.Span{o.R(), o.Q(), f} {
			if span != (urn.Span{}) && (t == nil || span != f) {
				return mismatch{causeTrailing, componentNSS, -1, span.Start}
			}
		}
	}
	switch {
	case t == nil:
		return mismatch{}
	case f == urn.Span{}:
		return mismatch{causeMissing, componentF, -1, len(s)}
	}
	return t.match(p.fields, componentF, s, f, spans)
}

// equivalentPrefix reports whether an NSS that matches, with letters of the prefix in
// any case, is equivalent to the one with the prefix as p has it.
func (p *Pattern) equivalentPrefix(nss string) bool {
	prefix := p.templates[componentNSS].prefix.text
	if strings.HasPrefix(nss, prefix) {
		return true
	}
	u, errU := urn.Parse("urn:" + p.nid + ":" + nss)
	v, errV := urn.Parse("urn:" + p.nid + ":" + prefix + nss[len(prefix):])
	return errU == nil && errV == nil && namespace.Equal(u, v)
}

// matchValues reports the first field whose text is not in its class. If
// clean, no field has an octet of setBad.
func (p *Pattern) matchValues(s string, clean bool, spans []urn.Span) mismatch {
	if !p.valued {
		return mismatch{}
	}
	for k := range p.fields {
		f := &p.fields[k]
		text := s[spans[k].Start:spans[k].End]
		if text == "" || f.class == nil || clean && f.decided {
			continue
		}
		if at := f.class.refused(text, p.raw); at >= 0 {
			return mismatch{causeClass, f.component, k, spans[k].Start + at}
		}
	}
	return mismatch{}
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
	for i := range t.delimiters {
		l := &t.delimiters[i]
		k := t.first + i
		at := len(text)
		if l.text != "" {
			if at = l.find(text, pos); at < 0 {
				return mismatch{causeUnended, component, k, len(text)}
			}
		}
		if at == pos && t.empty>>i&1 == 0 {
			return mismatch{causeEmpty, component, k, pos}
		}
		if l.text == "" && !fields[k].rest {
			if colon := (&literal{text: ":", exact: true, raw: l.raw, flat: l.flat}).find(text, pos); colon >= 0 {
				return mismatch{causeColon, component, k, colon}
			}
		}
		spans[k] = urn.Span{Start: pos, End: at}
		pos = at + len(l.text)
	}
	if pos != len(text) {
		return mismatch{causeTrailing, component, -1, pos}
	}
	return mismatch{}
}

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
	depth := 0
	for i := from; i < len(s); i++ {
		if depth == 0 && (s[i] == l.text[0] || !l.exact) && l.at(s, i) {
			return i
		}
		switch {
		case s[i] == '%' && !l.raw:
			i += len("XX")
		case l.flat:
		case s[i] == '(':
			if depth++; depth > maxDepth {
				return -1
			}
		case s[i] == ')':
			depth = max(0, depth-1)
		}
	}
	return -1
}

// excerpt returns a copy of the beginning of s.
func excerpt(s string) string { return strings.Clone(truncate.To(s, 60)) }

func (p *Pattern) newError(s string, m mismatch) *Error {
	e := &Error{Pattern: p.text, Reason: TextMismatch, Offset: m.offset, excerpt: excerpt(s)}
	if m.field >= 0 {
		e.Field = p.fields[m.field].name
	}
	switch t := p.templates[m.component]; m.cause {
	case causeNID:
		e.Reason, e.cause = PrefixMismatch, fmt.Sprintf("the namespace identifier is not %q", p.nid)
	case causeMissing:
		e.cause = "the f-component is missing"
	case causeLiteral:
		expected := t.prefix.text
		if p.raw {
			expected = p.begin
		}
		if m.component == componentNSS {
			e.Reason = PrefixMismatch
		}
		e.cause = fmt.Sprintf("expected %.100q", expected)
	case causeEmpty:
		e.Reason, e.cause = BadValue, "the field is empty"
	case causeColon:
		e.cause = fmt.Sprintf("unexpected \":\": only {%s...} may contain one", e.Field)
	case causeUnended:
		e.cause = fmt.Sprintf("expected %.100q after the field", t.delimiters[m.field-t.first].text)
	case causeClass:
		f := &p.fields[m.field]
		e.Reason = BadValue
		e.Offset, e.cause = f.class.fault(s, m.offset, f.escaping)
	case causeTrailing:
		e.cause = "unexpected text after the end of the pattern"
	}
	return e
}
