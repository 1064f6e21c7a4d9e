package main

import (
	"bufio"
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
	out := bufio.NewWriter(w)
	var sample [][]string
	var widths []int
	begin := func() error {
		widths = widthsOf(sample)
		for _, row := range sample {
			if err := writeRow(out, row, widths); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		row := make([]string, len(record))
		for i, s := range record {
			row[i] = visible(s)
		}
		if widths != nil {
			err = writeRow(out, row, widths)
		} else if sample = append(sample, row); len(sample) > sampleRows {
			err = begin()
		}
		if err != nil { // nobody reads the table any more
			return err
		}
	}
	if widths == nil {
		if err := begin(); err != nil {
			return err
		}
	}
	return out.Flush()
}

func widthsOf(rows [][]string) []int {
	widths := []int{}
	for _, row := range rows {
		for i, s := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	return widths
}

func writeRow(out *bufio.Writer, row []string, widths []int) error {
	for i, s := range row {
		out.WriteString(s)
		if i < len(row)-1 {
			out.WriteString(strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(s))+2))
		}
	}
	return out.WriteByte('\n')
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
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	var lines [][]string
	if !picture {
		lines = append(lines, names)
	}
	for rows.Next() {
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
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil || quiet {
		return err
	}
	out := bufio.NewWriter(w)
	widths := widthsOf(lines)
	for _, line := range lines {
		if picture {
			for s := range strings.SplitSeq(line[1], "\n") {
				out.WriteString(visible(s) + "\n")
			}
			continue
		}
		for i := range line {
			line[i] = visible(line[i])
		}
		writeRow(out, line, widths)
	}
	return out.Flush()
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
