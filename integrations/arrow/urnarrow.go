// Package urnarrow computes with the URNs in columns of Apache Arrow, with
// [github.com/apache/arrow-go/v18].
//
//	keys, err := urnarrow.Key(names) // names is an arrow.Array
//	if err != nil {
//		return err
//	}
//	defer keys.Release()
//
// # Functions
//
// All have one result for each row. They are functions for URNs of RFC 8141, and
// methods of [Options].
//
//	function    a URN                                        NULL   any other text, also an empty one
//	Valid       true                                         NULL   false
//	Key         its key: equal for equivalent URNs           NULL   NULL
//	Normalized  its normal form                              NULL   NULL
//	NID         its namespace identifier, in lower case      NULL   NULL
//	Offsets     where its components begin and end           NULL   NULL
//
// Those of the next table are methods of Options only. A component is returned as it is
// written; the result is NULL if the URN does not have it. An f-component may be empty.
//
//	method      a URN                                        NULL   any other text, also an empty one
//	NSS         its namespace-specific string                NULL   NULL
//	R, Q, F     its r-, q- or f-component                    NULL   NULL
//	Parse       its components, normal form and key          NULL   NULL
//	Reason      NULL                                         NULL   why, as [urn.Reason] has it
//	Find        the URNs in the text                         NULL   the URNs in it, or an empty list
//
// Text that is not UTF-8, or that contains a NUL byte, is not a URN.
//
// # Types
//
//	array                                    Key, and others of one text   Valid     Offsets
//	String, Binary                           String                        Boolean   Struct, see OffsetsType
//	LargeString, LargeBinary                 LargeString                   Boolean   Struct
//	StringView, BinaryView                   StringView                    Boolean   Struct
//	Dictionary of one of these               Dictionary of its result,     Boolean   Struct
//	                                         with the same type of index
//	Null                                     String                        Boolean   Struct
//
// Parse returns a Struct whose fields have the type of Key, and
// Find a List of that type, or a LargeList of LargeString. For a Dictionary, both have the
// type that they have for its values.
//
// Any other array is an error. A slice of an array has the result of its rows only.
//
// In a dictionary, each value that a row uses is computed once. In the result, no two
// values of the dictionary are equal and none is NULL. So rows with the same key have the
// same index, and a row that is NULL has no index.
//
// # Memory
//
// Names are read from the buffers of the array and written into buffers from the
// allocator. No row allocates. The result must be released; it does not refer to the
// array. The buffers of an array must be valid: the functions may panic if its
// ValidateFull refuses it.
// The functions may be used by several goroutines at once.
package urnarrow

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Options says how rows are read. The package's functions use the zero Options.
type Options struct {
	// Syntax is the syntax of the names. The zero Syntax is RFC 8141.
	Syntax urn.Syntax

	// Namespaces has the rules of equivalence for Key and Normalized. If it is nil, the
	// general rules of the syntax hold. Functions of its definitions must not keep the
	// strings that they get.
	Namespaces *namespace.Registry

	// Allocator allocates the results. If it is nil, it is [memory.DefaultAllocator].
	Allocator memory.Allocator

	shared *shared // for Chunked
}

// OffsetsType is the type of the result of [Offsets]. Offsets count bytes from the
// beginning of the name; an end is after the last byte. For a component that the name
// does not have, both are NULL. An f-component may be empty.
var OffsetsType = arrow.StructOf(
	offset("nid_start"), offset("nid_end"),
	offset("nss_start"), offset("nss_end"),
	offset("r_start"), offset("r_end"),
	offset("q_start"), offset("q_end"),
	offset("f_start"), offset("f_end"),
)

func offset(name string) arrow.Field {
	return arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Int32, Nullable: true}
}

// Valid returns whether each row is a URN, as an [array.Boolean].
func Valid(names arrow.Array) (arrow.Array, error) { return Options{}.Valid(names) }

// Key returns the key of each row; see [urn.URN.Key].
func Key(names arrow.Array) (arrow.Array, error) { return Options{}.Key(names) }

// Normalized returns the normal form of each row; see [urn.URN.Normalize].
func Normalized(names arrow.Array) (arrow.Array, error) { return Options{}.Normalized(names) }

// NID returns the namespace identifier of each row, in lower case.
func NID(names arrow.Array) (arrow.Array, error) { return Options{}.NID(names) }

// Offsets returns where the components of each row are, as an [array.Struct] of the
// type [OffsetsType].
func Offsets(names arrow.Array) (arrow.Array, error) { return Options{}.Offsets(names) }

