package urn_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// vectorFault is where and why an input is not a URN.
type vectorFault struct {
	Offset int    `json:"offset"`
	Reason string `json:"reason"`
}

// vector is a line of testdata/vectors.jsonl, or of a file of testdata/suite that says
// accept or refuse; testdata/README.md has the keys.
type vector struct {
	Name   string       `json:"name"`
	Clause string       `json:"clause"`
	Syntax urn.Syntax   `json:"syntax"`
	In     *string      `json:"in"`
	InHex  string       `json:"in_hex"`
	Valid  bool         `json:"valid"`
	NID    *string      `json:"nid"`
	NSS    *string      `json:"nss"`
	R      *string      `json:"r"`
	Q      *string      `json:"q"`
	F      *string      `json:"f"`
	Norm   string       `json:"norm"`
	Key    string       `json:"key"`
	Error  *vectorFault `json:"error"`

	input string // In, or the bytes of InHex
}

var loadVectors = sync.OnceValues(func() ([]vector, error) {
	// The suite leaves some names open; vectors.jsonl says what this library makes of them.
	paths, err := filepath.Glob("testdata/suite/rfc*-[ar]*.jsonl") // accept and refuse
	if err != nil {
		return nil, err
	}
	var vectors []vector
	for _, path := range append(paths, "testdata/vectors.jsonl") {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			v, err := parseVector(line)
			if err != nil {
				return nil, fmt.Errorf("%s, after %d vectors: %w", path, len(vectors), err)
			}
			vectors = append(vectors, v)
		}
	}
	return vectors, nil
})

func parseVector(line []byte) (vector, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var v vector
	if err := d.Decode(&v); err != nil {
		return v, err
	}
	switch {
	case (v.In == nil) == (v.InHex == ""):
		return v, fmt.Errorf("%s: want one of in and in_hex", v.Name)
	case v.In != nil:
		v.input = *v.In
	default:
		b, err := hex.DecodeString(v.InHex)
		if err != nil {
			return v, fmt.Errorf("%s: %w", v.Name, err)
		}
		v.input = string(b)
	}
	return v, nil
}

// readEquivalence returns the pairs of the suite, and the pairs of the other syntaxes.
func readEquivalence(t testing.TB) []equivalence {
	t.Helper()
	return append(readJSONL[equivalence](t, "testdata/suite/equivalence.jsonl"),
		readJSONL[equivalence](t, "testdata/equivalence.jsonl")...)
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	vectors, err := loadVectors()
	require.NoError(t, err)
	require.NotEmpty(t, vectors)
	return vectors
}

// TestVectorsAreWellFormed guards the file itself.
func TestVectorsAreWellFormed(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	names := map[string]bool{}
	count := map[urn.Syntax]int{}
	for _, v := range readVectors(t) {
		assert.False(t, names[v.Name], "two vectors are called %s", v.Name)
		names[v.Name] = true
		count[v.Syntax]++
		assert.True(t, strings.HasPrefix(v.Name, v.Syntax.String()+"/"), "%s is a vector of %v", v.Name, v.Syntax)
		assert.Regexp(t, `^((RFC \d+|draft-ietf-urnbis-rfc2141bis-urn-03) section \d+(\.\d+)*|relaxed.abnf rule [A-Za-z-]+)$`, v.Clause, v.Name)
		if v.Valid {
			assert.True(t, v.Error == nil && v.NID != nil && v.NSS != nil && v.Norm != "" && v.Key != "", v.Name)
		} else {
			assert.True(t, v.Error != nil && v.NID == nil && v.Norm == "", v.Name)
		}
	}
	for _, x := range syntaxes {
		assert.Greater(t, count[x], 300, "vectors of %v", x)
	}
}

// spell puts a component that may be absent into words.
func spell(p *string) string {
	if p == nil {
		return "none"
	}
	return fmt.Sprintf("%q", *p)
}

// cut gives the component of a span, nil for an absent one.
func cut(in string, s urn.Span) *string {
	if s == (urn.Span{}) {
		return nil
	}
	part := in[s.Start:s.End]
	return &part
}

