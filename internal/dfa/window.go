package dfa

import "math/bits"

// windowLen is the number of bytes that a window looks at.
const windowLen = 64

// masks holds the results of window. Bit j stands for byte j of the window.
// The bits of bytes after the end of the text are 0.
type masks struct {
	head    uint64                        // the bytes of SetHead
	body    uint64                        // the bytes of SetBody
	escapes uint64                        // the leads of the escapes that lie in the window as a whole
	rest    [SetLead - SetBody - 1]uint64 // the bytes of the other sets, if all is set
	all     bool
}

// skipPortable returns the position of the next special byte of an accelerated
// state, from s[i] on, or len(s).
func (m *Machine) skipPortable(s string, i int, accel uint8) int {
	for {
		i += m.span(s, i, accel&SetMask)
		if accel&Escapes == 0 || i+2 >= len(s) || s[i] != m.Lead ||
			m.Sets[s[i+1]]>>SetFirst&1 == 0 || m.Sets[s[i+2]]>>SetSecond&1 == 0 {
			return i
		}
		i += 3
	}
}

const ones = 0x0101010101010101

// span returns the length of the run of bytes of a set that s[i:] begins with.
func (m *Machine) span(s string, i int, set uint8) int {
	start := i
	in := &m.Sets
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		all := in[b[0]] & in[b[1]] & in[b[2]] & in[b[3]] & in[b[4]] & in[b[5]] & in[b[6]] & in[b[7]]
		if all>>set&1 == 0 {
			break
		}
	}
	// The run ends among the next eight bytes. If fewer are left, the last
	// eight bytes of s are looked up, and those that have been seen are
	// shifted out. The zeros shifted in are in no set. No branch depends on
	// where the run ends, because no predictor could foresee it.
	j := min(i, len(s)-8)
	if j < 0 {
		for i < len(s) && in[s[i]]>>set&1 != 0 {
			i++
		}
		return i - start
	}
	b := s[j : j+8]
	w := uint64(in[b[0]]) | uint64(in[b[1]])<<8 | uint64(in[b[2]])<<16 | uint64(in[b[3]])<<24 |
		uint64(in[b[4]])<<32 | uint64(in[b[5]])<<40 | uint64(in[b[6]])<<48 | uint64(in[b[7]])<<56
	w = w >> set & ones >> (uint(i-j) * 8)
	return i - start + bits.TrailingZeros64(^w&ones)>>3
}
