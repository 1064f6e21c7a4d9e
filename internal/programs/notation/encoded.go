package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// encodedName returns where in s the first escape is of a percent-encoded name, which
// begins with "urn%3A", or -1.
func encodedName(s []byte) int {
	for from := 0; ; {
		i := bytes.IndexByte(s[from:], '%')
		if i < 0 {
			return -1
		}
		i += from
		from = i + 1
		if i >= 3 && i+2 < len(s) && s[i+1] == '3' && s[i+2]|0x20 == 'a' && bytes.EqualFold(s[i-3:i], []byte("urn")) &&
			(i == 3 || !ascii.IsAlnum(s[i-4]) || i >= 6 && isEscape(s[i-6:])) {
			return i
		}
	}
}

func isEscape(s []byte) bool {
	if len(s) < 3 || s[0] != '%' {
		return false
	}
	_, a := hexDigit(s[1])
	_, b := hexDigit(s[2])
	return a && b
}

// opens reports whether s begins with the escape of an opening delimiter.
func opens(s []byte) bool {
	if !isEscape(s) {
		return false
	}
	high, _ := hexDigit(s[1])
	low, _ := hexDigit(s[2])
	return bytes.IndexByte([]byte("\"'`<>([{"), byte(high<<4|low)) >= 0
}

// encodedLen returns the length of the unreserved characters and escapes (RFC 3986,
// section 2) that s begins with.
func encodedLen(s []byte) int {
	for i := 0; ; {
		switch {
		case i < len(s) && (ascii.IsAlnum(s[i]) || s[i] == '-' || s[i] == '.' || s[i] == '_' || s[i] == '~' || s[i] == '!' || s[i] == '*'):
			i++
		case isEscape(s[i:]):
			i += len("%41")
		default:
			return i
		}
	}
}

// decodeName appends s, which encodedLen has measured, with the escapes of ASCII undone.
func (d *decoder) decodeName(dst []byte, p *places, s []byte) []byte {
	for len(s) > 0 {
		i := bytes.IndexByte(s, '%')
		if i != 0 {
			if i < 0 {
				i = len(s)
			}
			dst = d.copy(dst, s[:i])
			s = s[i:]
			continue
		}
		high, _ := hexDigit(s[1])
		low, _ := hexDigit(s[2])
		if c := byte(high<<4 | low); c < 0x7f {
			dst = d.replace(dst, p, s[:3], c)
		} else {
			dst = d.copy(dst, s[:3])
		}
		s = s[3:]
	}
	return dst
}

// replace appends c, which raw stands for.
func (d *decoder) replace(dst []byte, p *places, raw []byte, c byte) []byte {
	if c == '\n' {
		d.lines++
	}
	p.add(place{d.out, d.in, d.lines, 1, uint8(len(raw))})
	d.n = d.n.After(raw)
	d.out++
	d.in += int64(len(raw))
	return append(dst, c)
}

// quotes decodes what is at src[pos] in CSV or SQL: a quotation mark, two of them, or
// what separates cells. It returns where to go on.
func (d *decoder) quotes(dst []byte, p *places, src []byte, pos int) ([]byte, int) {
	c := src[pos]
	inside := d.n == inCSV || d.n == inSQL
	switch {
	case c != '"' && c != '\'':
		if inside {
			return d.copy(dst, src[pos:pos+1]), pos + 1
		}
		return d.replace(dst, p, src[pos:pos+1], '|'), pos + 1
	case inside && pos+1 < len(src) && src[pos+1] == c:
		return d.replace(dst, p, src[pos:pos+2], c), pos + 2
	}
	return d.replace(dst, p, src[pos:pos+1], '"'), pos + 1
}

// afterQuotes is After for CSV and SQL. A line begins outside of quotation marks.
func (n Notation) afterQuotes(text []byte) Notation {
	outside, inside, quote := CSV, inCSV, byte('"')
	if n.base() == SQL {
		outside, inside, quote = SQL, inSQL, '\''
	}
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		n, text = outside, text[i+1:]
	}
	if bytes.Count(text, []byte{quote})%2 == 0 {
		return n
	}
	if n == inside {
		return outside
	}
	return inside
}

// AppendEncoded appends value to dst as it has to be written in the place of raw, a name.
// n is the notation there: what [Notation.After] returns for the text before raw. A cell
// of CSV that is not in quotation marks gets them if value needs them. That is right if
// raw is all of the cell.
func (n Notation) AppendEncoded(dst, value, raw []byte) []byte {
	if b := n.base(); (b == URL || b == Auto) && encodedName(raw) == len("urn") {
		for _, c := range value {
			if ascii.IsAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~' {
				dst = append(dst, c)
			} else {
				const digits = "0123456789ABCDEF"
				dst = append(dst, '%', digits[c>>4], digits[c&15])
			}
		}
		return dst
	}
	switch n {
	case JSON, inString:
		for _, c := range value {
			switch {
			case c == '"' || c == '\\':
				dst = append(dst, '\\', c)
			case c < ' ':
				const digits = "0123456789abcdef"
				dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			default:
				dst = append(dst, c)
			}
		}
		return dst
	case XML, HTML:
		for _, c := range value {
			switch c {
			case '&':
				dst = append(dst, "&amp;"...)
			case '<':
				dst = append(dst, "&lt;"...)
			case '>':
				dst = append(dst, "&gt;"...)
			case '"':
				dst = append(dst, "&quot;"...)
			case '\'':
				dst = append(dst, "&#39;"...)
			default:
				dst = append(dst, c)
			}
		}
		return dst
	case CSV:
		if bytes.ContainsAny(value, "\",\t\r\n") {
			return append(appendDoubled(append(dst, '"'), value, '"'), '"')
		}
	case inCSV:
		return appendDoubled(dst, value, '"')
	case inSQL:
		return appendDoubled(dst, value, '\'')
	}
	return append(dst, value...)
}

// appendDoubled appends value with each quote twice.
func appendDoubled(dst, value []byte, quote byte) []byte {
	for _, c := range value {
		if c == quote {
			dst = append(dst, c)
		}
		dst = append(dst, c)
	}
	return dst
}
