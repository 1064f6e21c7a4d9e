package urnarrow

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/seed7b5a83f0/urn"
)

// bits are a bit for each row.
type bits struct {
	buf   *memory.Buffer
	set8  []byte
	n     int
	count int // of bits that are set
}

func newBits(mem memory.Allocator, n int) *bits {
	b := &bits{buf: zeroed(mem, int(bitutil.BytesForBits(int64(n)))), n: n}
	b.set8 = b.buf.Bytes()
	return b
}

func zeroed(mem memory.Allocator, n int) *memory.Buffer {
	buf := memory.NewResizableBuffer(mem)
	buf.Resize(n)
	clear(buf.Bytes())
	return buf
}

func (b *bits) set(i int) {
	b.set8[uint(i)/8] |= 1 << (uint(i) % 8)
	b.count++
}

func (b *bits) release() { b.buf.Release() }

// buffer returns the buffer for an array, or nil if all bits are set.
func (b *bits) buffer() *memory.Buffer {
	if b.count == b.n {
		return nil
	}
	return b.buf
}

// array returns an array of which b has the validity.
func (b *bits) array(typ arrow.DataType, children []arrow.ArrayData, buffers ...*memory.Buffer) arrow.Array {
	data := array.NewData(typ, b.n, append([]*memory.Buffer{b.buffer()}, buffers...), children, b.n-b.count, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// maxBlock is the size in bytes up to which a buffer of a view array grows. Only a text
// that is longer has a larger one.
var maxBlock = 1 << 30

// texts writes an array of text, row by row.
type texts struct {
	mem    memory.Allocator
	layout layout
	n      int
	valid  *bits
	heads  *memory.Buffer     // has one of the next three
	small  []int32            // ends of rows, from index 1
	large  []int64            // the same
	views  []arrow.ViewHeader // rows
	data   *memory.Buffer     // the last block
	used   int                // bytes of data
	buf    []byte             // the whole memory of data
	blocks []*memory.Buffer   // full ones
}

// newTexts returns a writer of at most n rows. It has room for size bytes, and grows.
func newTexts(mem memory.Allocator, l layout, n, size int) *texts {
	w := &texts{mem: mem, layout: l, valid: newBits(mem, n), data: memory.NewResizableBuffer(mem)}
	w.heads = memory.NewResizableBuffer(mem)
	w.heads.Resize(w.headsOf(n))
	switch l { // each row is written by add or addNull
	case offsets64:
		w.large = arrow.Int64Traits.CastFromBytes(w.heads.Bytes())
		w.large[0] = 0
	case views:
		w.views = arrow.ViewHeaderTraits.CastFromBytes(w.heads.Bytes())
	default:
		w.small = arrow.Int32Traits.CastFromBytes(w.heads.Bytes())
		w.small[0] = 0
	}
	w.reserve(min(size, maxBlock))
	return w
}

// reserve makes room for n bytes in the last block. The allocator may give more, which
// is not used: a view block would become larger than maxBlock.
func (w *texts) reserve(n int) {
	w.data.Reserve(n)
	w.buf = w.data.Buf()[:n]
}

// headsOf returns the size in bytes of the offsets or views of n rows.
func (w *texts) headsOf(n int) int {
	switch w.layout {
	case offsets64:
		return (n + 1) * arrow.Int64SizeBytes
	case views:
		return n * arrow.ViewHeaderSizeBytes
	}
	return (n + 1) * arrow.Int32SizeBytes
}

// room returns an empty slice with room for n bytes, which add can take.
func (w *texts) room(n int) ([]byte, error) {
	if w.used+n <= len(w.buf) {
		return w.buf[w.used:w.used:len(w.buf)], nil
	}
	switch {
	case w.layout != offsets64 && w.layout != views && w.used+n > math.MaxInt32:
		return nil, errTooLong
	case w.layout == views && w.used > 0 && w.used+n > maxBlock:
		w.data.ResizeNoShrink(w.used)
		w.blocks = append(w.blocks, w.data)
		w.data, w.used = memory.NewResizableBuffer(w.mem), 0
	}
	// Twice the size, so that the buffer is copied seldom.
	size := 2 * w.data.Cap()
	if w.layout == views {
		size = min(size, maxBlock)
	}
	w.data.ResizeNoShrink(w.used) // Reserve keeps that much
	w.reserve(max(size, w.used+n))
	return w.buf[w.used:w.used:len(w.buf)], nil
}

// add adds a row with the n bytes that were written to the result of room.
func (w *texts) add(n int) {
	w.valid.set(w.n)
	w.n++
	switch w.layout {
	case offsets64:
		w.used += n
		w.large[w.n] = int64(w.used)
	case views:
		h, text := &w.views[w.n-1], w.buf[w.used:w.used+n]
		if arrow.IsViewInline(n) {
			*h = arrow.ViewHeader{}
			h.SetBytes(text)
			return
		}
		// SetBytes and SetIndexOffset would copy four bytes by a call.
		*(*[4]uint32)(unsafe.Pointer(h)) = [4]uint32{uint32(n), binary.NativeEndian.Uint32(text), uint32(len(w.blocks)), uint32(w.used)}
		w.used += n
	default:
		w.used += n
		w.small[w.n] = int32(w.used)
	}
}

// addText adds a row with the text.
func (w *texts) addText(text string) error {
	dst, err := w.room(len(text))
	if err == nil {
		w.add(len(append(dst, text...)))
	}
	return err
}

func (w *texts) addNull() {
	w.n++
	switch w.layout {
	case offsets64:
		w.large[w.n] = int64(w.used)
	case views:
		w.views[w.n-1] = arrow.ViewHeader{}
	default:
		w.small[w.n] = int32(w.used)
	}
}

// at returns the bytes of row i, which is not NULL, until the next row.
func (w *texts) at(i int) []byte {
	switch w.layout {
	case offsets64:
		return w.buf[w.large[i]:w.large[i+1]]
	case views:
		h := &w.views[i]
		if h.IsInline() {
			return h.InlineBytes()
		}
		buf := w.buf
		if k := int(h.BufferIndex()); k < len(w.blocks) {
			buf = w.blocks[k].Bytes()
		}
		start := int(h.BufferOffset())
		return buf[start : start+h.Len()]
	}
	return w.buf[w.small[i]:w.small[i+1]]
}

// array returns the array. Nothing may be added afterwards.
func (w *texts) array() arrow.Array {
	w.data.ResizeNoShrink(w.used)
	if w.used < w.data.Cap()/2 {
		w.data.Resize(w.used) // gives memory back
	}
	w.heads.Resize(w.headsOf(w.n))
	w.valid.n = w.n
	switch w.layout {
	case offsets64:
		return w.valid.array(arrow.BinaryTypes.LargeString, nil, w.heads, w.data)
	case views:
		buffers := append([]*memory.Buffer{w.heads}, w.blocks...)
		if w.used > 0 {
			buffers = append(buffers, w.data)
		}
		return w.valid.array(arrow.BinaryTypes.StringView, nil, buffers...)
	}
	return w.valid.array(arrow.BinaryTypes.String, nil, w.heads, w.data)
}

func (w *texts) release() {
	for _, b := range append(w.blocks, w.valid.buf, w.heads, w.data) {
		b.Release()
	}
}

// spans writes an array of the type OffsetsType.
type spans struct {
	rows    *bits
	valid   [3]*bits // of r, q and f
	buffers [10]*memory.Buffer
	columns [10][]int32
}

func newSpans(mem memory.Allocator, n int) *spans {
	w := &spans{rows: newBits(mem, n)}
	for i := range w.valid {
		w.valid[i] = newBits(mem, n)
	}
	for i := range w.buffers {
		w.buffers[i] = zeroed(mem, n*arrow.Int32SizeBytes)
		w.columns[i] = arrow.Int32Traits.CastFromBytes(w.buffers[i].Bytes())
	}
	return w
}

func (w *spans) set(i int, at urn.Offsets) {
	w.rows.set(i)
	for k, span := range [...]urn.Span{at.NID(), at.NSS(), at.R(), at.Q(), at.F()} {
		if k >= 2 {
			if span == (urn.Span{}) {
				continue
			}
			w.valid[k-2].set(i)
		}
		w.columns[2*k][i], w.columns[2*k+1][i] = int32(span.Start), int32(span.End)
	}
}

func (w *spans) array() arrow.Array {
	children := make([]arrow.ArrayData, len(w.buffers))
	for i, buf := range w.buffers {
		valid := w.rows
		if i >= 4 {
			valid = w.valid[i/2-2]
		}
		children[i] = array.NewData(arrow.PrimitiveTypes.Int32, valid.n, []*memory.Buffer{valid.buffer(), buf}, nil, valid.n-valid.count, 0)
		defer children[i].Release()
	}
	return w.rows.array(OffsetsType, children)
}

func (w *spans) release() {
	w.rows.release()
	for _, b := range w.valid {
		b.release()
	}
	for _, b := range w.buffers {
		b.Release()
	}
}
