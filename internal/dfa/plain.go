package dfa

// Plain reads the commonest names of an Engine in a text. It looks at one window and
// takes no step, which is several times as fast as [Machine.Feed].
type Plain struct {
	e    *Engine
	sets Machine // the sets of e, but SetBody has only the bytes to read
}

// NewPlain returns a Plain for e that reads those bytes of SetBody that keep accepts.
// Of ASCII, it must accept all letters and digits.
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

// Read reads s, which follows the prefix.
//
// If s begins with a plain head, mark is the position after its delimiter, and end that
// of the next byte which is neither kept nor part of an escape. e accepts the prefix
// with s[:end]. Bit j of next says the same of s[end+1+j] as bit j of ^0 would: it is
// neither kept nor part of an escape, or Read cannot tell. If s begins with no plain
// head, mark is 0, and end is the length of the counted run.
func (p *Plain) Read(s string) (mark, end int, next uint64) {
	e := p.e
	if len(s) < 8 {
		return 0, len(s), 0
	}
	var n int
	var w masks
	if useVector {
		window(s, 0, &p.sets, &w)
		n = zeros(^w.head)
	} else {
		n = p.sets.span(s, 0, SetHead)
	}
	if n == 0 || n > windowLen-8 || n+1 >= len(s) ||
		e.flags[s[0]]&flagFirst == 0 || e.flags[s[n-1]]&flagLast == 0 || e.flags[s[n]]&flagDelimiter == 0 || e.flags[s[n+1]]&flagRegion == 0 ||
		e.lengths>>(uint(n)%64)&1 == 0 || load32(s)|e.Head.ExceptFold == e.Head.Except {
		return 0, n, 0
	}
	if !useVector {
		end = n + 1 + p.sets.span(s, n+1, SetBody)
		return n + 1, end, ^uint64(0)
	}
	special := ^(w.body | w.escapes) >> (uint(n+1) % 64)
	k := zeros(special)
	end = n + 1 + k
	return n + 1, end, special >> (uint(k) % 64) >> 1
}
