package urn

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// DefaultLimit is the length in bytes of the longest match that a [Scanner] does
// not truncate, unless [Scanner.SetLimit] sets another.
const DefaultLimit = 64 << 10

const (
	chunk = 128 << 10 // more makes no difference to speed

	// slack is the room in the buffer besides a match of the limit and a chunk. It
	// holds the byte before the match and the four bytes that long keeps. If the
	// limit is tiny, it also holds the part of a candidate that shows that it is
	// not a URN.
	slack = 64

	maxLimit      = MaxLen - chunk - slack
	maxEmptyReads = 100
)

var errNoReader = errors.New("urn: the Scanner has no reader: call Reset before Scan")

// Scanner finds URNs in a stream. It finds what [Finder.All] finds in the whole
// stream, whatever pieces the stream arrives in. It holds little more of the stream
// than the limit and 128 KiB. It searches what it has before it reads more, so no
// match that has arrived waits for more data.
//
// The zero Scanner is ready to use after [Scanner.Reset], as is one from
// [Finder.NewScanner]:
//
//	s := f.NewScanner(os.Stdin)
//	for s.Scan() {
//		m := s.Match()
//		…
//	}
//	if err := s.Err(); err != nil {
//		…
//	}
//
// A match that is longer than the limit, or that a failed read has ended, has no
// Text. A loop that prints Text prints nothing for it, and never a part of a name
// as if it were the whole. See [StreamMatch].
//
// A Scanner allocates its buffer at the first Scan, and again only if a match needs
// more than the default limit. It must not be used by several goroutines at once.
type Scanner struct {
	// Finder says what to find. Set it before the first Scan.
	Finder Finder
	// Near makes Scan find near misses, too, as [Finder.Near] does; see
	// [StreamMatch.Fault]. Set it before the first Scan.
	Near bool

	r      io.Reader
	limit  int
	chunk  int   // the room in the buffer besides a match of the limit
	maxLen int   // MaxLen; less in tests
	err    error // what ended the stream; io.EOF at its end
	match  StreamMatch

	// buf[pos:end] has not been searched. A match may depend on the byte before
	// buf[pos]; if pos is 0, there is none.
	buf      []byte
	pos, end int
	base     int64 // the offset of buf[0] in the stream
	lines    int64 // the number of lines that end before buf[counted]
	counted  int   // at most pos
	began    int64 // during long, the offset of the match in the stream, plus 1
}

// StreamMatch is a URN in a stream.
type StreamMatch struct {
	// Text is the URN. It is nil if Cut is set. The next call of Scan or Reset
	// overwrites it.
	Text []byte
	// Prefix has the first bytes of the URN if Cut is set, and is nil otherwise.
	// A prefix of a URN may look like a URN, but it is not the one in the stream.
	// The next call of Scan or Reset overwrites it.
	Prefix []byte
	// Start and End are offsets in the stream, in bytes from 0.
	Start, End int64
	// Line is the number of the line the match stands in, from 1. A line ends
	// with "\n".
	Line int64
	// Offsets tells where in Text the components are. It is zero if Cut is set.
	Offsets Offsets
	// Cut says that the URN is truncated, for one of two reasons. Either the
	// match is longer than the limit: then Prefix has limit bytes, and End-Start
	// is the length of the match. Or reading failed before the end of the match:
	// then Prefix has what was read of it, at most limit bytes. End is then how
	// far the match was read, and [Scanner.Err] returns the error.
	Cut bool
	// Fault has a Reason if this is a near miss; see [Finder.Near]. It is
	// zero unless [Scanner.Near] is set. If no URN was found, End is Start and Text
	// is empty.
	Fault Fault
}

// NewScanner returns a Scanner that finds what f finds, in what r reads.
func (f Finder) NewScanner(r io.Reader) *Scanner {
	return &Scanner{Finder: f, r: r}
}

// SetLimit sets the length in bytes of the longest match that is not truncated, for
// the next calls of Scan. The length is that without trailing punctuation. For a
// longer match, the first n bytes are kept, and the search goes on after its end.
// If n is below 1, the limit is [DefaultLimit]. If n is near [MaxLen], the limit is
// a little less.
func (s *Scanner) SetLimit(n int) {
	if n < 1 {
		n = DefaultLimit
	}
	s.limit = min(n, maxLimit)
}

// Reset makes s read from r, as if new, with the same Finder, limit and buffer.
func (s *Scanner) Reset(r io.Reader) {
	*s = Scanner{Finder: s.Finder, Near: s.Near, r: r, limit: s.limit, chunk: s.chunk, maxLen: s.maxLen, buf: s.buf}
}

// Match returns the match that the last call of Scan has found.
func (s *Scanner) Match() StreamMatch { return s.match }

