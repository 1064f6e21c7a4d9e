package dfa

// Match steps m through s without recording boundaries. It returns the position
// of the first byte that has no transition, or len(s), and whether m accepts s.
//
// It takes one byte at a time: for the short strings that machines without
// boundaries are run on, looking for runs to skip costs more than it saves (36
// bytes of a UUID: two thirds of the time that Run takes).
func (m *Machine) Match(s string) (end int, ok bool) {
	row := uint(m.Start) << rowBits
	next := m.Next
	for i := range len(s) {
		e := uint(next[row|uint(m.Class[s[i]])])
		if e == 0 {
			return i, false
		}
		row = e &^ rowMask
	}
	return len(s), m.Info[row>>rowBits]&Accept != 0
}
