package urn

import (
	"iter"
	"strings"
)

// Directives ranges over the directives of the query of a URN of Draft2141bis:
// the keyword and the value of each, as written and in order. A value may hold
// escapes, see [Unescape]; a keyword holds none, and its letter case matters.
//
// A keyword that occurs more than once is left out wherever it occurs, as a
// resolver has to do (draft, section 2.3). Under the other syntaxes there are
// no directives.
//
// It takes time linear in the length of the query. It does not allocate unless
// the query has more than 16 directives.
func (u URN) Directives() iter.Seq2[string, string] {
	return func(yield func(keyword, value string) bool) {
		query := u.query()
		if strings.Count(query, "&") >= fewDirectives {
			manyDirectives(query, yield)
			return
		}
		for rest := query; rest != ""; {
			var keyword, value string
			keyword, value, rest = cutDirective(rest)
			if _, once := directive(query, keyword); once && !yield(keyword, value) {
				return
			}
		}
	}
}

// fewDirectives is how many directives are searched for a keyword's second
// occurrence one by one; with more, that would take time quadratic in their
// number, and a table does it.
const fewDirectives = 16

func manyDirectives(query string, yield func(keyword, value string) bool) {
	again := make(map[string]bool, strings.Count(query, "&")+1)
	for rest := query; rest != ""; {
		var keyword string
		keyword, _, rest = cutDirective(rest)
		_, seen := again[keyword]
		again[keyword] = seen
	}
	for rest := query; rest != ""; {
		var keyword, value string
		keyword, value, rest = cutDirective(rest)
		if !again[keyword] && !yield(keyword, value) {
			return
		}
	}
}

// Directive returns the value, as written, of the directive that has the given
// keyword in the query of a URN of Draft2141bis. ok is false if there is none,
// or more than one (draft, section 2.3), or if the syntax is another. It takes
// time linear in the length of the query and does not allocate.
func (u URN) Directive(keyword string) (value string, ok bool) {
	return directive(u.query(), keyword)
}

// directive is [URN.Directive] for a query.
func directive(query, keyword string) (value string, ok bool) {
	for query != "" {
		var k, v string
		k, v, query = cutDirective(query)
		if k != keyword {
			continue
		}
		if ok {
			return "", false
		}
		value, ok = v, true
	}
	return value, ok
}

// query returns the query of a URN of the draft, and "" for any other.
func (u URN) query() string {
	if u.Syntax() != Draft2141bis {
		return ""
	}
	return u.Q()
}

// cutDirective cuts off the first directive of a query. A value may hold "=".
func cutDirective(query string) (keyword, value, rest string) {
	first, rest, _ := strings.Cut(query, "&")
	keyword, value, _ = strings.Cut(first, "=")
	return keyword, value, rest
}

// EscapeDirective returns a directive of a query of Draft2141bis, the keyword,
// "=" and the value, with each octet of the value that may not stand in it, "&"
// among them, escaped as by [EscapeNSS]. Directives joined by "&" are a legal
// query; [Unescape] turns what [URN.Directive] returns into the value.
//
// The error is a [*SyntaxError] whose offset counts in keyword + "=" + value.
// Its reason is [BadQ] if the keyword is not one, a letter followed by
// letters, digits and single hyphens between them (draft, section 2.3), and
// [BadEscape] if the value holds the octet zero (draft, section 2.5.3).
func EscapeDirective(keyword, value string) (string, error) {
	fault := Fault{Syntax: Draft2141bis, Offset: keywordLen(keyword), Reason: BadQ}
	if fault.Offset == len(keyword) && keyword != "" && keyword[len(keyword)-1] != '-' {
		zero := strings.IndexByte(value, 0)
		if zero < 0 {
			return keyword + "=" + directiveValue.escape(value), nil
		}
		fault.Offset, fault.Reason = len(keyword)+len("=")+zero, BadEscape
	}
	return "", newSyntaxError(keyword+"="+value, fault)
}

// keywordLen returns the length of the longest prefix of s that begins some
// keyword.
func keywordLen(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case isLetter(c):
		case isDigit(c) && i > 0:
		case c == '-' && i > 0 && s[i-1] != '-':
		default:
			return i
		}
	}
	return len(s)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
