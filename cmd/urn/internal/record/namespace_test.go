package record

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Under a rule that breaks its contract, the forms are those of the general rule.
func TestAppendURNUnderBrokenRules(t *testing.T) {
	rules, err := namespace.IANA().With(namespace.Definition{NID: "acme", Normalize: func(nss string) string { return nss + " " }})
	if err != nil {
		t.Fatal(err)
	}
	u := urn.MustParse("URN:acme:A")
	got, want := AppendURN([]byte("x"), Place{Line: 1}, u, rules), AppendURN([]byte("x"), Place{Line: 1}, u, nil)
	if string(got) != string(want) {
		t.Errorf("AppendURN = %q, want %q", got, want)
	}
}

// described, rule and document are the record of a namespace as encoding/json would have
// it.
type described struct {
	NID             string     `json:"nid"`
	Kind            string     `json:"kind"`
	Registered      bool       `json:"registered"`
	RegistryUpdated *string    `json:"registry_updated"`
	Reference       *string    `json:"reference"`
	ReferenceAsOf   *string    `json:"reference_as_of"`
	ReferenceSource *string    `json:"reference_source"`
	UsedBy          *string    `json:"used_by"`
	Checked         bool       `json:"checked"`
	Purpose         *string    `json:"purpose"`
	Form            *string    `json:"form"`
	Example         *string    `json:"example"`
	ExampleSource   *string    `json:"example_source"`
	Package         *string    `json:"package"`
	Resolvers       []resolver `json:"resolvers"`
	Rules           []rule     `json:"rules"`
	Documents       []document `json:"documents"`
}

type rule struct {
	Scope       string  `json:"scope"`
	Equivalence *string `json:"equivalence"`
	Text        *string `json:"text"`
	Syntax      *string `json:"syntax"`
	Document    *string `json:"document"`
	Note        *string `json:"note"`
}

type resolver struct {
	Prefix   string  `json:"prefix"`
	Template *string `json:"template"`
	Source   *string `json:"source"`
}

type document struct {
	Name     string  `json:"name"`
	Sections *string `json:"sections"`
	Read     *string `json:"read"`
	Found    *string `json:"found"`
	Decided  *string `json:"decided"`
}

// TestAppendNamespace compares the record of every namespace that is known with that of
// encoding/json. A text that is empty is null, and a list that is empty is [].
func TestAppendNamespace(t *testing.T) {
	text := func(s string) *string { return optional(s != "", s) }
	most := 0
	for e := range namespace.IANA().All() {
		from := nsdocs.Of(e.NID)
		n := Namespace{Entry: e, NID: e.NID, Registered: len(e.NID)%2 == 0, Checked: len(e.NID)%3 == 0}
		want := described{
			NID: e.NID, Kind: e.Kind.String(), Registered: n.Registered, RegistryUpdated: text(namespace.Updated()), Reference: text(e.Reference),
			ReferenceAsOf: text(from.ReferenceAsOf), ReferenceSource: text(from.ReferenceSource), UsedBy: text(e.UsedBy), Checked: n.Checked,
			Purpose: text(from.Purpose), Form: text(from.Form), Example: text(from.Example), ExampleSource: text(from.ExampleSource), Package: text(from.Package),
			Resolvers: []resolver{}, Rules: []rule{}, Documents: []document{},
		}
		for _, r := range from.Rules {
			want.Rules = append(want.Rules, rule{r.Scope, text(r.Equivalence), text(r.Text), text(r.Syntax), text(r.Document), text(r.Note)})
		}
		for _, r := range from.Resolvers {
			want.Resolvers = append(want.Resolvers, resolver{r.Prefix, text(r.Template), text(r.Source)})
		}
		for _, d := range from.Documents {
			want.Documents = append(want.Documents, document{d.Name, text(d.Sections), text(d.Read), text(d.Found), text(d.Decided)})
		}
		most = max(most, min(len(want.Rules), len(want.Documents)))
		if got := string(AppendNamespace([]byte("x"), n)); got != "x"+standard(t, want) {
			t.Errorf("AppendNamespace(%s) =\n%s, want\nx%s", e.NID, got, standard(t, want))
		}
	}
	if most < 2 {
		t.Error("no namespace has several rules and documents")
	}
	// What is not registered has its name as it was asked for.
	got := string(AppendNamespace(nil, Namespace{NID: "X-\"\x1b", Entry: namespace.Entry{Kind: namespace.Experimental}}))
	want := `{"nid":"X-\"\u001b","kind":"experimental","registered":false,"registry_updated":"` + namespace.Updated() +
		`","reference":null,"reference_as_of":null,"reference_source":null,"used_by":null,"checked":false,"purpose":null,"form":null,"example":null,"example_source":null,"package":null,"resolvers":[],"rules":[],"documents":[]}`
	if got != want {
		t.Errorf("AppendNamespace =\n%s, want\n%s", got, want)
	}
}

