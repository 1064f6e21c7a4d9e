package proof

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/tools/internal/automaton"
)

// Form is a form of tables: [Tables] or [Matcher].
type Form interface {
	// states returns the number of states, the error state 0 included.
	states() int
	// start returns the state to begin in.
	start() int
	// step returns where byte b leads from a state, and the mark on the way.
	step(state int, b byte) (to int, mark uint8)
	// info returns the tag of a state, and whether it accepts.
	info(state int) (tag uint8, accepts bool)
	// ranges decides whether every number is in its range, so that the tables
	// can be stepped through. It returns all violations.
	ranges(s *Spec) error
	// form decides whether the tables, whose numbers are in their ranges, have
	// the form that their loop relies on. It returns all violations.
	form() error
	// search decides whether the tables are also fit for a search.
	search() error
}

// Tables is a dfa.Machine that is read from a Go file, and Matcher a dfa.Matcher. The
// documentation of internal/dfa says what each field and constant means.
type (
	Tables  dfa.Machine
	Matcher dfa.Matcher
)

const (
	windowLen = 64 // of internal/dfa: a test compares it
	lineMarks = 4  // what dfa.Line has room for

	// minLoop is the size of the smallest set that must make a state an
	// accelerated one. The loop does not rely on it.
	minLoop = 32
)

func (t *Tables) states() int { return len(t.Info) }
func (t *Tables) start() int  { return int(t.Start) }

func (t *Tables) step(state int, b byte) (to int, mark uint8) {
	e := t.Next[state*dfa.Row|int(t.Class[b])]
	return int(e / dfa.Row), uint8(e % dfa.Row)
}

func (t *Tables) info(state int) (tag uint8, accepts bool) {
	return t.Info[state] &^ dfa.Accept, t.Info[state]&dfa.Accept != 0
}

func (t *Tables) ranges(s *Spec) error {
	n := t.states()
	if n < 2 || n > 1<<16/dfa.Row || len(t.Next) != n*dfa.Row || len(t.Accel) != n {
		return fmt.Errorf("%d entries in Next, %d in Accel and %d in Info are not the rows of one number of states",
			len(t.Next), len(t.Accel), n)
	}
	var faults faults
	for b, c := range t.Class {
		if c >= dfa.Row {
			faults.add("Class[%#02x] is %d", b, c)
		}
	}
	for i, e := range t.Next {
		state, class := i/dfa.Row, i%dfa.Row
		switch to, mark := int(e/dfa.Row), uint8(e%dfa.Row); {
		case e == 0:
		case state == 0:
			faults.add("the error state has a transition, on class %d", class)
		case to == 0:
			faults.add("state %d has a mark on class %d, but no transition", state, class)
		case to >= n:
			faults.add("state %d leads to %d on class %d, and there are %d states", state, to, class, n)
		case mark >= dfa.MaxMarks || !s.hasMark(mark):
			faults.add("state %d marks %d on class %d", state, mark, class)
		}
	}
	if t.Info[0] != 0 || t.Accel[0] != 0 {
		faults.add("the error state has Info %#02x and Accel %#02x", t.Info[0], t.Accel[0])
	}
	for i, info := range t.Info[1:] {
		if tag := info &^ dfa.Accept; !s.hasTag(tag) {
			faults.add("state %d has tag %d", i+1, tag)
		}
	}
	state := func(name string, at int) {
		if at <= 0 || at >= n {
			faults.add("%s is %d, and there are %d states", name, at, n)
		}
	}
	state("Start", int(t.Start))
	state("Begin", int(t.Begin))
	if h := t.Head; h.Max != 0 {
		state("the last of the counted run", int(h.Chain)+int(h.Max))
		state("the state after the delimiter", int(h.Delimiter/dfa.Row))
		state("the region after the delimiter", int(h.Region))
		if broken := int(h.Broken) + int(h.Max); broken >= n {
			faults.add("the last of the broken run is %d, and there are %d states", broken, n)
		}
		if h.Broken == h.Chain && h.Last != dfa.SetHead {
			faults.add("the last byte of the counted run is of set %d, and makes no difference", h.Last)
		}
		if h.Last >= dfa.SetLead || h.Last != dfa.SetHead && h.Last < dfa.SetBody {
			faults.add("the last byte of the counted run is of set %d", h.Last)
		}
	} else if h != (dfa.Head{}) {
		faults.add("there is no counted run, and the head is %+v", h)
	}
	rows := len(t.Exits) / 16
	if len(t.Exits)%16 != 0 || rows > 7 {
		faults.add("there are %d exits", len(t.Exits))
	}
	for s, a := range t.Accel {
		if a < dfa.Counted && int(a/dfa.Region) > rows {
			faults.add("state %d has region %d, and there are %d", s, a/dfa.Region, rows)
		}
	}
	for i, x := range t.Exits {
		if int(x.State) >= n {
			faults.add("exit %d leads to %d, and there are %d states", i, x.State, n)
		}
	}
	return errors.Join(faults...)
}

