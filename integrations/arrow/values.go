package urnarrow

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// A layout is how an array stores text.
type layout uint8

const (
	offsets32 layout = iota
	offsets64
	views
	nulls // no text at all
)

// values reads the text of an array that is not a dictionary.
type values struct {
	layout  layout
	valid   []byte // a bit for each row, or nil
	offset  int    // of the first row in all that follow but data and blocks
	small   []int32
	large   []int64
	data    []byte
	headers []arrow.ViewHeader
	blocks  [][]byte
}

// newValues returns the values of an array of text or bytes. It shares the buffers of the array.
func newValues(a arrow.Array) (*values, error) {
	data := a.Data()
	v := &values{offset: data.Offset()}
	switch a.DataType().ID() {
	case arrow.STRING, arrow.BINARY:
		v.layout = offsets32
	case arrow.LARGE_STRING, arrow.LARGE_BINARY:
		v.layout = offsets64
	case arrow.STRING_VIEW, arrow.BINARY_VIEW:
		v.layout = views
	case arrow.NULL:
		v.layout = nulls
		return v, nil
	default:
		return nil, fmt.Errorf("urnarrow: an array of the type %s has no names", a.DataType())
	}
	if a.NullN() > 0 {
		v.valid = a.NullBitmapBytes()
	}
	if buffers := data.Buffers(); a.Len() > 0 {
		switch v.layout {
		case offsets32:
			v.small = arrow.Int32Traits.CastFromBytes(buffers[1].Bytes())
		case offsets64:
			v.large = arrow.Int64Traits.CastFromBytes(buffers[1].Bytes())
		case views:
			v.headers = arrow.ViewHeaderTraits.CastFromBytes(buffers[1].Bytes())
			v.blocks = make([][]byte, len(buffers)-2)
			for i, b := range buffers[2:] {
				if b != nil {
					v.blocks[i] = b.Bytes()
				}
			}
		}
		if v.layout != views && buffers[2] != nil {
			v.data = buffers[2].Bytes()
		}
	}
	return v, nil
}

func (v *values) null(i int) bool {
	return v.layout == nulls || v.valid != nil && !bitutil.BitIsSet(v.valid, v.offset+i)
}

// at returns the bytes of row i, which is not NULL. They must not be written to.
func (v *values) at(i int) []byte {
	i += v.offset
	switch v.layout {
	case offsets32:
		return v.data[v.small[i]:v.small[i+1]]
	case offsets64:
		return v.data[v.large[i]:v.large[i+1]]
	}
	h := &v.headers[i]
	if h.IsInline() {
		return h.InlineBytes()
	}
	start := int(h.BufferOffset())
	return v.blocks[h.BufferIndex()][start : start+h.Len()]
}

// size returns the bytes of the first n rows that are not in the rows' heads.
func (v *values) size(n int) (sum int) {
	switch {
	case v.small != nil:
		return int(v.small[v.offset+n] - v.small[v.offset])
	case v.large != nil:
		return int(v.large[v.offset+n] - v.large[v.offset])
	}
	if v.layout != views {
		return 0
	}
	for i := range n {
		if h := &v.headers[v.offset+i]; !v.null(i) && !h.IsInline() {
			sum += h.Len()
		}
	}
	return sum
}

// stringOf returns a string that shares b's bytes.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// null is the answer for a row that is NULL.
const null int32 = -1

// unknown is the answer for a value of a dictionary that has not been computed.
const unknown int32 = -2

// rows are the rows of an array, which may be a dictionary.
type rows struct {
	n      int
	values *values           // of the array or of its dictionary
	dict   *array.Dictionary // or nil
	lookup *lookup           // or nil
}

// lookup has answers for the values of a dictionary. A dictionary that is longer than
// the rows has a map, so that its size makes no difference.
type lookup struct {
	dense  []int32
	sparse map[int]int32
}

func (l *lookup) get(v int) int32 {
	if l.dense != nil {
		return l.dense[v]
	}
	if answer, ok := l.sparse[v]; ok {
		return answer
	}
	return unknown
}

func (l *lookup) put(v int, answer int32) {
	if l.dense != nil {
		l.dense[v] = answer
	} else {
		l.sparse[v] = answer
	}
}

func newLookup(size, rows int) *lookup {
	if size > rows {
		return &lookup{sparse: map[int]int32{}}
	}
	return &lookup{dense: slices.Repeat([]int32{unknown}, size)}
}

// most returns a bound of the values of a dictionary that have an answer.
func (r *rows) most() int {
	if r.lookup.dense != nil {
		return len(r.lookup.dense)
	}
	return r.n
}

func newRows(names arrow.Array, s *shared) (*rows, error) {
	r := &rows{n: names.Len()}
	values := names
	if d, ok := names.(*array.Dictionary); ok {
		r.dict = d
		all := r.n
		if s != nil {
			all = s.rows
		}
		size := 0
		if d.Data().Dictionary() != nil {
			// d.Dictionary writes to d, so two goroutines must not call it.
			values = array.MakeFromData(d.Data().Dictionary())
			size = values.Len()
		} else { // an array without rows
			values = array.MakeArrayOfNull(memory.DefaultAllocator, d.DataType().(*arrow.DictionaryType).ValueType, 0)
		}
		defer values.Release() // d keeps the buffers
		r.lookup = newLookup(size, all)
	}
	var err error
	r.values, err = newValues(values)
	return r, err
}

// each calls answer for each value that a row uses, once, and result for each row with its answer.
func (r *rows) each(answer func(i int) (int32, error), result func(i int, v int32)) error {
	for i := range r.n {
		var v int32
		var err error
		switch {
		case r.lookup == nil && r.values.null(i):
			v = null
		case r.lookup == nil:
			v, err = answer(i)
		default:
			v, err = r.answer(i, answer)
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		result(i, v)
	}
	return nil
}

// value returns which of r.values row i has, or false if it is NULL.
func (r *rows) value(i int) (int, bool) {
	if r.dict != nil {
		if r.dict.IsNull(i) {
			return 0, false
		}
		i = r.dict.GetValueIndex(i)
	}
	return i, !r.values.null(i)
}

// answer returns the answer for row i of a dictionary.
func (r *rows) answer(i int, answer func(i int) (int32, error)) (int32, error) {
	if r.dict.IsNull(i) {
		return null, nil
	}
	value := r.dict.GetValueIndex(i)
	v := r.lookup.get(value)
	if v != unknown {
		return v, nil
	}
	v = null
	if !r.values.null(value) {
		var err error
		if v, err = answer(value); err != nil {
			return v, err
		}
	}
	r.lookup.put(value, v)
	return v, nil
}
