package scan

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/find"
)

var (
	errNoReader      = errors.New("scan: no reader")
	errNoReplacement = errors.New("scan: no Replacement")
	errNear          = errors.New("scan: Replace replaces names only; use AppendReplaced for near misses")
	errPart          = errors.New("scan: the match is a part of a name, not a URN")
)

// Scanner finds URNs in a stream. It finds what [Finder.All] finds in the whole stream.
// It holds little more of the stream than the limit and 128 KiB. It searches the bytes that
// it has before it reads more, so a line that has arrived does not wait for the next one.
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
// A name that is longer than the limit, or whose end a failed read has hidden, has no Text. So a
// loop that prints Text never prints a part of a name as if it were the whole name. See
// [StreamMatch].
//
// A Scanner allocates its buffer at the first Scan, and again if a name needs more. It
// must not be used by several goroutines at once.
type Scanner struct {
	// Finder says what to find. Set it before the first Scan.
	Finder Finder
	// Limit is the length in bytes of the longest name that is not truncated; below 1, it
	// is 64 KiB. Set it before the first Scan. If Limit is near [urn.MaxLen], a
	// slightly smaller limit is used.
	Limit int

	blocks stream
	pos    int // buf[pos:ready] has not been searched
	done   bool
	broken bool // the stream has failed, and the block is the rest

	match   StreamMatch
	prefix  []byte
	lines   int64 // the number of lines that end before counted
	counted int64 // an offset in the stream
}

// StreamMatch is a name, a near miss or a part in a stream.
type StreamMatch struct {
	// Text is the text of the match. It is nil if Truncated is set. The next call
	// of Scan or Reset overwrites it.
	Text []byte
	// Prefix is the first bytes of the name if Truncated is set, and is nil otherwise. A
	// prefix of a URN may look like a URN, but it is not the URN in the stream. The next
	// call of Scan or Reset overwrites it.
	Prefix []byte
	// Start and End are offsets in the stream, in bytes from 0.
	Start, End int64
	// Line is the number of the line the match is in, from 1. A line ends with
	// "\n".
	Line int64
	// Offsets tells where in Text the components are. It is zero unless Kind is
	// [MatchName].
	Offsets urn.Offsets
	// Kind classifies Text. It is zero if Truncated is set.
	Kind MatchKind
	// Truncated says that the name has more bytes than the limit, or that its end depends on
	// the rest of its line, and reading failed there. Prefix has its first bytes, at most the
	// limit. The whole may turn out not to be a URN, because its end was not read. If the
	// end was not found within the limit and 128 KiB, End is the next byte that ends any
	// name: a blank, a control, a double quotation mark, "<", ">", "|" or "`".
	Truncated bool
	// Fault is the fault of Text, as in [Match]. It is zero if Truncated is set.
	Fault urn.Fault

	syntax urn.Syntax
	err    error // why URN fails
}

// URN returns the match as a [urn.URN], which copies Text. It is an error if the match is not a
// [MatchName] or is truncated: for a near miss that of [urn.Syntax.Parse], for a name over the
// limit [urn.TooLong], and for a name whose end was not read that of the reader.
func (m StreamMatch) URN() (urn.URN, error) {
	if m.err != nil {
		return urn.URN{}, m.err
	}
	return m.syntax.ParseBytes(m.Text)
}

// NewScanner returns a Scanner that finds URNs of RFC 8141 in what r reads. Set its fields
// to find something else.
func NewScanner(r io.Reader) *Scanner {
	s := &Scanner{}
	s.Reset(r)
	return s
}

// Reset makes s read from r, as if new, with the same Finder, Limit and buffer.
func (s *Scanner) Reset(r io.Reader) {
	b := stream{Cutter: blocks.Cutter{R: r, Buf: s.blocks.Buf, Chunk: s.blocks.Chunk}}
	*s = Scanner{Finder: s.Finder, Limit: s.Limit, blocks: b, prefix: s.prefix}
}

// Match returns the match that the last call of Scan has found.
func (s *Scanner) Match() StreamMatch { return s.match }

