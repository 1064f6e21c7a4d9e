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
	Class, Sets  [256]uint8
	Next, Skip   []uint16
	Info         []uint8
	Prefix       string
	Start, Begin uint16
}

// The form of the tables. [Read] compares it with the constants of
// internal/dfa.
const (
	rowBits  = 5
	rowMask  = 1<<rowBits - 1
	maxMarks = 8
	accept   = 0x80
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
	}
	t.prefix(&faults)
	return errors.Join(faults...)
}

// skips returns what Skip can hold for a state: a skip set of just the bytes on
// which it loops, or on which it goes to the next state; and how many states
// after it do so.
func (t *Tables) skips(state int) (all []uint16) {
	for k := range 8 {
		bit := uint8(1) << k
		if t.runs(state, state, bit) {
			all = append(all, uint16(bit)<<8)
		}
		n := 0
		for state+n+1 < t.states() && n < 0xff && t.runs(state+n, state+n+1, bit) {
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

// prefix wants every accepted string to begin with the prefix, and the prefix
// to lead from Start to Begin, without a mark, its letters in either case and
// nothing else in any other spelling.
func (t *Tables) prefix(faults *faults) {
	at := int(t.Start)
	for i := range len(t.Prefix) {
		c := t.Prefix[i]
		lower := 'a' <= c && c <= 'z'
		switch {
		case 'A' <= c && c <= 'Z':
			faults.add("Prefix %q has a capital letter", t.Prefix)
			return
		case len(t.Prefix) == 4 && lower != (i < 3):
			// The run loop folds the case of four bytes by setting one bit in
			// each, and looks at the last one again.
			faults.add("Prefix %q is not three letters and one other byte", t.Prefix)
			return
		case t.Info[at]&accept != 0:
			faults.add("%q is accepted, and is shorter than Prefix %q", t.Prefix[:i], t.Prefix)
			return
		}
		to, mark := t.step(at, c)
		for b := range 256 {
			next, m := t.step(at, byte(b))
			if same := byte(b) == c || lower && byte(b) == c-'a'+'A'; same && (next != to || next == 0 || m != 0) {
				faults.add("byte %#02x does not read Prefix %q on from its first %d bytes", b, t.Prefix, i)
			} else if !same && next != 0 {
				faults.add("byte %#02x can follow the first %d bytes of Prefix %q", b, i, t.Prefix)
			}
		}
		if to == 0 || mark != 0 {
			return
		}
		at = to
	}
	if at != int(t.Begin) {
		faults.add("Prefix %q leads to state %d, and Begin is %d", t.Prefix, at, t.Begin)
	}
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
