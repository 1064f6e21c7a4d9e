package find

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/scheme"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

const (
	// The rule looks at no more than maxBefore bytes before a candidate, and maxAfter bytes
	// after the place where the grammar ends it.
	maxBefore = 64
	maxAfter  = 256
	maxWords  = 64          // bytes that most lexemes read
	maxBlanks = 8           // backslashes before a closing delimiter; lexemes have as many blanks
	joints    = ":/#.-_=@~" // they join two parts of a name
)

// candidate is a "urn:" in a text, with the rule's verdict on it. The methods note
// in pastEnd whether they look past the end of the text: most read it only through at.
//
// The time is linear in the length of the text. What the machine reads of a candidate is in
// its finding, or before the next candidate. After that, the rule reads at most maxAfter bytes,
// and nothing after another candidate, so no byte is read in this way for two candidates. It
// stops at white space, except in parentheses, brackets and phrases. For each lexeme that
// precedes a candidate, it reads at most maxBefore bytes.
type candidate struct {
	f     Finder
	text  []byte
	start int

	end int // as judge returns it
	n   int // its length

	read dfa.Longest // what the machine has read

	pastEnd bool // the rule has looked past the end of text: what follows may change the verdict

	open        *opening
	opened      int  // the length of the opening delimiter
	regex       bool // a regular expression begins directly before the candidate
	closes      bool // the closing delimiter is known to follow
	template    bool // of a finding that is Prefix: it is a template or a pattern
	depth       int  // parentheses still open where the grammar stops
	placeholder bool // what is read has a placeholder or a pattern
	doubled     int  // where the second of two apostrophes is that stand for one
	inQ, inF    bool // whether the part that is read has a "?=", and a "#"
	where       location

	// The offsets of what plain has read, up to the first byte that is not kept; zero if it has
	// read nothing. See [dfa.Plain.Read]. rules is not called for these bytes. So plain reads
	// nothing after "_" and "%22", which they may close, or where a regular expression begins.
	first tables.Offsets
}

// opening is a delimiter that may be directly before a name, and its partner.
type opening struct {
	open, close string // close is "" if there is no opening delimiter
	is          uint8
}

const (
	quotes   = 1 << iota // a quotation mark of programs
	encloses             // what is between the delimiters is one value
	valued               // a name that ends with ":" before the closing delimiter is a prefix
	angles               // what it opens may be an element of XML
	curly                // a mark beyond ASCII; any closing mark of Unicode ends it
)

// openings are the opening delimiters. Of two that end the same text, the first counts.
var openings = [...]opening{
	{`"`, `"`, quotes | encloses}, {"`", "`", quotes | encloses}, {"''", "''", quotes | encloses}, {"'", "'", quotes | encloses | valued},
	{"<", ">", encloses | angles}, {"->", "", 0}, {"=>", "", 0}, {">>", "", 0}, {">", "</", encloses}, {"(", ")", 0}, {"[", "]", 0}, {"{", "}", 0}, {"|", "|", 0},
	{"***", "***", 0}, {"**", "**", 0}, {"*", "*", 0}, {"+", "+", 0}, {"~~", "~~", 0}, {"~", "~", 0}, {"___", "___", 0}, {"__", "__", 0}, {"_", "_", 0},
	{"&quot;", "&quot;", encloses}, {"&#34;", "&#34;", encloses}, {"&#x22;", "&#x22;", encloses},
	{"&apos;", "&apos;", encloses}, {"&#39;", "&#39;", encloses}, {"&#x27;", "&#x27;", encloses},
	{"&lt;", "&gt;", encloses | angles}, {"&#60;", "&#62;", encloses | angles}, {"&gt;", "&lt;", encloses},
	{"&ldquo;", "&rdquo;", encloses}, {"&lsquo;", "&rsquo;", encloses}, {"&laquo;", "&raquo;", encloses},
	{"%22", "%22", encloses}, {"%27", "%27", encloses}, {"%3C", "%3E", encloses | angles}, {"%3E", "%3C", encloses}, {"%60", "%60", encloses},
	{"%5B", "%5D", 0}, {"%7B", "%7D", 0}, {"%28", "%29", 0},
	{`\u0022`, `\u0022`, encloses}, {`\u0027`, `\u0027`, encloses}, {`\u003C`, `\u003E`, encloses | angles}, {`\u003E`, `\u003C`, encloses},
	{`\x22`, `\x22`, encloses}, {`\x27`, `\x27`, encloses}, {`\x3C`, `\x3E`, encloses | angles}, {`\x3E`, `\x3C`, encloses},
}

