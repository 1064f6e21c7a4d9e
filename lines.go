package urn

import "github.com/seed7b5a83f0/urn/internal/dfa"

// Line is one line of a text that [Syntax.LocateLines] has read: where it is, and
// either its Offsets or its Fault.
type Line struct {
	// Span is the place of the line in the text, in bytes, without its line end.
	// For an empty first line it is zero.
	Span Span

	// The words of Offsets, or lineFault, the syntax and the reason in head and
	// the fault's offset in qf.
	head, qf uint64
}

const lineFault = 1 << 63

// Offsets returns the components of the URN, relative to the start of the line.
// They are zero if the line is not a URN.
func (l Line) Offsets() Offsets {
	if l.head&lineFault != 0 {
		return Offsets{}
	}
	return Offsets{l.head, l.qf, uint64(l.Span.End - l.Span.Start)}
}

// Fault returns why the line is not a URN, with an offset relative to the start
// of the line. It is zero if the line is a URN.
func (l Line) Fault() Fault {
	if l.head&lineFault == 0 {
		return Fault{}
	}
	return Fault{Syntax(l.head >> syntaxShift), int(l.qf), Reason(l.head)}
}

// LocateLines reads a text that has one name on each line. It fills lines from
// its start with one Line for each line of the text. It returns how many it
// filled, and how many bytes of text they take up with their line ends.
//
// A line ends in LF or CR LF. Each Line has the Offsets or the Fault that
// [Syntax.LocateBytes] returns for the line without its end. An empty line has
// the Fault of an empty name.
//
// text[consumed:] has not been read. If n == len(lines), call LocateLines again
// with it. If n < len(lines), it is empty, or it is the start of a line whose
// end is not in the text. Then put more text after it. If there is no more text,
// call LocateBytes. A call looks at such a line from its start. To keep the time
// linear, at least double the text before the next call.
//
// For lines of up to 128 bytes, one call is faster than finding each line end and
// calling LocateBytes. For longer lines it may be slower, by up to a sixth. LocateLines
// does not allocate and keeps no reference to text or lines.
func (x Syntax) LocateLines(text []byte, lines []Line) (n, consumed int) {
	x = x.known()
	m := machines[x]
	for ; n < len(lines); n++ {
		var starts dfa.Starts
		size, end, state := m.RunLine(stringOf(text[consumed:]), &starts)
		if size < 0 {
			break
		}
		to := &lines[n]
		to.Span = Span{consumed, consumed + size}
		consumed += size + len("\n")
		if text[consumed-1] == '\r' {
			consumed++
		}
		info := m.Info[state]
		switch {
		case end == size && info&dfa.Accept != 0:
			o := makeOffsets(x, &starts, size)
			to.head, to.qf = o.head, o.qf
		case size > MaxLen:
			to.head, to.qf = lineFault|uint64(x)<<syntaxShift|uint64(TooLong), MaxLen
		default:
			to.head, to.qf = lineFault|uint64(x)<<syntaxShift|uint64(reasons[info&^dfa.Accept]), uint64(end)
		}
	}
	return n, consumed
}
