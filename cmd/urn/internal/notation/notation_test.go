package notation

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

var all = []Notation{Plain, JSON, XML, HTML, Auto}

// slowText is a text with its escapes undone, one byte at a time.
type slowText struct {
	text     []byte
	from, to []int // of each byte of text, in the input
}

const jsonEscape = `\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`

var (
	jsonEscapes = regexp.MustCompile(`^(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|` + jsonEscape + `)`)
	references  = regexp.MustCompile(`^&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z0-9]+);`)
	// The characters of names.
	nestedEscape = regexp.MustCompile(`^\\\\u00(?i:2[13-9a-f]|3[0-9a-f]|4[0-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])`)
	unended      = regexp.MustCompile(`^&#(?:[0-9]+|[xX][0-9a-fA-F]+);?`)
	jsonLine     = regexp.MustCompile(`^(?:[ \t\r,:\[\]{}]|"(?:` + jsonEscape + `|[^"\\])*"|` +
		`(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)[ \t\r,\]}])*"(?:` + jsonEscape + `|[^"\\])*$`)
)

// slowly undoes the escapes of text by the packages of the standard library.
func slowly(n Notation, text string) (s slowText) {
	for i := 0; i < len(text); {
		size, value := slowUnit(n, text, i)
		for _, c := range []byte(value) {
			s.text, s.from, s.to = append(s.text, c), append(s.from, i), append(s.to, i+size)
		}
		i += size
	}
	return s
}

func slowUnit(n Notation, text string, i int) (size int, value string) {
	none := text[i : i+1]
	switch n {
	case Auto:
		line := text[strings.LastIndexByte(text[:i], '\n')+1 : i]
		if !jsonLine.MatchString(line) {
			return slowUnit(HTML, text, i)
		}
		fallthrough
	case JSON:
		if m := nestedEscape.FindString(text[i:]); m != "" && (i == 0 || text[i-1] != '\\') {
			json.Unmarshal([]byte(`"`+m[1:]+`"`), &value)
			return len(m), value
		}
		m := jsonEscapes.FindString(text[i:])
		if m == "" || json.Unmarshal([]byte(`"`+m+`"`), &value) != nil {
			return 1, none
		}
		if value == `"` {
			value = `\"`
		} else if r := value[0]; r < ' ' && strings.IndexByte("\t\n\r", r) < 0 || r == 0x7f {
			value = fmt.Sprintf("\\u%04x", r)
		}
		return len(m), value
	case XML, HTML:
		if m := unended.FindString(text[i:]); n == HTML && m != "" && len(m) < 64 {
			return len(m), html.UnescapeString(m)
		}
		m := references.FindString(text[i:])
		if m == "" || len(m) > 64 {
			return 1, none
		}
		if n == XML {
			// Package xml has U+FFFD for surrogates, which XML does not allow.
			if xml.Unmarshal([]byte("<a>"+m+"</a>"), &value) != nil || value == "\ufffd" && !isReplacement(m) {
				return 1, none
			}
			return len(m), value
		}
		value = html.UnescapeString(m)
		if m[1] != '#' && (value == m || strings.HasSuffix(value, ";") && m != "&semi;") {
			return 1, none
		}
		return len(m), value
	}
	return 1, none
}

func isReplacement(reference string) bool {
	digits, base := reference[2:len(reference)-1], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return err == nil && n == 0xfffd
}

// input returns where text[start:end] is in the input.
func (s slowText) input(start, end, length int) (int, int) {
	from := length
	if start < len(s.from) {
		from = s.from[start]
	}
	if start == end {
		return from, from
	}
	return from, s.to[end-1]
}

// find returns what is to be found.
func (s slowText) find(f scan.Finder, near bool, text string) (found []string) {
	if near && f.Mode == scan.ModeNames {
		f.Mode = scan.ModeNear
	}
	for m := range f.All(s.text) {
		start, end := s.input(m.Start, m.End, len(text))
		line := 1 + strings.Count(text[:start], "\n")
		found = append(found, fmt.Sprint(string(s.text[m.Start:m.End]), m.Offsets, start, end, line, m.Fault))
	}
	return found
}

type vector struct {
	n        Notation
	in, want string
}

