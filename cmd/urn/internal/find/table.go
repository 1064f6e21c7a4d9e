package find

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/internal/record"
)

// keys are some keys, one after the other in one piece of memory.
type keys struct {
	text   []byte
	ends   []int    // of the keys, in text
	hashes []uint64 // of the keys
}

func (k *keys) reset() { k.text, k.ends, k.hashes = k.text[:0], k.ends[:0], k.hashes[:0] }

// end ends the key that has been appended to text.
func (k *keys) end() { k.ends = append(k.ends, len(k.text)) }

func (k *keys) len() int { return len(k.ends) }

func (k *keys) at(i int) []byte {
	start := 0
	if i > 0 {
		start = k.ends[i-1]
	}
	return k.text[start:k.ends[i]]
}

// table counts keys. It is divided by the keys' hashes into shards, which
// different goroutines can use at the same time. It holds no pointers to the
// keys, so that the garbage collector has nothing to look at.
//
// It stays because a Go map of strings with slices.SortFunc took 2.6 times as long for
// "find --count" on 1.2 million lines with as many keys (medians of five runs on two
// cores, alternating, 4.1 s and 1.6 s), and a quarter more memory. With 50,000 keys in as
// many lines, it made no difference. The garbage collector has its usual settings: with
// GOGC=40 and a memory limit, the same input took 1.2 times as long and as much memory.
type table struct {
	seed   maphash.Seed
	limit  int64
	size   atomic.Int64 // what the keys take, in bytes
	n      atomic.Int64 // how many keys there are
	shards [1 << shardBits]shard
}

const shardBits = 6

// shard is a hash table with open addressing and linear probing.
type shard struct {
	mu      sync.Mutex
	slots   []slot
	entries []entry
	chunks  [][]byte // the text of the keys
	_       [32]byte // keep shards on cache lines of their own
}

// slot has the hash of a key beside its place. Most keys that are looked up are
// new, and only the slot has to be fetched for them.
type slot struct {
	hash uint32
	at   uint32 // 0, or the index of an entry plus 1
}

type entry struct {
	count      int64
	chunk      uint32 // where the key is
	start, len uint32
}

// perKey is the memory in bytes that a key takes besides its text. It counts the
// entry, and the old entries that growing leaves to the garbage collector. It
// counts the slots, of which at least three in eight are taken. While the keys are
// sorted there are no slots, and an item takes their place.
const perKey = 24*2 + 8*8/3 + 16

const (
	minChunk = 4 << 10
	maxChunk = 256 << 10
)

func newTable(limit int) *table {
	return &table{seed: maphash.MakeSeed(), limit: int64(limit)}
}

func (t *table) len() int { return int(t.n.Load()) }

// hash hashes keys.
func (t *table) hash(k *keys) {
	for i := range k.ends {
		k.hashes = append(k.hashes, maphash.Bytes(t.seed, k.at(i)))
	}
}

// add counts keys, which have been hashed. Its error is that there is no room
// for more.
func (t *table) add(k *keys) error {
	for i, h := range k.hashes {
		if _, err := t.count(k.at(i), h); err != nil {
			return err
		}
	}
	return nil
}

// addNew is add, and returns which of the keys are new.
func (t *table) addNew(k *keys) (fresh []int, err error) {
	for i, h := range k.hashes {
		isNew, err := t.count(k.at(i), h)
		if err != nil {
			return fresh, err
		}
		if isNew {
			fresh = append(fresh, i)
		}
	}
	return fresh, nil
}

