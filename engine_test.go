package urn

import (
	"math/bits"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestPlainHeads decides, for every plain head of every machine, that stepping through
// the tables leads where the loops with vectors jump to. A plain head is one that the
// flags of dfa.Engine recognise. The test follows all runs of a length at once, as sets
// of states. It also compares the exits of dfa.Engine with those of
// dfa.Machine, which tools/prove compares with the transitions.
func TestPlainHeads(t *testing.T) {
	for x, m := range machines {
		t.Run(Syntax(x).String(), func(t *testing.T) {
			checkEngine(t, m)
		})
	}
}

func checkEngine(t *testing.T, m *dfa.Engine) {
	h := &m.Head
	fields := reflect.ValueOf(m).Elem()
	flag := func(b, bit int) bool { return fields.FieldByName("flags").Index(b).Uint()>>bit&1 != 0 }
	lengths := fields.FieldByName("lengths").Uint()
	require.NotZero(t, lengths, "no text has a plain head")
	require.LessOrEqual(t, bits.Len64(lengths)-1, int(h.Max))
	const first, last, delimiter, region = 0, 1, 2, 3
	next := func(state uint, b int) (to uint, mark uint16) {
		e := m.Next[state*dfa.Row+uint(m.Class[b])]
		return uint(e / dfa.Row), e % dfa.MaxMarks
	}
	in := func(b, set int) bool { return m.Sets[b]>>set&1 != 0 }

	// word: the bytes so far are those of h.Except, which no plain head has there.
	type reached struct {
		state uint
		word  bool
	}
	except := func(i, b int) bool {
		return i < 4 && uint32(b)|h.ExceptFold>>(8*i)&0xff == h.Except>>(8*i)&0xff
	}
	level := map[reached]bool{{uint(m.Begin), true}: true}
	delimiters := 0
	for n := 1; n < bits.Len64(lengths); n++ {
		further := make(map[reached]bool)
		for r := range level {
			for b := range 256 {
				if !in(b, dfa.SetHead) || n == 1 && !flag(b, first) {
					continue
				}
				to, mark := next(r.state, b)
				if to == 0 || mark != 0 {
					t.Fatalf("after a run of %d bytes that ends with %q: state %d, mark %d", n, b, to, mark)
				}
				word := r.word && except(n-1, b)
				further[reached{to, word}] = true
				if lengths>>n&1 == 0 || !flag(b, last) {
					continue
				}
				for d := range 256 {
					if !flag(d, delimiter) || word && n == 3 && except(3, d) {
						continue
					}
					delimiters++
					if e := m.Next[to*dfa.Row+uint(m.Class[d])]; e != h.Delimiter || in(d, dfa.SetHead) {
						t.Fatalf("%q after a run of %d bytes that ends with %q leads to %d, want %d", d, n, b, e, h.Delimiter)
					}
				}
			}
		}
		level = further
	}
	require.NotZero(t, delimiters)

	// What precedes the next special byte leads to the state of the region.
	leads := func(from, loop uint, s ...int) {
		state := from
		for _, b := range s {
			to, mark := next(state, b)
			if mark != 0 {
				t.Fatalf("state %d: %q sets mark %d", from, s, mark)
			}
			state = to
		}
		if state != loop {
			t.Fatalf("state %d: %q leads to %d, want %d", from, s, state, loop)
		}
	}
	body := func(from, loop uint, b int) {
		if in(b, dfa.SetBody) {
			leads(from, loop, b)
		}
		for c := range 256 {
			for d := range 256 {
				if b == int(m.Lead) && in(c, dfa.SetFirst) && in(d, dfa.SetSecond) {
					leads(from, loop, b, c, d)
				}
			}
		}
	}
	regions := 0
	for b := range 256 {
		if flag(b, region) {
			regions++
			body(uint(h.Delimiter)/dfa.Row, uint(h.Region), b)
		}
	}
	require.NotZero(t, regions)
	accel := fields.FieldByName("accel")
	require.NotZero(t, accel.Index(int(h.Region)).Uint(), "the region of a plain head is not skipped")
	for state := range accel.Len() {
		if a := accel.Index(state).Uint(); a != 0 {
			require.EqualValues(t, m.Accel[state], a)
			for b := range 256 {
				body(uint(state), uint(state), b)
			}
		}
	}

	// Every exit between states in accel is there, with the state that it leads to.
	states, exits := fields.FieldByName("states"), fields.FieldByName("exits")
	const row = 16 * 8 // bytes
	require.EqualValues(t, h.Region, states.Index(int(fields.FieldByName("region").Uint()/row)).Uint())
	seen := 0
	for r := range states.Len() {
		a := m.Accel[states.Index(r).Uint()]
		for i := range 16 {
			var want dfa.Exit
			if a/dfa.Region != 0 {
				want = m.Exits[int(a/dfa.Region-1)*16+i]
			}
			field := func(name string) uint64 { return exits.Index(r*16 + i).FieldByName(name).Uint() }
			if want.Width == 0 || accel.Index(int(want.State)).Uint() == 0 {
				require.EqualValues(t, 0xff, field("need"))
				continue
			}
			seen++
			need := want.Width
			if want.First != 0 {
				need++
			}
			require.Equal(t, []uint64{uint64(want.State), uint64(want.Width), uint64(want.Mark), uint64(want.First), uint64(need)},
				[]uint64{states.Index(int(field("row") / row)).Uint(), field("width"), field("mark"), field("first"), field("need")})
		}
	}
	exitsOf := 0
	for state := range accel.Len() {
		if a := accel.Index(state).Uint(); a/dfa.Region != 0 {
			for _, x := range m.Exits[int(a/dfa.Region-1)*16:][:16] {
				if x.Width != 0 {
					exitsOf++
				}
			}
		}
	}
	require.Equal(t, exitsOf, seen)
}
