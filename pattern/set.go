package pattern

import (
	"bytes"
	"fmt"
	"iter"
	"sort"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
)

// Set holds patterns, each with a value: a handler, or the name of a kind. A URN
// belongs to the most specific pattern that it matches. The zero Set is empty.
//
// One pattern is more specific than another if it matches only some of the URNs
// that the other one matches. Add refuses a pattern if neither is more specific
// and both match some URN, as [net/http.ServeMux] does.
//
// Add must not be called at the same time as another method. The other methods
// may be called from any number of goroutines.
type Set[V any] struct {
	entries []entry[V]
	roots   map[string]*node // by NID in lower case
}

type entry[V any] struct {
	pattern *Pattern
	value   V
	broader []int // the entries that this one is more specific than
	rank    int   // larger than the rank of each of them
}

// ConflictError says that a pattern cannot be in a set with another one.
type ConflictError struct {
	Pattern, Other string
	// Witness is a URN that matches both patterns; "" if the patterns are too
	// large to be compared.
	Witness string
	Equal   bool // both match the same URNs
}

// Error returns both patterns and the URN that matches both.
func (e *ConflictError) Error() string {
	switch {
	case e.Witness == "":
		return fmt.Sprintf("pattern %.100q: it cannot be compared with %.100q, which is in the set: they are too large", e.Pattern, e.Other)
	case e.Equal:
		return fmt.Sprintf("pattern %.100q: %.100q, which is in the set, matches the same URNs, such as %.200q", e.Pattern, e.Other, e.Witness)
	}
	return fmt.Sprintf("pattern %.100q: neither it nor %.100q, which is in the set, is more specific, and both match %.200q", e.Pattern, e.Other, e.Witness)
}

// Add adds a pattern with its value. The error is a [*ConflictError], and the
// set is as it was. Add compares p with each pattern of its NID whose literals
// at both ends are compatible with those of p.
func (s *Set[V]) Add(p *Pattern, value V) error {
	e := entry[V]{pattern: p, value: value}
	var narrower []int
	for i := range s.entries {
		q := s.entries[i].pattern
		if p.nid != q.nid || p.apart(q) {
			continue
		}
		switch r := p.compare(q); {
		case r.undecided:
			return &ConflictError{Pattern: p.text, Other: q.text}
		case !r.both:
		case r.onlyP == r.onlyQ:
			return &ConflictError{Pattern: p.text, Other: q.text, Witness: r.witness, Equal: !r.onlyP}
		case r.onlyQ:
			e.broader = append(e.broader, i)
		default:
			narrower = append(narrower, i)
		}
	}
	n := len(s.entries)
	s.entries = append(s.entries, e)
	for _, i := range narrower {
		s.entries[i].broader = append(s.entries[i].broader, n)
	}
	s.raise(n)
	for _, i := range narrower {
		s.raise(i)
	}
	if s.roots == nil {
		s.roots = map[string]*node{}
	}
	root := s.roots[p.nid]
	if root == nil {
		root = &node{}
		s.roots[p.nid] = root
	}
	root.insert(p.templates[componentNSS], n)
	return nil
}

// raise gives entry i a rank above those of the entries broader than it.
func (s *Set[V]) raise(i int) {
	rank := 0
	for _, j := range s.entries[i].broader {
		rank = max(rank, s.entries[j].rank+1)
	}
	if rank <= s.entries[i].rank {
		return
	}
	s.entries[i].rank = rank
	for j := range s.entries {
		for _, k := range s.entries[j].broader {
			if k == i {
				s.raise(j)
			}
		}
	}
}

// Len returns the number of patterns.
func (s *Set[V]) Len() int { return len(s.entries) }

// All yields each pattern and its value, in the order they were added.
func (s *Set[V]) All() iter.Seq2[*Pattern, V] {
	return func(yield func(*Pattern, V) bool) {
		for i := range s.entries {
			if !yield(s.entries[i].pattern, s.entries[i].value) {
				return
			}
		}
	}
}

// Match returns the most specific pattern that u matches, its value, and the
// spans of its fields appended to spans, as [Pattern.Match] does. ok is false
// if u matches none.
//
// The time it takes depends on u and on the patterns that u nearly matches, not
// on the number of patterns. It allocates only if spans has too little room, or
// if the NSS has more than 256 bytes.
func (s *Set[V]) Match(u urn.URN, spans []urn.Span) (p *Pattern, value V, result []urn.Span, ok bool) {
	best := -1
	var room [MaxFields]urn.Span
	text, o := u.String(), u.Offsets()
	s.candidates(u.NID(), u.NSS(), func(i int) {
		e := &s.entries[i]
		if best >= 0 && e.rank <= s.entries[best].rank {
			return // entries that match the same URN have different ranks
		}
		if m := e.pattern.match(text, o, room[:len(e.pattern.fields)]); m.cause == 0 {
			best = i
		}
	})
	if best < 0 {
		return nil, value, spans, false
	}
	e := &s.entries[best]
	spans, _ = e.pattern.Match(u, spans)
	return e.pattern, e.value, spans, true
}

