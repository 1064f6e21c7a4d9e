package abnf

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// show writes a node as a term, so that a test sees how it was grouped.
func show(n Node) string {
	list := func(name string, ns []Node) string {
		var b strings.Builder
		for i, n := range ns {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(show(n))
		}
		return name + "(" + b.String() + ")"
	}
	switch n := n.(type) {
	case Alternation:
		return list("alt", n)
	case Concatenation:
		return list("cat", n)
	case Repetition:
		return fmt.Sprintf("%d*%d(%s)", n.Min, n.Max, show(n.Node))
	case Reference:
		return n.Name
	case Text:
		if n.Fold {
			return fmt.Sprintf("%q", n.Value)
		}
		return fmt.Sprintf("s%q", n.Value)
	case Range:
		return fmt.Sprintf("%x-%x", n.First, n.Last)
	}
	return fmt.Sprintf("%T", n)
}

func TestParse(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"literal", `a = "x"`, `"x"`},
		{"empty string", `a = ""`, `""`},
		{"case-sensitive string of RFC 7405", `a = %s"x"`, `s"x"`},
		{"case-insensitive string of RFC 7405", `a = %i"x"`, `"x"`},
		{"no space around the equals sign", `a="x"`, `"x"`},
		{"concatenation", `a = "x" "y" "z"`, `cat("x" "y" "z")`},
		{"alternation binds less than concatenation", `a = "x" "y" / "z"`, `alt(cat("x" "y") "z")`},
		{"alternation without spaces", `a = "x"/"y"`, `alt("x" "y")`},
		{"group", `a = "x" ("y" / "z")`, `cat("x" alt("y" "z"))`},
		{"spaces in a group", `a = ( "y" / "z" )`, `alt("y" "z")`},
		{"option", `a = ["x" "y"]`, `0*1(cat("x" "y"))`},
		{"any number", `a = *"x"`, `0*-1("x")`},
		{"at least", `a = 2*"x"`, `2*-1("x")`},
		{"at most", `a = *3"x"`, `0*3("x")`},
		{"from to", `a = 2*3("x")`, `2*3("x")`},
		{"exactly", `a = 4"x"`, `4*4("x")`},
		{"none", `a = 0"x"`, `0*0("x")`},
		{"repeated option", `a = *["x"]`, `0*-1(0*1("x"))`},
		{"range", `a = %x41-5A`, `41-5a`},
		{"range of decimals", `a = %d48-57`, `30-39`},
		{"octet", `a = %x0d`, `s"\r"`},
		{"octets", `a = %d13.10`, `s"\r\n"`},
		{"octets in binary", `a = %b1.11`, `s"\x01\x03"`},
		{"reference", "a = b\nb = \"x\"", `b`},
		{"reference in another case", "a = B-1\nb-1 = \"x\"", `B-1`},
		{"core rule", `a = ALPHA`, `ALPHA`},
		{"core rule of its own", "a = ALPHA\nALPHA = \"x\"", `ALPHA`},
		{"comment at the end", `a = "x" ; y = "z"`, `"x"`},
		{"comment lines", "; one\n\n  ; two\na = \"x\"\n;three", `"x"`},
		{"continued", "a = \"x\"\n  \"y\"", `cat("x" "y")`},
		{"continued before a slash", "a = \"x\" ; one\n\t/ \"y\"", `alt("x" "y")`},
		{"continued over a blank line of spaces", "a = \"x\"\n \n \"y\"", `cat("x" "y")`},
		{"continued in a group", "a = ( \"x\" ; one\n  / \"y\" ; two\n  )", `alt("x" "y")`},
		{"continued after the name", "a\n = ; one\n \"x\"", `"x"`},
		{"blanks after the last element", "a = \"x\"  \nb = \"y\"", `"x"`},
		{"lines that end in CRLF", "; one\r\na = \"x\" ; two\r\n  \"y\"\r\n", `cat("x" "y")`},
		{"more alternatives", "a = \"x\"\na =/ \"y\" / \"z\"", `alt("x" alt("y" "z"))`},
		{"more alternatives, in another case", "a = \"x\"\nA =/ \"y\"", `alt("x" "y")`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Parse(Source{"test", tt.text + "\n"})
			if err != nil {
				t.Fatalf("Parse(%q) = %v, want no error", tt.text, err)
			}
			if got := show(g.Rule("a").Node); got != tt.want {
				t.Errorf("Parse(%q): a = %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

// wrong are texts that are no grammar, each with the line and a part of the error.
var wrong = []struct {
	name, text string
	line       int
	want       string
}{
	{"no rule", "a = \"x\"\n= \"y\"\n", 2, `"=" where a rule should begin`},
	{"indented rule", "  a = \"x\"\n", 1, "first column"},
	{"no equals sign", "a \"x\"\n", 1, `no "="`},
	{"nothing defined", "a =\n", 1, "where an element should be"},
	{"nothing after a slash", "a = \"x\" /\n", 1, "where an element should be"},
	{"nothing repeated", "a = 2*\n", 1, "where an element should be"},
	{"repeated repetition", "a = 2* 3\"x\"\n", 1, "where an element should be"},
	{"empty repetition", "a = 3*2\"x\"\n", 1, "empty"},
	{"endless repetition", "a = 10001\"x\"\n", 1, "repetition"},
	{"repetition beyond an int", "a = 99999999999999999999\"x\"\n", 1, "repetition"},
	{"elements without a space", "a = \"x\"\"y\"\n", 1, "space"},
	{"groups without a space", "a = (\"x\")(\"y\")\n", 1, "space"},
	{"open group", "a = (\"x\"\n", 1, `no ")"`},
	{"group closed otherwise", "a = (\"x\"]\n", 1, `no ")"`},
	{"open option", "a = [\"x\"\n", 1, `no "]"`},
	{"open group, lines later", "a = (\"x\"\n\n", 1, "in line 1"},
	{"closing bracket", "a = \"x\")\n", 1, `")"`},
	{"open quote", "a = \"x\n", 1, "closing quote"},
	{"byte beyond ASCII in quotes", "a = \"\xe9\"\n", 1, "closing quote"},
	{"prose", "a = <anything>\n", 1, "prose-val"},
	{"no base", "a = %41\n", 1, "base"},
	{"no digits", "a = %x\n", 1, "not an octet"},
	{"no hexadecimal digits", "a = %x4g\n", 1, "not an octet"},
	{"no decimal digits", "a = %d4a\n", 1, "not an octet"},
	{"no octet", "a = %x100\n", 1, "not an octet"},
	{"no end of a range", "a = %x41-\n", 1, "not an octet"},
	{"no octet after the dot", "a = %x41.\n", 1, "not an octet"},
	{"range downwards", "a = %x42-41\n", 1, "empty"},
	{"range and series", "a = %x41-42.43\n", 1, "space"},
	{"no string after %s", "a = %sx\n", 1, "quote"},
	{"defined twice", "a = \"x\"\n\nA = \"y\"\n", 3, `"A" is defined already, at test:1`},
	{"not defined", "a = \"x\"\nb = \"y\"\n / c\n", 3, `"c" is not defined`},
	{"more of nothing", "a =/ \"x\"\n", 1, "not defined above"},
	{"less of nothing", "a =- \"x\" ; 1\n", 1, "not defined above"},
	{"less without a clause", "a = \"x\"\na =- \"y\"\n", 2, "clause"},
	{"contains itself", "a = \"x\" b\nb = [a]\n", 2, `"a" contains itself`},
	{"contains itself by what it lacks", "a = \"x\"\na =- a ; 1\n", 2, `"a" contains itself`},
	{"ends in a rule", "a = \"x\"", 1, "does not end"},
	{"ends in a comment", "a = \"x\"\n; c", 2, "does not end"},
	{"ends where an element should be", "a = ", 1, "ends where"},
	{"ends after a percent sign", "a = %", 1, "base"},
	{"control character in a comment", "; \x01\n", 1, "0x01 in a comment"},
	{"return without a newline", "a = \"x\"\r b = \"y\"\n", 1, `'\r'`},
	{"NUL", "a = \"x\"\x00\n", 1, `"\x00"`},
	{"byte order mark", "\ufeffa = \"x\"\n", 1, "where a rule should begin"},
}

func TestParseErrors(t *testing.T) {
	for _, tt := range wrong {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(Source{"test", tt.text})
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("Parse(%q) = %v, want an *Error", tt.text, err)
			}
			if e.File != "test" || e.Line != tt.line || !strings.Contains(e.Text, strings.Trim(tt.want, "'")) {
				t.Errorf("Parse(%q) = %v, want test:%d: … %s …", tt.text, err, tt.line, tt.want)
			}
		})
	}
}

