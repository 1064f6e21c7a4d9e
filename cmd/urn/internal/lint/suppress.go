package lint

import (
	"bytes"
	"fmt"
	"regexp"
)

// A comment of any language suppresses findings:
//
//	urn-lint:ignore                         all on its line
//	urn-lint:ignore malformed,upper-case    these on its line
//	urn-lint:ignore-next-line …             the findings on the next line
//
// White space may follow the colon. The names of rules are separated by commas.
var (
	suppression = regexp.MustCompile(`(urn-lint:[ \t]*ignore(-next-line)?)(?:[^a-z0-9-]|$)`)
	ruleName    = regexp.MustCompile(`^[ \t,]+([a-z0-9-]*[a-z0-9][a-z0-9-]*)`)
)

// marks holds the rules that the comments on a line, and on the line before it, suppress.
type marks struct {
	known bool // they are the marks of the current line
	all   bool
	rules [256]bool
}

// suppresses reports whether a comment suppresses findings of a rule on the current
// line.
func (p *piece) suppresses(rule RuleID) bool {
	if !p.marks.known {
		p.marks = marks{known: true}
		before := p.before
		if p.from > 0 {
			before = p.text[bytes.LastIndexByte(p.text[:p.from-1], '\n')+1 : p.from-1]
		}
		p.mark(before, -1)
		line, _, _ := bytes.Cut(p.text[p.from:], newline)
		p.mark(line, p.from)
	}
	return p.marks.all || p.marks.rules[rule]
}

// mark reads the comments of a line that begins at an offset in the text. An offset
// of -1 means the line before the current one.
func (p *piece) mark(line []byte, offset int) {
	for _, comment := range suppression.FindAllSubmatchIndex(line, -1) {
		if forNext := comment[4] >= 0; forNext != (offset < 0) {
			continue
		}
		names := 0
		for at := comment[3]; ; names++ {
			m := ruleName.FindSubmatchIndex(line[at:])
			if m == nil || names > 0 && bytes.IndexByte(line[at:at+m[2]], ',') < 0 {
				break // the comment ends, or other words follow
			}
			start, end := at+m[2], at+m[3]
			word := line[start:end]
			if rule, ok := RuleByName(string(word)); ok {
				p.marks.rules[rule] = true
			} else if offset >= 0 && p.Levels[Suppression] != Off {
				p.findings = append(p.findings, p.at(Suppression, offset+start, offset+end, word, fmt.Sprintf("there is no rule %q", word), string(word)))
			}
			at = end
		}
		p.marks.all = p.marks.all || names == 0
	}
}
