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
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
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

// Matcher is a Handler that writes the fields of URNs that match a pattern.
type Matcher struct {
	Fields
	Pattern *pattern.Pattern
	// Set, if it is not nil, has the patterns instead. What is written is then an
	// object with the name of the pattern, and the fields.
	Set *pattern.Set[string]
	// Any says that [Options].Any is set: some pattern is raw.
	Any bool
}

func (m *Matcher) URN(b *Block, n *Name) bool {
	var values []string
	var err error
	dst := b.Output()
	switch {
	case m.Set != nil:
		*dst, err = m.appendKind(*dst, n)
	case m.Any:
		values, err = m.Pattern.Parse(string(n.Text))
	default:
		values, err = m.Pattern.ParseURN(n.URN())
	}
	if err == nil && m.Set == nil {
		*dst, err = m.Fields.Append(*dst, values)
	}
	if err != nil {
		refuseBy(b, n, err)
	}
	return err == nil
}

// appendKind appends a line with the kind of a name, and its fields.
func (m *Matcher) appendKind(dst []byte, n *Name) ([]byte, error) {
	text, start := string(n.Text), len(dst)
	p, kind, values, err := m.Set.Parse(text)
	if err == nil {
		dst, err = m.appendParsed(dst, text, p, kind, values)
	}
	if err != nil {
		return dst[:start], err
	}
	return append(dst, '\n'), nil
}

// appendParsed appends the object for a name. Its object "nested" has the objects for the
// values that are names themselves and match a pattern.
func (m *Matcher) appendParsed(dst []byte, text string, p *pattern.Pattern, kind string, values []string) ([]byte, error) {
	dst = append(dst, `{"kind":`...)
	dst = record.AppendString(dst, kind)
	if !urn.Valid(text) {
		dst = append(dst, `,"rfc8141":false`...)
	}
	dst = append(dst, `,"fields":`...)
	fields := Fields{Names: p.Names()}
	dst, err := fields.Append(dst, values)
	if err != nil {
		return dst, err
	}
	dst = dst[:len(dst)-1] // the line end
	before := `,"nested":{`
	for i, v := range values {
		if !strings.HasPrefix(v, "urn:") {
			continue
		}
		p, kind, list, err := m.Set.Parse(v)
		if err != nil {
			continue // it is a value as others are
		}
		dst = append(dst, before...)
		before = ","
		dst = append(record.AppendString(dst, fields.Names[i]), ':')
		if dst, err = m.appendParsed(dst, v, p, kind, list); err != nil {
			return dst, err
		}
	}
	if before == "," {
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}

// refuseBy rejects a line for the reason in err.
func refuseBy(b *Block, n *Name, err error) {
	offset, message := 0, err.Error()
	var e *pattern.Error
	var s *urn.Error
	if errors.As(err, &e) {
		offset, message = e.Offset, e.Message()
	} else if errors.As(err, &s) {
		offset, message = s.Offset, s.Message()
	}
	b.Report(n, offset, message)
	b.Reject(n)
}

// Builder is a Handler of lines that are records, with [Options].Any. It writes
// the URNs that a pattern makes of them.
type Builder struct {
	Fields
	Pattern *pattern.Pattern
}

// Begin is for [pipeline.Config.Begin]. It returns an error if the first line of CSV does not name
// the fields: without it, a value cannot be assigned to a field.
func (m *Builder) Begin(first *pipeline.Block) (any, error) {
	if m.Comma == 0 {
		return nil, nil
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(first.Data, []byte("\ufeff")), []byte{'\n'})
	if names, err := m.Parse(line, nil); err != nil || !slices.Equal(names, m.Names) {
		return nil, fmt.Errorf("the first line must have these fields alone, in this order: %s", strings.Join(m.Names, ", "))
	}
	return nil, nil
}

func (m *Builder) URN(b *Block, n *Name) bool {
	if m.Comma != 0 && n.Place.Line == 1 {
		return true
	}
	values, err := m.Parse(n.Text, make([]string, 0, len(m.Names)))
	if err == nil {
		var text string
		if text, err = m.Pattern.Format(values...); err == nil {
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
