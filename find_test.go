package urn

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/testenv"
)

// finders holds one of every kind.
var finders = []Finder{
	{Syntax: RFC8141}, {Syntax: RFC8141, Exact: true},
	{Syntax: RFC2141}, {Syntax: RFC2141, Exact: true},
	{Syntax: Draft2141bis}, {Syntax: Draft2141bis, Exact: true},
	{Syntax: Relaxed}, {Syntax: Relaxed, Exact: true},
}

func (f Finder) String() string {
	if f.Exact {
		return f.Syntax.String() + "/exact"
	}
	return f.Syntax.String()
}

// byNext finds all there is in text by way of Next.
func byNext(f Finder, text []byte) (found []Match) {
	for m, ok := f.Next(text, 0); ok; m, ok = f.Next(text, m.End) {
		found = append(found, m)
	}
	return found
}

func show(text []byte, found []Match) string {
	var b strings.Builder
	for _, m := range found {
		if m.Start < 0 || m.End > len(text) || m.Start > m.End {
			fmt.Fprintf(&b, "%d:%d out of range; ", m.Start, m.End)
			continue
		}
		fmt.Fprintf(&b, "%d:%q %v; ", m.Start, text[m.Start:m.End], m.Offsets)
	}
	return b.String()
}

// checkFind compares a finder with ruleFind. The text must not be long.
func checkFind(t testing.TB, f Finder, text []byte) {
	t.Helper()
	// A finder must not read past the end of its text.
	roomy := append(append(make([]byte, 0, len(text)+64), text...), "aaaaaaaaurn:ex:aaaaaaaaa"...)[:len(text)]
	near := ruleFind(f, text)
	if got := collectNear(f, roomy); !slices.Equal(got, near) {
		t.Fatalf("Finder %v: Near(%q) = %s, want %s", f, text, showNear(text, got), showNear(text, near))
	}
	var want []Match
	for _, m := range near {
		if m.Kind == MatchName {
			want = append(want, m)
		}
	}
	if got := slices.Collect(f.All(roomy)); !slices.Equal(got, want) {
		t.Fatalf("Finder %v: All(%q) = %s, want %s", f, text, show(text, got), show(text, want))
	}
	if got := byNext(f, roomy); !slices.Equal(got, want) {
		t.Fatalf("Finder %v: Next, again and again, (%q) = %s, want %s", f, text, show(text, got), show(text, want))
	}
	for at, u := range f.URNs(string(text)) {
		if len(want) == 0 || at != want[0].Start || u.String() != string(text[at:want[0].End]) || u.Offsets() != want[0].Offsets || u.Syntax() != f.Syntax {
			t.Fatalf("Finder %v: URNs(%q) yields %q at %d, want %s", f, text, u, at, show(text, want))
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Fatalf("Finder %v: URNs(%q) does not yield %s", f, text, show(text, want))
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

func collectNear(f Finder, text []byte) []Match {
	f.Near = true
	return slices.Collect(f.All(text))
}

func showNear(text []byte, found []Match) string {
	var b strings.Builder
	for _, m := range found {
		fmt.Fprintf(&b, "%s%+v, %d; ", show(text, []Match{m}), m.Fault, m.Kind)
	}
	return b.String()
}

// checkSettled cuts text at every place. What is found before the result does not depend
// on what follows, and the search goes on there with 256 bytes of context.
func checkSettled(t testing.TB, f Finder, text []byte) {
	t.Helper()
	want := collectNear(f, text)
	for cut := range len(text) + 1 {
		n := settled(f, text[:cut:cut], 0)
		if n < 0 || n > cut {
			t.Fatalf("Finder %v: Settled(%q) = %d", f, text[:cut], n)
		}
		var got []Match
		for _, m := range collectNear(f, text[:cut:cut]) {
			if m.Start < n {
				got = append(got, m)
				if m.End > n {
					t.Fatalf("Finder %v: Settled(%q) = %d, in a match", f, text[:cut], n)
				}
			}
		}
		context := max(0, n-256)
		near := f
		near.Near = true
		for from := n - context; ; {
			m, ok := near.Next(text[context:], from)
			if !ok {
				break
			}
			from = m.End
			m.Start, m.End = m.Start+context, m.End+context
			got = append(got, m)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("Finder %v: Settled(%q) = %d; with %q after it, this finds %s, want %s", f, text[:cut], n, text[cut:], showNear(text, got), showNear(text, want))
		}
		if again := settled(f, text[:cut:cut], n); again != n {
			t.Fatalf("Finder %v: Settled(%q, %d) = %d", f, text[:cut], n, again)
		}
	}
}

// A findVector says what is found in a text.
type findVector struct {
	Name    string `json:"name"`
	Clause  string `json:"clause"`
	Syntax  Syntax `json:"syntax"`
	Exact   bool   `json:"exact"`
	Text    string `json:"text"`
	Hex     string `json:"hex"` // instead of text, if that is not UTF-8
	Matches []struct {
		Start int     `json:"start"`
		URN   string  `json:"urn"`
		NID   string  `json:"nid"`
		NSS   string  `json:"nss"`
		R     *string `json:"r"`
		Q     *string `json:"q"`
		F     *string `json:"f"`
	} `json:"matches"`
}

func readFindVectors(t testing.TB) []findVector {
	t.Helper()
	data, err := os.ReadFile("testdata/find/vectors.jsonl")
	require.NoError(t, err)
	var all []findVector
	for line := range bytes.Lines(data) {
		var v findVector
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&v), "%s", line)
		if v.Hex != "" {
			b, err := hex.DecodeString(v.Hex)
			require.NoError(t, err, v.Name)
			v.Text = string(b)
		}
		all = append(all, v)
	}
	return all
}

func TestFindVectors(testingT *testing.T) {
	t := few.Of(testingT)
	seen := map[string]bool{}
	for _, v := range readFindVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			require.False(t, seen[v.Name], "the name is taken")
			require.NotEmpty(t, v.Clause)
			require.NotNil(t, v.Matches)
			seen[v.Name] = true
			var want []Match
			for _, m := range v.Matches {
				u, err := v.Syntax.Parse(m.URN)
				require.NoError(t, err)
				require.Equal(t, m.NID, u.NID(), "NID of %q", m.URN)
				require.Equal(t, m.NSS, u.NSS(), "NSS of %q", m.URN)
				for _, c := range []struct {
					name string
					want *string
					span Span
				}{{"r", m.R, u.Offsets().R()}, {"q", m.Q, u.Offsets().Q()}, {"f", m.F, u.Offsets().F()}} {
					require.Equal(t, c.want != nil, c.span != Span{}, "presence of the %s-component of %q", c.name, m.URN)
					if c.want != nil {
						require.Equal(t, *c.want, m.URN[c.span.Start:c.span.End], "%s-component of %q", c.name, m.URN)
					}
				}
				want = append(want, Match{m.Start, m.Start + len(m.URN), u.Offsets(), Fault{}, MatchName})
			}
			f := Finder{Syntax: v.Syntax, Exact: v.Exact}
			if got := slices.Collect(f.All([]byte(v.Text))); !slices.Equal(got, want) {
				t.Errorf("Finder %v: All(%q) = %s, want %s", f, v.Text, show([]byte(v.Text), got), show([]byte(v.Text), want))
			}
			checkFind(t, f, []byte(v.Text))
			checkSettled(t, f, []byte(v.Text))
		})
	}
	require.Greater(t, len(seen), 100)
}

