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
	rows   [][]string // that are not written
	widths []int      // nil until the first rows are written
}

func (t *columns) add(record []string) error {
	row := make([]string, len(record))
	for i, s := range record {
		row[i] = visible(s)
	}
	t.rows = append(t.rows, row)
	if t.widths == nil && len(t.rows) <= sampleRows {
		return nil
	}
	return t.write()
}

// write writes the rows. The first time, it decides on the widths.
func (t *columns) write() (err error) {
	if t.widths == nil && len(t.rows) > 0 {
		t.widths = make([]int, len(t.rows[0]))
		for _, row := range t.rows {
			for i, s := range row {
				t.widths[i] = max(t.widths[i], utf8.RuneCountInString(s))
			}
		}
	}
	for _, row := range t.rows {
		last := len(row) - 1
		for i, s := range row[:last] {
			fmt.Fprintf(t.out, "%-*s  ", t.widths[i], s)
		}
		_, err = t.out.WriteString(row[last] + "\n")
	}
	t.rows = t.rows[:0]
	return err
}

func (t *columns) end() error { return cmp.Or(t.write(), t.out.Flush()) }

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
