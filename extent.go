package urn

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// verdict is what a candidate is.
type verdict uint8

const (
	noName     verdict = iota // "urn:" in a program, or at which nobody means a name
	isName                    // a URN, whose end the text shows
	isMiss                    // nearly a URN
	partial                   // a prefix, template or pattern of names
	isTemplate                // only for found: a template or a pattern
)

const (
	// The rule looks at no more than this many bytes before a candidate, and after
	// the place where the grammar ends it. Both bounds keep the search linear.
	maxBefore = 256
	maxAfter  = 256
	maxWords  = 64 // the part of maxBefore in which a word such as "prefix" counts
	maxBlanks = 8  // between a quotation mark and an operator that concatenates

	firstWindow = 128 // what is fed first; more only if the name may be longer
)

// candidate is a "urn:" in a text, and what the rule says about it. The methods look
// at the text only by at, so that reach is true.
type candidate struct {
	f     Finder
	text  []byte
	start int

	// Of a name, its end; otherwise the end of what somebody means, or where the
	// search goes on.
	end    int
	starts dfa.Starts // of a name
	n      int        // its length

	// The verdict is the same for any text that agrees in text[context:reach]. If
	// reach is more than len(text), it depends on what follows text.
	context, reach int

	// If a separator ends a URN, a text that ends after it has the same one: reach is
	// then this.
	separated int
	seen      int // what reach was; 0 if it is reach

	open     enclosure
	opened   int  // the length of the opening delimiter
	template bool // the extent is that of a template or a pattern
	regex    bool // what precedes is the start of a regular expression
	depth    int  // how many brackets of its own are open where the grammar ends it

	dollar, pattern, paren int // where the first one is, or -1
}

// enclosure is an opening delimiter directly before a candidate.
type enclosure struct {
	close string // the closing delimiter; "" if there is no opening one
	quote bool   // close is a quotation mark, and may have backslashes before it
	curly bool   // a mark beyond ASCII; any closing one of Unicode ends it
}

