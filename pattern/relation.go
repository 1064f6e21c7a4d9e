package pattern

import (
	"math/bits"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// relation says which URNs match two patterns p and q. A witness is an NSS, an
// r-, a q- or an f-component, or in the end a URN.
type relation struct {
	both, onlyP, onlyQ bool
	witness            string // of both
	undecided          bool   // the budget was spent
}

// comparer compares patterns within a budget, so that no file of patterns can stall a
// program. It keeps the memory that comparisons need.
type comparer struct {
	budget int // in steps: to follow a symbol in two automata is one, about 50 ns
	seen   map[pair]struct{}
	queue  []reached
}

// pair is a state of each of two automata.
type pair struct{ x, y state }

// reached is a pair of states and how a search came to it.
type reached struct {
	pair
	from   int32 // the index of the pair before it, or -1
	symbol symbol
}

// spend takes n steps from the budget, and reports whether it had them.
func (c *comparer) spend(n int) bool {
	c.budget -= n
	return c.budget >= 0
}

// compare decides which URNs match p and which match q.
func (c *comparer) compare(p, q *Pattern) relation {
	if p.nid != q.nid {
		return relation{onlyP: true, onlyQ: true}
	}
	all := relation{both: true, witness: "urn:" + p.nid}
	for k := range componentCount {
		a, b := p.templates[k], q.templates[k]
		var r relation
		switch {
		case a == nil && b == nil:
			continue
		case a == nil:
			// Without a template the component may be anything, or absent.
			r = c.compareTemplates(q.fields, b, q.fields, b, k)
			r.onlyP = true
		case b == nil:
			r = c.compareTemplates(p.fields, a, p.fields, a, k)
			r.onlyQ = true
		default:
			r = c.compareTemplates(p.fields, a, q.fields, b, k)
		}
		if r.undecided || !r.both {
			return r
		}
		all.onlyP = all.onlyP || r.onlyP
		all.onlyQ = all.onlyQ || r.onlyQ
		all.witness += delimiters[k] + r.witness
	}
	return all
}

// symbol is an octet of a component: itself, or with escaped, from an escape.
type symbol uint16

const escaped symbol = 0x100

// step is a symbol of a literal. With fold it stands for both letter cases.
type step struct {
	symbol symbol
	fold   bool
}

func (s step) matches(c symbol) bool {
	return s.symbol == c || s.fold && s.symbol^c == caseBit
}

func (l *literal) steps() []step {
	var list []step
	for i := 0; i < len(l.text); i++ {
		if l.text[i] == '%' {
			list = append(list, step{symbol: escaped | symbol(octet.Escaped(l.text, i))})
			i += len("XX")
			continue
		}
		list = append(list, step{symbol(l.text[i]), l.foldable[i] == caseBit})
	}
	return list
}

// automaton accepts what a template matches. It is deterministic, and its
// states are few: a template is compared through it.
type automaton struct {
	component int
	prefix    []step
	fields    []automatonField
	open      bool
	escaping  bool // some field escapes octets of its own
}

type automatonField struct {
	rest      bool
	empty     bool
	escapes   octets
	delimiter []step
}

// refuses reports whether the field escapes a symbol that is not escaped.
func (f *automatonField) refuses(c symbol) bool { return c < escaped && f.escapes.has(byte(c)) }

// state is a state of an automaton.
type state struct {
	// begun has bit i set if the last i+1 symbols are the first of the
	// delimiter, outside of parentheses.
	begun uint64
	field int16 // -1 in the prefix; the number of fields after the last delimiter
	count int16 // symbols of the prefix, or of the field, up to the delimiter's length
	depth int8  // open parentheses
	dead  bool
	// closing says that there was an octet that the field escapes. It can only be part
	// of the delimiter.
	closing bool
}

func newAutomaton(fields []field, t *template, component int) *automaton {
	a := &automaton{component: component, prefix: t.prefix.steps(), open: t.open}
	for i := range t.delimiters {
		f := &fields[t.first+i]
		a.fields = append(a.fields, automatonField{f.rest, f.empty, f.escapes, t.delimiters[i].steps()})
		a.escaping = a.escaping || f.escapes != octets{}
	}
	return a
}

func (a *automaton) start() state {
	if len(a.prefix) == 0 {
		return state{}
	}
	return state{field: -1}
}

func (a *automaton) accepts(s state) bool {
	switch {
	case s.dead || s.field < 0:
		return false
	case int(s.field) == len(a.fields):
		return true
	case a.open && int(s.field) == len(a.fields)-1:
		return s.count > 0 || a.fields[s.field].rest || a.fields[s.field].empty
	}
	return false
}

func (a *automaton) next(s state, c symbol) state {
	dead := state{dead: true}
	switch {
	case s.dead || int(s.field) == len(a.fields):
		return dead
	case s.field < 0:
		if !a.prefix[s.count].matches(c) {
			return dead
		}
		if s.count++; int(s.count) == len(a.prefix) {
			return state{}
		}
		return s
	}
	f := &a.fields[s.field]
	if len(f.delimiter) == 0 {
		if f.refuses(c) {
			return dead
		}
		if f.rest {
			s.count = 1 // another state than the start, which stands for no text
			return s
		}
		if s.depth == 0 && c == ':' {
			return dead
		}
		s.count = 1
		switch {
		case s.depth > maxDepth: // no ":" is looked for any more
		case c == '(':
			s.depth++
		case c == ')':
			s.depth = max(0, s.depth-1)
		}
		return s
	}
	s.begun <<= 1
	if s.depth == 0 && !s.closing {
		s.begun |= 1
	}
	for rest := s.begun; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); !f.delimiter[i].matches(c) {
			s.begun &^= 1 << i
		}
	}
	last := len(f.delimiter) - 1
	if s.begun>>last&1 != 0 {
		if int(s.count) == last && !f.empty {
			return dead // the field is empty
		}
		return state{field: s.field + 1}
	}
	s.begun &= 1<<last - 1
	s.count = min(s.count+1, int16(last)+1)
	s.closing = s.closing || f.refuses(c)
	if s.closing && s.begun == 0 {
		return dead
	}
	switch c {
	case '(':
		if s.depth++; s.depth > maxDepth {
			return dead
		}
	case ')':
		s.depth = max(0, s.depth-1)
	}
	return s
}

