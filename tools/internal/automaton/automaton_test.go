package automaton

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func set(bytes string) (s Set) {
	for i := range len(bytes) {
		s[bytes[i]] = true
	}
	return s
}

// text reads one string.
func (n *NFA) text(s string) Frag {
	var fs []Frag
	for i := range len(s) {
		fs = append(fs, n.One(set(s[i:i+1])))
	}
	return n.Seq(fs...)
}

func build(t *testing.T, make func(n *NFA) Frag, keep func(Label) bool) *DFA {
	t.Helper()
	n := new(NFA)
	d, ok := n.Determinise(make(n), keep)
	if !ok {
		t.Fatal("Determinise: a label occurs twice between two bytes")
	}
	return d
}

func every(Label) bool { return true }

// words lists the accepted words over the bytes up to a length, with the number of
// each label after the byte before it.
func (d *DFA) words(bytes string, length int) []string {
	var all []string
	var walk func(state int, text []byte, word string)
	walk = func(state int, text []byte, word string) {
		if d.States[state].Accept {
			all = append(all, word)
		}
		if len(text) == length {
			return
		}
		for i := range len(bytes) {
			for _, e := range d.States[state].Next[bytes[i]] {
				walk(e.To, append(text, bytes[i]), word+bytes[i:i+1]+digits(e.Labels))
			}
		}
	}
	for _, e := range d.Lead {
		walk(e.To, nil, digits(e.Labels))
	}
	slices.Sort(all)
	return all
}

func digits(labels string) string {
	var b strings.Builder
	for k := range len(labels) {
		fmt.Fprint(&b, labels[k])
	}
	return b.String()
}

func TestWords(t *testing.T) {
	tests := []struct {
		name string
		make func(n *NFA) Frag
		want string // all words over "ab" of up to three bytes
	}{
		{"nothing but the empty word", func(n *NFA) Frag { return n.Empty() }, `""`},
		{"one byte", func(n *NFA) Frag { return n.One(set("ab")) }, `"a" "b"`},
		{"no byte", func(n *NFA) Frag { return n.One(Set{}) }, ``},
		{"sequence", func(n *NFA) Frag { return n.Seq(n.text("a"), n.text("b")) }, `"ab"`},
		{"sequence of none", func(n *NFA) Frag { return n.Seq() }, `""`},
		{"alternatives", func(n *NFA) Frag { return n.Alt(n.text("a"), n.text("bb"), n.Empty()) }, `"" "a" "bb"`},
		{"no alternative", func(n *NFA) Frag { return n.Alt() }, ``},
		{"dead alternative", func(n *NFA) Frag { return n.Alt(n.text("a"), n.Seq(n.text("b"), n.Alt())) }, `"a"`},
		{"loop", func(n *NFA) Frag { return n.Loop(n.text("ab")) }, `"" "ab"`},
		{"loop of a loop", func(n *NFA) Frag { return n.Loop(n.Loop(n.text("a"))) }, `"" "a" "aa" "aaa"`},
		{"loop of the empty word", func(n *NFA) Frag { return n.Loop(n.Empty()) }, `""`},
		{"loop is not entered from before", func(n *NFA) Frag { return n.Alt(n.Loop(n.text("a")), n.text("b")) }, `"" "a" "aa" "aaa" "b"`},
		{"loops in a row", func(n *NFA) Frag { return n.Seq(n.Loop(n.text("a")), n.Loop(n.text("b"))) },
			`"" "a" "aa" "aaa" "aab" "ab" "abb" "b" "bb" "bbb"`},
		{"labels", func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(1, n.text("b"), 2), n.text("a")) }, `"a1b2a"`},
		{"labels around nothing", func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(1, n.Empty(), 2)) }, `"a12"`},
		{"labels before the first byte", func(n *NFA) Frag { return n.Bracket(1, n.text("a"), 2) }, `"1a2"`},
		{"labels on one way of two", func(n *NFA) Frag { return n.Alt(n.text("a"), n.Bracket(1, n.text("a"), 2)) }, `"1a2" "a"`},
		{"labels in a loop", func(n *NFA) Frag { return n.Loop(n.Seq(n.text("a"), n.Bracket(1, n.text("b"), 2))) }, `"" "a1b2"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := build(t, tt.make, every)
			var got []string
			for _, w := range d.words("ab", 3) {
				got = append(got, fmt.Sprintf("%q", w))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("words are %s, want %s", s, tt.want)
			}
			// No state without a way to the end, or a fault would be found too late.
			for i := range d.States {
				if !d.completes(i, make(map[int]bool)) {
					t.Errorf("no word can be completed from state %d", i)
				}
			}
		})
	}
}

func (d *DFA) completes(state int, seen map[int]bool) bool {
	if d.States[state].Accept {
		return true
	}
	seen[state] = true
	for _, edges := range d.States[state].Next {
		for _, e := range edges {
			if !seen[e.To] && d.completes(e.To, seen) {
				return true
			}
		}
	}
	return false
}

func TestMinus(t *testing.T) {
	loop := func(n *NFA) Frag { return n.Loop(n.One(set("ab"))) }
	tests := []struct {
		name string
		a, b func(n *NFA) Frag
		want string
	}{
		{"nothing", loop, func(n *NFA) Frag { return n.Alt() }, `["" "a" "aa" "ab" "b" "ba" "bb"]`},
		{"everything", loop, loop, `[]`},
		{"from nothing", func(n *NFA) Frag { return n.Alt() }, loop, `[]`},
		{"the empty word", loop, func(n *NFA) Frag { return n.Empty() }, `["a" "aa" "ab" "b" "ba" "bb"]`},
		{"one word", loop, func(n *NFA) Frag { return n.text("ab") }, `["" "a" "aa" "b" "ba" "bb"]`},
		{"words with a b", loop, func(n *NFA) Frag { return n.Seq(loop(n), n.text("b"), loop(n)) }, `["" "a" "aa"]`},
		{"words of other bytes", loop, func(n *NFA) Frag { return n.text("c") }, `["" "a" "aa" "ab" "b" "ba" "bb"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Minus(build(t, tt.a, nil), build(t, tt.b, nil))
			if got := fmt.Sprintf("%q", d.words("ab", 2)); got != tt.want {
				t.Errorf("words are %s, want %s", got, tt.want)
			}
			for i := range d.States {
				if !d.completes(i, make(map[int]bool)) {
					t.Errorf("no word can be completed from state %d", i)
				}
			}
			// And it can be a part of something else.
			e := build(t, func(n *NFA) Frag { return n.Seq(n.text("c"), n.Embed(d, false)) }, nil)
			var want []string
			for _, w := range d.words("ab", 2) {
				want = append(want, "c"+w)
			}
			if got := e.words("abc", 3); !slices.Equal(got, want) {
				t.Errorf("embedded after c: words are %q, want %q", got, want)
			}
		})
	}
}

