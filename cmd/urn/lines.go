package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// lineJob is a command that takes one URN a line. Every line is accepted,
// rejected or empty.
type lineJob struct {
	job
	// text appends what is written for a URN, unless it is JSON. nil: nothing.
	text func(dst []byte, p place, u urn.URN) []byte
	// examine, if not nil, deals with a URN instead of what is usually done
	// for one, and reports whether it is accepted. text is the same URN, and
	// raw its line.
	examine func(w *lineBlock, u urn.URN, text, raw []byte) bool

	accepted, rejected, empty atomic.Int64
}

// place is where a line stands.
type place struct {
	name string // of the input, as it is shown
	record.Place
}

// command makes a command of j: it adds flags to cmd, and lets it run j if it
// does not do so itself.
func (j *lineJob) command(a *app, cmd *cobra.Command) *cobra.Command {
	j.prepare(a)
	j.inputFlags.add(cmd)
	cmd.Flags().StringVar(&j.rejects, "rejects", "", "keep lines that are not URNs in `file`, byte for byte (-: standard output)")
	if cmd.RunE == nil {
		cmd.RunE = j.runE
	}
	return cmd
}

func (j *lineJob) runE(cmd *cobra.Command, names []string) error {
	writes := j.json || j.text != nil
	switch {
	case j.rejects == "" && cmd.Flags().Changed("rejects"):
		return errors.New("--rejects: the name of the file is empty")
	case j.rejects == "-" && writes:
		return errors.New("--rejects -: there is other output on standard output")
	}
	j.silent = !writes && j.rejects != "-"
	return j.run(cmd.Context(), names)
}

func (j *lineJob) prepare(a *app) {
	j.app = a
	j.work = j.process
	j.counts = func() string {
		return fmt.Sprintf("accepted=%d rejected=%d empty=%d", j.accepted.Load(), j.rejected.Load(), j.empty.Load())
	}
}

// lineBlock is one block being worked on.
type lineBlock struct {
	*lineJob
	b     *pipeline.Block
	out   *pipeline.Output
	place place
}

func (j *lineJob) process(b *pipeline.Block, out *pipeline.Output) error {
	w := &lineBlock{lineJob: j, b: b, out: out}
	w.place.name = display(b.Name)
	w.place.Line = b.Line
	if j.json && b.Name != "-" {
		w.place.File = record.NewFile(b.Name)
	}
	switch b.Part {
	case pipeline.Lines:
		return w.lines()
	case pipeline.Head:
		w.rejected.Add(1)
		w.reject(b.Data, b.Data, w.tooLong())
	case pipeline.Body:
		w.keep(b.Data)
	case pipeline.Tail:
		w.keep(b.Data)
		w.endReject(b.Data)
	}
	return nil
}

func (w *lineBlock) lines() error {
	var accepted, rejected, empty int64
	defer func() {
		w.accepted.Add(accepted)
		w.rejected.Add(rejected)
		w.empty.Add(empty)
	}()
	// What is made of a URN needs a string. One for the whole block costs far
	// less than one for each line.
	var data string
	makes := w.json || w.text != nil || w.examine != nil
	if makes {
		data = string(w.b.Data)
	}
	for l := (pipeline.Line{}); w.b.Next(&l); {
		text := w.b.Data[l.Start:l.End]
		var u urn.URN
		var fault urn.Fault
		switch {
		case len(text) == 0:
			empty++
			continue
		case len(text) > w.maxLine:
			fault = w.tooLong()
		case makes:
			var err error
			if u, err = w.syntax.Parse(data[l.Start:l.End]); err != nil {
				fault = faultOf(err)
			}
		default:
			_, fault = w.syntax.LocateBytes(text)
		}
		w.place.Line = l.Number
		dst := &w.out.Buf[toOutput]
		switch {
		case fault.Reason != 0:
			rejected++
			raw := l.Raw(w.b)
			w.reject(text, raw, fault)
			w.endReject(raw)
		case w.examine != nil:
			if w.examine(w, u, text, l.Raw(w.b)) {
				accepted++
			} else {
				rejected++
			}
		case w.json:
			accepted++
			*dst = append(record.AppendValid(*dst, w.place.Place, u), '\n')
		case w.text != nil:
			accepted++
			*dst = w.text(*dst, w.place, u)
		default:
			accepted++
			continue
		}
		if w.out.Full() {
			if err := w.out.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// faultOf is the fault that an error of Parse tells of.
func faultOf(err error) urn.Fault {
	var e *urn.SyntaxError
	if errors.As(err, &e) {
		return urn.Fault{Syntax: e.Syntax, Offset: e.Offset, Reason: e.Reason}
	}
	return urn.Fault{}
}

// tooLong is the fault of a line that is longer than --max-line.
func (j *lineJob) tooLong() urn.Fault {
	return urn.Fault{Syntax: j.syntax, Offset: j.maxLine, Reason: urn.TooLong}
}

func tooLongMessage(maxLine int) string {
	return fmt.Sprintf("longer than %d bytes (see --max-line)", maxLine)
}

// reject deals with a line that is not a URN. raw is what there is of it in
// the block, with its line end.
func (w *lineBlock) reject(text, raw []byte, f urn.Fault) {
	w.no.Store(true)
	message := ""
	switch {
	case f.Reason == urn.TooLong:
		message = tooLongMessage(w.maxLine)
	case w.json || !w.quiet:
		message = report.Message(text, f)
	}
	if w.json {
		dst := &w.out.Buf[toOutput]
		if f.Reason == urn.TooLong {
			*dst = record.AppendUnheld(*dst, w.place.Place, w.syntax, f, message)
		} else {
			*dst = record.AppendInvalid(*dst, w.place.Place, w.syntax, string(text), f, message)
		}
		*dst = append(*dst, '\n')
	}
	if !w.quiet {
		dst := &w.out.Buf[toReports]
		*dst = report.Append(*dst, w.place.name, w.place.Line, text, f.Offset, message)
	}
	w.keep(raw)
}

// keep keeps some bytes of a line that is not a URN.
func (w *lineBlock) keep(raw []byte) {
	if w.rejects != "" {
		w.out.Buf[toRejects] = append(w.out.Buf[toRejects], raw...)
	}
}

// endReject gives a rejected line that ends its input without a line end the
// one it needs to stay apart from lines of the next input.
func (w *lineBlock) endReject(raw []byte) {
	ended := len(raw) > 0 && raw[len(raw)-1] == '\n'
	if w.rejects != "" && !ended && !w.b.Last {
		w.out.Buf[toRejects] = append(w.out.Buf[toRejects], '\n')
	}
}
