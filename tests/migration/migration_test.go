// Package migration compares the library with go-urn and others that it replaces, and makes
// docs/from-go-urn.md of what it finds.
package migration

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	gourn "github.com/leodido/go-urn"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/scan"
)

// The tables and programs of docs/from-go-urn.md are made from this file. A row holds the
// call there and the call here as functions. The test runs both on the row's input, takes
// the text of the calls from this source, and compares the page:
//
//	go test -run TestFromGoURN -update-docs ./tests/migration

var updateDocs = flag.Bool("update-docs", false, "write the generated parts of pages in docs")

// port is a row: a call of another package, the call here that replaces it, and what
// both return for an input.
type port struct {
	in          string
	there, here func(in string) any
	change      string // what changes, and why
}

// These helpers are left out where the page shows a call.
func accepted(_ any, ok bool) bool  { return ok }
func noError(_ any, err error) bool { return err == nil }
func value[T any](v T, err error) any {
	if err != nil {
		return err
	}
	return v
}
func old(in string) *gourn.URN {
	u, ok := goURN(urn.RFC8141, in)
	if !ok {
		panic("go-urn does not take " + in)
	}
	return u
}
func parsed(in string) urn.URN { return urn.MustParse(in) }
func location(in string) *url.URL {
	l, err := url.Parse(in)
	if err != nil {
		panic(err)
	}
	return l
}

// What compiles after the import is changed, or nearly, and then does something else.
var changesData = []port{
	{"urn:x:y",
		func(in string) any { return accepted(gourn.Parse([]byte(in))) },
		func(in string) any { return noError(urn.Parse(in)) },
		"The default there is RFC 2141, here RFC 8141, in which an NID has two characters. For the former, use `urn.RFC2141.Parse`"},
	{"urn:example:a?=q#f",
		func(in string) any { return accepted(gourn.Parse([]byte(in))) },
		func(in string) any { return noError(urn.Parse(in)) },
		"RFC 2141, the default there, has no r-, q- or f-component"},
	{"URN:Example:a%2Fb",
		func(in string) any { return old(in).Normalize().String() },
		func(in string) any { return parsed(in).Key() },
		"**Stored keys stop matching**: escapes are in lower case there and in upper case here (RFC 8141, section 3.1). Parse a stored key, and take its `Key`"},
	{"urn:example:a?+r?=q#f",
		func(in string) any { return old(in).Normalize().String() },
		func(in string) any { return parsed(in).Normalize().String() },
		"`Normalize` there drops r, q and f. Here it keeps them, and `Key` drops them"},
	{"urn:example:a#",
		func(in string) any { return old(in).String() },
		func(in string) any { return parsed(in).String() },
		"An empty f-component is lost there"},
	{"null",
		func(in string) any { return json.Unmarshal([]byte(in), new(gourn.URN)) },
		func(in string) any { return json.Unmarshal([]byte(in), new(urn.URN)) },
		"`null` leaves the value unchanged here, as for most types of Go"},
	{`""`,
		func(in string) any { return json.Unmarshal([]byte(in), new(gourn.URN)) },
		func(in string) any { return json.Unmarshal([]byte(in), new(urn.URN)) },
		"**An empty string is not an error here**: it becomes the zero URN. Check `IsZero` after decoding"},
	{`"urn:x:y"`,
		func(in string) any { return noError(0, json.Unmarshal([]byte(in), new(gourn.URN))) },
		func(in string) any { return noError(0, json.Unmarshal([]byte(in), new(urn.URN))) },
		"A field is read as RFC 2141 there. Its counterpart is the type `rfc2141.URN`"},
}

