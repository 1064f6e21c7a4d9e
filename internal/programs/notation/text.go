package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Text is a text with its escapes undone. The zero Text is empty. A Text must not be
// used by several goroutines at once.
type Text struct {
	// Bytes is the text with its escapes undone. It is a part of what Decode was
	// given if there are none, and otherwise belongs to the Text.
	Bytes []byte

	buf     []byte
	places  places
	decoder decoder
}

// Decode undoes the escapes of src, which is in notation n. It sets t.Bytes, and
// returns how many bytes of src it has used: all of src, except an escape at its end
// that goes on after src. If last is set, nothing goes on after src.
//
// If src begins within a line, for Auto, n is what [Notation.After] returned for the
// part before src.
//
// The time taken is linear in the length of src. Decode reuses the memory of t. An
// HTML reference by a name that XML does not have may take an allocation.
func (t *Text) Decode(n Notation, src []byte, last bool) int {
	t.places.reset()
	t.decoder = decoder{n: n} // a variable would be allocated
	d := &t.decoder
	if d.next(src) < 0 {
		t.Bytes = src
		return len(src)
	}
	var used int
	t.buf, used = d.decode(t.buf[:0], &t.places, src, last)
	t.Bytes = t.buf
	return used
}

// Input returns where t.Bytes[start:end] is in the text that Decode was given. An
// escape is never divided: if a part of what it stands for is in t.Bytes[start:end],
// all of the escape is in the result. The result is empty if start is end.
//
// For places in ascending order, the time taken by all calls together is linear. It
// does not allocate.
func (t *Text) Input(start, end int) (int, int) {
	from := t.places.find(int64(start)).at(int64(start))
	if start == end {
		return int(from), int(from)
	}
	return int(from), int(t.places.find(int64(end - 1)).endAt(int64(end - 1)))
}

// decoder undoes escapes.
type decoder struct {
	n Notation // of what follows; for Auto, it is the state there

	// The length in bytes of the decoded text so far, and of its source.
	out, in int64
	lines   int64 // the number of line feeds in the result that were escapes

	// For Auto, how many bytes before the end of what is decoded the next percent-encoded
	// name is, -1 if there is none, and 0 if that is unknown.
	before int
}

// next returns where in src the first escape may begin, or -1.
func (d *decoder) next(src []byte) int {
	switch d.n.base() {
	case Plain:
		return -1
	case XML, HTML:
		return bytes.IndexByte(src, '&')
	case CSV:
		if i := bytes.IndexByte(src, '"'); i >= 0 || d.n.state() == inQuoted {
			return i
		}
		return bytes.IndexByte(src, d.n.separator())
	case SQL, MySQL:
		return bytes.IndexAny(src, "'\"$\\")
	case URL:
		return encodedName(src)
	case Auto:
		if d.before == 0 || d.before > len(src) {
			d.before = -1
			if k := encodedName(src); k >= 0 {
				d.before = len(src) - k
			}
		}
		name := len(src) - max(d.before, 0)
		from := 0
		if d.n == notJSON { // the next line may be JSON
			if from = bytes.IndexByte(src[:name], '\n'); from < 0 {
				from = name
			}
		}
		if i := bytes.IndexByte(src[from:name], '\\'); i >= 0 {
			return from + i
		}
		if d.before < 0 {
			return -1
		}
		return name
	}
	return bytes.IndexByte(src, '\\')
}