func TestVectors(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			u, err := v.Syntax.Parse(v.input)
			if !v.Valid {
				checkFault(t, v.Syntax, v.input, u, err, *v.Error)
				return
			}
			require.NoError(t, err, "%v.Parse(%q), want a URN (%s)", v.Syntax, v.input, v.Clause)
			got, _ := v.Syntax.Locate(v.input)
			for _, part := range []struct {
				name string
				span urn.Span
				text string
				want *string
			}{
				{"NID", got.NID(), u.NID(), v.NID},
				{"NSS", got.NSS(), u.NSS(), v.NSS},
				{"R", got.R(), u.R(), v.R},
				{"Q", got.Q(), u.Q(), v.Q},
				{"F", got.F(), u.F(), v.F},
			} {
				located := cut(v.input, part.span)
				assert.Equal(t, spell(part.want), spell(located), "%v.Locate(%q).%s(), %s", v.Syntax, v.input, part.name, v.Clause)
				if part.want != nil {
					assert.Equal(t, *part.want, part.text, "%v.Parse(%q), its %s, %s", v.Syntax, v.input, part.name, v.Clause)
				} else {
					assert.Empty(t, part.text, "%v.Parse(%q), its %s, %s", v.Syntax, v.input, part.name, v.Clause)
				}
			}
			assert.Equal(t, v.F != nil, u.Parts().HasF, "%v.Parse(%q).Parts().HasF", v.Syntax, v.input)
			assert.Equal(t, v.Syntax, u.Syntax(), "%v.Parse(%q).Syntax()", v.Syntax, v.input)
			assert.Equal(t, v.Norm, u.Normalize().String(), "%v.Parse(%q).Normalize(), %s", v.Syntax, v.input, v.Clause)
			assert.Equal(t, v.Norm, string(u.Offsets().AppendNormalized(nil, []byte(u.String()))), "%v.Parse(%q), AppendNormalized", v.Syntax, v.input)
			assert.Equal(t, v.Key, u.Key(), "%v.Parse(%q).Key(), %s", v.Syntax, v.input, v.Clause)
		})
	}
}

// checkFault checks every way to learn that in is not a URN.
func checkFault(t testing.TB, x urn.Syntax, in string, u urn.URN, err error, want vectorFault) {
	t.Helper()
	require.Error(t, err, "%v.Parse(%q) = %q, want the fault %+v", x, in, u, want)
	assert.True(t, u.IsZero(), "%v.Parse(%q) = %q beside an error", x, in, u)
	o, fault := x.Locate(in)
	assert.Equal(t, urn.Offsets{}, o, "%v.Locate(%q) beside a fault", x, in)
	assert.Equal(t, want, vectorFault{fault.Offset, fault.Reason.String()}, "%v.Locate(%q)", x, in)
	assert.ErrorIs(t, err, fault.Reason, "%v.Parse(%q)", x, in)
	assert.Equal(t, err, fault.Err(in), "%v.Locate(%q)", x, in)
	var syntaxError *urn.Error
	if assert.True(t, errors.As(err, &syntaxError), "%v.Parse(%q): %v", x, in, err) {
		assert.Equal(t, want, vectorFault{syntaxError.Offset, syntaxError.Reason.String()}, "%v.Parse(%q): %v", x, in, err)
		assert.Equal(t, fault, urn.Fault{Syntax: x, Offset: syntaxError.Offset, Reason: syntaxError.Reason})
		assert.Equal(t, x, syntaxError.Syntax)
	}
}