// TestFindEveryContinuation tries every continuation of a URN, up to five
// symbols, out of all that means something to a syntax or to the end of a match.
func TestFindEveryContinuation(testingT *testing.T) {
	t := few.Of(testingT)
	symbols := []string{"a", ".", "(", ")", "?", "+", "=", "#", "%", "4", "&", "/", " "}
	depth := 5
	if testing.Short() {
		depth = 4
	}
	for _, f := range finders {
		t.Run(f.String(), func(t *testing.T) {
			t.Parallel()
			var extend func(text []byte, n int)
			extend = func(text []byte, n int) {
				checkFind(t, f, text)
				if n == 0 {
					return
				}
				for _, s := range symbols {
					extend(append(text[:len(text):len(text)], s...), n-1)
				}
			}
			extend([]byte("urn:ex:"), depth)
		})
	}
}

// findWords are the parts of random texts.
var findWords = []string{
	"urn:", "urn:", "urn:", "URN:", "uRn:", "urn", "ur", "u", "n:", ":", ":", "ex:a", "ex:", "isbn:123", "ab", "a", "Z", "9", "-", "(", "(", ")", ")", ".", ".", ",", ";", "!", "'",
	"?", "?+", "?=", "?a=", "?k-k=", "&", "&b=c", "=", "+", "#", "#", "%41", "%c3%A9", "%00", "%", "%4", "%zz", "/", "~", "*", "@", "$", "_",
	" ", " ", "\n", "\"", "<", ">", "[", "]", "{", "\\", "|", "é", "\u00a0", "\xff", "\x00", "\x7f", "urn:ex:a(b", "urn:ex:a?+b", "urn:ex:a?=b", "urn:ex:a?b=c", "urn:ex:a#b",
	"'", "''", "\\\"", "&quot;", "&lt;", "&gt;", "&amp;", "&#34;", "%22", "\\u0022", "\\u0026", "\\n", "\\", "`", "**", "__", "</", "“", "”", "…", "^", "?:", "https://a/b", "/", "?u=", "=", "&x=",
	"${x}", "$", "$(x)", "#{x}", "{x}", "{", "%s", "<id>", "*", "...", ".*", ":.*", "[a-z]+", "[0]", "[id]", "(?:", "\\d", "+", " + x", " || x", " . $x", "prefix ", "concat(", ",urn:ex:a", ";urn:ex:b", "),(urn:ex:c",
	"urn:ex:a:", "'urn:ex:a", "(urn:ex:a", "\"urn:ex:a", "<urn:ex:a", ">urn:ex:a", "urn:a.b:c", "urn:x:a", "urn:ex:", "\"urn:", "urn:ex:aé", "urn:ex:a#é", "urn:ex:a#b#c", "/urn:ex:a", "=urn:ex:a",
	"\u2011", "\u00ad", "\u200b", "\\u00a0", "|", "%s", "$x", ":$x:", "#/$x", "startsWith(\"", "HasPrefix(s, \"", "starting with '", "(?!(", "->", ",https://h", ";ftp://h", "::", "urn:/", "urn:a/b", "\";", "')", "://", "\\u{", "\\u{1F}", "\\u{e9}b", "urn://", " urn:ab ", "urn:uuid",
	"urn:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:", "urn:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:",
	"%20urn:ex:a", "=urn:ex:a%20urn:ex:b ", "/urn:ex:a/b", "/>", "'+", "\\/", "//", "'.$x", "\".$x", "%20urn:b",
	"\t", "\\\n", "[\\", "(b {", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
}

