package namespace

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// fold is the change that a namespace makes to an NSS before comparing it. Its input is in
// the normal form of RFC 8141, section 3.1. So a fold may merge names that the general rule
// distinguishes, but cannot distinguish names that it merges.
type fold uint8

const (
	foldNone     fold = iota
	foldNSS           // fold all letters
	foldToColon       // fold the letters before the first ":", if there is one
	foldToHyphen      // fold the letters before the first "-", if there is one
	foldISBN          // drop the hyphens; turn an ISBN-10 into an ISBN-13
	foldISSN          // add the hyphen; write X in upper case
	foldIETF          // fold all letters; under "params:" only that word
	foldIMEI          // fold all letters; drop ";vers=0"
	foldNewsML        // fold all letters; drop the Update suffix
	foldUL            // fold all letters of an NSS that begins with "ul:"
	foldMRN           // fold the letters before the second ":", if there is one
	foldISNI          // write X in upper case
	foldGS1           // fold the words that name a branch
	foldPWID          // fold the part before endOfCaseless
	foldURN6          // fold the first character of the name
	foldBTIH          // fold all letters; turn base32 into hexadecimal digits
)

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// apply folds dst[from:], an NSS in normal form, in place. written is the NSS before
// normalisation. The result may be longer: a hyphen for an ISSN, three digits for an ISBN-10, eight for
// base32.
func (f fold) apply(dst []byte, from int, written string) []byte {
	nss := dst[from:]
	switch f {
	case foldNSS:
		lower(nss)
	case foldToColon:
		lower(nss[:max(0, bytes.IndexByte(nss, ':'))])
	case foldToHyphen:
		lower(nss[:max(0, bytes.IndexByte(nss, '-'))])
	case foldISBN:
		return toISBN13(dst[:from+dropHyphens(nss)], from)
	case foldISSN:
		if matches(&nssISSN, written) {
			return hyphenate(dst, from)
		}
	case foldIETF:
		if ascii.HasPrefixFold(nss, "params:") {
			nss = nss[:len("params")]
		}
		lower(nss)
	case foldIMEI:
		if ascii.HasPrefixFold(nss, "imei:") {
			lower(nss)
			return dst[:from+dropVersion(nss)]
		}
	case foldNewsML:
		lower(nss)
		if last := len(nss) - 1; last >= 0 && ascii.IsLetter(nss[last]) && matches(&nssNewsML, written) {
			return dst[:from+last]
		}
	case foldUL:
		if ascii.HasPrefixFold(nss, "ul:") {
			lower(nss)
		}
	case foldMRN:
		first := bytes.IndexByte(nss, ':') + 1
		if i := bytes.IndexByte(nss[first:], ':'); first > 0 && i >= 0 {
			lower(nss[:first+i])
		}
	case foldISNI:
		if last := len(nss) - 1; last == 15 && nss[last] == 'x' && ascii.AllDigits(nss[:last]) {
			nss[last] = 'X'
		}
	case foldGS1:
		for _, words := range [...]string{"std:", "gdd:bie:", "gdd:bdt:", "gdd:cl:"} {
			if ascii.HasPrefixFold(nss, words) {
				lower(nss[:len(words)])
			}
		}
	case foldPWID:
		lower(nss[:endOfCaseless(written)])
	case foldBTIH:
		if !matches(&nssBTIH, written) {
			break
		}
		lower(nss)
		var octets [20]byte
		if len(nss) == base32Lower.EncodedLen(len(octets)) { // not 40 hexadecimal digits
			_, _ = base32Lower.Decode(octets[:], nss) // never an error: nss matches
			return hex.AppendEncode(dst[:from], octets[:])
		}
	case foldURN6:
		kind := bytes.IndexByte(nss, ':') + 1
		if name := kind + bytes.IndexByte(nss[kind:], ':') + 1; kind > 0 && name > kind && name < len(nss) {
			switch string(nss[kind:name]) {
			case "place:", "user:", "subject:":
				lowerRune(nss[name:])
			}
		}
	}
	return dst
}

// lowerRune changes the first character of an encoded name to lower case, if the result has
// the same length. Escapes are in upper case.
func lowerRune(name []byte) {
	if name[0] != '%' {
		name[0] = ascii.Lower(name[0])
		return
	}
	const hex = "0123456789ABCDEF"
	var escaped [3 * utf8.UTFMax]byte
	r, size := octet.Rune(string(escaped[:copy(escaped[:], name)]))
	var buf [utf8.UTFMax]byte
	if n := utf8.EncodeRune(buf[:], unicode.ToLower(r)); r != utf8.RuneError && 3*n == size {
		for i, c := range buf[:n] {
			name[3*i+1], name[3*i+2] = hex[c>>4], hex[c&15]
		}
	}
}

