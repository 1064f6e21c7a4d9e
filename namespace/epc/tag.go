package epc

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// Tag is the content of the EPC memory of an RFID tag. Its URN is a urn:epc:tag if the bits
// are in one of the encodings of TDS, and otherwise a urn:epc:raw. Tags are comparable with
// ==: the urn:epc:raw and the urn:epc:tag of the same bits give equal Tags. The zero Tag is
// not a tag.
type Tag struct{ hex string }

// TagFromURN returns the Tag of a urn:epc:tag or urn:epc:raw.
func TagFromURN(u urn.URN) (Tag, error) {
	nss, err := typed.Name(u, "epc")
	if err != nil {
		return Tag{}, err
	}
	text, start := u.AssignedName(), u.Offsets().NSS().Start
	if raw, ok := strings.CutPrefix(nss, "raw:"); ok {
		length, digits, _ := strings.Cut(raw, ".x")
		n, err := strconv.Atoi(length)
		if err != nil || n%16 != 0 || n != 4*len(digits) || strings.Trim(digits, hexDigits) != "" {
			return Tag{}, typed.Text(text, start+len("raw:"), namespace.BadSyntax, "", "want whole words of 16 bits in hexadecimal digits")
		}
		t, err := ParseTag(digits)
		return t, typed.Moved(err, text, func(i int) int { return len(text) - len(digits) + i })
	}
	if digits, ok := encode(nss); ok {
		if _, ok := decode(digits); ok {
			return Tag{digits}, nil
		}
	}
	return Tag{}, typed.Text(text, start, namespace.BadNamespace, "", "no urn:epc:tag or urn:epc:raw with an encoding of TDS 1.13")
}

const hexDigits = "0123456789abcdefABCDEF"

// ParseTag returns the Tag of the hexadecimal digits that a reader returns, or of a urn:epc:tag or
// urn:epc:raw. The digits must be whole words of 16 bits. If the first two digits are the header
// of an encoding with a fixed length, such as 96 bits, all bits of that length must be there and
// no further words: a tag that was not read to its end would be another tag. The last digits may
// be missing if they are only the zeros that fill the last word.
func ParseTag(text string) (Tag, error) {
	if typed.IsURN(text) {
		return typed.Parse("epc", text, TagFromURN)
	}
	digits := strings.ToUpper(text)
	if rest := strings.TrimLeft(text, hexDigits); text == "" || rest != "" {
		return Tag{}, typed.Text(text, len(text)-len(rest), namespace.BadSyntax, "", "want hexadecimal digits")
	}
	least, most, name := (len(digits)+3)/4*4, maxTag, "the memory of a tag"
	if e := headed(digits); e != nil && e.size() > 0 {
		least, most, name = (e.size()+3)/4, (e.size()+15)/16*4, e.name
	}
	if len(digits) < least || len(digits) > most {
		return Tag{}, typed.Text(text, min(len(text), most), namespace.BadSyntax, "", name+" has words of four digits, and "+
			strconv.Itoa(most)+" digits"+map[bool]string{true: " at most"}[most == maxTag]+"; this text has "+strconv.Itoa(len(text)))
	}
	return Tag{digits + "000"[:-len(digits)&3]}, nil
}

// headed returns the encoding whose header begins the hexadecimal digits, or nil.
func headed(digits string) *encoding {
	header, err := strconv.ParseUint(digits[:min(2, len(digits))], 16, 8)
	if i := int(header) - firstHeader; err == nil && len(digits) > 1 && i >= 0 && i < len(encodings) {
		return &encodings[i]
	}
	return nil
}

// maxTag is the largest number of hexadecimal digits. A tag stores the length of its EPC
// memory, in words of 16 bits, in five bits.
const maxTag = 31 * 4