// TestReferenceVectors holds the reference parser to the vectors too: what
// judges the library is itself judged.
func TestReferenceVectors(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	var reader refReader
	for _, v := range readVectors(t) {
		got := reader.read(v.Syntax, v.input)
		if !v.Valid {
			assert.Equal(t, vectorFault{v.Error.Offset, v.Error.Reason}, vectorFault{got.offset, string(got.reason)}, "%s: reference(%q), %s", v.Name, v.input, v.Clause)
			assert.False(t, got.valid, v.Name)
			continue
		}
		assert.True(t, got.valid, "%s: reference(%q), %s", v.Name, v.input, v.Clause)
		for _, part := range []struct {
			span refSpan
			want *string
		}{{got.urn.nid, v.NID}, {got.urn.nss, v.NSS}, {got.urn.r, v.R}, {got.urn.q, v.Q}, {got.urn.f, v.F}} {
			assert.Equal(t, part.want != nil, part.span.present, "%s: reference(%q) = %+v", v.Name, v.input, got)
			if part.want != nil {
				assert.Equal(t, *part.want, v.input[part.span.start:part.span.end], "%s: reference(%q) = %+v", v.Name, v.input, got)
			}
		}
	}
}

// equivalence is a line of testdata/suite/equivalence.jsonl or testdata/equivalence.jsonl.
type equivalence struct {
	Name            string     `json:"name"` // in the suite alone
	A               string     `json:"a"`
	B               string     `json:"b"`
	Syntax          urn.Syntax `json:"syntax"`
	Equal           bool       `json:"equal"`
	ResolutionEqual *bool      `json:"resolution_equal"` // Draft2141bis alone
	Clause          string     `json:"clause"`
}

func TestEquivalence(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, e := range readEquivalence(t) {
		require.NotEmpty(t, e.Clause)
		require.Equal(t, e.Syntax == urn.Draft2141bis, e.ResolutionEqual != nil, "%q and %q", e.A, e.B)
		a, err := e.Syntax.Parse(e.A)
		require.NoError(t, err, "%v.Parse(%q)", e.Syntax, e.A)
		b, err := e.Syntax.Parse(e.B)
		require.NoError(t, err, "%v.Parse(%q)", e.Syntax, e.B)
		assert.Equal(t, e.Equal, a.Equal(b), "%v: %q.Equal(%q), %s", e.Syntax, e.A, e.B, e.Clause)
		assert.Equal(t, e.Equal, b.Equal(a), "%v: %q.Equal(%q), %s", e.Syntax, e.B, e.A, e.Clause)
		assert.Equal(t, e.Equal, a.Key() == b.Key(), "%v: keys of %q and %q, %s", e.Syntax, e.A, e.B, e.Clause)
		assert.Equal(t, e.Equal, a.Compare(b) == 0, "%v: %q.Compare(%q), %s", e.Syntax, e.A, e.B, e.Clause)
		assert.Equal(t, a.Compare(b), -b.Compare(a), "%v: %q.Compare(%q) and back", e.Syntax, e.A, e.B)
		if e.ResolutionEqual != nil {
			assert.Equal(t, *e.ResolutionEqual, draft2141bis.ResolutionKey(a) == draft2141bis.ResolutionKey(b),
				"%v: ResolutionKey of %q is %q, of %q %q, %s", e.Syntax, e.A, draft2141bis.ResolutionKey(a), e.B, draft2141bis.ResolutionKey(b), e.Clause)
		}
	}
}

// suiteCase is a line of a file of testdata/suite; its README has the keys.
type suiteCase struct {
	vector
	Why    string `json:"why"`
	Source string `json:"source"`
}