func TestExclusions(t *testing.T) {
	const grammar = "a = *b\nb = \"x\" / \"y\"\n"
	const rules = "; about a\nA =- \"x\" ; first\na =- 2b\n  ; second,\n  ; and more\n"
	g, err := Parse(Source{"grammar", grammar}, Source{"rules", rules})
	if err != nil {
		t.Fatal(err)
	}
	a := g.Rule("a")
	if got := show(a.Node); got != "0*-1(b)" {
		t.Errorf("a = %s, want no change", got)
	}
	var got []string
	for _, x := range a.Without {
		got = append(got, fmt.Sprintf("%s:%d %s %s", x.File, x.Line, show(x.Node), x.Clause))
	}
	want := []string{`rules:2 "x" first`, "rules:3 2*2(b) second, and more"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a lacks %q, want %q", got, want)
	}
	if n := len(g.Rule("b").Without); n != 0 {
		t.Errorf("b lacks %d, want none", n)
	}
}

// TestErrorNamesTheFile: an error names the source that has the fault.
func TestErrorNamesTheFile(t *testing.T) {
	_, err := Parse(Source{"one", "a = \"x\"\n"}, Source{"two", "\na = \"x\"\n"})
	if want := `two:2: rule "a" is defined already, at one:1`; err == nil || err.Error() != want {
		t.Errorf("Parse = %v, want %s", err, want)
	}
	_, err = Parse(Source{"one", "a = \"x\"\n"}, Source{"two", "\n\na =- b ; clause\n"})
	if want := `two:3: rule "b" is not defined`; err == nil || err.Error() != want {
		t.Errorf("Parse = %v, want %s", err, want)
	}
}

