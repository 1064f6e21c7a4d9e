package urnvalidator

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

func newValidator(t testing.TB) *validator.Validate {
	t.Helper()
	v := validator.New()
	if err := Register(v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTags(t *testing.T) {
	v := newValidator(t)
	for _, c := range []struct {
		text, tag string
		want      bool
	}{
		{"urn:example:a", "urn", true},
		{"urn:a:b", "urn", false},
		{"", "urn", false},
		{"", "omitempty,urn", true},
		{"urn:example:a?=q#f", "urn=rfc8141", true},
		{"urn:example:a b", "urn", false},
		{"urn:a:b", "urn=rfc2141", true},
		{"urn:urn:b", "urn=rfc2141", false},
		{"urn:a.b:c", "urn=relaxed", true},
		{"urn:isbn:0-395-36341-1", "urn_namespace=isbn", true},
		{"URN:ISBN:0-395-36341-1", "urn_namespace=isbn", true},
		{"urn:isbn:0-395-36341-2", "urn_namespace=isbn", false},
		{"urn:isbn:0-395-36341-2", "urn_namespace", false},
		{"urn:uuid:x", "urn_namespace=isbn", false},
		{"urn:issn:0259-000X", "urn_namespace=isbn issn", true},
		{"urn:example:a", "urn_namespace", true},
		{"no URN", "urn_namespace", false},
		{"urn:dd:apps:us1:acme:r7", "urn_pattern=urn:dd:apps:{region}:{org}:{runner}", true},
		{"urn:dd:apps:us1", "urn_pattern=urn:dd:apps:{region}:{org}:{runner}", false},
		{"no URN", "urn_pattern=urn:dd:apps:{region}", false},
		{"urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn_pattern=urn:uuid:{uuid0x2Cfold}", true},
	} {
		if err := v.Var(c.text, c.tag); (err == nil) != c.want {
			t.Errorf("Var(%q, %q) = %v, want valid = %v", c.text, c.tag, err, c.want)
		}
	}
}

// TestFields: each URN type is checked as its text, with a pointer or without.
func TestFields(t *testing.T) {
	v := newValidator(t)
	type record struct {
		Name    urn.URN             `validate:"required,urn_namespace=isbn"`
		Pointer *urn.URN            `validate:"omitempty,urn"`
		Old     rfc2141.URN         `validate:"omitempty,urn=rfc2141"`
		List    []urn.URN           `validate:"dive,urn"`
		Keys    map[string]*urn.URN `validate:"dive,keys,urn,endkeys,omitempty"`
	}
	ok := urn.MustParse("urn:isbn:0-395-36341-1")
	good := record{ok, &ok, rfc2141.URN(urn.RFC2141.MustParse("urn:a:b/c")), []urn.URN{ok}, map[string]*urn.URN{"urn:example:k": nil}}
	if err := v.Struct(good); err != nil {
		t.Errorf("%+v: %v", good, err)
	}
	for field, bad := range map[string]record{
		"Name":    {},
		"List[0]": {Name: ok, List: []urn.URN{{}}},
		"Keys[k]": {Name: ok, Keys: map[string]*urn.URN{"k": nil}},
		"Pointer": {Name: ok, Pointer: new(urn.URN)},
	} {
		err := v.Struct(bad)
		var list validator.ValidationErrors
		if field == "Pointer" { // a pointer to the zero URN is not nil, so omitempty does not see it
			if !errors.As(err, &list) {
				t.Errorf("%s: a pointer to the zero URN passes", field)
			}
			continue
		}
		if !errors.As(err, &list) || len(list) != 1 || !strings.HasSuffix(list[0].Namespace(), "record."+field) {
			t.Errorf("%s: %v, want one error about it", field, err)
		}
	}
	// The text of a name of RFC 2141 is what a tag for RFC 8141 refuses.
	if err := v.Var(urn.RFC2141.MustParse("urn:a:b/c"), "urn"); err == nil {
		t.Error("a name of RFC 2141 passes as one of RFC 8141")
	}
	if err := v.Var(urn.RFC2141.MustParse("urn:a:b/c"), "urn=rfc2141"); err != nil {
		t.Error(err)
	}
}

func TestPanics(t *testing.T) {
	v := newValidator(t)
	for tag, value := range map[string]any{"urn": 42, "urn=rfc9999": "urn:example:a", "urn_pattern=urn:x": "urn:example:a", "urn_namespace": 1.5} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Var(%v, %q) does not panic", value, tag)
				}
			}()
			_ = v.Var(value, tag)
		}()
	}
}

