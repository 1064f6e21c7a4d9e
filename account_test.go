package urn

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/few"
)

// ruleFind finds by the rule alone: it tries every place, and has no fast path.
func ruleFind(f Finder, text []byte) (found []Match) {
	for i := 0; i+len("urn:") <= len(text); i++ {
		if !strings.EqualFold(string(text[i:i+len("urn:")]), "urn:") || glued(text, i) {
			continue
		}
		c := candidate{f: f, text: text, start: i}
		v := c.verdict()
		end := max(c.end, i+len("urn:"))
		o, fault := f.Syntax.LocateBytes(text[i:end])
		switch {
		case v == isName:
			found = append(found, Match{i, end, o, fault, MatchName})
		case v == partial || v == isMiss && fault.Reason == 0:
			found = append(found, Match{Start: i, End: end, Fault: fault, Kind: MatchPart})
		case v == isMiss:
			found = append(found, Match{Start: i, End: end, Fault: fault, Kind: MatchNearMiss})
		}
		i = end - 1
	}
	return found
}

// checkAccount checks the law: each "urn:" at which a name may begin has one finding.
// Findings are in order and do not overlap. One that is not a name holds no further
// candidate where no URN continues, except in parentheses that it opened itself, or after
// "#".
func checkAccount(t testing.TB, f Finder, text []byte) {
	t.Helper()
	f.Near = true
	from := 0 // the bytes before it are accounted for
	at := func(i int) (v verdict, end int) {
		m, v, _, _ := found(f, text, i)
		return v, m.End
	}
	next := 0
	for m := range f.All(text) {
		if m.Start < from || m.End < m.Start+len("urn:") || m.End > len(text) {
			t.Fatalf("Finder %v: in %q, %d:%d is found after %d", f, text, m.Start, m.End, from)
		}
		for i := indexScheme(text, next); i >= 0 && i < m.Start; i = indexScheme(text, i+len("urn:")) {
			if v, _ := at(i); v != noName {
				t.Fatalf("Finder %v: in %q, nothing is said of the candidate at %d, which is %d", f, text, i, v)
			}
		}
		if valid := f.Syntax.Valid(string(text[m.Start:m.End])); valid != (m.Fault == Fault{}) || valid != (m.Kind == MatchName) && m.Kind != MatchPart {
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
				if k >= m.Start+m.Fault.Offset && depth == 0 && text[k-1] != '#' && indexScheme(text[:min(k+4, len(text))], k) == k {
					t.Fatalf("Finder %v: in %q, %q holds the candidate at %d", f, text, text[m.Start:m.End], k)
				}
			}
		}
		from, next = m.End, m.End
	}
	for i := indexScheme(text, next); i >= 0; i = indexScheme(text, i+len("urn:")) {
		if v, _ := at(i); v != noName {
			t.Fatalf("Finder %v: in %q, nothing is said of the candidate at %d, which is %d", f, text, i, v)
		}
	}
}

// TestAccount: the law holds for hostile texts, and for every file of testdata.
func TestAccount(testingT *testing.T) {
	t := few.Of(testingT)
	r := rand.New(rand.NewPCG(36, 2))
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		text := randomText(r, 1+r.IntN(30))
		for _, x := range syntaxes {
			checkAccount(t, Finder{Syntax: x}, text)
		}
	}
	for _, h := range hostile {
		checkAccount(t, Finder{}, []byte(h.once+strings.Repeat(h.unit, 100)+h.last))
	}
	files := 0
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".gz") {
			text = readGzip(t, path)
		}
		files++
		checkAccount(t, Finder{}, text)
		return err
	})
	if err != nil || files < 20 {
		t.Fatal(files, err)
	}
}

// TestFindExamples: what a reader of docs/finding.md is promised.
func TestFindExamples(t *testing.T) {
	for text, want := range findingRows(t) {
		var got []string
		for m := range (Finder{Near: true}).All([]byte(text)) {
			got = append(got, kindOf(m)+text[m.Start:m.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q, and the page says %q", text, got, want)
		}
	}
}

// codeSpan is one of Markdown, and the kind of a finding after it.
var codeSpan = regexp.MustCompile("(?:`` (.+?) ``|`([^`]+)`)( near miss| part)?")

// findingRows returns the rows of the tables of docs/finding.md. Each has a text, and what
// is found in it, with its kind unless it is a name.
func findingRows(t *testing.T) map[string][]string {
	page, err := os.ReadFile("docs/finding.md")
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

func kindOf(m Match) string {
	return map[MatchKind]string{MatchNearMiss: "near miss ", MatchPart: "part "}[m.Kind]
}
