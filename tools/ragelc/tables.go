package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

const (
	maxStates = 1 << 16 / dfa.Row // the error state included
	maxTag    = dfa.Accept - 1
	// minLoop is the size of the smallest set that makes a state accelerated.
	// Two hexadecimal digits are stepped through faster than they are skipped.
	minLoop = 32
	// maxRun is the longest counted run that lies in a window with the byte
	// after it.
	maxRun = 63
)

// byteSet is a set of bytes.
type byteSet [256]bool

func (b *byteSet) members() (list []int) {
	for i, in := range b {
		if in {
			list = append(list, i)
		}
	}
	return list
}

func (b *byteSet) len() int { return len(b.members()) }

// includes reports whether every member of c is a member of b.
func (b *byteSet) includes(c *byteSet) bool {
	return !slices.ContainsFunc(c.members(), func(i int) bool { return !b[i] })
}

func (b *byteSet) ascii() bool { return !slices.Contains(b[0x80:], true) }

// over returns the bytes on which a state goes to another one without a mark.
func (s *state) over(to int) (set byteSet) {
	for b := range 256 {
		set[b] = to != 0 && s.next[b] == to && s.mark[b] == ""
	}
	return set
}

// widest returns the state that s goes to on the most bytes without a mark, and
// those bytes. Of several, it is the one with the lowest number.
func (s *state) widest() (to int, set byteSet) {
	size := 0
	for _, t := range slices.Compact(slices.Sorted(slices.Values(s.next[:]))) {
		if over := s.over(t); over.len() > size {
			to, set, size = t, over, over.len()
		}
	}
	return to, set
}

// escape is the form of an escape: a lead byte, and two bytes of sets.
type escape struct {
	lead          byte
	first, second byteSet
}

// leads reports whether every escape leads from one state to another without a
// mark.
func (e *escape) leads(m *machine, from, to int) bool {
	if m.states[from].mark[e.lead] != "" {
		return false
	}
	x := m.states[from].next[e.lead]
	for b, in := range e.first {
		if !in {
			continue
		}
		y := m.states[x].next[b]
		if over := m.states[y].over(to); y == 0 || m.states[x].mark[b] != "" || !over.includes(&e.second) {
			return false
		}
	}
	return true
}

// escapeOf finds the escape over which an accelerated state returns to itself.
func escapeOf(m *machine, s int, loop *byteSet) (e escape, ok bool) {
	for b := range 256 {
		x := m.states[s].next[b]
		if x == 0 || x == s || m.states[s].mark[b] != "" {
			continue
		}
		y, first := m.states[x].widest()
		second := m.states[y].over(s)
		if y != 0 && y != s && second.len() > 0 && loop.includes(&first) && loop.includes(&second) {
			return escape{byte(b), first, second}, true
		}
	}
	return e, false
}

// loop is an accelerated state.
type loop struct {
	set     byteSet
	escapes bool
	region  int // the row of Exits plus one, 0: none
}

// head is the counted run from Begin, with Ragel's numbers.
type head struct {
	set, last     byteSet
	chain, broken []int // the states after n bytes, from 1 on; 0: none
	delimiter     byte
	region        int
	word, fold    uint32 // Except
}

