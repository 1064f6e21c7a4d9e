package bento

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/warpstreamlabs/bento/public/bloblang"
	_ "github.com/warpstreamlabs/bento/public/components/io"
	_ "github.com/warpstreamlabs/bento/public/components/kafka"
	_ "github.com/warpstreamlabs/bento/public/components/pure"
)

// newBloblang returns an environment of Bloblang that has the methods.
func newBloblang(tb testing.TB) *bloblang.Environment {
	tb.Helper()
	env := bloblang.NewEnvironment()
	must(tb, RegisterMethods(env))
	return env
}

// query runs a mapping over a document.
func query(t *testing.T, mapping string, document any) (any, error) {
	t.Helper()
	exe, err := newBloblang(t).Parse(mapping)
	if err != nil {
		t.Fatalf("Parse(%s): %v", mapping, err)
	}
	return exe.Query(document)
}

func TestMethods(t *testing.T) {
	for _, c := range []struct {
		name    string
		mapping string
		this    any
		want    any
	}{
		{"parse, nothing but a name", `root = this.parse_urn()`, "URN:Example:a%c3%a9", map[string]any{
			"nid": "Example", "nss": "a%c3%a9", "r": nil, "q": nil, "f": nil,
			"normalized": "urn:example:a%C3%A9", "key": "urn:example:a%C3%A9", "syntax": "rfc8141",
		}},
		{"parse, all components", `root = this.parse_urn()`, "urn:Ex:a?+b?=c#d", map[string]any{
			"nid": "Ex", "nss": "a", "r": "b", "q": "c", "f": "d",
			"normalized": "urn:ex:a?+b?=c#d", "key": "urn:ex:a", "syntax": "rfc8141",
		}},
		{"parse, empty f-component", `root = this.parse_urn().f`, "urn:ex:a#", ""},
		{"parse, RFC 2141", `root = this.parse_urn("rfc2141")`, "urn:x:a/b?c#d", map[string]any{
			"nid": "x", "nss": "a/b?c#d", "r": nil, "q": nil, "f": nil,
			"normalized": "urn:x:a/b?c#d", "key": "urn:x:a/b?c#d", "syntax": "rfc2141",
		}},
		{"parse, draft", `root = this.parse_urn(syntax: "draft2141bis")`, "urn:ex:a?k=v#f", map[string]any{
			"nid": "ex", "nss": "a", "r": nil, "q": "k=v", "f": "f",
			"normalized": "urn:ex:a?k=v#f", "key": "urn:ex:a", "syntax": "draft2141bis",
		}},
		{"parse, bytes", `root = this.parse_urn().nid`, []byte("urn:ex:a"), "ex"},
		{"parse, syntax from the document", `root = this.name.parse_urn(this.syntax).nid`, map[string]any{"name": "urn:x:a", "syntax": "rfc2141"}, "x"},
		{"normalize", `root = this.normalize_urn()`, "URN:Ex:A%aF?+b%2f#C", "urn:ex:A%AF?+b%2F#C"},
		{"normalize, RFC 2141", `root = this.normalize_urn("rfc2141")`, "URN:X:a?%2f", "urn:x:a?%2F"},
		{"key", `root = this.urn_key()`, "URN:Ex:A%aF?+b#C", "urn:ex:A%AF"},
		{"key, RFC 2141 has no components", `root = this.urn_key("rfc2141")`, "URN:Ex:a#C", "urn:ex:a#C"},
		{"is, yes", `root = this.is_urn()`, "urn:ex:a", true},
		{"is, no", `root = this.is_urn()`, "urn:x:a", false},
		{"is, RFC 2141", `root = this.is_urn("rfc2141")`, "urn:x:a", true},
		{"is, bytes", `root = this.is_urn()`, []byte("urn:ex:a"), true},
		{"is, bytes that are not", `root = this.is_urn()`, []byte("urn:ex:"), false},
		{"is, null", `root = this.is_urn()`, nil, false},
		{"is, number", `root = this.is_urn()`, 7.0, false},
		{"extract", `root = this.extract_urns()`, "(urn:ex:a), URN:Ex:b#. return:ab:c", []any{"urn:ex:a", "URN:Ex:b"}},
		{"extract, none", `root = this.extract_urns()`, "return:ab:c", []any{}},
		{"extract, none, in JSON", `root = this.extract_urns().format_json().string()`, "return:ab:c", "[]"},
		{"extract, exact", `root = this.extract_urns(exact: true)`, "(urn:ex:a).", []any{"urn:ex:a)."}},
		{"extract, syntax", `root = this.extract_urns("rfc2141")`, "urn:x:a, urn:ex:a~b", []any{"urn:x:a"}},
		{"extract, bytes", `root = this.extract_urns()`, []byte("urn:ex:a"), []any{"urn:ex:a"}},
		{"parse, namespace", `root = this.parse_urn(namespace: true)`, "URN:ISBN:0-395-36341-1#a", map[string]any{
			"nid": "ISBN", "nss": "0-395-36341-1", "r": nil, "q": nil, "f": "a",
			"normalized": "urn:isbn:9780395363416#a", "key": "urn:isbn:9780395363416", "syntax": "rfc8141",
		}},
		{"normalize, namespace", `root = this.normalize_urn(namespace: true)`, "URN:UUID:6E8BC430-9C3A-11D9-9669-0800200C9A66#A", "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66#A"},
		{"normalize, namespace, wrong check digit", `root = this.normalize_urn(namespace: true)`, "URN:ISBN:0-395-36341-2", "urn:isbn:0395363412"},
		{"key, namespace", `root = this.urn_key(namespace: true)`, "urn:uuid:6E8BC430-9C3A-11D9-9669-0800200C9A66#A", "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66"},
		{"key, no namespace", `root = this.urn_key()`, "urn:uuid:6E8BC430-9C3A-11D9-9669-0800200C9A66", "urn:uuid:6E8BC430-9C3A-11D9-9669-0800200C9A66"},
		{"is, wrong check digit", `root = this.is_urn(namespace: true)`, "urn:isbn:0-395-36341-2", false},
		{"is, wrong check digit, no namespace", `root = this.is_urn()`, "urn:isbn:0-395-36341-2", true},
		{"is, right check digit, bytes", `root = this.is_urn(namespace: true)`, []byte("urn:isbn:0-395-36341-1"), true},
		{"is, namespace, not a URN", `root = this.is_urn(namespace: true)`, "urn:isbn:", false},
		{"is, unknown namespace", `root = this.is_urn(namespace: true)`, "urn:unheard-of:a", true},
		{"extract, namespace", `root = this.extract_urns(namespace: true)`, "urn:isbn:0-395-36341-1 urn:isbn:0-395-36341-2 urn:ex:a", []any{"urn:isbn:0-395-36341-1", "urn:ex:a"}},
		{"repair", `root = this.repair_urn()`, "URN:Ex:é a#b#c", "URN:Ex:%C3%A9%20a#b%23c"},
		{"repair, a URN", `root = this.repair_urn()`, "URN:Ex:%c3%a9", "URN:Ex:%c3%a9"},
		{"repair, bytes that are not UTF-8", `root = this.repair_urn()`, []byte("urn:ex:\xff"), "urn:ex:%FF"},
		{"repair, syntax", `root = this.repair_urn("relaxed")`, "urn:e.x:a b#c#d", "urn:e.x:a%20b#c#d"},
		{"repair, percent", `root = this.repair_urn(percent: true)`, "urn:ex:1%", "urn:ex:1%25"},
		{"repair, key", `root = this.repair_urn().urn_key()`, "URN:Ex:é#a", "urn:ex:%C3%A9"},
		{"changes", `root = this.urn_changes()`, "urn:ex:é |a\"", []any{
			map[string]any{"offset": int64(7), "end": int64(11), "escapes": "%C3%A9%20%7C"},
			map[string]any{"offset": int64(12), "end": int64(13), "escapes": "%22"},
		}},
		{"changes of a URN", `root = this.urn_changes()`, "urn:ex:a", []any{}},
		{"changes, percent and syntax", `root = this.urn_changes(syntax: "rfc2141", percent: true)`, "urn:ex:~%", []any{map[string]any{"offset": int64(7), "end": int64(9), "escapes": "%7E%25"}}},
		{"repair, what cannot be", `root = this.repair_urn().catch(err -> err)`, "urn:ex:é%", "urn: parsing \"urn:ex:é%\": malformed percent-encoding at column 11: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25 (offset=10 reason=escape)"},
		{"catch", `root = this.urn_key().catch("none")`, "isbn:1", "none"},
		{"offset and reason, as the configurations read them", `root = this.urn_key().catch(err -> err.re_find_object("[(]offset=(?P<offset>[0-9]+) reason=(?P<reason>[a-z-]+)[)]$"))`,
			"urn:ex:a (offset=1 reason=q)", map[string]any{"0": "(offset=8 reason=nss)", "offset": "8", "reason": "nss"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := query(t, c.mapping, c.this)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s of %q = %#v, %v, want %#v", c.mapping, c.this, got, err, c.want)
			}
		})
	}
}

