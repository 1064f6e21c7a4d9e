package dfa

// Plain reads the commonest names of a Machine where they stand in a text. It looks at
// one window and takes no step, which is several times as fast as [Machine.Feed].
type Plain struct {
	sets Machine // the machine, but SetBody has only the bytes to read

	// The head is a counted run, a byte with flagDelimiter and a byte with flagRegion.
	// The first byte of the run has flagFirst, and the last one flagLast. Bit n of lengths
	// is set, where n is the length of the run.
	flags   [256]uint8
	lengths uint64
}

const (
	flagFirst = 1 << iota
	flagLast
	flagDelimiter
	flagRegion
)

// NewPlain returns a Plain for m. Of the bytes of SetBody, it reads those that keep
// accepts. Among these must be SetHead, the delimiter of the head, SetFirst and
// SetSecond.
func NewPlain(m *Machine, keep func(c byte) bool) *Plain {
	p := &Plain{sets: *m}
	h := &m.Head
	if m.Accel[h.Region]&(Counted|Escapes) != Escapes {
		return p // it reads nothing
	}
	next := func(row uint, c int) uint16 { return m.Next[row|uint(m.Class[c])] }
	for c := range p.sets.Sets {
		if !keep(byte(c)) {
			p.sets.Sets[c] &^= 1 << SetBody
			p.sets.Shuffle[SetBody][c&15] &^= 1 << (c >> 4 % 8)
			p.sets.Lanes[c] &^= 1
		}
		if next(uint(m.Begin)<<rowBits, c) != 0 {
			p.flags[c] |= flagFirst
		}
		if m.Sets[c]>>(h.Last%MaxSets)&1 != 0 {
			p.flags[c] |= flagLast
		}
		if next(uint(h.Delimiter)&^rowMask, c) != 0 {
			p.flags[c] |= flagRegion
		}
		var lengths uint64 // of the runs that may end before c
		for n := 1; n <= int(h.Max) && m.Sets[c]>>SetHead&1 == 0; n++ {
			if next((uint(h.Chain)+uint(n))<<rowBits, c) == h.Delimiter {
				lengths |= 1 << n
			}
		}
		if lengths != 0 && (p.lengths == 0 || p.lengths == lengths) {
			p.flags[c] |= flagDelimiter
			p.lengths = lengths
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
	w := look(s, 0, &p.sets, SetBody)
	n := zeros(^w.head)
	kept = Kept(w.in | w.escapes)
	if n == 0 || n > windowLen-2 || n+1 >= len(s) || kept>>uint(n)&2 == 0 || p.lengths>>(uint(n)%64)&1 == 0 ||
		p.flags[s[0]]&flagFirst == 0 || p.flags[s[n-1]]&flagLast == 0 || p.flags[s[n]]&flagDelimiter == 0 || p.flags[s[n+1]]&flagRegion == 0 ||
		load32(s)|p.sets.Head.ExceptFold == p.sets.Head.Except {
		return 0, Kept(w.head)
	}
	return n + 1, kept
}
