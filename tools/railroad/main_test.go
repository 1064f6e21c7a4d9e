package main

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, s := range syntaxes {
		g, err := read("../../testdata/abnf", s.name, s.start, s.document)
		if err != nil {
			t.Fatal(err)
		}
		if g.Rules[0].Name != s.start || len(g.Rules) < 8 {
			t.Errorf("%s: %d rules, the first is %s", s.name, len(g.Rules), g.Rules[0].Name)
		}
		// Every rule that is referred to is there.
		names := map[string]bool{}
		for _, r := range g.Rules {
			names[r.Name] = true
		}
		var walk func(n *node)
		walk = func(n *node) {
			if n.Kind == "ref" && !names[n.Name] {
				t.Errorf("%s: there is no rule %s", s.name, n.Name)
			}
			for _, x := range n.Of {
				walk(x)
			}
		}
		for _, r := range g.Rules {
			walk(r.Node)
		}
	}
}

// TestTakenAway: what the prose removes is marked, with the clause.
func TestTakenAway(t *testing.T) {
	text, err := module("../../testdata/abnf")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"kind":"text","text":"%","without":true}`, `RFC 2141, 2.3.1: a \"%\" MUST be followed`, `RFC 8141, 2.3.1`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the module has no %s", want)
		}
	}
	if n := strings.Count(string(text), `"without":true`); n != 1 {
		t.Errorf("%d pieces are taken away, want the one of RFC 2141", n)
	}
}

func TestRunFaults(t *testing.T) {
	if err := run(t.TempDir(), "", ""); err == nil {
		t.Error("no error without grammars")
	}
	if err := run("../../testdata/abnf", "", "main.go"); err == nil {
		t.Error("another file passes for the module")
	}
}
