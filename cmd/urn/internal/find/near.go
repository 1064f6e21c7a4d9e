package find

import (
	"bytes"
	"fmt"
	"iter"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/record"
)

// matches yields the URNs in text. It counts the near misses, unless nothing is
// written. Where there are no names, that takes no time. For a log with one in each
// line, the search takes 5% longer.
func (w *Work) matches(text []byte) iter.Seq[urn.Match] {
	if w.Quiet {
		return w.Finder.All(text)
	}
	return func(yield func(urn.Match) bool) {
		near := int64(0)
		for m, fault := range w.Finder.Candidates(text) {
			if fault.Reason != 0 && w.isWantedNear(text[m.Start:]) {
				near++
			}
			if m.End > m.Start && !yield(m) {
				break
			}
		}
		if near > 0 {
			w.near.Add(near)
		}
	}
}

// isWantedNear reports whether the near miss that text begins with is wanted: what
// stands in the place of its NID must be selected.
func (w *Work) isWantedNear(text []byte) bool {
	if w.nids == nil {
		return true
	}
	nid := text[len("urn:"):]
	i := bytes.IndexByte(nid[:min(len(nid), maxNear)], ':')
	return i >= 0 && w.nids.selected(nid[:i])
}

// Remark says how many near misses there were, for people. It is "" if there were
// none, or if they have been written.
func (w *Work) Remark() string {
	n := w.near.Load()
	switch {
	case n == 0 || w.Near:
		return ""
	case n == 1:
		return "1 near miss: a name that is no URN, or is cut off (--near shows it)"
	}
	return fmt.Sprintf("%d near misses: names that are no URN, or are cut off (--near shows them)", n)
}

// maxNear bounds what is shown of a near miss after its fault, in bytes.
const maxNear = 64

// nearMisses writes the near misses.
func (w *block) nearMisses() error {
	if w.b.Part == pipeline.Cut {
		return w.whole()
	}
	text := w.text
	for m, fault := range w.Finder.Candidates(text) {
		if m.End > m.Start {
			w.foundMore(1)
		}
		if fault.Reason == 0 {
			continue
		}
		w.near.Add(1)
		start, _ := w.span(m)
		w.at(start)
		w.writeNear(text[m.Start:], m.End-m.Start, fault)
		if err := w.flush(); err != nil {
			return err
		}
	}
	return nil
}

// writeNear writes the near miss that text begins with, of which n bytes are a URN.
func (w *block) writeNear(text []byte, n int, fault urn.Fault) {
	message := fault.MessageBytes(text)
	shown := text[:nearEnd(text, fault.Offset)]
	dst := w.out.Buf[job.ToOutput]
	if w.Form == JSON {
		dst = record.AppendNear(dst, w.place, string(shown), string(text[:n]), fault, message)
	} else {
		dst = w.appendPrefix(dst)
		dst = report.AppendVisible(dst, shown)
		dst = append(dst, '\t')
		dst = append(dst, text[:n]...)
		dst = append(append(dst, '\t'), message...)
	}
	w.out.Buf[job.ToOutput] = append(dst, '\n')
}

// nearEnd returns the length of what is shown of text, which has a fault at an
// offset: the word around the fault, or the next one if it is white space.
func nearEnd(text []byte, fault int) int {
	end := fault
	if end < len(text) {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	if end > 0 && (text[end-1] == '\n' || text[end-1] == '\r') {
		return end - 1
	}
	rest := text[end:min(len(text), fault+maxNear)]
	if i := bytes.IndexAny(rest, " \t\r\n\"<>"); i >= 0 {
		rest = rest[:i]
	}
	for len(rest) > 0 && !utf8.RuneStart(rest[len(rest)-1]) && !utf8.Valid(rest) {
		rest = rest[:len(rest)-1] // not half of a character
	}
	return end + len(rest)
}
