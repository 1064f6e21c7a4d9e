//go:build (!amd64 && !arm64) || !gc || purego

package dfa

func classify(string, *Machine, uint64, uint64, *uint8, *uint8) {}
