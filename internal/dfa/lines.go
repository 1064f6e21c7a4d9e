package dfa

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"
)

// Line is what [Machine.Run] finds out about one line of a text.
type Line struct {
	Start, End int // where the line is in the text, without its line end
	Stop       int // where Run stops, relative to Start
	State      uint
	Starts     Starts
}

// Lines runs a machine on each line of a text. A line ends in LF or CR LF. The
// machine must have no transition on LF or CR. For a line longer than
// [math.MaxInt32] bytes, Stop and State are 0.
//
// Without vectors, Lines finds the line end and calls Run. With vectors, it
// classifies about 4 KB of text at a time, which line ends do not interrupt. It
// takes three shortcuts. Each leads to the same result as Run:
//
//  1. A byte is special if it is neither in the set SetBody nor part of a whole
//     escape. In a state that loops on SetBody and on escapes, the bytes before
//     the next special byte are skipped.
//  2. A line that is the prefix, a counted run, a delimiter and one region is
//     recognised at once, with the flags of a LineMachine.
//  3. A delimiter between two regions leads straight to the other region.
//
// Line ends are special bytes. Special bytes are kept as a bit for each byte of
// the text, not as a list of positions. The time is then the same for a text in
// which every byte is special.
type Lines struct {
	m    *LineMachine
	text string
	pos  int // where the next line starts

	base, end int // the window is text[base:end]

	special windowBits
	head    windowBits // the bytes of SetHead
}

const (
	windowWords = 63
	windowBytes = 64 * windowWords // the longest window
)

// windowBits has one bit for each byte of a window, in little-endian order. More
// bytes follow, so that eight can be read from each byte on.
type windowBits [windowBytes/8 + 16]uint8

// at returns the bits from bit i on, at least 57 of them, and zeros after them.
func (w *windowBits) at(i uint) uint64 {
	j := i / 8 % 512
	return binary.LittleEndian.Uint64(w[j:j+8]) >> (i % 8)
}

// next returns the first bit from bit i on that is set. There must be one.
func (w *windowBits) next(i uint) uint {
	set := w.at(i)
	for set == 0 {
		i = i&^7 + 64
		set = w.at(i)
	}
	return i + uint(bits.TrailingZeros64(set))
}

// LineMachine is a Machine with a restatement of its tables that [Lines] uses.
type LineMachine struct {
	*Machine

	// A line is plain if it begins with the prefix, a run of bytes of SetHead,
	// a byte with lineDelimiter and a byte with lineRegion. The first byte of
	// the run has lineFirst, and the last one lineLast. Bit n of lengths is
	// set, where n is the length of the run. The word Head.Except must not
	// follow the prefix. Head.Region is the state after these bytes.
	flags   [256]uint8
	lengths uint64
	except  bool // there is such a word

	// accel is Accel of the states that have Escapes and whose set includes
	// SetBody, and 0 for all other states.
	accel []uint8
}

const (
	lineFirst = 1 << iota
	lineLast
	lineDelimiter
	lineRegion
)

// NewLineMachine returns m for use by [Lines].
func NewLineMachine(m *Machine) *LineMachine {
	p := &LineMachine{Machine: m, except: m.Head.ExceptFold != math.MaxUint32}
	h := &m.Head
	p.accel = make([]uint8, len(m.Info))
	for state, accel := range m.Accel {
		if accel&(Counted|Escapes) == Escapes && m.includesBody(accel&SetMask) {
			p.accel[state] = accel
		}
	}
	if p.accel[h.Region] == 0 {
		return p // no line is plain
	}
	next := func(row uint, b int) uint16 { return m.Next[row|uint(m.Class[b])] }
	for b := range 256 {
		if next(uint(m.Begin)<<rowBits, b) != 0 {
			p.flags[b] |= lineFirst
		}
		if m.Sets[b]>>h.Last&1 != 0 {
			p.flags[b] |= lineLast
		}
		if next(uint(h.Delimiter)&^rowMask, b) != 0 {
			p.flags[b] |= lineRegion
		}
		// The lengths of the runs that may end before b.
		var lengths uint64
		for n := 1; n <= int(h.Max) && m.Sets[b]>>SetHead&1 == 0; n++ {
			if next((uint(h.Chain)+uint(n))<<rowBits, b) == h.Delimiter {
				lengths |= 1 << n
			}
		}
		if lengths != 0 && (p.lengths == 0 || p.lengths == lengths) {
			p.lengths = lengths
			p.flags[b] |= lineDelimiter
		}
	}
	return p
}