// TestCoreRules compares the built-in rules with the RFC's table, by number.
func TestCoreRules(t *testing.T) {
	g, err := Parse()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"ALPHA": "alt(41-5a 61-7a)", "BIT": `alt("0" "1")`, "CHAR": "1-7f", "CR": `s"\r"`, "CRLF": "cat(CR LF)",
		"CTL": `alt(0-1f s"\x7f")`, "DIGIT": "30-39", "DQUOTE": `s"\""`,
		"HEXDIG": `alt(DIGIT "A" "B" "C" "D" "E" "F")`, "HTAB": `s"\t"`, "LF": `s"\n"`,
		"LWSP": "0*-1(alt(WSP cat(CRLF WSP)))", "OCTET": "0-ff", "SP": `s" "`, "VCHAR": "21-7e", "WSP": "alt(SP HTAB)",
	}
	for name, node := range want {
		if r := g.Rule(name); r == nil || show(r.Node) != node {
			t.Errorf("%s = %v, want %s", name, r, node)
		}
	}
	if len(g.rules) != len(want) {
		t.Errorf("%d core rules, want %d", len(g.rules), len(want))
	}
	if got := g.Rules(); len(got) != 0 {
		t.Errorf("Rules() of nothing has %d rules", len(got))
	}
}

// TestCommittedGrammars: the committed files can be read.
func TestCommittedGrammars(t *testing.T) {
	testhelp.Watch(t, "../../../testdata")
	for name, rules := range map[string]int{"rfc8141": 26, "rfc2141": 16, "draft2141bis": 21} {
		text, err := os.ReadFile(filepath.Join("../../../testdata/abnf", name+".abnf"))
		if err != nil {
			t.Fatal(err)
		}
		g, err := Parse(Source{name, string(text)})
		if err != nil {
			t.Errorf("Parse(%s) = %v", name, err)
			continue
		}
		// Counted by hand: the lines that begin with a name.
		lines := 0
		for line := range strings.Lines(string(text)) {
			if rulename.MatchString(line) {
				lines++
			}
		}
		if got := len(g.Rules()); got != lines || got != rules {
			t.Errorf("%s has %d rules, want %d, and %d lines that begin one", name, got, rules, lines)
		}
	}
}

