// Package automaton has the part of the theory of regular languages that a
// proof needs. It has automata over bytes, whose words may carry labels
// between the bytes, the subset construction, and difference. It decides
// whether two automata have the same words, and whether the labels of a word
// follow from its bytes.
//
// It favours the obvious construction over the fast one. An automaton here has
// a few hundred states. Nothing is minimised, bytes are not grouped into
// classes, and every state is asked about each of the 256 bytes.
package automaton

import (
	"maps"
	"slices"
	"strings"
)

// Set is a set of bytes.
type Set [256]bool

// Label is between two bytes of a word, or at either end of it. 0 is no
// label.
type Label uint8

// NFA is a nondeterministic automaton under construction: Thompson's, with
// empty steps. Its methods add fragments to it; [NFA.Determinise] reads one.
type NFA struct{ states []nfaState }

type nfaState struct {
	set   Set // a byte of set leads to "to"
	to    int // -1: the state reads no byte
	empty []emptyStep

	inside, outside bool // as in State
}

type emptyStep struct {
	label Label
	to    int
}

// Frag is a part of an NFA with one way in and one way out. Each may be used
// once, as a part of one larger fragment.
type Frag struct{ in, out int }

func (n *NFA) add() int {
	n.states = append(n.states, nfaState{to: -1, outside: true})
	return len(n.states) - 1
}

func (n *NFA) link(from, to int, l Label) {
	n.states[from].empty = append(n.states[from].empty, emptyStep{l, to})
}

// Empty reads nothing.
func (n *NFA) Empty() Frag {
	s := n.add()
	return Frag{s, s}
}

// One reads one byte of the set.
func (n *NFA) One(set Set) Frag {
	f := Frag{n.add(), n.add()}
	n.states[f.in].set, n.states[f.in].to = set, f.out
	return f
}

// Seq reads the fragments one after the other.
func (n *NFA) Seq(fs ...Frag) Frag {
	f := n.Empty()
	for _, next := range fs {
		n.link(f.out, next.in, 0)
		f.out = next.out
	}
	return f
}

// Alt reads any one of the fragments.
func (n *NFA) Alt(fs ...Frag) Frag {
	f := Frag{n.add(), n.add()}
	for _, way := range fs {
		n.link(f.in, way.in, 0)
		n.link(way.out, f.out, 0)
	}
	return f
}

// Loop reads f any number of times.
func (n *NFA) Loop(f Frag) Frag {
	loop := n.Empty()
	n.link(loop.in, f.in, 0)
	n.link(f.out, loop.out, 0)
	return loop
}

// Bracket reads f between two labels.
func (n *NFA) Bracket(open Label, f Frag, shut Label) Frag {
	b := Frag{n.add(), n.add()}
	n.link(b.in, f.in, open)
	n.link(f.out, b.out, shut)
	return b
}

// Embed reads the words of d, which has no labels. States that are inside stay
// inside (see [State.Inside]). If inside is set, no word of d may begin another
// (see [DFA.PrefixFree]), and wherever a word of d has begun and has not ended
// is inside too.
func (n *NFA) Embed(d *DFA, inside bool) Frag {
	f := Frag{n.add(), n.add()}
	if d.Start < 0 {
		return f // no way through: d has no words
	}
	base := len(n.states)
	for range d.States {
		n.add()
	}
	n.link(f.in, base+d.Start, 0)
	for i, s := range d.States {
		if s.Accept {
			n.link(base+i, f.out, 0)
		}
		// A state of an NFA reads one set, so each target gets a state of its own.
		sets := make(map[int]*Set)
		var order []int
		for b := range 256 {
			for _, e := range s.Next[b] {
				if sets[e.To] == nil {
					sets[e.To] = new(Set)
					order = append(order, e.To)
				}
				sets[e.To][b] = true
			}
		}
		for _, to := range order {
			one := n.add()
			st := nfaState{set: *sets[to], to: base + to, inside: s.Inside, outside: s.Outside}
			if inside && i != d.Start {
				st.inside, st.outside = true, false
			}
			n.states[one] = st
			n.link(base+i, one, 0)
		}
	}
	return f
}

// Determinise returns the deterministic automaton of f's words, in which only
// the labels that keep accepts are left (nil: none). A state of it represents
// the states of n that words of f go through after the same bytes and labels.
// States from which no word can be completed are left out, so every state of
// the result leads to an accepting one.
//
// It returns false if a word of f can carry one label twice between two bytes.
func (n *NFA) Determinise(f Frag, keep func(Label) bool) (*DFA, bool) {
	d := new(DFA)
	once := true

	// follow returns where the empty steps from a set of states lead, by the
	// labels on the way. Of the states on the way it keeps those that read a
	// byte, and the last.
	follow := func(from []int) map[string][]int {
		type item struct {
			state  int
			labels string
		}
		seen := make(map[item]bool)
		var todo []item
		push := func(i item) {
			if !seen[i] {
				seen[i] = true
				todo = append(todo, i)
			}
		}
		for _, s := range from {
			push(item{s, ""})
		}
		ends := make(map[string][]int)
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			s := &n.states[at.state]
			if s.to >= 0 || at.state == f.out {
				ends[at.labels] = append(ends[at.labels], at.state)
			}
			for _, e := range s.empty {
				next := item{e.to, at.labels}
				if e.label != 0 && keep != nil && keep(e.label) {
					if strings.IndexByte(at.labels, byte(e.label)) >= 0 {
						once = false
						continue
					}
					next.labels += string([]byte{byte(e.label)})
				}
				push(next)
			}
		}
		for _, states := range ends {
			slices.Sort(states)
		}
		return ends
	}

	key := func(set []int) string {
		var key []byte
		for _, s := range set {
			key = append(key, byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
		}
		return string(key)
	}
	index := make(map[string]int)
	var members [][]int
	state := func(set []int) int {
		i, ok := index[key(set)]
		if !ok {
			i = len(members)
			index[key(set)] = i
			members = append(members, set)
			s := State{Accept: slices.Contains(set, f.out)}
			for _, m := range set {
				s.Inside = s.Inside || n.states[m].inside
				s.Outside = s.Outside || n.states[m].outside
			}
			d.States = append(d.States, s)
		}
		return i
	}
	known := make(map[string][]Edge) // most bytes go where another one goes
	edges := func(from []int) []Edge {
		k := key(from)
		if all, ok := known[k]; ok {
			return all
		}
		var all []Edge
		ends := follow(from)
		for _, labels := range slices.Sorted(maps.Keys(ends)) {
			all = append(all, Edge{labels, state(ends[labels])})
		}
		known[k] = all
		return all
	}

	d.Lead = edges([]int{f.in})
	for i := 0; i < len(members) && once; i++ {
		for b := range 256 {
			var to []int
			for _, m := range members[i] {
				if s := &n.states[m]; s.to >= 0 && s.set[b] {
					to = append(to, s.to)
				}
			}
			if to != nil {
				d.States[i].Next[b] = edges(to)
			}
		}
	}
	return d.trim(), once
}
