package find

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
)

// keys has several keys, one after the other in one piece of memory.
type keys struct {
	text []byte
	ends []int // of the keys, in text
}

func (k *keys) reset() { k.text, k.ends = k.text[:0], k.ends[:0] }

// end ends the key that has been appended to text.
func (k *keys) end() { k.ends = append(k.ends, len(k.text)) }

// table counts keys. It is divided by the keys' hashes into shards, which different
// goroutines can use at the same time. It holds no pointers to the keys, so that the
// garbage collector has nothing to look at.
//
// With Go maps from strings to counts, 80 lines would be unnecessary. On a log of 6 million
// lines with 5.3 million keys, such maps took 21.3 s of processor time and 1.5 GB, and this
// table 5.4 s and 400 MB (two shared cores).
type table struct {
	seed   maphash.Seed
	limit  int64
	size   atomic.Int64 // of the keys, each with perKey, in bytes
	n      atomic.Int64 // how many keys there are
	shards [numShards]shard

	pieceLen int // how many keys are sorted at a time, about; less in tests
}

const (
	shardBits = 8
	numShards = 1 << shardBits
)

// shard is a hash table with open addressing and linear probing.
type shard struct {
	mu     sync.Mutex
	n      int // how many keys there are
	slots  []slot
	chunks [][]byte // records, one after the other
}

// slot is 0 if it is free. Otherwise it has half of the hash of a key, and in the low bits
// the position of its record plus 1: the index of the chunk, and the offset there in
// chunkBits bits. A record is the count, the length of the key as a varint, and the key.
type slot uint64

const (
	slotBits  = 32
	chunkBits = 16
	minChunk  = 1 << 10
	maxChunk  = 1 << chunkBits
	countSize = 8 // bytes
)

// perKey is the memory in bytes that a key takes besides its text: the head of the record,
// and slots, of which at least three in eight are taken.
const perKey = countSize + 1 + 8*8/3

func newTable(limit int) *table {
	return &table{seed: maphash.MakeSeed(), limit: int64(limit), pieceLen: 16 << 10}
}

func (t *table) len() int { return int(t.n.Load()) }

// add counts keys. It returns which of the keys are new, in ascending order, and an error
// if there is no room for more.
func (t *table) add(k *keys) (fresh []int, err error) {
	start, size := 0, int64(0)
	defer func() {
		t.size.Add(size)
		t.n.Add(int64(len(fresh)))
	}()
	for i, end := range k.ends {
		key := k.text[start:end]
		start = end
		hash := maphash.Bytes(t.seed, key)
		if !t.shards[hash>>(64-shardBits)].count(key, uint32(hash)) {
			continue
		}
		if size += int64(len(key) + perKey); t.size.Load()+size > t.limit {
			limit := flags.Size(t.limit)
			return fresh, fmt.Errorf("more than %d distinct URNs, which need more than %s of memory (see --max-memory, or use sort: urn help find)",
				t.len()+len(fresh), &limit)
		}
		fresh = append(fresh, i)
	}
	return fresh, nil
}