// TestRules: rules of your own decide.
func TestRules(t *testing.T) {
	rules, err := namespace.IANA().With(namespace.Definition{NID: "example", Validate: func(nss string) (namespace.Verdict, int, error) {
		if nss != "a" {
			return namespace.Invalid, 0, errors.New("not a")
		}
		return namespace.Valid, 0, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	v := validator.New()
	if err := (Rules{Namespaces: rules}).Register(v); err != nil {
		t.Fatal(err)
	}
	if v.Var("urn:example:a", "urn_namespace") != nil || v.Var("urn:example:b", "urn_namespace") == nil {
		t.Error("the rules do not decide")
	}
}

type runner struct{ Region, Org string }

func (runner) URNPattern() string { return "urn:dd:apps:{region}:{org}" }

func TestText(t *testing.T) {
	v := newValidator(t)
	v.RegisterCustomTypeFunc(Text, pattern.Value[runner]{})
	type record struct {
		Runner pattern.Value[runner] `validate:"required,urn"`
	}
	if err := v.Struct(record{pattern.Value[runner]{V: runner{"us1", "acme"}}}); err != nil {
		t.Error(err)
	}
	if err := v.Struct(record{}); err == nil {
		t.Error("the zero value passes as required")
	}
}

// TestVerdicts is the table of the package comment. Register leaves the tags of package validator as
// they are.
func TestVerdicts(t *testing.T) {
	stock, registered := validator.New(), newValidator(t)
	for _, c := range []struct {
		text, tag, ours string
		theirs, want    bool
	}{
		{"urn:example:a", "urn_rfc8141", "urn", true, true},
		{"urn:example:a%zz", "urn_rfc8141", "urn", true, false},
		{"urn:example:a?+b?=", "urn_rfc8141", "urn", true, false},
		{"urn:urn-0:a", "urn_rfc8141", "urn", false, true},
		{"urn:a:b", "urn_rfc2141", "urn=rfc2141", true, true},
		{"urn:a:%zz", "urn_rfc2141", "urn=rfc2141", true, false},
		{"urn:uab:x", "urn_rfc2141", "urn=rfc2141", false, true},
		{"urn:a:b/c", "urn_rfc2141", "urn=rfc2141", false, true},
		{"urn:a:b?c", "urn_rfc2141", "urn=rfc2141", false, true},
		{"urn:a:b#c", "urn_rfc2141", "urn=rfc2141", false, true},
	} {
		before, after := stock.Var(c.text, c.tag) == nil, registered.Var(c.text, c.tag) == nil
		if before != c.theirs || after != before {
			t.Errorf("%q, %s: before %v, after Register %v, want %v", c.text, c.tag, before, after, c.theirs)
		}
		if ours := registered.Var(c.text, c.ours) == nil; ours != c.want {
			t.Errorf("%q, %s: %v, want %v", c.text, c.ours, ours, c.want)
		}
	}
	panics := func(f func() error) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		_ = f()
		return
	}
	type old struct {
		Name urn.URN `validate:"urn_rfc2141"`
	}
	v := old{urn.MustParse("urn:example:a")}
	if !panics(func() error { return validator.New(validator.WithRequiredStructEnabled()).Struct(v) }) {
		t.Error("the stock tag does not panic on a field of type URN")
	}
	for _, tag := range []string{"urn", "urn_namespace", "urn_pattern"} {
		if !panics(func() error { return stock.Var("urn:example:a", tag) }) {
			t.Errorf("package validator has a tag %s by now, which Register replaces: choose another name", tag)
		}
	}
	if err := registered.Struct(v); err != nil {
		t.Error(err)
	}
}

// TestRequired is the advice of URN's comment for a validator without this package.
func TestRequired(t *testing.T) {
	type record struct {
		Name urn.URN `validate:"required"`
	}
	full := record{urn.MustParse("urn:example:a")}
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := v.Struct(record{}); err == nil {
		t.Error("with WithRequiredStructEnabled the zero URN passes")
	}
	if err := v.Struct(full); err != nil {
		t.Errorf("with WithRequiredStructEnabled: %v", err)
	}
	if err := validator.New().Struct(record{}); err != nil {
		t.Errorf("the comment says that the zero URN passes without an option: %v", err)
	}
	v = newValidator(t)
	if err := v.Struct(record{}); err == nil {
		t.Error("with Register the zero URN passes")
	}
	if err := v.Struct(full); err != nil {
		t.Errorf("with Register: %v", err)
	}
}

func Example() {
	v := validator.New()
	if err := Register(v); err != nil {
		fmt.Println(err)
		return
	}
	type order struct {
		Customer urn.URN `validate:"required"`
		Book     string  `validate:"urn_namespace=isbn"`
		Runner   string  `validate:"urn_pattern=urn:dd:apps:{region}:{org}:{runner}"`
	}
	err := v.Struct(order{
		Customer: urn.MustParse("urn:example:customer:7"),
		Book:     "urn:isbn:0-395-36341-2", // a wrong check digit
		Runner:   "urn:dd:apps:us1:acme:r7",
	})
	fmt.Println(err)
	// Output:
	// Key: 'order.Book' Error:Field validation for 'Book' failed on the 'urn_namespace' tag
}

func ExampleRules_Message() {
	v := validator.New()
	if err := Register(v); err != nil {
		fmt.Println(err)
		return
	}
	type order struct {
		Book string `validate:"urn_namespace=isbn"`
		Item string `validate:"urn"`
	}
	err := v.Struct(order{Book: "urn:isbn:0-395-36341-2", Item: "urn:example:a\n"})
	var fields validator.ValidationErrors
	if errors.As(err, &fields) {
		for _, fe := range fields {
			fmt.Printf("%s: %s\n", fe.Field(), Rules{}.Message(fe))
		}
	}
	// Output:
	// Book: column 22: wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)
	// Item: column 14: malformed namespace-specific string: unexpected line end U+000A; a URN has no line end: remove it
}

func TestMessage(t *testing.T) {
	v := newValidator(t)
	for _, c := range []struct {
		value any
		tag   string
		want  string
	}{
		{"urn:isbn:0-395-36341-1", "urn_namespace=issn uuid", "the namespace is isbn, not issn uuid"},
		{"urn:example:a", "urn_pattern=urn:example:{a}:{b}", "the name does not have the form urn:example:{a}:{b}"},
		{"urn:a", "urn=rfc2141", "column 6: malformed namespace identifier"},
		{rfc2141.URN{}, "urn", "column 1: does not begin with"},
		{"x", "email", ""},
	} {
		var fields validator.ValidationErrors
		if err := v.Var(c.value, c.tag); !errors.As(err, &fields) {
			t.Errorf("%v %s: %v", c.value, c.tag, err)
			continue
		}
		if got := (Rules{}).Message(fields[0]); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("Message of %v, %s: %q, want %q…", c.value, c.tag, got, c.want)
		}
	}
}
