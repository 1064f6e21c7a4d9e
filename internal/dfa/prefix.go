package dfa

// PrefixRoom is the smallest number of bytes that [Machine.IndexPrefix] looks at.
const PrefixRoom = 64 + PrefixLen - 1

// IndexPrefix looks for the prefix in s[i:]. If ok is true, there is no prefix before the
// position at. Either s[at:] begins with the prefix, or s[at:] has fewer than PrefixRoom
// bytes. If ok is false, there is no vector code, and at is i.
func (m *Machine) IndexPrefix(s string, i int) (at int, ok bool) {
	if !useVector {
		return i, false
	}
	return indexPrefix(s, i, m), true
}
