// Package leftover checks a text whose names were replaced by pseudonyms. It looks for every spelling of
// "urn:" that is left, and for names that continue after the replaced text. It is independent of the finder,
// and does not know where names begin and end, so it also notices names that the finder overlooks.
package leftover

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

//go:embed spellings.txt
var table string

// texts lists texts in lower case by their first byte, in either case.
type texts [256][]string

var tables = func() map[string]*texts {
	tables := map[string]*texts{}
	for line := range strings.Lines(table) {
		list, t := strings.Fields(line), new(texts)
		for _, s := range list[1:] {
			s = strings.Replace(s, "ESC", "\x1b", 1)
			if t[s[0]] = append(t[s[0]], s); ascii.IsLetter(s[0]) {
				t[s[0]^0x20] = append(t[s[0]^0x20], s)
			}
		}
		tables[list[0]] = t
	}
	return tables
}()

var (
	words, pieces, backslash = tables["words"], tables["pieces"], tables["backslash"]
	ends, quote, colon       = tables["ends"], tables["quote"], tables["colon"]
	scheme                   = [...]*texts{tables["u"], tables["r"], tables["n"], colon}
)

// Expressions for text before, within and after "urn:", and within a name.
const (
	csi         = `\x1b\[[0-9;:?]*[A-Za-z]`                                                           // a colour of a terminal
	pause       = "(?:[ \\t\\x{a0}\\x{3000}\"'`“”„‘’‚«»‹›]|\\\\+[\"'`]|" + emphasis + "|" + csi + ")" // white space, quotes, colours
	emphasis    = `</?(?:b|em|font|i|mark|span|strong|wbr)(?: [^<>]*)?>`
	slash, mark = `(?:\\|[%=](?:25)*5c)+`, `(?:[:/._~+@!$*?=#-]|%(?:25)*(?:2[abdef]|3[abf]))` // a backslash; punctuation
	alnum       = `(?:[0-9a-z]|(?:[%=\\]|25|5c|u00|x)+(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2[ad]|5f|7e)|` +
		`&(?:amp;)?#(?:x[3-7]|4[89]|5[0-7]|6[5-9]|[78]\d|9[0-79]|1[012]\d))`
)

var (
	// escaped matches what precedes a word: an escape, or a colour of a terminal, that ends with a letter.
	escaped = regexp.MustCompile(`^(?:(?:\\|%(?:25)*5[Cc])+(?:[abefnrtv]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|` +
		`[%=](?:25|3D)*[0-9A-Fa-f]{2}|\[[0-9;:]*[mK])([A-Za-z]*)$`)
	name = regexp.MustCompile("^(?:" + csi + "|" + emphasis + ")*(?i:[0-9a-z%&{]|#033\\[|=(?:[0-9a-f]{2}|\r?\n[0-9a-z])|\\\\+[^\\\\\"'`]|" +
		`[^\x00-\x7f\x{a0}\x{3000}“”„‘’‚«»‹›。、」』）》])`)
	word   = regexp.MustCompile(`^(` + pause + `*)([0-9A-Za-z-]{1,32}(?:(?:` + csi + `)+[0-9A-Za-z-]+)*)`)
	colour = regexp.MustCompile(`^[0-9;:]*[mK]`)
	tag    = regexp.MustCompile(`^<[^<>]{1,60}>`)
	// unseen matches what divides a spelling: in quoted-printable, a line that continues; colours; emphasis of HTML.
	unseen  = regexp.MustCompile(`=\r?\n|` + csi + `|(?i:` + emphasis + `)`)
	oneLine = regexp.MustCompile(`^(?:[^=\n]|=[0-9A-Fa-f]{2})*=\r?\n[0-9A-Za-z:/._~%=&\\-]`)
	// border matches text within a name, before a letter or digit: the border of a CDATA section, string literals
	// that are joined, an apostrophe in a shell, a continued line, a control character.
	border = regexp.MustCompile(`^(?i:((?:\]\]>|<!\[CDATA\[)+|` +
		`'[ \t]*\r?\n\s*'|(?:' ?\+ ?'|" ?\+ ?")` + mark + `*|'(?:"'"|\\')'|[\\=]\r?\n|[\x02-\x08\x0e-\x1a\x7f]|` +
		`(?:\\+u00|\\+x|[%=])(?:0[0-8bcef]|1[0-9a-f]|7f)|%[0-9a-f]?%|\\[%_]+|` +
		`(?:%[0-9a-f]?|&(?:amp;?)?#?x?)(?:` + csi + `|` + emphasis + `)+#?x?[0-9a-f]*;?)` + alnum + `)`)
	// coloured matches colours within a name, in any spelling or after a name that ends with ESC, emphasis, and punctuation.
	coloured = regexp.MustCompile(`^(?i:((?:(?:(?:\[[mk])?` + mark + `*(?:\x1b|(?:` + slash + `(?:u00|x|0)?|[%=](?:25)*|` +
		`#0?)(?:1b|33)|` + slash + `e)(?:\[|[%=](?:25)*5b|` + slash + `u005b)(?:[0-9:?;]|%3[ab])*[a-z]|\[[0-9:;]+m|` +
		mark + `*` + emphasis + `)` + mark + `*)+)(?:` + alnum + `|%(?:25)*(?:[89a-f]|[0-9]?[\x1b<])|[^\x00-\x7f\pP\pS\pZ]|\x{fffd}))`)
	goesOn = regexp.MustCompile(`^(?i:(?:/|%(?:25)*3a)*` + alnum + `)`)
)

