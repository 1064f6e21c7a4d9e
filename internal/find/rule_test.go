package find_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// codeSpan is one of Markdown, and the kind of a finding after it.
var codeSpan = regexp.MustCompile("(?:`` (.+?) ``|`([^`]+)`)( near miss| part)?")

// findingRows returns the rows of the tables of docs/finding.md. Each has a text, and what
// is found in it, with its kind unless it is a name.
func findingRows(t *testing.T) map[string][]string {
	page, err := os.ReadFile("../../docs/finding.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(page)) {
		line = strings.ReplaceAll(line, `\|`, "|")
		var row []string
		for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
			kind := strings.TrimPrefix(m[3]+" ", " ")
			row = append(row, kind+m[1]+m[2])
		}
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		if _, twice := rows[row[0]]; twice {
			t.Errorf("two rows have the text %q", row[0])
		}
		rows[row[0]] = row[1:]
	}
	if len(rows) < 60 {
		t.Fatal(len(rows), "rows")
	}
	return rows
}

// TestFindExamples: what a reader of docs/finding.md is promised.
func TestFindExamples(t *testing.T) {
	for text, want := range findingRows(t) {
		var got []string
		for m := range (scan.Finder{Mode: scan.ModeNear}).All([]byte(text)) {
			got = append(got, kindOf(m)+text[m.Start:m.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q, and the page says %q", text, got, want)
		}
	}
}

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
	data, err := os.ReadFile("../../testdata/find/extent.jsonl")
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
			want := make([]scan.Match, 0, len(v.Names)+len(v.Near))
			for _, n := range v.Names {
				want = append(want, scan.Match{Start: n.At, End: n.At + len(n.URN), Offsets: urn.MustParse(n.URN).Offsets(), Kind: scan.MatchName})
			}
			for _, n := range v.Near {
				_, fault := urn.RFC8141.Locate(n.Text)
				kind := scan.MatchPart
				if n.Reason != "partial" {
					require.Equal(t, n.Reason, fault.Reason.String())
					kind = scan.MatchNearMiss
				}
				want = append(want, scan.Match{Start: n.At, End: n.At + len(n.Text), Fault: fault, Kind: kind})
			}
			slices.SortFunc(want, func(a, b scan.Match) int { return a.Start - b.Start })
			if got := collectNear(scan.Finder{}, []byte(v.Text)); !slices.Equal(got, want) {
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
	{`urn:ex:***|`, []string{`part urn:ex:***|`}},
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
	{`prefix urn:ex:a: "urn:ex:b-"`, []string{`part urn:ex:a:`, `urn:ex:b-`}},
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
	// Parameters, operators of SCIM, patterns, placeholders, and what asks for a prefix.
	{`?;node=urn:ex:a;item=1 "nsu=urn:ex:a;s=b" ?q==urn:ex:a;n==b <b;gr=urn:ex:a;+c="d"> ?u=urn:ex:a;1`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:a", "urn:ex:a", "urn:ex:a;1"}},
	{`?x=1,urn:ex:a&b=c "x%23urn:ex:a&b=c" 1,urn:ex:a&b=c`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:a&b=c"}},
	{`?f=urn:ex:a%20eq%201 ?f=urn:ex:a+le+1 ?f=urn:ex:a%20pr ?f=urn:ex:a+pr+and ?f=urn:ex:a%20b`, []string{"urn:ex:a", "urn:ex:a", "urn:ex:a", "urn:ex:a", "urn:ex:a%20b"}},
	{`"urn:ex:a+co+b" urn:ex:a+lt+b /urn:ex:a%20eq%20b id=urn:ex:a;r=b a,urn:ex:b&k=c x=y,urn:ex:b&k=c`, []string{"urn:ex:a+co+b", "urn:ex:a+lt+b", "urn:ex:a%20eq%20b", "urn:ex:a;r=b", "urn:ex:b&k=c", "urn:ex:b&k=c"}},
	{`"urn:isbn:*" urn:a?module=b 'urn://x' "urn::service::1" "urn:ex:a.*" (urn:ex:a.+?) "urn:ex:1.*" *see urn:ex:a.*`, []string{"part urn:isbn:*", "near miss urn:a?module=b", "near miss urn://x", "near miss urn::service::1", "part urn:ex:a.*", "part urn:ex:a.+?", "urn:ex:1.*", "urn:ex:a.*"}},
	{`"urn:ex:a-$b" "urn:ex:a$b" "urn:ex:$a.1" "urn:ex:$a.b"`, []string{"part urn:ex:a-$b", "urn:ex:a$b", "urn:ex:$a.1", "part urn:ex:$a.b"}},
	{`urn:uuid:xxx;a urn:ex:xxx-a urn:ex:(a,***)`, []string{"part urn:uuid:xxx;a", "urn:ex:xxx-a", "part urn:ex:(a,***)"}},
	{`"idPattern": "urn:ex:a" A_PREFIX = "urn:ex:b" x.idPattern == "urn:ex:c" @prefix : <urn:ex:d> prefix urn:ex:e-, prefix "urn:ex:f" prefix urn:ex:g`, []string{"part urn:ex:a", "part urn:ex:b", "part urn:ex:c", "urn:ex:d", "part urn:ex:e-", "part urn:ex:f", "urn:ex:g"}},
	{"`urn:ex:a:` namespace \"urn:ex:b:\" prefixes", []string{"part urn:ex:a:", "urn:ex:b:"}},
	{`f("urn:ex:a:", "") f(s, "urn:ex:b:", 9) if "urn:ex:c:" in s "urn:ex:d:", "e"`, []string{"part urn:ex:a:", "part urn:ex:b:", "part urn:ex:c:", "urn:ex:d:"}},
	{`"(urn:enc?a=b)c" (urn:enc/b) "a@urn:enc" <urn:s>\t<urn:enc> <urn:s>\n`, []string{"near miss urn:enc?a=b", "near miss urn:enc", "near miss urn:s", "near miss urn:enc"}},
	{`~urn:ex:a~, ~~urn:ex:b.~~ c~urn:ex:d~e ~urn:ex:~f`, []string{"urn:ex:a", "urn:ex:b.", "urn:ex:d~e", "urn:ex:~f"}},
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
		for m := range (scan.Finder{Mode: scan.ModeNear}).All(slices.Clip([]byte(e.text))) {
			got = append(got, kindOf(m)+e.text[m.Start:m.End])
		}
		if !slices.Equal(got, e.want) {
			t.Errorf("%q: found %q, want %q", e.text, got, e.want)
		}
		checkSettled(t, scan.Finder{}, []byte(e.text))
	}
}

func TestFindVectors(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	seen := map[string]bool{}
	for _, v := range readFindVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			require.False(t, seen[v.Name], "the name is taken")
			require.NotEmpty(t, v.Clause)
			require.NotNil(t, v.Matches)
			seen[v.Name] = true
			var want []scan.Match
			for _, m := range v.Matches {
				u, err := v.Syntax.Parse(m.URN)
				require.NoError(t, err)
				require.Equal(t, m.NID, u.NID(), "NID of %q", m.URN)
				require.Equal(t, m.NSS, u.NSS(), "NSS of %q", m.URN)
				for _, c := range []struct {
					name string
					want *string
					span urn.Span
				}{{"r", m.R, u.Offsets().R()}, {"q", m.Q, u.Offsets().Q()}, {"f", m.F, u.Offsets().F()}} {
					require.Equal(t, c.want != nil, c.span != urn.Span{}, "presence of the %s-component of %q", c.name, m.URN)
					if c.want != nil {
						require.Equal(t, *c.want, m.URN[c.span.Start:c.span.End], "%s-component of %q", c.name, m.URN)
					}
				}
				want = append(want, scan.Match{Start: m.Start, End: m.Start + len(m.URN), Offsets: u.Offsets(), Kind: scan.MatchName})
			}
			f := scan.Finder{Syntax: v.Syntax, Mode: mode(v.Exact)}
			if got := slices.Collect(f.All([]byte(v.Text))); !slices.Equal(got, want) {
				t.Errorf("Finder %v: All(%q) = %s, want %s", f, v.Text, show([]byte(v.Text), got), show([]byte(v.Text), want))
			}
			checkFind(t, f, []byte(v.Text))
			checkSettled(t, f, []byte(v.Text))
		})
	}
	require.Greater(t, len(seen), 100)
}

