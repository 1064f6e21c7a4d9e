package notation

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/scheme"
)

// Text is a text with its escapes undone. The zero Text is empty. A Text must not be
// used by several goroutines at once.
type Text struct {
	// Bytes is the text with its escapes undone. If there are none, it shares memory with
	// the argument of Decode. Otherwise it belongs to the Text.
	Bytes []byte

	lexer lexer
}

// Decode undoes the escapes of src, which is in notation n. It sets t.Bytes, and returns
// the number of bytes of src that it has used: all of src, except an escape at the end that
// may continue after src. If last is set, src is the end of the input.
//
// If src does not begin the input, n is the result of [Notation.After] for the part before
// src.
//
// The time taken is linear in the length of src. Decode reuses the memory of t. A reference
// to an HTML entity that XML does not have may need an allocation.
func (t *Text) Decode(n Notation, src []byte, last bool) int {
	t.lexer = lexer{n: n, undo: true, dst: slices.Grow(t.lexer.dst[:0], len(src)), places: append(t.lexer.places[:0], place{}), names: t.lexer.names[:0], plain: plainRun{run: -1, unsure: -1}, shown: plainRun{run: -1}, last: last}
	l := &t.lexer // a new lexer would be allocated
	i := l.next(src, 0)
	if i == len(src) {
		t.Bytes = src
		return len(src)
	}
	used := l.decode(src, i, last)
	t.Bytes = l.dst
	return used
}

// Encoded returns where in t.Bytes the ":" after "urn" of each percent-encoded name is. The result is valid
// until the next call of Decode.
func (t *Text) Encoded() []int { return t.lexer.names }

// Left returns how many names in the argument of Decode begin as each of [Left] says. They are not undone.
func (t *Text) Left() [len(Left)]int { return t.lexer.left }

// Input returns the position of t.Bytes[start:end] in the argument of Decode. An escape is
// never divided: if t.Bytes[start:end] has a part of its characters, the result includes
// the whole escape. The result is empty if start == end.
//
// For places in ascending order, the time taken by all calls together is linear. It
// does not allocate.
func (t *Text) Input(start, end int) (int, int) {
	from := t.lexer.place(start).at(start)
	if start == end {
		return from, from
	}
	return from, t.lexer.place(end - 1).endAt(end - 1)
}

