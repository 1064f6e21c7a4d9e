//go:build !amd64 || !gc || purego

package dfa

func indexPrefix(s string, i int, m *Machine) int { return i }
