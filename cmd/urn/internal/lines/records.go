package lines

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/leftover"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
	"github.com/seed7b5a83f0/urn/scan"
)

// Format finds the field with a URN in a record, and writes values in its place.
type Format interface {
	// name returns the name of the field in messages.
	name() string
	// Begin is for [pipeline.Config.Begin].
	Begin(first *pipeline.Block) (any, error)
	// fields yields the field of every record of a block. An error ends the input.
	fields(b *pipeline.Block) iter.Seq2[*field, error]
	// appendValue appends a value as it is written in the place of f.
	appendValue(dst []byte, f *field, value []byte) []byte
	// appendReplaced appends the field with each match in it replaced by the result of by. It calls
	// check with the text, and where each match begins and ends in it.
	appendReplaced(dst []byte, f *field, finder search, by replacement, check func(text []byte, names []int)) []byte
}

// search yields the matches in a text.
type search func(text []byte) iter.Seq[scan.Match]

// replacement appends the replacement of text, which is a match.
type replacement func(dst, text []byte, m scan.Match) []byte

// field is the field of a record.
type field struct {
	raw        []byte // the record, with its line end
	start, end int    // of the field in raw; 0 if there is none
	text       []byte // its value
	plain      int    // the position in raw of text, or -1 if raw has escapes
	line       int64  // the line that the field begins in
	lineStart  int    // the start of that line in raw
	separator  byte   // of CSV

	blank     bool   // it is not a record, but an empty line or a byte order mark
	header    bool   // it is not data
	repeated  bool   // it is a header that has been written
	missing   bool   // the record has no such field
	absent    bool   // the record has no such field, or the field has no value
	notText   string // why the field has no text, if it has another value
	nested    bool   // that value may hold URNs
	malformed string // why the field cannot be looked for
}

// RecordOptions say how the field of each record is processed.
type RecordOptions struct {
	Options Options
	Format  Format

	// Handler deals with the URNs, if nothing is rewritten.
	Handler Handler
	// New is the new value of the field.
	New    Appender
	IsJSON bool // New appends JSON
	// With UseNull, every value that is not a URN is replaced by Null if NullGiven is set, and
	// otherwise by the null value of the format. Without it, such a record stays as it is, or
	// goes to the rejects.
	NullGiven bool
	// Columns adds columns that have the components, and leaves the value as it is. Rules
	// are the rules for the normal form and the key, and never return an error.
	Columns bool
	Rules   *namespace.Registry
	// By replaces the URNs in the value, if it is not nil.
	By     rewrite.Replacement
	Finder scan.Finder
	// Opaque, if not nil, appends the replacement of a near miss or a partial name in the
	// value.
	Opaque func(dst, text []byte) []byte
	// Drop is set for a hash: malformed records are left out. Otherwise they stay as they are. With
	// Drop, the status is No if more than AllowLeft names may be left in the field, near misses and parts
	// among them; see [leftover.Stream].
	Drop      bool
	AllowLeft int64
}

// Records works on one field of every record. It is a [job.Work].
type Records struct {
	*Work
	RecordOptions
	balance   rewrite.Balance
	malformed atomic.Int64
	missing   atomic.Int64 // records that lack the field
	present   atomic.Int64
}

// NewRecords returns a Records.
func NewRecords(o RecordOptions) *Records {
	if o.Handler == nil {
		o.Handler = Discard{}
	}
	w := &Records{Work: New(o.Options, o.Handler), RecordOptions: o}
	w.Work.records = w
	w.balance.Opaque, w.balance.Hash = o.Opaque != nil, o.Drop
	if o.Drop {
		w.balance.Scope = "the field " + o.Format.name()
	}
	return w
}

// End fails if no record has the field: then its name is wrong. Everything has been
// written.
func (w *Records) End(io.Writer) error {
	if w.missing.Load() > 0 && w.present.Load() == 0 {
		return fmt.Errorf("no record has the field %s", w.Format.name())
	}
	return nil
}

