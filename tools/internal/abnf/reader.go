package abnf

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// reader reads one source. Its methods are named after the rules of RFC 5234,
// section 4. They panic with an *Error, which [Grammar.read] returns.
type reader struct {
	file, text string
	pos        int
}

// What a reader reads at once. cWSP is *c-wsp: a line that does not begin with white space
// is not a continuation, and the end of the line before it is not read.
var (
	blank    = regexp.MustCompile(`^[ \t]*(;[\t -~]*)?\r?\n`)
	cNL      = regexp.MustCompile(`^(;[\t -~]*)?\r?\n`)
	cWSP     = regexp.MustCompile(`^([ \t]|(;[\t -~]*)?\r?\n[ \t])*`)
	comment  = regexp.MustCompile(`^;[\t -~]*`)
	rulename = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*`)
	digits   = regexp.MustCompile(`^[0-9]+`)
	number   = regexp.MustCompile(`^[0-9A-Za-z]*`)
	chars    = regexp.MustCompile(`^[ !#-~]*`)
)

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
	r := &reader{file: s.Name, text: s.Text}
	// rulelist = 1*( rule / (*WSP c-nl) )
	for r.pos < len(r.text) {
		if r.run(blank) == "" {
			r.rule(g)
		}
	}
	return nil
}

func (r *reader) line() int { return 1 + strings.Count(r.text[:r.pos], "\n") }

func (r *reader) fail(format string, args ...any) { r.failAt(r.line(), format, args...) }

func (r *reader) failAt(line int, format string, args ...any) {
	panic(&Error{r.file, line, fmt.Sprintf(format, args...)})
}

// next returns the next byte, or "" at the end.
func (r *reader) next() string { return r.text[r.pos:min(r.pos+1, len(r.text))] }

// accept reads s if it comes next.
func (r *reader) accept(s string) bool {
	if strings.HasPrefix(r.text[r.pos:], s) {
		r.pos += len(s)
		return true
	}
	return false
}

// run reads the text that an expression matches.
func (r *reader) run(e *regexp.Regexp) string {
	s := e.FindString(r.text[r.pos:])
	r.pos += len(s)
	return s
}

func (r *reader) rule(g *Grammar) {
	line, begin := r.line(), r.pos
	name := r.run(rulename)
	switch {
	case name != "":
	case r.next() == " " || r.next() == "\t":
		r.fail("a rule begins in the first column")
	case r.next() != ";":
		r.fail("%q where a rule should begin", r.next())
	default:
		r.noEnd("")
	}
	r.run(cWSP)
	if !r.accept("=") {
		r.fail(`no "=" after the name %q`, name)
	}
	operator := "="
	if r.accept("/") {
		operator = "=/"
	} else if r.accept("-") {
		operator = "=-"
	}
	r.run(cWSP)
	node := r.alternation()
	if r.run(cNL) == "" {
		r.noEnd(name)
	}

	key := strings.ToLower(name)
	old := g.rules[key]
	switch clause := comments(r.text[begin:r.pos]); {
	case operator == "=" && old != nil:
		r.failAt(line, "rule %q is defined already, at %s:%d", name, old.File, old.Line)
	case operator == "=":
		g.rules[key] = &Rule{Name: name, File: r.file, Line: line, Node: node}
	case old == nil:
		r.failAt(line, "%q of rule %q, which is not defined above", operator, name)
	case operator == "=/":
		old.Node = Alternation{old.Node, node}
	case clause == "":
		r.failAt(line, `"=-" of rule %q has no comment with its clause`, name)
	default:
		old.Without = append(old.Without, Exclusion{r.file, line, node, clause})
	}
}

// noEnd says why there is no end of a line after a rule, or after a comment of its own.
func (r *reader) noEnd(rule string) {
	commented := r.run(comment) != ""
	switch {
	case r.pos == len(r.text):
		r.fail("the last line does not end")
	case commented:
		r.fail("byte %#02x in a comment", r.next()[0])
	}
	r.fail("%q in rule %q", r.next(), rule)
}

var quotedOrComment = regexp.MustCompile(`"[^"]*"|;.*`)

// comments returns the comments of a rule, joined by spaces.
func comments(rule string) string {
	var all []string
	for _, s := range quotedOrComment.FindAllString(rule, -1) {
		if text, ok := strings.CutPrefix(s, ";"); ok {
			all = append(all, strings.Fields(text)...)
		}
	}
	return strings.Join(all, " ")
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
//
// It reads the white space after it as well.
func (r *reader) alternation() Node {
	all := Alternation{r.concatenation()}
	for r.accept("/") {
		r.run(cWSP)
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
		spaces := r.run(cWSP)
		switch next := r.next(); {
		case !strings.Contains("/)];\r\n", next): // an element
		case len(all) == 1:
			return all[0]
		default:
			return all
		}
		if spaces == "" {
			r.fail("%q where a space should be", r.next())
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
	text := r.run(digits)
	n, err := strconv.Atoi(text)
	if text != "" && (err != nil || n > maxRepeat) {
		r.fail("repetition of %s", text)
	}
	return n, text != ""
}

// element = rulename / group / option / char-val / num-val / prose-val
func (r *reader) element() Node {
	line := r.line()
	if name := r.run(rulename); name != "" {
		return Reference{name, line}
	}
	switch {
	case r.accept("("):
		return r.bracket(")")
	case r.accept("["):
		return Repetition{0, 1, r.bracket("]")}
	case r.next() == `"`:
		return r.charVal(true)
	case r.accept("%"):
		return r.numVal()
	case r.next() == "<":
		r.fail("a prose-val denotes no set of strings")
	case r.next() == "":
		r.fail("the grammar ends where an element should be")
	}
	r.fail("%q where an element should be", r.next())
	return nil
}

// bracket reads a group or an option after its opening bracket.
func (r *reader) bracket(end string) Node {
	line := r.line()
	r.run(cWSP)
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
	value := r.run(chars)
	if !r.accept(`"`) {
		r.fail("no closing quote")
	}
	return Text{value, fold}
}

// num-val = "%" (bin-val / dec-val / hex-val), read from after the "%", and the
// two forms of RFC 7405.
func (r *reader) numVal() Node {
	c := strings.ToLower(r.next())
	base := map[string]int{"b": 2, "d": 10, "x": 16, "s": 0, "i": 0}
	if _, ok := base[c]; !ok {
		r.fail(`no base after "%%"`)
	}
	r.pos++
	if base[c] == 0 {
		return r.charVal(c == "i")
	}
	octet := func() byte {
		text := r.run(number)
		n, err := strconv.ParseUint(text, base[c], 8)
		if err != nil {
			r.fail("%q is not an octet in base %d", text, base[c])
		}
		return byte(n)
	}
	all := []byte{octet()}
	if r.accept("-") {
		last := octet()
		if last < all[0] {
			r.fail("the range %d-%d is empty", all[0], last)
		}
		return Range{all[0], last}
	}
	for r.accept(".") {
		all = append(all, octet())
	}
	return Text{Value: string(all)}
}
