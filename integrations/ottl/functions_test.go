package urnottl_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/ottlfuncs"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/seed7b5a83f0/urn"
	urnottl "github.com/seed7b5a83f0/urn/integrations/ottl"
)

// newParser returns a parser of statements about logs that knows OTTL's own
// functions and those of this package.
func newParser(t testing.TB) ottl.Parser[*ottllog.TransformContext] {
	t.Helper()
	functions := ottlfuncs.StandardFuncs[*ottllog.TransformContext]()
	for _, f := range urnottl.Functions[*ottllog.TransformContext]() {
		functions[f.Name()] = f
	}
	p, err := ottllog.NewParser(functions, componenttest.NewNopTelemetrySettings(), ottllog.EnablePathContextNames())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// record returns the context of a log record with this attribute "x", or
// without if x is nil.
func record(t testing.TB, x any) *ottllog.TransformContext {
	t.Helper()
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	scope := resource.ScopeLogs().AppendEmpty()
	r := scope.LogRecords().AppendEmpty()
	if x != nil {
		if err := r.Attributes().PutEmpty("x").FromRaw(x); err != nil {
			t.Fatal(err)
		}
	}
	return ottllog.NewTransformContext(resource, scope, r)
}

// eval evaluates an expression in which X stands for the attribute "x".
func eval(t testing.TB, expression string, x any) (any, error) {
	t.Helper()
	p := newParser(t)
	e, err := p.ParseValueExpression(strings.ReplaceAll(expression, "X", `log.attributes["x"]`))
	if err != nil {
		t.Fatalf("ParseValueExpression(%q) = %v", expression, err)
	}
	tCtx := record(t, x)
	v, err := e.Eval(context.Background(), tCtx)
	if after := attribute(tCtx, "x"); !reflect.DeepEqual(after, x) {
		t.Errorf("%s has changed its argument: %#v, was %#v", expression, after, x)
	}
	switch w := v.(type) {
	case pcommon.Map:
		v = w.AsRaw()
	case pcommon.Slice:
		v = w.AsRaw()
	}
	return v, err
}

func attribute(tCtx *ottllog.TransformContext, key string) any {
	v, ok := tCtx.GetLogRecord().Attributes().Get(key)
	if !ok {
		return nil
	}
	return v.AsRaw()
}

func TestNames(t *testing.T) {
	var got []string
	for _, f := range urnottl.Functions[any]() {
		got = append(got, f.Name())
	}
	want := []string{"ParseURN", "NormalizeURN", "URNKey", "IsURN", "ExtractURNs", "MatchURN", "BuildURN", "RepairURN", "URNChanges"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Functions() = %q, want %q", got, want)
	}
	for name := range ottlfuncs.StandardFuncs[any]() {
		for _, f := range urnottl.Functions[any]() {
			if f.Name() == name {
				t.Errorf("%s hides a function of OTTL", name)
			}
		}
	}
}

func TestValues(t *testing.T) {
	for _, test := range []struct {
		name       string
		expression string
		x          string
		want       any
	}{
		{"scheme and NID to lower case", `NormalizeURN(X)`, "URN:ISBN:0-395-36341-X", "urn:isbn:0-395-36341-X"},
		{"escapes to upper case", `NormalizeURN(X)`, "urn:example:a%2fb?+%aa?=%bb#%cc", "urn:example:a%2Fb?+%AA?=%BB#%CC"},
		{"normal already", `NormalizeURN(X)`, "urn:example:a", "urn:example:a"},
		{"r, q and f are no part of the key", `URNKey(X)`, "URN:Example:A%2fb?+r?=q#f", "urn:example:A%2Fb"},
		{"key of an assigned-name", `URNKey(X)`, "urn:example:a", "urn:example:a"},

		{"a URN", `IsURN(X)`, "urn:example:a", true},
		{"empty", `IsURN(X)`, "", false},
		{"NID of one letter", `IsURN(X)`, "urn:e:a", false},
		{"white space around it", `IsURN(X)`, " urn:example:a", false},

		{"fields of a pattern", `MatchURN(X, "urn:ex:{tenant}:{id...}")`, "URN:EX:a%3Ab:c:d#f", map[string]any{"tenant": "a:b", "id": "c:d"}},
		{"a URN of fields", `BuildURN(MatchURN(X, "urn:ex:{tenant}:{id...}"), "urn:ey:{id}/{tenant}")`, "urn:ex:a%3Ab:c", "urn:ey:c/a%3Ab"},
		{"fields of a raw pattern", `MatchURN(X, "raw urn:ex:{tenant}:{id...}")`, "urn:ex:a:[é b]#c", map[string]any{"tenant": "a", "id": "[é b]#c"}},
		{"a name of fields that is no URN", `BuildURN(MatchURN(X, "urn:ex:{tenant}:{id...}"), "raw urn:ey:{id}[{tenant}]")`, "urn:ex:a%20b:c", "urn:ey:c[a b]"},
		{"a name of one's own", `IsURN(X, namespace=true, patterns="testdata/patterns.txt")`, "urn:dd:user:Ann", true},
		{"not a name of one's own", `IsURN(X, namespace=true, patterns="testdata/patterns.txt")`, "urn:dd:user:", false},
		{"key of a name of one's own", `URNKey(X, namespace=true, patterns="testdata/patterns.txt")`, "URN:DD:user:Ann", "urn:dd:user:ann"},

		{"repaired", `RepairURN(X)`, "URN:Ex:é a#b#c", "URN:Ex:%C3%A9%20a#b%23c"},
		{"a URN stays", `RepairURN(X)`, "URN:Ex:%c3%a9", "URN:Ex:%c3%a9"},
		{"repaired under a syntax", `RepairURN(X, "relaxed")`, "urn:e.x:a b#c#d", "urn:e.x:a%20b#c#d"},
		{"a % that is data", `RepairURN(X, percent=true)`, "urn:ex:1%", "urn:ex:1%25"},
		{"key of what is repaired", `URNKey(RepairURN(X))`, "URN:Ex:é#a", "urn:ex:%C3%A9"},
		{"changes", `URNChanges(X)`, "urn:ex:é |a\"", []any{
			map[string]any{"offset": int64(7), "end": int64(11), "escapes": "%C3%A9%20%7C"},
			map[string]any{"offset": int64(12), "end": int64(13), "escapes": "%22"},
		}},
		{"changes of a URN", `Len(URNChanges(X))`, "urn:ex:a", int64(0)},

		{"syntax by position", `IsURN(X, "rfc2141")`, "urn:e:a", true},
		{"syntax by name", `IsURN(X, syntax="rfc2141")`, "urn:e:a", true},
		{"the default by name", `IsURN(X, "rfc8141")`, "urn:e:a", false},
		{"key under RFC 2141 keeps what is no component there", `URNKey(X, "rfc2141")`, "URN:Example:a?=q#f", "urn:example:a?=q#f"},
		{"normal form under the draft", `NormalizeURN(X, "draft2141bis")`, "URN:Example:a?k=%aa", "urn:example:a?k=%AA"},
		{"key under the draft", `URNKey(X, "draft2141bis")`, "URN:Example:a?k=v", "urn:example:a"},

		{"normal form of a namespace", `NormalizeURN(X, namespace=true)`, "URN:ISBN:0-395-36341-1?=q#f", "urn:isbn:9780395363416?=q#f"},
		{"normal form of no namespace", `NormalizeURN(X, namespace=false)`, "URN:ISBN:0-395-36341-1?=q#f", "urn:isbn:0-395-36341-1?=q#f"},
		{"key of a namespace", `URNKey(X, namespace=true)`, "URN:ISBN:0-395-36341-1?=q#f", "urn:isbn:9780395363416"},
		{"key of a namespace that nothing is known of", `URNKey(X, namespace=true)`, "URN:Example:A#f", "urn:example:A"},
		{"a name of its namespace", `IsURN(X, namespace=true)`, "urn:isbn:0-395-36341-1", true},
		{"wrong check digit", `IsURN(X, namespace=true)`, "urn:isbn:0-395-36341-2", false},
		{"wrong check digit that nobody asks for", `IsURN(X, namespace=false)`, "urn:isbn:0-395-36341-2", true},
		{"nothing known of its namespace", `IsURN(X, namespace=true)`, "urn:example:a", true},
		{"no URN of any namespace", `IsURN(X, namespace=true)`, "urn:x:a", false},
		{"syntax and namespace by position", `IsURN(X, "rfc2141", true)`, "urn:x:a", true},

		{"components by namespace", `ParseURN(X, namespace=true)`, "URN:ISBN:0-395-36341-1?=q", map[string]any{
			"nid": "ISBN", "nss": "0-395-36341-1", "r": nil, "q": "q", "f": nil,
			"normalized": "urn:isbn:9780395363416?=q", "key": "urn:isbn:9780395363416", "syntax": "rfc8141",
		}},
		{"every component", `ParseURN(X)`, "URN:Example:a%2f?+r?=q#f", map[string]any{
			"nid": "Example", "nss": "a%2f", "r": "r", "q": "q", "f": "f",
			"normalized": "urn:example:a%2F?+r?=q#f", "key": "urn:example:a%2F", "syntax": "rfc8141",
		}},
		{"no component", `ParseURN(X)`, "urn:example:a", map[string]any{
			"nid": "example", "nss": "a", "r": nil, "q": nil, "f": nil,
			"normalized": "urn:example:a", "key": "urn:example:a", "syntax": "rfc8141",
		}},
		{"an empty f-component", `ParseURN(X)`, "urn:example:a#", map[string]any{
			"nid": "example", "nss": "a", "r": nil, "q": nil, "f": "",
			"normalized": "urn:example:a#", "key": "urn:example:a", "syntax": "rfc8141",
		}},
		{"a query of the draft", `ParseURN(X, "draft2141bis")`, "urn:example:a?k=v", map[string]any{
			"nid": "example", "nss": "a", "r": nil, "q": "k=v", "f": nil,
			"normalized": "urn:example:a?k=v", "key": "urn:example:a", "syntax": "draft2141bis",
		}},
		{"one component", `ParseURN(X)["nid"]`, "URN:ISBN:1", "ISBN"},
		{"one component that is absent", `ParseURN(X)["q"]`, "URN:ISBN:1", nil},
		{"one of several", `ExtractURNs(X)[1]`, "urn:example:a urn:example:b", "urn:example:b"},
		{"how many", `Len(ExtractURNs(X))`, "urn:example:a urn:example:b", int64(2)},
		{"nested", `URNKey(Concat(["urn", "ISBN", X], ":"))`, "1", "urn:isbn:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := eval(t, test.expression, test.x); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s with %q = %#v, %v, want %#v", test.expression, test.x, got, err, test.want)
			}
		})
	}
}

