package dfa

import "math/bits"

// The loop for processors without vectors, and for builds with the tag purego.
// proof/Loop.v models it: change both.

// portable is [Engine.Run] without vectors.
//
// Most texts are the prefix, a counted run, a delimiter and one region. portable
// takes these as the first turn of runPortable does, but it looks every byte up
// only once. The look-ups give the bytes of SetHead and of SetBody as masks of up
// to 64 bits, so that no branch depends on where a run ends. One branch depends on
// the length of the text.
//
// The look-ups of eight bytes are written out four times. The compiler does not
// inline a function for them, and a plain name then takes 1.3 times as long.
func (m *Machine) portable(s string, starts *Starts) (end int, state uint) {
	i, row := 0, uint(m.Start)<<rowBits
	if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
		i, row = PrefixLen, uint(m.Begin)<<rowBits
		if len(s) == PrefixLen || m.Next[row|uint(m.Class[s[PrefixLen]])] == 0 {
			return i, uint(m.Begin)
		}
		h := &m.Head
		accel := m.Accel[h.Region]
		if len(s) >= PrefixLen+8 && accel != 0 && load32(s[PrefixLen:])|h.ExceptFold != h.Except {
			// The run most often ends among the first 16 bytes. Where there are
			// fewer, some bytes are looked up twice. The masks are the same.
			rest := s[PrefixLen:]
			in := &m.Lanes
			b := rest[:8]
			t := uint64(in[b[7]])
			t = t*2 + uint64(in[b[6]])
			t = t*2 + uint64(in[b[5]])
			t = t*2 + uint64(in[b[4]])
			t = t*2 + uint64(in[b[3]])
			t = t*2 + uint64(in[b[2]])
			t = t*2 + uint64(in[b[1]])
			t = t*2 + uint64(in[b[0]])
			at := min(8, len(rest)-8)
			b = rest[at : at+8]
			u := uint64(in[b[7]])
			u = u*2 + uint64(in[b[6]])
			u = u*2 + uint64(in[b[5]])
			u = u*2 + uint64(in[b[4]])
			u = u*2 + uint64(in[b[3]])
			u = u*2 + uint64(in[b[2]])
			u = u*2 + uint64(in[b[1]])
			u = u*2 + uint64(in[b[0]])
			body := uint64(uint8(t)) | uint64(uint8(u))<<(uint(at)%64)
			n := zeros(^(t>>8 | u>>8<<(uint(at)%64)))
			if n >= 16 {
				n += m.span(rest, n, SetHead)
			}
			n = min(n, int(h.Max))
			if n < len(rest)-1 {
				run := uint(h.Chain)
				if m.Sets[rest[n-1]]>>(h.Last%MaxSets)&1 == 0 {
					run = uint(h.Broken)
				}
				i += n
				row = (run + uint(n)) << rowBits
				if m.Next[row|uint(m.Class[rest[n]])] == h.Delimiter {
					n++
					i++
					starts[h.Delimiter%MaxMarks] = uint32(i)
					row = uint(h.Delimiter) &^ rowMask
					if first := rest[n]; m.Next[row|uint(m.Class[first])] != 0 && m.Sets[first]>>SetBody&1 != 0 {
						row = uint(h.Region) << rowBits
						if len(rest) > 48 {
							// Most often m stops at a special byte that is neither the
							// lead of an escape nor a delimiter. Where there is much
							// text after it, that text is not looked at.
							seen := ^body & 0xffff >> (uint(n) % 64) << (uint(n) % 64)
							if k := zeros(seen); seen != 0 && rest[k] != m.Lead && (accel < Region || m.exit(accel, rest[k], rest[k+1]).Width == 0) {
								end, row, _ = m.runPortable(s, PrefixLen+k, row, 0, starts)
								return end, row >> rowBits
							}
						}
						if len(rest) > windowLen {
							rest = rest[:windowLen]
						}
						for j := 16; j+8 < len(rest); j += 8 {
							b := rest[j : j+8]
							t := uint64(in[b[7]])
							t = t*2 + uint64(in[b[6]])
							t = t*2 + uint64(in[b[5]])
							t = t*2 + uint64(in[b[4]])
							t = t*2 + uint64(in[b[3]])
							t = t*2 + uint64(in[b[2]])
							t = t*2 + uint64(in[b[1]])
							t = t*2 + uint64(in[b[0]])
							body |= uint64(uint8(t)) << (uint(j) % 64)
						}
						j := len(rest) - 8
						b := rest[j:]
						_ = b[7]
						t := uint64(in[b[7]])
						t = t*2 + uint64(in[b[6]])
						t = t*2 + uint64(in[b[5]])
						t = t*2 + uint64(in[b[4]])
						t = t*2 + uint64(in[b[3]])
						t = t*2 + uint64(in[b[2]])
						t = t*2 + uint64(in[b[1]])
						t = t*2 + uint64(in[b[0]])
						body |= uint64(uint8(t)) << (uint(j) % 64)
						after := uint(windowLen-len(rest)) % 64
						special := ^body >> (uint(n) % 64) << (uint(n) % 64) << after >> after
						if special == 0 && len(s) <= PrefixLen+windowLen {
							return len(s), uint(h.Region)
						}
						i, row = m.hop(s, i, row, 0, starts, PrefixLen, special)
						if i >= len(s) {
							return i, row >> rowBits
						}
						e := uint(m.Next[row|uint(m.Class[s[i]])])
						if e == 0 {
							return i, row >> rowBits
						}
						i++
						starts[e%MaxMarks] = uint32(i)
						row = e &^ rowMask
					}
				}
			}
		}
	}
	end, row, _ = m.runPortable(s, i, row, 0, starts)
	return end, row >> rowBits
}