// findHead follows the counted run that begins in a state: the component of its tag, up to
// the byte that is marked. It returns nil if there is no such run. make theorem checks that
// the run is as dfa.Head says: Coq visits every path through the run.
func findHead(m *machine, begin int) *head {
	h := &head{word: 1} // no word|0 … is 1 with ExceptFold all ones
	h.fold = ^uint32(0)
	after := 0
	var inside []*state
	for i := range m.states {
		if s := &m.states[i]; s.tag == m.states[begin].tag && s.tag != "" {
			inside = append(inside, s)
			for b, to := range s.next {
				if s.mark[b] != "" {
					if after != 0 && (h.delimiter != byte(b) || after != to) {
						return nil
					}
					h.delimiter, after = byte(b), to
				} else if to != 0 {
					h.set[b] = true
				}
			}
		}
	}
	for _, s := range inside {
		for b, to := range s.next {
			if h.set[b] && m.states[to].next[h.delimiter] != 0 {
				h.last[b] = true
			}
		}
	}
	// Two bytes that are in no word that is excepted: one of last, and another one.
	var ends, goesOn int
	for b, in := range h.set {
		if in && h.last[b] {
			ends = b
		} else if in {
			goesOn = b
		}
	}
	// The states for each count: of chain after a byte of last, of broken after another. A
	// word that leaves them is the excepted one.
	h.chain, h.broken = []int{begin}, []int{0}
	leaves := begin
	for n := 1; n <= maxRun+1; n++ {
		next := m.states[h.chain[n-1]].next
		complete := n == 1 || !slices.ContainsFunc(h.set.members(), func(b int) bool { return next[b] == 0 })
		chain, broken := next[ends], next[goesOn]
		if !complete || chain == 0 || m.states[chain].final {
			break
		}
		h.chain, h.broken = append(h.chain, chain), append(h.broken, broken)
		var on byteSet
		left := 0
		for b, to := range m.states[leaves].next {
			want := broken
			if h.last[b] {
				want = chain
			}
			if on[b] = h.set[b] && to != 0 && to != want; on[b] {
				left = to
			}
		}
		switch letter, both, ok := on.oneLetter(); {
		case n <= 3 && ok:
			if n == 1 {
				h.word, h.fold = uint32(h.delimiter)<<24, 0
			}
			h.word |= uint32(letter) << (8 * (n - 1))
			if both {
				h.fold |= 0x20 << (8 * (n - 1))
			}
		case on.len() > 0 || 1 < n && n <= 3 && leaves != 0:
			return nil // more than one word, or one of another length
		}
		leaves = left
	}
	h.region = entryOf(m, after)
	if n := len(h.chain); n < 3 || n > maxRun+1 || h.region == 0 || !m.states[h.region].final {
		return nil
	}
	return h
}

// oneLetter returns the one member of a set, or, in lower case, the one letter whose upper
// and lower case are its members.
func (b *byteSet) oneLetter() (letter byte, both, ok bool) {
	switch on := b.members(); {
	case len(on) == 1:
		return byte(on[0]), false, true
	case len(on) == 2 && 'A' <= on[0] && on[0] <= 'Z' && on[1] == on[0]|0x20:
		return byte(on[1]), true, true
	}
	return 0, false, false
}

// loopOf returns the set that makes a state accelerated.
func loopOf(m *machine, s int) (set byteSet, ok bool) {
	set = m.states[s].over(s)
	return set, set.len() >= minLoop
}

// entryOf returns the accelerated state that s enters, or 0. Every byte of
// its set, and every escape, leads from s to it without a mark, or has no
// transition.
func entryOf(m *machine, s int) int {
	t, _ := m.states[s].widest()
	set, ok := loopOf(m, t)
	if !ok {
		return 0
	}
	for b, in := range set {
		if next := m.states[s].next[b]; in && next != 0 && (next != t || m.states[s].mark[b] != "") {
			return 0
		}
	}
	if e, ok := escapeOf(m, t, &set); ok && m.states[s].next[e.lead] != 0 && !e.leads(m, s, t) {
		return 0
	}
	return t
}

// tables is a machine in the form of dfa.Machine.
type tables struct {
	name   string
	class  [256]uint8
	nclass int
	states []tableState
	sets   []byteSet
	lead   byte
	head   *dfa.Head
	headTo target // of the delimiter
	delim  [256]uint8
	exits  []exit
	start  int
	begin  int
	prefix uint32
	fold   uint32
}

// target is an entry of Next, mark by name.
type target struct {
	state int
	mark  string
}

type tableState struct {
	next  []target // by class
	accel uint8
	info  uint8
	tag   string
	final bool
}

type exit struct {
	target
	width, first int
	what         string
}

