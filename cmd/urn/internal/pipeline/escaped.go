package pipeline

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/find"
)

// usualEscape is the length in bytes of an escape such as \u0026 or &#x26;. A match of
// MaxLine bytes that consists of longer ones is too long.
const usualEscape = 6

// undone returns text, which is in notation n, with its escapes undone. last says that
// nothing follows it. The result is text itself if there are none.
func (c *cutter) undone(n notation.Notation, text []byte, last bool) []byte {
	if n == notation.Plain || len(text) == 0 {
		return text
	}
	var t notation.Text
	t.Decode(n, text, last)
	return t.Bytes
}

// maxEncoded is greater than the length in bytes of "%22urn%3", the longest beginning of a
// percent-encoded name that cannot yet be recognised.
const maxEncoded = 16

// settledTries is how often settledEscaped looks for an earlier cut.
const settledTries = 4

// settledEscaped is settled for data with escapes. text[from:] is data with its escapes undone, which
// c.escaped has. It does not cut within a percent-encoded name or the text that contains it, because the
// second part would not be recognised as encoded.
func (c *cutter) settledEscaped(in notation.Notation, data, text []byte, from int) int {
	whole := text[from:]
	// A percent-encoded name may begin at the end, and would change the decoded text there.
	text = text[:max(from, len(text)-maxEncoded)]
	for range settledTries {
		n := find.Settled(c.rule(), text, from) - from
		if n <= 0 {
			return 0
		}
		if cut := c.cutAt(in, data, whole, n); cut > 0 {
			return cut
		}
		// The escape of an opening delimiter is undone only before a name.
		if n > 1 && whole[n]|0x20 == 'u' && !c.within(text, from, from+n-1) {
			if cut := c.cutAt(in, data, whole, n-1); cut > 0 {
				return cut
			}
		}
		text = text[:from+n-n/4]
	}
	return 0
}

// cutAt returns the offset in data, which is in notation in, of offset n in whole, which is
// data with its escapes undone. It returns 0 if data must not be cut there because the two
// parts would be decoded differently. The text of the first part is kept for its block.
func (c *cutter) cutAt(in notation.Notation, data, whole []byte, n int) int {
	cut, _ := c.escaped.Input(n, n)
	_, end := c.escaped.Input(n-1, n)
	left, right := data[:cut], data[cut:]
	after := in.After(left)
	if end != cut || after.After(right) != in.After(data) || !bytes.Equal(c.undone(after, right, false), whole[n:]) {
		return 0
	}
	if t := decoded(in, left, true); bytes.Equal(t.Bytes, whole[:n]) {
		c.decoded = t
		return cut
	} else {
		release(t)
	}
	return 0
}

// within reports whether at is inside a match that begins in text at or after from.
func (c *cutter) within(text []byte, from, at int) bool {
	f := Near(*c.Find)
	for {
		m, ok := f.Next(text, from)
		if !ok || m.Start >= at {
			return false
		}
		if from = m.End; from > at {
			return true
		}
	}
}