var fromGoURN = []port{
	{"urn:x:y",
		func(in string) any { return accepted(gourn.Parse([]byte(in))) },
		func(in string) any { return noError(urn.RFC2141.Parse(in)) },
		"An error instead of a bool"},
	{"urn:example:a?=q",
		func(in string) any {
			return accepted(gourn.Parse([]byte(in), gourn.WithParsingMode(gourn.RFC8141Only)))
		},
		func(in string) any { return noError(urn.RFC8141.ParseBytes([]byte(in))) },
		"`ParseBytes` copies its input; `Parse` takes a string and copies nothing"},
	{"urn:ietf:params:scim:schemas:core:2.0:User",
		func(in string) any { return old7643(in).SCIM().Name },
		func(in string) any { return strings.Split(parsed(in).NSS(), ":")[3] },
		"`namespace.Validate` checks the parts; `namespace/scim` splits the names of attributes"},
	{"urn:x:y",
		func(in string) any {
			return value(gourn.NewMachine(gourn.WithParsingMode(gourn.RFC8141Only)).Parse([]byte(in)))
		},
		func(in string) any { return value(urn.Parse(in)) },
		"There is no machine to keep. An `*Error` has the offset and the reason"},
	{"example",
		func(in string) any { return (&gourn.URN{ID: in, SS: "a b"}).String() },
		func(in string) any { return value(urn.RFC8141.Build(urn.Parts{NID: in, NSS: "a b"})) },
		"A struct there is not checked. `Build` checks the parts; `Escape` escapes one"},
	{"urn:example:a",
		func(in string) any {
			u := old(in)
			u.SS += ":b"
			return u.String()
		},
		func(in string) any {
			u := parsed(in)
			p := u.Parts()
			p.NSS += ":b"
			u, err := u.Syntax().Build(p)
			return value(u, err)
		},
		"A `URN` cannot be changed: build another"},
	{"x",
		func(in string) any {
			u, _ := gourn.Parse([]byte(in))
			return u == nil
		},
		func(in string) any {
			u, _ := urn.Parse(in)
			return u.IsZero()
		},
		"The zero `URN` is what a failed `Parse` returns"},
	{"URN:Example:a%2f", func(in string) any { return old(in).ID }, func(in string) any { return parsed(in).NID() }, "Both are as written"},
	{"URN:Example:a%2f", func(in string) any { return old(in).SS }, func(in string) any { return parsed(in).NSS() }, ""},
	{"urn:example:a?+r?=q#f", func(in string) any { return old(in).RComponent() }, func(in string) any { return parsed(in).R() }, ""},
	{"urn:example:a?+r?=q#f", func(in string) any { return old(in).QComponent() }, func(in string) any { return parsed(in).Q() }, ""},
	{"urn:example:a?+r?=q#f", func(in string) any { return old(in).FComponent() }, func(in string) any { return parsed(in).F() }, "`u.Parts().HasF` distinguishes an empty f-component from none"},
	{"URN:EXAMPLE:a", func(in string) any { return old("urn:example:a?=q").Equal(old(in)) }, func(in string) any { return parsed("urn:example:a?=q").Equal(parsed(in)) }, "The same verdicts"},
	{"urn:example:a", func(in string) any { return old(in).RFC() == gourn.RFC8141 }, func(in string) any { return parsed(in).Syntax() == urn.RFC8141 }, ""},
	{`"urn:example:a?=q"`,
		func(in string) any { return json.Unmarshal([]byte(in), new(gourn.URN8141)) },
		func(in string) any { return json.Unmarshal([]byte(in), new(urn.URN)) },
		"`URN` is also a value in SQL, XML and flags"},
}

func old7643(in string) *gourn.URN {
	u, ok := gourn.Parse([]byte(in), gourn.WithParsingMode(gourn.RFC7643Only))
	if !ok {
		panic("go-urn does not take " + in)
	}
	return u
}

