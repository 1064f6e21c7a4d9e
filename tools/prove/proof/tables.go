package proof

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn/internal/dfa"
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
	// form decides whether every number is in its range, so that the tables
	// can be stepped through, and whether they are as the theorems assume. It returns all
	// violations.
	form(s *Spec) error
}

// Tables is a dfa.Machine that is read from a Go file, and Matcher a dfa.Matcher. The
// documentation of internal/dfa says what each field and constant means.
type (
	Tables  dfa.Machine
	Matcher dfa.Matcher
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

func (t *Tables) form(s *Spec) error {
	n := t.states()
	if n < 2 || n > 1<<16/dfa.Row || len(t.Next) != n*dfa.Row || len(t.Accel) != n {
		return fmt.Errorf("%d entries in Next, %d in Accel and %d in Info are not the rows of one number of states",
			len(t.Next), len(t.Accel), n)
	}
	const lineMarks = uint8(len(dfa.Line{}.Marks)) // Lines stores marks without looking at their number
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
		case mark > lineMarks || !s.hasMark(mark):
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
	if t.Start == 0 || t.start() >= n {
		faults.add("Start is %d, and there are %d states", t.Start, n)
	}
	t.assumed(&faults)
	return errors.Join(faults...)
}

type faults []error

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

// assumed decides whether the shortcuts are as the theorems of proof/ assume. Shuffle and Lanes
// hold the sets of Sets, and these have only ASCII. There are exits for each region. The
// delimiter after the counted run has the first mark.
func (t *Tables) assumed(faults *faults) {
	if mark := t.Head.Delimiter % dfa.Row; t.Head.Max > 0 && mark != 1 {
		faults.add("the delimiter after the counted run has mark %d", mark)
	}
	for s, a := range t.Accel {
		if rows := len(t.Exits) / (dfa.MaxDelims * dfa.MaxDelims); a < dfa.Counted && int(a/dfa.Region) > rows {
			faults.add("state %d has region %d, and there are %d", s, a/dfa.Region, rows)
		}
	}
	for i, sets := range t.Sets {
		b := byte(i)
		if b >= 0x80 && sets != 0 {
			faults.add("Sets[%#02x] is %#x, and the byte is not ASCII", b, sets)
		}
		if lead := t.Lead != 0 && b == t.Lead; lead != (sets>>dfa.SetLead != 0) || lead && sets != 1<<dfa.SetLead {
			faults.add("Sets[%#02x] is %#x, and the byte that begins escapes is %#02x", b, sets, t.Lead)
		}
		for k := range t.Shuffle {
			shuffled := b < 0x80 && t.Shuffle[k][b&15]>>(b>>4)&1 != 0
			if set := sets>>k&1 != 0; set != shuffled {
				faults.add("byte %#02x is in set %d by Sets: %t, by Shuffle: %t", b, k, set, shuffled)
			}
		}
		in := uint64(sets)
		want := in>>dfa.SetBody&1 | in>>dfa.SetHead&1<<16 | (in>>dfa.SetLead|in>>dfa.SetFirst&(in>>dfa.SetSecond))&1<<32
		if t.Lanes[b] != want {
			faults.add("Lanes[%#02x] is %#x, and by Sets it is %#x", b, t.Lanes[b], want)
		}
	}
}

func (m *Matcher) states() int { return len(m.Next) / int(max(m.Width, 1)) }
func (m *Matcher) start() int  { return int(m.Start / m.Width) }

func (m *Matcher) step(state int, b byte) (to int, mark uint8) {
	return int(m.Next[state*int(m.Width)+int(m.Class[b])] / m.Width), 0
}

func (m *Matcher) info(state int) (tag uint8, accepts bool) {
	return 0, state >= int(m.Final/m.Width)
}

func (m *Matcher) form(*Spec) error {
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
