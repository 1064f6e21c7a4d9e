package dfa

// Plain reads the commonest names in a text. It looks at one window and takes no step,
// which is several times as fast as [Machine.Feed].
type Plain struct {
	sets Machine // the machine, but SetBody has only the bytes to read
}

// NewPlain returns a Plain for m. Of the bytes of SetBody, it reads those for which keep
// returns true. These must include the bytes of SetHead, SetFirst and SetSecond, and the
// delimiter of the head.
func NewPlain(m *Machine, keep func(c byte) bool) *Plain {
	p := &Plain{sets: *m}
	for c := range p.sets.Sets {
		if !keep(byte(c)) {
			p.sets.Sets[c] &^= 1 << SetBody
			p.sets.Shuffle[SetBody][c&15] &^= 1 << (c >> 4 % 8)
			p.sets.Lanes[c] &^= 1
		}
	}
	return p
}

// Bit j of Kept is set if byte j of a text is kept, or is part of an escape. The bits of
// bytes that were not looked at are 0.
type Kept uint64

// End returns the position of the first byte that is not kept, at i or after it. Bytes from
// position 64 on count as not kept.
func (k Kept) End(i int) int { return i + zeros(^(uint64(k) >> uint(i))) }

// Read reads s, which follows the prefix. If s begins with a counted run, the delimiter,
// and a kept byte or an escape, mark is the position after the delimiter. It is below
// kept.End(0), and m accepts the prefix with s[:kept.End(0)]. Otherwise mark is 0, and kept
// has the bytes of the run, or all bits if s has fewer than four bytes.
func (p *Plain) Read(s string) (mark int, kept Kept) {
	if len(s) < 4 {
		return 0, ^Kept(0)
	}
	m := &p.sets
	w := look(s, 0, m, SetBody)
	n := uint(zeros(^w.head))
	kept = Kept(w.in | w.escapes)
	// This test of a head is also in beginPortable and in HEAD of masks_amd64.h. A function
	// for it would be too large to be inlined.
	if m.Head.Lengths>>n&1 == 0 || int(n)+1 >= len(s) || s[n] != m.Head.End || kept>>n&2 == 0 ||
		m.Delim[s[0]]&BeginsRun == 0 || m.Delim[s[n-1]]&EndsRun == 0 || m.Delim[s[n+1]]&BeginsRegion == 0 ||
		load32(s)|m.Head.ExceptFold == m.Head.Except {
		return 0, Kept(w.head)
	}
	return int(n) + 1, kept
}

// More returns which of the bytes of s from i on are kept, if the bytes before them are
// kept. i must be below len(s).
func (p *Plain) More(s string, i int) Kept {
	w := look(s, i, &p.sets, SetBody)
	return Kept(w.in | w.escapes)
}
