package dfa

// windowLen is the number of bytes that a window looks at.
const windowLen = 64

// masks holds what a window finds. Bit j stands for byte j of the window. The
// bits of bytes after the end of the text are 0.
type masks struct {
	sets    [MaxSets]uint64 // the bytes of each set; from SetBody+1 on only if all is set
	escapes uint64          // the leads of the escapes that lie in the window as a whole
	all     bool
}

// windowPortable finds which of the bytes s[i], s[i+1] … s[i+63] are in which
// set. It does what window does with vectors. Bit 8*k+j of lanes says that byte
// j of eight bytes is in set k.
func (m *Machine) windowPortable(s string, i int, w *masks) {
	*w = masks{}
	in := &m.Sets
	var leads uint64
	n := min(len(s)-i, windowLen)
	for j := 0; j < n; j += 8 {
		lanes := m.lanes(s, i+j)
		w.sets[SetHead] |= lanes & 0xff << j
		w.sets[SetBody] |= lanes >> (8 * SetBody) & 0xff << j
		leads |= lanes
	}
	_ = in
	if leads>>(8*SetLead) == 0 {
		return
	}
	var lead, first, second uint64
	for j := 0; j < n; j += 8 {
		lanes := m.lanes(s, i+j)
		lead |= lanes >> (8 * SetLead) << j
		first |= lanes >> (8 * SetFirst) & 0xff << j
		second |= lanes >> (8 * SetSecond) & 0xff << j
	}
	w.escapes = lead & (first >> 1) & (second >> 2)
}

// windowRest finds the sets after SetBody for a window that has been looked at.
func (m *Machine) windowRest(s string, i int, w *masks) {
	clear(w.sets[SetBody+1:])
	for j := 0; j < min(len(s)-i, windowLen); j += 8 {
		lanes := m.lanes(s, i+j)
		for k := SetBody + 1; k < SetLead; k++ {
			w.sets[k] |= lanes >> (8 * k) & 0xff << j
		}
	}
	w.all = true
}

// lanes returns the sets of the bytes s[i] … s[i+7]: bit 8*k+j says that byte
// s[i+j] is in set k. Bytes after the end of s are in none. i must be below
// len(s).
func (m *Machine) lanes(s string, i int) uint64 {
	in := &m.Sets
	if i+8 <= len(s) {
		b := s[i : i+8]
		return in[b[0]] | in[b[1]]<<1 | in[b[2]]<<2 | in[b[3]]<<3 | in[b[4]]<<4 | in[b[5]]<<5 | in[b[6]]<<6 | in[b[7]]<<7
	}
	var lanes uint64
	for j := len(s) - 1; j >= i; j-- {
		lanes = lanes<<1 | in[s[j]]
	}
	return lanes
}
