// Package tables is what package urn shares with the packages that find names in text: the
// machine of each syntax, and the offsets that a machine returns. Package urn, which has the
// machines, sets them when the program starts. So scan needs no parser, and a program that
// only parses has no finder.
package tables

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Machines are the machines of the syntaxes, by the value of urn.Syntax.
var Machines [4]*dfa.Machine

// MaxLen is urn.MaxLen.
const MaxLen = 1<<31 - 1

// Known returns x. It panics if x is not a syntax.
func Known(x uint8) uint8 {
	if int(x) >= len(Machines) {
		unknown(x) // a function, so that Known is inlined
	}
	return x
}

func unknown(x uint8) { panic("urn: unknown syntax Syntax(" + strconv.Itoa(int(x)) + ")") }

// The marks of every machine.
const (
	NSS = 1 + iota
	R
	Q
	F
)

// SyntaxShift is the position of the syntax in the first word of Offsets, and so in the first
// mark of a [dfa.Line].
const SyntaxShift = 8

// Offsets is the underlying type of urn.Offsets. Only the starts of the components are kept:
// each ends at the delimiter of the next one, or with the URN. The start of an absent
// component is 0.
type Offsets struct {
	head uint64 // start of the r-component <<32 | syntax <<8 | start of the NSS
	qf   uint64 // start of the f-component <<32 | start of the q-component
	end  uint64 // end of the URN
}

// New returns the Offsets with these words.
func New(head, qf uint64, end int) Offsets { return Offsets{head, qf, uint64(end)} }

// Make returns the Offsets of a URN with the captures starts and the length end.
func Make(x uint8, starts *dfa.Starts, end int) Offsets {
	return Offsets{
		head: uint64(starts[R])<<32 | uint64(x)<<SyntaxShift | uint64(starts[NSS]),
		qf:   uint64(starts[F])<<32 | uint64(starts[Q]),
		end:  uint64(end),
	}
}

// Words returns the words of o, without its end.
func (o Offsets) Words() (head, qf uint64) { return o.head, o.qf }

func (o Offsets) Syntax() uint8 { return uint8(o.head >> SyntaxShift) }
func (o Offsets) NSS() int      { return int(o.head & 0xff) }
func (o Offsets) R() int        { return int(o.head >> 32) }
func (o Offsets) Q() int        { return int(uint32(o.qf)) }
func (o Offsets) F() int        { return int(o.qf >> 32) }
func (o Offsets) End() int      { return int(o.end) }