func TestExtract(t *testing.T) {
	for _, test := range []struct {
		name       string
		expression string
		x          string
		want       []string
	}{
		{"empty", `ExtractURNs(X)`, "", []string{}},
		{"none", `ExtractURNs(X)`, "return:ab:c, urn:x:y", []string{}},
		{"nothing else", `ExtractURNs(X)`, "urn:example:a", []string{"urn:example:a"}},
		{"in order, twice, as written", `ExtractURNs(X)`, "URN:B:1 urn:aa:1 URN:BB:1 urn:aa:1", []string{"urn:aa:1", "URN:BB:1", "urn:aa:1"}},
		{"in JSON", `ExtractURNs(X)`, `{"a":"urn:example:1","b":["urn:example:2"]}`, []string{"urn:example:1", "urn:example:2"}},
		{"end of a sentence", `ExtractURNs(X)`, "See (urn:example:a(b)), or urn:example:c.", []string{"urn:example:a(b)", "urn:example:c"}},
		{"bytes that are not UTF-8", `ExtractURNs(X)`, "\xff urn:example:a \xff", []string{"urn:example:a"}},
		{"a URN within a URN", `ExtractURNs(X)`, "urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)", []string{"urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)"}},

		{"exact", `ExtractURNs(X, exact=true)`, "See (urn:example:a), or urn:example:c.", []string{"urn:example:a),", "urn:example:c."}},
		{"not exact", `ExtractURNs(X, exact=false)`, "urn:example:c.", []string{"urn:example:c"}},
		{"syntax", `ExtractURNs(X, "rfc2141")`, "urn:x:y urn:example:a~b", []string{"urn:x:y"}},
		{"syntax by name", `ExtractURNs(X, syntax="draft2141bis")`, "urn:example:a?k=v&l=w urn:x:a", []string{"urn:example:a?k=v&l=w"}},
		{"by position", `ExtractURNs(X, "rfc2141", false, true, "key")`, "URN:X:y.", []string{"urn:x:y."}},

		{"to normal forms", `ExtractURNs(X, to="normalized")`, "URN:Example:%aa?=%aa#f, urn:example:b", []string{"urn:example:%AA?=%AA#f", "urn:example:b"}},
		{"to keys", `ExtractURNs(X, to="key")`, "URN:Example:%aa?=%aa#f, urn:example:b", []string{"urn:example:%AA", "urn:example:b"}},
		{"to normal forms of namespaces", `ExtractURNs(X, namespace=true, to="normalized")`, "URN:ISBN:0-395-36341-1#f URN:Example:A", []string{"urn:isbn:9780395363416#f", "urn:example:A"}},
		{"to keys of namespaces", `ExtractURNs(X, namespace=true, to="key")`, "URN:ISBN:0-395-36341-1#f URN:Example:A", []string{"urn:isbn:9780395363416", "urn:example:A"}},
		{"to keys under a syntax", `ExtractURNs(X, "rfc2141", to="key")`, "URN:Example:a?=b", []string{"urn:example:a?=b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := eval(t, test.expression, test.x); err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s with %q = %#v, %v, want %#v", test.expression, test.x, got, err, test.want)
			}
		})
	}
}

