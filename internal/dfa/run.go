package dfa

import "math/bits"

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
	i, row := 0, uint(m.Start)<<rowBits
	if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
		i, row = PrefixLen, uint(m.Begin)<<rowBits
	}
	end, row, _ = m.run(s, i, row, 0, starts)
	return end, row >> rowBits
}

// run is the one loop of a Machine. It steps m through s[i:] from the state of
// row. It returns the position of the first byte that has no transition, or
// len(s); the row of the state there; and the last position before that at
// which m was seen to accept, or -1. Captures are recorded with offset added.
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
func (m *Machine) run(s string, i int, row uint, offset uint32, starts *Starts) (end int, last uint, accepted int) {
	var w masks
	base := -windowLen // where the window begins; there is none yet
	accepted = -1
	for i < len(s) {
		if accel := m.Accel[row>>rowBits]; accel != 0 {
			// An escape that begins in the last two bytes of a window is not
			// seen as a whole.
			if i-base >= windowLen-2 {
				base = i
				if useVector {
					window(s, base, m, &w)
				} else {
					m.windowPortable(s, base, &w)
				}
			}
			if accel == Counted {
				h := &m.Head
				n := min(bits.TrailingZeros64(^(w.sets[SetHead] >> uint(i-base))), int(h.Max))
				if m.Next[row|uint(m.Class[s[i]])] != 0 && i+n < len(s) && i+4 <= len(s) && load32(s[i:])|h.ExceptFold != h.Except {
					i += n
					run := uint(h.Chain)
					if m.Sets[s[i-1]]>>(8*h.Last)&1 == 0 {
						run = uint(h.Broken)
					}
					row = (run + uint(n)) << rowBits
					if m.Next[row|uint(m.Class[s[i]])] != h.Delimiter {
						continue
					}
					i++
					starts[h.Delimiter%MaxMarks] = offset + uint32(i)
					row = uint(h.Delimiter) &^ rowMask
					if i < len(s) && (w.sets[SetBody]|w.escapes)>>uint(i-base)&1 != 0 && m.Next[row|uint(m.Class[s[i]])] != 0 {
						row = uint(h.Region) << rowBits
					}
					continue
				}
			} else {
				set := uint(accel & SetMask)
				if set > SetBody && !w.all {
					m.windowRest(s, base, &w)
				}
				skip := w.sets[set]
				if accel&Escapes != 0 {
					skip |= w.escapes
				}
				special := ^skip >> uint(i-base) << uint(i-base)
				region := uint(accel / Region)
				limit := min(len(s), base+windowLen) - 2
				for {
					i = base + bits.TrailingZeros64(special)
					if i >= limit || region == 0 {
						break
					}
					b, c := m.Delim[s[i]], m.Delim[s[i+1]]
					x := &m.Exits[(region-1)<<4|uint(b&0xc)|uint(c&3)]
					next := i + int(x.Width)
					special &= special - 1
					if x.Width == 0 || x.First&(m.Delim[s[next]]|uint8(special>>uint(next-base))<<4) != 0 {
						break
					}
					starts[x.Mark%MaxMarks] = offset + uint32(next)
					row = uint(x.State) << rowBits
					region = uint(x.Region)
				}
				if i >= len(s) {
					break
				}
				if i-base >= windowLen-2 {
					continue
				}
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

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
