package pattern

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Value reads and writes a T as its URN, in JSON, XML, SQL columns, flags ([flag.TextVar]) and wherever
// [encoding.TextMarshaler] is used. T is a struct type whose method URNPattern returns the pattern, the same text
// for every receiver.
//
// If the zero T has a URN, it is written as that URN, and "" and NULL are errors: use a pointer or
// [database/sql.Null] for "no value". Otherwise the zero T is "" in text and NULL in SQL. The JSON option omitzero
// omits the zero T, as it omits the number 0. JSON null leaves a Value unchanged, because encoding/json does not
// call UnmarshalText for it. Package encoding/gob writes the fields of V, not the URN.
//
// If T does not fit its pattern, the methods return the error of [For].
type Value[T interface{ URNPattern() string }] struct {
	V T
}

// valueCodec is what the methods of a Value[T] need.
type valueCodec[T any] struct {
	typed *Typed[T]
	err   error // T does not fit the pattern
	named bool  // the zero T has a URN
}

// codecs holds a *valueCodec[T] for each type T.
var codecs sync.Map

func codecOf[T interface{ URNPattern() string }]() *valueCodec[T] {
	key := reflect.TypeFor[T]()
	if c, ok := codecs.Load(key); ok {
		return c.(*valueCodec[T])
	}
	var zero T
	c := new(valueCodec[T])
	if key.Kind() != reflect.Struct { // an interface or a pointer, which may be nil, cannot be asked for a pattern
		c.err = &Error{Reason: BadPattern, cause: fmt.Sprintf("%v is not a struct", key)}
	} else if c.typed, c.err = For[T](zero.URNPattern()); c.err == nil {
		_, err := c.typed.Format(zero)
		c.named = err == nil
	}
	stored, _ := codecs.LoadOrStore(key, c)
	return stored.(*valueCodec[T])
}

// String returns the URN of v, "" for a zero T without a URN, or the text of the error in angle brackets.
func (v Value[T]) String() string {
	s, err := v.text()
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

func (v Value[T]) text() (string, error) {
	c := codecOf[T]()
	if c.err != nil || !c.named && reflect.ValueOf(&v.V).Elem().IsZero() {
		return "", c.err
	}
	return c.typed.Format(v.V)
}

func (v *Value[T]) set(s string) error {
	var t T
	c := codecOf[T]()
	err := c.err
	if err == nil && (s != "" || c.named) {
		t, err = c.typed.Parse(s)
	}
	if err == nil {
		v.V = t
	}
	return err
}

// MarshalText implements [encoding.TextMarshaler]. It returns the URN of v. The errors are those of
// [Typed.Format], and [BadValue] for a name that is not UTF-8, which JSON would change, or that contains a
// control character, U+FFFE or U+FFFF, which XML may change. Only a raw pattern can have such names.
func (v Value[T]) MarshalText() ([]byte, error) {
	s, err := v.text()
	bad := func(r rune) bool { return unicode.IsControl(r) || r|1 == 0xffff }
	if err == nil && (!utf8.ValidString(s) || strings.ContainsFunc(s, bad)) {
		const cause = "the name is not UTF-8, or contains a control character, U+FFFE or U+FFFF"
		return nil, &Error{Pattern: v.V.URNPattern(), Reason: BadValue, cause: cause}
	}
	return []byte(s), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It copies text. The errors
// are those of [Typed.Parse], and leave v unchanged.
func (v *Value[T]) UnmarshalText(text []byte) error { return v.set(string(text)) }

// Scan implements [database/sql.Scanner] for strings, bytes and NULL. It copies src. A value of
// another type is an [*Error] with the Reason [NotText].
func (v *Value[T]) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		return v.set("")
	case string:
		return v.set(strings.Clone(src))
	case []byte:
		return v.UnmarshalText(src)
	}
	if err := codecOf[T]().err; err != nil {
		return err
	}
	return &Error{Pattern: v.V.URNPattern(), Reason: NotText, cause: fmt.Sprintf("cannot scan %T into %T", src, *v)}
}

// Value implements [driver.Valuer]: a string, or nil if the text is "".
func (v Value[T]) Value() (driver.Value, error) {
	s, err := v.text()
	if err != nil || s == "" {
		return nil, err
	}
	return s, nil
}
