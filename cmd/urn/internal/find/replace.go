package find

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/leftover"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/scan"
)

// ReplaceOptions select the names that are replaced, and the replacement.
type ReplaceOptions struct {
	Finder scan.Finder
	By     rewrite.Replacement
	// Opaque, if not nil, appends the replacement of a near miss or a partial name, so that
	// nothing is left in clear. If it is nil, these stay as they are.
	Opaque func(dst, text []byte) []byte
	NIDs   nids // see [Options.NIDs]
	MaxURN int  // length in bytes of the longest URN that is replaced
	// If Drop is set, a URN that is longer, and a replacement that the notation cannot
	// hold, are left out. Otherwise the text stays as it is.
	Drop  bool
	Quiet bool // report neither, and not how much was replaced
	// With Drop, the status is No if more than AllowLeft names may be left, near misses and parts among
	// them; see [leftover.Stream].
	AllowLeft int64
}

// Replace copies text with its URNs replaced. It is a [job.Work] for blocks with
// [pipeline.Config.Whole].
type Replace struct {
	ReplaceOptions
	balance   rewrite.Balance
	truncated atomic.Int64
	checked   leftover.Stream // the end of the last block, if its line continues; for the block whose turn it is
	checkedAt string          // its place
}

// NewReplace returns a Replace.
func NewReplace(o ReplaceOptions) *Replace {
	o.Finder = pipeline.Near(o.Finder)
	w := &Replace{ReplaceOptions: o}
	w.balance.Opaque, w.balance.Hash = o.Opaque != nil, o.Drop
	if o.Drop && o.NIDs != nil {
		w.balance.Scope = "--nid " + strings.Join(o.NIDs, ",")
	}
	return w
}

// End checks the end of the text, which has been written.
func (w *Replace) End(io.Writer) error {
	w.checked.Read(nil, nil, false, func(text []byte, s leftover.Spelling, _ int) { w.add(text, s, notation.Plain, w.checkedAt) })
	return nil
}

// Counts returns the number of URNs that were replaced, of those that were changed by that,
// and of those that were too long, as text.
func (w *Replace) Counts() string {
	return fmt.Sprintf("%s truncated=%d", w.balance.Counts(), w.truncated.Load())
}

// Remark returns the numbers of replaced and of remaining findings as text; see [rewrite.Balance].
func (w *Replace) Remark() string { return w.balance.Remark(w.Quiet) }

// Status is Trouble if a URN was too long, or could not be written.
func (w *Replace) Status() stdio.Status {
	switch {
	case w.truncated.Load()+w.balance.Unwritten.Load() > 0:
		return stdio.Trouble
	case w.Drop && w.balance.Left()+w.balance.Clear.Names.Load() > w.AllowLeft:
		return stdio.No
	}
	return stdio.OK
}

func (w *Replace) Block(b *pipeline.Block, out *pipeline.Output) error {
	switch b.Part {
	case pipeline.Kept:
		if !w.Drop {
			out.Buf[job.ToOutput] = append(out.Buf[job.ToOutput], b.Data...)
		}
	case pipeline.Truncated:
		if w.selected(b.Data) {
			w.tooLong(b, out, 0, b.Data, b.Length)
		}
		c := copying{Replace: w, b: b, out: out, names: []int{0, len(b.Data)}}
		c.check()
	default:
		if err := rewrite.CheckWide(b.Data, input.Display(b.Name), b.Line); err != nil {
			return err
		}
		c := copying{Replace: w, b: b, out: out, dst: &out.Buf[job.ToOutput]}
		return c.text()
	}
	return nil
}

// copying is the state while a block is copied.
type copying struct {
	*Replace
	b     *pipeline.Block
	out   *pipeline.Output
	dst   *[]byte        // the buffer for standard output
	from  int            // b.Data[:from] has been dealt with
	value []byte         // scratch
	t     *notation.Text // nil for plain text
	in    notation.Notation
	at    int          // c.in is the notation at b.Data[at:]
	cell  unquotedCell // of CSV
	names []int        // the start and the end of each match, which check leaves out
}

// unquotedCell is a cell of CSV without quotation marks. If a value needs them, all of the
// cell gets them.
type unquotedCell struct {
	start int // in the text
	out   int // in the output
	end   int // in the text, once the cell has quotation marks; otherwise 0
}

