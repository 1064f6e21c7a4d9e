package urn

import (
	"encoding/binary"
	"iter"
	"math/bits"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Finder finds URNs in running text: in log lines, JSON, XML, prose, in any
// bytes at all. The zero Finder is ready to use, and a Finder may be used by
// several goroutines at once.
//
// A match begins at "urn:", in any case, that no ASCII letter or digit
// precedes: there is none in "return:ab:c". It is the longest prefix of the
// text from there that is a URN of the Finder's Syntax: "urn:isbn:123%" holds
// urn:isbn:123. Where no prefix is a URN, the search goes on right behind that
// "urn:".
//
// Then, unless Exact is set, punctuation that ends a sentence or closes a
// bracket is given back: at its end a match loses any of
//
//	. , ; : ! ? '
//
// and every ")" that closes no "(" within the match, as long as a URN remains.
// So "(see urn:ex:a(b).)" holds urn:ex:a(b). Nothing else is given back, and
// nothing in front of what stays.
//
// Matches do not overlap: the search goes on where a match ends.
//
// The time taken is linear in the length of the text, whatever the text is.
type Finder struct {
	// Syntax is what a match is a URN of; see [Syntax].
	Syntax Syntax
	// Exact keeps the punctuation at the end of a match. It is the rule of
	// RFC 2141, section 2.4: a URN ends where an octet stands that a URN cannot
	// hold there, and nowhere else.
	Exact bool
}

// Match is a URN within a text. The URN is text[Start:End].
type Match struct {
	Start, End int     // in bytes
	Offsets    Offsets // of the components, relative to Start
}

// Next returns the first match in text. To go on, call it with text[m.End:]: no
// URN ends right before a letter or digit, so that what is cut off takes nothing
// away that the search has to know.
//
// Next does not allocate, keeps no reference to text and never writes to it.
func (f Finder) Next(text []byte) (Match, bool) {
	start, end, o := f.next(text, 0)
	if start < 0 {
		return Match{}, false
	}
	return Match{start, end, o}, true
}

// All returns an iterator over the matches in text, from the first to the
// last. A loop over it allocates at most once.
func (f Finder) All(text []byte) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for from := 0; ; {
			start, end, o := f.next(text, from)
			if start < 0 || !yield(Match{start, end, o}) {
				return
			}
			from = end
		}
	}
}

// NextString is [Finder.Next] for a string.
func (f Finder) NextString(text string) (Match, bool) { return f.Next(bytesOf(text)) }

// AllString is [Finder.All] for a string.
func (f Finder) AllString(text string) iter.Seq[Match] { return f.All(bytesOf(text)) }

// next returns the first match that begins at from or behind it; start is -1 if
// there is none. A Match is too large for registers: not to wait until one comes
// back from memory saves a third of the time where matches are dense, and a
// sixth on a log.
//
// Why the cost is linear. The search for candidates sees each byte once, and
// once more what the machine has seen behind a match. A candidate that fails
// does so within its NID or right behind it, after 40 bytes at most, and takes
// four with it. One that succeeds takes the match with it. What the machine saw
// behind the match, be it punctuation that is given back or a way that led to
// nothing, like the "?keyword" of a query that comes to no "=", holds no whole
// "urn:": no more than three bytes of it belong to another candidate. Brackets
// are counted once in a match.
func (f Finder) next(text []byte, from int) (start, end int, o Offsets) {
	x := f.Syntax.known()
	m := machines[x]
	for {
		start = indexScheme(text, from)
		if start < 0 {
			return start, 0, Offsets{}
		}
		from = start + len("urn:")
		rest := text[from:]
		rest = rest[:min(len(rest), MaxLen-len("urn:"))]
		l := m.Longest()
		m.Feed(&l, stringOf(rest))
		n := l.Len
		if n == 0 {
			continue
		}
		starts := l.Starts()
		if !f.Exact && mayGo(text[start+n-1]) {
			n = giveBack(text[start:start+n], shortest(starts))
		}
		return start, start + n, makeOffsets(x, starts, n)
	}
}