// TestSuite holds the suite to what its README says of it, and this library to the suite.
func TestSuite(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	readme, err := os.ReadFile("testdata/suite/README.md")
	require.NoError(t, err)
	decided := map[string]bool{}
	for _, v := range readVectors(t) {
		decided[v.Name] = true
	}
	names := map[string]bool{}
	count := map[string]int{}
	paths, err := filepath.Glob("testdata/suite/*.jsonl")
	require.NoError(t, err)
	for _, path := range paths {
		file := filepath.Base(path)
		kind := strings.TrimSuffix(file[strings.IndexByte(file, '-')+1:], ".jsonl")
		last := ""
		named := func(name, clause string) {
			count[file]++
			assert.NotEmpty(t, name, file)
			assert.False(t, names[name], "two cases are called %s", name)
			names[name] = true
			assert.GreaterOrEqual(t, clauseOrder(clause), last, "%s is not sorted by clause", name)
			last = clauseOrder(clause)
		}
		if file == "equivalence.jsonl" {
			for _, e := range readJSONL[equivalence](t, path) {
				named(e.Name, e.Clause)
				assert.True(t, strings.HasPrefix(e.Name, e.Syntax.String()+"/"), e.Name)
			}
			continue
		}
		for _, c := range readJSONL[suiteCase](t, path) {
			named(c.Name, c.Clause)
			assert.Equal(t, kind == "open", c.Why != "", c.Name)
			assert.Equal(t, kind == "world", c.Source != "", c.Name)
			switch kind {
			case "open":
				assert.True(t, decided[c.Name], "vectors.jsonl does not say what this library makes of %s", c.Name)
			case "accept", "refuse":
				assert.Equal(t, kind == "accept", c.Valid, c.Name)
				assert.True(t, strings.HasPrefix(file, c.Syntax.String()), "%s stands in %s", c.Name, file)
			default:
				u, err := c.Syntax.Parse(*c.In)
				assert.Equal(t, c.Valid, err == nil, "%s: Parse(%q): %v", c.Name, *c.In, err)
				if c.Valid {
					assert.Equal(t, spell(c.NID)+spell(c.NSS)+spell(c.R)+spell(c.Q)+spell(c.F), components(u), c.Name)
				}
			}
		}
	}
	// README says how many cases there are, and which keys the cases of a file have.
	keys(t, paths, string(readme))
	for _, file := range []string{"equivalence.jsonl", "real-world.jsonl"} {
		assert.Contains(t, string(readme), fmt.Sprintf("| `%s` | %d |", file, count[file]))
	}
	for _, kind := range []string{"accept", "refuse", "open"} {
		assert.Contains(t, string(readme), fmt.Sprintf("| `rfc8141-%[1]s.jsonl`, `rfc2141-%[1]s.jsonl` | %[2]d, %[3]d |",
			kind, count["rfc8141-"+kind+".jsonl"], count["rfc2141-"+kind+".jsonl"]))
	}
}

// keys checks that the cases of a file have the keys that README's table names for it.
func keys(t testing.TB, paths []string, readme string) {
	for _, path := range paths {
		file, want := filepath.Base(path), map[string]bool{"name": true, "clause": true, "syntax": true}
		for line := range strings.Lines(readme) {
			if cells := strings.Split(line, "|"); len(cells) > 5 && strings.Contains(cells[1], "`"+file+"`") {
				for key := range strings.SplitSeq(cells[4], "`") {
					want[key] = strings.Trim(key, " ,") != ""
				}
			}
		}
		for _, row := range readJSONL[map[string]json.RawMessage](t, path) {
			if _, ok := row["in_hex"]; ok {
				row["in"] = row["in_hex"]
				delete(row, "in_hex")
			}
			if string(row["valid"]) == "false" && file == "real-world.jsonl" {
				continue
			}
			for key, ok := range want {
				assert.Equal(t, ok, row[key] != nil, "%s: %q in %s", file, key, row["name"])
				delete(row, key)
			}
			assert.Empty(t, row, "%s: README names no such key", file)
		}
	}
}

// components spells the components of u as spell does for a case.
func components(u urn.URN) string {
	p := func(s string, present bool) string {
		if !present {
			return spell(nil)
		}
		return spell(&s)
	}
	return p(u.NID(), true) + p(u.NSS(), true) + p(u.R(), u.R() != "") + p(u.Q(), u.Q() != "") + p(u.F(), u.Parts().HasF)
}

// clauseOrder gives a clause a text that sorts as the documents and their sections do.
func clauseOrder(clause string) string {
	document, section, _ := strings.Cut(clause, " section ")
	var order strings.Builder
	order.WriteString(fmt.Sprint(slices.Index([]string{"RFC 8141", "RFC 2141", "RFC 3986"}, document)))
	for n := range strings.SplitSeq(section, ".") {
		order.WriteString(fmt.Sprintf(".%3s", n))
	}
	return order.String()
}