func (c *copying) text() error {
	w, b := c.Replace, c.b
	text := b.Data
	decoded, t := text, b.Decoded()
	if t != nil {
		defer b.Release()
		decoded = t.Bytes
	}
	c.t, c.in = t, b.In
	c.cell.out = -1
	searched := 0
	var replaced, changed int64 // of this block: adding to counters that all blocks share takes longer
	defer func() {
		w.balance.Replaced.Add(replaced)
		w.balance.Changed.Add(changed)
	}()
	var more func(iter.Seq[scan.Match], []byte) iter.Seq[scan.Match]
	if w.Opaque != nil {
		more = func(found iter.Seq[scan.Match], text []byte) iter.Seq[scan.Match] {
			return rewrite.Everything(found, w.Finder.Syntax, text)
		}
	}
	for m := range b.Find(w.Finder, t, more) {
		found := decoded[m.Start:m.End:m.End]
		isURN := m.Kind == scan.MatchName
		if t != nil {
			m.Start, m.End = t.Input(m.Start, m.End)
		}
		switch {
		case isURN && !w.NIDs.selected(found[m.Offsets.NID().Start:m.Offsets.NID().End]), !isURN && !w.selected(found):
			continue
		case !isURN:
			w.balance.Count(m.Kind, 1)
		}
		c.names = append(c.names, m.Start, m.End)
		if !isURN && w.Opaque == nil {
			continue
		}
		long := isURN && len(found) > w.MaxURN
		same := false
		switch {
		case long:
		case isURN:
			c.value = w.By(c.value[:0], found, m.Offsets)
			replaced++
			if same = bytes.Equal(c.value, found); !same {
				changed++
			}
		default:
			c.value = w.Opaque(c.value[:0], found)
		}
		if t == nil && same {
			continue // it is copied with the text after it
		}
		in := c.in
		if t != nil {
			var n int
			in, c.in, n = c.in.Upto(text[c.at:], m.Start-c.at)
			if c.at += n; in.Unquoted() {
				c.enter(m.Start, in.Separator(), searched)
			}
			searched = m.End
		}
		if c.cell.out < 0 {
			if err := c.out.FlushIfFull(); err != nil {
				return err
			}
		}
		c.copy(m.Start)
		c.from = m.End
		switch raw := text[m.Start:m.End]; {
		case same, long && !w.Drop:
			c.append(raw)
		case long:
		case t == nil:
			*c.dst = append(*c.dst, c.value...)
		case !c.write(in, raw):
			if isURN {
				replaced, changed = replaced-1, changed-1
			} else {
				w.balance.Count(m.Kind, -1)
			}
		}
		if long {
			w.tooLong(b, c.out, m.Start, found, int64(len(found)))
		}
	}
	c.copy(len(text))
	if c.cell.end > 0 {
		*c.dst = append(*c.dst, '"')
	}
	c.check()
	return nil
}

// copy appends the text up to the offset to.
func (c *copying) copy(to int) {
	if end := c.cell.end; end > 0 && end <= to {
		c.append(c.b.Data[c.from:end])
		*c.dst = append(*c.dst, '"')
		c.from, c.cell = end, unquotedCell{out: -1}
	}
	c.append(c.b.Data[c.from:to])
	c.from = to
}

// check checks the text between the matches. A name may continue in the next block.
func (c *copying) check() {
	stream := new(leftover.Stream)
	if c.b.Inside || c.b.GoesOn {
		c.out.Turn()
		if stream = &c.checked; !c.b.Inside {
			_ = c.End(nil)
		}
	}
	stream.Read(c.b.Data, c.names, c.b.GoesOn, func(text []byte, s leftover.Spelling, from int) { c.left(text, s, from+s.Start) })
	if c.b.GoesOn {
		c.checkedAt = c.place(len(c.b.Data))
	}
}

// left counts a spelling of "urn:" in text, which is at byte i of the block, or in the block before.
func (c *copying) left(text []byte, s leftover.Spelling, i int) {
	place := c.checkedAt
	if s.Name && i >= 0 && !c.balance.Clear.Full() {
		c.out.Turn() // so that the first places are the first in the input
		place = c.place(i)
	}
	c.add(text, s, c.b.In, place)
}

// place returns the place of byte i of the block.
func (c *copying) place(i int) string {
	return fmt.Sprintf("%s:%d", input.Display(c.b.Name), c.b.Line+int64(bytes.Count(c.b.Data[:i], []byte{'\n'})))
}

// add counts a spelling of "urn:" in text.
func (w *Replace) add(text []byte, s leftover.Spelling, in notation.Notation, place string) {
	switch {
	case w.NIDs != nil && !(s.Name && (s.NID == nil || w.NIDs.selected(s.NID))):
	case !s.Name:
		w.balance.Clear.Others.Add(1)
	default:
		around := text[max(0, s.Start-len("%2F")):s.End] // a letter before "urn" hides a name from every notation
		w.balance.Clear.Add(text[s.Start:s.End], func() (string, string) { return in.Hidden(around) }, place)
	}
}

