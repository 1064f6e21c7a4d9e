package pattern

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Typed is a pattern for the fields of a struct. It is immutable and safe for concurrent use.
// The zero Typed has no pattern and must not be used; see [For].
type Typed[T any] struct {
	codec codec
}

// For compiles a pattern for the struct type T. Each field of the pattern must correspond to an
// exported field of T, and the reverse. A field of T is named by its tag `urn:"name"`, or else
// by its own name in any letter case. The tag `urn:"-"` excludes it. Fields of embedded structs
// count as fields of T.
//
// The type of a field must be one of these:
//
//   - a string, an integer or a bool
//   - a type that implements [encoding.TextMarshaler] and, by pointer,
//     [encoding.TextUnmarshaler], such as [urn.URN], [time.Time] (RFC 3339) or an enumeration
//
// The error is an [*Error] with the Reason [BadPattern].
func For[T any](pattern string) (*Typed[T], error) {
	p, err := Compile(pattern)
	if err != nil {
		return nil, err
	}
	t := new(Typed[T])
	if err := t.codec.init(p, reflect.TypeFor[T]()); err != nil {
		return nil, &Error{Pattern: pattern, Reason: BadPattern, cause: err.Error()}
	}
	return t, nil
}

// MustFor is [For] for constants. It panics if the pattern and T do not fit.
func MustFor[T any](pattern string) *Typed[T] {
	t, err := For[T](pattern)
	if err != nil {
		panic(err)
	}
	return t
}

// String returns the text of the pattern.
func (t *Typed[T]) String() string { return t.codec.pattern.text }

// Parse returns a T with the values of the fields of name. Unless the pattern is raw, name must
// be a URN of RFC 8141; otherwise the error is a [*urn.Error]. For other errors, see
// [Typed.ParseURN]. Strings share the memory of name unless an escape was decoded.
func (t *Typed[T]) Parse(name string) (v T, err error) {
	o, fault := t.codec.pattern.locate(name)
	if fault.Reason != 0 {
		return v, fault.Err(name)
	}
	return t.parseAt(name, o)
}

// ParseURN is like Parse for a parsed URN, which may be of any syntax. The error is an [*Error]
// if u does not match, if a value does not have the type of its field, or if [Typed.Build]
// would not return a URN equivalent to u; see [Pattern.Parse].
//
// ParseURN does not allocate if T has at most eight fields, all of them strings, integers and
// bools without the options fold and plus, and no field has a "%".
func (t *Typed[T]) ParseURN(u urn.URN) (T, error) { return t.parseAt(u.String(), u.Offsets()) }

func (t *Typed[T]) parseAt(s string, o urn.Offsets) (v T, err error) {
	if t.codec.parseSimple(s, o, unsafe.Pointer(&v)) {
		return v, nil
	}
	return t.parse(s, o)
}

// parse is the general case. Its v escapes to the heap.
func (t *Typed[T]) parse(s string, o urn.Offsets) (T, error) {
	v := new(T)
	if err := t.codec.parse(s, o, unsafe.Pointer(v)); err != nil {
		var zero T
		return zero, err
	}
	return *v, nil
}

// Build returns the URN with the values of v in its fields. The error is an [*Error] that names
// the field if Parse would not return v for the URN. Build also fails if the name of a raw
// pattern is not a URN; use [Typed.Format].
func (t *Typed[T]) Build(v T) (urn.URN, error) {
	values, err := t.codec.values(unsafe.Pointer(&v))
	if err != nil {
		return urn.URN{}, err
	}
	return t.codec.pattern.Build(values...)
}

// Format returns the text of the name that Build builds; see [Pattern.Format].
func (t *Typed[T]) Format(v T) (string, error) {
	values, err := t.codec.values(unsafe.Pointer(&v))
	if err != nil {
		return "", err
	}
	return t.codec.pattern.Format(values...)
}

// simpleFields is the largest number of fields of a simple codec: to clear room
// for [maxFields] takes as long as to match some.
const simpleFields = 8 // a power of two

// codec reads and writes the fields of a struct.
type codec struct {
	pattern *Pattern
	fields  []member // by the index of the pattern's field
	// simple says that the fields are few, none is folded, and all are strings, integers and
	// bools.
	simple bool
}

// member is a field of a struct.
type member struct {
	name   string
	offset uintptr
	kind   reflect.Kind
	typ    reflect.Type
	text   bool // typ is a TextMarshaler, and its pointer a TextUnmarshaler
}

