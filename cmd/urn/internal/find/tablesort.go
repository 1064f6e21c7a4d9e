package find

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
)

// item is a key that is being sorted.
type item struct {
	// part is eight bytes of the key, or its count, as a big-endian number.
	part uint64
	at   place
}

// sort returns the places of the keys, the most frequent first. Keys with the same count
// are in the order of their bytes. items is memory that sort may use.
func (s *shard) sort(items []item) []item {
	s.slots = nil // nobody looks up any more, and sorting takes memory too
	items = items[:0]
	for p := range s.all {
		items = append(items, item{^uint64(s.total(p)), p})
	}
	s.sortItems(items, -8)
	return items
}

// sortItems sorts items that are equal before depth: by part, which has the bytes of the key
// from depth on, and then by eight further bytes at a time. Most comparisons do not touch the
// text. If depth is -8, part is the count.
func (s *shard) sortItems(items []item, depth int) {
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.part, b.part) })
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].part == items[0].part {
			n++
		}
		if next, ok := s.nextParts(items[:n], depth+8); ok {
			s.sortItems(items[:n], next)
		}
		items = items[n:]
	}
}

// nextParts sets part to the first eight bytes in which the keys differ, at depth or after
// it. It returns the position of these bytes. ok is false if the keys do not differ.
func (s *shard) nextParts(items []item, depth int) (at int, ok bool) {
	for more := len(items) > 1; more && !ok; depth += 8 {
		at, more = depth, false
		for i := range items {
			k := s.key(items[i].at)
			items[i].part = part(k, depth)
			more = more || len(k) > depth
			ok = ok || items[i].part != items[0].part
		}
	}
	return at, ok
}

// part returns the eight bytes of a key from depth on, zeros after its end. No key has a
// zero after its first byte.
func part(key []byte, depth int) uint64 {
	if depth+8 <= len(key) {
		return binary.BigEndian.Uint64(key[depth:])
	}
	var b [8]byte
	copy(b[:], key[min(depth, len(key)):])
	return binary.BigEndian.Uint64(b[:])
}

// counted is a key and its count.
type counted struct {
	total int64  // -1 after the last record
	part  uint64 // of the key, from some depth on
	key   []byte
}

func (c *counted) compare(o *counted) int {
	switch {
	case c.total != o.total:
		return cmp.Compare(o.total, c.total)
	case c.part != o.part:
		return cmp.Compare(c.part, o.part)
	}
	return bytes.Compare(c.key, o.key)
}

func (s *shard) counted(p place) counted {
	key := s.key(p)
	return counted{s.total(p), part(key, 0), key}
}

// bound is a place between two keys of a sorted shard.
type bound struct{ chunk, at int }

// arrange writes the keys of a shard in the order of items, so that merging reads memory
// sequentially. After that, a record is the count and the length of the key, each as a
// varint, and the key. s.bounds gets the positions that separate the keys at the keys of
// between. free has chunks to use. The result has the remaining chunks and the old chunks
// of the shard.
func (s *shard) arrange(items []item, between []counted, free [][]byte) [][]byte {
	var chunks [][]byte
	var c []byte
	s.bounds = append(make([]bound, 0, len(between)+2), bound{})
	for _, i := range items {
		k := s.counted(i.at)
		size := 2*binary.MaxVarintLen64 + len(k.key)
		if cap(c)-len(c) < size {
			if len(c) > 0 {
				chunks = append(chunks, c)
			}
			if last := len(free) - 1; last >= 0 && size <= maxChunk {
				c, free = free[last], free[:last]
			} else {
				c = make([]byte, 0, max(size, maxChunk))
			}
		}
		for len(between) > 0 && between[0].compare(&k) <= 0 {
			s.bounds = append(s.bounds, bound{len(chunks), len(c)})
			between = between[1:]
		}
		c = binary.AppendUvarint(c, uint64(k.total))
		c = binary.AppendUvarint(c, uint64(len(k.key)))
		c = append(c, k.key...)
	}
	chunks = append(chunks, c)
	for range len(between) + 1 {
		s.bounds = append(s.bounds, bound{len(chunks) - 1, len(c)})
	}
	for _, c := range s.chunks {
		if cap(c) == maxChunk {
			free = append(free, c[:0])
		}
	}
	s.chunks = chunks
	return free
}

// uvarint is [binary.Uvarint], and fast for small numbers.
func uvarint(b []byte) (x uint64, size int) {
	if b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return binary.Uvarint(b)
}

// run is a part of an arranged shard that is being merged with others.
type run struct {
	counted
	shard   *shard
	at, end bound
}

// next reads the next key.
func (r *run) next(depth int) {
	if r.at == r.end {
		r.total = -1
		return
	}
	chunks := r.shard.chunks
	c := chunks[r.at.chunk]
	e := c[r.at.at:]
	total, i := uvarint(e)
	n, j := uvarint(e[i:])
	if r.at.at += i + j + int(n); r.at.at == len(c) && r.at.chunk+1 < len(chunks) {
		r.at = bound{r.at.chunk + 1, 0}
	}
	r.key = e[i+j:][:n]
	r.total, r.part = int64(total), part(r.key, depth)
}

