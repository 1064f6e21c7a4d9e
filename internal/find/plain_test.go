package find_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/tables"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// TestPlainRead: what plains read is what the machines step through, byte by byte.
func TestPlainRead(t *testing.T) {
	g := rand.New(rand.NewPCG(8, 2))
	words := []string{"a", "b", "x1", "-", ":", ":", "urn:", "xy:", "+", "/", "%4a", "%4A", "%4", "%", "?", "#", " ", "\x00", "é", strings.Repeat("q", 30), strings.Repeat("r", 60)}
	for x, m := range tables.Machines {
		for url, ruled := range []string{find.PlainRuled, find.PlainRuled + "%/"} {
			p, read := find.Plains()[x], map[bool]int{}
			for _, vectors := range []bool{true, false} {
				defer dfa.UseVector(dfa.UseVector(vectors))
				for range 4000 {
					var b strings.Builder
					for range g.IntN(12) {
						b.WriteString(words[g.IntN(len(words))])
					}
					text := b.String()
					mark, kept := p.Read(text, uint8(url))
					if len(text) < 4 {
						require.Equal(t, 0, mark)
						require.Equal(t, ^dfa.Kept(0), kept)
						continue
					}
					end := kept.End(0)
					require.LessOrEqual(t, end, len(text), "%q", text)
					if mark == 0 {
						n := 0
						for n < min(len(text), 64) && m.Sets[text[n]]>>dfa.SetHead&1 != 0 {
							n++
						}
						require.Equal(t, n, end, "the counted run of %q", text)
						continue
					}
					read[vectors]++
					require.Less(t, mark, end, "%q", text)
					require.Less(t, end, 64+1, "%q", text)
					l := m.Longest()
					open := m.Feed(&l, text)
					require.GreaterOrEqual(t, l.Len, dfa.PrefixLen+end, "%q", text)
					after := m.Longest()
					m.Skip(&after, uint32(dfa.PrefixLen+mark), dfa.PrefixLen+end)
					require.Equal(t, open, walk(m, &after, text, end), "%q", text)
					require.Equal(t, l.Len, after.Len, "%q", text)
					require.Equal(t, l.Starts()[1:], after.Starts()[1:], "%q", text)
					l = m.Longest()
					m.Feed(&l, text[:end])
					want := dfa.Starts{}
					want[m.Head.Delimiter%dfa.MaxMarks] = uint32(dfa.PrefixLen + mark)
					got := *l.Starts()
					got[0] = 0
					require.Equal(t, want, got, "%q", text)
					require.Equal(t, dfa.PrefixLen+end, l.Len, "%q", text)
					for i := range 64 + 2 {
						to := kept.End(i)
						require.GreaterOrEqual(t, to, i)
						for k := i; k < to; k++ {
							c := text[k]
							hex := url == 0 && strings.Contains(text[max(0, k-2):k+1], "%")
							require.True(t, hex || strings.IndexByte(ruled, c) < 0 && m.Sets[c]>>dfa.SetBody&1 != 0, "byte %d of %q", k, text)
						}
						if vectors && to < min(len(text), 64-2) {
							c := text[to]
							require.True(t, strings.IndexByte(ruled, c) >= 0 || m.Sets[c]>>dfa.SetBody&1 == 0, "byte %d of %q", to, text)
						}
					}
				}
				require.Greater(t, read[vectors], 100)
			}
		}
	}
}

// walk does what Feed does, with Walk and Steps as grammar uses them.
func walk(m *dfa.Machine, l *dfa.Longest, s string, i int) bool {
	for ; i < len(s) && m.Steps(l, s[i]); i = m.Walk(l, s, i, find.RuledBytes) {
	}
	return i == len(s)
}

