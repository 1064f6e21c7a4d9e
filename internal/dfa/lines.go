package dfa

// Line is a line that [Engine.Lines] has read: where it is, without its end, and the
// captures. Marks[k-1] is that of mark k, and 0 if there is none.
type Line struct {
	Start, End int
	Marks      [4]uint32
}

// MaxLine is the length in bytes, with the line end, of the longest line that
// [Engine.Lines] reads. It is 0 in builds in which Lines reads no lines.
const MaxLine = linesChunk

// readsLines reports whether lines can read lines for m. No state must have a transition
// on CR or LF. There is room for four marks, and the one of the head comes first.
func (m *Engine) readsLines() bool {
	for _, b := range []byte("\r\n") {
		if m.Sets[b] != 0 || m.Delim[b] != 0 {
			return false
		}
		for i := int(m.Class[b]); i < len(m.Next); i += Row {
			if m.Next[i] != 0 {
				return false
			}
		}
	}
	for _, x := range m.exits {
		if x.need != noExit && int(x.mark) > len(Line{}.Marks) {
			return false
		}
	}
	for _, e := range m.Next {
		if int(e%MaxMarks) > len(Line{}.Marks) {
			return false
		}
	}
	return m.Head.Delimiter%MaxMarks == 1 && m.Info[m.Head.Region]&Accept != 0
}
