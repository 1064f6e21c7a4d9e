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
// In a dictionary, each value that a row uses is computed once, unless the dictionary is
// longer than the rows. In the result, no two values of the dictionary are equal and none
// is NULL. So rows with the same key have the same index, and a row that is NULL has no
// index.
//
// # Memory
//
// Names are read from the buffers of the array, and the builders of arrow-go write results
// into buffers from the allocator. Allocations are for buffers, not for single rows. The
// result must be released; it does not refer to the array. The buffers of an array must be
// valid: the functions may panic if its ValidateFull refuses it.
// The functions may be used by several goroutines at once.
package urnarrow

import (
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
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

// Valid is the function [Valid] with these options. It fails if the array has another type.
func (o Options) Valid(names arrow.Array) (arrow.Array, error) {
	r, err := newRows(names)
	if err != nil {
		return nil, err
	}
	defer r.release()
	b := array.NewBooleanBuilder(o.mem())
	defer b.Release()
	return fill(r, b, func(name []byte) (valid, ok bool) {
		_, fault := o.Syntax.LocateBytes(name)
		return fault.Reason == 0, true
	}, func(valid bool) error {
		b.Append(valid)
		return nil
	})
}

// Offsets is the function [Offsets] with these options. It fails if the array has another type.
func (o Options) Offsets(names arrow.Array) (arrow.Array, error) {
	r, err := newRows(names)
	if err != nil {
		return nil, err
	}
	defer r.release()
	b := array.NewStructBuilder(o.mem(), OffsetsType)
	defer b.Release()
	columns := fieldsOf[*array.Int32Builder](b)
	return fill(r, b, func(name []byte) (urn.Offsets, bool) {
		at, fault := o.Syntax.LocateBytes(name)
		return at, fault.Reason == 0
	}, func(at urn.Offsets) error {
		b.Append(true)
		for k, span := range [...]urn.Span{at.NID(), at.NSS(), at.R(), at.Q(), at.F()} {
			start, end := columns[2*k], columns[2*k+1]
			if span == (urn.Span{}) {
				start.AppendNull()
				end.AppendNull()
			} else {
				start.Append(int32(span.Start))
				end.Append(int32(span.End))
			}
		}
		return nil
	})
}

func fieldsOf[B array.Builder](b *array.StructBuilder) []B {
	fields := make([]B, b.NumField())
	for k := range fields {
		fields[k] = b.FieldBuilder(k).(B)
	}
	return fields
}

// Key is the function [Key] with these options. It fails if the array has another type,
// or if a String would have 2 GiB or more.
func (o Options) Key(names arrow.Array) (arrow.Array, error) { return o.text(names, formKey, true) }

// Normalized is the function [Normalized] with these options. It fails as [Options.Key] does.
func (o Options) Normalized(names arrow.Array) (arrow.Array, error) {
	return o.text(names, formNormalized, true)
}

// NID is the function [NID] with these options. It fails as [Options.Key] does.
func (o Options) NID(names arrow.Array) (arrow.Array, error) { return o.text(names, formNID, false) }

// NSS returns the namespace-specific string of each row. It fails as [Options.NID] does.
func (o Options) NSS(names arrow.Array) (arrow.Array, error) {
	return o.text(names, component(urn.Offsets.NSS), false)
}

// R returns the r-component of each row. It fails as [Options.NID] does.
func (o Options) R(names arrow.Array) (arrow.Array, error) {
	return o.text(names, component(urn.Offsets.R), false)
}

// Q returns the q-component of each row. It fails as [Options.NID] does.
func (o Options) Q(names arrow.Array) (arrow.Array, error) {
	return o.text(names, component(urn.Offsets.Q), false)
}

// F returns the f-component of each row. It fails as [Options.NID] does.
func (o Options) F(names arrow.Array) (arrow.Array, error) {
	return o.text(names, component(urn.Offsets.F), false)
}

// Reason returns why each row is not a URN: the text of a [urn.Reason]. It fails as [Options.NID] does.
func (o Options) Reason(names arrow.Array) (arrow.Array, error) { return o.text(names, nil, false) }

// Parse returns the parts of each row, as an [array.Struct] whose fields have the type of
// Key: nid, nss, r, q and f as they are written, normalized and key. The rules of
// Namespaces do not apply. It fails as [Options.NID] does.
func (o Options) Parse(names arrow.Array) (arrow.Array, error) {
	r, err := newRows(names)
	if err != nil {
		return nil, err
	}
	defer r.release()
	var fields []arrow.Field
	for _, p := range parts {
		fields = append(fields, arrow.Field{Name: p.name, Type: r.text, Nullable: true})
	}
	b := array.NewStructBuilder(o.mem(), arrow.StructOf(fields...))
	defer b.Release()
	columns := fieldsOf[array.StringLikeBuilder](b)
	type located struct {
		name []byte
		at   urn.Offsets
	}
	var scratch []byte
	return fill(r, b, func(name []byte) (located, bool) {
		at, fault := o.Syntax.LocateBytes(name)
		return located{name, at}, fault.Reason == 0
	}, func(u located) error {
		b.Append(true)
		for k, p := range parts {
			var ok bool
			if scratch, ok = p.form(Options{}, scratch[:0], u.name, u.at); !ok {
				columns[k].AppendNull()
			} else if err := appendText(columns[k], scratch); err != nil {
				return err
			}
		}
		return nil
	})
}

// parts are the fields of the result of Parse.
var parts = []struct {
	name string
	form form
}{
	{"nid", component(urn.Offsets.NID)},
	{"nss", component(urn.Offsets.NSS)},
	{"r", component(urn.Offsets.R)},
	{"q", component(urn.Offsets.Q)},
	{"f", component(urn.Offsets.F)},
	{"normalized", formNormalized},
	{"key", formKey},
}

// Find returns the URNs in each row, a text, as a [scan.Finder] finds them: an [array.List]
// or [array.LargeList] of text. It fails if the array has another type, or if a List would
// have 2 GiB of text or more.
func (o Options) Find(texts arrow.Array) (arrow.Array, error) {
	r, err := newRows(texts)
	if err != nil {
		return nil, err
	}
	defer r.release()
	var typ arrow.DataType = arrow.ListOf(r.text)
	if r.text == arrow.BinaryTypes.LargeString {
		typ = arrow.LargeListOf(r.text)
	}
	b := array.NewBuilder(o.mem(), typ).(array.ListLikeBuilder)
	defer b.Release()
	urns := b.ValueBuilder().(array.StringLikeBuilder)
	finder := scan.Finder{Syntax: o.Syntax}
	return fill(r, b, func(text []byte) ([]byte, bool) { return text, true }, func(text []byte) error {
		b.Append(true)
		for m := range finder.All(text) {
			if err := appendText(urns, text[m.Start:m.End]); err != nil {
				return err
			}
		}
		if _, ok := b.(*array.ListBuilder); ok && urns.Len() > math.MaxInt32 {
			return errTooLong
		}
		return nil
	})
}

// Chunked returns the results of f for the chunks of names. f is a method of Options:
//
//	keys, err := options.Chunked(column, urnarrow.Options.Key)
//
// If consecutive chunks share a dictionary, their results do, too. Chunked fails as f does. The
// result must be released.
func (o Options) Chunked(
	names *arrow.Chunked, f func(Options, arrow.Array) (arrow.Array, error),
) (*arrow.Chunked, error) {
	// A column without chunks has a type, too.
	none := array.MakeArrayOfNull(o.mem(), names.DataType(), 0)
	defer none.Release()
	empty, err := f(o, none)
	if err != nil {
		return nil, err
	}
	defer empty.Release()
	var results []arrow.Array
	defer func() {
		for _, r := range results {
			r.Release()
		}
	}()
	for rest := names.Chunks(); len(rest) > 0; {
		n := 1
		if empty.DataType().ID() == arrow.DICTIONARY {
			for n < len(rest) && rest[n].Data().Dictionary() == rest[0].Data().Dictionary() {
				n++
			}
		}
		result, err := o.joined(rest[:n], f)
		if err != nil {
			return nil, fmt.Errorf("chunk %d: %w", len(results), err)
		}
		start := int64(0)
		for _, c := range rest[:n] {
			end := start + int64(c.Len())
			results = append(results, array.NewSlice(result, start, end))
			start = end
		}
		result.Release()
		rest = rest[n:]
	}
	return arrow.NewChunked(empty.DataType(), results), nil
}

// joined returns the result of f for the rows of all chunks. If there are several, they share a dictionary.
func (o Options) joined(chunks []arrow.Array, f func(Options, arrow.Array) (arrow.Array, error)) (arrow.Array, error) {
	if len(chunks) == 1 {
		return f(o, chunks[0])
	}
	parts := make([]arrow.Array, len(chunks))
	for i, c := range chunks {
		parts[i] = c.(*array.Dictionary).Indices()
	}
	indices, err := array.Concatenate(parts, o.mem())
	if err != nil {
		return nil, err
	}
	defer indices.Release()
	values := array.MakeFromData(chunks[0].Data().Dictionary())
	defer values.Release()
	whole := array.NewDictionaryArray(chunks[0].DataType(), indices, values)
	defer whole.Release()
	return f(o, whole)
}

func (o Options) mem() memory.Allocator {
	if o.Allocator == nil {
		return memory.DefaultAllocator
	}
	return o.Allocator
}

// A form appends a text for a URN to dst. It returns false if the URN does not have it.
type form func(o Options, dst, name []byte, at urn.Offsets) ([]byte, bool)

func formKey(o Options, dst, name []byte, at urn.Offsets) ([]byte, bool) {
	if o.Namespaces == nil {
		return at.AppendKey(dst, name), true
	}
	u, err := o.Syntax.Parse(stringOf(name))
	return o.Namespaces.AppendKey(dst, u), err == nil
}

func formNormalized(o Options, dst, name []byte, at urn.Offsets) ([]byte, bool) {
	if o.Namespaces == nil {
		return at.AppendNormalized(dst, name), true
	}
	u, err := o.Syntax.Parse(stringOf(name))
	return o.Namespaces.AppendNormalized(dst, u), err == nil
}

func formNID(_ Options, dst, name []byte, at urn.Offsets) ([]byte, bool) {
	key, nid := at.AppendKey(dst, name), at.NID()
	return append(key[:len(dst)], key[len(dst)+nid.Start:len(dst)+nid.End]...), true
}

func component(span func(urn.Offsets) urn.Span) form {
	return func(_ Options, dst, name []byte, at urn.Offsets) ([]byte, bool) {
		s := span(at)
		return append(dst, name[s.Start:s.End]...), s != (urn.Span{})
	}
}

// inPlace is text for forms that are not longer than their names. It writes each to its final place, so keys
// take two thirds of the time that they take with a builder.
func (o Options) inPlace(r *rows, f form) arrow.Array {
	valid, offsets, data := memory.NewResizableBuffer(o.mem()), memory.NewResizableBuffer(o.mem()), memory.NewResizableBuffer(o.mem())
	for _, b := range []*memory.Buffer{valid, offsets, data} {
		defer b.Release()
	}
	values := r.values.(interface {
		ValueOffsets() []int32
		ValueBytes() []byte
	})
	starts, names, noNulls := values.ValueOffsets(), values.ValueBytes(), r.values.NullN() == 0
	valid.Resize(int(bitutil.BytesForBits(int64(r.n))))
	offsets.Resize(arrow.Int32Traits.BytesRequired(r.n + 1))
	data.Resize(len(names))
	bits, ends, text, nulls := valid.Bytes(), arrow.Int32Traits.CastFromBytes(offsets.Bytes()), data.Bytes()[:0], 0
	ends[0] = 0
	for i := range r.n {
		ok := noNulls || r.values.IsValid(i)
		if ok {
			name := names[starts[i]-starts[0] : starts[i+1]-starts[0]]
			at, fault := o.Syntax.LocateBytes(name)
			if ok = fault.Reason == 0; ok {
				text, ok = f(o, text, name, at)
			}
		}
		if !ok {
			nulls++
		}
		bitutil.SetBitTo(bits, i, ok)
		ends[i+1] = int32(len(text))
	}
	data.Resize(len(text))
	result := array.NewData(r.text, r.n, []*memory.Buffer{valid, offsets, data}, nil, nulls, 0)
	defer result.Release()
	return array.MakeFromData(result)
}

// text returns an array with a form of each URN. If f is nil, it has the reason why each other
// text is not a URN. long says that a form is about as long as the name.
func (o Options) text(names arrow.Array, f form, long bool) (arrow.Array, error) {
	r, err := newRows(names)
	if err != nil {
		return nil, err
	}
	defer r.release()
	texts := array.NewBuilder(o.mem(), r.text).(array.StringLikeBuilder)
	defer texts.Release()
	var scratch []byte
	compute := func(name []byte) (text []byte, ok bool) {
		at, fault := o.Syntax.LocateBytes(name)
		switch {
		case f == nil:
			scratch, ok = append(scratch[:0], fault.Reason.String()...), fault.Reason != 0
		case fault.Reason == 0:
			scratch, ok = f(o, scratch[:0], name, at)
		}
		return scratch, ok
	}
	if r.n > 0 && r.dict == nil && r.text == arrow.BinaryTypes.String && f != nil && o.Namespaces == nil {
		return o.inPlace(r, f), nil
	}
	if r.dict == nil {
		if v, ok := r.values.(interface{ ValueBytes() []byte }); ok && long && r.n > 0 { // 15% less time for keys
			texts.ReserveData(len(v.ValueBytes()))
		}
		return fill(r, texts, compute, func(text []byte) error { return appendText(texts, text) })
	}

	index := names.DataType().(*arrow.DictionaryType).IndexType
	typ := &arrow.DictionaryType{IndexType: index, ValueType: arrow.BinaryTypes.String}
	b := array.NewDictionaryBuilder(o.mem(), typ).(*array.BinaryDictionaryBuilder)
	defer b.Release()
	d := distinct{texts: texts, numbers: make(map[string]int, min(r.n, r.values.Len()))}
	indices, err := fill(r, b.IndexBuilder(), func(name []byte) (int, bool) {
		text, ok := compute(name)
		if !ok {
			return 0, false
		}
		return d.number(text), true
	}, func(number int) error {
		b.IndexBuilder().Append(number)
		return d.err
	})
	if err != nil {
		return nil, err
	}
	defer indices.Release()
	values := texts.NewArray()
	defer values.Release()
	return array.NewDictionaryArray(&arrow.DictionaryType{IndexType: index, ValueType: r.text}, indices, values), nil
}
