// Package report shows people the position at which an input is not a URN.
//
//	app.log:13:6: malformed namespace identifier: unexpected ":"
//	    urn:x:y
//	         ^
//
// Its output is safe for a terminal: only printable characters are shown as they
// are.
package report

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const (
	indent = "    "
	cut    = "..."
	// The number of columns of the input that are shown, at most. With the indentation and two
	// cut marks, a line has 78 columns, which fit a terminal of 80. At most after of them are
	// after the fault.
	maxShown = 68
	after    = 24
	margins  = len(indent) + 2*len(cut)
)

// Style says how a report is shown. The zero Style is for files.
type Style struct {
	Color   bool
	Columns int // of the terminal; 0: 80
}

// shown returns how many columns of the input are shown.
func (s Style) shown() int {
	if s.Columns == 0 {
		return maxShown
	}
	return min(max(s.Columns-margins, 8), maxShown)
}

// Append appends a report of three lines. The first has the place, as
// name:line:column, and the message. The line is left out if it is 0, and the
// column is the byte offset plus one. The second has the input, cut around
// the fault if it is long. The third has a caret under the fault. It looks at
// a few hundred bytes of the input at most. With colour, the place is in bold type, and
// the caret is red.
func Append(dst []byte, style Style, name string, line int64, input []byte, offset int, message string) []byte {
	bold, red, end := "", "", ""
	if style.Color {
		bold, red, end = "\x1b[1m", "\x1b[1;31m", "\x1b[m"
	}
	dst = append(dst, bold...)
	dst = AppendVisible(dst, []byte(name))
	if line != 0 {
		dst = append(dst, ':')
		dst = strconv.AppendInt(dst, line, 10)
	}
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(offset)+1, 10)
	dst = append(dst, ':')
	dst = append(dst, end...)
	dst = append(dst, ' ')
	dst = append(dst, message...)
	dst = append(dst, '\n')
	dst = appendExcerpt(dst, input, offset, style.shown())
	dst = append(dst, red...)
	dst = append(dst, '^')
	dst = append(dst, end...)
	return append(dst, '\n')
}

// appendExcerpt appends the input around the fault, and the space before the caret.
func appendExcerpt(dst []byte, input []byte, offset, shown int) []byte {
	offset = min(max(offset, 0), len(input))
	window := shown * utf8.UTFMax // bytes of so many columns, without characters of no width
	start, end := max(0, offset-window), min(len(input), offset+window)
	right, _ := firstColumns(input[offset:end], min(after, shown/2))
	left, leftCut := lastColumns(input[start:offset], shown-columns(right))
	right, rightCut := firstColumns(input[offset:end], shown-columns(left))
	leftCut, rightCut = leftCut || start > 0, rightCut || end < len(input)

	dst = append(dst, indent...)
	column := len(indent)
	if leftCut {
		dst = append(dst, cut...)
		column += len(cut)
	}
	dst = append(dst, left...)
	column += columns(left)
	dst = append(dst, right...)
	if rightCut {
		dst = append(dst, cut...)
	}
	dst = append(dst, '\n')
	return append(dst, bytes.Repeat([]byte{' '}, column)...)
}

// columns is the width of text on a terminal.
func columns(text []byte) int {
	if bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return uniseg.StringWidth(string(text))
	}
	return len(text)
}

// firstColumns returns the beginning of input, made visible, that fits into n
// columns, and whether that is not all.
func firstColumns(input []byte, n int) (text []byte, more bool) {
	width := 0
	for i := 0; i < len(input); {
		was := len(text)
		var size int
		text, size = appendRune(text, input[i:], i == 0)
		width += columns(text[was:])
		if width > n {
			return text[:was], true
		}
		i += size
	}
	return text, false
}

// lastColumns is firstColumns for the end of input. input may begin in the
// middle of a character only if there is more than fits.
func lastColumns(input []byte, n int) (text []byte, more bool) {
	width, from := 0, len(input)
	for from > 0 {
		_, size := utf8.DecodeLastRune(input[:from])
		one, _ := appendRune(nil, input[from-size:from], false)
		width += columns(one)
		if width > n {
			more = true
			break
		}
		from -= size
	}
	return AppendVisible(nil, input[from:]), more
}

// AppendVisible appends input with everything that is not printable shown as
// an escape of the Go language: \x1b, \t, \u202e, \xff.
func AppendVisible(dst, input []byte) []byte {
	for i := 0; i < len(input); {
		var size int
		dst, size = appendRune(dst, input[i:], false)
		i += size
	}
	return dst
}

// Visible is [AppendVisible] for strings.
func Visible(s string) string { return string(AppendVisible(nil, []byte(s))) }

// appendRune appends the first character of input in a visible form, and returns its length
// in input, in bytes. If alone is set, the output must not combine with the character
// before it.
func appendRune(dst, input []byte, alone bool) ([]byte, int) {
	r, size := utf8.DecodeRune(input)
	switch {
	case r == utf8.RuneError && size == 1:
		const digits = "0123456789abcdef"
		return append(dst, '\\', 'x', digits[input[0]>>4], digits[input[0]&15]), 1
	case strconv.IsPrint(r) && !(alone && unicode.In(r, unicode.M)):
		return append(dst, input[:size]...), size
	case strconv.IsPrint(r): // a combining mark
		return fmt.Appendf(dst, `\u%04x`, r), size
	}
	quoted := strconv.AppendQuoteRune(nil, r)
	return append(dst, quoted[1:len(quoted)-1]...), size
}
