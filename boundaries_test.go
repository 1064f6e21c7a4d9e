package urn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

func TestSyntaxText(t *testing.T) {
	for _, c := range []struct {
		syntax urn.Syntax
		name   string
	}{{urn.RFC8141, "rfc8141"}, {urn.RFC2141, "rfc2141"}, {urn.Draft2141bis, "draft2141bis"}} {
		if c.syntax.String() != c.name {
			t.Errorf("String() = %q, want %q", c.syntax, c.name)
		}
		if text, err := c.syntax.MarshalText(); string(text) != c.name || err != nil {
			t.Errorf("%v.MarshalText() = %q, %v", c.syntax, text, err)
		}
		x := urn.Syntax(200)
		if err := x.UnmarshalText([]byte(c.name)); x != c.syntax || err != nil {
			t.Errorf("UnmarshalText(%q) = %v, %v", c.name, x, err)
		}
	}
	for x := urn.Draft2141bis + 1; x != 0; x++ {
		if text, err := x.AppendText([]byte("<")); string(text) != "<" || err == nil {
			t.Errorf("Syntax(%d).AppendText(<) = %q, %v", uint8(x), text, err)
		}
	}
	if got := urn.Syntax(3).String(); got != "Syntax(3)" {
		t.Errorf("Syntax(3).String() = %q", got)
	}
	x := urn.RFC2141
	long := strings.Repeat("x", 1000)
	for _, text := range []string{"", "RFC8141", "rfc8141 ", "Syntax(3)", long} {
		if err := x.UnmarshalText([]byte(text)); err == nil || x != urn.RFC2141 || len(err.Error()) > 200 {
			t.Errorf("UnmarshalText(%q) = %v, %.300v", text, x, err)
		}
	}
}

func TestReasonText(t *testing.T) {
	names := map[string]bool{}
	for r := urn.BadScheme; r <= urn.TooLong; r++ {
		if name := r.String(); names[name] || strings.Contains(name, "(") || r.Error() == name || r.Error() == "" {
			t.Errorf("reason %d is %q, %q", uint8(r), name, r.Error())
		}
		names[r.String()] = true
	}
	for _, r := range []urn.Reason{urn.TooLong + 1, 255} {
		if r.String() != r.Error() || !strings.HasPrefix(r.String(), "Reason(") {
			t.Errorf("reason %d is %q, %q", uint8(r), r.String(), r.Error())
		}
	}
}

func TestMustParse(t *testing.T) {
	if u := urn.MustParse("urn:ex:a"); u.String() != "urn:ex:a" || u.Syntax() != urn.RFC8141 {
		t.Errorf("MustParse(urn:ex:a) = %q of %v", u, u.Syntax())
	}
	defer func() {
		err, _ := recover().(error)
		if !errors.Is(err, urn.BadNSS) {
			t.Errorf("MustParse(urn:ex:) panics with %v, want BadNSS", err)
		}
	}()
	urn.MustParse("urn:ex:")
}