// What is a string but no URN is an error that says where and why.
func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct {
		name      string
		arguments string
		x         string
		offset    int
		reason    urn.Reason
	}{
		{"empty", `X`, "", 0, urn.BadScheme},
		{"URL", `X`, "http://example.com/", 0, urn.BadScheme},
		{"short NID", `X`, "urn:e:a", 5, urn.BadNID},
		{"no NSS", `X`, "urn:example:", 12, urn.BadNSS},
		{"escape cut off", `X`, "urn:example:%2", 14, urn.BadEscape},
		{"empty r-component", `X`, "urn:example:a?+", 15, urn.BadR},
		{"bad by namespace, too", `X, namespace=true`, "urn:e:a", 5, urn.BadNID},
		{"empty q-component", `X`, "urn:example:a?=", 15, urn.BadQ},
		{"second number sign", `X`, "urn:example:a#b#", 15, urn.BadF},
		{"NID urn", `X, "rfc2141"`, "urn:urn:a", 7, urn.BadNID},
		{"slash under the draft", `X, "draft2141bis"`, "urn:example:a/b", 13, urn.BadNSS},
	} {
		functions := []string{"ParseURN", "NormalizeURN", "URNKey"}
		switch test.name {
		case "bad by namespace, too", "second number sign", "slash under the draft": // another argument, and what is repaired
		default:
			functions = append(functions, "RepairURN", "URNChanges")
		}
		for _, function := range functions {
			t.Run(test.name+"/"+function, func(t *testing.T) {
				got, err := eval(t, function+"("+test.arguments+")", test.x)
				var e *urn.Error
				if !errors.As(err, &e) || e.Offset != test.offset || e.Reason != test.reason || got != nil {
					t.Errorf("%s of %q = %v, %v, want an error of reason %v at %d",
						function, test.x, got, err, test.reason, test.offset)
				}
			})
		}
	}
}