// Err returns the error that ended the stream, or nil if it was [io.EOF]. Names whose end depends
// on the rest of the line in which reading failed are truncated. The error comes from the reader, unchanged, or
// [io.ErrNoProgress] or [bufio.ErrBadReadCount]; a Scanner without a reader returns an
// error of this package. For a Finder with an unknown Syntax or Mode, it is a [*urn.Error]. Before
// the first Scan, Err returns nil.
func (s *Scanner) Err() error {
	if s.blocks.Err == io.EOF {
		return nil
	}
	return s.blocks.Err
}

// Scan finds the next match. It returns false at the end of the stream and after an error;
// see [Scanner.Err].
func (s *Scanner) Scan() bool {
	s.match = StreamMatch{}
	b := &s.blocks
	for !s.done {
		if m, ok := s.find(); ok {
			s.found(m, m.End-m.Start > b.limit || s.broken && m.Kind == MatchName)
			s.pos = b.Start + m.End
			if s.broken && m.Kind != MatchName {
				continue // it may be a name
			}
			return true
		}
		s.countLines(b.Ready)
		if s.broken {
			break
		}
		if err := s.Finder.check(); err != nil || b.R == nil {
			b.Err, s.done = cmp.Or(err, errNoReader), true
			return false
		}
		b.set(s.Finder, s.Limit)
		state := b.next()
		s.pos = b.Start
		switch state {
		case blocks.Ended:
			s.done = true
		case blocks.Failed:
			// The bytes that were not read could have changed each name that is left.
			b.Ready, s.broken = b.End, true
		case blocks.Long:
			if s.tooLong() {
				return true
			}
		}
	}
	return false
}

// find returns the next match of the block, relative to it.
func (s *Scanner) find() (Match, bool) {
	b := &s.blocks
	if s.pos >= b.Ready {
		return Match{}, false
	}
	from := b.From()
	text, shift := b.Buf[from:b.End], b.Start-from
	start, end, k, o := s.Finder.rule().Next(text, s.pos-from)
	if k == find.Name { // the commonest: its Match is not copied
		return Match{Start: start - shift, End: end - shift, Offsets: urn.Offsets(o), Kind: MatchName}, from+start < b.Ready
	} else if start < 0 {
		return Match{}, false
	}
	m := s.Finder.noName(text, start, end, k)
	m.Start, m.End = start-shift, end-shift
	return m, from+start < b.Ready
}

// found sets match. m is relative to the block.
func (s *Scanner) found(m Match, truncated bool) {
	b := &s.blocks
	text := b.Buf[b.Start+m.Start : b.Start+m.End]
	s.countLines(b.Start + m.Start)
	at := b.Base + int64(b.Start)
	s.match = StreamMatch{Start: at + int64(m.Start), End: at + int64(m.End), Line: s.lines + 1, syntax: s.Finder.Syntax}
	if truncated {
		s.match.Prefix, s.match.Truncated = text[:min(len(text), b.limit)], true
		if s.match.err = b.Err; len(text) > b.limit || !s.broken {
			s.match.err = urn.Fault{Syntax: s.Finder.Syntax, Reason: urn.TooLong, Offset: b.limit}.Err(string(s.match.Prefix))
		}
		return
	}
	if m.Kind == MatchPart {
		s.match.err = errPart
	}
	s.match.Text, s.match.Offsets, s.match.Kind, s.match.Fault = text, m.Offsets, m.Kind, m.Fault
}

// tooLong sets match to a name whose end is not in the buffer, and skips it. It returns
// false if the text there is not a name.
func (s *Scanner) tooLong() bool {
	b := &s.blocks
	m, ok := b.first()
	if !ok {
		b.Ready = b.End - blocks.Slack/2
		s.pos = b.Ready
		return false
	}
	s.found(m, true)
	s.prefix = append(s.prefix[:0], s.match.Prefix...)
	s.match.Prefix = s.prefix
	b.Ready = b.Start + m.Start
	for !b.Skip(find.EndOfAny) && b.Err == nil {
		s.countLines(b.Ready)
	}
	s.match.End = b.Base + int64(b.Ready)
	b.Start, s.pos = b.Ready, b.Ready
	return true
}

// countLines counts the lines up to buf[at].
func (s *Scanner) countLines(at int) {
	b := &s.blocks
	from := int(s.counted - b.Base)
	s.lines += int64(bytes.Count(b.Buf[from:at], newline))
	s.counted = b.Base + int64(at)
}

var newline = []byte{'\n'}