// endingWith has the openings by their last byte.
var endingWith = func() (by [utf8.RuneSelf][]*opening) {
	for i := range openings {
		o := &openings[i]
		last := o.open[len(o.open)-1]
		by[last] = append(by[last], o)
		if lower := ascii.Lower(last); lower != last {
			by[lower] = append(by[lower], o)
		}
	}
	return by
}()

var noOpening opening
var anyOpening = opening{close: "\u201d", is: curly | encloses} // a mark beyond ASCII

// class describes one byte for the fast path and for the rule.
type class struct {
	before  uint8  // what it is before a name; 0 if plain cannot tell
	endedBy uint8  // after which of those it ends a name
	unless  uint16 // and what the next byte must not be
	is      uint16
}

// What is before a name.
const (
	opensNothing = 1 << iota
	quotation
	backquote
	apostrophe
	parenthesis
	squareBracket // or a brace, or "|"
	angle
	tag
)

// What a byte is.
const (
	alnum    = 1 << iota
	excludes // no URN holds it
	operates // a program may concatenate after it
	apostrophes

	doubts      // it may change the meaning of a delimiter after it
	holes       // after the NID, it may begin a placeholder
	punctuation // trailing punctuation
	passed      // scan has no case for it
	brackets    // of a field path of DataHub, in parentheses: a[0].b
	dummies     // an NSS that begins with it may stand for others
	fillers     // the same, if it ends with two of them
	visible     // no blank or control
)

// plain stops at the bytes of plainRuled. It reads the other ruledBytes in an NSS, except "/" and
// escapes in a URL. This is safe: after the bytes that may precede such a name, those cases are no-ops.
const plainRuled = "$&'()*+,;?#"

// ruledBytes are the bytes for which rules has a case; grammar passes over all others.
var ruledBytes = func() (t [256]bool) {
	for _, c := range []byte(plainRuled + "_~%/uU") {
		t[c] = true
	}
	return t
}()

var classes = func() (classes [256]class) {
	const weak = opensNothing | squareBracket | parenthesis
	for c := range classes {
		if c <= ' ' {
			classes[c] = class{opensNothing, ^uint8(0), 0, excludes}
		} else if classes[c].is = visible; ascii.IsAlnum(byte(c)) {
			classes[c].is |= alnum
		}
	}
	classes[' '].endedBy = weak
	set := func(bytes string, k class) {
		for _, c := range []byte(bytes) {
			classes[c].before |= k.before
			classes[c].endedBy |= k.endedBy
			classes[c].unless |= k.unless
			classes[c].is |= k.is
		}
	}
	set(":)]},/=-.@#!$%&?\\", class{before: opensNothing})
	set("<>]}|^\"`", class{endedBy: weak, is: excludes})
	set("\"", class{quotation, quotation, operates, 0})
	set("`", class{backquote, backquote, operates, 0})
	set("'", class{apostrophe, apostrophe, operates | apostrophes | alnum, apostrophes})
	set("(", class{before: parenthesis})
	set(")", class{endedBy: opensNothing | parenthesis})
	set(",;", class{endedBy: opensNothing, unless: visible})
	set("<", class{before: angle, endedBy: tag})
	set(">", class{before: tag, endedBy: angle})
	set("[{|", class{before: squareBracket})
	set(" \t+.", class{is: operates})
	set(" (,hH'-=>!:", class{is: doubts})
	set("{<$%[\\", class{is: holes})
	set(".,;:!?'", class{is: punctuation})
	set(":/%+-.=_*#?$&@!~[{|}^", class{is: passed})
	set("[]^|", class{is: brackets})
	set("xXyY.%", class{is: dummies})
	set("xXDIN", class{is: fillers})
	return classes
}()

// precedes reports whether m accepts what precedes text[i], read from right to left. The
// bytes before the text are 0.
func precedes(m *dfa.Matcher, text []byte, i int) bool {
	row := m.Start
	for k := i - 1; k >= i-maxBefore && row != 0; k-- {
		b := byte(0)
		if k >= 0 {
			b = text[k]
		}
		if row = m.Next[row+uint16(m.Class[b])]; row >= m.Final {
			return true
		}
	}
	return false
}

// at returns text[i], or 0 at the end of the text.
func (c *candidate) at(i int) byte {
	if i < len(c.text) {
		return c.text[i]
	}
	c.pastEnd = true
	return 0
}

// has reports whether text[i:] begins with s, in any case.
func (c *candidate) has(i int, s string) bool {
	for k := range len(s) {
		if ascii.Lower(c.at(i+k)) != ascii.Lower(s[k]) {
			return false
		}
	}
	return true
}