func randomText(r *rand.Rand, words int) []byte {
	var text []byte
	for range words {
		text = append(text, findWords[r.IntN(len(findWords))]...)
	}
	return slices.Clip(text) // a read after its end panics
}

func TestFindRandomText(testingT *testing.T) {
	t := few.Of(testingT)
	r := rand.New(rand.NewPCG(3, 14))
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		text := randomText(r, r.IntN(30))
		for _, f := range finders {
			checkFind(t, f, text)
		}
	}
}

// readSample returns the sample log and what was put into it.
func readSample(t testing.TB) (log []byte, placed []placedURN) {
	t.Helper()
	log = readGzip(t, "examples/sample.log.gz")
	lines := bufio.NewScanner(bytes.NewReader(readGzip(t, "examples/sample.tsv.gz")))
	for lines.Scan() {
		cols := strings.Split(lines.Text(), "\t")
		require.Len(t, cols, 3)
		offset, err := strconv.ParseInt(cols[0], 10, 64)
		require.NoError(t, err)
		line, err := strconv.ParseInt(cols[1], 10, 64)
		require.NoError(t, err)
		placed = append(placed, placedURN{offset, line, cols[2]})
	}
	require.NoError(t, lines.Err())
	return log, placed
}

type placedURN struct {
	offset, line int64
	urn          string
}

func readGzip(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if _, missing := os.Stat("examples"); missing != nil {
		t.Skip("the download of the library does not have the sample log")
	}
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(z)
	require.NoError(t, err)
	return data
}

// The generator lists what it puts into the log; nothing searched for it.
func TestFindSampleLog(testingT *testing.T) {
	t := few.Of(testingT)
	log, placed := readSample(t)
	require.GreaterOrEqual(t, len(log), 2<<20)
	require.Greater(t, len(placed), 5000)
	n := 0
	for m := range (Finder{}).All(log) {
		u := string(log[m.Start:m.End])
		require.Less(t, n, len(placed), "%q at %d is one too many", u, m.Start)
		require.Equal(t, placed[n].urn, u, "at %d", m.Start)
		require.Equal(t, int(placed[n].offset), m.Start, "%q", u)
		o, _ := RFC8141.Locate(u)
		require.Equal(t, o, m.Offsets, "%q", u)
		n++
	}
	require.Equal(t, len(placed), n)
}

func TestFindMutatedSampleLog(testingT *testing.T) {
	t := few.Of(testingT)
	log, placed := readSample(t)
	r := rand.New(rand.NewPCG(27, 18))
	n := 3000
	if testing.Short() {
		n = 300
	}
	for range n {
		// Most of the windows are around a URN.
		at := max(0, int(placed[r.IntN(len(placed))].offset)-r.IntN(80))
		text := slices.Clone(log[at:min(at+80+r.IntN(80), len(log))])
		for range r.IntN(12) {
			text = mutate(r, text, log)
		}
		for _, f := range finders {
			checkFind(t, f, text)
		}
	}
}