// decode appends src with its escapes undone to dst. It returns how many bytes of
// src it has used: all but an escape at the end that may go on, unless last is set.
func (d *decoder) decode(dst []byte, p *places, src []byte, last bool) ([]byte, int) {
	switch d.n.base() {
	case CSV, SQL, MySQL, XML, HTML:
		l := lexer{n: d.n, d: d, dst: dst, places: p}
		used := l.run(src, last)
		d.n = l.n
		return l.dst, used
	}
	pos := 0
	d.before = 0
	for pos < len(src) {
		i := d.next(src[pos:])
		if i < 0 {
			return d.copy(dst, src[pos:]), len(src)
		}
		if src[pos+i] == '%' {
			// The character before it is undone, as the one after it is.
			if k := i - len("%22urn"); k >= 0 && opens(src[pos+k:]) {
				dst = d.copy(dst, src[pos:pos+k])
				dst = d.decodeName(dst, p, src[pos+k:pos+k+len("%22")])
				pos, i = pos+k+len("%22"), len("urn")
			} else if k := i - len("&urn"); k >= 0 && bytes.IndexByte([]byte(mayContinue), src[pos+k]) >= 0 && !isEscape(src[pos+max(0, k-2):]) {
				dst = d.copy(dst, src[pos:pos+k])
				dst = d.replace(dst, p, src[pos+k:pos+k+1], '|')
				pos, i = pos+k+1, len("urn")
			}
		}
		dst = d.copy(dst, src[pos:pos+i])
		pos += i
		switch b := d.n.base(); {
		case b == URL, b == Auto && src[pos] == '%':
			n, before := encodedLen(src[pos:])
			if pos+n == len(src) && !last {
				return dst, pos
			}
			dst = d.decodeName(dst, p, src[pos:pos+n-before])
			pos += n
			if before > 0 {
				// A name that is not encoded begins here.
				if dst = d.decodeName(dst, p, src[pos-before:pos]); bytes.IndexByte([]byte(mayContinue), dst[len(dst)-1]) >= 0 || ascii.IsAlnum(dst[len(dst)-1]) {
					dst[len(dst)-1] = '|'
				}
				continue
			}
			if pos < len(src) && bytes.IndexByte([]byte("/&=?,();:@+$#'"), src[pos]) >= 0 {
				dst = d.replace(dst, p, src[pos:pos+1], '|')
				pos++
			}
			continue
		}
		if d.n.base() == Auto && d.n != inString {
			// A backslash is only in strings: this line is not JSON.
			d.n = notJSON
			dst = d.copy(dst, src[pos:pos+1])
			pos++
			continue
		}
		u, more := jsonUnit(src[pos:])
		switch {
		case more && !last:
			return dst, pos
		case u.size == 0:
			dst = d.copy(dst, src[pos:pos+1])
			pos++
			continue
		}
		text := u.text[:u.n]
		d.lines += int64(bytes.Count(text, newline))
		p.add(place{d.out, d.in, d.lines, uint8(u.n), uint8(u.size)})
		dst = append(dst, text...)
		d.out += int64(u.n)
		d.in += int64(u.size)
		pos += u.size
	}
	return dst, pos
}

var newline = []byte{'\n'}

// copy appends s, in which no escape is undone.
func (d *decoder) copy(dst, s []byte) []byte {
	d.n = d.n.After(s)
	d.out += int64(len(s))
	d.in += int64(len(s))
	return append(dst, s...)
}

// place is where an escape is.
type place struct {
	out, in int64 // where it begins, in the result and in the input
	lines   int64 // the number of line feeds up to its end that were escapes
	n, size uint8 // the length in bytes of what it stands for, and of itself
}

// at returns where in the input byte i of the result is, or the escape it is a part
// of. No other escape is between p and i.
func (p place) at(i int64) int64 {
	if i < p.out+int64(p.n) {
		return p.in
	}
	return p.in + int64(p.size) + i - p.out - int64(p.n)
}

// endAt returns where in the input that byte, or that escape, ends.
func (p place) endAt(i int64) int64 {
	if i < p.out+int64(p.n) {
		return p.in + int64(p.size)
	}
	return p.at(i) + 1
}

// places are the escapes of a text, in order.
type places struct {
	list []place
	hint int // the result of the last find is list[hint]
}

// reset removes all places but one of length 0 at the beginning.
func (p *places) reset() {
	p.list, p.hint = append(p.list[:0], place{}), 0
}

func (p *places) add(q place) { p.list = append(p.list, q) }

// find returns the last place that begins at byte i of the result, or before it. It
// searches from the last result on, in steps that double.
func (p *places) find(i int64) place {
	low := p.hint
	if p.list[low].out > i {
		low = 0
	}
	high := low + 1
	for step := 1; high < len(p.list) && p.list[high].out <= i; step *= 2 {
		low, high = high, high+step
	}
	high = min(high, len(p.list))
	for high-low > 1 {
		if middle := (low + high) / 2; p.list[middle].out <= i {
			low = middle
		} else {
			high = middle
		}
	}
	p.hint = low
	return p.list[low]
}