// Err returns the error that ended the stream, or nil if it was [io.EOF]. Scan has
// found everything that was read before the error. The error is that of the reader,
// as it is. There are three other errors: [io.ErrNoProgress],
// [bufio.ErrBadReadCount], and one that says that s has no reader, because
// [Scanner.Reset] was not called. None is a [*SyntaxError]. Before the first Scan,
// Err returns nil.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// Scan finds the next match. It returns false at the end of the stream and at an
// error; see [Scanner.Err].
func (s *Scanner) Scan() bool {
	s.match = StreamMatch{}
	s.setDefaults()
	for {
		at := indexScheme(s.buf[:s.end], s.pos)
		if at < 0 {
			// The last three bytes may be the first of a "urn:".
			s.pos = max(s.pos, s.end-len("urn"))
			if !s.fill() {
				s.pos = s.end // no URN begins in them
				return false
			}
			continue
		}
		s.pos = at
		if s.candidate() {
			return true
		}
	}
}

// setDefaults sets what the zero Scanner leaves open.
func (s *Scanner) setDefaults() {
	if s.limit == 0 {
		s.limit = DefaultLimit
	}
	if s.chunk == 0 {
		s.chunk = chunk
	}
	if s.maxLen == 0 {
		s.maxLen = MaxLen
	}
}

// InputOffset returns the offset in the stream, in bytes, at which the search
// goes on. This is the end of the last match. After Scan has returned false,
// it is the end of what was read. After a truncated match it may lie a few
// bytes after the end of the match, where no other match begins before it.
//
// The reader may call it while Scan reads. No match that Scan has yet to find begins
// before the result.
func (s *Scanner) InputOffset() int64 {
	if s.began > 0 {
		return s.began - 1
	}
	return s.base + int64(s.rest())
}

// Buffered returns a reader of the bytes that s has read and not searched. They
// begin at [Scanner.InputOffset]. A search of these bytes and of the rest of the
// stream finds what s would find. The reader is valid until the next call of Scan
// or Reset.
func (s *Scanner) Buffered() io.Reader { return bytes.NewReader(s.buf[s.rest():s.end]) }

// rest returns where the bytes that have not been searched begin, so that they can
// be searched without what precedes them. After a long match, a letter or digit
// that has been passed may be glued to a "urn:" at pos: it is not left out.
func (s *Scanner) rest() int {
	if s.match.End > 0 && s.base+int64(s.pos) > s.match.End && ascii.IsAlnum(s.buf[s.pos-1]) {
		return s.pos - 1
	}
	return s.pos
}

// candidate finds the URN at pos, where "urn:" is. It sets pos to where the search
// goes on.
func (s *Scanner) candidate() bool {
	m := machines[s.Finder.Syntax.known()]
	l := m.Longest()
	broken := false
	for fed := len("urn:"); ; {
		piece := s.buf[s.pos+fed : s.end]
		piece = piece[:min(len(piece), s.maxLen-fed)]
		fed += len(piece)
		if !m.Feed(&l, stringOf(piece)) || fed == s.maxLen {
			break
		}
		if fed > s.limit && l.Len > 0 {
			s.long(&l, fed)
			return true
		}
		if !s.fill() {
			broken = s.err != io.EOF
			break
		}
	}
	end := l.Len
	var fault Fault
	if s.Near && !broken {
		fault = s.near(&l)
	}
	if end == 0 && fault.Reason == 0 {
		s.pos += len("urn:")
		return false
	}
	if end == 0 {
		s.countLines()
		at := s.base + int64(s.pos)
		s.match = StreamMatch{Text: s.buf[s.pos:s.pos], Start: at, End: at, Line: s.lines + 1, Fault: fault}
		s.pos += len("urn:")
		return true
	}
	starts, text := l.Starts(), s.buf[s.pos:s.pos+end]
	// After a read error, more of the URN may follow, so that the punctuation is
	// not trailing.
	if !s.Finder.Exact && !broken {
		end = trimPunctuation(text, shortest(starts))
	}
	s.countLines()
	s.found(s.base+int64(s.pos), text[:min(end, s.limit)], end, starts, broken)
	s.match.Fault = fault
	s.pos += end
	return true
}

// near returns the fault of the candidate at pos, of which l has seen all there is.
func (s *Scanner) near(l *dfa.Longest) Fault {
	stop, _ := machines[s.Finder.Syntax.known()].Stop(l)
	if stop == s.maxLen {
		return Fault{} // what follows was not looked at
	}
	for at := s.pos + stop; undecided(s.buf[at:s.end]); at = s.pos + stop {
		if s.end == len(s.buf) {
			s.shift()
			s.grow(s.end + utf8.UTFMax)
		}
		if !s.read() {
			break
		}
	}
	at := s.pos + stop
	var b brackets
	if opens(s.buf[at:s.end]) {
		b.add(s.buf[s.pos:s.pos+l.Len], 0)
	}
	return s.cutOff(l, at, b.open > 0)
}

