// Package rewrite makes the texts that the command writes in the place of a URN: its
// normal form, its key, a keyed hash, or a template of its components.
package rewrite

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/seed7b5a83f0/urn/scan/pseudonym"
)

// Replacement appends what is written in the place of a URN, as a scan.Replacement that cannot fail.
type Replacement func(dst, text []byte, o urn.Offsets) []byte

// Options say how a URN is written.
type Options struct {
	Syntax urn.Syntax
	// Rules are the rules of namespaces, for the normal form, the key and the hash. They
	// never return an error. Nil means RFC 8141 without rules of namespaces.
	Rules *namespace.Registry
	// Secret has the secret key of the hash. Without it there is no hash.
	Secret *pseudonym.Hash
}

func (o Options) general() bool { return o.Rules == nil }

// urn returns a URN that has been found, as a value.
func (o Options) urn(text []byte) urn.URN {
	u, err := o.Syntax.Parse(string(text))
	if err != nil {
		panic(err) // it has been found
	}
	return u
}

// Normalized returns the Replacement by normal forms.
func (o Options) Normalized() Replacement {
	if o.general() {
		return func(dst, text []byte, o urn.Offsets) []byte { return o.AppendNormalized(dst, text) }
	}
	return func(dst, text []byte, _ urn.Offsets) []byte {
		return o.Rules.AppendNormalized(dst, o.urn(text))
	}
}

// Key returns the Replacement by keys.
func (o Options) Key() Replacement {
	if o.general() {
		return func(dst, text []byte, o urn.Offsets) []byte { return o.AppendKey(dst, text) }
	}
	return func(dst, text []byte, _ urn.Offsets) []byte {
		return o.Rules.AppendKey(dst, o.urn(text))
	}
}

// Hash returns the Replacement by pseudonyms of the key, under Secret; see
// [pseudonym.Hash]. Equivalent URNs have the same pseudonym.
func (o Options) Hash() Replacement {
	if o.general() {
		return func(dst, text []byte, offsets urn.Offsets) []byte {
			dst, _ = o.Secret.Replace(dst, text, scan.Match{End: len(text), Offsets: offsets, Kind: scan.MatchName})
			return dst
		}
	}
	return func(dst, text []byte, _ urn.Offsets) []byte {
		return o.Secret.Append(dst, o.Rules.AppendKey(nil, o.urn(text)))
	}
}

// Opaque appends a pseudonym of a text that is not a URN: the HMAC of the text as written,
// in the form of Hash. Hash uses keys, which are URNs, so no URN has the same pseudonym.
func (o Options) Opaque(dst, text []byte) []byte { return o.Secret.Append(dst, text) }

// The fields of a template, as parse --json names them, and the whole URN.
var fields = map[string]func(o Options) Replacement{
	"input": func(Options) Replacement {
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
func component(span func(urn.Offsets) urn.Span) func(Options) Replacement {
	return func(Options) Replacement {
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

// braces matches the braces of a template, and what is between.
var braces = regexp.MustCompile(`\{\{|\}\}|\{[^}]*\}?|\}`)

// Template returns the Replacement by a text in which names of fields in braces are
// replaced by the fields, and "{{" and "}}" by braces. A component that is absent is empty.
func (o Options) Template(template string) (Replacement, error) {
	var parts []Replacement
	literal := func(text string) {
		if text != "" {
			parts = append(parts, func(dst, _ []byte, _ urn.Offsets) []byte { return append(dst, text...) })
		}
	}
	from := 0
	for _, at := range braces.FindAllStringIndex(template, -1) {
		literal(template[from:at[0]])
		from = at[1]
		token := template[at[0]:from]
		switch name, closed := strings.CutSuffix(token[1:], "}"); {
		case token == "{{", token == "}}":
			literal(token[1:])
		case token == "}":
			return nil, fmt.Errorf(`a "}" that closes nothing; "}}" stands for one`)
		case !closed || fields[name] == nil:
			return nil, fmt.Errorf(`no such field: %.40q; the fields are {%s}, and "{{" stands for a brace`, token, strings.Join(Fields(), "} {"))
		default:
			parts = append(parts, fields[name](o))
		}
	}
	literal(template[from:])
	return func(dst, text []byte, o urn.Offsets) []byte {
		for _, part := range parts {
			dst = part(dst, text, o)
		}
		return dst
	}, nil
}
