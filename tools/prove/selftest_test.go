package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

// The proof is tried on tables that are wrong. Whether a change makes a
// difference is decided by a method that shares nothing with the proof. The
// states of the tables before and after are sorted into classes of states that
// no input distinguishes (Moore's refinement). The change makes a difference
// if the two first states are in different classes.

// The form of the tables, written down here once more.
const (
	width  = 32 // entries in a row of Next
	final  = 0x80
	deadID = 0
)

func clone(m *proof.Tables) *proof.Tables {
	c := *m
	c.Next, c.Accel, c.Info, c.Exits = slices.Clone(m.Next), slices.Clone(m.Accel), slices.Clone(m.Info), slices.Clone(m.Exits)
	return &c
}

// alters decides whether b differs from a on some string: in acceptance, in a
// mark, or in the place or tag of the fault.
func alters(a, b *proof.Tables) bool {
	type letter struct{ a, b uint8 }
	var letters []letter // bytes that are alike in both need to be tried once
	for i := range 256 {
		if l := (letter{a.Class[i], b.Class[i]}); !slices.Contains(letters, l) {
			letters = append(letters, l)
		}
	}
	n := len(a.Info)
	entry := func(s int, l letter) uint16 {
		if s < n {
			return a.Next[s*width+int(l.a)]
		}
		e := b.Next[(s-n)*width+int(l.b)]
		if e != 0 {
			e += uint16(n * width)
		}
		return e
	}
	info := slices.Concat(a.Info, b.Info)
	class := make([]int, 2*n) // 0 is for the error states
	for s := range class {
		if s%n != 0 {
			class[s] = 1 + int(info[s])
		}
	}
	for before := 0; ; {
		if class[a.Start] != class[n+int(b.Start)] {
			return true
		}
		names := make(map[string]int)
		next := make([]int, len(class))
		var key []byte
		for s := range class {
			if s%n == 0 {
				continue
			}
			key = append(key[:0], byte(class[s]), byte(class[s]>>8))
			for _, l := range letters {
				e := entry(s, l)
				to := class[e/width]
				if e == 0 {
					to = deadID
				}
				key = append(key, byte(to), byte(to>>8), byte(e%width))
			}
			name, ok := names[string(key)]
			if !ok {
				name = len(names) + 1
				names[string(key)] = name
			}
			next[s] = name
		}
		class = next
		if len(names) == before {
			return false // a round that tells no more states apart is the last
		}
		before = len(names)
	}
}

// outcome is the result of stepping through the tables with a text.
func outcome(m *proof.Tables, text []byte) string {
	state, marks := m.Start, ""
	for i, b := range text {
		e := m.Next[int(state)*width+int(m.Class[b])]
		if e == 0 {
			return fmt.Sprintf("fault at %d, tag %d", i, m.Info[state]&^final)
		}
		if e%width != 0 {
			marks += fmt.Sprintf(" %d at %d", e%width, i+1)
		}
		state = e / width
	}
	if m.Info[state]&final == 0 {
		return fmt.Sprintf("fault at %d, tag %d", len(text), m.Info[state]&^final)
	}
	return "accepted" + marks
}

type tally struct{ altering, differences, malformed, harmless int }

func (c tally) String() string {
	return fmt.Sprintf("%d alter what the tables do, all refuted: %d by a string, %d by their form; %d do not",
		c.altering, c.differences, c.malformed, c.harmless)
}

// try proves changed tables, and compares the outcome with the expected one.
func (c *tally) try(t *testing.T, l *proof.Language, m, changed *proof.Tables, what string) {
	t.Helper()
	_, err := proof.Prove(l, changed)
	altered := alters(m, changed)
	var d *proof.Difference
	switch isDifference := errors.As(err, &d); {
	case altered && err == nil:
		t.Errorf("%s: proved, and alters what the tables do", what)
	case !altered && isDifference:
		t.Errorf("%s: changes nothing, and %v", what, err)
	case !altered:
		c.harmless++
		return
	case isDifference:
		c.differences++
		if before, after := outcome(m, d.Text), outcome(changed, d.Text); before == after {
			t.Errorf("%s: said to differ on %q, and before and after it is %s", what, d.Text, before)
		}
	default:
		c.malformed++
	}
	c.altering++
}

