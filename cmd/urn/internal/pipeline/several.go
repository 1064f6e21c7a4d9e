package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/internal/programs/await"
)

// holdInput is how many bytes of output an input may make before it is its turn.
// It then waits. Inputs that have ended before their turn wait if more than
// maxHeld of them are held, or more than holdInput times Config.Inputs bytes.
const (
	holdInput = 2 << 20
	maxHeld   = 4096
)

// several runs Config.Inputs inputs at once. An input that is shorter than apart is
// searched by the goroutine that reads it. For most files of a tree, that is faster than
// passing them to another goroutine. A longer input has its own Run.
type several struct {
	Config
	ending
	ctx    context.Context
	order  order
	totals counters
}

// apart is the length in bytes, before decompression, from which on an input has
// goroutines of its own. All cores are busy with inputs until the last ones.
const apart = 2 << 20

// numbered is an input and its place in the order.
type numbered struct {
	i     int
	name  string
	given bool  // the name is an argument, so it may be any kind of file
	err   error // why it cannot be opened
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

	inputs := newQueue()
	defer context.AfterFunc(s.ctx, inputs.close)()
	go func() {
		defer inputs.close()
		i := 0
		for in, err := range c.expanded(names) {
			if !inputs.put(numbered{i, in.name, in.given, err}) {
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
			r := &reader{several: s, newWorker: newWorker, buf: make([]byte, s.BlockSize)}
			r.run.Config, r.run.direct, r.run.stop = s.Config, newWorker(), func(error) {}
			r.run.out = Output{run: &r.run, Buf: make([][]byte, len(s.Writers))}
			defer func() { s.totals.add(r.run.totals.load()) }()
			for {
				in, ok := inputs.get()
				if !ok || s.ctx.Err() != nil {
					return
				}
				r.read(in)
			}
		}()
	}
	running.Wait()
	return s.totals.load(), cmp.Or(s.failed(), context.Cause(ctx))
}

// queue passes inputs from one goroutine to several. Waiters are woken in batches, so
// goroutines seldom change places. With a channel, the changes took a tenth of the time for
// a tree of small files.
type queue struct {
	mu         sync.Mutex
	some, room sync.Cond
	ring       [2048]numbered
	in, out    int // how many inputs have come and gone
	closed     bool
}

func newQueue() *queue {
	q := new(queue)
	q.some.L, q.room.L = &q.mu, &q.mu
	return q
}

// put puts an input in the queue. It reports false if the queue is closed.
func (q *queue) put(in numbered) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.in-q.out == len(q.ring) {
		for q.in-q.out > len(q.ring)/2 && !q.closed {
			q.room.Wait()
		}
	}
	if q.closed {
		return false
	}
	q.ring[q.in%len(q.ring)] = in
	q.in++
	q.some.Signal()
	return true
}

// get takes the next input. It reports false if there is none and the queue is
// closed.
func (q *queue) get() (numbered, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.in == q.out {
		if q.closed {
			return numbered{}, false
		}
		q.some.Wait()
	}
	in := q.ring[q.out%len(q.ring)]
	q.ring[q.out%len(q.ring)] = numbered{}
	q.out++
	if q.in-q.out == len(q.ring)/2 {
		q.room.Signal()
	}
	return in, true
}

// close says that nothing more will be put in the queue.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.some.Broadcast()
	q.room.Broadcast()
}

// reader reads inputs one after the other.
type reader struct {
	*several
	newWorker func() Worker
	buf       []byte
	block     Block
	run       run   // of inputs that r searches
	held      *held // of the next input
}

// read reads an input. It returns when all of its output has been written, or is
// held until its turn.
func (r *reader) read(in numbered) {
	if r.held == nil {
		r.held = newHeld(r.several)
	}
	h := r.held
	h.i = in.i
	r.run.Writers, r.run.turn = h.stand, h.turn
	err := r.input(in, h)
	// An interrupt is not a failure: the output so far is written.
	if err != nil && r.ctx.Err() == nil {
		r.fail(err)
	}
	if r.order.end(h) {
		r.held = nil
	}
}