// append appends text as it is, except that quotation marks are doubled in a cell that has
// got them.
func (c *copying) append(text []byte) {
	if c.cell.end > 0 {
		*c.dst = notation.AppendQuoted(*c.dst, text)
	} else {
		*c.dst = append(*c.dst, text...)
	}
}

// enter notes the cell of CSV that the byte at is in. The finding before it ends at from.
func (c *copying) enter(at int, separator byte, from int) {
	text, start := c.b.Data, at
	for start > from && text[start-1] != separator && text[start-1] != '\n' && text[start-1] != '\r' {
		start--
	}
	if start == from && from > 0 && c.cell.out >= 0 && text[start-1] != separator {
		return // it is the same cell
	}
	if start == 0 && c.b.Offset == 0 && bytes.HasPrefix(text, []byte("\ufeff")) {
		start = len("\ufeff")
	}
	c.copy(start)
	c.cell = unquotedCell{start: start, out: len(*c.dst)}
	if start == 0 && c.b.Inside {
		c.cell.start = -1 // it has begun in a block before
	}
	if c.out.Full() {
		if c.out.Flush() == nil { // its error ends the run
			c.cell.out = 0
		}
	}
}

var colour = regexp.MustCompile(`\x1b\[[0-9;:]*[mK]`) // of a terminal

// write appends c.value and the colours of raw in place of raw. It returns false if the notation does not allow that.
func (c *copying) write(in notation.Notation, raw []byte) (ok bool) {
	before := len(*c.dst)
	if c.cell.end > 0 {
		c.append(c.value)
		return true
	}
	if *c.dst, ok = in.AppendEncoded(*c.dst, c.value, raw); ok {
		*c.dst = append(*c.dst, bytes.Join(colour.FindAll(raw, -1), nil)...)
		return true
	}
	*c.dst = (*c.dst)[:before]
	if text := c.b.Data; in.Unquoted() && c.cell.start >= 0 {
		end := c.from
		for end < len(text) && text[end] != in.Separator() && text[end] != '\n' && text[end] != '\r' {
			end++
		}
		if end < len(text) || !c.b.GoesOn {
			written := bytes.Clone((*c.dst)[c.cell.out:])
			*c.dst = append((*c.dst)[:c.cell.out], '"')
			c.cell.end = max(end, 1)
			c.append(written)
			c.append(c.value)
			return true
		}
	}
	c.balance.Unwritten.Add(1)
	if !c.Drop {
		c.append(raw)
	}
	c.notReplaced(c.b, c.out, c.from-len(raw), "what replaces a URN cannot be written there", raw, "")
	return false
}

// notReplaced reports why text, which is at byte i of the block, is not replaced. It shows the
// beginning of text, and a mark after it.
func (w *Replace) notReplaced(b *pipeline.Block, out *pipeline.Output, i int, why string, text []byte, mark string) {
	if w.Quiet {
		return
	}
	fate := "is left as it is"
	if w.Drop {
		fate = "is left out"
	}
	line := b.Line + int64(bytes.Count(b.Data[:i], []byte{'\n'}))
	dst := fmt.Appendf(out.Buf[job.ToReports], "urn: %s:%d: %s: ", input.Display(b.Name), line, why)
	dst = report.AppendVisible(dst, text[:min(len(text), 40)])
	out.Buf[job.ToReports] = fmt.Appendf(dst, "%s %s\n", mark, fate)
}

// selected reports whether URNs that begin with text are to be replaced.
func (w *Replace) selected(text []byte) bool {
	o, _ := w.Finder.Syntax.LocateBytes(text)
	if nid := o.NID(); nid.End > 0 {
		return w.NIDs.selected(text[nid.Start:nid.End])
	}
	return w.NIDs.selectedIn(text)
}

// tooLong reports a URN of n bytes that is not replaced. It begins with text, which
// is at byte i of the block.
func (w *Replace) tooLong(b *pipeline.Block, out *pipeline.Output, i int, text []byte, n int64) {
	w.truncated.Add(1)
	message := fmt.Sprintf("a URN of %d bytes, longer than %d (see --max-urn)", n, w.MaxURN)
	switch {
	case b.Part == pipeline.Truncated && b.Err != nil:
		message = "reading failed in a URN"
	case n <= int64(w.MaxURN):
		message = fmt.Sprintf("cannot tell whether this URN is longer than %d bytes (see --max-urn): too much text follows that may belong to it", w.MaxURN)
	}
	w.notReplaced(b, out, i, fmt.Sprintf("%s, at offset %d", message, b.Offset+int64(i)), text, "...")
}
