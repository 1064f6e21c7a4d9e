package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/scan"
)

var encodedCases = []struct {
	n          Notation
	text       string
	want       []string // offset, end and name
	normalized string
}{
	{URL, "GET /entities/urn%3Ali%3Acorpuser%3Ajdoe HTTP/1.1", []string{"14:40 urn:li:corpuser:jdoe"}, ""},
	{URL, "/a/URN%3aEX%3Aa%2fb/aspects?x=1", []string{"3:19 URN:EX:a/b"}, "/a/urn%3Aex%3Aa%2Fb/aspects?x=1"},
	{URL, "?ids=List(urn%3Aex%3A1,urn%3Aex%3A2)&f=x", []string{"10:22 urn:ex:1", "23:35 urn:ex:2"}, ""},
	{URL, "k=urn%3Aex%3A%28urn%3Aex%3Aa%2Cb%29&l=m", []string{"2:35 urn:ex:(urn:ex:a,b)"}, ""},
	{URL, "urn%3Aex%3A%C3%A9 %22urn%3Aex%3Aa.%22 100%25urn%3Aex%3Ab", []string{"21:34 urn:ex:a.", "44:56 urn:ex:b"}, ""},
	{URL, "q=%27urn%3AEX%3Aa%27x&r=%3Curn%3AEX%3Ab.%3Ex %28urn%3Aex%3Ac%28d%29%29e", []string{"5:17 urn:EX:a", "27:40 urn:EX:b.", "48:67 urn:ex:c(d)"}, "q=%27urn%3Aex%3Aa%27x&r=%3Curn%3Aex%3Ab.%3Ex %28urn%3Aex%3Ac%28d%29%29e"},
	{URL, "%22urn%3Aex%3Aa.%22%2C%22urn%3Aex%3Ab%2F.%22 x%27urn%3Aex%3Aa", []string{"3:16 urn:ex:a.", "25:41 urn:ex:b/.", "49:61 urn:ex:a"}, ""},
	{URL, "GET /urn%3AEX:a%2fb:c/d?u=urn%3Aex:d&v=urn%3Aex%3Ae:f", []string{"5:21 urn:EX:a/b:c", "26:36 urn:ex:d", "39:51 urn:ex:e"}, "GET /urn%3Aex%3Aa%2Fb%3Ac/d?u=urn%3Aex:d&v=urn%3Aex%3Ae:f"},
	{Auto, `{"q":"/urn%3Aex:a"}`, []string{"7:17 urn:ex:a"}, ""},
	{Auto, `{"q":"x=%27urn%3Aex%3Aa%27x"}`, []string{"11:23 urn:ex:a"}, ""},
	{URL, "return%3Aex%3Aa urn:ex:b", []string{"16:24 urn:ex:b"}, ""},
	{URL, "urn%3Aex%3A100%25", []string{}, ""},
	{Auto, `{"path":"/e/urn%3Aex%3Aa","b":"urn:ex:a\/b"}`, []string{"12:24 urn:ex:a", "31:42 urn:ex:a/b"}, ""},
	{Auto, `{"u":"/e\/urn%3AEX%3Aa%2Fb\/c?u=urn%3AEX%3Ac\u0026p=\"x\u003d urn%3AEX%3Ad\""}`, []string{"10:26 urn:EX:a/b", "32:44 urn:EX:c", "62:74 urn:EX:d"},
		`{"u":"/e\/urn%3Aex%3Aa%2Fb\/c?u=urn%3Aex%3Ac\u0026p=\"x\u003d urn%3Aex%3Ad\""}`},
	{Auto, `{"q":"\"urn%3Aex%3Aa.\" x"}`, []string{"8:21 urn:ex:a."}, ""},
	{Auto, "\tat urn%3Aex%3Aa, \\urn:EX:b", []string{"4:16 urn:ex:a", "19:27 urn:EX:b"}, "\tat urn%3Aex%3Aa, \\urn:ex:b"},
	// After the end of a name that is not encoded, an encoded one is a name of its own.
	{Auto, "GET /e/urn:EX:a/urn%3AEX%3Ab", []string{"7:15 urn:EX:a", "16:28 urn:EX:b"}, "GET /e/urn:ex:a/urn%3Aex%3Ab"},
	{URL, "(urn:ex:a)/urn%3Aex%3Ab", []string{"1:9 urn:ex:a", "11:23 urn:ex:b"}, ""},
	{Auto, "'urn:ex:a'urn%3Aex%3Ab", []string{"1:9 urn:ex:a", "10:22 urn:ex:b"}, ""},
	{Auto, "'http://h/urn%3Aex%3Aa%3A'+x, 'urn%3Aex%3Ab'+x, 'urn%3Aex%3Ac'", []string{"49:61 urn:ex:c"}, ""},
	{Auto, "urn:ex:a,urn%3Aex%3Ab", []string{"0:8 urn:ex:a", "9:21 urn:ex:b"}, ""},
	{Auto, "node='urn:ex:a:0/b?;node=urn%3Aex%3Ac;item=d'", []string{}, ""},
	{Auto, "urn:ex:a/urn%3Aex%3Ab/urn%3Aex%3Ac", []string{"0:34 urn:ex:a/urn%3Aex%3Ab/urn%3Aex%3Ac"}, ""},
	{Auto, "?u=urn%3AEX%3Aa%3A(b,c%2F1)&d=e urn%3Aex%3Aa(b", []string{"3:27 urn:EX:a:(b,c/1)", "32:44 urn:ex:a"}, "?u=urn%3Aex%3Aa%3A%28b%2Cc%2F1%29&d=e urn%3Aex%3Aa(b"},
	{Auto, `id:urn\:EX\:a\-b AND x`, []string{"3:16 urn:EX:a-b"}, `id:urn\:ex\:a\-b AND x`},
	{Auto, `<a b="urn:EX:a&amp;b"/> urn:EX:c&d`, []string{"6:20 urn:EX:a&b", "24:34 urn:EX:c&d"}, `<a b="urn:ex:a&amp;b"/> urn:ex:c&d`},
	{XML, `<a b='urn:EX:o&apos;b'/>`, []string{"6:21 urn:EX:o'b"}, `<a b='urn:ex:o&#39;b'/>`},
	{CSV, "1,urn:ex:a,15.32\n\"urn:ex:a,b\",\"x \"\"urn:EX:c.\"\" y\",urn:ex:d:,z", []string{"2:10 urn:ex:a", "18:28 urn:ex:a,b", "35:44 urn:EX:c.", "50:59 urn:ex:d:"}, "1,urn:ex:a,15.32\n\"urn:ex:a,b\",\"x \"\"urn:ex:c.\"\" y\",urn:ex:d:,z"},
	{CSV, "urn:EX:a.,b\r\n1,urn:EX:b:\n2,urn:EX:c d,3\n4,x urn:EX:d.,\xc3\xa9\n5,urn:EX:e\"f,urn:\n6,URN:EX:g#", []string{"0:9 urn:EX:a.", "15:24 urn:EX:b:", "44:52 urn:EX:d", "59:67 urn:EX:e", "77:86 URN:EX:g#"},
		"urn:ex:a.,b\r\n1,urn:ex:b:\n2,urn:EX:c d,3\n4,x urn:ex:d.,\xc3\xa9\n5,urn:ex:e\"f,urn:\n6,urn:ex:g#"},
	{SQL, "VALUES (1,'urn:EX:o''brien','abc'),(2,'urn:ex:b,c')", []string{"11:26 urn:EX:o'brien", "39:49 urn:ex:b,c"}, "VALUES (1,'urn:ex:o''brien','abc'),(2,'urn:ex:b,c')"},
}