func TestMethodErrors(t *testing.T) {
	for _, c := range []struct {
		name, this, suffix string
		reason             error
	}{
		{"scheme", "isbn:1", "(offset=0 reason=scheme)", urn.BadScheme},
		{"NID", "urn:x:y", "(offset=5 reason=nid)", urn.BadNID},
		{"NSS", "urn:ex:a b", "(offset=8 reason=nss)", urn.BadNSS},
		{"escape", "urn:ex:%4", "(offset=9 reason=escape)", urn.BadEscape},
		{"r-component", "urn:ex:a?+", "(offset=10 reason=r)", urn.BadR},
		{"q-component", "urn:ex:a?=", "(offset=10 reason=q)", urn.BadQ},
		{"f-component", "urn:ex:a#b#", "(offset=10 reason=f)", urn.BadF},
		{"not UTF-8", "urn:ex:a\xff", "(offset=8 reason=nss)", urn.BadNSS},
		{"an input that speaks of reasons", "(offset=1 reason=q)", "(offset=0 reason=scheme)", urn.BadScheme},
		{"check digit", "urn:isbn:0-395-36341-2", "(offset=21 reason=check-digit)", namespace.BadCheckDigit},
		{"syntax of a namespace", "urn:isbn:0-395x", "(offset=14 reason=syntax)", namespace.BadSyntax},
	} {
		calls := []string{"parse_urn(namespace: true)", "parse_urn()", "normalize_urn()", "urn_key()"}
		if strings.HasPrefix(c.this, "urn:isbn:") { // a URN without the rules of its namespace
			calls = calls[:1]
		}
		for _, call := range calls {
			got, err := query(t, `root = this.`+call, c.this)
			if err == nil || !strings.HasSuffix(err.Error(), c.suffix) || !errors.Is(err, c.reason) {
				t.Errorf("%s: %s = %v, %v, want an error that ends in %q", c.name, call, got, err, c.suffix)
			}
		}
	}
}

