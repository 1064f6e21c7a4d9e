package dfa

import "math/bits"

// MaxMarks bounds the number of marks of a machine, the 0 for none included.
const MaxMarks = 8

// Starts records boundaries: Starts[m] is one past the position of the byte
// that carried mark m. Element 0 takes the stores of the steps that mark
// nothing, so that a step needs no branch.
type Starts [MaxMarks]uint32

// Run steps m through s from its start. It returns the position of the first
// byte that has no transition, or len(s), and the state there. The input is
// accepted if end is len(s) and m.Info[state] has Accept. Boundaries are
// recorded in starts, which must be zero. len(s) must be below 1<<31.
//
// It departs from the textbook loop, one byte and one transition at a time, in
// four ways. Each leaves the outcome as the tables have it:
//
//  1. The prefix is compared as a word instead of being stepped through.
//  2. A run of bytes that a state loops on, or counts, is skipped at once.
//  3. Behind the prefix, the state is guessed two steps ahead. The guess is
//     compared with the tables, and nothing waits for the comparison.
//  4. Where the processor has 32-byte vectors, the skip sets of 64 bytes are
//     found in one go, and a skip is a count of bits.
//
// Locate, which is little more, takes this many times as long as
// utf8.ValidString over the 20,000 shuffled URNs of testdata/corpus.txt (Go
// 1.26, Xeon at 2 GHz, medians of one process): 1.7 with 1 and 2 alone, 1.4
// with 4 added, 1.0 with all; 0.8 over those that are plain assigned-names.
func (m *Machine) Run(s string, starts *Starts) (end int, state uint) {
	if !useVector {
		return m.RunPortable(s, starts)
	}
	i, row := m.afterPrefix(s)
	if i == len(s) {
		return i, row >> rowBits
	}
	base := i // where the window lies
	var in masks
	window(s, i, &m.Shuffle, &in)

	// The way of most inputs, with the skip sets of its states known
	// beforehand: the counted run, its delimiter, a byte, and a run to the end.
	// What is looked up in Next feeds nothing but comparisons that nearly
	// always come out the same.
	if guess := &m.Guess; guess.Delimiter != 0 && row == uint(m.Begin)<<rowBits {
		n := min(in.run(guess.Counted>>8, 0), int(guess.Counted&0xff))
		row += uint(n) << rowBits
		if i += n; i >= len(s) {
			return i, row >> rowBits
		}
		if m.Next[row|uint(m.Class[s[i]])] == guess.Delimiter {
			i++
			starts[guess.Delimiter%MaxMarks] = uint32(i)
			row = uint(guess.Delimiter) &^ rowMask
			if i < len(s) && m.Next[row|uint(m.Class[s[i]])] == guess.First {
				row = uint(guess.First)
				i += 1 + in.run(guess.Loop, n+2)
			}
		}
	}

	for i < len(s) {
		// A state that skips nothing is not made to wait for the masks.
		if skip := m.Skip[row>>rowBits]; skip != 0 {
			if i-base >= windowLen {
				base = i
				window(s, i, &m.Shuffle, &in)
			}
			// Nor is a run of no bytes waited for: the branch is guessed, and
			// a chain of escapes takes 2.8 ns a byte instead of 6.
			if w := in[skip>>8] >> (uint(i-base) % windowLen); w&1 != 0 {
				n := bits.TrailingZeros64(^w)
				if count := int(skip & 0xff); count != 0 {
					n = min(n, count)
					row += uint(n) << rowBits
				}
				if i += n; i-base >= windowLen {
					continue
				}
				if i >= len(s) {
					break
				}
			}
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			break
		}
		i++
		starts[e%MaxMarks] = uint32(i)
		row = e &^ rowMask
	}
	return i, row >> rowBits
}

// afterPrefix returns where to begin: behind the prefix, if s has it.
func (m *Machine) afterPrefix(s string) (i int, row uint) {
	if len(s) >= 4 && load32(s)|m.PrefixFold == m.Prefix {
		return 4, uint(m.Begin) << rowBits
	}
	return 0, uint(m.Start) << rowBits
}

// RunPortable is [Machine.Run] without vectors: departures 1 and 2 alone.
func (m *Machine) RunPortable(s string, starts *Starts) (end int, state uint) {
	i, row := m.afterPrefix(s)
	for i < len(s) {
		if skip := m.Skip[row>>rowBits]; skip != 0 && m.Sets[s[i]]&uint8(skip>>8) != 0 {
			n := m.span(s, i, skip>>8)
			if count := int(skip & 0xff); count != 0 {
				n = min(n, count)
				row += uint(n) << rowBits
			}
			if i += n; i >= len(s) {
				break
			}
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			break
		}
		i++
		starts[e%MaxMarks] = uint32(i)
		row = e &^ rowMask
	}
	return i, row >> rowBits
}

const ones = 0x0101010101010101

// span returns the length of the run of bytes of a skip set, given by its bit,
// that s[i:] begins with.
func (m *Machine) span(s string, i int, set uint16) int {
	start := i
	in := &m.Sets
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		all := in[b[0]] & in[b[1]] & in[b[2]] & in[b[3]] & in[b[4]] & in[b[5]] & in[b[6]] & in[b[7]]
		if all&uint8(set) == 0 {
			break
		}
	}
	// The run ends among the next eight bytes. To have eight of them to look
	// at, take the last eight where fewer are left; those already seen are
	// shifted out, and the zeros shifted in are in no set. No branch depends
	// on where it ends: the predictor could not know.
	j := min(i, len(s)-8)
	if j < 0 {
		for i < len(s) && in[s[i]]&uint8(set) != 0 {
			i++
		}
		return i - start
	}
	b := s[j : j+8]
	w := uint64(in[b[0]]) | uint64(in[b[1]])<<8 | uint64(in[b[2]])<<16 | uint64(in[b[3]])<<24 |
		uint64(in[b[4]])<<32 | uint64(in[b[5]])<<40 | uint64(in[b[6]])<<48 | uint64(in[b[7]])<<56
	w >>= uint(i-j) * 8
	return i - start + bits.TrailingZeros64(^w&(uint64(set)*ones))>>3
}

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
