package automaton

import "slices"

// Search is a breadth-first search: its states in the order in which they are met, and how
// each is reached by a shortest word of letters.
type Search[State comparable, Letter any] struct {
	States []State
	steps  []step[Letter]
	index  map[State]int
}

type step[Letter any] struct {
	from   int
	letter Letter
}

// Add adds a state that a letter leads to from another one, unless it has been met. It
// returns its index, and whether it is new. A state to begin in comes from -1.
func (s *Search[State, Letter]) Add(state State, from int, by Letter) (i int, isNew bool) {
	if i, ok := s.index[state]; ok {
		return i, false
	}
	if s.index == nil {
		s.index = make(map[State]int)
	}
	i = len(s.States)
	s.index[state] = i
	s.States = append(s.States, state)
	s.steps = append(s.steps, step[Letter]{from, by})
	return i, true
}

// Path returns a shortest word that leads to state i.
func (s *Search[State, Letter]) Path(i int) (word []Letter) {
	for ; s.steps[i].from >= 0; i = s.steps[i].from {
		word = append(word, s.steps[i].letter)
	}
	slices.Reverse(word)
	return word
}
