package main

import (
	"bufio"
	"io"
)

// nulls copies JSON that DuckDB writes, with null in the place of NaN, Infinity and -Infinity,
// which are not JSON (RFC 8259, section 6).
func nulls(w io.Writer, r io.Reader) error {
	in, out := bufio.NewReaderSize(r, 64<<10), bufio.NewWriterSize(w, 64<<10)
	inString, escaped := false, false
	for {
		c, err := in.ReadByte()
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		switch {
		case inString:
			inString = escaped || c != '"'
			escaped = !escaped && c == '\\'
		case c == '"':
			inString = true
		case c == 'N', c == 'I', c == '-':
			next, err := in.Peek(1)
			if c == '-' && string(next) != "I" {
				break // a number
			}
			for ; err == nil && 'a' <= next[0]|0x20 && next[0]|0x20 <= 'z'; next, err = in.Peek(1) {
				in.Discard(1)
			}
			out.WriteString("null") // the next write has its error
			continue
		}
		if err := out.WriteByte(c); err != nil {
			return err
		}
		if c == '\n' && in.Buffered() == 0 { // there may be no more for a while
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}
