// Package namespace knows the rules of single URN namespaces, such as "isbn" and
// "uuid". It holds the IANA registry, the syntax and the check digits of names, and
// the equivalence that namespaces add to the general rule. It also gives advice
// about URNs that are well-formed but should not be written.
//
//	u := urn.MustParse("urn:isbn:0-395-36341-2")
//	fmt.Println(namespace.Validate(u)) // invalid … wrong check digit: it should be '1' …
//	fmt.Println(namespace.Key(u))      // urn:isbn:0395363412
//
// # Registry
//
// [Lookup] and [Registry.All] answer from a table. It is generated from the IANA
// registry as of [Updated]. A NID may be in any case.
//
// # Equivalence
//
// RFC 8141, section 3.1, lets a namespace add to URN-equivalence. [Key], [Equal] and
// [Normalize] follow the rules that the documents state, and the general rule where
// they state none. These laws hold for all URNs a and b:
//
//   - If a.Equal(b), then Equal(a, b). A namespace may merge names that the general
//     rule distinguishes. It never distinguishes names that the general rule merges.
//   - Equal(a, b) if and only if Key(a) == Key(b).
//   - Normalize is idempotent. Its result parses and has the Key of its argument.
//   - No escape is decoded, because no document asks for it.
//   - The normal form of a valid name is valid.
//
// Where two documents contradict each other, the more specific one holds. RFC 2648 matches
// every name of the namespace "ietf" case-insensitively. RFC 3553 matches urn:ietf:params:…
// exactly. So "params" matches case-insensitively, and the text after it matches exactly.
//
// # Validation
//
// [Validate] checks the NSS as it is written, byte for byte. It checks the syntax of
// the namespace, and then the check digits. There are three verdicts: a name of a
// namespace whose syntax is not known is neither valid nor invalid. The error is nil
// unless the name is invalid.
//
// Each syntax is an automaton, compiled from a grammar. The automaton is proved equal
// to ABNF in testdata/namespace. Where the document has ABNF, a program extracts it
// and lists the slips that are mended. docs/namespaces.md and "urn ns" tell how far each
// document was read.
//
// What a document leaves to its registrant is not checked. For instance, Validate checks how a
// urn:lex is divided into parts, but not what a jurisdiction writes into them. A namespace
// that was defined under RFC 2141 has the characters of RFC 2141, unless its document says
// otherwise. So "&" and "~" are refused there (RFC 8141, section 2.2).
//
// # Typed values
//
// The packages below this one have types for the values that names denote: an ISBN, a UUID, an
// object identifier. FromURN reads a URN, Parse reads the value as it is written without
// "urn:", and the methods URN and String write both. An EPC and the values of scim are written
// as URNs, so these packages have no Parse. The error is an [*Error] or, if the text has a
// character that no URN may contain, a [*urn.SyntaxError]. docs/typed-values.md lists the
// packages.
//
// # Advice
//
// [Lint] yields advice against parts of a URN that parses, with the clause that says so.
//
// # Namespaces of your own
//
// A [Registry] is a set of rules. [IANA] has the rules of this package, [General]
// has none, and [Registry.With] adds the namespaces that a [Definition] describes. There is no process-wide registry to add to.
//
// # Cost
//
// Lookups do not allocate. Key and Normalize allocate only if the URN is not in
// normal form or has more than 256 bytes. Validate allocates only if the URN is
// invalid. Lint does not allocate. All functions take time that is linear in
// the length of the URN. Registries and their values may be used by any number of
// goroutines.
package namespace
