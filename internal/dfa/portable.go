package dfa

import (
	"math/bits"

	"github.com/seed7b5a83f0/urn/internal/swar"
)

// The loop for processors without vectors, and for builds with the tag purego.
// proof/Loop.v models it: change both.

// lanes looks up eight bytes. Bit j of each 16 bits of the result stands for b[j].
func lanes(in *[256]uint64, b string) uint64 {
	if bits.UintSize == 32 {
		// A sum of words of 64 bits takes 1.3 times as long there.
		low := ((uint32(in[b[7]])*2+uint32(in[b[6]]))*2+uint32(in[b[5]]))*2 + uint32(in[b[4]])
		low = (((low*2+uint32(in[b[3]]))*2+uint32(in[b[2]]))*2+uint32(in[b[1]]))*2 + uint32(in[b[0]])
		high := ((uint32(in[b[7]]>>32)*2+uint32(in[b[6]]>>32))*2+uint32(in[b[5]]>>32))*2 + uint32(in[b[4]]>>32)
		high = (((high*2+uint32(in[b[3]]>>32))*2+uint32(in[b[2]]>>32))*2+uint32(in[b[1]]>>32))*2 + uint32(in[b[0]]>>32)
		return uint64(high)<<32 | uint64(low)
	}
	// The entries are added in pairs, because a chain of eight steps takes longer.
	// With more operations, the compiler would not inline the function.
	_ = b[7]
	return ((in[b[7]]*2+in[b[6]])*4+(in[b[5]]*2+in[b[4]]))*16 + ((in[b[3]]*2+in[b[2]])*4 + (in[b[1]]*2 + in[b[0]]))
}

