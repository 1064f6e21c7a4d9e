package namespace

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// fold is what a namespace does to an NSS in the normal form of RFC 8141,
// section 3.1, before it is compared. As the input is normal already, a fold can
// only merge what the general rule keeps apart, never split what it merges.
type fold uint8

const (
	foldNone     fold = iota
	foldNSS           // all letters
	foldToColon       // letters before the first ":", if there is one
	foldToHyphen      // letters before the first "-", if there is one
	foldISBN          // drop the hyphens, X in upper case
	foldISSN          // with the hyphen, X in upper case
	foldIETF          // all letters, but below "params" only that word
	foldIMEI          // all letters, drop ";vers=0"
	foldNewsML        // all letters, drop the Update suffix
	foldUL            // all letters of a "ul:"
)

// folds holds every row of data/namespace_rules.csv that is not the general
// rule. Where the documents are at odds:
//
//   - ietf: RFC 2648, section 2, folds the entire URN, RFC 3553, section 3, wants
//     an exact match of urn:ietf:params:…; the latter is about that part alone,
//     and holds there.
//   - uci: RFC 4179, section 2, ends the prefix with "-" in its ABNF, and prints
//     ":" after it where it speaks of equivalence. The prefix of the ABNF holds a
//     ":" itself, so the ABNF is followed.
//   - lex: RFC 9676, section 3.3, also wants two spellings of a word to be the
//     same, which no rule can know.
var folds = [registrySize]fold{
	idUUID:    foldNSS,      // RFC 4122, section 3: fields are compared as numbers
	idISBN:    foldISBN,     // RFC 3187, section 5
	idISSN:    foldISSN,     // RFC 3044, section 5
	idIETF:    foldIETF,     // RFC 2648, section 2; RFC 3553, section 3
	idNBN:     foldToHyphen, // RFC 8458, section 4.3
	idLEX:     foldNSS,      // RFC 9676, section 3.3
	idISO:     foldNSS,      // RFC 5141, section 2.9
	idGSMA:    foldIMEI,     // RFC 7254, section 3
	idMPEG:    foldToColon,  // RFC 3614, section 2
	idSERVICE: foldNSS,      // RFC 5031, section 3
	idFDC:     foldToColon,  // RFC 4198, section 3
	idALERT:   foldNSS,      // RFC 7462, section 7
	idNEWSML:  foldNewsML,   // RFC 3085, section 2
	idIVIS:    foldNSS,      // RFC 4617, section 2
	idPIN:     foldNSS,      // RFC 3043, section 2
	idCLEI:    foldNSS,      // RFC 4152, section 2
	idISAN:    foldNSS,      // RFC 4246, section 2
	idNZL:     foldNSS,      // RFC 4350, section 2
	idS1000D:  foldNSS,      // RFC 4688, section 2
	idDVB:     foldNSS,      // RFC 5328, section 2
	idOIPF:    foldNSS,      // RFC 6893, section 2
	idHBBTV:   foldNSS,      // RFC 7528, section 2
	idMEF:     foldNSS,      // RFC 7818, section 2
	idIEEE:    foldNSS,      // RFC 8069, section 2
	idETSI:    foldNSS,      // RFC 8515, section 2
	idEIDR:    foldNSS,      // RFC 7972, section 2
	idADID:    foldNSS,      // RFC 8107, section 2
	idSMPTE:   foldUL,       // RFC 5119, section 2
	idTVA:     foldToColon,  // RFC 4195, section 2
	idEBU:     foldToColon,  // RFC 5174, section 2
	idUCI:     foldToHyphen, // RFC 4179, section 2
	idOGF:     foldToColon,  // RFC 6453, section 2.10
	idCCSDS:   foldToColon,  // RFC 7738, section 3.10
	idURN7:    foldNSS,      // RFC 6050, section 4.4
}

