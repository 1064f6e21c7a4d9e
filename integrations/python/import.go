package main

// #include "cdata.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// formats are the types of the Arrow C data interface that can have names, and the types
// of the indices of a dictionary.
var formats = map[string]arrow.DataType{
	"n": arrow.Null,
	"u": arrow.BinaryTypes.String, "U": arrow.BinaryTypes.LargeString, "vu": arrow.BinaryTypes.StringView,
	"z": arrow.BinaryTypes.Binary, "Z": arrow.BinaryTypes.LargeBinary, "vz": arrow.BinaryTypes.BinaryView,
	"c": arrow.PrimitiveTypes.Int8, "C": arrow.PrimitiveTypes.Uint8, "s": arrow.PrimitiveTypes.Int16, "S": arrow.PrimitiveTypes.Uint16,
	"i": arrow.PrimitiveTypes.Int32, "I": arrow.PrimitiveTypes.Uint32, "l": arrow.PrimitiveTypes.Int64, "L": arrow.PrimitiveTypes.Uint64,
}

func importType(s *C.struct_ArrowSchema) (arrow.DataType, error) {
	typ, ok := formats[C.GoString(s.format)]
	if !ok {
		return nil, fmt.Errorf("a column of the format %q has no names", C.GoString(s.format))
	}
	if s.dictionary == nil {
		return typ, nil
	}
	values, err := importType(s.dictionary)
	return &arrow.DictionaryType{IndexType: typ, ValueType: values, Ordered: s.flags&C.urn_ordered != 0}, err
}

// importArray returns an array that shares the buffers of c. c keeps them, so they are
// valid as long as c is not released.
func importArray(c *C.struct_ArrowArray, typ arrow.DataType) arrow.Array {
	n, offset := int(c.length), int(c.offset)
	if n == 0 { // the buffers may be absent, or empty
		return array.MakeArrayOfNull(memory.DefaultAllocator, typ, 0)
	}
	pointers := unsafe.Slice(c.buffers, c.n_buffers)
	buffer := func(i, size int) *memory.Buffer {
		if i >= len(pointers) || pointers[i] == nil {
			return nil
		}
		return memory.NewBufferBytes(unsafe.Slice((*byte)(pointers[i]), size))
	}
	end := offset + n
	var buffers []*memory.Buffer
	index := typ
	if d, ok := typ.(*arrow.DictionaryType); ok {
		index = d.IndexType
	}
	if index != arrow.Null {
		buffers = append(buffers, buffer(0, (end+7)/8))
	}
	switch t := index.(type) {
	case *arrow.StringType, *arrow.BinaryType:
		buffers = append(buffers, buffer(1, (end+1)*arrow.Int32SizeBytes))
		buffers = append(buffers, buffer(2, int(unsafe.Slice((*int32)(pointers[1]), end+1)[end])))
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		buffers = append(buffers, buffer(1, (end+1)*arrow.Int64SizeBytes))
		buffers = append(buffers, buffer(2, int(unsafe.Slice((*int64)(pointers[1]), end+1)[end])))
	case *arrow.StringViewType, *arrow.BinaryViewType:
		buffers = append(buffers, buffer(1, end*arrow.ViewHeaderSizeBytes))
		// The last buffer has the sizes of those between.
		blocks := len(pointers) - 3
		if blocks > 0 {
			sizes := unsafe.Slice((*int64)(pointers[len(pointers)-1]), blocks)
			for i, size := range sizes {
				buffers = append(buffers, buffer(2+i, int(size)))
			}
		}
	case arrow.FixedWidthDataType:
		buffers = append(buffers, buffer(1, end*t.Bytes()))
	}
	data := array.NewData(index, n, buffers, nil, int(c.null_count), offset)
	if c.dictionary != nil {
		values := importArray(c.dictionary, typ.(*arrow.DictionaryType).ValueType)
		data = array.NewDataWithDictionary(typ, n, buffers, int(c.null_count), offset, values.Data().(*array.Data))
	}
	return array.MakeFromData(data)
}
