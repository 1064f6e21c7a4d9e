package abnf

import (
	"fmt"
	"strconv"
	"strings"
)

// reader reads one source. Its methods are named after the rules of RFC 5234,
// section 4.
type reader struct {
	file string
	text string
	pos  int
	line int
}

func (g *Grammar) read(s Source) error {
	r := &reader{file: s.Name, text: s.Text, line: 1}
	// rulelist = 1*( rule / (*WSP c-nl) )
	for r.pos < len(r.text) {
		mark, line := r.pos, r.line
		r.wsp()
		if ok, _, err := r.cNL(); err != nil {
			return err
		} else if ok {
			continue
		}
		if r.pos != mark {
			return r.errorf("a rule begins in the first column")
		}
		if err := r.rule(g, line); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) errorf(format string, args ...any) error {
	return &Error{r.file, r.line, fmt.Sprintf(format, args...)}
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

func (r *reader) wsp() {
	for r.peek() == ' ' || r.peek() == '\t' {
		r.pos++
	}
}

// cNL reads a comment or the end of a line, if one comes next, and returns the
// text of the comment.
func (r *reader) cNL() (ok bool, comment string, err error) {
	mark := r.pos
	if r.accept(";") {
		for c := r.peek(); c == '\t' || ' ' <= c && c <= '~'; c = r.peek() {
			r.pos++
		}
		comment = strings.TrimSpace(r.text[mark+1 : r.pos])
	}
	if r.accept("\n") || r.accept("\r\n") {
		r.line++
		return true, comment, nil
	}
	if r.pos != mark {
		if r.pos == len(r.text) {
			return false, "", r.errorf("the last line does not end")
		}
		return false, "", r.errorf("byte %#02x in a comment", r.peek())
	}
	return false, "", nil
}

// cWSP reads *c-wsp, and returns the comments in it. A line that does not
// begin with white space is not a continuation; its predecessor's end is left.
func (r *reader) cWSP() (comments []string, err error) {
	for {
		r.wsp()
		mark, line := r.pos, r.line
		ok, comment, err := r.cNL()
		if err != nil {
			return nil, err
		}
		if !ok {
			return comments, nil
		}
		if c := r.peek(); c != ' ' && c != '\t' {
			r.pos, r.line = mark, line
			return comments, nil
		}
		if comment != "" {
			comments = append(comments, comment)
		}
	}
}

func isAlpha(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (r *reader) rulename() string {
	mark := r.pos
	if isAlpha(r.peek()) {
		for c := r.peek(); isAlpha(c) || isDigit(c) || c == '-'; c = r.peek() {
			r.pos++
		}
	}
	return r.text[mark:r.pos]
}

func (r *reader) rule(g *Grammar, line int) error {
	name := r.rulename()
	if name == "" {
		return r.errorf("%q where a rule should begin", string(r.peek()))
	}
	comments, err := r.cWSP()
	if err != nil {
		return err
	}
	if !r.accept("=") {
		return r.errorf(`no "=" after the name %q`, name)
	}
	operator := "="
	if r.accept("/") {
		operator = "=/"
	} else if r.accept("-") {
		operator = "=-"
	}
	more, err := r.cWSP()
	if err != nil {
		return err
	}
	comments = append(comments, more...)
	node, inside, err := r.alternation()
	if err != nil {
		return err
	}
	comments = append(comments, inside...)
	ok, last, err := r.cNL()
	if err != nil {
		return err
	}
	if !ok {
		if r.pos == len(r.text) {
			return r.errorf("the last line does not end")
		}
		return r.errorf("%q in rule %q", string(r.peek()), name)
	}
	if last != "" {
		comments = append(comments, last)
	}

	key := strings.ToLower(name)
	old := g.rules[key]
	fault := func(format string, args ...any) error {
		return &Error{r.file, line, fmt.Sprintf(format, args...)}
	}
	switch {
	case operator == "=" && old != nil:
		return fault("rule %q is defined already, at %s:%d", name, old.File, old.Line)
	case operator == "=":
		g.rules[key] = &Rule{Name: name, File: r.file, Line: line, Node: node}
	case old == nil:
		return fault("%q of rule %q, which is not defined above", operator, name)
	case operator == "=/":
		old.Node = Alternation{old.Node, node}
	default:
		clause := strings.Join(comments, " ")
		if clause == "" {
			return fault(`"=-" of rule %q has no comment with its clause`, name)
		}
		old.Without = append(old.Without, Exclusion{r.file, line, node, clause})
	}
	return nil
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
//
// It reads the white space after it as well.
func (r *reader) alternation() (Node, []string, error) {
	var all Alternation
	var comments []string
	for {
		c, inside, err := r.concatenation()
		if err != nil {
			return nil, nil, err
		}
		all = append(all, c)
		comments = append(comments, inside...)
		if !r.accept("/") {
			break
		}
		more, err := r.cWSP()
		if err != nil {
			return nil, nil, err
		}
		comments = append(comments, more...)
	}
	if len(all) == 1 {
		return all[0], comments, nil
	}
	return all, comments, nil
}

// concatenation = repetition *(1*c-wsp repetition)
//
// It reads the white space after it as well.
func (r *reader) concatenation() (Node, []string, error) {
	var all Concatenation
	var comments []string
	for {
		n, err := r.repetition()
		if err != nil {
			return nil, nil, err
		}
		all = append(all, n)
		end := r.pos
		more, err := r.cWSP()
		if err != nil {
			return nil, nil, err
		}
		comments = append(comments, more...)
		switch r.peek() {
		case 0, '/', ')', ']', ';', '\r', '\n':
			if len(all) == 1 {
				return all[0], comments, nil
			}
			return all, comments, nil
		}
		if r.pos == end {
			return nil, nil, r.errorf("%q where a space should be", string(r.peek()))
		}
	}
}

// repetition = [repeat] element
func (r *reader) repetition() (Node, error) {
	low, hasLow, err := r.number()
	if err != nil {
		return nil, err
	}
	high, hasHigh := low, hasLow
	star := r.accept("*")
	if star {
		if high, hasHigh, err = r.number(); err != nil {
			return nil, err
		}
		if !hasHigh {
			high = -1
		}
	}
	n, err := r.element()
	if err != nil || !star && !hasLow {
		return n, err
	}
	if high >= 0 && high < low {
		return nil, r.errorf("%d*%d is empty", low, high)
	}
	return Repetition{low, high, n}, nil
}

// maxRepeat bounds the numbers of a repetition: each becomes as many copies.
const maxRepeat = 10_000

func (r *reader) number() (n int, ok bool, err error) {
	mark := r.pos
	for isDigit(r.peek()) {
		r.pos++
	}
	if r.pos == mark {
		return 0, false, nil
	}
	n, err = strconv.Atoi(r.text[mark:r.pos])
	if err != nil || n > maxRepeat {
		return 0, false, r.errorf("repetition of %s", r.text[mark:r.pos])
	}
	return n, true, nil
}

// element = rulename / group / option / char-val / num-val / prose-val
func (r *reader) element() (Node, error) {
	line := r.line
	switch c := r.peek(); {
	case isAlpha(c):
		return Reference{r.rulename(), line}, nil
	case r.accept("("):
		return r.bracket(")")
	case r.accept("["):
		n, err := r.bracket("]")
		return Repetition{0, 1, n}, err
	case c == '"':
		return r.charVal(true)
	case r.accept("%"):
		return r.numVal()
	case c == '<':
		return nil, r.errorf("a prose-val denotes no set of strings")
	case c == 0 && r.pos == len(r.text):
		return nil, r.errorf("the grammar ends where an element should be")
	default:
		return nil, r.errorf("%q where an element should be", string(c))
	}
}

// bracket reads a group or an option after its opening bracket.
func (r *reader) bracket(end string) (Node, error) {
	line := r.line
	if _, err := r.cWSP(); err != nil {
		return nil, err
	}
	n, _, err := r.alternation()
	if err != nil {
		return nil, err
	}
	if !r.accept(end) {
		return nil, r.errorf("no %q for the bracket in line %d", end, line)
	}
	return n, nil
}

// char-val = DQUOTE *(%x20-21 / %x23-7E) DQUOTE
func (r *reader) charVal(fold bool) (Node, error) {
	if !r.accept(`"`) {
		return nil, r.errorf("no quote")
	}
	mark := r.pos
	for c := r.peek(); ' ' <= c && c <= '~' && c != '"'; c = r.peek() {
		r.pos++
	}
	value := r.text[mark:r.pos]
	if !r.accept(`"`) {
		return nil, r.errorf("no closing quote")
	}
	return Text{value, fold}, nil
}

// num-val = "%" (bin-val / dec-val / hex-val), read from after the "%", and the
// two forms of RFC 7405.
func (r *reader) numVal() (Node, error) {
	c := r.peek()
	if r.pos < len(r.text) {
		r.pos++
	}
	base := 0
	switch c {
	case 's', 'S':
		return r.charVal(false)
	case 'i', 'I':
		return r.charVal(true)
	case 'b', 'B':
		base = 2
	case 'd', 'D':
		base = 10
	case 'x', 'X':
		base = 16
	default:
		return nil, r.errorf(`no base after "%%"`)
	}
	first, err := r.octet(base)
	if err != nil {
		return nil, err
	}
	if r.accept("-") {
		last, err := r.octet(base)
		if err != nil {
			return nil, err
		}
		if last < first {
			return nil, r.errorf("the range %d-%d is empty", first, last)
		}
		return Range{first, last}, nil
	}
	all := Octets{first}
	for r.accept(".") {
		next, err := r.octet(base)
		if err != nil {
			return nil, err
		}
		all = append(all, next)
	}
	return all, nil
}

func (r *reader) octet(base int) (byte, error) {
	mark := r.pos
	for isDigit(r.peek()) || isAlpha(r.peek()) {
		r.pos++
	}
	n, err := strconv.ParseUint(r.text[mark:r.pos], base, 8)
	if err != nil {
		return 0, r.errorf("%q is not an octet in base %d", r.text[mark:r.pos], base)
	}
	return byte(n), nil
}
