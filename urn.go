package urn

import (
	"fmt"
	"slices"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// MaxLen is the length in bytes of the longest input that is read. A longer one is
// refused with [TooLong], so that every offset fits in 31 bits.
const MaxLen = 1<<31 - 1

// Syntax names the document whose grammar applies. The zero Syntax is RFC8141.
// A value other than the constants behaves as RFC8141.
type Syntax uint8

const (
	// RFC8141 is the syntax of RFC 8141, section 2, with r-, q- and f-component.
	RFC8141 Syntax = iota
	// RFC2141 is the syntax of RFC 2141, section 2: "/", "?" and "#" are
	// ordinary characters of the NSS, "&" and "~" are refused.
	RFC2141
	// Draft2141bis is the syntax of draft-ietf-urnbis-rfc2141bis-urn-03,
	// section 2: a query of directives after a single "?", and a fragment.
	Draft2141bis
	// Relaxed is the syntax of no document. It is for names that are in use,
	// although RFC 8141 refuses them. It is RFC 8141, section 2, with two
	// differences. An NID has 1 to 63 letters, digits, "-", "." and "_", and
	// begins with a letter or digit. An f-component may contain further "#". Every
	// URN of RFC8141 is one of Relaxed with the same components. Its grammar is
	// testdata/abnf/relaxed.abnf.
	//
	// Other software may refuse such a name, or read it differently. Nothing uses
	// Relaxed unless you ask for it.
	Relaxed
)

var machines = [...]*dfa.Machine{
	RFC8141:      &rfc8141,
	RFC2141:      &rfc2141,
	Draft2141bis: &draft2141bis,
	Relaxed:      &relaxed,
}

var syntaxNames = [...]string{RFC8141: "rfc8141", RFC2141: "rfc2141", Draft2141bis: "draft2141bis", Relaxed: "relaxed"}

// known returns x, or RFC8141 if x is not one of the constants.
func (x Syntax) known() Syntax {
	if int(x) >= len(machines) {
		return RFC8141
	}
	return x
}

// hasComponents reports whether x has r-, q- and f-component as RFC 8141 does.
func (x Syntax) hasComponents() bool { return x == RFC8141 || x == Relaxed }

// String returns "rfc8141", "rfc2141", "draft2141bis" or "relaxed".
func (x Syntax) String() string {
	if int(x) >= len(syntaxNames) {
		return fmt.Sprintf("Syntax(%d)", uint8(x))
	}
	return syntaxNames[x]
}

// MarshalText implements [encoding.TextMarshaler]: it returns x.String(). If x is not
// one of the constants, the error is a [*SyntaxError] with the reason
// [UnknownName].
func (x Syntax) MarshalText() ([]byte, error) {
	if int(x) >= len(syntaxNames) {
		return nil, unknownName("syntax", x.String())
	}
	return []byte(x.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Syntax.String] returns for the constants. For any other text the error is a
// [*SyntaxError] with the reason [UnknownName], and x stays as it was.
func (x *Syntax) UnmarshalText(text []byte) error {
	i := slices.Index(syntaxNames[:], string(text))
	if i < 0 {
		return unknownName("syntax", string(text))
	}
	*x = Syntax(i)
	return nil
}

// Span is a half-open range of bytes, [Start, End). The zero Span says that
// the component is absent; a component that is present never starts at 0.
type Span struct{ Start, End int }

// In returns the part of text in the span, and "" if the span is zero. text is the
// text that the span was found in. In panics if it is shorter. It does not allocate:
// the result shares memory with text.
func (s Span) In(text string) string { return text[s.Start:s.End] }

// Offsets says where the components of a URN are, relative to its first byte. The
// zero Offsets belongs to no URN. Offsets are comparable, and are passed in
// registers.
type Offsets struct {
	// Only the starts of the components are kept: each ends at the delimiter of
	// the next one, or with the URN. The start of an absent component is 0.
	head uint64 // start of the r-component <<32 | syntax <<8 | start of the NSS
	qf   uint64 // start of the f-component <<32 | start of the q-component
	end  uint64 // end of the URN
}

const (
	nidStart    = len("urn:")
	syntaxShift = 8
)

func makeOffsets(x Syntax, starts *dfa.Starts, end int) Offsets {
	return Offsets{
		head: uint64(starts[markR])<<32 | uint64(x)<<syntaxShift | uint64(starts[markNSS]),
		qf:   uint64(starts[markF])<<32 | uint64(starts[markQ]),
		end:  uint64(end),
	}
}

func (o Offsets) syntax() Syntax { return Syntax(o.head >> syntaxShift) }
func (o Offsets) nss() int       { return int(o.head & 0xff) }
func (o Offsets) r() int         { return int(o.head >> 32) }
func (o Offsets) q() int         { return int(uint32(o.qf)) }
func (o Offsets) f() int         { return int(o.qf >> 32) }

// qDelimiter returns the delimiter before a q-component.
func (x Syntax) qDelimiter() string {
	if x == Draft2141bis {
		return "?"
	}
	return "?="
}

func (o Offsets) nidEnd() int { return max(o.nss()-len(":"), 0) }

func (o Offsets) nssEnd() int {
	if r := o.r(); r != 0 {
		return r - len("?+")
	}
	return o.rEnd()
}

// rEnd returns where the r-component ends, or the NSS if there is none.
func (o Offsets) rEnd() int {
	if q := o.q(); q != 0 {
		return q - len(o.syntax().qDelimiter())
	}
	return o.qEnd()
}

// qEnd returns where the URN without its f-component ends.
func (o Offsets) qEnd() int {
	if f := o.f(); f != 0 {
		return f - len("#")
	}
	return int(o.end)
}

// NID returns the span of the namespace identifier.
func (o Offsets) NID() Span {
	if o.end == 0 {
		return Span{}
	}
	return Span{nidStart, o.nidEnd()}
}

// NSS returns the span of the namespace-specific string.
func (o Offsets) NSS() Span { return Span{o.nss(), o.nssEnd()} }

// R returns the span of the r-component, without its "?+".
func (o Offsets) R() Span {
	if o.r() == 0 {
		return Span{}
	}
	return Span{o.r(), o.rEnd()}
}

// Q returns the span of the q-component, without its "?=". Under Draft2141bis it
// is the span of the query, without its "?".
func (o Offsets) Q() Span {
	if o.q() == 0 {
		return Span{}
	}
	return Span{o.q(), o.qEnd()}
}

// F returns the span of the f-component, without its "#". The span of an empty
// f-component has Start == End > 0.
func (o Offsets) F() Span {
	if o.f() == 0 {
		return Span{}
	}
	return Span{o.f(), int(o.end)}
}

// Locate finds the components of s, which has to be a URN from its first byte to
// its last. If s is a URN, the Fault is zero; otherwise the Offsets are zero.
// Locate never allocates, keeps no reference to s, and takes time linear in
// len(s).
func (x Syntax) Locate(s string) (Offsets, Fault) { return x.locate(s) }

// LocateBytes is [Syntax.Locate] for a byte slice. It does not copy b, keeps no
// reference to it and never writes to it. b must not change during the call.
func (x Syntax) LocateBytes(b []byte) (Offsets, Fault) { return x.locate(stringOf(b)) }

// locate is the core: everything that parses calls it.
func (x Syntax) locate(s string) (Offsets, Fault) {
	x = x.known()
	m := machines[int(x)%len(machines)]
	var starts dfa.Starts
	end, state := m.RunFirst(s, &starts)
	if end != len(s) {
		if len(s) > MaxLen {
			return Offsets{}, Fault{x, MaxLen, TooLong}
		}
		end, state = m.RunRest(s, end, state, &starts)
		info := m.Info[state]
		if end != len(s) || info&dfa.Accept == 0 {
			return Offsets{}, Fault{x, end, reasons[info&^dfa.Accept]}
		}
	}
	return makeOffsets(x, &starts, end), Fault{}
}

// URN is a Uniform Resource Name. It is an immutable, comparable value of 32 bytes,
// or 24 where an int has 32 bits.
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
// name is an error. If s is not a URN, Parse returns the zero URN and a [*SyntaxError],
// which says where and why. Only the error is allocated, and it keeps no reference to s.
func (x Syntax) Parse(s string) (URN, error) {
	// For most names, this is all of locate. To call it would take 5 ns more.
	x = x.known()
	m := machines[int(x)%len(machines)]
	var starts dfa.Starts
	if end, _ := m.RunFirst(s, &starts); end == len(s) {
		o := makeOffsets(x, &starts, end)
		return URN{s, o.head, o.qf}, nil
	}
	o, fault := x.locate(s)
	if fault.Reason != 0 {
		return URN{}, newSyntaxError(s, fault)
	}
	return URN{s, o.head, o.qf}, nil
}

// ParseBytes is [Syntax.Parse] for a byte slice. If b is a URN, it is copied once.
// ParseBytes never writes to b. b must not change during the call.
func (x Syntax) ParseBytes(b []byte) (URN, error) {
	o, fault := x.LocateBytes(b)
	if fault.Reason != 0 {
		return URN{}, newSyntaxError(stringOf(b), fault)
	}
	return URN{string(b), o.head, o.qf}, nil
}

// MustParse is [Syntax.Parse] for names that are known to be right, such as
// constants: it panics if s is not a URN of syntax x.
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
// name is an error. If s is not a URN, Parse returns the zero URN and a [*SyntaxError],
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

// Offsets returns where the components of u are in u.String().
func (u URN) Offsets() Offsets { return Offsets{u.head, u.qf, uint64(len(u.s))} }

// String returns the URN as it was written.
func (u URN) String() string { return u.s }

// GoString implements [fmt.GoStringer], for the verb %#v: it returns a Go expression for
// u, such as urn.MustParse("urn:example:a").
func (u URN) GoString() string {
	switch x := u.Syntax(); {
	case u.IsZero():
		return "urn.URN{}"
	case x == RFC8141:
		return fmt.Sprintf("urn.MustParse(%q)", u.s)
	default:
		return fmt.Sprintf("urn.%s.MustParse(%q)", [...]string{RFC2141: "RFC2141", Draft2141bis: "Draft2141bis", Relaxed: "Relaxed"}[x], u.s)
	}
}

// NID returns the namespace identifier as written (RFC 8141, section 2.1).
func (u URN) NID() string { return u.Offsets().NID().In(u.s) }

// NSS returns the namespace-specific string as written, with its escapes (RFC 8141,
// section 2.2).
func (u URN) NSS() string { return u.Offsets().NSS().In(u.s) }

// R returns the r-component as written, without its "?+", or "" if
// there is none (RFC 8141, section 2.3.1).
func (u URN) R() string { return u.Offsets().R().In(u.s) }

// Q returns the q-component as written, without its "?=", or "" if
// there is none (RFC 8141, section 2.3.2). Under Draft2141bis it is the query.
func (u URN) Q() string { return u.Offsets().Q().In(u.s) }

// F returns the f-component as written, without its "#", or "" if it
// is absent or empty (RFC 8141, section 2.3.3). [Parts] distinguishes the two.
func (u URN) F() string { return u.Offsets().F().In(u.s) }

// AssignedName returns the URN as written, without r-, q- and f-component
// (RFC 8141, section 2: assigned-name).
func (u URN) AssignedName() string { return u.s[:u.Offsets().nssEnd()] }
