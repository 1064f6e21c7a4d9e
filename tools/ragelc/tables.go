package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math/bits"
	"sort"
	"strings"
)

const (
	rowBits  = 5 // a row of Next has 32 entries: internal/dfa
	maxSets  = 4
	minSkip  = 32 // the two hex digits of an escape are stepped through faster than they are skipped
	maxChain = 61 // see dfa.Guess
)

// byteSet is a set of bytes.
type byteSet [256]bool

func (b *byteSet) len() (n int) {
	for _, in := range b {
		if in {
			n++
		}
	}
	return n
}

// tables is a machine in the form of dfa.Machine, with the states renumbered
// so that every counted run of states is consecutive.
type tables struct {
	name   string
	class  [256]int
	nclass int
	sets   [256]int
	nsets  int
	next   [][]int // [state][class] state<<rowBits|mark
	skip   []int
	info   []int
	tag    []string
	final  []bool
	shuf   [maxSets][16]int
	guess  [4]int // dfa.Guess
	start  int
	begin  int
	prefix uint32
	fold   uint32
}

// skipRun is the largest set of bytes on which a state goes, without a mark, to
// one and the same state.
type skipRun struct {
	set byteSet
	to  int
}

func largestRun(s *state) (best skipRun, ok bool) {
	by := map[int]*byteSet{}
	for b := range 256 {
		if to := s.next[b]; to != 0 && s.mark[b] == "" {
			if by[to] == nil {
				by[to] = new(byteSet)
			}
			by[to][b] = true
		}
	}
	size := minSkip - 1
	targets := make([]int, 0, len(by))
	for to := range by {
		targets = append(targets, to)
	}
	sort.Ints(targets)
	for _, to := range targets {
		if n := by[to].len(); n > size {
			best, size, ok = skipRun{*by[to], to}, n, true
		}
	}
	return best, ok
}

