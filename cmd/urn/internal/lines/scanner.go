package lines

import (
	"bytes"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/linebatch"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// scanner reads a text line by line and finds the URN on each line.
//
// The columns of integrations/arrow and integrations/duckdb have no lines: a value has no
// line end, and may be null. These modules call the methods of urn.Offsets for each value.
// The methods and this file change letters with the same functions of package swar.
type scanner struct {
	// The line, after Line has returned true.
	Text    []byte // without line end and byte order mark
	Raw     []byte // with both
	Start   int    // of Text in the text, in bytes
	Number  int64  // of the line
	Offsets urn.Offsets
	Fault   urn.Fault

	data    []byte
	syntax  urn.Syntax
	bom     bool // a byte order mark at the beginning is not part of the line
	next    int  // the start of the next line in data
	at, end int  // the next lines are located[at:end]
	located [linebatch.Size]dfa.Line
}

// newScanner returns a scanner of data, whose first line has the number first. If bom is set, a
// byte order mark at the beginning is not part of the first line.
func newScanner(data []byte, x urn.Syntax, first int64, bom bool) *scanner {
	return &scanner{data: data, syntax: x, bom: bom, Number: first - 1}
}

// Line goes to the next line, or to the first. A line ends with LF, or CR and LF. Line
// returns false at the end of the text.
func (s *scanner) Line() bool {
	if s.next >= len(s.data) {
		return false
	}
	s.Start = s.next
	s.Number++
	if s.more() {
		l := &s.located[s.at]
		s.at++
		s.next = s.after(l)
		s.Text, s.Offsets, s.Fault = s.data[s.Start:l.End], urn.Offsets(linebatch.Offsets(l)), urn.Fault{}
	} else { // the last line has no line end
		s.next = len(s.data)
		s.Text, s.Offsets = s.data[s.Start:], urn.Offsets{}
	}
	s.Raw = s.data[s.Start:s.next]
	if s.bom {
		s.bom = false
		if text, ok := bytes.CutPrefix(s.Text, []byte("\ufeff")); ok {
			s.Start += len("\ufeff")
			s.Text, s.Offsets = text, urn.Offsets{}
		}
	}
	if s.Offsets == (urn.Offsets{}) {
		s.Offsets, s.Fault = s.syntax.LocateBytes(s.Text)
	}
	return true
}

// more reports whether there is a line with a line end in located.
func (s *scanner) more() bool {
	if s.at == s.end {
		s.at = 0
		s.end, _ = linebatch.Read(uint8(s.syntax), s.data[s.next:], s.next, s.located[:])
	}
	return s.at < s.end
}

// after returns the position in data of the line after l.
func (s *scanner) after(l *dfa.Line) int {
	end := l.End
	if s.data[end] == '\r' {
		end++
	}
	return end + len("\n")
}

// run returns the next lines as long as they are URNs of at most maxLine bytes, and
// continues after them. It returns at most len(s.located) lines.
func (s *scanner) run(maxLine int) []dfa.Line {
	if s.bom || !s.more() {
		return nil
	}
	from := s.at
	for ; s.at < s.end; s.at++ {
		l := &s.located[s.at]
		if l.Marks[0] == 0 || l.End-l.Start > maxLine {
			break
		}
	}
	if s.at > from {
		s.next = s.after(&s.located[s.at-1])
		s.Number += int64(s.at - from)
	}
	return s.located[from:s.at]
}

// Skip skips the next lines as long as they are URNs of at most maxLine bytes, and returns
// their number. It does not visit each line, which would add half of the time that finding
// them takes.
func (s *scanner) Skip(maxLine int) (n int64) {
	for {
		run := s.run(maxLine)
		if len(run) == 0 {
			return n
		}
		n += int64(len(run))
	}
}

// Append appends the form of each of the next lines, and a line feed after each, as long
// as they are URNs of at most maxLine bytes. It returns the extended buffer and the
// number of lines: 0 if the next line is not such a URN, has no line end, or may begin
// with a byte order mark. It stops after some hundred lines, so call it until it returns
// 0. It allocates only if dst has too little room.
//
// Normalisation does not change the length of a line. So consecutive lines are copied
// together, and then changed in place.
func (s *scanner) Append(dst []byte, f form, maxLine int) ([]byte, int64) {
	first, data := s.next, s.data
	run := s.run(maxLine)
	if len(run) == 0 {
		return dst, 0
	}
	begin := len(dst)
	dst = append(dst, data[first:s.next]...)
	b := dst[begin:]
	size := lowerNIDs(b, run, first)
	if f == formKey || size < len(b) {
		from, to := 0, 0 // the text before from is done, and is in b[:to]
		for i := range run {
			l := &run[i]
			end := l.End - first
			next := s.after(l) - first
			if f == formKey {
				end = l.Start - first + urn.Offsets(linebatch.Offsets(l)).NSS().End
			}
			if end+len("\n") < next { // not all of the line is written
				b[end] = '\n'
				to += copy(b[to:], b[from:end+len("\n")])
				from = next
			}
		}
		if from > 0 {
			to += copy(b[to:], b[from:])
			dst = dst[:begin+to]
		}
	}
	swar.UpperEscapes(dst[begin:])
	return dst, int64(len(run))
}

// lowerNIDs changes the scheme and the NID of each line of run to lower case in b, which is
// a copy of the text from first on. It returns the length of the lines with a line feed
// after each of them.
func lowerNIDs(b []byte, run []dfa.Line, first int) (size int) {
	for i := range run {
		l := &run[i]
		swar.LowerFirst(b[l.Start-first:], int(l.Marks[0]&0xff)-len(":")) // the end of the NID, before the NSS
		size += l.End - l.Start + len("\n")
	}
	return size
}
