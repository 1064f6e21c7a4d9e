package pipeline

import (
	"bytes"
	"fmt"
	"io"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/internal/notation"
)

// slack is the room for text in a block besides a match of MaxLine bytes. It is
// enough to decide whether a candidate fails.
const slack = 64

// text reads s to its end, for Config.Find. Blocks end where a line ends, or,
// in a line that is longer than a block, where no match can go on.
func (c *cutter) text(s *input.Stream) error {
	buf := c.buffer(c.BlockSize)
	n, newline := 0, -1 // bytes in buf; where its last newline is
	for !c.over {
		m, err := s.Read(buf[n:])
		if i := bytes.LastIndexByte(buf[n:n+m], '\n'); i >= 0 {
			newline = n + i
		}
		n += m
		if err == nil && n < len(buf) && (!s.Waits || newline < 0) {
			continue
		}

		send := newline + 1
		switch {
		case err == io.EOF:
			send = n
		case err != nil || newline < 0:
			send += c.boundary(buf[send:n], send > 0)
		}
		next := buf
		left := buf[send:n]
		if send > 0 {
			if err != io.EOF {
				next = c.buffer(max(c.BlockSize, len(left)+1))
				copy(next, left)
			}
			c.sendText(Text, buf[:send], err == io.EOF)
		}
		buf, n, newline = next, len(left), -1
		switch {
		case err == io.EOF:
			if send == 0 {
				c.recycle(buf)
			}
			if c.inside {
				c.totals.lines.Add(1)
			}
			return nil
		case err != nil:
			// What is left begins with a match that only seems to end here.
			for n > 0 && !c.over && !c.Whole {
				if c.in != notation.Plain {
					buf, n, _ = c.scanEscaped(buf, n, ended{err})
				} else {
					n, _ = c.scan(buf, n, ended{err})
				}
			}
			return c.failedText(err)
		case send > 0 || n < len(buf):
		case n < c.longest():
			more := c.buffer(n + min(n, c.longest()-n))
			copy(more, buf)
			c.recycle(buf)
			buf = more
		case c.Whole:
			if n, err = c.keep(buf, n, s); err != nil {
				s = &input.Stream{Reader: ended{err}}
			}
			newline = bytes.LastIndexByte(buf[:n], '\n')
		case c.in != notation.Plain:
			if buf, n, err = c.scanEscaped(buf, n, s); err != nil {
				s = &input.Stream{Reader: ended{err}}
			}
			newline = bytes.LastIndexByte(buf[:n], '\n')
		default:
			if n, err = c.scan(buf, n, s); err != nil {
				s = &input.Stream{Reader: ended{err}}
			}
			newline = bytes.LastIndexByte(buf[:n], '\n')
		}
	}
	return nil
}

// sendText sends some of the text; last: all that is left of it.
func (c *cutter) sendText(part Part, data []byte, last bool) {
	b := c.block(part, data)
	b.Inside = c.inside
	c.inside = data[len(data)-1] != '\n'
	c.in = c.in.After(data)
	b.GoesOn = c.inside && !last
	newlines := int64(bytes.Count(data, newlineByte))
	c.sendOrEnd(b)
	c.offset += int64(len(data))
	c.line += newlines
	c.totals.lines.Add(newlines)
}

var newlineByte = []byte{'\n'}

// block makes a block that begins where the last one ended.
func (c *cutter) block(part Part, data []byte) *Block {
	return &Block{Part: part, Name: c.name, Last: c.last, Data: data, Offset: c.offset, Line: c.line, In: c.in}
}

func (c *cutter) sendOrEnd(b *Block) {
	if !c.over && !c.run.send(c.ctx, b) {
		c.over = true
	}
}

