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
		case c == 'N' || c == 'I' || c == '-':
			if next, err := in.Peek(1); c == '-' && (err != nil || next[0] != 'I') {
				break
			}
			if err := skipWord(in); err != nil {
				return err
			}
			if _, err := out.WriteString("null"); err != nil {
				return err
			}
			continue
		case c == '\n' && in.Buffered() == 0:
			if err := out.WriteByte(c); err != nil {
				return err
			}
			if err := out.Flush(); err != nil { // there may be no more for a while
				return err
			}
			continue
		}
		if err := out.WriteByte(c); err != nil {
			return err
		}
	}
}

// skipWord reads letters.
func skipWord(in *bufio.Reader) error {
	for {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case c|0x20 < 'a' || 'z' < c|0x20:
			return in.UnreadByte()
		}
	}
}
