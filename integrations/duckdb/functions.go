package urnduckdb

// #include "chunk.h"
import "C"

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// definition is a function of SQL.
type definition struct {
	name   string
	result func() mapping.LogicalType // VARCHAR if nil
	// call computes a chunk. If it is nil, the result is the text that text appends for a
	// URN, or the reason for a text that is not a URN.
	call func(f *function, in column, output unsafe.Pointer) error
	text text
}

// A text appends a text of a URN to dst. It returns false for NULL.
type text func(f *function, dst, name []byte, at urn.Offsets) ([]byte, bool, error)

var definitions = []definition{
	{name: "urn_valid", result: boolean, call: (*function).valid},
	{name: "urn_key", text: always(urn.Offsets.AppendKey)},
	{name: "urn_normalize", text: always(urn.Offsets.AppendNormalized)},
	{name: "urn_namespace_key", text: byNamespace((*namespace.Registry).AppendKey)},
	{name: "urn_namespace_normalize", text: byNamespace((*namespace.Registry).AppendNormalized)},
	{name: "urn_nid", text: always(appendNID)},
	{name: "urn_nss", text: component(urn.Offsets.NSS)},
	{name: "urn_r", text: component(urn.Offsets.R)},
	{name: "urn_q", text: component(urn.Offsets.Q)},
	{name: "urn_f", text: component(urn.Offsets.F)},
	{name: "urn_reason"},
	{name: "urn_parse", result: parts, call: (*function).parse},
	{name: "urn_find", result: found, call: (*function).find}, // the last one: Init looks for it
}

// partNames are the fields of the result of urn_parse.
var partNames = []string{"nid", "nss", "r", "q", "f", "normalized", "key"}

func boolean() mapping.LogicalType { return mapping.CreateLogicalType(mapping.TypeBoolean) }

func structOf(names []string, types ...mapping.Type) mapping.LogicalType {
	fields := make([]mapping.LogicalType, len(names))
	for i := range fields {
		fields[i] = mapping.CreateLogicalType(types[min(i, len(types)-1)])
		defer mapping.DestroyLogicalType(&fields[i])
	}
	return mapping.CreateStructType(fields, names)
}

func parts() mapping.LogicalType { return structOf(partNames, mapping.TypeVarchar) }

func found() mapping.LogicalType {
	match := structOf([]string{"urn", "start_offset", "end_offset"}, mapping.TypeVarchar, mapping.TypeBigInt)
	defer mapping.DestroyLogicalType(&match)
	return mapping.CreateListType(match)
}

func always(f func(at urn.Offsets, dst, name []byte) []byte) text {
	return func(_ *function, dst, name []byte, at urn.Offsets) ([]byte, bool, error) {
		return f(at, dst, name), true, nil
	}
}

func component(span func(urn.Offsets) urn.Span) text {
	return func(_ *function, dst, name []byte, at urn.Offsets) ([]byte, bool, error) {
		s := span(at)
		return append(dst, name[s.Start:s.End]...), s != (urn.Span{}), nil
	}
}

func byNamespace(f func(r *namespace.Registry, dst []byte, u urn.URN) []byte) text {
	return func(g *function, dst, name []byte, _ urn.Offsets) ([]byte, bool, error) {
		u, err := g.Syntax.Parse(stringOf(name))
		if err == nil {
			dst = f(g.Namespaces, dst, u)
		}
		return dst, true, err
	}
}

func appendNID(at urn.Offsets, dst, name []byte) []byte {
	key, nid := at.AppendKey(dst, name), at.NID()
	return append(key[:len(dst)], key[len(dst)+nid.Start:len(dst)+nid.End]...)
}

// function is a registered function.
type function struct {
	Options
	definition
}

// column is the argument: a flat vector of duckdb_string_t.
type column struct {
	rows  int
	data  unsafe.Pointer
	valid []uint64 // or nil
}

func (c *column) null(i int) bool { return c.valid != nil && c.valid[i/64]>>(i%64)&1 == 0 }

// A duckdb_string_t has 16 bytes: the length, then up to 12 bytes of text, or 4 bytes of
// it and a pointer to all.
const (
	stringSize   = 16
	stringInline = 12
)

// at returns the bytes of row i, which is not NULL. They must not be written to or kept.
func (c *column) at(i int) []byte {
	s := unsafe.Add(c.data, i*stringSize)
	n := int(*(*uint32)(s))
	if n <= stringInline {
		return unsafe.Slice((*byte)(unsafe.Add(s, 4)), n)
	}
	return unsafe.Slice(*(**byte)(unsafe.Add(s, 8)), n)
}

func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// mask has a bit for each row, which is set if the row is not NULL.
type mask []uint64

func maskOf(valid *C.uint64_t, rows int) mask {
	return unsafe.Slice((*uint64)(unsafe.Pointer(valid)), (rows+63)/64)
}

func (m mask) set(i int, valid bool) {
	if valid {
		m[i/64] |= 1 << (i % 64)
	} else {
		m[i/64] &^= 1 << (i % 64)
	}
}

func (f *function) call(input, output unsafe.Pointer) error {
	c := C.urn_input(input)
	in := column{rows: int(c.rows), data: c.data}
	if c.valid != nil {
		in.valid = maskOf(c.valid, in.rows)
	}
	if f.definition.call != nil {
		return f.definition.call(f, in, output)
	}
	w := newTexts(output, in.rows)
	defer w.free()
	for i := range in.rows {
		if in.null(i) {
			w.add(w.buf, false)
			continue
		}
		name := in.at(i)
		at, fault := f.Syntax.LocateBytes(name)
		dst, ok := w.buf, false
		switch {
		case f.text == nil:
			dst, ok = append(dst, fault.Reason.String()...), fault.Reason != 0
		case fault.Reason == 0:
			var err error
			if dst, ok, err = f.text(f, dst, name, at); err != nil {
				return err
			}
		}
		w.add(dst, ok)
	}
	w.flush()
	return nil
}

