package proof

import (
	"fmt"
	"slices"

	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
	"github.com/seed7b5a83f0/urn/tools/internal/automaton"
)

// Spec says how to read the strings of a grammar: the rule that derives
// them, the rules that are its parts, and the numbers that the tables have
// for these parts.
type Spec struct {
	Rule string
	// Parts are the components in their order.
	Parts []Part
	// Tag is the tag of the states in which no part has begun.
	Tag uint8
	// Escapes names the rules that are escapes. EscapeTag is the tag of the
	// states in which an escape has begun and is not complete.
	Escapes   []string
	EscapeTag uint8
}

// Part is a component of the strings of a grammar.
type Part struct {
	Name string
	// Rules names the rules whose strings it is: one of them, as a rule.
	Rules []string
	// Mark is the number of the mark on the byte before it. 0 is for a part
	// that all strings have, and at the same offset, and is not marked.
	Mark uint8
	Tag  uint8
}

func (s *Spec) hasMark(m uint8) bool {
	return m == 0 || slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Mark == m })
}

func (s *Spec) hasTag(t uint8) bool {
	return t == s.Tag || len(s.Escapes) > 0 && t == s.EscapeTag ||
		slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Tag == t })
}

// place names a tag.
func (s *Spec) place(tag uint8) string {
	if len(s.Escapes) > 0 && tag == s.EscapeTag {
		return "an escape"
	}
	for _, p := range s.Parts {
		if tag == p.Tag {
			return "the " + p.Name
		}
	}
	if tag == s.Tag {
		if len(s.Parts) == 0 {
			return "the string"
		}
		return "what comes before the " + s.Parts[0].Name
	}
	return fmt.Sprintf("an unknown place (tag %d)", tag)
}

// The labels of part i.
func opens(i int) automaton.Label { return automaton.Label(2*i + 1) }
func shuts(i int) automaton.Label { return automaton.Label(2*i + 2) }

func part(l byte) (i int, open bool) { return (int(l) - 1) / 2, l%2 == 1 }

// Language is a grammar as an automaton. It has the strings of its rule,
// where their parts begin and end, and the part that each prefix of a string
// ends in.
type Language struct {
	Spec *Spec
	// Before holds for each part how many bytes lie between the part before
	// it, or the beginning, and itself. Within a grammar that is always the
	// same number; what the run loop takes for the end of a part follows from
	// it.
	Before []int
	// Clauses are the restrictions that took strings away.
	Clauses []string

	spans *automaton.DFA // with labels where a part begins and where it ends
	begin *automaton.DFA // with labels where a part begins
	seq   []node
}

// node is a state of the sequential automaton that the tables are compared
// with. As in the tables, a step depends on no byte after the current one.
type node struct {
	next   [256]move
	accept bool
	tag    uint8
}

type move struct {
	to   int // -1: nowhere
	mark uint8
}

type compiler struct {
	grammar *abnf.Grammar
	nfa     *automaton.NFA
	parts   map[*abnf.Rule]int
	escapes map[*abnf.Rule]bool
	narrow  map[*abnf.Rule]*automaton.DFA
	has     map[int]bool // which parts were met
	clauses []string
}

// Compile makes the automaton of a grammar, and proves the properties that the comparison
// with tables, and the run loop, take for granted:
//
//   - no string has two readings: where its parts begin and end is settled;
//   - the parts are in the order of the Spec, each at most once, always as
//     many bytes apart, and a string ends with the last of them;
//   - that a part begins is settled as soon as the byte before it is read;
//   - whether an escape is complete is settled by the text so far;
//   - every restriction takes something away.
func Compile(g *abnf.Grammar, s *Spec) (*Language, error) {
	c, whole, err := compile(g, s, s.Rule)
	if err != nil {
		return nil, err
	}
	l := &Language{Spec: s, Clauses: c.clauses}
	var ok bool
	if l.spans, ok = c.nfa.Determinise(whole, func(automaton.Label) bool { return true }); !ok {
		return nil, fmt.Errorf("a part can begin or end twice at one place")
	}
	l.begin, _ = c.nfa.Determinise(whole, func(a automaton.Label) bool { _, open := part(byte(a)); return open })
	if l.spans.Start < 0 {
		if len(l.spans.Lead) == 0 {
			return nil, fmt.Errorf("rule %s has no strings", s.Rule)
		}
		return nil, fmt.Errorf("a part begins with the first byte, which no byte before it can mark")
	}
	if text, ambiguous := l.spans.Ambiguity(); ambiguous {
		two := l.spans.Readings(text, 2)
		return nil, fmt.Errorf("%q has two readings: %s; and %s", text, l.describe(two[0]), l.describe(two[1]))
	}
	if err := l.distances(); err != nil {
		return nil, err
	}
	return l, l.sequence()
}

