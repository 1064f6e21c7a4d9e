// Package linebatch reads text with one URN per line, hundreds of lines at a time.
package linebatch

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// Size is the number of lines to read at once. With fewer, parts of the text would be read
// twice.
const Size = 512

// Offsets returns the offsets of a line that [Read] has read. They are zero if the line is
// not a URN.
func Offsets(l *dfa.Line) tables.Offsets {
	if l.Marks[0] == 0 {
		return tables.Offsets{}
	}
	return tables.New(uint64(l.Marks[0])|uint64(l.Marks[1])<<32, uint64(l.Marks[2])|uint64(l.Marks[3])<<32, l.End-l.Start)
}

// Read reads the first lines of text that have a line end, as many as fit in to. It returns
// their number and their length in bytes. Positions count from offset bytes before text.
// Marks[0] of a line that is not a URN is 0.
func Read(x uint8, text []byte, offset int, to []dfa.Line) (n, consumed int) {
	x = tables.Known(x)
	m := tables.Machines[x]
	alone, pause := 0, 1 // how many lines to read one by one, now and the next time
	for n < len(to) {
		if alone == 0 && len(to)-n >= few {
			filled, size, undecided := m.Lines(alias.String(text[consumed:]), to[n:], offset+consumed, uint32(x)<<tables.SyntaxShift)
			for i := n; undecided > 0; i++ {
				if l := &to[i]; l.Marks[0] == 0 {
					finish(l, x, text[l.Start-offset:l.End-offset])
					undecided--
				}
			}
			n += filled
			consumed += size
			if n == len(to) {
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
		to[n] = dfa.Line{Start: offset + consumed, End: offset + end}
		readOne(&to[n], x, text[consumed:end])
		n++
		alone = max(alone-1, 0)
		consumed += size + len("\n")
	}
	return n, consumed
}

// few is the number of lines from which a call of dfa.Machine.Lines is faster.
const few = 16

// readOne stores the Marks of l, whose text is line.
func readOne(l *dfa.Line, x uint8, line []byte) {
	m := tables.Machines[x]
	var starts dfa.Starts
	l.Marks[0] = 0
	if len(line) > tables.MaxLen {
		return
	}
	if end, state := m.Run(alias.String(line), &starts); end != len(line) || m.Info[state]&dfa.Accept == 0 {
		return
	}
	head, qf := tables.Make(x, &starts, len(line)).Words()
	l.Marks = [4]uint32{uint32(head), uint32(head >> 32), uint32(qf), uint32(qf >> 32)}
}

// finish is readOne for a line that the machine has read in part. Marks[1] and Marks[2] are
// the arguments of [dfa.Machine.RunRest].
func finish(l *dfa.Line, x uint8, line []byte) {
	m := tables.Machines[x]
	var starts dfa.Starts
	end, state := m.RunRest(alias.String(line), int(l.Marks[1]), uint(l.Marks[2]), &starts)
	if end == len(line) && m.Info[state]&dfa.Accept != 0 {
		readOne(l, x, line) // for the captures
	}
}
