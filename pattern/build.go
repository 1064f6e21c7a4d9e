package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// Parse returns the values of the fields of name, in the order of [Pattern.Names], with
// their escapes decoded. A field with the option fold is in lower case. Unless p is raw, name
// must be a URN of RFC 8141.
//
// The error is a [*urn.Error] if name is not a URN. It is an [*Error] if the URN does not match,
// or if [Pattern.Build] would not return an equivalent URN for the values: if an escape is
// unnecessary ("%41" and "A" are the same value, but two names; RFC 8141, section 3.1), or if
// a field with the option fold would end too early in lower case.
//
// Parse allocates the slice. The values share the memory of name unless an escape was decoded.
func (p *Pattern) Parse(name string) ([]string, error) {
	o, fault := p.locate(name)
	if fault.Reason != 0 {
		return nil, fault.Err(name)
	}
	return p.values(name, o)
}

// ParseURN is like Parse for a parsed URN, which may be of any syntax.
func (p *Pattern) ParseURN(u urn.URN) ([]string, error) { return p.values(u.String(), u.Offsets()) }

// values is Parse for the URN s with its offsets, or for a raw name.
func (p *Pattern) values(s string, o urn.Offsets) ([]string, error) {
	var spans [maxFields]urn.Span
	if m := p.match(s, o, spans[:len(p.fields)]); m.cause != 0 {
		return nil, p.newError(s, m)
	}
	return p.decodeAll(s, spans[:len(p.fields)], make([]string, len(p.fields)))
}

