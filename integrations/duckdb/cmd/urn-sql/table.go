package main

import (
	"bufio"
	"cmp"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// sampleRows is the number of rows that decide how wide the columns of a table are. Later
// rows may be wider, so memory is bounded.
const sampleRows = 1000

// table writes records of CSV, of which the first has the names, as a table.
func table(r io.Reader, w io.Writer) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	t := columns{out: bufio.NewWriter(w)}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t.end()
		}
		if err == nil {
			err = t.add(record)
		}
		if err != nil { // of the input, or nobody reads the table any more
			return err
		}
	}
}

// columns writes rows with their values below each other.
type columns struct {
	out    *bufio.Writer
	sample [][]string // the first rows
	widths []int      // nil as long as rows are kept in sample
}

func (t *columns) add(record []string) error {
	row := make([]string, len(record))
	for i, s := range record {
		row[i] = visible(s)
	}
	if t.widths != nil {
		return t.write(row)
	}
	if t.sample = append(t.sample, row); len(t.sample) > sampleRows {
		return t.begin()
	}
	return nil
}

// begin decides on the widths and writes the sample.
func (t *columns) begin() error {
	t.widths = []int{}
	for _, row := range t.sample {
		for i, s := range row {
			if i == len(t.widths) {
				t.widths = append(t.widths, 0)
			}
			t.widths[i] = max(t.widths[i], utf8.RuneCountInString(s))
		}
	}
	for _, row := range t.sample {
		if err := t.write(row); err != nil {
			return err
		}
	}
	return nil
}

func (t *columns) write(row []string) error {
	for i, s := range row {
		t.out.WriteString(s)
		if i < len(row)-1 {
			t.out.WriteString(strings.Repeat(" ", max(0, t.widths[i]-utf8.RuneCountInString(s))+2))
		}
	}
	return t.out.WriteByte('\n')
}

func (t *columns) end() error {
	if t.widths == nil {
		if err := t.begin(); err != nil {
			return err
		}
	}
	return t.out.Flush()
}

// plain writes the rows of a statement that COPY cannot write, such as PRAGMA. The
// number of rows that a statement has changed is not written. EXPLAIN has a picture, which
// is written as it is.
func plain(rows *sql.Rows, w io.Writer) error {
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	quiet := len(names) == 0 || len(names) == 1 && (names[0] == "Count" || names[0] == "Success")
	picture := len(names) == 2 && names[0] == "explain_key"
	t := columns{out: bufio.NewWriter(w)}
	if !quiet && !picture {
		err = t.add(names)
	}
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	for err == nil && rows.Next() {
		if err := rows.Scan(values...); err != nil {
			return err
		}
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = "NULL"
			if v := *v.(*any); v != nil {
				line[i] = fmt.Sprint(v)
			}
		}
		switch {
		case quiet:
		case picture:
			for s := range strings.SplitSeq(line[1], "\n") {
				t.out.WriteString(visible(s) + "\n")
			}
		default:
			err = t.add(line)
		}
	}
	if err := cmp.Or(err, rows.Err()); err != nil {
		return err
	}
	return t.end()
}

// visible returns s with everything that is not printable as an escape of Go, such as \x1b or
// \n. So the result is one line, and has nothing that a terminal obeys.
func visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || !strconv.IsPrint(r) }) < 0 {
		return s
	}
	quoted := strconv.Quote(s)
	return unquoter.Replace(quoted[1 : len(quoted)-1])
}

// unquoter undoes the escapes of printable characters.
var unquoter = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
