// Package lines works on inputs with one URN on each line. Every line is accepted,
// rejected or empty. [Work] passes each URN to a [Handler], and reports the other
// lines, or answers every line with one line. [Records] works on one field of each record.
package lines

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
	"github.com/seed7b5a83f0/urn/repair"
)

// Options say how lines are read, and how lines that are not URNs are handled.
type Options struct {
	Syntax  urn.Syntax
	MaxLine int           // in bytes, without line end
	JSON    bool          // write a record of a line that is not a URN
	Quiet   bool          // do not report it
	Keep    bool          // keep it, byte for byte, among the rejects
	Any     bool          // give the Handler every line that is not empty, without Offsets
	Style   report.Style  // of reports
	Summary bool          // count the lines that do not pass by reason, for Remark
	Also    func() string // if it is not nil, Remark

	// UseNull answers every line with one line: the Handler writes the line for a URN. The
	// line for everything else, also for an empty line, is Null, or with JSON a record
	// without a place.
	UseNull bool
	Null    string
	// AsIs says that standard input is read unchanged: a byte order mark at its beginning
	// belongs to the first line.
	AsIs bool

	// Repair, if it is not nil, repairs lines that are not URNs. Its syntax is Syntax.
	Repair *repair.Repairer
}

// Handler processes a URN.
type Handler interface {
	// URN deals with the URN n, which is in b, and reports whether it is
	// accepted. It is called by several goroutines.
	URN(b *Block, n *Name) bool
}

// Name is a URN on a line.
type Name struct {
	Place   record.Place
	Input   string // the name of the input, for people
	Text    []byte
	Offsets urn.Offsets

	// Repaired has the text that Text was made from. It is zero if Text is the
	// line itself.
	Repaired repair.Repaired

	raw   []byte // the line as it is in the input
	start int    // of Text in the block, or -1 if it is there in another form
	block *Block

	shown   []byte // the line that is reported, if it is not Text
	shownAt int    // the start of Text in it
}

// URN returns the URN as a value. Only the first call for a block allocates.
func (n *Name) URN() urn.URN {
	if n.Repaired.URN().String() != n.Repaired.Input() {
		return n.Repaired.URN()
	}
	if n.start < 0 {
		return n.parse(string(n.Text))
	}
	if n.block.data == "" {
		// One string for the whole block takes far less time than a string for each line.
		n.block.data = string(n.block.b.Data)
	}
	return n.parse(n.block.data[n.start : n.start+len(n.Text)])
}

func (n *Name) parse(text string) urn.URN {
	u, err := n.block.Syntax.Parse(text)
	if err != nil {
		panic(err) // it has been located
	}
	return u
}

// Work gives the URNs of its input to a Handler. It is a [job.Work].
type Work struct {
	Options
	handler                   Handler
	accepted, rejected, empty atomic.Int64
	repaired                  atomic.Int64 // of accepted
	summary                   summary
	passed                    atomic.Bool // a line is a URN; set in the order of the blocks
	records                   *Records    // deals with the lines, if they are records
}

// New returns the Work for a Handler.
func New(o Options, h Handler) *Work {
	return &Work{Options: o, handler: h, summary: summary{reasons: map[string]int64{}, columns: map[column]int{}}}
}

// End does nothing: everything has been written.
func (w *Work) End(io.Writer) error { return nil }

// Counts returns the numbers of lines that were accepted, rejected and empty, and of
// accepted lines that were repaired, as text.
func (w *Work) Counts() string {
	if w.UseNull {
		return fmt.Sprintf("mapped=%d nulls=%d", w.accepted.Load(), w.rejected.Load()+w.empty.Load())
	}
	s := fmt.Sprintf("accepted=%d rejected=%d empty=%d", w.accepted.Load(), w.rejected.Load(), w.empty.Load())
	if w.Repair != nil {
		s += fmt.Sprintf(" repaired=%d", w.repaired.Load())
	}
	if c, ok := w.handler.(*Checker); ok {
		s += c.counts()
	}
	return s
}

