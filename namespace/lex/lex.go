// Package lex parses and formats the names of sources of law in urn:lex (RFC 9676).
package lex

import (
	"database/sql/driver"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const nid = "lex"

// LEX names a source of law, or a part of a source of law. Values are comparable with ==.
// The zero value names nothing.
type LEX struct{ nss string }

// Parts are the parts of a [LEX], with their escapes (RFC 9676, section 8).
type Parts struct {
	Jurisdiction  string // such as "it" or "br;sao.paulo"
	Authority     string // such as "stato" or "ministero.giustizia"
	Measure       string // the type of the measure, such as "legge"
	Dates         string // the dates or the period, such as "2003-10-27"
	Numbers       string // such as "3"
	Annexes       string // the annexes, with ":" between them; "" if there is none
	Version       string // of the expression, after "@"; "" if there is none
	Language      string // of the expression; "" if none is named
	Manifestation string // after "$"; "" if there is none
	Partition     string // after "~"; "" if there is none
}

// FromURN returns the value of a urn:lex. It shares memory with u if u is in normal form.
func FromURN(u urn.URN) (LEX, error) {
	nss, err := typed.Name(u, nid)
	return LEX{nss}, err
}

// Parse returns the value of a text such as "it:stato:legge:2003-09-21;456".
func Parse(text string) (LEX, error) { return typed.Parse(nid, text, FromURN) }

// New returns the value of its parts. An error quotes the text that they make.
func New(p Parts) (LEX, error) {
	var b strings.Builder
	b.WriteString(p.Jurisdiction + ":" + p.Authority + ":" + p.Measure + ":" + p.Dates + ";" + p.Numbers)
	for _, part := range []struct{ before, text string }{
		{":", p.Annexes}, {"@", p.Version}, {":", p.Language}, {"$", p.Manifestation}, {"~", p.Partition},
	} {
		if part.text != "" {
			b.WriteString(part.before + part.text)
		}
	}
	return typed.New(nid, b.String(), FromURN, p, LEX.Parts)
}

// Parts returns the parts of x. They share memory with x.
func (x LEX) Parts() Parts {
	var p Parts
	rest := x.nss
	rest, p.Partition, _ = strings.Cut(rest, "~")
	rest, p.Manifestation, _ = strings.Cut(rest, "$")
	rest, p.Version, _ = strings.Cut(rest, "@")
	p.Version, p.Language, _ = strings.Cut(p.Version, ":")
	p.Jurisdiction, rest, _ = strings.Cut(rest, ":")
	p.Authority, rest, _ = strings.Cut(rest, ":")
	p.Measure, rest, _ = strings.Cut(rest, ":")
	rest, p.Annexes, _ = strings.Cut(rest, ":")
	p.Dates, p.Numbers, _ = strings.Cut(rest, ";")
	return p
}

// URN returns the urn:lex. The zero LEX gives the zero URN.
func (x LEX) URN() urn.URN { return typed.URN(nid, x.nss) }

// String returns the text after "urn:lex:", or "" for the zero LEX.
func (x LEX) String() string { return x.nss }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (x LEX) MarshalText() ([]byte, error)     { return []byte(x.String()), nil }
func (x *LEX) UnmarshalText(text []byte) error { return typed.Unmarshal(x, string(text), Parse) }
func (x *LEX) Scan(src any) error              { return typed.Scan(x, src, Parse) }
func (x LEX) Value() (driver.Value, error)     { return typed.Value(x) }