// The generator lists what it puts into the log; nothing searched for it.
func TestFindSampleLog(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	log, placed := readSample(t)
	require.GreaterOrEqual(t, len(log), 2<<20)
	require.Greater(t, len(placed), 5000)
	n := 0
	for m := range (scan.Finder{}).All(log) {
		u := string(log[m.Start:m.End])
		require.Less(t, n, len(placed), "%q at %d is one too many", u, m.Start)
		require.Equal(t, placed[n].urn, u, "at %d", m.Start)
		require.Equal(t, int(placed[n].offset), m.Start, "%q", u)
		o, _ := urn.RFC8141.Locate(u)
		require.Equal(t, o, m.Offsets, "%q", u)
		n++
	}
	require.Equal(t, len(placed), n)
}

// checkAccount checks the law: each "urn:" at which a name may begin has one finding.
// Findings are in order and do not overlap. One that is not a name holds no further
// candidate where no URN continues, except in parentheses that it opened itself, or after
// "#".
func checkAccount(t testing.TB, f scan.Finder, text []byte) {
	t.Helper()
	f = near(f)
	from := 0 // the bytes before it are accounted for
	next := 0
	for m := range f.All(text) {
		if m.Start < from || m.End < m.Start+len("urn:") || m.End > len(text) {
			t.Fatalf("Finder %v: in %q, %d:%d is found after %d", f, text, m.Start, m.End, from)
		}
		for i := find.IndexScheme(text, next); i >= 0 && i < m.Start; i = find.IndexScheme(text, i+len("urn:")) {
			if _, k, _ := ruleOf(f).Rule(text, i); k != find.Nothing {
				t.Fatalf("Finder %v: in %q, nothing is said of the candidate at %d, which is %d", f, text, i, k)
			}
		}
		if valid := f.Syntax.Valid(string(text[m.Start:m.End])); valid != (m.Fault == urn.Fault{}) || valid != (m.Kind == scan.MatchName) && m.Kind != scan.MatchPart {
			t.Fatalf("Finder %v: in %q, %q is %d and has the fault %v", f, text, text[m.Start:m.End], m.Kind, m.Fault)
		}
		if m.Fault.Reason != 0 {
			depth := 0
			for k := m.Start + len("urn:"); k < m.End; k++ {
				switch text[k] {
				case '(':
					depth++
				case ')':
					depth = max(depth-1, 0)
				}
				if k >= m.Start+m.Fault.Offset && depth == 0 && text[k-1] != '#' && find.IndexScheme(text[:min(k+4, len(text))], k) == k {
					t.Fatalf("Finder %v: in %q, %q holds the candidate at %d", f, text, text[m.Start:m.End], k)
				}
			}
		}
		from, next = m.End, m.End
	}
	for i := find.IndexScheme(text, next); i >= 0; i = find.IndexScheme(text, i+len("urn:")) {
		if _, k, _ := ruleOf(f).Rule(text, i); k != find.Nothing {
			t.Fatalf("Finder %v: in %q, nothing is said of the candidate at %d, which is %d", f, text, i, k)
		}
	}
}

