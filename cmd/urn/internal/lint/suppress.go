package lint

import (
	"bytes"
	"fmt"
	"strings"
)

// A comment of any language suppresses findings:
//
//	urn-lint:ignore                 all on its line
//	urn-lint:ignore malformed,upper-case    these on its line
//	urn-lint:ignore-next-line …     those on the next line
//
// White space may follow the colon.
const (
	mark     = "urn-lint:"
	ignore   = "ignore"
	nextLine = "-next-line"
)

// marks holds the rules that the comments on a line, and on the line before it,
// suppress.
type marks struct {
	known bool // they are those of the current line
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
			start := bytes.LastIndexByte(p.text[:p.from-1], '\n') + 1
			before = p.text[start : p.from-1]
		}
		p.mark(before, -1)
		line := p.text[p.from:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		p.mark(line, p.from)
	}
	return p.marks.all || p.marks.rules[rule]
}

// mark reads the comments of a line that begins at an offset in the text. An offset
// of -1 stands for the line before the current one.
func (p *piece) mark(line []byte, offset int) {
	for at := 0; ; {
		i := bytes.Index(line[at:], []byte(mark))
		if i < 0 {
			return
		}
		at += i + len(mark)
		at = len(line) - len(bytes.TrimLeft(line[at:], " \t"))
		if !bytes.HasPrefix(line[at:], []byte(ignore)) {
			continue
		}
		at += len(ignore)
		next := bytes.HasPrefix(line[at:], []byte(nextLine))
		if next {
			at += len(nextLine)
		}
		if next != (offset < 0) || at < len(line) && strings.IndexByte(nameBytes, line[at]) >= 0 {
			continue
		}
		n := p.ruleNames(line[at:], at, offset)
		if n == 0 {
			p.marks.all = true
		}
	}
}

const nameBytes = "abcdefghijklmnopqrstuvwxyz0123456789-"

// ruleNames reads the names of rules after the mark, which are separated by commas or
// spaces, up to the first word that is not a name. It returns how many there are.
func (p *piece) ruleNames(text []byte, at, offset int) (n int) {
	rest := string(text)
	for {
		trimmed := strings.TrimLeft(rest, " \t,")
		if len(trimmed) == len(rest) {
			return n
		}
		word := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, nameBytes))]
		comma := strings.Contains(rest[:len(rest)-len(trimmed)], ",")
		rule, ok := RuleByName(word)
		switch {
		case strings.Trim(word, "-") == "" || n > 0 && !comma:
			return n // the comment ends, or goes on with other words
		case ok:
			n++
			p.marks.rules[rule] = true
		default:
			n++
			if offset >= 0 && p.Levels[Suppression] != Off {
				start := offset + at + len(text) - len(trimmed)
				p.add(Suppression, start, start+len(word), []byte(word), fmt.Sprintf("there is no rule %q", word), "", word)
			}
		}
		rest = trimmed[len(word):]
	}
}