func TestMethodArguments(t *testing.T) {
	for _, m := range methods {
		mapping := `root = this.` + m.name + `("rfc3986")`
		if _, err := newBloblang(t).Parse(mapping); err == nil || !strings.Contains(err.Error(), "rfc3986") {
			t.Errorf("Parse(%s): %v, want an error that names the syntax", mapping, err)
		}
		argument := ""
		if m.name == matchMethod.name || m.name == buildMethod.name {
			argument = `"urn:ex:{a}"`
		}
		if got, err := query(t, `root = this.`+m.name+`(`+argument+`)`, 7.0); err == nil && m.name != "is_urn" {
			t.Errorf("%s of 7 = %v, want an error", m.name, got)
		}
	}
}

// What is added to one environment must not turn up in others.
func TestMethodsStayInTheirEnvironment(t *testing.T) {
	newBloblang(t)
	if _, err := bloblang.NewEnvironment().Parse(`root = this.is_urn()`); err == nil {
		t.Error("is_urn is known to an environment that it was not registered with")
	}
}

// TestMethodDocumentation runs the examples that Bento shows, and demands that
// every method and parameter says what it is for.
func TestMethodDocumentation(t *testing.T) {
	env := newBloblang(t)
	seen := 0
	env.WalkMethods(func(name string, view *bloblang.MethodView) {
		d := view.TemplateData()
		if len(d.Categories) == 0 || d.Categories[0].Category != category {
			return
		}
		seen++
		if len(d.Description) < 40 || len(d.Params.Definitions) == 0 || d.Params.Definitions[0].Name != syntaxParam && d.Params.Definitions[0].Name != patternParam {
			t.Errorf("%s: description %q, parameters %v", name, d.Description, d.Params.Definitions)
		}
		for _, p := range d.Params.Definitions {
			if p.Description == "" || p.DefaultMarshalled == "" && p.Name != patternParam {
				t.Errorf("%s: parameter %s has description %q and default %q", name, p.Name, p.Description, p.DefaultMarshalled)
			}
		}
		examples := 0
		for _, c := range d.Categories {
			for _, e := range c.Examples {
				examples++
				exe, err := env.Parse(e.Mapping)
				if err != nil {
					t.Errorf("%s: example %s: %v", name, e.Mapping, err)
					continue
				}
				for _, r := range e.Results {
					var in, want any
					if err := errors.Join(json.Unmarshal([]byte(r[0]), &in), json.Unmarshal([]byte(r[1]), &want)); err != nil {
						t.Fatalf("%s: example %s: %v", name, e.Mapping, err)
					}
					got, err := exe.Query(in)
					var numbers any // as JSON has them
					if text, failed := json.Marshal(got); err == nil && failed == nil {
						err = json.Unmarshal(text, &numbers)
					}
					if err != nil || !reflect.DeepEqual(numbers, want) {
						t.Errorf("%s: example %s of %s = %v, %v, want %s", name, e.Mapping, r[0], got, err, r[1])
					}
				}
			}
		}
		if examples == 0 {
			t.Errorf("%s has no example", name)
		}
	})
	if seen != len(methods) {
		t.Errorf("%d methods are documented in category %q, want %d", seen, category, len(methods))
	}
}