// beginsAt reports whether another candidate begins at i.
func (c *candidate) beginsAt(i int) bool {
	return c.has(i, "urn:") && !glued(c.text, i) // has notes whether it reads past the end
}

// beginsNameAt is like beginsAt, but not after "#": that "urn:" is in the f-component, as in Peppol.
func (c *candidate) beginsNameAt(i int) bool { return c.beginsAt(i) && c.text[i-1] != '#' }

// lexeme returns the length of the shortest text at text[i] that m accepts: see
// lexemes.go.rl. It returns 0 if there is none, and -1 if limit bytes do not decide. read is
// the number of bytes that it has read, including a zero byte after the end of the text.
func lexeme(m *dfa.Matcher, text []byte, i, limit int) (n, read int) {
	row := m.Start
	for k := i; k < i+limit; k++ {
		b := byte(0)
		if k < len(text) {
			b = text[k]
		}
		if row = m.Next[row+uint16(m.Class[b])]; row == 0 {
			return 0, k + 1 - i
		} else if row >= m.Final {
			return k + 1 - i, k + 1 - i
		}
	}
	return -1, limit
}

func (c *candidate) lexeme(m *dfa.Matcher, i int) int { return c.within(m, i, maxWords) }

// within is lexeme with a limit.
func (c *candidate) within(m *dfa.Matcher, i, limit int) int {
	n, read := lexeme(m, c.text, i, limit)
	c.pastEnd = c.pastEnd || i+read > len(c.text)
	return n
}

// verdict decides about the candidate at c.start by the rule that f asks for.
func (c *candidate) verdict() (k Kind) {
	if c.f.Mode != Exact {
		k, c.end = c.judge()
	} else if c.grammar(); c.read.Len > 0 {
		k, c.n, c.end = Name, c.read.Len, c.start+c.read.Len
	}
	c.end = max(c.end, c.start+len("urn:"))
	return k
}

// judge decides about the candidate at c.start. end is that of a name, or of the text that
// the writer meant, or where the search continues.
func (c *candidate) judge() (k Kind, end int) {
	s, nid := c.start, c.start+len("urn:")
	if c.has(nid, "urn:") {
		return Nothing, nid // the name begins at the second one
	}
	c.before()
	end, how := c.grammar()
	l := &c.read
	closed := how == byClose
	switch {
	case how == byGrammar && l.Len == 0:
		return c.malformed()
	case how == byGrammar:
		end = s + l.Len
		closed = c.closedAt(end) > 0
	case s+l.Len != end && c.text[end-1] == ':':
		return Prefix, end
	case s+l.Len != end:
		return NearMiss, end
	}
	c.n = l.Len
	nss := int(l.Starts()[tables.NSS])
	switch {
	case c.lexeme(&lexRemark, s+nss) > 0:
		return Nothing, nid
	case c.regex, c.placeholder, c.lexeme(&lexDummy, s+nss) > 0, c.filler(end):
		return Prefix, c.extent(end, true)
	case closed:
		if k := c.valueEnd(end); k > 0 {
			return NearMiss, k
		}
		if c.isPrefix(end) {
			return Prefix, end
		}
		return Name, end
	case how == byGrammar:
		if k = c.after(end); k != Name {
			return k, c.extent(end, k == Prefix)
		}
		if k := c.goesOnTo(end); k > end {
			return NearMiss, k
		}
	}
	if k := c.quotedPrefix(end); k > 0 {
		return Prefix, k
	}
	c.trim()
	last := s + c.n - 1
	if strings.Contains(alias.String(c.text[last:end]), "...") || c.text[last] == '=' && c.open.is&encloses != 0 && c.at(end) <= '\r' {
		return Prefix, end // "=" at the end of a line may be a soft line end of quoted-printable
	} else if c.n == nss+1 && classes[c.text[last]].is&punctuation != 0 {
		return Prefix, s + nss
	}
	return Name, s + c.n
}

// goesOnTo returns where the closing delimiter is if what follows a URN that the grammar ends
// at i is more of the value between the delimiters, and 0 if not.
func (c *candidate) goesOnTo(i int) (end int) {
	b := c.at(i)
	if c.open.is&encloses != 0 && b > ' ' && (b >= utf8.RuneSelf || among(b, "\"'`>]}^[()|?") || b == '<' && c.open.open != ">") {
		return cmp.Or(c.ahead(i, 0), c.valueEnd(i))
	}
	return 0
}