// TestSuiteRunners runs the three programs that the suite shows, and sees them notice a
// case that is wrong.
func TestSuiteRunners(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	readme, err := os.ReadFile("testdata/suite/README.md")
	require.NoError(t, err)
	version, err := os.ReadFile("testdata/suite/VERSION")
	require.NoError(t, err)
	require.Contains(t, string(readme), "This is version "+strings.TrimSpace(string(version))+", as the file")
	for runner, count := range map[string]string{"go run run.go": "1016 right, %d wrong, 19 skipped", "python3 run.py": "962 right, %d wrong, 73 skipped", "node run.mjs": "962 right, %d wrong, 73 skipped"} {
		runner := strings.Fields(runner)
		t.Run(runner[0], func(t *testing.T) {
			if _, err := exec.LookPath(runner[0]); err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/suite")))
			cmd := func() (string, error) {
				c := exec.Command(runner[0], runner[1:]...)
				c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
				out, err := c.CombinedOutput()
				return string(out), err
			}
			out, err := cmd()
			require.NoError(t, err, out)
			assert.Contains(t, out, "suite "+strings.TrimSpace(string(version))+": "+fmt.Sprintf(count, 0))
			for file, wrong := range map[string]string{"real-world": `{"name": "wrong", "in": "urn:example:a", "valid": false}`, "equivalence": `{"a": "urn:example:a", "b": "URN:example:a", "equal": false}`} {
				f, err := os.OpenFile(filepath.Join(dir, file+".jsonl"), os.O_APPEND|os.O_WRONLY, 0)
				require.NoError(t, err)
				_, err = f.WriteString(wrong + "\n")
				require.NoError(t, errors.Join(err, f.Close()))
			}
			out, err = cmd()
			require.Error(t, err)
			assert.Contains(t, out, fmt.Sprintf(count, 2))
		})
	}
}

// peerRow is a line of a file in testdata/peers; its README has the keys.
type peerRow struct {
	Peer    string                     `json:"peer"`
	Mode    string                     `json:"mode"`
	In      string                     `json:"in"`
	Valid   *bool                      `json:"valid"`
	NID     *string                    `json:"nid"`
	NSS     *string                    `json:"nss"`
	R       *string                    `json:"r"`
	Q       *string                    `json:"q"`
	F       *string                    `json:"f"`
	Norm    *string                    `json:"norm"`
	EqTo    *string                    `json:"eq_to"`
	Equal   *bool                      `json:"equal"`
	Decoded *string                    `json:"decoded"`
	Params  map[string]json.RawMessage `json:"params"`
	ABNF    *bool                      `json:"abnf"` // says nothing of the peer
	Synth   bool                       `json:"synth"`
	Src     string                     `json:"src"`
	Note    string                     `json:"note"`
}

// syntax is the syntax that a peer's mode stands for. RFC 7643, which SCIM is,
// came before RFC 8141, but its names are the same under it.
func (r peerRow) syntax() urn.Syntax {
	if r.Mode == "2141" {
		return urn.RFC2141
	}
	return urn.RFC8141
}

// peerException is a line of testdata/peers/exceptions.jsonl: one fact that a
// peer states and this library does not agree with.
type peerException struct {
	File   string          `json:"file"`
	Line   int             `json:"line"`
	In     string          `json:"in"`
	EqTo   *string         `json:"eq_to"`
	Rule   string          `json:"rule"`
	Clause string          `json:"clause"`
	Fact   string          `json:"fact"`
	Peer   json.RawMessage `json:"peer"`
	Ours   json.RawMessage `json:"ours"`
	Error  *vectorFault    `json:"error"`
}

// fact is the fact that an exception is about.
type fact struct {
	file string
	line int
	name string
}

