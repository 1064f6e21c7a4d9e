package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/seed7b5a83f0/urn"
	urnduckdb "github.com/seed7b5a83f0/urn/integrations/duckdb"
)

// options are the flags.
type options struct {
	csv, json bool
	output    string
	syntax    urn.Syntax
	threads   int
}

// execute runs the statements. It writes the rows of the last one.
func (o options) execute(ctx context.Context, statements []string, stdout io.Writer) (err error) {
	connector, err := duckdb.NewConnector("?autoinstall_known_extensions=false&autoload_known_extensions=false",
		urnduckdb.Options{Syntax: o.syntax}.Init)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	// By default, data that does not fit into memory goes into a folder in the working
	// directory. Here it goes into a new folder, which nobody else can read or guess.
	spill, err := os.MkdirTemp("", "urn-sql-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(spill)
	set := "SET temp_directory = " + quote(spill)
	if o.threads > 0 {
		set += fmt.Sprintf("; SET threads = %d", o.threads)
	}
	if _, err := conn.ExecContext(ctx, set); err != nil {
		return err
	}
	last := len(statements) - 1
	for _, s := range statements[:last] {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return o.last(ctx, conn, strings.TrimRight(statements[last], "; \t\r\n"), stdout)
}

// last runs the last statement and writes its rows.
func (o options) last(ctx context.Context, conn *sql.Conn, statement string, stdout io.Writer) error {
	query, err := queryOf(ctx, conn, statement)
	isQuery := query != ""
	switch {
	case err != nil:
		return err
	case isQuery && o.output != "":
		return o.file(ctx, conn, query)
	case isQuery && o.json:
		return stream(ctx, conn, query, "FORMAT json", func(r io.Reader) error { return nulls(stdout, r) })
	case isQuery && o.csv:
		return stream(ctx, conn, query, "FORMAT csv, HEADER", func(r io.Reader) error { return second(io.Copy(stdout, r)) })
	case isQuery:
		return stream(ctx, conn, query, "FORMAT csv, HEADER, NULLSTR 'NULL'", func(r io.Reader) error { return table(r, stdout) })
	case o.csv || o.json || o.output != "":
		prepared, err := conn.PrepareContext(ctx, statement)
		if err != nil {
			return err
		}
		prepared.Close()
		return errors.New("the last statement is not a query: --json, --csv and --output have no rows to write")
	}
	rows, err := conn.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	return plain(rows, stdout)
}

// queryOf returns a statement in the form that COPY can write, or "" if it is not one
// query. It only parses the statement: to prepare it would read the beginning of its
// inputs, and a pipe has only one.
func queryOf(ctx context.Context, conn *sql.Conn, statement string) (string, error) {
	var text string
	if err := conn.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", statement).Scan(&text); err != nil {
		return "", err
	}
	var parsed struct {
		Error      bool `json:"error"`
		Statements []struct {
			Node struct {
				From struct {
					Type string `json:"type"`
				} `json:"from_table"`
			} `json:"node"`
		} `json:"statements"`
	}
	var valid bytes.Buffer // a number such as 1e400 is Infinity there
	if err := nulls(&valid, strings.NewReader(text)); err != nil {
		return "", err
	}
	if err := json.Unmarshal(valid.Bytes(), &parsed); err != nil {
		return "", err
	}
	switch {
	case parsed.Error:
		return "", nil
	case len(parsed.Statements) == 0:
		return "", errors.New("the last statement is empty")
	case len(parsed.Statements) > 1:
		return "", errors.New("the last argument has several statements: make each an argument of its own")
	case parsed.Statements[0].Node.From.Type == "SHOW_REF": // DESCRIBE, SHOW or SUMMARIZE
		return "FROM (" + statement + "\n)", nil
	}
	return statement, nil
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// copyTo has DuckDB write the rows of a query.
func copyTo(ctx context.Context, conn *sql.Conn, query, path, format string) error {
	// A comment at the end of the query ends at the line feed.
	_, err := conn.ExecContext(ctx, "COPY ("+query+"\n) TO "+quote(path)+" (USE_TMP_FILE false, "+format+")")
	return err
}

// formats are the options of COPY by the ends of file names.
var formats = map[string]string{
	".parquet": "FORMAT parquet, COMPRESSION zstd", ".csv": "FORMAT csv, HEADER", ".tsv": `FORMAT csv, HEADER, DELIMITER '\t'`,
	".json": "FORMAT json", ".jsonl": "FORMAT json", ".ndjson": "FORMAT json",
}

const fileNames = ".parquet, .csv, .tsv, .json or .jsonl; the text formats also with .gz or .zst"

// formatOf returns the options of COPY for a file name, and the end of the name if that
// says that the file is compressed.
func formatOf(name string) (format, compression string, err error) {
	end := strings.ToLower(filepath.Ext(name))
	if end == ".gz" || end == ".zst" {
		compression = end
		end = strings.ToLower(filepath.Ext(strings.TrimSuffix(name, filepath.Ext(name))))
	}
	format, ok := formats[end]
	if !ok || compression != "" && end == ".parquet" {
		return "", "", fmt.Errorf("--output %s: want a name that ends in %s", name, fileNames)
	}
	return format, compression, nil
}

// file writes a file. The file that it replaces stays until all rows are written, so it may be
// an input.
func (o options) file(ctx context.Context, conn *sql.Conn, query string) error {
	format, compression, err := formatOf(o.output)
	if err != nil {
		return err
	}
	f, err := create(o.output)
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	defer f.discard()
	err = stream(ctx, conn, query, format, func(r io.Reader) error {
		var err error // stream calls this in another goroutine
		var w io.WriteCloser = open{f}
		switch compression {
		case ".gz":
			w = gzip.NewWriter(f)
		case ".zst":
			if w, err = zstd.NewWriter(f); err != nil {
				return err
			}
		}
		if strings.HasSuffix(format, "json") {
			err = nulls(w, r)
		} else {
			_, err = io.Copy(w, r)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		return nil
	})
	if err == nil {
		err = f.commit()
	}
	return err
}

// output is the new content of a file.
type output struct {
	*os.File
	target string // the file that is replaced, or "" if it is a device or a pipe, which is written directly
}

// create begins to write a file. A file that is replaced keeps its permissions, but not its owner, its
// attributes and its further names. The target of a symbolic link is replaced, not the link.
func create(name string) (o *output, err error) {
	info, err := os.Stat(name)
	exists := err == nil
	switch {
	case exists && !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &output{f, ""}, err
	case exists && info.Mode().Perm()&0o200 == 0:
		return nil, fmt.Errorf("%s: the file is read-only", name)
	}
	o = &output{target: name}
	mode := os.FileMode(0o666)
	if exists {
		mode = 0o600 // until it has the permissions of the other
		if o.target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
	}
	temporary := fmt.Sprintf("%s.%016x.tmp", o.target, rand.Uint64())
	if o.File, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil && exists {
		if err = o.Chmod(info.Mode()); err != nil {
			o.discard()
		}
	}
	return o, err
}

// commit replaces the file by what was written.
func (o *output) commit() error {
	if o.target == "" {
		return o.Close()
	}
	if err := errors.Join(o.Sync(), o.Close()); err != nil {
		return err
	}
	return os.Rename(o.Name(), o.target)
}

// discard closes the file and removes what was written. After commit it does nothing.
func (o *output) discard() {
	o.Close()
	if o.target != "" {
		os.Remove(o.Name())
	}
}

// open is a Writer that stays open.
type open struct{ io.Writer }

func (open) Close() error { return nil }

// stream has consume read the rows while DuckDB writes them into a pipe.
func stream(ctx context.Context, conn *sql.Conn, query, format string, consume func(io.Reader) error) error {
	if runtime.GOOS == "windows" {
		return buffered(ctx, conn, query, format, consume)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	consumed := make(chan error, 1)
	go func() {
		err := consume(r)
		r.Close() // the next write of DuckDB fails
		consumed <- err
	}()
	err = copyTo(ctx, conn, query, fmt.Sprintf("/dev/fd/%d", w.Fd()), format)
	w.Close()
	if failed := <-consumed; failed != nil {
		return failed
	}
	return err
}

// buffered is stream where a pipe has no name.
func buffered(ctx context.Context, conn *sql.Conn, query, format string, consume func(io.Reader) error) error {
	dir, err := os.MkdirTemp("", "urn-sql-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "rows")
	if err := copyTo(ctx, conn, query, path, format); err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return consume(f)
}