// TestInside: of "x", "%ab" and what follows, the state after "%" and that after
// "%a" are inside, and the others are not.
func TestInside(t *testing.T) {
	escape := build(t, func(n *NFA) Frag { return n.Seq(n.text("%"), n.One(set("ab")), n.One(set("ab"))) }, nil)
	if !escape.PrefixFree() {
		t.Fatal("an escape of fixed length is not free of prefixes")
	}
	whole := func(n *NFA) Frag { return n.Loop(n.Alt(n.text("x"), n.Embed(escape, true))) }
	d := build(t, whole, nil)
	for text, want := range map[string]bool{"": false, "x": false, "%": true, "%a": true, "%ab": false, "%abx": false, "x%b": true} {
		state := d.Start
		for i := range len(text) {
			state = d.States[state].Next[text[i]][0].To
		}
		if s := d.States[state]; s.Inside != want || s.Outside == want {
			t.Errorf("%q ends inside: %t, outside: %t; want %t, %t", text, s.Inside, s.Outside, want, !want)
		}
	}

	// A state that is inside stays so when it is embedded once more, and restricted.
	less := Minus(d, build(t, func(n *NFA) Frag { return n.text("%aa") }, nil))
	again := build(t, func(n *NFA) Frag { return n.Seq(n.text("y"), n.Embed(less, false)) }, nil)
	state := again.Start
	for _, b := range []byte("y%a") {
		state = again.States[state].Next[b][0].To
	}
	if s := again.States[state]; !s.Inside || s.Outside {
		t.Errorf("embedded again, y%%a ends inside: %t, outside: %t; want true, false", s.Inside, s.Outside)
	}

	// Both, if it depends on what follows.
	mixed := build(t, func(n *NFA) Frag { return n.Alt(n.Embed(escape, true), n.text("%!")) }, nil)
	if s := mixed.States[mixed.States[mixed.Start].Next['%'][0].To]; !s.Inside || !s.Outside {
		t.Errorf("%% of %%ab or %%! is inside: %t, outside: %t; want both", s.Inside, s.Outside)
	}
}

func TestPrefixFree(t *testing.T) {
	tests := []struct {
		name string
		make func(n *NFA) Frag
		want bool
	}{
		{"one length", func(n *NFA) Frag { return n.Seq(n.One(set("ab")), n.One(set("ab"))) }, true},
		{"two lengths", func(n *NFA) Frag { return n.Alt(n.text("a"), n.text("ba")) }, true},
		{"one begins the other", func(n *NFA) Frag { return n.Alt(n.text("a"), n.text("ab")) }, false},
		{"empty", func(n *NFA) Frag { return n.Empty() }, false},
		{"back to the start", func(n *NFA) Frag { return n.Seq(n.Loop(n.text("a")), n.text("b")) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := build(t, tt.make, nil).PrefixFree(); got != tt.want {
				t.Errorf("PrefixFree() = %t, want %t", got, tt.want)
			}
		})
	}
}