// at returns text[i], or 0 at the end of the text.
func (c *candidate) at(i int) byte {
	c.reach = max(c.reach, i+1)
	if i >= len(c.text) {
		return 0
	}
	return c.text[i]
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

// begins reports whether a further name begins at i.
func (c *candidate) begins(i int) bool { return c.has(i, "urn:") && ascii.IsAlnum(c.at(i+len("urn:"))) }

// goesOn reports whether r, which is not ASCII, goes on with a word.
func goesOn(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

// isOpening and isClosing report whether r is a mark, beyond ASCII, that opens or closes.
func isOpening(r rune) bool {
	return unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || unicode.Is(unicode.Ps, r)
}
func isClosing(r rune) bool {
	return unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || unicode.Is(unicode.Pe, r)
}

// equalFold reports whether s and t, in ASCII, are the same but for case.
func equalFold(s []byte, t string) bool {
	for i := range s {
		if ascii.Lower(s[i]) != ascii.Lower(t[i]) {
			return false
		}
	}
	return len(s) == len(t)
}

// verdict decides about the candidate at c.start by the rule that f asks for.
func (c *candidate) verdict() verdict {
	if c.f.Exact {
		return c.exactly()
	}
	return c.judge()
}

// judge decides about the candidate at c.start.
func (c *candidate) judge() verdict {
	s := c.start
	c.end, c.context, c.reach = s+len("urn:"), s, s+len("urn:")
	c.dollar, c.pattern, c.paren = -1, -1, -1
	if c.has(c.end, "urn:") {
		return noName // the name begins at the second one
	}
	c.before()
	l, stop, how := c.grammar()
	if l.Len == 0 {
		if how == byGrammar {
			stop += s
		}
		return c.malformed(stop)
	}
	end := stop
	closed := how == byClose
	if how == byGrammar {
		end = s + l.Len
		closed = c.closedAt(end) > 0
	}
	if !closed && c.paren >= 0 && c.paren < end {
		end, how = c.paren, byParen
	}
	if n := end - s; n != l.Len {
		again := machines[c.f.Syntax.known()].Longest()
		machines[c.f.Syntax.known()].Feed(&again, stringOf(c.text[min(s+len("urn:"), end):end]))
		if again.Len != n {
			c.end = end
			if c.text[end-1] == ':' {
				return partial
			}
			return isMiss
		}
		l = again
	}
	c.starts, c.n = *l.Starts(), l.Len
	switch {
	case c.regex, c.dollar >= 0 && c.dollar < end, c.pattern >= 0 && c.pattern < end:
		c.end = c.extent(end, true)
		return partial
	case closed:
		c.end = end
		if c.isPrefix() {
			return partial
		}
		return isName
	}
	if how == byGrammar {
		if v := c.after(end); v != isName {
			if c.end <= end { // after has not found where it ends
				c.end = c.extent(end, v == partial)
			}
			return v
		}
	}
	c.trim()
	c.end = s + c.n
	if strings.Contains(stringOf(c.text[c.end:end]), "...") {
		c.end = end
		return partial
	}
	if nss := int(c.starts[markNSS]); c.n == nss+1 && isPunctuation(c.text[c.end-1]) {
		c.end = s + nss
		return partial
	}
	if c.separated > 0 {
		c.seen, c.reach = c.reach, c.separated
	}
	return isName
}

// exactly is judge for Exact.
func (c *candidate) exactly() verdict {
	c.end = c.start + len("urn:")
	c.context, c.reach = c.start-c.escape(), c.end
	m := machines[c.f.Syntax.known()]
	l := m.Longest()
	rest := c.text[c.end:]
	m.Feed(&l, stringOf(rest[:min(len(rest), MaxLen-len("urn:"))]))
	stop, _ := m.Stop(&l)
	c.reach = c.start + stop + 1
	if l.Len == 0 {
		return noName
	}
	c.starts, c.n, c.end = *l.Starts(), l.Len, c.start+l.Len
	return isName
}

// What ends a candidate.
type ending uint8

const (
	byGrammar   ending = iota
	byClose            // the closing delimiter
	bySeparator        // "," or ";" before a further name, or what belongs to a URL
	byParen            // a ")" that the name has not opened
)

// grammar finds the longest prefix that is a URN, as far as a closing delimiter or a
// separator within it. stop is where that is; for byGrammar, it is the length of the
// prefix that begins a URN.
func (c *candidate) grammar() (l dfa.Longest, stop int, how ending) {
	m := machines[c.f.Syntax.known()]
	l = m.Longest()
	rest := c.text[c.start+len("urn:"):]
	rest = rest[:min(len(rest), MaxLen-len("urn:"))]
	seen, window := c.start+len("urn:"), firstWindow
	inQ := false
	for {
		piece := rest[:min(len(rest), window)]
		rest = rest[len(piece):]
		more := m.Feed(&l, stringOf(piece))
		stop, _ = m.Stop(&l)
		for ; seen < c.start+stop; seen++ {
			switch b := c.at(seen); b {
			case '(':
				c.depth++
				if d := c.at(seen + 1); d == '?' || d == '.' && isRepeat(c.at(seen+2)) {
					c.mark(&c.pattern, seen)
				}
			case ')':
				switch {
				case c.depth > 0:
					c.depth--
				case c.open.close == ")":
					return l, seen, byClose
				case c.open.close == "":
					return l, seen, byParen
				default:
					c.mark(&c.paren, seen)
				}
			case ',', ';':
				if reach := c.reach; c.depth == 0 && c.begins(seen+1) {
					c.separated = max(reach, seen+1)
					return l, seen, bySeparator
				}
			case '\'', '_', '%':
				if c.open.close == "" || c.open.close[0] != b || !c.has(seen, c.open.close) {
					continue
				}
				after := c.at(seen + len(c.open.close))
				if b == '\'' && len(c.open.close) == 1 && after == '\'' {
					seen++ // a doubled quotation mark stands for one
				} else if b != '_' || !ascii.IsAlnum(after) && after != '_' {
					return l, seen, byClose
				}
			case '*':
				if c.open.close != "" && c.open.close[0] == '*' && c.has(seen, c.open.close) && ascii.IsAlnum(c.text[seen-1]) {
					return l, seen, byClose
				}
				fallthrough
			case '+':
				d := c.text[seen-1]
				if d == '.' && (c.text[seen-2] == ':' || c.text[seen-2] == '/') ||
					b == '*' && (d == ':' || d == '/') && !inSegment(c.at(seen+1)) {
					c.mark(&c.pattern, seen)
				}
			case '?':
				inQ = inQ || c.at(seen+1) == '='
				if c.inURL() == inPath {
					return l, seen, bySeparator
				}
			case '&':
				if c.entity(seen) > 0 {
					if l.Len > seen-c.start {
						l = m.Longest()
						m.Feed(&l, stringOf(c.text[c.start+len("urn:"):seen]))
					}
					return l, seen - c.start, byGrammar
				}
				if !inQ && c.inURL() != noURL {
					return l, seen, bySeparator
				}
			case '$':
				if d := c.at(seen + 1); ascii.IsAlnum(d) || d == '_' || d == '{' || d == '(' || d == '"' || d == '/' || d == '\'' {
					c.mark(&c.dollar, seen)
				}
			}
		}
		c.reach = max(c.reach, c.start+stop+1)
		if !more || len(rest) == 0 {
			return l, stop, byGrammar
		}
		window *= 2
	}
}

func (c *candidate) mark(place *int, i int) {
	if *place < 0 {
		*place = i
	}
}

func isRepeat(c byte) bool { return c == '*' || c == '+' }

// inSegment reports whether c goes on with what is between two colons.
func inSegment(c byte) bool {
	return ascii.IsAlnum(c) || c == '.' || c == '-' || c == '_' || c == '*' || c == '%'
}

// before reads the opening delimiter.
func (c *candidate) before() {
	s, t := c.start, c.text
	if s == 0 {
		return
	}
	context := 1
	switch p := t[s-1]; p {
	case '"', '`':
		c.open = enclosure{close: `"`, quote: true}
		if p == '`' {
			c.open.close = "`"
		}
	case '\'':
		c.open = enclosure{close: "'", quote: true}
		if s >= 2 && t[s-2] == '\'' {
			c.open.close, context = "''", 2
		}
	case '<':
		c.open.close = ">"
	case '>':
		c.open.close = "</"
	case '(':
		c.open.close = ")"
	case '[':
		c.open.close = "]"
	case '{':
		c.open.close = "}"
	case '*', '_':
		n := 1
		for n < 3 && n < s && t[s-1-n] == p {
			n++
		}
		context = n
		if p == '*' {
			c.open.close = "***"[:n]
		} else if n == s || !ascii.IsAlnum(t[s-1-n]) {
			c.open.close = "___"[:n]
		} else {
			context = n + 1
		}
	case '^':
		if c.regex = s < 2 || t[s-2] != '^'; !c.regex {
			context = 2
		}
	case ':':
		if c.regex = s >= 2 && t[s-2] == '?'; c.regex {
			context = 2
		}
	case ';':
		c.open, context = openingOf(t[max(0, s-maxOpening):s])
	default:
		switch {
		case p >= utf8.RuneSelf:
			context = utf8.UTFMax
			if r, size := utf8.DecodeLastRune(t[:s]); r != utf8.RuneError {
				if context = size; isOpening(r) {
					c.open = enclosure{close: "\u201d", curly: true}
				}
			}
		case ascii.IsAlnum(p): // of an escape
			c.open, _ = openingOf(t[max(0, s-maxOpening):s])
			context = c.escape()
		default:
			context = 0
		}
	}
	c.context = max(0, s-context)
	if c.open.close != "" {
		c.opened = context
	}
}

// openings has the escapes of opening delimiters, and the closing ones.
var openings = [...]struct{ open, close string }{
	{"&quot;", "&quot;"}, {"&#34;", "&#34;"}, {"&#x22;", "&#x22;"}, {"&apos;", "&apos;"}, {"&#39;", "&#39;"}, {"&#x27;", "&#x27;"},
	{"&lt;", "&gt;"}, {"&#60;", "&#62;"}, {"&gt;", "&lt;"}, {"&ldquo;", "&rdquo;"}, {"&lsquo;", "&rsquo;"}, {"&laquo;", "&raquo;"},
	{"%22", "%22"}, {"%27", "%27"}, {"%3C", "%3E"}, {"%3E", "%3C"}, {"%60", "%60"}, {"%5B", "%5D"}, {"%7B", "%7D"}, {"%28", "%29"},
	{`\u0022`, `\u0022`}, {`\u0027`, `\u0027`}, {`\u003C`, `\u003E`}, {`\u003E`, `\u003C`}, {`\x22`, `\x22`}, {`\x27`, `\x27`},
}

const maxOpening = len("&ldquo;")

// escape returns the length of the escape directly before the candidate, or 0 if no
// letter or digit is there.
func (c *candidate) escape() int {
	if c.start == 0 || !ascii.IsAlnum(c.text[c.start-1]) {
		return 0
	}
	n := 2
	for n < c.start && n < maxOpening && !endsEscape(c.text[c.start-n:c.start]) {
		n++
	}
	return n
}

// openingOf returns the opening delimiter that ends s, and its length.
func openingOf(s []byte) (enclosure, int) {
	for _, o := range &openings {
		if len(s) >= len(o.open) && equalFold(s[len(s)-len(o.open):], o.open) {
			return enclosure{close: o.close}, len(o.open)
		}
	}
	return enclosure{}, 0
}

// closedAt returns the length of the closing delimiter at i, or 0.
func (c *candidate) closedAt(i int) int {
	switch {
	case c.at(i) == '|':
		return len("|") // it separates cells, whatever precedes
	case c.open.close == "":
		return 0
	case c.open.curly:
		if c.at(i) < utf8.RuneSelf {
			return 0
		}
		r, size := c.rune(i)
		if !isClosing(r) {
			return 0
		}
		return size
	}
	k := i
	for c.open.quote && k < i+maxBlanks && c.at(k) == '\\' {
		k++
	}
	if !c.has(k, c.open.close) {
		return 0
	}
	return k + len(c.open.close) - i
}

// rune returns the character at i.
func (c *candidate) rune(i int) (rune, int) {
	for k := 1; k < utf8.UTFMax && i < len(c.text) && !utf8.FullRune(c.text[i:min(i+k, len(c.text))]); k++ {
		c.at(i + k)
	}
	return utf8.DecodeRune(c.text[min(i, len(c.text)):])
}

// Where a candidate is.
type location uint8

const (
	noURL location = iota
	inQuery
	inPath
)

// inURL tells whether the candidate is in the path or the query of a URL: what
// precedes it, as far as a byte that no URL holds, has a "?" or ends with "=", or has
// a "/".
func (c *candidate) inURL() location {
	if c.open.close != "" {
		return noURL
	}
	where, from := noURL, max(0, c.start-maxBefore)
	before := c.text[from:c.start]
	if len(before) > 0 && before[len(before)-1] == '=' {
		c.context = min(c.context, c.start-1)
		return inQuery
	}
	for i := len(before) - 1; i >= 0; i-- {
		b := before[i]
		if classes[b].is&placesURL == 0 {
			continue
		}
		if b == '?' {
			c.context = min(c.context, from+i)
			return inQuery
		}
		if b != '/' {
			from += i + 1
			break
		}
		where = inPath
	}
	c.context = min(c.context, from)
	return where
}

// entities are the references of XML and HTML, without "&", to what no URN holds.
var entities = [...]string{"lt;", "gt;", "quot;", "apos;", "nbsp;", "ldquo;", "rdquo;", "lsquo;", "rsquo;", "laquo;", "raquo;", "hellip;"}

// entity is candidate.entity for a text of which all is known.
func entity(text []byte, i int) int {
	c := candidate{text: text}
	return c.entity(i)
}

// entity returns the length of the reference at i to a character that no URN holds, or
// 0.
func (c *candidate) entity(i int) int {
	if c.at(i+1) == '#' {
		for k := 2; k < maxOpening; k++ {
			if b := c.at(i + k); b == ';' && k > 2 {
				return k + 1
			} else if !ascii.IsAlnum(b) {
				break
			}
		}
		return 0
	}
	for _, e := range &entities {
		if c.has(i+1, e) {
			return len("&") + len(e)
		}
	}
	return 0
}

// after tells what a candidate is that the grammar ends at i, by what follows.
func (c *candidate) after(i int) verdict {
	b := c.at(i)
	switch {
	case i >= len(c.text):
		return isName
	case b == ' ' || b == '\t':
		if c.depth > 0 {
			if end := c.closing(i); end > 0 {
				c.end = end
				return isMiss
			}
		}
		return isName
	case b < ' ' || b == 0x7f:
		return isName
	case b >= utf8.RuneSelf:
		r, _ := c.rune(i)
		switch {
		case r == '…':
			return partial
		case (r != utf8.RuneError && !goesOn(r)) || c.text[i-1] == '#':
			return isName
		}
		return isMiss
	}
	switch b {
	case '"', '\'', '`', '>', ']', '}', '|', '^', '(', ')', '.', ',', ';', ':', '!':
		return isName
	case '{':
		return partial
	case '[':
		if c.isClass(i) {
			return partial
		}
		return isName
	case '<':
		if c.isPlaceholder(i, 1) {
			return partial
		}
		return isName
	case '&':
		switch n := c.entity(i); {
		case n == 0:
			return isMiss
		case c.has(i, "&lt;") && c.isPlaceholder(i, n), c.has(i, "&hellip;"):
			return partial
		}
		return isName
	case '%':
		if c.isVerb(i) {
			return partial
		}
		return isMiss
	case '\\':
		return c.backslash(i)
	case '?':
		d := c.at(i + 1)
		switch {
		case d == '+' || d == '=', d == '/' || d == '%':
			return isMiss
		case !ascii.IsAlnum(d) || c.has(i+1, "urn:") || c.inURL() == inPath:
			return isName
		}
	}
	return isMiss
}

// backslash is after for a backslash at i.
func (c *candidate) backslash(i int) verdict {
	switch d := c.at(i + 1); d {
	case '"', '\'', '`', '\\', 'n', 'r', 't', '0', 0, ' ', '\n', '\r', '\t':
		return isName
	case '/':
		return isMiss
	case 'u':
		r := 0
		for k := range 4 {
			d := c.at(i + 2 + k)
			switch {
			case d-'0' < 10:
				r = r<<4 | int(d-'0')
			case ascii.Lower(d)-'a' < 6:
				r = r<<4 | int(ascii.Lower(d)-'a'+10)
			default:
				return partial
			}
		}
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' {
			return isMiss
		}
		if r < utf8.RuneSelf && excluded(byte(r)) || r >= utf8.RuneSelf && !goesOn(rune(r)) {
			return isName
		}
		return isMiss
	}
	return partial
}

// closing returns the end of the bracket that is open at i, or 0 if it is not closed
// soon.
func (c *candidate) closing(i int) int {
	depth := c.depth
	for k := i; k < i+maxAfter; k++ {
		switch c.at(k) {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return c.extent(k+1, false)
			}
		case 0, '\n', '\r', '"', '<', '>', '`':
			return 0
		}
	}
	return 0
}

