package notation

import (
	"bytes"
	"strings"
)

// IsCSV reports whether the name of a file, which may be compressed, says that it is CSV:
// .csv, .tsv or .tab.
func IsCSV(name string) bool {
	end := extension(name)
	return end == ".csv" || isTSV(end)
}

func isTSV(end string) bool { return end == ".tsv" || end == ".tab" }

// extension returns the last part of a name in lower case, without that of a compression.
func extension(name string) string {
	name = strings.ToLower(name)
	for _, end := range []string{".gz", ".zst", ".bz2", ".xz"} {
		name = strings.TrimSuffix(name, end)
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

// Of returns the notation of an input that is read in n. begin is its beginning. For CSV,
// unless n has a separator, it is the one of , ; | and tab that the header has most often;
// a tab in a file whose name says so; and a comma if the header has none. SQL becomes MySQL
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

// headerSeparator returns what separates the cells of the first record that is not empty.
func headerSeparator(text []byte) byte {
	const separators = ",;\t|"
	var counts [len(separators)]int
	quoted := false
	for _, c := range bytes.TrimLeft(text, "\r\n") {
		if c == '"' {
			quoted = !quoted
		}
		if quoted {
			continue
		}
		if c == '\n' || c == '\r' {
			break
		}
		if i := strings.IndexByte(separators, c); i >= 0 {
			counts[i]++
		}
	}
	best := 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	return separators[best]
}
