package engine

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// get returns the value at a path of an answer.
func get(t *testing.T, answer []byte, path ...any) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(answer, &v); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	return v
}

// TestTextCandidates: the marks are the matches of the Finder, for every syntax, also
// on hostile text.
func TestTextCandidates(t *testing.T) {
	texts := []string{"", "urn:", "urn:a:b urn:isbn:0-395-36341-2. urn:example:a%2", "\xff urn:example:\xc3\x28 urn:example:a\x00",
		"urn:example:a?=b?+c#d#e \u202eurn:x:y", strings.Repeat("urn:", 1000)}
	for _, x := range Syntaxes {
		for _, text := range texts {
			answer := Text(x, notation.Auto, []byte(text), 2000)
			marks := get(t, answer, "marks").([]any)
			i := 0
			for m := range (scan.Finder{Syntax: x, Mode: scan.ModeNear}).All([]byte(text)) {
				f := m.Fault
				mark := marks[i].(map[string]any)
				start, end := int(mark["start"].(float64)), int(mark["end"].(float64))
				near := m.Kind != scan.MatchName
				if start != m.Start || end < m.End || end > len(text) || (mark["state"] == "near") != near || !near && end != m.End || end <= start {
					t.Errorf("%s: %q: mark %v, want %v %v", x, text, mark, m, f)
				}
				if near && mark["fault"].(map[string]any)["clause"] == "" {
					t.Errorf("%s: %q: no clause", x, text)
				}
				i++
			}
			if i != len(marks) {
				t.Errorf("%s: %q: %d marks, want %d", x, text, len(marks), i)
			}
		}
	}
	// A mark is in the text as written, and has the name that is meant.
	answer := string(Text(urn.RFC8141, notation.Auto, []byte("u=urn%3Aab%3Ac&v=urn:ab:d"), maxMarks))
	if want := `{"csv":false,"marks":[{"end":14,"key":"urn:ab:c","name":"urn:ab:c","parts":[["nid",6,8],["nss",11,12]],"start":2,"state":"unknown"},{"end":25,"key":"urn:ab:d","parts":[["nid",4,6],["nss",7,8]],"start":17,"state":"unknown"}],"more":false}`; answer != want {
		t.Errorf("escapes: %s", answer)
	}
	// A text that looks like CSV is read so if the page asks for it.
	for question, want := range map[string]string{"text": `{"csv":true,"marks":[{"end":13,*`, "csv": `{"csv":false,"marks":[{"end":11,*`} {
		answer, err := Answer(question, urn.RFC8141, []byte("a,\nurn:ab:c,1\nd,e\n"), nil)
		if begin, _ := strings.CutSuffix(want, "*"); err != nil || !strings.HasPrefix(string(answer), begin) {
			t.Errorf("%s: %s, want %s", question, answer, want)
		}
	}
	if more := get(t, Text(urn.RFC8141, notation.Auto, []byte("urn:ab:c urn:ab:d"), 1), "more"); more != true {
		t.Error("the limit is not told")
	}
}

// TestClause: the clause of each reason is where the document has the rule of that name.
func TestClause(t *testing.T) {
	const rfc8141, rfc2141, draft = "RFC 8141, section ", "RFC 2141, section ", "draft-ietf-urnbis-rfc2141bis-urn-03, section "
	relaxed := "the syntax Relaxed, which no document defines"
	for x, want := range map[urn.Syntax][]string{ // the scheme, NID, NSS, escape, r, q, f
		urn.RFC8141:      {rfc8141 + "2", rfc8141 + "2.1", rfc8141 + "2.2", "RFC 3986, section 2.1", rfc8141 + "2.3.1", rfc8141 + "2.3.2", rfc8141 + "2.3.3"},
		urn.RFC2141:      {rfc2141 + "2", rfc2141 + "2.1", rfc2141 + "2.2", rfc2141 + "2.3.1", rfc2141 + "2", rfc2141 + "2", rfc2141 + "2"},
		urn.Draft2141bis: {draft + "2", draft + "2.1", draft + "2", draft + "2.5.3", draft + "2", draft + "2", draft + "2"},
		urn.Relaxed:      {relaxed, relaxed, relaxed, relaxed, relaxed, relaxed, relaxed},
	} {
		for i, want := range append(want, "a limit of this library") {
			if got := Clause(x, urn.BadScheme+urn.Reason(i)); got != want {
				t.Errorf("%s, %s: %q, want %q", x, urn.BadScheme+urn.Reason(i), got, want)
			}
		}
	}
}

