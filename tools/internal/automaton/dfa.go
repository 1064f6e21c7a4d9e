package automaton

import (
	"slices"
	"strings"
)

// DFA is a deterministic automaton over letters. A letter is a byte and the labels
// after it, up to the next byte or the end. Every state leads to an accepting
// state. So a word can be continued by a letter exactly if there is an edge for it.
type DFA struct {
	States []State
	// Lead leads to the states to begin in, by the labels before the first
	// byte.
	Lead []Edge
	// Start is the state to begin in if no label is before the first byte
	// of any word, else -1. It is -1 too if there is no word at all.
	Start int
}

// State is a state of a [DFA].
type State struct {
	Accept bool
	// Next holds the edges by the byte they read: at most one for any Labels,
	// in the order of Labels. Without labels that is at most one for any byte.
	Next [256][]Edge
	// Inside and Outside say whether the text so far ends inside a word
	// that [NFA.Embed] was told to mark. Both are set if that depends on the
	// rest of the text.
	Inside, Outside bool
}

// Edge is one step of a [DFA].
type Edge struct {
	Labels string // a byte for each label
	To     int
}

// Letter is a byte and the labels after it.
type Letter struct {
	Byte   byte
	Labels string
}

// Bytes returns the bytes of a word.
func Bytes(word []Letter) []byte {
	b := make([]byte, len(word))
	for i, l := range word {
		b[i] = l.Byte
	}
	return b
}

// Readings returns the accepted words whose bytes are text, up to limit of them.
func (d *DFA) Readings(text []byte, limit int) [][]Letter {
	var found [][]Letter
	// Pairs of state and position that cannot be completed are remembered. Without that,
	// the search could take a time exponential in the length of text.
	type spot struct{ state, pos int }
	dead := make(map[spot]bool)
	word := make([]Letter, 0, len(text))
	var walk func(state int) bool
	walk = func(state int) bool {
		at := spot{state, len(word)}
		if dead[at] || len(found) == limit {
			return false
		}
		any := false
		if len(word) == len(text) {
			if d.States[state].Accept {
				found = append(found, slices.Clone(word))
				any = true
			}
		} else {
			b := text[len(word)]
			for _, e := range d.States[state].Next[b] {
				word = append(word, Letter{b, e.Labels})
				any = walk(e.To) || any
				word = word[:len(word)-1]
			}
		}
		if !any && len(found) < limit {
			dead[at] = true
		}
		return any
	}
	if d.Start >= 0 {
		walk(d.Start)
	}
	return found
}

// PrefixFree reports whether no word begins another one and none is empty.
// It wants an automaton that has no labels and no edge back to its start.
func (d *DFA) PrefixFree() bool {
	for i, s := range d.States {
		for _, edges := range s.Next {
			if s.Accept && len(edges) > 0 || slices.ContainsFunc(edges, func(e Edge) bool { return e.To == d.Start }) {
				return false
			}
		}
		if s.Accept && i == d.Start {
			return false
		}
	}
	return true
}

// Minus returns the automaton of the words of a that b does not have. Both
// must be without labels.
func Minus(a, b *DFA) *DFA {
	type pair struct{ a, b int } // b is -1 if the word has left b
	out := &DFA{Start: -1}
	if a.Start < 0 {
		return out
	}
	var s Search[pair, byte]
	s.Add(pair{a.Start, b.Start}, -1, 0)
	out.Lead = []Edge{{To: 0}}
	for i := 0; i < len(s.States); i++ {
		p := s.States[i]
		state := State{Inside: a.States[p.a].Inside, Outside: a.States[p.a].Outside}
		state.Accept = a.accepts(p.a) && !b.accepts(p.b)
		for c := range 256 {
			for _, e := range a.States[p.a].Next[c] {
				to, _ := s.Add(pair{e.To, b.step(p.b, Letter{byte(c), ""})}, i, byte(c))
				state.Next[c] = []Edge{{To: to}}
			}
		}
		out.States = append(out.States, state)
	}
	return out.trim()
}

func (d *DFA) accepts(state int) bool { return state >= 0 && d.States[state].Accept }

// edges returns the edges of a state on a byte, none if the state is -1.
func (d *DFA) edges(state int, b byte) []Edge {
	if state < 0 {
		return nil
	}
	return d.States[state].Next[b]
}

// step returns the state that a letter leads to, -1 if there is none.
func (d *DFA) step(state int, l Letter) int {
	for _, e := range d.edges(state, l.Byte) {
		if e.Labels == l.Labels {
			return e.To
		}
	}
	return -1
}