// valueEnd returns where the closing delimiter is if the value goes on at i with a bracket, which
// may hold blanks, or with an escaped mark in a string whose own mark is not escaped. It is 0
// if not.
func (c *candidate) valueEnd(i int) int {
	b, s := c.at(i), c.start-c.opened
	escaped := s > 0 && c.text[s-1] == '\\'
	if c.open.close == "`" || b != '[' && (b != '\\' || c.open.is&quotes == 0 || escaped || c.at(i+2) != '/' && !ascii.IsAlnum(c.at(i+2))) {
		return 0 // a mark and what follows it in JSON
	}
	how := overEscapes
	if escaped {
		how = 0
	}
	if b == '[' {
		how |= overBlanks
	}
	return c.ahead(i, how)
}

// phrase returns where the closing delimiter is if the text before it, from the blank at i
// on, is more of the value: a single word, words with capitals or digits, or words with a
// ":" within. It is 0 if not: a list, a path, a sentence, an expression.
func (c *candidate) phrase(i int) int {
	s, m := c.start-c.opened, &lexPhrase
	if i == c.start+len("urn:") && (c.open.close == "|" || s > 0 && c.text[s-1] == '/') {
		m = &lexSpaced
	} else if s > 1 && c.text[s-1] == ':' && ascii.IsAlnum(c.text[s-2]) || c.open.is&encloses == 0 || c.template || among(c.text[i-1], ",;") {
		return 0 // in a tag of Go, a name is before the local name of an element; "," or ";" separates
	}
	if n := c.within(m, i, maxAfter); n > 0 && (m == &lexSpaced || c.closedAt(i+n-1) > 0) {
		return i + n - 1
	}
	return 0
}

// quotedPrefix returns the end of a prefix that nothing encloses: urn:ex:a:' or urn:ex:a" + x, or,
// if it ends with what joins two parts of a name, in @prefix x: <h/urn:ex:a/> or after "prefix".
// It returns 0 if there is none.
func (c *candidate) quotedPrefix(end int) int {
	k, b := len(bytes.TrimRight(c.text[:end], ",;.!?'")), c.at(end)
	if among(c.text[k-1], joints) && (b == '>' && precedes(&lexSays, c.text, c.start) || precedes(&lexAsks, c.text, c.start)) {
		return k
	} else if k = end; b != '"' && b != '`' && b != '\'' {
		if k--; c.text[k] != '\'' {
			return 0
		}
	}
	if k >= c.start+shortest(c.read.Starts()) && (c.text[k-1] == ':' || c.lexeme(&lexPlus, k+1) > 0) {
		return k
	}
	return 0
}

// ending says what ends a candidate.
type ending uint8

const (
	notYet      ending = iota
	byGrammar          // or a reference of HTML
	byClose            // the closing delimiter
	bySeparator        // a ",", ";" or "'" after which no name continues, a ")" that closes nothing, a byte of a URL, or another candidate
)

// grammar reads the longest prefix that is a URN, up to the first closing delimiter or separator.
// stop is the position at which it stops reading, and how is the reason.
func (c *candidate) grammar() (stop int, how ending) {
	m, i := tables.Machines[tables.Known(c.f.Syntax)], c.start+len("urn:")
	c.read = m.Longest()
	if c.first.End() > 0 {
		m.Skip(&c.read, uint32(c.first.NSS()), c.first.End())
		i = c.start + c.first.End()
	}
	for text := alias.String(c.text[:c.start+min(len(c.text)-c.start, tables.MaxLen)]); i < len(text); i = m.Walk(&c.read, text, i, &ruledBytes) {
		if !m.Steps(&c.read, text[i]) {
			break
		} else if c.f.Mode == Exact {
			continue
		} else if how = c.rules(i, text[i]); how != notYet {
			break
		}
	}
	c.pastEnd = c.pastEnd || i >= len(c.text)
	return i, cmp.Or(how, byGrammar)
}