func (w *Records) Counts() string {
	switch {
	case w.By != nil:
		return fmt.Sprintf("%s rejected=%d", w.balance.Counts(), w.rejected.Load())
	}
	return w.Work.Counts()
}

// Remark returns the numbers of replaced and of remaining findings as text (see
// [rewrite.Balance]), or otherwise the remark of the Work.
func (w *Records) Remark() string {
	remark := w.Work.Remark()
	if w.By != nil {
		remark = w.balance.Remark(w.Quiet)
	}
	var says []string
	if remark != "" {
		says = append(says, remark)
	}
	if n := w.missing.Load(); n > 0 && w.present.Load() > 0 && !w.Quiet {
		says = append(says, rewrite.Count(n, "record lacks", "records lack")+" the field")
	}
	return strings.Join(says, "; ")
}

// Status is No if a record was rejected. If every record is answered or copied, only
// malformed records are rejected.
func (w *Records) Status() stdio.Status {
	if w.UseNull || w.By != nil {
		if w.malformed.Load() > 0 || w.Drop && w.balance.Left()+w.balance.Clear.Names.Load() > w.AllowLeft {
			return stdio.No
		}
		return stdio.OK
	}
	return w.Work.Status()
}

// Rewrites reports whether records are written.
func (o *RecordOptions) Rewrites() bool { return o.New != nil || o.By != nil || o.Columns }

func (w *Records) Block(b *pipeline.Block, out *pipeline.Output) error {
	if w.By != nil {
		if err := rewrite.CheckWide(b.Data, input.Display(b.Name), b.Line); err != nil {
			return err
		}
	}
	if b.Part == pipeline.Head {
		w.malformed.Add(1)
	}
	if err := w.Work.Block(b, out); err != nil || b.Part == pipeline.Lines || w.Keep || w.Drop {
		return err
	}
	w.pass(&Block{Work: w.Work, b: b, out: out}, b.Data)
	return nil
}

func (w *Records) lines(b *Block, n *Name) error {
	for f, err := range w.Format.fields(b.b) {
		if err != nil {
			// What precedes it is written before the job ends.
			b.out.Turn()
			if err := b.out.Flush(); err != nil {
				return err
			}
			return fmt.Errorf("%s:%w", n.Input, err)
		}
		w.one(b, n, f)
		if err := b.out.FlushIfFull(); err != nil {
			return err
		}
	}
	return nil
}

// one processes one record.
func (w *Records) one(b *Block, n *Name, f *field) {
	n.Text, n.raw, n.Place.Line, n.Repaired = f.text, f.raw, f.line, repair.Repaired{}
	n.shown, n.start = nil, -1
	if w.By != nil && f.nested {
		f.malformed, f.notText = f.notText, "" // it may hold URNs, and none would be replaced
	}
	switch {
	case f.blank || f.header:
	case f.missing:
		w.missing.Add(1)
	default:
		w.present.Add(1)
	}
	switch {
	case f.blank:
		if w.Rewrites() {
			*b.Output() = append(*b.Output(), f.raw...)
		}
	case f.header:
		if w.Rewrites() && !f.repeated {
			w.write(b, f, f.text, columnNames)
		}
	case f.absent:
		w.Work.empty.Add(1)
		w.other(b, f)
	case f.malformed != "", f.notText != "" && w.By == nil:
		w.reject(b, n, f)
	case f.notText != "":
		w.pass(b, f.raw)
	case w.By != nil:
		w.replace(b, f)
	default:
		w.urn(b, n, f)
	}
}

