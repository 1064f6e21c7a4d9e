package bento

import (
	"encoding/base64"
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

func TestValidRecord(t *testing.T) {
	for _, c := range []struct {
		name   string
		syntax urn.Syntax
		place  recordPlace
		urn    string
		want   string
	}{
		{"everything", urn.RFC8141, recordPlace{newRecordFile(`a "b".log`), 12, 345, true}, "URN:Ex:a%c3?+b?=c#d",
			`{"file":"a \"b\".log","line":12,"offset":345,"input":"URN:Ex:a%c3?+b?=c#d","valid":true,"syntax":"rfc8141","nid":"Ex","nss":"a%c3","r":"b","q":"c","f":"d","normalized":"urn:ex:a%C3?+b?=c#d","key":"urn:ex:a%C3"}`},
		{"nothing but a name", urn.RFC2141, recordPlace{line: 1}, "urn:ex:a",
			`{"line":1,"input":"urn:ex:a","valid":true,"syntax":"rfc2141","nid":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"}`},
		{"empty f-component", urn.RFC8141, recordPlace{line: 1}, "urn:ex:a&b#",
			`{"line":1,"input":"urn:ex:a&b#","valid":true,"syntax":"rfc8141","nid":"ex","nss":"a&b","r":null,"q":null,"f":"","normalized":"urn:ex:a&b#","key":"urn:ex:a&b"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := c.syntax.Parse(c.urn)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := appendValid(nil, c.place, namespace.General, u)
			if string(got) != c.want || !json.Valid(got) {
				t.Errorf("record of %s = %s, want %s", c.urn, got, c.want)
			}
		})
	}
}

func TestInvalidRecord(t *testing.T) {
	fault := fault{5, "nid", "malformed namespace identifier"}
	got := appendInvalid(nil, recordPlace{line: 13}, urn.RFC8141, []byte("urn:x:y"), fault)
	want := `{"line":13,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier"}}`
	if string(got) != want {
		t.Errorf("record = %s, want %s", got, want)
	}
	for _, line := range []string{"", `a"b`, `a\b`, "tab\tnul\x00del\x7f", "é ☃ 𝄞", "\u2028", "<&>", "\xff", "a\xc3", "\xed\xa0\x80"} {
		for _, name := range []string{"a.log", "b\xff.log"} {
			v := decode(t, appendInvalid(nil, recordPlace{file: newRecordFile(name), line: 1}, urn.RFC8141, []byte(line), fault))
			for key, want := range map[string]string{"input": line, "file": name} {
				got, ok := v[key].(string)
				if v[key] == nil {
					b, err := base64.StdEncoding.DecodeString(v[key+"_base64"].(string))
					got, ok = string(b), err == nil
				}
				if !ok || got != want {
					t.Errorf("%s %q comes back as %q from %v", key, want, got, v)
				}
			}
		}
	}
}

func TestRecordKeysAreThoseOfParse(t *testing.T) {
	u := urn.MustParse("URN:ISBN:0-395-36341-1?+b?=c#d")
	for _, r := range []*namespace.Registry{namespace.General, namespace.IANA} {
		text, err := appendValid(nil, recordPlace{line: 1}, r, u)
		if err != nil {
			t.Fatal(err)
		}
		record := decode(t, text)
		o, err := object(r, u)
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range o {
			if got := record[key]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v in the record and %v in parse_urn", key, got, want)
			}
		}
	}
}

func TestFaultOfAnyError(t *testing.T) {
	want := fault{0, "other", "broken"}
	if got := faultOf(errors.New("broken")); got != want {
		t.Errorf("faultOf = %+v, want %+v", got, want)
	}
}