// isClass reports whether a character class of a regular expression, or a placeholder
// in brackets, begins at i.
func (c *candidate) isClass(i int) bool {
	if c.at(i+1) == '^' {
		return true
	}
	ranges, word := false, ascii.IsAlnum(c.at(i+1))
	for k := i + 1; k < i+maxWords; k++ {
		switch b := c.at(k); {
		case b == ']':
			after := c.at(k + 1)
			return ranges || after == '{' || after == '+' || after == '*' || word && c.isJoint(i-1) && !isDigits(c.text[i+1:k])
		case b == '-':
			ranges = ranges || k > i+1 && ascii.IsAlnum(c.text[k-1]) && ascii.IsAlnum(c.at(k+1))
		case b <= ' ', b == '"', b == '\'', b == '=':
			return false
		case !ascii.IsAlnum(b) && b != '_':
			word = false
		}
	}
	return false
}

func isDigits(s []byte) bool {
	for _, c := range s {
		if c-'0' >= 10 {
			return false
		}
	}
	return true
}

// isJoint reports whether text[i] is what stands between two parts of a name.
func (c *candidate) isJoint(i int) bool {
	return strings.IndexByte(":/#.-_=@~", c.text[i]) >= 0
}

// isPlaceholder reports whether the "<" at i, of n bytes, begins a placeholder such as
// <id>: it is after a joint, and more of the name follows unless the joint is no
// punctuation.
func (c *candidate) isPlaceholder(i, n int) bool {
	if !c.isJoint(i - 1) {
		return false
	}
	if b := c.at(i + n); !ascii.IsAlnum(b) && b != '$' && b != '_' && b != '{' {
		return false
	}
	for k := i + n; k < i+maxWords; k++ {
		b, size := c.at(k), 1
		switch {
		case b == '&' && c.has(k, "&gt;"):
			b, size = '>', len("&gt;")
		case b == ' ' && k > i+n, ascii.IsAlnum(b), b == '_', b == '-', b == '.', b == '$', b == '{', b == '}', b == '[', b == ']':
			continue
		}
		if b != '>' {
			return false
		}
		if c.text[i-1] != '.' {
			return true
		}
		d := c.at(k + size)
		return strings.IndexByte(":/#.-_=@", d) >= 0 || d == '<' || d == '&'
	}
	return false
}

