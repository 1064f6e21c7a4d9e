package find

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
)

// item is a key that is being sorted.
type item struct {
	// part is eight bytes of the key, or its count, as a big-endian number.
	part  uint64
	shard uint32
	at    place
}

// sort returns the keys, the most frequent first. Keys with the same count are in the order of their
// bytes. The table is then only read.
func (t *table) sort() []item {
	items := make([]item, 0, t.len())
	for i := range t.shards {
		s := &t.shards[i]
		s.slots = nil // nobody looks up any more, and sorting takes memory too
		for p := range s.all {
			items = append(items, item{^uint64(s.total(p)), uint32(i), p})
		}
	}
	t.sortItems(items, -8)
	return items
}

// sortItems sorts items that are equal before depth: by part, which has the bytes of the key
// from depth on, and then by eight further bytes at a time. Most comparisons do not touch the
// text. If depth is -8, part is the count.
func (t *table) sortItems(items []item, depth int) {
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.part, b.part) })
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].part == items[0].part {
			n++
		}
		if next, ok := t.nextParts(items[:n], depth+8); ok {
			t.sortItems(items[:n], next)
		}
		items = items[n:]
	}
}

// nextParts sets part to the first eight bytes in which the keys differ, at depth or after
// it. It returns the position of these bytes. ok is false if the keys do not differ.
func (t *table) nextParts(items []item, depth int) (at int, ok bool) {
	for more := len(items) > 1; more && !ok; depth += 8 {
		at, more = depth, false
		for i := range items {
			k := t.shards[items[i].shard].key(items[i].at)
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

// write writes the counts, the most frequent first: the first Top counts, or all if Top is 0.
func (t *table) write(out io.Writer, o Options) error {
	b := bufio.NewWriterSize(out, 64<<10)
	if o.Form == CSV {
		header := []string{"count"}
		if o.WithName {
			header = append(header, "file")
		}
		if name := o.group(); name != "" {
			header = append(header, name)
		}
		b.WriteString(strings.Join(header, ",") + "\n") //nolint:errcheck // Flush returns the error
	}
	items := t.sort()
	if o.Top > 0 {
		items = items[:min(o.Top, len(items))]
	}
	for _, i := range items {
		s := &t.shards[i.shard]
		if _, err := b.Write(o.appendCount(b.AvailableBuffer(), s.total(i.at), s.key(i.at))); err != nil {
			return err
		}
	}
	return b.Flush()
}

// group is the name of what is counted, in CSV and JSON. It is "" if only the file is.
func (o *Options) group() string {
	switch o.By {
	case ByNID:
		return ByNID
	case ByFile:
		return ""
	}
	return "key"
}

// appendCount appends a row. With WithName, the key has the file that [block.endKey] adds.
func (o *Options) appendCount(dst []byte, total int64, key []byte) []byte {
	name, group := "", o.group()
	if o.WithName {
		i := bytes.IndexByte(key, '\t')
		key, name = key[:i], string(key[i+1:])
	}
	value := string(key)
	if o.By == "" {
		value = string(appendKey(nil, key))
	}
	switch o.Form {
	case JSON:
		var file record.File
		if name != "" && name != input.Stdin {
			file = record.NewFile(name)
		}
		dst = record.AppendCount(dst, total, file, group, value)
	case CSV:
		dst = strconv.AppendInt(dst, total, 10)
		if o.WithName {
			if dst = append(dst, ','); name != input.Stdin {
				dst = appendCSVField(dst, name)
			}
		}
		if group != "" {
			dst = appendCSVField(append(dst, ','), value)
		}
	default:
		dst = strconv.AppendInt(dst, total, 10)
		if o.WithName {
			dst = append(append(dst, '\t'), input.Display(name)...)
		}
		if group != "" {
			dst = append(append(dst, '\t'), value...)
		}
	}
	return append(dst, '\n')
}
