package main

// #include <stdlib.h>
// #include "cdata.h"
import "C"

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
)

// allocator allocates the zeroed memory of one result in C. A result outlives the call,
// and memory of Go must not. The builders of arrow-go do not write the values of NULLs.
type allocator struct{ live map[unsafe.Pointer]bool }

func (m *allocator) Allocate(size int) []byte {
	p := C.urn_malloc(C.int64_t(max(size, 1)))
	if p == nil {
		panic(fmt.Errorf("there is no memory for %d bytes", size))
	}
	m.live[p] = true
	b := unsafe.Slice((*byte)(p), size)
	clear(b)
	return b
}

func (m *allocator) Reallocate(size int, b []byte) []byte {
	if size <= len(b) && size >= len(b)/2 {
		return b[:size]
	}
	n := m.Allocate(size)
	copy(n, b)
	m.Free(b)
	return n
}

func (m *allocator) Free(b []byte) {
	if p := unsafe.Pointer(unsafe.SliceData(b)); m.live[p] {
		delete(m.live, p)
		C.free(p)
	}
}

// freeAll frees the memory of a result after a failure.
func (m *allocator) freeAll() {
	for p := range m.live {
		C.free(p)
	}
	clear(m.live)
}

// alloc returns memory for n values in C.
func alloc[T any](m *allocator, n int) []T {
	var zero T
	b := m.Allocate(max(n, 1) * int(unsafe.Sizeof(zero)))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// exportArray writes data, whose buffers are of m, and all that it refers to. It appends
// the structs that need an owner to list.
func (m *allocator) exportArray(data arrow.ArrayData, to *C.struct_ArrowArray, list *[]*C.struct_ArrowArray) {
	*list = append(*list, to)
	buffers := data.Buffers()
	views := data.DataType().ID() == arrow.STRING_VIEW
	n := len(buffers)
	if views {
		n++
	}
	pointers := alloc[unsafe.Pointer](m, n)
	for i, b := range buffers {
		if b != nil && b.Len() > 0 {
			pointers[i] = unsafe.Pointer(unsafe.SliceData(b.Bytes()))
		}
	}
	if views { // the sizes of the blocks
		sizes := alloc[int64](m, max(n-3, 1))
		for i := range n - 3 {
			sizes[i] = int64(buffers[2+i].Len())
		}
		pointers[n-1] = unsafe.Pointer(&sizes[0])
	}
	children := alloc[*C.struct_ArrowArray](m, len(data.Children()))
	for i, child := range data.Children() {
		children[i] = &alloc[C.struct_ArrowArray](m, 1)[0]
		m.exportArray(child, children[i], list)
	}
	to.length, to.null_count, to.offset = C.int64_t(data.Len()), C.int64_t(data.NullN()), C.int64_t(data.Offset())
	to.n_buffers, to.buffers = C.int64_t(n), (*unsafe.Pointer)(unsafe.SliceData(pointers))
	to.n_children, to.children = C.int64_t(len(children)), unsafe.SliceData(children)
	if data.DataType().ID() == arrow.DICTIONARY {
		to.dictionary = &alloc[C.struct_ArrowArray](m, 1)[0]
		m.exportArray(data.Dictionary(), to.dictionary, list)
	}
}

// export gives data, whose buffers are of m, to C. Package cdata of arrow-go exports arrays, too, but
// its release runs in Go. With it and arrow-go's Mallocator, 3 of 240 processes that were forked and
// released an array did not end (0 of 200 here, see test_release_after_fork), and a key took a sixth
// longer: large blocks had no huge pages.
func (m *allocator) export(data arrow.ArrayData, to *C.struct_ArrowArray) {
	var arrays []*C.struct_ArrowArray
	*to = C.struct_ArrowArray{}
	m.exportArray(data, to, &arrays)
	owner := C.urn_new_owner(C.int64_t(len(m.live)))
	if owner == nil {
		panic("there is no memory for a result")
	}
	blocks := unsafe.Slice((*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(owner), unsafe.Sizeof(*owner))), len(m.live))
	copy(blocks, slices.Collect(maps.Keys(m.live)))
	clear(m.live)
	for _, a := range arrays {
		C.urn_own_array(a, owner)
	}
}
