// Package scan finds and replaces URNs in texts and streams. A [Finder] searches a []byte or a
// string, a [Scanner] a stream: it finds the same as the Finder in the whole stream, however the
// stream is divided into reads. [Lines] reads a list with one name on each line.
//
// The [Mode] of the Finder decides what is found and replaced:
//
//	                                   ModeNames, ModeExact  ModeNear
//	Finder.Next, All; Scanner          names                 names, near misses, parts
//	Finder.URNs                        names                 names
//	Finder.AppendReplaced; Replacer    names                 names, near misses, parts
//	Finder.Replace                     names                 an error
//
// # Stability
//
// Where a match of [ModeExact] ends never changes. Where the rule misreads a text, a minor version
// may change which letters and digits may precede a match, and what ModeNames and ModeNear find. Each such change is an entry in CHANGELOG.md and a row of
// [docs/finding.md]. Otherwise the section Stability of package urn applies.
//
// [docs/finding.md]: https://github.com/seed7b5a83f0/urn/blob/main/docs/finding.md
package scan

import (
	"cmp"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/find"
)

const (
	defaultLimit = 64 << 10
	chunk        = 128 << 10 // more makes no difference to speed
	maxLimit     = urn.MaxLen - chunk - blocks.Slack
)

// stream is a stream in blocks, each with whole names. The search of a block also looks
// at the bytes before and after it; see [find.Settled].
type stream struct {
	blocks.Cutter
	finder Finder
	limit  int
}

// set prepares for a search by f.
func (b *stream) set(f Finder, limit int) {
	b.finder, b.limit = f, min(limit, maxLimit)
	if limit < 1 {
		b.limit = defaultLimit
	}
	b.Chunk, b.Keep = cmp.Or(b.Chunk, chunk), find.Context // the chunk is less in tests
	b.New = func(n int) []byte { return make([]byte, n) }
	b.Max = b.limit + b.Chunk + blocks.Slack
}

func (b *stream) next() blocks.State {
	return b.Next(func(text []byte, from int) int { return find.Settled(b.finder.rule(), text, from) })
}

// first returns the first match in the bytes that have been read, which may continue after
// them. Its positions are relative to the block.
func (b *stream) first() (Match, bool) {
	from := b.From()
	m, ok := b.finder.Next(b.Buf[from:b.End], b.Start-from)
	if !ok {
		// All of it may be punctuation, which is part of the name if a closing delimiter
		// follows.
		m, ok = Finder{Syntax: b.finder.Syntax, Mode: ModeExact}.Next(b.Buf[from:b.End], b.Start-from)
	}
	m.Start, m.End = m.Start-(b.Start-from), m.End-(b.Start-from)
	return m, ok
}
