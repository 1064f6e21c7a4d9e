package abnf

import (
	"fmt"
	"strconv"
	"strings"
)

// reader reads one source. Its methods are named after the rules of RFC 5234,
// section 4. They panic with an *Error, which [Grammar.read] returns.
type reader struct {
	file     string
	text     string
	pos      int
	line     int
	comments []string // of the rule that is being read
}

func (g *Grammar) read(s Source) (err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *Error:
			err = fault
		default:
			panic(fault)
		}
	}()
	r := &reader{file: s.Name, text: s.Text, line: 1}
	// rulelist = 1*( rule / (*WSP c-nl) )
	for r.pos < len(r.text) {
		mark, line := r.pos, r.line
		r.wsp()
		if ok, _ := r.cNL(); ok {
			continue
		}
		if r.pos != mark {
			r.fail("a rule begins in the first column")
		}
		r.rule(g, line)
	}
	return nil
}

func (r *reader) fail(format string, args ...any) {
	panic(&Error{r.file, r.line, fmt.Sprintf(format, args...)})
}

// peek returns the next byte, or 0 at the end: NUL is not part of any grammar.
func (r *reader) peek() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// accept reads s if it comes next.
func (r *reader) accept(s string) bool {
	if strings.HasPrefix(r.text[r.pos:], s) {
		r.pos += len(s)
		return true
	}
	return false
}

// run reads the bytes that is holds for.
func (r *reader) run(is func(byte) bool) string {
	mark := r.pos
	for r.pos < len(r.text) && is(r.text[r.pos]) {
		r.pos++
	}
	return r.text[mark:r.pos]
}