// peerRules names each way in which the peers are not followed, with the
// condition that a row of the rule must meet. u is zero if ours is not a URN.
var peerRules = map[string]func(e peerException, row peerRow, u urn.URN) bool{
	// The peer accepts it, the grammar refuses it.
	"nid-of-two-octets": func(e peerException, _ peerRow, _ urn.URN) bool {
		return e.Error.Offset == len("urn:x") && e.In[e.Error.Offset] == ':'
	},
	"nid-ends-in-letter-or-digit": func(e peerException, _ peerRow, _ urn.URN) bool {
		return strings.Contains(e.In[4:], "-:") && e.Error.Reason == "nid"
	},
	"nid-letters-digits-hyphens": func(e peerException, _ peerRow, _ urn.URN) bool {
		return strings.ContainsRune(".,", rune(e.In[e.Error.Offset]))
	},
	"nss-not-empty": func(e peerException, _ peerRow, _ urn.URN) bool {
		return strings.Count(e.In, ":") == 2 && strings.HasSuffix(e.In, ":")
	},
	"nss-begins-with-pchar": func(e peerException, _ peerRow, _ urn.URN) bool { return strings.Contains(e.In, ":/") },
	"excluded-octet":        func(e peerException, _ peerRow, _ urn.URN) bool { return e.In[e.Error.Offset] == '&' },
	"component-not-empty":   func(e peerException, _ peerRow, _ urn.URN) bool { return strings.Contains(e.In, "?+?=") },
	"lone-question-mark": func(e peerException, _ peerRow, _ urn.URN) bool {
		return e.In[e.Error.Offset-1] == '?' && e.Error.Reason == "nss"
	},
	// The grammar accepts it, the peer refuses it.
	"nid-of-1-to-32": func(_ peerException, _ peerRow, u urn.URN) bool {
		return len(u.NID()) == 1 || len(u.NID()) == 32
	},
	"nid-urn-is-well-formed": func(_ peerException, _ peerRow, u urn.URN) bool { return u.NID() == "urn" },
	"reserved-nid-is-advice": func(_ peerException, _ peerRow, u urn.URN) bool { return strings.HasPrefix(u.NID(), "urn-") },
	"reserved-octets-derivable": func(_ peerException, _ peerRow, u urn.URN) bool {
		return strings.ContainsAny(u.NSS(), "/?#")
	},
	"escaped-excluded-octet": func(_ peerException, _ peerRow, u urn.URN) bool { return strings.Contains(u.NSS(), "%10") },
	"delimiters-as-data": func(_ peerException, _ peerRow, u urn.URN) bool {
		return strings.Contains(u.R(), "?+") || strings.Contains(u.Q(), "?=") || strings.Contains(u.Q(), "?+")
	},
	"namespace-rule": func(_ peerException, row peerRow, u urn.URN) bool {
		return u.NID() == "uuid" || u.NID() == "void" || row.Mode == "scim"
	},
	// The peer rewrites, or cuts elsewhere.
	"nid-as-written": func(_ peerException, row peerRow, u urn.URN) bool { return strings.ToLower(u.NID()) == *row.NID },
	"escapes-as-written": func(_ peerException, row peerRow, u urn.URN) bool {
		return u.Normalize().R() == *row.R
	},
	"nid-holds-no-colon": func(_ peerException, row peerRow, u urn.URN) bool {
		return *row.NID+":"+*row.NSS == u.NID()+":"+u.NSS() && u.NID() == "ietf"
	},
	// The normal form.
	"escapes-upper-case": func(_ peerException, row peerRow, u urn.URN) bool {
		v, err := row.syntax().Parse(*row.Norm)
		return err == nil && v.Equal(u) && strings.EqualFold(*row.Norm, u.Normalize().String())
	},
	"normal-form-keeps-components": func(_ peerException, row peerRow, u urn.URN) bool {
		return *row.Norm == u.Key() && u.Key() != u.Normalize().String()
	},
	// Equivalence.
	"namespace-equivalence": func(_ peerException, _ peerRow, u urn.URN) bool {
		return strings.EqualFold(u.NID(), "uuid") || strings.EqualFold(u.NID(), "isbn")
	},
	"escapes-are-not-decoded": func(e peerException, row peerRow, u urn.URN) bool {
		v, err := row.syntax().Parse(*e.EqTo)
		a, _ := urn.Unescape(u.NSS())
		b, _ := urn.Unescape(v.NSS())
		return err == nil && a == b && u.NSS() != v.NSS()
	},
	"components-are-ignored": func(e peerException, row peerRow, u urn.URN) bool {
		v, err := row.syntax().Parse(*e.EqTo)
		return err == nil && u.AssignedName() == v.AssignedName() && u != v
	},
	"equal-to-itself": func(e peerException, _ peerRow, _ urn.URN) bool { return *e.EqTo == e.In },
}

