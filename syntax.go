package urn

import (
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/field"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// MaxLen is the length in bytes of the longest input that is accepted. A longer input is
// refused with [TooLong], so that every offset fits in 31 bits.
const MaxLen = 1<<31 - 1

// Syntax selects the document whose grammar applies. The zero Syntax is RFC8141. Functions
// refuse a Syntax that is not one of the constants, with the reason [UnknownSyntax].
type Syntax uint8

const (
	// RFC8141 is the syntax of RFC 8141, section 2, with r-, q- and f-component.
	RFC8141 Syntax = iota
	// RFC2141 is the syntax of RFC 2141, section 2. "/", "?" and "#" are ordinary characters
	// of the NSS, and "&" and "~" are refused.
	RFC2141
	// Draft2141bis is the syntax of draft-ietf-urnbis-rfc2141bis-urn-03,
	// section 2: a query of directives after a single "?", and a fragment.
	Draft2141bis
	// Relaxed accepts names in use that RFC 8141 refuses. No document specifies it. It is
	// RFC 8141, section 2, with two differences. An NID has 1 to 63 letters, digits, "-", "."
	// and "_", and begins with a letter or digit. An f-component may contain further "#".
	// Every URN of RFC8141 is also a URN of Relaxed, with the same components. The grammar is
	// testdata/abnf/relaxed.abnf.
	//
	// Other software may refuse such a name, or read it differently. Relaxed is never a
	// default.
	Relaxed
)

var machines = [...]*dfa.Machine{
	RFC8141:      &rfc8141,
	RFC2141:      &rfc2141,
	Draft2141bis: &draft2141bis,
	Relaxed:      &relaxed,
}

// The packages that find names in text use the same machines. All enumerations and all field types
// return errors of this package.
func init() {
	tables.Machines = machines
	field.Advise = adviseWriter
	enum.Unknown = func(what string) error { return &Error{Reason: UnknownConstant, text: "unknown " + what} }
}

var syntaxNames = [...]string{RFC8141: "rfc8141", RFC2141: "rfc2141", Draft2141bis: "draft2141bis", Relaxed: "relaxed"}

// known reports whether x is one of the constants.
func (x Syntax) known() bool { return int(x) < len(machines) }

// hasComponents reports whether x has r-, q- and f-components as RFC 8141 does.
func (x Syntax) hasComponents() bool { return x == RFC8141 || x == Relaxed }

// String returns "rfc8141", "rfc2141", "draft2141bis" or "relaxed".
func (x Syntax) String() string { return enum.Text("Syntax", syntaxNames[:], x) }

// qDelimiter returns the delimiter before a q-component.
func (x Syntax) qDelimiter() string {
	if x == Draft2141bis {
		return "?"
	}
	return "?="
}