// Boundary returns a place at which text may be cut. Whatever follows text: what
// is found in the whole is what is found in text[:n], and then what is found in
// text[n:] and what follows. This is for searching a long text in blocks, several
// at once: what is left of one block begins the next.
//
// n is near len(text), or where a match begins that has not come to its end. It
// is 0 if text begins with that match, and may be 0 if text has less than three
// bytes: more of the text is needed then. Such a match is looked at anew in each
// call, so do not add block by block while n is 0, for that takes quadratic time:
// double the text, or hand it to a [Scanner], which has a limit. To cut behind a
// byte that no URN holds, such as a line end, is always right, and needs no
// Boundary.
//
// Boundary looks at no more than what follows the last byte of text that no URN
// holds.
func (f Finder) Boundary(text []byte) int {
	m := machines[f.Syntax.known()]
	from := len(text)
	for from > 0 && !excluded(text[from-1]) {
		from--
	}
	for {
		start := indexScheme(text, from)
		if start < 0 {
			break
		}
		from = start + len("urn:")
		rest := text[from:]
		rest = rest[:min(len(rest), MaxLen-len("urn:"))]
		l := m.Longest()
		if m.Feed(&l, stringOf(rest)) {
			return start
		}
		from = max(from, start+l.Len)
	}
	for i := max(from, len(text)-len("urn")); i < len(text); i++ {
		if beginsScheme(text[i:]) && !glued(text, i) {
			return i
		}
	}
	// Cut so that the letter or digit at the end, which may make a "urn:" behind
	// it none, is still there, and does not itself begin one by being cut off.
	n := len(text)
	if n > 0 && alphanumeric(text[n-1]) {
		n--
		if beginsScheme(text[n:]) {
			n--
		}
	}
	return n
}

// shortest returns how much of a URN must stay when punctuation is given back:
// the first byte of its last component, or its "#", behind which nothing need
// follow. A component of which more must stay, because it begins with an
// escape or a directive, has a byte there that does not go.
func shortest(starts *dfa.Starts) int {
	if f := starts[markF]; f != 0 {
		return int(f)
	}
	return int(max(starts[markNSS], starts[markR], starts[markQ])) + 1
}

// mayGo reports whether a match gives c back if it ends with it; a ")" only
// if it closes nothing.
func mayGo(c byte) bool {
	const punctuation = 1<<'.' | 1<<',' | 1<<';' | 1<<':' | 1<<'!' | 1<<'?' | 1<<'\'' | 1<<')'
	return uint64(punctuation)>>c&1 != 0
}

// excluded reports whether no URN, of whatever syntax, holds c: it is not ASCII,
// or is one of the <excluded> of RFC 2141, section 2.4, less the "~" and "&" of
// RFC 8141.
func excluded(c byte) bool {
	const (
		low  = 1<<(' '+1) - 1 | 1<<'"' | 1<<'<' | 1<<'>'
		high = 1<<('['-64) | 1<<('\\'-64) | 1<<(']'-64) | 1<<('^'-64) | 1<<('`'-64) |
			1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64) | 1<<(0x7f-64)
	)
	return c >= 0x80 || uint64(low)>>c&1 != 0 || uint64(high)>>(c-64)&1 != 0
}

// giveBack returns how much is left of s, a URN, when it gives back what it
// ends with, but for the first shortest bytes.
func giveBack(s []byte, shortest int) int {
	end := len(s)
	for end > shortest && mayGo(s[end-1]) {
		if s[end-1] == ')' {
			// Only a look at all that precedes it can tell what it closes.
			var b brackets
			b.add(s, 0)
			return max(b.stays, shortest)
		}
		end--
	}
	return end
}

// brackets tells how much is left of a URN, which may come in pieces, when it
// gives back what it ends with.
type brackets struct {
	stays int // the length of what is left
	open  int // how many "(" are not closed
}

// add looks at s, the piece that begins at byte at.
func (b *brackets) add(s []byte, at int) {
	for i, c := range s {
		switch {
		case c == '(':
			b.open++
		case c == ')' && b.open > 0:
			b.open--
		case mayGo(c):
			continue
		}
		b.stays = at + i + 1
	}
}

