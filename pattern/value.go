package pattern

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Value reads and writes a T as its URN, in JSON, XML, SQL columns, flags ([flag.TextVar]) and
// wherever [encoding.TextMarshaler] is used. T is a struct type whose method URNPattern
// returns the pattern, the same text for every receiver.
//
// The zero T is "" in text and NULL in SQL. The JSON option omitzero omits it. JSON null
// leaves a Value unchanged, because encoding/json does not call UnmarshalText for it.
//
// The methods panic if T and its pattern do not fit; see [For].
type Value[T interface{ URNPattern() string }] struct {
	V T
}

// codecs holds a *Typed[T] for each type T.
var codecs sync.Map

func typedOf[T interface{ URNPattern() string }]() *Typed[T] {
	key := reflect.TypeFor[T]()
	if t, ok := codecs.Load(key); ok {
		return t.(*Typed[T])
	}
	var zero T
	t, _ := codecs.LoadOrStore(key, MustFor[T](zero.URNPattern()))
	return t.(*Typed[T])
}

// isZero reports whether v holds the zero T.
func (v Value[T]) isZero() bool { return reflect.ValueOf(&v.V).Elem().IsZero() }

// String returns the URN of v, "" for the zero T, or the text of the error in angle brackets.
func (v Value[T]) String() string {
	b, err := v.MarshalText()
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return string(b)
}

func (v *Value[T]) set(s string) error {
	var zero T
	if s == "" {
		v.V = zero
		return nil
	}
	t, err := typedOf[T]().Parse(s)
	if err == nil {
		v.V = t
	}
	return err
}

// MarshalText implements [encoding.TextMarshaler]. It returns the URN of v. The errors are
// those of [Typed.Format].
func (v Value[T]) MarshalText() ([]byte, error) {
	if v.isZero() {
		return []byte{}, nil
	}
	text, err := typedOf[T]().Format(v.V)
	return []byte(text), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It copies text; empty text gives the
// zero T. The errors are those of [Typed.Parse], and leave v unchanged.
func (v *Value[T]) UnmarshalText(text []byte) error { return v.set(string(text)) }

// Scan implements [database/sql.Scanner] for strings, bytes and NULL. It copies src.
func (v *Value[T]) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		return v.set("")
	case string:
		return v.set(strings.Clone(src))
	case []byte:
		return v.UnmarshalText(src)
	}
	var zero T
	return &Error{Pattern: zero.URNPattern(), Reason: BadValue, Offset: -1, Cause: fmt.Sprintf("cannot scan a %T into a %T", src, *v)}
}

// Value implements [driver.Valuer]: a string, or nil for the zero T.
func (v Value[T]) Value() (driver.Value, error) {
	if v.isZero() {
		return nil, nil
	}
	b, err := v.MarshalText()
	if err != nil {
		return nil, err
	}
	return string(b), nil
}