// What is no string is dealt with as OTTL's own functions do: IsURN as
// IsString, the others as ParseJSON.
func TestNoStrings(t *testing.T) {
	for _, test := range []struct {
		name string
		x    any
		want string
	}{
		{"absent", nil, "expected string but got nil"},
		{"int", int64(1), "expected string but got int64"},
		{"double", 1.5, "expected string but got float64"},
		{"bool", true, "expected string but got bool"},
		{"bytes", []byte("urn:example:a"), "expected string but got []uint8"},
		{"list", []any{"urn:example:a"}, "expected string but got pcommon.Slice"},
		{"map", map[string]any{"urn": "urn:example:a"}, "expected string but got pcommon.Map"},
	} {
		for _, function := range []string{"ParseURN", "NormalizeURN", "URNKey", "ExtractURNs", "ParseJSON"} {
			t.Run(test.name+"/"+function, func(t *testing.T) {
				got, err := eval(t, function+"(X)", test.x)
				var e ottl.TypeError
				if !errors.As(err, &e) || e.Error() != test.want || got != nil {
					t.Errorf("%s(%#v) = %v, %v, want the error %q", function, test.x, got, err, test.want)
				}
			})
		}
		for _, function := range []string{"IsURN", "IsString"} {
			t.Run(test.name+"/"+function, func(t *testing.T) {
				if got, err := eval(t, function+"(X)", test.x); err != nil || got != false {
					t.Errorf("%s(%#v) = %v, %v, want false", function, test.x, got, err)
				}
			})
		}
	}
}