// The search for candidates compares eight places at a time, in the lanes of a
// word, with no table and with no branch on the text but the one that ends it.
// A word that is loaded one byte further on has in the same lane the byte
// behind, so four loads bring all of "urn:" into one lane.
//
// On a log with JSON, dense in colons, this is 3 times as fast as
// bytes.IndexByte for ":" and a look back, and twice as fast as bytes.Index
// for "urn:", which sees one of its cases.
const (
	lanes = 0x0101010101010101
	highs = 0x8080808080808080
	upper = 0xdf * lanes // less the bit that tells the cases of a letter apart
)

// differ returns a word with lane k zero if p[k] is c.
func differ(p []byte, c uint64) uint64 { return binary.LittleEndian.Uint64(p) ^ c*lanes }

// differRN returns a word with lane k zero if p[k+1:] begins with "rn:", in any
// case. The long loop compares the "u" only where that is so: it is faster by a
// tenth, and "rn:" is rare.
func differRN(p []byte) uint64 {
	return (differ(p[1:], 'r')|differ(p[2:], 'n'))&upper | differ(p[3:], ':')
}

// differU returns a word with lane k zero if p[k] is "u" or "U".
func differU(p []byte) uint64 { return differ(p, 'u') & upper }

// zero has the high bit of the lowest lane of w that is zero set, and none
// below. Higher lanes, and bits other than the high ones, mean nothing.
func zero(w uint64) uint64 { return (w - lanes) &^ w }

// gather returns the high bit of lane k of z as bit k, and no others.
func gather(z uint64) uint64 { return ((z & highs) >> 7) * 0x0102040810204080 >> 56 }

// within8 has the high bit of the lowest lane k at which p[k:] begins with
// "urn:" set, in any case, and is 0 if there is none. p has 11 bytes.
func within8(p []byte) uint64 { return zero(differRN(p)|differU(p)) & highs }

// glued reports whether a letter or digit precedes text[i].
func glued(text []byte, i int) bool { return i > 0 && alphanumeric(text[i-1]) }

// indexScheme returns where the first "urn:" of text[from:] begins that no
// letter or digit precedes, in text, and -1 if there is none.
func indexScheme(text []byte, from int) int {
	i := from
	// In a list, the next one stands close behind the last. Texts that consist
	// of nothing else cost most, byte for byte; this takes a sixth off that.
	if i+11 <= len(text) {
		if z := within8(text[i : i+11]); z == 0 {
			i += 8
		} else if i += bits.TrailingZeros64(z) >> 3; !glued(text, i) {
			return i
		} else {
			i += len("urn:")
		}
	}
	for ; i+35 <= len(text); i += 32 {
		p := text[i : i+35]
		w0, w1, w2, w3 := differRN(p), differRN(p[8:]), differRN(p[16:]), differRN(p[24:])
		if (zero(w0)|zero(w1)|zero(w2)|zero(w3))&highs == 0 {
			continue
		}
		// To ask the words in turn would be a branch that cannot be foreseen.
		w0, w1, w2, w3 = w0|differU(p), w1|differU(p[8:]), w2|differU(p[16:]), w3|differU(p[24:])
		found := gather(zero(w0)) | gather(zero(w1))<<8 | gather(zero(w2))<<16 | gather(zero(w3))<<24
		if found == 0 {
			continue
		}
		if i += bits.TrailingZeros64(found); !glued(text, i) {
			return i
		}
		i += len("urn:") - 32 // and on with the loop, right behind
	}
	for ; i+11 <= len(text); i += 8 {
		z := within8(text[i : i+11])
		if z == 0 {
			continue
		}
		if i += bits.TrailingZeros64(z) >> 3; !glued(text, i) {
			return i
		}
		i += len("urn:") - 8
	}
	for ; i+len("urn:") <= len(text); i++ {
		if hasScheme(text[i:]) && !glued(text, i) {
			return i
		}
	}
	return -1
}

// hasScheme reports whether p, of at least four bytes, begins with "urn:", in
// any case.
func hasScheme(p []byte) bool {
	return binary.LittleEndian.Uint32(p)|0x00202020 == 'u'|'r'<<8|'n'<<16|':'<<24
}

// beginsScheme reports whether p, of less than four bytes, begins a "urn:".
func beginsScheme(p []byte) bool {
	for i, c := range p {
		if c|0x20 != "urn"[i] {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 26 }