// rules returns what ends the candidate at b, the byte at i, or notYet.
func (c *candidate) rules(i int, b byte) ending {
	switch b {
	case 'u', 'U':
		if c.depth == 0 && (c.placeholder || c.regex) && c.beginsNameAt(i) {
			return bySeparator
		}
	case '(':
		c.depth++
		c.mark(i, &lexOdd)
	case ')':
		switch {
		case c.depth > 0:
			c.depth--
		case c.open.close == ")":
			return byClose
		case !c.closes:
			if c.open.close == "" || c.ahead(i+1, 0) == 0 {
				return bySeparator
			}
			c.closes = true
		}
	case ',', ';', '+':
		if c.depth == 0 && (c.lexeme(&lexSeparator, i) > 0 || c.lexeme(&lexParameter, i) > 0 && c.inURL() == inQuery) {
			return bySeparator
		} else if c.placeholder = c.placeholder || c.filler(i); b != '+' {
			break
		} else if c.mark(i-1, &lexRepeat); c.open.close == "+" {
			return byClose
		}
	case '\'', '_', '%', '*', '~':
		if c.open.close == "" && (b != '%' || c.start > 0 && c.text[c.start-1] > ' ') &&
			(b == '\'' && among(c.text[i-1], ":$") || c.lexeme(&lexSeparator, i) > 0 || c.lexeme(&lexParameter, i) > 0 && c.inURL() == inQuery) {
			return bySeparator
		}
		if c.open.close != "" && c.open.close[0] == b && i != c.doubled && c.has(i, c.open.close) {
			after := c.at(i + len(c.open.close))
			if b == '\'' && len(c.open.close) == 1 && after == '\'' {
				c.doubled = i + 1 // a doubled quotation mark stands for one
			} else if b == '\'' && len(c.open.close) == 1 && ascii.IsAlnum(after) && c.ahead(i+1, 0) > 0 {
				break // an apostrophe: 'urn:ex:d'angelo'
			} else if b != '_' && b != '~' || !ascii.IsAlnum(after) && after != '_' {
				return byClose
			}
		}
		if b == '*' && c.open.is&encloses == 0 {
			c.mark(i, &lexOdd)
		}
		c.mark(i-1, &lexRepeat)
	case '?', '/':
		c.inQ = c.inQ || b == '?' && c.at(i+1) == '='
		// In Turtle, a prefix may end with "/>".
		if (b == '?' || !c.inF && c.depth == 0 && c.at(i+1) != '>') && c.inURL() == inPath && !precedes(&lexDOI, c.text, i+1) {
			return bySeparator
		}
	case '&':
		if c.lexeme(&lexEntity, i) > 0 {
			return byGrammar
		}
		if !c.inQ && c.inURL() != noURL {
			return bySeparator
		}
	case '#':
		c.inF = true
	case '$':
		if !c.inF {
			c.mark(i, &lexOdd)
		}
	}
	return notYet
}

// filler reports whether a text that ends at i ends with what stands for other names.
func (c *candidate) filler(i int) bool {
	return classes[c.text[i-1]].is&(alnum|fillers) != alnum && precedes(&lexFiller, c.text, i)
}

// mark notes that a placeholder or a pattern is at i, if m accepts it from the byte before.
func (c *candidate) mark(i int, m *dfa.Matcher) {
	c.placeholder = c.lexeme(m, i-1) > 0 || c.placeholder
}

// before reads the opening delimiter.
func (c *candidate) before() {
	s, t := c.start, c.text
	if c.open = &noOpening; s == 0 {
		return
	}
	p := t[s-1]
	if p >= utf8.RuneSelf {
		if r, size := utf8.DecodeLastRune(t[:s]); r != utf8.RuneError && unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) {
			c.open, c.opened = &anyOpening, size
		}
		return
	}
	c.regex = precedes(&lexRegex, t, s)
	for _, o := range endingWith[p] {
		n := s - len(o.open)
		if n < 0 || n < s-1 && (ascii.Lower(t[s-2]) != ascii.Lower(o.open[len(o.open)-2]) || !ascii.EqualFold(t[n:s], o.open)) {
			continue
		}
		if o.close != "" && (p != '_' || n == 0 || !ascii.IsAlnum(t[n-1])) {
			c.open, c.opened = o, len(o.open)
		}
		return
	}
}

// closedAt returns the length of the closing delimiter at i, or 0.
func (c *candidate) closedAt(i int) int {
	if c.open.close == "" {
		return 0
	}
	switch b := c.at(i); {
	case c.open.is&curly != 0:
		if r, size := c.rune(i); b >= utf8.RuneSelf && unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pe) {
			return size
		}
		return 0
	case b != c.open.close[0] && b != '\\':
		return 0
	}
	k := i
	for c.open.close[0] != '\\' && k < i+maxBlanks && c.at(k) == '\\' {
		k++
	}
	if !c.has(k, c.open.close) {
		return 0
	}
	return k + len(c.open.close) - i
}

// ahead returns where scan finds the closing delimiter, or 0.
func (c *candidate) ahead(i int, how scanning) int {
	if end, closed := c.scan(i, how); closed {
		return end
	}
	return 0
}