func build(m *machine, marks, tags map[string]int) (*tables, error) {
	n := len(m.states)
	runs := make([]skipRun, n)
	has := make([]bool, n)
	for i := 1; i < n; i++ {
		runs[i], has[i] = largestRun(&m.states[i])
	}

	// Counted runs: s steps to t, and t goes on with the very same set. depth
	// is the number of such steps ahead of a state. A cycle of several states
	// would have no end; its states are left to plain steps.
	depth := make([]int, n)
	var measure func(s int, seen map[int]bool) int
	measure = func(s int, seen map[int]bool) int {
		if !has[s] || runs[s].to == s || seen[s] {
			return 0
		}
		seen[s] = true
		t := runs[s].to
		d := 1
		if has[t] && runs[t].to != t && runs[t].set == runs[s].set {
			if seen[t] {
				return 0
			}
			if d = measure(t, seen); d > 0 {
				d++
			}
		}
		return d
	}
	for i := 1; i < n; i++ {
		depth[i] = min(measure(i, map[int]bool{}), maxChain)
	}

	// Number the states: the longest counted runs first, each consecutive;
	// then the rest in Ragel's order. A run of one step saves nothing.
	heads := make([]int, 0, n)
	for i := 1; i < n; i++ {
		if depth[i] > 1 {
			heads = append(heads, i)
		}
	}
	sort.SliceStable(heads, func(a, b int) bool { return depth[heads[a]] > depth[heads[b]] })
	number := make([]int, n) // Ragel's number -> ours, 0: none yet
	order := []int{0}        // ours -> Ragel's
	give := func(s int) { number[s] = len(order); order = append(order, s) }
	counted := make([]int, n)
	for _, h := range heads {
		var chain []int
		s := h
		for ; number[s] == 0 && depth[s] > 0; s = runs[s].to {
			chain = append(chain, s)
		}
		if number[s] != 0 || len(chain) < 2 {
			continue // it runs into a chain that has its numbers already
		}
		chain = append(chain, s)
		for i, c := range chain {
			give(c)
			counted[c] = len(chain) - 1 - i
		}
	}
	for i := 1; i < n; i++ {
		if number[i] == 0 {
			give(i)
		}
	}

	t := &tables{name: m.name, start: number[m.start]}
	if n-1 >= 1<<(16-rowBits) {
		return nil, fmt.Errorf("%d states do not fit in %d bits", n-1, 16-rowBits)
	}

	// Classes: two bytes are of one class if no state tells them apart.
	classOf := map[string]int{}
	member := []int{} // class -> one byte of it
	for b := range 256 {
		var key strings.Builder
		for i := range m.states {
			fmt.Fprintf(&key, "%d%s,", m.states[i].next[b], m.states[i].mark[b])
		}
		c, ok := classOf[key.String()]
		if !ok {
			c = len(classOf)
			classOf[key.String()] = c
			member = append(member, b)
		}
		t.class[b] = c
	}
	t.nclass = len(member)
	if t.nclass > 1<<rowBits {
		return nil, fmt.Errorf("%d byte classes, and a row has %d entries", t.nclass, 1<<rowBits)
	}
	if len(marks) >= 1<<rowBits {
		return nil, fmt.Errorf("%d marks do not fit in %d bits", len(marks), rowBits)
	}

	bitOf := map[byteSet]int{}
	for _, r := range order {
		s := &m.states[r]
		row := make([]int, 1<<rowBits)
		for c, b := range member {
			if to := s.next[b]; to != 0 {
				row[c] = number[to]<<rowBits | marks[s.mark[b]]
			}
		}
		skip := 0
		if has[r] && (runs[r].to == r || counted[r] > 0) {
			bit, ok := bitOf[runs[r].set]
			if !ok && len(bitOf) < maxSets {
				bit, ok = 1<<len(bitOf), true
				bitOf[runs[r].set] = bit
			}
			if ok {
				skip = bit<<8 | counted[r]
			}
		}
		info := tags[s.tag]
		if s.final {
			info |= 0x80
		}
		t.next = append(t.next, row)
		t.skip = append(t.skip, skip)
		t.info = append(t.info, info)
		t.tag = append(t.tag, s.tag)
		t.final = append(t.final, s.final)
	}
	t.nsets = len(bitOf)
	for set, bit := range bitOf {
		for b, in := range set {
			if !in {
				continue
			}
			if b >= 0x80 {
				return nil, fmt.Errorf("a skip set holds byte %#x, and a vector shuffle looks up ASCII alone", b)
			}
			t.sets[b] |= bit
			t.shuf[bits.TrailingZeros(uint(bit))][b&15] |= 1 << (b >> 4)
		}
	}

	t.begin, t.prefix, t.fold = t.start, 0, ^uint32(0)
	if at, prefix, fold, ok := forced(m); ok {
		t.begin, t.prefix, t.fold = number[at], prefix, fold
	}
	t.guess = t.likely(&m.states[order[t.begin+t.skip[t.begin]&0xff]], order, m, marks)
	return t, nil
}

// likely guesses the way of most inputs behind the counted run of begin: the
// one marked transition of the run's last state, and from there the largest
// set of bytes to a state that loops.
func (t *tables) likely(last *state, order []int, m *machine, marks map[string]int) (guess [4]int) {
	if t.skip[t.begin]&0xff == 0 {
		return guess
	}
	delimiter := -1
	for b := range 256 {
		if last.mark[b] != "" {
			if delimiter >= 0 {
				return guess
			}
			delimiter = b
		}
	}
	if delimiter < 0 {
		return guess
	}
	first := last.next[delimiter]
	run, ok := largestRun(&m.states[first])
	if !ok {
		return guess
	}
	for ours, ragels := range order {
		switch ragels {
		case first:
			guess[1] = ours<<rowBits | marks[last.mark[delimiter]]
		case run.to:
			guess[2] = ours << rowBits
		}
	}
	loop := t.skip[guess[2]>>rowBits]
	if loop == 0 || loop&0xff != 0 {
		return [4]int{} // it does not loop
	}
	guess[0], guess[3] = t.skip[t.begin], loop>>8
	return guess
}

// forced finds the four bytes that every accepted string begins with, if there
// are such: from the start on, one byte is all that goes on, or one letter in
// both cases, and nothing is marked.
func forced(m *machine) (at int, prefix, fold uint32, ok bool) {
	at = m.start
	for shift := 0; shift < 32; shift += 8 {
		s := &m.states[at]
		var on []int
		for b := range 256 {
			if s.next[b] != 0 {
				on = append(on, b)
			}
		}
		both := len(on) == 2 && 'A' <= on[0] && on[0] <= 'Z' && on[1] == on[0]|0x20 && s.next[on[0]] == s.next[on[1]]
		if s.final || (len(on) != 1 && !both) || s.mark[on[0]] != "" {
			return 0, 0, 0, false
		}
		if both {
			fold |= 0x20 << shift
		}
		prefix |= uint32(on[len(on)-1]) << shift
		at = s.next[on[0]]
	}
	return at, prefix, fold, true
}

