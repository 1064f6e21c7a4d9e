//go:build gc && !purego

package dfa

// indexPrefix returns the position of the first prefix of m in s[i:], or one from which
// on s has fewer than PrefixRoom bytes and before which there is none.
//
//go:noescape
func indexPrefix(s string, i int, m *Machine) int
