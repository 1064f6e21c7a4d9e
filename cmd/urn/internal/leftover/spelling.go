package leftover

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// longestChar is the length of the longest spelling of a character, in bytes.
const longestChar = 40

// lookalikes are the characters that people paste in place of ":".
const lookalikes = "：﹕︓∶꞉ː˸"

// spelling returns the length of the spelling of "urn:" that text begins with, or 0. Each character may be
// encoded any number of times. Colours of a terminal and characters without width may stand between them.
func spelling(text []byte) int {
	if ascii.HasPrefixFold(text, "urn:") {
		return len("urn:")
	}
	n := 0
	for i := range len("urn:") {
		c, k := char(text[n:])
		for ; i > 0 && invisible(c); c, k = char(text[n:]) {
			n += k
			if c == '\x1b' {
				n += len(colour(text[n:]))
			}
		}
		if i == len("urn") && c >= 0x80 && strings.ContainsRune(lookalikes, c) {
			c = ':'
		}
		if k == 0 || c != rune("urn:"[i]) && c != rune("URN:"[i]) {
			return 0
		}
		n += k
	}
	return n
}

func invisible(c rune) bool {
	return strings.ContainsRune("\x1b\u00ad\u200b\u200c\u200d\u2060\ufeff", c)
}

// colour returns the rest of an escape sequence at the beginning of text, after ESC.
func colour(text []byte) []byte {
	if end := bytes.IndexByte(text, 'm'); end > 0 && len(bytes.Trim(text[:end], "[0123456789;")) == 0 {
		return text[:end+1]
	}
	return nil
}

// joint matches what can stand within a name that is written in two pieces: the border of a CDATA section,
// strings of SQL on two lines, a line that goes on, and a colour that is not the end of one.
var joint = regexp.MustCompile(`^(?:(?:\]\]>|<!\[CDATA\[)+|'[ \t]*\r?\n\s*'|[\\=]\r?\n|\x1b\[0*[1-9][0-9;]*m)[0-9A-Za-z]`)

// Joint returns the Spelling of a joint at the beginning of text, after which a name that was replaced
// directly before may go on in clear. Other than those above, it is a quotation mark, a colon or a control
// character that is encoded, and a letter or digit after it.
func Joint(text []byte) (s Spelling, ok bool) {
	if len(text) == 0 || ascii.IsAlnum(text[0]) || text[0] == ' ' {
		return s, false
	}
	text = text[:min(len(text), reach)]
	if m := joint.Find(text); m != nil {
		return Spelling{0, len(m) - 1, true}, true
	}
	c, n := char(text)
	if n < 2 || c >= ' ' && !strings.ContainsRune("\"':\x7f", c) || strings.ContainsRune("\t\n\r", c) {
		return s, false
	}
	after, k := char(text[n:])
	goesOn := k > 0 && after < 0x80 && ascii.IsAlnum(byte(after)) || c == ':' && strings.ContainsRune("~*_-.+@!$", after)
	return Spelling{0, n, true}, goesOn
}

// char returns the character at the beginning of text, decoded until nothing is encoded, and the length of
// its spelling: percent-encoding, quoted-printable, an escape in a string of a program, or a reference of
// HTML. The first character of each spelling may be encoded itself, as in %5Cu003a.
func char(text []byte) (rune, int) {
	if len(text) == 0 {
		return 0, 0
	}
	c, n := rune(text[0]), 1
	if c >= utf8.RuneSelf {
		c, n = utf8.DecodeRune(text)
	}
	text = text[:min(len(text), longestChar)]
	for {
		inner, k := rune(0), 0
		switch c {
		case '%', '=':
			inner, k = octets(text[n:])
		case '\\':
			inner, k = escape(text[n:])
		case '&':
			inner, k = reference(text[n:])
		}
		if k == 0 {
			return c, n
		}
		c, n = inner, n+k
	}
}