// scanning says what scan passes over.
type scanning uint8

const (
	toExtent    scanning = 1 << iota // all that belongs to a near miss or a part
	overEscapes                      // a backslash and the byte after it
	overBlanks                       // blanks before a "]"
)

// scan returns where the closing delimiter is, at i or after it, and true. If white space or
// a further candidate is before it, scan returns false and, for an extent, where the first
// byte is that no name holds. An extent may hold the blanks of a phrase. In its own parentheses,
// it may hold blanks and, at i, a bracket, if the parentheses are closed.
func (c *candidate) scan(i int, how scanning) (end int, closed bool) {
	extent, escapes, blanks := how&toExtent != 0, how&overEscapes != 0, how&overBlanks != 0
	stop, blank, depth, first := 0, 0, c.depth, byte(0)
	if c.open.close != "" {
		first = c.open.close[0]
	}
	if extent && !c.template && depth > 0 && classes[c.at(i)].is&brackets != 0 {
		blank = i
	}
	for end = i; end < i+maxAfter && (stop == 0 || first != 0); end++ {
		b := c.at(end)
		switch {
		case classes[b].is&(alnum|passed) != 0 && b|0x20 != 'u' && b != first:
		case escapes && b == '\\' && c.at(end+1) >= ' ' && !c.beginsAt(end+1):
			end++
		case first != 0 && blank == 0 && (depth == 0 || c.open.close != ")") && c.closedAt(end) > 0:
			return end, !blanks
		case b == '(':
			depth++
		case b == ')':
			if depth = max(depth-1, 0); depth == 0 {
				blank = 0
			}
		case blank > 0:
			if among(b, "\x00\n\r\"<>`") || c.beginsAt(end) {
				return blank, false // also after "#": after a blank or a bracket, no f-component continues
			}
		case blanks && b == ' ':
		case b <= ' ' || b == 0x7f || extent && b == '\\' && among(c.at(end+1), "nrt") || c.beginsNameAt(end):
			if !extent || stop > 0 || b != ' ' && b != '\t' {
				return cmp.Or(stop, end), false
			} else if k := c.phrase(end); k > 0 {
				return k, true
			} else if depth == 0 {
				return end, false
			}
			blank = end
		case b == ']':
			blanks = false
		case extent && stop == 0 && (b == '"' || b == '`' || (b == '<' || b == '>') && !c.template || b == '<' && c.at(end+1) == '/' ||
			b == '\'' && c.text[end-1] == '$' || (b == ',' || b == ';') && c.lexeme(&lexSeparator, end) > 0):
			stop = end
		}
	}
	return cmp.Or(blank, stop, end), false
}

// rune returns the character at i and its length.
func (c *candidate) rune(i int) (rune, int) {
	rest := c.text[min(i, len(c.text)):]
	c.pastEnd = c.pastEnd || !utf8.FullRune(rest)
	return utf8.DecodeRune(rest)
}

// location says where a candidate is.
type location uint8

const (
	unread location = iota
	noURL
	inQuery
	inPath
	inForm // or after an escape of a URL
)

// locations has what precedes a candidate there. The first that does counts.
var locations = [...]*dfa.Matcher{inQuery: &lexQuery, inPath: &lexURL, inForm: &lexForm}

// inURL tells whether the candidate is in a URL or a form. The result is cached.
func (c *candidate) inURL() location {
	for w := inQuery; w <= inForm && c.where == unread && c.open.close == ""; w++ {
		if precedes(locations[w], c.text, c.start) {
			c.where = w
		}
	}
	c.where = max(c.where, noURL)
	return c.where
}

// after tells what a candidate is that the grammar ends at i, by what follows.
func (c *candidate) after(i int) Kind {
	b := c.at(i)
	switch {
	case b > ' ' && c.lexeme(&lexPart, i-1) > 0:
		return Prefix
	case c.depth > 0 && (b <= ' ' || classes[b].is&brackets != 0) || b == ' ' && c.open.is&encloses != 0:
		if end, _ := c.scan(i, toExtent); end > i {
			return NearMiss
		}
		return Name
	case c.lexeme(&lexAfter, i) > 0, (b == '?' && ascii.IsAlnum(c.at(i+1)) || c.depth == 0 && (b == '/' || b == '\\' && c.at(i+1) == '/')) && c.inURL() == inPath:
		return Name
	case b < utf8.RuneSelf && b != '\\', c.lexeme(&lexSlip, i) > 0 && (c.open.is&encloses != 0 || c.lexeme(&lexDash, i) <= 0):
		return NearMiss
	}
	r, _ := c.rune(i)
	if n := c.lexeme(&lexUnicode, i); n > 0 {
		hex, _ := strconv.ParseUint(alias.String(c.text[i+n-4:i+n]), 16, 16)
		r = rune(hex)
	}
	if r >= utf8.RuneSelf && (r != utf8.RuneError && !unicode.In(r, unicode.L, unicode.M, unicode.N) || b != '\\' && c.text[i-1] == '#') {
		return Name
	}
	return NearMiss
}