// An error of reading a value does not mean that the value is not a URN.
func TestErrorsFromFurtherIn(t *testing.T) {
	for _, test := range []struct {
		name, expression string
		x                any
	}{
		{"TypeError", `%(URNKey(X))`, int64(1)},
		{"SyntaxError", `%(URNKey(X))`, "no URN"},
		{"error of a function of OTTL", `%(ParseJSON(X)["urn"])`, "{"},
		{"key not found", `%(ParseJSON(X)["urn"])`, "{}"},
	} {
		for _, function := range []string{"ParseURN", "NormalizeURN", "URNKey", "IsURN", "ExtractURNs", "IsString"} {
			t.Run(test.name+"/"+function, func(t *testing.T) {
				expression := strings.Replace(test.expression, "%", function, 1)
				if got, err := eval(t, expression, test.x); err == nil {
					t.Errorf("%s with %#v = %v, want an error", expression, test.x, got)
				}
			})
		}
	}
}

// Mistakes in a statement show when it is parsed, before any record is seen.
func TestStatementErrors(t *testing.T) {
	for _, test := range []struct{ name, call, want string }{
		{"no argument", `IsURN()`, "incorrect number of arguments"},
		{"argument too many", `IsURN("urn:example:a", "rfc8141", true, "patterns", 1)`, "incorrect number of arguments"},
		{"no such syntax", `ParseURN("urn:example:a", "rfc1738")`, `unknown syntax "rfc1738"`},
		{"empty syntax", `NormalizeURN("urn:example:a", "")`, `unknown syntax ""`},
		{"syntax in upper case", `URNKey("urn:example:a", "RFC8141")`, `unknown syntax "RFC8141"`},
		{"no such syntax to find", `ExtractURNs("urn:example:a", "rfc1738")`, `unknown syntax "rfc1738"`},
		{"syntax is no string", `IsURN("urn:example:a", 8141)`, "must be a string"},
		{"syntax depends on the record", `IsURN("urn:example:a", log.body)`, "must be a string"},
		{"no such parameter", `IsURN("urn:example:a", exact=true)`, "no such parameter: exact"},
		{"a wrong pattern", `MatchURN("urn:example:a", "urn:ex:{a}{b}")`, "column 11"},
		{"a wrong pattern to build by", `BuildURN(log.attributes, "urn:ex:{a}{b}")`, "column 11"},
		{"a pattern that depends on the record", `MatchURN("urn:example:a", log.body)`, "must be a string"},
		{"patterns without namespace", `IsURN("urn:example:a", patterns="testdata/patterns.txt")`, "patterns needs namespace to be true"},
		{"no such file of patterns", `IsURN("urn:example:a", namespace=true, patterns="testdata/none")`, "testdata/none"},
		{"a wrong file of patterns", `IsURN("urn:example:a", namespace=true, patterns="functions.go")`, "functions.go: line 1: pattern"},
		{"no such form", `ExtractURNs("urn:example:a", to="nid")`, `no such form: "nid"`},
		{"namespace without a form", `ExtractURNs("urn:example:a", namespace=true)`, `namespace needs to="normalized" or to="key"`},
		{"namespace is no bool", `URNKey("urn:example:a", namespace="isbn")`, "must be a bool"},
		{"exact is no bool", `ExtractURNs("urn:example:a", exact="yes")`, "must be a bool"},
		{"literal of another type", `URNKey(1)`, "expected string but got int64"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newParser(t)
			statement := `set(log.attributes["y"], ` + test.call + `)`
			if _, err := p.ParseStatement(statement); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("ParseStatement(%q) = %v, want an error with %q", statement, err, test.want)
			}
		})
	}
}

// OTTL passes a factory the arguments that the factory itself made; anybody may
// call one with others.
func TestForeignArguments(t *testing.T) {
	for _, f := range urnottl.Functions[any]() {
		if _, err := f.CreateFunction(ottl.FunctionContext{}, &struct{}{}); err == nil || !strings.Contains(err.Error(), f.Name()) {
			t.Errorf("%s: CreateFunction with a foreign type = %v, want an error that names the function", f.Name(), err)
		}
	}
}

