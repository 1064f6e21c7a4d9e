package bento

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func decode(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestRecordKeysAreThoseOfParse(t *testing.T) {
	u := urn.MustParse("URN:ISBN:0-395-36341-1?+b?=c#d")
	for _, r := range []*namespace.Registry{new(namespace.Registry), namespace.IANA()} {
		written := decode(t, appendURN(appendPlace(nil, fileOf("a \"\x1b\u202e\U000e0001\u00e9.txt"), 1), u, r))
		if written["file"] != "a \"\x1b\u202e\U000e0001\u00e9.txt" {
			t.Errorf("the file is %q", written["file"])
		}
		for key, want := range object(r, u) {
			if got := written[key]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v in the record and %v in parse_urn", key, got, want)
			}
		}
	}
}

func TestExplainAnyError(t *testing.T) {
	if got, want := explain(errors.New("broken")).Error(), "broken (offset=0 reason=other)"; got != want {
		t.Errorf("explain = %q, want %q", got, want)
	}
}