// isVerb reports whether the "%" at i begins a placeholder, as in printf, or is that
// of LIKE in SQL.
func (c *candidate) isVerb(i int) bool {
	switch b := c.at(i + 1); b {
	case '(', '{', '<', '%', '"', '\'', '@':
		return true
	}
	for k := i + 1; k < i+maxBlanks; k++ {
		b := c.at(k)
		if strings.IndexByte("-+ #0123456789.*$lhz", b) < 0 {
			return strings.IndexByte("sdvqxXufFgGeEicpotTUb", b) >= 0 && !ascii.IsAlnum(c.at(k+1))
		}
	}
	return false
}

// isPrefix reports whether a text between delimiters is only the prefix of names. It
// ends with "#", "..." or "$", or the program concatenates it, or it ends with a joint and a
// word before it says so.
func (c *candidate) isPrefix() bool {
	last := c.text[c.end-1]
	if last == '#' || last == '$' || last == '.' && c.n >= 3 && string(c.text[c.end-3:c.end]) == "..." {
		return true
	}
	joint := c.isJoint(c.end - 1)
	if c.open.quote && c.at(c.end) != '|' { // nothing is concatenated to a cell
		p := c.end + c.closedAt(c.end)
		if p == c.end {
			p += len(c.open.close)
		}
		i := p
		for i < p+maxBlanks && (c.at(i) == ' ' || c.at(i) == '\t') {
			i++
		}
		switch b := c.at(i); {
		case b == '+':
			return true
		case !joint:
			return false
		case b == '$' && i == p, b == '~', b == '|' && c.at(i+1) == '|', b == '<' && c.at(i+1) == '>', b == '&' && c.at(i+1) == ' ':
			return true
		case b == '.':
			if d := c.at(i + 1); d == ' ' || d == '$' || d == '.' || d == '"' || d == '\'' {
				return true
			}
		}
	}
	return joint && c.saysPrefix()
}

