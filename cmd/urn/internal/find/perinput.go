package find

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/scan"
)

// perInput is the state of CountLines and ListFiles for each input. Except for failed, only
// the block whose turn it is may use it.
type perInput struct {
	inputs []inputLines // the inputs with a URN that have not been written, in their order
	last   int64        // the number of the last line that was counted
	offset int64        // of its block

	mu     sync.Mutex
	failed []string // the inputs that could not be read
}

// inputLines is how many lines of an input hold URNs.
type inputLines struct {
	name string
	n    int64
}

// Failed is called for an input that could not be read to its end. No 0 is written for it.
func (w *Work) Failed(name string) {
	w.inputs.mu.Lock()
	defer w.inputs.mu.Unlock()
	w.inputs.failed = append(w.inputs.failed, name)
}

// countLines counts the lines of a block in which a URN begins, or, with Near, a near
// miss.
func (w *block) countLines() error {
	first, last, n := int64(0), int64(0), int64(0)
	number, at := w.b.Line, 0
	hit := func(i int) {
		number += int64(bytes.Count(w.b.Data[at:i], []byte{'\n'}))
		at = i
		if n == 0 {
			first = number
		}
		if n == 0 || number != last {
			n++
		}
		last = number
	}
	switch {
	case w.b.Part == pipeline.Truncated:
		return w.whole()
	case w.Near:
		for m := range w.b.Find(w.Finder, w.undone, nil) {
			if m.Kind != scan.MatchName && w.isWantedNear(w.text[m.Start:]) {
				w.near.Add(1)
				start, _ := w.span(m)
				hit(start)
			}
		}
	default:
		for m := range w.matches(w.text) {
			if !w.wanted(m) {
				continue
			}
			w.foundMore(1)
			if m.End-m.Start > w.MaxURN {
				w.tooLong(m)
				continue
			}
			start, _ := w.span(m)
			hit(start)
		}
	}
	if n == 0 {
		return nil
	}
	w.out.Turn()
	p := &w.inputs
	end := len(p.inputs) - 1
	if end < 0 || p.inputs[end].name != w.b.Name || w.b.Offset <= p.offset {
		if w.Recursive || w.ListFiles {
			// What precedes it is complete.
			w.out.Buf[job.ToOutput] = w.appendInputs(w.out.Buf[job.ToOutput], p.inputs)
			p.inputs = p.inputs[:0]
		}
		p.inputs = append(p.inputs, inputLines{name: w.b.Name})
		end = len(p.inputs) - 1
	} else if first == p.last {
		n-- // the line began in the block before
	}
	p.inputs[end].n += n
	p.last, p.offset = last, w.b.Offset
	return w.out.FlushIfFull()
}

// endInputs writes the lines that countLines has not written: with CountLines and without
// Recursive, there is a line for every input that was read.
func (w *Work) endInputs(out io.Writer) error {
	list := w.inputs.inputs
	if w.CountLines && !w.Recursive {
		list = nil
		found := w.inputs.inputs
		for _, name := range w.Names {
			switch {
			case len(found) > 0 && found[0].name == name:
				list = append(list, found[0])
				found = found[1:]
			case !slices.Contains(w.inputs.failed, name):
				list = append(list, inputLines{name: name})
			}
		}
	}
	_, err := out.Write(w.appendInputs(nil, list))
	return err
}

// appendInputs appends a line for each input.
func (w *Work) appendInputs(dst []byte, list []inputLines) []byte {
	for _, i := range list {
		switch {
		case w.Form == JSON:
			file := record.File("")
			if i.name != input.Stdin {
				file = record.NewFile(i.name)
			}
			dst = record.AppendLines(dst, file, i.n)
		case w.ListFiles:
			dst = append(dst, input.Display(i.name)...)
		default:
			if w.WithName {
				dst = append(append(dst, input.Display(i.name)...), ':')
			}
			dst = strconv.AppendInt(dst, i.n, 10)
		}
		dst = append(dst, '\n')
	}
	return dst
}