// endOfCaseless returns the length of the case-insensitive part of an NSS of urn:pwid: the
// archive, the time, the precision, and the scheme and the host of the archived URI. It
// returns 0 if the NSS does not match the syntax of urn:pwid.
func endOfCaseless(nss string) int {
	if !matches(&nssPWID, nss) {
		return 0
	}
	// The precision ends with the first of these strings. A time does not have such
	// letters.
	end := len(nss)
	for _, precision := range [...]string{":part:", ":page:"} {
		for i := range len(nss) - len(precision) {
			if ascii.HasPrefixFold(nss[i:], precision) {
				end = min(end, i+len(precision))
				break
			}
		}
	}
	end += strings.IndexByte(nss[end:], ':') + 1 // the scheme
	rest, ok := strings.CutPrefix(nss[end:], "//")
	if !ok {
		return end
	}
	authority, _, _ := strings.Cut(rest, "/")
	for _, escape := range [...]string{"%23", "%3F", "%3f"} { // these end an empty path
		authority, _, _ = strings.Cut(authority, escape)
	}
	if strings.Contains(authority, "@") {
		return end // user information may be case-sensitive
	}
	return end + len("//") + len(authority)
}

// keeps is a fast check whether apply leaves an NSS unchanged. If keeps returns true, it
// does. If keeps returns false, apply may or may not change the NSS.
func (f fold) keeps(nss string) bool {
	switch f {
	case foldNone:
		return true
	case foldISBN:
		return len(nss) != 10 && strings.IndexByte(nss, '-') < 0 && strings.IndexByte(nss, 'x') < 0
	case foldISNI:
		return nss[len(nss)-1] != 'x'
	case foldNSS, foldToColon, foldToHyphen, foldIETF, foldUL, foldMRN, foldGS1, foldPWID:
		return !swar.HasUpper(nss)
	case foldURN6:
		return !swar.HasUpper(nss) && strings.IndexByte(nss, '%') < 0
	}
	return false
}

// lower turns letters to lower case, except the digits of an escape. They are in upper
// case in normal form.
func lower(b []byte) {
	if bytes.IndexByte(b, '%') < 0 {
		for ; len(b) >= 8; b = b[8:] {
			w := binary.LittleEndian.Uint64(b)
			binary.LittleEndian.PutUint64(b, w|swar.UpperMask(w)>>2)
		}
	}
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
			continue
		}
		b[i] = ascii.Lower(b[i])
	}
}

// dropHyphens removes the hyphens from an ISBN and returns its new length. It changes
// nothing if b has a character that an ISBN cannot have, or has no digit.
func dropHyphens(b []byte) int {
	if len(bytes.Trim(b, "0123456789xX-")) > 0 || len(bytes.Trim(b, "-")) == 0 {
		return len(b)
	}
	n := 0
	for _, c := range b {
		if c != '-' {
			b[n] = c
			if c == 'x' {
				b[n] = 'X'
			}
			n++
		}
	}
	return n
}

// toISBN13 replaces dst[from:] by its ISBN-13 if it is an ISBN-10 with the right check
// digit. A number with a wrong check digit stays as it is: it is not an ISBN, and the typo
// may be in any of its digits.
func toISBN13(dst []byte, from int) []byte {
	isbn := dst[from:]
	if len(isbn) != 10 || !ascii.AllDigits(isbn[:9]) || checkISBN(string(isbn)) >= 0 {
		return dst
	}
	dst = append(dst, 0, 0, 0)
	isbn = dst[from:]
	copy(isbn[3:], isbn[:9])
	copy(isbn, "978")
	isbn[12] = ascii.CheckDigit(isbn[:12])
	return dst
}

// hyphenate inserts the hyphen into dst[from:], an ISSN, if the hyphen is missing.
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

// dropVersion removes the parameters "vers=0" from the NSS of an IMEI in lower case
// and returns its new length.
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
func matches(m *dfa.Matcher, s string) bool {
	_, ok := m.Match(s)
	return ok
}

// keyBuffer is the size in bytes of the buffer on the stack for a key. Nearly all URNs
// are shorter.
const keyBuffer = 256

// appendKey appends the assigned-name of u in normal form, folded, to dst.
func appendKey(dst []byte, u urn.URN, f fold) []byte {
	o := u.Offsets()
	from := len(dst) + o.NSS().Start
	return f.apply(o.AppendKey(dst, []byte(u.String())), from, u.NSS())
}

// foldOf returns the fold of a NID, in upper or lower case.
func (r *Registry) foldOf(nid string) fold {
	if p := place(nid); p >= 0 && r.knowsIANA() {
		return rows[p].fold
	}
	return foldNone
}

// Key returns the normal form of the assigned-name of u under the rules of its namespace.
// Two URNs are equivalent under these rules if and only if their keys are equal. If the
// namespace has no rule, Key returns u.Key(). It does not allocate if u is in normal form
// already and has at most 256 bytes.
func Key(u urn.URN) string { return iana.key(u) }

// Equal reports whether a and b are equivalent under the rules of their namespace. If
// a.Equal(b) is true, Equal is true, too: a namespace only adds to the general rule (RFC
// 8141, section 3.1). It does not allocate for URNs of up to 256 bytes.
func Equal(a, b urn.URN) bool { return iana.Equal(a, b) }

