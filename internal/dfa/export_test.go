package dfa

// For the tests, which have machines of their own and so are in a package of
// their own.

const (
	WindowLen = windowLen
)

// Window returns what window or portable finds: the bytes of SetHead, those of a set,
// and the leads of escapes. It reports false if there is no vector code.
func (m *Machine) Window(s string, i int, set uint8, vectors bool) (head, in, escapes uint64, ok bool) {
	if vectors && !useVector {
		return 0, 0, 0, false
	}
	w := masks{1, 2, 3}
	if vectors {
		window(s, i, m, uint64(set), &w)
	} else {
		w = portable(s[i:min(len(s), i+windowLen)], m, set)
	}
	return w.head, w.in, w.escapes, true
}