// count counts a key, and reports whether it is new.
func (s *shard) count(key []byte, hash uint32) (isNew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if 4*s.n >= 3*len(s.slots) {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	at := hash & mask
	for ; s.slots[at] != 0; at = (at + 1) & mask {
		if uint32(s.slots[at]>>slotBits) != hash {
			continue
		}
		if r := s.record(s.slots[at]); bytes.Equal(r.key(), key) {
			binary.NativeEndian.PutUint64(r, r.count()+1)
			return false
		}
	}
	s.slots[at] = slot(hash)<<slotBits | s.keep(key)
	s.n++
	return true
}

// grow doubles the number of slots.
func (s *shard) grow() {
	old := s.slots
	s.slots = make([]slot, max(16, 2*len(old)))
	mask := uint32(len(s.slots) - 1)
	for _, one := range old {
		if one == 0 {
			continue
		}
		at := uint32(one>>slotBits) & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = one
	}
}

// keep makes a record of a key, with the count 1. It returns the low bits of its slot.
func (s *shard) keep(key []byte) slot {
	last, size := len(s.chunks)-1, countSize+binary.MaxVarintLen32+len(key)
	if last < 0 || cap(s.chunks[last])-len(s.chunks[last]) < size {
		next := minChunk
		if last >= 0 {
			next = min(2*cap(s.chunks[last]), maxChunk)
		}
		s.chunks = append(s.chunks, make([]byte, 0, max(next, size)))
		last++
	}
	c := &s.chunks[last]
	position := last<<chunkBits | len(*c)
	*c = binary.NativeEndian.AppendUint64(*c, 1)
	*c = append(binary.AppendUvarint(*c, uint64(len(key))), key...)
	return slot(position + 1)
}

// counter begins with a record. Other records may follow.
type counter []byte

func (s *shard) record(at slot) counter {
	position := uint32(at) - 1
	return s.chunks[position>>chunkBits][position&(maxChunk-1):]
}

func (c counter) count() uint64 { return binary.NativeEndian.Uint64(c) }

func (c counter) key() []byte {
	n, size := binary.Uvarint(c[countSize:])
	return c[countSize+size:][:n]
}

// counted is a key and its count.
type counted struct {
	total uint64
	key   []byte
}

func (s *shard) counted(at slot) counted {
	c := s.record(at)
	return counted{c.count(), c.key()}
}

// compare orders keys: the most frequent first, and those with the same count by their bytes.
func (c counted) compare(o counted) int {
	if c.total != o.total {
		return cmp.Compare(o.total, c.total)
	}
	return bytes.Compare(c.key, o.key)
}

// divide divides the keys into pieces that follow one another in the order of the output, and
// returns the number of pieces. Afterwards, each slot has the number of its piece instead of the
// hash, and the slots of each shard are sorted by that number.
func (t *table) divide() (pieces int) {
	largest := &t.shards[0]
	for i := range t.shards {
		if t.shards[i].n > largest.n {
			largest = &t.shards[i]
		}
	}
	var sample []counted
	for _, at := range largest.slots {
		if at != 0 {
			sample = append(sample, largest.counted(at))
		}
	}
	slices.SortFunc(sample, counted.compare)
	pieces = 1 + t.len()/t.pieceLen
	var between []counted
	for i := 1; i < pieces; i++ {
		between = append(between, sample[i*len(sample)/pieces])
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range t.shards {
		g.Go(func() error {
			s := &t.shards[i]
			s.slots = slices.DeleteFunc(s.slots, func(at slot) bool { return at == 0 })
			for i, at := range s.slots {
				piece, _ := slices.BinarySearchFunc(between, s.counted(at), counted.compare)
				s.slots[i] = slot(piece)<<slotBits | at&(1<<slotBits-1)
			}
			slices.Sort(s.slots)
			return nil
		})
	}
	g.Wait() // no error
	return pieces
}

// rows is a piece that is being written.
type rows struct {
	keys []counted
	text []byte
}

// fill makes the text of a piece, with at most most keys. divide must have returned before.
func (r *rows) fill(t *table, piece int, form Form, files bool, most int) {
	r.keys, r.text = r.keys[:0], r.text[:0]
	for i := range t.shards {
		s := &t.shards[i]
		start, _ := slices.BinarySearch(s.slots, slot(piece)<<slotBits)
		for _, at := range s.slots[start:] {
			if int(at>>slotBits) != piece {
				break
			}
			r.keys = append(r.keys, s.counted(at))
		}
	}
	slices.SortFunc(r.keys, counted.compare)
	for _, c := range r.keys[:min(most, len(r.keys))] {
		r.text = appendCount(r.text, c, form, files)
	}
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
	together := make([]rows, runtime.GOMAXPROCS(0))
	if top > 0 {
		together = together[:1] // the first piece may be enough
	} else {
		top = t.len()
	}
	pieces := t.divide()
	for first := 0; first < pieces && top > 0; first += len(together) {
		var g errgroup.Group
		for i := range together {
			g.Go(func() error {
				together[i].fill(t, first+i, form, files, top)
				return nil
			})
		}
		g.Wait()
		for _, r := range together {
			if _, err := out.Write(r.text); err != nil {
				return err
			}
			top -= len(r.keys)
		}
	}
	return nil
}

// appendCount appends a row. If files is set, the key has the file that [block.endKey] adds.
func appendCount(dst []byte, c counted, form Form, files bool) []byte {
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
		dst = record.AppendCount(dst, int64(c.total), file, string(key))
	case CSV:
		dst = append(strconv.AppendUint(dst, c.total, 10), ',')
		if files {
			if name != input.Stdin {
				dst = appendCSVField(dst, name)
			}
			dst = append(dst, ',')
		}
		dst = appendCSVField(dst, string(key))
	default:
		dst = append(strconv.AppendUint(dst, c.total, 10), '\t')
		if files {
			dst = append(append(dst, input.Display(name)...), '\t')
		}
		dst = append(dst, key...)
	}
	return append(dst, '\n')
}