// runPortable is run without vectors. Its shortcuts are the counted run, which is
// one look-up of eight bytes or few, and hop.
func (m *Machine) runPortable(s string, i int, row uint, offset uint32, starts *Starts) (end int, last uint, accepted int) {
	accepted = -1
	for i < len(s) {
		accel := m.Accel[row>>rowBits]
		if accel == Counted {
			h := &m.Head
			n := min(m.span(s, i, SetHead), int(h.Max))
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
				if i >= len(s) || m.Next[row|uint(m.Class[s[i]])] == 0 || m.Sets[s[i]]>>SetBody&1 == 0 {
					continue
				}
				row = uint(h.Region) << rowBits
				accel = m.Accel[h.Region]
			}
		}
		if accel != 0 && accel != Counted {
			i, row = m.hop(s, i, row, offset, starts, i-windowLen, 0)
			if i >= len(s) {
				break
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

// hop takes the bytes before the next special byte of an accelerated state, and
// goes on to the next region while there is an exit. It returns the position of
// the special byte where there is none, or len(s), and the row of the state there.
//
// special has bit j set if s[base+j] may be special. All bytes from s[i] on and
// before s[base+64] that are special have their bits set. A bit that is set may
// also stand for the lead of a whole escape, or for a byte that is only in the set
// of a later region. If base+64 is not above i, nothing is known, and special
// must be 0.
func (m *Machine) hop(s string, i int, row uint, offset uint32, starts *Starts, base int, special uint64) (end int, last uint) {
	accel := m.Accel[row>>rowBits]
	in := &m.Sets
	for {
		for {
			if special == 0 {
				i = max(i, base+windowLen)
				if i < len(s) {
					i += m.span(s, i, accel&SetMask)
				}
				if i >= len(s) {
					return len(s), row
				}
				base = i - windowLen
			} else {
				i = base + zeros(special)
				special &= special - 1
			}
			if accel&Escapes != 0 && i+2 < len(s) && s[i] == m.Lead && in[s[i+1]]>>SetFirst&(in[s[i+2]]>>SetSecond)&1 != 0 {
				i += 3
				if special == 0 {
					// Where there is one escape, there are more.
					if i = max(i, base+windowLen); i+8 <= len(s) {
						base = i
						special = ^m.mask(s[i:], accel&SetMask)
						if n := len(s) - i; n < windowLen {
							special &= 1<<uint(n) - 1
						}
					}
				}
				continue
			}
			if in[s[i]]>>(accel&SetMask)&1 == 0 {
				break
			}
			// The bits were those of a smaller set. Many may follow that are not
			// special here, so the rest of them are not looked at.
			special, base = 0, i-windowLen
		}
		if i+1 >= len(s) || accel < Region {
			return i, row
		}
		x := m.exit(accel, s[i], s[i+1])
		next := i + int(x.Width)
		first := s[min(next, len(s)-1)]
		blocked := m.Delim[first]
		if next == len(s) || in[first]>>(accel&SetMask)&1 == 0 {
			blocked = NotFirst
		}
		if x.Width == 0 || x.First&blocked != 0 {
			return i, row
		}
		i = next
		starts[x.Mark%MaxMarks] = offset + uint32(i)
		row = uint(x.State) << rowBits
		accel = x.Accel
		if n := next - base; n < windowLen {
			special = special >> (uint(n) % 64) << (uint(n) % 64)
		} else {
			special = 0
		}
	}
}

// exit returns the exit of a region at two bytes. accel is at least Region.
func (m *Machine) exit(accel, b, c uint8) *Exit {
	return &m.Exits[uint(accel/Region-1)<<4|uint(m.Delim[b]&0xc)|uint(m.Delim[c]&3)]
}

// mask returns which of the first 64 bytes of s are in a set. Bit j stands for
// s[j]. s must have eight bytes.
func (m *Machine) mask(s string, set uint8) (mask uint64) {
	in := &m.Sets
	if len(s) > windowLen {
		s = s[:windowLen]
	}
	// The last eight bytes are looked up first. Some may be looked up again.
	for j := len(s) - 8; ; {
		b := s[j : j+8]
		w := uint64(in[b[0]]) | uint64(in[b[1]])<<8 | uint64(in[b[2]])<<16 | uint64(in[b[3]])<<24 |
			uint64(in[b[4]])<<32 | uint64(in[b[5]])<<40 | uint64(in[b[6]])<<48 | uint64(in[b[7]])<<56
		// The product has the bits of the eight bytes, in order, on top.
		mask |= w >> (set % MaxSets) & ones * 0x0102040810204080 >> 56 << (uint(j) % 64)
		if j = (j - 1) &^ 7; j < 0 {
			return mask
		}
	}
}

const ones = 0x0101010101010101

// span returns the length of the run of bytes of a set that s[i:] begins with.
func (m *Machine) span(s string, i int, set uint8) int {
	start := i
	in := &m.Sets
	bit := uint8(1) << (set % MaxSets)
	for ; i+16 <= len(s); i += 16 {
		b := s[i : i+16]
		all := in[b[0]] & in[b[1]] & in[b[2]] & in[b[3]] & in[b[4]] & in[b[5]] & in[b[6]] & in[b[7]] &
			in[b[8]] & in[b[9]] & in[b[10]] & in[b[11]] & in[b[12]] & in[b[13]] & in[b[14]] & in[b[15]]
		if all&bit == 0 {
			break
		}
	}
	if i+8 <= len(s) {
		b := s[i : i+8]
		all := in[b[0]] & in[b[1]] & in[b[2]] & in[b[3]] & in[b[4]] & in[b[5]] & in[b[6]] & in[b[7]]
		if all&bit != 0 {
			i += 8
		}
	}
	// The run ends among the next eight bytes. Where fewer are left, the last
	// eight are looked up, those that have been seen are shifted out, and the
	// zeros shifted in are in no set. No branch depends on where the run ends,
	// because no predictor could foresee it.
	j := min(i, len(s)-8)
	if j < 0 {
		for i < len(s) && in[s[i]]&bit != 0 {
			i++
		}
		return i - start
	}
	b := s[j : j+8]
	w := uint64(in[b[0]]) | uint64(in[b[1]])<<8 | uint64(in[b[2]])<<16 | uint64(in[b[3]])<<24 |
		uint64(in[b[4]])<<32 | uint64(in[b[5]])<<40 | uint64(in[b[6]])<<48 | uint64(in[b[7]])<<56
	w = w >> (set % MaxSets) & ones >> (uint(i-j) * 8)
	return i - start + bits.TrailingZeros64(^w&ones)>>3
}