// What the peers' suites come to. A row is excepted if one of its facts is; a
// fact is void if this library refuses the URN that it is about.
const (
	peerFiles    = 24
	peerRows     = 1620
	rowsAgreed   = 1505
	rowsExcepted = 115

	factsAgreed   = 3040
	factsExcepted = 126
	factsVoid     = 38
	factsForeign  = 7 // of a namespace's class: nothing that a syntax decides
)

// TestPeers makes the assertions of the test suites of 24 other libraries, except
// the facts that exceptions.jsonl lists. It asserts that these are
// exceptions, and what is true instead.
func TestPeers(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	exceptions := map[fact]peerException{}
	for _, e := range readJSONL[peerException](t, "testdata/peers/exceptions.jsonl") {
		f := fact{e.File, e.Line, e.Fact}
		require.NotContains(t, exceptions, f)
		require.Contains(t, peerRules, e.Rule, "%+v", f)
		require.Regexp(t, `^RFC (2141|8141) section \d`, e.Clause, "%+v", f)
		exceptions[f] = e
	}
	rulesSeen := map[string]bool{}
	var files, rows, agreedRows, agreed, excepted, void, foreign int

	paths, err := filepath.Glob("testdata/peers/*.jsonl")
	require.NoError(t, err)
	for _, path := range paths {
		file := filepath.Base(path)
		if file == "exceptions.jsonl" {
			continue
		}
		files++
		for i, row := range readJSONL[peerRow](t, path) {
			rows++
			line := i + 1
			u, parseErr := row.syntax().Parse(row.In)
			rowAgrees := true
			// state compares one fact of the row with ours.
			state := func(name string, peer, ours any) {
				at := fmt.Sprintf("%s:%d: %s of %q", file, line, name, row.In)
				f := fact{file, line, name}
				e, listed := exceptions[f]
				if !listed {
					agreed++
					assert.Equal(t, peer, ours, "%s (%s)", at, row.Note)
					return
				}
				delete(exceptions, f)
				excepted++
				rowAgrees = false
				rulesSeen[e.Rule] = true
				assert.Equal(t, row.In, e.In, at)
				assert.JSONEq(t, mustJSON(t, peer), string(e.Peer), at)
				assert.JSONEq(t, mustJSON(t, ours), string(e.Ours), at)
				assert.NotEqual(t, peer, ours, "%s is no exception (%s)", at, e.Clause)
				if name == "equal" {
					assert.Equal(t, row.EqTo, e.EqTo, at)
				}
				require.Equal(t, parseErr != nil, e.Error != nil, at)
				if e.Error != nil {
					_, fault := row.syntax().Locate(row.In)
					assert.Equal(t, *e.Error, vectorFault{fault.Offset, fault.Reason.String()}, at)
				}
				assert.True(t, peerRules[e.Rule](e, row, u), "%s does not fall under %s", at, e.Rule)
			}

			if row.Valid != nil {
				state("valid", *row.Valid, parseErr == nil)
			}
			stated := statedParts(row, u)
			if parseErr != nil || row.Valid != nil && !*row.Valid {
				void += len(stated)
				assert.True(t, len(stated) == 0 || !rowAgrees, "%s:%d states parts of %q, agreed not to be a URN", file, line, row.In)
			} else {
				for _, s := range stated {
					if s.foreign {
						foreign++
						continue
					}
					state(s.name, s.peer, s.ours)
				}
			}
			if rowAgrees {
				agreedRows++
			}
		}
	}
	assert.Empty(t, exceptions, "exceptions of rows that do not state the fact")
	for rule := range peerRules {
		assert.True(t, rulesSeen[rule], "no exception falls under %s", rule)
	}
	assert.Equal(t, peerFiles, files, "files")
	assert.Equal(t, peerRows, rows, "rows")
	assert.Equal(t, rowsAgreed, agreedRows, "rows agreed with")
	assert.Equal(t, rowsExcepted, rows-agreedRows, "rows with an exception")
	assert.Equal(t, factsAgreed, agreed, "facts agreed with")
	assert.Equal(t, factsExcepted, excepted, "facts excepted")
	assert.Equal(t, factsVoid, void, "facts of what is not a URN")
	assert.Equal(t, factsForeign, foreign, "facts of another layer")
}

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// statement is one fact of a peer's row besides "valid".
type statement struct {
	name       string
	peer, ours any
	foreign    bool
}

