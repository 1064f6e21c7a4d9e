package main

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// textBlock is one block being searched.
type textBlock struct {
	*findJob
	b     *pipeline.Block
	out   *pipeline.Output
	name  string // of the input, as it is shown
	place record.Place
	data  string // of the block, once a URN has been made of it

	lineAt int                            // place.Line is the number of the line that holds this byte
	shown  struct{ start, done, end int } // of the line that --context is writing
}

func (j *findJob) process(b *pipeline.Block, out *pipeline.Output) error {
	w := &textBlock{findJob: j, b: b, out: out, name: display(b.Name)}
	w.place.Line = b.Line
	w.place.HasOffset = true
	if j.json && b.Name != "-" {
		w.place.File = record.NewFile(b.Name)
	}
	switch {
	case b.Part == pipeline.Cut:
		return w.whole()
	case j.quiet:
		return w.any()
	case j.plain:
		return w.plainly()
	case j.distinct != nil:
		return w.distinctly()
	}
	return w.all()
}

// plainly writes the URNs and nothing else.
func (w *textBlock) plainly() error {
	text, found := w.b.Data, int64(0)
	dst := w.out.Buf[toOutput]
	for m := range w.finder.All(text) {
		found++
		if n := m.End - m.Start; n > w.maxURN {
			w.tooLong(m.Start, text[m.Start:m.End], int64(n))
			continue
		}
		dst = append(append(dst, text[m.Start:m.End]...), '\n')
	}
	w.out.Buf[toOutput] = dst
	w.foundMore(found)
	return nil
}

// any looks for one URN.
func (w *textBlock) any() error {
	for m := range w.finder.All(w.b.Data) {
		if w.selected(w.nid(m)) {
			w.foundMore(1)
			return errEnough
		}
	}
	return nil
}

// all writes the URNs that are selected.
func (w *textBlock) all() error {
	found := int64(0)
	defer func() { w.foundMore(found) }()
	for m := range w.finder.All(w.b.Data) {
		if !w.selected(w.nid(m)) {
			continue
		}
		found++
		if err := w.write(m); err != nil {
			return err
		}
	}
	return w.endContext()
}