// drawn is a piece of a rule in the page's grammar.js.
type drawn struct {
	Kind, Name, Text string
	Of               []drawn
	Min, Max         int
	First, Last      byte
	Without          bool // the prose takes it away
}

// node returns the Node that d draws, and adds to taken the texts that are taken away.
func (d drawn) node(taken *[]string) Node {
	of := make([]Node, len(d.Of))
	for i, x := range d.Of {
		of[i] = x.node(taken)
	}
	if d.Without {
		*taken = append(*taken, d.Text)
	}
	switch d.Kind {
	case "alt":
		return Alternation(of)
	case "seq":
		return Concatenation(of)
	case "rep":
		return Repetition{Min: d.Min, Max: d.Max, Node: of[0]}
	case "ref":
		return Reference{Name: d.Name}
	case "text":
		return Text{Value: d.Text, Fold: true}
	}
	return Range{First: d.First, Last: d.Last}
}

// TestDrawn: the grammars that the page draws are those of testdata/abnf, with what the prose
// takes away and the clauses that do.
func TestDrawn(t *testing.T) {
	text, err := os.ReadFile("../../../cmd/urn/internal/page/static/grammar.js")
	if err != nil {
		t.Fatal(err)
	}
	var g *Grammar
	var rules, clauses int
	var taken []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if name, ok := strings.CutSuffix(line, ": {"); ok {
			if g, err = ParseFiles("../../../testdata/abnf", name+".abnf", name+".rules"); err != nil {
				t.Fatal(err)
			}
		}
		var r struct {
			Name  string
			Node  drawn
			Notes []string
		}
		if !strings.HasPrefix(line, `{"name"`) {
			continue
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		want := g.Rule(r.Name)
		if want == nil || show(r.Node.node(&taken)) != show(want.Node) {
			t.Fatalf("%s is not the rule of testdata/abnf: %s", r.Name, line)
		}
		for i, x := range want.Without {
			if len(r.Notes) != len(want.Without) || r.Notes[i] != x.Clause {
				t.Errorf("the notes of %s are %q, want %q", r.Name, r.Notes, x.Clause)
			}
		}
		rules, clauses = rules+1, clauses+len(r.Notes)
	}
	if rules != 67 || clauses != 6 || !slices.Equal(taken, []string{"%"}) {
		t.Errorf("%d rules, %d clauses, taken away: %q, want that of RFC 2141, 2.3.1", rules, clauses, taken)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a = 1*2(\"x\" / %x41-5A) ; c\n")
	f.Add("a = [b]\r\nb =/ %d13.10\r\n")
	f.Add("a = \"x\"\na =- \"x\" ; c\n")
	f.Add("A=[A]\nA=((((((((((((A\n")
	for _, tt := range wrong {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(Source{"fuzz", text})
		var e *Error
		switch {
		case err == nil && g == nil:
			t.Errorf("Parse(%q) = nil, nil", text)
		case err != nil && !errors.As(err, &e):
			t.Errorf("Parse(%q) = %v, want an *Error", text, err)
		case err != nil && (e.Line < 1 || e.Line > 1+strings.Count(text, "\n")):
			t.Errorf("Parse(%q) = %v, and there is no such line", text, err)
		}
	})
}
