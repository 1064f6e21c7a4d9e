// Package urn recognises, splits, normalises and compares Uniform Resource
// Names.
//
//	u, err := urn.Parse("URN:ISBN:0-395-36341-1?+r#page")
//	u.NID()          // "ISBN"
//	u.NSS()          // "0-395-36341-1"
//	u.Key()          // "urn:isbn:0-395-36341-1"
//
// # Terminology
//
// The terms are those of RFC 8141. A URN such as
//
//	urn:example:weather?+r=1?=lat=39.56#today
//	    ------- ------- ---  --------- -----
//	    NID     NSS     r    q         f
//
// has a namespace identifier (NID) and a namespace-specific string (NSS),
// which with the scheme "urn" make up its assigned-name, and may have an
// r-component, a q-component and an f-component. Components are strings as
// they stand in the URN, without delimiters, with their percent-encoding.
// Offsets and lengths count bytes.
//
// # Specifications
//
// Three syntaxes are known, each as a [Syntax] with the same methods:
//
//   - [RFC8141], which package-level functions use: RFC 8141, section 2, with
//     the prose of 2.3.1 (an r-component ends at the first "?=").
//   - [RFC2141]: RFC 2141, section 2, with the prose of 2.1 (no NID "urn") and
//     2.3.1 ("%" stands before two hexadecimal digits). "/", "?" and "#" are
//     part of the NSS; 2.3.2 advises against them.
//   - [Draft2141bis]: draft-ietf-urnbis-rfc2141bis-urn-03, section 2, with the
//     NID of 2.1, and the prose of 2.1 (no NID "urn") and 2.5.3 (no "%00").
//
// The grammars are in machine.go.rl, rule by rule under their RFC names. That
// a name parses says that it is well formed. Whether its namespace exists, and
// whether it was ever assigned, is another matter (RFC 8141, section 1).
//
// # Laws
//
// For every URN u and v of a syntax x:
//
//   - x.Parse(u.String()) is u.
//   - u.Normalize() is a URN, u.Normalize().Normalize() is the same, and
//     u.Normalize().Equal(u).
//   - u.Equal(v) if and only if u.Key() == v.Key(). Equal is an equivalence
//     relation, and u.Compare(v) == 0 if and only if u.Equal(v). Compare is a
//     total order of keys.
//   - No escape is ever decoded in order to compare (RFC 8141, section 3.1).
//   - x.Build(u.Parts()) has the parts of u.
//   - Unescape(EscapeNSS(s)) is s for every byte string s; so for the siblings.
//   - If u.Display() == v.Display(), then u and v have the same normal form.
//
// u == v says less: that both are spelled alike. Use [URN.Key] as a map key and
// [URN.Equal] to compare.
//
// # Faults
//
// Everything that parses reports a fault at the length of the longest prefix of
// the input that some URN of the syntax begins with, and the component it lies
// in: see [Fault], [Reason] and [SyntaxError].
//
// # Running text
//
// A [Finder] finds URNs in bytes of any kind, and a [Scanner] in a stream. Both
// take the longest prefix that is a URN and give back punctuation that ends a
// sentence; see there.
//
// # Allocation and aliasing
//
// Locate, LocateLines, Valid and Finder.Next never allocate. Parse allocates only to report a fault; the
// URN shares its argument's memory, so that a short URN cut from a large string
// keeps all of it alive: use strings.Clone where that matters. ParseBytes and
// the Unmarshal methods copy what they keep. No function writes to its
// argument. Accessors, Equal and Compare do not allocate; Normalize and Key do
// only if something changes.
//
// # Concurrency
//
// Values are immutable, and the package has no state: everything but a
// [Scanner], and what Unmarshal methods and Scan write to, may be used from any
// number of goroutines, many of which may read the same bytes.
//
// # Security
//
// Time and memory are linear in the length of the input, but for the directives
// that ResolutionKey sorts. There is no recursion, and no input makes a function
// panic, but for [MustParse]. Inputs of 2 GiB and more are refused. The String
// of a URN consists of printable ASCII without space, double quote, "<", ">",
// "[", "\", "]", "^", "`", "{", "|" and "}": it cannot break out of a log line, a
// header, a string in double quotes or a TSV cell; "'" and "&" may occur. A URN
// says nothing about authority: anyone can write any name.
package urn
