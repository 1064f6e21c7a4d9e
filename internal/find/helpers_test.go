package find_test

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

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/scan"
)

// finders holds one of every kind.
var finders = []scan.Finder{
	{Syntax: urn.RFC8141}, {Syntax: urn.RFC8141, Mode: scan.ModeExact},
	{Syntax: urn.RFC2141}, {Syntax: urn.RFC2141, Mode: scan.ModeExact},
	{Syntax: urn.Draft2141bis}, {Syntax: urn.Draft2141bis, Mode: scan.ModeExact},
	{Syntax: urn.Relaxed}, {Syntax: urn.Relaxed, Mode: scan.ModeExact},
}

func show(text []byte, found []scan.Match) string {
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

// ruleOf returns f as package find has it.
func ruleOf(f scan.Finder) find.Finder {
	return find.Finder{Syntax: uint8(f.Syntax), Mode: find.Mode(f.Mode)}
}

// ruleFind finds by the rule alone: it tries every place, and has no fast path.
func ruleFind(f scan.Finder, text []byte) (found []scan.Match) {
	for g := range find.All(ruleOf(f), text) {
		o, fault := f.Syntax.LocateBytes(text[g.Start:g.End])
		m := scan.Match{Start: g.Start, End: g.End, Fault: fault, Kind: scan.MatchPart}
		switch {
		case g.Kind == find.Nothing:
			continue
		case g.Kind == find.Name:
			m.Offsets, m.Kind = o, scan.MatchName
		case g.Kind == find.NearMiss && fault.Reason != 0:
			m.Kind = scan.MatchNearMiss
		}
		found = append(found, m)
	}
	return found
}

// byNext finds all there is in text by way of Next.
func byNext(f scan.Finder, text []byte) (found []scan.Match) {
	for m, ok := f.Next(text, 0); ok; m, ok = f.Next(text, m.End) {
		found = append(found, m)
	}
	return found
}

// checkFind compares a finder with ruleFind. The text must not be long.
func checkFind(t testing.TB, f scan.Finder, text []byte) {
	t.Helper()
	// A finder must not read past the end of its text.
	roomy := append(append(make([]byte, 0, len(text)+64), text...), "aaaaaaaaurn:ex:aaaaaaaaa"...)[:len(text)]
	all := ruleFind(f, text)
	if got := collectNear(f, roomy); !slices.Equal(got, all) {
		t.Fatalf("Finder %v: Near(%q) = %s, want %s", f, text, showNear(text, got), showNear(text, all))
	}
	var want []scan.Match
	for _, m := range all {
		if m.Kind == scan.MatchName {
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

func collectNear(f scan.Finder, text []byte) []scan.Match { return slices.Collect(near(f).All(text)) }

// near returns f with near misses and parts. With Exact, there are none.
func near(f scan.Finder) scan.Finder {
	if f.Mode == scan.ModeNames {
		f.Mode = scan.ModeNear
	}
	return f
}

func showNear(text []byte, found []scan.Match) string {
	var b strings.Builder
	for _, m := range found {
		fmt.Fprintf(&b, "%s%+v, %d; ", show(text, []scan.Match{m}), m.Fault, m.Kind)
	}
	return b.String()
}

func kindOf(m scan.Match) string {
	return map[scan.MatchKind]string{scan.MatchNearMiss: "near miss ", scan.MatchPart: "part "}[m.Kind]
}

func mode(exact bool) scan.Mode {
	if exact {
		return scan.ModeExact
	}
	return scan.ModeNames
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

// readSample returns the sample log and what was put into it.
func readSample(t testing.TB) (log []byte, placed []placedURN) {
	t.Helper()
	log = readGzip(t, "../../examples/sample.log.gz")
	lines := bufio.NewScanner(bytes.NewReader(readGzip(t, "../../examples/sample.tsv.gz")))
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
	if _, missing := os.Stat("../../examples"); missing != nil {
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

// A findVector says what is found in a text.
type findVector struct {
	Name    string     `json:"name"`
	Clause  string     `json:"clause"`
	Syntax  urn.Syntax `json:"syntax"`
	Exact   bool       `json:"exact"`
	Text    string     `json:"text"`
	Hex     string     `json:"hex"` // instead of text, if that is not UTF-8
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
	data, err := os.ReadFile("../../testdata/find/vectors.jsonl")
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

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

func ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range a {
		r[i] = a[i] / b[i]
	}
	return r
}