// octets reads the hexadecimal digits after "%" or "=", and the other octets of their character.
func octets(text []byte) (rune, int) {
	c, n := number(text, 16, 2, 2)
	if c < 0xc0 {
		return c, n
	}
	octets := []byte{byte(c)}
	for rest := text[n:]; !utf8.FullRune(octets) && len(rest) > 2 && (rest[0] == '%' || rest[0] == '='); rest = rest[3:] {
		next, k := number(rest[1:], 16, 2, 2)
		if k == 0 {
			return 0, 0
		}
		octets, n = append(octets, byte(next)), n+3
	}
	c, _ = utf8.DecodeRune(octets)
	return c, n
}

// digits is how many hexadecimal digits an escape of a string has after its letter.
var digits = [256]int{'u': 4, 'U': 8, 'x': 2, '+': 6}

// escape reads what follows "\".
func escape(text []byte) (rune, int) {
	if len(text) == 0 {
		return 0, 0
	}
	digits := digits[text[0]]
	switch c := text[0]; {
	case digits > 0 && len(text) > 1 && text[1] == '{':
		if r, n := number(text[2:], 16, 1, 8); n > 0 && len(text) > n+2 && text[n+2] == '}' {
			return r, n + 3
		}
	case digits > 0:
		if r, n := number(text[1:], 16, digits, digits); n > 0 {
			return r, n + 1
		}
	case strings.IndexByte(`\:#RN`, c) >= 0:
		return rune(c), 1
	case ascii.IsAlnum(c): // four digits are hexadecimal in PostgreSQL
		if r, n := number(text, 16, 4, 4); n > 0 && r > ' ' && r < 0x7f {
			return r, n
		}
		return number(text, 8, 3, 3)
	case c == '%' || c == '&' || c == '=':
		if r, n := char(text); r < utf8.RuneSelf && !ascii.IsAlnum(byte(r)) {
			return r, n
		}
	}
	return 0, 0
}

var references = []struct {
	name string
	c    rune
}{{"amp", '&'}, {"colon", ':'}, {"percnt", '%'}, {"bsol", '\\'}, {"quot", '"'}, {"apos", '\''}}

// reference reads what follows "&". A ";" at the end may be missing. A number is then cut to two digits if
// it is hexadecimal, because letters of the text may follow it.
func reference(text []byte) (rune, int) {
	n := skip(text, '#')
	if n > 0 {
		base := 10
		if n < len(text) && text[n]|0x20 == 'x' {
			base, n = 16, n+1
		}
		c, k := number(text[n:], base, 1, 8)
		if k == 0 {
			return 0, 0
		}
		if end := skip(text[n+k:], ';'); end > 0 || base == 10 || k == 2 {
			return c, n + k + end
		}
		c, k = number(text[n:], 16, 2, 2)
		return c, min(k, 1)*n + k
	}
	for _, named := range references {
		if n := len(named.name); ascii.HasPrefixFold(text, named.name) {
			return named.c, n + skip(text[n:], ';')
		}
	}
	return 0, 0
}

// skip returns the length of the spelling of c that text begins with, or 0.
func skip(text []byte, c byte) int {
	if len(text) == 0 || text[0] != c && strings.IndexByte(`%\=`, text[0]) < 0 {
		return 0
	}
	if r, n := char(text); r == rune(c) {
		return n
	}
	return 0
}

// number reads a number of at least and at most so many digits. It returns its length, or 0.
func number(text []byte, base, least, most int) (rune, int) {
	v, n := 0, 0
	for ; n < len(text) && n < most; n++ {
		digit := 16
		switch c := text[n]; {
		case ascii.IsDigit(c):
			digit = int(c - '0')
		case ascii.IsHex(c):
			digit = int(c|0x20) - 'a' + 10
		}
		if digit >= base {
			break
		}
		v = v*base + digit
	}
	if n < least || v > utf8.MaxRune {
		return 0, 0
	}
	return rune(v), n
}