// syntaxes are those whose tables are changed.
var syntaxes = []string{"rfc2141", "rfc8141", "draft2141bis", "relaxed"}

// small skips all syntaxes but the smallest, unless what takes long runs. The race detector makes these tests
// ten times as slow.
func small(t *testing.T, name string) {
	t.Helper()
	if name != syntaxes[0] {
		testhelp.Long(t)
		if testhelp.Race {
			t.Skip("slow under the race detector")
		}
	}
}

func TestChangedTables(t *testing.T) {
	const seed = 8141
	for _, name := range syntaxes {
		t.Run(name, func(t *testing.T) {
			small(t, name)
			t.Parallel()
			l, m := language(t, name)
			if alters(m, clone(m)) {
				t.Fatal("unchanged tables are said to be altered")
			}
			states := len(m.Info)
			var used []int
			for _, c := range m.Class {
				used = append(used, int(c))
			}
			slices.Sort(used)
			used = slices.Compact(used)

			// Next: 2,000 entries of states that there are and classes that
			// have bytes; each gets another value.
			rnd := rand.New(rand.NewPCG(seed, uint64(len(name))))
			var entries tally
			for range 2000 {
				state, class := 1+rnd.IntN(states-1), used[rnd.IntN(len(used))]
				at := state*width + class
				old := m.Next[at]
				value := old
				for value == old {
					switch to, mark := rnd.IntN(states), rnd.IntN(5); rnd.IntN(4) {
					case 0: // no transition
						value = 0
					case 1: // another state
						value = uint16(to*width) | old%width
					case 2: // another mark
						value = old - old%width + uint16(mark)
					default:
						value = uint16(to*width + mark)
					}
				}
				changed := clone(m)
				changed.Next[at] = value
				entries.try(t, l, m, changed, fmt.Sprintf("Next[%d*%d+%d] = %d, not %d", state, width, class, value, old))
			}
			t.Logf("Next, seed %d: %v", seed, entries)
			if entries.altering < 500 {
				t.Errorf("only %d changes of Next alter what the tables do, want 500", entries.altering)
			}
			if entries.differences < 500 {
				t.Errorf("only %d changes of Next are refuted by a string, want 500", entries.differences)
			}

			// Class: each byte, each bit of its class.
			var classes tally
			for b := range 256 {
				for bit := range 5 {
					changed := clone(m)
					changed.Class[b] ^= 1 << bit
					classes.try(t, l, m, changed, fmt.Sprintf("Class[%#02x] = %d, not %d", b, changed.Class[b], m.Class[b]))
				}
			}
			t.Logf("Class: %v", classes)

			// Info: each state, each bit.
			var infos tally
			for s := 1; s < states; s++ {
				for bit := range 8 {
					changed := clone(m)
					changed.Info[s] ^= 1 << bit
					infos.try(t, l, m, changed, fmt.Sprintf("Info[%d] = %#02x, not %#02x", s, changed.Info[s], m.Info[s]))
				}
			}
			t.Logf("Info: %v", infos)
			if infos.harmless > 0 || infos.altering != 8*(states-1) {
				t.Errorf("of %d changes of Info %d are harmless", 8*(states-1), infos.harmless)
			}
		})
	}
}

