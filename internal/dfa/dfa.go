// Package dfa holds the form of the tables that tools/ragelc writes and the
// loops that run them. It knows nothing of URNs.
package dfa

// Machine is one deterministic automaton over bytes, in the form that
// tools/ragelc writes. A Machine is never written to.
type Machine struct {
	// Class folds a byte into one of at most 32 equivalence classes.
	Class [256]uint8
	// Sets holds, for a byte, the skip sets it is a member of: bit k for set k.
	Sets [256]uint8
	// Next holds state<<5|class -> next state<<5|mark. The value 0 means that
	// there is no transition: state 0 is the error state. Mark 0 means that no
	// boundary is marked; mark m on the byte at position i records i+1, where
	// what follows starts. A row is 64 bytes, one cache line.
	Next []uint16
	// Skip holds, for a state, set<<8|count. set is the bit of a skip set (0:
	// the state does not skip). count 0: the state loops, without a mark, on
	// every byte of the set. count n > 0: on a byte of the set, state s steps
	// to s+1 without a mark, and so do the n-1 states after it; a run of k
	// bytes of the set leads to state s+min(k, n).
	Skip []uint16
	// Info holds, for a state, its tag, with Accept set if the input may end
	// there. Tag 0: none.
	Info []uint8
	// Shuffle holds the skip sets once more, in the form that a vector shuffle
	// looks bytes up in: bit h of Shuffle[k][l] says that byte h<<4|l is in set
	// k. There are at most four sets, and all their bytes are ASCII.
	Shuffle [MaxSets][16]uint8
	// Guess tells what most inputs do behind the prefix.
	Guess Guess
	// Start is the state to begin in. Where every accepted string begins with
	// the same four bytes, but for the case of letters, Begin is the state
	// behind them, and they are such that, read as a little-endian word,
	// word|PrefixFold == Prefix. Else no word fits, and Begin is Start.
	Start, Begin       uint16
	Prefix, PrefixFold uint32
}

// Guess is a way that most inputs take: from Begin through its counted run,
// over a delimiter and one byte more, into a state that loops. Delimiter and
// First are compared with the entries that are looked up, so that an input that
// goes another way loses nothing but time; First must mark nothing, and what it
// leads to must lie in the window, so that Counted counts to 61 at most. Counted and
// Loop must be what Skip has. The proof checks that. The zero Guess is none.
type Guess struct {
	Counted   uint16 // Skip[Begin]
	Delimiter uint16 // the entry of Next for the delimiter
	First     uint16 // the entry for the byte behind it
	Loop      uint16 // the skip set, as in Skip, of the state that First leads to
}

const (
	// Accept is the bit of [Machine.Info] that an accepting state has.
	Accept = 0x80

	// MaxSets and MaxCount bound the skip sets of a machine and the count of
	// a counted run.
	MaxSets  = 4
	MaxCount = 63

	rowBits = 5 // log2 of the entries in a row of Next
	rowMask = 1<<rowBits - 1
)