func TestName(t *testing.T) {
	answer, _ := Answer("name", urn.RFC8141, []byte("URN:ISBN:0-395-36341-1?=a%2fb"), nil)
	for _, c := range []struct {
		want any
		path []any
	}{
		{"urn:isbn:0-395-36341-1?=a%2Fb", []any{"general"}},
		{"urn:isbn:0-395-36341-1", []any{"generalKey"}},
		{"urn:isbn:9780395363416?=a%2Fb", []any{"normalized"}},
		{"urn:isbn:9780395363416", []any{"key"}},
		{"a/b", []any{"decoded", "q"}},
		{"valid", []any{"verdict"}},
		{"isbn", []any{"namespace", "nid"}},
		{"formal", []any{"namespace", "kind"}},
		{"9780395363416", []any{"view", 0, 1}},
		{"q-component", []any{"advice", 0, "code"}},
		{"rfc2141", []any{"syntaxes", 1, "syntax"}},
	} {
		if have := get(t, answer, c.path...); have != c.want {
			t.Errorf("%v: %v, want %v", c.path, have, c.want)
		}
	}
	for _, c := range []struct {
		name, want string
		path       []any
	}{
		{"urn:isbn:0-395-36341-1", "books: ISBN", []any{"namespace", "purpose"}},
		{"urn:ISBM:3", "isbn", []any{"namespace", "similar"}},
		{"urn:isbn:0-395-36341-1", "", []any{"namespace", "similar"}},
		{"urn:doi:10.1000/182", "https://doi.org/10.1000/182", []any{"namespace", "resolved", 0, 0}},
	} {
		if have := get(t, Name(urn.RFC8141, []byte(c.name)), c.path...); have != c.want {
			t.Errorf("%s: %v: %v, want %v", c.name, c.path, have, c.want)
		}
	}
}

// TestUUID: the times of UUIDs. Those of versions 1, 6 and 7 are the examples of RFC
// 9562, appendix A; all stand for 2022-02-22 19:22:22 UTC.
func TestUUID(t *testing.T) {
	for id, want := range map[string]string{
		"c232ab00-9414-11ec-b3c8-9f6bdeced846": "Version=1: a Gregorian time and a node Time=2022-02-22 19:22:22.0000000 UTC",
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846": "Version=6: a Gregorian time in the order of sorting, and a node Time=2022-02-22 19:22:22.0000000 UTC",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f": "Version=7: a Unix time and random bits Time=2022-02-22 19:22:22.000 UTC",
		"919108f7-52d1-4320-9bac-f847db4148a8": "Version=4: random",
		"00000000-0000-0000-0000-000000000000": "Variant=the nil UUID (RFC 9562, section 5.9)",
	} {
		var have []string
		for _, v := range view(urn.MustParse("urn:uuid:" + id))[1:] {
			have = append(have, v[0]+"="+v[1])
		}
		if got := strings.Join(have, " "); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// TestCode: the lines of Go are Go, and the name in them is the one that was given.
func TestCode(t *testing.T) {
	for _, x := range Syntaxes {
		name := "urn:example:it's"
		lines := code(x, name)[0][1]
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() error {\n"+lines+"return err\n}\n", 0)
		if err != nil {
			t.Fatalf("%s: %v", lines, err)
		}
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok {
				v, _ := strconv.Unquote(s.Value)
				found = found || v == name
			}
			return true
		})
		if !found {
			t.Errorf("%s: the name is not there", lines)
		}
	}
}

// TestCompare: the answer is that of package namespace, and says why.
func TestCompare(t *testing.T) {
	names := []string{"urn:isbn:0-395-36341-1", "URN:isbn:0395363411", "urn:isbn:0395363411#f", "urn:ietf:rfc:8141", "urn:ietf:RFC:8141",
		"urn:ietf:params:a", "urn:ietf:params:A", "urn:example:a", "urn:example:A", "urn:EXAMPLE:a"}
	for _, a := range names {
		for _, b := range names {
			answer, _ := Answer("compare", urn.RFC8141, []byte(a), []byte(b))
			if want := namespace.Equal(urn.MustParse(a), urn.MustParse(b)); get(t, answer, "equal") != want {
				t.Errorf("%s %s: %s", a, b, answer)
			}
			if get(t, answer, "rule") == "" || get(t, answer, "clause") == "" {
				t.Errorf("%s %s: no rule: %s", a, b, answer)
			}
		}
	}
	if clause := get(t, Compare(urn.RFC8141, names[5], names[6]), "clause").(string); !strings.Contains(clause, "RFC 3553") {
		t.Errorf("the rule of urn:ietf:params is that of %s", clause)
	}
}

