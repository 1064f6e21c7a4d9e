package urn

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Near returns an iterator over the matches in text, as [Finder.All] finds
// them, and over the places where text nearly has a URN. The Fault of a near miss
// has a Reason; the Fault of any other match is zero. A near miss is one of these:
//
//   - A "urn:", in any case, that no ASCII letter or digit precedes and at which no
//     URN begins. The End of the Match is then its Start.
//   - A match that is cut off. Its Offsets and its end are those of All, but a byte
//     after it shows that the name goes on.
//
// A match is not cut off at the end of text, and before white space, a control, a
// quote, a bracket, "<", ">" or punctuation. A character beyond ASCII counts by its
// Unicode category. Three things cut off a match even there. They are a "%" without
// two digits, a component that has only begun, such as "?=", and white space after
// a "(" that nothing closes. A "?" before another "urn:" is punctuation. A
// backslash cuts off: what follows may be an escape of JSON.
//
// The Offset of the Fault is relative to Start. It is the length of the longest
// prefix of text[Start:] that some URN begins with. [Fault.Message] of
// text[Start:] says what is wrong.
//
// The time taken is linear in the length of text. A loop over Candidates allocates
// as a loop over All does.
func (f Finder) Near(text []byte) iter.Seq2[Match, Fault] {
	return func(yield func(Match, Fault) bool) {
		for from := 0; ; {
			start := indexScheme(text, from)
			if start < 0 {
				return
			}
			end, o, stop, reason := f.candidate(text, start)
			var fault Fault
			if reason != 0 {
				fault = Fault{f.Syntax.known(), stop, reason}
			}
			if (end > start || reason != 0) && !yield(Match{start, end, o}, fault) {
				return
			}
			from = max(end, start+len("urn:"))
		}
	}
}

// NearString is [Finder.Near] for a string.
func (f Finder) NearString(text string) iter.Seq2[Match, Fault] {
	return f.Near(bytesOf(text))
}

// candidate returns the match or near miss at start, where a "urn:" is. For a near
// miss, the reason is not 0, and stop is the offset of the fault. It returns scalars,
// as next does.
func (f Finder) candidate(text []byte, start int) (end int, o Offsets, stop int, reason Reason) {
	x := f.Syntax.known()
	m := machines[x]
	rest := text[start+len("urn:"):]
	rest = rest[:min(len(rest), MaxLen-len("urn:"))]
	l := m.Longest()
	whole := m.Feed(&l, stringOf(rest))
	n := l.Len
	stop, tag := m.Stop(&l)
	starts := l.Starts()
	at := start + stop
	if (stop > n || n == 0 || at == len(text) || !endsAny(text[at])) && (!whole || at == len(text)) { // else it ends at MaxLen
		var b brackets
		if opens(text[at:]) && bytes.IndexByte(text[start:start+n], '(') >= 0 {
			b.add(text[start:start+n], 0)
		}
		if cutOff(n, stop, text, at, b.open > 0) {
			reason = reasons[tag]
		}
	}
	if n == 0 {
		return start, o, stop, reason
	}
	if !f.Exact && isPunctuation(text[start+n-1]) {
		n = trimPunctuation(text[start:start+n], shortest(starts))
	}
	return start + n, makeOffsets(x, starts, n), stop, reason
}

// endsAny reports whether c ends any name. It is cutOff for what follows nearly every
// name, except for white space, which may stand in brackets.
func endsAny(c byte) bool {
	const (
		low  = (1<<' '-1)&^(1<<'\t') | 1<<'"' | 1<<'<' | 1<<'>'
		high = 1<<('['-64) | 1<<(']'-64) | 1<<('{'-64) | 1<<('}'-64)
	)
	return uint64(low)>>c&1 != 0 || uint64(high)>>(c-64)&1 != 0
}

// cutOff reports whether a candidate is a near miss. Of the candidate, n bytes are
// a URN, and stop bytes begin one. Byte stop is text[at]; at least the four bytes
// before it are in text. open says that the URN has a "(" that it does not close.
func cutOff(n, stop int, text []byte, at int, open bool) bool {
	if n == 0 {
		return true
	}
	if begun := stop - n; begun == 1 || begun == len("?urn") {
		// A "?" between two names is punctuation, and so is one at the end.
		between := text[at-begun:]
		if between[0] == '?' && len(between) > len("urn:") && hasScheme(between[1:]) {
			return false
		}
		if between[0] != '?' || begun > 1 {
			return true
		}
	} else if begun > 0 {
		return true
	}
	after := text[at:]
	return len(after) > 0 && (!ends(after) || open && opens(after))
}

// opens reports whether text begins with white space that may stand in brackets.
func opens(text []byte) bool { return len(text) > 0 && (text[0] == ' ' || text[0] == '\t') }

// undecided reports whether after is too short to tell what ends a match.
func undecided(after []byte) bool {
	return len(after) > 0 && (!utf8.FullRune(after) || len(after) < len("urn:") && beginsScheme(after))
}

// ends reports whether the first character of text ends a name.
func ends(text []byte) bool {
	c := text[0]
	if c < utf8.RuneSelf {
		switch c {
		case '"', '\'', '`', '(', ')', '[', ']', '{', '}', '<', '>', '.', ',', ';', ':', '!', '?', 0x7f:
			return true
		}
		return c <= ' '
	}
	r, _ := utf8.DecodeRune(text) // U+FFFD, which stands for what is not UTF-8, is a symbol
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.IsPunct(r)
}

// cutOff is cutOff for a candidate of a stream whose byte stop is s.buf[at]. It is
// called before the captures of l are read.
func (s *Scanner) cutOff(l *dfa.Longest, at int, open bool) Fault {
	x := s.Finder.Syntax.known()
	stop, tag := machines[x].Stop(l)
	if cutOff(l.Len, stop, s.buf[:s.end], at, open) {
		return Fault{x, stop, reasons[tag]}
	}
	return Fault{}
}
