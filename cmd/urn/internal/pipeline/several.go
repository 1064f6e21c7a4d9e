package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/interrupt"
)

// maxHeld is how many inputs may end before their turn. Further inputs wait. They also wait if
// the held output would be more than Config.HoldBack times Config.Inputs bytes.
const maxHeld = 4096

// apart is the length in bytes, before decompression, from which on an input has goroutines of
// its own. They matter for the last inputs: before, other inputs keep all cores busy.
const apart = 2 << 20

// several reads several inputs at once. An input that is shorter than apart is
// searched by the goroutine that reads it. For most files of a tree, that is faster than
// passing them to another goroutine. A longer input has its own Run, and so has a pipe.
type several struct {
	Config
	ending
	ctx       context.Context
	newWorker func() Worker
	totals    counters
	listed    chan numbered
	maxSize   int // of ended, in bytes

	mu     sync.Mutex
	turned sync.Cond
	next   int            // whose turn it is
	ended  map[int]Output // the output of the inputs that have ended before their turn
	size   int            // of ended, in bytes
}

// numbered is an input and its place in the order.
type numbered struct {
	i int
	expandedName
	err error // why it cannot be opened
}

func runSeveral(ctx context.Context, c Config, names []string, newWorker func() Worker) (Totals, error) {
	s := &several{Config: c, newWorker: newWorker, maxSize: c.Inputs * c.HoldBack, listed: make(chan numbered, 2048), ended: map[int]Output{}}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	s.turned.L = &s.mu
	// Blocks of all inputs together are bounded by this.
	s.Workers = max(2, c.Workers/2)
	s.Inputs = 1

	go s.list(names)
	var running sync.WaitGroup
	for range c.Inputs {
		running.Add(1)
		go func() {
			newReader(s).work()
			running.Done() // not deferred: in a panic, Run must not end with success
		}()
	}
	running.Wait()
	return s.totals.load(), cmp.Or(s.failed(), context.Cause(ctx))
}

// list lists the inputs.
func (s *several) list(names []string) {
	defer close(s.listed)
	i := 0
	for in, err := range s.expanded(names) {
		select {
		case s.listed <- numbered{i, in, err}:
			i++
		case <-s.ctx.Done():
			return
		}
	}
}

// take returns the next input. It reports false if there is none. Every input that it returns
// must end, since later ones wait for that.
func (s *several) take() (in numbered, ok bool) {
	select {
	case in, ok = <-s.listed:
	case <-s.ctx.Done():
	}
	return in, ok
}

// reader reads inputs one after the other.
type reader struct {
	*several
	buf   []byte
	block Block
	run   run // of inputs that r searches
	i     int // the number of the input
}

func newReader(s *several) *reader {
	r := &reader{several: s, buf: make([]byte, s.BlockSize)}
	r.run = run{Config: s.Config, ending: &s.ending, totals: &s.totals, direct: s.newWorker()}
	r.run.out = Output{run: &r.run, Buf: make([][]byte, len(s.Writers)), wait: r.wait}
	return r
}

// work reads inputs as long as there are any. The output of each has been written before the
// next, or is held until its turn.
func (r *reader) work() {
	for {
		in, ok := r.take()
		if !ok {
			return
		}
		r.i, r.run.out.ours = in.i, false
		if r.ctx.Err() == nil {
			err := r.input(in)
			// An interrupt is not a failure: the output so far is written.
			if err != nil && r.ctx.Err() == nil {
				r.fail(err)
			}
		}
		r.end()
	}
}

// input reads an input.
func (r *reader) input(in numbered) error {
	var n int
	var s *input.Stream
	err := in.err
	switch {
	case err != nil:
	case r.OpenInto != nil && !(in.given && input.IsPipe(in.name)):
		n, s, err = r.OpenInto(in.name, r.buf)
	default:
		s, err = interrupt.Await(r.ctx, func() (*input.Stream, error) { return r.Open(in.name) })
		if r.ctx.Err() != nil {
			return err
		}
	}
	switch {
	case err == nil && s == nil:
		r.totals.inputs.Add(1)
		return r.whole(in.name, r.buf[:n])
	case err == nil && (s.Waits || s.Size >= apart || s.Size == 0):
		return r.alone(in.name, s)
	}
	r.run.read(r.ctx, in.name, false, s, err)
	return r.failed()
}

// whole searches an input that fits in one block.
func (r *reader) whole(name string, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	r.block = Block{Part: Text, Name: name, Data: data, Line: 1, lines: int64(bytes.Count(data, newlineByte))}
	if data[len(data)-1] != '\n' {
		r.block.lines++
	}
	if r.InOf != nil {
		r.block.In = r.InOf(name, data)
	}
	if r.Find == nil {
		r.block.Part = Lines
	}
	if r.Begin != nil {
		var err error
		if r.block.Begun, err = r.Begin(&r.block); err != nil {
			if r.Tolerate == nil || !r.Tolerate(name, err) {
				r.totals.failed.Add(1)
			}
			r.block = Block{Part: Failed, Name: name, Err: err, lines: r.block.lines}
		}
	}
	r.run.directly(&r.block)
	return r.failed()
}

// alone starts a separate Run for an open input, and closes the input. After a signal, a
// goroutine of that Run may still wait for the input, and only that goroutine may close it.
func (r *reader) alone(name string, s *input.Stream) error {
	c := r.Config
	c.Expand, c.OpenInto = nil, nil
	var taken atomic.Bool
	c.Open = func(string) (*input.Stream, error) {
		if !taken.CompareAndSwap(false, true) {
			return nil, context.Canceled
		}
		return s, nil
	}
	c.turn, c.Writers = r.run.out.Turn, make([]io.Writer, len(r.Writers))
	for i := range c.Writers {
		c.Writers[i] = part{r, i}
	}
	t, err := Run(r.ctx, c, []string{name}, r.newWorker)
	if taken.CompareAndSwap(false, true) {
		s.Close()
	}
	r.totals.add(t)
	return err
}

// part writes to one of the buffers of a reader's output.
type part struct {
	*reader
	i int
}

func (p part) Write(b []byte) (int, error) {
	out := &p.run.out
	out.Buf[p.i] = append(out.Buf[p.i], b...)
	if !p.isTurn() && !out.Full() {
		return len(b), nil
	}
	return len(b), out.Flush()
}

func (r *reader) isTurn() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next == r.i
}

// wait waits for the turn of the input.
func (r *reader) wait() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.next != r.i {
		r.turned.Wait()
	}
}

// end ends the input. In its turn, its output is written, and the output of the inputs after
// it that have ended. Every input ends, so every input gets its turn.
func (r *reader) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &r.run.out
	for r.next != r.i && (r.size+out.size() > r.maxSize || r.i-r.next >= maxHeld) {
		r.turned.Wait()
	}
	r.ended[r.i] = Output{run: out.run, Buf: out.Buf, ours: true}
	r.size += out.size()
	if r.next != r.i {
		out.Buf = make([][]byte, len(r.Writers))
		return
	}
	for o, ok := r.ended[r.next]; ok; o, ok = r.ended[r.next] {
		delete(r.ended, r.next)
		r.size -= o.size()
		o.Flush() //nolint:errcheck // it has called fail
		r.next++
	}
	r.turned.Broadcast()
}
