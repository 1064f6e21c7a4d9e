package record

import (
	"encoding/json"
	"fmt"
)

// AppendFields appends a JSON object that has these values under these names, in
// their order. There are as many names as values. They must be UTF-8.
func AppendFields(dst []byte, names, values []string) []byte {
	for i, name := range names {
		if i == 0 {
			dst = append(dst, '{')
		} else {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, name)
		dst = append(dst, ':')
		dst = AppendString(dst, values[i])
	}
	if len(names) == 0 {
		dst = append(dst, '{')
	}
	return append(dst, '}')
}

// ParseFields reads a JSON object that has exactly these names, in any order, and
// appends their values to values, in the order of names. A value is a string, or a
// number, true or false, which stands for its text. The error quotes at most 100
// bytes of text.
func ParseFields(text []byte, names, values []string) ([]string, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return values, fmt.Errorf("it is not a JSON object: %.100s", err)
	}
	if object == nil {
		return values, fmt.Errorf("it is not a JSON object")
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
			_ = json.Unmarshal(raw, &s) // a string of JSON, as it has been read once
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
