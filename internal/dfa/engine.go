package dfa

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// Engine is a Machine with further restatements of its tables, which the loops
// with vectors use. It is never written to.
type Engine struct {
	Machine

	// A text has a plain head if it begins with the prefix, a run of bytes of
	// SetHead, a byte with flagDelimiter and a byte with flagRegion. The first
	// byte of the run has flagFirst, and the last one flagLast. Bit n of lengths
	// is set, where n is the length of the run. The word Head.Except must not
	// follow the prefix. Head.Region is the state after these bytes, if the last
	// of them is in SetBody, and else after the escape that it begins.
	flags   [256]uint8
	lengths uint64
	mark    uint64 // of Head.Delimiter, times 4

	// firstDiffers says that SetFirst is not SetSecond. In most syntaxes both are the
	// hexadecimal digits.
	firstDiffers bool

	// accel is Accel of the states that have Escapes and whose set includes
	// SetBody, and 0 for all other states.
	accel []uint8

	// exits holds the exits between states in accel. Each such state that has a
	// region, or that an exit leads to, has a row of 16 entries, as in Exits.
	// region is the place of the row that belongs to Head.Region, in bytes.
	// states holds the state that belongs to each row.
	exits  [maxRows * 16]exit
	region uint16
	states [maxRows]uint16

	// The delimiters between regions are of up to three kinds. Bit k of first[b]
	// says that a delimiter of kind k may begin with byte b. Bit k of second[b] says
	// that byte b may be the second byte. The kinds of the first three special bytes
	// of a text, three bits each, form an index of pathOf. pathOf holds the path that
	// the text takes. For most indexes, this path has no exits.
	first, second [256]uint8
	pathOf        [512]uint8
	paths         [maxPaths]path
	// width is the width, in bytes, of all exits of paths that have First. slots/4 is
	// the lowest mark of an exit of a path. The highest is at most two more.
	width, slots uint64

	// lines says that Lines reads lines.
	lines bool
}

// path is up to three exits, one after the other. Lane i stands for exit i, and for
// the special byte that it is at.
type path struct {
	width [4]uint32 // from the special byte to the other region
	// There is no such path if the next special byte is less than need bytes away,
	// or if the first byte of the other region has one of the bits of first in Delim.
	need  [4]int32
	first [2]uint8
	state uint16 // after the exits
	_     [4]byte
	// slots is what a shuffle makes of the lanes, from mark Engine.slots/4 on: where
	// the other regions begin. Lane 3 is the position of the first special byte after
	// the exits.
	slots [16]uint8
	_     [8]byte
}

// exit is an Exit between rows of Engine.exits. No exit is possible if the next
// special byte stands less than need bytes after the special byte here.
type exit struct {
	row                      uint16 // the place of the row of the other region
	width, mark, first, need uint8
	_                        uint16
}

const (
	maxRows  = MaxRegions + 9
	maxPaths = 16     // the machines of package urn need up to 11
	maxWidth = 4      // bytes, of an exit of a path
	exitRow  = 16 * 8 // bytes in a row of Engine.exits
	noExit   = 0xff   // need

	// begin reads texts of several regions, or with escapes, up to this length.
	beginLen = 128
	// begin finds a line only in a text that has at least this length: beginLen,
	// and what REGIONS may read after the line.
	lineRoom = beginLen + 8
	maxLen   = math.MaxInt32
)

const (
	flagFirst = 1 << iota
	flagLast
	flagDelimiter
	flagRegion
)

// NewEngine returns m with what the loops need beside the tables.
func NewEngine(m *Machine) *Engine {
	p := &Engine{Machine: *m}
	h := &m.Head
	p.accel = make([]uint8, len(m.Info))
	for state, accel := range m.Accel {
		if accel&(Counted|Escapes) == Escapes && m.includesBody(accel&SetMask) {
			p.accel[state] = accel
		}
	}
	for i := range p.exits {
		p.exits[i].need = noExit
	}
	rows := map[uint16]uint16{}
	rowOf := func(state uint16) uint16 {
		row, ok := rows[state]
		if !ok {
			row = uint16(len(rows))
			rows[state] = row
			p.states[row] = state
		}
		return row * exitRow
	}
	for state, accel := range p.accel {
		if accel/Region == 0 {
			continue
		}
		row := rowOf(uint16(state)) / exitRow
		for i, x := range m.Exits[int(accel/Region-1)*16:][:16] {
			if x.Width != 0 && p.accel[x.State] != 0 {
				p.exits[row*16+uint16(i)] = exit{rowOf(x.State), x.Width, x.Mark, x.First, x.Width + x.First/NotFirst, 0}
			}
		}
	}
	if p.accel[h.Region] == 0 {
		return p // no text has a plain head
	}
	p.firstDiffers = m.Shuffle[SetFirst] != m.Shuffle[SetSecond]
	p.mark = uint64(h.Delimiter) % MaxMarks * 4
	p.region = rowOf(h.Region)
	if useBegin {
		p.findPaths()
	}
	next := func(row uint, b int) uint16 { return m.Next[row|uint(m.Class[b])] }
	for b := range 256 {
		if next(uint(m.Begin)<<rowBits, b) != 0 {
			p.flags[b] |= flagFirst
		}
		if m.Sets[b]>>h.Last&1 != 0 {
			p.flags[b] |= flagLast
		}
		if next(uint(h.Delimiter)&^rowMask, b) != 0 {
			p.flags[b] |= flagRegion
		}
		// The lengths of the runs that may end before b.
		var lengths uint64
		for n := 1; n <= int(h.Max) && m.Sets[b]>>SetHead&1 == 0; n++ {
			if next((uint(h.Chain)+uint(n))<<rowBits, b) == h.Delimiter {
				lengths |= 1 << n
			}
		}
		if lengths != 0 && (p.lengths == 0 || p.lengths == lengths) {
			p.lengths = lengths
			p.flags[b] |= flagDelimiter
		}
	}
	p.lines = p.readsLines()
	return p
}