// compile makes a nondeterministic automaton of a rule.
func compile(g *abnf.Grammar, s *Spec, rule string) (*compiler, automaton.Frag, error) {
	c := &compiler{
		grammar: g,
		nfa:     new(automaton.NFA),
		parts:   make(map[*abnf.Rule]int),
		escapes: make(map[*abnf.Rule]bool),
		narrow:  make(map[*abnf.Rule]*automaton.DFA),
		has:     make(map[int]bool),
	}
	var missing error
	named := func(name string) *abnf.Rule {
		r := g.Rule(name)
		if r == nil && missing == nil {
			missing = fmt.Errorf("there is no rule %s", name)
		}
		return r
	}
	for i, p := range s.Parts {
		for _, name := range p.Rules {
			c.parts[named(name)] = i
		}
	}
	for _, name := range s.Escapes {
		c.escapes[named(name)] = true
	}
	r := named(rule)
	if missing != nil {
		return nil, automaton.Frag{}, missing
	}
	f, err := c.rule(r)
	return c, f, err
}

func (c *compiler) rule(r *abnf.Rule) (automaton.Frag, error) {
	var f automaton.Frag
	var err error
	if len(r.Without) > 0 || c.escapes[r] {
		f, err = c.embed(r)
	} else {
		f, err = c.node(r.Node)
	}
	if i, ok := c.parts[r]; ok {
		c.has[i] = true
		f = c.nfa.Bracket(opens(i), f, shuts(i))
	}
	return f, err
}

func (c *compiler) node(n abnf.Node) (automaton.Frag, error) {
	switch n := n.(type) {
	case abnf.Alternation:
		fs, err := c.nodes(n)
		return c.nfa.Alt(fs...), err
	case abnf.Concatenation:
		fs, err := c.nodes(n)
		return c.nfa.Seq(fs...), err
	case abnf.Repetition:
		return c.repetition(n)
	case abnf.Reference:
		return c.rule(c.grammar.Rule(n.Name))
	case abnf.Range:
		var set automaton.Set
		for b := int(n.First); b <= int(n.Last); b++ {
			set[b] = true
		}
		return c.nfa.One(set), nil
	case abnf.Text:
		var fs []automaton.Frag
		for i := range len(n.Value) {
			b := n.Value[i]
			var set automaton.Set
			set[b] = true
			if lower := b | 0x20; n.Fold && 'a' <= lower && lower <= 'z' {
				set[lower], set[lower-'a'+'A'] = true, true
			}
			fs = append(fs, c.nfa.One(set))
		}
		return c.nfa.Seq(fs...), nil
	}
	return automaton.Frag{}, fmt.Errorf("cannot compile a %T", n)
}

func (c *compiler) nodes(ns []abnf.Node) ([]automaton.Frag, error) {
	var fs []automaton.Frag
	for _, n := range ns {
		f, err := c.node(n)
		if err != nil {
			return nil, err
		}
		fs = append(fs, f)
	}
	return fs, nil
}

func (c *compiler) repetition(n abnf.Repetition) (automaton.Frag, error) {
	var fs []automaton.Frag
	for range n.Min {
		f, err := c.node(n.Node)
		if err != nil {
			return f, err
		}
		fs = append(fs, f)
	}
	if n.Max < 0 {
		f, err := c.node(n.Node)
		return c.nfa.Seq(append(fs, c.nfa.Loop(f))...), err
	}
	for range n.Max - n.Min {
		f, err := c.node(n.Node)
		if err != nil {
			return f, err
		}
		fs = append(fs, c.nfa.Alt(c.nfa.Empty(), f))
	}
	return c.nfa.Seq(fs...), nil
}

