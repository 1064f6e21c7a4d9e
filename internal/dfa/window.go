package dfa

// windowLen is the number of bytes that a window looks at.
const windowLen = 64

// masks is a window on a text: the results of window. Bit j stands for byte j of the
// window. The bits of bytes after the end of the text are 0.
type masks struct {
	head    uint64 // the bytes of SetHead
	in      uint64 // the bytes of the set that was asked for
	escapes uint64 // the leads of the escapes that lie in the window as a whole
}

// look is window, with vectors if there are any.
func look(s string, i int, m *Machine, set uint8, w *masks) {
	if useVector {
		window(s, i, m, uint64(set), w)
	} else {
		portable(s, i, m, set, w)
	}
}

// portable is window without vectors. If SetFirst is not SetSecond, it leaves out escapes
// of which a digit is in one of these sets only.
func portable(s string, i int, m *Machine, set uint8, w *masks) {
	s = s[i:min(len(s), i+windowLen)]
	n := len(s)
	var head, body, escape uint64
	if n >= 16 {
		// The last 16 bytes are looked up first. Some may be looked up again.
		for j := n - 16; ; {
			b := s[j : j+16]
			t := lanes(&m.Lanes, b) | lanes(&m.Lanes, b[8:])<<8
			body |= t & 0xffff << (uint(j) % windowLen)
			head |= t >> 16 & 0xffff << (uint(j) % windowLen)
			escape |= t >> 32 << (uint(j) % windowLen)
			if j = (j - 1) &^ 15; j < 0 {
				break
			}
		}
	} else {
		for j := range n {
			t := m.Lanes[s[j]]
			body |= t & 1 << j
			head |= t >> 16 & 1 << j
			escape |= t >> 32 << j
		}
	}
	// Lead is not in SetBody, but the digits of escapes are.
	lead, digits := escape&^body, escape&body
	w.head, w.in, w.escapes = head, body, lead&(digits>>1)&(digits>>2)
	if set != SetBody {
		w.in = 0
		for j := range n {
			w.in |= uint64(m.Sets[s[j]]>>(set%MaxSets)&1) << j
		}
	}
}

// lanes looks up eight bytes. Bit j of each 16 bits of the result stands for b[j].
func lanes(in *[256]uint64, b string) uint64 {
	// The entries are added in pairs, because a chain of eight steps takes longer.
	// With more operations, the compiler would not inline the function.
	_ = b[7]
	return ((in[b[7]]*2+in[b[6]])*4+(in[b[5]]*2+in[b[4]]))*16 + ((in[b[3]]*2+in[b[2]])*4 + (in[b[1]]*2 + in[b[0]]))
}