// isPrefix reports whether a text between delimiters, which ends at end, is only the prefix of
// names. It ends with "...", or with ":" before a "'", or the program concatenates it, or the
// words before it say so. If it ends with a byte that joins two parts of a name, an argument
// after it is enough, or a word shortly before it in the line.
func (c *candidate) isPrefix(end int) bool {
	last := c.text[end-1]
	if bytes.HasSuffix(c.text[:end], []byte("...")) || last == ':' && c.open.is&valued != 0 {
		return true
	}
	joint := among(last, joints)
	if c.open.is&quotes != 0 {
		p := end + c.closedAt(end)
		if c.lexeme(&lexPlus, p) > 0 || joint && c.lexeme(&lexJoin, p) > 0 || last == ':' && (c.at(p) == ';' || c.at(p) == ')') {
			return true
		}
	}
	return c.open.is&encloses != 0 && precedes(&lexAsks, c.text, c.start-c.opened) || joint && precedes(&lexSays, c.text, c.start) ||
		last == ':' && c.at(end+c.closedAt(end)) <= '\r' && precedes(&lexAssigns, c.text, c.start-c.opened)
}

// malformed classifies a candidate that does not start a URN.
func (c *candidate) malformed() (k Kind, end int) {
	nid := c.start + len("urn:")
	i := nid + maxAfter - len("urn:") // before another candidate, if the word is longer
	if n := c.within(&lexWord, nid, maxAfter); n > 0 {
		i = nid + n - 1
	}
	enclosed, b := c.open.is&encloses != 0, c.at(i)
	if b == ':' && c.beginsAt(i-len("urn")) {
		return NearMiss, i - len("urn") // urn:-urn:ex:a
	}
	if b != ':' || i == nid {
		// No NID. Between delimiters, all but "urn:" and a path of a program is meant as
		// a name.
		if i == nid && (c.closedAt(i) > 0 || b == ':' && c.lexeme(&lexPath, i-1) != 0) || c.isElement(i) {
			return Nothing, nid
		}
		if !enclosed && !c.regex && c.lexeme(&lexNID, i) <= 0 {
			if !c.isValue(i) {
				return Nothing, nid
			} else if b == '&' || i > nid && c.lexeme(&lexTag, i) <= 0 && c.after(i) == Name {
				for i > nid+1 && classes[c.text[i-1]].is&punctuation != 0 {
					i--
				}
				return NearMiss, i
			}
		}
		template := c.regex || classes[b].is&holes != 0 && c.closedAt(i) == 0
		switch end = c.extent(i, template); {
		case end == nid:
			return Nothing, nid
		case template:
			return Prefix, end
		}
		return NearMiss, end
	}
	d := c.at(i + 1)
	switch {
	case c.closedAt(i+1) > 0:
		return Prefix, i + 1
	case c.lexeme(&lexTemplate, i+1) > 0:
		return Prefix, c.extent(i+1, true)
	case d == ':' && (!enclosed || c.lexeme(&lexPath, i) != 0):
		return Nothing, nid
	case d <= ' ' || among(d, "\x7f\"'`>]}|") || d != ':' && classes[d].is&punctuation != 0:
		if !enclosed && !among(d, ",)|\"`'") {
			return Nothing, nid
		}
		if k := cmp.Or(c.ahead(i+1, 0), c.phrase(i+1)); enclosed && k > 0 {
			return NearMiss, k
		}
		return Prefix, i + 1
	case c.regex:
		return Prefix, c.extent(i+1, false)
	}
	return NearMiss, c.extent(i+1, false)
}

// isElement reports whether the candidate, whose NID ends at i, is an element of XML with
// the prefix urn, and not the subject of a statement in Turtle, <urn:s> ?p.
func (c *candidate) isElement(i int) bool {
	if c.open.is&angles == 0 || c.at(i) <= ' ' || c.at(i) == '/' && c.closedAt(i+1) > 0 {
		return c.open.is&angles != 0
	}
	// An element's name has no dot and is not directly after "(", and the datatype of a literal
	// in Turtle follows "^^".
	b, n := c.text[max(0, c.start-c.opened-1)], c.closedAt(i)
	return n > 0 && b != '^' && b != '(' && bytes.IndexByte(c.text[c.start:i], '.') < 0 && c.lexeme(&lexElement, i+n) > 0
}