// at returns the length of the first entry of t that text begins with, or 0.
func (t *texts) at(text []byte) int {
	for _, s := range t[text[0]] {
		if ascii.HasPrefixFold(text, s) {
			return len(s)
		}
	}
	return 0
}

// spelled returns the length of a spelling of a character at the beginning of text, and true. A spelling is
// the character itself, or pieces and one of its codes. Otherwise n is how much of text may begin a spelling.
func (t *texts) spelled(text []byte) (n int, ok bool) {
	for last := 0; n < len(text); n += last {
		c, k := text[n], t.at(text[n:])
		isLiteral := k == 1 || k > 0 && c >= 0x80
		mayBeLiteral := n == 0 || last > 1 // a code follows a piece of one byte
		if n > 0 && (text[n-1] == '\\' || last > 1 && backslash.at(text[n-last:]) > 0) {
			mayBeLiteral = c < 'a' || c > 'z' // "\r" is not "r"
		}
		switch {
		case isLiteral && mayBeLiteral && (n == 0 || t != scheme[0]):
			return n + k, true
		case n == 0 && (ascii.IsAlnum(c) || c <= ' ' && c != '\x1b'):
			return 0, false
		case k > 0 && !isLiteral:
			if n += k; n < len(text) {
				n += ends.at(text[n:])
			}
			return n, true
		}
		if last = pieces.at(text[n:]); c == '<' {
			last = len(tag.Find(text[n:]))
		} else if last > 1 && strings.IndexByte("[bB", text[n+last-1]) >= 0 {
			last += len(colour.Find(text[n+last:]))
		}
		if last == 0 {
			break
		}
	}
	return n, false
}

const (
	longest     = 96  // the length in bytes of the longest spelling that is recognised
	reach       = 256 // how many bytes after a spelling are examined
	longestWord = 32  // how many bytes before a spelling are examined
)

// starts are the bytes that a spelling of "urn:" may begin with.
var starts = [256]bool{'u': true, 'U': true, '%': true, '\\': true, '&': true, '=': true}

// next returns the position and the length of the first spelling of "urn:" that begins in text[from:to]. The
// length is 0 if there is none.
func next(text []byte, from, to int) (i, n int) {
	to = min(to, len(text)-len("rn:"))
	for i = from; i < to; i++ {
		if !starts[text[i]] {
			continue
		}
		second := text[i+1]
		if text[i]|0x20 != 'u' && second != '<' && len(pieces[second])+len(scheme[0][second]) == 0 ||
			text[i]|0x20 == 'u' && second|0x20 != 'r' && (ascii.IsAlnum(second) || second == ' ') {
			continue
		}
		if ascii.EqualFold("urn:", text[i:min(len(text), i+len("urn:"))]) {
			return i, len("urn:")
		}
		window, hidden := text[i:min(len(text), i+longest)], [][]int(nil)
		if k := bytes.IndexByte(window, '\n'); k > 1 && (window[k-1] == '=' || window[k-2] == '=') || bytes.IndexAny(window, "\x1b<") > 0 {
			hidden, window = unseen.FindAllIndex(window, -1), unseen.ReplaceAll(window, nil)
		}
		n = 0
		for k, letter := range scheme {
			size, ok := letter.spelled(window[n:])
			if n += size; !ok {
				if n = 0; k == 0 && size > 0 { // the next one may begin in these pieces, but only with a "u"
					if u := bytes.IndexAny(window[1:size], "uU"); u >= 0 {
						size = u + 1
					}
					i += size - 1
				}
				break
			}
		}
		if n == 0 {
			continue
		}
		for _, m := range hidden {
			if m[0] < n {
				n += m[1] - m[0]
			}
		}
		return i, n
	}
	return i, 0
}

