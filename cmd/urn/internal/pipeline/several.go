package pipeline

import (
	"bytes"
	"context"
	"io"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
)

// holdInput is how many bytes of output an input may make before it is its turn.
// It then waits. Inputs that have ended before their turn wait if more than
// maxHeld of them are held, or more than holdInput times Config.Inputs bytes.
const (
	holdInput = 2 << 20
	maxHeld   = 4096
)

// several runs Config.Inputs inputs at once, for Config.Find. An input that fits
// into a block is searched by the goroutine that reads it. For most files of a
// tree, that costs less than passing them to another goroutine. A longer one is a
// Run of its own.
type several struct {
	Config
	ctx     context.Context
	stop    context.CancelCauseFunc
	failure atomic.Pointer[error]
	order   order
	totals  struct{ inputs, failed, lines, bytes atomic.Int64 }
}

// numbered is an input and its place in the order.
type numbered struct {
	i    int
	name string
	err  error // why it cannot be opened
}

func runSeveral(ctx context.Context, c Config, names []string, newWorker func() Worker) (Totals, error) {
	s := &several{Config: c}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	s.order.turned.L = &s.order.mu
	s.order.maxSize = c.Inputs * holdInput
	// Blocks of all inputs together are bounded by this.
	s.Workers = max(2, c.Workers/2)
	s.Inputs = 1

	inputs := make(chan numbered, 256)
	go func() {
		defer close(inputs)
		i := 0
		for name, err := range c.expanded(names) {
			select {
			case inputs <- numbered{i, name, err}:
			case <-s.ctx.Done():
				return
			}
			i++
		}
	}()
	var running sync.WaitGroup
	for range c.Inputs {
		running.Add(1)
		go func() {
			defer running.Done()
			r := newReader(s, newWorker)
			for in := range inputs {
				if s.ctx.Err() != nil {
					return
				}
				r.read(in)
			}
		}()
	}
	running.Wait()
	t := Totals{
		Inputs: s.totals.inputs.Load(), Failed: s.totals.failed.Load(),
		Lines: s.totals.lines.Load(), Bytes: s.totals.bytes.Load(),
	}
	if err := s.failure.Load(); err != nil {
		return t, *err
	}
	return t, context.Cause(ctx)
}

// fail ends all inputs.
func (s *several) fail(err error) {
	s.failure.CompareAndSwap(nil, &err)
	s.stop(err)
}

// reader reads one input after the other.
type reader struct {
	*several
	newWorker func() Worker
	work      Worker
	buf       []byte
	out       Output
	run       run
}

func newReader(s *several, newWorker func() Worker) *reader {
	r := &reader{several: s, newWorker: newWorker, work: newWorker(), buf: make([]byte, s.BlockSize)}
	r.run.Config = s.Config
	r.out.run, r.out.Buf = &r.run, make([][]byte, len(s.Writers))
	return r
}

// read reads an input. It returns when all of its output has been written, or is
// held until its turn.
func (r *reader) read(in numbered) {
	h := &held{several: r.several, i: in.i}
	err := r.input(in, h)
	// An interrupt is no failure: what has been found is written.
	if err != nil && r.ctx.Err() == nil {
		r.fail(err)
	}
	r.order.end(h)
}

// input reads an input and writes the output to h.
func (r *reader) input(in numbered, h *held) error {
	if in.err != nil {
		return r.long(in, h)
	}
	s, err := r.Open(in.name)
	if err != nil {
		in.err = err
		return r.long(in, h)
	}
	defer s.Close()
	if s.Waits {
		return r.stream(in, h, s)
	}
	n := 0
	for err == nil && n < len(r.buf) {
		var m int
		m, err = s.Read(r.buf[n:])
		n += m
	}
	if err != io.EOF {
		if err != nil {
			s.Reader = ended{err}
		}
		s.Reader = io.MultiReader(bytes.NewReader(r.buf[:n]), s.Reader)
		return r.stream(in, h, s)
	}
	r.totals.inputs.Add(1)
	if n == 0 {
		return nil
	}
	return r.short(&Block{Part: Text, Name: in.name, Data: r.buf[:n], Line: 1, In: r.In}, h)
}