// statedParts lists what a row states of the parts, the normal form and the
// equivalence of u, in the order in which exceptions.jsonl has them.
func statedParts(row peerRow, u urn.URN) []statement {
	var list []statement
	o := u.Offsets()
	for _, part := range []struct {
		name string
		peer *string
		span urn.Span
	}{{"nid", row.NID, o.NID()}, {"nss", row.NSS, o.NSS()}, {"r", row.R, o.R()}, {"q", row.Q, o.Q()}, {"f", row.F, o.F()}} {
		if part.peer == nil {
			continue
		}
		var ours any
		if s := cut(u.String(), part.span); s != nil {
			ours = *s
		}
		list = append(list, statement{name: part.name, peer: *part.peer, ours: ours})
	}
	if row.Norm != nil {
		list = append(list, statement{name: "norm", peer: *row.Norm, ours: u.Normalize().String()})
	}
	if row.Equal != nil {
		v, err := row.syntax().Parse(*row.EqTo)
		list = append(list, statement{name: "equal", peer: *row.Equal, ours: err == nil && u.Equal(v)})
	}
	if row.Decoded != nil {
		decoded, err := urn.Unescape(u.NSS())
		if err != nil {
			decoded = err.Error()
		}
		list = append(list, statement{name: "decoded", peer: *row.Decoded, ours: decoded})
	}
	for _, name := range slices.Sorted(maps.Keys(row.Params)) {
		list = append(list, paramStatement(name, row.Params[name], u))
	}
	return list
}

// paramStatement reads one entry of "params".
func paramStatement(name string, value json.RawMessage, u urn.URN) statement {
	s := statement{name: "params." + name}
	var text string
	switch name {
	case "has_r", "has_q", "has_f":
		s.peer = string(value) == "true"
		s.ours = map[string]bool{"has_r": u.R() != "", "has_q": u.Q() != "", "has_f": u.Parts().HasF}[name]
	case "type", "name", "other": // of SCIM: urn:ietf:params:scim:TYPE:NAME:OTHER
		if err := json.Unmarshal(value, &text); err != nil {
			panic(err)
		}
		parts := append(strings.SplitN(u.NSS(), ":", 5), "")
		s.peer, s.ours = text, parts[map[string]int{"type": 2, "name": 3, "other": 4}[name]]
	case "r", "q": // as k=v&k=v, a subset of the components
		pairs := map[string]string{}
		if err := json.Unmarshal(value, &pairs); err != nil {
			panic(err)
		}
		have := strings.Split(map[string]string{"r": u.R(), "q": u.Q()}[name], "&")
		s.peer, s.ours = true, true
		for k, v := range pairs {
			if !slices.Contains(have, k+"="+v) && !(v == "" && slices.Contains(have, k)) {
				s.ours = have
			}
		}
	default: // formal, informal: RFC 8141 section 5, not section 2
		s.foreign = true
	}
	return s
}
