package urn

import (
	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Locate finds the components of s. If the whole of s is a URN, the Fault is zero; otherwise
// the Offsets are zero. Locate never allocates, keeps no reference to s, and takes time
// linear in len(s).
func (x Syntax) Locate(s string) (Offsets, Fault) { return x.locate(s) }

// LocateBytes is [Syntax.Locate] for a byte slice. It does not copy b, keeps no
// reference to it and never writes to it. b must not change during the call.
func (x Syntax) LocateBytes(b []byte) (Offsets, Fault) { return x.locate(alias.String(b)) }

// locate is the core: everything that parses calls it.
func (x Syntax) locate(s string) (Offsets, Fault) {
	if !x.known() {
		return Offsets{}, Fault{x, UnknownSyntax, 0}
	}
	m := machines[x]
	var starts dfa.Starts
	end, state := m.RunFirst(s, &starts)
	if end != len(s) {
		if len(s) > MaxLen {
			return Offsets{}, Fault{x, TooLong, MaxLen}
		}
		end, state = m.RunRest(s, end, state, &starts)
		info := m.Info[state]
		if end != len(s) || info&dfa.Accept == 0 {
			return Offsets{}, Fault{x, reasons[info&^dfa.Accept], end}
		}
	}
	return makeOffsets(x, &starts, end), Fault{}
}
