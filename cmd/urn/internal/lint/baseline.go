package lint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/outfile"
)

// Baseline is a list of findings that are known and are not reported. A finding is
// known by its file, its rule and its name, and not by its line, so that other changes
// of the file make no difference. Each is listed with how often it occurs.
//
// The file is CSV with a header: file, rule, name, count. Files are relative to the
// directory of the baseline, with slashes.
type Baseline struct {
	dir   string
	known map[known]int64
}

type known struct{ file, rule, name string }

var baselineHeader = []string{"file", "rule", "name", "count"}

// NewBaseline returns an empty Baseline that is to be the file of that name.
func NewBaseline(name string) (*Baseline, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &Baseline{dir: filepath.Dir(abs), known: map[known]int64{}}, nil
}

// maxBaseline bounds the size of a baseline, which is read into memory, in bytes, and maxCount
// the counts, so that no sum of them overflows.
const (
	maxBaseline = 64 << 20
	maxCount    = 1 << 32
)

func readBaseline(name string, open func(string) (*os.File, error)) (*Baseline, error) {
	b, err := NewBaseline(name)
	if err != nil {
		return nil, err
	}
	f, err := open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w; \"urn lint --write-baseline %s\" writes it", err, shortName(name))
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBaseline+1))
	name = shortName(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(text) > maxBaseline:
		return nil, fmt.Errorf("%s: not a baseline: it is larger than %d bytes", name, maxBaseline)
	case !isBaseline(text):
		return nil, fmt.Errorf("%s: not a baseline: it does not begin with %q", name, strings.Join(baselineHeader, ","))
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.ReuseRecord = len(baselineHeader), true
	for first := true; ; first = false {
		fields, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF:
			return b, nil
		case errors.As(err, &wrong):
			return nil, fmt.Errorf("%s:%d:%d: %w", name, wrong.Line, wrong.Column, wrong.Err)
		case first:
			continue
		}
		n, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil || n < 1 || n > maxCount {
			line, column := r.FieldPos(3)
			return nil, fmt.Errorf("%s:%d:%d: %q is not a count", name, line, column, fields[3])
		}
		b.known[known{strings.Clone(fields[0]), strings.Clone(fields[1]), strings.Clone(fields[2])}] += n
	}
}

// isBaseline reports whether a file with this beginning is a baseline.
func isBaseline(begin []byte) bool {
	line, _, _ := bytes.Cut(begin, newline)
	return string(bytes.TrimSuffix(line, []byte{'\r'})) == strings.Join(baselineHeader, ",")
}

// key returns the key of f in a baseline. abs is the name of its file.
func (b *Baseline) key(abs string, f *Finding) known {
	if rel, err := filepath.Rel(b.dir, abs); err == nil {
		abs = rel
	}
	return known{filepath.ToSlash(abs), Rules[f.Rule].Name, f.key}
}

// mayOverwrite reports as an error that a file has a content which is not a baseline: it is
// a mistake to name it as the file to write, and its content would be lost.
func mayOverwrite(name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil
	}
	f, err := input.OpenRegular(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err == nil && !isBaseline(head) {
		err = fmt.Errorf("%s: not a baseline, and not empty: it is not overwritten", shortName(name))
	}
	return err
}

// save writes the baseline to the file of that name, in the order of its fields, so that
// the files of two runs can be compared.
func (b *Baseline) save(ctx context.Context, name string) error {
	f, err := outfile.Create(ctx, name)
	if err != nil {
		return err
	}
	defer f.Discard()
	records := [][]string{baselineHeader}
	for _, k := range slices.SortedFunc(maps.Keys(b.known), func(x, y known) int {
		return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.rule, y.rule), cmp.Compare(x.name, y.name))
	}) {
		records = append(records, []string{k.file, k.rule, k.name, strconv.FormatInt(b.known[k], 10)})
	}
	if err := csv.NewWriter(f).WriteAll(records); err != nil {
		return err
	}
	return f.Commit()
}