// input reads an input and writes the output to h.
func (r *reader) input(in numbered, h *held) error {
	var n int
	var s *input.Stream
	err := in.err
	switch {
	case err != nil:
	case r.OpenInto != nil && !(in.given && input.IsPipe(in.name)):
		n, s, err = r.OpenInto(in.name, r.buf)
	default:
		s, err = await.Result(r.ctx, func() (*input.Stream, error) { return r.Open(in.name) })
		if r.ctx.Err() != nil {
			return err
		}
	}
	switch {
	case err == nil && s == nil:
		r.run.totals.inputs.Add(1)
		return r.whole(in.name, r.buf[:n])
	case err == nil && (s.Waits || s.Size >= apart || s.Size == 0):
		return r.alone(in, h, s)
	}
	r.run.read(r.ctx, in.name, false, s, err)
	return r.run.failed()
}

// whole searches an input that fits in one block.
func (r *reader) whole(name string, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	lines := bytes.Count(data, newlineByte)
	if data[len(data)-1] != '\n' {
		lines++
	}
	r.run.totals.lines.Add(int64(lines))
	r.block = Block{Part: Text, Name: name, Data: data, Line: 1}
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
				r.run.totals.failed.Add(1)
			}
			r.block = Block{Part: Failed, Name: name, Err: err}
		}
	}
	r.run.directly(&r.block)
	return r.run.failed()
}

// alone starts a separate Run for an open input, and closes the input. After a signal, a
// goroutine of that Run may still wait for the input, and only that goroutine may close it.
func (r *reader) alone(in numbered, h *held, s *input.Stream) error {
	c := r.Config
	c.Expand, c.OpenInto = nil, nil
	var taken atomic.Bool
	c.Open = func(string) (*input.Stream, error) {
		if !taken.CompareAndSwap(false, true) {
			return nil, context.Canceled
		}
		return s, nil
	}
	c.turn, c.Writers = h.turn, h.stand
	t, err := Run(r.ctx, c, []string{in.name}, r.newWorker)
	if taken.CompareAndSwap(false, true) {
		s.Close()
	}
	r.totals.add(t)
	return err
}

// held is the output of an input, which is held back until it is its turn.
type held struct {
	*several
	i    int
	bufs [][]byte // one for each of Config.Writers, if there is any output
	size int      // of bufs, in bytes
	err  error

	stand []io.Writer // used in place of Config.Writers
	turn  func()      // waits until it is the input's turn
}

func newHeld(s *several) *held {
	h := &held{several: s, stand: make([]io.Writer, len(s.Writers))}
	for i := range h.stand {
		h.stand[i] = heldWriter{h, i}
	}
	h.turn = func() { h.order.wait(h.i) }
	return h
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
		w.turn()
	}
	if w.flush(); w.err != nil {
		return 0, w.err
	}
	return w.write(w.k, b)
}

// flush writes the output that was held back. It is the input's turn.
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
	if err := h.failed(); err != nil {
		return 0, err
	}
	return h.Writers[k].Write(b)
}

// order keeps the order of inputs.
type order struct {
	maxSize int // of ended, in bytes

	mu     sync.Mutex
	turned sync.Cond
	next   int            // whose turn it is
	ended  [maxHeld]*held // the inputs that have ended before their turn; input i is at i%maxHeld
	size   int            // of ended, in bytes
}

// nothing is for an input that has ended without output.
var nothing = new(held)

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

// end ends an input. If it is the turn of the input, end writes the held output of the
// input and of the inputs after it that have ended. Every input ends, so every input gets
// its turn. end reports whether it keeps h.
func (o *order) end(h *held) (keeps bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.next != h.i && (o.size+h.size > o.maxSize || h.i-o.next >= maxHeld) {
		o.turned.Wait()
	}
	if o.next != h.i {
		slot := &o.ended[h.i%maxHeld]
		if h.size == 0 {
			*slot = nothing
			return false
		}
		*slot = h
		o.size += h.size
		return true
	}
	for h != nil {
		if h.size > 0 {
			o.mu.Unlock() // it remains the turn of h
			if h.flush(); h.err != nil {
				h.fail(h.err)
			}
			o.mu.Lock()
		}
		o.next++
		slot := &o.ended[o.next%maxHeld]
		if h, *slot = *slot, nil; h != nil {
			o.size -= h.size
		}
		o.turned.Broadcast()
	}
	return false
}
