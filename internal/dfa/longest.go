package dfa

import "math/bits"

// Longest is a search for the longest prefix that a machine accepts, of an
// input that may come in pieces.
type Longest struct {
	// Len is the length of the longest accepted prefix so far, 0 if there is
	// none.
	Len int

	pos    int  // the length of what was stepped through
	row    uint // the state there, shifted
	starts Starts
}

// PrefixLen is the length of the prefix that every accepted string begins with,
// if the machine has one: if Begin is not Start.
const PrefixLen = 4

// Longest begins a search in an input that begins with m.Prefix, which the
// caller has seen: what is fed is what comes behind it.
func (m *Machine) Longest() Longest {
	return Longest{pos: PrefixLen, row: uint(m.Begin) << rowBits}
}

// Starts returns the boundaries within the longest accepted prefix, as Run
// records them. It ends the search.
func (l *Longest) Starts() *Starts {
	// What was marked behind the prefix, on a way that led to nothing, has
	// overwritten nothing: no machine marks one boundary twice on one way.
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
// could step through all of it; only then may another piece be fed, and make
// the prefix longer. The pieces must have less than 1<<31 bytes together.
//
// It is [Machine.Run], which see, with a note of the last accepting state. A run
// of a looping state needs one note, at its end. The states that a counted run
// passes are not looked at: none of them accepts.
func (m *Machine) Feed(l *Longest, s string) bool {
	if !useVector {
		return m.FeedPortable(l, s)
	}
	if len(s) == 0 {
		return true
	}
	i, row, accepted := 0, l.row, -1
	base := 0 // where the window lies
	var in masks
	window(s, i, &m.Shuffle, &in)

	if guess := &m.Guess; guess.Delimiter != 0 && row == uint(m.Begin)<<rowBits {
		n := min(in.run(guess.Counted>>8, 0), int(guess.Counted&0xff))
		row += uint(n) << rowBits
		if i += n; i < len(s) && m.Next[row|uint(m.Class[s[i]])] == guess.Delimiter {
			i++
			l.starts[guess.Delimiter%MaxMarks] = uint32(l.pos + i)
			row = uint(guess.Delimiter) &^ rowMask
			if i < len(s) && m.Next[row|uint(m.Class[s[i]])] == guess.First {
				row = uint(guess.First)
				i += 1 + in.run(guess.Loop, n+2)
			}
		}
	}

	for {
		if skip := m.Skip[row>>rowBits]; skip != 0 && i < len(s) {
			if i-base >= windowLen {
				base = i
				window(s, i, &m.Shuffle, &in)
			}
			if w := in[skip>>8] >> (uint(i-base) % windowLen); w&1 != 0 {
				n := bits.TrailingZeros64(^w)
				if count := int(skip & 0xff); count != 0 {
					n = min(n, count)
					row += uint(n) << rowBits
				}
				i += n
			}
		}
		if m.Info[row>>rowBits]&Accept != 0 {
			accepted = i
		}
		if i >= len(s) {
			break
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			l.note(i, row, accepted)
			return false
		}
		i++
		l.starts[e%MaxMarks] = uint32(l.pos + i)
		row = e &^ rowMask
	}
	l.note(i, row, accepted)
	return true
}

// FeedPortable is [Machine.Feed] without vectors.
func (m *Machine) FeedPortable(l *Longest, s string) bool {
	i, row, accepted := 0, l.row, -1
	for {
		if skip := m.Skip[row>>rowBits]; skip != 0 && i < len(s) && m.Sets[s[i]]&uint8(skip>>8) != 0 {
			n := m.span(s, i, skip>>8)
			if count := int(skip & 0xff); count != 0 {
				n = min(n, count)
				row += uint(n) << rowBits
			}
			i += n
		}
		if m.Info[row>>rowBits]&Accept != 0 {
			accepted = i
		}
		if i >= len(s) {
			break
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			l.note(i, row, accepted)
			return false
		}
		i++
		l.starts[e%MaxMarks] = uint32(l.pos + i)
		row = e &^ rowMask
	}
	l.note(i, row, accepted)
	return true
}

// note records that i bytes were stepped through, into the state of row, and
// that the last accepting state was met behind accepted bytes; -1: none was.
func (l *Longest) note(i int, row uint, accepted int) {
	if accepted >= 0 {
		l.Len = l.pos + accepted
	}
	l.pos += i
	l.row = row
}
