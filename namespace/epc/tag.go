package epc

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/cut"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// Tag is the content of the EPC memory of an RFID tag. Its URN is a urn:epc:tag if the
// bits are one of the encodings of TDS, and a urn:epc:raw otherwise. Tags are comparable
// with ==: a raw and a tag name of the same bits are one Tag. The zero Tag is not a tag.
type Tag struct{ hex string }

// TagFromURN returns the Tag of a urn:epc:tag or urn:epc:raw. The error is a [*namespace.Error].
func TagFromURN(u urn.URN) (Tag, error) {
	nss, err := typed.Name(u, "epc")
	if err != nil {
		return Tag{}, err
	}
	if raw, ok := strings.CutPrefix(nss, "raw:"); ok {
		length, digits, _ := strings.Cut(raw, ".x")
		n, err := strconv.Atoi(length)
		if err != nil || n%16 != 0 || n != 4*len(digits) || strings.Trim(digits, "0123456789ABCDEF") != "" {
			return Tag{}, typed.Text(namespace.BadSyntax, "", u.String(), "no content of whole words of 16 bits in hexadecimal digits")
		}
		return Tag{digits}, nil
	}
	if b, ok := encode(nss); ok {
		t := Tag{b.hex()}
		if _, ok := decode(t.hex); ok {
			return t, nil
		}
	}
	return Tag{}, typed.Text(namespace.BadNamespace, "", u.String(), "no urn:epc:tag or urn:epc:raw with an encoding of TDS 1.13")
}

// ParseTag returns the Tag of the hexadecimal digits that a reader returns. Digits that
// are missing from the last word of 16 bits count as 0. The error is a [*namespace.Error].
func ParseTag(digits string) (Tag, error) {
	if digits == "" || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return Tag{}, typed.Text(namespace.BadSyntax, "", digits, "no hexadecimal digits")
	}
	if n := len(digits) % 4; n > 0 {
		digits += "0000"[n:]
	}
	if len(digits) > maxTag {
		return Tag{}, typed.Text(namespace.BadSyntax, "", digits, "longer than the EPC memory of a tag: 31 words of 16 bits")
	}
	return Tag{strings.ToUpper(digits)}, nil
}

// maxTag is the greatest number of hexadecimal digits: the length of the EPC memory in
// words has five bits.
const maxTag = 31 * 4

// NewTag returns the Tag of a pure identity, a urn:epc:id, in an encoding such as
// "sgtin-96", with a filter value. The encoding "gid-96" has no filter value, so filter
// must be 0. The error is a [*namespace.Error].
func NewTag(identity urn.URN, encoding string, filter int) (Tag, error) {
	scheme, _, _ := strings.Cut(encoding, "-")
	body, ok := strings.CutPrefix(identity.NSS(), "id:"+scheme+":")
	if !ok || !strings.EqualFold(identity.NID(), "epc") {
		return Tag{}, typed.Text(namespace.BadNamespace, "", identity.String(), "no pure identity of the encoding "+strconv.Quote(cut.To(encoding, 20)))
	}
	text := "tag:" + encoding + ":"
	if scheme != "gid" {
		text += strconv.Itoa(filter) + "."
	} else if filter != 0 {
		return Tag{}, typed.Text(namespace.BadSyntax, "", identity.String(), "the encoding gid-96 has no filter value")
	}
	u, err := urn.RFC8141.Build(urn.Parts{NID: "epc", NSS: text + body})
	if err != nil {
		return Tag{}, err
	}
	return TagFromURN(u)
}

// URN returns the urn:epc:tag of t, or the urn:epc:raw if the bits are not one of the
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

// Encoding returns the name of the encoding, such as "sgtin-96", and the filter value. It
// returns "" if the bits are not one of the encodings.
func (t Tag) Encoding() (name string, filter int) {
	nss, ok := decode(t.hex)
	if !ok {
		return "", 0
	}
	name, body, _ := strings.Cut(nss[len("tag:"):], ":")
	if name != "gid-96" {
		value, _, _ := strings.Cut(body, ".")
		filter, _ = strconv.Atoi(value)
	}
	return name, filter
}

