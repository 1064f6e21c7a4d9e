package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/scan"
)

// text reads the input to its end, for Config.Find. A block ends at a line end, or, in a line that
// is longer than a block, at a position that is not within a match.
func (c *cutter) text() error {
	b := &c.blocks
	for !c.over {
		switch b.Next(c.settled) {
		case blocks.Found:
			c.sendText(Text, true)
		case blocks.Long:
			c.tooLong()
		case blocks.Failed:
			// What is left begins with a match that only seems to end here.
			rest, err := b.Buf[b.Start:b.End], b.Err
			if !c.Whole {
				c.broken(rest, err)
			}
			c.offset += int64(len(rest))
			c.totals.bytes.Add(int64(len(rest)))
			if c.offset > 0 {
				err = fmt.Errorf("%w (after %d bytes, in line %d)", err, c.offset, c.line)
			}
			return err
		case blocks.Ended:
			if c.inside {
				c.totals.lines.Add(1)
			}
			return nil
		}
	}
	return nil
}

// settled returns how much of data is decided whatever follows it: whole lines, or, if there are none or
// no more can be read, also what [find.Settled] says of the last line.
func (c *cutter) settled(data []byte, _ int) int {
	lines := c.lines()
	if b := &c.blocks; b.Err == nil && (lines > 0 || b.End < len(b.Buf)) {
		return lines
	}
	in, context := c.in, c.context
	if lines > 0 {
		in, context, data = in.After(data[:lines]), nil, data[lines:]
	}
	text, n := c.after(context, in, data), 0
	if in != notation.Plain {
		n = c.settledEscaped(in, data, text, len(context))
	} else {
		n = find.Settled(c.rule(), text, len(context)) - len(context)
	}
	if lines == 0 && n > 0 {
		c.around = text
	} else {
		release(c.decoded)
		c.decoded = nil
	}
	return lines + n
}

// after returns context and, with its escapes undone in c.escaped, data after it.
func (c *cutter) after(context []byte, in notation.Notation, data []byte) []byte {
	if in != notation.Plain {
		c.escaped.Decode(in, data, false)
		data = c.escaped.Bytes
	}
	return slices.Concat(context, data)
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
	c.context = append(c.context, text[max(0, len(text)-find.Context):]...)
	c.context = bytes.Clone(c.context[max(0, len(c.context)-find.Context):])
}

// sendText sends the block as a part of the text. settled says that no match continues after it.
func (c *cutter) sendText(part Part, settled bool) {
	data := c.blocks.Take()
	last := part == Text && c.blocks.Err == io.EOF && c.blocks.End == 0
	b := c.block(part, data)
	b.Inside, c.inside = c.inside, data[len(data)-1] != '\n'
	b.GoesOn = c.inside && !last
	after := c.in.After(data)
	b.decoded, c.decoded = c.decoded, nil
	if context := c.context; context != nil || b.GoesOn && settled {
		text := data
		if t := b.Decoded(); t != nil {
			text = t.Bytes
		}
		b.Around, b.At, c.around = c.around, len(context), nil
		if b.Around == nil && part == Text {
			rest := c.blocks.Buf[:c.blocks.End]
			if !settled || !c.inside {
				rest = nil
			}
			b.Around = slices.Concat(context, text, c.undone(after, rest, false))
		}
		c.remember(data, text)
	}
	c.in = after
	c.pass(b)
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

// tooLong deals with a name that begins in what has been read and may be longer than MaxLine: it
// sends the first bytes of it as Truncated, and passes over the text to the next byte that
// ends any name. With Whole, that text is sent as Kept.
func (c *cutter) tooLong() {
	b := &c.blocks
	m, text := c.first(b.Buf[b.Start:b.End])
	if text == nil {
		b.Ready = b.End - blocks.Slack/2
		c.sendText(Text, false)
		return
	}
	if m.Start > 0 {
		b.Ready += m.Start
		c.sendText(Text, true)
	}
	cut := c.block(Truncated, text)
	cut.Inside, cut.GoesOn = true, true
	for more := true; more && !c.over; {
		more = !b.Skip(find.EndOfAny) && b.Err == nil
		data := b.Buf[b.Start:b.Ready]
		cut.Length += int64(len(data))
		switch {
		case len(data) == 0:
		case c.Whole:
			c.sendText(Kept, false)
		default:
			c.offset += int64(len(data))
			c.inside = true
			if c.context != nil {
				c.remember(data, c.undone(c.in, data, true))
			}
			c.in = c.in.After(data)
			c.totals.bytes.Add(int64(len(data)))
		}
	}
	if b.Err != io.EOF {
		cut.Err = b.Err
	}
	c.sendTruncated(cut)
}

// first returns the first name as written in data, and its first bytes, at most MaxLine,
// with the escapes undone. Both are nil if there is no name.
func (c *cutter) first(data []byte) (m scan.Match, text []byte) {
	undone, from := c.after(c.context, c.in, data), len(c.context)
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
