// Package nsdocs says where the rules of package namespace come from. It serves the
// command's subcommand ns and the page in a browser. A program that only uses the
// rules does not contain it.
package nsdocs

// Namespace says where the rules of one namespace come from.
type Namespace struct {
	// ReferenceAsOf is the date, in the form YYYY-MM-DD, of the copy of the IANA
	// registry that Entry.Reference was found in. It is "" if the reference was found
	// elsewhere, or if there is none.
	ReferenceAsOf string
	// ReferenceSource says where Entry.Reference was found, such as "IANA registry". It
	// is "" if there is no reference.
	ReferenceSource string
	// Notes holds the slips and contradictions of the documents, by Rule.Scope.
	Notes map[string]string
	// Form is the syntax of the names in words. Example is a valid name, or "" if names
	// are not checked. ExampleSource is the document that prints it, or begins with
	// "made".
	Form, Example, ExampleSource string
	// Package is the package of the typed value, such as "namespace/isbn", or "".
	Package string
	// Resolvers say where names are resolved. Nothing here fetches them.
	Resolvers []Resolver
	// Documents are the documents that package namespace follows.
	Documents []Document
}

// Document says how far a document about a namespace was read against package
// namespace, and what came of it.
type Document struct {
	Name     string // such as "RFC 3061"
	Sections string // the sections that were read, such as "2, 3"
	Read     string // how much of the document was read: "none", "part" or "full"
	Found    string // what the document says, and where it differed from the package
	Decided  string // what the package does
}

// Resolver says where the names that begin with Prefix are resolved.
type Resolver struct {
	Prefix   string // such as "urn:nbn:fi"
	Template string // of a URL; {urn} is the URN, {nss} its NSS
	Source   string // the document that says so
}
