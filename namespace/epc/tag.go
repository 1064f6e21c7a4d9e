package epc

import (
	"database/sql/driver"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/truncate"
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
	if b, ok := encode(nss); ok {
		t := Tag{b.hex()}
		if _, ok := decode(t.hex); ok {
			return t, nil
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

// NewTag returns the Tag of a pure identity, a urn:epc:id, in an encoding such as "sgtin-96",
// with a filter value. The encoding "gid-96" has no filter value, so filter must be 0.
func NewTag(identity urn.URN, encoding string, filter int) (Tag, error) {
	scheme, _, _ := strings.Cut(encoding, "-")
	body, ok := strings.CutPrefix(identity.NSS(), "id:"+scheme+":")
	if !ok || !strings.EqualFold(identity.NID(), "epc") {
		return Tag{}, typed.Text(identity.String(), 0, namespace.BadNamespace, "", "no pure identity of the encoding "+strconv.Quote(truncate.To(encoding, 20)))
	}
	text := "tag:" + encoding + ":"
	if scheme != "gid" {
		text += strconv.Itoa(filter) + "."
	} else if filter != 0 {
		return Tag{}, typed.Text(identity.String(), 0, namespace.BadSyntax, "", "the encoding gid-96 has no filter value")
	}
	return typed.Parse("epc", text+body, TagFromURN)
}

// URN returns the urn:epc:tag of t, or the urn:epc:raw if the bits are not in one of the
// encodings. The zero Tag gives the zero URN.
func (t Tag) URN() urn.URN {
	if nss, ok := decode(t.hex); ok {
		return typed.URN("epc", nss)
	}
	return t.Raw()
}

// Raw returns the urn:epc:raw of t. The zero Tag gives the zero URN.
func (t Tag) Raw() urn.URN {
	if t.hex == "" {
		return urn.URN{}
	}
	return typed.URN("epc", "raw:"+strconv.Itoa(4*len(t.hex))+".x"+t.hex)
}

// String returns the bits in hexadecimal digits, in whole words of 16 bits.
func (t Tag) String() string { return t.hex }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [ParseTag].
func (t Tag) MarshalText() ([]byte, error)     { return typed.Marshal(t) }
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

// A coding writes a field of a name as n bits, and reads it. If n is 0, the number of bits
// depends on the text. digits is the number of digits of a padded number.
type coding struct {
	write func(b *bits, s string, n int) bool
	read  func(r *reader, n, digits int) string
}

var (
	integer = coding{(*bits).decimal, func(r *reader, n, _ int) string { return r.decimal(n, 0) }}
	padded  = coding{(*bits).decimal, (*reader).padded}
	// A 1 before the digits preserves leading zeros.
	numeric = coding{
		func(b *bits, s string, n int) bool { return b.decimal("1"+s, n) },
		func(r *reader, n, _ int) string { return strings.TrimPrefix(r.decimal(n, 0), "1") },
	}
	text7 = characters(7)
	text6 = characters(6)
	// The field has six characters: a code of the DoD (DoDAAC) has six, and the code of a
	// company (CAGE) has five, after a space.
	cage = coding{
		func(b *bits, s string, n int) bool {
			if len(s) == 5 {
				s = " " + s
			}
			return b.characters(s, n/6, n)
		},
		func(r *reader, n, _ int) string { return strings.TrimPrefix(r.characters(n/6, n), " ") },
	}
)

// characters is the coding of a text as characters of width bits each, with zeros after
// them.
func characters(width int) coding {
	return coding{
		func(b *bits, s string, n int) bool { return b.characters(s, width, n) },
		func(r *reader, n, _ int) string { return r.characters(width, n) },
	}
}

// field is a field of an encoding. If prefixed is set, the first bits of the field are a
// GS1 company prefix, and three bits before the field give the length of the prefix.
type field struct {
	coding
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
	{"gdti-96", 3, []field{{padded, 41, 12, true}, {coding: integer, bits: 41}}},
	{"gsrn-96", 3, []field{{padded, 58, 17, true}}},
	{"gsrnp-96", 3, []field{{padded, 58, 17, true}}},
	{"usdod-96", 4, []field{{coding: cage, bits: 48}, {coding: integer, bits: 36}}},
	{"sgtin-96", 3, []field{{padded, 44, 13, true}, {coding: integer, bits: 38}}},
	{"sscc-96", 3, []field{{padded, 58, 17, true}}},
	{"sgln-96", 3, []field{{padded, 41, 12, true}, {coding: integer, bits: 41}}},
	{"grai-96", 3, []field{{padded, 44, 12, true}, {coding: integer, bits: 38}}},
	{"giai-96", 3, []field{{coding: integer, bits: 82, prefixed: true}}},
	{"gid-96", 0, []field{{coding: integer, bits: 28}, {coding: integer, bits: 24}, {coding: integer, bits: 36}}},
	{"sgtin-198", 3, []field{{padded, 44, 13, true}, {coding: text7, bits: 140}}},
	{"grai-170", 3, []field{{padded, 44, 12, true}, {coding: text7, bits: 112}}},
	{"giai-202", 3, []field{{coding: text7, bits: 188, prefixed: true}}},
	{"sgln-195", 3, []field{{padded, 41, 12, true}, {coding: text7, bits: 140}}},
	{"gdti-113", 3, []field{{padded, 41, 12, true}, {coding: numeric, bits: 58}}},
	{"adi-var", 6, []field{{coding: cage, bits: 36}, {coding: text6}, {coding: text6}}},
	{"cpi-96", 3, []field{{coding: integer, bits: 51, prefixed: true}, {coding: integer, bits: 31}}},
	{"cpi-var", 3, []field{{coding: text6, prefixed: true}, {coding: integer, bits: 40}}},
	{"gdti-174", 3, []field{{padded, 41, 12, true}, {coding: text7, bits: 119}}},
	{"sgcn-96", 3, []field{{padded, 41, 12, true}, {coding: numeric, bits: 41}}},
	{"itip-110", 3, []field{{padded, 44, 13, true}, {padded, 7, 2, false}, {padded, 7, 2, false}, {coding: integer, bits: 38}}},
	{"itip-212", 3, []field{{padded, 44, 13, true}, {padded, 7, 2, false}, {padded, 7, 2, false}, {coding: text7, bits: 140}}},
}

const firstHeader = 0x2C

// companyBits has the number of bits of a company prefix, for prefixes of 12 digits down to
// 6. The index is the value of the partition.
var companyBits = [...]int{40, 37, 34, 30, 27, 24, 20}

// bits is a text of the digits 0 and 1.
type bits []byte

// hex returns b in hexadecimal digits, in whole words of 16 bits.
func (b bits) hex() string {
	for len(b)%16 != 0 {
		b = append(b, '0')
	}
	octets := make([]byte, len(b)/8)
	for i, c := range b {
		octets[i/8] |= (c - '0') << (7 - i%8)
	}
	return strings.ToUpper(hex.EncodeToString(octets))
}

// number appends v in n bits. It returns false if v has more bits.
func (b *bits) number(v uint64, n int) bool {
	for i := n - 1; i >= 0; i-- {
		*b = append(*b, '0'+byte(v>>i&1))
	}
	return n >= 64 || v>>n == 0
}

// decimal appends the number that is written in s.
func (b *bits) decimal(s string, n int) bool {
	if s == "" {
		return b.number(0, n)
	}
	v, err := strconv.ParseUint(s, 10, 64)
	return err == nil && b.number(v, n)
}

// characters appends the characters of s, each in width bits, and zeros up to n bits. If n
// is 0, the text ends with one character of zero bits.
func (b *bits) characters(s string, width, n int) bool {
	if n == 0 {
		n = (len(s) + 1) * width
	}
	if len(s)*width > n {
		return false
	}
	for i := range len(s) {
		b.number(uint64(s[i])&(1<<width-1), width)
	}
	*b = append(*b, strings.Repeat("0", n-len(s)*width)...)
	return true
}

// encode returns the bits for an NSS that package namespace accepts. It returns false if no
// encoding has that NSS.
func encode(nss string) (b bits, ok bool) {
	rest, ok := strings.CutPrefix(nss, "tag:")
	name, body, _ := strings.Cut(rest, ":")
	header := slices.IndexFunc(encodings[:], func(e encoding) bool { return e.name == name })
	if !ok || header < 0 {
		return nil, false
	}
	e := &encodings[header]
	b.number(uint64(firstHeader+header), 8)
	if e.filter > 0 {
		var filter string
		filter, body, _ = strings.Cut(body, ".")
		ok = b.decimal(filter, e.filter)
	}
	for i, f := range e.fields {
		n := f.bits
		if f.prefixed {
			var company string
			company, body, _ = strings.Cut(body, ".")
			at := 12 - len(company)
			if at < 0 || at >= len(companyBits) {
				return nil, false
			}
			b.number(uint64(at), 3)
			ok = b.decimal(company, companyBits[at]) && ok
			n = max(0, n-companyBits[at])
		}
		s := body
		if i < len(e.fields)-1 {
			s, body, _ = strings.Cut(body, ".")
		}
		s, _ = urn.Unescape(s) // a URN has no malformed escape
		ok = f.write(&b, s, n) && ok
	}
	for len(b) < e.size() {
		b = append(b, '0')
	}
	return b, ok
}

// reader reads bits. After a fault, bad is true.
type reader struct {
	octets []byte
	at     int
	bad    bool
}

func (r *reader) number(n int) (v uint64) {
	if n > 64 || r.at+n > 8*len(r.octets) {
		r.bad = true
		return 0
	}
	for range n {
		v = v<<1 | uint64(r.octets[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return v
}

func (r *reader) decimal(n, digits int) string {
	s := strconv.FormatUint(r.number(n), 10)
	if len(s) < digits {
		s = strings.Repeat("0", digits-len(s)) + s
	}
	return s
}

// padded is like decimal, but also reads a number without digits, whose bits are 0.
func (r *reader) padded(n, digits int) string {
	if s := r.decimal(n, digits); digits > 0 {
		return s
	}
	return ""
}

// characters reads a text of n bits, or up to a character of zeros if n is 0.
func (r *reader) characters(width, n int) string {
	var b []byte
	end := false
	for i := 0; n == 0 || i < n/width; i++ {
		c := byte(r.number(width))
		switch {
		case r.bad || end && c != 0:
			r.bad = true
			return ""
		case c == 0:
			if n == 0 {
				return string(b)
			}
			end = true
		case width == 6 && c < 32:
			b = append(b, c|0x40)
		default:
			b = append(b, c)
		}
	}
	r.number(n % width)
	return string(b)
}

// decode returns the NSS for the bits in hexadecimal digits. It returns false if the bits
// are not in one of the encodings.
func decode(digits string) (nss string, ok bool) {
	octets, err := hex.DecodeString(digits)
	e := headed(digits)
	if err != nil || e == nil {
		return "", false
	}
	r := reader{octets: octets, at: 8}
	var parts []string
	if e.filter > 0 {
		parts = append(parts, r.decimal(e.filter, 0))
	}
	for _, f := range e.fields {
		n, digits := f.bits, f.digits
		if f.prefixed {
			at := int(r.number(3))
			if at >= len(companyBits) {
				return "", false
			}
			parts = append(parts, r.decimal(companyBits[at], 12-at))
			n, digits = max(0, n-companyBits[at]), digits-(12-at)
		}
		parts = append(parts, escaped(f.read(&r, n, digits)))
	}
	nss = "tag:" + e.name + ":" + strings.Join(parts, ".")
	if r.bad {
		return "", false
	}
	// The result must be a valid name, and must be encoded as the same bits.
	u, err := urn.RFC8141.Build(urn.Parts{NID: "epc", NSS: nss})
	if v, _ := namespace.Validate(u); err != nil || v != namespace.Valid {
		return "", false
	}
	b, ok := encode(nss)
	return nss, ok && b.hex() == digits
}
