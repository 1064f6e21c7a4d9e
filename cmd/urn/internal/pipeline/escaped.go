package pipeline

import (
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