func (c *codec) init(p *Pattern, t reflect.Type) error {
	if t.Kind() != reflect.Struct {
		return fmt.Errorf("%v is not a struct", t)
	}
	members, err := membersOf(t, 0, nil)
	if err != nil {
		return err
	}
	c.pattern, c.simple = p, len(p.fields) <= simpleFields
	for _, f := range p.fields {
		k := slices.IndexFunc(members, func(m member) bool { return m.name == f.name })
		if k < 0 {
			k = slices.IndexFunc(members, func(m member) bool { return strings.EqualFold(m.name, f.name) })
		}
		if k < 0 {
			return fmt.Errorf("%v has no field for {%s}", t, f.name)
		}
		c.fields = append(c.fields, members[k])
		c.simple = c.simple && !members[k].text && !f.fold && !f.plus
		members = slices.Delete(members, k, k+1)
	}
	if len(members) > 0 {
		return fmt.Errorf("no field for %s of %v: exclude it with the tag `urn:\"-\"`", members[0].name, t)
	}
	return nil
}

var (
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func membersOf(t reflect.Type, offset uintptr, list []member) ([]member, error) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("urn")
		name, option, _ := strings.Cut(tag, ",")
		if tag == "-" {
			continue
		}
		if option != "" {
			return nil, fmt.Errorf("unknown option %q in the tag of %v.%s", option, t, f.Name)
		}
		m := member{name: cmp.Or(name, f.Name), offset: offset + f.Offset, typ: f.Type, kind: f.Type.Kind()}
		if m.kind == reflect.Int && m.typ.Bits() == 64 {
			m.kind = reflect.Int64 // so that smallInt serves both
		}
		pointer := reflect.PointerTo(m.typ)
		m.text = pointer.Implements(textUnmarshaler)
		written := pointer.Implements(textMarshaler)
		if f.Anonymous && !tagged && !m.text && !written && m.kind == reflect.Struct {
			var err error
			if list, err = membersOf(m.typ, m.offset, list); err != nil {
				return nil, err
			}
			continue
		}
		if !f.IsExported() && !(f.Anonymous && m.text != written) {
			continue
		}
		cause := ":"
		switch {
		case m.text && !written:
			cause = " has UnmarshalText, but not MarshalText:"
		case written && !m.text:
			cause = " has MarshalText, but not UnmarshalText:"
		case m.text, m.kind == reflect.String, reflect.Bool <= m.kind && m.kind <= reflect.Uintptr:
			list = append(list, m)
			continue
		}
		return nil, fmt.Errorf("%v of %v.%s%s a field must be a string, an integer, a bool, or a type with MarshalText and UnmarshalText", m.typ, t, f.Name, cause)
	}
	return list, nil
}

// parseSimple is parse for a codec that is simple and fields without escapes.
// It reports false for what parse has to look at.
func (c *codec) parseSimple(s string, o urn.Offsets, v unsafe.Pointer) bool {
	var spans [simpleFields]urn.Span
	n := len(c.fields)
	if !c.simple || n > simpleFields {
		return false
	}
	ok, plain := c.pattern.matches(s, o, spans[:n])
	if !ok {
		return false
	}
	for i := range c.fields {
		m, text := &c.fields[i], s[spans[i&7].Start:spans[i&7].End]
		if !plain && strings.IndexByte(text, '%') >= 0 || m.set(unsafe.Add(v, m.offset), text) != "" {
			return false
		}
	}
	return true
}

func (c *codec) parse(s string, o urn.Offsets, v unsafe.Pointer) error {
	var room [maxFields]urn.Span
	spans := room[:len(c.fields)]
	if m := c.pattern.match(s, o, spans); m.cause != 0 {
		return c.pattern.newError(s, m)
	}
	var texts [maxFields]string
	values, err := c.pattern.decodeAll(s, spans, texts[:len(spans)])
	if err != nil {
		return err
	}
	for i := range c.fields {
		m := &c.fields[i]
		f := &c.pattern.fields[i]
		if cause, err := m.decode(unsafe.Add(v, m.offset), values[i], f.fold); cause != "" {
			return &Error{Pattern: c.pattern.text, Field: f.name, Reason: BadValue, Offset: spans[i].Start, cause: cause, Err: err, excerpt: excerpt(s)}
		}
	}
	return nil
}