// merge appends the keys of runs to dst, in order, but at most most keys. It returns how many
// more it could have appended. The keys agree in their first depth bytes.
func merge(dst []byte, runs []run, depth int, form Form, files bool, most int) ([]byte, int) {
	// This is a tree of losers (Knuth, The Art of Computer Programming, volume 3, 5.4.1).
	// Run i is the leaf len(runs)+i; losers[0] is the winner.
	losers := make([]int, len(runs))
	for i := range losers {
		losers[i] = -1
	}
	for i := range runs {
		runs[i].next(depth)
		winner := i
		for j := (i + len(runs)) / 2; j > 0 && winner >= 0; j /= 2 {
			if losers[j] < 0 || runs[losers[j]].compare(&runs[winner].counted) < 0 {
				losers[j], winner = winner, losers[j]
			}
		}
		if winner >= 0 {
			losers[0] = winner
		}
	}
	for ; len(runs) > 0 && most > 0; most-- {
		winner := losers[0]
		r := &runs[winner]
		if r.total < 0 {
			break
		}
		dst = appendCount(dst, &r.counted, form, files)
		r.next(depth)
		for j := (winner + len(runs)) / 2; j > 0; j /= 2 {
			if runs[losers[j]].compare(&runs[winner].counted) < 0 {
				losers[j], winner = winner, losers[j]
			}
		}
		losers[0] = winner
	}
	return dst, most
}

// appendCount appends a row. If files is set, the key has the file that [block.endKey] adds.
func appendCount(dst []byte, c *counted, form Form, files bool) []byte {
	key, name := c.key, ""
	if files {
		i := bytes.IndexByte(key, '\t')
		key, name = key[:i], string(key[i+1:])
	}
	switch form {
	case JSON:
		var file record.File
		if name != "" && name != input.Stdin {
			file = record.NewFile(name)
		}
		dst = record.AppendCount(dst, c.total, file, string(appendKey(nil, key)))
	case CSV:
		dst = append(strconv.AppendInt(dst, c.total, 10), ',')
		if files {
			if name != input.Stdin {
				dst = appendCSVField(dst, name)
			}
			dst = append(dst, ',')
		}
		dst = appendCSVField(dst, string(appendKey(nil, key)))
	default:
		dst = append(strconv.AppendInt(dst, c.total, 10), '\t')
		if files {
			dst = append(append(dst, input.Display(name)...), '\t')
		}
		dst = appendKey(dst, key)
	}
	return append(dst, '\n')
}

// sort sorts the table. It returns the keys that separate the pieces in which the table is to
// be written.
func (t *table) sort() (between []counted) {
	largest := &t.shards[0]
	for i := range t.shards {
		if t.shards[i].n > largest.n {
			largest = &t.shards[i]
		}
	}
	items := largest.sort(nil)
	for pieces, i := 1+t.len()/t.pieceLen, 1; i < pieces; i++ {
		between = append(between, largest.counted(items[i*len(items)/pieces].at))
	}
	largest.arrange(items, between, nil)
	var running sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		running.Add(1)
		go func() {
			defer running.Done()
			var items []item
			var free [][]byte
			for i := next.Add(1) - 1; i < numShards; i = next.Add(1) - 1 {
				if s := &t.shards[i]; s != largest {
					items = s.sort(items)
					free = s.arrange(items, between, free)
				}
			}
		}()
	}
	running.Wait()
	return between
}

// appendPiece appends the piece with the given number, as merge does.
func (t *table) appendPiece(dst []byte, piece int, between []counted, form Form, files bool, most int) ([]byte, int) {
	var runs []run
	for i := range t.shards {
		s := &t.shards[i]
		if at, end := s.bounds[piece], s.bounds[piece+1]; at != end {
			runs = append(runs, run{shard: s, at: at, end: end})
		}
	}
	depth := 0
	if piece > 0 && piece < len(between) {
		if a, b := between[piece-1], between[piece]; a.total == b.total {
			for depth < min(len(a.key), len(b.key)) && a.key[depth] == b.key[depth] {
				depth++
			}
		}
	}
	return merge(dst, runs, depth, form, files, most)
}

// write writes the counts, the most frequent first: the first top counts, or all if top is 0.
func (t *table) write(out io.Writer, form Form, files bool, top int) error {
	if form == CSV {
		header := "count,key\n"
		if files {
			header = "count,file,key\n"
		}
		if _, err := io.WriteString(out, header); err != nil {
			return err
		}
	}
	between := t.sort()
	if top > 0 {
		var b []byte
		for piece := 0; piece <= len(between) && top > 0; piece++ {
			b, top = t.appendPiece(b[:0], piece, between, form, files, top)
			if _, err := out.Write(b); err != nil {
				return err
			}
		}
		return nil
	}
	pieces := make([]chan []byte, len(between)+1)
	for i := range pieces {
		pieces[i] = make(chan []byte, 1)
	}
	workers := runtime.GOMAXPROCS(0)
	buffers := make(chan []byte, 2*workers)
	for range cap(buffers) {
		buffers <- nil
	}
	done := make(chan struct{})
	defer close(done)
	var next atomic.Int64
	for range workers {
		go func() {
			for {
				select {
				case <-done:
					return
				case dst := <-buffers:
					i := int(next.Add(1) - 1)
					if i >= len(pieces) {
						return
					}
					dst, _ = t.appendPiece(dst[:0], i, between, form, files, math.MaxInt)
					pieces[i] <- dst
				}
			}
		}()
	}
	for _, piece := range pieces {
		b := <-piece
		if _, err := out.Write(b); err != nil {
			return err
		}
		buffers <- b
	}
	return nil
}