// isValue reports whether the candidate is meant as a name, though nothing encloses it and no
// ":" follows its NID, which ends at i. A key precedes the candidate, or it is the rest of a
// line after ": ", "= " or "> ". Or "/", "?" or "#" follows the NID, or the NID is in braces.
// After a space, a tab or %20, any NID is enough unless scheme.Mentioned. "//" in place of an NID is
// enough everywhere.
func (c *candidate) isValue(i int) bool {
	s, b, p, q := c.start, c.at(i), byte('\n'), byte(0)
	if s > 0 {
		p, q = c.text[s-1], c.text[max(0, s-2)]
	}
	key := precedes(&lexKey, c.text, s)
	valued := key || p < ' ' || p == ' ' && among(q, ":=>")
	blank := among(p, " \t@") && !among(q, "{(") || q == '\\' && among(p, "nrt") || bytes.HasSuffix(c.text[:s], []byte("%20"))
	closed := among(p, "*|") && c.closedAt(i) > 0
	word := (blank || closed) && !scheme.Mentioned(c.text[s+len("urn:"):i])
	switch {
	case i == s+len("urn:"):
		return b == '/' && c.at(i+1) == '/' && ascii.IsAlnum(c.at(i+2)) || b == ' ' && (p == '/' || c.open.close == "|") && c.phrase(i) > 0
	case p == '{':
		return b == '}' && (among(q, "\"'`") || q != '$' && ascii.IsAlnum(c.at(i+1)))
	case among(b, "?/#"):
		begins := blank || among(p, ",;|") || p == '(' && b == '?' || p == ' ' && b != '/' || valued && (p != '/' || b == '?')
		return begins && ascii.IsAlnum(c.at(i+1)) && !c.beginsNameAt(i+1)
	case among(b, "\x00\n\r"):
		return valued || word
	case among(b, "\"'`"):
		return key || p == ' ' && valued || word
	case among(b, ",;"): // at the end of a line, a member of an object or a statement
		return key || word && c.at(i+1) > '\r'
	}
	ends := among(b, " \t!\\&") || b == ')' && q != ','
	return key && b != '(' || word && (ends || closed)
}

// among reports whether set has b.
func among(b byte, set string) bool { return strings.IndexByte(set, b) >= 0 }

// extent returns the end of the text that the writer meant by the candidate, which
// continues at i.
func (c *candidate) extent(i int, template bool) int {
	c.template = template
	end, closed := c.scan(i, toExtent)
	if closed {
		return end
	}
	if b := c.text[end-1]; classes[b].is&punctuation != 0 || b == ')' || b == '}' || b == '\\' {
		whole := c.text[c.start:end]
		quoted, parenthesis, brace := c.at(end) == '"' || c.at(end) == '`', bytes.IndexByte(whole, '(') >= 0, bytes.IndexByte(whole, '{') >= 0
		for ; end > i; end-- {
			if b := c.text[end-1]; classes[b].is&punctuation == 0 && (b != ')' || parenthesis) && (b != '}' || brace) && (b != '\\' || !quoted) {
				break
			}
		}
	}
	for end > i && !utf8.RuneStart(c.at(end)) {
		end-- // not half of a character
	}
	return end
}

// trim leaves trailing punctuation out of a name that no delimiter ends, and an
// f-component that is empty.
func (c *candidate) trim() {
	s, starts := c.text[c.start:], c.read.Starts()
	least := shortest(starts)
	for {
		switch n := c.n; {
		case n == int(starts[tables.F]):
			starts[tables.F] = 0
			least = shortest(starts)
			c.n = n - len("#")
		case n > least && classes[s[n-1]].is&punctuation != 0:
			c.n--
		case n > least+1 && s[n-1] == '*' && s[n-2] == '*':
			c.n = max(least, len(bytes.TrimRight(s[:n], "*")))
		default:
			return
		}
	}
}

// shortest returns the length that a URN has at least when its trailing punctuation
// is removed. Its last component keeps its first byte, and an f-component its "#".
// A component that begins with an escape or a directive needs more, but those do not
// end with punctuation.
func shortest(starts *dfa.Starts) int {
	if f := starts[tables.F]; f != 0 {
		return int(f)
	}
	return int(max(starts[tables.NSS], starts[tables.R], starts[tables.Q])) + 1
}
