package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/scan"
)

// slack is the room for text in a block besides a match of MaxLine bytes. It is more
// than a Finder looks at before and after it.
const slack = 1 << 10

// contextLen is how much before a block [find.Settled] asks for, in bytes.
const contextLen = find.Context

// text reads s to its end, for Config.Find. A block ends at a line end, or, in a line that
// is longer than a block, at a position that is not within a match.
func (c *cutter) text(s *input.Stream) error {
	buf := c.buffer(c.BlockSize)
	n, newline := 0, -1 // bytes in buf; where its last newline is
	for !c.over {
		var err error
		n, newline, err = c.fill(s, buf, n, newline)
		send := newline + 1
		settled := false // the block ends in a line
		switch {
		case err == io.EOF:
			send = n
		case err != nil || newline < 0:
			if more := c.settled(buf[:n], send); more > 0 {
				send += more
				settled = true
			}
		}
		next := buf
		left := buf[send:n]
		if send > 0 {
			if err != io.EOF {
				next = c.buffer(max(c.BlockSize, len(left)+1))
				copy(next, left)
			}
			var right []byte
			if settled {
				right = buf[send:n]
			}
			c.sendText(Text, buf[:send], right, err == io.EOF)
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
			if !c.Whole && !c.over {
				c.broken(buf[:n], err)
			}
			c.offset += int64(n)
			c.totals.bytes.Add(int64(n))
			if c.offset > 0 {
				err = fmt.Errorf("%w (after %d bytes, in line %d)", err, c.offset, c.line)
			}
			return err
		case send > 0 || n < len(buf):
		case n < c.longest(c.in != notation.Plain):
			buf = c.grown(buf, c.longest(c.in != notation.Plain))
		default:
			if n, err = c.tooLong(buf, n, s); err != nil {
				s = &input.Stream{Reader: ended{err}}
			}
			newline = bytes.LastIndexByte(buf[:n], '\n')
		}
	}
	return nil
}

// settled returns how much of data[from:] is decided whatever follows it; see
// [find.Settled]. data[from:] begins a line if from is not 0.
func (c *cutter) settled(data []byte, from int) int {
	in, context := c.in, c.context
	if from > 0 {
		in, context = c.in.After(data[:from]), nil
		data = data[from:]
	}
	if in != notation.Plain {
		return c.settledEscaped(in, context, data)
	}
	text := data
	if len(context) > 0 {
		text = slices.Concat(context, data)
	}
	return find.Settled(c.rule(), text, len(context)) - len(context)
}

// rule returns the finder as package find has it.
func (c *cutter) rule() find.Finder {
	return find.Finder{Syntax: uint8(c.Find.Syntax), Mode: find.Mode(c.Find.Mode)}
}

// remember stores the end of text, which is data with its escapes undone, as the context of
// the next block, if the next block begins within a line.
func (c *cutter) remember(data, text []byte) {
	if data[len(data)-1] == '\n' {
		c.context = nil
		return
	}
	c.context = append(c.context, text[max(0, len(text)-contextLen):]...)
	c.context = bytes.Clone(c.context[max(0, len(c.context)-contextLen):])
}

// sendText sends a part of the text. If last is set, it is the rest of the text. right is
// the text after the part if settled has made the cut, and nil otherwise.
func (c *cutter) sendText(part Part, data, right []byte, last bool) {
	b := c.block(part, data)
	b.Inside = c.inside
	if context := c.context; context != nil || right != nil {
		text := data
		if t := b.Decoded(); t != nil {
			text = t.Bytes
		}
		if part == Text {
			b.Around, b.At = slices.Concat(context, text, c.undone(c.in.After(data), right, false)), len(context)
		}
		c.remember(data, text)
	}
	c.inside = data[len(data)-1] != '\n'
	c.in = c.in.After(data)
	b.GoesOn = c.inside && !last
	b.lines = int64(bytes.Count(data, newlineByte))
	newlines := b.lines
	c.sendOrEnd(b)
	c.offset += int64(len(data))
	c.line += newlines
}

