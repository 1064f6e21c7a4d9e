package pipeline

import (
	"context"
	"io"
	"iter"
	"sync"
	"sync/atomic"
)

// holdInput is how many bytes of output an input may make before it is its
// turn. It then waits.
const holdInput = 2 << 20

// several runs Config.Inputs inputs at once, each as a Run of its own. This is
// for inputs that cannot be read fast enough by one goroutine to keep all cores
// busy, as those that are compressed.
type several struct {
	Config
	ctx     context.Context
	stop    context.CancelCauseFunc
	failure atomic.Pointer[error]
	running sync.WaitGroup
	mu      sync.Mutex // for totals
	totals  Totals
}

func runSeveral(ctx context.Context, c Config, names []string, newWorker func() Worker) (Totals, error) {
	s := &several{Config: c}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	// Blocks of all inputs together are bounded by this.
	s.Workers = max(2, c.Workers/2)
	s.Inputs = 1
	slots := make(chan struct{}, c.Inputs)
	turn := make(chan struct{})
	close(turn)
	for name, err := range c.expanded(names) {
		select {
		case slots <- struct{}{}:
		case <-s.ctx.Done():
		}
		if s.ctx.Err() != nil {
			break
		}
		done := make(chan struct{})
		s.running.Add(1)
		go func(turn <-chan struct{}) {
			defer s.running.Done()
			s.one(name, err, turn, newWorker)
			close(done)
			<-slots
		}(turn)
		turn = done
	}
	s.running.Wait()
	if err := s.failure.Load(); err != nil {
		return s.totals, *err
	}
	return s.totals, context.Cause(ctx)
}

// one runs one input. It returns when all of its output has been written.
func (s *several) one(name string, failed error, turn <-chan struct{}, newWorker func() Worker) {
	c := s.Config
	c.turn = turn
	c.Expand = func(name string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) { yield(name, failed) }
	}
	held := make([]*held, len(c.Writers))
	c.Writers = make([]io.Writer, len(held))
	for i := range held {
		held[i] = s.hold(i, turn)
		c.Writers[i] = held[i]
	}
	t, err := Run(s.ctx, c, []string{name}, newWorker)
	<-turn
	for _, h := range held {
		if h.flush(); h.err != nil {
			err = h.err
		}
	}
	// An interrupt is no failure: what has been found is written.
	if err != nil && s.ctx.Err() == nil {
		s.failure.CompareAndSwap(nil, &err)
		s.stop(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.totals.Inputs += t.Inputs
	s.totals.Failed += t.Failed
	s.totals.Lines += t.Lines
	s.totals.Bytes += t.Bytes
}

// held holds back what an input writes to w until it is its turn.
type held struct {
	*several
	w    io.Writer
	turn <-chan struct{}
	buf  []byte
	err  error
}

func (s *several) hold(i int, turn <-chan struct{}) *held {
	return &held{several: s, w: s.Writers[i], turn: turn}
}

func (h *held) Write(b []byte) (int, error) {
	select {
	case <-h.turn:
	default:
		if len(h.buf)+len(b) <= holdInput {
			h.buf = append(h.buf, b...)
			return len(b), nil
		}
		<-h.turn
	}
	if h.flush(); h.err != nil {
		return 0, h.err
	}
	return h.write(b)
}

func (h *held) flush() {
	if len(h.buf) > 0 && h.err == nil {
		_, h.err = h.write(h.buf)
	}
	h.buf = nil
}

// write writes unless another input has failed to.
func (h *held) write(b []byte) (int, error) {
	if err := h.failure.Load(); err != nil {
		return 0, *err
	}
	return h.w.Write(b)
}