// long finishes candidate for a URN that goes on after more bytes than the limit
// have been fed to l. Its first bytes, up to the limit, stay where they are. The
// others pass through the buffer after them: they tell where the URN ends and which
// of them are trailing punctuation.
func (s *Scanner) long(l *dfa.Longest, fed int) {
	m := machines[s.Finder.Syntax.known()]
	s.shift()
	s.grow(s.limit + s.chunk + slack)
	s.countLines()
	head := s.buf[s.pos : s.pos+s.limit]
	rest := s.pos + s.limit
	start := s.base + int64(s.pos)
	s.began = start + 1
	defer func() { s.began = 0 }()

	var b brackets
	b.add(s.buf[s.pos:s.pos+l.Len], 0)
	broken := false
	var fault Fault
	for {
		// The next candidate may begin with three bytes that have been fed, and
		// depends on the one before them.
		s.keepLast(rest)
		from := s.end
		if !s.read() {
			broken = s.err != io.EOF
			break
		}
		piece := s.buf[from:s.end]
		piece = piece[:min(len(piece), s.maxLen-fed)]
		more := m.Feed(l, stringOf(piece))
		if l.Len > fed {
			// Bytes that were fed before and are accepted only now are gone. They
			// may be a "?+", the "%" of an escape or a keyword. That does no harm:
			// they have no bracket, and they are not trailing.
			b.add(piece[:l.Len-fed], fed)
		}
		fed += len(piece)
		if !more || fed == s.maxLen {
			break
		}
	}
	if stop, _ := m.Stop(l); s.Near && !broken && stop < s.maxLen {
		at := int(start + int64(stop) - s.base)
		for undecided(s.buf[at:s.end]) {
			s.keepLast(rest) // and with it the byte before at
			at = int(start + int64(stop) - s.base)
			if !s.read() {
				break
			}
		}
		fault = s.cutOff(l, at, b.open > 0)
	}

	starts, end := l.Starts(), l.Len
	if !s.Finder.Exact && !broken {
		end = max(b.stays, shortest(starts))
	}
	s.found(start, head[:min(end, s.limit)], end, starts, broken)
	s.match.Fault = fault
	// The URN may have ended before what is kept.
	s.pos = int(max(int64(rest+1), start+int64(l.Len)-s.base))
}

// keepLast moves the last four bytes of buf to rest. The bytes before them are gone.
func (s *Scanner) keepLast(rest int) {
	const keep = len(" urn")
	s.base += int64(s.end - keep - rest)
	s.end = rest + copy(s.buf[rest:], s.buf[s.end-keep:s.end])
}

// found sets match to the n bytes from start. text has the first of them.
func (s *Scanner) found(start int64, text []byte, n int, starts *dfa.Starts, broken bool) {
	s.match = StreamMatch{Start: start, End: start + int64(n), Line: s.lines + 1}
	if n > len(text) || broken {
		s.match.Prefix, s.match.Cut = text, true
	} else {
		s.match.Text = text
		s.match.Offsets = makeOffsets(s.Finder.Syntax.known(), starts, n)
	}
}

// countLines counts the lines up to pos.
func (s *Scanner) countLines() {
	s.lines += int64(bytes.Count(s.buf[s.counted:s.pos], newline))
	s.counted = s.pos
}

var newline = []byte{'\n'}

// fill reads more into buf, after end. It may move buf[pos:].
func (s *Scanner) fill() bool {
	// The move costs no more than the search of the bytes that it overwrites.
	if s.end-s.pos < s.pos || s.end == len(s.buf) {
		s.shift()
	}
	if s.end == len(s.buf) {
		size := s.limit + s.chunk + slack
		if len(s.buf) < size/2 { // so that twice the buffer fits in an int
			size = min(size, max(2*len(s.buf), DefaultLimit+s.chunk+slack))
		}
		s.grow(size)
	}
	return s.read()
}

// shift moves buf[pos:end], and the byte before it, to the front of buf.
func (s *Scanner) shift() {
	if s.pos <= 1 {
		return
	}
	s.countLines()
	gone := s.pos - 1
	s.end = copy(s.buf, s.buf[gone:s.end])
	s.base += int64(gone)
	s.pos, s.counted = 1, 1
}

// grow gives buf at least size bytes.
func (s *Scanner) grow(size int) {
	if len(s.buf) < size {
		buf := make([]byte, size)
		copy(buf, s.buf[:s.end])
		s.buf = buf
	}
}

// read reads once, to buf[end:]. It returns false at the end of the stream.
func (s *Scanner) read() bool {
	for range maxEmptyReads {
		if s.err != nil {
			return false
		}
		if s.r == nil {
			s.err = errNoReader
			return false
		}
		n, err := s.r.Read(s.buf[s.end:])
		if n < 0 || n > len(s.buf)-s.end {
			s.err = bufio.ErrBadReadCount
			return false
		}
		s.end += n
		s.err = err
		if n > 0 {
			return true
		}
	}
	if s.err == nil {
		s.err = io.ErrNoProgress
	}
	return false
}
