// Package namespace implements the rules of URN namespaces such as "isbn" and "uuid": the IANA
// registry, the syntax and check digits of names, and the equivalence that a namespace adds to
// the general rule. It also advises against URNs that are well-formed but should not be written.
//
//	u := urn.MustParse("urn:isbn:0-395-36341-2")
//	fmt.Println(namespace.Validate(u)) // invalid … wrong check digit: it should be '1' …
//	fmt.Println(namespace.Key(u))      // urn:isbn:0395363412
//
// # Registry
//
// [Lookup] and [Registry.All] read a table generated from the IANA registry as of [Updated].
// NIDs match case-insensitively.
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
// They also hold for a [Registry], with two exceptions: a [Definition] with a Verbatim function may
// distinguish names that the general rule merges, and the last law holds for a Definition only if
// its Validate function accepts the normal form of each NSS that it accepts.
//
// Where two documents contradict each other, the package follows the more specific document. RFC
// 2648 matches every name of the namespace "ietf" case-insensitively. RFC 3553 matches
// urn:ietf:params:… exactly. So "params" matches case-insensitively, and the text after it exactly.
//
// # Stability
//
// The section Stability of package urn applies. In the packages below this one, the String of a
// value does not change within a major version, and Parse keeps reading it unless the value turns
// out not to be a valid name. These may change in a minor version:
//
//   - the registry: Lookup, All, Kind and Reference
//   - the verdict on a name, if a document is replaced, corrected or read more closely, and so
//     what FromURN, New and Parse accept
//   - the advice of Lint, and the tables dated by a function Updated
//   - keys; see below
//   - the encodings that epc.Tag and epc.ParseTag know, and so its URN, Encoding and Identity
//   - where scim.FromURN splits a name
//   - the texts of errors; and an Offset may come closer to the fault
//
// # Stored keys
//
// A unique index over [Key] relies on the keys of stored names. [urn.URN.Key], which is RFC
// 8141's equivalence, never changes (see the section Stability of package urn). A minor release
// may change Key of the names of a namespace, because the rules of namespaces are data: IANA
// registers a namespace, a document is replaced, or a rule of this package turns out to contradict its
// document. CHANGELOG.md then lists the namespace. A patch release changes no key.
//
// So store each name as it was written, and its Key in a column of its own with the index. After an
// update to another minor version, compute the keys of the stored names again. Where a key
// differs, write the new one; where two names now have the same key, a person decides. A program
// that cannot do this indexes urn.URN.Key.
//
// # Validation
//
// [Validate] checks the NSS as written, byte for byte: first the syntax of the namespace, then
// the check digits. The verdict is Valid, Invalid, or Unknown if the syntax of the namespace is
// not known. The error is nil unless the name is invalid.
//
// Each syntax is an automaton, compiled from a grammar. The automaton is proved equal to
// ABNF in testdata/namespace. Where the document has ABNF, a program extracts it and lists
// the errors that were corrected. [docs/namespaces.md] and "urn ns" say how much of each
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
// The packages below this one provide types for the values in names, such as an ISBN, a UUID or
// an object identifier. FromURN reads a URN, and the method URN returns it. FromURN ignores the r-,
// q- and f-component, except that cdx reads the f-component and scim refuses all three. Parse reads
// the identifier without "urn:", or its URN, and String returns the identifier. Every error is an
// [*Error]. Values are immutable, and == means the same identifier, except for a scim.Attribute: it
// keeps the case of its letters, which its method Equal ignores.
//
// The types implement [encoding.TextMarshaler], [encoding.TextUnmarshaler],
// [database/sql.Scanner] and [database/sql/driver.Valuer] by means of String and Parse. So they can
// be fields of JSON and XML documents, map keys, flags, columns, log values and fields of
// patterns. UnmarshalText and Scan copy a []byte, and leave the value as it was on an error. Scan
// returns NotText for any type except string, []byte and nil. Empty text is the zero value, which is
// NULL in SQL. The zero uuid.UUID is a UUID of its own: for it, empty text and NULL are errors.
// encoding/json leaves a value as it was for null. To leave out zero values, use omitzero in JSON,
// not omitempty, and a pointer in XML. For encoding/gob, store the String: gob encodes a uuid.UUID
// as its array and refuses the other types. [docs/typed-values.md] lists the packages.
//
// # Advice
//
// [Lint] yields advice against parts of a URN that parses, each with the clause it is based on.
//
// # Namespaces of your own
//
// A [Registry] is a set of rules. [IANA] is the rules of this package, the zero
// Registry is empty, and [Registry.With] adds namespaces described by a [Definition]. There is no
// process-wide registry.
//
// # Cost
//
// Lookups do not allocate. Key and Normalize allocate only if the URN is not in
// normal form or has more than 256 bytes. Validate allocates only if the URN is
// invalid, and Lint only for advice on a check digit or an incomplete name. All functions take
// time that is linear in the length of the URN. Registries and their values may be used by any number of
// goroutines.
//
// [docs/namespaces.md]: https://github.com/seed7b5a83f0/urn/blob/main/docs/namespaces.md
// [docs/typed-values.md]: https://github.com/seed7b5a83f0/urn/blob/main/docs/typed-values.md
package namespace
