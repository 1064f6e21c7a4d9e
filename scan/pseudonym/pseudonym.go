// Package pseudonym replaces names by keyed hashes, as "urn replace --to hash" does, so that a
// text can be given to others. Names that are equivalent URNs have the same pseudonym, and only
// the owner of the secret key can tell which URN it is.
//
// The example of [Hash.Replace] shows how. It leaves these in clear:
//
//   - Text around names, and names that are written without "urn:".
//   - Escapes. In JSON, XML or a URL, the "urn:" of a name may itself be escaped. The command
//     reads these notations; a program decodes them first.
//   - What the Finder does not take for a name, a near miss or a part: a "urn:" directly after
//     a letter or digit, or before a blank. The rest of a near miss after a blank.
//   - Matches over the limit of a Replacer, if [scan.Replacer.KeepLong] is set.
//
// In a minor version, a match may begin or end elsewhere, or change its kind. Its pseudonym then differs.
//
// A pseudonym hides the name, not how often and where it is used. Whoever has the secret key
// can hash guesses.
package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"sync"

	"github.com/seed7b5a83f0/urn/scan"
)

const minSecret = 16 // bytes

// Hash makes pseudonyms: HMAC-SHA-256 (RFC 2104, FIPS 180-4) in 64 lower-case hexadecimal digits. A Hash
// may be used by several goroutines at once. The zero Hash has no key and must not be used, nor a
// nil *Hash: their methods panic. See [New].
type Hash struct{ pool sync.Pool }

type hasher struct {
	hash.Hash
	key, sum []byte
}

// New returns a Hash with the secret key. It fails if the key is shorter than 16
// bytes. The key should come from a source of random bytes. It is copied.
func New(secret []byte) (*Hash, error) {
	if len(secret) < minSecret {
		return nil, fmt.Errorf("pseudonym: secret key too short: %d bytes; want at least %d", len(secret), minSecret)
	}
	secret = append([]byte(nil), secret...)
	return &Hash{sync.Pool{New: func() any { return &hasher{Hash: hmac.New(sha256.New, secret)} }}}, nil
}

// Append appends the pseudonym of text, as it is written, to dst and returns the extended
// buffer.
func (h *Hash) Append(dst, text []byte) []byte {
	s := h.get()
	defer h.pool.Put(s)
	return s.append(dst, text)
}

func (h *Hash) get() *hasher {
	if h == nil || h.pool.New == nil {
		panic("pseudonym: the Hash has no key; see New")
	}
	return h.pool.Get().(*hasher)
}

func (s *hasher) append(dst, text []byte) []byte {
	s.Reset()
	s.Write(text)
	s.sum = s.Sum(s.sum[:0])
	return hex.AppendEncode(dst, s.sum)
}

// Replace is a [scan.Replacement]: it appends the pseudonym of the key if m is a [scan.MatchName],
// and that of the text as it is written if m is a near miss or a part, even a part that is a URN.
// The error is nil.
func (h *Hash) Replace(dst, text []byte, m scan.Match) ([]byte, error) {
	s := h.get()
	defer h.pool.Put(s)
	if m.Kind == scan.MatchName {
		s.key = m.Offsets.AppendKey(s.key[:0], text)
		text = s.key
	}
	return s.append(dst, text), nil
}