type faults []error

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

// form checks the properties that the loop relies on. From it follows: each shortcut of the loop
// leads to the same state and captures as single steps over the same bytes. In the
// counted run, it may lead to another state, if the rest of the text cannot
// distinguish the two.
//
// form also requires that an input can reach every entry, and that the tables
// have every shortcut that is possible. The loop does not need that. But a table
// that lacks a byte of a set, or has an entry too many, is not what its generator
// intended, although the loop might run it correctly.
func (t *Tables) form() error {
	var faults faults
	classes(&faults, t.Class, dfa.Row, t.states(), func(state, class int) uint16 { return t.Next[state*dfa.Row|class] })
	reachable(t, &faults)
	t.prefix(&faults)
	t.sets(&faults)
	t.accelerated(&faults)
	t.head(&faults)
	t.headBytes(&faults)
	t.exits(&faults)
	return errors.Join(faults...)
}

// classes wants every class to have bytes or no transitions, and no two of them
// to be alike.
func classes(faults *faults, class [256]uint8, width, states int, entry func(state, class int) uint16) {
	used := make([]bool, width)
	for _, c := range class {
		used[c] = true
	}
	columns := make(map[string]int)
	for class := range used {
		var column []byte
		some := false
		for state := range states {
			e := entry(state, class)
			column = append(column, byte(e), byte(e>>8))
			some = some || e != 0
		}
		switch other, known := columns[string(column)]; {
		case !used[class] && some:
			faults.add("there are transitions on class %d, which no byte is in", class)
		case used[class] && known:
			faults.add("classes %d and %d are the same", other, class)
		case used[class]:
			columns[string(column)] = class
		}
	}
}

// in reports whether a byte is in a set.
func (t *Tables) in(set int, b byte) bool { return t.Sets[b]>>set&1 != 0 }

// members returns the bytes of a set.
func (t *Tables) members(set int) (list []byte) {
	for b := range 256 {
		if t.in(set, byte(b)) {
			list = append(list, byte(b))
		}
	}
	return list
}

func (t *Tables) empty(set int) bool { return len(t.members(set)) == 0 }

// includes reports whether every byte of one set is in another.
func (t *Tables) includes(big, small int) bool {
	return !slices.ContainsFunc(t.members(small), func(b byte) bool { return !t.in(big, b) })
}

// sets wants Sets to hold sets of ASCII bytes, Shuffle the same ones, Lanes five of
// them, and every set to have its use.
func (t *Tables) sets(faults *faults) {
	for b, sets := range t.Sets {
		if b >= 0x80 && sets != 0 {
			faults.add("Sets[%#02x] is %#x, and the byte is not ASCII", b, sets)
		}
		if lead := t.Lead != 0 && b == int(t.Lead); lead != t.in(dfa.SetLead, byte(b)) || lead && sets != 1<<dfa.SetLead {
			faults.add("Sets[%#02x] is %#x, and the byte that begins escapes is %#02x", b, sets, t.Lead)
		}
	}
	for k := range t.Shuffle {
		for low, bits := range t.Shuffle[k] {
			for high := range 8 {
				b := byte(high<<4 | low)
				if set, shuffled := t.in(k, b), bits>>high&1 != 0; set != shuffled {
					faults.add("byte %#02x is in set %d by Sets: %t, by Shuffle: %t", b, k, set, shuffled)
				}
			}
		}
	}
	for b, lanes := range t.Lanes {
		sets := uint64(t.Sets[b])
		want := sets>>dfa.SetBody&1 | sets>>dfa.SetHead&1<<16 | (sets>>dfa.SetLead|sets>>dfa.SetFirst&(sets>>dfa.SetSecond))&1<<32
		if lanes != want {
			faults.add("Lanes[%#02x] is %#x, and by Sets it is %#x", b, lanes, want)
		}
	}
	if t.empty(dfa.SetHead) != (t.Head.Max == 0) {
		faults.add("the set of the counted run is empty: %t, and the run counts %d", t.empty(dfa.SetHead), t.Head.Max)
	}
	for k := dfa.SetBody; k < dfa.SetLead; k++ {
		used := t.Head.Max != 0 && int(t.Head.Last) == k
		for _, a := range t.Accel {
			used = used || a != 0 && a != dfa.Counted && int(a&dfa.SetMask) == k
		}
		if used == t.empty(k) {
			faults.add("set %d is used: %t, and is empty: %t", k, used, t.empty(k))
		}
	}
}