// next returns the first position at or after pos where an escape may begin in src, or len(src).
func (l *lexer) next(src []byte, pos int) int {
	any, four := "", [4]byte{'%', '&', '\\', '\x1b'}
	switch l.n.base() {
	case Plain:
		return len(src)
	case CSV:
		return pos
	case SQL, MySQL:
		any = "'\"$\\"
	case XML, HTML:
		any = "&'"
	case JSON:
		any = `\`
	case URL:
		four = [4]byte{'%', '%', '%', '%'}
	}
	if any != "" {
		if i := bytes.IndexAny(src[pos:], any); i >= 0 {
			return pos + i
		}
		return len(src)
	}
	if l.opened {
		if i := bytes.IndexAny(src[pos:], "'\"\n"); i >= 0 {
			src = src[:pos+i]
		}
	}
	for line := pos; ; pos++ {
		if pos = dfa.IndexFour(src, pos, &four); pos == len(src) {
			return pos
		}
		switch s := src[pos:]; s[0] {
		case '%':
			if l.beginsEncoded(src, pos) {
				return pos
			}
		case '&':
			if u, more := reference(s, true); more || u.size > 0 {
				return pos
			}
		case '\x1b':
			if colours(s) > 0 || !l.last && len(s) < maxColours {
				return pos
			}
		default: // in the next line, which may be JSON, or before the ":" of a name
			if l.n != notJSON || bytes.IndexByte(src[line:pos], '\n') >= 0 || l.isBackslashed(src, pos) {
				return pos
			}
			line = pos
		}
	}
}

// isBackslashed reports whether the backslash at src[pos] begins the ":" of a name like "urn\:". It counts a name
// that is left, such as "urn\u003a" outside JSON.
func (l *lexer) isBackslashed(src []byte, pos int) bool {
	if !followsURN(src, pos) {
		return false
	}
	for i, left := range Left[escaped:referenced] {
		if ascii.HasPrefixFold(bytes.TrimLeft(src[pos:], `\`), left.like) {
			l.left[escaped+i]++
		}
	}
	return bytes.HasPrefix(src[pos:], []byte(`\:`))
}

// decode appends src to the result, with its escapes undone. The first may begin at src[i]. It returns the
// number of bytes of src that it has used. This is len(src), unless last is false and an escape at the end
// may continue.
func (l *lexer) decode(src []byte, i int, last bool) int {
	switch l.n.base() {
	case CSV, SQL, MySQL, XML, HTML:
		return l.run(src, last)
	}
	pos := 0
	for i < len(src) {
		n := 0
		if src[i] == '%' {
			n = l.percentEncoded(src, pos, i, last)
		} else {
			l.pass(src[pos:i])
			n = l.escape(src, i, last)
		}
		if n < 0 {
			return i
		}
		pos = n
		i = l.next(src, pos)
	}
	l.pass(src[pos:])
	return len(src)
}

// escape undoes the escape at src[pos], which is not percent-encoded. It returns the position after
// it, or -1 if src is too short to tell.
func (l *lexer) escape(src []byte, pos int, last bool) int {
	s, isAuto := src[pos:], l.n.base() == Auto
	var u unit
	more := false
	switch {
	case s[0] == '\x1b':
		n := colours(s)
		if more = n+maxColours > len(s); n > 0 && (!more || last) {
			if l.shows(s[n:]) {
				return pos + l.replace(s[:n])
			}
			return pos + l.replace(s[:n], '\x1b')
		}
	case s[0] == '"': // after a name that reopen has opened
		return pos + l.replace(s[:1], '|')
	case s[0] == '\n', s[0] == '\'':
		l.opened = false
		return pos + l.replace(s[:1], map[byte]byte{'\n': '\n', '\'': '"'}[s[0]])
	case s[0] == '&' && l.n == inString: // in JSON, it is an ordinary character
		if u, _ = reference(s, true); u.n == 1 && u.text[0] == ':' && followsURN(src, pos) {
			l.left[referenced]++
		}
	case s[0] == '&':
		if u, more = reference(s, true); u.size > 0 && (!more || last) {
			l.n = notJSON
			return pos + l.character(s[:u.size], u.text[:u.n])
		}
	case isAuto && l.n != inString:
		// A backslash is only in strings: this line is not JSON.
		l.n = notJSON
		if l.isBackslashed(src, pos) {
			return pos + l.backslashedName(s)
		}
	default:
		if more = u.nested(src, pos); u.size == 0 && (!more || last) {
			if more = u.json(s); u.text[0] == '\\' || u.size == 0 && !more {
				l.isBackslashed(src, pos)
			}
		}
		if u.size > 0 && (!more || last) {
			next := s[u.size:]
			if isAuto && u.n == 1 && bytes.IndexByte([]byte(mayContinue), u.text[0]) >= 0 && ascii.HasPrefixFold(next, "urn%3a") {
				u.text[0] = '|' // as without an escape of JSON
			}
			return pos + l.jsonCharacter(s[:u.size], u.text[:u.n])
		}
	}
	if more && !last {
		return -1
	}
	l.pass(s[:1])
	return pos + 1
}

// colours returns the length of the colours of a terminal at the start of s, which begins with ESC.
func colours(s []byte) (n int) {
	for n < maxColours && bytes.HasPrefix(s[n:], []byte("\x1b[")) {
		end := n + len("\x1b[")
		for end < len(s) && (ascii.IsDigit(s[end]) || s[end] == ';' || s[end] == ':') {
			end++
		}
		if end >= min(len(s), n+maxColours) || s[end] != 'm' && s[end] != 'K' {
			break
		}
		n = end + 1
	}
	return n
}

const maxColours = 64 // bytes

// shows reports whether a terminal shows the result and s as one word, so that no name begins in s.
func (l *lexer) shows(s []byte) bool {
	n := len(l.dst)
	if n == 0 || !ascii.IsAlnum(l.dst[n-1]) {
		return true
	}
	for k := 1; k <= min(n, len("urn")); k++ {
		if ascii.EqualFold("urn"[:k], l.dst[n-k:]) && (k == n || !ascii.IsAlnum(l.dst[n-k-1])) {
			return true
		}
	}
	s = s[:min(len(s), maxColours)]
	if i := bytes.IndexFunc(s, func(c rune) bool { return c <= ' ' }); i >= 0 {
		s = s[:i]
	}
	i := scheme.Index(s, 0)
	return i != 0 && (i < 0 || s[i-1] != '=') && l.shown.before(l.dst)
}

// jsonCharacter appends the character that raw, an escape of JSON, stands for. A quotation mark or a
// control character is text within the string, so it stays an escape, which the finder reads so.
func (l *lexer) jsonCharacter(raw, text []byte) int {
	switch c := text[0]; {
	case c == '"':
		return l.put(raw, '\\', '"')
	case c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f:
		const digits = "0123456789abcdef"
		return l.put(raw, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
	}
	return l.put(raw, text...)
}

// character appends text, the character that raw, a reference, stands for. A quotation mark does not
// end the value of an attribute, so it gets a backslash there.
func (l *lexer) character(raw, text []byte) int {
	switch state := l.n.state(); {
	case string(text) == `"` && (state == inXMLDouble || state == inXMLSingle || state == inDouble || state == inSingle || state == notJSON):
		return l.put(raw, '\\', '"')
	case string(text) == "'" && state == notJSON:
		l.reopen()
	}
	return l.put(raw, text...)
}

