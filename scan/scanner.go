package scan

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed7b5a83f0/urn"
)

var errNoReader = errors.New("urn: the Scanner has no reader")

// Scanner finds URNs in a stream. It finds what [urn.Finder.All] finds in the whole
// stream. It holds little more of the stream than the limit and 128 KiB. It searches what
// it has before it reads more: a line that has arrived does not wait for the next one.
//
//	s := scan.NewScanner(os.Stdin)
//	for s.Scan() {
//		m := s.Match()
//		…
//	}
//	if err := s.Err(); err != nil {
//		…
//	}
//
// A name that is longer than the limit, or that a failed read has ended, has no Text. A
// loop that prints Text prints nothing for it, and never a part of a name as if it were
// the whole. See [Match].
//
// A Scanner allocates its buffer at the first Scan, and again if a name needs more. It
// must not be used by several goroutines at once.
type Scanner struct {
	// Finder says what to find. Set it before the first Scan.
	Finder urn.Finder
	// Near makes Scan find near misses, too; see [urn.Finder.Near]. Set it before the
	// first Scan.
	Near bool

	blocks blocks
	pos    int // buf[pos:ready] has not been searched
	done   bool
	broken bool // the stream has failed, and the block is what is left

	match   Match
	prefix  []byte
	lines   int64 // the number of lines that end before counted
	counted int64 // an offset in the stream
}

// Match is a URN in a stream.
type Match struct {
	// Text is the URN, or the near miss. It is nil if Truncated is set. The next call
	// of Scan or Reset overwrites it.
	Text []byte
	// Prefix has the first bytes of the name if Truncated is set, and is nil otherwise.
	// A prefix of a URN may look like a URN, but it is not the one in the stream. The
	// next call of Scan or Reset overwrites it.
	Prefix []byte
	// Start and End are offsets in the stream, in bytes from 0.
	Start, End int64
	// Line is the number of the line the match stands in, from 1. A line ends with
	// "\n".
	Line int64
	// Offsets tells where in Text the components are. It is zero if Truncated is set,
	// and for a near miss.
	Offsets urn.Offsets
	// Truncated says that the name has more bytes than the limit, or that reading failed
	// in its line, so that more may belong to it. Prefix has the first of them, at most
	// limit bytes. If the end was not found within the limit and 128 KiB, End is the next
	// byte that ends any name: a blank, a control, a double quotation mark, "<", ">", "|" or
	// "`".
	Truncated bool
	// Fault has a Reason if this is a near miss; see [urn.Finder.Near]. It is zero
	// unless [Scanner.Near] is set.
	Fault urn.Fault

	syntax urn.Syntax
}

// URN returns the URN. It has a copy of Text. The error is that of Parse for a near miss
// or a truncated name.
func (m Match) URN() (urn.URN, error) { return m.syntax.ParseBytes(m.Text) }

// NewScanner returns a Scanner that finds URNs of RFC 8141 in what r reads. Its fields
// and SetLimit change what it finds.
func NewScanner(r io.Reader) *Scanner {
	s := &Scanner{}
	s.Reset(r)
	return s
}

// SetLimit sets the length in bytes of the longest name that is not truncated. It is
// [DefaultLimit] if SetLimit is not called, or if n is below 1. Call it before the first
// Scan. If n is near [urn.MaxLen], the limit is a little less.
func (s *Scanner) SetLimit(n int) {
	if n < 1 {
		n = DefaultLimit
	}
	s.blocks.limit = min(n, maxLimit)
}

// Reset makes s read from r, as if new, with the same Finder, limit and buffer.
func (s *Scanner) Reset(r io.Reader) {
	b := blocks{r: r, limit: s.blocks.limit, chunk: s.blocks.chunk, buf: s.blocks.buf}
	*s = Scanner{Finder: s.Finder, Near: s.Near, blocks: b, prefix: s.prefix}
}

