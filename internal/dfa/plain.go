package dfa

// Plain reads the commonest names of a Machine where they are in a text. It looks at
// one window and takes no step, which is several times as fast as [Machine.Feed].
type Plain struct {
	sets Machine // the machine, but SetBody has only the bytes to read
}

// NewPlain returns a Plain for m. Of the bytes of SetBody, it reads those that keep
// accepts. Among these must be SetHead, the delimiter of the head, SetFirst and
// SetSecond.
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

// Kept has bit j set if byte j of a text is kept, or part of an escape. The bits of
// bytes of which this is not known are 0.
type Kept uint64

// End returns the position of the first byte at i or after it that is not kept. At 64
// and beyond, every position is.
func (k Kept) End(i int) int { return i + zeros(^(uint64(k) >> uint(i))) }

// Read reads s, which follows the prefix. If s begins with a counted run, its delimiter
// and a kept byte or an escape, mark is the position after the delimiter. It is below
// kept.End(0), and m accepts the prefix with s[:kept.End(0)]. Otherwise mark is 0, and kept
// has the bytes of the run, or, if s has less than four bytes, all.
func (p *Plain) Read(s string) (mark int, kept Kept) {
	if len(s) < 4 {
		return 0, ^Kept(0)
	}
	m := &p.sets
	w := look(s, 0, m, SetBody)
	n := uint(zeros(^w.head))
	kept = Kept(w.in | w.escapes)
	// The test of a head is here, in beginPortable and in HEAD of masks_amd64.h: as a
	// function it is too large to be inlined.
	if m.Head.Lengths>>n&1 == 0 || int(n)+1 >= len(s) || s[n] != m.Head.End || kept>>n&2 == 0 ||
		m.Delim[s[0]]&BeginsRun == 0 || m.Delim[s[n-1]]&EndsRun == 0 || m.Delim[s[n+1]]&BeginsRegion == 0 ||
		load32(s)|m.Head.ExceptFold == m.Head.Except {
		return 0, Kept(w.head)
	}
	return int(n) + 1, kept
}

// More returns which of the bytes of s from i on are kept, if they follow kept ones. i is
// below len(s).
func (p *Plain) More(s string, i int) Kept {
	w := look(s, i, &p.sets, SetBody)
	return Kept(w.in | w.escapes)
}
