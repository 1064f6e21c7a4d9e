package find

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
)

// keys has several keys, one after the other in one piece of memory, without their scheme: see
// end.
type keys struct {
	text   []byte
	ends   []int    // of the keys, in text
	hashes []uint64 // of the keys

	byShard []int32              // the indexes of the keys, in the order of their shards
	shards  [numShards + 1]int32 // where the keys of each shard begin in byShard
}

func (k *keys) reset() { k.text, k.ends, k.hashes = k.text[:0], k.ends[:0], k.hashes[:0] }

// scheme is the beginning of nearly all keys.
const scheme = "urn:"

// end ends the key that has been appended to text, and removes the scheme. If a near miss has
// capital letters in the scheme, the scheme stays, and a zero byte precedes the key. No key
// contains a zero byte, and the order of the keys stays the same.
func (k *keys) end() {
	start := k.start(len(k.ends))
	if bytes.HasPrefix(k.text[start:], []byte(scheme)) {
		k.text = append(k.text[:start], k.text[start+len(scheme):]...)
	} else {
		k.text = slices.Insert(k.text, start, 0)
	}
	k.ends = append(k.ends, len(k.text))
}

// appendKey appends a key as it was before end.
func appendKey(dst, key []byte) []byte {
	if len(key) > 0 && key[0] == 0 {
		return append(dst, key[1:]...)
	}
	return append(append(dst, scheme...), key...)
}

func (k *keys) len() int { return len(k.ends) }

func (k *keys) start(i int) int {
	if i == 0 {
		return 0
	}
	return k.ends[i-1]
}

func (k *keys) at(i int) []byte { return k.text[k.start(i):k.ends[i]] }

// hash hashes the keys, and sorts them by shard.
func (k *keys) hash(seed maphash.Seed) {
	var next [numShards + 1]int32
	for i := range k.ends {
		h := maphash.Bytes(seed, k.at(i))
		k.hashes = append(k.hashes, h)
		next[shardOf(h)+1]++
	}
	for i := range numShards {
		next[i+1] += next[i]
	}
	k.shards = next
	k.byShard = slices.Grow(k.byShard[:0], len(k.ends))[:len(k.ends)]
	for i, h := range k.hashes {
		s := shardOf(h)
		k.byShard[next[s]] = int32(i)
		next[s]++
	}
}

// table counts keys. It is divided by the keys' hashes into shards, which different
// goroutines can use at the same time. It holds no pointers to the keys, so that the
// garbage collector has nothing to look at.
//
// Nearly all of the time is spent waiting for memory, and for the system to provide it. So
// a slot has only four bytes, and a key is stored together with its count. The keys of a
// block are counted shard by shard.
//
// Shards of Go maps with the keys in an arena, slices.SortFunc and a merge would save 200 lines. With
// five million keys, they took 3.2 times the processor time and 3.0 times the memory (850 MB).
type table struct {
	seed   maphash.Seed
	limit  int64
	size   atomic.Int64 // of the keys, in bytes
	n      atomic.Int64 // how many keys there are
	shards [numShards]shard
}

const (
	shardBits = 8
	numShards = 1 << shardBits
)

func shardOf(hash uint64) uint64 { return hash >> (64 - shardBits) }

// shard is a hash table with open addressing and linear probing.
type shard struct {
	mu      sync.Mutex
	n       int // how many keys there are
	slots   []slot
	fetched slot     // see countIn
	chunks  [][]byte // records, one after the other
	open    int      // the index of the chunk that gets the next record
	// carried has the part of a count that its record has no room for, divided by 256.
	carried map[place]int64
	_       [32]byte // keep shards on cache lines of their own
}

// slot is 0 if it is free. Otherwise its low bits are a place. The bits above are bits of
// the hash, with one bit always set.
type slot uint32

func (s slot) place() place { return place(s & maxPlace) }

func newSlot(hash uint64, p place) slot {
	return slot(hash>>(64-shardBits-32))&^maxPlace | 1<<placeBits | slot(p)
}

// place is the position of a record: its lowest chunkBits are the offset in a chunk, and
// the other bits are the index of the chunk. A record is the lowest byte of the count, the
// length of the key as a varint, and the key.
type place uint32

const (
	chunkBits = 16
	minChunk  = 1 << 10
	maxChunk  = 1 << chunkBits
	placeBits = 24
	maxPlace  = 1<<placeBits - 1
	// maxChunks is 16 MiB of a shard. A table of 1 GiB, which is the most that --max-memory
	// allows, has 4 MiB in each, and half of that may be lost at the ends of chunks.
	maxChunks = 1 << (placeBits - chunkBits)
)

// perKey is the memory in bytes that a key takes besides its text: the head of the record,
// and slots. At least three in eight are taken, and growing leaves half as many to the
// garbage collector.
const perKey = 2 + 4*8/3 + 4*4/3

func newTable(limit int) *table {
	return &table{seed: maphash.MakeSeed(), limit: int64(limit)}
}

func (t *table) len() int { return int(t.n.Load()) }

// add counts keys. It returns an error if there is no room for more.
func (t *table) add(k *keys) error { return t.count(k, nil) }

// addNew is add, and returns which of the keys are new, in ascending order.
func (t *table) addNew(k *keys) (fresh []int, err error) {
	isNew := make([]bool, k.len())
	err = t.count(k, isNew)
	for i, is := range isNew {
		if is {
			fresh = append(fresh, i)
		}
	}
	return fresh, err
}