func mutate(r *rand.Rand, text, log []byte) []byte {
	i := r.IntN(len(text) + 1)
	j := min(i+r.IntN(8), len(text))
	switch r.IntN(5) {
	case 0: // take out
		return slices.Delete(text, i, j)
	case 1: // double
		return slices.Insert(text, i, slices.Clone(text[i:j])...)
	case 2: // put a symbol in
		return slices.Insert(text, i, []byte(findWords[r.IntN(len(findWords))])...)
	case 3: // put a piece of somewhere else in
		k := r.IntN(len(log) - 8)
		return slices.Insert(text, i, log[k:k+r.IntN(8)]...)
	default: // change a byte, or its case
		if j > i {
			text[i] ^= 1 << r.IntN(8)
		}
		return text
	}
}

// TestFindCandidates compares the search for candidates with a plain one. It
// tries every mix of cases at every place relative to the words and turns of
// the search, and every byte before it.
func TestFindCandidates(testingT *testing.T) {
	t := few.Of(testingT)
	plain := func(text []byte, from int) int {
		for i := from; i+4 <= len(text); i++ {
			if strings.EqualFold(string(text[i:i+4]), "urn:") && (i == 0 || !strings.ContainsRune("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", rune(text[i-1]))) {
				return i
			}
		}
		return -1
	}
	check := func(text []byte) {
		t.Helper()
		for from := range min(len(text)+1, 2) {
			if got, want := indexScheme(text, from), plain(text, from); got != want {
				t.Fatalf("indexScheme(%q, %d) = %d, want %d", text, from, got, want)
			}
		}
	}
	for cases := range 8 {
		scheme := []byte("urn:")
		for i := range 3 {
			if cases>>i&1 != 0 {
				scheme[i] -= 'a' - 'A'
			}
		}
		fills := []string{" "}
		if cases == 0 || cases == 5 {
			fills = []string{" ", "a", "u", "urn", "rn:", ":", "\x00", "\x80", "\xff", "ur:", "UR\x1a", "5R.:"}
		}
		for size := range 80 {
			for at := range size {
				for _, fill := range fills {
					text := bytes.Repeat([]byte(fill), size)[:size]
					copy(text[at:], scheme)
					check(text)
				}
			}
		}
	}
	for c := range 256 {
		check(append(bytes.Repeat([]byte("."), 40), string([]byte{byte(c)})+"urn:ab:c"...))
		for i := range 4 {
			text := []byte(strings.Repeat(".", 37) + "urn:" + strings.Repeat(".", 37))
			text[37+i] = byte(c)
			check(text)
		}
	}
	r := rand.New(rand.NewPCG(1, 61))
	for range 5000 {
		text := make([]byte, r.IntN(120))
		for i := range text {
			text[i] = "uUrRnN:::. a"[r.IntN(12)]
		}
		check(text)
	}
}

// hostile texts are those that could make a finder go over the same bytes again
// and again. Each is repeated, up to any length.
var hostile = []struct {
	name         string
	unit         string
	once         string // what stands before the repetition
	last         string // and after it
	found, exact int    // how many matches there are in 100 units of it
}{
	{name: "urn", unit: "urn:", found: 0, exact: 1},
	{name: "urn-refused", unit: "urn:-", found: 0, exact: 0},
	{name: "urn-glued", unit: "aurn:ex:b", found: 0, exact: 0},
	{name: "nid-too-long", unit: "urn:" + strings.Repeat("a", 36), found: 0, exact: 0},
	{name: "nid-endless", once: "urn:", unit: "a", found: 0, exact: 0},
	{name: "nid-no-nss", unit: "urn:" + strings.Repeat("a", 32) + ": ", found: 0, exact: 0},
	{name: "nss-endless", once: "urn:ex:", unit: "a", found: 1, exact: 1},
	{name: "colons", unit: ":", found: 0, exact: 0},
	{name: "percents", unit: "%", found: 0, exact: 0},
	{name: "rn", unit: "rn:", found: 0, exact: 0},
	{name: "escape-fails", unit: "urn:ex:a%", found: 0, exact: 100},
	{name: "escapes-fail-at-end", once: "urn:ex:a", unit: "%41", last: "%4", found: 0, exact: 1},
	{name: "r-fails", unit: "urn:ex:a?+%", found: 0, exact: 100},
	{name: "q-fails", unit: "urn:ex:a?=/", found: 0, exact: 100},
	{name: "question-marks", once: "urn:ex:a", unit: "?", found: 1, exact: 1},
	{name: "full-stops", once: "urn:ex:a", unit: ".", found: 0, exact: 1},
	{name: "given-back", unit: "urn:ex:a........ ", found: 0, exact: 100},
	{name: "opening", once: "urn:ex:a", unit: "(", found: 1, exact: 1},
	{name: "closing", once: "urn:ex:a", unit: ")", found: 1, exact: 1},
	{name: "closing-each", unit: "urn:ex:a)))))))) ", found: 100, exact: 100},
	{name: "list", unit: "urn:ex:a,", found: 100, exact: 1},
	{name: "quoted", unit: "'urn:ex:a',", found: 100, exact: 1},
	{name: "open-quotes", unit: "\"urn:a.b:c ", found: 0, exact: 0},
	{name: "template", unit: "urn:ex:{a}", found: 0, exact: 0},
	{name: "paths", once: "https://a?", unit: "/urn:ex:a&b", found: 100, exact: 1},
	{name: "concatenated", unit: "\"urn:ex:a:\"        ", found: 100, exact: 100},
	{name: "brackets", once: "urn:ex:a", unit: "()", last: ").", found: 1, exact: 1},
}