// TestChangedSets changes every bit of the three forms of the sets. TestShortcuts of
// tools/theorem changes the other fields that repeat parts of the automaton.
func TestChangedSets(t *testing.T) {
	for _, name := range syntaxes {
		t.Run(name, func(t *testing.T) {
			small(t, name)
			t.Parallel()
			l, m := language(t, name)
			try := func(field string, change func(m *proof.Tables)) {
				t.Helper()
				changed := clone(m)
				change(changed)
				if _, err := proof.Prove(l, changed); err == nil {
					t.Errorf("%s: proved", field)
				}
			}
			for b := range 256 {
				if b >= 0x80 && b%16 != 1 {
					continue // a sample of the bytes in no set is enough
				}
				for bit := range 8 {
					try(fmt.Sprintf("Sets[%#02x], bit %d", b, bit), func(m *proof.Tables) { m.Sets[b] ^= 1 << bit })
				}
				for _, bit := range []int{0, 16, 32, 48} {
					try(fmt.Sprintf("Lanes[%#02x], bit %d", b, bit), func(m *proof.Tables) { m.Lanes[b] ^= 1 << bit })
				}
			}
			for k := range m.Shuffle {
				for low := range m.Shuffle[k] {
					for bit := range 8 {
						try(fmt.Sprintf("Shuffle[%d][%d], bit %d", k, low, bit), func(m *proof.Tables) { m.Shuffle[k][low] ^= 1 << bit })
					}
				}
			}
			for bit := range 8 {
				try(fmt.Sprintf("Lead, bit %d", bit), func(m *proof.Tables) { m.Lead ^= 1 << bit })
			}
		})
	}
}

// TestChangedMatcher changes every bit of the tables of a namespace. Each change makes a
// difference, or is malformed, and is refuted.
func TestChangedMatcher(t *testing.T) {
	l, form := loaded(t, "nssUUID")
	m := form.(*proof.Matcher)
	refuted, kept := 0, 0
	try := func(change func(m *proof.Matcher), harmless bool) {
		t.Helper()
		changed := *m
		changed.Next = slices.Clone(m.Next)
		change(&changed)
		if _, err := proof.Prove(l, &changed); err == nil && !harmless {
			t.Errorf("proved: %v", changed)
		} else if err == nil {
			kept++
		} else {
			refuted++
		}
	}
	for i := range m.Next {
		for bit := range 16 {
			try(func(m *proof.Matcher) { m.Next[i] ^= 1 << bit }, false)
		}
	}
	for b := range 256 {
		for bit := range 8 {
			try(func(m *proof.Matcher) { m.Class[b] ^= 1 << bit }, false)
		}
	}
	for bit := range 16 {
		try(func(m *proof.Matcher) { m.Width ^= 1 << bit }, false)
		try(func(m *proof.Matcher) { m.Start ^= 1 << bit }, false)
		try(func(m *proof.Matcher) { m.Final ^= 1 << bit }, false)
	}
	if refuted < 1000 || kept != 0 {
		t.Errorf("%d changes are refuted, %d are not", refuted, kept)
	}
}

// TestAlters: the judge of the other tests.
func TestAlters(t *testing.T) {
	// Two states that differ in nothing, on "x" to each other.
	two := &proof.Tables{Start: 1, Begin: 1, Next: make([]uint16, 3*width), Accel: make([]uint8, 3), Info: []uint8{0, final | 1, final | 1}}
	two.Class['x'] = 1
	two.Next[1*width+1] = 2 * width
	two.Next[2*width+1] = 1 * width
	for _, tt := range []struct {
		name   string
		change func(m *proof.Tables)
		want   bool
	}{
		{"nothing", func(m *proof.Tables) {}, false},
		{"a loop in place of a circle", func(m *proof.Tables) { m.Next[1*width+1] = 1 * width }, false},
		{"the start", func(m *proof.Tables) { m.Start = 2 }, false},
		{"the end", func(m *proof.Tables) { m.Info[2] = 1 }, true},
		{"a tag", func(m *proof.Tables) { m.Info[2] = final | 2 }, true},
		{"a mark", func(m *proof.Tables) { m.Next[2*width+1] |= 1 }, true},
		{"no transition", func(m *proof.Tables) { m.Next[2*width+1] = 0 }, true},
		{"another byte", func(m *proof.Tables) { m.Class['y'] = 1 }, true},
		{"a class without bytes", func(m *proof.Tables) { m.Next[1*width+2] = 1 * width }, false},
		{"bytes of a class without transitions", func(m *proof.Tables) { m.Class['y'] = 2 }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := clone(two)
			tt.change(m)
			if got := alters(two, m); got != tt.want {
				t.Errorf("alters = %t, want %t", got, tt.want)
			}
		})
	}
}
