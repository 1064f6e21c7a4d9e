package lint

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
)

// Baseline is a list of findings that are known and are not reported. A finding is
// known by its file, its rule and its name, and not by its line, so that other changes
// of the file make no difference. Each is listed with how often it occurs.
//
// The file is CSV with a header: file, rule, name, count. Files are relative to the
// directory of the baseline, with slashes.
type Baseline struct {
	dir string

	mu    sync.Mutex
	known map[known]int
}

type known struct{ file, rule, name string }

var baselineHeader = []string{"file", "rule", "name", "count"}

// NewBaseline returns an empty Baseline that is to be the file of that name.
func NewBaseline(name string) (*Baseline, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &Baseline{dir: filepath.Dir(abs), known: map[known]int{}}, nil
}

// ReadBaseline reads the baseline of that name.
func ReadBaseline(name string) (*Baseline, error) {
	b, err := NewBaseline(name)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = len(baselineHeader)
	for i := 0; ; i++ {
		fields, err := r.Read()
		switch {
		case err == io.EOF && i > 0:
			return b, nil
		case err == io.EOF || err == nil && i == 0 && !slices.Equal(fields, baselineHeader):
			return nil, fmt.Errorf("%s: not a baseline: it does not begin with \"file,rule,name,count\"", shortName(name))
		case err != nil:
			var e *csv.ParseError
			if errors.As(err, &e) {
				return nil, fmt.Errorf("%s:%d:%d: %w", shortName(name), e.Line, e.Column, e.Err)
			}
			return nil, fmt.Errorf("%s: %w", shortName(name), err)
		case i == 0:
			continue
		}
		n, err := strconv.Atoi(fields[3])
		if err != nil || n < 1 {
			line, column := r.FieldPos(3)
			return nil, fmt.Errorf("%s:%d:%d: %q is not a count", shortName(name), line, column, fields[3])
		}
		b.known[known{fields[0], fields[1], fields[2]}] += n
	}
}

// relative returns the name of a file in a baseline.
func (b *Baseline) relative(abs string) string {
	if rel, err := filepath.Rel(b.dir, abs); err == nil {
		abs = rel
	}
	return filepath.ToSlash(abs)
}

// filter removes the known findings of a file from a list and returns how many there
// were. It may be called by several goroutines at once.
func (b *Baseline) filter(abs string, findings []Finding) ([]Finding, int64) {
	if b == nil || len(findings) == 0 {
		return findings, 0
	}
	file := b.relative(abs)
	b.mu.Lock()
	defer b.mu.Unlock()
	before := len(findings)
	findings = slices.DeleteFunc(findings, func(f Finding) bool {
		k := known{file, Rules[f.Rule].Name, f.key}
		if b.known[k] == 0 {
			return false
		}
		b.known[k]--
		return true
	})
	return findings, int64(before - len(findings))
}

// add adds findings of a file. It may be called by several goroutines at once.
func (b *Baseline) add(abs string, findings []Finding) {
	if len(findings) == 0 {
		return
	}
	file := b.relative(abs)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range findings {
		b.known[known{file, Rules[f.Rule].Name, f.key}]++
	}
}

// stale returns how many findings of the baseline have not been found.
func (b *Baseline) stale() (n int64) {
	if b == nil {
		return 0
	}
	for _, left := range b.known {
		n += int64(left)
	}
	return n
}

// write writes the baseline in the order of its fields, so that the files of two
// runs can be compared.
func (b *Baseline) write(w io.Writer) error {
	var list []known
	for k := range b.known {
		list = append(list, k)
	}
	slices.SortFunc(list, func(x, y known) int {
		return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.rule, y.rule), cmp.Compare(x.name, y.name))
	})
	c := csv.NewWriter(w)
	if err := c.Write(baselineHeader); err != nil {
		return err
	}
	for _, k := range list {
		if err := c.Write([]string{k.file, k.rule, k.name, strconv.Itoa(b.known[k])}); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
