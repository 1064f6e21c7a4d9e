package find

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/programs/notation"
	"github.com/seed7b5a83f0/urn/scan"
)

// ReplaceOptions say what is replaced, and by what.
type ReplaceOptions struct {
	Finder urn.Finder
	By     scan.Replacement
	NIDs   []string // see [Options.NIDs]
	MaxURN int      // length in bytes of the longest URN that is replaced
	// In is the notation of the text, which URNs are read and written in.
	In notation.Notation
	// Drop leaves a longer one out. Otherwise it stays as it is.
	Drop  bool
	Quiet bool // do not report it
}

// Replace copies text with its URNs replaced. It is a [job.Work] for blocks with
// [pipeline.Config.Whole].
type Replace struct {
	ReplaceOptions
	nids                         nids
	replaced, changed, truncated atomic.Int64
	near                         atomic.Int64 // near misses, which stay as they are
}

// NewReplace returns a Replace.
func NewReplace(o ReplaceOptions) *Replace { return &Replace{ReplaceOptions: o, nids: newNIDs(o.NIDs)} }

// End does nothing: everything has been written.
func (w *Replace) End(io.Writer) error { return nil }

// Counts tells how many URNs were replaced, how many of them by another text, and how
// many were too long.
func (w *Replace) Counts() string {
	return fmt.Sprintf("replaced=%d changed=%d truncated=%d near=%d", w.replaced.Load(), w.changed.Load(), w.truncated.Load(), w.near.Load())
}

// Remark is [rewrite.NearRemark] for the texts that w has read. Quiet does not hide it.
func (w *Replace) Remark() string { return rewrite.NearRemark(w.near.Load()) }

// Status is Trouble if a URN was too long.
func (w *Replace) Status() stdio.Status {
	if w.truncated.Load() > 0 {
		return stdio.Trouble
	}
	return stdio.OK
}

// Block implements [job.Work].
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
	default:
		return w.text(b, out)
	}
	return nil
}

func (w *Replace) text(b *pipeline.Block, out *pipeline.Output) error {
	var replaced, changed, near int64
	defer func() {
		w.near.Add(near)
		w.replaced.Add(replaced)
		w.changed.Add(changed)
	}()
	text, from := b.Data, 0
	decoded, t := text, (*notation.Text)(nil)
	if w.In != notation.Plain {
		t = undone.Get().(*notation.Text)
		defer func() {
			t.Bytes = nil // it may be the block
			undone.Put(t)
		}()
		t.Decode(b.In, text, true)
		decoded = t.Bytes
	}
	var value []byte
	in, at := b.In, 0 // the notation at text[at:]
	for m := range b.Find(w.Finder, decoded) {
		found := decoded[m.Start:m.End:m.End]
		if m.Fault.Reason != 0 {
			if m.Fault.Reason != urn.Partial && w.selected(found) {
				near++
			}
			continue
		}
		if t != nil {
			m.Start, m.End = t.Input(m.Start, m.End)
		}
		if !w.nids.selected(m.Offsets.NID().InBytes(found)) {
			continue
		}
		dst := append(out.Buf[job.ToOutput], text[from:m.Start]...)
		from = m.End
		if len(found) > w.MaxURN {
			if !w.Drop {
				dst = append(dst, text[m.Start:m.End]...)
			}
			out.Buf[job.ToOutput] = dst
			w.tooLong(b, out, m.Start, found, int64(len(found)))
			continue
		}
		begin := len(dst)
		if t == nil {
			dst = w.By(dst, found, m.Offsets)
		} else if value = w.By(value[:0], found, m.Offsets); bytes.Equal(value, found) {
			dst = append(dst, text[m.Start:m.End]...)
		} else {
			in, at = in.After(text[at:m.Start]), m.Start
			dst = in.AppendEncoded(dst, value, text[m.Start:m.End])
		}
		out.Buf[job.ToOutput] = dst
		replaced++
		if !bytes.Equal(dst[begin:], text[m.Start:m.End]) {
			changed++
		}
		if out.Full() {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	out.Buf[job.ToOutput] = append(out.Buf[job.ToOutput], text[from:]...)
	return nil
}

// selected reports whether URNs that begin with text are to be replaced.
func (w *Replace) selected(text []byte) bool {
	o, _ := w.Finder.Syntax.LocateBytes(text)
	if nid := o.NID(); nid.End > 0 {
		return w.nids.selected(nid.InBytes(text))
	}
	nid, _, _ := bytes.Cut(text[min(len("urn:"), len(text)):], []byte{':'})
	return w.nids.selected(nid)
}

// tooLong reports a URN of n bytes that is not replaced. It begins with text, which
// is at byte i of the block.
func (w *Replace) tooLong(b *pipeline.Block, out *pipeline.Output, i int, text []byte, n int64) {
	w.truncated.Add(1)
	if w.Quiet {
		return
	}
	what := "is left as it is"
	if w.Drop {
		what = "is left out"
	}
	message := fmt.Sprintf("a URN of %d bytes, longer than %d (see --max-urn)", n, w.MaxURN)
	switch {
	case b.Part == pipeline.Truncated && b.Err != nil:
		message = "reading failed in a URN"
	case n <= int64(w.MaxURN):
		message = fmt.Sprintf("cannot tell whether this URN is longer than %d bytes (see --max-urn): too much text follows that may belong to it", w.MaxURN)
	}
	line := b.Line + int64(bytes.Count(b.Data[:i], []byte{'\n'}))
	dst := fmt.Appendf(out.Buf[job.ToReports], "urn: %s:%d: %s, at byte %d: ", input.Display(b.Name), line, message, b.Offset+int64(i))
	dst = report.AppendVisible(dst, text[:min(len(text), 40)])
	out.Buf[job.ToReports] = fmt.Appendf(dst, "... %s\n", what)
}
