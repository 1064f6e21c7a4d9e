// Package leftover checks a text whose names were replaced by pseudonyms. It looks for every spelling of
// "urn:" that is left, and for names that continue after the replaced text. It is independent of the finder,
// and does not know where names begin and end, so it also notices names that the finder overlooks.
//
// It reads a text as a shift-reduce parser does. Each byte is pushed on a stack. An escape, a colour or a tag
// at the top of the stack is reduced to the character that it stands for, or to nothing. That character may be
// part of another escape, so it does not matter how often a text is encoded, or in what order.
package leftover

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	words   = " adjourn auburn bourn burn churn downturn heartburn journ melbourn mourn nocturn noreturn outturn overturn return " +
		"saturn sideburn sojourn spurn sunburn swinburn taciturn turn upturn windburn "
	longest    = 80   // characters of an escape, and those that are judged
	lookBehind = 12   // bytes on the stack before an escape: longer than the longest of words
	maxTail    = 4096 // bytes
)

// A form of escapes. It stands for the number that its digits are, or for char.
type form struct {
	begin, digits string // all but "<" and ">" if digits is ""
	min, max      int    // how many digits
	end, char     string // end has the characters of which one is after them
}

//go:embed spellings.txt
var table string

var (
	forms [256][]form // by the first byte
	opens [256]bool   // an escape may begin with this byte
)

func init() {
	for line := range strings.Lines(table) {
		var f form
		var char, ends string
		if n, _ := fmt.Sscan(line, &char, &f.digits, &f.min, &f.max, &ends); n < 5 {
			continue // a comment
		}
		f.digits = strings.TrimPrefix(f.digits, "-")
		for _, s := range strings.Fields(line)[5:] {
			f.begin, _ = strconv.Unquote(`"` + s + `"`)
			if f.char, _ = strconv.Unquote(`"` + strings.Trim(char, "-") + `"`); char == "same" {
				f.char = f.begin[1:]
			}
			for f.end = range strings.SplitSeq(strings.Trim(ends, "-"), ",") {
				forms[f.begin[0]] = append(forms[f.begin[0]], f)
			}
			opens[f.begin[0]] = true
		}
	}
}

// escape returns the length of the longest escape at chars[p:], or 0, what it stands for, and whether a longer one
// may be there.
func (r *Stream) escape(p int) (n int, char []byte, more bool) {
	s := r.chars[p:]
	if len(s) == 1 {
		return 0, nil, true
	}
	for i := range forms[s[0]] {
		f := &forms[s[0]][i]
		if len(f.begin) > 1 && (f.begin[1]^s[1])&^ascii.CaseBit != 0 {
			continue
		}
		k := min(len(s), len(f.begin))
		switch isSame := string(s[:k]) == f.begin[:k] || s[0] != '\\' && ascii.EqualFold(s[:k], f.begin[:k]); {
		case !isSame, f.begin == "#0" && p > 0 && r.chars[p-1] == '&', f.begin == "<" && (len(r.marks) > 0 || !scheme.Match(r.chars[max(0, p-3):p])):
			continue
		}
		size, value := k, 0
		for ; size < len(s) && size-k < f.max; size++ {
			d := strings.IndexByte(f.digits, ascii.Lower(s[size]))
			if d < 0 && (f.digits != "" || s[size] == '<' || s[size] == '>') {
				break
			}
			value = value*len(f.digits) + d
		}
		switch isLast := size == len(s); {
		case k < len(f.begin), size-k < f.min, isLast && f.end != "":
			more = more || isLast
			continue
		case f.end == "":
			for ; s[0] == '&' && value > '~'; size-- { // text after the reference that might be digits
				value /= len(f.digits)
			}
		case strings.IndexByte(f.end, s[size]) < 0:
			continue
		default:
			size++
		}
		if size <= n || f.char == "+" && (value < ' ' || value > '~') {
			continue
		}
		switch n, char = size, append(r.buf[:0], f.char...); {
		case !strings.HasPrefix(f.digits, "0"):
		case f.max <= 3:
			char = append(r.buf[:0], byte(value))
		default:
			char = utf8.AppendRune(r.buf[:0], rune(value))
		}
	}
	return n, char, more
}