// leads reports whether every escape leads from one state to another without a
// mark, by way of no other first bytes and second bytes.
func (t *Tables) leads(from, to int, exactly bool) bool {
	x, mark := t.step(from, t.Lead)
	if t.Lead == 0 || x == 0 || mark != 0 {
		return false
	}
	for _, b := range t.members(dfa.SetFirst) {
		y, mark := t.step(x, b)
		if y == 0 || mark != 0 {
			return false
		}
		for c := range 256 {
			z, mark := t.step(y, byte(c))
			in := t.in(dfa.SetSecond, byte(c))
			if arrives := z == to && mark == 0; in && !arrives || exactly && arrives && !in {
				return false
			}
			if other, mark := t.step(x, byte(c)); exactly && other == y && mark == 0 && !t.in(dfa.SetFirst, byte(c)) {
				return false
			}
		}
	}
	return !t.empty(dfa.SetFirst)
}

// accelerated requires that each accelerated state loops on exactly the bytes of
// its set, and returns to itself over every escape if it says so.
func (t *Tables) accelerated(faults *faults) {
	someEscape := false
	rows := make(map[int]int)
	for s := 1; s < t.states(); s++ {
		accel := t.Accel[s]
		if (accel == dfa.Counted) != (t.Head.Max != 0 && s == int(t.Begin)) {
			faults.add("state %d has Accel %#02x, and the counted run of %d bytes begins in state %d", s, accel, t.Head.Max, t.Begin)
		}
		loops := 0
		same := true
		set := int(accel & dfa.SetMask)
		for b := range 256 {
			to, mark := t.step(s, byte(b))
			on := to == s && mark == 0
			if on {
				loops++
			}
			same = same && on == t.in(set, byte(b))
		}
		if accel == 0 || accel == dfa.Counted {
			if loops >= minLoop {
				faults.add("state %d loops on %d bytes, and is not accelerated", s, loops)
			}
			continue
		}
		if accel > dfa.Counted || set < dfa.SetBody || set >= dfa.SetLead || !same || loops == 0 {
			faults.add("state %d has Accel %#02x, and loops on %d bytes", s, accel, loops)
			continue
		}
		if has := accel&dfa.Escapes != 0; has != t.leads(s, s, true) {
			faults.add("state %d returns over escapes: %t, by its transitions: %t", s, has, !has)
		} else if has {
			someEscape = true
			if !t.includes(set, dfa.SetFirst) || !t.includes(set, dfa.SetSecond) {
				faults.add("the last bytes of escapes are not all in set %d", set)
			}
		}
		if r := int(accel / dfa.Region); r > 0 {
			if rows[r] != 0 {
				faults.add("states %d and %d have the same exits", rows[r], s)
			}
			rows[r] = s
		}
	}
	if len(rows) != len(t.Exits)/16 {
		faults.add("%d states have exits, and there are %d rows of them", len(rows), len(t.Exits)/16)
	}
	if someEscape != (t.Lead != 0) || someEscape == t.empty(dfa.SetFirst) || someEscape == t.empty(dfa.SetSecond) {
		faults.add("a state returns over escapes: %t, and the lead of escapes is %#02x", someEscape, t.Lead)
	}
}

// regionSet returns the set of an accelerated state, 0 for any other state.
func (t *Tables) regionSet(s int) int {
	if a := t.Accel[s]; a != 0 && a < dfa.Counted {
		return int(a & dfa.SetMask)
	}
	return 0
}

