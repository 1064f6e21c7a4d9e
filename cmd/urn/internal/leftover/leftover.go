// Package leftover is the second check of pseudonyms: it reads what was left of a text after the names
// in it were replaced, and looks for every spelling of "urn:". It does not know where names begin and
// end. So it also notices what the finder of names overlooks.
package leftover

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// wordList has the words that end in "urn", in lower case, a word on each line.
//
//go:embed words.txt
var wordList string

var words = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(wordList) {
		set[w] = true
	}
	return set
}()

// A Spelling is a "urn:" in a text.
type Spelling struct {
	Start, End int  // in the text
	Name       bool // a name may follow: it is not the "urn:" of a sentence
}

// colon matches the spellings of a ":": percent-encoded at any depth, escaped in a string of a program,
// a reference of XML or HTML at any depth, quoted-printable, and the characters that look like it.
const colon = `(?::|%(?:25)*3a|\\+(?:u003a|u\{0*3a\}|x3a|072|:)|&(?:amp;)*(?:#0*58|#x0*3a|colon);?|=3a|[` + lookalikes + `])`

// pause matches white space and quotation marks, some as the escapes of a string.
const pause = `(?:[ \t\x{a0}\x{3000}"'` + "`" + `“”„‘’‚«»‹›]|\\+["'` + "`" + `])`

// These match at the beginning of the text after "urn:": what follows it if a name may follow, and its NID.
var (
	name = regexp.MustCompile(`^(?i:[0-9a-z%&{]|=[0-9a-f]{2}|\\+[^\\"'` + "`" + `]|[^\x00-\x7f\x{a0}\x{3000}“”„‘’‚«»‹›。、」』）》]|` + pause + `+[0-9a-z-]{1,32}` + colon + `)`)
	nid  = regexp.MustCompile(`^` + pause + `*([0-9A-Za-z-]+)`)
)

// escaped matches what precedes a word: an escape, or a colour of a terminal, that ends with a letter.
var escaped = regexp.MustCompile(`(?:(?:\\|%(?:25)*5[Cc])+(?:[abefnrtv]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|[%=](?:25|3D)*[0-9A-Fa-f]{2}|\[[0-9;]*m)([A-Za-z]*)$`)

// reach is how many bytes after the beginning of a spelling are looked at, and longestWord how many before.
// longest is the length of the longest spelling that Across finds.
const (
	reach       = 256
	longest     = 64
	longestWord = 32
)

// Next returns the first Spelling in text at or after the byte from. Letters before it that make a word
// such as "return" of it are looked at, also those before from.
func Next(text []byte, from int) (s Spelling, ok bool) { return next(text, from, len(text), 0) }

// next is Next for a Spelling that begins before the byte to, and does not end before least.
func next(text []byte, from, to, least int) (s Spelling, ok bool) {
	for i := from; ; i++ {
		if i = index(text, i, to); i < 0 {
			return s, false
		}
		end := i + spelling(text[i:min(len(text), i+reach)])
		if end == i || end < least {
			continue
		}
		after := text[end:min(len(text), end+reach)]
		if !isWord(text[max(0, i-longestWord):i], text[i:i+len("urn")], after) {
			return Spelling{i, end, isName(after)}, true
		}
	}
}

// isName reports whether a name may begin with a "urn:" before the text after.
func isName(after []byte) bool {
	return len(after) > 0 && (ascii.IsAlnum(after[0]) || name.Match(after))
}

// Across returns the Spelling, if any, that begins before the byte at and goes on up to it or after it.
// The text before at was replaced, and text[at:] is left.
func Across(text []byte, at int) (s Spelling, ok bool) {
	if at == len(text) {
		return s, false
	}
	return next(text, max(0, at-longest), at, at)
}

// index returns the position of the first byte in text[from:to] that a spelling of "urn:" may begin with,
// or -1.
func index(text []byte, from, to int) int {
	for to = min(to, len(text)-len("urn")); from < to; from += reach {
		end, found := min(to, from+reach), -1
		for _, first := range []byte(`uU%=\&`) {
			for i := from; i < end; i++ {
				k := bytes.IndexByte(text[i:end], first)
				if k < 0 {
					break
				}
				// A run of "\" is read from its beginning.
				if i += k; mayBegin(text[i:]) && (first != '\\' || i == 0 || text[i-1] != first) {
					end, found = i, i
				}
			}
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

// mayBegin reports whether a spelling of "urn:" may begin with the first three bytes of text.
func mayBegin(text []byte) bool {
	next, third := text[1], text[2]
	switch text[0] {
	case '%', '=':
		return strings.IndexByte("2357", next) >= 0 && strings.IndexByte("56CcDd", third) >= 0
	case '\\':
		return strings.IndexByte(`uUx+01\%&=`, next) >= 0
	case '&':
		return next == '#' || next == '%' || next == '\\' || ascii.HasPrefixFold(text, "&amp")
	}
	switch {
	case next|0x20 == 'r':
		return third|0x20 == 'n' || !ascii.IsAlnum(third) && third > ' '
	case next == '=':
		return strings.IndexByte("2357", third) >= 0
	}
	return !ascii.IsAlnum(next) && next > ' '
}

// isWord reports whether urn, between before and after, is the end of a word or of an identifier such
// as "entityUrn" before white space.
func isWord(before, urn, after []byte) bool {
	if len(before) == 0 || len(bytes.TrimRightFunc(before[len(before)-1:], isPartOfWord)) > 0 {
		return false
	}
	word := before[len(bytes.TrimRightFunc(before, isLetter)):]
	if m := escaped.FindSubmatch(before); m != nil {
		word = m[1]
		if len(word) == 0 {
			return false
		}
	}
	isIdentifier := string(urn) != "urn" && urn[0] == 'U' || before[len(before)-1] == '_'
	return words[strings.ToLower(string(word)+string(urn))] || isIdentifier && len(after) > 0 && after[0] == ' '
}

func isLetter(r rune) bool { return r < 0x80 && ascii.IsLetter(byte(r)) }

func isPartOfWord(r rune) bool { return r < 0x80 && (ascii.IsAlnum(byte(r)) || r == '_') }

// Stream looks for the spellings in a text that is read in pieces. The zero Stream is ready to use.
type Stream struct {
	tail []byte // the end of the text before
	from int    // tail[:from] has been looked at
}

// Read calls found with each Spelling in the text, which consists of the last bytes of the text before
// and a piece that is at text[-from:]. If more is set, the text goes on after the piece. Then a Spelling
// near its end is reported with the next piece.
func (r *Stream) Read(piece []byte, more bool, found func(text []byte, s Spelling, from int)) {
	text, before := piece, len(r.tail)
	if before > 0 {
		text = append(r.tail, piece...)
	}
	to := len(text)
	if more {
		to = max(r.from, to-2*reach) // for the spelling, and for what follows it
	}
	for s, ok := Next(text, r.from); ok && s.Start < to; s, ok = Next(text, s.End) {
		found(text, s, -before)
	}
	*r = Stream{}
	if more {
		start := max(0, to-longest)
		*r = Stream{bytes.Clone(text[start:]), to - start}
	}
}

// NID returns the word after a spelling of "urn:", if after is the text that follows it.
func NID(after []byte) []byte {
	if m := nid.FindSubmatch(after[:min(len(after), reach)]); m != nil {
		return m[1]
	}
	return nil
}
