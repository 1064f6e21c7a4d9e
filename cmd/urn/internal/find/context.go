package find

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/scan"
)

// around describes the text before a block, for Before and After. Only
// the block whose turn it is uses it.
type around struct {
	name    string     // of the input
	lines   []keptLine // the last lines that have not been written, at most Before
	after   int        // how many lines are still to be written
	written bool       // there has been output
	gap     bool       // lines have been left out since
}

// keptLine is a line that may be written before a match.
type keptLine struct {
	place record.Place
	text  []byte
}

// separator is the line between two lines of output that are not adjacent in the input, as
// in grep(1).
const separator = "--\n"

// linesAround writes the lines that hold URNs, and the lines before and after them.
func (w *block) linesAround() error {
	var matches []scan.Match
	for m := range w.matches(w.text) {
		switch {
		case !w.wanted(m):
			continue
		case m.End-m.Start > w.MaxURN:
			w.tooLong(m)
		default:
			matches = append(matches, m)
		}
		w.foundMore(1)
	}
	w.out.Turn()
	a := &w.around
	if w.b.Offset == 0 || a.name != w.b.Name {
		*a = around{name: w.b.Name, written: a.written, gap: true}
	}
	data, pos := w.b.Data, 0
	for len(matches) > 0 {
		start, _ := w.span(matches[0])
		line := pos + bytes.LastIndexByte(data[pos:start], '\n') + 1
		w.between(pos, line)
		if a.written && a.gap {
			w.out.Buf[job.ToOutput] = append(w.out.Buf[job.ToOutput], separator...)
		}
		here := w.place
		for _, l := range a.lines {
			w.place = l.place
			w.contextLine(l.text)
		}
		w.place = here
		a.lines, a.after, a.written, a.gap = nil, w.After, true, false
		n := 0
		for end := line; n < len(matches); n++ { // the matches that begin in the line
			from, to := w.span(matches[n])
			if n > 0 && from >= end {
				break
			}
			if err := w.inContext(matches[n]); err != nil {
				return err
			}
			end, pos = max(w.shown.end, to), w.shown.end
		}
		matches = matches[n:]
		if err := w.endContext(); err != nil {
			return err
		}
		w.shown.done, w.shown.end = pos, 0
	}
	w.between(pos, len(data))
	return w.out.FlushIfFull()
}

// between handles the lines data[pos:to], which hold no URN.
func (w *block) between(pos, to int) {
	a, data := &w.around, w.b.Data
	for ; a.after > 0 && pos < to; a.after-- {
		end := to
		if i := bytes.IndexByte(data[pos:to], '\n'); i >= 0 {
			end = pos + i + 1
		}
		w.at(pos)
		w.contextLine(data[pos:end])
		pos = end
	}
	start, n := to, 0
	for ; start > pos && n < w.Before; n++ {
		start = pos + bytes.LastIndexByte(data[pos:start-1], '\n') + 1
	}
	if start > pos {
		a.gap, a.lines = true, nil
	}
	for start < to {
		end := to
		if i := bytes.IndexByte(data[start:to], '\n'); i >= 0 {
			end = start + i + 1
		}
		w.at(start)
		if len(a.lines) == w.Before {
			a.gap = true
			a.lines = a.lines[1:]
		}
		a.lines = append(a.lines, keptLine{w.place, bytes.Clone(data[start:end])})
		start = end
	}
}

// contextLine writes a line before or after a line that has a URN. place is its position.
func (w *block) contextLine(text []byte) {
	dst := w.appendPrefix(w.out.Buf[job.ToOutput], '-')
	text = bytes.TrimSuffix(text, []byte{'\n'})
	if w.Visible {
		text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	w.out.Buf[job.ToOutput] = append(w.appendText(dst, text), '\n')
}
