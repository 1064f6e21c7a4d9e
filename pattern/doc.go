// Package pattern parses URNs of a known shape into fields, and builds them.
//
//	type Runner struct {
//		Region string
//		Org    int64
//		ID     string `urn:"runner"`
//	}
//
//	var runners = pattern.MustFor[Runner]("urn:dd:apps:on-prem-runner:{region}:{org}:{runner}")
//
//	r, err := runners.Parse(s) // a Runner, or where and why not
//	u, err := runners.Build(r) // a urn.URN that parses back to r, or an error
//
// [For] compiles a pattern for a struct type. [Value] reads and writes such a struct in
// JSON, XML, SQL and flags. A [Set] finds the pattern of a URN among many. [Compile] is for
// fields that are not known at compile time: [Pattern.Match] returns their spans, and
// [Pattern.Values] their values.
//
// [ReadSet] reads a file of patterns. [Set.Definitions] turns a set into rules of
// namespaces, with which package namespace validates, normalizes and lints your own names.
//
// # The language
//
// A pattern is a URN with fields in braces, like the patterns of [net/http.ServeMux]. The
// rest is literal text. There are no regular expressions.
//
//   - {name} matches at least one byte. It ends at the first occurrence of the literal after
//     it outside parentheses that were opened inside the field. So
//     "urn:li:dataset:({platform},{name},{env})" matches a URN with commas and parentheses as
//     the platform.
//   - A {name} at the end of its component matches no ":" outside parentheses.
//   - {name...} matches the rest of its component, which may be empty.
//   - {name,fold} and {name...,fold} match case-insensitively. The value is in lower case.
//
// Further options follow the name, separated by commas:
//
//   - {name,empty} may be empty. Compile refuses it if the URN without the field would not be
//     a URN, or would have other components.
//   - {name,escape=,()} also escapes the characters after "=", and matches none of them
//     unescaped. It must be the last option: everything up to "}" is a character.
//   - {name,plus} writes a space as "+", and "+" as "%2B".
//   - {name...,nonempty} must not be empty.
//   - {name,number}, {name,ident}, {name,alnum}, {name,uuid}, {name,lower-uuid}, {name,oid} and
//     {name,semver} match a class of texts: digits; a letter or "_", then letters, digits and
//     "_"; a letter, then letters and digits; a UUID; a UUID in lower case; an OID of two arcs
//     or more; a version of Semantic Versioning.
//   - {name,urn} matches a text that begins with "urn:", an NID and ":". {name,urn=li:tag}
//     matches a text that begins with "urn:li:tag:".
//   - {name,in=a|b} matches one of these words, and {name,not=a|b} any other text.
//   - {name,excluding=,()} matches none of the characters after "=" unescaped. It must be the
//     last option.
//
// A name consists of ASCII letters, digits and "_", and does not begin with a digit. There
// must be a literal between two fields. The NID must not contain a field, and must be an NID
// of RFC 8141, with 2 to 32 characters.
//
// A pattern may include an r-component, a q-component and an f-component, each after its
// delimiter "?+", "?=" or "#". The URN must have every component of the pattern. Components
// that the pattern does not have are ignored.
//
// Literals match by the rules of RFC 8141, section 3.1: the scheme, the NID and the digits of
// escapes case-insensitively, everything else exactly. If the namespace compares letters
// case-insensitively, so do the literals. Some namespaces do so depending on the fields: nbn
// does before the first "-". There, Compile refuses letters after a field.
//
// # Words before a pattern
//
//   - raw: names are texts that are compared letter by letter, as many systems do, and need
//     not be URNs. The pattern covers everything after "urn:". "?", "#" and "%" are ordinary
//     characters. A value is its text: only the options escape= and plus escape. The first
//     field may be in the NID: "raw urn:{domain}:device:{type}".
//   - flat: parentheses do not nest. A field ends at the first occurrence of the literal after
//     it. In a [Set], the patterns of one NID are all flat, or none is.
//   - exclusive: in a [Set], names that begin as the pattern does belong to it alone.
//   - only: a URN with a component that the pattern does not have does not match.
//
// # Escapes
//
// The value of a field is its text with the escapes decoded. Build escapes what cannot occur
// in the field, and delimiters that would end it too early. Build refuses a value that Parse
// would not return unchanged.
//
// Parse refuses an escape that Build would not write: "%41" and "A" have the same value, but
// are two names (RFC 8141, section 3.1). For the same reason it refuses an integer with
// leading zeros. So two laws hold for every value v that Build accepts and every URN u that
// Parse accepts:
//
//   - Parse(Build(v)) is v.
//   - Build(Parse(u)) is equivalent to u, by the rules of package namespace and of the fields
//     that match case-insensitively.
//
// # Stability
//
// See the section Stability of package urn. The language is stable: a pattern that compiles keeps its meaning. These may
// change in a minor version:
//
//   - Words and options may be added. A text that does not compile today may compile then.
//   - [Vendors] follows the vendors.
//   - The limits below may grow, and [Set.Add] may accept more patterns.
//   - The texts of errors may change, and the Offset may be closer to the fault. Reasons stay.
//   - Literals follow what package namespace knows of their namespace.
//   - A pattern that breaks a law above is fixed.
//
// # Cost
//
// Patterns may come from users. A pattern has at most 1024 bytes, 16 fields, and 64 bytes in
// a literal after a field. At most 8 parentheses may be open in a field whose end is searched
// for. A match takes time linear in the length of the URN and does not allocate. Comparing
// the patterns of a set takes time linear in their number: Add refuses a pattern that is
// similar to too many others. No pattern and no URN makes a function panic, except those
// whose names begin with Must. The zero Typed, the zero Pattern and nil pointers have no
// pattern: their methods panic, and so does [Set.Add] of one.
package pattern