// apart reports whether the literals at the ends of two patterns show that no
// URN matches both.
func (p *Pattern) apart(q *Pattern) bool {
	a, b := p.templates[componentNSS], q.templates[componentNSS]
	x, y := a.prefix.text, b.prefix.text
	n := min(len(x), len(y))
	if !strings.EqualFold(x[:n], y[:n]) {
		return true
	}
	x, y = p.colonSuffix(), q.colonSuffix()
	n = min(len(x), len(y))
	return n > 0 && !strings.EqualFold(x[len(x)-n:], y[len(y)-n:])
}

// colonSuffix returns the literal before a last field that holds no ":", if it
// ends with ":", and otherwise "". If the templates of two patterns have one,
// their last fields begin at the same place of every NSS that matches both:
// after the last ":" outside of parentheses. For that, no literal may hold a
// parenthesis.
func (p *Pattern) colonSuffix() string {
	t := p.templates[componentNSS]
	if !t.open || p.fields[t.first+len(t.delimiters)-1].rest || t.prefix.has("()") {
		return ""
	}
	last := t.prefix.text
	for i := range t.delimiters[:len(t.delimiters)-1] {
		if t.delimiters[i].has("()") {
			return ""
		}
		last = t.delimiters[i].text
	}
	if !strings.HasSuffix(last, ":") {
		return ""
	}
	return last
}

func (l *literal) has(chars string) bool { return strings.ContainsAny(l.text, chars) }

// node is a node of an index of templates. It finds candidates: the templates
// whose literals occur in a text one after the other. Letter case, escapes and
// parentheses make no difference here, so that no template that matches is
// missed.
type node struct {
	entries  []int // templates that end here
	children []child
	prefixes *trie // of the root only

	once sync.Once
	scan *scanner
}

type child struct {
	literal []byte // in lower case
	node    *node
}

func (n *node) insert(t *template, entry int) {
	if n.prefixes == nil {
		n.prefixes = &trie{}
	}
	at := n.prefixes.insert(lowerASCII(t.prefix.text))
	for _, l := range t.delimiters {
		if l.text == "" {
			break
		}
		at = at.child(lowerASCII(l.text))
	}
	at.entries = append(at.entries, entry)
}

func (n *node) child(literal string) *node {
	for _, c := range n.children {
		if string(c.literal) == literal {
			return c.node
		}
	}
	c := child{[]byte(literal), &node{}}
	n.children = append(n.children, c)
	n.once, n.scan = sync.Once{}, nil
	return c.node
}

// candidates calls yield with each entry whose NID and NSS these may be.
func (s *Set[V]) candidates(nid, nss string, yield func(entry int)) {
	var room [256]byte
	for p := s.prefixes(nid, nss, room[:0]); p.trie != nil; p.next() {
		if n := p.trie.node; n != nil {
			n.visit(p.rest, yield)
		}
	}
}

// covering calls yield with each entry whose prefix nss begins with.
func (s *Set[V]) covering(nid, nss string, yield func(entry int)) {
	for p := s.prefixes(nid, nss, nil); p.trie != nil; p.next() {
		if n := p.trie.node; n != nil {
			n.all(yield)
		}
	}
}

// prefixes is a walk down a trie.
type prefixes struct {
	trie *trie  // of a prefix that the NSS begins with; nil at the end
	rest []byte // of the NSS, in lower case
}

// prefixes begins a walk. room is memory to use.
func (s *Set[V]) prefixes(nid, nss string, room []byte) prefixes {
	root := s.roots[string(appendLower(room, nid))]
	if root == nil {
		return prefixes{}
	}
	return prefixes{root.prefixes, appendLower(room, nss)}
}

func (p *prefixes) next() {
	if p.trie = p.trie.next(p.rest); p.trie != nil {
		p.rest = p.rest[len(p.trie.label):]
	}
}

func appendLower(dst []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= caseBit
		}
		dst = append(dst, c)
	}
	return dst
}

// all calls yield with every entry below n.
func (n *node) all(yield func(entry int)) {
	for _, e := range n.entries {
		yield(e)
	}
	for _, c := range n.children {
		c.node.all(yield)
	}
}

// manyChildren is the number of literals from which on one pass finds them all.
const manyChildren = 8