// enters reports whether one state leads into an accelerated state in the way
// that the loop assumes. It must do so on every byte of a set except those
// that are denied, and over every escape if the accelerated state has escapes.
func (t *Tables) enters(from, to, set int, denied func(b byte) bool) bool {
	some := false
	for _, b := range t.members(set) {
		next, mark := t.step(from, b)
		ok := next == to && mark == 0
		if ok == denied(b) {
			return false
		}
		some = some || ok
	}
	return some
}

// head wants the counted run to be as dfa.Head says, and to count as many
// bytes as it can.
func (t *Tables) head(faults *faults) {
	h := t.Head
	if h.Max == 0 {
		return
	}
	if err := t.counts(int(h.Max)); err != nil {
		faults.add("the counted run: %w", err)
		return
	}
	if int(h.Max) < windowLen && t.counts(int(h.Max)+1) == nil {
		faults.add("the counted run counts %d, and could count %d", h.Max, h.Max+1)
	}
	entry := false
	for b := range 256 {
		e := t.Next[(int(h.Chain)+int(h.Max))*dfa.Row|int(t.Class[b])]
		entry = entry || e == h.Delimiter && e%dfa.Row != 0
	}
	if !entry {
		faults.add("the delimiter after the counted run is %d, which state %d does not have", h.Delimiter, int(h.Chain)+int(h.Max))
	}
	after, to := int(h.Delimiter/dfa.Row), int(h.Region)
	set := t.regionSet(to)
	if set != dfa.SetBody || (t.Accel[to]&dfa.Escapes != 0) != (t.Lead != 0) {
		faults.add("the region after the counted run is state %d, with Accel %#02x", to, t.Accel[to])
		return
	}
	if t.Info[to]&dfa.Accept == 0 {
		faults.add("state %d is the region after the counted run, and does not accept", to)
	}
	denied := func(b byte) bool { next, _ := t.step(after, b); return next == 0 }
	if !t.enters(after, to, set, denied) {
		faults.add("state %d, after the delimiter, does not enter state %d", after, to)
	}
	if next, _ := t.step(after, t.Lead); t.Lead != 0 && next != 0 && !t.leads(after, to, false) {
		faults.add("state %d, after the delimiter, does not enter state %d over escapes", after, to)
	}
}

// headBytes wants End, Lengths and Delim to say of the head what the transitions say.
func (t *Tables) headBytes(faults *faults) {
	h := &t.Head
	next := func(s int, b byte) uint16 { return t.Next[s*dfa.Row|int(t.Class[b])] }
	var lengths uint32
	for n := 1; n <= min(int(h.Max), 31); n++ {
		if next(int(h.Chain)+n, h.End) == h.Delimiter {
			lengths |= 1 << n
		}
	}
	if h.Lengths != lengths || (h.Max == 0 || t.in(dfa.SetHead, h.End)) && h.End != 0 {
		faults.add("the counted run ends before %q with the lengths %#x, and the transitions make them %#x", h.End, h.Lengths, lengths)
	}
	for i, have := range t.Delim {
		b, want := byte(i), uint8(0)
		if h.Max != 0 {
			if next(int(t.Begin), b) != 0 {
				want |= dfa.BeginsRun
			}
			if t.in(int(h.Last), b) {
				want |= dfa.EndsRun
			}
			if next(int(h.Delimiter/dfa.Row), b) != 0 {
				want |= dfa.BeginsRegion
			}
		}
		if have&^(dfa.NotFirst|0xf) != want {
			faults.add("Delim[%#02x] is %#02x, and in a head the byte has %#02x", b, have, want)
		}
	}
}

