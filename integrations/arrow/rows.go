package urnarrow

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// rows are the rows of an array, which may be a dictionary.
type rows struct {
	n      int
	dict   *array.Dictionary      // or nil
	values arrow.Array            // of the array or of its dictionary
	at     func(value int) []byte // the bytes of a value that is not NULL; they must not be written to
	text   arrow.DataType         // of a result that is text
}

func newRows(names arrow.Array) (*rows, error) {
	r := &rows{n: names.Len()}
	data := names.Data()
	if d, ok := names.(*array.Dictionary); ok {
		// d.Dictionary writes to d, so two goroutines must not call it.
		r.dict, data = d, data.Dictionary()
	}
	switch data.DataType().ID() {
	case arrow.STRING, arrow.BINARY, arrow.NULL:
		r.text = arrow.BinaryTypes.String
	case arrow.LARGE_STRING, arrow.LARGE_BINARY:
		r.text = arrow.BinaryTypes.LargeString
	case arrow.STRING_VIEW, arrow.BINARY_VIEW:
		r.text = arrow.BinaryTypes.StringView
	default:
		return nil, fmt.Errorf("urnarrow: an array of the type %s has no names", data.DataType())
	}
	if data.DataType().ID() == arrow.NULL {
		r.values = array.MakeArrayOfNull(memory.DefaultAllocator, r.text, data.Len())
	} else {
		r.values = array.MakeFromData(data)
	}
	switch values := r.values.(type) {
	case arrow.TypedArray[[]byte]:
		r.at = values.Value
	case arrow.TypedArray[string]:
		r.at = func(i int) []byte {
			s := values.Value(i)
			return unsafe.Slice(unsafe.StringData(s), len(s))
		}
	}
	return r, nil
}

func (r *rows) release() { r.values.Release() }

// value returns which of r.values row i has, or false if it is NULL.
func (r *rows) value(i int) (int, bool) {
	if r.dict != nil {
		if r.dict.IsNull(i) {
			return 0, false
		}
		i = r.dict.GetValueIndex(i)
	}
	return i, r.values.IsValid(i)
}

// fill returns an array of b with a row for each row of r. It is what add appends for the
// result of compute. It is NULL for a row that is NULL, or for which compute returns false.
// A value of a dictionary that is not longer than the rows is computed once.
func fill[T any](r *rows, b array.Builder, compute func(text []byte) (T, bool), add func(T) error) (arrow.Array, error) {
	type result struct {
		value     T
		ok, known bool
	}
	var results []result // of the values of a dictionary
	if r.dict != nil && r.values.Len() <= r.n {
		results = make([]result, r.values.Len())
	}
	b.Resize(r.n)
	for i := range r.n {
		var row result
		k, ok := r.value(i)
		if ok && results != nil {
			row = results[k]
		}
		if ok && !row.known {
			row.value, row.ok = compute(r.at(k))
			if row.known = true; results != nil {
				results[k] = row
			}
		}
		if !row.ok {
			b.AppendNull()
		} else if err := add(row.value); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
	}
	return b.NewArray(), nil
}

var errTooLong = errors.New("urnarrow: a String array cannot hold 2 GiB: use a LargeString or StringView array")

// appendText adds a row to an array of text.
func appendText(b array.StringLikeBuilder, text []byte) error {
	if s, ok := b.(*array.StringBuilder); ok && len(text) > math.MaxInt32-s.DataLen() {
		return errTooLong
	}
	b.Append(stringOf(text))
	return nil
}

// stringOf returns a string that shares b's bytes.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// distinct collects texts, each once.
type distinct struct {
	texts   array.StringLikeBuilder
	numbers map[string]int // of the texts
	block   []byte         // has keys of numbers
	err     error
}

// number returns the index of text in d.texts.
func (d *distinct) number(text []byte) int {
	n, ok := d.numbers[string(text)]
	if !ok {
		n = len(d.numbers)
		d.err = errors.Join(d.err, appendText(d.texts, text))
		if len(text) > cap(d.block)-len(d.block) {
			d.block = make([]byte, 0, max(2*cap(d.block), len(text)))
		}
		from := len(d.block)
		d.block = append(d.block, text...)
		d.numbers[stringOf(d.block[from:])] = n
	}
	return n
}