func TestDifference(t *testing.T) {
	loop := func(n *NFA) Frag { return n.Loop(n.One(set("ab"))) }
	tests := []struct {
		name  string
		a, b  func(n *NFA) Frag
		want  string // a shortest word of one of them, "=" if there is none
		right bool   // it is b's
	}{
		{"equal", loop, func(n *NFA) Frag { return n.Loop(n.Alt(n.text("b"), n.text("a"))) }, "=", false},
		{"equal in other words", func(n *NFA) Frag { return n.Loop(n.text("a")) },
			func(n *NFA) Frag { return n.Alt(n.Empty(), n.Seq(n.Loop(n.text("a")), n.text("a"))) }, "=", false},
		{"both without words", func(n *NFA) Frag { return n.Alt() }, func(n *NFA) Frag { return n.One(Set{}) }, "=", false},
		{"the empty word", loop, func(n *NFA) Frag { return n.Seq(n.One(set("ab")), loop(n)) }, "", false},
		{"a long one", func(n *NFA) Frag { return n.Alt(n.text("aaab"), n.text("aaaab")) },
			func(n *NFA) Frag { return n.text("aaaab") }, "aaab", false},
		{"of b", func(n *NFA) Frag { return n.text("ab") }, loop, "", true},
		{"the shorter of two", func(n *NFA) Frag { return n.Alt(n.text("aab"), n.text("b")) },
			func(n *NFA) Frag { return n.Alt(n.text("aab"), n.text("aba")) }, "b", false},
		{"labels", func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(1, n.text("b"), 2)) },
			func(n *NFA) Frag { return n.Seq(n.text("a"), n.text("b")) }, "ab", false},
		{"order of labels", func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(1, n.Bracket(3, n.Empty(), 4), 2)) },
			func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(3, n.Bracket(1, n.Empty(), 2), 4)) }, "a", false},
		{"place of labels", func(n *NFA) Frag { return n.Seq(n.text("a"), n.Bracket(1, n.text("a"), 2), n.text("a")) },
			func(n *NFA) Frag { return n.Seq(n.text("aa"), n.Bracket(1, n.text("a"), 2)) }, "aaa", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			word, inA, equal := Difference(build(t, tt.a, every), build(t, tt.b, every))
			if equal != (tt.want == "=") {
				t.Fatalf("equal is %t, and the word %q", equal, Bytes(word))
			}
			if !equal && (string(Bytes(word)) != tt.want || inA == tt.right) {
				t.Errorf("a shortest word is %q, of a: %t; want %q, %t", Bytes(word), inA, tt.want, !tt.right)
			}
		})
	}
}

func TestAmbiguity(t *testing.T) {
	part := func(n *NFA, f Frag) Frag { return n.Bracket(1, f, 2) }
	as := func(n *NFA) Frag { return n.Loop(n.text("a")) }
	tests := []struct {
		name string
		make func(n *NFA) Frag
		want string // a shortest text with two readings, "=" if there is none
	}{
		{"no labels", func(n *NFA) Frag { return n.Alt(n.text("a"), n.text("a")) }, "="},
		{"settled after it", func(n *NFA) Frag { return n.Seq(n.text("b"), part(n, as(n)), n.text("b")) }, "="},
		{"settled only at the end", func(n *NFA) Frag {
			return n.Alt(n.Seq(n.text("b"), part(n, as(n)), n.text("x")), n.Seq(n.text("b"), as(n), n.text("y")))
		}, "="},
		{"begins here or there", func(n *NFA) Frag { return n.Seq(n.text("b"), as(n), part(n, as(n))) }, "ba"},
		{"is there or not", func(n *NFA) Frag { return n.Seq(n.text("ba"), n.Alt(n.Empty(), part(n, n.Empty()))) }, "ba"},
		{"before the first byte", func(n *NFA) Frag { return n.Seq(n.Alt(n.Empty(), part(n, n.Empty())), n.text("ab")) }, "ab"},
		{"the empty text", func(n *NFA) Frag { return n.Alt(n.Empty(), part(n, n.Empty())) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := build(t, tt.make, every)
			text, ambiguous := d.Ambiguity()
			if ambiguous != (tt.want != "=") {
				t.Fatalf("ambiguous is %t, by %q", ambiguous, text)
			}
			if ambiguous && string(text) != tt.want {
				t.Errorf("a shortest text with two readings is %q, want %q", text, tt.want)
			}
		})
	}
}