// counts visits all states that up to Max bytes of the counted run lead to.
// For each it knows the state that dfa.Head predicts, and how many bytes of
// the word Except have been read.
func (t *Tables) counts(most int) error {
	h := t.Head
	const dead, whole = -1, 3
	spells := func(at int, b byte) bool {
		return (uint32(b)|h.ExceptFold>>(8*at)&0xff)&0xff == h.Except>>(8*at)&0xff
	}
	excepts := h.Except != 1 || h.ExceptFold != ^uint32(0)
	for b := range 256 {
		for at := range whole {
			if excepts && spells(at, byte(b)) && !t.in(dfa.SetHead, byte(b)) {
				return fmt.Errorf("the word excepted can have %#02x, which is not in the set of the run", b)
			}
		}
	}
	needed := false
	type at struct {
		q, model int
		word     int
	}
	level := map[at]bool{{int(t.Begin), int(t.Begin), 0}: true}
	for b := range 256 {
		if to, _ := t.step(int(t.Begin), byte(b)); to != 0 && !t.in(dfa.SetHead, byte(b)) {
			return fmt.Errorf("it can begin with %#02x, which is not in its set", b)
		}
	}
	for n := 1; n <= most; n++ {
		next := make(map[at]bool)
		for p := range level {
			for _, b := range t.members(dfa.SetHead) {
				to, mark := t.step(p.q, b)
				if to == 0 && n == 1 {
					continue
				}
				if to == 0 || mark != 0 {
					return fmt.Errorf("state %d, after %d bytes, does not count %#02x", p.q, n-1, b)
				}
				s := at{to, int(h.Chain) + n, dead}
				if !t.in(int(h.Last), b) {
					s.model = int(h.Broken) + n
				}
				if p.word == n-1 && n <= whole && spells(n-1, b) {
					s.word = n
				}
				next[s] = true
			}
		}
		for s := range next {
			if s.model <= 0 || s.model >= t.states() {
				return fmt.Errorf("after %d bytes it is in state %d", n, s.model)
			}
			if t.Info[s.model]&dfa.Accept != 0 || t.Info[s.q]&dfa.Accept != 0 {
				return fmt.Errorf("state %d or %d accepts, and is passed", s.model, s.q)
			}
			if s.q == s.model && s.word != whole {
				continue
			}
			if n == most && s.q != s.model {
				return fmt.Errorf("after %d bytes it can be in state %d, not %d", n, s.q, s.model)
			}
			if t.Info[s.q] != t.Info[s.model] {
				return fmt.Errorf("after %d bytes it can be in state %d, not %d, with another tag", n, s.q, s.model)
			}
			for b := range 256 {
				to, mark := t.step(s.q, byte(b))
				want, wantMark := t.step(s.model, byte(b))
				differ := to != want || mark != wantMark
				excepted := s.word == whole && spells(whole, byte(b))
				if differ && !t.in(dfa.SetHead, byte(b)) && !excepted {
					return fmt.Errorf("after %d bytes it can be in state %d, not %d, and %#02x tells them apart", n, s.q, s.model, b)
				}
				if excepted && !differ {
					return fmt.Errorf("a word is excepted that makes no difference")
				}
				needed = needed || excepted
			}
		}
		level = next
	}
	if excepts != needed {
		return fmt.Errorf("the word excepted is %#x with %#x, and one is needed: %t", h.Except, h.ExceptFold, needed)
	}
	return nil
}

