package bento

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
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

// A line that is not accepted has the record that the command writes for it.
func TestRejectedRecord(t *testing.T) {
	place := record.Place{File: newFile("names.txt"), Line: 13}
	for _, c := range []struct{ line, want string }{
		{"urn:x:y", `{"file":"names.txt","line":13,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; `},
		{"urn:isbn:0-395-36341-2", `{"file":"names.txt","line":13,"input":"urn:isbn:0-395-36341-2","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit","message":"wrong check digit`},
	} {
		u, err := urn.Parse(c.line)
		if err == nil {
			_, err = namespace.Validate(u)
		}
		got := appendRejected(nil, place, urn.RFC8141, c.line, err)
		if !strings.HasPrefix(string(got), c.want) || !json.Valid(got) {
			t.Errorf("record of %s = %s, want %s…", c.line, got, c.want)
		}
	}
}

func TestRecordKeysAreThoseOfParse(t *testing.T) {
	u := urn.MustParse("URN:ISBN:0-395-36341-1?+b?=c#d")
	for _, r := range []*namespace.Registry{namespace.General(), namespace.IANA()} {
		written := decode(t, record.AppendURN(nil, record.Place{Line: 1}, u, r))
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