// includesBody reports whether a set includes SetBody.
func (m *Machine) includesBody(set uint8) bool {
	for _, in := range m.Sets {
		if in>>SetBody&1 != 0 && in>>set&1 == 0 {
			return false
		}
	}
	return true
}

// Reset makes l read text from its start.
func (l *Lines) Reset(m *LineMachine, text string) {
	l.m, l.text, l.pos, l.base, l.end = m, text, 0, -1, 0
}

// Pos returns the position after the last line end that was read.
func (l *Lines) Pos() int { return l.pos }

// Next fills lines from its start and returns how many it filled. It fills fewer
// than len(lines) only if the rest of the text has no line end. want is the
// number of lines that the caller still wants. It decides only how much text is
// classified at once.
func (l *Lines) Next(lines []Line, want int) int {
	n := 0
	for n < len(lines) {
		if useVector {
			if n += l.inWindow(lines[n:]); n == len(lines) {
				break
			}
			// The line at l.pos does not end in the window.
			if l.base != l.pos {
				l.window(want - n)
				continue
			}
			// It does not even end in a window of its own.
		}
		if !l.one(&lines[n]) {
			break
		}
		n++
	}
	return n
}

// one reads one line with Run. It reports false if the line has no end.
func (l *Lines) one(line *Line) bool {
	end := strings.IndexByte(l.text[l.pos:], '\n')
	if end < 0 {
		return false
	}
	s := l.text[l.pos : l.pos+end]
	if end > 0 && s[end-1] == '\r' {
		s = s[:end-1]
	}
	*line = Line{Start: l.pos, End: l.pos + len(s)}
	if len(s) <= math.MaxInt32 {
		line.Stop, line.State = l.m.Run(s, &line.Starts)
	}
	l.pos += end + 1
	return true
}

// window classifies the text from l.pos on: 64 bytes for each line that is
// wanted, at least 512.
func (l *Lines) window(want int) {
	m := l.m.Machine
	l.base = l.pos
	rest := l.text[l.base:]
	size := 64 * min(max(want, 8), windowWords)
	if size > len(rest) {
		size = len(rest) &^ 63
	}
	l.end = l.base + size
	after := rest[size:]
	if size > 0 {
		// The last two bytes may begin an escape that ends after them.
		var first, second uint64
		for j := range min(2, len(after)) {
			sets := uint64(m.Sets[after[j]])
			first |= sets >> SetFirst & 1 << j
			second |= sets >> SetSecond & 1 << j
		}
		classify(rest[:size], m, first, second, &l.special[0], &l.head[0])
	}
	special, head := ^uint64(0), uint64(0)
	if 0 < len(after) && len(after) < 64 && size < windowBytes {
		// The last bytes of the text. The bits after them are special.
		var w masks
		window(after, 0, m, &w)
		special, head = ^(w.body | w.escapes), w.head
		l.end += len(after)
	}
	binary.LittleEndian.PutUint64(l.special[size/8:], special)
	binary.LittleEndian.PutUint64(l.special[size/8+8:], math.MaxUint64)
	binary.LittleEndian.PutUint64(l.head[size/8:], head)
}