// saysPrefix reports whether the line has one of the words "prefix", "start" and
// "concat" shortly before the candidate.
func (c *candidate) saysPrefix() bool {
	from := max(0, c.start-maxWords)
	c.context = min(c.context, from)
	line := c.text[from:c.start]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	for i := range line {
		switch ascii.Lower(line[i]) {
		case 'p', 's', 'c':
			for _, w := range [...]string{"prefix", "start", "concat"} {
				if len(line)-i >= len(w) && equalFold(line[i:i+len(w)], w) {
					return true
				}
			}
		}
	}
	return false
}

// malformed decides about a candidate at which no URN begins. The grammar ends at stop.
func (c *candidate) malformed(stop int) verdict {
	nid := c.start + len("urn:")
	i := nid
	for b := c.at(i); i < nid+maxWords && (ascii.IsAlnum(b) || b == '.' || b == '-' || b == '_'); b = c.at(i) {
		i++
	}
	enclosed := c.open.quote || c.open.close == ">" || c.open.close == "</" || c.open.curly
	b := c.at(i)
	switch {
	case i == nid:
		if enclosed && strings.IndexByte("{<$%[\\", b) >= 0 && b != 0 && c.closedAt(i) == 0 {
			c.end = c.extent(i, true)
			return partial
		}
		return noName
	case b != ':':
		if !enclosed {
			return noName
		}
		if c.closedAt(i) > 0 {
			c.end = i
			return isMiss
		}
		if b == '{' || b == '<' || b == '$' || b == '%' || b == '[' {
			c.end = c.extent(i, true)
			return partial
		}
		if b == ' ' {
			// A space in the NID, if more than that stands between the delimiters.
			if end := c.extent(i, false); end > i && c.closedAt(end) > 0 && bytes.IndexByte(c.text[i:end], ':') >= 0 {
				c.end = end
				return isMiss
			}
		}
		return noName
	}
	d := c.at(i + 1)
	switch {
	case c.closedAt(i+1) > 0:
		c.end = i + 1
		return partial
	case d == '#' && c.at(i+2) == '{', d == '{' || d == '<' || d == '$' || d == '%' || d == '[' || d == '\\' || d == '(' || d == '*' || d == '&' && c.entity(i+1) > 0:
		c.end = c.extent(i+1, true)
		return partial
	case d <= ' ' || d == 0x7f || d == '"' || d == '\'' || d == '`' || d == '>' || isPunctuation(d) || d == ']' || d == '}' || d == '|':
		if d == ':' || !enclosed && d != ',' && d != ')' && d != '"' && d != '`' && d != '\'' {
			return noName
		}
		c.end = i + 1
		return partial
	}
	c.end = c.extent(max(stop, i+1), false)
	if c.regex {
		return partial
	}
	return isMiss
}

