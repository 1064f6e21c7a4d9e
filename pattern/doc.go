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
//	r, err := runners.Parse(s) // a Runner, or where and why s does not match
//	u, err := runners.Build(r) // a urn.URN that parses back to r, or an error
//
// [For] compiles a pattern for a struct type. [Value] reads and writes such a struct in JSON, XML, SQL
// and flags. [Compile] is for fields that are not known at compile time. A [Set] finds the pattern that
// a URN matches among many.
//
// [ReadSet] reads a file of patterns. With the [Set.Definitions] of a set, package namespace validates,
// normalizes and lints your own names.
//
// # The language
//
// A pattern is a URN with fields in braces, like the patterns of [net/http.ServeMux]. The rest is
// literal text. There are no regular expressions.
//
//   - {name} matches one or more bytes. The field ends at the first occurrence of the literal that
//     follows it, ignoring text in parentheses opened inside the field. So
//     "urn:li:dataset:({platform},{name},{env})" matches a platform that is itself a URN with commas
//     and parentheses.
//   - A {name} at the end of its component does not match ":" outside parentheses.
//   - {name...} matches the rest of its component, which may be empty.
//   - {name,fold} and {name...,fold} match case-insensitively. The value is in lower case.
//
// Further options follow the name, separated by commas:
//
//   - {name,empty} may be empty. Compile rejects the option if the URN without the field would not be a
//     URN, or would have different components.
//   - {name...,nonempty} must not be empty.
//   - {name,plus} writes a space as "+", and "+" as "%2B".
//   - {name,number}, {name,ident}, {name,alnum}, {name,uuid}, {name,lower-uuid}, {name,oid} and
//     {name,semver} match, respectively: digits; a letter or "_", then letters, digits and "_"; a
//     letter, then letters and digits; a UUID; a UUID in lower case; an OID of two or more arcs; a
//     semantic version.
//   - {name,urn} matches a text that begins with "urn:", an NID and ":". {name,urn=li:tag} matches a
//     text that begins with "urn:li:tag:".
//   - {name,in=a|b} matches one of these words, and {name,not=a|b} anything else.
//   - {name,excluding=,()} does not match any of the characters after "=" unescaped. Match accepts
//     their escapes, but Parse rejects them, and Build rejects a value that contains one.
//   - {name,escape=,()} does not match them either, and escapes them in addition to those that a URN
//     cannot contain. Both options must come last: everything up to "}" is a character.
//
// A name consists of ASCII letters, digits and "_", and does not begin with a digit. Two fields must be
// separated by a literal. The NID must be an NID of RFC 8141, 2 to 32 characters long, without fields.
//
// A pattern may include an f-component after "#". The URN must then have one; otherwise an f-component
// is ignored. So are r- and q-components, which are parameters (RFC 8141, sections 2.3.1 and 2.3.2) and
// cannot be part of a pattern.
//
// Literals match by the rules of RFC 8141, section 3.1: the scheme, the NID and the digits of escapes
// case-insensitively, everything else exactly. If the namespace compares letters case-insensitively, so
// do literals. In some namespaces that depends on the fields: names of nbn are case-insensitive up to
// the first "-". There, Compile rejects letters after a field.
//
// # Words before a pattern
//
//   - raw: names are texts compared byte for byte, as many systems do, and need not be URNs. The
//     pattern covers everything after "urn:", and "?", "#" and "%" are ordinary characters. Values are
//     not escaped, except by the options escape= and plus. The first field may be in the NID: "raw
//     urn:{domain}:device:{type}".
//   - flat: parentheses are ordinary characters. In a Set, either all patterns of an NID are flat or
//     none is. The same holds for raw.
//   - exclusive: in a Set, all names with the prefix of this pattern belong to it alone.
//   - only: a URN with an r- or q-component does not match, nor one with an f-component unless the
//     pattern has one.
//
// # Escapes
//
// The value of a field is its text with the escapes decoded. Build escapes what a field cannot contain,
// and delimiters that would end it too early. It rejects a value that Parse would not return unchanged.
//
// Parse rejects an escape that Build would not write: "%41" and "A" decode to the same value, but are
// two names (RFC 8141, section 3.1). For the same reason it rejects integers with leading zeros. So two
// laws hold for every value v that Build accepts and every URN u of RFC 8141 that Parse accepts:
//
//   - Parse(Build(v)) is v, as the texts of its fields tell.
//   - Build(Parse(u)) is equivalent to u, by the rules of package namespace and of the fields that
//     match case-insensitively.
//
// # Stability
//
// The section Stability of package urn applies. It also covers the language: a pattern that compiles
// keeps its meaning. These may change in a minor version:
//
//   - Words, options and classes may be added, so a text that Compile rejects may become a pattern.
//   - [Vendors] follows the vendors.
//   - The limits below may be raised, and Set.Add may accept more patterns.
//   - The texts of errors may change, and an Offset may come closer to the fault.
//   - Literals follow what package namespace knows about their namespace. If a minor version adds a
//     rule of letter case for a namespace, Compile may refuse letters after a field in it, and Set.Add
//     may report a conflict.
//   - If an NID is registered, patterns with a field in their NID no longer match its names in a Set.
//   - Behavior that breaks a law above is a bug and may be fixed.
//
// # Cost
//
// Patterns may come from users. A pattern is at most 1024 bytes long, and has at most 16 fields and 64
// bytes in a literal after a field. At most 8 parentheses may be open in a field whose end is searched
// for. Matching takes time linear in the length of the name; see [Pattern.Match] for what it allocates.
// Comparing the patterns of a set takes time linear in their number: Add rejects a pattern that is
// similar to too many others.
//
// Only functions whose names begin with Must panic because of a pattern or a name. The zero Typed, the
// zero Pattern and nil pointers have no pattern and must not be used.
package pattern