var newlineByte = []byte{'\n'}

// block makes a block that begins at the end of the last block.
func (c *cutter) block(part Part, data []byte) *Block {
	return &Block{Part: part, Name: c.name, Last: c.last, Data: data, Offset: c.offset, Line: c.line, In: c.in}
}

func (c *cutter) sendOrEnd(b *Block) {
	if !c.over && !c.run.send(c.ctx, b) {
		c.over = true
	}
}

// tooLong deals with a name that begins in buf[:n] and may be longer than MaxLine: it
// sends the first bytes of it as Truncated, and passes over the text to the next byte that
// ends any name. With Whole, that text is sent as Kept. What has been read after it is left
// in buf. tooLong returns its length, and the error that ended s, if any.
func (c *cutter) tooLong(buf []byte, n int, s io.Reader) (rest int, err error) {
	m, text := c.first(buf[:n])
	if text == nil {
		n, left := n-slack/2, bytes.Clone(buf[n-slack/2:n])
		c.sendText(Text, bytes.Clone(buf[:n]), nil, false)
		return copy(buf, left), nil
	}
	if m.Start > 0 {
		c.sendText(Text, bytes.Clone(buf[:m.Start]), buf[m.Start:n], false)
	}
	cut := c.block(Truncated, text)
	cut.Inside, cut.GoesOn = true, true
	pos := m.Start
	for {
		end := n
		if i := bytes.IndexFunc(buf[pos:n], find.EndsAny); i >= 0 {
			end = pos + i
		}
		cut.Length += int64(end - pos)
		switch {
		case end == pos:
		case c.Whole:
			// A clone of all of it would be garbage faster than a busy machine collects it.
			for part := range slices.Chunk(buf[pos:end], c.BlockSize) {
				data := c.buffer(len(part))[:len(part)]
				copy(data, part)
				c.sendText(Kept, data, nil, false)
			}
		default:
			c.offset += int64(end - pos)
			c.inside = true
			if c.context != nil {
				c.remember(buf[pos:end], c.undone(c.in, buf[pos:end], true))
			}
			c.in = c.in.After(buf[pos:end])
			c.totals.bytes.Add(int64(end - pos))
		}
		if end < n || err != nil || c.over {
			rest = copy(buf, buf[end:n])
			break
		}
		pos = 0
		n, err = s.Read(buf)
	}
	if err != nil && err != io.EOF {
		cut.Err = err
	}
	c.sendTruncated(cut)
	return rest, err
}

// first returns the first name as written in data, and its first bytes, at most MaxLine,
// with the escapes undone. Both are nil if there is no name.
func (c *cutter) first(data []byte) (m scan.Match, text []byte) {
	undone, from := data, 0
	if c.in != notation.Plain {
		c.escaped.Decode(c.in, data, false)
		undone = c.escaped.Bytes
	}
	if c.context != nil {
		undone, from = slices.Concat(c.context, undone), len(c.context)
	}
	m, ok := c.Find.Next(undone, from)
	if !ok {
		return m, nil
	}
	text = bytes.Clone(undone[m.Start:min(m.End, m.Start+c.MaxLine)])
	m.Start, m.End = m.Start-from, m.End-from
	if c.in != notation.Plain {
		m.Start, m.End = c.escaped.Input(m.Start, m.End)
	}
	return m, text
}

func (c *cutter) sendTruncated(b *Block) {
	b.In = notation.Plain
	c.sendOrEnd(b)
	c.totals.bytes.Add(-int64(len(b.Data)))
}

// broken sends the name in data that a failure to read has ended.
func (c *cutter) broken(data []byte, err error) {
	if m, text := c.first(data); text != nil {
		b := c.block(Truncated, text)
		b.Offset += int64(m.Start)
		b.Inside, b.GoesOn, b.Length, b.Err = true, true, int64(m.End-m.Start), err
		c.sendTruncated(b)
	}
}
