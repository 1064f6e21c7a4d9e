package record

import "strconv"

// Finding is a report of "urn lint" about a place in a file.
type Finding struct {
	Column  int    // of the place in its line, in bytes from 1
	Length  int    // of the text that the finding is about, in bytes
	Rule    string // a stable name, such as "malformed"
	Level   string // "error", "warning" or "note"
	Message string // for people; it may change
	Name    string // the URN, or what is in its place
	Fix     string // what the name should be, or "" if only a person can tell
	Count   int64  // how often the name occurs; 0 and 1 are left out
	Files   int    // in how many files; 0 and 1 are left out
	More    []Spot // the places after the first; none is left out
}

// Spot is a further place of a finding.
type Spot struct {
	Place
	Column, Length int // as those of Finding
	Name           string
}

// AppendFinding appends the record of a finding: file, line, offset, column, length,
// rule, level, message, name, and fix, count, files and more if there are any. "more" has
// file, line, offset, column, length and name of the places after the first.
func AppendFinding(dst []byte, p Place, f Finding) []byte {
	dst = p.append(dst)
	dst = append(dst, `"column":`...)
	dst = strconv.AppendInt(dst, int64(f.Column), 10)
	dst = append(dst, `,"length":`...)
	dst = strconv.AppendInt(dst, int64(f.Length), 10)
	dst = append(dst, `,"rule":`...)
	dst = AppendString(dst, f.Rule)
	dst = append(dst, `,"level":`...)
	dst = AppendString(dst, f.Level)
	dst = append(dst, `,"message":`...)
	dst = AppendString(dst, f.Message)
	dst = append(dst, ',')
	dst = appendBytes(dst, "name", f.Name)
	if f.Fix != "" {
		dst = append(dst, `,"fix":`...)
		dst = AppendString(dst, f.Fix)
	}
	if f.Count > 1 {
		dst = append(dst, `,"count":`...)
		dst = strconv.AppendInt(dst, f.Count, 10)
	}
	if f.Files > 1 {
		dst = append(dst, `,"files":`...)
		dst = strconv.AppendInt(dst, int64(f.Files), 10)
	}
	for i, m := range f.More {
		if i == 0 {
			dst = append(dst, `,"more":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = m.append(dst)
		dst = append(dst, `"column":`...)
		dst = strconv.AppendInt(dst, int64(m.Column), 10)
		dst = append(dst, `,"length":`...)
		dst = strconv.AppendInt(dst, int64(m.Length), 10)
		dst = append(appendBytes(append(dst, ','), "name", m.Name), '}')
	}
	if len(f.More) > 0 {
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
