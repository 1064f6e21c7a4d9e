package dfa

import (
	"math/bits"
	"runtime"
)

// Starts records captures: Starts[m] is one past the position of the byte that
// carried mark m. Element 0 takes the stores of the steps that mark nothing, so
// that a step needs no branch.
type Starts [MaxMarks]uint32

// Run steps m through s from its start. It returns the position of the first
// byte that has no transition, or len(s), and the state there. The input is
// accepted if end is len(s) and m.Info[state] has Accept. Where two states
// differ on no continuation of s, state may be either of them. Captures are
// recorded in starts, which must be zero. len(s) must be below 1<<31.
func (m *Machine) Run(s string, starts *Starts) (end int, state uint) {
	if !useVector {
		return m.portable(s, starts)
	}
	var w masks
	i, row, base := 0, uint(m.Start)<<rowBits, -windowLen
	if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
		i, row = PrefixLen, uint(m.Begin)<<rowBits
		if usePlain && len(s) >= 2*PrefixLen && m.Head.Max != 0 {
			if m.Next[row|uint(m.Class[s[i]])] == 0 {
				return i, row >> rowBits
			}
			base = PrefixLen
			switch body := plain(s, m, &w); {
			case body > 0:
				starts[m.Head.Delimiter%MaxMarks] = uint32(body)
				return len(s), uint(m.Head.Region)
			case body < 0:
				starts[m.Head.Delimiter%MaxMarks] = uint32(-body)
				i, row = -body, uint(m.Head.Region)<<rowBits
			}
		}
	}
	end, row, _ = m.run(s, i, row, 0, starts, &w, base)
	return end, row >> rowBits
}

// run is the one loop of a Machine. It steps m through s[i:] from the state of
// row. It returns three values. The first is the position of the first byte
// that has no transition, or len(s). The second is the row of the state there.
// The third is the last position before that at which m was seen to accept, or
// -1. Captures are recorded with offset added. w is the window that begins at
// s[base], if base is not below 0.
//
// run is for processors with vectors. runPortable is for those without.
//
// The textbook loop takes one byte and one transition at a time. The end of run
// does just that. Four shortcuts before it lead to the same result:
//
//  1. A window decides for 64 bytes at once which sets each byte is in.
//  2. The counted run from Begin is one count of trailing zeros. The delimiter
//     after it and the first byte of a region are only compared with the
//     tables, so nothing waits for a table look-up.
//  3. In an accelerated state, the bytes before the next special byte are
//     skipped. A byte is special if it is neither in the set of the state nor
//     part of a whole escape.
//  4. A delimiter between two regions leads straight to the other region, whose
//     special bytes are found in the same window.
func (m *Machine) run(s string, i int, row uint, offset uint32, starts *Starts, w *masks, base int) (end int, last uint, accepted int) {
	accepted = -1
	for i < len(s) {
		accel := m.Accel[row>>rowBits]
		if accel != 0 && i-base >= windowLen-2 {
			// An escape that begins in the last two bytes of a window is not
			// seen as a whole.
			base = i
			window(s, base, m, w)
		}
		if accel == Counted {
			h := &m.Head
			n := min(zeros(^(w.head >> (uint(i-base) % windowLen))), int(h.Max))
			if m.Next[row|uint(m.Class[s[i]])] != 0 && i+n < len(s) && i+4 <= len(s) && load32(s[i:])|h.ExceptFold != h.Except {
				i += n
				run := uint(h.Chain)
				if m.Sets[s[i-1]]>>h.Last&1 == 0 {
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
				if i-base >= windowLen-2 || (w.body|w.escapes)>>(uint(i-base)%windowLen)&1 == 0 {
					continue
				}
				row = uint(h.Region) << rowBits
				accel = m.Accel[h.Region]
			}
		}
		if accel != 0 && accel != Counted {
			skip := w.body
			if set := accel & SetMask; set != SetBody {
				if !w.all {
					windowRest(s, base, m, w)
				}
				skip = w.rest[set-SetBody-1]
			}
			if accel&Escapes != 0 {
				skip |= w.escapes
			}
			special := ^skip
			limit := min(len(s)-1, base+windowLen-2)
			for {
				from := uint(i-base) % windowLen
				i = base + zeros(special>>from<<from)
				if i >= limit || accel < Region {
					break
				}
				x := &m.Exits[uint(accel/Region-1)<<4|uint(m.Delim[s[i]]&0xc)|uint(m.Delim[s[i+1]]&3)]
				next := i + int(x.Width)
				first := s[min(next, len(s)-1)]
				blocked := m.Delim[first] | uint8(special>>(uint(next-base)%windowLen))<<4
				if x.Width == 0 || x.First&blocked != 0 {
					break
				}
				i = next
				starts[x.Mark%MaxMarks] = offset + uint32(i)
				row = uint(x.State) << rowBits
				accel = x.Accel
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

// zeros returns the number of trailing zeros of x. On amd64, the instruction that
// bits.TrailingZeros64 compiles to waits for the former value of its result
// register: that makes one name wait for the one before it, and costs 17 ns.
func zeros(x uint64) int {
	if runtime.GOARCH == "amd64" {
		return bits.OnesCount64((x - 1) &^ x)
	}
	return bits.TrailingZeros64(x)
}

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
