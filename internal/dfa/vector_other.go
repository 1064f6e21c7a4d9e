//go:build (!amd64 && !arm64) || !gc || purego

package dfa

// There is no vector code for this processor, or it is not wanted.
const useVector = false

func window(string, int, *Machine, *masks)     {}
func windowRest(string, int, *Machine, *masks) {}

// UseVector does nothing: there is no vector code.
func UseVector(bool) (before bool) { return false }