// value returns a pointer to the value of m at a place.
func (m *member) value(at unsafe.Pointer) reflect.Value { return reflect.NewAt(m.typ, at) }

// set sets a string, an integer or a bool at a place. It returns the cause if text is not
// one, or not as Build writes it.
func (m *member) set(at unsafe.Pointer, text string) (cause string) {
	switch m.kind {
	case reflect.String:
		*(*string)(at) = text
		return ""
	case reflect.Bool:
		if text != "true" && text != "false" {
			return "the value is neither \"true\" nor \"false\""
		}
		*(*bool)(at) = text == "true"
		return ""
	}
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || digits[0] == '+' || digits[0] == '0' && text != "0" {
		return "the value is not an integer, or has leading zeros"
	}
	if n, ok := smallInt(text); ok && m.kind == reflect.Int64 {
		*(*int64)(at) = n
		return ""
	}
	if m.kind <= reflect.Int64 {
		n, err := strconv.ParseInt(text, 10, m.typ.Bits())
		if err != nil {
			return "the value is not an integer of " + strconv.Itoa(m.typ.Bits()) + " bits"
		}
		m.value(at).Elem().SetInt(n)
		return ""
	}
	n, err := strconv.ParseUint(text, 10, m.typ.Bits())
	if err != nil {
		return "the value is not an unsigned integer of " + strconv.Itoa(m.typ.Bits()) + " bits"
	}
	m.value(at).Elem().SetUint(n)
	return ""
}

// smallInt reads an integer of digits alone that fits into 63 bits. With strconv in its place, a
// struct with two integers takes 4.2 times as long as urn.Parse, and 3.3 times with it.
func smallInt(digits string) (n int64, ok bool) {
	if len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		if !ascii.IsDigit(digits[i]) {
			return 0, false
		}
		n = 10*n + int64(digits[i]-'0')
	}
	return n, true
}

// decode is set for every type.
func (m *member) decode(at unsafe.Pointer, value string, fold bool) (cause string, err error) {
	if !m.text {
		return m.set(at, value), nil
	}
	if err := m.value(at).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(value)); err != nil {
		return "the value is rejected by " + m.typ.String(), err
	}
	text, err := m.encodeText(at)
	if err != nil {
		return "the value cannot be written back", err
	}
	if fold {
		text = ascii.ToLower(text)
	}
	if text != value {
		return "the value would be written back as " + strconv.Quote(excerpt(text)), nil
	}
	return "", nil
}

func (m *member) encodeText(at unsafe.Pointer) (string, error) {
	b, err := m.value(at).Interface().(encoding.TextMarshaler).MarshalText()
	return string(b), err
}

// values returns the values of the fields of a struct.
func (c *codec) values(v unsafe.Pointer) (values []string, err error) {
	for i := range c.fields {
		m := &c.fields[i]
		value, err := m.encode(unsafe.Add(v, m.offset), c.pattern.fields[i].fold)
		if err != nil {
			e := c.pattern.valueError(i, "the value would be read back differently, or not at all")
			e.Err = err
			return nil, e
		}
		values = append(values, value)
	}
	return values, nil
}

// encode returns the text of the value at a place. It checks that the text of a
// TextMarshaler is read as the same value.
func (m *member) encode(at unsafe.Pointer, fold bool) (string, error) {
	if !m.text {
		switch v := m.value(at).Elem(); {
		case m.kind == reflect.String:
			return v.String(), nil
		case m.kind == reflect.Bool:
			return strconv.FormatBool(v.Bool()), nil
		case v.CanInt():
			return strconv.FormatInt(v.Int(), 10), nil
		default:
			return strconv.FormatUint(v.Uint(), 10), nil
		}
	}
	whole, err := m.encodeText(at)
	if err != nil {
		return "", err
	}
	text := whole
	if fold {
		text = ascii.ToLower(text)
	}
	again := reflect.New(m.typ).UnsafePointer()
	if cause, err := m.decode(again, text, fold); err != nil {
		return "", fmt.Errorf("%s: %w", cause, err)
	} else if cause != "" {
		return "", errors.New(cause)
	}
	if fold {
		if b, err := m.encodeText(again); err != nil || b != whole {
			return "", fmt.Errorf("%.60q is another value in lower case", whole)
		}
	}
	return text, nil
}
