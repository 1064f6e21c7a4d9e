//go:build !amd64 || !gc || purego

package dfa

// There is no vector code for this processor, or it is not wanted.
const useVector = false

func window(string, int, *[MaxSets][16]uint8, *masks) {}