var fromNetURL = []port{
	{"urn:example:a b%zz", func(in string) any { return noError(url.Parse(in)) }, func(in string) any { return noError(urn.Parse(in)) }, "`url.Parse` accepts every URI and more"},
	{"urn:example:a?b", func(in string) any { return noError(url.Parse(in)) }, func(in string) any { return noError(urn.Parse(in)) }, "A \"?\" begins \"?+\" or \"?=\""},
	{"urn:example:a:b", func(in string) any { return location(in).Opaque }, func(in string) any { return parsed(in).NID() + ":" + parsed(in).NSS() }, ""},
	{"urn:example:a?+r?=k=v", func(in string) any { return location(in).RawQuery }, func(in string) any { return parsed(in).R() + " " + parsed(in).Q() }, "`net/url` has one query"},
	{"urn:example:a?=k=v", func(in string) any { return location(in).Query().Get("k") }, func(in string) any { return value(url.ParseQuery(parsed(in).Q())).(url.Values).Get("k") }, "There the query begins with \"=\""},
	{"urn:example:a#caf%C3%A9", func(in string) any { return location(in).Fragment }, func(in string) any { return value(urn.Unescape(parsed(in).F())) }, "`F` is as written; `net/url` decodes"},
	{"URN:Example:a", func(in string) any { return location(in).String() }, func(in string) any { return parsed(in).String() }, "`net/url` writes the scheme in lower case"},
	{"URN:EXAMPLE:a%2f", func(in string) any { return location(in).String() == "urn:example:a%2F" }, func(in string) any { return parsed(in).Equal(parsed("urn:example:a%2F")) }, "Two spellings of one name"},
	{"a b/c:d", func(in string) any { return url.PathEscape(in) }, func(in string) any { return value(urn.RFC8141.Escape(urn.ComponentNSS, in)) }, "An NSS may contain \"/\""},
	{"example", func(in string) any { return (&url.URL{Scheme: "urn", Opaque: in + ":a b"}).String() }, func(in string) any { return value(urn.RFC8141.Build(urn.Parts{NID: in, NSS: "a b"})) }, "`Build` refuses what would not be read back"},
	{"urn:example:a?=q", func(in string) any { return location(in) }, func(in string) any { return parsed(in).URL() }, "For an API that takes a `*url.URL`"},
}

// usual is an expression that is often used in place of a parser: nearly the syntax of
// RFC 2141.
var usual = regexp.MustCompile(`(?i)urn:[a-z0-9][a-z0-9-]{0,31}:[a-z0-9()+,\-.:=@;$_!*'%/?#]+`)

var fromRegexp = []port{
	{"urn:example:%zz", func(in string) any { return usual.FindString(in) == in }, func(in string) any { return urn.Valid(in) }, "Two hexadecimal digits follow a \"%\""},
	{"urn:example:a~b", func(in string) any { return usual.FindString(in) == in }, func(in string) any { return urn.Valid(in) }, "RFC 8141 added \"~\" and \"&\""},
	{"(see urn:example:a).", func(in string) any { return usual.FindString(in) }, func(in string) any { return found(in)(scan.Finder{}.Next([]byte(in), 0)) }, "Without the punctuation of the sentence; `Exact` keeps it"},
	{"xurn:example:a", func(in string) any { return usual.FindString(in) }, func(in string) any { return found(in)(scan.Finder{}.Next([]byte(in), 0)) }, "No letter or digit comes before a URN"},
	{"see urn:example:a", func(in string) any { return usual.FindStringIndex(in) }, func(in string) any { return span(scan.Finder{}.Next([]byte(in), 0)) }, "A match also has the offsets of the components"},
	{"urn:dd:apps:us1:acme", func(in string) any { return usual2.FindStringSubmatch(in)[2] }, func(in string) any { return value(shape.Parse(in)).([]string)[1] }, "Package `pattern` in place of groups"},
}

var (
	usual2 = regexp.MustCompile(`^urn:dd:apps:([^:]+):([^:]+)$`)
	shape  = pattern.MustCompile("urn:dd:apps:{region}:{org}")
)

// found returns the text that Next has found in in.
func found(in string) func(scan.Match, bool) string {
	return func(m scan.Match, _ bool) string { return in[m.Start:m.End] }
}

func span(m scan.Match, _ bool) []int { return []int{m.Start, m.End} }

// TestStoredKeys tests the statements of the page on stored keys: the key of a normal form of
// go-urn is the key of the name.
func TestStoredKeys(t *testing.T) {
	n := 0
	for _, in := range knownInputs(t) {
		for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141} {
			theirs, ok := goURN(x, in)
			ours, err := x.Parse(in)
			if !ok || err != nil {
				continue
			}
			stored := theirs.Normalize().String()
			u, err := x.Parse(stored)
			if err != nil || u.Key() != ours.Key() {
				t.Errorf("%v: %q is stored as %q, whose key is %q, %v, want %q", x, in, stored, u.Key(), err, ours.Key())
			}
			n++
		}
	}
	if n < 10_000 {
		t.Errorf("only %d keys are compared", n)
	}
}

