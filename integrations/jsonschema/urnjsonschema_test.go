package urnjsonschema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed7b5a83f0/urn/pattern"
)

// schema compiles {"format": name} with what prepare does to the compiler.
func schema(t testing.TB, name string, prepare func(*jsonschema.Compiler)) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	prepare(c)
	if err := c.AddResource("schema.json", map[string]any{"format": name}); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ours(c *jsonschema.Compiler) {
	Register(c, Namespace("ISBN", nil), Namespace("example", nil), Pattern("runner", pattern.MustCompile("urn:dd:apps:{region}:{org}")))
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format string
		value  any
		want   string // part of the error; "" for none
	}{
		{"urn", "urn:example:a", ""},
		{"urn", "urn:x:y", "malformed namespace identifier: unexpected ':'"},
		{"urn", "urn:example:a b", "at column 14"},
		{"urn", 42, ""},
		{"urn", nil, ""},
		{"urn-rfc8141", "urn:example:a?+r?=q#f", ""},
		{"urn-rfc8141", "urn:x:y", "malformed"},
		{"urn-rfc2141", "urn:x:y", ""},
		{"urn-rfc2141", "urn:urn:y", "reserved"},
		{"urn-isbn", "urn:ISBN:0-395-36341-1", ""},
		{"urn-isbn", "urn:isbn:0-395-36341-2", "wrong check digit"},
		{"urn-isbn", "urn:issn:0259-000X", "the namespace is issn"},
		{"urn-isbn", "urn:x:y", "malformed namespace identifier"},
		{"urn-isbn", 42, ""},
		{"urn-example", "urn:example:anything", ""},
		{"runner", "urn:dd:apps:us1:acme", ""},
		{"runner", "urn:dd:apps:us1", `expected ":" after the field`},
		{"runner", "dd", "does not begin with"},
	} {
		err := schema(t, c.format, ours).Validate(c.value)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v: %v, want %q", c.format, c.value, err, c.want)
		}
	}
}

// TestVerdicts is the table of the package comment.
func TestVerdicts(t *testing.T) {
	stock := func(c *jsonschema.Compiler) { c.AssertFormat() }
	uri, before, after := schema(t, "uri", stock), schema(t, "urn", stock), schema(t, "urn", ours)
	for _, s := range []string{"urn:x:y", "urn:example:", "urn:example:a?b", "http://h/"} {
		if uri.Validate(s) != nil || before.Validate(s) != nil || after.Validate(s) == nil {
			t.Errorf("%q: uri: %v; urn before: %v; urn here: %v", s, uri.Validate(s), before.Validate(s), after.Validate(s))
		}
	}
	// Without assertion, formats say nothing, so Register turns it on.
	if err := schema(t, "urn", func(c *jsonschema.Compiler) { c.RegisterFormat(format("urn", 0, nil)) }).Validate("no URN"); err != nil {
		t.Errorf("formats are asserted without being asked: %v", err)
	}
}

func Example() {
	c := jsonschema.NewCompiler()
	Register(c, Namespace("isbn", nil))
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(`{
		"properties": {
			"subject": {"type": "string", "format": "urn"},
			"book":    {"type": "string", "format": "urn-isbn"}
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.AddResource("order.json", doc); err != nil {
		fmt.Println(err)
		return
	}
	order := c.MustCompile("order.json")
	fmt.Println(order.Validate(map[string]any{"subject": "urn:example:7", "book": "urn:isbn:0-395-36341-1"}))
	err = order.Validate(map[string]any{"subject": "urn:example:7", "book": "urn:isbn:0-395-36341-2"})
	_, reason, _ := strings.Cut(err.Error(), "at '/book': ")
	fmt.Println(reason)
	// Output:
	// <nil>
	// 'urn:isbn:0-395-36341-2' is not valid urn-isbn: wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax) at column 22
}
