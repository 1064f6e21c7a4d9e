package lines

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
)

// CSV is the [Format] of comma-separated values (RFC 4180), or of values that another
// character separates, as [notation.Notation.Record] reads them. Fields that are not rewritten
// keep their quotes and their line ends.
type CSV struct {
	Name     string            // of the column; "" if Number is set
	Number   int               // of the column, from 1
	In       notation.Notation // CSV, with the separator if it is given
	NoHeader bool              // the first record is data

	header []byte // of the first input that has a header
	first  string // its name
	inputs int    // how many have begun
}

// begun holds the facts about an input.
type begun struct {
	column   int  // from 0
	header   int  // the length of the header with its line end, 0 if there is none
	repeated bool // an input before it has the header
	second   bool // it is not the first input
}

func (c *CSV) name() string { return strconv.Quote(cmp.Or(c.Name, strconv.Itoa(c.Number))) }

// Begin reads the header.
func (c *CSV) Begin(first *pipeline.Block) (any, error) {
	in := &begun{column: c.Number - 1, second: c.inputs > 0}
	if len(first.Data) > 0 {
		c.inputs++
	}
	if c.NoHeader {
		return in, nil
	}
	bom := bomLen(first)
	r := records{in: first.In, data: first.Data[bom:]}
	for r.next() && r.blank() {
	}
	if r.raw == nil && c.Number == 0 {
		return nil, fmt.Errorf("there is no header with the name %q", c.Name)
	}
	if r.raw == nil {
		return in, nil // there are only empty lines
	}
	if r.fault != "" {
		return nil, fmt.Errorf("the header is not CSV: %s", r.fault)
	}
	in.header = bom + r.at
	var names []string
	for i := range r.cells {
		name, _ := cellText(r.cell(i))
		names = append(names, string(name))
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
	if in.column >= len(names) {
		return nil, fmt.Errorf("there is no column %d; the header has %s", c.Number, shorten(strings.Join(names, ", ")))
	}
	header := withoutEnd(r.raw)
	if c.header == nil {
		c.header, c.first = bytes.Clone(header), first.Name
	} else {
		if !bytes.Equal(c.header, header) {
			return nil, fmt.Errorf("its header differs from the header of %s: read each file by itself", c.first)
		}
		in.repeated = true
	}
	return in, nil
}

func shorten(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// bomLen returns the length of the byte order mark at the start of b, if b is the first
// block of its input.
func bomLen(b *pipeline.Block) int {
	if b.Offset == 0 && bytes.HasPrefix(b.Data, []byte("\ufeff")) {
		return len("\ufeff")
	}
	return 0
}

// records reads the records of a text.
type records struct {
	in    notation.Notation
	data  []byte
	at    int    // the start of the next record in data
	raw   []byte // the record, with its line end
	cells []int  // see [notation.Notation.Record]
	fault string // why it is not CSV at the end of raw
}

// next reads a record. It reports false at the end.
func (r *records) next() bool {
	rest, size := r.data[r.at:], 0
	if r.raw = nil; len(rest) == 0 {
		return false
	}
	r.cells, size, r.fault = r.in.Record(r.cells[:0], rest)
	r.raw = rest[:size]
	r.at += size
	return true
}

// blank reports whether the record is an empty line.
func (r *records) blank() bool { return r.fault == "" && len(r.cells) == 1 && r.cells[0] == 0 }

func (r *records) cell(i int) (raw []byte, start int) {
	if i > 0 {
		start = r.cells[i-1] + 1
	}
	return r.raw[start:r.cells[i]], start
}

// cellText returns the text of the cell that begins at start. It also returns the position
// of the text, or -1 if the cell has escapes.
func cellText(raw []byte, start int) (text []byte, plain int) {
	if len(raw) == 0 || raw[0] != '"' {
		return raw, start
	}
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw, '"') < 0 {
		return raw, start + 1
	}
	return bytes.ReplaceAll(raw, []byte(`""`), []byte(`"`)), -1
}

func (c *CSV) fields(b *pipeline.Block) iter.Seq2[*field, error] {
	return func(yield func(*field, error) bool) {
		in := b.Begun.(*begun)
		bom := bomLen(b)
		if bom > 0 && !in.second && !yield(&field{raw: b.Data[:bom], blank: true}, nil) {
			return
		}
		r := records{in: b.In, data: b.Data[bom:]}
		for line := b.Line; r.next(); line += int64(bytes.Count(r.raw, []byte{'\n'})) {
			f := &field{raw: r.raw, line: line, plain: -1, blank: r.blank(), separator: b.In.Separator()}
			switch n := len(r.cells); {
			case r.fault != "":
				line += int64(bytes.Count(r.raw, []byte{'\n'}))
				yield(nil, fmt.Errorf("%d:%d: not CSV: %s", line, len(r.raw)-bytes.LastIndexByte(r.raw, '\n'), r.fault))
				return
			case f.blank:
			case in.column >= n:
				f.malformed = fmt.Sprintf("there is no column %d: the record has %d", in.column+1, n)
			default:
				f.text, f.start = r.cell(in.column)
				f.end = f.start + len(f.text)
				f.text, f.plain = cellText(f.text, f.start)
				f.absent = len(f.text) == 0
				f.line += int64(bytes.Count(f.raw[:f.start], []byte{'\n'}))
				f.lineStart = bytes.LastIndexByte(f.raw[:f.start], '\n') + 1
			}
			f.header = !f.blank && in.header > 0 && b.Offset == 0 && bom+r.at == in.header
			f.repeated = in.repeated
			if !yield(f, nil) {
				return
			}
		}
	}
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
	return append(notation.AppendQuoted(dst, value), '"')
}

func (c *CSV) appendReplaced(dst []byte, f *field, finder search, by replacement, check func(text []byte, names []int)) []byte {
	var value []byte
	var names []int
	from := 0
	for m := range finder(f.text) {
		names = append(names, m.Start, m.End)
		value = append(value, f.text[from:m.Start]...)
		value = by(value, f.text[m.Start:m.End:m.End], m)
		from = m.End
	}
	check(f.text, names)
	value = append(value, f.text[from:]...)
	if bytes.Equal(value, f.text) {
		return append(dst, f.raw[f.start:f.end]...)
	}
	return c.appendValue(dst, f, value)
}