// urn deals with a record whose field is to be a URN.
func (w *Records) urn(b *Block, n *Name, f *field) {
	if f.plain >= 0 {
		n.start = f.plain + cap(b.b.Data) - cap(f.raw) // raw is a part of the block
		if line := firstLine(f.raw[f.lineStart:]); f.plain-f.lineStart+len(f.text) <= len(line) {
			n.shown, n.shownAt = line, f.plain-f.lineStart
		}
	}
	var fault urn.Fault
	if !w.Any {
		n.Offsets, fault = w.Syntax.LocateBytes(f.text)
	}
	if len(f.text) > w.MaxLine {
		fault = w.tooLong()
	}
	if w.Repair != nil && fault.Reason != 0 && fault.Reason != urn.TooLong {
		fault = b.repair(n, fault)
	}
	switch {
	case fault.Reason != 0:
		w.Work.rejected.Add(1)
		if !w.UseNull {
			b.notURN(n, fault)
			b.endReject(n.raw)
		}
		w.other(b, f)
		return
	case w.Columns:
		w.write(b, f, f.text, components(n, w.Rules))
	case w.New != nil:
		n.Place = record.Place{} // the record is where it was
		value := w.New.Append(nil, n)
		if value == nil {
			w.Work.rejected.Add(1)
			w.other(b, f)
			return
		}
		w.write(b, f, value, nil)
	case !w.handler.URN(b, n):
		w.Work.rejected.Add(1)
		return
	}
	w.Work.accepted.Add(1)
}

// reject deals with a record whose field has no text.
func (w *Records) reject(b *Block, n *Name, f *field) {
	w.Work.rejected.Add(1)
	message := f.malformed + f.notText
	n.Text = firstLine(f.raw[f.lineStart:])
	if !w.UseNull || f.malformed != "" {
		if w.JSON {
			dst := b.Output()
			fault := urn.Fault{Syntax: w.Syntax, Reason: urn.NotText}
			*dst = append(record.AppendFault(*dst, n.Place, string(n.Text), fault, message), '\n')
		}
		reason := urn.NotText.String()
		if f.malformed != "" {
			reason = "malformed"
		}
		b.count(reason, nil, false)
		b.Report(n, f.start-f.lineStart, message)
		b.Reject(n)
	}
	if f.malformed != "" {
		w.malformed.Add(1)
	}
	if f.malformed == "" || !w.Drop {
		w.other(b, f)
	}
}

// other writes a record whose field is not a URN, unless it is among the rejects.
func (w *Records) other(b *Block, f *field) {
	switch {
	case !w.Rewrites(), w.Keep && !f.absent:
	case w.UseNull && !f.missing && f.malformed == "":
		dst := b.Output()
		*dst = append(*dst, f.raw[:f.start]...)
		if _, isJSON := w.Format.(*JSONField); isJSON && !w.NullGiven {
			*dst = append(*dst, "null"...)
		} else {
			*dst = w.Format.appendValue(*dst, f, []byte(w.Null))
		}
		*dst = append(*dst, f.raw[f.end:]...)
		w.endLine(b, f.raw)
	case w.Columns && f.malformed == "":
		w.write(b, f, f.text, noColumns)
	default:
		w.pass(b, f.raw)
	}
}

// pass writes something as it is, if anything is written.
func (w *Records) pass(b *Block, raw []byte) {
	if w.Rewrites() {
		*b.Output() = append(*b.Output(), raw...)
		w.endLine(b, raw)
	}
}

// columnNames are the names of the columns that Columns adds. noColumns are their values
// for a record without a URN.
var (
	columnNames = [][]byte{[]byte("nid"), []byte("nss"), []byte("r"), []byte("q"), []byte("f"), []byte("normalized"), []byte("key")}
	noColumns   = make([][]byte, len(columnNames))
)

// components returns the values of the columns for a URN. A component that is absent is
// nil.
func components(n *Name, rules *namespace.Registry) [][]byte {
	o := n.Offsets
	cut := func(s urn.Span) []byte {
		if s == (urn.Span{}) {
			return nil
		}
		return n.Text[s.Start:s.End]
	}
	return [][]byte{
		cut(o.NID()), cut(o.NSS()), cut(o.R()), cut(o.Q()), cut(o.F()),
		Normalized(rules).Append(nil, n), Key(rules).Append(nil, n),
	}
}

