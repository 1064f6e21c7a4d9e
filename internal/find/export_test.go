package find

import "github.com/seed7b5a83f0/urn/internal/tables"

// What the tests of this folder, which search with package scan, need of this package.

const (
	MaxAfter   = maxAfter
	MaxBlanks  = maxBlanks
	PlainRuled = plainRuled
)

var (
	IndexScheme = indexScheme
	Plains      = plains
	RuledBytes  = &ruledBytes
)

// Plain is the fast path.
func (f Finder) Plain(text []byte, start int) (n int, o tables.Offsets) { return f.plain(text, start) }

// Rule is the rule without the fast path. The offsets are those of a Name.
func (f Finder) Rule(text []byte, start int) (end int, k Kind, o tables.Offsets) {
	c := candidate{f: f, text: text, start: start}
	if k = c.verdict(); k == Name {
		o = tables.Make(tables.Known(f.Syntax), c.read.Starts(), c.n)
	}
	return c.end, k, o
}