// isWord reports whether text ends with a word such as "return" or, before a blank, with an identifier such as
// "entityUrn".
func isWord(text, after []byte) bool {
	text = unseen.ReplaceAll(text, nil)
	i := len(text) - len("urn")
	if i <= 0 || text[i-1] != '_' && !ascii.IsAlnum(text[i-1]) {
		return false
	}
	word := text[len(bytes.TrimRight(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")):]
	if m := escaped.FindSubmatch(text[max(0, bytes.LastIndexAny(text[:i], `\%=[`)):i]); m != nil {
		if word = text[i-len(m[1]):]; len(m[1]) == 0 {
			return false
		}
	}
	isIdentifier := text[i-1] == '_' || text[i] == 'U'
	return len(word) > 0 && words.at(word) == len(word) || isIdentifier && len(after) > 0 && after[0] == ' '
}

// joint returns the length of the text after text[start:end], which was replaced, that joins it to more of the
// same name, or 0. In the path of a URL, "/" joins unless the name is a whole segment. "*" may be emphasis.
func joint(text []byte, start, end int) int {
	after := text[end:min(len(text), end+reach)]
	if len(after) < 2 {
		return 0
	}
	switch c := after[0]; {
	case (c == '*' || c == '/' && start > 0 && text[start-1] != '/') && ascii.IsAlnum(after[1]):
		return 1
	case c == '>' && after[1] > ' ' && after[1] != '<' && bytes.IndexByte(text[start:end], '<') >= 0:
		return 1
	case (c == '\r' || c == '\n') && text[end-1] == '=':
		line := text[max(bytes.LastIndexByte(text[:end], '\n')+1, end-reach):min(len(text), end+3)]
		if b := text[max(start, end-2)]; b != '=' && !ascii.IsAlnum(b) || oneLine.Match(line) {
			return 1
		}
	case bytes.IndexByte([]byte("\x1b[<\\%=#:/._~+@!$*?-"), c) >= 0 && coloured.Match(after):
		return len(coloured.FindSubmatch(after)[1])
	case c < ' ' || bytes.IndexByte([]byte("]<'\"\\=%&\x7f"), c) >= 0:
		if m := border.FindSubmatch(after); m != nil {
			return len(m[1])
		}
	}
	if m := unseen.FindIndex(after[:min(len(after), 32)]); m != nil && m[0] > 0 && starts[after[0]] {
		after = unseen.ReplaceAll(after, nil)
	}
	n, ok := quote.spelled(after)
	if !ok {
		n, ok = colon.spelled(after)
		if ok = ok && n > 1 && n < len(after); ok && bytes.IndexByte([]byte("~*_.+@!$-"), after[n]) >= 0 {
			return n
		}
	}
	if ok && goesOn.Match(after[n:]) {
		return n
	}
	return 0
}

// A Spelling is a "urn:" in a text, or text that joins a replaced name to more of the same name.
type Spelling struct {
	Start, End int    // in the text
	Name       bool   // a name may follow: it is not the "urn:" of a sentence
	NID        []byte // the word after it, if there is one
}

// Stream looks for the spellings in a text that is read in pieces. The zero Stream is ready to use.
type Stream struct {
	tail  []byte // the end of the text read so far
	names []int  // the positions of the replaced names in tail
	from  int    // tail[:from] has been searched
}

// Read calls found with each Spelling that is left in the next piece of the text. The argument text of found
// is the end of the previous pieces, and the piece from text[-from:] on. names lists the start and the end of
// each replaced name in the piece, in order. If more is set, the text continues after the piece, and a Spelling
// near the end is reported with the next piece.
func (r *Stream) Read(piece []byte, names []int, more bool, found func(text []byte, s Spelling, from int)) {
	text, before, from, past := piece, len(r.tail), r.from, 0
	if before > 0 {
		text = append(r.tail, piece...)
	}
	for _, at := range names {
		r.names = append(r.names, at+before)
	}
	to := len(text)
	if more {
		to = max(from, to-2*reach) // for the spelling, and for what follows it
	}
	all := append(r.names, len(text), len(text))
	for names = all; ; names = names[2:] {
		start, end := names[0], names[1]
		for {
			i, n := next(text, max(from, past), min(end, to))
			if n == 0 {
				break
			}
			if from = i + n; i >= start && from <= end {
				continue
			}
			limit := start
			if from > start {
				limit = max(from, names[2])
			}
			after := text[from:min(limit, from+reach)]
			if !isWord(text[max(0, past, i-longestWord):i+len("urn")], after) {
				s := Spelling{Start: i, End: from, Name: name.Match(after)}
				if m := word.FindSubmatch(after); m != nil {
					if s.NID = unseen.ReplaceAll(m[2], nil); !s.Name && len(after) > len(m[0]) {
						_, s.Name = colon.spelled(after[len(m[0]):])
					}
				}
				found(text, s, -before)
			}
		}
		if end >= to {
			break
		}
		if n := joint(text[:names[2]], start, end); n > 0 && end >= from {
			found(text, Spelling{Start: end, End: end + n, Name: true}, -before)
		}
		past = end
	}
	*r = Stream{}
	if more {
		start := max(0, to-longest)
		r.tail, r.from = bytes.Clone(text[start:]), max(from, to)-start
		for i, at := range all[:len(all)-2] {
			if all[i|1] > start {
				r.names = append(r.names, at-start)
			}
		}
	}
}
