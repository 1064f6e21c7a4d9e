package engine

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/programs/record"
)

// The answers are JSON, written piece by piece: encoding/json would add a tenth to
// the size of the engine.

// object is a JSON object or array to which values are being added.
type object struct{ b []byte }

// add adds the comma that a value needs, and the key.
func (o *object) add(key string) {
	if n := len(o.b); n > 0 && o.b[n-1] != '{' && o.b[n-1] != '[' {
		o.b = append(o.b, ',')
	}
	if key != "" {
		o.b = append(append(append(o.b, '"'), key...), '"', ':')
	}
}

func (o *object) text(key, s string) {
	o.add(key)
	o.b = record.AppendString(o.b, s)
}

// octets adds a string that has one character, U+0000 to U+00FF, for each octet of s.
// So octets that are not UTF-8 reach the page as they are.
func (o *object) octets(key, s string) {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	o.text(key, string(r))
}

func (o *object) number(key string, n int64) {
	o.add(key)
	o.b = strconv.AppendInt(o.b, n, 10)
}

func (o *object) yes(key string, b bool) {
	o.add(key)
	o.b = strconv.AppendBool(o.b, b)
}

// object adds an object that f fills.
func (o *object) object(key string, f func()) { o.nested(key, '{', '}', f) }

// list adds an array that f fills.
func (o *object) list(key string, f func()) { o.nested(key, '[', ']', f) }

// texts adds an array of arrays of two strings.
func (o *object) texts(key string, list [][2]string) {
	o.list(key, func() {
		for _, pair := range list {
			o.list("", func() {
				o.text("", pair[0])
				o.text("", pair[1])
			})
		}
	})
}

func (o *object) nested(key string, open, end byte, f func()) {
	o.add(key)
	o.b = append(o.b, open)
	f()
	o.b = append(o.b, end)
}

// answer returns the object that f fills.
func answer(f func(*object)) []byte {
	var o object
	o.object("", func() { f(&o) })
	return o.b
}
