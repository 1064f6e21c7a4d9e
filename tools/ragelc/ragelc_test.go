package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// grammar is small and has one of everything: a prefix with letters, a counted
// run, a mark, a loop, nested tags, whose innermost holds, and a final state.
const grammar = `
%%{
machine small;
alphtype unsigned char;
action mark_rest { markRest }
action in_name   { tagName }
action in_escape { tagEscape }
action in_rest   { tagRest }
action mark_more { markMore }
action in_more   { tagMore }
action mark_tail { markTail }
action in_tail   { tagTail }
escape = ("%" [0-9] [0-9a]) <>~in_escape;
name   = ([a-zA-Z0-9] [a-zA-Z0-9\-]{0,8} [a-zA-Z0-9]) $~in_name;
rest   = ((([a-zA-Z0-9+=] | escape) ([a-zA-Z0-9+=.] | escape)*)) $~in_rest;
more   = ((([a-zA-Z0-9+=] | escape) ([a-zA-Z0-9+=.] | escape)*)) $~in_more;
tail   = ([a-zA-Z0-9+=.?] | escape)* $~in_tail;
main  := "ab:/"i (name - "foo"i) (":" @mark_rest) rest (("?" %~in_rest) "+" @mark_more more)? ("#" @mark_tail tail)?;
}%%
`

// compileText compiles a grammar.
func compileText(t *testing.T, text string) []machine {
	t.Helper()
	file := filepath.Join(t.TempDir(), "small.rl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("ragel"); err != nil {
		t.Skip("ragel is not installed")
	}
	xml, err := compile(file)
	if err != nil {
		t.Fatal(err)
	}
	machines, err := parse(bytes.NewReader(xml))
	if err != nil {
		t.Fatal(err)
	}
	return machines
}

func buildText(t *testing.T, text string) (*tables, error) {
	t.Helper()
	m := compileText(t, text)[0]
	_, marks := numberConstants([]machine{m}, func(m machine) []constant { return m.marks })
	_, tags := numberConstants([]machine{m}, func(m machine) []constant { return m.tags })
	return build(&m, marks, tags)
}