// exits wants Exits to hold all exits that there are between regions, and
// nothing else.
func (t *Tables) exits(faults *faults) {
	var flagged, denies [256]bool // NotFirst, and by which bytes it is needed
	for b, d := range t.Delim {
		flagged[b] = d&dfa.NotFirst != 0
	}
	denied := func(b byte) bool { return flagged[b] }
	usedFirst, usedSecond, usedEntry := make(map[byte]bool), make(map[byte]bool), make(map[int]bool)

	// exit returns the exit from region s that leads to state u, if there is one.
	exit := func(s, u int, width, mark uint8) (x dfa.Exit, ok bool) {
		set := t.regionSet(s)
		fits := func(to int) bool {
			other := t.regionSet(to)
			return other != 0 && t.Info[to]&dfa.Accept != 0 && t.includes(other, set) &&
				(t.Accel[s]&dfa.Escapes == 0 || t.Accel[to]&dfa.Escapes != 0)
		}
		x = dfa.Exit{State: uint16(u), Width: width, Mark: mark, Accel: t.Accel[u]}
		if t.regionSet(u) != 0 {
			return x, fits(u)
		}
		for to := 1; to < t.states(); to++ {
			if t.regionSet(to) == 0 || !fits(to) || !t.enters(u, to, set, denied) || t.Accel[s]&dfa.Escapes != 0 && !t.leads(u, to, false) {
				continue
			}
			for _, b := range t.members(set) {
				denies[b] = denies[b] || flagged[b]
			}
			x.State, x.First, x.Accel = uint16(to), dfa.NotFirst, t.Accel[to]
			return x, true
		}
		return x, false
	}
	var second [256]bool // the bytes that are special in no region
	for c := range second {
		second[c] = true
		for s := 1; s < t.states(); s++ {
			if set := t.regionSet(s); set != 0 && t.Info[s]&dfa.Accept != 0 && !t.in(set, byte(c)) {
				second[c] = false
			}
		}
	}
	for s := 1; s < t.states(); s++ {
		set := t.regionSet(s)
		if set == 0 || t.Info[s]&dfa.Accept == 0 {
			continue
		}
		row := int(t.Accel[s]/dfa.Region) - 1
		some := false
		for b := range 256 {
			u, mark := t.step(s, byte(b))
			leaves := u != 0 && u != s && (t.Lead == 0 || byte(b) != t.Lead)
			code := t.Delim[b] & 0xc
			if !leaves && code == 0 {
				continue
			}
			var one dfa.Exit
			known := false
			if leaves {
				one, known = exit(s, u, 1, mark)
				known = known && (one.First == 0 || mark != 0)
			}
			for c := range 256 {
				var want, have dfa.Exit
				if known {
					want = one
				} else if v, mark2 := t.step(u, byte(c)); leaves && mark == 0 && v != 0 && t.regionSet(u) == 0 && second[c] {
					// An exit without a mark need not be there, unless its bytes have codes
					// for the sake of others.
					if x, ok := exit(s, v, 2, mark2); ok && (mark2 != 0 || code != 0 && t.Delim[c]&3 != 0) {
						want = x
					}
				}
				at := row<<4 | int(code|t.Delim[c]&3)
				if row >= 0 && code != 0 {
					have = t.Exits[at]
				}
				if have != want {
					faults.add("state %d has the exit %+v on %q, and its transitions make it %+v", s, have, []byte{byte(b), byte(c)}, want)
				}
				if have.Width > 0 {
					usedFirst[byte(b)], usedEntry[at], some = true, true, true
				}
				if have.Width > 1 {
					usedSecond[byte(c)] = true
				}
			}
		}
		if some != (row >= 0) {
			faults.add("state %d has exits: %t, and the row %d", s, some, row)
		}
	}
	for b, d := range t.Delim {
		if d>>2&3 != 0 && !usedFirst[byte(b)] || d&3 != 0 && !usedSecond[byte(b)] || flagged[b] && !denies[b] {
			faults.add("Delim[%#02x] is %#02x, and no delimiter makes use of it", b, d)
		}
	}
	for i, x := range t.Exits {
		if x != (dfa.Exit{}) && !usedEntry[i] {
			faults.add("exit %d is %+v, and no delimiter leads to it", i, x)
		}
	}
	for s := range t.Accel {
		if t.regionSet(s) != 0 && t.Accel[s]/dfa.Region != 0 && t.Info[s]&dfa.Accept == 0 {
			faults.add("state %d has exits, and does not accept", s)
		}
	}
}

// prefix requires the prefix to be the four bytes that every accepted string
// begins with. A letter may be in upper or lower case if the machine accepts both. Begin
// must be the state after them, with nothing marked on the way. If there are no
// such four bytes, no word may fit.
func (t *Tables) prefix(faults *faults) {
	at := int(t.Start)
	var prefix, fold uint32
	for shift := 0; shift < 32; shift += 8 {
		var on []byte // the bytes with a transition
		to := 0
		forced := t.Info[at]&dfa.Accept == 0
		for b := range 256 {
			next, mark := t.step(at, byte(b))
			if next == 0 {
				continue
			}
			forced = forced && mark == 0 && (to == 0 || to == next)
			to = next
			on = append(on, byte(b))
		}
		switch {
		case len(on) == 2 && 'A' <= on[0] && on[0] <= 'Z' && on[1] == on[0]+'a'-'A':
			fold |= ('a' - 'A') << shift
			prefix |= uint32(on[1]) << shift
		case len(on) == 1:
			prefix |= uint32(on[0]) << shift
		default:
			forced = false
		}
		if !forced {
			if t.Prefix&t.PrefixFold == t.PrefixFold {
				faults.add("Prefix is %#08x with PrefixFold %#08x, and accepted strings can begin with something else", t.Prefix, t.PrefixFold)
			}
			if t.Begin != t.Start {
				faults.add("Begin is %d, and there is no prefix; Start is %d", t.Begin, t.Start)
			}
			return
		}
		at = to
	}
	if t.Prefix != prefix || t.PrefixFold != fold || int(t.Begin) != at {
		faults.add("Prefix is %#08x with PrefixFold %#08x, Begin is %d; every accepted string begins with %#08x, %#08x, which lead to %d",
			t.Prefix, t.PrefixFold, t.Begin, prefix, fold, at)
	}
}

