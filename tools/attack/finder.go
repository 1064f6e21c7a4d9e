//go:build unix

package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing/iotest"

	"github.com/seed7b5a83f0/urn"
)

// expression is RFC 8141, section 2, as a regular expression. By section 2.3.1 an
// r-component ends at the first "?=": there, no "=" follows a "?".
var expression = func() *regexp.Regexp {
	const (
		pchar = `(?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
		path  = `(?:` + pchar + `|/)`
		query = `(?:` + pchar + `|[/?])`
		rest  = `(?:` + path + `|\?+(?:[0-9A-Za-z._~!$&'()*+,;:@/-]|%[0-9A-Fa-f]{2}))`
	)
	e := regexp.MustCompile(`^(?i:urn):[0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z]:` + pchar + path + `*` +
		`(?:\?\+` + pchar + rest + `*\?*)?(?:\?=` + pchar + query + `*)?(?:#` + query + `*)?`)
	e.Longest()
	return e
}()

// isURN reports whether s is a URN of RFC 8141.
func isURN(s string) bool { return s != "" && expression.FindString(s) == s }

// span is where a match is.
type span struct{ start, end int }

// findSlowly finds as the documentation of urn.Finder says.
func findSlowly(text string, exact bool) (found []span) {
	for i := 0; i < len(text); {
		if len(text)-i < 4 || !strings.EqualFold(text[i:i+4], "urn:") || i > 0 && isAlphanumeric(text[i-1]) {
			i++
			continue
		}
		match := expression.FindString(text[i:])
		for !exact && match != "" {
			shorter := match[:len(match)-1]
			last := match[len(match)-1]
			if !strings.ContainsRune(".,;:!?'", rune(last)) && (last != ')' || closes(match)) || !isURN(shorter) {
				break
			}
			match = shorter
		}
		if match == "" {
			i += len("urn:")
			continue
		}
		found = append(found, span{i, i + len(match)})
		i += len(match)
	}
	return found
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// closes reports whether the ")" at the end of s closes a "(" in s.
func closes(s string) bool {
	depth := 0
	for i := range len(s) - 1 {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
	}
	return depth > 0
}

// shortName returns a name of at most 1000 bytes. The time that findSlowly takes is
// not linear.
func (c *attempt) shortName() string {
	for {
		if s := name(c.Rand); len(s) <= 1000 {
			return s
		}
	}
}

// finder compares the finder and the parser with the regular expression.
func (c *attempt) finder() error {
	for range 100 {
		s := c.shortName()
		if err := judgeParse(s, urn.Valid(s)); err != nil {
			return err
		}
		var b strings.Builder
		for range 1 + c.IntN(8) {
			b.WriteString(c.shortName() + one(c.Rand, "", " ", ")", ". ", "x", "\n", "urn:"))
		}
		text := b.String()
		f := urn.Finder{Exact: c.IntN(2) == 0}
		var found, scanned []span
		for m := range f.AllString(text) {
			found = append(found, span{m.Start, m.End})
		}
		if err := judgeFound("Finder.All", text, f.Exact, found); err != nil {
			return err
		}
		scanner := f.NewScanner(iotest.HalfReader(bytes.NewReader([]byte(text))))
		for scanner.Scan() {
			m := scanner.Match()
			scanned = append(scanned, span{int(m.Start), int(m.End)})
		}
		if err := scanner.Err(); err != nil {
			return err
		}
		if err := judgeFound("Scanner", text, f.Exact, scanned); err != nil {
			return err
		}
	}
	return nil
}

func judgeParse(s string, valid bool) error {
	if valid != isURN(s) {
		return fmt.Errorf("Valid(%.1000q) is %v", s, valid)
	}
	return nil
}

func judgeFound(by, text string, exact bool, found []span) error {
	if want := findSlowly(text, exact); !slices.Equal(found, want) {
		return fmt.Errorf("%s (Exact: %v) finds %v, not %v, in %.2000q", by, exact, found, want, text)
	}
	return nil
}
