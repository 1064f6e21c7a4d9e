package dfa

// Plain reads the commonest names in a text. It looks at one window and takes no step,
// which is several times as fast as [Machine.Feed].
type Plain struct {
	sets Machine // the machine, but SetBody and setURL have only the bytes to read
}

// setURL has the bytes of SetBody that are kept in a URL. The machine has another set there, of a
// region that Plain does not read. A second Machine would make the search of a log 2% slower.
const setURL = SetBody + 1

// NewPlain returns a Plain for m, which reads the bytes of SetBody that are not in ruled. In a URL,
// it reads neither "/" nor escapes. The bytes of SetHead, SetFirst and SetSecond, and the
// delimiter of the head, must not be in ruled.
func NewPlain(m *Machine, ruled string) *Plain {
	p := &Plain{sets: *m}
	t := &p.sets
	remove := func(set int, c byte) {
		t.Sets[c] &^= 1 << set
		t.Shuffle[set][c&15] &^= 1 << (c >> 4 % 8)
	}
	for _, c := range []byte(ruled) {
		remove(SetBody, c)
		t.Lanes[c] &^= 1
	}
	t.Shuffle[setURL] = t.Shuffle[SetBody]
	for c, sets := range t.Sets {
		t.Sets[c] = sets&^(1<<setURL) | sets>>SetBody&1<<setURL
	}
	remove(setURL, '/')
	return p
}

// Bit j of Kept is set if byte j of a text is kept, or is part of a kept escape. The bits of
// bytes that were not looked at are 0.
type Kept uint64

// End returns the position of the first byte that is not kept, at i or after it. Bytes from
// position 64 on count as not kept.
func (k Kept) End(i int) int { return i + zeros(^(uint64(k) >> uint(i))) }

// Read reads s, which follows the prefix. If s begins with a counted run, the delimiter,
// and a kept byte or an escape, mark is the position after the delimiter. It is below
// kept.End(0), and m accepts the prefix with s[:kept.End(0)]. Otherwise mark is 0, and kept
// has the bytes of the run, or all bits if s has fewer than four bytes. url is 1 if s may be
// in a URL, and otherwise 0.
func (p *Plain) Read(s string, url uint8) (mark int, kept Kept) {
	if len(s) < 4 {
		return 0, ^Kept(0)
	}
	m := &p.sets
	w := look(s, 0, m, SetBody+url)
	n := uint(zeros(^w.head))
	kept = Kept(w.in | w.escapes&(uint64(url)-1))
	// This test of a head is also in beginPortable and in HEAD of masks_amd64.h. A function
	// for it would be too large to be inlined.
	if m.Head.Lengths>>n&1 == 0 || int(n)+1 >= len(s) || s[n] != m.Head.End || kept>>n&2 == 0 ||
		m.Delim[s[0]]&BeginsRun == 0 || m.Delim[s[n-1]]&EndsRun == 0 || m.Delim[s[n+1]]&BeginsRegion == 0 ||
		load32(s)|m.Head.ExceptFold == m.Head.Except {
		return 0, Kept(w.head)
	}
	return int(n) + 1, kept
}