// search decides further conditions of the search for the longest accepted
// prefix. The tables have a prefix, and no string holds a line end, so that
// texts can be cut there. dfa.Line has room for the marks, and its first mark is on
// the delimiter after the counted run.
func (t *Tables) search() error {
	var faults faults
	if t.Begin == t.Start {
		faults.add("there is no prefix to search for")
	}
	for s := range t.states() {
		for _, b := range []byte("\r\n") {
			if to, _ := t.step(s, b); to != 0 {
				faults.add("state %d has a transition on %q", s, b)
			}
		}
	}
	for i, e := range t.Next {
		if e%dfa.Row > lineMarks {
			faults.add("entry %d has mark %d, and a line has room for %d", i, e%dfa.Row, lineMarks)
		}
	}
	if mark := t.Head.Delimiter % dfa.Row; t.Head.Max > 0 && mark != 1 {
		faults.add("the delimiter after the counted run has mark %d", mark)
	}
	return errors.Join(faults...)
}

func (m *Matcher) states() int { return len(m.Next) / int(max(m.Width, 1)) }
func (m *Matcher) start() int  { return int(m.Start / m.Width) }

func (m *Matcher) step(state int, b byte) (to int, mark uint8) {
	return int(m.Next[state*int(m.Width)+int(m.Class[b])] / m.Width), 0
}

func (m *Matcher) info(state int) (tag uint8, accepts bool) {
	return 0, state >= int(m.Final/m.Width)
}

func (m *Matcher) ranges(s *Spec) error {
	w := int(m.Width)
	if w == 0 || len(m.Next)%w != 0 || len(m.Next) < 2*w || len(m.Next) > 1<<16 {
		return fmt.Errorf("%d entries in Next are not the rows of states of %d classes", len(m.Next), w)
	}
	var faults faults
	for b, c := range m.Class {
		if int(c) >= w {
			faults.add("Class[%#02x] is %d", b, c)
		}
	}
	for i, e := range m.Next {
		switch {
		case e != 0 && i < w:
			faults.add("the error state has a transition, on class %d", i)
		case int(e)%w != 0 || int(e) >= len(m.Next):
			faults.add("entry %d is %d, which is not a row of %d", i, e, w)
		}
	}
	if m.Start == 0 || int(m.Start)%w != 0 || int(m.Start) >= len(m.Next) {
		faults.add("Start is %d, which is not a row of %d", m.Start, w)
	}
	if m.Final == 0 || int(m.Final)%w != 0 || int(m.Final) >= len(m.Next) {
		faults.add("Final is %d, which is not a row of %d", m.Final, w)
	}
	return errors.Join(faults...)
}

func (m *Matcher) form() error {
	var faults faults
	w := int(m.Width)
	classes(&faults, m.Class, w, m.states(), func(state, class int) uint16 { return m.Next[state*w+class] })
	reachable(m, &faults)
	return errors.Join(faults...)
}

func (m *Matcher) search() error { return errors.New("a Matcher does not search") }

// reachable adds a fault for each state that no text leads to.
func reachable(t Form, faults *faults) {
	var s automaton.Search[int, byte]
	s.Add(t.start(), -1, 0)
	for i := 0; i < len(s.States); i++ {
		for b := range 256 {
			if to, _ := t.step(s.States[i], byte(b)); to != 0 {
				s.Add(to, i, byte(b))
			}
		}
	}
	for state := 1; state < t.states(); state++ {
		if !slices.Contains(s.States, state) {
			faults.add("state %d cannot be reached", state)
		}
	}
}
