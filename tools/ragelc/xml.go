package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// state is one state of a machine as Ragel wrote it, with names of constants in place of the
// actions.
type state struct {
	next  [256]int    // target, 0: none
	mark  [256]string // boundary constant, "": none
	tag   string      // component constant, "": none
	final bool
}

// constant is the body of an action: a name, and the line that orders it.
type constant struct {
	name string
	line int
}

type machine struct {
	name   string
	states []state // by Ragel's number; 0 is the error state
	start  int
	marks  []constant
	tags   []constant
}

// The documented XML of "ragel -x", as far as it is used.
type (
	ragelXML struct {
		Defs []defXML `xml:"ragel_def"`
	}
	defXML struct {
		Name     string `xml:"name,attr"`
		Alphtype string `xml:"alphtype"`
		Machine  struct {
			Actions []struct {
				ID   int    `xml:"id,attr"`
				Line int    `xml:"line,attr"`
				Text string `xml:"text"`
			} `xml:"action_list>action"`
			Tables []struct {
				ID  int    `xml:"id,attr"`
				IDs string `xml:",chardata"`
			} `xml:"action_table_list>action_table"`
			Start  int        `xml:"start_state"`
			Error  int        `xml:"error_state"`
			States []stateXML `xml:"state_list>state"`
		} `xml:"machine"`
	}
	stateXML struct {
		ID      int      `xml:"id,attr"`
		Final   string   `xml:"final,attr"`
		Actions string   `xml:"state_actions"`
		Trans   []string `xml:"trans_list>t"`
	}
)

func parse(r io.Reader) ([]machine, error) {
	var doc ragelXML
	if err := xml.NewDecoder(r).Decode(&doc); err != nil {
		return nil, err
	}
	var machines []machine
	for _, def := range doc.Defs {
		m, err := def.machine()
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", def.Name, err)
		}
		machines = append(machines, m)
	}
	return machines, nil
}

func (def *defXML) machine() (machine, error) {
	x := &def.Machine
	if x.Error != 0 {
		return machine{}, fmt.Errorf("error state is %d, not 0", x.Error)
	}
	if def.Alphtype != "uchar" {
		return machine{}, fmt.Errorf("alphtype is %q, want unsigned char", def.Alphtype)
	}
	actions := map[int]constant{}
	for _, a := range x.Actions {
		actions[a.ID] = constant{strings.TrimSpace(a.Text), a.Line}
	}
	tables := map[int][]constant{}
	for _, t := range x.Tables {
		for f := range strings.FieldsSeq(t.IDs) {
			id, err := strconv.Atoi(f)
			if err != nil {
				return machine{}, err
			}
			tables[t.ID] = append(tables[t.ID], actions[id])
		}
	}
	marks, tags := map[constant]bool{}, map[constant]bool{}
	m := machine{name: def.Name, start: x.Start, states: make([]state, len(x.States))}
	for i, sx := range x.States {
		if sx.ID != i {
			return machine{}, fmt.Errorf("state %d is in place %d", sx.ID, i)
		}
		s := &m.states[i]
		s.final = sx.Final == "t"
		if f := strings.Fields(sx.Actions); len(f) > 0 {
			if len(f) != 3 || f[1] != "x" || f[2] != "x" {
				return machine{}, fmt.Errorf("state %d: only to-state actions have a meaning here: %q", i, sx.Actions)
			}
			id, err := strconv.Atoi(f[0])
			if err != nil {
				return machine{}, err
			}
			if len(tables[id]) == 0 {
				return machine{}, fmt.Errorf("state %d: no action table %d", i, id)
			}
			// Several tags: the one embedded first, the innermost, holds.
			tag := tables[id][0]
			s.tag = tag.name
			tags[tag] = true
		}
		for _, t := range sx.Trans {
			var lo, hi, to int
			var act string
			if _, err := fmt.Sscan(t, &lo, &hi, &to, &act); err != nil {
				return machine{}, fmt.Errorf("state %d: transition %q: %w", i, t, err)
			}
			if lo < 0 || hi > 255 || to <= 0 || to >= len(m.states) {
				return machine{}, fmt.Errorf("state %d: transition %q out of range", i, t)
			}
			name := ""
			if act != "x" {
				id, err := strconv.Atoi(act)
				if err != nil {
					return machine{}, err
				}
				if len(tables[id]) != 1 {
					return machine{}, fmt.Errorf("state %d: transition %q marks %d boundaries", i, t, len(tables[id]))
				}
				name = tables[id][0].name
				marks[tables[id][0]] = true
			}
			for b := lo; b <= hi; b++ {
				s.next[b], s.mark[b] = to, name
			}
		}
	}
	m.marks, m.tags = sorted(marks), sorted(tags)
	return m, nil
}

func sorted(set map[constant]bool) []constant {
	return slices.SortedFunc(maps.Keys(set), func(a, b constant) int { return a.line - b.line })
}
