package urnarrow

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// shared holds the last dictionary of the chunks of a column.
type shared struct {
	rows   int             // of all chunks
	source arrow.ArrayData // the dictionary, or nil
	lookup *lookup
	values arrow.Array // the dictionary of the results
}

func (s *shared) release() {
	if s.values != nil {
		s.values.Release()
	}
	s.source, s.lookup, s.values = nil, nil, nil
}

// dictionary returns a dictionary of names in a form.
func (o Options) dictionary(names *array.Dictionary, r *rows, f form) (arrow.Array, error) {
	source := names.Data().Dictionary()
	var values arrow.Array
	answer := func(int) (int32, error) { panic("unreachable: all values are computed") }
	var w *texts
	if o.shared != nil && source != nil && o.shared.source == source {
		r.lookup, values = o.shared.lookup, o.shared.values
	} else {
		w = newTexts(o.mem(), r.values.layout, r.most(), 0)
		defer w.release()
		answer = newDistinct(w, o.writer(f, r.values, w)).answer
	}
	if w != nil && o.shared != nil && r.lookup.dense != nil {
		// The next chunk may use other values of the same dictionary.
		for v := range r.lookup.dense {
			r.lookup.dense[v] = null
			if !r.values.null(v) {
				var err error
				if r.lookup.dense[v], err = answer(v); err != nil {
					return nil, err
				}
			}
		}
		values = w.array()
		o.shared.release()
		o.shared.source, o.shared.lookup, o.shared.values = source, r.lookup, values
	}

	typ := names.DataType().(*arrow.DictionaryType)
	width := typ.IndexType.(arrow.FixedWidthDataType).Bytes()
	indices := memory.NewResizableBuffer(o.mem())
	defer indices.Release()
	indices.Resize(r.n * width)
	out := indices.Bytes()
	valid := newBits(o.mem(), r.n)
	defer valid.release()
	if err := r.each(answer, func(i int, v int32) {
		if v == null {
			v = 0
		} else {
			valid.set(i)
		}
		// Arrow's buffers have the byte order of the processor.
		switch b := out[i*width:]; width {
		case 1:
			b[0] = byte(v)
		case 2:
			binary.NativeEndian.PutUint16(b, uint16(v))
		case 4:
			binary.NativeEndian.PutUint32(b, uint32(v))
		case 8:
			binary.NativeEndian.PutUint64(b, uint64(v))
		}
	}); err != nil {
		return nil, err
	}
	if values == nil {
		values = w.array()
		defer values.Release()
	}
	data := array.NewDataWithDictionary(
		&arrow.DictionaryType{IndexType: typ.IndexType, ValueType: values.DataType()},
		r.n, []*memory.Buffer{valid.buffer(), indices}, r.n-valid.count, 0, values.Data().(*array.Data))
	defer data.Release()
	return array.NewDictionaryData(data), nil
}

// distinct finds texts that w has. It is a table with linear probing: a map would need a
// string for each text, and the buffers of w move when they grow.
type distinct struct {
	w      *texts
	write  func(i int) ([]byte, bool, error)
	seed   maphash.Seed
	table  []int32 // the number of a text plus one, or 0
	hashes []uint64
}

func newDistinct(w *texts, write func(i int) ([]byte, bool, error)) *distinct {
	return &distinct{w: w, write: write, seed: maphash.MakeSeed(), table: make([]int32, 64)}
}

// answer writes value i and returns the number of its text in w.
func (d *distinct) answer(i int) (int32, error) {
	text, ok, err := d.write(i)
	if err != nil || !ok {
		return null, err
	}
	if 2*d.w.n >= len(d.table) {
		d.grow()
	}
	h := maphash.Bytes(d.seed, text)
	slot := int(h) & (len(d.table) - 1)
	for d.table[slot] != 0 {
		if k := int(d.table[slot] - 1); d.hashes[k] == h && string(d.w.at(k)) == string(text) {
			return int32(k), nil
		}
		slot = (slot + 1) & (len(d.table) - 1)
	}
	d.w.add(len(text))
	d.hashes = append(d.hashes, h)
	d.table[slot] = int32(d.w.n)
	return int32(d.w.n - 1), nil
}

func (d *distinct) grow() {
	d.table = make([]int32, 2*len(d.table))
	for k, h := range d.hashes {
		slot := int(h) & (len(d.table) - 1)
		for d.table[slot] != 0 {
			slot = (slot + 1) & (len(d.table) - 1)
		}
		d.table[slot] = int32(k + 1)
	}
}
