// Package doi parses and formats DOI names, including urn:doi names (ISO 26324, and the
// registration template of 2023).
package doi

import (
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

const (
	nid      = "doi"
	document = "IANA template of urn:doi, Syntax"
)

// proxy is the beginning of the URL of a DOI name. The other beginnings are older.
const proxy = "https://doi.org/"

var proxies = [...]string{proxy, "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/"}

// DOI is a DOI name without escapes, with ASCII letters in lower case. Values are
// comparable with ==: the four representations in the template (Rules for lexical
// equivalence, example 4) give equal values. The zero value is not a DOI.
type DOI struct{ name string }

// FromURN returns the DOI of a urn:doi. It decodes the escapes, as the template requires for a
// comparison of a URN with another representation. So two URNs that are not equal under
// [github.com/seed7b5a83f0/urn/namespace.Equal] may have the same DOI. It refuses a prefix that
// is not a list of numbers with dots between them. In practice, no DOI name has such a prefix.
// A urn:eidr, which [Parse] reads, is refused as BadNamespace. FromURN allocates at most three times.
func FromURN(u urn.URN) (DOI, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return DOI{}, err
	}
	name, err := urn.Unescape(nss)
	if end, ok := numbers(name); err != nil || !ok || !strings.HasPrefix(name[end:], "/") {
		at, _ := numbers(nss)
		return DOI{}, typed.Fault(u, at, document, `want numbers with dots between them and then "/"`)
	}
	if name[len(name)-1] == ' ' {
		return DOI{}, typed.Fault(u, len(nss)-len("%20"), document, "want no white space at the end")
	}
	return DOI{ascii.ToLower(name)}, nil
}

// numbers returns the length of the numbers with dots between them at the start of s. It
// returns false if a number is missing after the last dot.
func numbers(s string) (end int, ok bool) {
	for end < len(s) && (ascii.IsDigit(s[end]) || ok && s[end] == '.') {
		ok = s[end] != '.'
		end++
	}
	return end, ok
}

// Parse returns the DOI of a DOI name, "10.1000/456#789", of the form that people read,
// "doi:10.1000/456#789", of an address of the resolver, "https://doi.org/10.1000/456%23789" or
// with dx.doi.org or http, or of a urn:doi or urn:eidr (RFC 7972). In the first two, "%" is a
// character of the name; in the others, escapes are decoded. An address with a query or a
// fragment is refused, and so is white space at the end.
func Parse(text string) (DOI, error) {
	name, escaped := text, false
	for _, p := range proxies {
		if ascii.HasPrefixFold(text, p) {
			name, escaped = text[len(p):], true // perhaps a URN: https://doi.org/urn:doi:…, example 5 of the template
			break
		}
	}
	if ascii.HasPrefixFold(name, "doi:") && !escaped {
		name = name[len("doi:"):]
	}
	before := len(text) - len(name)
	if escaped || typed.IsURN(name) {
		d, err := typed.Parse(nid, name, fromURN)
		return d, typed.Moved(err, text, func(i int) int { return before + i })
	}
	if last := len(text) - 1; last >= 0 && text[last] <= ' ' {
		return DOI{}, typed.Error(nid, text, len(strings.TrimRight(text, " \t\r\n")), namespace.BadSyntax, document, errors.New("want no white space at the end"))
	}
	nss, _ := urn.RFC8141.Escape(urn.ComponentNSS, name) // RFC 8141 has the component
	d, err := typed.Parse(nid, nss, FromURN)
	return d, typed.Moved(err, text, func(i int) int { return before + i - 2*strings.Count(nss[:i], "%") })
}

// fromURN is [FromURN] also for a urn:eidr.
func fromURN(u urn.URN) (DOI, error) {
	if !strings.EqualFold(u.NID(), "eidr") {
		return FromURN(u)
	}
	nss, err := typed.NSS(u, "eidr")
	if err != nil {
		return DOI{}, err
	}
	return typed.Parse(nid, strings.Replace(nss, ":", "/", 1), FromURN)
}

// URN returns the urn:doi. Only characters that cannot be in a URN are escaped. The zero DOI
// gives the zero URN.
func (d DOI) URN() urn.URN { return typed.URN(nid, d.nss()) }

// URL returns the address at which d is resolved, such as "https://doi.org/10.1000/182", or
// "" for the zero DOI.
func (d DOI) URL() string {
	if d.name == "" {
		return ""
	}
	return proxy + d.nss()
}

// String returns the DOI name, such as "10.1000/456#789", or "" for the zero DOI.
func (d DOI) String() string { return d.name }

// MarshalText and Value write String, and UnmarshalText and Scan read it, by [Parse].
func (d DOI) MarshalText() ([]byte, error)     { return []byte(d.String()), nil }
func (d *DOI) UnmarshalText(text []byte) error { return typed.Unmarshal(d, string(text), Parse) }
func (d *DOI) Scan(src any) error              { return typed.Scan(d, src, Parse) }
func (d DOI) Value() (driver.Value, error)     { return typed.Value(d) }

func (d DOI) nss() string {
	nss, _ := urn.RFC8141.Escape(urn.ComponentNSS, d.name)
	return nss
}