// reopen makes the apostrophes around the name that the result ends in, if they are on one line, quotation
// marks. So an apostrophe in the name does not end it. Nor does a quotation mark, which becomes "|".
func (l *lexer) reopen() {
	text := l.dst[max(0, len(l.dst)-maxOpened):]
	i := bytes.LastIndexAny(text, "'`<> \t\n")
	if i >= 0 && text[i] == '\'' && ascii.HasPrefixFold(text[i+1:], "urn:") {
		copy(text[i:], bytes.ReplaceAll(text[i:], []byte{'"'}, []byte{'|'}))
		text[i], l.opened = '"', true
	}
}

const maxOpened = 512 // bytes that reopen looks at

// backslashedName appends a name that begins with "urn\:", of which s is the part after "urn", without
// its backslashes. It returns the length of the part.
func (l *lexer) backslashedName(s []byte) (n int) {
	for n < len(s) {
		switch c := s[n]; {
		case c == '&' && hasReference(s[n:min(len(s), n+maxReference)]), c == '%' && followsURN(s, n):
			return n
		case c == '\\' && n+1 < len(s) && isSpecial(s[n+1]):
			l.put(s[n:n+2], s[n+1])
			n += 2
		case ascii.IsAlnum(c) || bytes.IndexByte([]byte(mayContinue), c) >= 0:
			l.copy(s[n : n+1])
			n++
		default:
			return n
		}
	}
	return n
}

// isSpecial reports whether files of properties and queries of Lucene may have a backslash before c.
func isSpecial(c byte) bool { return bytes.IndexByte([]byte("+-&|!(){}[]^~*?:/\\=#.@_,;$%"), c) >= 0 }