// NewTag returns the Tag of an identity in an encoding such as "sgtin-96", with a filter value.
// The identity is any urn:epc:id that [Tag.Identity] may return. That includes the schemes gid,
// usdod and adi, which an [EPC] does not cover. The encoding gid-96 has no filter value, so filter
// must be 0.
func NewTag(identity urn.URN, encoding string, filter int) (Tag, error) {
	i := indexOf(encoding)
	if i < 0 {
		return Tag{}, typed.Argument(fmt.Sprintf("no encoding %.20q in TDS 1.13", encoding))
	}
	e := &encodings[i]
	if filter < 0 || filter >= 1<<e.filter {
		return Tag{}, typed.Argument(fmt.Sprintf("filter value %d of %s; want 0 to %d", filter, e.name, 1<<e.filter-1))
	}
	scheme, _, _ := strings.Cut(encoding, "-")
	body, ok := strings.CutPrefix(identity.NSS(), "id:"+scheme+":")
	if !ok || !strings.EqualFold(identity.NID(), "epc") {
		return Tag{}, typed.Text(identity.AssignedName(), 0, namespace.BadNamespace, "", "want urn:epc:id:"+scheme+": for the encoding "+e.name)
	}
	prefix := "tag:" + encoding + ":"
	if e.filter > 0 {
		prefix += strconv.Itoa(filter) + "."
	}
	t, err := typed.Parse("epc", prefix+body, TagFromURN)
	before := len(identity.AssignedName()) - len(body)
	return t, typed.Moved(err, identity.AssignedName(), func(i int) int { return before + max(0, i-len(prefix)) })
}

// URN returns the urn:epc:tag of t, or the urn:epc:raw if the bits are not in one of the
// encodings. The zero Tag gives the zero URN.
func (t Tag) URN() urn.URN {
	nss, ok := decode(t.hex)
	if !ok && t.hex != "" {
		nss = "raw:" + strconv.Itoa(4*len(t.hex)) + ".x" + t.hex
	}
	return typed.URN("epc", nss)
}

// String returns the bits in hexadecimal digits, in whole words of 16 bits, or "" for the zero
// Tag.
func (t Tag) String() string { return t.hex }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [ParseTag].
func (t Tag) MarshalText() ([]byte, error)     { return []byte(t.String()), nil }
func (t *Tag) UnmarshalText(text []byte) error { return typed.Unmarshal(t, string(text), ParseTag) }
func (t *Tag) Scan(src any) error              { return typed.Scan(t, src, ParseTag) }
func (t Tag) Value() (driver.Value, error)     { return typed.Value(t) }

// Encoding returns the name of the encoding, such as "sgtin-96", and the filter value. It
// returns "" if the bits are not in one of the encodings.
func (t Tag) Encoding() (name string, filter int) {
	name, value, _ := t.parts()
	filter, _ = strconv.Atoi(value)
	return name, filter
}

// Identity returns the pure identity of t, a urn:epc:id, which [FromURN] reads if it
// contains a GS1 key. It is zero if the bits are not in one of the encodings.
func (t Tag) Identity() urn.URN {
	name, _, body := t.parts()
	if name == "" {
		return urn.URN{}
	}
	scheme, _, _ := strings.Cut(name, "-")
	return typed.URN("epc", "id:"+scheme+":"+body)
}

// parts returns the parts of the urn:epc:tag of t. The encoding gid-96 has no filter value.
func (t Tag) parts() (name, filter, body string) {
	nss, ok := decode(t.hex)
	if !ok {
		return "", "", ""
	}
	name, body, _ = strings.Cut(strings.TrimPrefix(nss, "tag:"), ":")
	if name != "gid-96" {
		filter, body, _ = strings.Cut(body, ".")
	}
	return name, filter, body
}

// A kind is a way to write a field of a name as bits.
type kind uint8

const (
	integer kind = iota
	padded       // a number with leading zeros
	numeric      // digits with a 1 before them, which preserves leading zeros
	text6        // characters of six bits
	text7        // characters of seven bits
	// Six characters: a code of the DoD (DoDAAC) has six, and the code of a company (CAGE) has
	// five, after a space.
	cage
)

// width returns the number of bits of a character in a field of n bits, or 0 for a number.
func (k kind) width(n int) int { return [...]int{text6: 6, text7: 7, cage: n / 6}[k] }

// field is a field of an encoding. If prefixed is set, the first bits of the field are a GS1
// company prefix, and three bits before the field give the length of the prefix. If bits is 0, a
// character of zeros ends the field.
type field struct {
	kind         kind
	bits, digits int
	prefixed     bool
}

type encoding struct {
	name   string
	filter int // bits
	fields []field
}

// size returns the number of bits in the name of e, or 0 for "var".
func (e *encoding) size() int {
	_, size, _ := strings.Cut(e.name, "-")
	n, _ := strconv.Atoi(size)
	return n
}

