package leftover

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// longest is the length of the longest spelling that is looked for, in bytes.
const longest = 96

// texts has texts in lower case by their first byte, which may also be in upper case.
type texts [256][]string

func textsOf(list string) (t texts) {
	for s := range strings.FieldsSeq(list) {
		t[s[0]] = append(t[s[0]], s)
		if s[0] >= 'a' && s[0] <= 'z' {
			t[s[0]-'a'+'A'] = append(t[s[0]-'a'+'A'], s)
		}
	}
	return t
}

// at returns the length of the one of t that text begins with, with the soft line ends of quoted-printable
// within it, or 0.
func (t *texts) at(text []byte) int {
next:
	for _, s := range t[text[0]] {
		n := 1
		for k := 1; k < len(s); n, k = n+1, k+1 {
			if n < len(text) && text[n] == '=' {
				n += softEnd(text[n:])
			}
			if n == len(text) || ascii.Lower(text[n]) != s[k] {
				continue next
			}
		}
		return n
	}
	return 0
}

// softEnd returns the length of the soft line end at the beginning of text, or 0.
func softEnd(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("=\n")):
		return len("=\n")
	case bytes.HasPrefix(text, []byte("=\r\n")):
		return len("=\r\n")
	}
	return 0
}

// A character is written as itself, or as pieces and a code; in any case, and however often it is encoded.
var (
	// What begins an escape or a reference, the codes and names of that, a colour, and what nobody sees.
	pieces = textsOf("% = \\ & # ; x u { } + 0 25 5c 26 23 3d 3b 37 92 38 35 61 59 134 045 046 amp percnt bsol num 33[ 1b[ e[ \x1b[ " +
		"\u00ad \u200b \u200c \u200d \u2060 \ufeff 00ad 200b 200c 200d 2060 feff 173 8203 8204 8205 8288 65279 e2%80%8b e2=80=8b")
	backslash = textsOf("5c 92 134 bsol")
	ends      = textsOf(`; } %3b %253b \u003b`)
	colour    = regexp.MustCompile(`^[0-9;]*m`)
	tag       = regexp.MustCompile(`^<[^<>]{1,60}>`)

	scheme = [...]letter{
		{textsOf("u"), textsOf("75 55 117 85 165 125")},
		{textsOf("r"), textsOf("72 52 114 82 162 122")},
		{textsOf("n"), textsOf("6e 4e 110 78 156 116")},
		// The others are characters that people paste in place of ":".
		{textsOf(": ： ﹕ ︓ ∶ ꞉ ː ˸"), textsOf("3a 58 072 colon ff1a 65306 ef%bc%9a ef=bc=9a fe55 65109 ef%b9%95 ef=b9=95 fe13 65043 " +
			"2236 8758 e2%88%b6 e2=88=b6 a789 42889 ea%9e%89 ea=9e=89 02d0 720 cb%90 cb=90 02f8 760 cb%b8 cb=b8")},
	}
	colon = &scheme[3]
	mark  = letter{codes: textsOf("22 34 042 quot 27 39 047 apos 7f")}
)

type letter struct{ literal, codes texts }

// at returns the length of a spelling of the letter at the beginning of text, and true. If there is none, n is
// how much of text may be the beginning of one.
func (l *letter) at(text []byte) (n int, ok bool) {
	for last := 0; n < len(text); n += last {
		c := text[n]
		literal := n == 0 || last > 1 // a piece of one byte goes on with a code
		if n > 0 && (text[n-1] == '\\' || literal && backslash.at(text[n-last:]) > 0) {
			literal = c < 'a' || c > 'z' // "\r" is not "r"
		}
		if k := l.literal.at(text[n:]); k > 0 && literal {
			return n + k, true
		} else if n == 0 && (ascii.IsAlnum(c) || c <= ' ' && c != '\x1b') {
			return 0, false
		}
		if k := l.codes.at(text[n:]); k > 0 {
			if n += k; n < len(text) {
				n += ends.at(text[n:])
			}
			return n, true
		}
		switch last = pieces.at(text[n:]); {
		case c == '=':
			last = max(last, softEnd(text[n:]))
		case c == '<':
			last = len(tag.Find(text[n:]))
		case last > 1 && text[n+last-1] == '[':
			last += len(colour.Find(text[n+last:]))
		}
		if last == 0 {
			break
		}
	}
	return n, false
}

