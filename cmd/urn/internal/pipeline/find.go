package pipeline

import (
	"bytes"
	"iter"
	"sort"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/scan"
)

// Near returns f with near misses and parts. If f is exact, it returns f: there are none.
func Near(f scan.Finder) scan.Finder {
	if f.Mode == scan.ModeNames {
		f.Mode = scan.ModeNear
	}
	return f
}

// Find returns an iterator over the matches of f in the block, including near misses.
// Positions are in t, which is Data with its escapes undone, or in Data if t is nil. A
// match is divided where a value of the notation ends or markup begins. A percent-encoded
// "urn:" that f does not report is a near miss or a part. more, if not nil, adds matches to the matches in a
// text.
func (b *Block) Find(f scan.Finder, t *notation.Text, more func(found iter.Seq[scan.Match], text []byte) iter.Seq[scan.Match]) iter.Seq[scan.Match] {
	f = Near(f)
	text := b.Data
	if t != nil {
		text = t.Bytes
	}
	isEncoded := t != nil && b.In.PercentEncoded()
	find := func(from, to int) iter.Seq[scan.Match] {
		found := f.All(text[from:to])
		if more != nil {
			found = more(found, text[from:to])
		}
		found = moved(found, from)
		if isEncoded {
			found = b.encoded(found, f.Syntax, t, from, to)
		}
		return found
	}
	found := f.All(text)
	if b.Around != nil {
		found = b.around(f, len(text))
	}
	if isEncoded {
		found = b.encoded(found, f.Syntax, t, 0, len(text))
	}
	if more != nil {
		found = more(found, text)
	}
	if t == nil {
		return found
	}
	return func(yield func(scan.Match) bool) {
		d := divider{t: t, data: b.Data, in: b.In, find: find}
		for m := range found {
			if m.Kind == scan.MatchName && !b.In.DividesName(text[m.Start:m.End]) {
				if !yield(m) {
					return
				}
			} else if !d.divide(m, yield) {
				return
			}
		}
	}
}

// moved yields found, moved by a number of bytes.
func moved(found iter.Seq[scan.Match], by int) iter.Seq[scan.Match] {
	return func(yield func(scan.Match) bool) {
		for m := range found {
			if m.Start, m.End = m.Start+by, m.End+by; !yield(m) {
				return
			}
		}
	}
}

// encoded yields found, which are in t.Bytes[from:end], and the texts between them that begin with a
// percent-encoded "urn:". Such a text ends before a delimiter. It is intended as a name, because programs
// and prose do not encode "urn:".
// A "urn:" alone is not yielded.
func (b *Block) encoded(
	found iter.Seq[scan.Match], x urn.Syntax, t *notation.Text, from, end int,
) iter.Seq[scan.Match] {
	text, colons := t.Bytes, t.Encoded()
	if colons = colons[sort.SearchInts(colons, from):]; len(colons) == 0 {
		return found
	}
	return func(yield func(scan.Match) bool) {
		between := func(to int) bool {
			for ; len(colons) > 0 && colons[0] < to; colons = colons[1:] {
				start, end := colons[0]-len("urn"), colons[0]+1
				if start < from || text[colons[0]] != ':' {
					continue // a name that is not encoded follows directly
				}
				for end < to && text[end] > ' ' && bytes.IndexByte([]byte("\"'<>`|"), text[end]) < 0 {
					end++
				}
				m := scan.Match{Start: start, End: end, Kind: scan.MatchNearMiss}
				if _, m.Fault = x.LocateBytes(text[start:end]); m.Fault.Reason == 0 {
					m.Kind = scan.MatchPart
				}
				if end > start+len("urn:") && !yield(m) {
					return false
				}
				from = end
			}
			return true
		}
		for m := range found {
			if len(colons) > 0 {
				if !between(m.Start) {
					return
				}
				from = m.End
			}
			if !yield(m) {
				return
			}
		}
		between(end)
	}
}

// around yields the matches of f in Data, which has size bytes in Around.
func (b *Block) around(f scan.Finder, size int) iter.Seq[scan.Match] {
	return func(yield func(scan.Match) bool) {
		for from := b.At; ; {
			m, ok := f.Next(b.Around, from)
			if !ok || m.Start >= b.At+size {
				return
			}
			from = m.End
			m.Start, m.End = m.Start-b.At, m.End-b.At
			if !yield(m) {
				return
			}
		}
	}
}

// divider divides matches in t, the text of data.
type divider struct {
	t    *notation.Text
	data []byte
	in   notation.Notation // at data[at:]
	at   int
	cuts []int // scratch
	find func(from, to int) iter.Seq[scan.Match]
}

// divide yields m. If a value of the notation ends in m, or markup begins, it searches each
// part separately, and yields the matches in the parts.
func (d *divider) divide(m scan.Match, yield func(scan.Match) bool) bool {
	text := d.t.Bytes
	// A separator of CSV is read as "|", U+001F, "|". The first "|" is not part of the cell
	// before it.
	if m.Kind != scan.MatchName && m.End < len(text) && text[m.End] == '\x1f' && text[m.End-1] == '|' {
		m.End--
	}
	start, end := d.t.Input(m.Start, m.End)
	in, safe, n := d.in.Upto(d.data[d.at:], start-d.at)
	d.in, d.at = safe, d.at+n
	d.cuts = in.Divided(d.cuts[:0], d.data[start:], end-start)
	if len(d.cuts) == 0 {
		return yield(m)
	}
	from := m.Start
	for _, cut := range append(d.cuts, end-start) {
		to := from + sort.Search(m.End-from, func(i int) bool {
			at, _ := d.t.Input(from+i, from+i)
			return at >= start+cut
		})
		found := false
		for part := range d.find(from, to) {
			found = true
			if !yield(part) {
				return false
			}
		}
		// Without the text that is cut off, the finder may not report the beginning. It is
		// reported as a part, or with the Kind 0 if more has added m.
		if rest := (scan.Match{Start: from, End: to, Kind: scan.MatchPart}); !found && from == m.Start {
			if m.Kind == 0 {
				rest.Kind = 0
			}
			if !yield(rest) {
				return false
			}
		}
		from = to
	}
	return true
}
