package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
)

func grammar(t *testing.T, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse(abnf.Source{Name: "test", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func compileText(t *testing.T, text string, s *Spec) *Language {
	t.Helper()
	l, err := Compile(grammar(t, text), s)
	if err != nil {
		t.Fatalf("Compile(%q) = %v", text, err)
	}
	return l
}

// tablesOf writes a language as tables, by a generator of this test's own.
func tablesOf(l *Language) *Tables {
	t := &Tables{Start: 1, Begin: 1, PrefixFold: 1} // no word has the bits of Prefix
	states := len(l.seq) + 1
	t.Next = make([]uint16, states*dfa.Row)
	t.Accel = make([]uint8, states)
	t.Info = make([]uint8, states)
	classes := make(map[string]uint8)
	for b := range 256 {
		var column []uint16
		for _, n := range l.seq {
			m := n.next[b]
			column = append(column, uint16(m.to+1)*dfa.Row|uint16(m.mark))
		}
		key := fmt.Sprint(column)
		class, ok := classes[key]
		if !ok {
			class = uint8(len(classes))
			classes[key] = class
		}
		t.Class[b] = class
		for i, e := range column {
			t.Next[(i+1)*dfa.Row|int(class)] = e
		}
	}
	for i, n := range l.seq {
		t.Info[i+1] = n.tag
		if n.accept {
			t.Info[i+1] |= dfa.Accept
		}
	}
	// Accelerated states.
	for s := 1; s < states; s++ {
		loops := make(map[byte]bool)
		for b := range 256 {
			if to, mark := t.step(s, byte(b)); to == s && mark == 0 {
				loops[byte(b)] = true
			}
		}
		if len(loops) < 32 {
			continue
		}
		t.Accel[s] = dfa.SetBody
		for b := range loops {
			t.Sets[b] |= 1 << dfa.SetBody
			t.Shuffle[dfa.SetBody][b&15] |= 1 << (b >> 4)
			t.Lanes[b] |= 1
		}
	}
	return t
}

// A toy with everything in it: a prefix, a counted run, a loop, an escape,
// parts with delimiters of one and two bytes, one that is optional, one that
// may be empty.
const toyText = `toy  = "abc:" id ":" body ["?+" more] ["#" tail]
id   = 3ALPHA
body = 1*(ALPHA / "-" / esc)
more = 1*("x" / "y")
tail = *DIGIT
esc  = "%" 2DIGIT
`

func toySpec() *Spec {
	return &Spec{
		Rule: "toy",
		Tag:  1,
		Parts: []Part{
			{"id", []string{"id"}, 0, 2},
			{"body", []string{"body"}, 1, 3},
			{"more", []string{"more"}, 2, 4},
			{"tail", []string{"tail"}, 3, 5},
		},
		Escapes:   []string{"esc"},
		EscapeTag: 6,
	}
}

func toy(t *testing.T) (*Language, *Tables) {
	l := compileText(t, toyText, toySpec())
	tables := tablesOf(l)
	tables.Begin = uint16(tables.after("abc:"))
	tables.Prefix, tables.PrefixFold = 'a'|'b'<<8|'c'<<16|':'<<24, 0x202020
	return l, tables
}

// after returns the state that a text leads to.
func (t *Tables) after(text string) int {
	at := int(t.Start)
	for i := range len(text) {
		at, _ = t.step(at, text[i])
	}
	return at
}

// entry returns the entry of Next for a byte after a text.
func (t *Tables) entry(text string, b byte) *uint16 {
	return &t.Next[t.after(text)*dfa.Row|int(t.Class[b])]
}

func (t *Tables) clone() *Tables {
	c := *t
	c.Next, c.Accel, c.Info, c.Exits = slices.Clone(t.Next), slices.Clone(t.Accel), slices.Clone(t.Info), slices.Clone(t.Exits)
	return &c
}

func TestReadings(t *testing.T) {
	l, tables := toy(t)
	if got, want := fmt.Sprint(l.Before), "[4 1 2 1]"; got != want {
		t.Errorf("the parts are %s bytes after what precedes them, want %s", got, want)
	}
	tests := []struct{ text, want string }{
		{"abc:idd:b", "accepted, id 4:7, body 8:9; begins marked: body 8"},
		{"ABC:idd:b%12-?+xy#1", "accepted, id 4:7, body 8:13, more 15:17, tail 18:19; begins marked: body 8 more 15 tail 18"},
		{"abc:idd:b#", "accepted, id 4:7, body 8:9, tail 10:10; begins marked: body 8 tail 10"},
		{"", "fault at 0, in what comes before the id"},
		{"abd", "fault at 2, in what comes before the id"},
		{"abc", "fault at 3, in what comes before the id"},
		{"abc:", "fault at 4, in the id"},
		{"abc:iddd", "fault at 7, in the id"},
		{"abc:idd:", "fault at 8, in the body"},
		{"abc:idd:b%", "fault at 10, in an escape"},
		{"abc:idd:b%1x", "fault at 11, in an escape"},
		{"abc:idd:b%12=", "fault at 12, in the body"},
		{"abc:idd:b?", "fault at 10, in the body"},
		{"abc:idd:b?=", "fault at 10, in the body"},
		{"abc:idd:b?+", "fault at 11, in the more"},
		{"abc:idd:b?+x?", "fault at 12, in the more"},
		{"abc:idd:b#x", "fault at 10, in the tail"},
		{"abc:idd:b\x00", "fault at 9, in the body"},
		{"abc:idd:b\xff", "fault at 9, in the body"},
	}
	for _, tt := range tests {
		if got := l.Read([]byte(tt.text)).String(); got != tt.want {
			t.Errorf("by the grammar %q is %s, want %s", tt.text, got, tt.want)
		}
		if got := l.readTables(tables, []byte(tt.text)).String(); got != tt.want {
			t.Errorf("by the tables %q is %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestProveEqual(t *testing.T) {
	l, tables := toy(t)
	if pairs, err := Prove(l, tables); err != nil || pairs != len(l.seq) {
		t.Errorf("Prove of the tables made of the language = %d, %v, want %d pairs", pairs, err, len(l.seq))
	}

	t.Run("a string without parts", func(t *testing.T) {
		l := compileText(t, "a = *2(\"x\" / %s\"yz\")\n", &Spec{Rule: "a"})
		if _, err := Prove(l, tablesOf(l)); err != nil {
			t.Errorf("Prove = %v", err)
		}
	})
	t.Run("states that are equivalent", func(t *testing.T) {
		// Twice as many states as are needed for *"x".
		two := &Tables{Start: 1, Begin: 1, PrefixFold: 1, Next: make([]uint16, 3*dfa.Row), Accel: make([]uint8, 3), Info: []uint8{0, dfa.Accept, dfa.Accept}}
		two.Class['x'] = 1
		two.Next[dfa.Row|1] = 2 * dfa.Row
		two.Next[2*dfa.Row|1] = 1 * dfa.Row
		l := compileText(t, "a = *%s\"x\"\n", &Spec{Rule: "a"})
		if pairs, err := Prove(l, two); err != nil || pairs != 2 {
			t.Errorf("Prove = %d, %v, want 2 pairs", pairs, err)
		}
	})
}

func TestProveDifference(t *testing.T) {
	l, tables := toy(t)
	next := func(text string) uint16 { return uint16(tables.after(text)) * dfa.Row }
	tests := []struct {
		name    string
		change  func(m *Tables)
		text    string
		grammar string
		tables  string
	}{
		{"accepts too little", func(m *Tables) { m.Info[m.after("abc:idd:b")] &^= dfa.Accept },
			"abc:aaa:a", "accepted, id 4:7, body 8:9; begins marked: body 8", "fault at 9, in the body"},
		{"accepts too much", func(m *Tables) { m.Info[m.after("abc:idd:b?")] |= dfa.Accept },
			"abc:aaa:a?", "fault at 10, in the body", "accepted, id 4:7, body 8:10; begins marked: body 8"},
		{"accepts nothing at all, too early", func(m *Tables) { m.Info[m.Start] |= dfa.Accept },
			"", "fault at 0, in what comes before the id", "accepted, id 4:0"},
		{"lacks a transition", func(m *Tables) { *m.entry("abc:idd:b", '-') = 0 },
			"abc:aaa:a-", "accepted, id 4:7, body 8:10; begins marked: body 8", "fault at 9, in the body"},
		{"continues where no string is left", func(m *Tables) { *m.entry("abc:idd:b?+", 'z') = next("abc:idd:b?") },
			"abc:aaa:a?+d", "fault at 11, in the more", "fault at 12, in the body"},
		{"does not mark", func(m *Tables) { *m.entry("abc:idd:b", '#') &^= (dfa.Row - 1) },
			"abc:aaa:a#", "accepted, id 4:7, body 8:9, tail 10:10; begins marked: body 8 tail 10",
			"accepted, id 4:7, body 8:10; begins marked: body 8"},
		{"marks something else", func(m *Tables) { *m.entry("abc:idd:b?", '+') ^= 2 ^ 3 },
			"abc:aaa:a?+x", "accepted, id 4:7, body 8:9, more 11:12; begins marked: body 8 more 11",
			"accepted, id 4:7, body 8:10, tail 11:12; begins marked: body 8 tail 11"},
		{"marks too much", func(m *Tables) { *m.entry("abc:idd:b", '?') |= 3 },
			"abc:aaa:a?+x", "accepted, id 4:7, body 8:9, more 11:12; begins marked: body 8 more 11",
			"accepted, id 4:7, body 8:9, more 11:9, tail 10:12; begins marked: body 8 tail 10 more 11"},
		{"marks twice", func(m *Tables) { *m.entry("abc:i", 'd') |= 1 },
			"abc:ada:a", "accepted, id 4:7, body 8:9; begins marked: body 8",
			"accepted, id 4:7, body 8:9; begins marked: body 6 body 8"},
		{"tag after the end", func(m *Tables) { m.Info[m.after("abc:idd:")] = 2 },
			"abc:aaa:", "fault at 8, in the body", "fault at 8, in the id"},
		{"tag before a byte that cannot follow", func(m *Tables) { m.Info[m.after("abc:idd:b#")] = dfa.Accept | 4 },
			"abc:aaa:a#a", "fault at 10, in the tail", "fault at 10, in the more"},
		{"class of a byte", func(m *Tables) { m.Class['!'] = m.Class['-'] },
			"abc:aaa:!", "fault at 8, in the body", "accepted, id 4:7, body 8:9; begins marked: body 8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tables.clone()
			tt.change(m)
			_, err := Prove(l, m)
			var d *Difference
			if !errors.As(err, &d) {
				t.Fatalf("Prove = %v, want a Difference", err)
			}
			if string(d.Text) != tt.text || d.Grammar.String() != tt.grammar || d.Tables.String() != tt.tables {
				t.Errorf("Prove = %v, want\n%q\n%s\n%s", err, tt.text, tt.grammar, tt.tables)
			}
			// It says so in so many words.
			for _, part := range []string{fmt.Sprintf("%q", tt.text), tt.grammar, tt.tables} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in the message: %v", part, err)
				}
			}
		})
	}
}

// TestShortest compares the counter-example with all shorter strings.
func TestShortest(t *testing.T) {
	const bytes = "ab"
	spec := &Spec{Rule: "a", Parts: []Part{{"head", []string{"head"}, 0, 1}, {"rest", []string{"rest"}, 1, 2}}}
	l := compileText(t, "a = \"b\" head \"b\" rest\nhead = *\"a\"\nrest = *(\"a\" / 3\"b\")\n", spec)
	tables := tablesOf(l)
	all := []string{""}
	for length, from := 0, 0; length < 8; length++ {
		to := len(all)
		for _, s := range all[from:to] {
			for i := range len(bytes) {
				all = append(all, s+bytes[i:i+1])
			}
		}
		from = to
	}
	changed := 0
	for i := 1 * dfa.Row; i < len(tables.Next); i++ {
		for value := range uint16(len(tables.Info) * dfa.Row) {
			m := tables.clone()
			m.Next[i] = value
			_, err := Prove(l, m)
			var d *Difference
			if !errors.As(err, &d) {
				continue
			}
			changed++
			if l.Read(d.Text).String() == l.readTables(m, d.Text).String() {
				t.Fatalf("Next[%d] = %d: both read %q alike", i, value, d.Text)
			}
			for _, s := range all {
				if len(s) >= len(d.Text) {
					break
				}
				if a, b := l.Read([]byte(s)).String(), l.readTables(m, []byte(s)).String(); a != b {
					t.Fatalf("Next[%d] = %d: the counter-example is %q, and %q is shorter: %s, %s", i, value, d.Text, s, a, b)
				}
			}
		}
	}
	if changed < 100 {
		t.Errorf("only %d changes made a difference", changed)
	}
}

func TestMalformed(t *testing.T) {
	l, tables := toy(t)
	if err := tables.form(l.Spec); err != nil {
		t.Fatalf("form of the tables made of the language = %v", err)
	}
	looping := tables.after("abc:idd:b") // on letters
	tests := []struct {
		name   string
		change func(m *Tables)
		want   string
	}{
		{"no states", func(m *Tables) { *m = Tables{} }, "rows of one number of states"},
		{"half a row", func(m *Tables) { m.Next = m.Next[1:] }, "rows of one number of states"},
		{"Accel too short", func(m *Tables) { m.Accel = m.Accel[1:] }, "rows of one number of states"},
		{"Info too short", func(m *Tables) { m.Info = m.Info[1:] }, "rows of one number of states"},
		{"class out of range", func(m *Tables) { m.Class['~'] = 1 * dfa.Row }, "Class[0x7e] is 32"},
		{"error state has a transition", func(m *Tables) { m.Next[1] = 1 * dfa.Row }, "the error state has a transition, on class 1"},
		{"mark without a transition", func(m *Tables) { *m.entry("", '#') = 1 }, "mark on class"},
		{"leads out of the tables", func(m *Tables) { *m.entry("", '#') = uint16(m.states()) * dfa.Row }, "leads to"},
		{"unknown mark", func(m *Tables) { *m.entry("abc:idd:b", '#') |= 7 }, "marks 7"},
		{"mark beyond the marks", func(m *Tables) { *m.entry("abc:idd:b", '#') |= dfa.MaxMarks }, "marks 11"},
		{"error state accepts", func(m *Tables) { m.Info[0] = dfa.Accept }, "the error state has Info 0x80"},
		{"error state skips", func(m *Tables) { m.Accel[0] = dfa.SetBody }, "the error state has"},
		{"unknown tag", func(m *Tables) { m.Info[1] = 9 }, "state 1 has tag 9"},
		{"no start", func(m *Tables) { m.Start = 0 }, "Start is 0"},
		{"start out of range", func(m *Tables) { m.Start = uint16(m.states()) }, "Start is"},
		{"exits of nothing", func(m *Tables) { m.Accel[looping] |= dfa.Region }, "has region 1, and there are 0"},
		{"set with a byte too many", func(m *Tables) { m.Sets['~'] |= 1 << dfa.SetBody }, "by Sets: true, by Shuffle: false"},
		{"set with a byte too few", func(m *Tables) { m.Sets['q'] = 0 }, "by Sets: false, by Shuffle: true"},
		{"set with a byte beyond ASCII", func(m *Tables) { m.Sets[0xb5] = 1 << dfa.SetBody }, "is not ASCII"},
		{"Shuffle with a byte too many", func(m *Tables) { m.Shuffle[0]['~'&15] |= 1 << ('~' >> 4) }, "byte 0x7e is in set 0 by Sets: false, by Shuffle: true"},
		{"Shuffle with a byte too few", func(m *Tables) { m.Shuffle[dfa.SetBody] = [16]uint8{} }, "by Sets: true, by Shuffle: false"},
		{"Lanes with a byte too many", func(m *Tables) { m.Lanes['~'] |= 1 << 16 }, "Lanes[0x7e] is 0x10000, and by Sets it is 0x0"},
		{"Lanes with a byte too few", func(m *Tables) { m.Lanes = [256]uint64{} }, "is 0x0, and by Sets it is 0x1"},
		{"Shuffle of a set that there is not", func(m *Tables) { m.Shuffle[dfa.MaxSets-1][0] = 1 }, "byte 0x00 is in set 7"},
		{"second mark after the counted run", func(m *Tables) { m.Head.Max, m.Head.Delimiter = 1, dfa.Row|2 }, "after the counted run has mark 2"},
		{"lead that is in no set", func(m *Tables) { m.Lead = '%' }, "the byte that begins escapes is 0x25"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tables.clone()
			tt.change(m)
			err := m.form(l.Spec)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("form = %v, want … %s …", err, tt.want)
			}
			if _, err := Prove(l, m); err == nil {
				t.Error("Prove has no error")
			}
		})
	}
}

// TestLineMarks: dfa.Machine.Lines stores marks without looking at their number.
func TestLineMarks(t *testing.T) {
	_, tables := toy(t)
	for mark, want := range map[uint8]string{4: "", 5: "marks 5 on class"} {
		spec := toySpec()
		spec.Parts[3].Mark = mark
		m := tables.clone()
		for i, e := range m.Next {
			if e%dfa.Row == 3 {
				m.Next[i] = e - 3 + uint16(mark)
			}
		}
		if err := m.form(spec); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("form = %v, want %q", err, want)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	parts := func(names ...string) *Spec {
		s := &Spec{Rule: "a"}
		for i, n := range names {
			s.Parts = append(s.Parts, Part{n, []string{n}, uint8(i + 1), uint8(i + 1)})
		}
		return s
	}
	unmarked := func(s *Spec, i int) *Spec { s.Parts[i].Mark = 0; return s }
	tests := []struct {
		name, text string
		spec       *Spec
		want       string
	}{
		{"no such rule", "b = \"x\"\n", parts(), "no rule a"},
		{"no such part", "a = \"x\"\n", parts("b"), "no rule b"},
		{"no such escape", "a = \"x\"\n", &Spec{Rule: "a", Escapes: []string{"b"}}, "no rule b"},
		{"no strings", "a = \"x\"\na =- \"x\" ; all\n", parts(), "no strings"},
		{"restriction of nothing", "a = \"x\"\na =- \"y\" ; none\n", parts(), "test:2: takes nothing away from rule a"},
		{"second restriction of the same", "a = *\"x\"\na =- \"x\" ; one\na =- \"x\" ; two\n", parts(), "test:3: takes nothing away"},
		{"restriction of what has a part", "a = \"x\" b\nb = \"y\" / \"z\"\na =- \"xz\" ; one\n", parts("b"), "has a part in it"},
		{"escape with a part", "a = \"x\" b\nb = \"y\"\n", &Spec{Rule: "a", Parts: parts("b").Parts, Escapes: []string{"a"}}, "has a part in it"},
		{"escape without an end of its own", "a = \"x\" b\nb = 1*\"y\"\n", &Spec{Rule: "a", Escapes: []string{"b"}}, "no escape"},
		{"escape or not", "a = b / \"xz\"\nb = \"xy\"\n", &Spec{Rule: "a", Escapes: []string{"b"}, EscapeTag: 1}, `"x" ends in an escape or not`},
		{"part at the very start", "a = b\nb = \"x\"\n", parts("b"), "begins with the first byte"},
		{"two readings", "a = \"x\" b *\"x\"\nb = *\"x\"\n", parts("b"), "two readings"},
		{"two readings, in words", "a = \"x\" b *\"x\"\nb = *\"x\"\n", parts("b"), `"xx" has two readings: b 1:2; and b 1:1`},
		{"string that continues", "a = \"x\" b \"y\"\nb = \"z\"\n", parts("b"), "continue after its last part"},
		{"string without parts", "a = \"x\" [b]\nb = \"z\"\n", parts("b"), "continue after its last part"},
		{"part in a part", "a = \"x\" b\nb = \"z\" c\nc = \"y\"\n", parts("b", "c"), "is inside another part"},
		{"part twice", "a = 2(\"x\" b)\nb = \"z\"\n", parts("b"), "the b can follow the b"},
		{"parts the other way round", "a = \"x\" c \"x\" b\nb = \"z\"\nc = \"y\"\n", parts("b", "c"), "the b can follow the c"},
		{"part twice at one place", "a = \"x\" 2b\nb = [\"z\"]\n", parts("b"), "twice at one place"},
		{"part missing from every string", "a = \"x\" b\nb = \"z\"\nc = \"y\"\n", parts("b", "c"), "no string has the c"},
		{"delimiters of two lengths", "a = \"x\" b \"-\" c / \"x\" b \"--\" c\nb = \"z\"\nc = \"y\"\n", parts("b", "c"), "1 and 2 bytes"},
		{"delimiter of any length", "a = \"x\" b *\"-\" c\nb = \"z\"\nc = \"y\"\n", parts("b", "c"), "bytes"},
		{"start at two offsets", "a = [\"w\"] \"x\" b\nb = \"z\"\n", unmarked(parts("b"), 0), "bytes"},
		{"not marked, and not the first", "a = \"x\" b \"-\" c\nb = \"z\"\nc = \"y\"\n", unmarked(parts("b", "c"), 1), "not marked, and not the first"},
		{"not marked, and can be missing", "a = \"x\" b \"-\" c / \"w-\" c\nb = \"z\"\nc = \"y\"\n", unmarked(parts("b", "c"), 0), "can be missing"},
		{"two at one place", "a = \"x\" b c\nb = \"\"\nc = \"y\"\n", parts("b", "c"), "two parts begin after"},
		{"begins or not, by what follows", "a = \"-\" b \"-\" c / \"-\" c\nb = \"z\"\nc = \"y\"\n", parts("b", "c"), `whether a part begins after "-"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(grammar(t, tt.text), tt.spec)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Compile(%q) = %v, want … %s …", tt.text, err, tt.want)
			}
		})
	}
}

func TestSame(t *testing.T) {
	const text = `a = "x" b ["-" c]
b = *"y"
b =- 2"y" ; two
c = "z"
other   = "x" [b] / "x" b "-" c
fewer   = "x" b
renamed = "x" d ["-" c]
d       = *"y"
d       =- "yy" ; two
moved   = "x" d / "x" d "-" c / "x" *"y" "w"
`
	g := grammar(t, text)
	l, err := Compile(g, &Spec{Rule: "a", Parts: []Part{{"b", []string{"b"}, 0, 1}, {"c", []string{"c"}, 1, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ rule, parts, err string }{
		{"a", "b, c", ""},
		{"other", "b, c", `in "x" rule other reads no parts, and rule a reads b 1:1`},
		{"renamed", "c", ""},
		{"fewer", "b", `in "x-z" rule a reads b 1:1, and rule fewer does not accept it`},
		{"moved", "c", `in "xw" rule moved reads no parts, and rule a does not accept it`},
		{"none", "", "no rule none"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			parts, err := l.Same(g, tt.rule)
			if got := strings.Join(parts, ", "); got != tt.parts {
				t.Errorf("Same(%s) compares %s, want %s", tt.rule, got, tt.parts)
			}
			switch {
			case tt.err == "" && err != nil:
				t.Errorf("Same(%s) = %v", tt.rule, err)
			case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("Same(%s) = %v, want %s", tt.rule, err, tt.err)
			}
		})
	}
}
