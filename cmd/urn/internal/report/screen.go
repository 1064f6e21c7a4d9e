package report

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// NewScreen returns a writer of text to a terminal, as [AppendVisibleLines] shows it, so that no
// octet of it is obeyed. A character may be written in parts. Call Close at the end, which does
// not close w.
func NewScreen(w io.Writer) io.WriteCloser { return transform.NewWriter(w, visibleLines{}) }

// AppendVisibleLines is [AppendVisible] for text of several lines: tabs and line ends
// stay. CR LF becomes LF.
func AppendVisibleLines(dst, input []byte) []byte {
	dst, _, _ = transform.Append(visibleLines{}, dst, input) // no error
	return dst
}

// visibleLines is the transformation of AppendVisibleLines.
type visibleLines struct{ transform.NopResetter }

func (visibleLines) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	var room [16]byte
	for nSrc < len(src) {
		rest := src[nSrc:]
		shown, size := rest[:1], 1
		switch {
		case !atEOF && (!utf8.FullRune(rest) || string(rest) == "\r"):
			return nDst, nSrc, transform.ErrShortSrc
		case bytes.HasPrefix(rest, []byte("\r\n")):
			shown = nil
		case rest[0] != '\n' && rest[0] != '\t':
			shown, size = appendRune(room[:0], rest, false)
		}
		if len(shown) > len(dst)-nDst {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += copy(dst[nDst:], shown)
		nSrc += size
	}
	return nDst, nSrc, nil
}