// Status is No if a line was rejected and not answered, or if there was advice and the Checker
// is strict.
func (w *Work) Status() stdio.Status {
	c, ok := w.handler.(*Checker)
	if w.rejected.Load() > 0 && !w.UseNull || ok && c.Strict && c.advised.Load() > 0 {
		return stdio.No
	}
	return stdio.OK
}

// Block is a block being worked on.
type Block struct {
	*Work
	b    *pipeline.Block
	out  *pipeline.Output
	data string // of the block, once a URN value has been made

	quoted []byte // scratch: a field between quotation marks
}

// Output returns the buffer for standard output.
func (w *Block) Output() *[]byte { return &w.out.Buf[job.ToOutput] }

func (w *Work) Block(b *pipeline.Block, out *pipeline.Output) error {
	block := &Block{Work: w, b: b, out: out}
	n := &Name{Input: input.Display(b.Name), block: block}
	if !w.answers() {
		n.Place.Line = b.Line
	}
	unplaced := w.answers() || input.IsArgument(b.Name)
	if w.JSON && b.Name != input.Stdin && !unplaced {
		n.Place.File = record.NewFile(b.Name)
	}
	switch {
	case b.Part == pipeline.Lines && w.records != nil:
		return w.records.lines(block, n)
	case b.Part == pipeline.Lines:
		return block.lines(n, unplaced)
	case b.Part == pipeline.Head:
		w.rejected.Add(1)
		n.Text, n.raw = b.Data, b.Data
		block.other(n, w.tooLong())
	case b.Part == pipeline.Body:
		block.keep(b.Data)
	case b.Part == pipeline.Tail:
		block.keep(b.Data)
		block.endReject(b.Data)
	}
	return nil
}

// answers reports whether each line is answered with one line.
func (w *Work) answers() bool { return w.UseNull && w.records == nil }

// lines deals with lines, which have no numbers if unplaced is set.
func (w *Block) lines(n *Name, unplaced bool) error {
	var accepted, rejected, empty int64
	defer func() {
		w.accepted.Add(accepted)
		w.rejected.Add(rejected)
		w.empty.Add(empty)
		w.pass(accepted > 0)
	}()
	_, discard := w.handler.(Discard)
	var all form // of many lines at once, if the handler does nothing else
	forms := false
	if h, ok := w.handler.(*writer); ok && !w.Any {
		all, forms = h.Appender.(form)
	}
	l := newScanner(w.b.Data, w.Syntax, w.b.Line, w.b.Offset == 0 && !(w.AsIs && w.b.Name == input.Stdin))
	for i := 0; ; i++ {
		if discard {
			accepted += l.Skip(w.MaxLine)
		}
		if forms {
			for n := int64(1); n > 0; {
				*w.Output(), n = l.Append(*w.Output(), all, w.MaxLine)
				accepted += n
				if err := w.out.FlushIfFull(); err != nil {
					return err
				}
			}
		}
		if !l.Line() {
			return nil
		}
		if len(l.Text) == 0 && !w.UseNull {
			empty++
			continue
		}
		n.Text, n.Offsets, n.raw = l.Text, l.Offsets, l.Raw
		n.Place.Line, n.start = l.Number, l.Start
		if unplaced {
			n.Place.Line = 0
		}
		if w.Any {
			n.Offsets, l.Fault = urn.Offsets{}, urn.Fault{}
		}
		if len(n.Text) > w.MaxLine {
			l.Fault = w.tooLong()
		}
		if w.Repair != nil {
			n.Repaired = repair.Repaired{}
			if l.Fault.Reason != 0 && l.Fault.Reason != urn.TooLong {
				l.Fault = w.repair(n, l.Fault)
			}
		}
		switch {
		case l.Fault.Reason != 0:
			rejected++
			w.pass(accepted > 0)
			w.other(n, l.Fault)
			w.endReject(n.raw)
		case w.handler.URN(w, n):
			accepted++
		default: // for its namespace, or a pattern
			rejected++
			w.pass(true)
		}
		if i%16 == 0 || len(n.Text) > 4096 {
			if err := w.out.FlushIfFull(); err != nil {
				return err
			}
		}
	}
}

