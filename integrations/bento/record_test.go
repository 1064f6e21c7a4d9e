package bento

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func decode(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Errorf("%s: %v", text, err)
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

// TestText: every character and octet, at each place of eight bytes that are compared at once.
func TestText(t *testing.T) {
	for c := range strings.SplitSeq(" |~|\x1f|\x7f|\x00|\"|\\|\n|\xff|\u00e9|\u2028|\u202e|\U000e0001", "|") {
		for at := range 18 {
			value := strings.Repeat("#", at) + c + strings.Repeat("]", 17-at)
			record := append(appendText([]byte("{"), "k", []byte(value)), '}')
			v := decode(t, record)
			b, _ := v["k_base64"].(string)
			said := v["k"] == value || b == base64.StdEncoding.EncodeToString([]byte(value))
			if !said || strings.ContainsFunc(string(record), func(r rune) bool { return !strconv.IsPrint(r) }) {
				t.Errorf("the record of %q is %q", value, record)
			}
		}
	}
}

// TestMessages: a message that was made for one line is right for another one.
func TestMessages(t *testing.T) {
	var r rejects
	for _, name := range []string{"urn:example:aaa%0aaa?+aaa?=aaa=a#aaa", "urn:aa-", "urn:urn:aaa"} {
		for _, c := range []string{"", " ", "  ", " \x00", "\x00", "?", "%", "%0", "0", "/", "é", "\xc3", "-", "\n", "{", "\u200b", strings.Repeat(" ", 30)} {
			n := 2 * len(name)
			for i := range 8 * n { // by place, and then by syntax
				k, x := i/4, urn.Syntax(i%4)
				if i >= 4*n {
					k, x = i%n, urn.Syntax(i/n-4)
				}
				text := name[:k/2] + c + name[k/2:][:k%2*(len(name)-k/2)]
				_, f := x.Locate(text)
				want := string(appendWhy(nil, f.Reason.String(), f.Message(text)))
				if got := r.why(f, []byte(text)); got != want {
					t.Errorf("%v: the message for %q is %s, want %s", x, text, got, want)
				}
			}
		}
	}
}

func TestExplainAnyError(t *testing.T) {
	if got, want := explain(errors.New("broken")).Error(), "broken (offset=0 reason=other)"; got != want {
		t.Errorf("explain = %q, want %q", got, want)
	}
}