// hostileText returns n units of a hostile text.
func hostileText(i, n int) []byte {
	h := hostile[i]
	return []byte(h.once + strings.Repeat(h.unit, n) + h.last)
}

// TestLinear times the same.
func TestFindHostile(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size = 256 << 10
	}
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			text := hostileText(i, 100)
			checkFind(t, Finder{}, text)
			checkFind(t, Finder{Exact: true}, text)
			require.Len(t, byNext(Finder{}, text), h.found)
			require.Len(t, byNext(Finder{Exact: true}, text), h.exact)

			n := size / len(h.unit)
			want := h.found
			if want == 100 {
				want = n
			}
			text = hostileText(i, n)
			for _, f := range finders {
				found := 0
				for range f.All(text) {
					found++
				}
				if f == (Finder{}) {
					require.Equal(t, want, found)
				}
			}
		})
	}
	t.Run("keyword", func(t *testing.T) {
		// A query's keyword has no bound, and is nothing without its "=".
		f := Finder{Syntax: Draft2141bis}
		for _, text := range []string{"urn:ex:a?" + strings.Repeat("k", size), "urn:ex:a?k=v" + strings.Repeat("&kk", size/3), strings.Repeat("urn:ex:a?k", size/10)} {
			require.NotEmpty(t, collectNear(f, []byte(text)))
		}
	})
}

func TestFindAllocations(t *testing.T) {
	log, _ := readSample(t)
	log = log[:200<<10]
	for _, f := range finders {
		if n := testing.AllocsPerRun(5, func() {
			for m, ok := f.Next(log, 0); ok; m, ok = f.Next(log, m.End) {
			}
		}); n != 0 {
			t.Errorf("Finder %v: Next allocates %v times in all of a log, want 0", f, n)
		}
		if n := testing.AllocsPerRun(5, func() {
			for m := range f.All(log) {
				if m.End == 0 {
					t.Error("empty match")
				}
			}
		}); n > 1 {
			t.Errorf("Finder %v: All allocates %v times, want 1 at most", f, n)
		}
	}
}

func TestFindStops(t *testing.T) {
	n := 0
	for range (Finder{}).All([]byte("urn:ex:a urn:ex:b urn:ex:c")) {
		n++
		if n == 2 {
			break
		}
	}
	require.Equal(t, 2, n)
}

func TestFindUnknownSyntax(t *testing.T) {
	text := []byte("urn:ex:a?+b#c")
	m, ok := Finder{Syntax: 200}.Next(text, 0)
	want, _ := Finder{}.Next(text, 0)
	require.True(t, ok)
	require.Equal(t, want, m)
}

func TestFindSettled(t *testing.T) {
	long := strings.Repeat("!", 300)
	for _, text := range []string{
		// A separator ends a URN, but is part of a pattern that nothing follows.
		"(?:urn:ex:,urn:ex:a " + long, "urn:ex:a:...,urn:ex:a " + long,
		"/urn:ex:a" + long + "&b", // what is far after a name tells to look before it
		"a=urn:ex:" + strings.Repeat("a", 300) + "&b=c", "?a=urn:ex:" + strings.Repeat("a", 300) + "&b=c",
		"''urn:ex:a'u<urn:ex:b " + long,                   // two quotation marks are not closed by one
		"urn:ex:a;urn:urn:urn:b " + long + "urn:ex:a;urn", // a separator needs the name after it
	} {
		checkSettled(t, Finder{}, []byte(text))
	}
	r := rand.New(rand.NewPCG(2, 71))
	n := 2000
	if testing.Short() {
		n = 200
	}
	for i := range n {
		text := randomText(r, 1+r.IntN(20))
		if i%4 == 0 { // more than the rule looks at
			long := bytes.Repeat([]byte(findWords[r.IntN(len(findWords))]), 300)[:300]
			text = slices.Concat(text, long, randomText(r, r.IntN(20)))
		}
		checkSettled(t, finders[i%len(finders)], text)
		checkSettled(t, Finder{}, text)
	}
}

