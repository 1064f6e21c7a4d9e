package lines

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/internal/programs/notation"
)

// CSV is the [Format] of comma-separated values (RFC 4180), or of values that another
// character separates. encoding/csv reads the records. What is not rewritten is
// written as it was, with its quotes and its line ends.
type CSV struct {
	Name      string // of the column; "" if Number is set
	Number    int    // of the column, from 1
	Separator byte   // 0: see [notation.Notation.Of]
	NoHeader  bool   // the first record is data

	header []byte // of the first input that has one
	first  string // its name
	inputs int    // how many have begun
}

// begun holds what is known about an input.
type begun struct {
	column    int // from 0
	separator byte
	header    int  // the length of the header with its line end, 0 if there is none
	repeated  bool // an input before it has the header
	second    bool // it is not the first input
}

func (c *CSV) name() string { return strconv.Quote(cmp.Or(c.Name, strconv.Itoa(c.Number))) }

// Begin reads the header.
func (c *CSV) Begin(first *pipeline.Block) (any, error) {
	in := &begun{column: c.Number - 1, separator: c.Separator, second: c.inputs > 0}
	c.inputs++
	if in.separator == 0 {
		in.separator = notation.CSV.Of(first.Name, first.Data).Separator()
	}
	if c.NoHeader {
		return in, nil
	}
	bom := bomLen(first)
	r := c.reader(in, first.Data[bom:])
	names, err := r.Read()
	if err == io.EOF {
		return in, nil // there are only empty lines
	}
	if err != nil {
		return nil, fmt.Errorf("the header is not CSV: %w", err)
	}
	in.header = bom + int(r.InputOffset())
	if bareCR(first.Data[:in.header]) {
		return nil, errBareCR
	}
	if c.Number == 0 {
		in.column = -1
		for i, name := range names {
			if name == c.Name && in.column < 0 {
				in.column = i
			} else if name == c.Name {
				return nil, fmt.Errorf("two columns have the name %q: give the number of one", name)
			}
		}
		if in.column < 0 {
			return nil, fmt.Errorf("no column has the name %q; the header has %s", c.Name, shorten(strings.Join(names, ", ")))
		}
	}
	header := withoutEnd(first.Data[bom:in.header])
	if c.header == nil {
		c.header, c.first = bytes.Clone(header), first.Name
	} else {
		if !bytes.Equal(c.header, header) {
			return nil, fmt.Errorf("its header is not that of %s", c.first)
		}
		in.repeated = true
	}
	return in, nil
}

var errBareCR = errors.New("a CR without LF, outside of quotation marks: lines have to end with LF or CR LF")

// bareCR reports whether a record has a CR that is outside of quotation marks and not a
// part of its end. Programs differ on whether that ends a record.
func bareCR(raw []byte) bool {
	raw = bytes.TrimSuffix(withoutEnd(raw), []byte("\r")) // the input may end so
	if bytes.IndexByte(raw, '\r') < 0 {
		return false
	}
	quoted := false
	for _, c := range raw {
		if c == '"' {
			quoted = !quoted
		} else if c == '\r' && !quoted {
			return true
		}
	}
	return false
}

