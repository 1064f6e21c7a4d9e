// Package iso parses and formats the names of ISO standards and of their parts in urn:iso (RFC
// 5141).
package iso

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "iso"

// Standard names a standard or a part of a standard. Values are comparable with ==. The
// zero value names nothing.
type Standard struct{ nss string }

// Parts are the parts of a [Standard] (RFC 5141, section 2.4). All except Originator and
// Number may be "".
type Parts struct {
	Originator string // such as "iso" or "iso-iec"
	Type       string // such as "tr"; "" for an International Standard
	Number     string // such as "9999"
	Part       string // without its "-", such as "1"
	Status     string // such as "draft" or "stage-50.60.v2"
	Edition    string // without its "ed-", such as "1"
	Version    string // without its "v", such as "1-amd1.v1"
	Language   string // such as "en" or "en,fr"
	Rest       string // supplements, elements and additions, such as "clause:3.1"
}

// FromURN returns the value of a urn:iso. It shares memory with u if u is in normal form.
func FromURN(u urn.URN) (Standard, error) {
	nss, err := typed.Name(u, nid)
	return Standard{nss}, err
}

// Parse returns the value of a text such as "std:iso:9999:-1:ed-1:en".
func Parse(text string) (Standard, error) { return typed.Parse(nid, text, FromURN) }

// New returns the value of its parts. An error quotes the text that they make.
func New(p Parts) (Standard, error) {
	var text strings.Builder
	text.WriteString("std:" + p.Originator)
	for _, part := range []struct{ before, text string }{
		{"", p.Type}, {"", p.Number}, {"-", p.Part}, {"", p.Status}, {"ed-", p.Edition}, {"v", p.Version}, {"", p.Language}, {"", p.Rest},
	} {
		if part.text != "" {
			text.WriteString(":" + part.before + part.text)
		}
	}
	return typed.New(nid, text.String(), FromURN, p, Standard.Parts)
}

// Parts returns the parts of s. They share memory with s.
func (s Standard) Parts() Parts {
	var p Parts
	rest := strings.TrimPrefix(s.nss, "std:")
	// take sets *to to the next word without its prefix, if is(word) is true.
	take := func(to *string, prefix string, is func(word string) bool) {
		word, after, _ := strings.Cut(rest, ":")
		if text, ok := strings.CutPrefix(word, prefix); ok && text != "" && is(text) {
			*to, rest = text, after
		}
	}
	number := func(word string) bool { return '0' <= word[0] && word[0] <= '9' }
	take(&p.Originator, "", func(string) bool { return true })
	take(&p.Type, "", func(word string) bool { return !number(word) })
	take(&p.Number, "", number)
	take(&p.Part, "-", func(string) bool { return true })
	take(&p.Status, "", func(word string) bool {
		return word == "draft" || word == "cancelled" || strings.HasPrefix(word, "stage-")
	})
	take(&p.Edition, "ed-", number)
	take(&p.Version, "v", number)
	take(&p.Language, "", func(word string) bool {
		for language := range strings.SplitSeq(word, ",") {
			if len(language) != 2 {
				return false
			}
		}
		return true
	})
	p.Rest = rest
	return p
}

// URN returns the urn:iso. The zero Standard gives the zero URN.
func (s Standard) URN() urn.URN { return typed.URN(nid, s.nss) }

// String returns the text after "urn:iso:", or "" for the zero Standard.
func (s Standard) String() string { return s.nss }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (s Standard) MarshalText() ([]byte, error)     { return []byte(s.String()), nil }
func (s *Standard) UnmarshalText(text []byte) error { return typed.Unmarshal(s, string(text), Parse) }
func (s *Standard) Scan(src any) error              { return typed.Scan(s, src, Parse) }
func (s Standard) Value() (driver.Value, error)     { return typed.Value(s) }
