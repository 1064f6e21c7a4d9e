package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// AppendFields appends a JSON object with the given names and values, in their order. names
// and values must have the same length and be UTF-8.
func AppendFields(dst []byte, names, values []string) []byte {
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(append(AppendString(dst, name), ':'), values[i])
	}
	return append(dst, '}')
}

// ParseFields reads a JSON object that has exactly these names, in any order, and appends
// their values to values, in the order of names. A value is a string, a number, true or
// false; the result has the text of a value that is not a string. Text that is not UTF-8,
// half of a surrogate pair, or a duplicate name is an error. The error quotes at most 100
// bytes of text.
func ParseFields(text []byte, names, values []string) ([]string, error) {
	object, err := parseObject(text)
	if err != nil {
		return values, err
	}
	n := len(values)
	for _, name := range names {
		raw, ok := object[name]
		if !ok {
			return values[:n], fmt.Errorf("there is no %q", name)
		}
		delete(object, name)
		var s string
		switch raw[0] {
		case '"':
			_ = json.Unmarshal(raw, &s) // no error: raw has already been parsed as JSON
			if replaced(s) > replaced(string(raw)) {
				return values[:n], fmt.Errorf("%q has half of a surrogate pair", name)
			}
		case '{', '[', 'n':
			return values[:n], fmt.Errorf("%q is neither a string nor a number, true or false", name)
		default:
			s = string(raw)
		}
		values = append(values, s)
	}
	for name := range object {
		return values[:n], fmt.Errorf("there is no field %.100q", name)
	}
	return values, nil
}

// replaced counts the occurrences of U+FFFD in a JSON string, written as itself or as an
// escape.
func replaced(s string) int {
	return strings.Count(s, "\ufffd") + strings.Count(strings.ToLower(s), `\ufffd`)
}

// parseObject reads a JSON object. It refuses duplicate names, of which json.Unmarshal
// would take the last.
func parseObject(text []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	begin, err := d.Token()
	if err == nil && begin != json.Delim('{') {
		err = errors.New("it does not begin with a brace")
	}
	object := map[string]json.RawMessage{}
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err != nil {
			break
		}
		err = d.Decode(&value)
		if _, twice := object[name.(string)]; twice {
			return nil, fmt.Errorf("there is more than one %.100q", name)
		}
		object[name.(string)] = value
	}
	if err == nil {
		_, err = d.Token()
	}
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is text after it")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("it is not a JSON object: %.100s", err)
	}
	return object, nil
}