// TestFindTwoQuotes: one quotation mark closes no name after two, whatever follows.
func TestFindTwoQuotes(t *testing.T) {
	for _, after := range []string{"", "<", "<b", "''<b"} {
		text, found := "''urn:ex:a'u"+after, ""
		for m := range (Finder{}).All([]byte(text)) {
			found += text[m.Start:m.End] + " "
		}
		if found != "urn:ex:a'u " {
			t.Errorf("before %q: found %q", after, found)
		}
	}
}

// TestSettledChain has texts in which each name ends at what opens the next one.
func TestSettledChain(testingT *testing.T) {
	for _, link := range []string{
		"urn:ex:a<", "urn:ex:a>", `urn:ex:a"`, "urn:ex:a`", "urn:ex:a[", "urn:ex:a{", "urn:ex:a^", "urn:ex:a ", "urn:ex:(a ", `urn:ex:a\n`,
		"urn:ex:a\u201c", "urn:ex:a&lt;", "urn:ex:a&quot;", `urn:ex:a\u0022`, "urn:ex:a<b>", `"urn:ex:`, "'urn:ex:a", "**urn:ex:a", "urn:ex:<",
	} {
		testingT.Run(link, func(t *testing.T) {
			text := []byte(strings.Repeat(link, 1<<13))
			for _, f := range []Finder{{}, {Exact: true}} {
				if f.Exact && strings.ContainsAny(link, "&'*") {
					continue // all of it is a URN
				}
				checkSettled(t, f, text[:600])
				if n := settled(f, text, 0); n < len(text)-1024 {
					t.Errorf("Finder %v: Settled is %d of %d", f, n, len(text))
				}
			}
		})
	}
}

func TestFindExcluded(testingT *testing.T) {
	t := few.Of(testingT)
	for c := range 256 {
		c := byte(c)
		held := false
		for _, m := range machines {
			for state := range m.Info {
				held = held || m.Next[state<<5|int(m.Class[c])] != 0
			}
		}
		if got := octet.Is(c, octet.Name); got != held {
			t.Errorf("octet.Is(%q, octet.Name) = %v, want %v", c, got, held)
		}
	}
}

