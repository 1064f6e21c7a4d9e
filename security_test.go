package urn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/tables"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestNoUnsafeByte decides, on the tables, what SECURITY.md says of the text
// of a URN: a byte that no state has a transition on is in no URN.
func TestNoUnsafeByte(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	never := func(x urn.Syntax) (list []byte) {
		m := tables.Machines[x]
		for b := range 256 {
			somewhere := false
			for state := range m.Info {
				somewhere = somewhere || m.Next[state<<5|int(m.Class[b])] != 0
			}
			if !somewhere {
				list = append(list, byte(b))
			}
		}
		return list
	}
	var want []byte
	for b := range 256 {
		if b <= ' ' || b >= 0x7f || strings.IndexByte("\"<>\\^`{|}[]", byte(b)) >= 0 {
			want = append(want, byte(b))
		}
	}
	for x, extra := range map[urn.Syntax]string{urn.RFC8141: "", urn.Draft2141bis: "", urn.Relaxed: "", urn.RFC2141: "&~"} {
		got := never(x)
		for _, b := range append([]byte(extra), want...) {
			if !strings.Contains(string(got), string([]byte{b})) {
				t.Errorf("%v: a URN may hold %#02x", x, b)
			}
		}
		if len(got) != len(want)+len(extra) {
			t.Errorf("%v: %d bytes are in no URN, want %d: %q", x, len(got), len(want)+len(extra), got)
		}
	}
}

// TestNoAliases changes the caller's bytes after the call.
func TestNoAliases(t *testing.T) {
	good, bad := []byte("urn:example:abc"), []byte("urn:example:a c")
	u, err := urn.RFC8141.ParseBytes(good)
	if err != nil {
		t.Fatal(err)
	}
	_, err = urn.RFC8141.ParseBytes(bad)
	if err == nil {
		t.Fatalf("ParseBytes(%q) succeeds", bad)
	}
	text, before := u.String(), err.Error()
	for _, b := range [][]byte{good, bad} {
		for i := range b {
			b[i] = '!'
		}
	}
	if u.String() != text || text != "urn:example:abc" {
		t.Errorf("the URN is %q after its source changed", u)
	}
	if err.Error() != before {
		t.Errorf("the error is %q after its source changed, was %q", err, before)
	}
}

// TestShortText: the Append methods of Offsets do not read what is after a text, even where its
// slice has room for the rest of the URN.
func TestShortText(t *testing.T) {
	for _, name := range []string{"urn:ex:aaaaaaaaaaaa", "urn:ex:a?=aaaaaaaaaa"} {
		o, _ := urn.RFC8141.Locate(name)
		for what, appendTo := range map[string]func(dst, text []byte) []byte{"AppendNormalized": o.AppendNormalized, "AppendKey": o.AppendKey} {
			for n := range len(name) {
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s of %s reads %d bytes", what, name, n)
						}
					}()
					appendTo(nil, []byte("urn:ex:aaaa SECRETSECRET")[:n])
				}()
			}
		}
	}
}

func TestErrorIsShort(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, s := range []string{
		"urn:example:" + strings.Repeat("a", 1<<20) + "\x1b[31m" + strings.Repeat("b", 1<<20),
		strings.Repeat("\x00", 1<<20),
		"urn:example:" + strings.Repeat("a", 1<<20) + "\n",
		"urn:example:%" + strings.Repeat("\xff", 1000),
	} {
		_, err := urn.Parse(s)
		if err == nil {
			t.Fatalf("Parse(%.40q…) succeeds", s)
		}
		text := err.Error()
		if len(text) > 700 {
			t.Errorf("the error has %d bytes: %.500s", len(text), text)
		}
		for _, c := range []byte(text) {
			if c < ' ' || c == 0x7f {
				t.Errorf("the error holds byte %#02x: %q", c, text)
			}
		}
		var se *urn.Error
		if !errors.As(err, &se) || !errors.Is(err, se.Reason) {
			t.Errorf("the error of Parse(%.40q…) is a %T", s, err)
		}
	}
}

// TestLongInputs: long inputs are read like short ones.
func TestLongInputs(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	const n = 1 << 20
	for name, unit := range map[string]string{"plain": "a", "escapes": "%2F", "colons": ":", "questions": "?", "mixed": "a/%c3%A9?"} {
		s := "urn:example:a?=" + "q" + strings.Repeat(unit, n/len(unit))
		u, err := urn.Parse(s)
		if err != nil {
			t.Errorf("%s: Parse of %d bytes: %v", name, len(s), err)
			continue
		}
		if got := u.Q(); got != s[len("urn:example:a?="):] {
			t.Errorf("%s: the q-component has %d bytes, want %d", name, len(got), len(s)-len("urn:example:a?="))
		}
		if _, fault := urn.RFC8141.Locate(s + "%"); fault != (urn.Fault{Syntax: urn.RFC8141, Reason: urn.BadEscape, Offset: len(s) + 1}) {
			t.Errorf("%s: fault of a cut escape = %+v, want one at %d", name, fault, len(s)+1)
		}
	}
}
