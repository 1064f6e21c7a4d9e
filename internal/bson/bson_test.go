package bson

import (
	"bytes"
	"testing"
)

func TestValue(t *testing.T) {
	for s, want := range map[string]string{"": "", "a": "\x02\x00\x00\x00a\x00", "é": "\x03\x00\x00\x00é\x00"} {
		wantType := byte(typeString)
		if s == "" {
			wantType = typeNull
		}
		typ, data := Value(s)
		if typ != wantType || string(data) != want {
			t.Errorf("Value(%q) = %#x, %q; want %#x, %q", s, typ, data, wantType, want)
		}
		if text, problem := Text(typ, data); string(text) != s || problem != "" {
			t.Errorf("Text of %q = %q, %q", s, text, problem)
		}
	}
}

func TestMalformed(t *testing.T) {
	for _, test := range []struct {
		typ  byte
		data string
		want string
	}{
		{typeString, "", "a malformed BSON string"},
		{typeString, "\x00\x00\x00\x00", "a malformed BSON string"},
		{typeString, "\x02\x00\x00\x00a", "a malformed BSON string"},
		{typeString, "\x02\x00\x00\x00ab", "a malformed BSON string"},
		{typeString, "\x02\x00\x00\x01a\x00", "a malformed BSON string"},
		{0x10, "\x01\x00\x00\x00", "a BSON value of type 0x10"},
		{0xff, "", "a BSON value of type 0xFF"},
	} {
		text, problem := Text(test.typ, bytes.Clone([]byte(test.data)))
		if text != nil || problem != test.want {
			t.Errorf("Text(%#x, %q) = %q, %q, want %q", test.typ, test.data, text, problem, test.want)
		}
	}
}