// findPaths fills in first to slots. Paths end before an exit that they cannot hold.
func (p *Engine) findPaths() {
	// Two pairs of codes are of one kind if they lead from each region to the same.
	var array [3][maxRows]exit // so that kinds needs no allocation
	kinds := array[:0]
	var kindOf [MaxDelims * MaxDelims]uint8 // 0, or 1<<kind
	base := uint8(MaxMarks - len(p.paths[0].need))
	for codes := range kindOf {
		var kind [maxRows]exit
		none := true
		for row := range kind {
			kind[row] = p.exits[row*16+codes]
			if kind[row].need == noExit {
				continue
			}
			none = false
			if mark := kind[row].mark; mark != 0 {
				base = min(base, mark)
			}
		}
		k := slices.Index(kinds, kind)
		if k < 0 && !none && len(kinds) < cap(kinds) {
			k = len(kinds)
			kinds = append(kinds, kind)
		}
		if k >= 0 {
			kindOf[codes] = 1 << k
		}
	}
	var first, second [MaxDelims]uint8
	for codes, kind := range kindOf {
		first[codes/MaxDelims] |= kind
		second[codes%MaxDelims] |= kind
	}
	for codes, kind := range kindOf {
		if first[codes/MaxDelims]&second[codes%MaxDelims] != kind {
			clear(first[:]) // no exit can be seen
		}
	}
	for b, codes := range p.Delim {
		p.first[b], p.second[b] = first[codes>>2&3], second[codes&3]
	}

	p.slots = uint64(base) * 4
	used := 0
	var add func(index, n uint, x path, row uint16)
	add = func(index, n uint, x path, row uint16) {
		if used == len(p.paths) {
			return
		}
		x.state = p.states[row]
		for i := range uint8(4) {
			x.slots[12+i] = uint8(n)*4 + i
		}
		for i := range uint(len(p.pathOf)) {
			if i&(1<<(3*n)-1) == index { // What follows decides nothing, or is added below.
				p.pathOf[i] = uint8(used)
			}
		}
		p.paths[used] = x
		used++
		if n == 3 {
			return
		}
		for k, kind := range kinds {
			e := &kind[row]
			if e.need == noExit || e.mark > base+2 || e.width > maxWidth || uint8(p.Head.Delimiter%MaxMarks) >= base ||
				e.first != 0 && (n == 2 || p.width != 0 && p.width != uint64(e.width)) {
				continue
			}
			y := x
			y.width[n], y.need[n] = uint32(e.width), int32(e.need)
			if e.first != 0 {
				y.first[n] = e.first
				p.width = uint64(e.width)
			}
			if e.mark != 0 {
				for i := range uint8(4) {
					y.slots[(e.mark-base)*4+i] = uint8(n)*4 + i
				}
			}
			add(index|1<<k<<(3*n), n+1, y, e.row/exitRow)
		}
	}
	const never = math.MinInt32 / 2 // plus a position, it is below all positions
	x := path{need: [4]int32{never, never, never, never}}
	for i := range x.slots {
		x.slots[i] = 0x80 // 0
	}
	add(0, 0, x, p.region/exitRow)
}

// includesBody reports whether a set includes SetBody.
func (m *Machine) includesBody(set uint8) bool {
	for _, in := range m.Sets {
		if in>>SetBody&1 != 0 && in>>set&1 == 0 {
			return false
		}
	}
	return true
}

// regionBits has a bit for each byte of a text of up to 1 KB: whether the byte
// is special.
type regionBits [1024/8 + 16]uint8

// fill classifies text, or its first 1024 bytes, and returns how many. The bits
// after them are set.
func (r *regionBits) fill(text string, m *Engine) int {
	n := min(len(text), 1024)
	size := n &^ 63
	after := text[size:]
	if size > 0 {
		// The last two bytes may begin an escape that ends after them.
		var first, second uint64
		for j := range min(2, len(after)) {
			sets := uint64(m.Sets[after[j]])
			first |= sets >> SetFirst & 1 << j
			second |= sets >> SetSecond & 1 << j
		}
		classify(text[:size], m, first, second, &r[0])
	}
	special := ^uint64(0)
	if n > size {
		var w masks
		window(after, 0, &m.Machine, &w)
		special = ^(w.body | w.escapes)
	}
	binary.LittleEndian.PutUint64(r[size/8:], special)
	binary.LittleEndian.PutUint64(r[size/8+8:], math.MaxUint64)
	return n
}

// at returns the bits from bit i on, at least 57 of them, and zeros after them.
func (r *regionBits) at(i int) uint64 {
	j := uint(i) / 8 % (1024/8 + 8)
	return binary.LittleEndian.Uint64(r[j:j+8]) >> (uint(i) % 8)
}

// zeros returns how many bits before the first one that is set are not, from bit i
// on.
func (r *regionBits) zeros(i int) int {
	start := i
	set := r.at(i)
	for set == 0 {
		i = i&^7 + 64
		set = r.at(i)
	}
	return i - start + bits.TrailingZeros64(set)
}
