package notation

import (
	"bytes"
	"path"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// IsCSV reports whether the name of a file, which may be compressed, ends in .csv, .tsv or
// .tab.
func IsCSV(name string) bool {
	end := extension(name)
	return end == ".csv" || isTSV(end)
}

func isTSV(end string) bool { return end == ".tsv" || end == ".tab" }

// extension returns the extension of a file name in lower case, ignoring the extension of a
// compression.
func extension(name string) string {
	name = strings.ToLower(name)
	for _, end := range []string{".gz", ".zst", ".bz2", ".xz"} {
		name = strings.TrimSuffix(name, end)
	}
	return path.Ext(name)
}

// Of returns n, completed for the input with this file name that begins with begin. If n is
// CSV without a separator, the separator is a tab for a file named .tsv or .tab, and
// otherwise the most frequent of , ; | and tab in the header, or a comma. SQL becomes MySQL
// if begin has the first comment of mysqldump or mariadb-dump.
func (n Notation) Of(name string, begin []byte) Notation {
	begin = bytes.TrimPrefix(begin, []byte(bom))
	switch {
	case n == CSV && isTSV(extension(name)):
		return Separated('\t')
	case n == CSV:
		return Separated(headerSeparator(begin))
	case n == SQL:
		head := begin[:min(len(begin), 256)]
		for _, sign := range []string{"-- MySQL dump", "-- MariaDB dump", "/*M!"} {
			if bytes.Contains(head, []byte(sign)) {
				return MySQL
			}
		}
	}
	return n
}

// LooksLikeCSV reports whether a text that begins with begin may be CSV: its first lines have the same number
// of cells, at least two, and no control characters, and a cell begins with "urn:".
func LooksLikeCSV(begin []byte) bool {
	n := CSV.Of("", begin)
	var cells []int
	count, rows, names := 0, 0, false
	for ; rows < 5 && bytes.IndexByte(begin, '\n') >= 0; rows++ {
		var size int
		var fault string
		if cells, size, fault = n.Record(cells[:0], begin); fault != "" || len(cells) < 2 || rows > 0 && len(cells) != count {
			return false
		}
		if bytes.ContainsFunc(begin[:size], func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }) {
			return false // output for a terminal
		}
		count = len(cells)
		for start, k := 0, 0; k < count; start, k = cells[k]+1, k+1 {
			cell := bytes.TrimPrefix(begin[start:cells[k]], []byte{'"'})
			names = names || len(cell) > len("urn:") && ascii.EqualFold("urn:", cell[:len("urn:")])
		}
		begin = begin[size:]
	}
	return rows > 1 && names
}

// headerSeparator returns the separator of the first record that is not empty.
func headerSeparator(text []byte) (separator byte) {
	var header []byte // without what is quoted
	for i, part := range bytes.Split(bytes.TrimLeft(text, "\r\n"), []byte{'"'}) {
		if i%2 == 0 {
			header = append(header, part...)
		}
	}
	if i := bytes.IndexAny(header, "\r\n"); i >= 0 {
		header = header[:i]
	}
	most := -1
	for _, c := range []byte(",;\t|") {
		if n := bytes.Count(header, []byte{c}); n > most {
			separator, most = c, n
		}
	}
	return separator
}