// percentEncoded undoes the name with the "%" of its first ":" at src[at]; src[:pos] is undone. It returns
// the position after it, or -1 if src is too short to tell.
func (l *lexer) percentEncoded(src []byte, pos, at int, last bool) int {
	// The escape before the name is undone, like the escape after the name.
	if k := at - len("%22urn"); k >= pos && opens(src[k:]) {
		l.pass(src[pos:k])
		l.decodeName(src[k : k+len("%22")])
		pos = k + len("%22")
	} else if k := at - len("&urn"); k >= pos && bytes.IndexByte([]byte(mayContinue), src[k]) >= 0 && !isEscape(src[max(0, k-2):]) &&
		!bytes.EqualFold(src[max(0, k-len("urn")):k+1], []byte("urn:")) { // as in urn:urn%3Aex%3Aa
		l.pass(src[pos:k])
		l.replace(src[k:k+1], cmp.Or(dividers[src[k]], '|'))
		pos = k + 1
	}
	l.pass(src[pos:at])
	if pos = at; at == l.plain.unsure && !last {
		return -1
	}
	n, before := encodedLen(src[pos:], at > len("urn") && src[at-len("/urn")] == '/')
	var after unit // an escape of JSON after the name
	more := pos+n == len(src)
	if !more && l.n == inString && src[pos+n] == '\\' {
		more = after.json(src[pos+n:])
	}
	if more && !last {
		return -1
	}
	l.decodeName(src[pos : pos+n-before])
	pos += n
	if before > 0 {
		// A name that is not percent-encoded begins here.
		l.decodeName(src[pos-before : pos])
		if c := &l.dst[len(l.dst)-1]; bytes.IndexByte([]byte(mayContinue), *c) >= 0 || ascii.IsAlnum(*c) {
			*c = '|'
		}
	} else if pos < len(src) && endsEncoded(src[pos]) && !refersToLetter(src[pos:]) { // which may begin another name
		l.replace(src[pos:pos+1], cmp.Or(dividers[src[pos]], '|'))
		pos++
	} else if after.n == 1 && endsEncoded(after.text[0]) {
		l.replace(src[pos:pos+after.size], cmp.Or(dividers[after.text[0]], '|'))
		pos += after.size
	}
	return pos
}

// refersToLetter reports whether s begins with a reference to an ASCII letter or digit.
func refersToLetter(s []byte) bool {
	if s[0] != '&' {
		return false
	}
	u, _ := reference(s, true)
	return u.n == 1 && ascii.IsAlnum(u.text[0])
}

// endsEncoded reports whether c ends a percent-encoded name, although it may belong to a name.
func endsEncoded(c byte) bool { return bytes.IndexByte([]byte("/&=?,();:@+$#'"), c) >= 0 }

// dividers has what the result has in place of a byte directly before or after a percent-encoded name, if not "|".
var dividers = [256]byte{'\'': '"'}

// pass appends s to the result unchanged.
func (l *lexer) pass(s []byte) {
	l.n = l.n.After(s)
	l.copy(s)
}

// replace appends text to the result in place of raw.
func (l *lexer) replace(raw []byte, text ...byte) int {
	l.n = l.n.After(raw)
	return l.put(raw, text...)
}

// place is the position of an escape.
type place struct {
	out, in int   // its start in the result and in the input
	n, size uint8 // the length in bytes of its characters, and of the escape
}

// at returns the position in the input of byte i of the result, or of the escape that
// encodes it. No other escape is between p and i.
func (p place) at(i int) int {
	if i < p.out+int(p.n) {
		return p.in
	}
	return p.in + int(p.size) + i - p.out - int(p.n)
}

// endAt returns the end in the input of byte i of the result, or of the escape that encodes
// it.
func (p place) endAt(i int) int {
	if i < p.out+int(p.n) {
		return p.in + int(p.size)
	}
	return p.at(i) + 1
}

// place returns the last place that begins at or before byte i of the result. It searches
// from the previous result on.
func (l *lexer) place(i int) place {
	for l.places[l.hint].out > i {
		l.hint--
	}
	for l.hint+1 < len(l.places) && l.places[l.hint+1].out <= i {
		l.hint++
	}
	return l.places[l.hint]
}
