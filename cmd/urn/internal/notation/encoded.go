package notation

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/scheme"
)

// plainRun describes the names without percent-encoding in the run of name bytes before a "urn%3A".
type plainRun struct {
	run    int // where the first of them begins, or -1
	read   int // up to here the run has been read
	end    int // of the last finding in the run that has a "urn%3A"
	unsure int // the "%" of a "urn%3A" for which too little of the text is known, or -1
}

// beginsEncoded reports whether the "%" at s[i] is the first of a percent-encoded name, which begins with
// "urn%3A". A "urn%3A" that the finder takes for a part of a name that is not encoded is no such name. If it is
// encoded again, like "urn%253A", it is counted.
func (l *lexer) beginsEncoded(s []byte, i int) bool {
	if !followsURN(s, i) {
		return false
	}
	rest := s[i+1:]
	for bytes.HasPrefix(rest, []byte("25")) {
		rest = rest[len("25"):]
	}
	again := len(rest) < len(s[i+1:])
	if len(rest) < 2 || rest[0] != '3' || rest[1]|0x20 != 'a' {
		return false
	}
	r, start := &l.plain, i-len("urn")
	if start >= r.end && r.before(s[:start]) {
		// The text is longer each time, so that the time is linear.
		end := i + max(2*find.Context, 2*(i-r.run))
		if end > len(s) && !l.last {
			r.unsure = i
			return !again
		}
		if r.end = r.findingAt(s[:min(len(s), end)], start); r.end <= start {
			r.run, r.end = -1, 0
		} else if r.end+find.Context <= end {
			r.run = -1 // more text does not change the finding: the next one begins after it
		}
	}
	if start >= r.end && again {
		l.left[Twice]++
	}
	return start >= r.end && !again
}

// before reports whether a name that is not percent-encoded begins in the run of bytes of names that s
// ends with.
func (r *plainRun) before(s []byte) bool {
	for i := len(s) - 1; ; i-- {
		switch {
		case i < r.read && i >= 0:
			if r.run < 0 {
				r.run = scheme.Index(s, max(r.read-len("urn"), r.end))
			}
			r.read = len(s)
			return r.run >= 0
		case i < 0 || !ascii.IsAlnum(s[i]) && bytes.IndexByte([]byte(mayContinue+"'"), s[i]) < 0:
			r.run, r.read = -1, len(s)
			if i = scheme.Index(s, i+1); i >= 0 {
				r.run = i
			}
			return i >= 0
		}
	}
}

// findingAt returns the end of the last finding in text that begins in the run, before the byte at.
func (r *plainRun) findingAt(text []byte, at int) (end int) {
	if c := text[at-1]; c == ',' || c == ';' {
		// Before a name that is not encoded, it may separate.
		text = slices.Concat(text[:at], []byte("urn:"), text[at+len("urn%3a"):])
	}
	for end = r.run; end <= at; {
		start, next, _, _ := find.Finder{Mode: find.Near}.Next(text, end)
		if start < 0 || start >= at {
			break
		}
		end = next
	}
	return end
}

// escape decodes the escape at the start of s.
func escape(s []byte) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high, a := hexDigit(s[1])
	low, b := hexDigit(s[2])
	return byte(high<<4 | low), a && b
}

func isEscape(s []byte) bool {
	_, ok := escape(s)
	return ok
}

// opens reports whether s begins with the escape of an ASCII character that is neither a
// letter nor a digit. Before a name, such a character may be an opening delimiter.
func opens(s []byte) bool {
	c, ok := escape(s)
	return ok && c < 0x80 && !ascii.IsAlnum(c)
}

// PercentEncoded reports whether percent-encoded names are decoded in a notation.
func (n Notation) PercentEncoded() bool { return n.base() == URL || n.base() == Auto }

