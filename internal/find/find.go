// Package find finds the names in a text by the rule of docs/finding.md. It knows tables and
// bytes: package scan makes URNs of what it finds.
package find

import (
	"bytes"
	"iter"
	"sync"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/scheme"
	"github.com/seed7b5a83f0/urn/internal/swar"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// Finder says what to find, as scan.Finder does.
type Finder struct {
	Syntax uint8 // a urn.Syntax
	Mode   Mode
}

// Mode says what a Finder finds.
type Mode uint8

const (
	Names Mode = iota // a value that is not one of these constants is the same
	Near              // near misses, prefixes and templates, too
	Exact
)

// Kind is the kind of a candidate.
type Kind uint8

const (
	Nothing  Kind = iota // not intended as a name: "urn: string" or Urn::parse in source code
	Name                 // a URN
	NearMiss             // text apparently intended as a name; it may be a URN, but not as a whole
	Prefix               // a common beginning of several names
	Template             // a template or a pattern of names
)

// Finding is the result of the rule for one "urn:" in a text.
type Finding struct {
	Start, End int // for Nothing, the search continues at End
	Kind       Kind
	// Open is the delimiter directly before the finding, and Close the closing delimiter
	// directly after it. Both share memory with the text. Open is empty if the finding is
	// not enclosed. Close is then empty, too, and also if the closing delimiter is missing.
	Open, Close []byte
}

// All returns an iterator over the findings in text, in order and without overlap. There is
// one for each "urn:" that is not part of another finding and does not follow a letter or
// digit. It has no fast path, and allocates at most once.
func All(f Finder, text []byte) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		for from := 0; ; {
			start := indexScheme(text, from)
			if start < 0 {
				return
			}
			c := candidate{f: f, text: text, start: start, open: &noOpening}
			k := c.verdict()
			if k == Prefix && c.template {
				k = Template
			}
			closing := min(c.closedAt(c.end), len(text)-c.end)
			if !yield(Finding{start, c.end, k, text[start-c.opened : start], text[c.end : c.end+closing]}) {
				return
			}
			from = c.end
		}
	}
}

// Next returns the first match in text that begins at from or after it, with its offsets if it
// is a Name. Without a match, start is -1. from must not be negative. Next returns scalars
// because a struct would be returned in memory. That is 33% faster on dense text and 16% on a log.
//
// The cost is linear. The search for candidates reads each byte once, and the rule reads
// each byte a bounded number of times: see candidate.
func (f Finder) Next(text []byte, from int) (start, end int, k Kind, o tables.Offsets) {
	for {
		if start = scheme.Index(text, from); start < 0 {
			return start, 0, Nothing, o
		}
		n, o := f.plain(text, start)
		if n > 0 { // no letter or digit precedes the name
			return start, start + n, Name, o
		} else if n < 0 || glued(text, start) {
			from = start + len("urn:")
			continue
		}
		var c candidate
		c.f, c.text, c.start, c.first = f, text, start, o // a literal would be built, and then copied
		if k = c.verdict(); k == Name {
			return start, c.end, k, tables.Make(tables.Known(f.Syntax), c.read.Starts(), c.n)
		} else if k != Nothing && f.Mode == Near {
			return start, c.end, k, tables.Offsets{}
		}
		from = c.end
	}
}

// plain is the fast path of judge, a look at the tables. It returns the length of the name at
// start if a delimiter or a blank shows its end, and 0 if the rule decides. o has what plain has
// read, if anything: see candidate.first. For Exact, n is -1 if there is no name.
func (f Finder) plain(text []byte, start int) (n int, o tables.Offsets) {
	if f.Mode == Exact {
		return f.exact(text, start)
	}
	opener, url := before(text, start)
	rest := text[start+len("urn:"):]
	if opener == 0 || len(rest) >= len("urn:") && scheme.Begins(rest) {
		return 0, o
	}
	x := tables.Known(f.Syntax)
	nss, kept := plains()[x].Read(alias.String(rest), url)
	end := kept.End(0)
	if nss == 0 || end >= len(rest) || classes[rest[nss]].is&dummies != 0 {
		return 0, o
	}
	o = tables.New(uint64(x)<<tables.SyntaxShift|uint64(nss+len("urn:")), 0, end+len("urn:"))
	// Most names end here. No branch distinguishes what is before and after them.
	after, next := classes[rest[end]], rest[min(end+1, len(rest)-1)]
	if next == ' ' && after.unless&operates != 0 {
		next, after.unless = rest[min(end+2, len(rest)-1)], operates
	}
	last := classes[rest[end-1]].is & (alnum | fillers)
	if opener&after.endedBy != 0 && classes[next].is&after.unless == 0 && (last == alnum || last > alnum && classes[rest[end-2]].is&fillers == 0) {
		return o.End(), o
	}
	return 0, o
}