// texts writes a column of text. It collects the text of many rows for one call of C.
type texts struct {
	vector unsafe.Pointer
	valid  mask
	first  int // row of ends[0]
	buf    []byte
	ends   []uint32
}

// full is the number of bytes after which texts are written. Buffers that grew far beyond
// it, for a long value, are not used again.
const full = 1 << 18

var pool = sync.Pool{New: func() any { return &texts{} }}

func newTexts(vector unsafe.Pointer, rows int) *texts {
	w := pool.Get().(*texts)
	w.vector = vector
	if rows > 0 {
		w.valid = maskOf(C.urn_output(vector).valid, rows)
	}
	return w
}

func (w *texts) free() {
	if cap(w.buf) <= 2*full {
		*w = texts{buf: w.buf[:0], ends: w.ends[:0]} // without memory of DuckDB
		pool.Put(w)
	}
}

// add adds the next row. Its text is the part of dst after w.buf. The row is NULL unless valid is true.
func (w *texts) add(dst []byte, valid bool) {
	if valid {
		w.buf = dst
	}
	w.valid.set(w.first+len(w.ends), valid)
	w.ends = append(w.ends, uint32(len(w.buf)))
	if len(w.buf) >= full {
		w.flush()
	}
}

func (w *texts) flush() {
	if len(w.ends) > 0 {
		C.urn_assign(w.vector, (*C.uint64_t)(unsafe.SliceData(w.valid)), C.uint64_t(w.first), C.uint64_t(len(w.ends)),
			(*C.char)(unsafe.Pointer(unsafe.SliceData(w.buf))), (*C.uint32_t)(unsafe.SliceData(w.ends)))
	}
	w.first += len(w.ends)
	w.buf, w.ends = w.buf[:0], w.ends[:0]
}

func (f *function) valid(in column, output unsafe.Pointer) error {
	out := C.urn_output(output)
	valid, result := maskOf(out.valid, in.rows), unsafe.Slice((*bool)(out.data), in.rows)
	for i := range result {
		null := in.null(i)
		valid.set(i, !null)
		if !null {
			_, fault := f.Syntax.LocateBytes(in.at(i))
			result[i] = fault.Reason == 0
		}
	}
	return nil
}

// parse writes a struct, whose fields are columns of text.
func (f *function) parse(in column, output unsafe.Pointer) error {
	valid := maskOf(C.urn_output(output).valid, in.rows)
	fields := make([]*texts, len(partNames))
	for k := range fields {
		fields[k] = newTexts(C.urn_field(output, C.uint64_t(k)), in.rows)
		defer fields[k].free()
	}
	for i := range in.rows {
		var name []byte
		var at urn.Offsets
		ok := !in.null(i)
		if ok {
			var fault urn.Fault
			name = in.at(i)
			at, fault = f.Syntax.LocateBytes(name)
			ok = fault.Reason == 0
		}
		valid.set(i, ok)
		if !ok { // the fields of a struct that is NULL are NULL
			for _, w := range fields {
				w.add(nil, false)
			}
			continue
		}
		for k, span := range [...]urn.Span{at.NID(), at.NSS(), at.R(), at.Q(), at.F()} {
			w := fields[k]
			w.add(append(w.buf, name[span.Start:span.End]...), span != (urn.Span{}))
		}
		normalized, key := fields[5], fields[6]
		normalized.add(at.AppendNormalized(normalized.buf, name), true)
		key.add(at.AppendKey(key.buf, name), true)
	}
	for _, w := range fields {
		w.flush()
	}
	return nil
}

// find writes a list of structs. The strings of the input stay where they are until the
// function returns, so matches refer to them.
func (f *function) find(in column, output unsafe.Pointer) error {
	out := C.urn_output(output)
	valid := maskOf(out.valid, in.rows)
	lists := unsafe.Slice((*struct{ offset, length uint64 })(out.data), in.rows)
	finder := scan.Finder{Syntax: f.Syntax}
	var starts, ends []int64
	var addresses []uintptr
	var lengths []uint32
	for i := range lists {
		lists[i].offset, lists[i].length = uint64(len(starts)), 0
		valid.set(i, !in.null(i))
		if in.null(i) {
			continue
		}
		text := in.at(i)
		for m := range finder.All(text) {
			starts, ends = append(starts, int64(m.Start)), append(ends, int64(m.End))
			addresses = append(addresses, uintptr(unsafe.Pointer(&text[m.Start])))
			lengths = append(lengths, uint32(m.End-m.Start))
		}
		lists[i].length = uint64(len(starts)) - lists[i].offset
	}
	n := len(starts)
	matches := C.urn_children(output, C.uint64_t(n))
	if matches == nil {
		return errors.New("there is no memory for the matches")
	}
	if n == 0 {
		return nil
	}
	C.urn_strings(C.urn_field(matches, 0), C.uint64_t(n), (*C.uintptr_t)(unsafe.Pointer(unsafe.SliceData(addresses))), (*C.uint32_t)(unsafe.SliceData(lengths)))
	for k, offsets := range [][]int64{starts, ends} {
		copy(unsafe.Slice((*int64)(C.urn_output(C.urn_field(matches, C.uint64_t(k+1))).data), n), offsets)
	}
	return nil
}
