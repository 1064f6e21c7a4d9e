package dfa

// windowLen is the number of bytes that a window looks at.
const windowLen = 64

// masks is the result of a window. Bit j is for byte j of the window. The bits of bytes
// after the end of the text are 0.
type masks struct {
	head    uint64 // the bytes of SetHead
	in      uint64 // the bytes of the given set
	escapes uint64 // the first bytes of the escapes that are complete in the window
}

// look tells which of the bytes s[i], s[i+1] … s[i+63] are in SetHead, which are in set,
// and which begin an escape. i must be below len(s).
func look(s string, i int, m *Machine, set uint8) masks {
	if useVector {
		var w masks
		window(s, i, m, uint64(set), &w)
		return w
	}
	return portable(s[i:min(len(s), i+windowLen)], m, set)
}

// portable implements look without vectors. If SetFirst and SetSecond differ, it misses
// escapes with a digit that is in only one of these sets.
func portable(s string, m *Machine, set uint8) masks {
	in := &m.Lanes
	var head, body, escape uint64
	if last := len(s) - 16; last >= 0 {
		// Where fewer than 16 bytes are left, some are looked up again.
		for j := 0; ; j += 16 {
			j = min(j, last)
			b := s[j : j+16]
			t := lanes(in, b) | lanes(in, b[8:])<<8
			body |= t & 0xffff << (uint(j) % windowLen)
			head |= t >> 16 & 0xffff << (uint(j) % windowLen)
			escape |= t >> 32 << (uint(j) % windowLen)
			if j == last {
				break
			}
		}
	} else {
		var t uint64
		for j := range len(s) {
			t |= in[s[j]] << j
		}
		body, head, escape = t&0xffff, t>>16&0xffff, t>>32
	}
	// Lead is not in SetBody, but the digits of escapes are.
	lead, digits := escape&^body, escape&body
	if set != SetBody {
		body = 0
		for j := range len(s) {
			body |= uint64(m.Sets[s[j]]>>(set%MaxSets)&1) << j
		}
	}
	return masks{head, body, lead & (digits >> 1) & (digits >> 2)}
}

// beginPortable is begin without vectors. It reads the prefix, a counted run of up to 14
// bytes, and the regions in one window.
//
//lint:ignore U1000 On amd64, only first calls it, which is assembly.
func beginPortable(s string, m *Machine, starts *Starts) (end int, state uint) {
	if len(s) < PrefixLen+8 || len(s) > maxLen || load32(s)|m.PrefixFold != m.Prefix {
		return -1, 0
	}
	h := &m.Head
	in := &m.Lanes
	w := s[PrefixLen:min(len(s), PrefixLen+windowLen)]
	// Where fewer than 16 bytes are left, some are looked up again.
	at := uint(min(len(w)-8, 8)) % windowLen
	t := lanes(in, w) | lanes(in, w[at:])<<at
	n := zeros(^uint64(uint16(t >> 16)))
	if n >= 15 {
		return -1, 0
	}
	// The same test of a head is in Plain.Read and HEAD.
	if h.Lengths>>n&1 == 0 || n+1 >= len(w) || w[n] != h.End || m.Delim[w[0]]&BeginsRun == 0 || m.Delim[w[n-1]]&EndsRun == 0 ||
		m.Delim[w[n+1]]&BeginsRegion == 0 || load32(w)|h.ExceptFold == h.Except {
		return PrefixLen, uint(m.Begin)
	}
	n++
	body, escape := t&0xffff, t>>32
	if len(w) > 16 {
		if len(w) > 32 {
			t = lanes(in, w[16:]) | lanes(in, w[24:])<<8
			body |= t & 0xffff << 16
			escape |= t >> 32 << 16
			if len(w) > 48 {
				t = lanes(in, w[32:]) | lanes(in, w[40:])<<8
				body |= t & 0xffff << 32
				escape |= t >> 32 << 32
			}
		}
		last := uint(len(w)-16) % windowLen
		t = lanes(in, w[last:]) | lanes(in, w[last+8:])<<8
		body |= t & 0xffff << last
		escape |= t >> 32 << last
	}
	digits := escape & body
	special := ^(body | escape&(digits>>1)&(digits>>2))
	if special>>(uint(n)%windowLen)&1 != 0 {
		return PrefixLen, uint(m.Begin)
	}
	starts[h.Delimiter%MaxMarks] = PrefixLen + uint32(n)
	end, state = PrefixLen+zeros(special>>(uint(n)%windowLen)<<(uint(n)%windowLen)), uint(h.Region)
	if end < PrefixLen+windowLen-2 && end < len(s) {
		end, state = m.exits(s, end, state<<rowBits, PrefixLen, special, 0, starts)
		state >>= rowBits
	}
	return end, state
}

// lanes looks up eight bytes in Machine.Lanes. Bit j of each 16 bits of the result is for
// b[j].
func lanes(in *[256]uint64, b string) uint64 {
	// The entries are added in pairs, because a chain of eight steps takes longer.
	// With more operations, the compiler would not inline the function.
	_ = b[7]
	return ((in[b[7]]*2+in[b[6]])*4+(in[b[5]]*2+in[b[4]]))*16 + ((in[b[3]]*2+in[b[2]])*4 + (in[b[1]]*2 + in[b[0]]))
}

// PrefixRoom is the smallest number of bytes that [Machine.IndexPrefix] looks at.
const PrefixRoom = 64 + PrefixLen - 1

// IndexPrefix looks for the prefix in s[i:]. If ok is true, there is no prefix before the
// position at. Either s[at:] begins with the prefix, or s[at:] has fewer than PrefixRoom
// bytes. If ok is false, there is no vector code, and at is i.
func (m *Machine) IndexPrefix(s string, i int) (at int, ok bool) {
	if !useVector {
		return i, false
	}
	return indexPrefix(s, i, m), true
}