// found decodes a text, and normalizes its names.
func found(t *testing.T, n Notation, src string) (names []string, normalized string) {
	t.Helper()
	names = []string{}
	var out []byte
	var text Text
	if used := text.Decode(n, []byte(src), true); used != len(src) {
		t.Fatalf("%v: Decode(%q) uses %d", n, src, used)
	}
	from := 0
	for m := range (scan.Finder{}).All(text.Bytes) {
		name := text.Bytes[m.Start:m.End]
		start, end := text.Input(m.Start, m.End)
		names = append(names, fmt.Sprintf("%d:%d %s", start, end, name))
		out = append(out, src[from:start]...)
		if value := m.Offsets.AppendNormalized(nil, name); string(value) == string(name) {
			out = append(out, src[start:end]...)
		} else {
			var ok bool
			if out, ok = n.After([]byte(src[:start])).AppendEncoded(out, value, []byte(src[start:end])); !ok {
				t.Errorf("%v: in %q, %q cannot be written", n, src, value)
			}
		}
		from = end
	}
	return names, string(append(out, src[from:]...))
}

func TestEncodedNames(t *testing.T) {
	for _, c := range encodedCases {
		want := c.normalized
		if want == "" {
			want = c.text
		}
		if names, normalized := found(t, c.n, c.text); !slices.Equal(names, c.want) || normalized != want {
			t.Errorf("%v: in %q, found %q and wrote %q; want %q, %q", c.n, c.text, names, normalized, c.want, want)
		}
	}
}

// Where the value of the notation that a finding begins in ends, or markup begins, it is cut.
func TestDivided(t *testing.T) {
	for _, c := range []struct {
		n            Notation
		before, text string // "^" stands before each place that is a cut
	}{
		{XML, "<a>", "urn:ex:a:*^<![CDATA[x^]]>y"},
		{XML, "", "a&lt;b^<b^>c^<^/b^>"},
		{XML, "<![CDATA[", "a<b^]]>"},
		{XML, "<!--", "a<b^-->"},
		{XML, "<?p ", "urn:ex:a:*^?>z"},
		{XML, "<a b=\"", "x'>&quot;^\"^>y\"'>"},
		{XML, "<a b='", "x\">^' c^=^'&apos;^'^/^>'"},
		{XML, "<", "urn:ex:a^/^>b/c=d"},
		{XML, "", "a ^< b > c=\"d\"^<^/a^>"},
		{XML, "<!DOCTYPE a [<!ENTITY b \"", "x\">^<a^>"},
		{HTML, "<p>", "a^<br/^>b"},
		{HTML, "<!--", "urn:ex:a^--!>"},
		{HTML, "<a b=\"", "x'>^\"^>"},
		{CSV, "", "urn:ex:{a}^,b^,c"},
		{CSV, "\"", "a,\"\"b^\"^,c"},
		{Separated(';'), "", "a,b^;c"},
		{SQL, "('", "a''b^',x-y$z^'b"},
		{SQL, "/*", "a^*/ b"},
		{SQL, "$a$", "a$b$c^$a$"},
		{MySQL, "\"", "a\\\"b^\","},
		{JSON, "{\"", "it 'a\\\"b^\":^\"c"},
		{Auto, "{\"", "a^\",^\"b"},
		{Auto, "x ", "a\"b"},
		{URL, "q=", "urn%3Aex%3A*^&c=d"},
		{Plain, "", "a<b\",'"},
	} {
		text := strings.ReplaceAll(c.text, "^", "")
		got, from := "", 0
		for _, i := range c.n.After([]byte(c.before)).Divided(nil, []byte(text), len(text)) {
			got, from = got+text[from:i]+"^", i
		}
		if got += text[from:]; got != c.text {
			t.Errorf("%v: after %q, cut %s, want %s", c.n, c.before, got, c.text)
		}
	}
}