// starts has what a spelling of "urn:" may begin with.
var starts = [256]bool{'u': true, 'U': true, '%': true, '\\': true, '&': true, '=': true}

// next returns the position of the first spelling of "urn:" in text that begins in text[from:to], and its
// length, or 0. It begins with a "u", or with what begins the code of one.
func next(text []byte, from, to int) (i, n int) {
	to = min(to, len(text)-len("rn:"))
search:
	for i = from; i < to; i++ {
		if !starts[text[i]] {
			continue
		}
		second := text[i+1]
		if text[i]|0x20 == 'u' && second|0x20 != 'r' && (ascii.IsAlnum(second) || second == ' ') ||
			text[i]|0x20 != 'u' && len(pieces[second])+len(scheme[0].codes[second]) == 0 {
			continue
		}
		window, n := text[i:min(len(text), i+longest)], 0
		if !ascii.HasPrefixFold(window, "urn:") {
			for k := range scheme {
				size, ok := scheme[k].at(window[n:])
				n += size
				switch literal := k == 0 && size > 1 && window[size-1]|0x20 == 'u'; {
				case ok && !literal:
					continue
				case k == 0: // the next one may begin in the same pieces, but only with a "u"
					if u := bytes.IndexAny(window[1:max(1, size)], "uU"); u >= 0 {
						size = u + 1
					}
					i += max(0, size-1)
				}
				continue search
			}
			return i, n
		}
		return i, len("urn:")
	}
	return i, 0
}

// border matches what can stand within a name before a letter or digit: the border of a CDATA section, strings
// of SQL on two lines, a line that goes on, a colour that is not the end of one, a control character. goesOn
// matches more of a name after a quotation mark or a colon that is encoded, and nextLine the line of
// quoted-printable at whose end a name goes on.
var (
	border = regexp.MustCompile(`^(?i:((?:\]\]>|<!\[CDATA\[)+|'[ \t]*\r?\n\s*'|[\\=]\r?\n|\x1b\[0*[1-9][0-9;]*m|` +
		`(?:\\+u00|\\+x|[%=])(?:0[0-8bcef]|1[0-9a-f]|7f)|%%)(?:[0-9a-z]|` + alnum + `))`)
	goesOn   = regexp.MustCompile(`^(?i:[0-9a-z]|` + alnum + `)`)
	nextLine = regexp.MustCompile(`^(?:[^=\n]|=[0-9A-Fa-f]{2})*=\r?\n[0-9A-Za-z:/._~%=-]`)
)

const alnum = `(?:[%=\\]|25|5c|u00|x)+(?:3[0-9]|[46][1-9a-f]|[57][0-9a])|&(?:amp;)?#(?:x[3-7]|4[89]|5[0-7]|6[5-9]|[78]\d|9[0-79]|1[012]\d)`

// joint returns the length of what joins a name to more of it in text after text[start:end], which was replaced,
// or 0. In the path of a URL, a "/" does after a name that is not a whole segment.
func joint(text []byte, start, end int) int {
	after := text[end:min(len(text), end+reach)]
	if len(after) < 2 {
		return 0
	}
	switch c := after[0]; {
	case c == '/' && start > 0 && text[start-1] != '/' && ascii.IsAlnum(after[1]):
		return 1
	case (c == '\r' || c == '\n') && text[end-1] == '=':
		if nextLine.Match(text[max(bytes.LastIndexByte(text[:end], '\n')+1, end-reach):min(len(text), end+3)]) {
			return 1
		}
	case bytes.IndexByte([]byte("]<'\\=\x1b%"), c) >= 0 && bytes.IndexByte([]byte("][! \t\r\n017ux\\%"), after[1]) >= 0:
		if m := border.FindSubmatch(after); m != nil {
			return len(m[1])
		}
	}
	n, ok := mark.at(after)
	isColon := false
	if !ok {
		n, isColon = colon.at(after)
	}
	if ok || isColon && n > 1 && n < len(after) {
		if goesOn.Match(after[n:]) || isColon && bytes.IndexByte([]byte("~*_.+@!$-"), after[n]) >= 0 {
			return n
		}
	}
	return 0
}