// TestStream: the counts are those of a Finder over the whole text, however it is read.
func TestStream(t *testing.T) {
	packed, err := os.Open("../../../../../examples/sample.log.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	keys, urns := map[string]int{}, 0
	var decoded notation.Text
	decoded.Decode(notation.Auto, text, true)
	for m := range (scan.Finder{}).All(decoded.Bytes) {
		u, _ := urn.RFC8141.ParseBytes(decoded.Bytes[m.Start:m.End])
		keys[namespace.Key(u)]++
		urns++
	}
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{"plain": bytes.NewReader(text), "gzip": packed, "halves": iotest.HalfReader(bytes.NewReader(text))} {
		s := NewStream(urn.RFC8141, "", r)
		steps := 0
		for more := true; more; steps++ {
			if more, err = s.Step(64 << 10); err != nil {
				t.Fatal(err)
			}
		}
		if steps < 10 {
			t.Errorf("%s: %d steps", name, steps)
		}
		progress := s.Progress()
		if get(t, progress, "urns") != float64(urns) || get(t, progress, "keys") != float64(len(keys)) || get(t, progress, "bytes") != float64(len(text)) {
			t.Errorf("%s: %s, want %d URNs, %d keys", name, progress, urns, len(keys))
		}
		if !bytes.Equal(s.Head(), text[:64<<10]) {
			t.Errorf("%s: another beginning", name)
		}
		have := map[string]int{}
		rows, err := csv.NewReader(strings.NewReader(export(s))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			var n int
			fmt.Sscan(row[2], &n)
			have[row[1]] = n
		}
		if fmt.Sprint(have) != fmt.Sprint(keys) {
			t.Errorf("%s: other counts", name)
		}
	}
}

func export(s *Stream) string {
	var b strings.Builder
	for row := 0; ; {
		text, next := s.Export(row)
		b.Write(text)
		if row = next; row == 0 {
			return b.String()
		}
	}
}

// TestStreamBounds: what does not fit is counted together, and nothing is lost.
func TestStreamBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("many keys")
	}
	var b bytes.Buffer
	const urns = maxKeys + 1000
	for i := range urns {
		fmt.Fprintf(&b, "urn:n%d:a%d\n", i%(maxNIDs+10), i)
	}
	s := NewStream(urn.RFC8141, "", &b)
	if _, err := s.Step(1 << 30); err != nil {
		t.Fatal(err)
	}
	progress := s.Progress()
	if get(t, progress, "urns") != float64(urns) || get(t, progress, "otherKeys") != 1000.0 || get(t, progress, "keys") != float64(maxKeys) || get(t, progress, "nids") != float64(maxNIDs) {
		t.Errorf("%s", progress)
	}
	if last := export(s); !strings.HasSuffix(last, "\r\n,\"\",1000\r\n") {
		t.Errorf("the last rows are %q", last[len(last)-40:])
	}
}

// TestStreamFaults: the error of a stream is reported, with what was counted before.
func TestStreamFaults(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("urn:example:a urn:example:b\n"))
	w.Close()
	for _, c := range []struct {
		name, text, want string
		urns             float64
	}{
		{"a truncated stream", z.String()[:z.Len()-8], "gzip: the compressed data ends too early", 2},
		{"a truncated header", "\x1f\x8b\x08", "gzip: the compressed data ends too early", 0},
		{"a PDF", "%PDF-1.7 urn:example:a", "a PDF document, which urn does not read: extract its text first", 0},
		{"no fault", "urn:example:a", "<nil>", 1},
		{"export.csv", "u,v\nurn:isbn:978-0-0094-9480-2,27.8\nurn:example:c,1", "<nil>", 2},
		{"escapes", "u=urn%3Aisbn%3A978-0-0094-9480-2\n{\"u\":\"urn\\u003aexample:b\"}\n<a b='urn:example:c&amp;d'>", "<nil>", 3},
	} {
		s := NewStream(urn.RFC8141, c.name, strings.NewReader(c.text))
		more, err := s.Step(1 << 20)
		if more || fmt.Sprint(err) != c.want {
			t.Errorf("%s: %v, %v, want %s", c.name, more, err, c.want)
		}
		if have := get(t, s.Progress(), "urns"); have != c.urns || get(t, s.Progress(), "invalid") != 0.0 {
			t.Errorf("%s: %v URNs, want %v", c.name, have, c.urns)
		}
	}
}
