package dfa

// For the tests, which have machines of their own and so are in a package of
// their own.

const (
	WindowLen = windowLen
)

// Window returns what the kernels find: the bytes of each set, and the leads of
// the escapes. It reports false if there is no vector code.
func (m *Machine) Window(s string, i int) (sets [MaxSets]uint64, escapes uint64, ok bool) {
	if !useVector {
		return sets, 0, false
	}
	w := masks{head: 1, body: 2, escapes: 3, rest: [3]uint64{4, 5, 6}, all: true}
	window(s, i, m, &w)
	if w.all || w.rest != [3]uint64{4, 5, 6} {
		panic("window writes what it should not, or does not clear all")
	}
	windowRest(s, i, m, &w)
	if !w.all {
		panic("windowRest does not set all")
	}
	sets[SetHead], sets[SetBody] = w.head, w.body
	copy(sets[SetBody+1:], w.rest[:])
	return sets, w.escapes, true
}

// Span is the search of the loop without vectors.
func (m *Machine) Span(s string, i int, set uint8) int { return m.span(s, i, set) }

// Mask is span for many runs at once.
func (m *Machine) Mask(s string, set uint8) uint64 { return m.mask(s, set) }

// Window64 is mask with escapes.
func (m *Machine) Window64(s string, set uint8) uint64 { return m.window64(s, set) }

// Skip is hop in the first state that has the set and the escapes of accel. The
// text must have no exit.
func (m *Machine) Skip(s string, i int, accel uint8) int {
	for state, a := range m.Accel {
		if a&(SetMask|Escapes) == accel && a != Counted {
			end, _ := m.hop(s, i, uint(state)<<rowBits, 0, new(Starts), i-stride, 0)
			return end
		}
	}
	panic("no such state")
}
