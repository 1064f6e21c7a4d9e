package find

import (
	"bytes"
	"iter"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/record"
)

// matches yields the URNs in text. It counts the near misses if that is asked for.
func (w *Work) matches(text []byte) iter.Seq[urn.Match] {
	if !w.CountNear {
		return w.Finder.All(text)
	}
	return func(yield func(urn.Match) bool) {
		near := int64(0)
		defer func() { w.near.Add(near) }()
		for m, fault := range w.Finder.Candidates(text) {
			if fault.Reason != 0 {
				near++
			}
			if m.End > m.Start && !yield(m) {
				return
			}
		}
	}
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
