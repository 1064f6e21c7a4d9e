package lines

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
	"github.com/seed7b5a83f0/urn/pattern"
)

// Fields is how the fields of a pattern are written: a record a line.
type Fields struct {
	Names []string
	Comma rune // of CSV, or a tab; 0 for JSON
}

// Header returns the first line, with the names, or nothing for JSON.
func (f *Fields) Header() ([]byte, error) {
	if f.Comma == 0 {
		return nil, nil
	}
	return f.Append(nil, f.Names)
}

// Append appends a record and a line end.
func (f *Fields) Append(dst []byte, values []string) ([]byte, error) {
	for i, v := range values {
		switch {
		case !utf8.ValidString(v):
			return dst, fmt.Errorf("the value of %q is not UTF-8", f.Names[i])
		case f.Comma != 0 && strings.ContainsAny(v, "\r\n"):
			return dst, fmt.Errorf("the value of %q has a line end: use --json", f.Names[i])
		}
	}
	if f.Comma == 0 {
		return append(record.AppendFields(dst, f.Names, values), '\n'), nil
	}
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	w.Comma = f.Comma
	if err := w.Write(values); err != nil {
		return dst, err
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// Parse reads a record, and appends its values to values.
func (f *Fields) Parse(text []byte, values []string) ([]string, error) {
	if f.Comma == 0 {
		return record.ParseFields(text, f.Names, values)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = f.Comma
	r.FieldsPerRecord = len(f.Names)
	list, err := r.Read()
	if err == nil {
		if _, more := r.Read(); more != io.EOF {
			err = errors.New("it is more than one record")
		}
	}
	if err != nil {
		var e *csv.ParseError
		if errors.As(err, &e) {
			err = e.Err
		}
		return values, err
	}
	return append(values, list...), nil
}

// maxFields is the largest number of fields of a pattern.
const maxFields = 16

// Matcher is a Handler that writes the fields of URNs that match a pattern.
type Matcher struct {
	Fields
	Pattern *pattern.Pattern
	// Set, if it is not nil, has the patterns instead. What is written is then an
	// object with the name of the pattern, and the fields.
	Set *pattern.Set[string]
	// Raw, with [Options].Any, reads lines that need not be URNs; see [pattern.ParseRaw].
	Raw bool
}

// Counts implements [Handler].
func (m *Matcher) Counts() string { return "" }

// Status implements [Handler].
func (m *Matcher) Status() stdio.Status { return stdio.OK }

// URN implements [Handler].
func (m *Matcher) URN(b *Block, n *Name) bool {
	var u urn.URN
	var err error
	standard := true
	if m.Raw {
		u, standard, err = pattern.ParseRaw(string(n.Text))
	} else {
		u = n.URN()
	}
	var room [maxFields]string
	dst := b.Output()
	if err != nil {
		refuseBy(b, n, err)
		return false
	}
	if m.Set == nil {
		var values []string
		if values, err = m.Pattern.Values(u, room[:0]); err == nil {
			*dst, err = m.Fields.Append(*dst, values)
		}
	} else {
		*dst, err = m.appendKind(*dst, u, standard, room[:0])
	}
	if err != nil {
		refuseBy(b, n, err)
	} else if !standard {
		b.Report(n, 0, "it is no URN of RFC 8141: it is kept as it is")
	}
	return err == nil
}

func (m *Matcher) appendKind(dst []byte, u urn.URN, standard bool, values []string) ([]byte, error) {
	var spans [maxFields]urn.Span
	p, name, _, ok := m.Set.Match(u, spans[:0])
	if !ok {
		return dst, errors.New("it matches no pattern")
	}
	values, err := p.Values(u, values)
	if err != nil {
		return dst, err
	}
	start := len(dst)
	dst = append(dst, `{"kind":`...)
	dst = record.AppendString(dst, name)
	if !standard {
		dst = append(dst, `,"rfc8141":false`...)
	}
	dst = append(dst, `,"fields":`...)
	fields := Fields{Names: p.Names()}
	if dst, err = fields.Append(dst, values); err != nil {
		return dst[:start], err
	}
	return append(dst[:len(dst)-1], '}', '\n'), nil
}

// refuseBy deals with a line for the reason that err tells.
func refuseBy(b *Block, n *Name, err error) {
	offset, message := 0, err.Error()
	var e *pattern.Error
	if errors.As(err, &e) {
		offset, message = max(e.Offset, 0), e.Message()
	}
	b.Report(n, offset, message)
	b.Reject(n)
}

// Builder is a Handler of lines that are records, with [Options].Any. It writes
// the URNs that a pattern makes of them.
type Builder struct {
	Fields
	Pattern *pattern.Pattern
	Raw     bool // write names as [pattern.FormatRaw] does
}

// Counts implements [Handler].
func (m *Builder) Counts() string { return "" }

// Status implements [Handler].
func (m *Builder) Status() stdio.Status { return stdio.OK }

// URN implements [Handler].
func (m *Builder) URN(b *Block, n *Name) bool {
	var room [maxFields]string
	values, err := m.Parse(n.Text, room[:0])
	if m.Comma != 0 && n.Place.Line == 1 {
		if err == nil && slices.Equal(values, m.Names) {
			return true
		}
		err = fmt.Errorf("the first line has to name the fields: %q", m.Names)
	}
	if err == nil {
		var u urn.URN
		if u, err = m.Pattern.Build(values...); err == nil {
			text := u.String()
			if m.Raw {
				text = pattern.FormatRaw(u)
			}
			if !strings.ContainsAny(text, "\r\n") {
				dst := b.Output()
				*dst = append(append(*dst, text...), '\n')
				return true
			}
			err = errors.New("the name has a line end")
		}
	}
	refuseBy(b, n, err)
	return false
}
