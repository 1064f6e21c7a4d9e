package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

//go:embed Urn.java.txt
var javaText string

var javaTemplate = template.Must(template.New("").Funcs(template.FuncMap{
	// lines writes numbers, 24 to a line.
	"lines": func(list []int) (lines []string) {
		for some := range slices.Chunk(list, 24) {
			lines = append(lines, strings.ReplaceAll(strings.Trim(fmt.Sprint(some), "[]"), " ", ","))
		}
		return lines
	},
}).Parse(javaText))

// javaMachine is a machine that the Java file has.
type javaMachine struct {
	Name, Constant    string
	Start, Classes    int
	Class, Next, Info []int
}

// generateJava writes the Java file: the tables without what only the loops of
// internal/dfa need, and the loop of the template.
func generateJava(_, grammar string, machines []machine) ([]byte, error) {
	_, markValue := numberConstants(machines, func(m machine) []constant { return m.marks })
	tags, tagValue := numberConstants(machines, func(m machine) []constant { return m.tags })
	var reasons []string
	for _, c := range tags {
		reasons = append(reasons, strings.ToLower(strings.TrimPrefix(c.name, "tag")))
	}
	var all []javaMachine
	for i := range machines {
		m := &machines[i]
		if m.name != "rfc8141" && m.name != "rfc2141" {
			continue
		}
		t, err := build(m, markValue, tagValue)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", m.name, err)
		}
		if len(t.states) > 0xffff>>3 {
			return nil, fmt.Errorf("machine %s has %d states", m.name, len(t.states))
		}
		j := javaMachine{Name: m.name, Constant: strings.ToUpper(m.name), Start: t.start, Classes: t.nclass}
		for _, c := range t.class {
			j.Class = append(j.Class, int(c))
		}
		for _, s := range t.states {
			for _, e := range s.next {
				j.Next = append(j.Next, e.state<<3|markValue[e.mark])
			}
			v := tagValue[s.tag] << 1
			if s.final {
				v |= 1
			}
			j.Info = append(j.Info, v)
		}
		all = append(all, j)
	}
	var w bytes.Buffer
	err := javaTemplate.Execute(&w, map[string]any{"Grammar": grammar, "Reasons": reasons, "Machines": all})
	return w.Bytes(), err
}