// build derives all of the tables.
func build(m *machine, marks, tags map[string]int) (*tables, error) {
	if len(marks) >= dfa.MaxMarks {
		return nil, fmt.Errorf("%d marks, and there is room for %d", len(marks), dfa.MaxMarks-1)
	}
	if len(tags) > maxTag {
		return nil, fmt.Errorf("%d tags, and there is room for %d", len(tags), maxTag)
	}
	if len(m.states) > maxStates {
		return nil, fmt.Errorf("%d states, and there is room for %d", len(m.states), maxStates)
	}
	t := &tables{name: m.name, start: m.start, begin: m.start, fold: ^uint32(0)}
	if at, prefix, fold, ok := forced(m); ok {
		t.begin, t.prefix, t.fold = at, prefix, fold
	}
	h := findHead(m, t.begin)
	loops, esc, err := t.findLoops(m, h)
	if err != nil {
		return nil, err
	}
	if h != nil && esc.lead != 0 && !loops[h.region].escapes {
		h = nil
	}
	last := 0 // the set of the bytes that may end the counted run
	if h != nil {
		t.sets[dfa.SetHead] = h.set
		if h.last != h.set {
			last = t.number(h.last)
		}
		if !h.set.ascii() {
			return nil, fmt.Errorf("the counted run holds bytes that are not ASCII")
		}
	}
	if len(t.sets) > dfa.SetLead {
		return nil, fmt.Errorf("%d sets, and there is room for %d", len(t.sets), dfa.SetLead)
	}

	order, ours := renumber(m, h)
	if err := t.fillStates(m, order, ours); err != nil {
		return nil, err
	}
	if err := t.findExits(m, loops, esc, ours); err != nil {
		return nil, err
	}
	for i, s := range order {
		st := &t.states[i]
		st.info = uint8(tags[st.tag])
		if st.final {
			st.info |= dfa.Accept
		}
		if l := loops[s]; l != nil {
			st.accel = uint8(t.number(l.set)) + uint8(l.region)*dfa.Region
			if l.escapes {
				st.accel |= dfa.Escapes
			}
		}
	}
	t.start, t.begin = ours[t.start], ours[t.begin]
	if h != nil {
		t.fillHead(h, ours)
		t.head.Last = uint8(last)
	}
	return t, nil
}

// number returns the number of the set of an accelerated state. It adds the set if it is new.
func (t *tables) number(set byteSet) int {
	if k := slices.Index(t.sets[dfa.SetBody:], set); k >= 0 {
		return dfa.SetBody + k
	}
	t.sets = append(t.sets, set)
	return len(t.sets) - 1
}

// findLoops finds the accelerated states, by their numbers of Ragel, and their escape. It
// numbers their sets: the set of the region after the counted run is SetBody.
func (t *tables) findLoops(m *machine, h *head) (loops map[int]*loop, esc escape, err error) {
	loops = map[int]*loop{}
	t.sets = make([]byteSet, dfa.SetBody)
	if h != nil {
		set, _ := loopOf(m, h.region)
		t.number(set)
	}
	for s := 1; s < len(m.states); s++ {
		set, ok := loopOf(m, s)
		if !ok {
			continue
		}
		if !set.ascii() {
			return nil, esc, fmt.Errorf("state %d loops on bytes that are not ASCII, and a vector shuffle looks up ASCII alone", s)
		}
		e, ok := escapeOf(m, s, &set)
		if ok && esc.lead == 0 {
			esc = e
		}
		loops[s] = &loop{set: set, escapes: ok && e == esc}
		t.number(set)
	}
	if esc.lead == 0 {
		return loops, esc, nil
	}
	t.lead = esc.lead
	t.sets[dfa.SetFirst], t.sets[dfa.SetSecond] = esc.first, esc.second
	for _, l := range loops {
		if l.set[esc.lead] {
			return nil, esc, fmt.Errorf("%q begins escapes, and is in a loop", esc.lead)
		}
	}
	return loops, esc, nil
}

// renumber numbers the states: the counted runs first, each consecutive, and then the rest in
// Ragel's order. order has Ragel's number of each of our states, and ours the reverse.
func renumber(m *machine, h *head) (order, ours []int) {
	order, ours = []int{0}, make([]int, len(m.states))
	give := func(s int) {
		if s != 0 && ours[s] == 0 {
			ours[s] = len(order)
			order = append(order, s)
		}
	}
	if h != nil {
		for _, s := range slices.Concat(h.chain[1:], h.broken[1:]) {
			give(s)
		}
	}
	for s := 1; s < len(m.states); s++ {
		give(s)
	}
	return order, ours
}

// fillStates fills in the byte classes, and the states without what the loops need.
func (t *tables) fillStates(m *machine, order, ours []int) error {
	var members []byte
	t.class, members = classesOf(m)
	if t.nclass = len(members); t.nclass > dfa.Row {
		return fmt.Errorf("%d byte classes, and a row has %d entries", t.nclass, dfa.Row)
	}
	for _, r := range order {
		s := &m.states[r]
		st := tableState{tag: s.tag, final: s.final}
		for _, b := range members {
			st.next = append(st.next, target{ours[s.next[b]], s.mark[b]})
		}
		t.states = append(t.states, st)
	}
	return nil
}