// scan finds the first match in buf[:n] and the rest of s, and sends it. It
// keeps at most MaxLine bytes of the match. Text that it has read after the
// match is left in buf. scan returns the length of that text, and the error
// that ended s, if any.
func (c *cutter) scan(buf []byte, n int, s io.Reader) (rest int, err error) {
	head := bytes.NewReader(bytes.Clone(buf[:n]))
	p := &pieces{r: io.MultiReader(head, s), size: len(buf) / 2}
	scanner := c.Find.NewScanner(p)
	scanner.SetLimit(c.MaxLine)
	if scanner.Scan() {
		m := scanner.Match()
		text := m.Text
		if m.Cut {
			text = m.Prefix
		}
		b := c.block(Text, bytes.Clone(text))
		b.Offset += m.Start
		b.Line += m.Line - 1
		b.Inside, b.GoesOn = true, true
		if m.Cut {
			b.Part, b.Length, b.Err = Cut, m.End-m.Start, scanner.Err()
		}
		c.sendOrEnd(b)
		c.totals.bytes.Add(-int64(len(b.Data)))
		// No line ends between the match and where the search goes on.
		c.line += m.Line - 1
	}
	resume := scanner.InputOffset()
	left, err := io.ReadAll(scanner.Buffered())
	if err != nil {
		return 0, err
	}
	// What was fed after the match and did not become part of it may not fit.
	// No URN begins in it, except in the last piece and the bytes before it.
	if over := len(left) - len(buf); over > 0 {
		resume += int64(over)
		left = left[over:]
	}
	c.offset += resume
	c.inside = true
	c.totals.bytes.Add(resume)
	rest = copy(buf, left)
	unread, _ := head.Read(buf[rest:])
	return rest + unread, p.err
}

// keep is scan for Config.Whole: it sends all bytes of the match as well, and those
// after it that might have belonged to it.
func (c *cutter) keep(buf []byte, n int, s io.Reader) (rest int, err error) {
	head := bytes.NewReader(bytes.Clone(buf[:n]))
	t := &tape{c: c, pieces: pieces{r: io.MultiReader(head, s), size: len(buf) / 2}}
	scanner := c.Find.NewScanner(t)
	scanner.SetLimit(c.MaxLine)
	cut := c.block(Cut, nil)
	if scanner.Scan() {
		m := scanner.Match()
		cut.Data = append(append(cut.Data, m.Text...), m.Prefix...)
		cut.Length, cut.Err = m.End-m.Start, scanner.Err()
	}
	if cut.Err == nil {
		// The bytes that have been sent are not searched. No URN begins in them.
		t.send(int(scanner.InputOffset() - t.sent))
	}
	c.sendOrEnd(cut)
	c.totals.bytes.Add(-int64(len(cut.Data)))
	if cut.Err != nil {
		return 0, t.err
	}
	rest = copy(buf, t.held)
	unread, _ := head.Read(buf[rest:])
	return rest + unread, t.err
}

// tape is the reader of a Scanner that has begun a match. What the Scanner reads is
// sent, except for the last read: all of that might belong to the match if the
// Scanner reads on.
type tape struct {
	pieces
	c    *cutter
	held []byte // has been read, and has not been sent
	sent int64
}

func (t *tape) Read(b []byte) (int, error) {
	// The next match may begin with three bytes that the machine has seen, and
	// depends on the one before them.
	t.send(len(t.held) - len(" urn"))
	n, err := t.pieces.Read(b)
	t.held = append(t.held, b[:n]...)
	return n, err
}

// send sends the first n bytes of what is held.
func (t *tape) send(n int) {
	if n <= 0 {
		return
	}
	c := t.c
	c.sendText(Kept, bytes.Clone(t.held[:n]), false)
	t.held = t.held[:copy(t.held, t.held[n:])]
	t.sent += int64(n)
}

// pieces reads at most size bytes at a time, so that what a Scanner has left fits in
// a buffer. It keeps the error that ended r.
type pieces struct {
	r    io.Reader
	size int
	err  error
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.r.Read(b[:min(len(b), p.size)])
	p.err = err
	return n, err
}

// failedText says how far reading got before err.
func (c *cutter) failedText(err error) error {
	if c.offset == 0 {
		return err
	}
	return fmt.Errorf("%w (after %d bytes, in line %d)", err, c.offset, c.line)
}
