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
	// Lead leads to the states to begin in, by the labels that stand before
	// the first byte.
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
	// Inside and Outside say whether what was read so far ends inside a word
	// that [NFA.Embed] was told to mark. Both are set if it depends on what
	// follows.
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
	// Which (state, position) can be completed is remembered, or the search
	// could take a time exponential in the length of text.
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
	type pair struct{ a, b int }
	out := &DFA{Start: -1}
	if a.Start < 0 {
		return out
	}
	index := make(map[pair]int)
	var pairs []pair
	state := func(p pair) int {
		i, ok := index[p]
		if !ok {
			i = len(pairs)
			index[p] = i
			pairs = append(pairs, p)
			out.States = append(out.States, State{
				Accept:  a.States[p.a].Accept && !(p.b >= 0 && b.States[p.b].Accept),
				Inside:  a.States[p.a].Inside,
				Outside: a.States[p.a].Outside,
			})
		}
		return i
	}
	out.Start = state(pair{a.Start, b.Start})
	for i := 0; i < len(pairs); i++ {
		p := pairs[i]
		for c := range 256 {
			for _, e := range a.States[p.a].Next[c] {
				next := pair{e.To, -1}
				if p.b >= 0 {
					for _, f := range b.States[p.b].Next[c] {
						next.b = f.To
					}
				}
				to := state(next)
				out.States[i].Next[c] = []Edge{{To: to}}
			}
		}
	}
	return out.trim()
}

// trim removes the states from which no word can be completed.
func (d *DFA) trim() *DFA {
	live := make([]bool, len(d.States))
	for changed := true; changed; {
		changed = false
		for i, s := range d.States {
			if live[i] {
				continue
			}
			live[i] = s.Accept
			for _, edges := range s.Next {
				for _, e := range edges {
					live[i] = live[i] || live[e.To]
				}
			}
			changed = changed || live[i]
		}
	}
	out := &DFA{Start: -1}
	index := make([]int, len(d.States))
	for i, s := range d.States {
		index[i] = -1
		if live[i] {
			index[i] = len(out.States)
			out.States = append(out.States, s)
		}
	}
	for i := range out.States {
		for b, edges := range out.States[i].Next {
			var kept []Edge
			for _, e := range edges {
				if to := index[e.To]; to >= 0 {
					kept = append(kept, Edge{e.Labels, to})
				}
			}
			out.States[i].Next[b] = kept
		}
	}
	if d.Start >= 0 {
		out.Start = index[d.Start]
	}
	if out.Start >= 0 {
		out.Lead = []Edge{{To: out.Start}}
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
// not, it returns a shortest word that one of them has alone, and whether it
// is a. It also returns how many pairs of states it went through.
func Difference(a, b *DFA) (word []Letter, inA, equal bool, pairs int) {
	return compare(a, b, func(inA, inB bool) bool { return inA != inB })
}

// Missing decides whether every word of a is a word of b. If not, it returns a
// shortest word of a that b does not have. It also returns how many pairs of
// states it went through.
func Missing(a, b *DFA) (word []Letter, included bool, pairs int) {
	word, _, included, pairs = compare(a, b, func(inA, inB bool) bool { return inA && !inB })
	return word, included, pairs
}

// compare looks for a shortest word that differs.
func compare(a, b *DFA, differs func(inA, inB bool) bool) (word []Letter, inA, equal bool, pairs int) {
	type pair struct{ a, b int } // -1: the word has left this automaton
	type step struct {
		from   int
		letter Letter
	}
	accepts := func(d *DFA, s int) bool { return s >= 0 && d.States[s].Accept }
	var queue []pair
	var steps []step
	seen := make(map[pair]bool)
	found := -1
	push := func(p pair, s step) {
		if found < 0 && !seen[p] {
			seen[p] = true
			queue = append(queue, p)
			steps = append(steps, s)
			if differs(accepts(a, p.a), accepts(b, p.b)) {
				found = len(queue) - 1
			}
		}
	}
	push(pair{a.Start, b.Start}, step{from: -1})
	for i := 0; i < len(queue) && found < 0; i++ {
		p := queue[i]
		for _, c := range Order {
			next := make(map[string]pair)
			var order []string
			if p.a >= 0 {
				for _, e := range a.States[p.a].Next[c] {
					next[e.Labels] = pair{e.To, -1}
					order = append(order, e.Labels)
				}
			}
			if p.b >= 0 {
				for _, e := range b.States[p.b].Next[c] {
					if both, ok := next[e.Labels]; ok {
						next[e.Labels] = pair{both.a, e.To}
					} else {
						next[e.Labels] = pair{-1, e.To}
						order = append(order, e.Labels)
					}
				}
			}
			for _, labels := range order {
				push(next[labels], step{i, Letter{c, labels}})
			}
		}
	}
	if found < 0 {
		return nil, false, true, len(queue)
	}
	for i := found; steps[i].from >= 0; i = steps[i].from {
		word = append(word, steps[i].letter)
	}
	slices.Reverse(word)
	return word, accepts(a, queue[found].a), false, len(queue)
}

// Ambiguity decides whether the labels of every word follow from its bytes. If
// not, it returns a shortest text that has two readings. It also returns how
// many pairs of states it went through.
func (d *DFA) Ambiguity() (text []byte, ambiguous bool, pairs int) {
	// Two readings of one text go through the same states as long as their
	// labels agree, and count as apart from there on.
	type pair struct {
		a, b  int
		apart bool
	}
	type step struct {
		from int
		b    byte
	}
	var queue []pair
	var steps []step
	seen := make(map[pair]bool)
	found := -1
	push := func(p pair, s step) {
		if found < 0 && !seen[p] {
			seen[p] = true
			queue = append(queue, p)
			steps = append(steps, s)
			if p.apart && d.States[p.a].Accept && d.States[p.b].Accept {
				found = len(queue) - 1
			}
		}
	}
	for _, e := range d.Lead {
		for _, f := range d.Lead {
			push(pair{e.To, f.To, e.Labels != f.Labels}, step{from: -1})
		}
	}
	for i := 0; i < len(queue) && found < 0; i++ {
		p := queue[i]
		for _, c := range Order {
			for _, e := range d.States[p.a].Next[c] {
				for _, f := range d.States[p.b].Next[c] {
					if p.apart || e.Labels != f.Labels {
						push(pair{e.To, f.To, true}, step{i, c})
					} else {
						push(pair{e.To, f.To, false}, step{i, c})
					}
				}
			}
		}
	}
	if found < 0 {
		return nil, false, len(queue)
	}
	for i := found; steps[i].from >= 0; i = steps[i].from {
		text = append(text, steps[i].b)
	}
	slices.Reverse(text)
	return text, true, len(queue)
}
