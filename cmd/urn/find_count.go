package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
)

// table counts keys.
type table struct {
	sync.Mutex
	index  map[string]int32 // of keys and counts
	keys   []string
	counts []int64
	size   int // what they take, in bytes
	limit  int
}

// perKey is what a key takes besides its bytes, at most: 16 for the string in
// keys and 8 in counts, both up to a half more after they have grown; the same
// string and 4 in the map, which is at least a third full; and 16 for what the
// allocator rounds up.
const perKey = (16+8)*3/2 + (16+4+4+1)*3 + 16

func newTable(limit int) *table { return &table{index: map[string]int32{}, limit: limit} }

func (t *table) len() int {
	t.Lock()
	defer t.Unlock()
	return len(t.keys)
}

// add counts keys, of which ends tells where they end. With tell set, it returns
// which of them are new. Its error is that there is no room for more.
func (t *table) add(keys []byte, ends []int, tell bool) (fresh []int, err error) {
	start := 0
	for i, end := range ends {
		key := keys[start:end]
		start = end
		at, known := t.index[string(key)]
		if known {
			t.counts[at]++
			continue
		}
		if t.size += perKey + len(key); t.size > t.limit {
			return fresh, fmt.Errorf("more than %d distinct URNs, which need more than %s of memory (see --max-memory, or use sort: urn help find)",
				len(t.keys), (*sizeFlag)(&t.limit))
		}
		s := string(key)
		t.index[s] = int32(len(t.keys))
		t.keys = append(t.keys, s)
		t.counts = append(t.counts, 1)
		if tell {
			fresh = append(fresh, i)
		}
	}
	return fresh, nil
}

// writeCounts writes what has been counted, the most frequent first.
func (j *findJob) writeCounts(out io.Writer) error {
	t := j.distinct
	// Nobody looks up any more, and to sort takes memory too.
	t.index = nil
	order := make([]int32, len(t.keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.counts[b], t.counts[a]), cmp.Compare(t.keys[a], t.keys[b]))
	})
	w := bufio.NewWriterSize(out, 64<<10)
	var line []byte
	if j.csv {
		w.WriteString("count,key\n")
	}
	for _, i := range order {
		line = line[:0]
		switch {
		case j.json:
			line = append(line, `{"count":`...)
			line = strconv.AppendInt(line, t.counts[i], 10)
			line = append(line, `,"key":`...)
			line = record.AppendString(line, t.keys[i])
			line = append(line, '}')
		case j.csv:
			line = strconv.AppendInt(line, t.counts[i], 10)
			line = append(line, ',')
			line = appendCSVField(line, t.keys[i])
		default:
			line = strconv.AppendInt(line, t.counts[i], 10)
			line = append(line, '\t')
			line = append(line, t.keys[i]...)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}
