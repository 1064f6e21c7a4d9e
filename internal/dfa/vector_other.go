//go:build !amd64 || !gc || purego

package dfa

// There is no assembly for this processor, or a build tag turns it off.
const useVector = false

func first(s string, m *Machine, starts *Starts) (end int, state uint) {
	return beginPortable(s, m, starts)
}

func begin(s string, m *Machine, starts *Starts) (end int, state uint) {
	return -1, 0
}

func window(string, int, *Machine, uint64, *masks) {}

func lines(string, *Machine, []Line, int, uint32) (n, consumed, undecided int) { return 0, 0, 0 }

func indexPrefix(s string, i int, m *Machine) int { return i }

func indexFour(_ []byte, i int, _ *[4]byte) int { return i }

func find(s string, i int, t *Sets) (first, second, third uint64) { return findPortable(s, i, t) }

// UseVector does nothing: there is no vector code.
func UseVector(bool) (before bool) { return false }