// TestFromGoURN: the page shows the results of the calls of this file.
func TestFromGoURN(t *testing.T) {
	file := token.NewFileSet()
	source, err := parser.ParseFile(file, "migration_test.go", nil, parser.ParseComments)
	require.NoError(t, err)
	calls := func(name string) [][2]string { return callsOf(t, file, source, name) }
	parts := map[string]string{
		"changes":     portTable(t, changesData, calls("changesData")),
		"go-urn":      portTable(t, fromGoURN, calls("fromGoURN")),
		"net-url":     portTable(t, fromNetURL, calls("fromNetURL")),
		"regexp":      portTable(t, fromRegexp, calls("fromRegexp")),
		"divergences": divergenceTable(t),
	}
	const page = "../../docs/from-go-urn.md"
	testhelp.Watch(t, "../../docs")
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	made := string(text)
	for name, part := range parts {
		begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
		before, rest, ok := strings.Cut(made, begin)
		_, after, ok2 := strings.Cut(rest, end)
		require.True(t, ok && ok2, "%s has no part %s", page, name)
		made = before + begin + part + end + after
	}
	if *updateDocs {
		require.NoError(t, os.WriteFile(page, []byte(made), 0o644))
		return
	}
	for i, line := range strings.Split(made, "\n") {
		if was := strings.Split(string(text), "\n"); i >= len(was) || was[i] != line {
			t.Fatalf("%s:%d is not what the calls return; run this test with -update-docs. It should be\n%s", page, i+1, line)
		}
	}
}

// callsOf returns the texts of the calls there and here of each row of a table.
func callsOf(t *testing.T, file *token.FileSet, source *ast.File, name string) (list [][2]string) {
	helpers := []string{"accepted", "noError", "value", "span"}
	text := func(e ast.Expr) string {
		switch f := e.(type) {
		case *ast.BasicLit:
			return strings.Trim(f.Value, `"`)
		case *ast.FuncLit:
			if n := len(f.Body.List); n > 2 { // the first one makes u, and the last one returns
				var b strings.Builder
				require.NoError(t, printer.Fprint(&b, file, f.Body.List[1:n-1]))
				return strings.ReplaceAll(b.String(), "\n", "; ")
			}
			e = f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt).Results[0]
		}
		for {
			call, ok := e.(*ast.CallExpr)
			if !ok {
				break
			}
			f, ok := call.Fun.(*ast.Ident)
			_, curried := call.Fun.(*ast.CallExpr) // found(in)(…)
			if !curried && (!ok || !slices.Contains(helpers, f.Name)) {
				break
			}
			e = call.Args[len(call.Args)-1]
		}
		var b strings.Builder
		require.NoError(t, printer.Fprint(&b, file, e))
		s := regexp.MustCompile(`\s+`).ReplaceAllString(b.String(), " ")
		s = regexp.MustCompile(`value\(([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*)\)(?:\.\([^()]*\))?`).ReplaceAllString(s, "$1")
		return strings.NewReplacer("old(in)", "u", "old7643(in)", "u", "parsed(in)", "u", "location(in)", "u",
			`old("urn:example:a?=q")`, "v", `parsed("urn:example:a?=q")`, "v", "parsed(", "urn.MustParse(", "gourn.", "urn.", "usual2.", "re.", "usual.", "re.").Replace(s)
	}
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != name {
			return true
		}
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			row := e.(*ast.CompositeLit).Elts
			list = append(list, [2]string{text(row[1]), text(row[len(row)-2])})
		}
		return false
	})
	require.NotEmpty(t, list, name)
	return list
}

const portHead = "| there | here | `in` or the text of `u` | result there | result here | what changes |\n|---|---|---|---|---|---|\n"

func portTable(t *testing.T, rows []port, calls [][2]string) string {
	require.Len(t, calls, len(rows))
	var b strings.Builder
	b.WriteString(portHead)
	for i, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", code(calls[i][0]), code(calls[i][1]), code(r.in), result(r.there(r.in)), result(r.here(r.in)), r.change)
	}
	return b.String()
}

