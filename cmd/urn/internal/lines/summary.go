package lines

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
)

// summary counts the lines that do not pass, by reason. It also notices lines that are
// records.
type summary struct {
	mu      sync.Mutex
	reasons map[string]int64
	looked  int // at so many lines
	json    int // of them are JSON objects
	prose   int // of them have "urn:" after their start, or "urn%3A"
	// For each separator and column, the number of these lines that have a URN in the
	// column.
	columns map[column]int
	hinted  bool  // the hint is written
	hidden  int64 // lines that are only counted since then
}

// column is a column of CSV.
type column struct {
	separator byte
	number    int // from 1
}

// maxLooked is the largest number of lines that are examined, and maxColumns the number of
// bytes of a line.
const (
	maxLooked  = 1000
	maxColumns = 64 << 10
)

// add counts a line, and looks at it if early is set.
func (s *summary) add(x urn.Syntax, reason string, text []byte, early bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reasons[reason]++
	if !early || s.looked == maxLooked || len(text) > maxColumns {
		return
	}
	s.looked++
	if bytes.HasPrefix(text, []byte("{")) {
		s.json++
		return
	}
	if lower := bytes.ToLower(text); bytes.Index(lower, []byte("urn:")) > 0 || bytes.Contains(lower, []byte("urn%3a")) {
		s.prose++
	}
	for _, separator := range []byte{',', ';', '\t'} {
		if bytes.IndexByte(text, separator) < 0 {
			continue
		}
		number := 0
		for value := range bytes.SplitSeq(text, []byte{separator}) {
			number++
			value = bytes.Trim(value, `"`)
			if _, fault := x.LocateBytes(value); fault.Reason == 0 {
				s.columns[column{separator, number}]++
			}
		}
	}
}

// text says how many lines do not pass, and why. It is "" for less than two lines.
func (w *Work) text() string {
	s, what, rejected := &w.summary, "lines", w.rejected.Load()
	if w.records != nil {
		what = "records"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if rejected < 2 || len(s.reasons) == 0 {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(s.reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.reasons[b], s.reasons[a]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", s.reasons[name], name)
	}
	message := fmt.Sprintf("%d of %d %s do not pass: %s",
		rejected, w.accepted.Load()+rejected, what, strings.Join(names, ", "))
	if s.hidden > 0 {
		message += fmt.Sprintf("; %d not shown", s.hidden)
	} else if s.looked > 0 && !w.passed.Load() {
		message += s.hint()
	}
	return message
}

// early reports whether no line is a URN so far. If it cannot tell, it waits for the block's turn: only then are all
// lines before it known, and none of those after it.
func (w *Block) early() bool {
	if w.Quiet || w.records != nil || w.passed.Load() {
		return false
	}
	w.out.Turn()
	return !w.passed.Load()
}

// pass says whether a line of the block is a URN, accepted or not.
func (w *Block) pass(urn bool) {
	if urn && w.early() {
		w.passed.Store(true)
	}
}

// hides reports whether a line without "urn:" at its start is only counted: after three, while no line has passed, if
// they look like records. In the place of the first it writes the hint.
func (w *Block) hides() bool {
	s := &w.summary
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hinted && s.looked > 3 {
		if hint := s.hint(); hint != "" {
			w.out.Buf[job.ToReports] = append(append(w.out.Buf[job.ToReports], hint[1:]...), '\n')
			s.hinted = true
		}
	}
	if s.hinted {
		s.hidden++
	}
	return s.hinted
}

// hint says how to read lines that are records. The first line may be a header.
func (s *summary) hint() string {
	if s.json > 0 && s.json == s.looked {
		return "\nurn: the lines look like JSON: --json-field NAME reads one field of them"
	}
	best, most := column{}, 0
	for c, n := range s.columns {
		if n > most || n == most && (c.number < best.number || c.number == best.number && c.separator < best.separator) {
			best, most = c, n
		}
	}
	switch {
	case 2*most >= s.looked: // also where a column has names that are not URNs
	case 4*(s.prose+s.json) >= s.looked:
		return "\nurn: the lines look like text: urn find writes the URNs in them"
	default:
		return ""
	}
	separator := map[byte]string{';': " --csv-separator ';'", '\t': " --csv-separator tab"}[best.separator]
	const hint = "\nurn: the lines look like CSV: --csv-column %d%s reads one column of them"
	return fmt.Sprintf(hint, best.number, separator)
}

// Remark returns the text for the end of the output if [Options.Summary] is set: the summary, and how
// many names passed because the syntax of their namespaces is not known. It is the result of
// [Options.Also] if that is set.
func (w *Work) Remark() string {
	if w.Also != nil {
		return w.Also()
	}
	if w.Quiet || !w.Summary && w.summary.hidden == 0 {
		return ""
	}
	says := w.text()
	c, ok := w.handler.(*Checker)
	if !ok || c.unchecked.Load() == 0 {
		return says
	}
	if says != "" {
		says += "\nurn: "
	}
	return says + rewrite.Count(c.unchecked.Load(), "name passes unchecked: the syntax of its namespace is not known",
		"names pass unchecked: the syntax of their namespaces is not known")
}

// Nothing says that nothing was checked, if [Options.Summary] is set.
func (w *Work) Nothing() string {
	if !w.Summary || w.Quiet || w.accepted.Load()+w.rejected.Load() > 0 {
		return ""
	}
	return "nothing was checked: there is no name in the input"
}

// count counts a line that does not pass.
func (w *Work) count(reason string, text []byte, early bool) {
	if !w.Quiet {
		w.summary.add(w.Syntax, reason, text, early)
	}
}