// closed is the turn of a block that is the only one of its input.
var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// short searches the one block of an input.
func (r *reader) short(b *Block, h *held) error {
	r.totals.bytes.Add(int64(len(b.Data)))
	lines := bytes.Count(b.Data, newlineByte)
	if b.Data[len(b.Data)-1] != '\n' {
		lines++
	}
	r.totals.lines.Add(int64(lines))
	b.turn = closed
	r.run.Writers = h.writers()
	r.run.turn = h.wait
	r.run.failure.Store(nil)
	r.out.begin(b)
	if err := r.work(b, &r.out); err != nil {
		r.out.Flush() //nolint:errcheck // the first error is what counts
		return err
	}
	return r.out.Flush()
}

// long is a Run of its own for an input that is to be opened, or that in.err tells
// cannot be.
func (r *reader) long(in numbered, h *held) error {
	c := r.Config
	c.Expand = func(name string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) { yield(name, in.err) }
	}
	return r.runOne(c, in, h)
}

// stream is a Run of its own for an input that is open.
func (r *reader) stream(in numbered, h *held, s *input.Stream) error {
	c := r.Config
	c.Expand = nil
	c.Open = func(string) (*input.Stream, error) { return s, nil }
	return r.runOne(c, in, h)
}

func (r *reader) runOne(c Config, in numbered, h *held) error {
	c.turn = h.wait
	c.Writers = h.writers()
	t, err := Run(r.ctx, c, []string{in.name}, r.newWorker)
	r.totals.inputs.Add(t.Inputs)
	r.totals.failed.Add(t.Failed)
	r.totals.lines.Add(t.Lines)
	r.totals.bytes.Add(t.Bytes)
	return err
}

// held is the output of an input, which is held back until it is its turn.
type held struct {
	*several
	i    int
	bufs [][]byte // one for each of Config.Writers, if there is any output
	size int      // of bufs, in bytes
	err  error
}

// wait waits until it is the input's turn.
func (h *held) wait() { h.order.wait(h.i) }

// writers returns the Writers that stand for Config.Writers.
func (h *held) writers() []io.Writer {
	w := make([]io.Writer, len(h.Writers))
	for i := range w {
		w[i] = heldWriter{h, i}
	}
	return w
}

// heldWriter writes to the Writer k.
type heldWriter struct {
	*held
	k int
}

func (w heldWriter) Write(b []byte) (int, error) {
	if !w.order.isTurn(w.i) {
		if w.size+len(b) <= holdInput {
			if w.bufs == nil {
				w.held.bufs = make([][]byte, len(w.Writers))
			}
			w.held.bufs[w.k] = append(w.held.bufs[w.k], b...)
			w.held.size += len(b)
			return len(b), nil
		}
		w.wait()
	}
	if w.flush(); w.err != nil {
		return 0, w.err
	}
	return w.write(w.k, b)
}

// flush writes what is held. It is the input's turn.
func (h *held) flush() {
	for k, b := range h.bufs {
		if len(b) > 0 && h.err == nil {
			_, h.err = h.write(k, b)
		}
	}
	h.bufs, h.size = nil, 0
}

// write writes unless another input has failed to.
func (h *held) write(k int, b []byte) (int, error) {
	if err := h.failure.Load(); err != nil {
		return 0, *err
	}
	return h.Writers[k].Write(b)
}

// order keeps the order of inputs.
type order struct {
	maxSize int // of ended, in bytes

	mu     sync.Mutex
	turned sync.Cond
	next   int           // whose turn it is
	ended  map[int]*held // what has ended before its turn
	size   int           // of ended, in bytes
}

func (o *order) isTurn(i int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.next == i
}

func (o *order) wait(i int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.next != i {
		o.turned.Wait()
	}
}

// end ends an input. If it is its turn, end writes what is held of it, and of the
// inputs after it that have ended. All inputs before it end too, so that its turn
// comes.
func (o *order) end(h *held) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.next != h.i && (o.size+h.size > o.maxSize || len(o.ended) >= maxHeld) {
		o.turned.Wait()
	}
	if o.next != h.i {
		if o.ended == nil {
			o.ended = map[int]*held{}
		}
		o.ended[h.i] = h
		o.size += h.size
		return
	}
	for ok := true; ok; {
		if h.size > 0 {
			o.mu.Unlock() // it remains the turn of h
			if h.flush(); h.err != nil {
				h.fail(h.err)
			}
			o.mu.Lock()
		}
		o.next++
		if h, ok = o.ended[o.next]; ok {
			delete(o.ended, o.next)
			o.size -= h.size
		}
		o.turned.Broadcast()
	}
}