var vectors = []vector{
	{JSON, `{"u":"urn:ex:a\/b"}`, `{"u":"urn:ex:a/b"}`},
	{JSON, `{"u":"urn:ex:a\u0026b"}`, `{"u":"urn:ex:a&b"}`},
	{JSON, `\u0075\u0052n\u003aex:a`, `uRn:ex:a`},
	{JSON, `\"\u0022\\\/\b\f\n\r\t`, `\"\"\/\u0008\u000c` + "\n\r\t"},
	{JSON, `\\u0026 \\u0022 \\\\u0026`, `& \u0022 \\u0026`},
	{JSON, `\\\u0026`, `\&`},
	{JSON, `\ud83d\ude00 \uD83D\uDE00`, "\U0001f600 \U0001f600"},
	{JSON, `\ud83d \ude00 \ud83d\u0041 \ud83d\ud83d\ude00`, "\ufffd \ufffd \ufffdA \ufffd\U0001f600"},
	{JSON, `\ud800urn:ex:a \udfffURN:ex:b \ud83d`, "\ufffdurn:ex:a \ufffdURN:ex:b \ufffd"},
	{JSON, `\ud800\`, "\ufffd\\"},
	{JSON, `\ud800\udc00\udbff\udfff`, "\U00010000\U0010ffff"},
	{JSON, `\x41 \u00g0 \u12 \U0041 \`, `\x41 \u00g0 \u12 \U0041 \`},
	{JSON, `\ud83dxude00 \ud83d\xde00 \u00\1 \uu041 \u\041`, "\ufffdxude00 \ufffd" + `\xde00 \u00\1 \uu041 \u\041`},
	{JSON, `a\u0000b\u0001`, `a\u0000b\u0001`},
	{JSON, `a&amp;b`, `a&amp;b`},
	{XML, `href="urn:ex:a&amp;b"`, `href="urn:ex:a&b"`},
	{XML, `&lt;&gt;&quot;&apos;&amp;`, `<>"'&`},
	{XML, `&#65;&#x42;&#x0043; &#X43;`, `ABC &#X43;`},
	{XML, `&amp;amp;`, `&amp;`},
	{XML, `&#32;&#x20;&#31;&#8;&#xFFFD;&#xE000;&#x10FFFF;`, "  &#31;&#8;\ufffd\ue000\U0010ffff"},
	{XML, `&copy; &amp &; &#; &#x; &#xg; &#65a; &#0; &#xD800; &#xFFFE; &#x110000; &#99999999999999999999;`, `&copy; &amp &; &#; &#x; &#xg; &#65a; &#0; &#xD800; &#xFFFE; &#x110000; &#99999999999999999999;`},
	{XML, "&#9;&#10;&#13;", "\t\n\r"},
	{XML, "&#" + strings.Repeat("0", 59) + "65;", "A"}, // 64 bytes
	{XML, "&#" + strings.Repeat("0", 60) + "65;", "&#" + strings.Repeat("0", 60) + "65;"},
	{HTML, `<a href="urn:ex:a&amp;b">`, `<a href="urn:ex:a&b">`},
	{HTML, `&copy;&notin;&semi;&AMP;&NotEqualTilde;`, "\u00a9\u2209;&\u2242\u0338"},
	{HTML, `urn:ex:a?=x&copy=1&notit;&amp &foo;`, `urn:ex:a?=x&copy=1&notit;&amp &foo;`},
	{HTML, `&#x80;&#129;&#0;&#xD800;&#X41;`, "\u20ac\u0081\ufffd\ufffdA"},
	{HTML, `&fjlig;`, "fj"},
	{HTML, `&#127;&#128;&#159;&#160;&#161;&#xD7FF;&#xE000;&#1114111;&#1114112;&#1;`, "\u007f\u20ac\u0178\u00a0\u00a1\ud7ff\ue000\U0010ffff\ufffd\u0001"},
	{HTML, `&#58a&#x3ag&#58`, `:a:g:`},
	{Auto, "[\"&amp;\"]\n[&amp;\"&amp;\"]", "[\"&amp;\"]\n[&\"&\"]"},
	{Plain, `\u0041&amp;`, `\u0041&amp;`},
	{Auto, `{"u":"urn:ex:a\u0026b"}`, `{"u":"urn:ex:a&b"}`},
	{Auto, "{\n  \"a\": -1.5e+3,\n  \"b\": [true, false, null, \"\\u0041\"],\n", "{\n  \"a\": -1.5e+3,\n  \"b\": [true, false, null, \"A\"],\n"},
	{Auto, "INFO \"\\u0041\"\n\"\\u0041\"\n[INFO] \"\\u0041\"\n", "INFO \"\\u0041\"\n\"A\"\n[INFO] \"\\u0041\"\n"},
	{Auto, `[2024-01-01] "\u0041"`, `[2024-01-01] "\u0041"`},
	{Auto, `[10:05:00] "\u0041"`, `[10:05:00] "\u0041"`},
	{Auto, `{"a":"\u0041","p":"C:\x\u0041"}`, `{"a":"A","p":"C:\x\u0041"}`},
	{Auto, `"\u00g0\u0041" "\u0041"`, `"\u00g0\u0041" "\u0041"`},
	{Auto, `"\ud800\u0041\\\x\u0041"`, "\"\ufffdA\\" + `\x\u0041"`},
	{Auto, `{"a":\u0041}`, `{"a":\u0041}`},
	{Auto, `[-0, -10, 0.5, 1.25, 1e5, 1.5E-20, 1E+0, -0.0e00, "\u0041"]`, `[-0, -10, 0.5, 1.25, 1e5, 1.5E-20, 1E+0, -0.0e00, "A"]`},
	{Auto, `{"a":true,"b":false,"c":null,"d":"\u0041"}`, `{"a":true,"b":false,"c":null,"d":"A"}`},
}

// attributes are texts for which slowly would need to know what encloses a quotation mark, or a name.
var attributes = []vector{
	{XML, `<a b='"&apos;&quot;'c='d'>'`, `<a b="\"'\""c="d">'`},
	{XML, `<a b="&quot;'">&quot;`, `<a b="\"'">"`},
	{HTML, `<a b='"&apos;&quot;'c='d'>'`, `<a b="\"'\""c="d">'`},
	{Auto, `<a b="urn:ex:o&#39;b&quot;c" d='urn:ex:o&apos;b' e='urn:ex:o' f="&apos;" g='urn:ex:o&apos;b"-c\"' h="d" i='urn:ex:o"b&apos;c'>&amp;`, `<a b="urn:ex:o'b\"c" d="urn:ex:o'b" e='urn:ex:o' f="'" g="urn:ex:o'b|-c\|" h="d" i="urn:ex:o|b'c">&`},
	{Auto, "'urn:ex:a&#39;-b c\n'd' 'urn:ex:a&#39;', {'e'}\n{\"a\":\"it's\"}", "\"urn:ex:a'-b c\n'd' \"urn:ex:a'\", {'e'}\n{\"a\":\"it's\"}"},
	{Auto, `id:urn\:ex\:a\-b\ c`, `id:urn:ex:a-b\ c`},
	{Auto, "\x1b[36mid=\x1b[01;31m\x1b[Kurn:\x1b[m\x1b[Ke\x1b[38:5:9mx:a\x1b[0m b\x1b[", "id=urn:ex:a b\x1b["},
	{Auto, "u\x1b[mr\x1b[mn\x1b[m:ex:a\x1b[m\x1b[32mid=urn:ex:b\x1b[mc", "urn:ex:a\x1bid=urn:ex:bc"},
	{Auto, "urn:ex:\x1bma urn:a\x1b3m\x1b[[1m", "urn:ex:\x1bma urn:a\x1b3m\x1b[[1m"},
	{HTML, "urn&#4294967354;a&#x10000003a;&#58;&#0000000058;", "urn\ufffda\ufffd::"},
	{Auto, "urn:ex\x1b[m:a,Urn:example:b", "urn:ex:a,Urn:example:b"},
	{Auto, "a\x1b[murn:ex:a \x1b[m5\x1b[ma \x1b[2J\x1b[1;m\x1b[1;", "a\x1burn:ex:a 5\x1ba \x1b[2J\x1b\x1b[1;"},
}

// TestAutoNumbers has what is nearly a number or a word of JSON (RFC 8259, sections 3 and
// 6), or two of them with nothing between. The rest of its line is not JSON.
func TestAutoNumbers(t *testing.T) {
	for _, s := range []string{
		"-", "--1", "-x", "-.5", "01", "00", "-01", "1.", "1.x", "1..2", "1.5.2", "1.5x", ".5", "+1", "1e", "1ex", "1e+", "1e+x", "1e++2", "1e5e5",
		"1e5.0", "1e5x", "0x10", "1_000", "1-2", "NaN", "Infinity", "tru", "truex", "true1", "True", "fals", "falsey", "nul", "nulll", "nulltrue", "none", "x",
	} {
		for _, in := range []string{`[` + s + `, "\u0041"]`, `[1, ` + s + ` "\u0041"` + "\n[\"\\u0042\"]"} {
			var text Text
			text.Decode(Auto, []byte(in), true)
			if want := strings.Replace(in, `\u0042`, "B", 1); string(text.Bytes) != want {
				t.Errorf("Decode(%q) = %q, want %q", in, text.Bytes, want)
			}
			check(t, Auto, in)
		}
	}
}

func TestVectors(t *testing.T) {
	for i, v := range slices.Concat(vectors, attributes) {
		var text Text
		if used := text.Decode(v.n, []byte(v.in), true); used != len(v.in) || string(text.Bytes) != v.want {
			t.Errorf("%v: Decode(%q) = %q, uses %d bytes, want %q", v.n, v.in, text.Bytes, used, v.want)
		}
		if i < len(vectors) {
			check(t, v.n, v.in)
		}
	}
}

// check compares Text, After, and Boundary with the slow way.
func check(t testing.TB, n Notation, in string) {
	t.Helper()
	slow := slowly(n, in)
	rnd := rand.New(rand.NewPCG(uint64(len(in)), 1))
	var text Text
	if used := text.Decode(n, []byte(in), true); used != len(in) || !bytes.Equal(text.Bytes, slow.text) {
		t.Fatalf("%v: Decode(%q) = %q, uses %d bytes, want %q", n, in, text.Bytes, used, slow.text)
	}
	for range 20 {
		start := rnd.IntN(len(text.Bytes) + 1)
		end := start + rnd.IntN(len(text.Bytes)+1-start)
		if rnd.IntN(2) == 0 {
			end = min(end, start+2)
		}
		from, to := text.Input(start, end)
		if wantFrom, wantTo := slow.input(start, end, len(in)); from != wantFrom || to != wantTo {
			t.Fatalf("%v: %q: Input(%d, %d) = %d, %d, want %d, %d", n, in, start, end, from, to, wantFrom, wantTo)
		}
	}

	var whole []byte
	state := n
	for rest := []byte(in); len(rest) > 0; {
		part := rest[:1+rnd.IntN(len(rest))]
		used := text.Decode(state, part, len(part) == len(rest))
		whole = append(whole, text.Bytes...)
		if used == 0 {
			part = rest // an escape, or what looks like one
			used = text.Decode(state, part, true)
			whole = append(whole, text.Bytes...)
		}
		state = state.After(rest[:used])
		rest = rest[used:]
	}
	if !bytes.Equal(whole, slow.text) {
		t.Fatalf("%v: in parts, Decode(%q) = %q, want %q", n, in, whole, slow.text)
	}

	f := scan.Finder{Syntax: urn.Syntax(rnd.IntN(4)), Mode: map[bool]scan.Mode{true: scan.ModeExact}[rnd.IntN(2) == 0]}
	for _, near := range []bool{false, true} {
		want := slow.find(f, near, in)
		if got := findIn(f, n, near, in); !slices.Equal(got, want) {
			t.Fatalf("%v: %v: %q (near: %v): found %q, want %q", n, f, in, near, got, want)
		}
	}
}

// findIn finds in a text with its escapes undone.
func findIn(f scan.Finder, n Notation, near bool, in string) (found []string) {
	var text Text
	text.Decode(n, []byte(in), true)
	if near && f.Mode == scan.ModeNames {
		f.Mode = scan.ModeNear
	}
	for m := range f.All(text.Bytes) {
		start, end := text.Input(m.Start, m.End)
		line := 1 + strings.Count(in[:start], "\n")
		found = append(found, fmt.Sprint(string(text.Bytes[m.Start:m.End]), m.Offsets, start, end, line, m.Fault))
	}
	return found
}

var fragments = strings.Split(`urn: URN: urn:ex:a urn:ex:a\u0026b urn:ex:a&amp;b ? ?= ?+ # / % %41 ( ) . , ; : \ \\ \" \/ \n \u \u0075 \u003a \u0 \ud83d\ude00 \ud83d \u00e9 `+
	`&amp; &amp &#117; &#x75 &#x3a; &copy; &fjlig; &bne; &NewLine; &#10; & # x [ ] { } " ' true false null 0 -1 1e5 12. a b é `+"\u2028 \xff \x00 \n \t", " ")

func fragment(seed []byte) string {
	var b strings.Builder
	for _, c := range seed {
		if f := int(c); f < len(fragments) {
			b.WriteString(fragments[f])
		} else if c&1 != 0 {
			b.WriteString(fragments[f%len(fragments)])
		} else {
			b.WriteByte(" \"\\&;u\n"[f%7])
		}
	}
	return b.String()
}

func TestRandom(t *testing.T) {
	count := 300
	if testing.Short() {
		count = 60
	}
	rnd := rand.New(rand.NewPCG(13, 13))
	for range count {
		seed := make([]byte, rnd.IntN(24))
		for i := range seed {
			seed[i] = byte(rnd.Uint32())
		}
		for _, n := range all {
			check(t, n, fragment(seed))
		}
	}
}

func FuzzNotation(f *testing.F) {
	for _, v := range vectors {
		f.Add([]byte(v.in), uint8(v.n))
	}
	for i := range 10 {
		f.Add([]byte{byte(i), 3, byte(2 * i), byte(40 + i), 10}, uint8(100+i))
	}
	f.Fuzz(func(t *testing.T, in []byte, n uint8) {
		if len(in) > 300 {
			in = in[:300]
		}
		if n >= 100 {
			in = []byte(fragment(in[:min(len(in), 40)]))
		}
		check(t, all[int(n)%len(all)], string(in))
	})
}

// TestDecodeWaits: Decode leaves an escape at the end that may go on, and nothing else.
func TestDecodeWaits(t *testing.T) {
	for _, c := range []struct {
		n    Notation
		in   string
		used int
	}{
		{JSON, `a\`, 1}, {JSON, `a\u`, 1}, {JSON, `a\u004`, 1}, {JSON, `a\u0041`, 7}, {JSON, `a\n`, 3}, {JSON, `a\x`, 3}, {JSON, `a\u00x`, 6},
		{JSON, `a\ud83d`, 1}, {JSON, `a\ud83d\`, 1}, {JSON, `a\ud83d\ude0`, 1}, {JSON, `a\ud83d\ude00`, 13}, {JSON, `a\ud83d\u0041`, 13},
		{Auto, `"urn%3Aa\u002`, 4}, {Auto, `"urn%3Aa\u0026b`, 15}, {Auto, `urn%3Aa\u002`, 12}, {Auto, `"urn%3Aa\`, 4},
		{JSON, `a\ud83d\x`, 9}, {JSON, `a\ud83dx`, 8}, {JSON, `a\udbff`, 1}, {JSON, `a\udc00`, 7}, {JSON, `a\ude00`, 7}, {JSON, `a\ue000`, 7}, {JSON, `a\ud7ff`, 7},
		{XML, "a&", 1}, {XML, "a&#", 1}, {XML, "a&#6", 1}, {XML, "a&#65;", 6}, {XML, "a&amp", 1}, {XML, "a& ", 3},
		{XML, "a&#" + strings.Repeat("0", maxReference-3), 1}, {XML, "a&#" + strings.Repeat("0", maxReference-2), maxReference + 1},
		{HTML, "a&copy", 1}, {HTML, "a&copy;", 7}, {Plain, "a\\&", 3},
		{XML, "a&{", 3}, {XML, "a&[", 3}, {XML, "a&`", 3}, {XML, "a&@", 3}, {HTML, "a&:", 3}, {HTML, "a&/", 3}, {HTML, "a&z", 1}, {HTML, "a&Z9", 1}, {XML, "a&a#", 4},
	} {
		var text Text
		if used := text.Decode(c.n, []byte(c.in), false); used != c.used {
			t.Errorf("%v: Decode(%q) uses %d bytes, want %d", c.n, c.in, used, c.used)
		}
		if used := text.Decode(c.n, []byte(c.in), true); used != len(c.in) {
			t.Errorf("%v: the last Decode(%q) uses %d bytes of %d", c.n, c.in, used, len(c.in))
		}
	}
}

// TestLinear has texts that make a slow decoder quadratic.
func TestLinear(t *testing.T) {
	testhelp.Slow(t)
	for _, piece := range []string{`\`, "&", "&#", "&#0", "&a", `\u`, `\ud800`, `\u0061`, "&#x", "&#97;", `"\`, `x\`, "/urn%3A"} {
		src := []byte("urn:a" + strings.Repeat(piece, 1<<20/len(piece)))
		for _, n := range all {
			var text Text
			if used := text.Decode(n, src, true); used != len(src) {
				t.Errorf("%v: %q: uses %d bytes", n, piece, used)
			}
			for i := 0; i < len(text.Bytes); i += 3 {
				text.Input(i, min(i+9, len(text.Bytes)))
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	for _, n := range all {
		src := []byte(strings.Repeat(`{"u":"urn:ex:a\u0026b&amp;&#65;"}`+"\n", 100))
		var text Text
		find := func() {
			text.Decode(n, src, true)
			for rest := 0; ; {
				m, ok := scan.Finder{}.Next(text.Bytes[rest:], 0)
				if !ok {
					return
				}
				text.Input(rest+m.Start, rest+m.End)
				rest += m.End
			}
		}
		find()
		if allocs := testing.AllocsPerRun(10, find); allocs != 0 {
			t.Errorf("%v: %v allocations", n, allocs)
		}
	}
}

func TestNames(t *testing.T) {
	for _, n := range all {
		var back Notation
		if err := back.UnmarshalText([]byte(n.String())); err != nil || back != n {
			t.Errorf("%v: %v, back as %v", n, err, back)
		}
	}
	n := XML
	if err := n.UnmarshalText([]byte("xm")); err == nil || n != XML {
		t.Errorf("UnmarshalText(xm) = %v, %v", err, n)
	}
	if got := Auto.After([]byte(`{"a`)).String(); got != "auto" {
		t.Errorf("a state of Auto is %q", got)
	}
	for n := endHTML; n <= stateMask; n++ {
		if got := n.String(); got != "text" {
			t.Errorf("the unknown notation %d is %q", n, got)
		}
	}
	if got := Separated(';').String(); got != "csv" {
		t.Errorf("%q", got)
	}
}

// A cell that begins with "urn:" gets quotation marks, unless it is long or has some. It is decoded
// when its end has been read.
func TestWholeCell(t *testing.T) {
	long := "urn:" + strings.Repeat("a", maxWhole-4)
	for _, c := range []struct {
		in, want string
		used     int // if the text goes on
	}{
		{"urn:a b,URN:c", `"urn:a b"` + "|\x1f|" + `"URN:c"`, len("urn:a b,")},
		{"1\nurn:a\r\nurn:b\n", "1\n\"urn:a\"\r\n\"urn:b\"\n", len("1\nurn:a\r\nurn:b\n")},
		{"u", "u", 0},
		{"ur\n", "ur\n", len("ur\n")},
		{"urn,b", "urn|\x1f|b", len("urn,b")},
		{"urn:\n", "\"urn:\"\n", len("urn:\n")},
		{`urn:a"b`, `urn:a"b`, len(`urn:a"b`)},
		{`a urn:a,"urn:b"`, "a urn:a|\x1f|\"urn:b\"", len(`a urn:a,"urn:b`)},
		{long, long, len(long)},
		{long[1:], long[1:], len(long) - 1},
		{long[:maxWhole-1], `"` + long[:maxWhole-1] + `"`, 0},
		{long[:maxWhole-1] + "\n", `"` + long[:maxWhole-1] + "\"\n", maxWhole},
	} {
		var text Text
		if text.Decode(CSV, []byte(c.in), true); string(text.Bytes) != c.want {
			t.Errorf("%.40q becomes %.40q, want %.40q", c.in, text.Bytes, c.want)
		}
		if used := text.Decode(CSV, []byte(c.in), false); used != c.used {
			t.Errorf("%.40q: %d bytes are used, want %d", c.in, used, c.used)
		}
	}
}

// After of CSV does what the lexer does, from every state.
func TestAfterCSV(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 1))
	pieces := []string{"\"", "\"", "\"\"", ",", ",", ";", "\n", "\r\n", "\r", "a", "b c", "\ufeff", "\xef"}
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		n := Separated(",;"[r.IntN(2)]).with([]Notation{CSV, inCell, inQuoted, inQuote}[r.IntN(4)])
		l := lexer{n: n}
		l.run([]byte(b.String()), true)
		if got := n.After([]byte(b.String())); got != l.n {
			t.Fatalf("after %q from %d: %d, want %d", b.String(), n.state(), got.state(), l.n.state())
		}
	}
}

// The shell of SQLite writes line ends as escapes, by version in two ways.
func TestSQLShell(t *testing.T) {
	for text, want := range map[string]string{
		`VALUES(replace('a\nurn:ex:b','\n',char(10)))`:      "a\nurn:ex:b",
		`VALUES(replace('\n\012urn:ex:b','\012',char(10)))`: "\n\nurn:ex:b",
		`VALUES(unistr('a\u000d\u000aurn:ex:b'))`:           "a\r\nurn:ex:b",
		`VALUES('a\nurn:ex:b')`:                             `a\nurn:ex:b`,
	} {
		var d Text
		d.Decode(SQL, []byte(text), true)
		if !strings.Contains(string(d.Bytes), `"`+want+`"`) {
			t.Errorf("%s: %q, want %q in it", text, d.Bytes, want)
		}
	}
}

// What a text leaves open is the same if it is read in parts.
func TestSQLParts(t *testing.T) {
	for _, c := range []struct {
		text string
		want Notation
	}{
		{"COPY t FROM stdin WITH (FORMAT text, NULL 'x', DELIMITER E'\\t') ;  \r\n", inSQLCopy},
		{"select 1;\ncopy \"from stdin\" (a) from STDIN;\n", inSQLCopy},
		{"COPY t FROM stdin /* ; */ WITH $a$;$a$;\na'b\n", inSQLCopy},
		{"COPY t FROM stdin;\n\\.\n", SQL},
		{"COPY t FROM stdin;\na\\.\\.\n", inSQLCopy},
		{"COPY t FROM stdin;\na", inSQLRow},
		{"COPY t FROM stdin; x\n", SQL},
		{"COPY t FROM stdinx;\n", SQL},
		{"COPY t (from stdin_);\n", SQL},
		{"COPY t TO stdout;\nselect a from stdin;\n", SQL},
		{"select a xfrom stdin;\n", SQL},
		{"VALUES(replace('a", inSQLString | escapesInString},
		{"VALUES (unistr('a", inSQLString | escapesInString},
		{"VALUES(xreplace('a", inSQLString},
		{"VALUES(replace ('a", inSQLString},
		{"VALUES(replace(('a", inSQLString},
		{"VALUES(replace('a','b", inSQLString},
		{"VALUES(unirepl'a", inSQLString},
		{" e'a", inSQLEscaped},
		{"e'a", inSQLEscaped},
		{"ee'a", inSQLString},
		{"é e", inSQLE},
		{"ée'a", inSQLString},
	} {
		for i := range len(c.text) + 1 {
			two := i > 0 && i < len(c.text) && strings.Contains("/* $a$ */\\.", c.text[i-1:i+1])
			if got := SQL.After([]byte(c.text[:i])).After([]byte(c.text[i:])); got&^sqlStatement != c.want && !two {
				t.Errorf("after %q and %q: %x, want %x", c.text[:i], c.text[i:], got, c.want)
			}
		}
	}
}

// A comment of MySQL begins with "--" and a space.
func TestMySQLWaits(t *testing.T) {
	for text, want := range map[string]int{"'' -": 3, "'' --": 3, "'' --b": 6, "'' -- ": 6, "'' /": 3} {
		var d Text
		if used := d.Decode(MySQL, []byte(text), false); used != want {
			t.Errorf("Decode(%q) uses %d bytes, want %d", text, used, want)
		}
	}
}
