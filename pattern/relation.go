package pattern

import (
	"math/bits"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// relation says which URNs match two patterns p and q. A witness is an NSS or
// an f-component, and in the end a URN.
type relation struct {
	both, onlyP, onlyQ bool
	witness            string // of both
	undecided          bool   // the budget was spent
}

// comparer compares patterns within a budget, so that no file of patterns can stall a program.
type comparer struct {
	budget int // in steps: following a symbol in two automata is one step, about 50 ns
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
	if p.raw {
		r := c.compareTemplates(p, p.templates[componentNSS], q, q.templates[componentNSS], componentNSS)
		r.witness = "urn:" + r.witness
		return r
	}
	// A pattern that is not only matches names with further components.
	all.onlyP, all.onlyQ = q.only && !p.only, p.only && !q.only
	for k := range componentCount {
		a, b := p.templates[k], q.templates[k]
		var r relation
		switch {
		case a == nil && b == nil:
			continue
		case a == nil && p.only, b == nil && q.only:
			return relation{onlyP: true, onlyQ: true}
		case a == nil:
			// Without a template the component may be anything, or absent.
			r = c.compareTemplates(q, b, q, b, k)
			r.onlyP = true
		case b == nil:
			r = c.compareTemplates(p, a, p, a, k)
			r.onlyQ = true
		default:
			r = c.compareTemplates(p, a, q, b, k)
		}
		if r.undecided || !r.both {
			return r
		}
		all.onlyP = all.onlyP || r.onlyP
		all.onlyQ = all.onlyQ || r.onlyQ
		all.witness += [...]string{":", "#"}[k] + r.witness
	}
	if p.conditional || q.conditional {
		// The automata fold the prefixes in all names, not in some only. That is right if one
		// prefix is the beginning of the other: whether a name folds does not depend on the
		// pattern. Other prefixes meet by their letter case alone.
		a, b := p.prefix(), q.prefix()
		meet := !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a)
		all.onlyP, all.onlyQ = all.onlyP || meet, all.onlyQ || meet
	}
	return all
}

// symbol is an octet of a component: itself, or with escaped, from an escape.
type symbol uint16

const escaped symbol = 0x100

// step is a symbol of a literal. With fold it matches both letter cases.
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
		if l.text[i] == '%' && !l.raw {
			list = append(list, step{symbol: escaped | symbol(octet.Escaped(l.text, i))})
			i += len("XX")
			continue
		}
		list = append(list, step{symbol(l.text[i]), l.foldable[i] == caseBit})
	}
	return list
}

// automaton accepts the texts that a template matches. It is deterministic, and its
// states are few: a template is compared through it.
//
// A set is not compiled to one such machine: for seven patterns such as urn:ex:{a}:k0:{b}:{c}, it
// has 32,494 states. Nor is it built lazily, one table per step, because that takes longer than
// [Set.Match].
type automaton struct {
	component int
	prefix    []step
	fields    []automatonField
	open      bool
	flat      bool // a parenthesis is a symbol like others
	classes   bool // some field has a class
}

type automatonField struct {
	empty     bool // the field may be empty
	rest      bool
	class     *class // nil if any text is one of the field
	delimiter []step
}

// state is a state of an automaton.
type state struct {
	// begun has bit i set if the last i+1 symbols are the first of the
	// delimiter, outside of parentheses. good has it if the text before them is one of the
	// field.
	begun, good uint64
	field       int16 // -1 in the prefix; the number of fields after the last delimiter
	count       int16 // symbols of the prefix, or 1 in a field that is not empty
	class       int32 // the state of the field's class
	depth       int8  // open parentheses
	dead        bool
}

func newAutomaton(p *Pattern, t *template, component int) *automaton {
	a := &automaton{component: component, prefix: t.prefix.steps(), open: t.open, flat: p.flat}
	if p.raw {
		a.component = componentRaw
	}
	for i := range t.delimiters {
		f := &p.fields[t.first+i]
		of := automatonField{f.mayBeEmpty(), f.rest, f.class, t.delimiters[i].steps()}
		a.fields = append(a.fields, of)
		a.classes = a.classes || of.class != nil
	}
	return a
}

func (a *automaton) start() state { return state{field: int16(-min(1, len(a.prefix)))} }

func (a *automaton) accepts(s state) bool {
	switch {
	case s.dead || s.field < 0:
		return false
	case int(s.field) == len(a.fields):
		return true
	case a.open && int(s.field) == len(a.fields)-1:
		return a.fields[s.field].holds(s)
	}
	return false
}

// holds reports whether the text read is one of the field.
func (f *automatonField) holds(s state) bool {
	if s.count == 0 {
		return f.empty
	}
	return f.class == nil || s.class != dead && f.class.accepts(s.class)
}

// read takes a symbol as one more of the text of the field.
func (f *automatonField) read(s *state, c symbol) {
	s.count = 1
	if f.class != nil && s.class != dead {
		s.class = f.class.step(s.class, byte(c), c >= escaped)
	}
}