func shorten(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// bomLen returns the length of a byte order mark that a block begins with, if it is
// the first one of its input.
func bomLen(b *pipeline.Block) int {
	if b.Offset == 0 && bytes.HasPrefix(b.Data, []byte("\ufeff")) {
		return len("\ufeff")
	}
	return 0
}

func (c *CSV) reader(in *begun, data []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = rune(in.separator), -1, true
	return r
}

func (c *CSV) fields(b *pipeline.Block) iter.Seq2[*field, error] {
	return func(yield func(*field, error) bool) {
		in := b.Begun.(*begun)
		bom := bomLen(b)
		data := b.Data[bom:]
		if bom > 0 && !in.second && !yield(&field{raw: b.Data[:bom], blank: true}, nil) {
			return
		}
		r := c.reader(in, data)
		at, atLine := 0, 1 // what follows has not been yielded, and its line, as r counts
		for {
			record, err := r.Read()
			if err != nil && err != io.EOF {
				yield(nil, place(err, b.Line))
				return
			}
			end, line := len(data), -1
			if err == nil {
				end = int(r.InputOffset())
				line, _ = r.FieldPos(0)
			}
			for at < end && (line < 0 || atLine < line) { // empty lines, which r skips
				next := at + bytes.IndexByte(data[at:], '\n') + 1
				if next == at {
					next = end
				}
				if !yield(&field{raw: data[at:next], blank: true}, nil) {
					return
				}
				at = next
				atLine++
			}
			if line < 0 {
				return
			}
			f := &field{raw: data[at:end], line: b.Line + int64(line) - 1, plain: -1, separator: in.separator}
			c.find(r, in, len(record), line, f)
			if bareCR(f.raw) {
				yield(nil, fmt.Errorf("%d: %w", f.line, errBareCR))
				return
			}
			f.header = in.header > 0 && b.Offset == 0 && bom+end == in.header
			f.repeated = in.repeated
			at = end
			atLine = line + bytes.Count(f.raw, []byte{'\n'})
			if !yield(f, nil) {
				return
			}
		}
	}
}

// place returns an error of encoding/csv with its place in the input in front. line
// is the line in which the block begins.
func place(err error, line int64) error {
	var e *csv.ParseError
	if !errors.As(err, &e) {
		return fmt.Errorf(" %w", err)
	}
	return fmt.Errorf("%d:%d: not CSV: %w", line+int64(e.Line)-1, e.Column, e.Err)
}

// find finds the column in the record that r has read, which has n fields and begins
// in a line, as r counts.
func (c *CSV) find(r *csv.Reader, in *begun, n, line int, f *field) {
	if in.column >= n {
		f.malformed = fmt.Sprintf("there is no column %d: the record has %d", in.column+1, n)
		return
	}
	lineStart := 0
	offset := func(i int) int {
		l, column := r.FieldPos(i)
		for ; line < l; line++ {
			lineStart += bytes.IndexByte(f.raw[lineStart:], '\n') + 1
		}
		return lineStart + column - 1
	}
	first := line
	f.start = offset(in.column)
	f.line += int64(line - first)
	f.lineStart = lineStart
	if in.column+1 < n {
		f.end = offset(in.column+1) - 1
	} else {
		f.end = len(withoutEnd(f.raw))
		if f.raw[len(f.raw)-1] == '\r' {
			f.end-- // encoding/csv takes it for a line end at the end of the input
		}
	}
	f.text, f.plain = f.raw[f.start:f.end], f.start
	if len(f.text) > 0 && f.text[0] == '"' {
		f.text, f.plain = f.text[1:len(f.text)-1], f.start+1
		if bytes.Contains(f.text, []byte(`""`)) {
			f.text, f.plain = bytes.ReplaceAll(f.text, []byte(`""`), []byte(`"`)), -1
		}
	}
	f.absent = len(f.text) == 0
}

func (c *CSV) appendValue(dst []byte, f *field, value []byte) []byte {
	return appendCSV(dst, value, f.separator, f.end > f.start && f.raw[f.start] == '"')
}

// appendCSV appends a field, in quotes if it needs them or is to have them.
func appendCSV(dst, value []byte, separator byte, quoted bool) []byte {
	needs := len(value) > 0 && (value[0] == ' ' || value[0] == '\t') || bytes.IndexByte(value, separator) >= 0
	if !quoted && !needs && !bytes.ContainsAny(value, "\"\r\n") {
		return append(dst, value...)
	}
	dst = append(dst, '"')
	dst = append(dst, bytes.ReplaceAll(value, []byte(`"`), []byte(`""`))...)
	return append(dst, '"')
}

func (c *CSV) appendReplaced(dst []byte, f *field, finder search, by replacement) []byte {
	var value []byte
	from := 0
	for m := range finder(f.text) {
		value = append(value, f.text[from:m.Start]...)
		value = by(value, f.text[m.Start:m.End:m.End], m)
		from = m.End
	}
	value = append(value, f.text[from:]...)
	if bytes.Equal(value, f.text) {
		return append(dst, f.raw[f.start:f.end]...)
	}
	return c.appendValue(dst, f, value)
}

func (c *CSV) appendColumns(dst []byte, f *field, values [][]byte) []byte {
	for _, v := range values {
		dst = append(dst, f.separator)
		if v != nil {
			dst = appendCSV(dst, v, f.separator, len(v) == 0) // "" is present and empty
		}
	}
	return dst
}

func (c *CSV) appendNull(dst []byte, f *field, null string, _ bool) []byte {
	return c.appendValue(dst, f, []byte(null))
}
