// Package heap has the collector run less often where most memory is garbage.
package heap

import "os"

// Size is the number of bytes that [Reserve] reserves.
const Size = 64 << 20

var reserved []byte

// Reserve reserves Size bytes that nothing ever touches, so they take no memory. It does
// nothing if GOGC or GOMEMLIMIT is set.
//
// The collector runs when the heap has doubled. In a stream of blocks, 5 MB are in use, and
// each block leaves 512 KB of garbage. So the collector would run for every tenth block,
// and take a third of all processor time. With Size bytes more in use, it runs for every
// 140th. The heap then grows by up to Size bytes, which is a bound that a larger GOGC
// does not have.
func Reserve() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		reserved = make([]byte, Size)
	}
}
