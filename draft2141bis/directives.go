// Package draft2141bis keeps names of the syntax [urn.Draft2141bis],
// draft-ietf-urnbis-rfc2141bis-urn-03, in struct fields, columns and documents, and
// reads and writes their directives.
//
// Under that syntax a query follows a single "?", and is a list of
// directives to the resolver (draft, section 2.3):
//
//	urn:isbn:0395363411?s=I2L&c=ToC
//
// RFC 8141 replaced the draft and has an r-component and a q-component instead.
// Programs for RFC 8141 do not need this package.
package draft2141bis

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// Directives returns an iterator over the directives in the query of u: the
// keyword and the value of each, as written and in order. A value may hold
// escapes; see [urn.Unescape]. A keyword holds none, and its letter case matters.
//
// All directives of a keyword that occurs more than once are left out, as a resolver has to
// do (draft, section 2.3). If the syntax of u is not [urn.Draft2141bis], there are no
// directives.
//
// The time is linear in the length of the query. It does not allocate unless the query has
// more than 16 directives. The strings share memory with u.
func Directives(u urn.URN) iter.Seq2[string, string] {
	return func(yield func(keyword, value string) bool) {
		var count map[string]int
		if strings.Count(query(u), "&") >= fewDirectives {
			count = map[string]int{}
			for keyword := range each(query(u)) {
				count[keyword]++
			}
		}
		for keyword, value := range each(query(u)) {
			once := count[keyword] == 1
			if count == nil {
				_, once = Directive(u, keyword)
			}
			if once && !yield(keyword, value) {
				return
			}
		}
	}
}

// fewDirectives is the largest number of directives that are compared with one another.
// With more, that would take quadratic time, and a map is used.
const fewDirectives = 16

// each yields the keyword and the value of each directive of a query. A value may hold "=".
func each(query string) iter.Seq2[string, string] {
	return func(yield func(keyword, value string) bool) {
		for query := query; query != ""; {
			var first string
			first, query, _ = strings.Cut(query, "&")
			if keyword, value, _ := strings.Cut(first, "="); !yield(keyword, value) {
				return
			}
		}
	}
}

// Directive returns the value, as written, of the directive of u that has the
// given keyword. If there is none or more than one (draft, section 2.3), or if
// the syntax of u is not [urn.Draft2141bis], ok is false. It takes time linear
// in the length of the query and does not allocate.
func Directive(u urn.URN, keyword string) (value string, ok bool) {
	for k, v := range each(query(u)) {
		if k == keyword && ok {
			return "", false
		} else if k == keyword {
			value, ok = v, true
		}
	}
	return value, ok
}

// query returns the query of a URN of the draft, and "" for any other.
func query(u urn.URN) string {
	if u.Syntax() != urn.Draft2141bis {
		return ""
	}
	return u.Q()
}

// ResolutionKey returns the key under which the result of resolving u may be cached: the
// normal form of u without its f-component. The directives of the query are sorted by
// keyword; directives of one keyword keep their order (draft, section 5, step 5b).
//
// The key is made in the same way under the other syntaxes, without the sorting: only the
// draft has directives. The r-component of RFC 8141 is for the resolver (section 2.3.1),
// and the q-component for the resource (section 2.3.2), so both are part of the key. Under
// RFC2141 the result is u.Key().
func ResolutionKey(u urn.URN) string {
	u = u.Normalize()
	name := u.String()
	if f := u.Offsets().F(); f != (urn.Span{}) {
		name = name[:f.Start-len("#")]
	}
	if u.Syntax() != urn.Draft2141bis || u.Q() == "" {
		return name
	}
	q := u.Offsets().Q().Start
	if sorted := sortDirectives(name[q:]); sorted != name[q:] {
		name = name[:q] + sorted
	}
	return name
}

// sortDirectives sorts the directives of a query by keyword.
func sortDirectives(query string) string {
	keyword := func(directive string) string {
		k, _, _ := strings.Cut(directive, "=")
		return k
	}
	list := strings.Split(query, "&")
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(keyword(a), keyword(b)) })
	return strings.Join(list, "&")
}

// EscapeDirective returns a directive: the keyword, "=" and the value. Octets
// that may not occur in the value, such as "&", are escaped as "%" and two
// upper-case hexadecimal digits. All others stay. Directives joined by "&" are a
// legal query. [urn.Unescape] turns the result of [Directive] into the value.
//
// A keyword is a letter followed by letters, digits and single hyphens between them (draft,
// section 2.3). The error is a [*urn.Error] whose offset is a position in keyword +
// "=" + value. Its reason is [urn.BadQ] if the keyword is malformed. It is [urn.BadEscape]
// if the value holds the octet zero (draft, section 2.5.3), and [urn.TooLong] if the
// directive would have more than [urn.MaxLen] bytes. EscapeDirective allocates
// at most twice.
func EscapeDirective(keyword, value string) (string, error) {
	at, reason := keywordLen(keyword), urn.BadQ
	if at == len(keyword) && keyword != "" && keyword[at-1] != '-' {
		at, reason = strings.IndexByte(value, 0), urn.BadEscape
		if at < 0 {
			escaped, ok := inValue.Escape(value, urn.MaxLen-len(keyword)-len("="))
			if !ok {
				return "", &urn.Error{Syntax: urn.Draft2141bis, Offset: urn.MaxLen, Reason: urn.TooLong}
			}
			return keyword + "=" + escaped, nil
		}
		at += len(keyword) + len("=")
	}
	return "", urn.Fault{Syntax: urn.Draft2141bis, Offset: at, Reason: reason}.Err(keyword + "=" + value)
}

// inValue escapes the octets that a value may not contain. A value may contain the octets of a
// fragment except "&" (draft, section 2.3).
var inValue = octet.Escaper{First: octet.FragChar, Rest: octet.FragChar, But: '&'}

// keywordLen returns the length of the longest prefix of s that begins some
// keyword.
func keywordLen(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case ascii.IsLetter(c):
		case ascii.IsDigit(c) && i > 0:
		case c == '-' && i > 0 && s[i-1] != '-':
		default:
			return i
		}
	}
	return len(s)
}
