package pattern

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Set is a set of patterns, each with a value, such as a handler or the name of a kind. The zero
// Set is empty.
//
// If a URN matches several patterns, the most specific one wins. One pattern is more specific
// than another if it matches a strict subset of the URNs that the other one matches. If two
// patterns overlap and neither is more specific, Add rejects the second, as
// [net/http.ServeMux] does.
//
// A pattern with the word exclusive owns a prefix: its text before the first field, up to the
// last ":". Patterns with a shorter text before their first field do not match names with that
// prefix, even if the owner does not match them either. A pattern with a field in its NID does
// not match names whose NID is registered or belongs to another pattern.
//
// Add must not be called concurrently with other methods. The other methods are safe for
// concurrent use. A Set must not be copied after the first Add.
type Set[V any] struct {
	_        [0]sync.Mutex // vet reports copies
	entries  []entry[V]
	roots    map[string]*root // by NID in lower case
	comparer comparer
}

// entry holds in one place all that matching an NSS needs of a pattern. With
// many patterns, most of the time goes into reading memory.
type entry[V any] struct {
	nss     template
	simple  bool  // nss is all there is to match
	rank    int32 // how many entries are less specific: more than each of these has
	pattern *Pattern
	value   V
	at      *prefixed // where the index has it
}

// matches is [Pattern.matches], but reads less memory.
func (e *entry[V]) matches(s string, o urn.Offsets, spans []urn.Span) bool {
	if nss := o.NSS(); e.simple && e.nss.prefix.at(s[:nss.End], nss.Start) {
		if v, _ := e.nss.find(s[:nss.End], nss.Start+len(e.nss.prefix.text), spans); v != unsure {
			return v == yes
		}
	}
	ok, _ := e.pattern.matches(s, o, spans)
	return ok
}

// A set of n patterns may take firstSteps + n * stepsOfEach steps to compare them.
const (
	firstSteps  = 6e6
	stepsOfEach = 1500
)

