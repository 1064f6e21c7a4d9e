package scan

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/scheme"
)

// Replacement appends to dst the text that replaces a match, and returns the extended buffer.
// text is the match itself, and m describes it. m.Start and m.End are byte offsets in the whole text
// or stream. (Where an int has 32 bits, they are wrong after 2 GiB of a stream.) In the
// mode [ModeNear] of the Finder, text may also be a near miss or a part of a name; see m.Kind.
//
// An error ends the replacement; see the caller. A Replacement must not change or keep the
// bytes in dst or text. It is an error to return a slice shorter than dst, or nil.
//
//	func key(dst, text []byte, m scan.Match) ([]byte, error) { return m.Offsets.AppendKey(dst, text), nil }
type Replacement func(dst, text []byte, m Match) ([]byte, error)

var errLess = errors.New("Replacement returned a shorter slice than dst")

// append calls r for the match text, and checks that it has appended. On an error, it returns dst.
func (r Replacement) append(dst, text []byte, m Match) ([]byte, error) {
	if dst == nil {
		dst = []byte{} // so that nil is not dst
	}
	out, err := r(dst, text, m)
	if err == nil && (out == nil || len(out) < len(dst)) {
		err = errLess
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

// at returns err with the offset of a match, in bytes.
func at(offset int64, err error) error { return fmt.Errorf("scan: at offset %d: %w", offset, err) }

// Replace returns text with each URN that [Finder.URNs] finds replaced by the result
// of repl. Every other byte stays as it is, and results are not searched again. If there
// is no URN, Replace returns text and does not allocate. If repl returns an error, Replace
// returns "" and that error, with the offset of the URN.
//
// Replace replaces names only: it refuses the mode [ModeNear], in which [Finder.AppendReplaced] and
// a [Replacer] also replace near misses and parts. It does not know notations such as JSON. It
// makes two promises:
//
//   - Each URN is replaced by the result of repl, and no other byte changes. In
//     text with escapes, as in JSON, escapes are neither read nor written.
//   - Every URN that f finds is replaced. Near misses and parts stay as they are; see
//     [MatchKind].
func (f Finder) Replace(text string, repl func(urn.URN) (string, error)) (string, error) {
	err := f.check()
	switch {
	case err != nil:
		return "", err
	case f.Mode == ModeNear:
		return "", errNear
	case repl == nil:
		return "", errNoReplacement
	}
	var b strings.Builder
	from := 0
	for start, u := range f.URNs(text) {
		with, err := repl(u)
		if err != nil {
			return "", at(int64(start), err)
		}
		if from == 0 {
			b.Grow(len(text) + len(text)/8)
		}
		b.WriteString(text[from:start])
		b.WriteString(with)
		from = start + len(u.String())
	}
	if from == 0 {
		return text, nil
	}
	b.WriteString(text[from:])
	return b.String(), nil
}

// AppendReplaced appends text to dst, with each match of f in it replaced by repl, and returns
// the extended buffer; see [Finder.Replace]. In the mode [ModeNear], near misses and parts are
// replaced, too. If repl returns an error, AppendReplaced returns dst and that error, with the offset of
// the match in text.
//
// The time taken is linear in the length of text. AppendReplaced allocates only if
// dst has too little room. It never writes to text, which dst must not overlap.
func (f Finder) AppendReplaced(dst, text []byte, repl Replacement) ([]byte, error) {
	if err := f.check(); err != nil {
		return dst, err
	}
	if repl == nil {
		return dst, errNoReplacement
	}
	out, from := dst, 0
	for m, ok := f.Next(text, 0); ok; m, ok = f.Next(text, m.End) {
		out = append(out, text[from:m.Start]...)
		var err error
		if out, err = repl.append(out, text[m.Start:m.End:m.End], m); err != nil {
			return dst, at(int64(m.Start), err)
		}
		from = m.End
	}
	return append(out, text[from:]...), nil
}

// Replacer reads another stream and replaces its URNs. The result is the same as [Finder.AppendReplaced] returns
// for the whole stream. It does not depend on the pieces in which the stream arrives. A Replacer holds little more
// of the stream than the limit and 128 KiB. Before it reads more, it passes on all the bytes that it has, except
// those that depend on the rest of their line.
//
// A match that is longer than the limit is an error, and the stream ends before it. So nothing that
// should be replaced is passed on unchanged; with [Replacer.KeepLong], only matches over the limit are.
// The stream also ends before a match for which the Replacement returns an error.
//
// Set the fields before the first Read or WriteTo, which allocates the buffers. A Replacer must not be used by
// several goroutines at once. The zero Replacer returns an error.
type Replacer struct {
	// Finder decides what is replaced: names, or in the mode [ModeNear], near misses and parts, too.
	Finder Finder
	// Limit is the length in bytes of the longest match that is replaced; below 1, it is 64 KiB.
	// A match is also too long if its end is not within the limit and 128 KiB.
	Limit int
	// If KeepLong is set, a match that is longer than the limit stays as it is, and is not an error. One case is still
	// an error: the end of the match is not within the limit and 128 KiB, and "urn:" follows before the next blank,
	// control character, double quotation mark, "<", ">", "|" or "`". It may begin a name, which would not be replaced.
	// The stream ends before that "urn:", after the long match; the error has the offset of the long match.
	KeepLong bool

	replace Replacement
	blocks  stream
	long    error // of the name that is being kept, or nil

	out  []byte // out[read:] has not been passed on
	read int
	done error // returned once out has been passed on
}

// NewReplacer returns a Replacer of the stream r, with each URN of RFC 8141 replaced by
// replace. Use it with [io.Copy]:
//
//	_, err := io.Copy(w, scan.NewReplacer(r, key))
func NewReplacer(r io.Reader, replace Replacement) *Replacer {
	return &Replacer{replace: replace, blocks: stream{Cutter: blocks.Cutter{R: r}}}
}

// Read implements [io.Reader]. The error is [io.EOF] at the end of the stream, the error of
// the underlying reader, [io.ErrNoProgress] or [bufio.ErrBadReadCount]. Before it returns
// an error, Read has passed on every byte that does not depend on further data. An error of
// the Replacement is wrapped, with the offset of its match. For a match that is too long, [errors.As] finds a [*urn.Error] in the error. Its reason is
// [urn.TooLong], and its offset is the limit.
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

// WriteTo implements [io.WriterTo], which [io.Copy] uses. Its error comes from w or
// from [Replacer.Read], and is nil at the end of the stream.
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

// step reads and replaces a block. It sets out, done, or neither.
func (p *Replacer) step() {
	b := &p.blocks
	if err := p.Finder.check(); err != nil || b.R == nil || p.replace == nil {
		if p.done = cmp.Or(err, errNoReader); err == nil && b.R != nil {
			p.done = errNoReplacement
		}
		return
	}
	b.set(p.Finder, p.Limit)
	p.out, p.read = p.out[:0], 0
	if p.long != nil {
		done := b.Skip(find.EndOfAny) || b.Err != nil
		if i := scheme.Index(b.Buf[:b.Ready], max(0, b.Start-len("urn"))); i >= 0 { // it may be a name to replace
			b.Ready, p.done = max(b.Start, i), p.long
		}
		if p.out = append(p.out, b.Buf[b.Start:b.Ready]...); done {
			p.long = nil
		}
		return
	}
	switch b.next() {
	case blocks.Found:
		p.pass()
	case blocks.Ended:
		p.done = io.EOF
	case blocks.Failed:
		p.done = b.Err // the rest may continue a name
	case blocks.Long:
		m, ok := b.first()
		if b.Ready = b.Start + m.Start; !ok {
			b.Ready = b.End - blocks.Slack/2
		} else if p.fail(m.Start); p.KeepLong {
			p.long, p.done = p.done, nil
			b.Ready += len("urn:")
		}
		p.out = append(p.out, b.Buf[b.Start:b.Ready]...)
	}
}

// pass passes on a block, in which every URN is whole.
func (p *Replacer) pass() {
	b := &p.blocks
	start := b.From()
	text, from := b.Buf[start:b.End], b.Start-start // text[from:] has not been passed on
	for m, ok := b.finder.Next(text, from); ok && start+m.Start < b.Ready; m, ok = b.finder.Next(text, m.End) {
		p.out = append(p.out, text[from:m.Start]...)
		from = m.Start
		if m.End-m.Start > b.limit {
			if !p.KeepLong {
				p.fail(start + m.Start - b.Start)
				return
			}
			continue
		}
		var err error
		name, offset := text[m.Start:m.End:m.End], b.Base+int64(start)
		from = m.End
		whole := m
		whole.Start, whole.End = int(offset)+m.Start, int(offset)+m.End
		if p.out, err = p.replace.append(p.out, name, whole); err != nil {
			p.done = at(offset+int64(m.Start), err)
			return
		}
	}
	p.out = append(p.out, text[from:b.Ready-start]...)
}

// fail ends the stream before a match that is too long, at byte i of the block.
func (p *Replacer) fail(i int) {
	b := &p.blocks
	fault := urn.Fault{Syntax: p.Finder.Syntax, Reason: urn.TooLong, Offset: b.limit}
	p.done = at(b.Base+int64(b.Start+i), fault.Err(string(b.Buf[b.Start+i:min(b.Start+i+b.limit, b.End)])))
}