// A Spelling is a "urn:" in a text, or text that joins a replaced name to more of the same name.
type Spelling struct {
	Start, End int    // in the text
	Name       bool   // a name may follow: it is not the "urn:" of a sentence
	NID        []byte // the word after it, if there is one
}

// Stream looks for the spellings in a text that is read in pieces. The zero Stream is ready to use. Its own
// positions are those in the whole text.
type Stream struct {
	text []byte // the end of what has been read
	base int    // the position of text
	pos  int    // what has been read ends there

	chars  []byte  // the stack
	places []place // of the characters
	open   []int   // which of the characters may begin an escape
	marks  []mark  // what is found, until it is known what follows
	last   place   // the last replaced name
	seen   int     // the end of the last spelling of "urn:"
	found  func(place, Spelling)
	buf    [4]byte
}

type place struct{ start, end int }

// A mark is a spelling of "urn:", or a replaced name.
type mark struct {
	place
	isName       bool
	isIdentifier bool // "entityUrn:"
}

// Read calls found with each Spelling that is left in the next piece of the text. The argument text of found
// is the end of the previous pieces, and the piece from text[-from:] on. names lists the start and the end of
// each replaced name in the piece, in order. If more is set, the text continues after the piece, and a Spelling
// near the end is reported with the next piece.
func (r *Stream) Read(piece []byte, names []int, more bool, found func(text []byte, s Spelling, from int)) {
	before := len(r.text)
	if before > 0 {
		piece = append(r.text, piece...)
	}
	r.text = piece
	r.found = func(at place, s Spelling) {
		s.Start, s.End = max(0, at.start-r.base), max(0, at.end-r.base)
		found(r.text, s, -before)
	}
	for ; ; names = names[1:] {
		end, inName := r.base+len(r.text), len(names)&1 > 0
		if len(names) > 0 {
			end = r.base + before + names[0]
		}
		if inName {
			r.last.end = end
		}
		for r.skip(end); r.pos < end; r.skip(end) {
			r.shift()
		}
		if len(names) == 0 {
			break
		} else if inName {
			r.marks = append(r.marks, mark{place: r.last, isName: true})
		} else {
			r.judge(true)
			r.last.start = end
		}
	}
	if !more {
		r.judge(true)
		*r = Stream{}
		return
	}
	keep := max(r.base, r.pos-maxTail)
	r.text, r.base = bytes.Clone(r.text[keep-r.base:]), keep
}

// skip advances to the next byte before end that may begin an escape, or to the colon after "urn", and pushes some of
// the text before it.
func (r *Stream) skip(end int) {
	if len(r.open)+len(r.marks) > 0 {
		return
	}
	i, start := r.pos-r.base, r.pos-r.base
	for ; i < end-r.base; i++ {
		c := r.text[i]
		if !opens[c] && c != ':' {
			continue
		}
		if strings.IndexByte("%=#", c) >= 0 && i+1 < len(r.text) && strings.IndexByte("0123456789abcdefABCDEFu\r\n%\\&=#<\x1b", r.text[i+1]) < 0 {
			continue
		}
		if i == start || strings.IndexByte("\\%=&#_\x1b", c) >= 0 || strings.IndexByte("urnURN", r.text[i-1]) >= 0 || c == '<' && i+r.base < r.last.end {
			break
		}
	}
	if n := len(r.chars) - max(0, lookBehind-(i-start)); n > longest || i-start >= lookBehind {
		r.chars, r.places = slices.Delete(r.chars, 0, n), slices.Delete(r.places, 0, n)
	}
	for r.pos = max(r.pos, r.base+i-lookBehind); r.pos < r.base+i; {
		r.push()
	}
}

// push pushes the next byte of the text.
func (r *Stream) push() {
	r.chars, r.places = append(r.chars, r.text[r.pos-r.base]), append(r.places, place{r.pos, r.pos + 1})
	r.pos++
}