func (n *node) visit(text []byte, yield func(entry int)) {
	for _, e := range n.entries {
		yield(e)
	}
	if len(n.children) < manyChildren {
		for _, c := range n.children {
			if at := bytes.Index(text, c.literal); at >= 0 {
				c.node.visit(text[at+len(c.literal):], yield)
			}
		}
		return
	}
	n.once.Do(func() { n.scan = newScanner(n.children) })
	n.scan.find(text, func(c, end int) { n.children[c].node.visit(text[end:], yield) })
}

// trie is a radix tree of prefixes.
type trie struct {
	label    string
	children []*trie // sorted by the first byte of their labels
	node     *node
}

func (t *trie) search(c byte) (int, bool) {
	i := sort.Search(len(t.children), func(i int) bool { return t.children[i].label[0] >= c })
	return i, i < len(t.children) && t.children[i].label[0] == c
}

// next returns the child whose label text begins with, or nil.
func (t *trie) next(text []byte) *trie {
	if len(text) == 0 {
		return nil
	}
	i, ok := t.search(text[0])
	if !ok || len(text) < len(t.children[i].label) || string(text[:len(t.children[i].label)]) != t.children[i].label {
		return nil
	}
	return t.children[i]
}

func (t *trie) insert(key string) *node {
	if key == "" {
		if t.node == nil {
			t.node = &node{}
		}
		return t.node
	}
	i, ok := t.search(key[0])
	if !ok {
		leaf := &trie{label: key, node: &node{}}
		t.children = append(t.children, nil)
		copy(t.children[i+1:], t.children[i:])
		t.children[i] = leaf
		return leaf.node
	}
	c := t.children[i]
	n := 0
	for n < len(key) && n < len(c.label) && key[n] == c.label[n] {
		n++
	}
	if n < len(c.label) {
		upper := &trie{label: c.label[:n], children: []*trie{c}}
		c.label = c.label[n:]
		t.children[i] = upper
		c = upper
	}
	return c.insert(key[n:])
}

// scanner finds the first occurrence of each of many literals in one pass, by
// the algorithm of Aho and Corasick.
type scanner struct {
	class   [256]uint8 // of a byte; 0 is that of a byte in no literal
	classes int
	next    []int32 // state*classes + class
	found   []int32 // literal that ends at a state, or -1
	shorter []int32 // state of the longest literal that is a suffix of this one, or 0
	lengths []int
}

func newScanner(children []child) *scanner {
	s := &scanner{classes: 1}
	for _, c := range children {
		s.lengths = append(s.lengths, len(c.literal))
		for i := range len(c.literal) {
			if b := c.literal[i]; s.class[b] == 0 {
				s.class[b] = uint8(s.classes)
				s.classes++
			}
		}
	}
	state := func() int32 {
		s.next = append(s.next, make([]int32, s.classes)...)
		s.found = append(s.found, -1)
		s.shorter = append(s.shorter, 0)
		return int32(len(s.found) - 1)
	}
	state()
	for i, c := range children {
		at := int32(0)
		for j := range len(c.literal) {
			k := int(at)*s.classes + int(s.class[c.literal[j]])
			if s.next[k] == 0 {
				n := state()
				s.next[k] = n
			}
			at = s.next[k]
		}
		s.found[at] = int32(i)
	}
	// Breadth first: a state's failure state is nearer to the root.
	fail := make([]int32, len(s.found))
	var queue []int32
	for c := range s.classes {
		if n := s.next[c]; n != 0 {
			queue = append(queue, n)
		}
	}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		f := fail[at]
		s.shorter[at] = f
		if f != 0 && s.found[f] < 0 {
			s.shorter[at] = s.shorter[f]
		}
		for c := range s.classes {
			k := int(at)*s.classes + c
			onFail := s.next[int(f)*s.classes+c]
			if n := s.next[k]; n != 0 {
				fail[n] = onFail
				queue = append(queue, n)
			} else {
				s.next[k] = onFail
			}
		}
	}
	return s
}

// find calls yield with the index and the end of the first occurrence of each
// literal in text.
func (s *scanner) find(text []byte, yield func(literal, end int)) {
	var room [64]int32
	seen := room[:0]
	at := int32(0)
	for i, b := range text {
		at = s.next[int(at)*s.classes+int(s.class[b])]
	outputs:
		for o := at; o != 0; o = s.shorter[o] {
			l := s.found[o]
			if l < 0 {
				continue
			}
			for _, x := range seen {
				if x == l {
					continue outputs
				}
			}
			seen = append(seen, l)
			yield(int(l), i+1)
		}
	}
}
