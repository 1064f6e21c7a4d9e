// Package scan finds and replaces URNs in texts and streams. A [Finder] searches a []byte or a
// string, a [Scanner] a stream: it finds the same as the Finder in the whole stream, however the
// stream is divided into reads. [Lines] reads a list with one name on each line.
//
// The [Mode] of the Finder decides what is found and replaced:
//
//	                                   ModeNames, ModeExact  ModeNear
//	Finder.Next, All; Scanner          names                 names, near misses, parts
//	Finder.URNs                        names                 names
//	AppendReplaced; Replacer           names                 names, near misses, parts
//	Replace                            names                 an error
//
// # Stability
//
// What [ModeExact] finds never changes. A minor version may change what ModeNames and ModeNear
// find where the rule misreads a text, as a row of docs/finding.md and an entry in CHANGELOG.md.
// Otherwise the section Stability of package urn applies.
package scan

import (
	"bufio"
	"bytes"
	"io"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
)

// DefaultLimit is the length in bytes of the longest name that a [Scanner] and a
// [Replacer] hold if their Limit is 0.
const DefaultLimit = 64 << 10

const (
	chunk = 128 << 10 // more makes no difference to speed

	// slack is the room in the buffer in addition to the limit and a chunk. A Finder looks
	// at fewer bytes before a name and after it.
	slack = 1 << 10

	context = find.Context // the number of bytes that are kept before a block

	maxLimit      = urn.MaxLen - chunk - slack
	maxEmptyReads = 100
)

// blocks cuts a stream into blocks, each with whole names. The search of a block also looks
// at the bytes before and after it; see [find.Settled].
type blocks struct {
	finder Finder
	r      io.Reader
	limit  int
	chunk  int // less in tests

	// buf[start:ready] is the block. buf[ready:end] has been read, and may depend on
	// the bytes after it.
	buf               []byte
	start, ready, end int
	want              int   // the size of the rest before it is searched for a boundary again
	base              int64 // the offset of buf[0] in the stream
	err               error // what ended the stream; io.EOF at its end
}

// state is a result of next.
type state uint8

const (
	found  state = iota // a block
	long                // a name that may be longer than the limit
	failed              // the stream failed; the rest may be a part of a name
	ended
)

func (b *blocks) size() int { return b.limit + b.chunk + slack }

// from returns the start of the part of buf that is searched.
func (b *blocks) from() int { return max(0, b.start-context) }

// set prepares for a stream that is searched by f.
func (b *blocks) set(f Finder, limit int) {
	b.finder, b.limit = f, min(limit, maxLimit)
	if limit < 1 {
		b.limit = DefaultLimit
	}
	if b.chunk == 0 {
		b.chunk = chunk
	}
}

// next drops the block and finds the next one. Unless wait is set, it reads at most once.
func (b *blocks) next() state {
	b.start = b.ready
	for {
		rest := b.end - b.start
		switch {
		case b.err == io.EOF && rest == 0:
			return ended
		case b.err == io.EOF:
			b.ready = b.end
			return found
		case rest >= b.want && rest > 0 || b.err != nil || rest >= b.size():
			from := b.from()
			if n := from + find.Settled(b.finder.rule(), b.buf[from:b.end], b.start-from); n > b.start {
				b.ready, b.want = n, 0
				return found
			}
			switch {
			case b.err != nil:
				return failed
			case rest >= b.size():
				return long
			}
			// The rest begins with a name that may continue. Most often, such a name ends
			// at a line end.
			b.want = 2 * rest
		}
		from := b.end - b.start
		b.fill()
		if bytes.IndexByte(b.buf[b.start+from:b.end], '\n') >= 0 || from == 0 {
			b.want = 0
		}
	}
}

// fill reads once.
func (b *blocks) fill() {
	if b.end == len(b.buf) && b.start > context || b.start > len(b.buf)/2+context {
		from := b.from()
		b.base += int64(from)
		b.end = copy(b.buf, b.buf[from:b.end])
		b.start -= from
		b.ready = b.start
	}
	if b.end == len(b.buf) {
		buf := make([]byte, min(b.size()+context, max(2*len(b.buf), b.chunk)))
		copy(buf, b.buf[:b.end])
		b.buf = buf
	}
	n, err := readSome(b.r, b.buf[b.end:])
	b.end += n
	b.err = err
}

// readSome reads at least one byte, or returns an error.
func readSome(r io.Reader, p []byte) (int, error) {
	for range maxEmptyReads {
		n, err := r.Read(p)
		if n < 0 || n > len(p) {
			return 0, bufio.ErrBadReadCount
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// first returns the first match in the bytes that have been read, which may continue after
// them. Its positions are relative to the block.
func (b *blocks) first() (Match, bool) {
	from := b.from()
	m, ok := b.finder.Next(b.buf[from:b.end], b.start-from)
	if !ok {
		// All of it may be punctuation, which is part of the name if a closing delimiter
		// follows.
		m, ok = Finder{Syntax: b.finder.Syntax, Mode: ModeExact}.Next(b.buf[from:b.end], b.start-from)
	}
	m.Start, m.End = m.Start-(b.start-from), m.End-(b.start-from)
	return m, ok
}

// skip drops bytes up to the first byte that cannot be part of a name. It returns true if
// such a byte has been read. The dropped bytes are b.buf[b.start:b.ready].
func (b *blocks) skip() bool {
	b.start = b.ready
	if b.start == b.end && b.err == nil {
		b.fill()
	}
	if i := bytes.IndexFunc(b.buf[b.start:b.end], find.EndsAny); i >= 0 {
		b.ready += i
		b.want = 0
		return true
	}
	b.ready = b.end
	return false
}