// count counts a key with the hash h.
func (t *table) count(key []byte, h uint64) (isNew bool, err error) {
	s := &t.shards[h>>(64-shardBits)]
	s.mu.Lock()
	defer s.mu.Unlock()
	if 4*len(s.entries) >= 3*len(s.slots) {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	hash := uint32(h)
	at := hash & mask
	for ; s.slots[at].at != 0; at = (at + 1) & mask {
		if s.slots[at].hash != hash {
			continue
		}
		if e := &s.entries[s.slots[at].at-1]; bytes.Equal(s.key(e), key) {
			e.count++
			return false, nil
		}
	}
	if size := int64(perKey) + int64(len(key)); t.size.Add(size) > t.limit {
		t.size.Add(-size)
		limit := flags.Size(t.limit)
		return false, fmt.Errorf("more than %d distinct URNs, which need more than %s of memory (see --max-memory, or use sort: urn help find)",
			t.len(), &limit)
	}
	t.n.Add(1)
	chunk, start := s.keep(key)
	s.entries = append(s.entries, entry{1, chunk, start, uint32(len(key))})
	s.slots[at] = slot{hash, uint32(len(s.entries))}
	return true, nil
}

func (s *shard) key(e *entry) []byte {
	return s.chunks[e.chunk][e.start : e.start+e.len]
}

// keep keeps the text of a key, and returns where it is.
func (s *shard) keep(key []byte) (chunk, start uint32) {
	last := len(s.chunks) - 1
	if last < 0 || cap(s.chunks[last])-len(s.chunks[last]) < len(key) {
		size := minChunk
		if last >= 0 {
			size = min(2*cap(s.chunks[last]), maxChunk)
		}
		s.chunks = append(s.chunks, make([]byte, 0, max(size, len(key))))
		last++
	}
	c := &s.chunks[last]
	*c = append(*c, key...)
	return uint32(last), uint32(len(*c) - len(key))
}

// grow doubles the number of slots.
func (s *shard) grow() {
	old := s.slots
	s.slots = make([]slot, max(16, 2*len(old)))
	mask := uint32(len(s.slots) - 1)
	for _, o := range old {
		if o.at == 0 {
			continue
		}
		at := o.hash & mask
		for s.slots[at].at != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = o
	}
}

// item is a key that is being sorted.
type item struct {
	// part is eight bytes of what is sorted by, as a big-endian number.
	part uint64
	// ref is the shard and the index of the entry.
	ref uint64
}

const refBits = 32

func (t *table) entry(i item) (*shard, *entry) {
	s := &t.shards[i.ref>>refBits]
	return s, &s.entries[uint32(i.ref)]
}

// sorted returns the keys, the most frequent first, and in the order of their
// bytes where they are equally frequent.
func (t *table) sorted() []item {
	items := make([]item, 0, t.len())
	for i := range t.shards {
		t.shards[i].slots = nil // nobody looks up any more, and sorting takes memory too
		for j := range t.shards[i].entries {
			items = append(items, item{^uint64(t.shards[i].entries[j].count), uint64(i)<<refBits | uint64(j)})
		}
	}
	s := sorter{table: t, slots: make(chan struct{}, runtime.GOMAXPROCS(0)-1)}
	s.sort(items, -8)
	s.running.Wait()
	return items
}

// sorter sorts items by the count and then by the text of the keys, eight bytes
// at a time. This is multikey quicksort (Bentley and Sedgewick, 1997). A
// comparison does not touch the text. By comparing the texts, sorting 335,000
// keys took as long as finding them.
type sorter struct {
	*table
	slots   chan struct{} // for other goroutines
	running sync.WaitGroup
}

// parallel is how many items are worth a goroutine.
const parallel = 4096

// sort sorts items. part is the count if depth is -8, and otherwise the bytes of
// the key from depth on; before that, the items are equal.
func (s *sorter) sort(items []item, depth int) {
	for len(items) > 1 {
		if len(items) <= 12 {
			s.insert(items, depth)
			return
		}
		low, high := partition(items)
		s.fork(items[:low], depth)
		s.fork(items[high:], depth)
		items = items[low:high]
		depth += 8
		more := false
		for i := range items {
			sh, e := s.entry(items[i])
			items[i].part = part(sh.key(e), depth)
			more = more || int(e.len) > depth
		}
		if !more {
			return
		}
	}
}

// fork sorts items, in another goroutine if that is worth it.
func (s *sorter) fork(items []item, depth int) {
	if len(items) >= parallel {
		select {
		case s.slots <- struct{}{}:
			s.running.Add(1)
			go func() {
				defer s.running.Done()
				s.sort(items, depth)
				<-s.slots
			}()
			return
		default:
		}
	}
	s.sort(items, depth)
}

// partition divides items into those with a part less than some part, those
// with that part, and those with a greater one. It returns where the second
// begins and ends.
func partition(items []item) (low, high int) {
	n := len(items)
	// At random, so that no input can make it slow.
	pivot := median(items[rand.IntN(n)].part, items[rand.IntN(n)].part, items[rand.IntN(n)].part)
	low, high = 0, n
	for i := 0; i < high; {
		switch p := items[i].part; {
		case p < pivot:
			items[low], items[i] = items[i], items[low]
			low++
			i++
		case p > pivot:
			high--
			items[i], items[high] = items[high], items[i]
		default:
			i++
		}
	}
	return low, high
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }

// insert is insertion sort.
func (s *sorter) insert(items []item, depth int) {
	for i := 1; i < len(items); i++ {
		for j := i; j > 0 && s.less(items[j], items[j-1], depth); j-- {
			items[j], items[j-1] = items[j-1], items[j]
		}
	}
}

func (s *sorter) less(a, b item, depth int) bool {
	if a.part != b.part {
		return a.part < b.part
	}
	sa, ea := s.entry(a)
	sb, eb := s.entry(b)
	depth += 8
	ka, kb := sa.key(ea), sb.key(eb)
	return bytes.Compare(ka[min(depth, len(ka)):], kb[min(depth, len(kb)):]) < 0
}

// part returns the eight bytes of a key from depth on, zeros after its end. No
// key holds a zero.
func part(key []byte, depth int) uint64 {
	if depth+8 <= len(key) {
		return binary.BigEndian.Uint64(key[depth:])
	}
	var b [8]byte
	copy(b[:], key[min(depth, len(key)):])
	return binary.BigEndian.Uint64(b[:])
}

// formatted is how many counts a goroutine formats at a time.
const formatted = 4096

// write writes the counts, the most frequent first. Several goroutines format
// them: nearly all of the time goes into fetching the keys from memory.
func (t *table) write(out io.Writer, form Form) error {
	if form == CSV {
		if _, err := io.WriteString(out, "count,key\n"); err != nil {
			return err
		}
	}
	items := t.sorted()
	buffers := make([][]byte, runtime.GOMAXPROCS(0))
	for len(items) > 0 {
		var running sync.WaitGroup
		for i := range buffers {
			some := items[:min(formatted, len(items))]
			items = items[len(some):]
			running.Add(1)
			go func() {
				defer running.Done()
				buffers[i] = t.appendCounts(buffers[i][:0], some, form)
			}()
		}
		running.Wait()
		for _, b := range buffers {
			if len(b) == 0 {
				continue
			}
			if _, err := out.Write(b); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *table) appendCounts(dst []byte, items []item, form Form) []byte {
	for _, i := range items {
		s, e := t.entry(i)
		key := s.key(e)
		switch form {
		case JSON:
			dst = record.AppendCount(dst, e.count, string(key))
		case CSV:
			dst = strconv.AppendInt(dst, e.count, 10)
			dst = append(dst, ',')
			dst = appendCSVField(dst, string(key))
		default:
			dst = strconv.AppendInt(dst, e.count, 10)
			dst = append(dst, '\t')
			dst = append(dst, key...)
		}
		dst = append(dst, '\n')
	}
	return dst
}
