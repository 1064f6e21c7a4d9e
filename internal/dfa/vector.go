package dfa

import "math/bits"

// windowLen is the number of bytes that window looks at.
const windowLen = 64

// masks holds what window finds: bit j of masks[1<<k] says that byte j of the
// window is in skip set k. masks[0] stays zero, for the states that skip
// nothing.
type masks [1<<(MaxSets-1) + 1]uint64

// run returns the length of the run of bytes of a skip set, given by its bit,
// that begins at byte j of the window, up to the window's end.
func (in *masks) run(set uint16, j int) int {
	return bits.TrailingZeros64(^(in[set] >> (uint(j) % windowLen)))
}