func (a *automaton) next(s state, c symbol) state {
	none := state{dead: true}
	switch {
	case s.dead || int(s.field) == len(a.fields):
		return none
	case s.field < 0:
		if !a.prefix[s.count].matches(c) {
			return none
		}
		if s.count++; int(s.count) == len(a.prefix) {
			return state{}
		}
		return s
	}
	f := &a.fields[s.field]
	if len(f.delimiter) == 0 {
		if !f.rest && s.depth == 0 && c == ':' {
			return none
		}
		if f.read(&s, c); s.class == dead {
			return none
		}
		switch {
		case f.rest || a.flat || s.depth > maxDepth: // no ":" is looked for any more, or depth stays 0
		case c == '(':
			s.depth++
		case c == ')':
			s.depth = max(0, s.depth-1)
		}
		return s
	}
	s.begun, s.good = s.begun<<1, s.good<<1
	if s.depth == 0 {
		s.begun |= 1
		if f.holds(s) {
			s.good |= 1
		}
	}
	for rest := s.begun; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); !f.delimiter[i].matches(c) {
			s.begun &^= 1 << i
		}
	}
	s.good &= s.begun
	last := len(f.delimiter) - 1
	switch {
	case s.good>>last&1 != 0:
		return state{field: s.field + 1}
	case s.begun>>last&1 != 0:
		return none // the first delimiter ends no text of the field
	}
	if f.read(&s, c); s.class == dead {
		if s.begun = s.good; s.good == 0 {
			return none
		}
	}
	switch {
	case a.flat:
	case c == '(':
		if s.depth++; s.depth > maxDepth {
			return none
		}
	case c == ')':
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
	var classes []*class
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
			if f.class != nil {
				classes = append(classes, f.class)
			}
		}
	}
	// One symbol represents all that occur in no literal and that no class tells apart.
	known := map[string]bool{}
	try := func(c symbol, kind int) {
		var kinds []byte
		for _, class := range classes {
			kinds = append(kinds, byte(class.kind[kind]), byte(class.kind[kind]>>8))
		}
		if !seen[c] && !known[string(kinds)] {
			known[string(kinds)] = true
			add(c)
		}
	}
	for _, c := range []byte(unescaped) {
		try(symbol(c), int(c))
	}
	if automata[0].component == componentRaw {
		for c := range escaped {
			try(c, int(c))
		}
	} else if len(classes) > 0 {
		clear(known)
		try(escaped|' ', escapedAt)
	}
	return list
}

// unescaped holds the octets that a component of a URN may have (RFC 8141, section 2).
const unescaped = "xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW0123456789-._~!$&'*+,;=@()/?:"

// allowed reports whether c can occur in a component, after others if started.
func allowed(component int, started bool, c symbol) bool {
	return component >= componentF || c != '?' && (started || c != '/')
}

// compareTemplates decides which components match the template a, with its fields, and
// the template b. It searches the pairs of states from which both can still match: from
// a live state a match can always be reached, so once only one is dead the other one
// matches what its template alone does.
func (c *comparer) compareTemplates(p *Pattern, a *template, q *Pattern, b *template, component int) relation {
	x, y := newAutomaton(p, a, component), newAutomaton(q, b, component)
	first := pair{x.start(), y.start()}
	// The common beginning of both prefixes is one path.
	same := 0
	for same < len(x.prefix) && same < len(y.prefix) && x.prefix[same] == y.prefix[same] {
		first.x, first.y = x.next(first.x, x.prefix[same].symbol), y.next(first.y, x.prefix[same].symbol)
		same++
	}
	if !c.spend(same + 16) {
		return relation{undecided: true}
	}
	alphabet := symbols(x, y)
	seen := map[pair]bool{first: true}
	queue := []reached{{pair: first, from: -1}}
	var r relation
	for i := 0; i < len(queue); i++ {
		s := queue[i].pair
		started := i > 0 || same > 0
		// Only an f-component may be empty.
		if started || x.component >= componentF {
			inX, inY := x.accepts(s.x), y.accepts(s.y)
			if inX && inY && !r.both {
				r.both = true
				r.witness = spell(x.prefix[:same], queue, i)
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
			if !allowed(x.component, started, symbol) {
				continue
			}
			t := pair{x.next(s.x, symbol), y.next(s.y, symbol)}
			r.onlyP = r.onlyP || t.y.dead && c.matches(x, t.x, alphabet)
			r.onlyQ = r.onlyQ || t.x.dead && c.matches(y, t.y, alphabet)
			if !t.x.dead && !t.y.dead && !seen[t] {
				seen[t] = true
				queue = append(queue, reached{t, int32(i), symbol})
			}
		}
	}
	return r
}

// matches reports whether a match can be reached from a state that is not at the start.
// It always can from a live one, unless fields have classes of values.
func (c *comparer) matches(a *automaton, s state, alphabet []symbol) bool {
	if s.dead || !a.classes {
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

// spell returns the text of a component: prefix, and the symbols that lead to the pair
// queue[at].
func spell(prefix []step, queue []reached, at int) string {
	var path []symbol
	for ; queue[at].from >= 0; at = int(queue[at].from) {
		path = append(path, queue[at].symbol)
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
