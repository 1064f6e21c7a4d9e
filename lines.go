package urn

import "bytes"

// Line is one line of a text that [Syntax.LocateLines] has read: where it is, and
// either its Offsets or its Fault.
type Line struct {
	// Span is the place of the line in the text, in bytes, without its line end.
	Span

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
	return Offsets{l.head, l.qf, uint64(l.End - l.Start)}
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
// its start with one Line for each line of the text, and returns how many it
// filled, and how many bytes of text they take up with their line ends.
//
// A line ends in LF or CR LF. Each Line has the Offsets or the Fault that
// [Syntax.LocateBytes] returns for the line without its end. An empty line has
// the Fault of an empty name.
//
// text[consumed:] has not been read. If n == len(lines), call LocateLines again
// with it. If n < len(lines), it is the start of a line whose end is not in the
// text, or it is empty: put more text after it, or, where the text has no more,
// call LocateBytes. A call looks at such a line from its start. To keep the time
// linear, at least double the text before the next call.
//
// One call is faster than finding each line end and calling LocateBytes, most of
// all for short names. A slice of about 500 lines is long enough. LocateLines does not
// allocate and keeps no reference to text or lines.
func (x Syntax) LocateLines(text []byte, lines []Line) (n, consumed int) {
	x = x.known()
	for n < len(lines) {
		end := bytes.IndexByte(text[consumed:], '\n')
		if end < 0 {
			break
		}
		line := &lines[n]
		line.Span = Span{consumed, consumed + end}
		if end > 0 && text[consumed+end-1] == '\r' {
			line.End--
		}
		o, fault := x.locate(stringOf(text[line.Start:line.End]))
		line.head, line.qf = o.head, o.qf
		if fault.Reason != 0 {
			line.head, line.qf = lineFault|uint64(x)<<syntaxShift|uint64(fault.Reason), uint64(fault.Offset)
		}
		consumed += end + 1
		n++
	}
	return n, consumed
}
