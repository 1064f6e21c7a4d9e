package command

import (
	"strings"
	"testing"
)

// What is typed by mistake is answered by what was probably meant.
func TestSuggestions(t *testing.T) {
	for _, c := range []struct{ args, stdin, want string }{
		{"find --coutn", "", "did you mean --count?"},
		{"check --qiuet", "", "did you mean --quiet?"},
		{"find --thread 2", "", "did you mean --threads?"},
		{"lint --disable scheme-case", "", "--rule NAME=off"},
		{"lint --dry-run", "", "--diff shows what --fix would change"},
		{"replace --dry-run --to key", "", "replace changes no file"},
		{"find --fields input", "", "--json and --csv have all fields"},
		{"find -o x", "", "find writes only the names already"},
		{"find -ri x", "", "in any letter case"},
		{"urn:isbn:1", "", `did you mean "urn check urn:isbn:1"`},
		{"chekc", "", "check"},
		{"check -", "0-395-36341-1", "did you mean urn:isbn:0-395-36341-1?"},
		{"check -", "ISBN 0-395-36341-2", "did you mean urn:isbn:0-395-36341-2? It has a wrong check digit: it should be '1'"},
		{"check 0-395-36341-2", "", "; did you mean urn:isbn:0-395-36341-2? It has a wrong check digit: it should be '1'"},
		{"check a.parquet", "", "urn-sql reads it"},
	} {
		files := map[string]string{"a.parquet": "PAR1\x15\x00", "x": "urn:ex:a"}
		if got := command(t, files, c.stdin, strings.Fields(c.args)...); got.status == 0 || !strings.Contains(got.stderr, c.want) {
			t.Errorf("urn %s: %d, %q, want %q", c.args, got.status, got.stderr, c.want)
		}
	}
	if got := command(t, nil, "", "ns", "isbm"); !strings.Contains(got.stdout, "similar:      isbn\n") {
		t.Errorf("urn ns isbm: %q", got.stdout)
	}
	for _, args := range []string{"find --xyzzyx", "check -o"} {
		if got := command(t, nil, "", strings.Fields(args)...); strings.Contains(got.stderr, "did you mean") || strings.Contains(got.stderr, "already") {
			t.Errorf("urn %s: %q", args, got.stderr)
		}
	}
}
