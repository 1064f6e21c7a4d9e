package dfa

// Plain reads the commonest names of an Engine where they stand in a text. It looks at
// one window and takes no step, which is several times as fast as [Machine.Feed].
type Plain struct {
	e    *Engine
	sets Machine // the sets of e, but SetBody has only the bytes to read
}

// NewPlain returns a Plain for e. Of the bytes of SetBody, it reads those that keep
// accepts. Among these must be SetHead, the delimiter of the plain head, and SetFirst
// and SetSecond.
func NewPlain(e *Engine, keep func(c byte) bool) *Plain {
	p := &Plain{e, e.Machine}
	for c := range p.sets.Sets {
		if !keep(byte(c)) {
			p.sets.Sets[c] &^= 1 << SetBody
			p.sets.Shuffle[SetBody][c&15] &^= 1 << (c >> 4 % 8)
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

// Read reads s, which follows the prefix. If s begins with a plain head, mark is the
// position after its delimiter. It is below kept.End(0), and e accepts the prefix with
// s[:kept.End(0)]. Otherwise mark is 0, and kept has the bytes of the counted run, or,
// if s has less than four bytes, all.
func (p *Plain) Read(s string) (mark int, kept Kept) {
	if len(s) < 4 {
		return 0, ^Kept(0)
	}
	e := p.e
	var w masks
	if useVector {
		window(s, 0, &p.sets, &w)
	} else {
		w.head = 1<<uint(p.sets.span(s, 0, SetHead)) - 1
		w.body = 1<<uint(p.sets.span(s, 0, SetBody)) - 1
	}
	n := zeros(^w.head)
	kept = Kept(w.body | w.escapes)
	if n == 0 || n > windowLen-8 || n+1 >= len(s) || kept>>uint(n)&2 == 0 ||
		e.flags[s[0]]&flagFirst == 0 || e.flags[s[n-1]]&flagLast == 0 || e.flags[s[n]]&flagDelimiter == 0 || e.flags[s[n+1]]&flagRegion == 0 ||
		e.lengths>>(uint(n)%64)&1 == 0 || load32(s)|e.Head.ExceptFold == e.Head.Except {
		return 0, Kept(w.head)
	}
	return n + 1, kept
}
