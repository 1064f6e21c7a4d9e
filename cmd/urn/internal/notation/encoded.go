package notation

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// encodedName returns the position of the "%" of the first percent-encoded name in s, which
// begins with "urn%3A", or -1. It skips a "urn%3A" within a name that is not encoded.
func encodedName(s []byte) int {
	for from, within := 0, 0; ; {
		i := PercentColon(s, from)
		if i < 0 || !withinName(s[:i-len("urn")], within) {
			return i
		}
		from, within = i+1, i-len("urn")
	}
}

// withinName reports whether s may end within a name that is not percent-encoded. If from is not 0,
// s[:from] may end within one. No byte before from is read again, so the time is linear.
func withinName(s []byte, from int) bool {
	for i := len(s) - 1; i >= from; i-- {
		switch c := s[i]; {
		case c == ':':
			if k := i - len("urn"); k >= 0 && bytes.EqualFold(s[k:i], []byte("urn")) && (k == 0 || !ascii.IsAlnum(s[k-1])) {
				return true
			}
		case !ascii.IsAlnum(c) && bytes.IndexByte([]byte("-._~!$'()*+@/%"), c) < 0:
			return false
		}
	}
	return from > 0
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
// and escapes (RFC 3986, section 2). A ":" counts, too, if the ":" after the NID is not encoded. It
// stops at a name that is not percent-encoded. Then last is the length of the character or escape before that name.
func encodedLen(s []byte) (n, last int) {
	colons := false
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
		case i < len(s) && s[i] == ':' && i > len("%3A") && (colons || bytes.IndexByte(s[len("%3A"):i], '%') < 0):
			colons = true
			i++
		default:
			return i, 0
		}
	}
}

// mayContinue has the bytes that may belong to a name, except letters, digits and quotation
// marks.
const mayContinue = "-._~!$&'()*+,;=:@/?#%"

// decodeName appends s to the result, with the escapes undone. encodedLen returned the
// length of s.
func (l *lexer) decodeName(s []byte) {
	for len(s) > 0 {
		i := bytes.IndexByte(s, '%')
		switch c, ok := escape(s); {
		case ok:
			i = 3
			l.replace(s[:i], c)
		case i < 0:
			i = len(s)
			fallthrough
		default:
			l.pass(s[:i])
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
	case (base == URL || base == Auto) && encodedName(raw) == len("urn"):
		const digits = "0123456789ABCDEF"
		for _, c := range value {
			if ascii.IsAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~' {
				dst = append(dst, c)
			} else {
				dst = append(dst, '%', digits[c>>4], digits[c&15])
			}
		}
		return dst, true
	case base == JSON, state == inString:
		return appendJSON(dst, value), true
	case state == CSV, state == inCell:
		ok = !bytes.ContainsAny(value, "\"\r\n") && bytes.IndexByte(value, n.Separator()) < 0
	case base == CSV:
		return appendDoubled(dst, value, '"'), true
	case state == inSQLString, state == inSQLQuote:
		return appendDoubled(dst, value, '\''), bytes.IndexByte(value, 0) < 0 && (n&escapesInString == 0 || bytes.IndexByte(value, '\\') < 0)
	case state == inSQLEscaped, state == inMySQLString, state == inMySQLDouble, state == inSQLCopy, state == inSQLRow:
		return appendSQL(dst, value, state), bytes.IndexByte(value, 0) < 0
	case state == inSQLDouble:
		return appendDoubled(dst, value, '"'), true
	case state == inMySQLBacktick:
		return appendDoubled(dst, value, '`'), true
	case state == inSQLLine, state == inMySQLLine:
		ok = !brings("\n") && !brings("\r")
	case state == inSQLBlock, state == inMySQLBlock:
		ok = !brings("*/") && !brings("/*") && !ends("*") && !ends("/")
	case state == inSQLDollar:
		ok = !brings("$")
	case base == SQL, base == MySQL:
		ok = !bytes.ContainsAny(value, "'\"`$\\#\x00") && !brings("--") && !brings("/*")
	case state == inXMLCDATA:
		return append(dst, bytes.ReplaceAll(value, []byte("]]>"), []byte("]]]]><![CDATA[>"))...), isXML(value) && !ends("]")
	case state == inXMLComment, state == inComment:
		ok = isXML(value) && !brings("--") && !ends("-") && !brings("<") && !brings(">")
	case state == inXMLInstruction, state == inBogus:
		ok = isXML(value) && !brings(">") && !ends("?")
	case state == inTag, state == inTagName, state == inName, state == afterName:
		ok = isXML(value) && !bytes.ContainsAny(value, "\"'<>=/ \t\r\n\f")
	case state == inXMLTag:
		ok = isXML(value) && len(value) > 0 && (ascii.IsLetter(value[0]) || value[0] == '_') && !bytes.ContainsAny(value, "\"'<>=/& \t\r\n")
	case state == inEscaped, state == inInner, state == inRaw && n.extra() > withReferences:
		ok = isXML(value) && !brings("<") && !brings(">") && !ends("-")
	case base == XML, base == HTML:
		return appendMarkup(dst, value, state), isXML(value)
	}
	return append(dst, value...), ok
}

// Unquoted reports whether the text that follows is in a CSV cell without quotation marks.
func (n Notation) Unquoted() bool { return n.state() == CSV || n.state() == inCell }

// AppendQuoted appends text as the content of a quoted CSV cell, without the quotation
// marks around it.
func AppendQuoted(dst, text []byte) []byte { return appendDoubled(dst, text, '"') }

// isXML reports whether XML allows all ASCII characters in value.
func isXML(value []byte) bool {
	for _, c := range value {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
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

// appendMarkup appends value, with references for special characters.
func appendMarkup(dst, value []byte, state Notation) []byte {
	for _, c := range value {
		switch {
		case c == '&':
			dst = append(dst, "&amp;"...)
		case c == '<':
			dst = append(dst, "&lt;"...)
		case c == '>':
			dst = append(dst, "&gt;"...)
		case c == '"':
			dst = append(dst, "&quot;"...)
		case c == '\'', c == '\t', c == '\n', c == '\r', (state == inUnquoted || state == beforeValue) && (c == ' ' || c == '=' || c == '`'):
			dst = append(strconv.AppendInt(append(dst, "&#"...), int64(c), 10), ';')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendSQL appends value to a string in which backslashes begin escapes.
func appendSQL(dst, value []byte, state Notation) []byte {
	for _, c := range value {
		switch {
		case c == '\\':
			dst = append(dst, '\\', c)
		case c == '\'' && state != inMySQLDouble && state.value() != inSQLCopy, c == '"' && state == inMySQLDouble:
			dst = append(dst, c, c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendDoubled appends value, with each quote doubled.
func appendDoubled(dst, value []byte, quote byte) []byte {
	for _, c := range value {
		if c == quote {
			dst = append(dst, c)
		}
		dst = append(dst, c)
	}
	return dst
}