// before returns what is before text[start], as class.before, or 0 if only the rule can tell. url
// is 1 if a name there may be in a URL.
func before(text []byte, start int) (opener, url uint8) {
	if start == 0 {
		return opensNothing, 0
	}
	opener = classes[text[start-1]].before
	if p := text[max(start-2, 0)]; start > 1 && (p == '?' || opener > opensNothing && classes[p].is&doubts != 0 && precedes(&lexDoubt, text, start)) {
		return 0, 0
	}
	if opener == opensNothing && text[start-1] > ' ' {
		url = 1
	}
	return opener, url
}

// exact is plain for Exact. It decides about every candidate.
func (f Finder) exact(text []byte, start int) (n int, o tables.Offsets) {
	if glued(text, start) {
		return -1, o
	}
	x := tables.Known(f.Syntax)
	rest := text[start+len("urn:"):]
	nss, kept := plains()[x].Read(alias.String(rest), 0)
	if end := kept.End(0); nss > 0 && end < len(rest) && classes[rest[end]].is&excludes != 0 {
		end += len("urn:")
		return end, tables.New(uint64(x)<<tables.SyntaxShift|uint64(nss+len("urn:")), 0, end)
	}
	m := tables.Machines[x]
	l := m.Longest()
	m.Feed(&l, alias.String(rest[:min(len(rest), tables.MaxLen-len("urn:"))]))
	if l.Len == 0 {
		return -1, o
	}
	return l.Len, tables.Make(x, l.Starts(), l.Len)
}

// plains returns a Plain for each syntax, which reads names for plain. They are made when first used.
var plains = sync.OnceValue(func() *[len(tables.Machines)]*dfa.Plain {
	var plains [len(tables.Machines)]*dfa.Plain
	for x, m := range tables.Machines {
		plains[x] = dfa.NewPlain(m, plainRuled)
	}
	return &plains
})

// Context is the number of bytes that a search needs before the place where it continues.
const Context = 256

// Settled returns an offset n, not less than from, so that no further text changes the
// matches before n. Whatever follows text in the stream, the matches that begin in
// text[from:n] are the matches that [Finder.Next] finds there, and they end there. To
// continue, call Next with n and more text. Of text[:n], only the last Context bytes are
// needed.
//
// n is near len(text), unless a name begins at n that may be longer. text must begin a
// stream, or have Context bytes before from. Settled reads only the last line of text. It
// does not allocate.
func Settled(f Finder, text []byte, from int) int {
	from = max(from, swar.LastLineEnd(text)+1)
	for {
		start := indexScheme(text, from)
		if start < 0 {
			n := max(from, len(text)-len("urn"))
			for n < len(text) && !ascii.EqualFold(text[n:], "urn"[:len(text)-n]) {
				n++
			}
			return n
		}
		// The fast path looks at little after what it decides about. With Exact, a query of
		// directives may begin after the name, and be longer than that.
		if f.Mode != Exact {
			if n, _ := f.plain(text, start); n != 0 && start+max(n, 0)+maxAfter < len(text) {
				from = start + max(n, len("urn:"))
				continue
			}
		}
		c := candidate{f: f, text: text, start: start}
		c.verdict()
		if c.pastEnd {
			return start
		}
		from = c.end
	}
}

// EndOfAny returns the position of the first byte of text that ends any name, or -1. A stream skips
// a name that is longer than its limit up to that byte.
func EndOfAny(text []byte) int {
	return bytes.IndexFunc(text, func(r rune) bool { return r <= ' ' || r < 0x7f && among(byte(r), "\"<>`|") })
}

// glued reports whether a letter or digit precedes text[i] that is not part of an escape.
func glued(text []byte, i int) bool {
	return i > 0 && ascii.IsAlnum(text[i-1]) && !precedes(&lexEscape, text, i)
}

// indexScheme returns the offset of the first "urn:" at or after from that is not glued, or -1.
func indexScheme(text []byte, from int) int {
	for {
		i := scheme.Index(text, from)
		if i < 0 || !glued(text, i) {
			return i
		}
		from = i + len("urn:")
	}
}
