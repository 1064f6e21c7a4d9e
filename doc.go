// Package urn parses, compares, normalises and builds Uniform Resource Names
// (RFC 8141), such as urn:isbn:0-395-36341-1 or
// urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
//
//	u, err := urn.Parse("URN:ISBN:0-395-36341-1?+r#page")
//	u.NID()          // "ISBN"
//	u.NSS()          // "0-395-36341-1"
//	u.Key()          // "urn:isbn:0-395-36341-1"
//
// # Terminology
//
// RFC 8141 defines the terms. This URN has every component:
//
//	urn:example:weather?+r=1?=lat=39.56#today
//	    ------- ------- ---  --------- -----
//	    NID     NSS     r    q         f
//
// The scheme "urn", the namespace identifier (NID) and the namespace-specific string
// (NSS) are the assigned-name. A URN may also have an r-component, a q-component and
// an f-component. Components are strings as they are in the URN: percent-encoded,
// without delimiters. Offsets and lengths are in bytes.
//
// # Specifications
//
// Each [Syntax] follows one specification, except Relaxed. The syntaxes are:
//
//   - [RFC8141]: RFC 8141, section 2, with the prose of 2.3.1 (an r-component ends at the
//     first "?="). The package-level functions use it.
//   - [RFC2141]: RFC 2141, section 2, with the prose of 2.1 (no NID "urn") and 2.3.1
//     ("%" precedes two hexadecimal digits). "/", "?" and "#" are part of the NSS;
//     2.3.2 advises against them.
//   - [Draft2141bis]: draft-ietf-urnbis-rfc2141bis-urn-03, section 2, with the NID of
//     2.1, and the prose of 2.1 (no NID "urn") and 2.5.3 (no "%00"). Package
//     draft2141bis reads the directives of its query.
//   - [Relaxed]: the syntax of no document. It is RFC 8141 with an NID of up to 63 letters,
//     digits, "-", "." and "_", and with further "#" in an f-component. It is for names in
//     use that RFC 8141 refuses, and is never a default.
//
// The grammars are in machine.go.rl, rule by rule under their RFC names. A name that
// parses is well formed. Whether its namespace exists, and whether the name was ever
// assigned, is another question (RFC 8141, section 1). Package namespace knows the
// registered namespaces.
//
// # Laws
//
// For all URNs u and v of a syntax x, except the zero URN:
//
//   - x.Parse(u.String()) is u.
//   - u.Normalize() is a URN, u.Normalize().Normalize() is the same, and
//     u.Normalize().Equal(u).
//   - u.Equal(v) if and only if u.Key() == v.Key(). Equal is an equivalence
//     relation. u.Compare(v) == 0 if and only if u.Equal(v). Compare is a total order
//     of keys.
//   - No escape is decoded in order to compare (RFC 8141, section 3.1).
//   - x.Build(u.Parts()) has the parts of u.
//   - Unescape undoes x.Escape(c, s), for every byte string s and component c for
//     which Escape has no error.
//   - Writing u as text, JSON or SQL fails if the name that a reader gets would not
//     have u's key.
//
// u == v compares the spelling. Use [URN.Key] as a map key and [URN.Equal] to
// compare names.
//
// # Errors
//
// Every error of this package is an [*Error]. It reports where a name goes
// wrong, which component is malformed, and what may be there. When a text is parsed,
// the offset is the length of its longest prefix that some URN of the syntax begins with.
// See [Fault] and [Reason].
//
// The errors of packages pattern, namespace and the packages below namespace are alike.
// Each package has one error type, with a Reason, an Offset in bytes, and a field for the
// subject: a syntax, a namespace or a pattern. Its method Error returns the whole text, and
// Message the text without the name and the offset. [errors.Is] finds a Reason of the package,
// and [errors.As] the error itself. The enumerations of all packages report an unknown constant
// as an *Error of this package.
//
//	errors.Is(err, urn.BadNID)
//	errors.Is(err, namespace.BadCheckDigit)
//	errors.Is(err, pattern.BadValue)
//
// # Storage and transport
//
// A URN is read and written as text in JSON, XML, SQL and flags, and parsed as
// RFC 8141. Writing fails for a name of another syntax that would be read as another
// name. The packages rfc2141, draft2141bis and relaxed each have a type URN for fields that
// keep such names. See [URN.MarshalText], and [URN.UnmarshalText] for JSON null and SQL
// NULL.
//
// # Running text
//
// Package scan finds URNs in any bytes, in lines and in streams, and replaces them. Package
// repair escapes the octets that may not occur in a URN, such as letters beyond ASCII.
//
// # Allocation and aliasing
//
// A function of this package whose result shares the memory of the text takes a string, as Parse does.
// If there is also a function for a []byte, its name ends with Bytes.
//
// Locate and Valid never allocate. Parse allocates only its error. The URN shares its
// argument's memory, so a short URN cut from a large string keeps all of it alive; use
// strings.Clone where that matters. ParseBytes and the Unmarshal methods copy what they
// keep. No function writes to the text it reads. Accessors, Equal and Compare do not
// allocate. Normalize and Key allocate only if something changes.
//
// # Concurrency
//
// Values are immutable, and the package has no state. Everything may be used by several
// goroutines at once, except a value that an Unmarshal method or Scan is setting. Several
// goroutines may read the same bytes.
//
// # Stability
//
// This section covers all packages of the module. Within a major version, these never change:
//
//   - the key of a URN, and the bytes of MarshalBinary
//   - the strings of Syntax, Reason and the other enumerations; a Component has none
//   - which texts a Syntax accepts, and the Reason and Offset of a text that it refuses
//   - the results of Escape, Unescape, repair.Parse and draft2141bis.ResolutionKey and, for the
//     same secret and text, of package pseudonym
//
// The only exceptions are corrections, listed in CHANGELOG.md, of a departure from the document
// that a Syntax names, or of a flaw in security.
//
// The texts of errors, sizes and numbers of allocations may change, but what is documented not to
// allocate never will: of an iterator, a for-range statement directly over the call. Constants may be added to the enumerations. Fields may be added to every
// struct except [Span], so use field names in composite literals. A struct that can be compared with
// == stays so. Packages scan, namespace and
// pattern list what else may change in them.
//
// # Security
//
// Time and memory are linear in the length of the input. There is no recursion. No text
// makes a function panic, except [MustParse]. The Append methods of [Offsets] panic if
// their text is shorter than the URN that was located, and may panic with another text. A
// name of more than [MaxLen] bytes is refused. The text of a URN is printable ASCII without
// space, double quote, "<", ">", "[", "\", "]", "^", "`", "{", "|" and "}". So it cannot
// break out of a log line, a header, a string in double quotes or a TSV cell. It may contain
// "'" and "&". A URN says nothing about authority: anyone can write any name.
package urn