func buildSmall(t *testing.T) *tables {
	t.Helper()
	tab, err := buildText(t, grammar)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// step runs the tables one byte at a time.
func (t *tables) step(s string) (state int, marks []string, ok bool) {
	state = t.start
	for i := range len(s) {
		e := t.states[state].next[t.class[s[i]]]
		if e.state == 0 {
			return state, marks, false
		}
		if e.mark != "" {
			marks = append(marks, fmt.Sprint(e.mark, i))
		}
		state = e.state
	}
	return state, marks, t.states[state].final
}

func TestTablesAccept(t *testing.T) {
	tab := buildSmall(t)
	for s, want := range map[string]bool{
		"ab:/xy:z": true, "AB:/xyzzy:z%12.": true, "aB:/x1:%00": true, "ab:/xy:z?+a#": true, "ab:/foo:z": false, "ab:/x--y:z": true,
		"ab:/x:z": false, "ab:/abcdefghijk:z": false, "ab:/xy-:a": false, "ab:/xy:": false, "ab:/xy:.": false, "ab:/xy:z%1": false, "ac:/xy:z": false, "": false,
	} {
		if _, _, got := tab.step(s); got != want {
			t.Errorf("accepts %q = %v, want %v", s, got, want)
		}
	}
}

func TestTablesMarkAndTag(t *testing.T) {
	tab := buildSmall(t)
	if _, marks, _ := tab.step("ab:/xyz:q?+r#"); fmt.Sprint(marks) != "[markRest7 markMore10 markTail12]" {
		t.Errorf("marks of ab:/xyz:q?+r# = %v", marks)
	}
	for s, want := range map[string]string{
		"ab:": "", "ab:/": "tagName", "ab:/xy": "tagName", "ab:/xy:": "tagRest", "ab:/xy:a": "tagRest",
		"ab:/xy:%": "tagEscape", "ab:/xy:%1": "tagEscape", "ab:/xy:%12": "tagRest",
	} {
		if state, _, _ := tab.step(s); tab.states[state].tag != want {
			t.Errorf("tag after %q = %q, want %q", s, tab.states[state].tag, want)
		}
	}
}

func TestTablesPrefix(t *testing.T) {
	tab := buildSmall(t)
	if tab.prefix != 0x2f3a6261 || tab.fold != 0x00002020 {
		t.Errorf("prefix = %#x fold %#x, want the word of ab:/ and the case bit of its letters", tab.prefix, tab.fold)
	}
	if state, _, _ := tab.step("Ab:/"); state != tab.begin {
		t.Errorf("begin = %d, want %d, the state after the prefix", tab.begin, state)
	}
}

// TestHeadAccepts: where a text may not end in the first region, there is no Head. The
// loops take a text that ends there for accepted.
func TestHeadAccepts(t *testing.T) {
	begin, _, _ := strings.Cut(grammar, " rest ((")
	for end, want := range map[string]bool{" rest;\n}%%\n": true, " rest \"!\";\n}%%\n": false} {
		tab, err := buildText(t, begin+end)
		if err != nil {
			t.Fatal(err)
		}
		if got := tab.head != nil; got != want {
			t.Errorf("a grammar that ends in %q has a head: %t", end, got)
		}
	}
}

// TestTablesShortcuts: the fields that are derived from the automaton for the run loop. This
// test shows that shortcuts are found, and make theorem that they are right.
func TestTablesShortcuts(t *testing.T) {
	tab := buildSmall(t)
	state := func(s string) int { at, _, _ := tab.step(s); return at }
	rest, more, tail := state("ab:/xy:z"), state("ab:/xy:z?+z"), state("ab:/xy:z#")

	wantSets := []string{"'-' '0'-'9' 'A'-'Z' 'a'-'z'", "'0'-'9'", "'0'-'9' 'a'", "'+' '.' '0'-'9' '=' 'A'-'Z' 'a'-'z'"}
	for k, want := range wantSets {
		if got := tab.sets[k].String(); got != want {
			t.Errorf("set %d is %s, want %s", k, got, want)
		}
	}
	if tab.lead != '%' {
		t.Errorf("escapes begin with %q", tab.lead)
	}
	h := tab.head
	if h == nil || int(h.Max) != 9 || h.Except != 0x3a6f6f66 || h.ExceptFold != 0x202020 || int(h.Region) != rest ||
		tab.sets[h.Last].String() != "'0'-'9' 'A'-'Z' 'a'-'z'" || int(h.Chain)+4 != state("ab:/x--y") || int(h.Broken)+4 != state("ab:/xy--") {
		t.Errorf("head = %+v", h)
	}
	if tab.headTo != (target{state("ab:/xy:"), "markRest"}) {
		t.Errorf("the delimiter leads to %v", tab.headTo)
	}
	for s, want := range map[int]uint8{
		rest: dfa.SetBody | dfa.Escapes | 1*dfa.Region, more: dfa.SetBody | dfa.Escapes | 2*dfa.Region, tail: 4 | dfa.Escapes,
		tab.begin: dfa.Counted, state("ab:/xy:"): 0, state("ab:/xy:%"): 0,
	} {
		if got := tab.states[s].accel; got != want {
			t.Errorf("Accel of state %d is %#02x, want %#02x", s, got, want)
		}
	}
	exitOf := func(s int, b, c byte) exit {
		return tab.exits[int(tab.states[s].accel/dfa.Region-1)*16+int(tab.delim[b]&0xc|tab.delim[c]&3)]
	}
	if x := exitOf(rest, '?', '+'); x.target != (target{more, "markMore"}) || x.width != 2 || x.first != dfa.NotFirst {
		t.Errorf("exit ?+ of rest = %+v", x)
	}
	for _, s := range []int{rest, more} {
		if x := exitOf(s, '#', 'q'); x.target != (target{tail, "markTail"}) || x.width != 1 || x.first != 0 {
			t.Errorf("exit # of state %d = %+v", s, x)
		}
	}
	if x := exitOf(more, '?', '+'); x.width != 0 {
		t.Errorf("exit ?+ of more = %+v", x)
	}
	if tab.delim['.']&dfa.NotFirst == 0 || tab.delim['a']&dfa.NotFirst != 0 {
		t.Errorf("Delim of '.' and 'a' is %#02x, %#02x", tab.delim['.'], tab.delim['a'])
	}
}

// TestNoShortcuts: machines that look as if they had them.
func TestNoShortcuts(t *testing.T) {
	const before = "%%{ machine m; alphtype unsigned char; action a {markA} action t {tagT} "
	for name, g := range map[string]string{
		"two delimiters":               `main := "ab:/" ([a-z]{2,5} $~t) ("." @a | ":" @a) [a-z0-9A-Z]+;`,
		"a run without an end":         `main := "ab:/" ([a-z]+ $~t) ":" @a [a-z0-9A-Z]+;`,
		"a run of more than a window":  `main := "ab:/" ([a-z]{2,70} $~t) ":" @a [a-z0-9A-Z]+;`,
		"a run that holds a delimiter": `main := "ab:/" ([a-z:]{2,5} $~t) ":" @a [a-z0-9A-Z]+;`,
		"no region after the run":      `main := "ab:/" ([a-z]{2,5} $~t) ":" @a [a-z]+;`,
		"two words excepted":           `main := "ab:/" (([a-z]{2,5} - ("foo" | "bar")) $~t) ":" @a [a-z0-9A-Z]+;`,
		"a long word excepted":         `main := "ab:/" (([a-z]{2,5} - "fooo") $~t) ":" @a [a-z0-9A-Z]+;`,
		"a short word excepted":        `main := "ab:/" (([a-z]{2,5} - "fo") $~t) ":" @a [a-z0-9A-Z]+;`,
		"a run of one byte":            `main := "ab:/" ([a-z] $~t) ":" @a [a-z0-9A-Z]+;`,
		"a state of the run accepts":   `main := "ab:/" ([a-z]{2,5} $~t) (":" @a [a-z0-9A-Z]+)?;`,
	} {
		t.Run(name, func(t *testing.T) {
			tab, err := buildText(t, before+g+" }%%")
			if err != nil || tab.head != nil {
				t.Errorf("build = %+v, %v, want no counted run", tab.head, err)
			}
		})
	}
}

// TestBounds: each bound of the form is refused with an error that names it.
func TestBounds(t *testing.T) {
	const before = "%%{ machine m; alphtype unsigned char; "
	marks := func(n int) (actions, main string) {
		for i := range n {
			actions += fmt.Sprintf("action m%d { markM%d } ", i, i)
			main += fmt.Sprintf(" 'x' @m%d", i)
		}
		return actions, main
	}
	actions7, main7 := marks(7)
	actions8, main8 := marks(8)
	var tags, tagged, classes strings.Builder
	for i := range 128 {
		fmt.Fprintf(&tags, "action t%d { tagT%d } ", i, i)
		fmt.Fprintf(&tagged, " ('x' $~t%d)", i)
	}
	for i := range 32 {
		fmt.Fprintf(&classes, " | 0x%02x 'z'{%d} @a", 0x30+i, i+1)
	}
	loops := func(n int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, " | '%c' ([A-Z0-9a-e] | '%c')*", 'f'+i, 'f'+i)
		}
		return s.String()
	}
	const one = "action a { markA } "
	for _, tt := range []struct{ name, grammar, want string }{
		{"seven marks", actions7 + "main :=" + main7 + ";", ""},
		{"eight marks", actions8 + "main :=" + main8 + ";", "8 marks, and there is room for 7"},
		{"128 tags", tags.String() + "main :=" + tagged.String() + ";", "128 tags, and there is room for 127"},
		{"2047 states", one + "main := 'x'{2045} 'y' @a;", ""},
		{"2048 states", one + "main := 'x'{2046} 'y' @a;", "2049 states, and there is room for 2048"},
		{"33 classes", one + "main := 'y' @a" + classes.String() + ";", "byte classes, and a row has 32 entries"},
		{"a loop beyond ASCII", one + "main := (0x30..0x90)* '!' @a;", "are not ASCII"},
		{"four loops", one + "main := '!' @a" + loops(4) + ";", ""},
		{"five loops", one + "main := '!' @a" + loops(5) + ";", "8 sets, and there is room for 7"},
		{"three delimiters", one + "action b { markB } action c { markC } main := [a-zA-Z0-9]* (('!' @a | '?' @b | '#' @c) [a-zA-Z0-9]*)?;", ""},
		{"four delimiters", one + "action b { markB } action c { markC } action d { markD } main := [a-zA-Z0-9]* (('!' @a | '?' @b | '#' @c | '*' @d) [a-zA-Z0-9]*)?;", "bytes of delimiters, and there is room for 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := buildText(t, before+tt.grammar+" }%%")
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("build = %v, want %q", err, tt.want)
			}
		})
	}
	t.Run("a Matcher of 65536 entries", func(t *testing.T) {
		for n, want := range map[int]bool{32766: true, 32767: false} {
			m := machine{name: "m", states: make([]state, n+2), start: 1}
			for s := 1; s <= n; s++ {
				m.states[s].next['x'] = s + 1
			}
			m.states[n+1].final = true
			if _, err := buildMatcher(&m); (err == nil) != want {
				t.Errorf("%d states: %v", n+1, err)
			}
		}
	})
}

