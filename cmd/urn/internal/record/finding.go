package record

// Finding is a report of "urn lint" about a place in a file.
type Finding struct {
	Column  int    // of the place within its line, in bytes from 1
	Length  int    // of the text that the finding is about, in bytes
	Rule    string // a stable name, such as "malformed"
	Level   string // "error", "warning" or "note"
	Message string // for people; it may change
	Name    string // the URN, or the text that is not a URN
	Fix     string // the correct name, or "" if only a person can tell
	Count   int64  // the number of times the name occurs; 0 and 1 are left out
	Files   int    // the number of files with the name; 0 and 1 are left out
	More    []Spot // the places after the first; left out if empty
}

// Spot is a further place of a finding.
type Spot struct {
	Place
	Column, Length int // as in Finding
	Name           string
	Fix            string // as in Finding
}

// AppendFinding appends the record of a finding: file, line, offset, column, length, rule,
// level, message, name, and fix, count, files and more if there are any. "more" has file, line,
// offset, column, length and name of each place after the first, and its fix if there is one.
func AppendFinding(dst []byte, p Place, f Finding) []byte {
	dst = appendColumn(p.append(dst), f.Column, f.Length)
	dst = appendValue(dst, `,"rule":`, f.Rule)
	dst = appendValue(dst, `,"level":`, f.Level)
	dst = appendValue(dst, `,"message":`, f.Message)
	dst = appendBytes(append(dst, ','), "name", f.Name)
	if f.Fix != "" {
		dst = appendValue(dst, `,"fix":`, f.Fix)
	}
	if f.Count > 1 {
		dst = appendInt(dst, `,"count":`, f.Count)
	}
	if f.Files > 1 {
		dst = appendInt(dst, `,"files":`, f.Files)
	}
	for i, m := range f.More {
		if i == 0 {
			dst = append(dst, `,"more":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendColumn(m.append(dst), m.Column, m.Length)
		dst = appendBytes(append(dst, ','), "name", m.Name)
		if m.Fix != "" {
			dst = appendValue(dst, `,"fix":`, m.Fix)
		}
		dst = append(dst, '}')
	}
	if len(f.More) > 0 {
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func appendColumn(dst []byte, column, length int) []byte {
	return appendInt(appendInt(dst, `"column":`, column), `,"length":`, length)
}