// Identity returns the pure identity of t, a urn:epc:id, which [FromURN] reads if it
// contains a GS1 key. It is zero if the bits are not one of the encodings.
func (t Tag) Identity() urn.URN {
	nss, ok := decode(t.hex)
	if !ok {
		return urn.URN{}
	}
	name, body, _ := strings.Cut(nss[len("tag:"):], ":")
	scheme, _, _ := strings.Cut(name, "-")
	if scheme != "gid" {
		_, body, _ = strings.Cut(body, ".")
	}
	return typed.URN("epc", "id:"+scheme+":"+body)
}

// A coding is a way to write a field of a name into bits.
type coding uint8

const (
	integer   coding = iota // an integer of bits bits
	numeric                 // digits, with a 1 before them
	fixed                   // an integer of two digits
	text7                   // characters of seven bits, zeros after them
	text6                   // characters of six bits, zeros after them
	cage8                   // six characters of eight bits, with a space before five
	cage6                   // six characters of six bits, with a space before five
	partition               // the company prefix, and digits after it
	partInt                 // the company prefix, and an integer
	partText7               // the company prefix, and a text7
	partText6               // the company prefix, and a text6 of any length
	reserved                // zeros
)

// field is a field of an encoding: its bits, and for a partition the number of digits.
type field struct {
	coding
	bits, digits int
}

// encodings holds the encodings by their names. The header comes first, then the filter
// value.
var encodings = map[string]struct {
	header byte
	filter int // bits
	fields []field
}{
	"gdti-96":   {0x2C, 3, []field{{partition, 41, 12}, {integer, 41, 0}}},
	"gsrn-96":   {0x2D, 3, []field{{partition, 58, 17}, {reserved, 24, 0}}},
	"gsrnp-96":  {0x2E, 3, []field{{partition, 58, 17}, {reserved, 24, 0}}},
	"usdod-96":  {0x2F, 4, []field{{cage8, 48, 0}, {integer, 36, 0}}},
	"sgtin-96":  {0x30, 3, []field{{partition, 44, 13}, {integer, 38, 0}}},
	"sscc-96":   {0x31, 3, []field{{partition, 58, 17}, {reserved, 24, 0}}},
	"sgln-96":   {0x32, 3, []field{{partition, 41, 12}, {integer, 41, 0}}},
	"grai-96":   {0x33, 3, []field{{partition, 44, 12}, {integer, 38, 0}}},
	"giai-96":   {0x34, 3, []field{{partInt, 82, 0}}},
	"gid-96":    {0x35, 0, []field{{integer, 28, 0}, {integer, 24, 0}, {integer, 36, 0}}},
	"sgtin-198": {0x36, 3, []field{{partition, 44, 13}, {text7, 140, 0}}},
	"grai-170":  {0x37, 3, []field{{partition, 44, 12}, {text7, 112, 0}}},
	"giai-202":  {0x38, 3, []field{{partText7, 188, 0}}},
	"sgln-195":  {0x39, 3, []field{{partition, 41, 12}, {text7, 140, 0}}},
	"gdti-113":  {0x3A, 3, []field{{partition, 41, 12}, {numeric, 58, 0}}},
	"adi-var":   {0x3B, 6, []field{{cage6, 36, 0}, {text6, 0, 0}, {text6, 0, 0}}},
	"cpi-96":    {0x3C, 3, []field{{partInt, 51, 0}, {integer, 31, 0}}},
	"cpi-var":   {0x3D, 3, []field{{partText6, 0, 0}, {integer, 40, 0}}},
	"gdti-174":  {0x3E, 3, []field{{partition, 41, 12}, {text7, 119, 0}}},
	"sgcn-96":   {0x3F, 3, []field{{partition, 41, 12}, {numeric, 41, 0}}},
	"itip-110":  {0x40, 3, []field{{partition, 44, 13}, {fixed, 7, 0}, {fixed, 7, 0}, {integer, 38, 0}}},
	"itip-212":  {0x41, 3, []field{{partition, 44, 13}, {fixed, 7, 0}, {fixed, 7, 0}, {text7, 140, 0}}},
}

// byHeader holds the names of the encodings from header 0x2C on.
var byHeader = [...]string{"gdti-96", "gsrn-96", "gsrnp-96", "usdod-96", "sgtin-96", "sscc-96", "sgln-96", "grai-96", "giai-96", "gid-96", "sgtin-198",
	"grai-170", "giai-202", "sgln-195", "gdti-113", "adi-var", "cpi-96", "cpi-var", "gdti-174", "sgcn-96", "itip-110", "itip-212"}

