package namespace

import (
	"fmt"
	"iter"
	"slices"
)

// Document says how far a document about a namespace was read against this
// package, and what came of it.
type Document struct {
	Name     string  // such as "RFC 3061"
	Sections string  // the sections that were read, such as "2, 3"
	Read     Reading // how much of the document was read
	Found    string  // what the document says, and where it differed from this package
	Decided  string  // what this package does
}

// Reading says how much of a document was read.
type Reading uint8

const (
	// ReadNone: the document was not at hand. What this package says of it
	// comes from another place or from memory, as Document.Found tells.
	ReadNone Reading = iota
	// ReadPart: the sections of Document.Sections were read.
	ReadPart
	// ReadFull: the whole document was read.
	ReadFull
)

var readingNames = [...]string{ReadNone: "none", ReadPart: "part", ReadFull: "full"}

// String returns "none", "part" or "full".
func (r Reading) String() string {
	if int(r) >= len(readingNames) {
		return fmt.Sprintf("Reading(%d)", uint8(r))
	}
	return readingNames[r]
}

// Documents yields the documents that this package follows for the namespace,
// and how far each was read. It yields nothing for a namespace that only the
// general rule holds for, and for one that only a [Definition] describes. It
// does not allocate.
func (e Entry) Documents() iter.Seq[Document] {
	return slices.Values(documentTable[e.documents.start:e.documents.end])
}
