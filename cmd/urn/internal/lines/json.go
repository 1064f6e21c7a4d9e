package lines

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
)

// JSONField is the [Format] of JSON Lines: one JSON text (RFC 8259) on each line. gjson
// checks it and finds the field. Everything else is written byte for byte.
type JSONField struct {
	path   []string // names, and indexes of arrays
	inputs int      // how many have begun
}

// NewJSONField returns the Format for a field with a path: names with dots between
// them, or a JSON Pointer (RFC 6901), which begins with "/". A number is also the index
// of an element of an array, from 0.
func NewJSONField(path string) (*JSONField, error) {
	var names []string
	if pointer, ok := strings.CutPrefix(path, "/"); ok {
		names = strings.Split(pointer, "/")
		for i, name := range names {
			rest := strings.NewReplacer("~0", "", "~1", "").Replace(name)
			if strings.Contains(rest, "~") {
				return nil, fmt.Errorf(`%q is not a JSON Pointer: in one, "~0" stands for "~", and "~1" for "/"`, path)
			}
			names[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		}
	} else {
		names = strings.Split(path, ".")
		if slices.Contains(names, "") {
			return nil, fmt.Errorf("%q has an empty name: write names with dots between them, or a JSON Pointer, such as /a/b", path)
		}
	}
	return &JSONField{path: names}, nil
}

func (j *JSONField) name() string { return strconv.Quote(strings.Join(j.path, ".")) }

func (j *JSONField) Begin(first *pipeline.Block) (any, error) {
	if len(first.Data) > 0 {
		j.inputs++
	}
	return j.inputs > 1, nil
}

func (j *JSONField) fields(b *pipeline.Block) iter.Seq2[*field, error] {
	return func(yield func(*field, error) bool) {
		data, line := b.Data, b.Line
		if bom := bomLen(b); bom > 0 {
			if !b.Begun.(bool) && !yield(&field{raw: data[:bom], blank: true}, nil) {
				return
			}
			data = data[bom:]
		}
		for len(data) > 0 {
			end := len(data)
			if i := bytes.IndexByte(data, '\n'); i >= 0 {
				end = i + 1
			}
			f := &field{raw: data[:end], line: line, plain: -1}
			j.find(f)
			if !yield(f, nil) {
				return
			}
			data = data[end:]
			line++
		}
	}
}

// find finds the field in f.raw.
func (j *JSONField) find(f *field) {
	text := withoutEnd(f.raw)
	if len(bytes.TrimSpace(text)) == 0 {
		f.blank = true
		return
	}
	if tooDeep(text) {
		f.malformed = fmt.Sprintf("the line is not JSON that is read: it has more than %d levels", maxLevels)
		return
	}
	if !gjson.ValidBytes(text) {
		f.malformed = "the line is not JSON"
		return
	}
	result := gjson.ParseBytes(text)
	for _, name := range j.path {
		value, second := member(result, name)
		switch {
		case second > 0:
			f.start, f.malformed = second, fmt.Sprintf("another field has the name %.40q before it", name)
			return
		case !value.Exists():
			f.missing, f.absent = true, true
			return
		}
		result = value
	}
	f.start, f.end = result.Index, result.Index+len(result.Raw)
	switch result.Type {
	case gjson.Null:
		f.absent = true
	case gjson.String:
		f.text, f.plain = f.raw[f.start+1:f.end-1], f.start+1
		if bytes.IndexByte(f.text, '\\') >= 0 {
			f.text, f.plain = []byte(result.Str), -1
		}
		f.absent = len(f.text) == 0
	case gjson.Number:
		f.notText = "the field is a number, not a string"
	case gjson.JSON:
		f.notText, f.nested = "the field is an object or an array, not a string", true
	default:
		f.notText = "the field is true or false, not a string"
	}
}

// maxLevels is how many objects and arrays of a JSON text may be in each other, as in
// encoding/json. gjson calls itself for each level, and the stack is bounded.
const maxLevels = 10_000

var openBrace, openBracket = []byte{'{'}, []byte{'['}

// tooDeep reports whether a JSON text has more levels than maxLevels. Of other text it
// may report either, except that gjson reads no more levels than that.
func tooDeep(text []byte) bool {
	if bytes.Count(text, openBracket)+bytes.Count(text, openBrace) <= maxLevels {
		return false
	}
	level, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if level++; level > maxLevels {
				return true
			}
		case c == ']' || c == '}':
			level--
		}
	}
	return false
}

// member returns the member of an object with the given name, or, for an array, the element
// with the name as its index. If another member has the same name, second is its position
// in the JSON text. RFC 8259, section 4, does not say which of them a parser uses.
func member(v gjson.Result, name string) (found gjson.Result, second int) {
	isArray := v.IsArray()
	if !isArray && !v.IsObject() {
		return found, 0
	}
	i := 0
	v.ForEach(func(key, value gjson.Result) bool {
		switch {
		case isArray:
			if strconv.Itoa(i) == name {
				found = value
			}
			i++
			return !found.Exists()
		case key.Str != name:
		case found.Exists():
			second = key.Index
		default:
			found = value
		}
		return second == 0
	})
	return found, second
}

func (j *JSONField) appendValue(dst []byte, _ *field, value []byte) []byte {
	return record.AppendString(dst, strings.ToValidUTF8(string(value), "\ufffd"))
}

func (j *JSONField) appendReplaced(dst []byte, f *field, finder search, by replacement, check func(text []byte, names []int)) []byte {
	// Where nothing is replaced, the string keeps its escapes.
	inner := f.raw[f.start+1 : f.end-1]
	var t notation.Text
	t.Decode(notation.JSON, inner, true)
	dst = append(dst, '"')
	from := 0 // inner[:from] is written
	var names []int
	var value, quoted []byte
	for m := range finder(t.Bytes) {
		start, end := t.Input(m.Start, m.End)
		names = append(names, start, end)
		found := t.Bytes[m.Start:m.End]
		value = by(value[:0], found, m)
		if bytes.Equal(value, found) {
			continue
		}
		quoted = j.appendValue(quoted[:0], f, value)
		dst = append(append(dst, inner[from:start]...), quoted[1:len(quoted)-1]...)
		from = end
	}
	check(inner, names)
	return append(append(dst, inner[from:]...), '"')
}
