// Package blocks cuts a stream into blocks that end where the caller allows it.
package blocks

import (
	"bufio"
	"bytes"
	"io"
)

// Slack is how many bytes a buffer holds in addition to a block. A search for names looks at
// fewer bytes before and after a name.
const Slack = 1 << 10

const maxEmptyReads = 100

// Cutter cuts the stream R into blocks. It reads only if it cannot cut what it has.
type Cutter struct {
	R     io.Reader
	Keep  int                // how many bytes before a block stay in Buf
	Chunk int                // the size of the first buffer, in bytes; a later one is longer only if a block is
	Max   int                // after this many bytes in which no block ends, Next returns Long
	New   func(n int) []byte // returns a buffer of at least n bytes

	// Buf[Start:Ready] is the block. Buf[Ready:End] has been read, and may depend on the bytes after it.
	Buf               []byte
	Start, Ready, End int
	Base              int64 // the offset of Buf[0] in the stream
	// Err is what ended the stream: io.EOF, the error of R, io.ErrNoProgress or bufio.ErrBadReadCount.
	Err  error
	want int // the size of the rest before it is searched for a cut again
}

// State is a result of Next.
type State uint8

const (
	Found  State = iota // a block
	Long                // no block ends in Max bytes
	Failed              // reading has failed, and the bytes read may be incomplete
	Ended
)

// From returns the position of the first byte that is kept before the block.
func (c *Cutter) From() int { return max(0, c.Start-c.Keep) }

// Next drops the block and finds the next one. If there is none, Buf[Start:End] is the rest. settled
// returns where a block that begins at text[from:] may end, whatever follows text, or from if it cannot
// tell. text begins with up to Keep bytes before the block.
func (c *Cutter) Next(settled func(text []byte, from int) int) State {
	c.Start = c.Ready
	for {
		rest := c.End - c.Start
		switch {
		case c.Err == io.EOF && rest == 0:
			return Ended
		case c.Err == io.EOF:
			c.Ready = c.End
			return Found
		case c.Err != nil, rest >= c.Max, rest > 0 && (rest >= c.want || c.End == len(c.Buf)):
			from := c.From()
			if n := from + settled(c.Buf[from:c.End], c.Start-from); n > c.Start {
				c.Ready, c.want = n, 0
				return Found
			}
			switch {
			case c.Err != nil:
				return Failed
			case rest >= c.Max:
				return Long
			}
			// The rest begins with text that may continue, usually up to a line end.
			c.want = 2 * rest
		}
		c.fill()
		if bytes.IndexByte(c.Buf[c.Start+rest:c.End], '\n') >= 0 || rest == 0 {
			c.want = 0
		}
	}
}

// fill reads once.
func (c *Cutter) fill() {
	if c.End == len(c.Buf) && c.Start > c.Keep || c.Start > len(c.Buf)/2+c.Keep {
		c.move(c.Buf, c.From())
	}
	if c.End == len(c.Buf) {
		c.move(c.New(min(c.Max+c.Keep, max(2*len(c.Buf), c.Chunk))), 0)
	}
	n, err := c.read(c.Buf[c.End:])
	c.End += n
	c.Err = err
}

// move moves what is in Buf[from:] to buf.
func (c *Cutter) move(buf []byte, from int) {
	c.Base += int64(from)
	c.End = copy(buf, c.Buf[from:c.End])
	c.Buf, c.Start, c.Ready = buf, c.Start-from, c.Ready-from
}

// read reads at least one byte, or returns an error.
func (c *Cutter) read(p []byte) (int, error) {
	for range maxEmptyReads {
		n, err := c.R.Read(p)
		if n < 0 || n > len(p) {
			return 0, bufio.ErrBadReadCount
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// Take returns the block, which its caller may keep with its buffer. What follows is copied to a new one.
func (c *Cutter) Take() []byte {
	block := c.Buf[c.Start:c.Ready]
	c.Start = c.Ready
	c.move(c.New(max(c.Chunk, c.End-c.Ready+1)), c.Ready)
	return block
}

// Skip drops the block. The next block ends where index finds an end in the bytes that have been
// read. If index finds none, the block is all of these bytes, and Skip returns false.
func (c *Cutter) Skip(index func([]byte) int) bool {
	c.Start = c.Ready
	if c.Start == c.End && c.Err == nil {
		c.fill()
	}
	if i := index(c.Buf[c.Start:c.End]); i >= 0 {
		c.Ready += i
		c.want = 0
		return true
	}
	c.Ready = c.End
	return false
}
