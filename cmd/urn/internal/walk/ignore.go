package walk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Verdict says whether rules ignore a file or a directory.
type Verdict uint8

const (
	None   Verdict = iota // no rule matches
	Ignore                // the last rule that matches ignores it
	Keep                  // the last rule that matches begins with "!"
)

// IgnoreList holds the rules of a .gitignore file, or rules that are written the same way.
// A nil *IgnoreList has none.
type IgnoreList struct {
	rules []rule // in reverse order: the last matching rule decides
	err   error
}

// rule is a line of a file of rules.
type rule struct {
	keep     bool   // it begins with "!"
	dirs     bool   // it ends with "/": only directories match
	anchored bool   // it has another "/": it matches whole paths, not base names
	literal  bool   // the pattern is text without wildcards
	suffix   string // not "": the pattern is "*" and this text
	pattern  string // for doublestar, or the text if literal
}

// ParseIgnore reads rules as Git reads a .gitignore file. As in Git, a malformed
// pattern matches nothing; see [IgnoreList.Err].
func ParseIgnore(text string) *IgnoreList {
	r := new(IgnoreList)
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		one, ok, err := parseRule(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		if ok {
			r.rules = append(r.rules, one)
		}
		if err != nil && r.err == nil {
			r.err = fmt.Errorf("line %d: %w", number, err)
		}
	}
	slices.Reverse(r.rules)
	return r
}

// Err returns an error about the first malformed pattern, or nil.
func (r *IgnoreList) Err() error {
	if r == nil {
		return nil
	}
	return r.err
}

// Match returns the verdict of the rules on a path, which is relative to the directory of
// the rules and has slashes. It does not check the parent directories of the path: the
// caller has matched these before.
func (r *IgnoreList) Match(name string, dir bool) Verdict {
	if r == nil {
		return None
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	for i := range r.rules {
		if r.rules[i].match(name, base, dir) {
			if r.rules[i].keep {
				return Keep
			}
			return Ignore
		}
	}
	return None
}

func (r *rule) match(name, base string, dir bool) bool {
	if r.dirs && !dir {
		return false
	}
	if !r.anchored {
		name = base
	}
	switch {
	case r.literal:
		return name == r.pattern
	case r.suffix != "":
		return strings.HasSuffix(name, r.suffix)
	}
	ok, err := doublestar.Match(r.pattern, name)
	return ok && err == nil
}

// parseRule reads a line without its end. It reports whether the line is a rule that
// can match something.
func parseRule(line string) (r rule, ok bool, err error) {
	whole := line
	if strings.HasPrefix(line, "#") {
		return r, false, nil
	}
	for strings.HasSuffix(line, " ") { // at the end, a space counts only after a "\"
		rest := line[:len(line)-1]
		if escapes := len(rest) - len(strings.TrimRight(rest, `\`)); escapes%2 == 1 {
			break
		}
		line = rest
	}
	line, r.keep = strings.CutPrefix(line, "!")
	line, r.dirs = strings.CutSuffix(line, "/")
	if line == "" || strings.HasSuffix(line, "/") {
		return r, false, nil
	}
	r.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if r.anchored && (line == "**" || strings.HasSuffix(line, "/**")) {
		line += "/*" // the content of a directory, but not the directory
	}
	if !strings.ContainsAny(line, `*?[\`) {
		r.literal, r.pattern = true, line
		return r, true, nil
	}
	if rest, ok := strings.CutPrefix(line, "*"); ok && !r.anchored && !strings.ContainsAny(rest, `*?[\`) {
		r.suffix = rest
	}
	r.pattern = translate(line)
	if !doublestar.ValidatePattern(r.pattern) {
		return r, false, fmt.Errorf("malformed pattern %q", whole)
	}
	return r, true, nil
}

// classes are the character classes of POSIX for ASCII, without "/", which no
// wildcard matches.
var classes = map[string]string{
	"alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "blank": " \t", "cntrl": "\x00-\x1f\x7f",
	"digit": "0-9", "graph": "\\!-.0-Z\\[-~", "lower": "a-z", "print": " -.0-Z\\[-~",
	"punct": "\\!-.:-@\\[-`{-~", "space": " \t-\r", "upper": "A-Z", "xdigit": "0-9a-fA-F",
}

// translate converts a pattern of Git to a pattern of doublestar, in which braces have a
// meaning and brackets have no classes.
func translate(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '{', '}':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\\':
			b.WriteByte(c)
			if i++; i < len(pattern) {
				b.WriteByte(pattern[i])
			}
		case '[':
			i += bracket(&b, pattern[i:]) - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// bracket writes the bracket expression at the start of pattern, and returns its length. If
// the expression is not closed, it writes a text that makes the pattern malformed.
func bracket(b *strings.Builder, pattern string) int {
	i := 1
	b.WriteByte('[')
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		b.WriteString("^/")
		i++
	}
	for first := true; i < len(pattern); first = false {
		switch c := pattern[i]; {
		case c == ']' && !first:
			b.WriteByte(c)
			return i + 1
		case c == ']':
			b.WriteString(`\]`)
		case c == '\\' && i+1 < len(pattern):
			b.WriteString(pattern[i : i+2])
			i++
		case strings.HasPrefix(pattern[i:], "[:"):
			name, _, _ := strings.Cut(pattern[i+2:], ":]")
			if set, ok := classes[name]; ok {
				b.WriteString(set)
				i += len(name) + len("[::]") - 1
			} else {
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
		}
		i++
	}
	return i
}