// apply folds dst[from:], an NSS in normal form, in place; written is the same
// NSS as it was written. The result is longer by one byte at most.
func (f fold) apply(dst []byte, from int, written string) []byte {
	nss := dst[from:]
	switch f {
	case foldNSS:
		lower(nss)
	case foldToColon:
		if i := bytes.IndexByte(nss, ':'); i >= 0 {
			lower(nss[:i])
		}
	case foldToHyphen:
		if i := bytes.IndexByte(nss, '-'); i >= 0 {
			lower(nss[:i])
		}
	case foldISBN:
		return dst[:from+dropHyphens(nss)]
	case foldISSN:
		if matches(&nssISSN, written) {
			return hyphenate(dst, from)
		}
	case foldIETF:
		if hasPrefixFold(nss, "params:") {
			nss = nss[:len("params")]
		}
		lower(nss)
	case foldIMEI:
		if hasPrefixFold(nss, "imei:") {
			lower(nss)
			return dst[:from+dropVersion(nss)]
		}
	case foldNewsML:
		lower(nss)
		if last := len(nss) - 1; isLetter(nss[last]) && matches(&nssNewsML, written) {
			return dst[:from+last]
		}
	case foldUL:
		if hasPrefixFold(nss, "ul:") {
			lower(nss)
		}
	}
	return dst
}

// keeps reports, at little cost, that apply leaves an NSS as it is. If it returns
// false, apply may still do so.
func (f fold) keeps(nss string) bool {
	switch f {
	case foldNone:
		return true
	case foldISBN:
		return strings.IndexByte(nss, '-') < 0 && strings.IndexByte(nss, 'x') < 0
	case foldNSS, foldToColon, foldToHyphen, foldIETF, foldUL:
		return !hasUpper(nss)
	}
	return false
}

// upperMask returns, for eight bytes of a URN, a mask with the high bit of those
// that are letters in upper case. No byte of a URN has its high bit set, so that
// no sum carries over. Whether a digit of a UUID is a letter is a coin that a
// branch predictor loses, so there is no branch.
func upperMask(w uint64) uint64 {
	const ones = 0x0101010101010101
	return (w + (0x80-'A')*ones) &^ (w + (0x80-'Z'-1)*ones) & (0x80 * ones)
}

// hasUpper reports whether s holds a letter in upper case.
func hasUpper(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if upperMask(w) != 0 {
			return true
		}
	}
	for i := range len(s) {
		if s[i] != toLower(s[i]) {
			return true
		}
	}
	return false
}

// lower turns letters to lower case, except the digits of an escape, whose
// normal form has them in upper case.
func lower(b []byte) {
	if bytes.IndexByte(b, '%') < 0 {
		for ; len(b) >= 8; b = b[8:] {
			w := binary.LittleEndian.Uint64(b)
			binary.LittleEndian.PutUint64(b, w|upperMask(w)>>2)
		}
	}
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
			continue
		}
		b[i] = toLower(b[i])
	}
}

// dropHyphens takes the hyphens out of an ISBN and returns its length without
// them. What is no ISBN by its characters stays as it is.
func dropHyphens(b []byte) int {
	digits := false
	for _, c := range b {
		switch {
		case isDigit(c), c|0x20 == 'x':
			digits = true
		case c != '-':
			return len(b)
		}
	}
	if !digits {
		return len(b)
	}
	n := 0
	for _, c := range b {
		if c != '-' {
			if c == 'x' {
				c = 'X'
			}
			b[n] = c
			n++
		}
	}
	return n
}

// hyphenate puts the hyphen into an ISSN that lacks it.
func hyphenate(dst []byte, from int) []byte {
	const digits = len("NNNN")
	if len(dst)-from == digits+4 {
		dst = append(dst, 0)
		copy(dst[from+digits+1:], dst[from+digits:])
		dst[from+digits] = '-'
	}
	if last := len(dst) - 1; dst[last] == 'x' {
		dst[last] = 'X'
	}
	return dst
}

// dropVersion takes the parameters "vers=0" out of the NSS of an IMEI in lower
// case and returns its length without them.
func dropVersion(b []byte) int {
	const param = ";vers=0"
	n := 0
	for i := 0; i < len(b); i++ {
		if bytes.HasPrefix(b[i:], []byte(param)) && (i+len(param) == len(b) || b[i+len(param)] == ';') {
			i += len(param) - 1
			continue
		}
		b[n] = b[i]
		n++
	}
	return n
}

