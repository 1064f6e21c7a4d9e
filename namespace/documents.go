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

// AppendText implements [encoding.TextAppender]: it appends r.String(). It fails
// if r is not one of the constants.
func (r Reading) AppendText(b []byte) ([]byte, error) {
	return appendName(b, r, len(readingNames), "reading")
}

// MarshalText implements [encoding.TextMarshaler]; see [Reading.AppendText].
func (r Reading) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Reading.String] returns for the constants. It leaves r unchanged if it fails.
func (r *Reading) UnmarshalText(text []byte) error {
	return parseName(r, text, len(readingNames), "reading")
}

// Documents yields the documents that this package follows for the namespace, and how
// far each was read. It yields nothing if only the general rule holds for the
// namespace, or if only a [Definition] describes it. It does not allocate.
func (e Entry) Documents() iter.Seq[Document] {
	return slices.Values(documentTable[e.documents.start:e.documents.end])
}