// count counts keys. If isNew is not nil, count notes there which are new.
func (t *table) count(k *keys, isNew []bool) error {
	k.hash(t.seed)
	if most := int64(len(k.text) + perKey*k.len()); t.size.Load()+most > t.limit {
		// All keys before the first key without room are counted.
		for i, h := range k.hashes {
			if err := t.countIn(shardOf(h), k, []int32{int32(i)}, isNew); err != nil {
				return err
			}
		}
		return nil
	}
	first := shardOf(k.hashes[0]) // others count at the same time
	for i := range uint64(numShards) {
		i = (i + first) % numShards
		if some := k.byShard[k.shards[i]:k.shards[i+1]]; len(some) > 0 {
			if err := t.countIn(i, k, some, isNew); err != nil {
				return err
			}
		}
	}
	return nil
}

// countIn counts the given keys, which all belong to one shard.
func (t *table) countIn(shard uint64, k *keys, some []int32, isNew []bool) error {
	s := &t.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	for 4*(s.n+len(some)) > 3*len(s.slots) {
		s.grow(t.seed)
	}
	// In this loop, the processor fetches all slots from memory at once. The next loop
	// would wait for each slot. The result is stored so that the compiler does not remove
	// the loop.
	mask, fetched := uint64(len(s.slots)-1), slot(0)
	for _, i := range some {
		fetched |= s.slots[k.hashes[i]&mask]
	}
	s.fetched = fetched
	n, size, full := 0, 0, false
	for _, i := range some {
		if full = len(s.chunks) == maxChunks; full {
			break
		}
		key := k.at(int(i))
		if !s.count(key, k.hashes[i]) {
			continue
		}
		n++
		size += len(key) + perKey
		if isNew != nil {
			isNew[i] = true
		}
	}
	if t.size.Add(int64(size)) > t.limit || full {
		if isNew != nil {
			isNew[some[0]] = false // some has only this key
		}
		limit := flags.Size(t.limit)
		return fmt.Errorf("more than %d distinct URNs, which need more than %s of memory (see --max-memory, or use sort: urn help find)",
			t.len(), &limit)
	}
	t.n.Add(int64(n))
	return nil
}

// count counts a key. There is a free slot.
func (s *shard) count(key []byte, hash uint64) (isNew bool) {
	mask := uint64(len(s.slots) - 1)
	like := newSlot(hash, 0)
	at := hash & mask
	for ; s.slots[at] != 0; at = (at + 1) & mask {
		if s.slots[at]&^maxPlace != like {
			continue
		}
		p := s.slots[at].place()
		if e := s.entry(p); bytes.Equal(e.key(), key) {
			if e[0]++; e[0] == 0 {
				s.carry(p)
			}
			return false
		}
	}
	s.slots[at] = like | slot(s.keep(key))
	s.n++
	return true
}

// carry counts 256 occurrences for which the record at p has no room.
func (s *shard) carry(p place) {
	if s.carried == nil {
		s.carried = map[place]int64{}
	}
	s.carried[p]++
}

// total returns how often the key at p was counted.
func (s *shard) total(p place) int64 {
	if s.carried == nil {
		return int64(s.entry(p)[0])
	}
	return s.carried[p]<<8 + int64(s.entry(p)[0])
}

func (s *shard) key(p place) []byte { return s.entry(p).key() }

// entry is a record and the records after it.
type entry []byte

func (s *shard) entry(p place) entry { return s.chunks[p>>chunkBits][p&(maxChunk-1):] }

func (e entry) key() []byte {
	if n := int(e[1]); n < 0x80 {
		return e[2 : 2+n]
	}
	n, size := binary.Uvarint(e[1:])
	return e[1+size:][:n]
}

// all yields the places of the keys.
func (s *shard) all(yield func(place, []byte) bool) {
	for i, c := range s.chunks {
		for at := 0; at < len(c); {
			key := entry(c[at:]).key()
			if !yield(place(i)<<chunkBits|place(at), key) {
				return
			}
			at = cap(c) - cap(key) + len(key)
		}
	}
}

// keep makes a record of a key, with the count 1.
func (s *shard) keep(key []byte) place {
	i, size := s.open, 1+binary.MaxVarintLen32+len(key)
	if len(s.chunks) == 0 || cap(s.chunks[i])-len(s.chunks[i]) < size {
		next := minChunk
		if len(s.chunks) > 0 {
			next = min(2*cap(s.chunks[i]), maxChunk)
		}
		i = len(s.chunks)
		s.chunks = append(s.chunks, make([]byte, 0, max(next, size)))
		if size <= next {
			s.open = i
		}
	}
	c := &s.chunks[i]
	start := len(*c)
	*c = append(binary.AppendUvarint(append(*c, 1), uint64(len(key))), key...)
	return place(i)<<chunkBits | place(start)
}

// grow doubles the number of slots.
func (s *shard) grow(seed maphash.Seed) {
	s.slots = make([]slot, max(16, 2*len(s.slots)))
	mask := uint64(len(s.slots) - 1)
	for p, key := range s.all {
		hash := maphash.Bytes(seed, key)
		at := hash & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = newSlot(hash, p)
	}
}
