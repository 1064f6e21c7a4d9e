package proof

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed7b5a83f0/urn/tools/internal/automaton"
)

// Tables is dfa.Machine as it stands in a Go file; internal/dfa says what each
// field means.
type Tables struct {
	Class, Sets        [256]uint8
	Next, Skip         []uint16
	Info               []uint8
	Shuffle            [maxSets][16]uint8
	Guess              Guess
	Start, Begin       uint16
	Prefix, PrefixFold uint32
}

// Guess is dfa.Guess.
type Guess struct{ Counted, Delimiter, First, Loop uint16 }

// The form of the tables. [Read] compares it with the constants of
// internal/dfa.
const (
	rowBits   = 5
	rowMask   = 1<<rowBits - 1
	maxMarks  = 8
	maxSets   = 4
	maxCount  = 63
	windowLen = 64
	accept    = 0x80
)

// states returns the number of states, the error state counted.
func (t *Tables) states() int { return len(t.Info) }

// step returns where byte b leads from a state, and the mark on the way.
func (t *Tables) step(state int, b byte) (to int, mark uint8) {
	e := t.Next[state<<rowBits|int(t.Class[b])]
	return int(e >> rowBits), uint8(e & rowMask)
}

// ranges decides whether every number in the tables is in its range, so that
// they can be stepped through. It returns all violations.
func (t *Tables) ranges(s *Spec) error {
	n := t.states()
	if n < 2 || n > 1<<(16-rowBits) || len(t.Next) != n<<rowBits || len(t.Skip) != n {
		return fmt.Errorf("%d entries in Next, %d in Skip and %d in Info are not the rows of one number of states",
			len(t.Next), len(t.Skip), n)
	}
	var faults faults
	for b, c := range t.Class {
		if c >= 1<<rowBits {
			faults.add("Class[%#02x] is %d", b, c)
		}
	}
	for i, e := range t.Next {
		state, class := i>>rowBits, i&rowMask
		switch to, mark := int(e>>rowBits), uint8(e&rowMask); {
		case e == 0:
		case state == 0:
			faults.add("the error state has a transition, on class %d", class)
		case to == 0:
			faults.add("state %d has a mark on class %d, but no transition", state, class)
		case to >= n:
			faults.add("state %d leads to %d on class %d, and there are %d states", state, to, class, n)
		case mark >= maxMarks || !s.hasMark(mark):
			faults.add("state %d marks %d on class %d", state, mark, class)
		}
	}
	if t.Info[0] != 0 || t.Skip[0] != 0 {
		faults.add("the error state has Info %#02x and Skip %#04x", t.Info[0], t.Skip[0])
	}
	for i, info := range t.Info[1:] {
		if tag := info &^ accept; !s.hasTag(tag) {
			faults.add("state %d has tag %d", i+1, tag)
		}
	}
	for _, start := range []struct {
		name  string
		state uint16
	}{{"Start", t.Start}, {"Begin", t.Begin}} {
		if start.state == 0 || int(start.state) >= n {
			faults.add("%s is %d, and there are %d states", start.name, start.state, n)
		}
	}
	return errors.Join(faults...)
}

type faults []error

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

