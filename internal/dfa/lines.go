package dfa

// Line is a line that [Machine.Lines] has read: its position, without its line end, and its
// captures. Marks[k-1] is the capture of mark k, or 0 if there is none.
//
// If Marks[0] is 0, Lines has not decided whether the machine accepts the line. Marks[1]
// and Marks[2] are then an end and a state for [Machine.RunRest], without captures.
type Line struct {
	Start, End int
	Marks      [4]uint32
}

// Lines reads the first lines of a text, which end before LF or CR LF, and stores them in
// to. Positions count from offset bytes before text. Marks[0] of each line that m accepts
// is combined with tag, of which the low 8 bits must be 0.
//
// n is the number of lines, consumed their length in bytes, and undecided the number of
// lines that are not decided.
//
// Lines may stop at any line. Without AVX2, it reads none. It does not read the last bytes
// of a text, nor a line of more than 2 KB or, with room for n lines, of more than about
// 64*n bytes. It may stop where special bytes are dense: more than 24 in 62 bytes, or more
// than 160 in the line and before it in the chunk.
//
// Mark 1 of m must be the mark of Head.Delimiter. No mark may be above 4, and no state may
// have a transition on CR or LF. For the machines that are used with Lines, make prove checks
// the marks, and make theorem the transitions.
func (m *Machine) Lines(text string, to []Line, offset int, tag uint32) (n, consumed, undecided int) {
	if !useVector {
		return 0, 0, 0
	}
	return lines(text, m, to, offset, tag)
}
