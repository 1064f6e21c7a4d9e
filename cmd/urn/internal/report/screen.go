package report

import (
	"bytes"
	"io"
	"regexp"
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

var (
	colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
	column = regexp.MustCompile(`\S {2,}\S`)
)

// Fold appends text for people. A line that is wider than a terminal is broken between words, so that
// the terminal does not break a word. It continues under its last column, if it is a row of a
// table with room for that, or else hang columns to the right of its beginning.
func Fold(dst, text []byte, width, hang int) []byte {
	for line := range bytes.Lines(text) {
		hang := len(line) - len(bytes.TrimLeft(line, " ")) + hang
		if all := column.FindAllIndex(line, -1); all != nil {
			if last := all[len(all)-1][1] - 1; 3*last <= 2*width {
				hang = last
			}
		}
		at := 0
		for word := range bytes.SplitAfterSeq(line, []byte(" ")) {
			if w := columns(colour.ReplaceAll(bytes.TrimRight(word, " \n"), nil)); at+w > width && at > hang {
				dst = append(bytes.TrimRight(dst, " "), '\n')
				dst = append(dst, bytes.Repeat([]byte(" "), hang)...)
				at = hang
			}
			dst = append(dst, word...)
			at += columns(colour.ReplaceAll(word, nil))
		}
	}
	return dst
}
