package urn

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// extentVector says which names a careful reader sees in a text, and what is nearly one.
type extentVector struct {
	Name, Text string
	Names      []struct {
		At  int
		URN string
	}
	Near []struct {
		At           int
		Text, Reason string
	}
}

func readExtentVectors(t testing.TB) (list []extentVector) {
	t.Helper()
	data, err := os.ReadFile("testdata/find/extent.jsonl")
	require.NoError(t, err)
	for line := range bytes.Lines(data) {
		var v extentVector
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&v), "%s", line)
		list = append(list, v)
	}
	return list
}

// TestExtent: the texts are of programs, configuration, logs, XML, Markdown, SQL, CSV and
// URLs, as people write them.
func TestExtent(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range readExtentVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			require.False(t, seen[v.Name], "the name is taken")
			seen[v.Name] = true
			want := make([]Match, 0, len(v.Names)+len(v.Near))
			for _, n := range v.Names {
				want = append(want, Match{n.At, n.At + len(n.URN), MustParse(n.URN).Offsets(), Fault{}, MatchName})
			}
			for _, n := range v.Near {
				_, fault := RFC8141.Locate(n.Text)
				kind := MatchPart
				if n.Reason != "partial" {
					require.Equal(t, n.Reason, fault.Reason.String())
					kind = MatchNearMiss
				}
				want = append(want, Match{n.At, n.At + len(n.Text), Offsets{}, fault, kind})
			}
			slices.SortFunc(want, func(a, b Match) int { return a.Start - b.Start })
			if got := collectNear(Finder{}, []byte(v.Text)); !slices.Equal(got, want) {
				t.Errorf("Near(%q) = %s, want %s", v.Text, showNear([]byte(v.Text), got), showNear([]byte(v.Text), want))
			}
			for _, f := range finders {
				checkFind(t, f, []byte(v.Text))
				checkSettled(t, f, []byte(v.Text))
			}
		})
	}
	require.Greater(t, len(seen), 80)
}