// symbols returns a symbol for each way in which two automata can tell symbols
// apart.
func symbols(automata ...*automaton) []symbol {
	var list []symbol
	var seen [2 * escaped]bool
	add := func(c symbol) {
		if !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	}
	for _, c := range "():" {
		add(symbol(c))
	}
	for _, a := range automata {
		literal := func(steps []step) {
			for _, s := range steps {
				add(s.symbol)
				if s.symbol < escaped && ascii.IsLetter(byte(s.symbol)) {
					add(s.symbol ^ caseBit)
				}
			}
		}
		literal(a.prefix)
		for _, f := range a.fields {
			literal(f.delimiter)
			for c := range byte(0x80) {
				if f.escapes.has(c) {
					add(symbol(c))
				}
			}
		}
	}
	// One symbol stands for all that occur in no literal.
	for _, c := range "xyzabcdefghijklmnopqrstuvw0123456789-._~!$&'*+,;=@" {
		if !seen[symbol(c)] {
			add(symbol(c))
			break
		}
	}
	return list
}

// allowed reports whether c can stand in a component, after others if started.
func allowed(component int, started bool, c symbol) bool {
	switch c {
	case '/':
		return started || component == componentF
	case '?':
		return component == componentF || started && component != componentNSS
	}
	return true
}