// trim removes the states from which no word can be completed, and sets Start.
func (d *DFA) trim() *DFA {
	live := make([]bool, len(d.States))
	leads := func(edges []Edge) bool { return slices.ContainsFunc(edges, func(e Edge) bool { return live[e.To] }) }
	for changed := true; changed; {
		changed = false
		for i, s := range slices.Backward(d.States) { // most edges lead to a later state
			if !live[i] && (s.Accept || slices.ContainsFunc(s.Next[:], leads)) {
				live[i], changed = true, true
			}
		}
	}
	out := &DFA{Start: -1}
	index := make([]int, len(d.States))
	for i, s := range d.States {
		if live[i] {
			index[i] = len(out.States)
			out.States = append(out.States, s)
		}
	}
	keep := func(edges []Edge) (kept []Edge) {
		for _, e := range edges {
			if live[e.To] {
				kept = append(kept, Edge{e.Labels, index[e.To]})
			}
		}
		return kept
	}
	for i := range out.States {
		for b, edges := range out.States[i].Next {
			out.States[i].Next[b] = keep(edges)
		}
	}
	if out.Lead = keep(d.Lead); len(out.Lead) == 1 && out.Lead[0].Labels == "" {
		out.Start = out.Lead[0].To
	}
	return out
}

// Order lists all bytes, those that read well first: of several shortest
// witnesses the searches below find one made of these.
var Order = func() (order [256]byte) {
	const first = "abcdefghijklmnopqrstuvwxyz0123456789-:/?+=#%&.ABCDEFGHIJKLMNOPQRSTUVWXYZ!$'()*,;@_~"
	all := []byte(first)
	for b := range 256 {
		if strings.IndexByte(first, byte(b)) < 0 {
			all = append(all, byte(b))
		}
	}
	copy(order[:], all)
	return order
}()

// Difference decides whether a and b have the same words, bytes and labels. If
// not, it returns a shortest word that only one of them has, and whether a has
// the word.
func Difference(a, b *DFA) (word []Letter, inA, equal bool) {
	return compare(a, b, func(inA, inB bool) bool { return inA != inB })
}

// Missing decides whether every word of a is a word of b. If not, it returns a
// shortest word of a that b does not have.
func Missing(a, b *DFA) (word []Letter, included bool) {
	word, _, included = compare(a, b, func(inA, inB bool) bool { return inA && !inB })
	return word, included
}

// compare looks for a shortest word about which a and b differ.
func compare(a, b *DFA, differs func(inA, inB bool) bool) (word []Letter, inA, equal bool) {
	type pair struct{ a, b int } // -1: the word has left this automaton
	var s Search[pair, Letter]
	found := -1
	push := func(p pair, from int, by Letter) {
		if found < 0 {
			if i, isNew := s.Add(p, from, by); isNew && differs(a.accepts(p.a), b.accepts(p.b)) {
				found = i
			}
		}
	}
	push(pair{a.Start, b.Start}, -1, Letter{})
	for i := 0; i < len(s.States) && found < 0; i++ {
		p := s.States[i]
		for _, c := range Order {
			for _, e := range a.edges(p.a, c) {
				by := Letter{c, e.Labels}
				push(pair{e.To, b.step(p.b, by)}, i, by)
			}
			for _, e := range b.edges(p.b, c) {
				if by := (Letter{c, e.Labels}); a.step(p.a, by) < 0 {
					push(pair{-1, e.To}, i, by)
				}
			}
		}
	}
	if found < 0 {
		return nil, false, true
	}
	return s.Path(found), a.accepts(s.States[found].a), false
}

// Ambiguity decides whether the labels of every word follow from its bytes. If
// not, it returns a shortest text that has two readings.
func (d *DFA) Ambiguity() (text []byte, ambiguous bool) {
	// Two readings of one text go through the same states as long as their labels agree.
	// From the first difference on they are apart.
	type pair struct {
		a, b  int
		apart bool
	}
	var s Search[pair, byte]
	found := -1
	push := func(p pair, from int, by byte) {
		if found < 0 {
			if i, isNew := s.Add(p, from, by); isNew && p.apart && d.accepts(p.a) && d.accepts(p.b) {
				found = i
			}
		}
	}
	for _, e := range d.Lead {
		for _, f := range d.Lead {
			push(pair{e.To, f.To, e.Labels != f.Labels}, -1, 0)
		}
	}
	for i := 0; i < len(s.States) && found < 0; i++ {
		p := s.States[i]
		for _, c := range Order {
			for _, e := range d.States[p.a].Next[c] {
				for _, f := range d.States[p.b].Next[c] {
					push(pair{e.To, f.To, p.apart || e.Labels != f.Labels}, i, c)
				}
			}
		}
	}
	if found < 0 {
		return nil, false
	}
	return s.Path(found), true
}
