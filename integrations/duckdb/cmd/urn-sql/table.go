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
	"text/tabwriter"
	"unicode/utf8"
)

// tableRows is the number of rows whose columns are aligned together, so that memory is
// bounded.
const tableRows = 1000

// table writes records of CSV, of which the first has the names, as a table.
func table(r io.Reader, w io.Writer) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	t := newColumns(w)
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
	out     *bufio.Writer
	aligned *tabwriter.Writer // to out
	rows    int
}

func newColumns(w io.Writer) *columns {
	out := bufio.NewWriter(w)
	return &columns{out: out, aligned: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
}

func (t *columns) add(row []string) error {
	cells := make([]string, len(row))
	for i, s := range row {
		cells[i] = visible(s)
	}
	_, err := io.WriteString(t.aligned, strings.Join(cells, "\t")+"\n")
	if t.rows++; t.rows%tableRows == 0 {
		err = cmp.Or(err, t.aligned.Flush())
	}
	return err
}

func (t *columns) end() error { return cmp.Or(t.aligned.Flush(), t.out.Flush()) }

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
	t := newColumns(w)
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