// Whole statements, on records.
func TestStatements(t *testing.T) {
	for _, test := range []struct {
		name      string
		statement string
		x         any
		want      map[string]any // all attributes afterwards
	}{
		{"set to the normal form", `set(X, NormalizeURN(X))`, "URN:ISBN:1",
			map[string]any{"x": "urn:isbn:1"}},
		{"guarded, a URN", `set(log.attributes["key"], URNKey(X)) where IsURN(X)`, "URN:ISBN:1",
			map[string]any{"x": "URN:ISBN:1", "key": "urn:isbn:1"}},
		{"guarded, no URN", `set(log.attributes["key"], URNKey(X)) where IsURN(X)`, "ISBN 1",
			map[string]any{"x": "ISBN 1"}},
		{"guarded, no attribute", `set(log.attributes["key"], URNKey(X)) where IsURN(X)`, nil,
			map[string]any{}},
		{"compare keys", `set(log.attributes["same"], true) where URNKey(X) == URNKey("urn:isbn:1")`, "URN:ISBN:1#page",
			map[string]any{"x": "URN:ISBN:1#page", "same": true}},
		{"choose by namespace", `set(log.attributes["book"], true) where ParseURN(NormalizeURN(X))["nid"] == "isbn"`, "URN:ISBN:1",
			map[string]any{"x": "URN:ISBN:1", "book": true}},
		{"a component that is there", `set(log.attributes["q"], ParseURN(X)["q"])`, "urn:example:a?=b",
			map[string]any{"x": "urn:example:a?=b", "q": "b"}},
		{"a component that is absent", `set(log.attributes["q"], ParseURN(X)["q"])`, "urn:example:a",
			map[string]any{"x": "urn:example:a", "q": nil}},
		{"unless it is absent", `set(log.attributes["q"], ParseURN(X)["q"]) where ParseURN(X)["q"] != nil`, "urn:example:a",
			map[string]any{"x": "urn:example:a"}},
		{"a component that is nil", `set(log.attributes["bare"], true) where ParseURN(X)["f"] == nil`, "urn:example:a",
			map[string]any{"x": "urn:example:a", "bare": true}},
		{"a component that is empty", `set(log.attributes["bare"], true) where ParseURN(X)["f"] == nil`, "urn:example:a#",
			map[string]any{"x": "urn:example:a#"}},
		{"the whole map", `set(X, ParseURN(X))`, "urn:example:a",
			map[string]any{"x": map[string]any{
				"nid": "example", "nss": "a", "r": nil, "q": nil, "f": nil,
				"normalized": "urn:example:a", "key": "urn:example:a", "syntax": "rfc8141",
			}}},
		{"a list", `set(log.attributes["urns"], ExtractURNs(X))`, "urn:example:a urn:example:b",
			map[string]any{"x": "urn:example:a urn:example:b", "urns": []any{"urn:example:a", "urn:example:b"}}},
		{"an empty list", `set(log.attributes["urns"], ExtractURNs(X))`, "",
			map[string]any{"x": "", "urns": []any{}}},
		{"no list if there is nothing in it", `set(log.attributes["urns"], ExtractURNs(X)) where Len(ExtractURNs(X)) > 0`, "",
			map[string]any{"x": ""}},
		{"the first one", `set(log.attributes["urn"], ExtractURNs(X)[0])`, "urn:example:a urn:example:b",
			map[string]any{"x": "urn:example:a urn:example:b", "urn": "urn:example:a"}},
		{"merge the map", `merge_maps(log.attributes, ParseURN(X), "insert")`, "urn:example:a?=b",
			map[string]any{
				"x": "urn:example:a?=b", "nid": "example", "nss": "a", "r": nil, "q": "b", "f": nil,
				"normalized": "urn:example:a?=b", "key": "urn:example:a", "syntax": "rfc8141",
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newParser(t)
			s, err := p.ParseStatement(strings.ReplaceAll(test.statement, "X", `log.attributes["x"]`))
			if err != nil {
				t.Fatal(err)
			}
			tCtx := record(t, test.x)
			if _, _, err := s.Execute(context.Background(), tCtx); err != nil {
				t.Fatalf("%s with %#v: %v", test.statement, test.x, err)
			}
			if got := tCtx.GetLogRecord().Attributes().AsRaw(); !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s with %#v leaves %#v, want %#v", test.statement, test.x, got, test.want)
			}
		})
	}
}

// The functions keep no state that goroutines could fight over.
func TestConcurrently(t *testing.T) {
	p := newParser(t)
	e, err := p.ParseValueExpression(`ExtractURNs(log.attributes["x"], to="key")`)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			x := fmt.Sprintf("URN:EX:%d, URN:EX:%d", i, i+1)
			want := []string{fmt.Sprintf("urn:ex:%d", i), fmt.Sprintf("urn:ex:%d", i+1)}
			tCtx := record(t, x)
			for range 1000 {
				if got, err := e.Eval(context.Background(), tCtx); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("keys of %q = %q, %v, want %q", x, got, err, want)
					return
				}
			}
		})
	}
	wg.Wait()
}
