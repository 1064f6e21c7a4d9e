package dfa

import "math/bits"

// MaxMarks bounds the number of marks of a machine.
const MaxMarks = 8

// Starts records boundaries: Starts[m] is one past the position of the byte
// that carried mark m. Element 0 takes the stores of the steps that mark
// nothing, so that a step needs no branch.
type Starts [MaxMarks]uint32

// Run steps m through s from its start, or from behind its prefix if s begins
// with it. It returns the position of the first byte that has no transition,
// or len(s), and the state there. The input is accepted if end is len(s) and
// m.Info[state] has Accept. Boundaries are recorded in starts. len(s) must be
// below 1<<31.
func (m *Machine) Run(s string, starts *Starts) (end int, state uint) {
	i, row := 0, uint(m.Start)<<rowBits
	if n := len(m.Prefix); n == 4 && len(s) >= 4 {
		// All the prefixes there are have four bytes, and three letters: one
		// comparison of words settles it.
		if load32(s)|0x20202020 == load32(m.Prefix)|0x20202020 && s[3] == m.Prefix[3] {
			i, row = 4, uint(m.Begin)<<rowBits
		}
	}
	next := m.Next
	skips := m.Skip
	for {
		if skip := skips[row>>rowBits]; skip != 0 {
			n := m.span(s, i, uint64(skip>>8))
			if count := int(skip & 0xff); count != 0 {
				n = min(n, count)
				row += uint(n) << rowBits
			}
			i += n
		}
		if uint(i) >= uint(len(s)) {
			return i, row >> rowBits
		}
		e := uint(next[row|uint(m.Class[s[i]])])
		if e == 0 {
			return i, row >> rowBits
		}
		i++
		starts[e&(MaxMarks-1)] = uint32(i)
		row = e &^ rowMask
	}
}

const ones = 0x0101010101010101

// span returns the length of the run of bytes of the skip set at the start of
// s[i:].
func (m *Machine) span(s string, i int, set uint64) int {
	start := i
	want := set * ones
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(m.Sets[b[0]]) | uint64(m.Sets[b[1]])<<8 | uint64(m.Sets[b[2]])<<16 | uint64(m.Sets[b[3]])<<24 |
			uint64(m.Sets[b[4]])<<32 | uint64(m.Sets[b[5]])<<40 | uint64(m.Sets[b[6]])<<48 | uint64(m.Sets[b[7]])<<56
		if out := ^w & want; out != 0 {
			return i - start + bits.TrailingZeros64(out)>>3
		}
	}
	for i < len(s) && m.Sets[s[i]]&uint8(set) != 0 {
		i++
	}
	return i - start
}

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
