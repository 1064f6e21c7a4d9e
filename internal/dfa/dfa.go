package dfa

// Machine is one deterministic automaton over bytes, with captures. A Machine
// is never written to.
//
// Class, Next, Info and Start define the automaton. All other fields repeat parts of it in
// other forms, so that the loop can take many bytes at once. tools/ragelc derives these
// fields; make prove and make theorem check each of them. All tables are computed before
// compilation.
type Machine struct {
	// Class maps a byte to one of at most [Row] equivalence classes.
	Class [256]uint8
	// Next holds one row of [Row] entries for each state: Next[state*Row+class] is the next
	// state times Row, plus the mark. The value 0 means that there is no transition: state
	// 0 is the error state. Mark 0 records nothing. Mark m on the byte at position i
	// records i+1, the start of the component after it.
	Next []uint16
	// Info holds the tag of each state, with [Accept] set if the input may end
	// there. Tag 0 means no tag.
	Info []uint8
	// Start is the state to begin in.
	Start uint16

	// Begin is the state after the four bytes that every accepted string begins
	// with. A little-endian word w holds those bytes if w|PrefixFold == Prefix.
	// A machine without such a prefix has Begin == Start, and no word fits.
	Begin              uint16
	Prefix, PrefixFold uint32

	// Sets holds up to [MaxSets] sets of ASCII bytes: bit k of Sets[b] says that
	// byte b is in set k.
	Sets [256]uint8
	// Shuffle holds the same sets as tables for a vector shuffle: bit h of Shuffle[k][l]
	// says that byte h<<4|l is in set k.
	Shuffle [MaxSets][16]uint8
	// Lanes lets portable look up eight bytes at once. Bit 0 of Lanes[b] says that byte b
	// is in SetBody. Bit 16 says that b is in SetHead. Bit 32 says that b is Lead, or is in
	// both SetFirst and SetSecond. If the entry of byte j of eight is shifted left by j,
	// the sum of the entries has one bit for each byte and set.
	Lanes [256]uint64
	// Lead is the first byte of an escape. A byte of set [SetFirst] and a byte of set
	// [SetSecond] follow it, without a mark. Lead is the only byte of set [SetLead], and is
	// in no other set. 0 means that there are no escapes.
	Lead uint8
	// Accel describes the accelerated states. An accelerated state loops on every byte of a
	// set without a mark. Accel[state] is the number of the set, plus [Escapes] if the
	// state also returns to itself over every escape. If row r of Exits belongs to the
	// state, [Region]*(r+1) is added. Accel[Begin] is [Counted] if there is a Head. The
	// value 0 means that the state is not accelerated.
	Accel []uint8
	// Head describes the counted run from Begin.
	Head Head
	// Delim gives delimiter bytes their codes, and Exits holds 16 entries for each region.
	// If the bytes b and c end a run of a region and d follows them, their entry is
	// Exits[r<<4 | Delim[b]&0xc | Delim[c]&3], where r is Accel/Region-1. [NotFirst] is set
	// in Delim[d] if d may occur in a region but must not begin it. [BeginsRun], [EndsRun]
	// and [BeginsRegion] classify the bytes of a text's head.
	Delim [256]uint8
	Exits []Exit
}

// Head describes the counted run from Begin. The run is the bytes of set [SetHead] from
// there on. n is their number, at most Max. If Begin has a transition on the first byte,
// the run leads to state Chain+n if byte n is in set Last, and otherwise to state Broken+n.
// No marks are set, and no state on the way accepts.
//
// There are two exceptions, in which the automaton may reach another state. In the first, n
// < Max, and no byte outside of SetHead distinguishes the two states. In the second, the
// run and the byte after it are the word Except: word|ExceptFold == Except. Max 0 means
// that the machine has no such run.
type Head struct {
	Max           uint8
	Last          uint8
	Chain, Broken uint16
	// Delimiter is the entry of Next that commonly follows the run. Region is the
	// accelerated state after the delimiter and one byte of its set, or one escape. The
	// step to Region sets no mark. It exists only if the state after the delimiter has a
	// transition on the byte. The set of Region is SetBody. Region has Escapes if there is
	// a Lead, and accepts.
	Delimiter, Region  uint16
	Except, ExceptFold uint32
	// End is the delimiter byte, and is not in SetHead. Bit n of Lengths is set if n is at
	// most Max and Delimiter is the entry of Next for state Chain+n and End.
	End     uint8
	Lengths uint32
}

// Exit leads from one region to another over a delimiter of Width bytes. State is the
// accelerated state of the other region, and Mark is set at the delimiter's last byte. If
// First is NotFirst, the other region must begin with an escape, or with a byte of the set
// of this region that does not have NotFirst in Delim. If First is 0, the other region may
// be empty. Both regions accept. The set of the other region includes the set of this
// region. Width 0 means that there is no exit.
type Exit struct {
	State uint16
	Width uint8
	Mark  uint8
	First uint8
	Accel uint8 // Accel[State]
}

const (
	// Row is the number of entries in a row of Machine.Next.
	Row = 1 << rowBits
	// Accept is the bit of [Machine.Info] that an accepting state has.
	Accept = 0x80
	// MaxMarks is the largest number of marks of a machine, including 0 for no mark.
	MaxMarks = 8
	// MaxSets is the largest number of sets of a machine.
	MaxSets = 8

	// SetHead is the set of the counted run from Begin.
	SetHead = 0
	// SetFirst and SetSecond are the sets of the two bytes after Lead. Both are
	// included in the set of every state that has Escapes.
	SetFirst  = 1
	SetSecond = 2
	// SetBody is the set of the first region. The sets from SetBody to SetLead belong to
	// accelerated states.
	SetBody = 3
	// SetLead is the set that holds only Lead.
	SetLead = MaxSets - 1

	// SetMask is the part of [Machine.Accel] that holds the set.
	SetMask = 0x07
	// Escapes is the bit of [Machine.Accel] that says that a state returns to
	// itself over every escape.
	Escapes = 0x08
	// Region is the factor of the region in [Machine.Accel].
	Region = 0x10
	// MaxRegions is the largest number of regions of a machine.
	MaxRegions = 7
	// Counted is [Machine.Accel] of Begin if there is a counted run.
	Counted = 0x80

	// NotFirst is the bit of [Machine.Delim] for a byte that must not begin a region.
	NotFirst = 0x10
	// These are bits of [Machine.Delim]. BeginsRun: Begin has a transition on the byte.
	// EndsRun: the byte is in set Head.Last. BeginsRegion: the state after the delimiter
	// has a transition on the byte.
	BeginsRun    = 0x20
	EndsRun      = 0x40
	BeginsRegion = 0x80
	// MaxDelims is the largest number of codes of delimiters, including 0.
	MaxDelims = 4

	// PrefixLen is the length of the prefix.
	PrefixLen = 4

	rowBits = 5
	rowMask = Row - 1
)