// Match returns the match that the last call of Scan has found.
func (s *Scanner) Match() Match { return s.match }

// Err returns the error that ended the stream, or nil if it was [io.EOF]. Names in the
// line in which reading failed are truncated. The error is that of the reader, as
// it is, or [io.ErrNoProgress] or [bufio.ErrBadReadCount]; a Scanner without a reader has
// one of its own. None is a [*urn.SyntaxError]. Before the first Scan, Err returns nil.
func (s *Scanner) Err() error {
	if s.blocks.err == io.EOF {
		return nil
	}
	return s.blocks.err
}

// Scan finds the next match. It returns false at the end of the stream and at an
// error; see [Scanner.Err].
func (s *Scanner) Scan() bool {
	s.match = Match{}
	b := &s.blocks
	for !s.done {
		if m, fault, ok := s.find(); ok {
			s.found(m, fault, m.End-m.Start > b.limit || s.broken && fault.Reason == 0)
			s.pos = b.start + m.End
			if s.broken && fault.Reason != 0 {
				continue // it may be a name
			}
			return true
		}
		s.countLines(b.ready)
		if s.broken {
			break
		}
		b.finder = s.Finder
		if b.limit == 0 {
			b.limit = DefaultLimit
		}
		if b.chunk == 0 {
			b.chunk = chunk
		}
		if b.r == nil {
			b.err, s.done = errNoReader, true
			return false
		}
		state := b.next()
		s.pos = b.start
		switch state {
		case ended:
			s.done = true
		case failed:
			// What would follow may decide about each name that is left.
			b.ready, s.broken = b.end, true
		case long:
			if s.tooLong() {
				return true
			}
		}
	}
	return false
}

// find returns the next match of the block.
func (s *Scanner) find() (m urn.Match, fault urn.Fault, ok bool) {
	b := &s.blocks
	if s.pos >= b.ready {
		return m, fault, false
	}
	from := b.from()
	if text := b.buf[from:b.end]; s.Near {
		m, fault, ok = s.Finder.NextNear(text, s.pos-from)
	} else {
		m, ok = s.Finder.Next(text, s.pos-from)
	}
	m.Start, m.End = m.Start-(b.start-from), m.End-(b.start-from)
	return m, fault, ok && b.start+m.Start < b.ready
}

// found sets match. m is relative to the block.
func (s *Scanner) found(m urn.Match, fault urn.Fault, truncated bool) {
	b := &s.blocks
	text := b.buf[b.start+m.Start : b.start+m.End]
	s.countLines(b.start + m.Start)
	at := b.base + int64(b.start)
	s.match = Match{Start: at + int64(m.Start), End: at + int64(m.End), Line: s.lines + 1, Fault: fault, syntax: s.Finder.Syntax}
	if truncated {
		s.match.Prefix, s.match.Truncated = text[:min(len(text), b.limit)], true
		return
	}
	s.match.Text, s.match.Offsets = text, m.Offsets
}

// tooLong sets match to a name whose end is not in the buffer, and passes over it. It
// returns false if what is there is not a name.
func (s *Scanner) tooLong() bool {
	b := &s.blocks
	m, ok := b.first()
	if !ok {
		b.ready = b.end - slack/2
		s.pos = b.ready
		return false
	}
	s.found(m, urn.Fault{}, true)
	s.prefix = append(s.prefix[:0], s.match.Prefix...)
	s.match.Prefix = s.prefix
	b.ready = b.start + m.Start
	for !b.skip() && b.err == nil {
		s.countLines(b.ready)
	}
	s.match.End = b.base + int64(b.ready)
	b.start, s.pos = b.ready, b.ready
	return true
}

// countLines counts the lines up to buf[at].
func (s *Scanner) countLines(at int) {
	b := &s.blocks
	from := int(s.counted - b.base)
	s.lines += int64(bytes.Count(b.buf[from:at], newline))
	s.counted = b.base + int64(at)
}

var newline = []byte{'\n'}
