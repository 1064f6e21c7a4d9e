package engine

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/programs/record"
)

// The answers are JSON, written by code of their own: encoding/json would add a tenth to
// the size of the engine.

// object is a JSON object: its keys and values in turn.
type object []any

// list is a JSON array.
type list []any

// pairs is a JSON array of arrays of two strings.
type pairs [][2]string

// octets is a string that has one character, U+0000 to U+00FF, for each octet. So octets
// that are not UTF-8 reach the page as they are.
type octets string

func (o object) json() []byte { return appendJSON(nil, o) }

func appendJSON(dst []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return record.AppendString(dst, v)
	case octets:
		r := make([]rune, len(v))
		for i := range len(v) {
			r[i] = rune(v[i])
		}
		return record.AppendString(dst, string(r))
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case bool:
		return strconv.AppendBool(dst, v)
	case object:
		dst = append(dst, '{')
		for i, part := range v {
			if i > 0 {
				dst = append(dst, ",:"[i%2])
			}
			dst = appendJSON(dst, part)
		}
		return append(dst, '}')
	case list:
		dst = append(dst, '[')
		for i, element := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, element)
		}
		return append(dst, ']')
	case pairs:
		l := make(list, len(v))
		for i, pair := range v {
			l[i] = list{pair[0], pair[1]}
		}
		return appendJSON(dst, l)
	}
	panic("engine: a value of another type")
}
