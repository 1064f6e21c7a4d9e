package urn

import (
	"bytes"
	"iter"
	_ "unsafe" // for linkname

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Lines returns an iterator over the lines of text, for texts with one name on each line:
// each line without its line end, and its Offsets. If a line is not a URN, its Offsets are
// zero, and [Syntax.LocateBytes] returns its Fault.
//
//	for line, o := range urn.RFC8141.Lines(text) {
//		fmt.Printf("%s\n", line[o.NSS().Start:o.NSS().End])
//	}
//
// A line ends in LF or CR LF, or, if it is the last, with the text. An empty line is not a
// URN. After a last line end there is no further line. To read a text in blocks, end each
// block with a line end.
//
// Lines is faster than finding each line end and calling LocateBytes. It takes time linear
// in len(text), and does not allocate. Lines are parts of text, which must not change
// during the iteration.
//
// It is for programs that read lists of names, such as the examples below. To find URNs
// anywhere in a text, use a [Finder].
func (x Syntax) Lines(text []byte) iter.Seq2[[]byte, Offsets] {
	// The compiler inlines this function, with the body of the loop over the lines, and
	// passes both values in registers. With a struct of the size of Match, the iteration
	// took 1.3 to 2.6 times as long.
	return func(yield func([]byte, Offsets) bool) {
		var lines [512]dfa.Line // with fewer, parts of the text would be read twice
		for at := 0; at < len(text); {
			n, size := lineBatch(x, text[at:], at, lines[:])
			for i := range lines[:n] {
				l := &lines[i]
				if !yield(text[l.Start:l.End:l.End], lineOffsets(l)) {
					return
				}
			}
			if at += size; n == 0 { // no line end follows
				o, _ := x.LocateBytes(text[at:])
				yield(text[at:len(text):len(text)], o)
				return
			}
		}
	}
}

// lineOffsets returns the Offsets of a line of lineBatch. Package linescan calls it, too.
//
//go:linkname lineOffsets
func lineOffsets(l *dfa.Line) Offsets {
	if l.Marks[0] == 0 {
		return Offsets{}
	}
	return Offsets{
		head: uint64(l.Marks[0]) | uint64(l.Marks[1])<<32,
		qf:   uint64(l.Marks[2]) | uint64(l.Marks[3])<<32,
		end:  uint64(l.End - l.Start),
	}
}

// lineBatch reads the first lines of text that have a line end, as many as fit in lines. It
// returns their number and their length in bytes. Positions count from offset bytes before
// text. Marks[0] of a line that is not a URN is 0. Package linescan calls lineBatch, too.
//
//go:linkname lineBatch
func lineBatch(x Syntax, text []byte, offset int, lines []dfa.Line) (n, consumed int) {
	x = x.known()
	m := machines[x]
	alone, pause := 0, 1 // how many lines to read one by one, now and the next time
	for n < len(lines) {
		if alone == 0 && len(lines)-n >= fewLines {
			filled, size, undecided := m.Lines(stringOf(text[consumed:]), lines[n:], offset+consumed, uint32(x)<<syntaxShift)
			for i := n; undecided > 0; i++ {
				if l := &lines[i]; l.Marks[0] == 0 {
					finishLine(l, x, text[l.Start-offset:l.End-offset])
					undecided--
				}
			}
			n += filled
			consumed += size
			if n == len(lines) {
				break
			}
			if filled > 0 {
				pause = 1
			}
			alone = pause
			pause *= 2
		}
		size := bytes.IndexByte(text[consumed:], '\n')
		if size < 0 {
			break
		}
		end := consumed + size
		if size > 0 && text[end-1] == '\r' {
			end--
		}
		lines[n] = dfa.Line{Start: offset + consumed, End: offset + end}
		readLine(&lines[n], x, text[consumed:end])
		n++
		alone = max(alone-1, 0)
		consumed += size + len("\n")
	}
	return n, consumed
}

// fewLines is the number of lines from which a call of dfa.Machine.Lines is faster.
const fewLines = 16

// readLine stores the Marks of l, whose text is line.
func readLine(l *dfa.Line, x Syntax, line []byte) {
	o, _ := x.LocateBytes(line)
	l.Marks = [4]uint32{uint32(o.head), uint32(o.head >> 32), uint32(o.qf), uint32(o.qf >> 32)}
}

// finishLine is readLine for a line that the machine has read in part. Marks[1] and
// Marks[2] are the arguments of dfa.Machine.RunRest.
func finishLine(l *dfa.Line, x Syntax, line []byte) {
	m := machines[x]
	var starts dfa.Starts
	end, state := m.RunRest(stringOf(line), int(l.Marks[1]), uint(l.Marks[2]), &starts)
	if end == len(line) && m.Info[state]&dfa.Accept != 0 {
		readLine(l, x, line) // for the captures
	}
}