// Key is the function [Key] with these options. It fails if the array has another type,
// if a rule of Namespaces fails, or if a String would have 2 GiB or more.
func (o Options) Key(names arrow.Array) (arrow.Array, error) { return o.text(names, formKey) }

// Normalized is the function [Normalized] with these options. It fails as [Options.Key] does.
func (o Options) Normalized(names arrow.Array) (arrow.Array, error) {
	return o.text(names, formNormalized)
}

// NID is the function [NID] with these options. It fails if the array has another type.
func (o Options) NID(names arrow.Array) (arrow.Array, error) { return o.text(names, formNID) }

// Valid is the function [Valid] with these options. It fails if the array has another type.
func (o Options) Valid(names arrow.Array) (arrow.Array, error) {
	rows, err := newRows(names, o.shared)
	if err != nil {
		return nil, err
	}
	n := names.Len()
	valid, result := newBits(o.mem(), n), newBits(o.mem(), n)
	defer valid.release()
	defer result.release()
	verdict := func(i int) (v int32, _ error) {
		if _, fault := o.Syntax.LocateBytes(rows.values.at(i)); fault.Reason == 0 {
			v = 1
		}
		return v, nil
	}
	if err := rows.each(verdict, func(i int, v int32) {
		if v != null {
			valid.set(i)
		}
		if v == 1 {
			result.set(i)
		}
	}); err != nil {
		return nil, err
	}
	return valid.array(arrow.FixedWidthTypes.Boolean, nil, result.buf), nil
}

// Offsets is the function [Offsets] with these options. It fails if the array has another type.
func (o Options) Offsets(names arrow.Array) (arrow.Array, error) {
	rows, err := newRows(names, o.shared)
	if err != nil {
		return nil, err
	}
	n := names.Len()
	w := newSpans(o.mem(), n)
	defer w.release()
	var located []urn.Offsets // of the values of a dictionary; otherwise of one row
	locate := func(i int) (int32, error) {
		at, fault := o.Syntax.LocateBytes(rows.values.at(i))
		if fault.Reason != 0 {
			return null, nil
		}
		if rows.lookup == nil {
			located = located[:0]
		}
		located = append(located, at)
		return int32(len(located) - 1), nil
	}
	if err := rows.each(locate, func(i int, v int32) {
		if v != null {
			w.set(i, located[v])
		}
	}); err != nil {
		return nil, err
	}
	return w.array(), nil
}

// Chunked returns the results of f for the chunks of names. f is a method of Options:
//
//	keys, err := options.Chunked(column, urnarrow.Options.Key)
//
// If chunks share a dictionary, their results do, too. Chunked fails as f does. The result must be released.
func (o Options) Chunked(names *arrow.Chunked, f func(Options, arrow.Array) (arrow.Array, error)) (*arrow.Chunked, error) {
	o.shared = &shared{rows: names.Len()}
	defer o.shared.release()
	chunks := make([]arrow.Array, 0, len(names.Chunks()))
	defer func() {
		for _, c := range chunks {
			c.Release()
		}
	}()
	for i, c := range names.Chunks() {
		result, err := f(o, c)
		if err != nil {
			return nil, fmt.Errorf("chunk %d: %w", i, err)
		}
		chunks = append(chunks, result)
	}
	if len(chunks) > 0 {
		return arrow.NewChunked(chunks[0].DataType(), chunks), nil
	}
	// A column without chunks has a type, too.
	empty := array.MakeArrayOfNull(o.mem(), names.DataType(), 0)
	defer empty.Release()
	result, err := f(o, empty)
	if err != nil {
		return nil, err
	}
	defer result.Release()
	return arrow.NewChunked(result.DataType(), nil), nil
}

func (o Options) mem() memory.Allocator {
	if o.Allocator == nil {
		return memory.DefaultAllocator
	}
	return o.Allocator
}

// NSS returns the namespace-specific string of each row. It fails as [Options.NID] does.
func (o Options) NSS(names arrow.Array) (arrow.Array, error) { return o.text(names, formNSS) }

// R returns the r-component of each row. It fails as [Options.NID] does.
func (o Options) R(names arrow.Array) (arrow.Array, error) { return o.text(names, formR) }

// Q returns the q-component of each row. It fails as [Options.NID] does.
func (o Options) Q(names arrow.Array) (arrow.Array, error) { return o.text(names, formQ) }