// encodedLen returns the number of bytes at the start of s that are unreserved characters
// and escapes (RFC 3986, section 2). A ":" counts, too, if the ":" after the NID is not encoded, and a "/" unless
// the name is a segment of a path: many encoders keep it (section 3.4 allows it in a query). It
// stops at a name that is not percent-encoded. Then last is the length of the character or escape before that name.
func encodedLen(s []byte, isSegment bool) (n, last int) {
	colons, closed := false, 0
	for i := 0; ; {
		if i > 0 && i+len("urn:") <= len(s) && s[i+3] == ':' && bytes.EqualFold(s[i:i+3], []byte("urn")) &&
			(i >= 3 && isEscape(s[i-3:]) || !ascii.IsAlnum(s[i-1])) {
			if i >= 3 && isEscape(s[i-3:]) {
				return i, 3
			}
			return i, 1
		}
		switch {
		case i < len(s) && (ascii.IsAlnum(s[i]) || s[i] == '-' || s[i] == '.' || s[i] == '_' || s[i] == '~' || s[i] == '!' || s[i] == '*'):
			i++
		case isEscape(s[i:]):
			i += len("%41")
		case !isSegment && i > len("%3A") && i+1 < len(s) && s[i] == '/' && (ascii.IsAlnum(s[i+1]) || isEscape(s[i+1:]) || bytes.IndexByte([]byte("-._~/"), s[i+1]) >= 0):
			i++
		case i < len(s) && (i < closed || s[i] == '(') && bytes.IndexByte([]byte("(),;"), s[i]) >= 0:
			// JavaScript does not encode parentheses.
			if i >= closed {
				if closed = closing(s, i); closed == 0 {
					return i, 0
				}
			}
			i++
		case i < len(s) && s[i] == ':' && i > len("%3A") && (colons || bytes.IndexByte(s[len("%3A"):i], '%') < 0):
			colons = true
			i++
		default:
			return i, 0
		}
	}
}

// closing returns the position after the parenthesis that closes the one at s[i], or 0 if there is none before
// white space, a quotation mark or another byte that cannot be in a URL.
func closing(s []byte, i int) int {
	for depth := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case !ascii.IsAlnum(c) && bytes.IndexByte([]byte("-._~!*,;:%"), c) < 0:
			return 0
		}
	}
	return 0
}

// mayContinue has the bytes that may belong to a name, except letters, digits and quotation
// marks.
const mayContinue = "-._~!$&'()*+,;=:@/?#%"

// decodeName appends s to the result, with the escapes undone. encodedLen returned the
// length of s.
func (l *lexer) decodeName(s []byte) {
	for l.n = l.n.After(s); len(s) > 0; {
		i := bytes.IndexByte(s, '%')
		switch c, ok := escape(s); {
		case ok:
			if i = 3; c == ':' && followsURN(l.dst, len(l.dst)) {
				l.names = append(l.names, len(l.dst))
			}
			l.put(s[:i], c)
		case i < 0:
			i = len(s)
			fallthrough
		default:
			l.copy(s[:i])
		}
		s = s[i:]
	}
}

