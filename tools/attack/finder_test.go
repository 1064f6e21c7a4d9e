//go:build unix

package attack

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing/iotest"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
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

// escapeBefore is an escape that may occur directly before a name.
var escapeBefore = regexp.MustCompile(`(\\[nrt]|%[[:xdigit:]]{2}|\\x[[:xdigit:]]{2}|\\u[[:xdigit:]]{4})$`)

// findSlowly finds as the documentation of urn.Finder says of Exact.
func findSlowly(text string) (found []span) {
	for i := 0; i < len(text); {
		if len(text)-i < 4 || !strings.EqualFold(text[i:i+4], "urn:") || i > 0 && isAlphanumeric(text[i-1]) && !escapeBefore.MatchString(text[:i]) {
			i++
			continue
		}
		match := expression.FindString(text[i:])
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
		for m := range f.All([]byte(text)) {
			found = append(found, span{m.Start, m.End})
		}
		if err := judgeFound("Finder.All", text, f.Exact, found); err != nil {
			return err
		}
		scanner := scan.NewScanner(iotest.HalfReader(bytes.NewReader([]byte(text))))
		scanner.Finder = f
		for scanner.Scan() {
			m := scanner.Match()
			scanned = append(scanned, span{int(m.Start), int(m.End)})
		}
		if err := scanner.Err(); err != nil {
			return err
		}
		if !slices.Equal(scanned, found) {
			return fmt.Errorf("a Scanner (Exact: %v) finds %v, not %v, in %.2000q", f.Exact, scanned, found, text)
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

// judgeFound judges matches. Without exact, each is a URN that Exact finds there, or a prefix
// of one.
func judgeFound(by, text string, exact bool, found []span) error {
	want := findSlowly(text)
	if exact && !slices.Equal(found, want) {
		return fmt.Errorf("%s finds %v, not %v, in %.2000q", by, found, want, text)
	}
	for _, m := range found {
		if longest := expression.FindString(text[m.start:]); !isURN(text[m.start:m.end]) || len(longest) < m.end-m.start {
			return fmt.Errorf("%s finds %v in %.2000q", by, m, text)
		}
	}
	return nil
}
