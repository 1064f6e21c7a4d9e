package leftover

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // the spellings, each with "!" after it if a name may follow
	}{
		{"", ""},
		{"x urn:ex:a", "urn:!"},
		{"URN:ex Urn:ex", "URN:! Urn:!"},
		{"urn%3Aex urn%253aex urn%2525253Aex urn%2Aex", "urn%3A! urn%253a! urn%2525253A!"},
		{`urn\u003aex urn\\u003Aex urn\x3aex urn\072ex urn\:ex urn\u{3a}x urn\nex`, `urn\u003a! urn\\u003A! urn\x3a! urn\072! urn\:! urn\u{3a}!`},
		{"urn&#58;ex urn&#58ex urn&#x3A;ex urn&#0058;ex urn&colon;ex urn&amp;#58;ex urn&amp;amp;#58;ex urn&amp;ex", "urn&#58;! urn&#58! urn&#x3A;! urn&#0058;! urn&colon;! urn&amp;#58;! urn&amp;amp;#58;!"},
		{`%75rn:ex u%72n:ex \x75r\u006e:ex \125rn\072ex &#117;r&#x6e;&#58ex =75rn:ex u%2572n:ex return=3a`, `%75rn:! u%72n:! \x75r\u006e:! \125rn\072! &#117;r&#x6e;&#58! =75rn:! u%2572n:!`},
		{`urn\u00253aex urn%5Cu003aex urn%5C%5Cx3aex urn%255C072ex urn%5C%3Aex urn\003aex urn\+00003aex`, `urn\u00253a! urn%5Cu003a! urn%5C%5Cx3a! urn%255C072! urn%5C%3A! urn\003a! urn\+00003a!`},
		{`urn%26%2358%3Bex urn%26colon%3Bex urn%2526%252358%253Bex urn\u0026#58;ex urn%26amp%3B%23x3Aex urn&#x3aex urn%3D3Aex`, `urn%26%2358%3B! urn%26colon%3B! urn%2526%252358%253B! urn\u0026#58;! urn%26amp%3B%23x3A! urn&#x3a! urn%3D3A!`},
		{"urn%EF%BC%9Aex urn\\uff1aex \x1b[1murn\x1b[0m:ex urn\u200b:ex", "urn%EF%BC%9A! urn\\uff1a! urn\x1b[0m:! urn\u200b:!"},
		{`%75rl:ex u%72l:ex \u0075r: x%3durn ur%6E `, ""},
		{`U\RN:ex ur\N:ex urn=3A=6Ebn urn:= x`, `U\RN:! ur\N:! urn=3A! urn:`},
		{`urn&\#58;ex urn&\#x3ali`, `urn&\#58;! urn&\#x3a!`},
		{`%5Cu0055rn:ex UR%5C%5Cu004e%3Aex \%75rn:ex \0Urn:ex "\\urn:ex &xurn:ex =urn:ex \r\n:x u\r\n:x`, `%5Cu0055rn:! UR%5C%5Cu004e%3A! \%75rn:! Urn:! urn:! urn:! urn:!`},
		{"<b>urn</b>:ex urn&c=\nolon;ex urn&amp#58=\n;isbn urn\\\\00=\r\n3aex urn:=\nex u<b>r</b>n: ex", "urn</b>:! urn&c=\nolon;! urn&amp#58=\n;! urn\\\\00=\r\n3a! urn:! u<b>r</b>n:"},
		{"\x1b[1m\x1b[Kurn\x1b[m\x1b[K:ex u\x1b[1m\x1b[Krn:e\x1b[m\x1b[Kx", "urn\x1b[m\x1b[K:! u\x1b[1m\x1b[Krn:!"},
		{"ur%1B%5Bmn%1b%5b31m:ex urn:#033[mex", "ur%1B%5Bmn%1b%5b31m:! urn:!"},
		{"urn:\x1b[1m\x1b[Kex\x1b[m:a urn: \x1b[1mex\x1b[m\x1b[K:a urn:\x1b[0m, \x1b[1murn:\x1b[0m a", "urn:! urn:! urn: urn:"},
		{"urn=3Aex urn：ex urn﹕ex urn∶ex", "urn=3A! urn：! urn﹕! urn∶!"},
		// What follows.
		{`urn:9 urn:%65 urn:\u0065 urn:&#65; urn:{nid} urn:é`, "urn:! urn:! urn:! urn:! urn:! urn:!"},
		{"urn: isbn: 978", "urn:!"},
		{`urn:"ex:a urn:\"ex:a urn: 'ex%3Aa urn: ` + "\u00a0ex:a", "urn:! urn:! urn:! urn:!"},
		{"<b>urn:</b>ex:a <b>urn:</b> a urn%3\x1b[1mAex &co<b>lon; urn&co<b>lon;a urn:<b>x</b>Y: %<b>75rn:ex", "urn:! urn: urn%3\x1b[1mA! urn&co<b>lon;! urn:! %<b>75rn:!"},
		{"the \"urn:\" of it, urn: string, (urn:), urn::a, urn:. urn:", "urn: urn: urn: urn: urn: urn:"},
		{"urn:\nid: 5", "urn:"},
		{`{\"urn:\"}`, "urn:"},
		{"urn: " + strings.Repeat("a", 33) + ":b", "urn:"},
		{"urn: " + strings.Repeat("a", 32) + ":b", "urn:!"},
		{"„urn:“ und «urn:», urn:。", "urn: urn: urn:"},
		// What precedes.
		{"return:a turn:a burn:a Saturn:a RETURN:a :return:a noreturn:a", ""},
		{"xurn:ex 1urn:ex _urn:ex creturn:a", "urn:! urn:! urn:! urn:!"},
		{"entityUrn: string, ENTITY_URN: a:b my_urn: a:b", ""},
		{"entityUrn:string entityurn: a:b", "Urn:! urn:!"},
		{`\nurn:ex \turn:ex \\turn:ex \burn:ex \u000burn:ex \x0burn:ex`, "urn:! urn:! urn:! urn:! urn:! urn:!"},
		{"%0burn:ex =0burn:ex %cburn:ex &lt;urn:ex", "urn:! urn:! urn:! urn:!"},
		{"\x1b[36murn:ex \\033[0murn:ex \\u001b[1;31mUrn:ex \x1b[36mreturn:ex \x1b[Kreturn:a", "urn:! urn:! Urn:!"},
		{`\nUrn: a:b \x1b[0mUrn: a:b`, "Urn:! Urn:!"},
		{`\nreturn:a \tburn:a %2Freturn:a`, ""},
		{`%253Burn:ex %5Cburn%3Aex =3D0Burn:ex %5Creturn:a`, "urn:! urn%3A! urn:! urn:!"},
		{"\\\x1b[0mburn:a", "urn:!"},
		{`\return:a`, "urn:!"}, // "eturn" after a carriage return
	} {
		if got := spellings(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// spellings returns the spellings in a text of which what is between ⟦ and ⟧ was replaced.
func spellings(text string) string {
	var got []string
	var names []int
	for i := strings.IndexAny(text, "⟦⟧"); i >= 0; i = strings.IndexAny(text, "⟦⟧") {
		names, text = append(names, i), text[:i]+text[i+len("⟦"):]
	}
	new(Stream).Read([]byte(text), names, false, func(text []byte, s Spelling, _ int) {
		mark := ""
		if s.Name {
			mark = "!"
		}
		got = append(got, string(text[s.Start:s.End])+mark)
	})
	return strings.Join(got, " ")
}

// The replaced text may end within a spelling, and a name may continue after it.
func TestReadAfter(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"⟦urn:ex:a'Urn⟧：x", "Urn：!"}, {"⟦urn:ex:a'Urn：⟧x", ""}, {"⟦aUrn&colon⟧;x", "Urn&colon;!"}, {"⟦urn%25⟧3Ax", "urn%253A!"},
		{"⟦urn:ex⟧:a", ""}, {"⟦return⟧:a", ""}, {"⟦x ⟧urn:a", "urn:!"}, {"⟦urn:⟧", ""}, {"urn: ⟦urn:ex:a⟧:b", "urn:"}, {"⟦urn:ex:a'Urn⟧: ⟦urn:ex:b⟧", "Urn:"},
		{"⟦n⟧<![CDATA[b]]>", "<![CDATA[!"}, {"⟦n⟧]]>b", "]]>!"}, {"⟦n⟧'\n  'b'", "'\n  '!"}, {"⟦n⟧\\\nb", "\\\n!"}, {"⟦n⟧=\r\nb", "=\r\n!"},
		{"⟦n⟧\x1b[01;31mb", "\x1b[01;31m!"}, {"⟦n⟧&#39;b", "&#39;!"}, {"⟦n⟧&apos;b", "&apos;!"}, {`⟦n⟧\u007fb`, `\u007f!`}, {"⟦n⟧&#58b", "&#58!"},
		// Colours within a name, and those that end with it.
		{"⟦n⟧:\x1b[01;31m\x1b[Kb", ":\x1b[01;31m\x1b[K!"}, {"⟦n⟧:\x1b[31mb", ":\x1b[31m!"}, {"⟦n⟧\x1b[0mb", "\x1b[0m!"}, {"⟦n⟧\x1b[m\x1b[K:b", "\x1b[m\x1b[K:!"},
		{"⟦n⟧\x1b[1mé", "\x1b[1m!"}, {"⟦n⟧\x1b[1m\xe9", "\x1b[1m!"}, {"⟦n⟧/\x1b[1m%C3", "/\x1b[1m!"}, {"⟦n⟧\x1b[1m%2Fb", "\x1b[1m%2F!"}, {`⟦n⟧:\u001b[31mb`, `:\u001b[31m!`}, {`⟦n⟧\033[0mb`, `\033[0m!`},
		{`⟦n⟧\x1b[Kb`, `\x1b[K!`}, {`⟦n⟧\e[31mb`, `\e[31m!`}, {`⟦n⟧#033[1mb`, `#033[1m!`}, {"⟦n%1B⟧[1m/%1B%5Bmb", "[1m/%1B%5Bm!"}, {"⟦n=1B⟧[m=1B[K:b", "[m=1B[K:!"}, {`⟦n⟧%1B%5B31mb`, `%1B%5B31m!`}, {`⟦n⟧%5Cu001b%5B1%3B31mb`, `%5Cu001b%5B1%3B31m!`},
		{"⟦n⟧\x1b[0m b", ""}, {"⟦n⟧\x1b[0m\"", ""}, {"⟦n⟧\x1b[0m'b", ""}, {"⟦n⟧\x1b[0m)b", ""}, {"⟦n⟧\x1b[0m]b", ""}, {"⟦n⟧\x1b[0m<b", ""}, {"⟦n⟧\x1b[0m,b", ""}, {"⟦n⟧\x1b[0m: b", ""}, {"⟦n⟧\x1b[0m\nb", ""},
		{"⟦n⟧\x1b[0m⟦n⟧", ""}, {"⟦n⟧:\x1b[0m", ""}, {"⟦n⟧ \x1b[31mb", ""}, {"⟦n⟧,\x1b[31mb", ""}, {"⟦n⟧\x1b[0m│b", ""}, {"⟦n⟧\x1b[0m\u00a0b", ""}, {`⟦n⟧\u001b[0m b`, ""}, {"⟦n⟧%1B[0m%20b", ""}, {"⟦n⟧[5m]", ""}, {"⟦n⟧[main]", ""}, {"⟦n⟧:[main]", ""},
		{"⟦n⟧\x7fb", "\x7f!"}, {"⟦n⟧\x01b", ""}, {"⟦n⟧</span><b class=x>:b", "</span><b class=x>:!"}, {"⟦n⟧</a>b", ""}, {"⟦n⟧%2%46b", "%2%46!"}, {"⟦n⟧\x1b[m%3Bb", "\x1b[m%3B!"}, {"⟦n⟧%3a%3ab", "%3a%3a!"}, {"⟦n⟧\\%_b", "\\%_!"}, {"<⟦urn:ex<b⟧>:b", ">:!"}, {"&lt;⟦urn:<b⟧>b", ">!"}, {"<⟦n⟧>b", ""}, {"⟦n⟧:<b>_</b>b", ":<b>_</b>!"}, {"⟦n⟧%2<b>ab", "%2<b>a!"}, {"⟦n⟧%\x1b[Kbs", "%\x1b[Kb!"}, {"⟦n⟧&\x1b[m#58s", "&\x1b[m#58!"}, {"⟦n⟧&#\x1b[0mx2dY", "&#\x1b[0mx2d!"}, {"⟦n⟧&\x1b[m a", ""}, {"⟦n⟧<b>%3<b>ab", "<b>%3<b>a!"}, {"⟦n⟧' + '/b", "' + '/!"}, {`⟦n⟧'"'"'b`, `'"'"'!`}, {`⟦n⟧"+":b`, `"+":!`}, {`⟦n⟧" "b`, ""}, {`⟦n;=⟧` + "\nb", "\n!"},
		{`⟦n⟧\u0008\u0062`, `\u0008!`}, {"⟦n⟧=3A=6C", "=3A!"}, {`⟦n⟧\072*b`, `\072*!`}, {"⟦n⟧&colon~b", "&colon~!"}, {"⟦n⟧&#39;*", ""},
		{"⟦n⟧", ""}, {"⟦n⟧ b", ""}, {"⟦n⟧'b", ""}, {"⟦n⟧&#39;)", ""}, {`⟦n⟧\u003cb`, ""}, {"⟦n⟧&amp;b", ""}, {"⟦n⟧%0Ab", ""}, {"⟦n⟧'\nb", ""}, {"⟦n⟧]]></r>", ""},
		{`⟦n⟧\u0022,`, ""}, {`⟦n⟧\u0022b`, `\u0022!`}, {"⟦n⟧%%32Fb", "%%32F!"}, {"/%9C⟦n⟧%2Fb", "%2F!"},
		{"⟦n=⟧\nb", "\n!"}, {"⟦n=⟧\n&colon;b", "\n&colon;!"}, {"a=3D⟦n=⟧\r\n:b", "\r\n:!"}, {"id=⟦n=⟧\n2026", ""}, {"⟦n==⟧\nb", ""}, {"⟦n⟧\nb", ""},
		{"/x:⟦n⟧/b", "/!"}, {"/⟦n⟧/b", ""}, {"⟦n⟧/b", ""}, {"x⟦n⟧/ b", ""}, {"*⟦n⟧*b", "*!"}, {"%2A⟦n⟧%2Ab", "%2A!"}, {"%28⟦n⟧%29b", "%29!"}, {"%28⟦n⟧%29/b", "%29/!"}, {"%28⟦n⟧%29/ b", ""}, {"⟦n⟧%26colon%2Ab", "%26colon%2A!"}, {"⟦n⟧%3A%20b", ""}, {"⟦n⟧%=\n3Ab", "%=\n3A!"}, {"*⟦n⟧* b", ""}, {"_⟦n⟧_b", "_!"}, {"~⟦n⟧~b", "~!"}, {"_⟦n⟧_ b", ""},
	} {
		if got := spellings(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A text in pieces has the same spellings as the whole text.
func TestStream(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 2))
	for range 300 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString([]string{"urn", ":", "%3A", "ret", `\u003a`, " ", "isbn", "&#58;", "é", "x", "urn:ex:a ", strings.Repeat("a", r.IntN(512)), strings.Repeat(" ", r.IntN(256))}[r.IntN(13)])
		}
		text := b.String()
		var names []int // two bytes of eleven
		for i := 9; i+2 < len(text); i += 11 {
			names = append(names, i, i+2)
		}
		var want, got []string
		new(Stream).Read([]byte(text), names, false, func(_ []byte, s Spelling, _ int) { want = append(want, fmt.Sprint(s)) })
		var stream Stream
		for at := 0; at < len(text); {
			n := min(len(text)-at, 1+r.IntN(768))
			var within []int
			for ; len(names) > 0 && names[1] <= at+n; names = names[2:] {
				within = append(within, names[0]-at, names[1]-at)
			}
			if len(names) > 0 && names[0] < at+n {
				n = names[0] - at // not within what was replaced
			}
			if n == 0 {
				n, within, names = 2, []int{0, 2}, names[2:]
			}
			stream.Read([]byte(text[at:at+n]), within, at+n < len(text), func(of []byte, s Spelling, from int) {
				s.Start, s.End = s.Start+at+from, s.End+at+from
				got = append(got, fmt.Sprint(s))
			})
			at += n
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q: in pieces %v, want %v", text, got, want)
		}
	}
}