// TestMatcher: a machine without actions has rows as wide as it needs.
func TestMatcher(t *testing.T) {
	m := compileText(t, "%%{ machine m; alphtype unsigned char; main := 'a' ('b' | 'c')* 'd'?; }%%")[0]
	tab, err := buildMatcher(&m)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]bool{"": false, "a": true, "abcb": true, "ad": true, "acd": true, "add": false, "b": false} {
		if end, ok := tab.Match(s); (ok && end == len(s)) != want {
			t.Errorf("%q: %d, %t; want %t", s, end, ok, want)
		}
	}
	if tab.Width != 4 || len(tab.Next) != 16 {
		t.Errorf("%d classes and %d entries, want 4 and 16", tab.Width, len(tab.Next))
	}
	src, err := generate("x", "m.rl", []machine{m})
	if err != nil || !strings.Contains(string(src), "var m = dfa.Matcher{") || strings.Contains(string(src), "row") {
		t.Errorf("generate = %s, %v", src, err)
	}
}

func TestGeneratedCode(t *testing.T) {
	if _, err := exec.LookPath("ragel"); err != nil {
		t.Skip("ragel is not installed")
	}
	dir := t.TempDir()
	rl, out := filepath.Join(dir, "small.rl"), filepath.Join(dir, "small.go")
	if err := os.WriteFile(rl, []byte(grammar), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(generate, "x", out, "", []string{rl}); err != nil {
		t.Fatal(err)
	}
	if err := run(generate, "x", "", out, []string{rl}); err != nil {
		t.Errorf("verify of a file just generated: %v", err)
	}
	src, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if want := "// Code generated by tools/ragelc from small.rl. DO NOT EDIT.\n\npackage x\n"; !strings.HasPrefix(string(src), want) {
		t.Errorf("generated file begins with %q, want %q", src[:60], want)
	}

	// One digit of the tables changed by hand, and a cut: both are noticed.
	at := bytes.LastIndexAny(src, "0123456789")
	changed := bytes.Clone(src)
	changed[at] ^= 1
	for name, bad := range map[string][]byte{"digit": changed, "cut": src[:len(src)-2], "tail": append(bytes.Clone(src), '\n')} {
		if err := os.WriteFile(out, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := run(generate, "x", "", out, []string{rl}); err == nil {
			t.Errorf("verify does not notice: %s", name)
		}
	}
}

// TestRagelMissing and TestRagelVersion: both say what to install.
func TestRagelMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := compile("x.rl")
	if err == nil || !strings.Contains(err.Error(), "install Ragel 6.10") {
		t.Errorf("compile without ragel: %v, want a hint to install Ragel 6.10", err)
	}
}

func TestRagelVersion(t *testing.T) {
	dir := t.TempDir()
	fake := "#!/bin/sh\necho 'Ragel State Machine Compiler version 7.0.4 February 2021'\n"
	if err := os.WriteFile(filepath.Join(dir, "ragel"), []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	_, err := compile("x.rl")
	if err == nil || !strings.Contains(err.Error(), "7.0.4") || !strings.Contains(err.Error(), "install Ragel 6.10") {
		t.Errorf("compile with Ragel 7: %v, want its version and a hint to install Ragel 6.10", err)
	}
}

func TestGrammarErrors(t *testing.T) {
	if _, err := exec.LookPath("ragel"); err != nil {
		t.Skip("ragel is not installed")
	}
	for name, g := range map[string]string{
		"signed bytes": "%%{ machine m; main := 'a'; }%%",
		"two marks":    "%%{ machine m; alphtype unsigned char; action a {A} action b {B} main := 'a' @a @b; }%%",
		"eof action":   "%%{ machine m; alphtype unsigned char; action a {A} main := 'a' $/a; }%%",
		"not Ragel":    "%%{ machine m; main := ; }%%",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			rl := filepath.Join(dir, "m.rl")
			if err := os.WriteFile(rl, []byte(g), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := run(generate, "x", filepath.Join(dir, "m.go"), "", []string{rl}); err == nil {
				t.Errorf("run of %s succeeds", g)
			}
		})
	}
}

// XML that Ragel would not write is refused, state by state, and not indexed with.
func TestParseErrors(t *testing.T) {
	const good = `<ragel><ragel_def name="m"><alphtype>uchar</alphtype><machine>
		<action_list><action id="0" line="1"><text>tagX</text></action></action_list>
		<action_table_list><action_table id="0">0</action_table></action_table_list>
		<start_state>1</start_state><error_state>0</error_state>
		<state_list><state id="0"></state>
		<state id="1" final="t"><state_actions>0 x x</state_actions><trans_list><t>97 98 1 x</t></trans_list></state></state_list>
		</machine></ragel_def></ragel>`
	if m, err := parse(strings.NewReader(good)); err != nil || len(m) != 1 || len(m[0].states) != 2 || m[0].states[1].tag != "tagX" || m[0].states[1].next['b'] != 1 {
		t.Fatalf("parse = %+v, %v", m, err)
	}
	for _, c := range [][2]string{
		{"</ragel>", ""},
		{"uchar", "char"},
		{"<error_state>0", "<error_state>7"},
		{`<state id="1"`, `<state id="2"`},
		{">0 x x<", ">0 0 x<"},
		{">0 x x<", ">y x x<"},
		{">0 x x<", ">7 x x<"},
		{`<action_table id="0">0<`, `<action_table id="0"><`},
		{`<action_table id="0">0<`, `<action_table id="0">y<`},
		{"97 98 1 x", "97 98 1"},
		{"97 98 1 x", "97 98 1 y"},
		{"97 98 1 x", "97 98 1 7"},
		{"97 98 1 x", "97 256 1 x"},
		{"97 98 1 x", "-1 98 1 x"},
		{"97 98 1 x", "97 98 0 x"},
		{"97 98 1 x", "97 98 2 x"},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if m, err := parse(strings.NewReader(bad)); bad == good || err == nil {
			t.Errorf("parse with %q for %q = %+v, want an error", c[1], c[0], m)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"a.rl", "b.rl"}} {
		if err := run(generate, "x", "out.go", "", args); err == nil || !strings.Contains(err.Error(), "usage") {
			t.Errorf("run with %q: %v, want the usage", args, err)
		}
	}
	if err := run(generate, "x", "", "", []string{"a.rl"}); err == nil {
		t.Error("run with neither -o nor -verify succeeds")
	}
	if err := run(generate, "x", "a", "b", []string{"a.rl"}); err == nil {
		t.Error("run with both -o and -verify succeeds")
	}
}
