// Package namespace holds what is known of single URN namespaces: the IANA
// registry, the syntax and the check digits of their names, the equivalence they
// add to the general rule, and what is better not written.
//
// # Registry
//
// [Lookup], [All] and [KindOf] answer from a table generated from the IANA registry
// as of [Updated]. NIDs are taken in any case.
//
// # Equivalence
//
// RFC 8141, section 3.1, lets a namespace add to URN-equivalence. [Key], [Equal] and
// [Normalize] follow the rules that the documents state, and the general rule where
// they state none. The laws, for all URNs a and b:
//
//   - If a.Equal(b), then Equal(a, b): a namespace merges, it never splits.
//   - Equal(a, b) if and only if Key(a) == Key(b).
//   - Normalize is idempotent, its result parses, and its Key is that of its
//     argument.
//   - No escape is decoded: no document asks for it.
//   - A valid name stays valid.
//
// Where two documents contradict each other, the more specific one holds. RFC 2648
// has every name of the namespace "ietf" matched in either case, RFC 3553 has
// urn:ietf:params:… matched exactly; so "params" matches in either case and what
// follows it exactly.
//
// # Validation
//
// [Validate] checks the NSS against the syntax of its namespace, byte for byte as
// it is written, and against check digits. Each syntax is an automaton compiled from
// a grammar, and proved against ABNF in testdata/namespace. Where the document has
// ABNF, it is taken out of the document by a program, which lists the slips that
// are mended. [Entry.Documents] tells how far each document was read. What a
// document leaves to its registrant is left open: a urn:lex is checked for its division, not for what
// a jurisdiction puts between the dividers. Where nothing is known of a namespace,
// Validate says that it has not checked; that is not an error.
//
// Namespaces that were defined under RFC 2141 have its character set: RFC 8141,
// section 2.2, gives them no other, so that "&" and "~" are refused there.
//
// # Views
//
// [UUID], [ISBN13], [OID], [ParseSCIM] and [ParseSCIMAttribute] give the value that
// a URN of their namespace stands for, after the same validation.
//
// Package [github.com/seed7b5a83f0/urn/namespace/epc] converts the names of urn:epc that
// hold a GS1 key to GS1 element strings and GS1 Digital Link URIs, and back.
//
// # Advice
//
// [Lint] returns what parses but should not be written, each with its clause.
//
// # Namespaces of one's own
//
// [New] makes a [Registry] that also knows the namespaces its owner defines. There
// is no process-wide registry to add to.
//
// # Cost
//
// Lookups do not allocate. Key and Normalize allocate only if the URN is not in
// normal form, or has more than 256 bytes; Validate and the views only if there is
// an error. Everything is linear in the length of the URN, but for Lint, which
// sorts what it has to say. Registries and their values may be used by any
// number of goroutines.
package namespace