// divergenceTable runs the differential test on the example of each named divergence.
func divergenceTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| example | syntax | there | here | what go-urn does | RFC, sections |\n|---|---|---|---|---|---|\n")
	for _, v := range divergences {
		d := &differential{t: t, seen: map[string]int{}}
		d.parse(v.syntax, v.example)
		require.Equal(t, 1, d.seen[v.name], "%q is no example of %s, but of %v", v.example, v.name, d.seen)
		there, here := "refused", "refused"
		theirs, ok := goURN(v.syntax, v.example)
		if ok {
			there = "accepted"
		}
		ours, err := v.syntax.Parse(v.example)
		if err == nil {
			here = "accepted"
		}
		if ok && err == nil {
			if there, here = code(theirs.String()), code(ours.String()); there == here {
				there, here = code(theirs.Normalize().String()), code(ours.Normalize().String())
			}
		}
		require.NotEqual(t, there, here, v.name)
		fmt.Fprintf(&b, "| %s | %v | %s | %s | %s | %s |\n", code(v.example), v.syntax, there, here, v.doc, v.clause)
	}
	return b.String()
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "|", "\\|") + "`" }

func result(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case error:
		var e *urn.Error
		if errors.As(v, &e) {
			return fmt.Sprintf("an error: reason `%v`, byte %d", e.Reason.String(), e.Offset)
		}
		return "an error"
	case *gourn.URN:
		if v == nil {
			return "an error"
		}
		return code(v.String())
	case string:
		if v == "" {
			return `""`
		}
		return code(v)
	}
	return code(fmt.Sprint(v))
}

// The differential test: this library and go-urn v1.5.0 read the same inputs.
// Where they disagree, one of the divergences below must explain it. Each
// divergence must come up. One that does not is no longer true, and must be
// removed.

// divergence is a named way in which go-urn differs.
type divergence struct {
	name    string
	clause  string // the sections that decide against go-urn, after the number of their RFC
	doc     string
	syntax  urn.Syntax
	example string // an input under syntax, for docs/from-go-urn.md
}

var (
	divEscapeLetters = divergence{"escape-of-any-letters", "2141, 2.3.1; 8141, 2",
		`takes any two letters or digits after "%"`, urn.RFC8141, "urn:example:%zz"}
	divSwallowedQ = divergence{"r-component-swallows-q-delimiter", "8141, 2.3.1",
		`reads a "?=" without a q-component after it as part of the r-component`, urn.RFC8141, "urn:example:a?+r?="}
	divUNID = divergence{"nid-of-u-and-colon", "2141, 2.1",
		`refuses a "u" after "urn:" and a ":" three octets later, to exclude the NID "urn"`, urn.RFC2141, "urn:uab:x"}
	divReserved = divergence{"reserved-octets-refused", "2141, 2.2, 2.3.2",
		`refuses "/", "?" and "#", which the grammar derives, and the prose says SHOULD NOT be used`, urn.RFC2141, "urn:example:a/b"}
	divRepeatedR = divergence{"repeated-r-delimiter-refused", "8141, 2, 2.3.1",
		`refuses a "?+" in the r-component, where it is data, unless "/" follows`, urn.RFC8141, "urn:example:a?+b?+c"}
	divRepeatedQ = divergence{"repeated-q-delimiter-refused", "8141, 2, 2.3.2",
		`refuses a "?=" in the q-component, where it is data, unless "/" follows`, urn.RFC8141, "urn:example:a?=b?=c"}
	divInformal = divergence{"informal-nid-refused", "8141, 2, 5.2",
		`refuses an NID of "urn-" and a letter or "0", which is not registered, but derived by the grammar`, urn.RFC8141, "urn:urn-a:b"}
	divLostF = divergence{"empty-f-component-lost", "8141, 2",
		`String drops a "#" at the end`, urn.RFC8141, "urn:example:a#"}
	divSchemeFromNID = divergence{"scheme-spelt-as-the-nid", "8141, 2",
		`String copies the case of the scheme from an NID that begins with "urn-"`, urn.RFC8141, "urn:URN-1:a"}
	divLowerEscapes = divergence{"normal-form-lower-case-escapes", "8141, 3.1",
		`the normal form has escapes in lower case`, urn.RFC8141, "urn:example:a%2Fb"}
	divDroppedComponents = divergence{"normal-form-drops-components", "8141, 3.1",
		`the normal form is the assigned-name alone`, urn.RFC8141, "urn:example:a?=q"}
)