// companyBits holds the bits of a company prefix of 12 digits down to 6. Its place is the
// value of the partition.
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

// number appends v in n bits. It is false if v has more.
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
// is 0, one character of zeros ends the text.
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

// encode returns the bits of an NSS that package namespace accepts. It is false if the NSS
// is not that of an encoding.
func encode(nss string) (b bits, ok bool) {
	rest, ok := strings.CutPrefix(nss, "tag:")
	name, body, _ := strings.Cut(rest, ":")
	e, known := encodings[name]
	if !ok || !known {
		return nil, false
	}
	ok = b.number(uint64(e.header), 8)
	if e.filter > 0 {
		var filter string
		filter, body, _ = strings.Cut(body, ".")
		ok = b.decimal(filter, e.filter)
	}
	next := func(last bool) (s string) {
		if s = body; !last {
			s, body, _ = strings.Cut(body, ".")
		}
		return unescape(s)
	}
	for i, f := range e.fields {
		last := i == len(e.fields)-1 || e.fields[i+1].coding == reserved
		done := true
		switch f.coding {
		case integer, fixed:
			done = b.decimal(next(last), f.bits)
		case numeric:
			done = b.decimal("1"+next(last), f.bits)
		case text7:
			done = b.characters(next(last), 7, f.bits)
		case text6:
			done = b.characters(next(last), 6, 0)
		case cage8, cage6:
			s := next(last)
			if len(s) == 5 {
				s = " " + s
			}
			done = b.characters(s, f.bits/6, f.bits)
		case reserved:
			done = b.number(0, f.bits)
		default:
			company := next(false)
			at := 12 - len(company)
			if at < 0 || at >= len(companyBits) {
				return nil, false
			}
			b.number(uint64(at), 3)
			done = b.decimal(company, companyBits[at])
			reference := next(last)
			switch n := f.bits - companyBits[at]; f.coding {
			case partText7:
				done = done && b.characters(reference, 7, n)
			case partText6:
				done = done && b.characters(reference, 6, 0)
			default:
				done = done && b.decimal(reference, n)
			}
		}
		ok = ok && done
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

// decode returns the NSS of the bits in hexadecimal digits. It is false if they are not one
// of the encodings: then no name of an encoding has these bits.
func decode(digits string) (nss string, ok bool) {
	octets, err := hex.DecodeString(digits)
	if err != nil || len(octets) == 0 || octets[0] < 0x2C || int(octets[0]-0x2C) >= len(byHeader) {
		return "", false
	}
	name := byHeader[octets[0]-0x2C]
	e := encodings[name]
	r := reader{octets: octets, at: 8}
	var parts []string
	if e.filter > 0 {
		parts = append(parts, r.decimal(e.filter, 0))
	}
	add := func(s string) { parts = append(parts, string(appendEscaped(nil, s))) }
	for _, f := range e.fields {
		switch f.coding {
		case integer:
			add(r.decimal(f.bits, 0))
		case fixed:
			add(r.decimal(f.bits, 2))
		case numeric:
			add(strings.TrimPrefix(r.decimal(f.bits, 0), "1"))
		case text7:
			add(r.characters(7, f.bits))
		case text6:
			add(r.characters(6, 0))
		case cage8, cage6:
			add(strings.TrimPrefix(r.characters(f.bits/6, f.bits), " "))
		case reserved:
			r.number(f.bits)
		default:
			at := int(r.number(3))
			if at >= len(companyBits) {
				return "", false
			}
			digits := 12 - at
			add(r.decimal(companyBits[at], digits))
			switch n := f.bits - companyBits[at]; {
			case f.coding == partText7:
				add(r.characters(7, n))
			case f.coding == partText6:
				add(r.characters(6, 0))
			case f.coding == partInt:
				add(r.decimal(n, 0))
			case f.digits == digits:
				r.number(n)
				add("")
			default:
				add(r.decimal(n, f.digits-digits))
			}
		}
	}
	nss = "tag:" + name + ":" + strings.Join(parts, ".")
	if r.bad {
		return "", false
	}
	// What was read must be a valid name, and must give the same bits again.
	u, err := urn.RFC8141.Build(urn.Parts{NID: "epc", NSS: nss})
	if err != nil {
		return "", false
	}
	if v, _ := namespace.Validate(u); v != namespace.Valid {
		return "", false
	}
	b, ok := encode(nss)
	return nss, ok && b.hex() == digits
}