// form decides whether the tables, whose numbers are in their ranges, have the
// form that the run loop relies on. It returns all violations. What follows
// from it: wherever the run loop is, taking the run of bytes that Skip lets it
// take, or the prefix, leads to the state and the marks that taking the bytes
// one by one leads to.
//
// It also wants the tables to hold nothing that no input could make use of, and
// to skip all that they can. That is more than the run loop needs; but a table
// that has lost a byte of a skip set, or has an entry where there should be
// none, is not what its generator meant, though it might pass for right.
func (t *Tables) form() error {
	var faults faults
	n := t.states()

	var used [1 << rowBits]bool
	for _, c := range t.Class {
		used[c] = true
	}
	columns := make(map[string]int)
	for class := range used {
		var column []byte
		some := false
		for state := range n {
			e := t.Next[state<<rowBits|class]
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

	behind := t.access()
	var named uint8
	for i := 1; i < n; i++ {
		if behind[i] == nil {
			faults.add("state %d cannot be reached", i)
			continue
		}
		have, want := t.Skip[i], t.skips(i)
		named |= uint8(have >> 8)
		// A run of one state need not be skipped: a step is as fast.
		if have == 0 && !slices.ContainsFunc(want, func(w uint16) bool { return w&0xff != 1 }) {
			continue
		}
		if !slices.Contains(want, have) {
			faults.add("state %d, behind %q, has Skip %#04x, and its transitions and Sets make it one of %#04x",
				i, *behind[i], have, want)
		}
	}
	for b, sets := range t.Sets {
		if sets&^named != 0 {
			faults.add("Sets[%#02x] is %#02x, and no state skips %#02x", b, sets, sets&^named)
		}
		if b >= 0x80 && sets != 0 {
			faults.add("Sets[%#02x] is %#02x, and the byte is not ASCII", b, sets)
		}
	}
	for k := range t.Shuffle {
		for low, bits := range t.Shuffle[k] {
			for high := range 8 {
				b := high<<4 | low
				if set, shuffled := t.Sets[b]>>k&1 != 0, bits>>high&1 != 0; set != shuffled {
					faults.add("byte %#02x is in set %d by Sets: %t, by Shuffle: %t", b, k, set, shuffled)
				}
			}
		}
	}
	t.prefix(&faults)
	t.guess(&faults)
	return errors.Join(faults...)
}

// skips returns what Skip can hold for a state: a skip set of just the bytes on
// which it loops, or on which it goes to the next state; and how many states
// after it do so.
func (t *Tables) skips(state int) (all []uint16) {
	for k := range maxSets {
		bit := uint8(1) << k
		if t.runs(state, state, bit) {
			all = append(all, uint16(bit)<<8)
		}
		n := 0
		for state+n+1 < t.states() && n < maxCount && t.runs(state+n, state+n+1, bit) {
			n++
		}
		if n > 0 {
			all = append(all, uint16(bit)<<8|uint16(n))
		}
	}
	return all
}

// runs reports whether the skip set is not empty and holds just the bytes on
// which one state goes to the other without a mark.
func (t *Tables) runs(from, to int, bit uint8) bool {
	some := false
	for b, sets := range t.Sets {
		next, mark := t.step(from, byte(b))
		if in := sets&bit != 0; in != (next == to && mark == 0) {
			return false
		} else if in {
			some = true
		}
	}
	return some
}

// prefix wants the prefix to be the four bytes that every accepted string
// begins with, a letter in either case where both go on; and Begin to be the
// state behind them, with nothing marked on the way. If there are no such four
// bytes, it wants no word to fit.
func (t *Tables) prefix(faults *faults) {
	at := int(t.Start)
	var prefix, fold uint32
	for shift := 0; shift < 32; shift += 8 {
		var on []byte // the bytes that go on
		to := 0
		forced := t.Info[at]&accept == 0
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

// guess wants the guess to be none, or a way that can be taken: what is skipped
// on it is what the states skip, what is stepped over marks what the entries
// mark. The run loop compares the entries with those that are looked up; it
// compares neither the skips nor, for First, the mark.
func (t *Tables) guess(faults *faults) {
	g := t.Guess
	if g == (Guess{}) {
		return
	}
	entryOf := func(from int, e uint16) bool {
		return slices.Contains(t.Next[from<<rowBits:(from+1)<<rowBits], e)
	}
	n := int(g.Counted & 0xff)
	behind, loop := int(g.Delimiter>>rowBits), int(g.First>>rowBits)
	switch {
	case g.Counted != t.Skip[t.Begin] || n == 0:
		faults.add("the guess counts %#04x, and Skip[Begin] is %#04x", g.Counted, t.Skip[t.Begin])
	case n+2 >= windowLen:
		// The bytes of the run, the delimiter and the one behind it are
		// looked at together with what follows.
		faults.add("the guess counts %d, and no more than %d bytes are looked at", n, windowLen)
	case g.Delimiter == 0 || !entryOf(int(t.Begin)+n, g.Delimiter):
		faults.add("the guessed delimiter is %d, which state %d, the last of the counted run, does not have", g.Delimiter, int(t.Begin)+n)
	case g.First == 0 || g.First&rowMask != 0 || !entryOf(behind, g.First):
		faults.add("the guessed byte is %d, which state %d does not have, or has with a mark", g.First, behind)
	case g.Loop == 0 || int(t.Skip[loop]) != int(g.Loop)<<8:
		faults.add("the guessed loop is %#x, and Skip[%d] is %#04x", g.Loop, loop, t.Skip[loop])
	}
}

// search decides whether the tables have what the search for the longest
// accepted prefix relies on besides: a prefix; and that no state accepts that is
// passed without being looked at, as all but the last of a counted run are, and
// the one behind a guessed delimiter.
func (t *Tables) search() error {
	var faults faults
	if t.Begin == t.Start {
		faults.add("there is no prefix to search for")
	}
	for s, skip := range t.Skip {
		for i := range int(skip & 0xff) {
			if t.Info[s+i]&accept != 0 {
				faults.add("state %d accepts, and is passed in the counted run of state %d", s+i, s)
			}
		}
	}
	if behind := t.Guess.Delimiter >> rowBits; t.Info[behind]&accept != 0 {
		faults.add("state %d accepts, and is passed behind the guessed delimiter", behind)
	}
	return errors.Join(faults...)
}

// access returns a shortest text that leads to each state, nil if none does.
func (t *Tables) access() []*string {
	behind := make([]*string, t.states())
	behind[t.Start] = new(string)
	for todo := []int{int(t.Start)}; len(todo) > 0; {
		s := todo[0]
		todo = todo[1:]
		for _, b := range automaton.Order {
			if to, _ := t.step(s, b); to != 0 && behind[to] == nil {
				text := *behind[s] + string([]byte{b})
				behind[to] = &text
				todo = append(todo, to)
			}
		}
	}
	return behind
}
