package pipeline

import (
	"bytes"
	"io"

	"github.com/seed7b5a83f0/urn/internal/notation"
)

// usualEscape is the length in bytes of an escape such as \u0026 or &#x26;. A match of
// MaxLine bytes that consists of longer ones is found by scanEscaped.
const usualEscape = 6

// longestEscape is the length in bytes of the longest escape of any notation.
const longestEscape = 64

// boundary returns where text may be cut. atLine says that it begins a line.
func (c *cutter) boundary(text []byte, atLine bool) int {
	if c.In == notation.Plain {
		return c.Find.Boundary(text)
	}
	in := c.in
	if atLine {
		in = c.In
	}
	return c.escaped.Boundary(*c.Find, in, text)
}

// scanEscaped is scan for a text in which characters are escaped. It returns a
// buffer, because what follows the match may be longer than the one it was given.
func (c *cutter) scanEscaped(buf []byte, n int, s io.Reader) (_ []byte, rest int, err error) {
	head := bytes.NewReader(bytes.Clone(buf[:n]))
	t := &tail{
		pieces: pieces{r: io.MultiReader(head, s), size: max(len(buf)/2, longestEscape)},
		most:   longestEscape*(min(c.MaxLine, 1<<24)+slack) + len(buf), in: c.in,
	}
	scanner := notation.NewScanner(*c.Find, c.in, t)
	scanner.SetLimit(c.MaxLine)
	found := scanner.Scan()
	resume := scanner.InputOffset()
	if found {
		m := scanner.Match()
		text := m.Text
		if m.Cut {
			text = m.Prefix
		}
		b := c.block(Text, bytes.Clone(text))
		b.Offset += m.Start
		b.Line += m.Line - 1
		b.Inside, b.GoesOn, b.In = true, true, notation.Plain
		if m.Cut {
			b.Part, b.Length, b.Err = Cut, scanner.Len(), scanner.Err()
		}
		c.sendOrEnd(b)
		c.totals.bytes.Add(-int64(len(b.Data)))
		// No line ends between the match and where the search goes on.
		c.line += m.Line - 1
	} else {
		resume = t.base + int64(len(t.data)) // with an escape that a failure has cut
	}
	left := t.data[resume-t.base:]
	c.in = t.in.After(t.data[:resume-t.base])
	c.offset += resume
	c.inside = true
	c.totals.bytes.Add(resume)
	if need := len(left) + head.Len() + 1; need > len(buf) {
		buf = make([]byte, need)
	}
	rest = copy(buf, left)
	unread, _ := head.Read(buf[rest:])
	return buf, rest + unread, t.err
}

// tail is a reader that keeps the last of what was read from it: at least most bytes.
type tail struct {
	pieces
	most int
	data []byte
	base int64             // the offset of data in what was read
	in   notation.Notation // of data
}

func (t *tail) Read(b []byte) (int, error) {
	if over := len(t.data) - t.most; over > t.most {
		t.in = t.in.After(t.data[:over])
		t.base += int64(over)
		t.data = t.data[:copy(t.data, t.data[over:])]
	}
	n, err := t.pieces.Read(b)
	t.data = append(t.data, b[:n]...)
	return n, err
}
