package pipeline

import (
	"bytes"
	"slices"

	"github.com/seed7b5a83f0/urn/internal/notation"
)

// usualEscape is the length in bytes of an escape such as \u0026 or &#x26;. A match of
// MaxLine bytes that consists of longer ones is too long.
const usualEscape = 6

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

// undone returns text, which is in notation n, with its escapes undone. last says that
// nothing goes on after it. The result is text itself if there are none.
func (c *cutter) undone(n notation.Notation, text []byte, last bool) []byte {
	if n == notation.Plain || len(text) == 0 {
		return text
	}
	var t notation.Text
	t.Decode(n, text, last)
	return t.Bytes
}

// maxEncoded is more than the length in bytes of the beginning of a percent-encoded name that
// is not yet known as one: "%22urn%3".
const maxEncoded = 16

// settledTries is how often settledEscaped looks for an earlier cut.
const settledTries = 4

// settledEscaped is settled for a text with escapes. Of a percent-encoded name, and of what
// it is a part of, none is cut: the rest would not be read as encoded.
func (c *cutter) settledEscaped(data []byte) int {
	c.escaped.Decode(c.in, data, false)
	whole := c.escaped.Bytes
	text, from := slices.Concat(c.context, whole), len(c.context)
	// A percent-encoded name may begin at the end, and would change what is there.
	text = text[:max(from, len(text)-maxEncoded)]
	for range settledTries {
		n := c.Find.Settled(text, from) - from
		if n <= 0 {
			return 0
		}
		cut, _ := c.escaped.Input(n, n)
		_, end := c.escaped.Input(n-1, n)
		left, right := data[:cut], data[cut:]
		if end == cut && bytes.Equal(c.undone(c.in, left, true), whole[:n]) &&
			bytes.Equal(c.undone(c.in.After(left), right, false), whole[n:]) {
			return cut
		}
		text = text[:from+n-n/4]
	}
	return 0
}