// scratch is what distinctly collects of a block.
type scratch struct {
	matches []urn.Match
	ends    []int // of the keys, in keys
	keys    []byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// distinctly counts the URNs, or writes those that have not been seen before.
func (w *textBlock) distinctly() error {
	c := scratches.Get().(*scratch)
	defer scratches.Put(c)
	c.matches, c.ends, c.keys = c.matches[:0], c.ends[:0], c.keys[:0]
	for m := range w.finder.All(w.b.Data) {
		switch {
		case !w.selected(w.nid(m)):
			continue
		case m.End-m.Start > w.maxURN:
			w.tooLong(m.Start, w.b.Data[m.Start:m.End], int64(m.End-m.Start))
			w.foundMore(1)
			continue
		}
		u, err := w.urn(m)
		if err != nil {
			return err
		}
		c.keys = w.keyOf(c.keys, u)
		c.ends = append(c.ends, len(c.keys))
		c.matches = append(c.matches, m)
	}
	if len(c.matches) == 0 {
		return nil
	}
	w.foundMore(int64(len(c.matches)))
	if w.unique {
		w.out.Turn() // the first one is the one that comes first in the input
	}
	w.distinct.Lock()
	fresh, err := w.distinct.add(c.keys, c.ends, w.unique)
	w.distinct.Unlock()
	for _, i := range fresh {
		if err := w.write(c.matches[i]); err != nil {
			return err
		}
	}
	if err == nil {
		err = w.endContext()
	}
	return err
}

// foundMore counts what has been found.
func (w *textBlock) foundMore(n int64) {
	if n > 0 {
		w.found.Add(n)
		w.no.Store(false)
	}
}

func (w *textBlock) nid(m urn.Match) []byte {
	nid := m.Offsets.NID()
	return w.b.Data[m.Start+nid.Start : m.Start+nid.End]
}

// urn makes a URN of a match.
func (w *textBlock) urn(m urn.Match) (urn.URN, error) {
	if w.data == "" {
		// One string for the whole block costs far less than one for each URN.
		w.data = string(w.b.Data)
	}
	return w.syntax.Parse(w.data[m.Start:m.End])
}

// at sets place to that of the byte i of the block.
func (w *textBlock) at(i int) {
	if w.lineNumber || w.json || w.csv {
		w.place.Line += int64(bytes.Count(w.b.Data[w.lineAt:i], []byte{'\n'}))
		w.lineAt = i
	}
	w.place.Offset = w.b.Offset + int64(i)
}

// write writes one match.
func (w *textBlock) write(m urn.Match) error {
	if n := m.End - m.Start; n > w.maxURN {
		w.tooLong(m.Start, w.b.Data[m.Start:m.End], int64(n))
		return nil
	}
	if w.context {
		return w.inContext(m)
	}
	w.at(m.Start)
	dst := w.out.Buf[toOutput]
	if !w.json && !w.csv {
		dst = w.appendPrefix(dst)
		if !w.normalize {
			w.out.Buf[toOutput] = append(append(dst, w.b.Data[m.Start:m.End]...), '\n')
			return w.flush()
		}
	}
	u, err := w.urn(m)
	if err != nil {
		return err
	}
	if w.normalize && (w.json || w.csv) {
		u = u.Normalize()
	}
	switch {
	case w.json:
		dst = record.AppendValid(dst, w.place, u)
	case w.csv:
		dst = appendCSV(dst, w.b.Name, w.place, u)
	default:
		dst = u.AppendNormalized(dst)
	}
	w.out.Buf[toOutput] = append(dst, '\n')
	return w.flush()
}

func (w *textBlock) flush() error {
	if w.out.Full() {
		return w.out.Flush()
	}
	return nil
}

// appendPrefix appends what -H, -n and -b ask for.
func (w *textBlock) appendPrefix(dst []byte) []byte {
	if w.withName {
		dst = append(append(dst, w.name...), ':')
	}
	if w.lineNumber {
		dst = append(strconv.AppendInt(dst, w.place.Line, 10), ':')
	}
	if w.byteOffset {
		dst = append(strconv.AppendInt(dst, w.place.Offset, 10), ':')
	}
	return dst
}

// The colour of a match, and its end, as grep(1) has them.
const (
	colorOn  = "\x1b[01;31m"
	colorOff = "\x1b[m"
	cutMark  = "..."
)

// inContext writes the line of a match as far as its end, or goes on with it.
func (w *textBlock) inContext(m urn.Match) error {
	text, c := w.b.Data, &w.shown
	if m.Start >= c.end {
		if err := w.endContext(); err != nil {
			return err
		}
		c.start = c.end + bytes.LastIndexByte(text[c.end:m.Start], '\n') + 1
		c.done, c.end = c.start, len(text)
		if i := bytes.IndexByte(text[m.End:], '\n'); i >= 0 {
			c.end = m.End + i + 1
		}
		w.at(c.start)
		w.out.Buf[toOutput] = w.appendPrefix(w.out.Buf[toOutput])
		if c.start == 0 && w.b.Inside {
			w.out.Buf[toOutput] = append(w.out.Buf[toOutput], cutMark...)
		}
	}
	dst := w.appendText(w.out.Buf[toOutput], text[c.done:m.Start])
	if w.highlight {
		dst = append(dst, colorOn...)
	}
	dst = append(dst, text[m.Start:m.End]...)
	if w.highlight {
		dst = append(dst, colorOff...)
	}
	w.out.Buf[toOutput] = dst
	c.done = m.End
	return w.flush()
}

// endContext writes the rest of the line that inContext has begun.
func (w *textBlock) endContext() error {
	c := &w.shown
	if c.end == 0 {
		return nil
	}
	rest := bytes.TrimSuffix(w.b.Data[c.done:c.end], []byte{'\n'})
	if w.visible {
		rest = bytes.TrimSuffix(rest, []byte{'\r'})
	}
	dst := w.appendText(w.out.Buf[toOutput], rest)
	if c.end == len(w.b.Data) && w.b.GoesOn {
		dst = append(dst, cutMark...)
	}
	w.out.Buf[toOutput] = append(dst, '\n')
	return w.flush()
}

// appendText appends text around a match, such that it can do a terminal no
// harm if it goes to one.
func (w *textBlock) appendText(dst, text []byte) []byte {
	if !w.visible {
		return append(dst, text...)
	}
	for i, part := range bytes.Split(text, []byte{'\t'}) {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = report.AppendVisible(dst, part)
	}
	return dst
}

// whole deals with a block that holds the beginning of a URN.
func (w *textBlock) whole() error {
	nid := w.b.Data[min(len("urn:"), len(w.b.Data)):]
	if i := bytes.IndexByte(nid, ':'); i >= 0 {
		nid = nid[:i]
	}
	if !w.selected(nid) {
		return nil
	}
	if w.b.Err == nil {
		w.foundMore(1)
		if w.quiet {
			return errEnough
		}
	}
	w.tooLong(0, w.b.Data, w.b.Length)
	return nil
}

// tooLong says that there is a URN of n bytes that is not written, at byte i
// of the block.
func (w *textBlock) tooLong(i int, text []byte, n int64) {
	w.cut.Add(1)
	w.short.Store(true)
	if w.quiet {
		return
	}
	place := w.place
	place.Line += int64(bytes.Count(w.b.Data[w.lineAt:i], []byte{'\n'}))
	place.Offset = w.b.Offset + int64(i)
	shown := text[:min(len(text), 40)]
	dst := fmt.Appendf(w.out.Buf[toReports], "urn: %s:%d: ", w.name, place.Line)
	if w.b.Part == pipeline.Cut && w.b.Err != nil {
		dst = fmt.Appendf(dst, "reading failed in %s..., at byte %d: it is left out\n", shown, place.Offset)
	} else {
		message := fmt.Sprintf("a URN of %d bytes, longer than %d (see --max-urn)", n, w.maxURN)
		dst = fmt.Appendf(dst, "%s, at byte %d: %s... is left out\n", message, place.Offset, shown)
		if w.json && w.distinct == nil {
			fault := urn.Fault{Syntax: w.syntax, Offset: w.maxURN, Reason: urn.TooLong}
			w.out.Buf[toOutput] = append(record.AppendUnheld(w.out.Buf[toOutput], place, w.syntax, fault, message), '\n')
		}
	}
	w.out.Buf[toReports] = dst
}

const csvHeader = "file,line,offset,input,nid,nss,r,q,f,normalized,key\n"

// appendCSV appends a record of CSV (RFC 4180, but for the line end).
func appendCSV(dst []byte, name string, p record.Place, u urn.URN) []byte {
	s, o := u.String(), u.Offsets()
	if name != "-" {
		dst = appendCSVField(dst, name)
	}
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, p.Line, 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, p.Offset, 10)
	for _, field := range []string{s, u.NID(), u.NSS()} {
		dst = append(dst, ',')
		dst = appendCSVField(dst, field)
	}
	for _, span := range []urn.Span{o.R(), o.Q(), o.F()} {
		dst = append(dst, ',')
		if span != (urn.Span{}) {
			dst = appendCSVField(dst, s[span.Start:span.End])
		}
	}
	normal := u.Normalize()
	dst = append(dst, ',')
	dst = appendCSVField(dst, normal.String())
	dst = append(dst, ',')
	return appendCSVField(dst, normal.AssignedName())
}

// appendCSVField appends a field, in quotes if it needs them. An empty one has
// them, to be told from one that is absent.
func appendCSVField(dst []byte, s string) []byte {
	quote := s == ""
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',', '"', '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '"')
}
