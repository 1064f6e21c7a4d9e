package dfa

// PrefixRoom is the number of bytes that [Machine.IndexPrefix] looks at, at least.
const PrefixRoom = 64 + PrefixLen - 1

// IndexPrefix looks for the prefix in s[i:]. If ok is true, the first one is at at, or at
// is a position before which there is none and from which on s has fewer than PrefixRoom
// bytes. If ok is false, there is no vector code, and at is i.
func (m *Machine) IndexPrefix(s string, i int) (at int, ok bool) {
	if !useVector {
		return i, false
	}
	return indexPrefix(s, i, m), true
}