// edges are texts at the edges of the rule, and what is found in each, as kindOf writes it. Together
// they notice changes of operators in rule.go and find.go that the examples of docs/finding.md
// do not.
var edges = []struct {
	text string
	want []string
}{
	{`'urn:x:`, []string{`part urn:x:`}},
	{`*urn:_ex:)`, []string{`near miss urn:_ex:`}},
	{`urn:e:a,https://example`, []string{`near miss urn:e:a`}},
	{`urn:e:a;urn:ex:b`, []string{`near miss urn:e:a`, `urn:ex:b`}},
	{`r."urn:ex:!\"/%_"`, []string{`near miss urn:ex:!\"/%_`}},
	{`urn:ex:***|`, []string{`urn:ex:*`}},
	{`urn:ex:**`, []string{`urn:ex:**`}},
	{`xmlns:"urn:ex:John Doe"`, []string{`urn:ex:John`}},
	{`:"urn:ex:John Doe"`, []string{`near miss urn:ex:John Doe`}},
	{`"urn:x:.`, []string{`part urn:x:`}},
	{`(urn:x:(b))`, []string{`part urn:x:(b)`}},
	{`"urn:{`, []string{`part urn:{`}},
	{`a'_urn:ex:a_'`, []string{`urn:ex:a`}},
	{`\"urn:ex:a.\"s.startsWith("urn:li:person:")`, []string{`urn:ex:a.`, `part urn:li:person:`}},
	{`"urn:ex:a\"/%_"`, []string{`near miss urn:ex:a\"/%_`}},
	{`(urn:ex:a?+' + b`, []string{`urn:ex:a?+'`}},
	{`"urn:ex:Jon doe Smith"`, []string{`urn:ex:Jon`}},
	{`"urn:ex:Jon doe"`, []string{`near miss urn:ex:Jon doe`}},
	{`'{urn:enc}`, []string{`near miss urn:enc`}},
	{`'urn:ex:a"'`, []string{`near miss urn:ex:a"`}},
	{`id=urn:e‑nc`, []string{`near miss urn:e‑nc`}},
	{`id=urn:e−nc`, []string{`near miss urn:e−nc`}},
	{`"urn:cts:A\u00A0`, []string{`urn:cts:A`}},
	{`"urn:cts:A\u00A0B"`, []string{`near miss urn:cts:A\u00A0B`}},
	{`<urn:a/`, []string{`near miss urn:a/`}},
	{`\"urn:e%d nc\"`, []string{`part urn:e%d`}},
	{`'urn:ex:'')`, []string{`part urn:ex:`}},
	{`'urn:ex:a')`, []string{`urn:ex:a`}},
	{"urn:ex:a`+", []string{`part urn:ex:a`}},
	{"urn:ex:a`+ b", []string{`part urn:ex:a`}},
	{`"urn:=x:Jon Doe"`, []string{`near miss urn:=x:Jon Doe`}},
	{`%22urn:ex:a...%22`, []string{`part urn:ex:a...`}},
	{`"urn:oasis:schema/$defs/a"`, []string{`part urn:oasis:schema/$defs/a`}},
	{`urn:ex:.+`, []string{`part urn:ex:.+`}},
	{`urn:ex:.+..`, []string{`part urn:ex:.+..`}},
	{`"urn:`, nil},
	{`**urn:e?x:`, nil},
	{`"urn:x:a!\"%_"`, []string{`near miss urn:x:a!`}},
	{`^urn:ex:urn:ex:*`, []string{`part urn:ex:`, `part urn:ex:*`}},
	{`"urn:ex:?</b"`, []string{`near miss urn:ex:?</b`}},
	{`|urn:ex:a(?!|`, []string{`part urn:ex:a(?!`}},
	{`"urn:ex:a!\"/%  |_"`, []string{`urn:ex:a!`}},
	{`urn:a?URN:module=b`, nil},
	{`"urn:ex:a&b[c"`, []string{`near miss urn:ex:a&b[c`}},
	{`'urn:ex\"`, []string{`part urn:ex`}},
	{`"urn:e::x`, nil},
	{`<urn:\`, []string{`part urn:\`}},
	{`(urn:ex:(?:a(b))"`, []string{`part urn:ex:(?:a(b))`}},
	{`"urn:(x:a."`, []string{`near miss urn:(x:a.`}},
	{`"urn:example:café au Lait"`, []string{`near miss urn:example:café`}},
	{`"urn:example:café au lait"`, []string{`near miss urn:example:café`}},
	{`'urn:>"`, nil},
	{`urn:e?:`, nil},
	{`"urn:ex:a Jon Doe"`, []string{`near miss urn:ex:a Jon Doe`}},
	// The rule looks at 256 bytes, but not at half of a character, and at 64 of a lexeme.
	{"urn:ex:é" + strings.Repeat("a", 300), []string{"near miss urn:ex:é" + strings.Repeat("a", 254)}},
	{`"urn:ex:é` + strings.Repeat("a", 300) + `"`, []string{"near miss urn:ex:é" + strings.Repeat("a", 254)}},
	{"urn:ex:é" + strings.Repeat("a", 253) + "é", []string{"near miss urn:ex:é" + strings.Repeat("a", 253)}},
	{`"urn:ex:$` + strings.Repeat("a", 70) + `"`, []string{"urn:ex:$" + strings.Repeat("a", 70)}},
	{`"urn:example:a</b"`, []string{`near miss urn:example:a</b`}},
	{`"urn:ex:a<b"`, []string{`near miss urn:ex:a<b`}},
	{`"urn:ex:a!\"%_"`, []string{`urn:ex:a!`}},
	{`"urn:ex:a.b:! jon"`, []string{`near miss urn:ex:a.b:! jon`}},
	{`"urn:e:a jon"`, []string{`near miss urn:e:a jon`}},
	{`"urn:e x:a:"`, []string{`near miss urn:e`}},
	{`"urn:e x:a b:c"`, []string{`near miss urn:e x:a b:c`}},
	{`urn:ex:','s`, []string{`part urn:ex:`}},
	{`|urn:ex:=a','.|`, []string{`urn:ex:=a','.`}},
	{`urn:ex:</`, []string{`part urn:ex:`}},
	{`|urn:x:"a|`, []string{`part urn:x:`}},
	{"|urn:x:`.|", []string{`part urn:x:`}},
	{`urn:ex:{a;http://h/`, []string{`part urn:ex:{a`}},
	{`urn:e:{id},http://h/`, []string{`part urn:e:{id}`}},
	{`<urn:ex:a>`, []string{`urn:ex:a`}},
	{`**urn:ex:a.**`, []string{`urn:ex:a.`}},
	{`urn:ex:%s`, []string{`part urn:ex:%s`}},
	{`a prefix "urn:ex:b-"`, []string{`part urn:ex:b-`}},
	{`prefix urn:ex:a: "urn:ex:b-"`, []string{`urn:ex:a`, `urn:ex:b-`}},
	{`"urn:ex:!jon 2x doe"`, []string{`urn:ex:!jon`}},
	{`'{urn:enc}b' urn:ex:a#| =>urn:ex:a.`, []string{`near miss urn:enc`, `urn:ex:a`, `urn:ex:a`}},
	{`Ontology(<urn:enc> a)`, []string{`near miss urn:enc`}},
	{`ns: urn:ocr-d/a`, []string{`near miss urn:ocr-d/a`}},
	// A word after a space.
	{`f(a, urn:Type)`, nil},
	{`f a, urn:b; c`, []string{`near miss urn:b`}},
	{`(see urn:b)`, []string{`near miss urn:b`}},
	{`a urn:b!`, []string{`near miss urn:b`}},
	{`"a urn:b\n"`, []string{`near miss urn:b`}},
	{`"a urn:b"`, []string{`near miss urn:b`}},
	{`"a: urn:iso"`, []string{`near miss urn:iso`}},
	{`"a urn:iso"`, nil},
	{`a) urn:iso`, nil},
	{`a -> urn:iso`, []string{`near miss urn:iso`}},
	{`a urn:URN:`, nil},
	{`a urn:b(c)`, nil},
	{`a urn:// b`, nil},
	{`a,urn://b`, []string{`near miss urn://b`}},
	{`(<urn:a> b)`, []string{`near miss urn:a`}},
	{`<urn:a> b`, nil},
	{`x/urn:e/b`, nil},
	{`a urn:iso/b`, []string{`near miss urn:iso/b`}},
	{"a\turn:b\tc", []string{`near miss urn:b`}},
	{"  urn:b,\n", nil},
	{"c ? urn:b;\r\n", nil},
	{`urn:b(name urn:theUrn error)`, nil},
	{`"urn:ex:a\u{`, []string{`near miss urn:ex:a\u{`}},
	{`urn:ex:a\u{1F`, []string{`near miss urn:ex:a\u{1F`}},
	{`urn:ex:a\u{}`, []string{`near miss urn:ex:a\u{}`}},
	{`urn:ex:a\u`, []string{`part urn:ex:a\u`}},
	{`<a href=urn:ex:a:>`, []string{`urn:ex:a`}},
	{`a urn:iso#b`, []string{`near miss urn:iso#b`}},
	{"‹urn:enc›", []string{"near miss urn:enc"}},
	{`\"urn:enc\"`, []string{"near miss urn:enc"}},
	{`"SOAPAction: urn:enc"`, []string{"near miss urn:enc"}},
	{`ns = urn:enc`, []string{"near miss urn:enc"}},
	// Parts in programs, in a shell and in Turtle; distinguished names.
	{`"urn:ex:a", id`, []string{"urn:ex:a"}},
	{`["urn:ex:a:", "urn:ex:b:"]`, []string{"urn:ex:a:", "urn:ex:b:"}},
	{`f("urn:ex:a:",id)`, []string{"part urn:ex:a:"}},
	{`f("urn:ex:a:", x.id)`, []string{"part urn:ex:a:"}},
	{`f("urn:ex:a:",  id)`, []string{"urn:ex:a:"}},
	{`{"urn:ex:a:", true}`, []string{"urn:ex:a:"}},
	{`f("urn:ex:a:", ` + strings.Repeat("b", 61) + `)`, []string{"part urn:ex:a:"}},
	{`f("urn:ex:a:", ` + strings.Repeat("b", 62) + `)`, []string{"urn:ex:a:"}},
	{`"urn:ex:$12"`, []string{"urn:ex:$12"}},
	{`"urn:ex:$1:b"`, []string{"part urn:ex:$1:b"}},
	{`@prefix x: <http://h/urn:ex:a> .`, []string{"urn:ex:a"}},
	{`see <http://h/urn:ex:a/> .`, []string{"urn:ex:a/"}},
	{`<urn:ex:a/> (urn:ex:a/) urn:ex:a/`, []string{"urn:ex:a/", "urn:ex:a/", "urn:ex:a/"}},
	{`(http://h/urn:ex:a/) /urn:ex:a/b/c /urn:ex:b#c/d /urn:ex:b#c?d h?u=urn:ex:c/`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:b#c/d", "urn:ex:b#c", "urn:ex:c/"}},
	{`//urn:ex:a/b ://urn:ex:a/b c//d,urn:ex:a/b`, []string{"urn:ex:a/b", "urn:ex:a/b", "urn:ex:a/b"}},
	{`urn:ex:a/b,urn:ex:c/d a/b;urn:ex:c?=d 2024/01/02,urn:ex:c/d,x /a/b,urn:ex:c&d`, []string{"urn:ex:a/b", "urn:ex:c/d", "urn:ex:c?=d", "urn:ex:c/d,x", "urn:ex:c&d"}},
	{`http://h//urn:ex:a?b http://h//urn:ex:a/b?c h//urn:ex:a&b ;//urn:ex:a/b`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:a", "urn:ex:a/b"}},
	{"h//" + strings.Repeat("b", 61) + "-urn:ex:a/b h//" + strings.Repeat("b", 60) + "-urn:ex:a/b", []string{"urn:ex:a/b", "urn:ex:a"}},
	{`/e/urn:ex:(a,b/c)/d /e/urn:ex:(a,b/c)?d /e/urn:ex:(a/b?c "\/urn:ex:(a\/b)\/c"`, []string{"urn:ex:(a,b/c)", "urn:ex:(a,b/c)", "urn:ex:(a/b", `near miss urn:ex:(a\/b)\/c`}},
	{`/e/urn:ex:a,urn:ex:b/c h?a=b/c,urn:ex:d/e&f`, []string{"urn:ex:a", "urn:ex:b/c", "urn:ex:d/e"}},
	{`"http:\/\/h\/urn:ex:a\/b\/" "urn:ex:a\/b"`, []string{"urn:ex:a", `near miss urn:ex:a\/b`}},
	{`x=urn:ex:a%20urn:ex:b c urn:ex:a%20urn:ex:b c %20urn:ex:a%20urn:ex:b`, []string{"urn:ex:a", "urn:ex:b", "urn:ex:a%20urn:ex:b", "urn:ex:a", "urn:ex:b"}},
	{`"urn:ex:a%20urn:ex:b" urn:ex:a%20urn: urn:ex:a%20b`, []string{"urn:ex:a%20urn:ex:b", "urn:ex:a%20urn", "urn:ex:a%20b"}},
	{`'/urn:ex:a:', id`, []string{"part urn:ex:a:"}},
	{`'/urn:ex:a:';`, []string{"part urn:ex:a:"}},
	{`'?x=urn:ex:a:'.$b.'.'`, []string{"part urn:ex:a:"}},
	{`'/urn:ex:a'+b`, []string{"part urn:ex:a"}},
	{`'/urn:ex:'+b`, []string{"part urn:ex:"}},
	{`'/urn:ex:a.'.b() urn:ex:o'brien`, []string{"urn:ex:a.'.b()", "urn:ex:o'brien"}},
	{`"urn:ex:a" . $b 'urn:ex:a'.$b "urn:ex:a".b "urn:ex:a". '?x=urn:ex:a'.$b`, []string{"part urn:ex:a", "part urn:ex:a", "urn:ex:a", "urn:ex:a", "part urn:ex:a"}},
	{`b ? urn:c;`, nil},
	{`/e/urn:ex:(a/b)/c urn:ex:a\ufffd`, []string{`urn:ex:(a/b)`, `near miss urn:ex:a\ufffd`}},
	{`?s=urn:ex:a%20urn:ex:b%20urn:ex:c&d=e /a%20urn:ex:a/b?c`, []string{"urn:ex:a", "urn:ex:b", "urn:ex:c", "urn:ex:a"}},
	{`x urn:ex:[b|c]:{d} urn:ex:[1] urn:ex:(<<b>>,<c>) urn:ex:&lt;&lt;b&gt;&gt;/c`, []string{"part urn:ex:[b|c]:{d}", "part urn:ex:[1]", "part urn:ex:(<<b>>,<c>)", "part urn:ex:&lt;&lt;b&gt;&gt;/c"}},
	{`**see urn:ex:a:** **urn:ex:a** "urn:ex:**"`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:**"}},
	{`/k/a%20urn:b" a%20urn:b&c=d a%20urn:string& a%2urn:b`, []string{"near miss urn:b", "near miss urn:b"}},
	{`<<"urn:ex:a:", A/binary>>`, []string{"part urn:ex:a:"}},
	{`"urn:ex:a\_b\_c" urn:ex:a\_b`, []string{`near miss urn:ex:a\_b\_c`, `near miss urn:ex:a\_b`}},
	{`"urn:ex:$12-"`, []string{"urn:ex:$12-"}},
	{`^urn:li:x:(urn:li:y:a) ^urn:ex:a#urn:ex:b`, []string{"part urn:li:x:(urn:li:y:a)", "part urn:ex:a#urn:ex:b"}},
	{"urn:ex:a(b\tc)d urn:ex:é\t(c)", []string{"near miss urn:ex:a(b\tc)d", "near miss urn:ex:é"}},
	{`urn:ex:é)b(c d) <urn:ex:é"b c>`, []string{"near miss urn:ex:é)b(c d)", "near miss urn:ex:é"}},
	{`|urn:ex:a(b c|d) e| {urn:ex:a([c]{id})`, []string{"near miss urn:ex:a(b c|d)", "part urn:ex:a([c]{id"}},
	{`urn:ex:a#\u00e9`, []string{`near miss urn:ex:a#\u00e9`}},
	{`f("urn:ex:a:") urn:a.b:, urn:.. x`, []string{"part urn:ex:a:", "part urn:a.b:", "near miss urn:."}},
	{`@prefix x: <http://h/urn:ex:a:> .`, []string{"part urn:ex:a:"}},
	{`urn:ex:a,Y=b`, []string{"urn:ex:a,Y=b"}},
	{`O=urn:ex:a,C=b urn:ex:a,CN=b urn:ex:a,ABC=b urn:ex:a;C=b (urn:ex:(a,C=b))`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:a,ABC=b", "urn:ex:a;C=b", "urn:ex:(a,C=b)"}},
	// Blanks in the parentheses of a name, if these are closed.
	{`urn:ex:a(b c (d) e)`, []string{`near miss urn:ex:a(b c (d) e)`}},
	{`urn:ex:a(b {c)}`, []string{`near miss urn:ex:a(b {c)}`}},
	{`urn:ex:a(b {c)d} e`, []string{`near miss urn:ex:a(b {c)d}`}},
	{`urn:ex:é(b {c)}.`, []string{`near miss urn:ex:é(b {c)}`}},
	{"<urn:ex:a[\\\n]>", []string{"urn:ex:a"}},
	{`'urn:ex:a[\urn:ex:b]'`, []string{`urn:ex:a`, `urn:ex:b`}},
	{"x\turn:foo bar", []string{"near miss urn:foo"}},
	{"=urn:" + strings.Repeat("b", 61) + "-urn:ex:a c", []string{"near miss urn:" + strings.Repeat("b", 61) + "-", "urn:ex:a"}},
	{"\nurn:" + strings.Repeat("0", 64) + "\na urn:" + strings.Repeat("0", 100) + ":b", []string{"near miss urn:" + strings.Repeat("0", 64), "near miss urn:" + strings.Repeat("0", 100) + ":b"}},
	{"\nurn:" + strings.Repeat("0", 255) + "\nurn:" + strings.Repeat("0", 256) + ":b", []string{"near miss urn:" + strings.Repeat("0", 255)}},
	{`urn:ex:a(b #urn:ex:c)`, []string{`urn:ex:a(b`, `urn:ex:c`}},
	{`urn:ex:a(b |#urn:ex:c)`, []string{`urn:ex:a(b`, `urn:ex:c`}},
	{"urn:ex:a(b c\nd)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c\rd)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c\"d)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c<d)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c>d)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c`d)", []string{"urn:ex:a(b"}},
	{"urn:ex:a(b c\x00d)", []string{"urn:ex:a(b"}},
}

func TestEdges(t *testing.T) {
	for _, e := range edges {
		var got []string
		for m := range (Finder{Near: true}).All(slices.Clip([]byte(e.text))) {
			got = append(got, kindOf(m)+e.text[m.Start:m.End])
		}
		if !slices.Equal(got, e.want) {
			t.Errorf("%q: found %q, want %q", e.text, got, e.want)
		}
		checkSettled(t, Finder{}, []byte(e.text))
	}
}

// TestSettledEdges: no more of a text waits for the next bytes than depends on them.
func TestSettledEdges(t *testing.T) {
	for text, want := range map[string]int{
		`"urn:ex:` + strings.Repeat("a", 180) + `"`: 1,
		"x urn:ex:a " + strings.Repeat("!", 300):    311,
		"/":                                         1, "urn:(": 5, "urn::*": 6, "urn:{": 0, "urn:ex:a": 0, "urn:ex:a ": 9,
		"= urn:" + strings.Repeat("e", 300): 306,
		`{"msg":"urn:e**:{id} not found `:   8,
		"<urn:.>":                           7, "<urn:ex:a[\\\n": 12,
	} {
		if got := settled(Finder{}, []byte(text), 0); got != want {
			t.Errorf("%q is settled to %d, want %d", text, got, want)
		}
	}
	if got := settled(Finder{Syntax: RFC2141}, []byte("urn:ex:#\xc3"), 0); got != 0 {
		t.Errorf("half of a character is settled to %d", got)
	}
}
