package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed Urn.java.txt
var javaTemplate string

// javaMachines are the machines that the Java file has, and their constants.
var javaMachines = map[string]string{"rfc8141": "RFC8141", "rfc2141": "RFC2141"}

// generateJava writes the Java file: the tables without what only the loops of
// internal/dfa need, and the loop of the template.
func generateJava(_, grammar string, machines []machine) ([]byte, error) {
	_, markValue := numberConstants(machines, func(m machine) []constant { return m.marks })
	tags, tagValue := numberConstants(machines, func(m machine) []constant { return m.tags })
	var reasons []string
	for _, c := range tags {
		reasons = append(reasons, fmt.Sprintf("%q", strings.ToLower(strings.TrimPrefix(c.name, "tag"))))
	}
	var w bytes.Buffer
	for i := range machines {
		m := &machines[i]
		name := javaMachines[m.name]
		if name == "" {
			continue
		}
		t, err := build(m, markValue, tagValue)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", m.name, err)
		}
		if len(t.states) > 0xffff>>3 {
			return nil, fmt.Errorf("machine %s has %d states", m.name, len(t.states))
		}
		var class, next, info []string
		for _, c := range t.class {
			class = append(class, fmt.Sprint(c))
		}
		for _, s := range t.states {
			for c := range t.nclass {
				e := 0
				if c < len(s.next) && s.next[c].state != 0 {
					e = s.next[c].state<<3 | markValue[s.next[c].mark]
				}
				next = append(next, fmt.Sprint(e))
			}
			v := tagValue[s.tag] << 1
			if s.final {
				v |= 1
			}
			info = append(info, fmt.Sprint(v))
		}
		fmt.Fprintf(&w, "\n    private static final class Tables%s {\n", name)
		fmt.Fprintf(&w, "        static final Urn.Syntax SYNTAX = new Urn.Syntax(%q, %d, %d,\n", m.name, t.start, t.nclass)
		for k, list := range [][]string{class, next, info} {
			fmt.Fprintf(&w, "            new char[] {\n")
			for len(list) > 0 {
				n := min(len(list), 24)
				fmt.Fprintf(&w, "                %s,\n", strings.Join(list[:n], ","))
				list = list[n:]
			}
			fmt.Fprintf(&w, "            }%s\n", []string{",", ",", ");"}[k])
		}
		fmt.Fprintf(&w, "    }\n")
	}
	return []byte(strings.NewReplacer("@GRAMMAR@", grammar, "@REASONS@", strings.Join(reasons, ", "), "@TABLES@", w.String()).Replace(javaTemplate)), nil
}