// matches reports whether m accepts s.
func matches(m *dfa.Machine, s string) bool {
	_, ok := m.Match(s)
	return ok
}

// keyBuffer is the room on the stack for a key: a URN of any usual length.
const keyBuffer = 256

// appendKey appends the assigned-name of u in normal form, folded, to dst.
func appendKey(dst []byte, u urn.URN, f fold) []byte {
	nss := u.Offsets().NSS()
	from := len(dst) + nss.Start
	dst = u.AppendNormalized(dst)
	return f.apply(dst[:from+nss.End-nss.Start], from, u.NSS())
}

// foldOf returns the fold of a NID, in any case.
func foldOf(nid string) fold {
	if p := place(nid); p >= 0 {
		return folds[p]
	}
	return foldNone
}

// Key returns the normal form of the assigned-name of u under the rules of its
// namespace: two URNs are equivalent there if and only if their keys are equal.
// Without a rule it is u.Key(). It does not allocate if u is normal already
// and has no more than 256 bytes.
func Key(u urn.URN) string { return (*Registry)(nil).Key(u) }

// Key is [Key] under the rules of r.
func (r *Registry) Key(u urn.URN) string {
	if d := r.definition(u.NID()); d != nil && d.Normalize != nil {
		return normalizeWith(u, d.Normalize).Key()
	}
	f := foldOf(u.NID())
	if f.keeps(u.NSS()) {
		return u.Key()
	}
	var buf [keyBuffer]byte
	key := appendKey(buf[:0], u, f)
	if name := u.AssignedName(); string(key) == name {
		return name
	}
	return string(key)
}

// Equal reports whether a and b are equivalent under the rules of their
// namespace. If a.Equal(b), they always are (RFC 8141, section 3.1: a namespace
// only adds to the general rule). It does not allocate for URNs of up to 256
// bytes.
func Equal(a, b urn.URN) bool { return (*Registry)(nil).Equal(a, b) }

// Equal is [Equal] under the rules of r. It allocates if the owner's Normalize
// does.
func (r *Registry) Equal(a, b urn.URN) bool {
	if a.Equal(b) {
		return true
	}
	if d := r.definition(a.NID()); d != nil && d.Normalize != nil {
		return r.Key(a) == r.Key(b)
	}
	f := foldOf(a.NID())
	if f == foldNone {
		return false
	}
	var bufA, bufB [keyBuffer]byte
	return bytes.Equal(appendKey(bufA[:0], a, f), appendKey(bufB[:0], b, f))
}

// Normalize returns u in the normal form of its namespace: that of u.Normalize,
// with the NSS as Key has it. The r-, q- and f-component are kept. It does not
// allocate if u is normal already and has no more than 256 bytes. No escape is decoded.
func Normalize(u urn.URN) urn.URN { return (*Registry)(nil).Normalize(u) }

// Normalize is [Normalize] under the rules of r.
func (r *Registry) Normalize(u urn.URN) urn.URN {
	if d := r.definition(u.NID()); d != nil && d.Normalize != nil {
		return normalizeWith(u, d.Normalize)
	}
	n := u.Normalize()
	f := foldOf(u.NID())
	if f.keeps(n.NSS()) {
		return n
	}
	var buf [keyBuffer]byte
	key := appendKey(buf[:0], n, f)
	if string(key) == n.AssignedName() {
		return n
	}
	return withNSS(n, string(key[n.Offsets().NSS().Start:]))
}

// normalizeWith is Normalize under an owner's rule.
func normalizeWith(u urn.URN, normalize func(string) string) urn.URN {
	n := u.Normalize()
	if nss := normalize(n.NSS()); nss != n.NSS() {
		return withNSS(n, nss).Normalize()
	}
	return n
}

// withNSS returns u with another NSS, or u itself if that cannot stand in a URN.
func withNSS(u urn.URN, nss string) urn.URN {
	p := u.Parts()
	p.NSS = nss
	v, err := u.Syntax().Build(p)
	if err != nil {
		return u
	}
	return v
}
