package dfa

import (
	"math"
	"math/bits"
	"runtime"
)

// Starts records captures: Starts[m] is one past the position of the byte that carried mark
// m. Steps without a mark store to element 0, so that a step needs no branch.
type Starts [MaxMarks]uint32

// Run steps m through s from its start. It returns the position of the first byte that has
// no transition, or len(s), and the state there. The input is accepted if end is len(s) and
// m.Info[state] has Accept. If two states accept the same continuations of s, state may be
// either of them. Captures are recorded in starts, which must be zero. len(s) must be below
// 1<<31.
func (m *Machine) Run(s string, starts *Starts) (end int, state uint) {
	if end, state = m.RunFirst(s, starts); end != len(s) {
		return m.RunRest(s, end, state, starts)
	}
	return end, state
}

// RunFirst is the first half of [Machine.Run]. For most texts it is sufficient: if end is
// len(s), m accepts s. Otherwise pass end and state to [Machine.RunRest]. Resuming there
// gives the same result as running m from the start.
//
// If end is -1, RunFirst has read nothing. This happens for a text that is short, does not
// begin with the prefix, is at the end of a page of memory, or has 2 GiB or more.
func (m *Machine) RunFirst(s string, starts *Starts) (end int, state uint) {
	return first(s, m, starts)
}

// RunRest is the second half of [Machine.Run]. end and state are from RunFirst. len(s)
// must be below 1<<31.
func (m *Machine) RunRest(s string, end int, state uint, starts *Starts) (int, uint) {
	region, few := uint(m.Head.Region), useVector
	if end <= 0 {
		end, state = 0, uint(m.Start)
		if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
			end, state, few = PrefixLen, uint(m.Begin), false // run reads the counted run in one step
		}
	} else if !useVector {
		few = end < PrefixLen+windowLen-2 // end is not at the end of a window
		if state != uint(m.Begin) {
			region = state // beginPortable stops in Begin or in a region
		}
	}
	if few {
		// RunFirst most often stops at the byte that m refuses, or soon before it. Then
		// a few steps take half of the time that run takes.
		for limit := min(len(s), end+8); end < limit; {
			e := uint(m.Next[state<<rowBits|uint(m.Class[s[end]])])
			if e == 0 {
				return end, state
			}
			end++
			starts[e%MaxMarks] = uint32(end)
			state = e >> rowBits
		}
	}
	end, row, _ := m.run(s, end, state<<rowBits, region<<rowBits, 0, starts)
	return end, row >> rowBits
}