// TestPlainAgrees: the fast path decides as the rule does, or not at all. It does not
// decide about fewer texts than it did.
func TestPlainAgrees(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	r := rand.New(rand.NewPCG(8, 3))
	decided := map[bool]int{}
	check := func(f scan.Finder, text []byte) {
		for start := find.IndexScheme(text, 0); start >= 0; start = find.IndexScheme(text, start+len("urn:")) {
			n, o := ruleOf(f).Plain(text, start)
			if n == 0 {
				continue
			}
			decided[n > 0]++
			end, kind, want := ruleOf(f).Rule(text, start)
			if n < 0 && kind != find.Nothing || n > 0 && (kind != find.Name || start+n != end || o != want) {
				t.Fatalf("Finder %v: in %q at %d, the fast path has %d %v, the rule %d, %d %v", f, text, start, n, o, kind, end-start, want)
			}
		}
	}
	// Names and what surrounds them, so that the fast path has something to decide.
	before := []string{"", " ", "x ", "\n", "\"", "'", "''", "`", "<", ">", "(", "[", "{", "=", "/", "?a=", "https://a/", "https://a/?b=", ",", ":", "?:", "^", "*", "_", "“", "é", "\xff", "&", ".", "\\\"", "\\", "+", "|", ")"}
	names := []string{"urn:ex:a", "urn:ex:a.b", "urn:ex:a.", "urn:ex:a:", "urn:ex:a/", "urn:ex:.", "urn:ex:a,b", "urn:ex:a;b", "urn:ex:a,", "urn:ex:a+b", "urn:ex:.+", "urn:ex:a.+", "urn:ex:a?=b", "urn:ex:a?+b", "urn:ex:a?+b?=c",
		"urn:ex:a?+b?+c", "urn:ex:a?=b?=c", "urn:ex:a?=b&c", "urn:ex:a?=/", "urn:ex:a?", "urn:ex:a?b", "urn:ex:a#b", "urn:ex:a#", "urn:ex:a#b#c", "urn:ex:a#b?=c", "urn:ex:a?=b#c", "urn:ex:a?=b.", "urn:ex:a#.", "urn:ex:a&b", "urn:ex:a&lt", "urn:ex:a&la", "urn:ex:a&lt;", "urn:ex:a'b",
		"urn:ex:a(b)", "urn:ex:a(b", "urn:ex:a)b", "urn:ex:(urn:ex:b)", "urn:ex:a%41", "urn:ex:%41", "urn:ex:a%4", "urn:ex:a*", "urn:ex:a$", "urn:ex:a$b", "urn:ex:a~b", "urn:ex:a_b", "urn:ex:a@b", "urn:urn:a", "urn:urn:ex:a", "urn:x:a", "urn:ex:", "urn:ex", "urn:", "urn:a.b:c",
		"urn:ex-:a", "urn:-ex:a", "urn:a-urn:", "urn:ex:a?=.", "urn:ex:" + strings.Repeat("a", 60), "urn:ex:" + strings.Repeat("a,", 40), "urn:" + strings.Repeat("a", 32) + ":b", "urn:" + strings.Repeat("a", 33) + ":b"}
	after := []string{"", " ", " a", " b\"", " b</", " B c'", "|b\"", "?b>", "\n", "\"", "\",", "\" + x", "\"\t+", "\"" + strings.Repeat(" ", find.MaxBlanks) + "+", "\"" + strings.Repeat(" ", find.MaxBlanks+1) + "+", "' + x", "'", "''", "',", "`", "` +", "<", "</", ">", "]", "}", "|", "|+", "^", "(", ")", ") ", ")b", ").", ". ", "..", "... ", ", ", ",", ",u", ",urn:ex:b",
		";urn:ex:b", "; ", "&", "&b", "&l", "&amp;", "&quot;", "\\\"", "\\\" + x", "\\n", "\\u0022", "\\d", "…", "”", "é", "\u00a0", "\xff", "?", "?!", "! ", ": ", "' ", "{", "[", "[a-z]", "%", "%s", "\x00", "\x7f"}
	for _, b := range before {
		for _, n := range names {
			for _, a := range after {
				for _, f := range finders {
					check(f, []byte(b+n+a))
				}
			}
		}
	}
	for range 4000 {
		text := randomText(r, r.IntN(30))
		for _, f := range finders {
			check(f, text)
		}
	}
	log, _ := readSample(t)
	for _, f := range finders {
		check(f, log[:100<<10])
	}
	require.Greater(t, decided[true], 200_000)

	// The commonest endings of all.
	for _, text := range []string{
		"urn:ex:a b", "\"urn:ex:a\",", "'urn:ex:a',", "<urn:ex:a>;", ">urn:ex:a</a", "(urn:ex:a).", "[urn:ex:a]\n", "\nurn:ex:a\n", "urn:ex:a|b",
		"id=urn:ex:a; b", "urn:ex:a,\n", "\"urn:ex:a\" b", "'urn:ex:a' =",
	} {
		start := strings.Index(text, "urn:")
		n, _ := find.Finder{}.Plain([]byte(text), start)
		require.Positive(t, n, "%q takes the rule", text)
	}
}
