package urn

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// URN is a Uniform Resource Name. It is a small immutable, comparable value.
//
// The zero URN is not a name: IsZero reports true for it, and String and every
// component are empty. The text of every other URN parses.
//
// a == b compares the spelling, byte by byte, and the Syntax. [URN.Equal] compares
// the names (RFC 8141, section 3), and [URN.Key] is the map key for that.
//
// The strings that methods return share memory with the string that was parsed.
//
// # Tests and validators
//
// go-cmp compares with Equal, so it reports no difference where only an r-, q- or
// f-component has changed. To compare spellings in a test, give it the option
//
//	cmp.Comparer(func(a, b urn.URN) bool { return a == b })
//
// The module integrations/validator has tags for github.com/go-playground/validator.
// Without it, the tag "required" refuses the zero URN if the validator is made with
// WithRequiredStructEnabled. Without that option it has no effect on a URN, as on any
// struct.
type URN struct {
	s    string
	head uint64 // as in Offsets
	qf   uint64 // as in Offsets

	// The compiler keeps a struct of three fields and 32 bytes in registers.
}

// Parse returns s, all of it, as a URN of syntax x. Nothing is trimmed, changed or
// copied: the URN shares the memory of s, and a space or a line end before or after a
// name is an error. If s is not a URN, Parse returns the zero URN and an [*Error],
// which says where and why. Only the error is allocated, and it keeps no reference to s.
func (x Syntax) Parse(s string) (URN, error) {
	// Most names need only this part of locate. Calling locate would take 5 ns more.
	if x.known() {
		var starts dfa.Starts
		if end, _ := machines[x].RunFirst(s, &starts); end == len(s) {
			o := makeOffsets(x, &starts, end)
			return o.of(s), nil
		}
	}
	o, fault := x.locate(s)
	if fault.Reason != 0 {
		return URN{}, newError("parsing", s, fault)
	}
	return o.of(s), nil
}

// ParseBytes is [Syntax.Parse] for a byte slice. If b is a URN, it is copied once.
// ParseBytes never writes to b. b must not change during the call.
func (x Syntax) ParseBytes(b []byte) (URN, error) {
	o, fault := x.LocateBytes(b)
	if fault.Reason != 0 {
		return URN{}, newError("parsing", alias.String(b), fault)
	}
	return o.of(string(b)), nil
}

// MustParse is [Syntax.Parse] for constants. It panics if s is not a URN of syntax x.
func (x Syntax) MustParse(s string) URN {
	u, err := x.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Valid reports whether s is a URN of syntax x. It does not allocate. For a byte
// slice, compare the Reason that [Syntax.LocateBytes] returns with 0.
func (x Syntax) Valid(s string) bool {
	_, fault := x.locate(s)
	return fault.Reason == 0
}

// Parse returns s, all of it, as a URN of RFC 8141. Nothing is trimmed, changed or
// copied: the URN shares the memory of s, and a space or a line end before or after a
// name is an error. If s is not a URN, Parse returns the zero URN and an [*Error],
// which says where and why. For another syntax, call [Syntax.Parse].
func Parse(s string) (URN, error) { return RFC8141.Parse(s) }

// MustParse parses s as a URN of RFC 8141 and panics if it is not one; see
// [Syntax.MustParse].
func MustParse(s string) URN { return RFC8141.MustParse(s) }

// Valid reports whether s is a URN of RFC 8141; see [Syntax.Valid].
func Valid(s string) bool { return RFC8141.Valid(s) }

// IsZero reports whether u is the zero URN.
func (u URN) IsZero() bool { return u == URN{} }

// Syntax returns the syntax u was parsed under.
func (u URN) Syntax() Syntax { return u.Offsets().syntax() }

// Offsets returns the positions of the components of u in u.String().
func (u URN) Offsets() Offsets { return Offsets(tables.New(u.head, u.qf, len(u.s))) }

// String returns the URN as it was written.
func (u URN) String() string { return u.s }

// GoString implements [fmt.GoStringer], for the verb %#v: it returns a Go expression for
// u, such as urn.MustParse("urn:example:a").
func (u URN) GoString() string {
	switch x := u.Syntax(); {
	case u.IsZero():
		return "urn.URN{}"
	case x == RFC8141:
		return "urn.MustParse(" + strconv.Quote(u.s) + ")"
	default:
		return "urn." + [...]string{RFC2141: "RFC2141", Draft2141bis: "Draft2141bis", Relaxed: "Relaxed"}[x] + ".MustParse(" + strconv.Quote(u.s) + ")"
	}
}

// NID returns the namespace identifier as written (RFC 8141, section 2.1).
func (u URN) NID() string { return u.Offsets().NID().in(u.s) }

// NSS returns the namespace-specific string as written, with its escapes (RFC 8141,
// section 2.2).
func (u URN) NSS() string { return u.Offsets().NSS().in(u.s) }

// R returns the r-component as written, without its "?+", or "" if
// there is none (RFC 8141, section 2.3.1).
func (u URN) R() string { return u.Offsets().R().in(u.s) }

// Q returns the q-component as written, without its "?=", or "" if
// there is none (RFC 8141, section 2.3.2). Under Draft2141bis it is the query.
func (u URN) Q() string { return u.Offsets().Q().in(u.s) }

// F returns the f-component as written, without its "#", or "" if it is absent or empty
// (RFC 8141, section 2.3.3). [URN.Parts] distinguishes the two.
func (u URN) F() string { return u.Offsets().F().in(u.s) }

// AssignedName returns the URN as written, without r-, q- and f-component
// (RFC 8141, section 2: assigned-name).
func (u URN) AssignedName() string { return u.s[:u.Offsets().nssEnd()] }
