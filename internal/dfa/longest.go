package dfa

// Longest is a search for the longest prefix of an input that a machine
// accepts. The input may come in pieces.
type Longest struct {
	// Len is the length of the longest accepted prefix so far, 0 if there is
	// none.
	Len int

	pos    int  // the number of bytes that were stepped through
	row    uint // the row of the state there
	starts Starts
}

// Longest begins a search in an input that begins with m.Prefix. The caller has checked the
// prefix, and feeds the text after it.
func (m *Machine) Longest() Longest {
	return Longest{pos: PrefixLen, row: uint(m.Begin) << rowBits}
}

// Starts returns the captures within the longest accepted prefix, as
// [Machine.Run] records them. It ends the search.
func (l *Longest) Starts() *Starts {
	// A capture after the longest prefix has not overwritten a capture within it: no
	// machine sets a mark twice.
	if l.pos != l.Len {
		for m := range l.starts {
			if int(l.starts[m]) > l.Len {
				l.starts[m] = 0
			}
		}
	}
	return &l.starts
}

// Feed steps m through s, the next piece of the input. It reports whether it
// could step through all of s. Only then may another piece be fed. The pieces
// must have less than 1<<31 bytes together.
func (m *Machine) Feed(l *Longest, s string) bool {
	i, row, accepted := m.run(s, 0, l.row, uint(m.Head.Region)<<rowBits, uint32(l.pos), &l.starts)
	if m.Info[row>>rowBits]&Accept != 0 {
		accepted = i
	}
	if accepted >= 0 {
		l.Len = l.pos + accepted
	}
	l.pos += i
	l.row = row
	return i == len(s)
}

// Skip passes over the first n bytes of the input. They begin with the prefix, and m is in its
// first region after them. mark is the position after the delimiter. [Plain.Read] returns both
// numbers, counted from the end of the prefix. l must be new.
func (m *Machine) Skip(l *Longest, mark uint32, n int) {
	l.Len, l.pos, l.row = n, n, uint(m.Head.Region)<<rowBits
	l.starts[m.Head.Delimiter%MaxMarks] = mark
}

// Steps reports whether m has a transition on b, the next byte of the input.
func (m *Machine) Steps(l *Longest, b byte) bool { return m.Next[l.row|uint(m.Class[b])] != 0 }

// Walk steps m through s[i:], the next piece of the input, up to the first byte on which m has
// no transition. After the first step, it also stops before a byte in stop. It returns the
// position where it stops, or len(s). It is faster than Feed for a few bytes, and slower for many.
func (m *Machine) Walk(l *Longest, s string, i int, stop *[256]bool) int {
	row, offset := l.row, l.pos-i
	for begin := i; i < len(s) && (i == begin || !stop[s[i]]); {
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			break
		}
		i++
		l.starts[e%MaxMarks] = uint32(offset + i)
		if next := e &^ rowMask; next != row {
			if m.Info[row>>rowBits]&Accept != 0 {
				l.Len = offset + i - 1
			}
			row = next
		}
	}
	if m.Info[row>>rowBits]&Accept != 0 {
		l.Len = offset + i
	}
	l.row, l.pos = row, offset+i
	return i
}
