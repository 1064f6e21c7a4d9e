package report

import (
	"io"
	"unicode/utf8"
)

// AppendVisibleLines is [AppendVisible] for text of several lines: tabs and line ends
// stay. CR LF becomes LF.
func AppendVisibleLines(dst, input []byte) []byte {
	for i := 0; i < len(input); {
		switch c := input[i]; {
		case c == '\n' || c == '\t':
			dst = append(dst, c)
			i++
		case c == '\r' && i+1 < len(input) && input[i+1] == '\n':
			i++
		default:
			var size int
			dst, size = appendRune(dst, input[i:], false)
			i += size
		}
	}
	return dst
}

// Screen writes text to a terminal, as [AppendVisibleLines] does, so that no octet of it is
// obeyed. A character may be written in parts. Call Flush at the end.
type Screen struct {
	W    io.Writer
	part []byte // the beginning of a character or of CR LF
	buf  []byte
}

func (s *Screen) Write(b []byte) (int, error) {
	text := b
	if len(s.part) > 0 {
		text = append(s.part, b...)
	}
	s.part = partAtEnd(text)
	s.buf = AppendVisibleLines(s.buf[:0], text[:len(text)-len(s.part)])
	s.part = append([]byte(nil), s.part...)
	if _, err := s.W.Write(s.buf); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes the bytes of a character that was not written completely.
func (s *Screen) Flush() error {
	b := AppendVisibleLines(nil, s.part)
	s.part = nil
	_, err := s.W.Write(b)
	return err
}

// partAtEnd returns the end of text that may be shown otherwise if more follows.
func partAtEnd(text []byte) []byte {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		return text[n-1:]
	}
	for i := len(text) - 1; i >= 0 && i > len(text)-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return text[i:]
			}
			break
		}
	}
	return nil
}
