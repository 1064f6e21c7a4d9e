package bento

import (
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Records are the objects that the command urn writes with --json. Package record
// of the library writes them for both.

// newFile returns the beginning of the records of a file. Without a name, records have no
// file.
func newFile(name string) record.File {
	if name == "" {
		return ""
	}
	return record.NewFile(name)
}

// appendRejected appends the record of a line that is not accepted, given the
// error of parsing it or of checking it by the rules of its namespace.
func appendRejected(dst []byte, p record.Place, x urn.Syntax, line string, err error) []byte {
	var n *namespace.Error
	if errors.As(err, &n) {
		if u, err := x.Parse(line); err == nil {
			return record.AppendRefusal(dst, p, u, n, n.Message())
		}
	}
	_, f := x.Locate(line)
	var s *urn.SyntaxError
	if errors.As(err, &s) { // a fault that cannot be repaired may come after one that can
		f = urn.Fault{Syntax: x, Offset: s.Offset, Reason: s.Reason}
	}
	return record.AppendFault(dst, p, line, f, f.Message(line))
}