// Add adds a pattern with its value. On an error, which is an [*Error] with the Reason [Conflict],
// the set is unchanged.
//
// Add compares p with each pattern of its NID that could overlap with it, judging by the
// literals at both ends. It gives up on a p that is similar to too many patterns, so the total
// time of all comparisons is linear in the number of patterns.
func (s *Set[V]) Add(p *Pattern, value V) error {
	if len(s.entries) == 0 {
		s.comparer.budget = firstSteps
	}
	s.comparer.budget = max(0, s.comparer.budget) + stepsOfEach
	var broader, narrower []int
	var err error
	nid := ascii.ToLower(p.nid)
	at := s.roots[nid]
	if at != nil && (at.raw != p.raw || at.flat != p.flat) {
		word := "raw"
		if at.raw == p.raw {
			word = "flat"
		}
		cause := fmt.Sprintf("either all patterns of the namespace %q have the word %q, or none has", nid, word)
		return &Error{Pattern: p.text, Reason: Conflict, cause: cause}
	}
	at.similar(&s.comparer, p, func(i int) bool {
		q := s.entries[i].pattern
		if at.owned(p, q) {
			return true
		}
		switch r := s.comparer.compare(p, q); {
		case r.undecided:
			err = conflict(p, q, relation{})
		case !r.both:
		case r.onlyP == r.onlyQ:
			err = conflict(p, q, r)
		case r.onlyQ:
			broader = append(broader, i)
		default:
			narrower = append(narrower, i)
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	e := entry[V]{nss: *p.templates[componentNSS], pattern: p, value: value, simple: !p.more && !p.valued && !p.raw && !p.conditional}
	// A pattern that is less specific than p is less specific than all patterns that are
	// more specific than p.
	e.rank = int32(len(broader))
	for _, i := range narrower {
		s.entries[i].rank++
	}
	if at == nil {
		at = &root{raw: p.raw, flat: p.flat, first: len(s.entries)}
		if s.roots == nil {
			s.roots = map[string]*root{}
		}
		s.roots[nid] = at
	} else {
		at.first = -1
	}
	e.at = at.insert(p, len(s.entries))
	s.entries = append(s.entries, e)
	for _, i := range append(narrower, len(s.entries)-1) {
		if of := s.entries[i].at.entries; len(of) <= fewEntries {
			slices.SortFunc(of, func(a, b int32) int { return cmp.Compare(s.entries[b].rank, s.entries[a].rank) })
		}
	}
	return nil
}

// All returns an iterator over the patterns and their values, in the order they were added.
func (s *Set[V]) All() iter.Seq2[*Pattern, V] {
	return func(yield func(*Pattern, V) bool) {
		for i := range s.entries {
			if !yield(s.entries[i].pattern, s.entries[i].value) {
				return
			}
		}
	}
}

// Match returns the most specific pattern that matches name, and its value. If there is none,
// p is nil and ok is false. If the patterns of its NID are raw, name need not be a URN.
//
// The time depends on the length of name and on how many patterns it nearly matches, not on the
// size of the set. Match allocates only if name begins like many patterns, and where
// [Pattern.Match] does.
func (s *Set[V]) Match(name string) (p *Pattern, value V, ok bool) {
	o, nid, fault := s.locate(name)
	if fault.Reason != 0 {
		return p, value, false
	}
	return s.match(name, o, nid)
}

// MatchURN is like Match for a parsed URN, which may be of any syntax.
func (s *Set[V]) MatchURN(u urn.URN) (p *Pattern, value V, ok bool) {
	return s.match(u.String(), u.Offsets(), u.NID())
}

func (s *Set[V]) match(name string, o urn.Offsets, nid string) (p *Pattern, value V, ok bool) {
	var found [maxFields]urn.Span
	best := s.best(name, o, nid, &found)
	if best < 0 {
		return p, value, false
	}
	e := &s.entries[best]
	return e.pattern, e.value, true
}

// Parse returns the most specific pattern that matches name, its value, and the values of the
// fields, as [Pattern.Parse] does. If the patterns of its NID are raw, name need not be a URN.
//
// The error is a [*urn.Error] if name must be a URN and is not, and an [*Error] otherwise. If
// fields of the matching pattern cannot be read, Parse returns the pattern and its value with
// the error. If no pattern matches, p is nil, and the error is from the pattern that matches
// the longest prefix of name, or has no Pattern.
func (s *Set[V]) Parse(name string) (p *Pattern, value V, fields []string, err error) {
	o, nid, fault := s.locate(name)
	if fault.Reason != 0 {
		return p, value, nil, fault.Err(name)
	}
	return s.parse(name, o, nid)
}

// ParseURN is like Parse for a parsed URN, which may be of any syntax.
func (s *Set[V]) ParseURN(u urn.URN) (p *Pattern, value V, fields []string, err error) {
	return s.parse(u.String(), u.Offsets(), u.NID())
}

func (s *Set[V]) parse(name string, o urn.Offsets, nid string) (p *Pattern, value V, fields []string, err error) {
	var found [maxFields]urn.Span
	best := s.best(name, o, nid, &found)
	if best < 0 {
		return p, value, nil, s.refusal(name, o, nid)
	}
	e := &s.entries[best]
	n := len(e.pattern.fields)
	fields, err = e.pattern.decodeAll(name, found[:n], make([]string, n))
	return e.pattern, e.value, fields, err
}

// locate returns the NID of a name, and the offsets of its components, which are zero if the
// patterns of the NID are raw.
func (s *Set[V]) locate(name string) (o urn.Offsets, nid string, fault urn.Fault) {
	if len(name) > len("urn:") && ascii.EqualFold(name[:len("urn:")], "urn:") {
		nid, _, _ = strings.Cut(name[len("urn:"):], ":")
	}
	if r := s.rootOf(nid); r != nil && r.raw {
		return o, nid, fault
	}
	o, fault = urn.RFC8141.Locate(name)
	return o, nid, fault
}

const (
	causeNoPattern = "the name matches no pattern"
	causeOwned     = "an exclusive pattern owns the prefix, and does not match the name"
)

// refusal returns the error for a name that no pattern matches. The error is about the pattern
// that matches most of the name. At most 100 patterns with the same prefix are tried.
func (s *Set[V]) refusal(name string, o urn.Offsets, nid string) *Error {
	var spans [maxFields]urn.Span
	furthest, cause := mismatch{offset: -1}, causeNoPattern
	var of *Pattern
	tried := 0
	r := s.rootOf(nid)
	for _, prefix := range r.path(r.text(name, o), nil, false) {
		few := prefix.entries[:min(len(prefix.entries), 100-tried)]
		tried += len(few)
		for _, i := range few {
			p := s.entries[i].pattern
			switch m := p.match(name, o, spans[:len(p.fields)]); {
			case m.cause == 0: // an exclusive pattern forbids the match
				cause = causeOwned
			case m.cause != causeLiteral && m.offset > furthest.offset:
				furthest, of = m, p
			}
		}
	}
	if of != nil {
		return of.newError(name, furthest)
	}
	return &Error{Reason: PrefixMismatch, cause: cause, excerpt: excerpt(name)}
}

// best returns the entry that is the most specific of those that a name matches, or -1, and
// stores the spans of its fields in found.
func (s *Set[V]) best(text string, o urn.Offsets, nid string, found *[maxFields]urn.Span) int {
	r := s.rootOf(nid)
	if r == nil {
		return -1
	}
	if r.first >= 0 { // the only pattern
		if ok, _ := s.entries[r.first].pattern.matches(text, o, found[:]); !ok {
			return -1
		}
		return r.first
	}
	// The longest prefix goes first: its patterns are mostly the most specific.
	key := r.text(text, o)
	var room [maxPath]reachedPrefix
	path := r.path(key, room[:0], true)
	best := -1
	for i := len(path) - 1; i >= 0; i-- {
		if len(path[i].entries) > fewEntries {
			best = s.bestOfMany(best, text, o, path[i].prefixed, key[path[i].end:], found)
			continue
		}
		for _, k := range path[i].entries {
			e := &s.entries[k]
			if best >= 0 && e.rank <= s.entries[best].rank { // so have the others
				break
			}
			if e.improves(best, text, o, found) {
				best = int(k)
				break
			}
		}
	}
	return best
}

// improves reports whether a name matches e, and if so stores the spans of its fields in
// found, which has the fields of entry best if that is not -1.
func (e *entry[V]) improves(best int, text string, o urn.Offsets, found *[maxFields]urn.Span) bool {
	if best < 0 {
		return e.matches(text, o, found[:])
	}
	var room [maxFields]urn.Span
	if !e.matches(text, o, room[:]) {
		return false
	}
	*found = room
	return true
}

// bestOfMany is best for the entries of one prefix. rest is the text after the prefix.
func (s *Set[V]) bestOfMany(best int, text string, o urn.Offsets, p *prefixed, rest string, found *[maxFields]urn.Span) int {
	p.literals.visit(rest, func(i int) {
		if e := &s.entries[i]; (best < 0 || e.rank > s.entries[best].rank) && e.improves(best, text, o, found) {
			best = i
		}
	})
	return best
}

// In the result of ending, wild represents a field that holds no ":" outside of
// parentheses, and start the beginning of the NSS.
const (
	wild  = '\x00'
	start = '\x01'
)

// ending returns the end of each NSS that matches p, reversed and in lower case, up to the
// first place where a field may contain ":". It is "" if p does not determine the end. The
// parts between two ":" are literals or wild. If two endings have different literals in a
// part, no NSS matches both patterns: both find the same ":" outside of parentheses.
func (p *Pattern) ending() string {
	t := p.templates[componentNSS]
	last := len(t.delimiters) - 1
	if t.open && p.fields[t.first+last].rest || strings.ContainsAny(t.prefix.text, "()") {
		return ""
	}
	for i := range t.delimiters {
		if strings.ContainsAny(t.delimiters[i].text, "()") {
			return ""
		}
	}
	var b []byte
	if t.open {
		b = append(b, wild)
		last--
	}
	for ; ; last-- {
		l := t.prefix.text
		if last >= 0 {
			l = t.delimiters[last].text
		}
		literal := l
		if len(b) > 0 {
			// Before a field, its part has a literal, or another field.
			i := strings.LastIndexByte(l, ':')
			if i < 0 && last >= 0 {
				return string(b)
			}
			literal = l[:i+1]
		}
		for i := len(literal) - 1; i >= 0; i-- {
			b = append(b, ascii.Lower(literal[i]))
		}
		switch {
		case last < 0:
			return string(append(b, start))
		case l != ":":
			return string(b)
		}
		b = append(b, wild)
	}
}

// root is an index of the templates of a NID. It finds candidates: the templates whose
// literals occur in a text in their order, whatever the letter case, escapes and parentheses.
type root struct {
	prefixes trie[prefixed]
	first    int // the entry, if there is one only; otherwise -1
	raw      bool
	flat     bool
	owners   []string // the beginnings of names that patterns own
}

// text returns the text that the templates of r describe: the NSS, or all of a raw name after "urn:".
func (r *root) text(name string, o urn.Offsets) string {
	if r != nil && r.raw {
		return name[min(len("urn:"), len(name)):]
	}
	nss := o.NSS()
	return name[nss.Start:nss.End]
}

// prefix returns the text of p before the first field, without the NID.
func (p *Pattern) prefix() string { return p.templates[componentNSS].prefix.text }

// owns returns the beginning of the names that p owns, if it owns any: its text before the
// first field, up to the last ":" if it has one.
func (p *Pattern) owns() literal {
	l := p.templates[componentNSS].prefix
	if n := strings.LastIndexByte(l.text, ':') + 1; n > 0 {
		l.text, l.foldable = l.text[:n], l.foldable[:n]
	}
	return l
}

// owned reports whether an owner keeps one of two patterns from the names that the other
// one matches.
func (r *root) owned(p, q *Pattern) bool {
	if len(p.prefix()) > len(q.prefix()) {
		p, q = q, p
	}
	a, b := p.prefix(), q.prefix()
	if len(a) == len(b) {
		return false
	}
	for _, owner := range r.owners {
		if len(a) < len(owner) && strings.HasPrefix(b, owner) {
			return true
		}
	}
	return q.own && len(a) < len(q.owns().text)
}

// rootOf returns the index of the patterns that a name with this NID can match, or nil.
func (s *Set[V]) rootOf(nid string) *root {
	if r := s.roots[nid]; r != nil { // most NIDs are in lower case
		return r
	}
	var room [32]byte // an NID is not longer
	lower := append(room[:0], nid...)
	for i, c := range lower {
		lower[i] = ascii.Lower(c)
	}
	if r := s.roots[string(lower)]; r != nil {
		return r
	}
	r := s.roots[""]
	if r != nil {
		if _, registered := namespace.Lookup(nid); registered {
			return nil
		}
	}
	return r
}

// prefixed is the part of an index for the templates with one prefix.
type prefixed struct {
	// entries has the highest rank first if there are at most fewEntries. To try these in turn is
	// faster than to look for their literals.
	entries  []int32
	owner    *literal // the prefix, if a pattern owns it
	literals node
	endings  trie[[]int] // the same entries, by the ending of their patterns
}

// node is a place in templates, after a literal.
type node struct {
	entries []int      // templates that end here
	next    trie[node] // by the literal that comes next, in lower case
}

// fewEntries is how many patterns are tried in turn.
const fewEntries = 8

func (r *root) insert(p *Pattern, entry int) *prefixed {
	t := p.templates[componentNSS]
	prefix := r.prefixes.insert(ascii.ToLower(t.prefix.text))
	if p.own {
		l := p.owns()
		owner := r.prefixes.insert(ascii.ToLower(l.text))
		owner.owner = &l
		r.owners = append(r.owners, l.text)
	}
	prefix.entries = append(prefix.entries, int32(entry))
	at := &prefix.literals
	for _, l := range t.delimiters {
		if l.text == "" {
			break
		}
		at = at.next.insert(ascii.ToLower(l.text))
	}
	at.entries = append(at.entries, entry)
	list := prefix.endings.insert(p.ending())
	*list = append(*list, entry)
	return prefix
}

// similar calls yield with each entry whose literals at both ends are compatible with
// the literals of p, until it returns false. No URN matches both p and another entry. Each
// part of the index that it looks at is a step of c.
func (r *root) similar(c *comparer, p *Pattern, yield func(entry int) bool) {
	if r == nil {
		return
	}
	ending := p.ending()
	r.prefixes.compatible(c, ascii.ToLower(p.prefix()), false, func(s *prefixed) bool {
		return s.endings.compatible(c, ending, false, func(list *[]int) bool {
			for _, i := range *list {
				if !yield(i) {
					return false
				}
			}
			return true
		})
	})
}

// maxPath is how many prefixes of patterns path can store without an allocation.
const maxPath = 8

// reachedPrefix is a prefix of patterns that a text begins with, and where it ends in it.
type reachedPrefix struct {
	*prefixed
	end int
}

// path appends the prefixes that a text begins with, with owners from the longest one that a
// pattern owns on.
func (r *root) path(text string, path []reachedPrefix, owners bool) []reachedPrefix {
	if r == nil {
		return path
	}
	end := 0
	for t := &r.prefixes; t != nil; {
		if v := t.value; v != nil {
			if owners && v.owner != nil && v.owner.at(text, 0) {
				path = path[:0]
			}
			path = append(path, reachedPrefix{v, end})
		}
		if t = t.next(text[end:]); t != nil {
			end += len(t.label)
		}
	}
	return path
}

// visit calls yield with the entries whose literals occur in text in their order. It looks for
// the literals after the first occurrence of the one before.
func (n *node) visit(text string, yield func(entry int)) {
	for _, e := range n.entries {
		yield(e)
	}
	var room [8]*node
	seen := room[:0]
	var many map[*node]bool // seen, if they are many
	for i := range len(text) {
		for t, end := n.next.next(text[i:]), i; t != nil; t = t.next(text[end:]) {
			end += len(t.label)
			if t.value == nil || many[t.value] || slices.Contains(seen, t.value) {
				continue
			}
			if len(seen) < cap(seen) {
				seen = append(seen, t.value)
			} else {
				if many == nil {
					many = map[*node]bool{}
				}
				many[t.value] = true
			}
			t.value.visit(text[end:], yield)
		}
	}
}

// trie is a radix tree. Going to a child touches little memory.
type trie[T any] struct {
	label    string
	first    []byte // of the label of each child
	children []trie[T]
	value    *T
}

// next returns the child whose label, in any letter case, text begins with, or nil.
func (t *trie[T]) next(text string) *trie[T] {
	if len(text) == 0 {
		return nil
	}
	first := ascii.Lower(text[0])
	for i, c := range t.first {
		if c != first {
			continue
		}
		c := &t.children[i]
		if strings.HasPrefix(text, c.label) || ascii.HasPrefixFold(text, c.label) {
			return c
		}
		break
	}
	return nil
}

// insert returns the value of key, which is zero if it is new.
func (t *trie[T]) insert(key string) *T {
	for key != "" {
		i := slices.Index(t.first, key[0])
		if i < 0 {
			t.first = append(t.first, key[0])
			t.children = append(t.children, trie[T]{label: key})
			t, key = &t.children[len(t.children)-1], ""
			break
		}
		c := &t.children[i]
		n := 0
		for n < len(key) && n < len(c.label) && key[n] == c.label[n] {
			n++
		}
		if n < len(c.label) {
			lower := *c
			lower.label = c.label[n:]
			*c = trie[T]{label: c.label[:n], first: []byte{lower.label[0]}, children: []trie[T]{lower}}
		}
		t, key = c, key[n:]
	}
	if t.value == nil {
		t.value = new(T)
	}
	return t.value
}

// compatible calls yield with the value of each key that is compatible with the given
// one, until yield returns false: one is a prefix of the other, where [wild] in one
// matches the text of the other one up to the next ":". It reports whether yield never
// returned false. If inPart, the key had wild, and the label has not come to the next ":".
func (t *trie[T]) compatible(c *comparer, key string, inPart bool, yield func(*T) bool) bool {
	c.spend(1)
	if t.value != nil && !yield(t.value) {
		return false
	}
	for i := range t.children {
		child := &t.children[i]
		rest, in, ok := along(child.label, key, inPart)
		if ok && !child.compatible(c, rest, in, yield) {
			return false
		}
	}
	return true
}

// along follows a label and a key. It returns what is left of the key at the end of the
// label, and whether they are compatible.
func along(label, key string, inPart bool) (rest string, in, ok bool) {
	endsPart := func(c byte) bool { return c == ':' || c == start }
	for i := 0; i < len(label); {
		switch {
		case inPart && !endsPart(label[i]):
			i++
		case inPart:
			inPart = false
		case key == "":
			return "", false, true
		case label[i] == key[0]:
			i, key = i+1, key[1:]
		case key[0] == wild:
			inPart, key = true, key[1:]
		case label[i] == wild:
			i++
			for key != "" && !endsPart(key[0]) {
				key = key[1:]
			}
		default:
			return "", false, false
		}
	}
	return key, inPart, true
}
