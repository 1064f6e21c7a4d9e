// Package progress shows the progress of reading on a terminal.
package progress

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

const (
	delay    = time.Second // what is over sooner needs no bar
	interval = 200 * time.Millisecond
)

// Bar is a progress bar on the last line of a terminal. All other output to that
// terminal must go through Write.
type Bar struct {
	terminal io.Writer
	total    int64
	read     atomic.Int64
	stop     chan struct{}
	stopped  sync.WaitGroup

	mu    sync.Mutex
	bar   *progressbar.ProgressBar
	shown bool // it is on the terminal now
}

// Start makes a bar for total bytes, or, if total is less than 1, for an
// unknown number of them.
func Start(terminal io.Writer, total int64) *Bar { return start(terminal, total, delay, interval) }

func start(terminal io.Writer, total int64, delay, interval time.Duration) *Bar {
	if total < 1 {
		total = -1
	}
	b := &Bar{terminal: terminal, total: total, stop: make(chan struct{})}
	b.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(terminal),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionUseIECUnits(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		progressbar.OptionClearOnFinish(),
	)
	b.bar.StartWithoutRender() // rates count from here
	b.stopped.Add(1)
	go func() {
		defer b.stopped.Done()
		wait := time.NewTimer(delay)
		defer wait.Stop()
		for {
			select {
			case <-wait.C:
				b.draw()
				wait.Reset(interval)
			case <-b.stop:
				return
			}
		}
	}()
	return b
}

// Add says that n more bytes have been read. It never waits.
func (b *Bar) Add(n int) { b.read.Add(int64(n)) }

func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	read := b.read.Load()
	if b.total > 0 {
		read = min(read, b.total) // the file may have grown
	}
	_ = b.bar.Set64(read)
	b.shown = true
}

func (b *Bar) clear() {
	if b.shown {
		_ = b.bar.Clear()
		b.shown = false
	}
}

// Write writes to the terminal, on a line where the bar is not.
func (b *Bar) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	return b.terminal.Write(p)
}

// Stop removes the bar. It does not come back.
func (b *Bar) Stop() {
	close(b.stop)
	b.stopped.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
}