// shift pushes the next byte of the text, and reduces what the stack ends with.
func (r *Stream) shift() {
	r.push()
	n, top := len(r.open)-1, len(r.chars)-1
	c, isEscaped := r.chars[top], n >= 0 && r.open[n] == top-1 && r.chars[top-1] == '\\'
	if opens[c] && (!isEscaped || strings.IndexByte(`\%&=#_`, c) < 0) {
		r.open = append(r.open, top)
	}
	for n = len(r.open) - 1; n >= 0; n = len(r.open) - 1 {
		p := r.open[n]
		size, char, more := r.escape(p)
		if more && len(r.chars)-p < longest {
			break
		}
		if r.open = r.open[:n]; size > 0 {
			r.replace(p, size, char)
		}
	}
	if len(r.open) > 0 && len(r.chars)-r.open[0] > longest {
		r.open = r.open[1:]
	}
	r.detect(top)
	r.judge(false)
}

// replace replaces chars[p:p+n], an escape, by what it stands for. A replaced name inside a tag
// does not continue after it, nor after a final "=" unless the line looks like quoted-printable.
func (r *Stream) replace(p, n int, char []byte) {
	at, isSoftBreak := place{r.places[p].start, r.places[p+n-1].end}, r.chars[p] == '=' && r.chars[p+n-1] == '\n'
	r.marks = slices.DeleteFunc(r.marks, func(m mark) bool {
		if at.start >= m.end || at.end <= m.end {
			return false
		}
		line := r.text[:max(0, m.end-r.base)]
		isEnd := at.start < m.start || isSoftBreak && !wrapped.Match(line[bytes.LastIndexByte(line, '\n')+1:])
		return isEnd && r.judged(m, true)
	})
	r.chars = slices.Replace(r.chars, p, p+n, char...)
	r.places = slices.Replace(r.places, p, p+n, slices.Repeat([]place{at}, len(char))...)
	if len(char) > 0 && opens[char[0]] {
		r.open = append(r.open, p)
	}
	for k := p; k < len(r.chars); k++ {
		r.detect(k)
	}
}

// detect looks for "urn:" that ends at chars[k].
func (r *Stream) detect(k int) {
	if k >= len(r.chars) || r.chars[k] != ':' || r.places[k].end <= r.seen {
		return
	}
	end := len(bytes.TrimRight(r.chars[:k], `%\=&`)) // as in "urn%%3A"
	u := max(0, end-len("urn"))
	if !ascii.EqualFold("urn", r.chars[u:end]) {
		return
	}
	m := mark{place: place{r.places[u].start, r.places[k].end}}
	r.seen = m.end
	if u > 0 && (r.chars[u-1] == '_' || ascii.IsAlnum(r.chars[u-1])) {
		w := len(bytes.TrimRight(r.chars[:end], letters))
		isWrapped := bytes.IndexByte(r.text[max(0, r.places[w].start-r.base):max(0, m.start-r.base)], '=') >= 0
		if strings.Contains(words, " "+strings.ToLower(string(r.chars[w:end]))+" ") && !isWrapped {
			return
		}
		m.isIdentifier = r.chars[u-1] == '_' || r.chars[u] == 'U'
	}
	if m.start < r.last.start || m.end > r.last.end {
		r.marks = slices.DeleteFunc(r.marks, func(of mark) bool { return of.isName && of.end > m.start })
		r.marks = append(r.marks, m)
	}
}

// judge reports what is known about the marks. If final is set, nothing follows, or a replaced name.
func (r *Stream) judge(final bool) {
	r.marks = slices.DeleteFunc(r.marks, func(m mark) bool { return r.judged(m, final) })
}