// encodings has the encodings by header, from 0x2C on. A tag has the header of eight bits,
// the filter value, the fields, and zeros up to the number of bits in the name of the
// encoding.
var encodings = [...]encoding{
	{"gdti-96", 3, []field{{padded, 41, 12, true}, {kind: integer, bits: 41}}},
	{"gsrn-96", 3, []field{{padded, 58, 17, true}}},
	{"gsrnp-96", 3, []field{{padded, 58, 17, true}}},
	{"usdod-96", 4, []field{{kind: cage, bits: 48}, {kind: integer, bits: 36}}},
	{"sgtin-96", 3, []field{{padded, 44, 13, true}, {kind: integer, bits: 38}}},
	{"sscc-96", 3, []field{{padded, 58, 17, true}}},
	{"sgln-96", 3, []field{{padded, 41, 12, true}, {kind: integer, bits: 41}}},
	{"grai-96", 3, []field{{padded, 44, 12, true}, {kind: integer, bits: 38}}},
	{"giai-96", 3, []field{{kind: integer, bits: 82, prefixed: true}}},
	{"gid-96", 0, []field{{kind: integer, bits: 28}, {kind: integer, bits: 24}, {kind: integer, bits: 36}}},
	{"sgtin-198", 3, []field{{padded, 44, 13, true}, {kind: text7, bits: 140}}},
	{"grai-170", 3, []field{{padded, 44, 12, true}, {kind: text7, bits: 112}}},
	{"giai-202", 3, []field{{kind: text7, bits: 188, prefixed: true}}},
	{"sgln-195", 3, []field{{padded, 41, 12, true}, {kind: text7, bits: 140}}},
	{"gdti-113", 3, []field{{padded, 41, 12, true}, {kind: numeric, bits: 58}}},
	{"adi-var", 6, []field{{kind: cage, bits: 36}, {kind: text6}, {kind: text6}}},
	{"cpi-96", 3, []field{{kind: integer, bits: 51, prefixed: true}, {kind: integer, bits: 31}}},
	{"cpi-var", 3, []field{{kind: text6, prefixed: true}, {kind: integer, bits: 40}}},
	{"gdti-174", 3, []field{{padded, 41, 12, true}, {kind: text7, bits: 119}}},
	{"sgcn-96", 3, []field{{padded, 41, 12, true}, {kind: numeric, bits: 41}}},
	{"itip-110", 3, []field{{padded, 44, 13, true}, {padded, 7, 2, false}, {padded, 7, 2, false}, {kind: integer, bits: 38}}},
	{"itip-212", 3, []field{{padded, 44, 13, true}, {padded, 7, 2, false}, {padded, 7, 2, false}, {kind: text7, bits: 140}}},
}

const firstHeader = 0x2C

// indexOf returns the index of the encoding with a name, or -1.
func indexOf(name string) int {
	return slices.IndexFunc(encodings[:], func(e encoding) bool { return e.name == name })
}

// companyBits has the number of bits of a company prefix, for prefixes of 12 digits down to
// 6. The index is the value of the partition.
var companyBits = [...]int{40, 37, 34, 30, 27, 24, 20}

// decimal returns the number that is written in s in n bits, as a text of 0 and 1. The text is
// longer if the number has more bits. Without digits, the bits are 0.
func decimal(s string, n int) string {
	v, err := strconv.ParseUint(s, 10, 64)
	if err != nil && s != "" {
		return strings.Repeat("1", n+1) // too large for any field
	}
	return fmt.Sprintf("%0*b", n, v)
}

// write returns s in n bits, or in more if s does not fit.
func (f field) write(s string, n int) string {
	width := f.kind.width(n)
	if width == 0 {
		if f.kind == numeric {
			s = "1" + s
		}
		return decimal(s, n)
	}
	if f.kind == cage && len(s) == 5 {
		s = " " + s
	}
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%0*b", width, s[i]&(1<<width-1))
	}
	if n == 0 {
		n = b.Len() + width
	}
	b.WriteString(strings.Repeat("0", max(0, n-b.Len())))
	return b.String()
}