var divergences = []divergence{
	divEscapeLetters, divSwallowedQ, divUNID, divReserved, divRepeatedR, divRepeatedQ,
	divInformal, divLostF, divSchemeFromNID, divLowerEscapes, divDroppedComponents,
}

// goURN has go-urn parse a copy of in, because go-urn writes to its argument.
func goURN(x urn.Syntax, in string) (*gourn.URN, bool) {
	mode := gourn.RFC8141Only
	if x == urn.RFC2141 {
		mode = gourn.RFC2141Only
	}
	return gourn.Parse([]byte(in), gourn.WithParsingMode(mode))
}

// differential collects what comes up in one run.
type differential struct {
	t      testing.TB
	seen   map[string]int
	inputs int
	both   int // inputs that both take
}

func (d *differential) saw(which ...divergence) {
	for _, v := range which {
		d.seen[v.name]++
	}
}

// parse compares one input under one syntax.
func (d *differential) parse(x urn.Syntax, in string) {
	d.inputs++
	theirs, ok := goURN(x, in)
	ours, err := x.Parse(in)
	switch {
	case ok && err != nil:
		d.theyAccept(x, in, theirs)
	case !ok && err == nil:
		switch why := refusals(ours); len(why) {
		case 0:
			d.t.Errorf("%v.Parse(%q) takes it; go-urn does not, and nothing says why", x, in)
		case 1:
			d.saw(why...) // of several, go-urn stops at one, there is no telling which
		}
	case ok:
		d.both++
		if why := refusals(ours); len(why) > 0 {
			d.t.Errorf("%v.Parse(%q): go-urn takes it, though it falls under %s", x, in, why[0].name)
		}
		d.components(ours, theirs)
		d.normalForm(ours, theirs)
	}
}

// theyAccept explains an input that go-urn alone takes. Escapes that are none
// are put right, as often as there are any, and then nothing but a swallowed
// delimiter may be left.
func (d *differential) theyAccept(x urn.Syntax, in string, theirs *gourn.URN) {
	repaired, n := repairEscapes(in)
	_, fault := x.Locate(repaired)
	_, before := x.Locate(in)
	if n > 0 && before.Reason == urn.BadEscape {
		d.saw(divEscapeLetters)
		if fault.Reason == 0 {
			return
		}
	}
	if x == urn.RFC8141 && fault.Reason == urn.BadQ && strings.HasSuffix(repaired[:fault.Offset], "?=") &&
		strings.Contains(theirs.RComponent(), "?=") {
		d.saw(divSwallowedQ)
		return
	}
	d.t.Errorf("%v.Parse(%q): fault %+v; go-urn takes it, and nothing says why", x, in, before)
}

// repairEscapes puts "%41" for each "%" with two letters or digits that are
// not both hexadecimal, and says how many there were.
func repairEscapes(in string) (string, int) {
	b, n := []byte(in), 0
	for i := 0; i+2 < len(b); i++ {
		if b[i] != '%' {
			continue
		}
		if isAlphanumeric(b[i+1]) && isAlphanumeric(b[i+2]) {
			if !isHexDigit(b[i+1]) || !isHexDigit(b[i+2]) {
				copy(b[i:], "%41")
				n++
			}
			i += 2
		}
	}
	return string(b), n
}

func isHexDigit(c byte) bool { return ascii.IsHex(c) }

func isAlphanumeric(c byte) bool { return ascii.IsAlnum(c) }

// refusals lists why go-urn refuses what this library takes; it is empty for
// exactly those URNs that both take.
func refusals(ours urn.URN) []divergence {
	nid := strings.ToLower(ours.NID())
	var why []divergence
	if ours.Syntax() == urn.RFC2141 {
		if s := ours.String(); nid[0] == 'u' && len(s) > 7 && s[7] == ':' {
			why = append(why, divUNID)
		}
		if strings.ContainsAny(ours.NSS(), "/?#") {
			why = append(why, divReserved)
		}
	} else {
		if rest, ok := strings.CutPrefix(nid, "urn-"); ok && (rest[0] == '0' || 'a' <= rest[0] && rest[0] <= 'z') {
			why = append(why, divInformal)
		}
		if repeats(ours.R(), "?+") {
			why = append(why, divRepeatedR)
		}
		if repeats(ours.Q(), "?=") {
			why = append(why, divRepeatedQ)
		}
	}
	return why
}

