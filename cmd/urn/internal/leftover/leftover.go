// Package leftover is the second check of pseudonyms: it reads a text whose names were replaced, and looks
// for every spelling of "urn:" in what is left, and for names that go on after what was replaced. It does
// not know where names begin and end. So it also notices what the finder of names overlooks.
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

// A Spelling is a "urn:" in a text, or what joins a name that was replaced to more of it.
type Spelling struct {
	Start, End int  // in the text
	Name       bool // a name may follow: it is not the "urn:" of a sentence
}

const (
	reach       = 256 // how many bytes after a spelling are looked at
	longestWord = 32  // and how many before it
)

const pause = `(?:[ \t\x{a0}\x{3000}"'` + "`" + `“”„‘’‚«»‹›]|\\+["'` + "`" + `])` // white space and quotation marks

// These match what is at the beginning of the text after "urn:": a name, and a word, such as an NID.
var (
	name = regexp.MustCompile(`^(?i:[0-9a-z%&{]|=(?:[0-9a-f]{2}|\r?\n[0-9a-z])|\\+[^\\"'` + "`" +
		`]|[^\x00-\x7f\x{a0}\x{3000}“”„‘’‚«»‹›。、」』）》])`)
	word = regexp.MustCompile(`^(` + pause + `*)([0-9A-Za-z-]{1,32})`)
)

// escaped matches what precedes a word: an escape, or a colour of a terminal, that ends with a letter.
var escaped = regexp.MustCompile(`(?:(?:\\|%(?:25)*5[Cc])+(?:[abefnrtv]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|` +
	`[%=](?:25|3D)*[0-9A-Fa-f]{2}|\[[0-9;]*m)([A-Za-z]*)$`)

// isName reports whether a name may begin with a "urn:" before the text after.
func isName(after []byte) bool {
	m := word.FindSubmatch(after)
	if m == nil || len(m[1]) == 0 {
		return m != nil || name.Match(after)
	}
	_, ok := colon.at(after[len(m[0]):])
	return ok
}

// NID returns the word after a spelling of "urn:", if after is the text that follows it.
func NID(after []byte) []byte {
	if m := word.FindSubmatch(after[:min(len(after), reach)]); m != nil {
		return m[2]
	}
	return nil
}

func isLetter(r rune) bool { return r < 0x80 && ascii.IsLetter(byte(r)) }

// isWord reports whether text ends with a word such as "return" or, before white space, with an identifier
// such as "entityUrn".
func isWord(text, after []byte) bool {
	text, urn := text[:len(text)-len("urn")], text[len(text)-len("urn"):]
	if len(text) == 0 {
		return false
	}
	last := text[len(text)-1]
	if last != '_' && !ascii.IsAlnum(last) {
		return false
	}
	word := text[len(bytes.TrimRightFunc(text, isLetter)):]
	if m := escaped.FindSubmatch(text); m != nil {
		if word = m[1]; len(word) == 0 {
			return false
		}
	}
	isIdentifier := last == '_' || string(urn) != "urn" && urn[0] == 'U'
	return words[strings.ToLower(string(word)+string(urn))] || isIdentifier && len(after) > 0 && after[0] == ' '
}

// Stream looks for the spellings in a text that is read in pieces. The zero Stream is ready to use.
type Stream struct {
	tail  []byte // the end of the text before
	names []int  // what was replaced in it
	from  int    // tail[:from] has been looked at
}

// Read calls found with each Spelling that is left in the text, which consists of the last bytes of the text
// before and a piece that is at text[-from:]. names has where each text that was replaced begins and ends in
// the piece, in order. If more is set, the text goes on after the piece. Then a Spelling near its end is
// reported with the next piece.
func (r *Stream) Read(piece []byte, names []int, more bool, found func(text []byte, s Spelling, from int)) {
	text, before := piece, len(r.tail)
	if before > 0 {
		text = append(r.tail, piece...)
		for _, at := range names {
			r.names = append(r.names, at+before)
		}
		names = r.names
	}
	to := len(text)
	if more {
		to = max(r.from, to-2*reach) // for the spelling, and for what follows it
	}
	from := left(text, names, r.from, to, func(s Spelling) { found(text, s, -before) })
	*r = Stream{}
	if more {
		start := max(0, min(to, len(text)-2*reach)-longest)
		r.tail, r.from = bytes.Clone(text[start:]), from-start
		for i, at := range names {
			if names[i|1] > start {
				r.names = append(r.names, at-start)
			}
		}
	}
}

// left calls found with each Spelling in text that begins in text[from:to], and not within one of names.
// It returns to, or the end of the last Spelling if that is greater.
func left(text []byte, names []int, from, to int, found func(Spelling)) int {
	for past := 0; ; names = names[2:] {
		start, end, upTo := len(text), len(text), len(text) // of what was replaced, and of what is left after it
		if len(names) > 0 {
			start, end = names[0], names[1]
		}
		if len(names) > 2 {
			upTo = names[2]
		}
		for i := max(from, past); ; {
			var n int
			if i, n = next(text, i, min(end, to)); n == 0 {
				break
			}
			s := Spelling{Start: i, End: i + n}
			if i = s.End; s.Start >= start && s.End <= end {
				continue
			}
			limit := start
			if s.End > start {
				limit = max(s.End, upTo)
			}
			after := text[s.End:min(limit, s.End+reach)]
			if !isWord(text[max(0, past, s.Start-longestWord):s.Start+len("urn")], after) {
				s.Name = isName(after)
				found(s)
			}
			from = s.End
		}
		if len(names) == 0 || end >= to {
			return max(from, to)
		}
		if n := joint(text[:upTo], start, end); n > 0 && end >= from {
			found(Spelling{end, end + n, true})
		}
		past = end
	}
}