// number gives the constants of all machines their values: from 1, in the
// order of the grammar file.
func numberConstants(lists ...[]constant) ([]constant, map[string]int) {
	set := map[constant]bool{}
	for _, l := range lists {
		for _, c := range l {
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

func generate(pkg, grammar string, machines []machine) ([]byte, error) {
	var markLists, tagLists [][]constant
	for _, m := range machines {
		markLists = append(markLists, m.marks)
		tagLists = append(tagLists, m.tags)
	}
	marks, markValue := numberConstants(markLists...)
	tags, tagValue := numberConstants(tagLists...)

	var w bytes.Buffer
	fmt.Fprintf(&w, "// Code generated by tools/ragelc from %s. DO NOT EDIT.\n\npackage %s\n\n", grammar, pkg)
	fmt.Fprintf(&w, "import \"github.com/seed7b5a83f0/urn/internal/dfa\"\n\n")
	constants := func(comment string, list []constant) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(&w, "// %s\nconst (\n", comment)
		for i, c := range list {
			fmt.Fprintf(&w, "%s = %d\n", c.name, i+1)
		}
		fmt.Fprintf(&w, ")\n\n")
	}
	constants("Boundaries: the low bits of an entry of Next.", marks)
	constants("Components: the low bits of an entry of Info.", tags)
	for i := range machines {
		t, err := build(&machines[i], markValue, tagValue)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", machines[i].name, err)
		}
		t.write(&w)
	}
	return format.Source(w.Bytes())
}

func (t *tables) write(w *bytes.Buffer) {
	fmt.Fprintf(w, "// %s: %d states, %d byte classes, %d skip sets.\n", t.name, len(t.next)-1, t.nclass, t.nsets)
	fmt.Fprintf(w, "var %s = dfa.Machine{\n", t.name)
	grid := func(field string, values [256]int) {
		fmt.Fprintf(w, "%s: [256]uint8{\n", field)
		for i := 0; i < 256; i += 16 {
			for _, v := range values[i : i+16] {
				fmt.Fprintf(w, "0x%02x, ", v)
			}
			fmt.Fprintf(w, "// %02x-%02x\n", i, i+15)
		}
		fmt.Fprintf(w, "},\n")
	}
	grid("Class", t.class)
	grid("Sets", t.sets)
	fmt.Fprintf(w, "Next: []uint16{\n")
	for i, row := range t.next {
		for _, e := range row {
			fmt.Fprintf(w, "%d, ", e)
		}
		accept := ""
		if t.final[i] {
			accept = ", accepts"
		}
		fmt.Fprintf(w, "// %d %s%s\n", i, t.tag[i], accept)
	}
	fmt.Fprintf(w, "},\n")
	list := func(field, typ string, width int, values []int) {
		fmt.Fprintf(w, "%s: []%s{\n", field, typ)
		for i := 0; i < len(values); i += 16 {
			for _, v := range values[i:min(i+16, len(values))] {
				fmt.Fprintf(w, "0x%0*x, ", width, v)
			}
			fmt.Fprintf(w, "// %d\n", i)
		}
		fmt.Fprintf(w, "},\n")
	}
	list("Skip", "uint16", 4, t.skip)
	list("Info", "uint8", 2, t.info)
	fmt.Fprintf(w, "Shuffle: [dfa.MaxSets][16]uint8{\n")
	for _, row := range t.shuf {
		fmt.Fprintf(w, "{")
		for _, v := range row {
			fmt.Fprintf(w, "0x%02x, ", v)
		}
		fmt.Fprintf(w, "},\n")
	}
	fmt.Fprintf(w, "},\n")
	if t.guess[1] != 0 {
		fmt.Fprintf(w, "Guess: dfa.Guess{Counted: %#x, Delimiter: %d, First: %d, Loop: %#x},\n", t.guess[0], t.guess[1], t.guess[2], t.guess[3])
	}

	fmt.Fprintf(w, "Start: %d, Begin: %d,\nPrefix: %#x, PrefixFold: %#x,\n}\n\n", t.start, t.begin, t.prefix, t.fold)
}
