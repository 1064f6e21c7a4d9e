package notation

import (
	"bufio"
	"io"

	"github.com/seed7b5a83f0/urn"
)

// Scanner finds URNs in a stream in which characters are escaped. It finds what
// [urn.Finder.All] finds in the whole stream with its escapes undone, whatever pieces
// the stream arrives in. It uses a [urn.Scanner], and adds a buffer of 32 KiB and at
// most 32 bytes for each escape in what is held of the stream.
//
//	s := notation.NewScanner(f, notation.JSON, os.Stdin)
//	for s.Scan() {
//		m := s.Match()
//		…
//	}
//	if err := s.Err(); err != nil {
//		…
//	}
//
// It must not be used by several goroutines at once.
type Scanner struct {
	// Near makes Scan find near misses, too; see [urn.Scanner.Near]. Set it before
	// the first Scan.
	Near bool

	scanner urn.Scanner
	source  source
	match   urn.StreamMatch
	length  int64
}

// NewScanner returns a Scanner that finds what f finds in what r reads, which is in
// notation n.
func NewScanner(f urn.Finder, n Notation, r io.Reader) *Scanner {
	s := &Scanner{}
	s.source = source{r: r, decoder: decoder{n: n}, scanner: &s.scanner, limit: urn.DefaultLimit}
	s.source.places.reset()
	s.scanner.Finder = f
	s.scanner.Reset(&s.source)
	return s
}

// SetLimit sets the length in bytes of the longest match that is not truncated, with
// its escapes undone; see [urn.Scanner.SetLimit].
func (s *Scanner) SetLimit(n int) {
	s.scanner.SetLimit(n)
	if n < 1 {
		n = urn.DefaultLimit
	}
	s.source.limit = n
}

// Scan finds the next match. It returns false at the end of the stream and at an
// error; see [Scanner.Err].
func (s *Scanner) Scan() bool {
	s.scanner.Near = s.Near
	if !s.scanner.Scan() {
		s.match = urn.StreamMatch{}
		return false
	}
	m, p := s.scanner.Match(), &s.source
	s.length = m.End - m.Start
	first := p.find(m.Start)
	switch {
	case m.Cut:
		m.End = s.InputOffset()
	case m.End > m.Start:
		m.End = p.places.find(m.End - 1).endAt(m.End - 1)
	default:
		m.End = first.at(m.Start)
	}
	m.Line -= first.lines
	m.Start = first.at(m.Start)
	s.match = m
	return true
}

// Match returns the match that the last call of Scan has found. Its Text, Prefix,
// Offsets and Fault are those of the URN with its escapes undone. Start, End and Line
// are places in the stream as it was read; an escape is never divided. If Cut is
// set, End is where the search goes on, which may be after the end of the match.
func (s *Scanner) Match() urn.StreamMatch { return s.match }

// Len returns the length in bytes of the last match with its escapes undone, whether it
// was truncated or not.
func (s *Scanner) Len() int64 { return s.length }

// Err returns the error that ended the stream, or nil if it was [io.EOF]; see
// [urn.Scanner.Err].
func (s *Scanner) Err() error { return s.scanner.Err() }

// InputOffset returns the offset in the stream, in bytes, at which the search goes
// on. This is the end of the last match. After Scan has returned false, it is the
// end of what was read. If that is within an escape, it is where the escape
// begins.
func (s *Scanner) InputOffset() int64 {
	at := s.scanner.InputOffset()
	return s.source.find(at).at(at)
}

const (
	chunk = 32 << 10

	// kept is how much of the result places are kept for in a match that is longer
	// than the limit, in bytes. The search goes on in the last piece that was read.
	kept = 4 * chunk
	// besides is how much a urn.Scanner may hold besides a match, in bytes, and more.
	besides = 256 << 10
)

// source is the stream with its escapes undone.
type source struct {
	decoder
	places
	r       io.Reader
	scanner *urn.Scanner // which reads
	limit   int

	raw     []byte // of the stream
	n       int    // raw[:n] has been read and not decoded
	buf     []byte
	decoded []byte // a part of buf that has not been read
	err     error

	first place // of the beginning of a long match, once places before it are gone
}

// Read implements [io.Reader].
func (s *source) Read(b []byte) (int, error) {
	if s.raw == nil {
		s.raw = make([]byte, chunk)
	}
	for len(s.decoded) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		s.forget()
		n, err := s.r.Read(s.raw[s.n:])
		if n < 0 || n > len(s.raw)-s.n {
			n, err = 0, bufio.ErrBadReadCount
		}
		s.n += n
		if s.err = err; n == 0 && err == nil {
			return 0, nil
		}
		// After a failure, an escape at the end may be cut. It is left out: the
		// Scanner truncates the match before it.
		var used int
		s.buf, used = s.decode(s.buf[:0], &s.places, s.raw[:s.n], err == io.EOF)
		s.decoded = s.buf
		s.n = copy(s.raw, s.raw[used:s.n])
	}
	n := copy(b, s.decoded)
	s.decoded = s.decoded[n:]
	return n, nil
}

// find returns the place for byte i of the result; see places.find.
func (s *source) find(i int64) place {
	if i < s.list[0].out {
		return s.first
	}
	return s.places.find(i)
}

// forget removes places that are no longer needed.
func (s *source) forget() {
	from := s.scanner.InputOffset()
	if s.list[0].out <= from {
		s.places.forget(from)
	}
	if len(s.list) > s.limit+besides {
		// A match is longer than the limit. Only its beginning is needed, and where
		// the search goes on after it.
		s.first = s.find(from)
		s.places.forget(s.out - kept)
	}
}