// repeats reports whether delimiter is in a component where go-urn refuses it.
// Before "/", which no component begins with, it does not.
func repeats(component, delimiter string) bool {
	_, rest, ok := strings.Cut(component, delimiter)
	return ok && (!strings.HasPrefix(rest, "/") || repeats(rest, delimiter))
}

func (d *differential) components(ours urn.URN, theirs *gourn.URN) {
	for _, c := range []struct{ name, ours, theirs string }{
		{"NID", ours.NID(), theirs.ID},
		{"NSS", ours.NSS(), theirs.SS},
		{"r-component", ours.R(), theirs.RComponent()},
		{"q-component", ours.Q(), theirs.QComponent()},
		{"f-component", ours.F(), theirs.FComponent()},
	} {
		if c.ours != c.theirs {
			d.t.Errorf("%v.Parse(%q): its %s is %q, go-urn's %q", ours.Syntax(), ours, c.name, c.ours, c.theirs)
		}
	}
	want := ours.String()
	if nid := ours.NID(); ours.Syntax() == urn.RFC8141 && strings.HasPrefix(strings.ToLower(nid), "urn-") && nid[:3] != want[:3] {
		d.saw(divSchemeFromNID)
		want = nid[:3] + want[3:]
	}
	if ours.Parts().HasF && ours.F() == "" {
		d.saw(divLostF)
		want = strings.TrimSuffix(want, "#")
	}
	if got := theirs.String(); got != want {
		d.t.Errorf("%v.Parse(%q).String() = %q; go-urn's is %q, want %q", ours.Syntax(), ours, ours, got, want)
	}
}

func (d *differential) normalForm(ours urn.URN, theirs *gourn.URN) {
	want := ours.Normalize().String()
	if key := ours.Key(); want != key {
		d.saw(divDroppedComponents)
		want = key
	}
	if lower := lowerEscapes(want); want != lower {
		d.saw(divLowerEscapes)
		want = lower
	}
	if got := theirs.Normalize().String(); got != want {
		d.t.Errorf("%v.Parse(%q).Normalize() = %q; go-urn's is %q, want %q", ours.Syntax(), ours, ours.Normalize(), got, want)
	}
}

func lowerEscapes(s string) string {
	b := []byte(s)
	for i := range b {
		if i > 0 && b[i-1] == '%' || i > 1 && b[i-2] == '%' {
			b[i] = strings.ToLower(string(b[i]))[0]
		}
	}
	return string(b)
}

// equal compares the equivalence of two inputs. There is no divergence in it:
// go-urn's normal form, other though it is, tells the same names apart.
func (d *differential) equal(x urn.Syntax, a, b string) {
	u, err := x.Parse(a)
	v, err2 := x.Parse(b)
	p, ok := goURN(x, a)
	q, ok2 := goURN(x, b)
	if err != nil || err2 != nil || !ok || !ok2 {
		return
	}
	d.both++
	if u.Equal(v) != p.Equal(q) {
		d.t.Errorf("%v: %q.Equal(%q) = %v, go-urn says %v", x, a, b, u.Equal(v), p.Equal(q))
	}
}

const testdata = "../../testdata/"

// readJSONL reads the JSON objects of the files that match pattern, one a line.
func readJSONL[T any](t testing.TB, pattern string) (rows []T) {
	t.Helper()
	testhelp.Watch(t, testdata)
	paths, err := filepath.Glob(testdata + pattern)
	require.NoError(t, err)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		for line := range bytes.Lines(data) {
			var row T
			require.NoError(t, json.Unmarshal(line, &row), path)
			rows = append(rows, row)
		}
	}
	require.NotEmpty(t, rows, pattern)
	return rows
}