// repair makes n a URN. It returns the fault if that cannot be done.
func (w *Block) repair(n *Name, fault urn.Fault) urn.Fault {
	repaired, err := w.Repair.Parse(string(n.Text))
	if err != nil {
		var e *urn.Error
		if errors.As(err, &e) { // an octet that can be repaired may be before the octet that cannot
			fault.Offset, fault.Reason = e.Offset, e.Reason
		}
		return fault
	}
	if !w.Quiet {
		w.Report(n, fault.Offset, repairMessage(repaired))
	}
	u := repaired.URN()
	n.Text, n.Offsets, n.Repaired = []byte(u.String()), u.Offsets(), repaired
	w.repaired.Add(1)
	return urn.Fault{}
}

// repairMessage describes the changes.
func repairMessage(r repair.Repaired) string {
	const most = len("%F0%9F%98%80")
	first, more := "", 0
	for c := range r.Changes() {
		if first == "" {
			first = r.URN().String()[c.URN.Start:c.URN.End]
		}
		more += c.Input.End - c.Input.Start
	}
	if len(first) > most {
		first = first[:most] + "..."
	}
	if more == 1 {
		return "repaired: 1 octet became " + first
	}
	return fmt.Sprintf("repaired: %d octets became escapes, from here: %s", more, first)
}

// tooLong is the fault of a line that is longer than --max-line.
func (o *Options) tooLong() urn.Fault {
	return urn.Fault{Syntax: o.Syntax, Offset: o.MaxLine, Reason: urn.TooLong}
}

// other answers a line that is not a URN with Null, or calls notURN.
func (w *Block) other(n *Name, f urn.Fault) {
	if w.answers() && !w.JSON {
		*w.Output() = append(append(*w.Output(), w.Null...), '\n')
	} else {
		w.notURN(n, f)
	}
}

// notURN processes a line that is not a URN, or the beginning of a line that is too long.
func (w *Block) notURN(n *Name, f urn.Fault) {
	message := ""
	switch {
	case f.Reason == urn.TooLong:
		message = fmt.Sprintf("longer than %d bytes (see --max-line)", w.MaxLine)
	case w.JSON || !w.Quiet:
		message = f.Message(string(n.Text))
		if meant := suggest.Sentence(string(n.Text)); f.Reason == urn.BadScheme && meant != "" && !w.UseNull {
			message += "; " + meant
		}
	}
	if w.JSON {
		dst := w.Output()
		if f.Reason == urn.TooLong {
			*dst = record.AppendTooLong(*dst, n.Place, f, message)
		} else {
			*dst = record.AppendFault(*dst, n.Place, string(n.Text), f, message)
		}
		*dst = append(*dst, '\n')
	}
	early := w.early()
	w.count(f.Reason.String(), n.Text, early)
	if f.Reason != urn.BadScheme || !early || !w.hides() {
		w.Report(n, f.Offset, message)
	}
	w.keep(n.raw)
}

// Report writes a message about n on standard error, unless Quiet is set. offset is the
// position in Text, in bytes.
func (w *Block) Report(n *Name, offset int, message string) {
	if !w.Quiet {
		dst := &w.out.Buf[job.ToReports]
		text := n.Text
		if n.shown != nil {
			text, offset = n.shown, n.shownAt+offset
		}
		*dst = report.Append(*dst, w.Style, n.Input, n.Place.Line, text, offset, message)
	}
}

// Reject keeps a URN that the Handler does not accept among the rejects.
func (w *Block) Reject(n *Name) {
	w.keep(n.raw)
	w.endReject(n.raw)
}

// keep keeps some bytes of a rejected line.
func (w *Block) keep(raw []byte) {
	if w.Keep {
		w.out.Buf[job.ToRejects] = append(w.out.Buf[job.ToRejects], raw...)
	}
}

// endReject adds a line end to a rejected line that is the last of its input and
// has none. It separates the line from the lines of the next input.
func (w *Block) endReject(raw []byte) {
	ended := len(raw) > 0 && raw[len(raw)-1] == '\n'
	if w.Keep && !ended && !w.b.Last {
		w.out.Buf[job.ToRejects] = append(w.out.Buf[job.ToRejects], '\n')
	}
}