func (r *reader) wsp() { r.run(isSpace) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
func isAlpha(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isPrint(c byte) bool { return ' ' <= c && c <= '~' }

// cNL reads a comment or the end of a line, if one comes next, and returns the
// text of the comment.
func (r *reader) cNL() (ok bool, comment string) {
	mark := r.pos
	if r.accept(";") {
		comment = strings.TrimSpace(r.run(func(c byte) bool { return c == '\t' || isPrint(c) }))
	}
	if r.accept("\n") || r.accept("\r\n") {
		r.line++
		return true, comment
	}
	if r.pos != mark {
		r.wantMore()
		r.fail("byte %#02x in a comment", r.peek())
	}
	return false, ""
}

func (r *reader) wantMore() {
	if r.pos == len(r.text) {
		r.fail("the last line does not end")
	}
}

// cWSP reads *c-wsp, and keeps the comments in it. A line that does not begin with white
// space is not a continuation: the end of the line before it is not read.
func (r *reader) cWSP() {
	for {
		r.wsp()
		mark, line := r.pos, r.line
		ok, comment := r.cNL()
		if !ok {
			return
		}
		if !isSpace(r.peek()) {
			r.pos, r.line = mark, line
			return
		}
		r.comment(comment)
	}
}

func (r *reader) comment(text string) {
	if text != "" {
		r.comments = append(r.comments, text)
	}
}

func (r *reader) rulename() string {
	if !isAlpha(r.peek()) {
		return ""
	}
	return r.run(func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' })
}

func (r *reader) rule(g *Grammar, line int) {
	r.comments = nil
	name := r.rulename()
	if name == "" {
		r.fail("%q where a rule should begin", string(r.peek()))
	}
	r.cWSP()
	if !r.accept("=") {
		r.fail(`no "=" after the name %q`, name)
	}
	operator := "="
	if r.accept("/") {
		operator = "=/"
	} else if r.accept("-") {
		operator = "=-"
	}
	r.cWSP()
	node := r.alternation()
	ok, last := r.cNL()
	if !ok {
		r.wantMore()
		r.fail("%q in rule %q", string(r.peek()), name)
	}
	r.comment(last)

	key := strings.ToLower(name)
	old := g.rules[key]
	fault := func(format string, args ...any) {
		panic(&Error{r.file, line, fmt.Sprintf(format, args...)})
	}
	switch {
	case operator == "=" && old != nil:
		fault("rule %q is defined already, at %s:%d", name, old.File, old.Line)
	case operator == "=":
		g.rules[key] = &Rule{Name: name, File: r.file, Line: line, Node: node}
	case old == nil:
		fault("%q of rule %q, which is not defined above", operator, name)
	case operator == "=/":
		old.Node = Alternation{old.Node, node}
	case len(r.comments) == 0:
		fault(`"=-" of rule %q has no comment with its clause`, name)
	default:
		old.Without = append(old.Without, Exclusion{r.file, line, node, strings.Join(r.comments, " ")})
	}
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
//
// It reads the white space after it as well.
func (r *reader) alternation() Node {
	all := Alternation{r.concatenation()}
	for r.accept("/") {
		r.cWSP()
		all = append(all, r.concatenation())
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// concatenation = repetition *(1*c-wsp repetition)
//
// It reads the white space after it as well.
func (r *reader) concatenation() Node {
	var all Concatenation
	for {
		all = append(all, r.repetition())
		end := r.pos
		r.cWSP()
		switch r.peek() {
		case 0, '/', ')', ']', ';', '\r', '\n':
			if len(all) == 1 {
				return all[0]
			}
			return all
		}
		if r.pos == end {
			r.fail("%q where a space should be", string(r.peek()))
		}
	}
}

// repetition = [repeat] element
func (r *reader) repetition() Node {
	low, repeats := r.number()
	high := low
	if r.accept("*") {
		if high, repeats = r.number(); !repeats {
			high, repeats = -1, true
		}
	}
	n := r.element()
	if !repeats {
		return n
	}
	if high >= 0 && high < low {
		r.fail("%d*%d is empty", low, high)
	}
	return Repetition{low, high, n}
}

// maxRepeat bounds the numbers of a repetition: each becomes as many copies.
const maxRepeat = 10_000

func (r *reader) number() (n int, ok bool) {
	digits := r.run(isDigit)
	if digits == "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxRepeat {
		r.fail("repetition of %s", digits)
	}
	return n, true
}

// element = rulename / group / option / char-val / num-val / prose-val
func (r *reader) element() Node {
	line := r.line
	switch c := r.peek(); {
	case isAlpha(c):
		return Reference{r.rulename(), line}
	case r.accept("("):
		return r.bracket(")")
	case r.accept("["):
		return Repetition{0, 1, r.bracket("]")}
	case c == '"':
		return r.charVal(true)
	case r.accept("%"):
		return r.numVal()
	case c == '<':
		r.fail("a prose-val denotes no set of strings")
	case c == 0 && r.pos == len(r.text):
		r.fail("the grammar ends where an element should be")
	}
	r.fail("%q where an element should be", string(r.peek()))
	return nil
}

// bracket reads a group or an option after its opening bracket.
func (r *reader) bracket(end string) Node {
	line := r.line
	r.cWSP()
	n := r.alternation()
	if !r.accept(end) {
		r.fail("no %q for the bracket in line %d", end, line)
	}
	return n
}

// char-val = DQUOTE *(%x20-21 / %x23-7E) DQUOTE
func (r *reader) charVal(fold bool) Node {
	if !r.accept(`"`) {
		r.fail("no quote")
	}
	value := r.run(func(c byte) bool { return isPrint(c) && c != '"' })
	if !r.accept(`"`) {
		r.fail("no closing quote")
	}
	return Text{value, fold}
}

// num-val = "%" (bin-val / dec-val / hex-val), read from after the "%", and the
// two forms of RFC 7405.
func (r *reader) numVal() Node {
	c := r.peek() | 0x20 // in lower case
	base := map[byte]int{'b': 2, 'd': 10, 'x': 16}[c]
	if base == 0 && c != 's' && c != 'i' {
		r.fail(`no base after "%%"`)
	}
	r.pos++
	if base == 0 {
		return r.charVal(c == 'i')
	}
	first := r.octet(base)
	if r.accept("-") {
		last := r.octet(base)
		if last < first {
			r.fail("the range %d-%d is empty", first, last)
		}
		return Range{first, last}
	}
	all := Octets{first}
	for r.accept(".") {
		all = append(all, r.octet(base))
	}
	return all
}

func (r *reader) octet(base int) byte {
	digits := r.run(func(c byte) bool { return isDigit(c) || isAlpha(c) })
	n, err := strconv.ParseUint(digits, base, 8)
	if err != nil {
		r.fail("%q is not an octet in base %d", digits, base)
	}
	return byte(n)
}