// TestAccount: the law holds for hostile texts, and for every file of testdata.
func TestAccount(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	r := rand.New(rand.NewPCG(36, 2))
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		text := randomText(r, 1+r.IntN(30))
		for x := range uint8(4) {
			checkAccount(t, scan.Finder{Syntax: urn.Syntax(x)}, text)
		}
	}
	for _, h := range hostile {
		checkAccount(t, scan.Finder{}, []byte(h.once+strings.Repeat(h.unit, 100)+h.last))
	}
	files := 0
	err := filepath.WalkDir("../../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".gz") {
			text = readGzip(t, path)
		}
		files++
		checkAccount(t, scan.Finder{}, text)
		return err
	})
	if err != nil || files < 20 {
		t.Fatal(files, err)
	}
}

// TestNextOutside: from need not be in the text.
func TestNextOutside(t *testing.T) {
	for _, f := range finders {
		for n := range 20 {
			text := []byte(" urn:ex:a urn:ex:bcd")[:n]
			want, found := f.Next(text, 0)
			for from := -20; from < 0; from++ {
				if m, ok := f.Next(text, from); m != want || ok != found {
					t.Errorf("Finder %v: Next(%q, %d) = %+v, %v, want %+v", f, text, from, m, ok, want)
				}
			}
			for from := n; from < n+20; from++ {
				if m, ok := f.Next(text, from); ok {
					t.Errorf("Finder %v: Next(%q, %d) = %+v", f, text, from, m)
				}
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, v := range readFindVectors(f) {
		f.Add(v.Text, uint8(v.Syntax), v.Exact)
	}
	f.Add("urn:0 urn:000", uint8(0), false) // near misses to the end of the text
	f.Add("urn:00", uint8(2), true)
	f.Fuzz(func(t *testing.T, text string, x uint8, exact bool) {
		if len(text) > 400 {
			return // the rule alone is tried at every place
		}
		checkFind(t, scan.Finder{Syntax: urn.Syntax(x % 4), Mode: mode(exact)}, []byte(text))
	})
}