// fillHead fills in the counted run, and the classes of bytes in a text's head.
func (t *tables) fillHead(h *head, ours []int) {
	next := func(state int, b byte) target { return t.states[state].next[t.class[b]] }
	n := len(h.chain) - 1
	t.headTo = next(n, h.delimiter)
	t.head = &dfa.Head{Max: uint8(n), Region: uint16(ours[h.region]), Except: h.word, ExceptFold: h.fold, End: h.delimiter}
	if k := slices.IndexFunc(h.broken, func(s int) bool { return s != 0 }); k > 0 {
		t.head.Broken = uint16(ours[h.broken[k]] - k)
	}
	for k := 1; k <= min(n, 31); k++ {
		if next(k, h.delimiter) == t.headTo {
			t.head.Lengths |= 1 << k
		}
	}
	for b := range t.delim {
		if next(t.begin, byte(b)).state != 0 {
			t.delim[b] |= dfa.BeginsRun
		}
		if h.last[b] {
			t.delim[b] |= dfa.EndsRun
		}
		if next(t.headTo.state, byte(b)).state != 0 {
			t.delim[b] |= dfa.BeginsRegion
		}
	}
	t.states[t.begin].accel = dfa.Counted
}

// classesOf sorts the bytes into classes, of bytes that no state tells apart, and returns
// the class of each byte and a member of each class.
func classesOf(m *machine) (class [256]uint8, members []byte) {
	known := map[string]uint8{}
	for b := range 256 {
		key := make([]byte, 0, 8*len(m.states))
		for i := range m.states {
			key = strconv.AppendInt(key, int64(m.states[i].next[b]), 10)
			key = append(key, m.states[i].mark[b]...)
			key = append(key, ',')
		}
		c, ok := known[string(key)]
		if !ok {
			c = uint8(len(known))
			known[string(key)] = c
			members = append(members, byte(b))
		}
		class[b] = c
	}
	return class, members
}