// portable is [Engine.Run] without vectors.
//
// Most texts are the prefix, a counted run, a delimiter and one region. portable
// takes these as the first turn of runPortable does, but it looks every byte up
// only once. The look-ups give the bytes of SetHead, the bytes of SetBody and the
// escapes as masks of up to 64 bits, so that no branch depends on where a run or
// an escape is. Some branches depend on the length of the text.
func (m *Machine) portable(s string, starts *Starts) (end int, state uint) {
	i, row := 0, uint(m.Start)<<rowBits
	if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
		i, row = PrefixLen, uint(m.Begin)<<rowBits
		if len(s) == PrefixLen || m.Next[row|uint(m.Class[s[PrefixLen]])] == 0 {
			return i, uint(m.Begin)
		}
		h := &m.Head
		if len(s) >= PrefixLen+8 && m.Accel[h.Region]&Escapes != 0 && load32(s[PrefixLen:])|h.ExceptFold != h.Except {
			// The run most often ends among the first 16 bytes. Where there are
			// fewer, some bytes are looked up twice. The masks are the same.
			rest := s[PrefixLen:]
			in := &m.Lanes
			t := lanes(in, rest)
			at := min(8, len(rest)-8)
			t |= lanes(in, rest[at:]) << (uint(at) % 64)
			n := zeros(^uint64(uint16(t >> 16)))
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
					if n < stride && m.Next[row|uint(m.Class[rest[n]])] != 0 {
						body, escape := t&0xffff, t>>32
						if size := min(len(rest), windowLen); size > 16 {
							if size > 32 {
								b := rest[16:32]
								t := lanes(in, b) | lanes(in, b[8:])<<8
								body |= t & 0xffff << 16
								escape |= t >> 32 << 16
								if size > 48 {
									b := rest[32:48]
									t := lanes(in, b) | lanes(in, b[8:])<<8
									body |= t & 0xffff << 32
									escape |= t >> 32 << 32
								}
							}
							j := size - 16
							b := rest[j:]
							t := lanes(in, b) | lanes(in, b[8:])<<8
							body |= t & 0xffff << (uint(j) % 64)
							escape |= t >> 32 << (uint(j) % 64)
						}
						special := ^(body | escapes(body, escape)) >> (uint(n) % 64) << (uint(n) % 64)
						if special>>(uint(n)%64)&1 == 0 {
							if len(rest) <= windowLen {
								after := uint(windowLen-len(rest)) % 64
								special = special << after >> after
								if special == 0 {
									return len(s), uint(h.Region)
								}
							} else {
								special &= 1<<stride - 1
							}
							i, row = m.hop(s, i, uint(h.Region)<<rowBits, 0, starts, PrefixLen, special)
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
	}
	end, row, _ = m.runPortable(s, i, row, 0, starts)
	return end, row >> rowBits
}

// stride is the number of bytes of a window that are known. The last two may begin
// an escape that ends after the window.
const stride = windowLen - 2

// escapes returns the mask of the leads of whole escapes. The parameter body is the mask
// of the bytes in SetBody. The parameter escape is the mask of the bytes that are Lead,
// or in both SetFirst and SetSecond. SetBody does not hold Lead. If escapes are allowed
// among the bytes of SetBody, it includes SetFirst and SetSecond.
func escapes(body, escape uint64) uint64 {
	hex := body & escape
	return escape & (hex >> 1) & (hex >> 2)
}

// window64 returns which of 64 bytes are special in a state that has Escapes and a
// set. The last two bytes count as if nothing followed them.
func (m *Machine) window64(b string, set uint8) (special uint64) {
	b = b[:windowLen]
	if set != SetBody {
		special = ^m.mask(b, set)
		// A few escapes are found sooner by hop than by more look-ups.
		if special == 0 || bits.OnesCount64(special) <= 4 {
			return special
		}
	}
	in := &m.Lanes
	var body, escape uint64
	for j := 0; j < windowLen; j += 16 {
		b := b[j : j+16]
		t := lanes(in, b) | lanes(in, b[8:])<<8
		body |= t & 0xffff << (uint(j) % 64)
		escape |= t >> 32 << (uint(j) % 64)
	}
	if set != SetBody {
		return special &^ escapes(body, escape)
	}
	return ^(body | escapes(body, escape))
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
			i, row = m.hop(s, i, row, offset, starts, i-stride, 0)
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
// before s[base+stride] that are special have their bits set. A bit that is set may
// also stand for the lead of a whole escape, or for a byte that is only in the set
// of a later region. A bit of a whole escape may be clear if the state has Escapes.
//
// If base+stride is not above i, nothing is known, and special must be 0.
func (m *Machine) hop(s string, i int, row uint, offset uint32, starts *Starts, base int, special uint64) (end int, last uint) {
	accel := m.Accel[row>>rowBits]
	in := &m.Sets
	dense := false
	for {
		for {
			if special != 0 {
				i = base + zeros(special)
				special &= special - 1
				if in[s[i]]>>(accel&SetMask)&1 != 0 {
					// The bits were those of a smaller set. Many may follow that are
					// not special here, so the rest of them are not looked at.
					special, base = 0, i-stride
					continue
				}
			} else {
				if i = max(i, base+stride); i >= len(s) {
					return len(s), row
				}
				if dense && accel&Escapes != 0 && len(s) >= windowLen {
					base = min(i, len(s)-windowLen)
					special = m.window64(s[base:], accel&SetMask) >> (uint(i-base) % 64) << (uint(i-base) % 64)
					if base+windowLen < len(s) {
						special &= 1<<stride - 1
					} else if special == 0 {
						return len(s), row
					}
					continue
				}
				i += m.span(s, i, accel&SetMask)
				if i >= len(s) {
					return len(s), row
				}
				base = i - stride
			}
			if accel&Escapes == 0 || i+2 >= len(s) || s[i] != m.Lead || in[s[i+1]]>>SetFirst&(in[s[i+2]]>>SetSecond)&1 == 0 {
				break
			}
			i += 3
			// Where there is one escape, there are more.
			dense = true
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
		if n := next - base; n < windowLen && accel&Escapes != 0 {
			special = special >> (uint(n) % 64) << (uint(n) % 64)
		} else {
			special, base = 0, i-stride
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
		mask |= w >> (set % MaxSets) & swar.Ones * 0x0102040810204080 >> 56 << (uint(j) % 64)
		if j = (j - 1) &^ 7; j < 0 {
			return mask
		}
	}
}

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
	w = w >> (set % MaxSets) & swar.Ones >> (uint(i-j) * 8)
	return i - start + bits.TrailingZeros64(^w&swar.Ones)>>3
}
