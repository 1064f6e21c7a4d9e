package pattern

import (
	"strings"
)

// relation says which URNs match two patterns p and q. A witness is an NSS, an
// r-, a q- or an f-component, or in the end a URN.
type relation struct {
	both, onlyP, onlyQ bool
	witness            string // of both
	undecided          bool   // more states than maxStates
}

// maxStates bounds the work of a comparison.
const maxStates = 1 << 16

// compare decides which URNs match p and which match q.
func (p *Pattern) compare(q *Pattern) relation {
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
			r = (&Pattern{fields: q.fields}).compareTemplates(&Pattern{fields: q.fields}, b, b, k)
			r.onlyP = true
		case b == nil:
			r = p.compareTemplates(p, a, a, k)
			r.onlyQ = true
		default:
			r = p.compareTemplates(q, a, b, k)
		}
		if r.undecided {
			return r
		}
		all.both = all.both && r.both
		all.onlyP = all.onlyP || r.onlyP
		all.onlyQ = all.onlyQ || r.onlyQ
		all.witness += delimiters[k] + r.witness
	}
	if !all.both {
		return relation{onlyP: true, onlyQ: true}
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
			list = append(list, step{symbol: escaped | symbol(unhex(l.text[i+1])<<4|unhex(l.text[i+2]))})
			i += len("XX")
			continue
		}
		list = append(list, step{symbol(l.text[i]), l.foldable[i] == caseBit})
	}
	return list
}

func unhex(c byte) byte {
	if c >= 'A' {
		c += 9
	}
	return c & 15
}

// automaton accepts what a template matches. It is deterministic, and its
// states are few: a template is compared through it.
type automaton struct {
	component int
	prefix    []step
	fields    []automatonField
	open      bool
}

type automatonField struct {
	rest      bool
	delimiter []step
}

// state is a state of an automaton.
type state struct {
	dead  bool
	field int16 // -1 in the prefix; the number of fields after the last delimiter
	count int16 // symbols of the prefix, or of the field, up to the delimiter's length
	depth int8  // open parentheses
	// begun has bit i set if the last i+1 symbols are the first of the
	// delimiter, outside of parentheses.
	begun uint64
}

func newAutomaton(fields []field, t *template, component int) *automaton {
	a := &automaton{component: component, prefix: t.prefix.steps(), open: t.open}
	for i := range t.delimiters {
		a.fields = append(a.fields, automatonField{fields[t.first+i].rest, t.delimiters[i].steps()})
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
		return s.count > 0 || a.fields[s.field].rest
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
		if f.rest {
			s.count = 1 // another state than the start, which stands for no text
			return s
		}
		if s.depth == 0 && c == ':' {
			return dead
		}
		s.count = 1
		switch {
		case s.depth > MaxDepth: // no ":" is looked for any more
		case c == '(':
			s.depth++
		case c == ')':
			s.depth = max(0, s.depth-1)
		}
		return s
	}
	s.begun <<= 1
	if s.depth == 0 {
		s.begun |= 1
	}
	for i, d := range f.delimiter {
		if !d.matches(c) {
			s.begun &^= 1 << i
		}
	}
	last := len(f.delimiter) - 1
	if s.begun>>last&1 != 0 {
		if int(s.count) == last {
			return dead // the field is empty
		}
		return state{field: s.field + 1}
	}
	s.begun &= 1<<last - 1
	s.count = min(s.count+1, int16(last)+1)
	switch c {
	case '(':
		if s.depth++; s.depth > MaxDepth {
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
	seen := map[symbol]bool{}
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
		literals := [][]step{a.prefix}
		for _, f := range a.fields {
			literals = append(literals, f.delimiter)
		}
		for _, steps := range literals {
			for _, s := range steps {
				add(s.symbol)
				if s.symbol < escaped && isLetter(byte(s.symbol)) {
					add(s.symbol ^ caseBit)
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

// allowed reports whether c can be symbol i of a component.
func allowed(component, i int, c symbol) bool {
	switch c {
	case '/':
		return i > 0 || component == componentF
	case '?':
		return component == componentF || i > 0 && component != componentNSS
	}
	return true
}

// compareTemplates decides which components match the template a of p and the
// template b of q, by a search through the pairs of states.
func (p *Pattern) compareTemplates(q *Pattern, a, b *template, component int) relation {
	x, y := newAutomaton(p.fields, a, component), newAutomaton(q.fields, b, component)
	alphabet := symbols(x, y)
	type pair struct{ x, y state }
	type origin struct {
		from   int
		symbol symbol
	}
	var r relation
	queue := []pair{{x.start(), y.start()}}
	origins := []origin{{from: -1}}
	seen := map[pair]bool{queue[0]: true}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		inX, inY := x.accepts(s.x), y.accepts(s.y)
		// Only an f-component may be empty.
		if i > 0 || component == componentF {
			if inX && inY && !r.both {
				r.both = true
				var symbols []symbol
				for k := i; origins[k].from >= 0; k = origins[k].from {
					symbols = append(symbols, origins[k].symbol)
				}
				r.witness = spell(symbols)
			}
			r.onlyP = r.onlyP || inX && !inY
			r.onlyQ = r.onlyQ || inY && !inX
			if r.both && r.onlyP && r.onlyQ {
				return r
			}
		}
		for _, c := range alphabet {
			if !allowed(component, min(i, 1), c) {
				continue
			}
			t := pair{x.next(s.x, c), y.next(s.y, c)}
			if t.x.dead && t.y.dead || seen[t] {
				continue
			}
			seen[t] = true
			queue = append(queue, t)
			origins = append(origins, origin{i, c})
			if len(queue) > maxStates {
				return relation{undecided: true}
			}
		}
	}
	return r
}

// spell returns symbols, last one first, as they are written.
func spell(symbols []symbol) string {
	var b strings.Builder
	for i := len(symbols) - 1; i >= 0; i-- {
		c := symbols[i]
		if c >= escaped {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4&15])
			b.WriteByte(upperHex[c&15])
		} else {
			b.WriteByte(byte(c))
		}
	}
	return b.String()
}