// TestFindMachines proves of the tables what the search for the longest prefix
// takes for granted.
func TestFindMachines(testingT *testing.T) {
	t := few.Of(testingT)
	for x, m := range machines {
		states := len(m.Info)
		next := func(s int) (to []int, marks []int) {
			for c := range 32 {
				if e := int(m.Next[s<<5|c]); e != 0 {
					to, marks = append(to, e>>5), append(marks, e&31)
				}
			}
			return to, marks
		}
		require.NotEqual(t, m.Start, m.Begin)
		require.Zero(t, m.Info[m.Begin]&dfa.Accept)
		for s := range states {
			to, marks := next(s)
			for i, mark := range marks {
				if mark == 0 {
					continue
				}
				// Nothing that can follow marks the same again.
				seen, todo := map[int]bool{to[i]: true}, []int{to[i]}
				for len(todo) > 0 {
					at := todo[len(todo)-1]
					todo = todo[:len(todo)-1]
					further, again := next(at)
					require.NotContains(t, again, mark, "%v: mark %d is met twice", Syntax(x), mark)
					for _, f := range further {
						if !seen[f] {
							seen[f] = true
							todo = append(todo, f)
						}
					}
				}
			}
			// A match ends before no letter or digit.
			if m.Info[s]&dfa.Accept != 0 {
				for c := range 256 {
					if ascii.IsAlnum(byte(c)) {
						e := m.Next[s<<5|int(m.Class[c])]
						require.NotZero(t, e, "%v: state %d accepts and ends before %q", Syntax(x), s, c)
						require.NotZero(t, m.Info[e>>5]&dfa.Accept, "%v: state %d accepts and may end before %q", Syntax(x), s, c)
					}
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
		checkFind(t, Finder{Syntax: Syntax(x % 4), Exact: exact}, []byte(text))
	})
}

// TestFeed compares the search for the longest prefix with one that runs the
// machine over every prefix. It does so with vectors and without, in one piece
// and in many.
func TestFeed(testingT *testing.T) {
	t := few.Of(testingT)
	r := rand.New(rand.NewPCG(8, 141))
	n := 4000
	if testing.Short() {
		n = 400
	}
	for range n {
		text := "urn:" + string(randomText(r, 1+r.IntN(20)))
		if r.IntN(4) == 0 { // more than a window
			text += strings.Repeat(findWords[r.IntN(len(findWords))], r.IntN(60)) + "."
		}
		for x, m := range machines {
			want, wantOpen := 0, false
			var wantStarts dfa.Starts
			for i := len("urn:"); i <= len(text); i++ {
				var starts dfa.Starts
				end, state := step(m, text[:i], &starts)
				wantOpen = end == i
				if wantOpen && m.Info[state]&dfa.Accept != 0 {
					starts[0] = 0
					want, wantStarts = i, starts
				}
			}
			for name, feed := range map[string]func(*dfa.Longest, string) bool{
				"Feed": m.Feed,
				"Feed, no vectors": func(l *dfa.Longest, s string) bool {
					defer dfa.UseVector(dfa.UseVector(false))
					return m.Feed(l, s)
				},
				"Feed, in pieces": func(l *dfa.Longest, s string) bool {
					for len(s) > 0 {
						n := r.IntN(min(len(s), 20) + 1)
						if !m.Feed(l, s[:n]) {
							return false
						}
						s = s[n:]
					}
					return true
				},
				"Walk": func(l *dfa.Longest, s string) bool { return walk(m, l, s, 0) },
			} {
				l := m.Longest()
				open := feed(&l, text[len("urn:"):])
				got := l.Len
				starts := *l.Starts()
				starts[0] = 0
				if got != want || open != wantOpen || starts != wantStarts {
					t.Fatalf("%v: %s(%q) = %d %v, open %v; want %d %v, open %v", Syntax(x), name, text, got, starts, open, want, wantStarts, wantOpen)
				}
			}
		}
	}
}

// walk does what Feed does, with Walk and Steps as grammar uses them: Walk stops at some bytes.
func walk(m *dfa.Machine, l *dfa.Longest, s string, i int) bool {
	for ; i < len(s) && m.Steps(l, s[i]); i = m.Walk(l, s, i, &ruledBytes) {
	}
	return i == len(s)
}

// TestPlainRead: what plains read is what the machines step through, byte by byte.
func TestPlainRead(t *testing.T) {
	g := rand.New(rand.NewPCG(8, 2))
	words := []string{"a", "b", "x1", "-", ":", ":", "urn:", "xy:", "+", "/", "%4a", "%4A", "%4", "%", "?", "#", " ", "\x00", "é", strings.Repeat("q", 30), strings.Repeat("r", 60)}
	for x, m := range machines {
		for url, ruled := range []string{plainRuled, plainRuled + "%/"} {
			p, read := plains()[x], map[bool]int{}
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
					stop, _ := m.Stop(&l)
					stopped, _ := m.Stop(&after)
					require.Equal(t, stop, stopped, "%q", text)
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

// TestPlainAgrees: the fast path decides as the rule does, or not at all. It does not
// decide about fewer texts than it did.
func TestPlainAgrees(testingT *testing.T) {
	t := few.Of(testingT)
	r := rand.New(rand.NewPCG(8, 3))
	decided := map[bool]int{}
	check := func(f Finder, text []byte) {
		for start := indexScheme(text, 0); start >= 0; start = indexScheme(text, start+len("urn:")) {
			n, o := f.plain(text, start)
			if n == 0 {
				continue
			}
			decided[n > 0]++
			c := candidate{f: f, text: text, start: start}
			verdict, end, want := c.verdict(), c.end, Offsets{}
			if verdict == isName {
				want = makeOffsets(c.f.Syntax.known(), c.read.Starts(), c.n)
			}
			if n < 0 && verdict != noName || n > 0 && (verdict != isName || start+n != end || o != want) {
				t.Fatalf("Finder %v: in %q at %d, the fast path has %d %v, the rule %d, %d %v", f, text, start, n, o, verdict, end-start, want)
			}
		}
	}
	// Names and what surrounds them, so that the fast path has something to decide.
	before := []string{"", " ", "x ", "\n", "\"", "'", "''", "`", "<", ">", "(", "[", "{", "=", "/", "?a=", "https://a/", "https://a/?b=", ",", ":", "?:", "^", "*", "_", "“", "é", "\xff", "&", ".", "\\\"", "\\", "+", "|", ")"}
	names := []string{"urn:ex:a", "urn:ex:a.b", "urn:ex:a.", "urn:ex:a:", "urn:ex:a/", "urn:ex:.", "urn:ex:a,b", "urn:ex:a;b", "urn:ex:a,", "urn:ex:a+b", "urn:ex:.+", "urn:ex:a.+", "urn:ex:a?=b", "urn:ex:a?+b", "urn:ex:a?+b?=c",
		"urn:ex:a?+b?+c", "urn:ex:a?=b?=c", "urn:ex:a?=b&c", "urn:ex:a?=/", "urn:ex:a?", "urn:ex:a?b", "urn:ex:a#b", "urn:ex:a#", "urn:ex:a#b#c", "urn:ex:a#b?=c", "urn:ex:a?=b#c", "urn:ex:a?=b.", "urn:ex:a#.", "urn:ex:a&b", "urn:ex:a&lt", "urn:ex:a&la", "urn:ex:a&lt;", "urn:ex:a'b",
		"urn:ex:a(b)", "urn:ex:a(b", "urn:ex:a)b", "urn:ex:(urn:ex:b)", "urn:ex:a%41", "urn:ex:%41", "urn:ex:a%4", "urn:ex:a*", "urn:ex:a$", "urn:ex:a$b", "urn:ex:a~b", "urn:ex:a_b", "urn:ex:a@b", "urn:urn:a", "urn:urn:ex:a", "urn:x:a", "urn:ex:", "urn:ex", "urn:", "urn:a.b:c",
		"urn:ex-:a", "urn:-ex:a", "urn:a-urn:", "urn:ex:a?=.", "urn:ex:" + strings.Repeat("a", 60), "urn:ex:" + strings.Repeat("a,", 40), "urn:" + strings.Repeat("a", 32) + ":b", "urn:" + strings.Repeat("a", 33) + ":b"}
	after := []string{"", " ", " a", " b\"", " b</", " B c'", "|b\"", "?b>", "\n", "\"", "\",", "\" + x", "\"\t+", "\"" + strings.Repeat(" ", maxBlanks) + "+", "\"" + strings.Repeat(" ", maxBlanks+1) + "+", "' + x", "'", "''", "',", "`", "` +", "<", "</", ">", "]", "}", "|", "|+", "^", "(", ")", ") ", ")b", ").", ". ", "..", "... ", ", ", ",", ",u", ",urn:ex:b",
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
	require.Greater(t, decided[false], 80_000)

	// The commonest endings of all.
	for _, text := range []string{
		"urn:ex:a b", "\"urn:ex:a\",", "'urn:ex:a',", "`urn:ex:a`.", "<urn:ex:a>;", ">urn:ex:a</a", "(urn:ex:a).", "[urn:ex:a]\n", "\nurn:ex:a\n", "urn:ex:a. A", "urn:ex:a, b", "=urn:ex:a&b=c", "\\\"urn:ex:a\\\",",
		"\"urn:ex:a?=b=c&d\":", "urn:ex:a#b c", "urn:ex:a,b;c+d ", "urn:ex:a%41 b", "urn:ex:a|b",
	} {
		start := strings.Index(text, "urn:")
		n, _ := Finder{}.plain([]byte(text), start)
		require.Positive(t, n, "%q takes the rule", text)
	}
	for _, text := range []string{"urn: abc", "urn:ex a", " urn:ex: a", "Urn::parse()"} {
		n, _ := Finder{}.plain([]byte(text), strings.Index(strings.ToLower(text), "urn:"))
		require.Negative(t, n, "%q takes the rule", text)
	}
}

// TestSettledDirective: the keyword of a directive may be longer than what the fast path
// looks at, and what follows it decides whether it is part of the name.
func TestSettledDirective(t *testing.T) {
	text := "urn:ex:a?" + strings.Repeat("k", maxAfter+20)
	checkSettled(t, Finder{Syntax: Draft2141bis, Exact: true}, []byte(text+"=b c"))
}

// TestLinear: 16 times the text takes about 16 times as long, whatever the text
// is. What takes quadratic time takes 256 times as long.
func TestLinear(t *testing.T) {
	// A name of either length takes long enough to measure.
	const small, factor, limit = 16 << 10, 16, 100
	// The processor's time, and long enough that its grain does not show.
	measure := func(f func()) time.Duration {
		start, times := testenv.CPUTime(), 0
		for {
			f()
			times++
			if d := testenv.CPUTime() - start; d > 300*time.Microsecond || times == factor {
				return d / time.Duration(times)
			}
		}
	}
	works := map[string]func(text []byte){
		"Locate": func(text []byte) { RFC8141.LocateBytes(text) },
		"Finder": func(text []byte) {
			for range (Finder{}).All(text) {
			}
		},
		"settled": func(text []byte) { settled(Finder{}, text, 0) },
		"Near": func(text []byte) {
			for range (Finder{Near: true}).All(text) {
			}
		},
	}
	for i, h := range hostile {
		a, b := hostileText(i, small/len(h.unit)), hostileText(i, factor*small/len(h.unit))
		for name, work := range works {
			ta, tb := time.Hour, time.Hour
			for range testenv.Tries {
				ta = min(ta, measure(func() { work(a) }))
			}
			// Locate is done with most of these at once, in no time to speak of.
			allowed := limit * max(ta, 4*time.Microsecond)
			for range testenv.Tries {
				if tb = min(tb, measure(func() { work(b) })); tb <= allowed {
					break
				}
			}
			if tb > allowed {
				t.Errorf("%s, %s: %v for %d bytes, %v for %d", name, h.name, ta, len(a), tb, len(b))
			}
		}
	}
}