// run steps m through s[i:] from the state of row. It returns three values. The first is
// the position of the first byte that has no transition, or len(s). The second is the row
// of the state there. The third is the last earlier position at which m was seen to accept,
// or -1. offset is added to the captures. region is the row of a state whose set includes
// SetBody. proof/Loop.v models run: change both.
//
// The textbook loop takes one byte and one transition at a time. The last lines of the loop
// in run do the same. Four shortcuts before them lead to the same result:
//
//  1. A window tells for 64 bytes at once which of them are in a set.
//  2. The length of the counted run from Begin is one count of trailing zeros.
//     The delimiter after it and the first byte of a region are only compared
//     with the tables, so no step waits for a table look-up.
//  3. In an accelerated state, the bytes before the next special byte are
//     skipped. A byte is special if it is neither in the set of the state nor
//     part of a whole escape.
//  4. After a delimiter between two regions, the loop continues in the other
//     region, and finds its special bytes in the same window. It does not take
//     this shortcut if only the first of the two regions has escapes.
func (m *Machine) run(s string, i int, row, region uint, offset uint32, starts *Starts) (end int, last uint, accepted int) {
	accepted = -1
	var w masks
	base, have := -windowLen, uint8(0) // w is the window on s[base:], for set number have
	for i < len(s) {
		accel := m.Accel[row>>rowBits]
		if accel == Counted {
			base, have = i, SetBody
			w = look(s, base, m, SetBody)
			h := &m.Head
			n := min(zeros(^w.head), int(h.Max))
			if m.Next[row|uint(m.Class[s[i]])] != 0 && i+n < len(s) && i+4 <= len(s) && load32(s[i:])|h.ExceptFold != h.Except {
				i += n
				run := uint(h.Chain)
				if m.Sets[s[i-1]]>>(h.Last%MaxSets)&1 == 0 {
					run = uint(h.Broken)
				}
				row = (run + uint(n)) << rowBits
				if m.Next[row|uint(m.Class[s[i]])] != h.Delimiter {
					continue
				}
				i++
				starts[h.Delimiter%MaxMarks] = offset + uint32(i)
				row = uint(h.Delimiter) &^ rowMask
				if i >= len(s) || m.Next[row|uint(m.Class[s[i]])] == 0 {
					continue
				}
				if i-base >= windowLen-2 || (w.in|w.escapes)>>(uint(i-base)%windowLen)&1 == 0 {
					continue
				}
				row = uint(h.Region) << rowBits
				region = row
				accel = m.Accel[h.Region]
			}
		}
		if accel != 0 && accel != Counted {
			// An escape that begins in the last two bytes of a window is not complete in
			// it.
			set := accel & SetMask
			if row == region {
				set = SetBody // portable finds SetBody faster, and few bytes are left to step over
			}
			if i-base >= windowLen-2 || set != have {
				base, have = i, set
				w = look(s, base, m, set)
			}
			special := ^w.in
			if accel&Escapes != 0 {
				special &^= w.escapes
			}
			from := uint(i-base) % windowLen
			i = base + zeros(special>>from<<from)
			if i < len(s) && i-base < windowLen-2 && accel >= Region {
				i, row = m.exits(s, i, row, base, special, offset, starts)
				if have == SetBody {
					region = row
				}
			}
			if i >= len(s) {
				return i, row, accepted
			}
			if i-base >= windowLen-2 {
				continue
			}
		}
		if m.Info[row>>rowBits]&Accept != 0 {
			accepted = i
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			break
		}
		i++
		starts[e%MaxMarks] = offset + uint32(i)
		row = e &^ rowMask
	}
	return i, row, accepted
}

// exits takes the exit at the special byte s[i] of the region in row, then the exit at the
// next special byte, and so on while there is an exit. It returns the position where it
// stops, and the row of the region there. Bit j of special is for s[base+j].
func (m *Machine) exits(s string, i int, row uint, base int, special uint64, offset uint32, starts *Starts) (end int, last uint) {
	accel := m.Accel[row>>rowBits]
	limit := min(len(s)-1, base+windowLen-2)
	for i < limit && accel >= Region {
		x := &m.Exits[uint(accel/Region-1)<<4|uint(m.Delim[s[i]]&0xc)|uint(m.Delim[s[i+1]]&3)]
		next := i + int(x.Width)
		first := s[min(next, len(s)-1)]
		from := uint(next-base) % windowLen
		// If the next region must not be empty, x.First is NotFirst. Then the first byte
		// must not have NotFirst in Delim, and must not be special: special is shifted so
		// that the bit of this byte is at NotFirst. The bits from len(s) on are set.
		blocked := m.Delim[first] | uint8(special>>from)<<4
		if x.Width == 0 || x.First&blocked != 0 || accel&^x.Accel&Escapes != 0 {
			break
		}
		starts[x.Mark%MaxMarks] = offset + uint32(next)
		row = uint(x.State) << rowBits
		accel = x.Accel
		i = base + zeros(special>>from<<from)
	}
	return i, row
}

// zeros returns the number of trailing zeros of x. On amd64, bits.TrailingZeros64 compiles
// to an instruction that waits for the previous value of its result register. So each name
// would wait for the name before it, which costs 17 ns.
func zeros(x uint64) int {
	if runtime.GOARCH == "amd64" {
		return bits.OnesCount64((x - 1) &^ x)
	}
	return bits.TrailingZeros64(x)
}

// maxLen is the length of the longest text: positions have 31 bits.
const maxLen = math.MaxInt32

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
