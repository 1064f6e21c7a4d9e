// Package namespace has the rules of the URN namespaces, such as "isbn" and "uuid": the
// IANA registry, the syntax and the check digits of names, and the equivalence that
// namespaces add to the general rule. It also gives advice about URNs that are well-formed
// but should not be written.
//
//	u := urn.MustParse("urn:isbn:0-395-36341-2")
//	fmt.Println(namespace.Validate(u)) // invalid … wrong check digit: it should be '1' …
//	fmt.Println(namespace.Key(u))      // urn:isbn:0395363412
//
// # Registry
//
// [Lookup] and [Registry.All] use a table that is generated from the IANA registry as of
// [Updated]. A NID may be in upper or lower case.
//
// # Equivalence
//
// RFC 8141, section 3.1, lets a namespace add to URN-equivalence. [Key], [Equal] and
// [Normalize] follow the rules of the documents. Where a document has no rule, they follow
// the general rule. These laws hold for all URNs a and b:
//
//   - If a.Equal(b), then Equal(a, b). A namespace may merge names that the general
//     rule distinguishes. It never distinguishes names that the general rule merges.
//   - Equal(a, b) if and only if Key(a) == Key(b).
//   - Normalize is idempotent. Its result parses and has the Key of its argument.
//   - No escape is decoded, because no document asks for it.
//   - The normal form of a valid name is valid.
//
// A [Registry] keeps them too, except that a [Definition] with a Whole function may
// distinguish names that the general rule merges.
//
// Where two documents contradict each other, the package follows the more specific
// document. RFC 2648 matches every name of the namespace "ietf" case-insensitively. RFC
// 3553 matches urn:ietf:params:… exactly. So "params" matches case-insensitively, and the
// text after it matches exactly.
//
// # Validation
//
// [Validate] checks the NSS as written, byte for byte. It checks the syntax of the
// namespace, and then the check digits. The verdict is Valid, Invalid, or, if the syntax of
// the namespace is not known, Unknown. The error is nil unless the name is invalid.
//
// Each syntax is an automaton, compiled from a grammar. The automaton is proved equal to
// ABNF in testdata/namespace. Where the document has ABNF, a program extracts it and lists
// the errors that were corrected. docs/namespaces.md and "urn ns" say how much of each
// document was read.
//
// Rules that a document leaves to the registrant are not checked. For instance, Validate
// checks the division of a urn:lex into parts, but not the content of the parts, which a
// jurisdiction decides. Names of a namespace that was defined under RFC 2141 may have only
// the characters of RFC 2141, unless its document says otherwise. So "&" and "~" are
// refused in these names (RFC 8141, section 2.2).
//
// # Typed values
//
// The packages below this one have types for the values in names, such as an ISBN, a UUID
// or an object identifier. FromURN reads a URN, and the method URN writes it. Parse reads
// the value without "urn:", and the method String writes it. Packages epc and scim have no
// Parse, because their values are always written as URNs. The error is an [*Error] or, if
// the text has a character that no URN may contain, a [*urn.SyntaxError].
// docs/typed-values.md lists the packages.
//
// # Advice
//
// [Lint] yields advice against parts of a URN that parses, each with the clause of the
// document that advises.
//
// # Namespaces of your own
//
// A [Registry] is a set of rules. [IANA] has the rules of this package, [General] has none,
// and [Registry.With] adds the namespaces that a [Definition] describes. There is no
// process-wide registry.
//
// # Cost
//
// Lookups do not allocate. Key and Normalize allocate only if the URN is not in
// normal form or has more than 256 bytes. Validate allocates only if the URN is
// invalid. Lint does not allocate. All functions take time that is linear in
// the length of the URN. Registries and their values may be used by any number of
// goroutines.
package namespace