// write writes a record with another value, or with further columns.
func (w *Records) write(b *Block, f *field, value []byte, columns [][]byte) {
	dst := b.Output()
	switch {
	case w.Columns:
		text := withoutEnd(f.raw)
		*dst = append(*dst, text...)
		for _, v := range columns {
			*dst = append(*dst, f.separator)
			if v != nil {
				*dst = appendCSV(*dst, v, f.separator, len(v) == 0) // "" is present and empty
			}
		}
		*dst = append(*dst, f.raw[len(text):]...)
	case f.header, !w.IsJSON && bytes.Equal(value, f.text):
		*dst = append(*dst, f.raw...)
	default:
		*dst = append(*dst, f.raw[:f.start]...)
		if w.IsJSON {
			*dst = append(*dst, value...)
		} else {
			*dst = w.Format.appendValue(*dst, f, value)
		}
		*dst = append(*dst, f.raw[f.end:]...)
	}
	w.endLine(b, f.raw)
}

// endLine ends the last record of an input that has no line end, if another input
// follows.
func (w *Records) endLine(b *Block, raw []byte) {
	ended := len(raw) > 0 && raw[len(raw)-1] == '\n'
	if !ended && !b.b.Last && (b.b.Part == pipeline.Lines || b.b.Part == pipeline.Tail) {
		*b.Output() = append(*b.Output(), '\n')
	}
}

// replace writes a record with the URNs in its field replaced.
func (w *Records) replace(b *Block, f *field) {
	dst := b.Output()
	*dst = append(*dst, f.raw[:f.start]...)
	finder := pipeline.Near(w.Finder)
	find := func(text []byte) iter.Seq[scan.Match] {
		// The field is a whole value, as a text between quotation marks is. A near miss after
		// an apostrophe may extend over the mark.
		size := len(text)
		b.quoted = append(append(append(b.quoted[:0], '"'), text...), '"')
		text = b.quoted
		found := finder.All(text)
		if w.Opaque != nil {
			found = rewrite.Everything(found, finder.Syntax, text)
		}
		return func(yield func(scan.Match) bool) {
			for m := range found {
				if m.Start, m.End = m.Start-1, min(m.End-1, size); !yield(m) {
					return
				}
			}
		}
	}
	*dst = w.Format.appendReplaced(*dst, f, find, func(dst, text []byte, m scan.Match) []byte {
		at := len(dst)
		if m.Kind == scan.MatchName {
			w.balance.Replaced.Add(1)
			if dst = w.By(dst, text, m.Offsets); !bytes.Equal(dst[at:], text) {
				w.balance.Changed.Add(1)
			}
			return dst
		}
		if w.balance.Count(m.Kind, 1); w.Opaque == nil {
			return append(dst, text...)
		}
		return w.Opaque(dst, text)
	}, func(text []byte, names []int) { w.check(b, f, text, names) })
	*dst = append(*dst, f.raw[f.end:]...)
	w.endLine(b, f.raw)
}

// check looks for names that are left in text, of a field, other than names.
func (w *Records) check(b *Block, f *field, text []byte, names []int) {
	new(leftover.Stream).Read(text, names, false, func(text []byte, s leftover.Spelling, _ int) {
		switch left := &w.balance.Clear; {
		case !s.Name:
			left.Others.Add(1)
		default:
			if !left.Full() {
				b.out.Turn() // so that the first places are the first in the input
			}
			left.Add(text[s.Start:s.End], nil, fmt.Sprintf("%s:%d", input.Display(b.b.Name), f.line))
		}
	})
}

// withoutEnd returns a record without its line end.
func withoutEnd(raw []byte) []byte {
	if text, ok := bytes.CutSuffix(raw, []byte("\n")); ok {
		return bytes.TrimSuffix(text, []byte("\r"))
	}
	return raw
}

// firstLine returns the first line of text, without its line end.
func firstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i+1]
	}
	return withoutEnd(text)
}