// Expressions for what follows "urn:" or a replaced name. \x02 is before a character that follows an escape which
// stands for nothing, \x03 before one that is written as an escape.
const (
	blanks      = " \t\u00a0\u3000"
	quotes      = "\"'`“”„‘’‚«»‹›"
	closing     = "。、」』）》"
	nidChar     = `[\x02\x03]*[0-9A-Za-z-]`
	punctuation = `[:/._~%=+@!$*?#-]`
	escaped     = `[\x02-\x08\x0e-\x1a\x7f]|\x03[\x00\x01]|\x02\x03;`
	literals    = `["']\s*(?:\+|\.\.?|&|\|\|)\s*\x03?["']|'\s*\n\s*'|"\s*\n\s*[ \t]"` // they are joined
	closed      = `(?:\x03["'*)\]}]|["'](?:\x03?["'])+)(?:/|\x03:)*[\x02\x03]*`
	joints      = `(?:` + escaped + `|` + literals + `)`
	undecided   = ":/._~%=+@!$*?#-\"')]};&| \x7f"
)

var (
	escapes = regexp.MustCompile(`[\x02\x03]`)
	scheme  = regexp.MustCompile("(?i)(?:u|ur|urn)$")
	wrapped = regexp.MustCompile("^(?:[^=]|=[0-9A-Fa-f]{2})*=$|[^=0-9A-Za-z]=$")
	name    = regexp.MustCompile(`^\x02*(?:\x03[^"']|[0-9A-Za-z%&{\\]|[^\x00-\x7f` + blanks + quotes + closing + `])`)
	word    = regexp.MustCompile(`^[\x02\x03` + blanks + quotes + `]*((?:` + nidChar + `){0,32})([\x02\x03]*(?s:.))?`)
	joint   = regexp.MustCompile(`^` + punctuation + `*(?:` + joints + `(?:` + punctuation + `|` + joints + `)*(?:` + closed + `)?|` + closed + `)` +
		`(?:[0-9A-Za-z]|[^\x00-\x7f\pP\pS\pZ]|\x{fffd})`)
)

// judged judges a mark, and returns true unless that depends on what follows. Text after a name that stands for itself
// was seen by the finder, and does not belong to the name, but "*", "_", "~" and "/" may. Text with escapes, colours,
// tags or the ends of literals in it may.
func (r *Stream) judged(m mark, final bool) bool {
	i := len(r.chars)
	for i > 0 && r.places[i-1].end > m.end {
		i--
	}
	s := r.chars[i:]
	for _, p := range r.open {
		if !final && r.places[p].start >= m.start { // an escape that has not ended
			s = r.chars[i:max(i, p)]
			break
		}
	}
	if final = final || len(s) > longest; len(s) == 0 {
		if final && !m.isName {
			r.found(m.place, Spelling{})
		}
		return final
	}
	var text []byte
	if k := m.start - 1 - r.base; m.isName && len(s) > 1 && (strings.IndexByte("*_~", s[0]) >= 0 || s[0] == '/' && k >= 0 && r.text[k] != '/') && ascii.IsAlnum(s[1]) {
		text = append(text, '\x02')
	}
	at := place{m.end, m.end}
	for k, p := range r.places[i : i+len(s)] {
		if p != at && p.start != at.end {
			text = append(text, '\x02')
		}
		if p != at && p.end-p.start > 1 {
			text = append(text, '\x03')
		}
		text, at = append(text, s[k]), p
	}
	last := s[len(s)-1]
	isPart := last >= 0x80 && !utf8.Valid(s)
	if m.isName {
		if !final && (isPart || last < ' ' || strings.IndexByte(undecided, last) >= 0) {
			return false
		}
		if joint.Match(text) {
			_, n := utf8.DecodeLastRune(s)
			r.found(place{m.end, max(m.end, r.places[i+len(s)-n].start)}, Spelling{Name: true})
		}
		return true
	}
	w := word.FindSubmatch(text)
	if !final && (isPart || w[2] == nil) {
		return false
	}
	if nid := escapes.ReplaceAll(w[1], nil); !m.isIdentifier || text[0] != ' ' {
		isName := name.Match(text) || len(nid) > 0 && bytes.HasSuffix(w[2], []byte(":"))
		r.found(m.place, Spelling{Name: isName, NID: nid})
	}
	return true
}