// decodeAll stores the values of the fields at spans, after a match. It returns them, or an error.
func (p *Pattern) decodeAll(s string, spans []urn.Span, values []string) ([]string, error) {
	changed := false // some value is not the text of its field
	for i := range spans {
		text := s[spans[i].Start:spans[i].End]
		values[i] = p.decode(&p.fields[i], text)
		changed = changed || values[i] != text || p.raw && p.fields[i].plus
	}
	if changed {
		if err := p.canonical(s, spans, values); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// decode returns the value of a field that is written as text.
func (p *Pattern) decode(f *field, text string) string {
	if p.raw {
		return f.decode.Replace(text)
	}
	value := text
	if f.plus {
		value = strings.ReplaceAll(text, "+", " ")
	}
	if strings.IndexByte(text, '%') >= 0 {
		value, _ = urn.Unescape(value) // the escapes of a URN are well formed
	}
	if f.fold {
		value = ascii.ToLower(value)
	}
	return value
}

// canonical reports the first field of s whose value is written with other escapes than Build writes.
func (p *Pattern) canonical(s string, spans []urn.Span, values []string) error {
	var encoded [maxFields]string
	if _, err := p.encode(values, &encoded); err != nil {
		e := err.(*Error)
		i := slices.IndexFunc(p.fields, func(f field) bool { return f.name == e.Field })
		e.Offset, e.excerpt = spans[i].Start, excerpt(s)
		return e
	}
	for i, span := range spans {
		text := s[span.Start:span.End]
		if !p.raw { // Build writes the digits of escapes in upper case
			upper := []byte(text)
			swar.UpperEscapes(upper)
			text = string(upper)
		}
		if text == encoded[i] || p.fields[i].fold && ascii.EqualFold(text, encoded[i]) {
			continue
		}
		cause := "an escape is unnecessary"
		if strings.IndexByte(text, '%') < 0 {
			cause = "the value in lower case would end too early"
			if p.fields[i].plus {
				cause = "a space is not escaped"
			}
		}
		return &Error{Pattern: p.text, Field: p.fields[i].name, Reason: NotCanonical, Offset: span.Start, excerpt: excerpt(s),
			cause: cause + ": Build would write " + strconv.Quote(excerpt(encoded[i])) + ", a different name"}
	}
	return nil
}

// Build returns the URN with these values in its fields, in the order of [Pattern.Names]. It
// escapes octets that a field cannot contain or that would end it too early.
//
// The error is an [*Error] that names the field if [Pattern.Parse] would not return the same
// values, for instance if a value is empty, or has upper case in a field with the option fold, or
// if the number of values is not that of the fields.
// Build also fails if the name of a raw pattern is not a URN; use [Pattern.Format].
func (p *Pattern) Build(values ...string) (urn.URN, error) {
	text, err := p.Format(values...)
	if err != nil {
		return urn.URN{}, err
	}
	u, err := urn.Parse(text)
	if err != nil { // p is raw
		return urn.URN{}, &Error{Pattern: p.text, Reason: BadValue, Err: err, cause: "the name is not a URN of RFC 8141"}
	}
	return u, nil
}

// Format returns the text of the name that [Pattern.Build] builds. If p is raw, it need not be
// a URN, and only the options escape= and plus escape anything. The errors are those of Build.
func (p *Pattern) Format(values ...string) (string, error) {
	if len(values) != len(p.fields) {
		return "", &Error{Pattern: p.text, Reason: BadValue, cause: fmt.Sprintf("%d values for %d fields", len(values), len(p.fields))}
	}
	var encoded [maxFields]string
	return p.encode(values, &encoded)
}

// encode builds a name, and stores its fields, as they are in it, in encoded.
func (p *Pattern) encode(values []string, encoded *[maxFields]string) (string, error) {
	for i, v := range values {
		f := &p.fields[i]
		if v == "" && !f.mayBeEmpty() {
			return "", p.valueError(i, "the value is empty")
		}
		if f.fold && ascii.ToLower(v) != v {
			return "", p.valueError(i, "the value has an upper-case letter, but the field is in lower case")
		}
		var err error
		if encoded[i], err = p.escape(i, v); err != nil {
			return "", p.valueError(i, "the value is longer than a URN can be")
		}
		if p.raw && p.decode(f, encoded[i]) != v {
			return "", p.valueError(i, "the value contains an escape that the field decodes")
		}
		if v == "" || f.class == nil {
			continue
		}
		text, raw := encoded[i], p.raw
		if f.class.not != "" && !f.escaping { // no value has these characters, escaped or not
			text, raw = v, true
		}
		if at := f.class.refused(text, raw); at >= 0 {
			_, cause := f.class.fault(text, at, f.escaping)
			return "", p.valueError(i, cause)
		}
	}
	// Each round escapes more of one field.
	var spans [maxFields]urn.Span
	var careful [maxFields]bool
	for {
		text := p.join(encoded)
		o, fault := p.locate(text)
		if fault.Reason != 0 { // the NSS is empty, or the URN too long
			return "", p.valueError(0, "a URN cannot contain the value here")
		}
		bad := len(p.fields)
		if m := p.match(text, o, spans[:len(p.fields)]); m.cause != 0 && m.field >= 0 {
			bad = m.field
		} else if m.cause != 0 && p.raw {
			bad = len(p.fields) - 1 // text after the end, which the last field holds
		}
		for i := range bad {
			if text[spans[i].Start:spans[i].End] != encoded[i] {
				bad = i
				break
			}
		}
		if bad == len(p.fields) {
			// Each field is where it was put, so the name matches: the rest of it is literals of p.
			return text, nil
		}
		if careful[bad] || p.raw {
			return "", p.valueError(bad, "the value contains the delimiter")
		}
		careful[bad] = true
		encoded[bad] = p.escapeMore(bad, encoded[bad])
	}
}

func (p *Pattern) valueError(field int, cause string) *Error {
	return &Error{Pattern: p.text, Field: p.fields[field].name, Reason: BadValue, cause: cause}
}

// join puts the literals and the encoded fields together.
func (p *Pattern) join(encoded *[maxFields]string) string {
	var b strings.Builder
	b.Grow(2 * len(p.text))
	b.WriteString(p.begin)
	for k, t := range p.templates {
		if t == nil {
			continue
		}
		if k == componentF {
			b.WriteString("#" + t.prefix.text)
		}
		for i, l := range t.delimiters {
			b.WriteString(encoded[t.first+i] + l.text)
		}
	}
	return b.String()
}

// escape escapes what cannot occur in a field. It fails if the result would be too long.
func (p *Pattern) escape(field int, value string) (string, error) {
	f := &p.fields[field]
	if p.raw {
		return f.encode.Replace(value), nil
	}
	encoded, err := p.escapeComponent(field, value)
	encoded = f.escapes.escape(encoded)
	if f.plus {
		encoded = strings.ReplaceAll(encoded, "%20", "+")
	}
	return encoded, err
}

// escape returns s with the octets of o escaped that are not part of an escape.
func (o *octets) escape(s string) string {
	if *o == (octets{}) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '%':
			b.WriteString(s[i : i+len("%XX")])
			i += len("XX")
		case o.has(s[i]):
			octet.WriteEscape(&b, s[i])
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// escapeComponent escapes what cannot occur in the component of a field.
func (p *Pattern) escapeComponent(field int, value string) (string, error) {
	f := &p.fields[field]
	if f.component == componentF {
		return urn.RFC8141.Escape(urn.ComponentF, value)
	}
	t := p.templates[componentNSS]
	if field == t.first && t.prefix.text == "" || !strings.HasPrefix(value, "/") {
		return urn.RFC8141.Escape(urn.ComponentNSS, value)
	}
	// "/" is only forbidden as the first octet of the NSS.
	rest := strings.TrimLeft(value, "/")
	escaped, err := urn.RFC8141.Escape(urn.ComponentNSS, rest)
	return value[:len(value)-len(rest)] + escaped, err
}

// escapeMore escapes further octets of an encoded value: those because of which the field could end
// elsewhere than it should. They are parentheses and the first octet of the delimiter.
func (p *Pattern) escapeMore(field int, encoded string) string {
	f := &p.fields[field]
	t := p.templates[f.component]
	l := t.delimiters[field-t.first]
	if l.text == "" {
		l = newLiteral(":", "\x00")
	}
	var more octets
	if !p.flat {
		more.add('(')
	}
	if c := l.text[0]; c != '%' {
		more.add(c)
		if l.foldable[0] == caseBit {
			more.add(c ^ caseBit)
		}
	}
	return more.escape(encoded)
}
