package namespace

import (
	"iter"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// nssOf returns the NSS of u if u is a valid name of the namespace registered[p].
func nssOf(u urn.URN, p int) (string, error) {
	if !isNamespace(u, p) {
		return "", NewError(u, u.Offsets().NID().Start, BadNamespace, "", nil)
	}
	x := syntaxOf(p, u.NSS())
	if offset, reason := x.check(u.NSS()); reason != 0 {
		return "", x.error(u, offset, reason)
	}
	return u.NSS(), nil
}

// fromNSS returns the URN with an NSS in the namespace registered[p], in normal form.
// It fails if the NSS is not valid there.
func fromNSS(p int, nss string) (urn.URN, error) {
	if nss == "" { // which no URN has
		nid := registered[p].NID
		near := "urn:" + nid + ":"
		return urn.URN{}, &Error{NID: nid, Offset: len(near), Reason: BadSyntax, Document: syntaxOf(p, nss).document, near: near}
	}
	u, err := urn.Build(urn.Parts{NID: registered[p].NID, NSS: nss})
	if err != nil {
		return urn.URN{}, err
	}
	if _, err := nssOf(u, p); err != nil {
		return urn.URN{}, err
	}
	return Normalize(u), nil
}

// UUID returns the 16 bytes of a urn:uuid, in the order they are written in
// (RFC 9562, section 4). The UUID types of other packages are such arrays:
// uuid.UUID(b) converts. The error is an [*Error]; without one, UUID does not
// allocate.
func UUID(u urn.URN) ([16]byte, error) {
	if isNamespace(u, idUUID) {
		if b, ok := decodeUUID(u.NSS()); ok {
			return b, nil
		}
	}
	_, err := nssOf(u, idUUID)
	return [16]byte{}, err
}

// FromUUID returns the urn:uuid of 16 bytes, in normal form. [UUID] returns the same
// bytes for it. It allocates the text of the URN.
func FromUUID(b [16]byte) urn.URN {
	const digits = "0123456789abcdef"
	text := []byte("urn:uuid:00000000-0000-0000-0000-000000000000")
	at := text[len("urn:uuid:"):]
	for i, x := range b {
		at[uuidDigits[i]], at[uuidDigits[i]+1] = digits[x>>4], digits[x&0xf]
	}
	return urn.MustParse(string(text))
}

// uuidDigits holds the place of the first digit of each octet in the text of a
// UUID.
var uuidDigits = [16]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// decodeUUID reads the text of a UUID. It accepts what nssUUID accepts. It is faster,
// because no digit waits for the one before it.
func decodeUUID(s string) (b [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return b, false
	}
	all := byte(isHex)
	for i, at := range uuidDigits {
		high, low := hexDigits[s[at]], hexDigits[s[at+1]]
		all &= high & low
		b[i] = high<<4 | low&0xf
	}
	return b, all != 0
}

// hexDigits holds isHex and the value of each hexadecimal digit.
var hexDigits = [256]byte{
	'0': isHex, '1': isHex | 1, '2': isHex | 2, '3': isHex | 3, '4': isHex | 4,
	'5': isHex | 5, '6': isHex | 6, '7': isHex | 7, '8': isHex | 8, '9': isHex | 9,
	'A': isHex | 10, 'B': isHex | 11, 'C': isHex | 12, 'D': isHex | 13, 'E': isHex | 14, 'F': isHex | 15,
	'a': isHex | 10, 'b': isHex | 11, 'c': isHex | 12, 'd': isHex | 13, 'e': isHex | 14, 'f': isHex | 15,
}

const isHex = 0x80

// ISBN returns the thirteen digits, in ASCII, of a urn:isbn (RFC 3187, section
// 3.2). They are those of an ISBN-13 without its hyphens. For an ISBN-10 they are
// the ISBN-13 that replaces it: 978, the first nine digits and a new check digit.
// string(b[:]) is the number. The error is an [*Error]; without one, ISBN does not
// allocate.
func ISBN(u urn.URN) ([13]byte, error) {
	nss, err := nssOf(u, idISBN)
	if err != nil {
		return [13]byte{}, err
	}
	b := [13]byte{'9', '7', '8'}
	n := 0
	if len(nss)-strings.Count(nss, "-") == 10 {
		n = 3
	}
	sum := 0
	for i := range n {
		sum += int(b[i]-'0') * (1 + 2*(i&1))
	}
	for i := 0; n < 12; i++ {
		if nss[i] == '-' {
			continue
		}
		b[n] = nss[i]
		sum += int(b[n]-'0') * (1 + 2*(n&1))
		n++
	}
	b[12] = '0' + byte((10-sum%10)%10)
	return b, nil
}

// FromISBN returns the urn:isbn of an ISBN-10 or ISBN-13, with or without hyphens,
// in normal form: without hyphens, with a check character "X" in upper case. An
// ISBN-10 stays one. The error is an [*Error], or a [*urn.SyntaxError] if the number
// holds what no URN may hold.
func FromISBN(number string) (urn.URN, error) { return fromNSS(idISBN, number) }

// ISSN returns the eight digits, in ASCII, of a urn:issn, without the hyphen (RFC
// 3044, section 2). The last may be "X". string(b[:]) is the number. The error is an
// [*Error]; without one, ISSN does not allocate.
func ISSN(u urn.URN) ([8]byte, error) {
	nss, err := nssOf(u, idISSN)
	if err != nil {
		return [8]byte{}, err
	}
	var b [8]byte
	n := 0
	for i := range len(nss) {
		if nss[i] != '-' {
			b[n] = upper(nss[i])
			n++
		}
	}
	return b, nil
}

// FromISSN returns the urn:issn of an ISSN, with or without its hyphen, in normal
// form: with the hyphen, and a check character "X" in upper case. The error is an
// [*Error], or a [*urn.SyntaxError] if the number holds what no URN may hold.
func FromISSN(number string) (urn.URN, error) { return fromNSS(idISSN, number) }

// ObjectIdentifier is an OID of ITU-T X.660 in dotted form. The zero value has no
// arcs.
type ObjectIdentifier struct{ dotted string }

// OID returns the object identifier of a urn:oid (RFC 3061, section 2). It shares
// memory with the URN. The error is an [*Error]; without one, OID does not allocate.
func OID(u urn.URN) (ObjectIdentifier, error) {
	nss, err := nssOf(u, idOID)
	return ObjectIdentifier{nss}, err
}

// FromOID returns the urn:oid of an object identifier in dotted form, such as the
// String methods of [ObjectIdentifier], [encoding/asn1.ObjectIdentifier] and
// [crypto/x509.OID] return. The error is an [*Error], or a [*urn.SyntaxError] if the
// text holds what no URN may hold.
func FromOID(dotted string) (urn.URN, error) { return fromNSS(idOID, dotted) }

// String returns the arcs in decimal with dots between them. RFC 3061 does not limit
// the number or the values of the arcs. [crypto/x509.ParseOID] takes an OID of at
// least two arcs whose first two X.660 allows.
func (o ObjectIdentifier) String() string { return o.dotted }

// URN returns the urn:oid of o, for which [OID] returns o. The zero ObjectIdentifier
// gives the zero URN. It allocates the text of the URN.
func (o ObjectIdentifier) URN() urn.URN {
	if o.dotted == "" {
		return urn.URN{}
	}
	return urn.MustParse("urn:oid:" + o.dotted)
}

// Arcs yields the arcs from the root on, each in decimal digits without leading
// zero. They are strings because an arc has no upper bound: those below 2.25 have
// 128 bits. The strings share memory with the URN. Ranging over the arcs does not
// allocate.
func (o ObjectIdentifier) Arcs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest, more := o.dotted, o.dotted != ""; more; {
			var arc string
			arc, rest, more = strings.Cut(rest, ".")
			if !yield(arc) {
				return
			}
		}
	}
}
