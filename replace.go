package urn

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// Replacement appends to dst what is to stand in the place of a URN, and returns the
// extended buffer. text is the URN, and o its Offsets. The bytes that dst has and
// those of text must not be changed or kept.
//
// [Offsets.AppendNormalizedBytes] and [Offsets.AppendKeyBytes], as method
// expressions, are Replacements: the normal form and the key.
type Replacement func(o Offsets, dst, text []byte) []byte

// AppendReplaced appends text to dst, with each URN in it replaced by r, and returns
// the extended buffer. The URNs are those that [Finder.All] finds. Every other byte
// stays as it is, and what r appends is not searched again.
//
// The time taken is linear in the length of text. AppendReplaced allocates only if
// dst has too little room. It never writes to text, which dst must not overlap.
func (f Finder) AppendReplaced(dst, text []byte, r Replacement) []byte {
	dst, _, _ = f.appendReplaced(dst, text, r, math.MaxInt)
	return dst
}

// ReplaceString returns text with each URN in it replaced by r; see
// [Finder.AppendReplaced]. If there is no URN, it returns text and does not
// allocate.
func (f Finder) ReplaceString(text string, r Replacement) string {
	first, ok := f.NextString(text)
	if !ok {
		return text
	}
	b := append(make([]byte, 0, len(text)+len(text)/8), text[:first.Start]...)
	return stringOf(f.AppendReplaced(b, bytesOf(text)[first.Start:], r))
}

// appendReplaced is AppendReplaced up to the first URN of more than limit bytes. It
// returns where that URN is, or the length of text twice.
func (f Finder) appendReplaced(dst, text []byte, r Replacement, limit int) (result []byte, start, end int) {
	from := 0
	for {
		start, end, o := f.next(text, from)
		if start < 0 {
			return append(dst, text[from:]...), len(text), len(text)
		}
		dst = append(dst, text[from:start]...)
		if end-start > limit {
			return dst, start, end
		}
		dst = r(o, dst, text[start:end:end])
		from = end
	}
}

// Replacer reads another stream and replaces its URNs. The result is that of
// [Finder.AppendReplaced] for the whole stream. It does not depend on the pieces in
// which the stream arrives. A Replacer holds little more of the stream than the limit
// and 128 KiB. It passes on what it has before it reads more, except for a URN that
// may go on.
//
// A URN that is longer than the limit is an error, and the stream ends before it. So
// no name that should be replaced is passed on unchanged. See [Replacer.KeepLong].
//
// Make a Replacer with [Finder.NewReplacer]. The zero Replacer cannot be used.
//
// A Replacer allocates its buffers at the first Read or WriteTo. It must not be used
// by several goroutines at once.
type Replacer struct {
	// Finder says what is replaced. Set it before the first Read or WriteTo.
	Finder Finder
	// KeepLong makes a URN that is longer than the limit stay as it is. Set it
	// before the first Read or WriteTo.
	KeepLong bool

	r       io.Reader
	replace Replacement
	limit   int
	chunk   int // the room in the buffer besides a URN of the limit

	buf  []byte // buf[:end] has been read, and is not in out
	end  int
	want int   // how much there must be in buf before it is searched, 0 if it has not been
	base int64 // the offset of buf[0] in the stream
	err  error // what ended the stream that is read; io.EOF at its end

	out  []byte // out[read:] has not been passed on
	read int
	done error // what follows out

	long *longURN // the URN that is being passed on, if it is longer than the limit
}

// longURN is the state of the search in a URN that is longer than the limit.
type longURN struct {
	longest dfa.Longest
	fed     int // how many bytes longest has seen
	start   int64
}

// longError is the error of a URN that is longer than the limit.
type longError struct {
	at    int64 // where the URN begins in the stream
	fault Fault
}

func (e *longError) Error() string {
	return fmt.Sprintf("urn: the URN at byte %d of the stream has more than %d bytes", e.at, e.fault.Offset)
}

func (e *longError) Unwrap() error {
	return &SyntaxError{Syntax: e.fault.Syntax, Offset: e.fault.Offset, Reason: e.fault.Reason}
}

// NewReplacer returns a Replacer that reads the stream r, with each URN that f finds
// replaced by replace. Use it with [io.Copy]:
//
//	_, err := io.Copy(w, f.NewReplacer(r, urn.Offsets.AppendNormalizedBytes))
func (f Finder) NewReplacer(r io.Reader, replace Replacement) *Replacer {
	return &Replacer{Finder: f, r: r, replace: replace, limit: DefaultLimit, chunk: chunk}
}

// SetLimit sets the length in bytes of the longest URN that is replaced. It is
// [DefaultLimit] if SetLimit is not called, or if n is below 1. Set it before the
// first Read or WriteTo. A URN is also too long if more than 128 KiB besides the
// limit may yet belong to it. An example is a URN before that much trailing
// punctuation.
func (p *Replacer) SetLimit(n int) {
	if n < 1 {
		n = DefaultLimit
	}
	p.limit = min(n, maxLimit)
}

// Read implements [io.Reader]. The error is [io.EOF] at the end of the stream, or
// the error of the reader that is read, or [io.ErrNoProgress], or
// [bufio.ErrBadReadCount]. Before such an error, everything that more data could not
// change has been passed on. For a URN that is too long, [errors.As] finds a
// [*SyntaxError] in the error. Its reason is [TooLong], and its offset is the limit.
func (p *Replacer) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for p.read == len(p.out) {
		if p.done != nil {
			return 0, p.done
		}
		p.step()
	}
	n := copy(b, p.out[p.read:])
	p.read += n
	return n, nil
}

