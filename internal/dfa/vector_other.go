//go:build !amd64

package dfa

// There is no vector code for this processor.
const useVector = false

func window(string, int, *[MaxSets][16]uint8, *masks) {}
