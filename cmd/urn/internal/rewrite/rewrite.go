// Package rewrite makes the texts that the command writes in the place of a URN: its
// normal form, its key, a keyed hash, or a template of its components.
package rewrite

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// Options say how a URN is written.
type Options struct {
	Syntax urn.Syntax
	// Rules are the rules of namespaces, for the normal form, the key and the hash. They
	// never return an error. Nil and [namespace.General] mean RFC 8141 without rules of
	// namespaces.
	Rules *namespace.Registry
	// Secret is the secret key of the hash. Without a secret key there is no hash.
	Secret []byte
}

func (o Options) general() bool { return o.Rules == nil || o.Rules == namespace.General() }

// urn returns a URN that has been found, as a value.
func (o Options) urn(text []byte) urn.URN {
	u, err := o.Syntax.Parse(string(text))
	if err != nil {
		panic(err) // it has been found
	}
	return u
}

// Normalized returns the Replacement by normal forms.
func (o Options) Normalized() scan.Replacement {
	if o.general() {
		return scan.Normalized
	}
	return func(dst, text []byte, _ urn.Offsets) []byte {
		return o.Rules.AppendNormalized(dst, o.urn(text))
	}
}

// Key returns the Replacement by keys.
func (o Options) Key() scan.Replacement {
	if o.general() {
		return scan.Key
	}
	return func(dst, text []byte, _ urn.Offsets) []byte {
		return o.Rules.AppendKey(dst, o.urn(text))
	}
}

// hasher computes hashes.
type hasher struct {
	hash.Hash
	key, sum []byte
}

// Hash returns the Replacement by pseudonyms: HMAC-SHA-256 (RFC 2104, FIPS 180-4) of the
// key, under Secret, in 64 hexadecimal digits. Equivalent URNs have the same pseudonym.
func (o Options) Hash() scan.Replacement {
	key := o.Key()
	hashers := sync.Pool{New: func() any { return &hasher{Hash: hmac.New(sha256.New, o.Secret)} }}
	return func(dst, text []byte, offsets urn.Offsets) []byte {
		h := hashers.Get().(*hasher)
		defer hashers.Put(h)
		h.key = key(h.key[:0], text, offsets)
		h.Reset()
		h.Write(h.key)
		h.sum = h.Sum(h.sum[:0])
		return hex.AppendEncode(dst, h.sum)
	}
}

// Opaque appends a pseudonym of a text that is not a URN: the HMAC of the text as written,
// in the form of Hash. Hash uses keys, which are URNs, so no URN has the same pseudonym.
func (o Options) Opaque(dst, text []byte) []byte {
	h := hmac.New(sha256.New, o.Secret)
	h.Write(text)
	return hex.AppendEncode(dst, h.Sum(nil))
}

// The fields of a template, as parse --json names them, and the whole URN.
var fields = map[string]func(o Options) scan.Replacement{
	"input": func(Options) scan.Replacement {
		return func(dst, text []byte, _ urn.Offsets) []byte { return append(dst, text...) }
	},
	"nid":        component(urn.Offsets.NID),
	"nss":        component(urn.Offsets.NSS),
	"r":          component(urn.Offsets.R),
	"q":          component(urn.Offsets.Q),
	"f":          component(urn.Offsets.F),
	"normalized": Options.Normalized,
	"key":        Options.Key,
	"hash":       Options.Hash,
}

// component returns a function that makes the Replacement by a component.
func component(span func(urn.Offsets) urn.Span) func(Options) scan.Replacement {
	return func(Options) scan.Replacement {
		return func(dst, text []byte, o urn.Offsets) []byte {
			at := span(o)
			return append(dst, text[at.Start:at.End]...)
		}
	}
}

// Fields returns the names of the fields of a template.
func Fields() []string {
	return []string{"input", "nid", "nss", "r", "q", "f", "normalized", "key", "hash"}
}

// Uses reports whether a template has a field. The template need not be well-formed.
func Uses(template, field string) bool {
	return strings.Contains(strings.ReplaceAll(template, "{{", ""), "{"+field+"}")
}

// Template returns the Replacement by a text in which names of fields in braces are
// replaced by the fields, and "{{" and "}}" by braces. A component that is absent is empty.
func (o Options) Template(template string) (scan.Replacement, error) {
	var parts []scan.Replacement
	literal := ""
	end := func() {
		if text := literal; text != "" {
			parts = append(parts, func(dst, _ []byte, _ urn.Offsets) []byte { return append(dst, text...) })
		}
		literal = ""
	}
	for rest := template; rest != ""; {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			literal += rest
			break
		}
		literal += rest[:i]
		brace := rest[i : i+1]
		rest = rest[i+1:]
		switch {
		case strings.HasPrefix(rest, brace):
			literal += brace
			rest = rest[1:]
		case brace == "}":
			return nil, fmt.Errorf(`a "}" that closes nothing; "}}" stands for one`)
		default:
			name, after, ok := strings.Cut(rest, "}")
			field := fields[name]
			if !ok || field == nil {
				return nil, fmt.Errorf(`no such field: %.40q; the fields are {%s}, and "{{" stands for a brace`, "{"+name, strings.Join(Fields(), "} {"))
			}
			end()
			parts = append(parts, field(o))
			rest = after
		}
	}
	end()
	parts = slices.Clip(parts)
	return func(dst, text []byte, o urn.Offsets) []byte {
		for _, part := range parts {
			dst = part(dst, text, o)
		}
		return dst
	}, nil
}