// encode returns the hexadecimal digits for an NSS that package namespace accepts. It returns
// false if no encoding has that NSS.
func encode(nss string) (digits string, ok bool) {
	rest, ok := strings.CutPrefix(nss, "tag:")
	name, body, _ := strings.Cut(rest, ":")
	header := indexOf(name)
	if !ok || header < 0 {
		return "", false
	}
	e := &encodings[header]
	b := fmt.Sprintf("%08b", firstHeader+header)
	add := func(bits string, n int) {
		b += bits
		ok = ok && (len(bits) == n || n == 0)
	}
	if e.filter > 0 {
		var filter string
		filter, body, _ = strings.Cut(body, ".")
		add(decimal(filter, e.filter), e.filter)
	}
	for i, f := range e.fields {
		n := f.bits
		if f.prefixed {
			var company string
			company, body, _ = strings.Cut(body, ".")
			at := 12 - len(company)
			if at < 0 || at >= len(companyBits) {
				return "", false
			}
			add(fmt.Sprintf("%03b", at)+decimal(company, companyBits[at]), 3+companyBits[at])
			n = max(0, n-companyBits[at])
		}
		s := body
		if i < len(e.fields)-1 {
			s, body, _ = strings.Cut(body, ".")
		}
		s, _ = urn.Unescape(s) // a URN has no malformed escape
		add(f.write(s, n), n)
	}
	b += strings.Repeat("0", max(0, e.size()-len(b)))
	for b += "000000000000000"[:-len(b)&15]; b != ""; b = b[4:] {
		v, _ := strconv.ParseUint(b[:4], 2, 8)
		digits += fmt.Sprintf("%X", v)
	}
	return digits, ok
}

// reader reads bits, a text of 0 and 1. Bits after the end are 0.
type reader struct{ bits string }

func (r *reader) number(n int) uint64 {
	end := min(n, len(r.bits))
	v, _ := strconv.ParseUint(r.bits[:end], 2, 64)
	r.bits = r.bits[end:]
	return v
}

// field reads a field of n bits. digits is the number of digits of a padded number.
func (r *reader) field(k kind, n, digits int) string {
	width := k.width(n)
	switch {
	case width == 0 && k == numeric:
		return strings.TrimPrefix(strconv.FormatUint(r.number(n), 10), "1")
	case width == 0 && k == padded && digits <= 0:
		return strings.Repeat("0", int(min(r.number(n), 1))) // without digits, the bits are 0
	case width == 0:
		return fmt.Sprintf("%0*d", digits, r.number(n))
	}
	var b []byte
	at := len(r.bits)
	for n == 0 || at-len(r.bits)+width <= n {
		c := byte(r.number(width))
		if c == 0 {
			break
		}
		if width == 6 && c < 32 {
			c |= 0x40
		}
		b = append(b, c)
	}
	r.bits = r.bits[min(len(r.bits), max(0, n-(at-len(r.bits)))):]
	if k == cage {
		return strings.TrimPrefix(string(b), " ")
	}
	return string(b)
}

// decode returns the NSS for the bits in hexadecimal digits. It returns false if the bits
// are not in one of the encodings.
func decode(digits string) (nss string, ok bool) {
	e := headed(digits)
	if e == nil {
		return "", false
	}
	var r reader
	for _, c := range digits[2:] {
		v, _ := strconv.ParseUint(string(c), 16, 8)
		r.bits += fmt.Sprintf("%04b", v)
	}
	var parts []string
	if e.filter > 0 {
		parts = append(parts, strconv.FormatUint(r.number(e.filter), 10))
	}
	for _, f := range e.fields {
		n, digits := f.bits, f.digits
		if f.prefixed {
			at := int(r.number(3))
			if at >= len(companyBits) {
				return "", false
			}
			parts = append(parts, fmt.Sprintf("%0*d", 12-at, r.number(companyBits[at])))
			n, digits = max(0, n-companyBits[at]), max(0, digits-(12-at))
		}
		parts = append(parts, escaped(r.field(f.kind, n, digits)))
	}
	nss = "tag:" + e.name + ":" + strings.Join(parts, ".")
	// The result must be a valid name, and must be encoded as the same bits.
	u, err := urn.RFC8141.Build(urn.Parts{NID: "epc", NSS: nss})
	if v, _ := namespace.Validate(u); err != nil || v != namespace.Valid {
		return "", false
	}
	b, ok := encode(nss)
	return nss, ok && b == digits
}