// findExits finds the delimiters between regions. A region is an accelerated
// state that accepts.
func (t *tables) findExits(m *machine, loops map[int]*loop, esc escape, ours []int) error {
	// found is a delimiter of byte b, or of the bytes b and c, after which a region may begin.
	type found struct {
		from, to int
		b, c     int // c: -1, any
		mark     string
		first    bool
	}
	isRegion := func(s int) bool { return loops[s] != nil && m.states[s].final }
	var one, two, all []found
	marked := map[int]bool{} // second bytes that are marked
	for s := range m.states {
		if !isRegion(s) {
			continue
		}
		for b := range 256 {
			u, mark := m.states[s].next[b], m.states[s].mark[b]
			switch {
			case u == 0 || u == s || byte(b) == t.lead && loops[s].escapes:
			case loops[u] != nil || entryOf(m, u) != 0 && mark != "":
				one = append(one, found{s, u, b, -1, mark, false})
			case mark == "":
				for c, v := range m.states[u].next {
					two = append(two, found{s, v, b, c, m.states[u].mark[c], false})
					marked[c] = marked[c] || v != 0 && m.states[u].mark[c] != ""
				}
			}
		}
	}
	// A second byte must not be special in any region.
	var firsts, seconds []int
	for c := range 256 {
		special := func(s int) bool { return isRegion(s) && !loops[s].set[c] }
		if marked[c] && !slices.ContainsFunc(slices.Collect(maps.Keys(loops)), special) {
			seconds = append(seconds, c)
		}
	}
	var notFirst *byteSet
	for _, x := range slices.Concat(one, two) {
		if x.c >= 0 && !slices.Contains(seconds, x.c) {
			continue
		}
		u, src := x.to, loops[x.from]
		if x.first = loops[u] == nil; x.first {
			x.to = entryOf(m, u)
		}
		if !isRegion(x.to) || !loops[x.to].set.includes(&src.set) || src.escapes && !loops[x.to].escapes {
			continue
		}
		if x.first {
			var denied byteSet
			for b, in := range src.set {
				denied[b] = in && m.states[u].next[b] != x.to
			}
			if notFirst != nil && *notFirst != denied || src.escapes && !esc.leads(m, u, x.to) {
				continue
			}
			notFirst = &denied
		}
		all, firsts = append(all, x), append(firsts, x.b)
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(firsts)
	firsts = slices.Compact(firsts)
	if len(firsts) >= dfa.MaxDelims || len(seconds) >= dfa.MaxDelims {
		return fmt.Errorf("%d and %d bytes of delimiters, and there is room for %d", len(firsts), len(seconds), dfa.MaxDelims-1)
	}
	for i, b := range firsts {
		t.delim[b] |= uint8(i+1) << 2
	}
	for i, c := range seconds {
		t.delim[c] |= uint8(i + 1)
	}
	for b := range 256 {
		if notFirst != nil && notFirst[b] {
			t.delim[b] |= dfa.NotFirst
		}
	}
	const row = dfa.MaxDelims * dfa.MaxDelims
	for _, x := range all {
		from := loops[x.from]
		if from.region == 0 {
			t.exits = append(t.exits, make([]exit, row)...)
			from.region = len(t.exits) / row
		}
		e := exit{target: target{ours[x.to], x.mark}, width: 1, what: string(rune(x.b))}
		if x.first {
			e.first = dfa.NotFirst
		}
		at := (from.region-1)*row + int(t.delim[x.b]&0xc)
		if x.c >= 0 {
			e.width = 2
			e.what += string(rune(x.c))
			t.exits[at+int(t.delim[x.c]&3)] = e
			continue
		}
		for k := range len(seconds) + 1 {
			t.exits[at+k] = e
		}
	}
	if n := len(t.exits) / row; n > dfa.MaxRegions {
		return fmt.Errorf("%d regions with exits, and there is room for %d", n, dfa.MaxRegions)
	}
	return nil
}

// forced finds the four bytes that every accepted string begins with, if there
// are such bytes. At each of them, there are transitions on one byte only, or
// on one letter in both cases, and without a mark.
func forced(m *machine) (at int, prefix, fold uint32, ok bool) {
	at = m.start
	for shift := 0; shift < 8*dfa.PrefixLen; shift += 8 {
		s := &m.states[at]
		to := slices.Max(s.next[:])
		over := s.over(to)
		letter, both, ok := over.oneLetter()
		for b := range 256 {
			ok = ok && (s.next[b] == 0 || s.next[b] == to && s.mark[b] == "")
		}
		if s.final || to == 0 || !ok {
			return 0, 0, 0, false
		}
		if both {
			fold |= 0x20 << shift
		}
		prefix |= uint32(letter) << shift
		at = to
	}
	return at, prefix, fold, true
}

// buildMatcher numbers the states so that those that accept come last.
func buildMatcher(m *machine) (*dfa.Matcher, error) {
	order, final := []int{0}, 0
	for _, accepts := range []bool{false, true} {
		final = len(order)
		for s := 1; s < len(m.states); s++ {
			if m.states[s].final == accepts {
				order = append(order, s)
			}
		}
	}
	class, members := classesOf(m)
	width := len(members)
	if n := width * len(order); n > 1<<16 {
		return nil, fmt.Errorf("%d states of %d classes, and there is room for %d entries", len(order), width, 1<<16)
	}
	rows := make([]uint16, len(order)) // by Ragel's number
	for i, s := range order {
		rows[s] = uint16(i * width)
	}
	t := &dfa.Matcher{Class: class, Width: uint16(width), Start: rows[m.start], Final: uint16(final * width)}
	for _, s := range order {
		for _, b := range members {
			t.Next = append(t.Next, rows[m.states[s].next[b]])
		}
	}
	return t, nil
}

// numberConstants gives the constants of all machines, which of returns, their values:
// from 1, in the order of the grammar file.
func numberConstants(machines []machine, of func(machine) []constant) ([]constant, map[string]int) {
	set := map[constant]bool{}
	for _, m := range machines {
		for _, c := range of(m) {
			set[c] = true
		}
	}
	all := sorted(set)
	values := map[string]int{}
	for i, c := range all {
		values[c.name] = i + 1
	}
	return all, values
}

// shuffle returns a set in the form of dfa.Machine.Shuffle.
func (b *byteSet) shuffle() (rows [16]uint8) {
	for c, in := range b {
		if in {
			rows[c&15] |= 1 << (c >> 4)
		}
	}
	return rows
}