// WriteTo implements [io.WriterTo], which [io.Copy] uses. Its error is that of w or
// that of [Replacer.Read], and nil at the end of the stream.
func (p *Replacer) WriteTo(w io.Writer) (written int64, err error) {
	for {
		if out := p.out[p.read:]; len(out) > 0 {
			n, err := w.Write(out)
			written += int64(n)
			p.read += min(max(n, 0), len(out))
			if err == nil && n != len(out) {
				err = io.ErrShortWrite
			}
			if err != nil {
				return written, err
			}
		}
		switch p.done {
		case nil:
			p.step()
		case io.EOF:
			return written, nil
		default:
			return written, p.done
		}
	}
}

// step reads once if it has to, and sets out or done, or neither.
func (p *Replacer) step() {
	p.out, p.read = p.out[:0], 0
	if p.buf == nil {
		p.buf = make([]byte, min(p.chunk, p.size()))
	}
	switch {
	case p.long != nil:
		p.passLong()
	case p.end == p.size():
		// Whether the stream has more makes no difference here: what is too long
		// does not depend on how the stream arrives.
		if n := p.Finder.Boundary(p.buf[:p.end]); n > 0 {
			p.pass(n)
		} else {
			p.tooLong(0)
		}
	case p.err == io.EOF && p.end == 0:
		p.done = p.err
	case p.err == io.EOF:
		p.pass(p.end)
	case p.err != nil:
		if n := p.Finder.Boundary(p.buf[:p.end]); n > 0 {
			p.pass(n)
		}
		p.done = p.err // what is left may go on
	default:
		p.more()
	}
}

// more passes on what is certain, after one read if it takes more to be certain.
func (p *Replacer) more() {
	if p.want > 0 || p.end == 0 {
		before := p.end
		p.fill()
		// Where a byte has come that no URN holds, Boundary finds it. Otherwise it
		// would read the same again and again.
		if p.err != nil || p.end < min(p.want, p.size()) && !slices.ContainsFunc(p.buf[before:p.end], excluded) {
			return
		}
	}
	p.want = 2 * p.end
	if p.end < p.size() {
		if n := p.Finder.Boundary(p.buf[:p.end]); n > 0 {
			p.pass(n)
		}
	}
}

// size is how much is held at most: a URN of the limit and a chunk.
func (p *Replacer) size() int { return p.limit + p.chunk }

// pass passes on buf[:n], in which every URN is whole.
func (p *Replacer) pass(n int) {
	for n > 0 && p.done == nil {
		out, start, end := p.Finder.appendReplaced(p.out, p.buf[:n], p.replace, p.limit)
		p.out = out
		p.drop(start)
		if n -= start; n > 0 {
			p.tooLong(end - start)
			n -= end - start
		}
	}
	p.want = p.end + 1
}

// drop drops the first n bytes of buf.
func (p *Replacer) drop(n int) {
	p.base += int64(n)
	p.end = copy(p.buf, p.buf[n:p.end])
}

// tooLong handles a URN at the start of buf that is longer than the limit. n is its
// length, or 0 if it may go on.
func (p *Replacer) tooLong(n int) {
	switch {
	case !p.KeepLong:
		p.done = &longError{p.base, Fault{p.Finder.Syntax.known(), p.limit, TooLong}}
	case n > 0:
		p.out = append(p.out, p.buf[:n]...)
		p.drop(n)
	default:
		p.long = &longURN{longest: machines[p.Finder.Syntax.known()].Longest(), fed: len("urn:"), start: p.base}
	}
}

// passLong passes on the part of a long URN that is in buf.
func (p *Replacer) passLong() {
	l := p.long
	m := machines[p.Finder.Syntax.known()]
	piece := p.buf[l.start+int64(l.fed)-p.base : p.end]
	piece = piece[:min(len(piece), MaxLen-l.fed)]
	more := m.Feed(&l.longest, stringOf(piece))
	l.fed += len(piece)
	if more && l.fed < MaxLen && p.err == nil {
		// The next "urn:" may begin with the last three bytes, and depends on the
		// one before them.
		n := max(0, p.end-len(" urn"))
		p.out = append(p.out, p.buf[:n]...)
		p.drop(n)
		p.fill()
		return
	}
	p.long = nil
	// The search goes on as in [Finder.Next], but what follows the URN need not be in
	// buf any more. No URN begins in what the machine has read after it, except for
	// the last three bytes.
	stop, _ := m.Stop(&l.longest)
	next := int(l.start + int64(max(l.longest.Len, stop-len("urn"))) - p.base)
	if next > int(l.start+int64(l.longest.Len)-p.base) && ascii.IsAlnum(p.buf[next-1]) {
		next--
	}
	p.out = append(p.out, p.buf[:next]...)
	p.drop(next)
	p.want = 0 // what is left has not been searched
}

// fill reads once, to the end of buf.
func (p *Replacer) fill() {
	if p.end == len(p.buf) {
		buf := make([]byte, min(p.size(), 2*len(p.buf)))
		copy(buf, p.buf)
		p.buf = buf
	}
	for range maxEmptyReads {
		if p.err != nil {
			return
		}
		n, err := p.r.Read(p.buf[p.end:])
		if n < 0 || n > len(p.buf)-p.end {
			n, err = 0, bufio.ErrBadReadCount
		}
		p.end += n
		p.err = err
		if n > 0 {
			return
		}
	}
	if p.err == nil {
		p.err = io.ErrNoProgress
	}
}
