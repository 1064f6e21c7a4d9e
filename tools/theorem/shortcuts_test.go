package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

// shortcut is a bit of a field of dfa.Machine that repeats a part of the automaton.
type shortcut struct {
	name string
	flip func(m *dfa.Machine)
}

// shortcuts returns every bit of every such field, except of Shuffle and Lanes, which follow
// Sets, and of SetLead: make prove decides that these are right.
func shortcuts(m *dfa.Machine) (all []shortcut) {
	var walk func(name string, v reflect.Value, at func(m *dfa.Machine) reflect.Value)
	walk = func(name string, v reflect.Value, at func(m *dfa.Machine) reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(name+"."+v.Type().Field(i).Name, v.Field(i), func(m *dfa.Machine) reflect.Value { return at(m).Field(i) })
			}
		case reflect.Array, reflect.Slice:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", name, i), v.Index(i), func(m *dfa.Machine) reflect.Value { return at(m).Index(i) })
			}
		default:
			for bit := range v.Type().Bits() {
				if strings.HasPrefix(name, "Sets") && bit == dfa.SetLead {
					continue
				}
				all = append(all, shortcut{fmt.Sprintf("bit %d of %s", bit, name), func(m *dfa.Machine) { at(m).SetUint(at(m).Uint() ^ 1<<bit) }})
			}
		}
	}
	for _, name := range []string{"Begin", "Prefix", "PrefixFold", "Sets", "Lead", "Accel", "Head", "Delim", "Exits"} {
		field := func(m *dfa.Machine) reflect.Value { return reflect.ValueOf(m).Elem().FieldByName(name) }
		walk(name, field(m), field)
	}
	return all
}

// changed returns a copy of m after a change. Its Shuffle and Lanes agree with its Sets.
func changed(m *dfa.Machine, s shortcut) *dfa.Machine {
	c := *m
	c.Accel, c.Exits = slices.Clone(m.Accel), slices.Clone(m.Exits)
	s.flip(&c)
	c.Shuffle = [dfa.MaxSets][16]uint8{}
	for b := range 0x80 {
		in := uint64(c.Sets[b])
		for k := range c.Shuffle {
			c.Shuffle[k][b&15] |= uint8(in>>k&1) << (b >> 4)
		}
		c.Lanes[b] = in>>dfa.SetBody&1 | in>>dfa.SetHead&1<<16 | (in>>dfa.SetLead|in>>dfa.SetFirst&(in>>dfa.SetSecond))&1<<32
	}
	return &c
}

// outcome describes the results of a run that the library uses: the end, the tag of the state,
// whether the state accepts, and the captures.
func outcome(m *dfa.Machine, s string) (result string) {
	defer func() {
		if p := recover(); p != nil {
			result = fmt.Sprint("panics: ", p)
		}
	}()
	var starts dfa.Starts
	end, state := m.Run(s, &starts)
	return fmt.Sprint(end, m.Info[state], starts[1:])
}

// TestShortcuts: if a change of a shortcut alters the result of the loop for some text, with or
// without vectors, Coq refuses the tables.
func TestShortcuts(t *testing.T) {
	if !*withCoq {
		t.Skip("it takes minutes: make theorem runs it")
	}
	src, err := proof.Read(filepath.Join(root, "machine.go"))
	if err != nil {
		t.Fatal(err)
	}
	texts, err := walks(src)
	if err != nil {
		t.Fatal(err)
	}
	compile := compiler(t)
	for _, s := range syntaxes {
		t.Run(s.name, func(t *testing.T) {
			m := (*dfa.Machine)(src.Machines[s.name].(*proof.Tables))
			all := shortcuts(m)
			rand.New(rand.NewPCG(8141, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			var w bytes.Buffer
			text, err := s.generate(root, src)
			if err != nil {
				t.Fatal(err)
			}
			text, _, _ = bytes.Cut(text, []byte("\nTheorem "))
			w.Write(text)
			w.WriteString("\nDefinition sound (r : Tables.restated) := let m := machine_of tables in let h := shortcuts_of r in\n  if runs m r then if ok_begin m h then ok_lines m h else false else false.\n")
			fmt.Fprintln(&w, "Compute sound restated.")
			var altering []shortcut
			for _, c := range all {
				if len(altering) == shortcutsTried {
					break
				}
				other := changed(m, c)
				if slices.ContainsFunc(texts, func(s string) bool { return differs(m, other, s) }) {
					fmt.Fprintf(&w, "Module M%d.\n", len(altering))
					var fields bytes.Buffer
					writeRestated(&fields, (*proof.Tables)(other))
					w.Write(bytes.Replace(fields.Bytes(), []byte(": restated"), []byte(": Tables.restated"), 1))
					fmt.Fprintf(&w, "End M%d.\nCompute sound M%[1]d.restated.\n", len(altering))
					altering = append(altering, c)
				}
			}
			t.Parallel() // what is above sets whether the loops use vectors
			out, err := compile("Shortcuts_"+s.name+".v", w.Bytes())
			if err != nil {
				t.Fatalf("%v\n%.2000s", err, out)
			}
			results := regexp.MustCompile(`= (true|false)\n`).FindAllStringSubmatch(out, -1)
			if len(results) != len(altering)+1 || results[0][1] != "true" {
				t.Fatalf("%d results for %d changes\n%.2000s", len(results), len(altering), out)
			}
			for i, c := range altering {
				if results[i+1][1] == "true" {
					t.Errorf("%s alters results of the loop, and Coq does not refuse it", c.name)
				}
			}
			t.Logf("Coq was given %d changes that alter results of the loop", len(altering))
		})
	}
}

// shortcutsTried is the number of altering changes of each syntax that Coq is given.
const shortcutsTried = 60

// differs reports whether the loop has another result for a text after a change.
func differs(m, other *dfa.Machine, s string) bool {
	for _, vector := range []bool{false, true} {
		before := dfa.UseVector(vector)
		different := outcome(m, s) != outcome(other, s)
		dfa.UseVector(before)
		if different {
			return true
		}
	}
	return false
}
