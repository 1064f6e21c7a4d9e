// Package progress shows the progress of reading on a terminal.
package progress

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

const (
	delay    = time.Second // a shorter run needs no bar
	interval = 200 * time.Millisecond
)

// Bar says on the last line of a terminal how much has been read, in at most 39 columns, and
// fewer on a narrower terminal. All other output to that terminal must go through Write.
type Bar struct {
	terminal io.Writer
	total    int64
	begin    time.Time
	read     atomic.Int64
	stop     chan struct{}
	stopped  sync.WaitGroup

	mu    sync.Mutex
	shown int // how many columns of it are on the terminal now
}

// Start makes a bar for total bytes, or, if total is less than 1, for an
// unknown number of them.
func Start(terminal io.Writer, total int64) *Bar { return start(terminal, total, delay, interval) }

func start(terminal io.Writer, total int64, delay, interval time.Duration) *Bar {
	b := &Bar{terminal: terminal, total: total, begin: time.Now(), stop: make(chan struct{})}
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

// draw replaces the bar. If all is read, or more because the file has grown, it removes it.
func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	if read := b.read.Load(); b.total < 1 || read < b.total {
		text := fit(line(read, b.total, time.Since(b.begin)), columns(b.terminal))
		_, _ = io.WriteString(b.terminal, text)
		b.shown = len(text)
	}
}

// columns returns the width of a terminal, or 80 if it is not known.
func columns(terminal io.Writer) int { return cmp.Or(stdio.Columns(terminal), 80) }

// fit leaves out the last parts of text until it is narrower than the terminal: in its last
// column a terminal would begin a new line.
func fit(text string, columns int) string {
	for text != "" && len(text) >= columns {
		text = text[:max(0, strings.LastIndex(text, ", "))]
	}
	return text
}

// line says that read bytes of total, or of an unknown number if total is less than 1, took
// a time, and how long the rest will take.
func line(read, total int64, took time.Duration) string {
	rate := size(float64(read)/max(took.Seconds(), delay.Seconds())) + "/s"
	if total < 1 {
		return "read " + size(float64(read)) + ", " + rate
	}
	text := fmt.Sprintf("%d%% of %s, %s", int(100*(float64(read)/float64(total))), size(float64(total)), rate)
	if left := took.Seconds() * float64(total-read) / float64(max(read, 1)); read > 0 && left < 99*3600 {
		if left < 3600 {
			return text + ", " + (time.Duration(left) * time.Second).String() + " left"
		}
		return fmt.Sprintf("%s, %.0fh left", text, left/3600)
	}
	return text
}

// size returns a number of bytes in at most 7 columns.
func size(n float64) string {
	unit := 0
	for ; n >= 999.5 && unit < 6; unit++ {
		n /= 1024
	}
	format := "%.0f %s"
	if n < 9.95 && unit > 0 {
		format = "%.1f %s"
	}
	return fmt.Sprintf(format, n, [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}[unit])
}

func (b *Bar) clear() {
	if b.shown > 0 {
		_, _ = io.WriteString(b.terminal, "\r"+strings.Repeat(" ", b.shown)+"\r")
		b.shown = 0
	}
}

// Write writes to the terminal, on a line without the bar.
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
