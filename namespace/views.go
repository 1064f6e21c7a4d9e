package namespace

import (
	"iter"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// nssOf returns the NSS of u if u is a valid name of the namespace at place p
// of registered.
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

// decodeUUID reads the text of a UUID. It accepts what nssUUID accepts, sooner: no
// digit waits for the one before it.
func decodeUUID(s string) (b [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return b, false
	}
	all := byte(isHex)
	for i, at := range [...]uint8{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
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

// ISBN returns the thirteen digits, in ASCII, of a urn:isbn: those of an
// ISBN-13 without its hyphens, or the ISBN-13 that an ISBN-10 has become (978 and
// its first nine digits, with a new check digit). string(b[:]) is the number.
// The error is an [*Error]; without one, ISBN does not allocate.
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

// ObjectIdentifier is an OID of ITU-T X.660 in dotted form. The zero value has no
// arcs.
type ObjectIdentifier struct{ dotted string }

// OID returns the object identifier of a urn:oid (RFC 3061, section 2). The error
// is an [*Error]; without one, OID does not allocate.
func OID(u urn.URN) (ObjectIdentifier, error) {
	nss, err := nssOf(u, idOID)
	return ObjectIdentifier{nss}, err
}

// String returns the arcs in decimal with dots between them. RFC 3061 asks for no
// more than that: [crypto/x509.ParseOID] takes those with two arcs or more, of
// which X.660 allows the first two.
func (o ObjectIdentifier) String() string { return o.dotted }

// Arcs yields the arcs from the root on, each in decimal digits without leading
// zero. They are strings because an arc has no upper bound: those below 2.25 are
// of 128 bits. The strings share memory with the URN. Ranging over the arcs does
// not allocate.
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
