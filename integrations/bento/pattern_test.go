package bento

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/pattern"
)

func TestPatternMethods(t *testing.T) {
	const p, raw = `"urn:ex:{tenant}:{id...}"`, `"raw urn:ex:{tenant}:{id...}"`
	for _, c := range []struct {
		mapping string
		this    any
		want    any
		err     string // a part of the error
	}{
		{mapping: `root = this.match_urn(` + p + `)`, this: "URN:EX:a%3Ab:c:d#f", want: map[string]any{"tenant": "a:b", "id": "c:d"}},
		{mapping: `root = this.match_urn(` + p + `)`, this: "urn:ex::c", err: "(offset=7 reason=pattern)"},
		{mapping: `root = this.match_urn(` + p + `)`, this: "urn:x:c", err: "(offset=5 reason=nid)"},
		{mapping: `root = this.match_urn(this)`, this: "urn:ex:{a}{b}", err: "column 11"},
		{mapping: `root = this.build_urn(` + p + `)`, this: map[string]any{"tenant": "a:b", "id": 7.0, "more": nil}, want: "urn:ex:a%3Ab:7"},
		{mapping: `root = this.build_urn(` + p + `)`, this: map[string]any{"tenant": true, "id": int64(7)}, want: "urn:ex:true:7"},
		{mapping: `root = this.build_urn(` + p + `)`, this: map[string]any{"tenant": "", "id": "7"}, err: "field \"tenant\": the value is empty"},
		{mapping: `root = this.build_urn(` + p + `)`, this: map[string]any{"tenant": 1.5, "id": "7"}, err: "neither a string nor an integer"},
		{mapping: `root = this.build_urn(` + p + `)`, this: map[string]any{"tenant": "x"}, err: "no \"id\""},
		{mapping: `root = this.match_urn(` + raw + `)`, this: "urn:ex:a:[é b]#c", want: map[string]any{"tenant": "a", "id": "[é b]#c"}},
		{mapping: `root = this.match_urn(` + raw + `)`, this: "urn:ex::c", err: "(offset=7 reason=pattern)"},
		{mapping: `root = this.build_urn(` + raw + `)`, this: map[string]any{"tenant": "a", "id": "[é b]#c"}, want: "urn:ex:a:[é b]#c"},
		{mapping: `root = this.is_urn(namespace: true, patterns: "testdata/patterns.txt")`, this: "urn:dd:user:Ann", want: true},
		{mapping: `root = this.is_urn(namespace: true, patterns: "testdata/patterns.txt")`, this: "urn:dd:user:", want: false},
		{mapping: `root = this.urn_key(namespace: true, patterns: "testdata/patterns.txt")`, this: "URN:DD:user:Ann", want: "urn:dd:user:ann"},
	} {
		got, err := query(t, c.mapping, c.this)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s of %v = %v, %v, want an error with %q", c.mapping, c.this, got, err, c.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s of %v = %#v, %v, want %#v", c.mapping, c.this, got, err, c.want)
		}
	}
	_, err := query(t, `root = this.match_urn(`+p+`)`, "urn:ex::c")
	var e *pattern.Error
	if !errors.As(err, &e) || e.Field != "tenant" {
		t.Errorf("error %v wraps no *pattern.Error of the field", err)
	}
	for _, mapping := range []string{
		`root = this.is_urn(patterns: "testdata/patterns.txt")`,
		`root = this.is_urn(namespace: true, patterns: "testdata/none")`,
		`root = this.is_urn(namespace: true, patterns: "pattern.go")`,
		`root = this.match_urn("urn:ex:{")`,
	} {
		if _, err := newBloblang(t).Parse(mapping); err == nil {
			t.Errorf("Parse(%s): no error", mapping)
		}
	}
}