// AppendEncoded appends value to dst, escaped so that it can replace raw, which is a name
// in a text. It returns false if value cannot be written there. n is the result of
// [Notation.After] for the text before raw. In a cell of CSV that is not in quotation
// marks, a value that needs them cannot be written; see [Notation.Unquoted].
func (n Notation) AppendEncoded(dst, value, raw []byte) ([]byte, bool) {
	// brings reports whether value contains text and raw does not.
	brings := func(text string) bool {
		return bytes.Contains(value, []byte(text)) && !bytes.Contains(raw, []byte(text))
	}
	// ends reports whether value, with the text after it, may end a comment.
	ends := func(c string) bool { return bytes.HasSuffix(value, []byte(c)) && !bytes.HasSuffix(raw, []byte(c)) }
	ok := true
	switch base, state := n.base(), n.state(); {
	case (base == URL || base == Auto) && ascii.HasPrefixFold(raw, "urn%3a"):
		return append(dst, strings.ReplaceAll(url.QueryEscape(string(value)), "+", "%20")...), true
	case state != inString && base == Auto && ascii.HasPrefixFold(raw, `urn\:`):
		for _, c := range value {
			if isSpecial(c) && c != '.' && c != '_' {
				dst = append(dst, '\\')
			}
			dst = append(dst, c)
		}
		return dst, true
	case state != inString && base == Auto && hasReference(raw):
		return append(dst, markup.Replace(string(value))...), isXML(value)
	case (base == XML || base == HTML) && !isXML(value):
		ok = false
	case base == JSON, state == inString:
		return appendJSON(dst, value), true
	case state == CSV, state == inCell:
		ok = !bytes.ContainsAny(value, "\"\r\n") && bytes.IndexByte(value, n.Separator()) < 0
	case base == CSV, state == inSQLDouble:
		return appendDoubled(dst, value, `"`), true
	case state == inSQLString, state == inSQLQuote:
		return appendDoubled(dst, value, "'"), bytes.IndexByte(value, 0) < 0 && (n&escapesInString == 0 || bytes.IndexByte(value, '\\') < 0)
	case state == inSQLEscaped, state == inMySQLString, state == inMySQLDouble, state == inSQLCopy, state == inSQLRow:
		quote := map[Notation]string{inMySQLDouble: `"`, inSQLEscaped: "'", inMySQLString: "'"}[state]
		return appendDoubled(dst, []byte(backslashes.Replace(string(value))), quote), bytes.IndexByte(value, 0) < 0
	case state == inMySQLBacktick:
		return appendDoubled(dst, value, "`"), true
	case state == inSQLLine, state == inMySQLLine:
		ok = !brings("\n") && !brings("\r")
	case state == inSQLBlock, state == inMySQLBlock:
		ok = !brings("*/") && !brings("/*") && !ends("*") && !ends("/")
	case state == inSQLDollar:
		ok = !brings("$")
	case base == SQL, base == MySQL:
		ok = !bytes.ContainsAny(value, "'\"`$\\#\x00") && !brings("--") && !brings("/*")
	case state == inXMLCDATA:
		return append(dst, bytes.ReplaceAll(value, []byte("]]>"), []byte("]]]]><![CDATA[>"))...), !ends("]")
	case state == inXMLComment, state == inComment:
		ok = !brings("--") && !ends("-") && !brings("<") && !brings(">")
	case state == inXMLInstruction, state == inBogus:
		ok = !brings(">") && !ends("?")
	case state == inTag, state == inTagName, state == inName, state == afterName:
		ok = !bytes.ContainsAny(value, "\"'<>=/ \t\r\n\f")
	case state == inXMLTag:
		ok = len(value) > 0 && (ascii.IsLetter(value[0]) || value[0] == '_') && !bytes.ContainsAny(value, "\"'<>=/& \t\r\n")
	case state == inEscaped, state == inInner, state == inRaw && n.extra() > withReferences:
		ok = !brings("<") && !brings(">") && !ends("-")
	case state == inUnquoted, state == beforeValue:
		return append(dst, unquoted.Replace(markup.Replace(string(value)))...), true
	case base == XML, base == HTML:
		return append(dst, markup.Replace(string(value))...), true
	}
	return append(dst, value...), ok
}

// hasReference reports whether raw has a reference of HTML.
func hasReference(raw []byte) bool {
	for i, c := range raw {
		if c == '&' {
			if u, _ := reference(raw[i:], true); u.size > 0 {
				return true
			}
		}
	}
	return false
}

// Unquoted reports whether the text that follows is in a CSV cell without quotation marks.
func (n Notation) Unquoted() bool { return n.state() == CSV || n.state() == inCell }

// AppendQuoted appends text as the content of a quoted CSV cell, without the quotation
// marks around it.
func AppendQuoted(dst, text []byte) []byte { return appendDoubled(dst, text, `"`) }

// isXML reports whether XML allows all ASCII characters in value.
func isXML(value []byte) bool {
	return !bytes.ContainsFunc(value, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r", r) })
}

// Escapes of characters in markup, in an attribute without quotation marks, and in an SQL string in which
// backslashes begin escapes.
var (
	markup      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")
	unquoted    = strings.NewReplacer(" ", "&#32;", "=", "&#61;", "`", "&#96;")
	backslashes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)
)

// appendDoubled appends value, with each quote doubled, if there is a quote.
func appendDoubled(dst, value []byte, quote string) []byte {
	if quote != "" && bytes.Contains(value, []byte(quote)) {
		value = bytes.ReplaceAll(value, []byte(quote), []byte(quote+quote))
	}
	return append(dst, value...)
}

func appendJSON(dst, value []byte) []byte {
	for _, c := range value {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = fmt.Appendf(dst, `\u%04x`, c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
