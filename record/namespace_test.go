package record

import (
	"errors"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Rules that fail leave what has been written as it was.
func TestAppendURNUnderBrokenRules(t *testing.T) {
	rules, err := namespace.NewRegistry(namespace.Definition{NID: "acme", Normalize: func(nss string) string { return nss + " " }})
	if err != nil {
		t.Fatal(err)
	}
	got, err := AppendURN([]byte("x"), Place{Line: 1}, urn.MustParse("urn:acme:a"), rules)
	var e *namespace.Error
	if string(got) != "x" || !errors.As(err, &e) {
		t.Errorf("AppendURN = %q, %v; want \"x\" and an error of the namespace", got, err)
	}
}

func TestAppendMore(t *testing.T) {
	for _, c := range []struct {
		name, got, want string
	}{
		{"count", string(AppendCount([]byte("x"), 3, "urn:ex:a")), `x{"count":3,"key":"urn:ex:a"}`},
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
