package lines

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/programs/linescan"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
)

// MapOptions say how [Map] answers.
type MapOptions struct {
	Syntax  urn.Syntax
	MaxLine int      // in bytes, without line end
	Answer  Appender // for a URN
	Null    string   // for everything else
	Errors  bool     // write a record that describes the fault, instead of Null
	// Stdin says that standard input is read unchanged: a byte order mark at its beginning
	// belongs to the first line.
	Stdin bool
}

// Map writes exactly one line for every line. It is a [job.Work].
type Map struct {
	MapOptions
	mapped, nulls atomic.Int64
}

// NewMap returns a Map.
func NewMap(o MapOptions) *Map { return &Map{MapOptions: o} }

// End does nothing: every line has been answered.
func (m *Map) End(io.Writer) error { return nil }

// Counts returns the numbers of lines that were URNs and that were not, as text.
func (m *Map) Counts() string {
	return fmt.Sprintf("mapped=%d nulls=%d", m.mapped.Load(), m.nulls.Load())
}

// Status is OK for all lines.
func (m *Map) Status() stdio.Status { return stdio.OK }

// Block implements [job.Work].
func (m *Map) Block(b *pipeline.Block, out *pipeline.Output) error {
	dst := &out.Buf[job.ToOutput]
	switch b.Part {
	case pipeline.Lines:
	case pipeline.Head:
		*dst = m.appendTooLong(*dst)
		m.nulls.Add(1)
		return nil
	default:
		return nil // the line has been answered
	}
	var mapped, nulls int64
	defer func() {
		m.mapped.Add(mapped)
		m.nulls.Add(nulls)
	}()
	n := &Name{block: &Block{Work: &Work{Options: Options{Syntax: m.Syntax}}, b: b}}
	l := linescan.New(b.Data, m.Syntax, b.Line, b.Offset == 0 && (b.Name != input.Stdin || !m.Stdin))
	form, forms := m.Answer.(form)
	for {
		if forms {
			n, err := appendForms(out, l, linescan.Form(form), m.MaxLine)
			if mapped += n; err != nil {
				return err
			}
		}
		if !l.Line() {
			return nil
		}
		n.Text, n.Offsets, n.start = l.Text, l.Offsets, l.Start
		switch {
		case len(n.Text) > m.MaxLine:
			nulls++
			*dst = m.appendTooLong(*dst)
		case l.Fault.Reason == 0:
			mapped++
			*dst = append(m.Answer.Append(*dst, n), '\n')
		case m.Errors:
			nulls++
			*dst = append(record.AppendFault(*dst, record.Place{}, string(n.Text), l.Fault, l.Fault.Message(string(n.Text))), '\n')
		default:
			nulls++
			*dst = append(append(*dst, m.Null...), '\n')
		}
		if err := out.FlushIfFull(); err != nil {
			return err
		}
	}
}

// appendTooLong appends the answer to a line that is longer than MaxLine.
func (m *Map) appendTooLong(dst []byte) []byte {
	if !m.Errors {
		return append(append(dst, m.Null...), '\n')
	}
	fault := urn.Fault{Syntax: m.Syntax, Offset: m.MaxLine, Reason: urn.TooLong}
	return append(record.AppendTooLong(dst, record.Place{}, fault, tooLongMessage(m.MaxLine)), '\n')
}