// inWindow reads the lines that end in the window. It is most of the time that
// Lines takes.
func (l *Lines) inWindow(lines []Line) int {
	if l.pos < l.base || l.pos >= l.end {
		return 0
	}
	m := l.m
	h := &m.Head
	text := l.text[l.base:l.end] // positions are relative to the window
	start := uint(l.pos - l.base)
	n := 0
	for n < len(lines) && start < uint(len(text)) {
		line := &lines[n]
		line.Starts = Starts{}
		// The first special byte depends only on the start of the line. So the
		// processor finds it, and the next line, before the rest is done.
		stop := start
		if set := l.special.at(start); set != 0 {
			stop += uint(bits.TrailingZeros64(set))
		} else {
			stop = l.special.next(start&^7 + 64)
		}
		i := start + PrefixLen
		k := i + uint(bits.TrailingZeros64(^l.head.at(i))) // where the run ends
		if k+1 < stop && stop < uint(len(text)) && load32(text[start:])|m.PrefixFold == m.Prefix {
			plain := m.flags[text[i]]/lineFirst&(m.flags[text[k-1]]/lineLast)&
				(m.flags[text[k]]/lineDelimiter)&(m.flags[text[k+1]]/lineRegion)&
				uint8(m.lengths>>((k-i)%64))&1 != 0
			if plain && (!m.except || load32(text[i:])|h.ExceptFold != h.Except) {
				line.Starts[h.Delimiter%MaxMarks] = uint32(k + 1 - start)
				if text[stop] == '\n' {
					line.Start, line.End = l.base+int(start), l.base+int(stop)
					line.Stop, line.State = int(stop-start), uint(h.Region)
					start = stop + 1
					n++
					continue
				}
				next := l.rest(line, text, start, stop, stop, uint(h.Region)<<rowBits)
				if next == 0 {
					break
				}
				start = next
				n++
				continue
			}
		}
		i, row := start, uint(m.Start)<<rowBits
		if len(text)-int(start) >= PrefixLen && load32(text[start:])|m.PrefixFold == m.Prefix {
			i, row = start+PrefixLen, uint(m.Begin)<<rowBits
		}
		next := l.rest(line, text, start, i, stop, row)
		if next == 0 {
			break
		}
		start = next
		n++
	}
	l.pos = l.base + int(start)
	return n
}

// rest runs the machine on the line that begins at start. text is the window.
// rest begins at position i in the state of row. stop is the first special byte
// from i on, or any special byte before i. rest returns where the next line
// begins, or 0 if this line does not end in the window.
func (l *Lines) rest(line *Line, text string, start, i, stop, row uint) uint {
	m := l.m
	for {
		if accel := m.accel[row>>rowBits]; accel != 0 {
			if stop < i {
				stop = l.special.next(i)
			}
			i = stop
			if i+2 < uint(len(text)) {
				if text[i] == '\n' {
					break
				}
				if region := uint(accel / Region); region != 0 {
					b, c := m.Delim[text[i]], m.Delim[text[i+1]]
					x := &m.Exits[(region-1)<<4|uint(b&0xc)|uint(c&3)]
					next := i + uint(x.Width)
					if x.Width != 0 && (x.First == 0 || x.First&m.Delim[text[next]] == 0 && l.special.at(next)&1 == 0) {
						i = next
						line.Starts[x.Mark%MaxMarks] = uint32(i - start)
						row = uint(x.State) << rowBits
						continue
					}
				}
			}
		}
		if i >= uint(len(text)) {
			return 0
		}
		e := uint(m.Next[row|uint(m.Class[text[i]])])
		if e == 0 {
			break
		}
		i++
		line.Starts[e%MaxMarks] = uint32(i - start)
		row = e &^ rowMask
	}
	line.Start, line.Stop, line.State = l.base+int(start), int(i-start), row>>rowBits

	// Most often the line end is the next special byte, or not far from it.
	stop = max(stop, i)
	for range 4 {
		if stop = l.special.next(stop); stop >= uint(len(text)) {
			return 0
		}
		if text[stop] == '\n' {
			break
		}
		stop++
	}
	if stop >= uint(len(text)) {
		return 0
	}
	end := strings.IndexByte(text[stop:], '\n')
	if end < 0 {
		return 0
	}
	next := stop + uint(end) + 1
	line.End = l.base + int(next) - 1
	if next-1 > start && text[next-2] == '\r' {
		line.End--
	}
	return next
}