// F returns the f-component of each row. It fails as [Options.NID] does.
func (o Options) F(names arrow.Array) (arrow.Array, error) { return o.text(names, formF) }

// Reason returns why each row is not a URN: the text of a [urn.Reason]. It fails as [Options.NID] does.
func (o Options) Reason(names arrow.Array) (arrow.Array, error) { return o.text(names, formReason) }

// A form is a text that is written for a name.
type form uint8

const (
	formKey form = iota
	formNormalized
	formNID
	formNSS
	formR
	formQ
	formF
	formReason
)

// write appends the form of a name to dst. It returns false if the name does not have it.
func (f form) write(dst, name []byte, at urn.Offsets) ([]byte, bool) {
	var span urn.Span
	switch f {
	case formKey:
		return at.AppendKey(dst, name), true
	case formNormalized:
		return at.AppendNormalized(dst, name), true
	case formNID:
		return appendLower(dst, name[at.NID().Start:at.NID().End]), true
	case formNSS:
		span = at.NSS()
	case formR:
		span = at.R()
	case formQ:
		span = at.Q()
	case formF:
		span = at.F()
	}
	return append(dst, name[span.Start:span.End]...), span != (urn.Span{})
}

// text returns an array with the names in a form.
func (o Options) text(names arrow.Array, f form) (arrow.Array, error) {
	rows, err := newRows(names, o.shared)
	if err != nil {
		return nil, err
	}
	if rows.lookup != nil {
		return o.dictionary(names.(*array.Dictionary), rows, f)
	}
	size := 0
	if f <= formNormalized {
		size = rows.values.size(names.Len())
	}
	w := newTexts(o.mem(), rows.values.layout, names.Len(), size)
	defer w.release()
	if f == formKey && o.general() {
		if err := o.keys(rows.values, w, names.Len()); err != nil {
			return nil, err
		}
		return w.array(), nil
	}
	write := o.writer(f, rows.values, w)
	for i := range names.Len() {
		var text []byte
		var err error
		ok := !rows.values.null(i)
		if ok {
			text, ok, err = write(i)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("row %d: %w", i, err)
		case ok:
			w.add(len(text))
		default:
			w.addNull()
		}
	}
	return w.array(), nil
}

// general reports whether only the syntax has rules of equivalence.
func (o Options) general() bool { return o.Namespaces == nil || o.Namespaces == namespace.General() }

// keys adds the keys of n rows of values to w. It does the work of writer for formKey without
// a call of a function value, and a call of room, for each row: 15% less time.
func (o Options) keys(values *values, w *texts, n int) error {
	for i := range n {
		if values.null(i) {
			w.addNull()
			continue
		}
		name := values.at(i)
		at, fault := o.Syntax.LocateBytes(name)
		if fault.Reason != 0 {
			w.addNull()
			continue
		}
		if len(w.buf)-w.used < len(name) { // no key is longer than the name
			if _, err := w.room(len(name)); err != nil {
				return fmt.Errorf("row %d: %w", i, err)
			}
		}
		w.add(len(at.AppendKey(w.buf[w.used:w.used:len(w.buf)], name)))
	}
	return nil
}

// writer returns a function that writes the text of value i to the room of w, where add can take it.
// It returns false if the value has none.
func (o Options) writer(f form, values *values, w *texts) func(i int) ([]byte, bool, error) {
	own := f <= formNormalized && !o.general() // by rules of namespaces
	var scratch []byte
	return func(i int) ([]byte, bool, error) {
		name := values.at(i)
		at, fault := o.Syntax.LocateBytes(name)
		if (fault.Reason == 0) == (f == formReason) {
			return nil, false, nil
		}
		switch {
		case f == formReason:
			scratch = append(scratch[:0], fault.Reason.String()...)
		case own:
			u, err := o.Syntax.Parse(stringOf(name))
			if err != nil {
				return nil, false, err
			}
			if f == formKey {
				scratch = o.Namespaces.AppendKey(scratch[:0], u)
			} else {
				scratch = o.Namespaces.AppendNormalized(scratch[:0], u)
			}
		default: // no form is longer than the name
			dst, err := w.room(len(name))
			if err != nil {
				return nil, false, err
			}
			dst, ok := f.write(dst, name, at)
			return dst, ok, nil
		}
		dst, err := w.room(len(scratch))
		return append(dst, scratch...), err == nil, err
	}
}

func appendLower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}

var errTooLong = errors.New("urnarrow: a String array cannot hold 2 GiB: use a LargeString or StringView array")