// Normalize returns u in the normal form of its namespace: u.Normalize() with the NSS of
// Key(u). It keeps the r-, q- and f-component, and decodes no escape. It does not allocate
// if u is in normal form already and has at most 256 bytes.
func Normalize(u urn.URN) urn.URN { return iana.normalize(u) }

// withNSS returns u with another NSS.
func withNSS(u urn.URN, nss string) (urn.URN, error) {
	p := u.Parts()
	p.NSS = nss
	return u.Syntax().Build(p)
}

// defined returns the normal form and the key of u by the definitions of r, and whether one of them
// decides.
func (r *Registry) defined(u urn.URN) (n urn.URN, key string, ok bool) {
	if r == nil || len(r.own) == 0 {
		return n, "", false
	}
	if r.verbatim(u) {
		return u, u.String(), true
	}
	d := r.normalizer(u.NID())
	if d != nil {
		n, _ = d.normalForm(u)
	}
	return n, n.AssignedName(), d != nil
}

// Key is the function [Key] under the rules of r.
func (r *Registry) Key(u urn.URN) string {
	if _, key, ok := r.defined(u); ok {
		return key
	}
	return r.key(u)
}

// key is Key without definitions.
func (r *Registry) key(u urn.URN) string {
	f := r.foldOf(u.NID())
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

// AppendKey appends [Registry.Key] to dst. It allocates only if dst has too
// little room, or to normalize a name with a [Definition].
func (r *Registry) AppendKey(dst []byte, u urn.URN) []byte {
	if _, key, ok := r.defined(u); ok {
		return append(dst, key...)
	}
	return appendKey(dst, u, r.foldOf(u.NID()))
}

// Equal is the function [Equal] under the rules of r. It allocates to normalize with a [Definition].
func (r *Registry) Equal(a, b urn.URN) bool {
	_, _, own := r.defined(a)
	if _, _, ownB := r.defined(b); own || ownB {
		return r.Key(a) == r.Key(b)
	}
	if a.Equal(b) {
		return true
	}
	f := r.foldOf(a.NID())
	var bufA, bufB [keyBuffer]byte
	return f != foldNone && bytes.Equal(appendKey(bufA[:0], a, f), appendKey(bufB[:0], b, f))
}

// Normalize is the function [Normalize] under the rules of r.
func (r *Registry) Normalize(u urn.URN) urn.URN {
	if n, _, ok := r.defined(u); ok {
		return n
	}
	return r.normalize(u)
}

// normalize is Normalize without definitions.
func (r *Registry) normalize(u urn.URN) urn.URN {
	n, f := u.Normalize(), r.foldOf(u.NID())
	if f.keeps(n.NSS()) {
		return n
	}
	var buf [keyBuffer]byte
	if key := appendKey(buf[:0], n, f); string(key) != n.AssignedName() {
		// An ISSN, an ISBN and a btih get longer, but every result parses.
		if v, err := withNSS(n, string(key[n.Offsets().NSS().Start:])); err == nil {
			return v
		}
	}
	return n
}

// AppendNormalized appends the text of [Registry.Normalize] to dst. It allocates only if
// dst has too little room, or to normalize a name with a [Definition].
func (r *Registry) AppendNormalized(dst []byte, u urn.URN) []byte {
	if n, _, ok := r.defined(u); ok {
		return append(dst, n.String()...)
	}
	dst = appendKey(dst, u, r.foldOf(u.NID()))
	from := len(dst)
	dst = append(dst, u.String()[u.Offsets().NSS().End:]...)
	swar.UpperEscapes(dst[from:])
	return dst
}

// normalizer returns the definition whose Normalize function is used for a NID, or nil.
func (r *Registry) normalizer(nid string) *definition {
	d := r.definition(nid)
	for d != nil && d.Normalize == nil {
		d = d.under
	}
	return d
}

// normalForm is Normalize with the function of d. If the function breaks its contract,
// normalForm returns an error and the normal form under the general rule.
func (d *definition) normalForm(u urn.URN) (urn.URN, error) {
	n := u.Normalize()
	nss := d.Normalize(n.NSS())
	if nss == n.NSS() {
		return n, nil // nothing more to check: the NSS is unchanged
	}
	v, err := withNSS(n, nss)
	if err != nil {
		err = fmt.Errorf("Normalize returned %.40q for %.40q, which cannot be in a URN: %w", nss, n.NSS(), err)
		return n, nssError(u, 0, BadDefinition, d.Reference, err)
	}
	v = v.Normalize()
	if again := d.Normalize(v.NSS()); again != v.NSS() && !same(v, again) {
		err = fmt.Errorf("Normalize is not idempotent: it returned %.40q for %.40q, its own result", again, v.NSS())
		return n, nssError(u, 0, BadDefinition, d.Reference, err)
	}
	return v, nil
}

// same reports whether nss is an NSS of u, which is in normal form.
func same(u urn.URN, nss string) bool {
	v, err := withNSS(u, nss)
	return err == nil && v.Normalize() == u
}
