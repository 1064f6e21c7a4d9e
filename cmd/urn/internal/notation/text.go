package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Text is a text with its escapes undone. The zero Text is empty. A Text must not be
// used by several goroutines at once.
type Text struct {
	// Bytes is the text with its escapes undone. If there are none, it shares memory with
	// the argument of Decode. Otherwise it belongs to the Text.
	Bytes []byte

	lexer lexer
}

// Decode undoes the escapes of src, which is in notation n. It sets t.Bytes, and returns
// the number of bytes of src that it has used: all of src, except an escape at the end that
// may continue after src. If last is set, src is the end of the input.
//
// If src does not begin the input, n is the result of [Notation.After] for the part before
// src.
//
// The time taken is linear in the length of src. Decode reuses the memory of t. A reference
// to an HTML entity that XML does not have may need an allocation.
func (t *Text) Decode(n Notation, src []byte, last bool) int {
	t.lexer = lexer{n: n, undo: true, dst: t.lexer.dst[:0], places: append(t.lexer.places[:0], place{})}
	l := &t.lexer // a new lexer would be allocated
	if l.next(src) < 0 {
		t.Bytes = src
		return len(src)
	}
	used := l.decode(src, last)
	t.Bytes = l.dst
	return used
}

// Input returns the position of t.Bytes[start:end] in the argument of Decode. An escape is
// never divided: if t.Bytes[start:end] has a part of its characters, the result includes
// the whole escape. The result is empty if start == end.
//
// For places in ascending order, the time taken by all calls together is linear. It
// does not allocate.
func (t *Text) Input(start, end int) (int, int) {
	from := t.lexer.place(start).at(start)
	if start == end {
		return from, from
	}
	return from, t.lexer.place(end - 1).endAt(end - 1)
}

// next returns the first position in src where an escape may begin, or -1.
func (l *lexer) next(src []byte) int {
	switch l.n.base() {
	case Plain:
		return -1
	case XML, HTML:
		return bytes.IndexByte(src, '&')
	case CSV:
		return 0
	case SQL, MySQL:
		return bytes.IndexAny(src, "'\"$\\")
	case URL:
		return encodedName(src)
	case Auto:
		if l.before == 0 || l.before > len(src) {
			l.before = -1
			if k := encodedName(src); k >= 0 {
				l.before = len(src) - k
			}
		}
		name := len(src) - max(l.before, 0)
		from := 0
		if l.n == notJSON { // the next line may be JSON
			if from = bytes.IndexByte(src[:name], '\n'); from < 0 {
				from = name
			}
		}
		if i := bytes.IndexByte(src[from:name], '\\'); i >= 0 {
			return from + i
		}
		if l.before < 0 {
			return -1
		}
		return name
	}
	return bytes.IndexByte(src, '\\')
}

// decode appends src to the result, with its escapes undone. It returns the number of bytes
// of src that it has used. This is len(src), unless last is false and an escape at the end
// may continue.
func (l *lexer) decode(src []byte, last bool) int {
	switch l.n.base() {
	case CSV, SQL, MySQL, XML, HTML:
		return l.run(src, last)
	}
	pos := 0
	l.before = 0
	for pos < len(src) {
		i := l.next(src[pos:])
		if i < 0 {
			l.pass(src[pos:])
			return len(src)
		}
		if src[pos+i] == '%' {
			// The escape before the name is undone, like the escape after the name.
			if k := i - len("%22urn"); k >= 0 && opens(src[pos+k:]) {
				l.pass(src[pos : pos+k])
				l.decodeName(src[pos+k : pos+k+len("%22")])
				pos, i = pos+k+len("%22"), len("urn")
			} else if k := i - len("&urn"); k >= 0 && bytes.IndexByte([]byte(mayContinue), src[pos+k]) >= 0 && !isEscape(src[pos+max(0, k-2):]) {
				l.pass(src[pos : pos+k])
				l.replace(src[pos+k:pos+k+1], '|')
				pos, i = pos+k+1, len("urn")
			}
		}
		l.pass(src[pos : pos+i])
		pos += i
		if b := l.n.base(); b == URL || b == Auto && src[pos] == '%' {
			n, before := encodedLen(src[pos:])
			var after unit // an escape of JSON after the name
			more := pos+n == len(src)
			if !more && l.n == inString && src[pos+n] == '\\' {
				after, more = jsonUnit(src[pos+n:])
			}
			if more && !last {
				return pos
			}
			l.decodeName(src[pos : pos+n-before])
			pos += n
			if before > 0 {
				// A name that is not percent-encoded begins here.
				l.decodeName(src[pos-before : pos])
				if c := &l.dst[len(l.dst)-1]; bytes.IndexByte([]byte(mayContinue), *c) >= 0 || ascii.IsAlnum(*c) {
					*c = '|'
				}
			} else if pos < len(src) && endsEncoded(src[pos]) {
				l.replace(src[pos:pos+1], '|')
				pos++
			} else if after.n == 1 && endsEncoded(after.text[0]) {
				l.replace(src[pos:pos+after.size], '|')
				pos += after.size
			}
			continue
		}
		if l.n.base() == Auto && l.n != inString {
			// A backslash is only in strings: this line is not JSON.
			l.n = notJSON
			l.pass(src[pos : pos+1])
			pos++
			continue
		}
		switch u, more := jsonUnit(src[pos:]); {
		case more && !last:
			return pos
		case u.size == 0:
			l.pass(src[pos : pos+1])
			pos++
		default:
			next := src[pos+u.size:]
			if l.n.base() == Auto && u.n == 1 && bytes.IndexByte([]byte(mayContinue), u.text[0]) >= 0 && encodedName(next[:min(len(next), len("urn%3A"))]) == len("urn") {
				u.text[0] = '|' // as without an escape of JSON
			}
			pos += l.put(src[pos:pos+u.size], u.text[:u.n]...)
		}
	}
	return pos
}

// endsEncoded reports whether c ends a percent-encoded name, although it may belong to a name.
func endsEncoded(c byte) bool { return bytes.IndexByte([]byte("/&=?,();:@+$#'"), c) >= 0 }

// pass appends s to the result unchanged.
func (l *lexer) pass(s []byte) {
	l.n = l.n.After(s)
	l.copy(s)
}

// replace appends c to the result in place of raw.
func (l *lexer) replace(raw []byte, c byte) {
	l.n = l.n.After(raw)
	l.put(raw, c)
}

// place is the position of an escape.
type place struct {
	out, in int   // its start in the result and in the input
	n, size uint8 // the length in bytes of its characters, and of the escape
}

// at returns the position in the input of byte i of the result, or of the escape that
// encodes it. No other escape is between p and i.
func (p place) at(i int) int {
	if i < p.out+int(p.n) {
		return p.in
	}
	return p.in + int(p.size) + i - p.out - int(p.n)
}

// endAt returns the end in the input of byte i of the result, or of the escape that encodes
// it.
func (p place) endAt(i int) int {
	if i < p.out+int(p.n) {
		return p.in + int(p.size)
	}
	return p.at(i) + 1
}

// place returns the last place that begins at or before byte i of the result. It searches
// from the previous result on.
func (l *lexer) place(i int) place {
	for l.places[l.hint].out > i {
		l.hint--
	}
	for l.hint+1 < len(l.places) && l.places[l.hint+1].out <= i {
		l.hint++
	}
	return l.places[l.hint]
}
