//go:build gc && !purego

package dfa

// indexPrefix returns the position of the first prefix of m in s[i:]. It may instead return
// a position before which there is none, if s has fewer than PrefixRoom bytes from there
// on.
//
//go:noescape
func indexPrefix(s string, i int, m *Machine) int