// TestAddAdvice: an object for each piece of advice, in order, after what the record has.
func TestAddAdvice(t *testing.T) {
	u := urn.MustParse("urn:acme:%61#b")
	list := slices.Collect(namespace.Lint(u))
	type advice struct {
		Code    string `json:"code"`
		Offset  int    `json:"offset"`
		End     int    `json:"end"`
		Message string `json:"message"`
	}
	want := struct {
		A      int      `json:"a"`
		Advice []advice `json:"advice"`
	}{A: 1}
	for _, a := range list {
		want.Advice = append(want.Advice, advice{a.Code, a.Span.Start, a.Span.End, a.Message()})
	}
	got := string(AddAdvice([]byte(`{"a":1}`), list, false))
	if got != standard(t, want) || len(list) != 3 || !strings.Contains(got, `{"code":"unregistered-nid","offset":4,"end":8,"message":"`) {
		t.Errorf("AddAdvice = %s, want %s", got, standard(t, want))
	}
}

// TestAppendNear: the record of a fault with "found" after "input".
func TestAppendNear(t *testing.T) {
	e := Error{urn.RFC8141, 8, "escape", "m"}
	for _, c := range []struct{ input, found, want string }{
		{"urn:ex:a%4\"", "urn:ex:a", `x{"line":2,"input":"urn:ex:a%4\"","found":"urn:ex:a","valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"escape","message":"m"}}`},
		{"urn:ex:%4", "", `x{"line":2,"input":"urn:ex:%4","found":null,"valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"escape","message":"m"}}`},
		{"urn:ex:\xff", "", `x{"line":2,"input":null,"input_base64":"dXJuOmV4Ov8=","found":null,"valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"escape","message":"m"}}`},
	} {
		if got := string(AppendNear([]byte("x"), Place{Line: 2}, c.input, c.found, e)); got != c.want {
			t.Errorf("AppendNear(%q, %q) =\n%s, want\n%s", c.input, c.found, got, c.want)
		}
	}
}

func TestAppendMore(t *testing.T) {
	for _, c := range []struct {
		name, got, want string
	}{
		{"count", string(AppendCount([]byte("x"), 3, "", "key", "urn:ex:a")), `x{"count":3,"key":"urn:ex:a"}`},
		{"count of a file", string(AppendCount(nil, 3, NewFile("a\xff"), "key", "urn:ex:a")), `{"count":3,"file":null,"file_base64":"Yf8=","key":"urn:ex:a"}`},
		{"context", string(AddContext([]byte(`{"a":1}`), "x \"\x1b\xff")), `{"a":1,"context":null,"context_base64":"eCAiG/8="}`},
		{"equal", string(AppendEqual([]byte("x"), true, true, []byte("{}"), []byte("[]"))), `x{"equal":true,"a":{},"b":[]}`},
		{"not equal", string(AppendEqual(nil, true, false, []byte("{}"), []byte("{}"))), `{"equal":false,"a":{},"b":{}}`},
		{"not comparable", string(AppendEqual(nil, false, true, []byte("{}"), []byte("{}"))), `{"equal":null,"a":{},"b":{}}`},
		{"checked", string(AddChecked([]byte(`{"a":1}`), true)), `{"a":1,"checked":true}`},
		{"no advice", string(AddAdvice([]byte(`{"a":1}`), nil, false)), `{"a":1,"advice":[]}`},
		{"advice not looked for", string(AddAdvice([]byte(`{"a":1}`), nil, true)), `{"a":1,"advice":null}`},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}