// embed makes a fragment of a rule from its deterministic automaton. Only
// that can be restricted, and shows where an escape ends.
func (c *compiler) embed(r *abnf.Rule) (automaton.Frag, error) {
	d := c.narrow[r]
	if d == nil {
		var err error
		if d, err = c.deterministic(r, r.Node); err != nil {
			return automaton.Frag{}, err
		}
		for _, x := range r.Without {
			minus, err := c.deterministic(r, x.Node)
			if err != nil {
				return automaton.Frag{}, err
			}
			less := automaton.Minus(d, minus)
			if _, _, same := automaton.Difference(d, less); same {
				return automaton.Frag{}, fmt.Errorf("%s:%d: takes nothing away from rule %s", x.File, x.Line, r.Name)
			}
			d = less
			c.clauses = append(c.clauses, r.Name+": "+x.Clause)
		}
		if c.escapes[r] && !d.PrefixFree() {
			return automaton.Frag{}, fmt.Errorf("rule %s is no escape: where it ends depends on what follows", r.Name)
		}
		c.narrow[r] = d
	}
	return c.nfa.Embed(d, c.escapes[r]), nil
}

// deterministic compiles a piece of the definition of r by itself.
func (c *compiler) deterministic(r *abnf.Rule, n abnf.Node) (*automaton.DFA, error) {
	sub := *c
	sub.nfa = new(automaton.NFA)
	f, err := sub.node(n)
	if err != nil {
		return nil, err
	}
	c.clauses = sub.clauses
	labels := false
	d, _ := sub.nfa.Determinise(f, func(automaton.Label) bool { labels = true; return false })
	if labels {
		return nil, fmt.Errorf("rule %s is restricted, or is an escape, and has a part in it", r.Name)
	}
	return d, nil
}

// distances proves that the parts keep their order and distances, and notes
// the distances.
func (l *Language) distances() error {
	const far = 1000 // more bytes between two parts than any grammar has
	l.Before = slices.Repeat([]int{-1}, len(l.Spec.Parts))
	type at struct {
		state int
		last  int // the last part that began, -1: none
		open  bool
		since int // bytes since it ended, or since the beginning
	}
	seen := map[at]bool{}
	todo := []at{{l.spans.Start, -1, false, 0}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		if l.spans.States[p.state].Accept && len(l.Spec.Parts) > 0 && (p.open || p.since > 0) {
			return fmt.Errorf("a string can continue after its last part")
		}
		for _, edges := range l.spans.States[p.state].Next {
			for _, e := range edges {
				next := at{e.To, p.last, p.open, p.since}
				if !p.open && len(l.Spec.Parts) > 0 {
					if next.since++; next.since > far {
						return fmt.Errorf("more than %d bytes between two parts", far)
					}
				}
				for i := range len(e.Labels) {
					n, open := part(e.Labels[i])
					name := l.Spec.Parts[n].Name
					switch {
					case open && next.open, !open && (!next.open || n != next.last):
						return fmt.Errorf("the %s is inside another part", name)
					case !open:
						next.open, next.since = false, 0
						continue
					case n <= next.last:
						return fmt.Errorf("the %s can follow the %s", name, l.Spec.Parts[next.last].Name)
					case l.Spec.Parts[n].Mark == 0 && n != 0:
						return fmt.Errorf("the %s is not marked, and not the first part", name)
					case next.last < 0 && n > 0 && l.Spec.Parts[0].Mark == 0:
						return fmt.Errorf("the %s is not marked, and can be missing", l.Spec.Parts[0].Name)
					case l.Before[n] >= 0 && l.Before[n] != next.since:
						return fmt.Errorf("the %s is %d and %d bytes after the end of what precedes it", name, l.Before[n], next.since)
					}
					l.Before[n] = next.since
					next.last, next.open, next.since = n, true, 0
				}
				todo = append(todo, next)
			}
		}
	}
	for i, p := range l.Spec.Parts {
		if l.Before[i] < 0 {
			return fmt.Errorf("no string has the %s", p.Name)
		}
	}
	return nil
}