// extent returns where ends what somebody means by the candidate, which goes on at i.
// It is the closing delimiter if that is near, and otherwise what no name holds. A
// template may hold "<" and ">".
func (c *candidate) extent(i int, template bool) int {
	c.template = template
	separated := 0
	if c.open.close != "" {
		depth := 0
		for k := c.start + len("urn:"); k < i+maxAfter; k++ {
			b := c.at(k)
			if k >= i {
				if b == 0 || b == '\n' {
					break
				}
				if c.open.close == ")" && depth > 0 {
					// a bracket of its own
				} else if c.closedAt(k) > 0 {
					return k
				}
				if (b == ',' || b == ';') && c.begins(k+1) {
					separated = k
					break
				}
			}
			if b == '(' {
				depth++
			} else if b == ')' {
				depth--
			}
		}
	}
	if separated > 0 {
		return separated
	}
	end := i
	for ; end < i+maxAfter; end++ {
		b := c.at(end)
		if b <= ' ' || b == '"' || b == '`' || b == 0x7f || !template && (b == '<' || b == '>') || b == '<' && c.at(end+1) == '/' ||
			(b == ',' || b == ';') && c.begins(end+1) {
			break
		}
	}
	end = min(end, len(c.text))
	opened := bytes.IndexByte(c.text[c.start:end], '(') >= 0
	for end > i && (isPunctuation(c.text[end-1]) || c.text[end-1] == ')' && !opened) {
		end--
	}
	for end > i && !utf8.RuneStart(c.at(end)) && end < len(c.text) {
		end-- // not half of a character
	}
	return end
}

// trim leaves trailing punctuation out of a name that no delimiter ends, and an
// f-component that is empty.
func (c *candidate) trim() {
	s, shortest := c.text[c.start:], shortest(&c.starts)
	for {
		switch n := c.n; {
		case n == int(c.starts[markF]):
			c.starts[markF] = 0
			shortest = int(max(c.starts[markNSS], c.starts[markR], c.starts[markQ])) + 1
			c.n = n - len("#")
		case n > shortest && isPunctuation(s[n-1]):
			c.n--
		case n > shortest+1 && s[n-1] == '*' && s[n-2] == '*':
			for c.n > shortest && s[c.n-1] == '*' {
				c.n--
			}
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
	if f := starts[markF]; f != 0 {
		return int(f)
	}
	return int(max(starts[markNSS], starts[markR], starts[markQ])) + 1
}

// isPunctuation reports whether c is trailing punctuation.
func isPunctuation(c byte) bool {
	const punctuation = 1<<'.' | 1<<',' | 1<<';' | 1<<':' | 1<<'!' | 1<<'?' | 1<<'\''
	return c < 64 && uint64(punctuation)>>c&1 != 0
}