// knownInputs are the vectors, the peers' inputs and the corpus.
func knownInputs(t testing.TB) []string {
	type input struct {
		In    *string
		InHex string `json:"in_hex"`
	}
	var list []string
	for _, pattern := range []string{"suite/rfc*-[ar]*.jsonl", "vectors.jsonl", "peers/*.jsonl"} {
		for _, v := range readJSONL[input](t, pattern) {
			in, err := hex.DecodeString(v.InHex)
			require.NoError(t, err)
			if v.In != nil {
				in = []byte(*v.In)
			}
			list = append(list, string(in))
		}
	}
	corpus, err := os.ReadFile(testdata + "corpus.txt")
	require.NoError(t, err)
	return append(list, strings.Fields(string(corpus))...)
}

func TestDifferential(t *testing.T) {
	d := &differential{t: testhelp.FirstFailures(t), seen: map[string]int{}}
	inputs := knownInputs(t)
	for _, in := range inputs {
		d.parse(urn.RFC8141, in)
		d.parse(urn.RFC2141, in)
	}
	m := mutator{rand.New(rand.NewPCG(2141, 8141)), inputs}
	n := 200_000
	if testing.Short() || testhelp.Race {
		n = 40_000
	}
	for range n {
		in := m.next()
		d.parse(urn.RFC8141, in)
		d.parse(urn.RFC2141, in)
	}
	for _, v := range divergences {
		if d.seen[v.name] == 0 {
			t.Errorf("the divergence %s (%s: %s) did not come up", v.name, v.clause, v.doc)
		}
		t.Logf("%6d %s", d.seen[v.name], v.name)
	}
	t.Logf("%6d inputs, %d of them taken by both", d.inputs, d.both)
	if d.both < d.inputs/4 {
		t.Errorf("both take %d inputs of %d: too few to compare anything but verdicts", d.both, d.inputs)
	}
}

func TestDifferentialEqual(t *testing.T) {
	type pair struct{ A, B string }
	d := &differential{t: testhelp.FirstFailures(t)}
	for _, e := range append(readJSONL[pair](t, "suite/equivalence.jsonl"), readJSONL[pair](t, "equivalence.jsonl")...) {
		d.equal(urn.RFC8141, e.A, e.B)
		d.equal(urn.RFC2141, e.A, e.B)
	}
	inputs := knownInputs(t)
	m := mutator{rand.New(rand.NewPCG(3, 1)), inputs}
	for i, in := range inputs {
		a, b := m.otherCase(in), m.otherCase(in)
		d.equal(urn.RFC8141, a, b)
		d.equal(urn.RFC2141, a, b)
		d.equal(urn.RFC8141, in, inputs[(i+1)%len(inputs)])
	}
	if d.both < len(inputs) {
		t.Errorf("%d pairs compared, of %d inputs", d.both, len(inputs))
	}
}

// mutator makes inputs that are nearly URNs.
type mutator struct {
	*rand.Rand
	inputs []string
}

var mutatorTokens = []string{
	"?+", "?=", "?", "#", "/", "%", "%2", "%zz", "%2f", "%AF", "%00", ":", "::", "-", "urn:", "URN:", "urn-", "u", "uab:", "&", "~",
	"a", "Z", "0", "=", "+", " ", "\x00", "\x7f", "\x80", "é", "\n", "\r\n", "urn:urn:", "??", "?=?", "#?", "%g1", "%1g",
}

// next gives one of the inputs with one to three changes.
func (m mutator) next() string {
	s := m.inputs[m.IntN(len(m.inputs))]
	for range 1 + m.IntN(3) {
		at := m.IntN(len(s) + 1)
		to := min(len(s), at+m.IntN(4))
		switch token := mutatorTokens[m.IntN(len(mutatorTokens))]; m.IntN(7) {
		case 0, 1:
			s = s[:at] + token + s[at:]
		case 2:
			s = s[:at] + token + s[to:]
		case 3:
			s = s[:at] + s[to:]
		case 4:
			s = s[:to] + s[at:]
		case 5:
			s = m.otherCase(s)
		case 6:
			other := m.inputs[m.IntN(len(m.inputs))]
			s = s[:at] + other[m.IntN(len(other)+1):]
		}
	}
	return s
}

// otherCase flips the case of some letters.
func (m mutator) otherCase(s string) string {
	b := []byte(s)
	for i, c := range b {
		if ascii.IsLetter(c) && m.IntN(4) == 0 {
			b[i] = c ^ 0x20
		}
	}
	return string(b)
}