// sequence makes the sequential automaton of the labels where parts begin, with
// the marks and tags that the Spec gives them.
func (l *Language) sequence() error {
	type at struct{ state, last int }
	var search automaton.Search[at, byte]
	search.Add(at{l.begin.Start, -1}, -1, 0)
	for i := 0; i < len(search.States); i++ {
		a := search.States[i]
		s := &l.begin.States[a.state]
		var n node
		n.accept = s.Accept
		switch last := a.last; {
		case s.Inside && s.Outside:
			return fmt.Errorf("%q ends in an escape or not, depending on what follows", search.Path(i))
		case s.Inside:
			n.tag = l.Spec.EscapeTag
		case last < 0:
			n.tag = l.Spec.Tag
		default:
			n.tag = l.Spec.Parts[last].Tag
		}
		for b := range 256 {
			n.next[b].to = -1
		}
		for _, b := range automaton.Order {
			edges := s.Next[b]
			if len(edges) == 0 {
				continue
			}
			if len(edges) > 1 {
				return fmt.Errorf("whether a part begins after %q depends on the rest of the text", append(search.Path(i), b))
			}
			last := a.last
			for k := range len(edges[0].Labels) {
				last, _ = part(edges[0].Labels[k])
				if m := l.Spec.Parts[last].Mark; m != 0 {
					if n.next[b].mark != 0 {
						return fmt.Errorf("two parts begin after %q", append(search.Path(i), b))
					}
					n.next[b].mark = m
				}
			}
			n.next[b].to, _ = search.Add(at{edges[0].To, last}, i, b)
		}
		l.seq = append(l.seq, n)
	}
	return nil
}

// Same decides whether another rule of the grammar of l has the same strings,
// with the same parts. It compares the parts that both rules have, and returns
// their names. If the rules differ, the error holds a shortest string that tells
// them apart.
func (l *Language) Same(g *abnf.Grammar, rule string) (parts []string, err error) {
	a, wholeA, err := compile(g, l.Spec, l.Spec.Rule)
	if err != nil {
		return nil, err
	}
	b, wholeB, err := compile(g, l.Spec, rule)
	if err != nil {
		return nil, err
	}
	for i, p := range l.Spec.Parts {
		if a.has[i] && b.has[i] {
			parts = append(parts, p.Name)
		}
	}
	both := func(x automaton.Label) bool { n, _ := part(byte(x)); return a.has[n] && b.has[n] }
	dfaA, okA := a.nfa.Determinise(wholeA, both)
	dfaB, okB := b.nfa.Determinise(wholeB, both)
	if !okA || !okB {
		return nil, fmt.Errorf("a part can begin or end twice at one place")
	}
	word, inA, equal := automaton.Difference(dfaA, dfaB)
	if equal {
		return parts, nil
	}
	with, without := l.Spec.Rule, rule
	other := dfaB
	if !inA {
		with, without, other = without, with, dfaA
	}
	text := automaton.Bytes(word)
	reading := "does not accept it"
	if r := other.Readings(text, 1); len(r) > 0 {
		reading = "reads " + l.describe(r[0])
	}
	return parts, fmt.Errorf("in %q rule %s reads %s, and rule %s %s", text, with, l.describe(word), without, reading)
}

// Includes decides whether every string of other is a string of l with the same
// parts, where both have the same list of parts. If a string is missing, or has
// other parts, the error holds a shortest one.
func (l *Language) Includes(other *Language) error {
	for i, p := range other.Spec.Parts {
		if i >= len(l.Spec.Parts) || l.Spec.Parts[i].Name != p.Name {
			return fmt.Errorf("the parts are not the same")
		}
	}
	word, included := automaton.Missing(other.spans, l.spans)
	if included {
		return nil
	}
	text := automaton.Bytes(word)
	return fmt.Errorf("in %q rule %s reads %s, and rule %s: %v", text, other.Spec.Rule, other.describe(word), l.Spec.Rule, l.Read(text))
}