// compareTemplates decides which components match the template a, with its fields, and
// the template b. It searches the pairs of states from which both can still match: from
// a live state a match can always be reached, so once only one is dead the other one
// matches what its template alone does.
func (c *comparer) compareTemplates(fieldsA []field, a *template, fieldsB []field, b *template, component int) relation {
	x, y := newAutomaton(fieldsA, a, component), newAutomaton(fieldsB, b, component)
	first := pair{x.start(), y.start()}
	// What both prefixes begin with is one path.
	same := 0
	for same < len(x.prefix) && same < len(y.prefix) && x.prefix[same] == y.prefix[same] {
		first.x, first.y = x.next(first.x, x.prefix[same].symbol), y.next(first.y, x.prefix[same].symbol)
		same++
	}
	if !c.spend(same + 16) {
		return relation{undecided: true}
	}
	alphabet := symbols(x, y)
	if len(c.seen) > 1<<12 {
		c.seen = nil // to clear a large map takes long
	}
	clear(c.seen)
	if c.seen == nil {
		c.seen = map[pair]struct{}{}
	}
	c.seen[first] = struct{}{}
	c.queue = append(c.queue[:0], reached{pair: first, from: -1})
	var r relation
	for i := 0; i < len(c.queue); i++ {
		s := c.queue[i].pair
		started := i > 0 || same > 0
		// Only an f-component may be empty.
		if started || component == componentF {
			inX, inY := x.accepts(s.x), y.accepts(s.y)
			if inX && inY && !r.both {
				r.both = true
				r.witness = c.spell(x.prefix[:same], i)
				if a == b {
					return r
				}
			}
			r.onlyP = r.onlyP || inX && !inY
			r.onlyQ = r.onlyQ || inY && !inX
		}
		if r.both && r.onlyP && r.onlyQ {
			return r
		}
		if !c.spend(len(alphabet) + bits.OnesCount64(s.x.begun) + bits.OnesCount64(s.y.begun)) {
			return relation{undecided: true}
		}
		for _, symbol := range alphabet {
			if !allowed(component, started, symbol) {
				continue
			}
			t := pair{x.next(s.x, symbol), y.next(s.y, symbol)}
			r.onlyP = r.onlyP || t.y.dead && c.matches(x, t.x, alphabet)
			r.onlyQ = r.onlyQ || t.x.dead && c.matches(y, t.y, alphabet)
			if t.x.dead || t.y.dead {
				continue
			}
			if _, ok := c.seen[t]; ok {
				continue
			}
			c.seen[t] = struct{}{}
			c.queue = append(c.queue, reached{t, int32(i), symbol})
		}
	}
	return r
}

// matches reports whether a match can be reached from a state that is not at the start.
// It always can from a live one, unless fields escape octets of their own.
func (c *comparer) matches(a *automaton, s state, alphabet []symbol) bool {
	if s.dead || !a.escaping {
		return !s.dead
	}
	seen := map[state]bool{s: true}
	for queue := []state{s}; len(queue) > 0; queue = queue[1:] {
		if a.accepts(queue[0]) {
			return true
		}
		c.spend(2 * len(alphabet))
		for _, symbol := range alphabet {
			if !allowed(a.component, true, symbol) {
				continue
			}
			if t := a.next(queue[0], symbol); !t.dead && !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
	}
	return false
}

// spell returns how the component is written that begins with prefix and leads to a
// pair of the queue.
func (c *comparer) spell(prefix []step, at int) string {
	var path []symbol
	for ; c.queue[at].from >= 0; at = int(c.queue[at].from) {
		path = append(path, c.queue[at].symbol)
	}
	for i := len(prefix) - 1; i >= 0; i-- {
		path = append(path, prefix[i].symbol)
	}
	var b strings.Builder
	for i := len(path) - 1; i >= 0; i-- {
		if s := path[i]; s >= escaped {
			octet.WriteEscape(&b, byte(s))
		} else {
			b.WriteByte(byte(s))
		}
	}
	return b.String()
}
