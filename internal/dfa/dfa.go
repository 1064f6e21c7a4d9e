// Package dfa holds the form of the tables that tools/ragelc writes and the
// loops that run them. It knows nothing of URNs.
package dfa

// Machine is one deterministic automaton over bytes, in the form that
// tools/ragelc writes. A Machine is never written to.
type Machine struct {
	// Class folds a byte into one of 16 equivalence classes.
	Class [256]uint8
	// Sets holds, for a byte, the skip sets it is a member of: bit k for set k.
	Sets [256]uint8
	// Next holds state<<4|class -> next state<<4|mark. The value 0 means that
	// there is no transition: state 0 is the error state. Mark 0 means that no
	// boundary is marked; mark m at input position i records i+1, the start of
	// what follows.
	Next []uint16
	// Skip holds, for a state, set<<8|count. set is a mask with the bit of the
	// skip set (0: the state does not skip). count 0: the state loops on every
	// byte of the set. count n > 0: on a byte of the set, state s steps to s+1
	// without a mark, and so do the n-1 states after it; a run of k bytes of
	// the set leads to s+min(k, n).
	Skip []uint16
	// Info holds, for a state, its tag (the component it belongs to), with
	// Accept set if the input may end there.
	Info []uint8
	// Start is the state to begin in.
	Start uint16
}

// Accept is the bit of [Machine.Info] that marks an accepting state.
const Accept = 0x80
