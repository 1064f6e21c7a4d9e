//go:build gc && !purego

package dfa

// lines reads lines for [Engine.Lines]. It stops before a line whose end is not in the
// next linesChunk bytes, and before the last linesMargin bytes of text.
//
// undecided is the number, from 1 on, of the last line that lines has not decided, or 0.
// The high 16 bits of three words of an undecided line hold more:
//   - Start: the number of the previous undecided line, or 0.
//   - End: the position in the line at which lines has stopped.
//   - Marks[0]: the state there. The rest of the line leads from it to the same state
//     as from the state in which m reaches that position.
//
// len(text) and len(to) must be below 1<<16.
//
//go:noescape
func lines(text string, m *Engine, to []Line, offset int, tag uint32) (n, consumed, undecided int)

const (
	linesChunk = 2048
	// lines reads up to 64 bytes after a line, and two more to see whether the last
	// of them begin an escape.
	linesMargin = 72
)

// Lines reads the first lines of a text, which end before LF or CR LF, and stores them
// in to. Positions are in a text that begins offset bytes earlier. Marks[0] of each
// line is combined with tag, of which the low 8 bits and the high 16 bits must be 0.
//
// n is the number of lines, and consumed how many bytes they take up. The lines
// that Lines has not decided must be passed to [Engine.FinishLine]. If undecided is not
// 0, to[undecided-1] is the last one of them. All other lines are accepted.
//
// Lines may stop at any line. In particular, it does not read the last bytes of a text,
// nor a line longer than [MaxLine] bytes.
func (m *Engine) Lines(text string, to []Line, offset int, tag uint32) (n, consumed, undecided int) {
	const most = 1<<16 - 1
	if !m.lines || !useVector || len(text) < 2*linesMargin {
		return 0, 0, 0
	}
	return lines(text[:min(len(text), most)], m, to[:min(len(to), most)], offset, tag)
}

// FinishLine runs m through what Lines has left of a line. It stores the captures of the
// whole line in starts, which must be zero. It removes the extra bits from l.Start and
// l.End. The results end and state are what [Engine.Run] returns for the line. The result
// next is the number of the line to finish next, or 0.
func (m *Engine) FinishLine(text string, l *Line, starts *Starts) (next, end int, state uint) {
	const shift, mask = 48, 1<<48 - 1
	next, end, state = int(uint(l.Start)>>shift), int(uint(l.End)>>shift), uint(l.Marks[0]>>16)
	l.Start &= mask
	l.End &= mask
	starts[1] = l.Marks[0] & 0xff
	starts[2], starts[3], starts[4] = l.Marks[1], l.Marks[2], l.Marks[3]
	s := text[l.Start:l.End]
	if uint(end) < uint(len(s)) && m.Next[state<<rowBits|uint(m.Class[s[end]])] != 0 {
		end, state = m.rest(s, end, state, starts)
	}
	return next, end, state
}
