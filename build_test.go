package urn

import (
	"errors"
	"reflect"
	"strconv"
	"testing"
)

// TestChangePart: a component is put in, replaced and taken out, and nothing else
// changes but the case of the scheme.
func TestChangePart(t *testing.T) {
	change := func(set func(*Parts)) func(URN) (URN, error) {
		return func(u URN) (URN, error) {
			p := u.Parts()
			set(&p)
			return u.Syntax().Build(p)
		}
	}
	withR := func(r string) func(URN) (URN, error) { return change(func(p *Parts) { p.R = r }) }
	withQ := func(q string) func(URN) (URN, error) { return change(func(p *Parts) { p.Q = q }) }
	withF := func(f string) func(URN) (URN, error) { return change(func(p *Parts) { p.F, p.HasF = f, f != "" }) }
	withNSS := func(nss string) func(URN) (URN, error) { return change(func(p *Parts) { p.NSS = nss }) }
	for _, tt := range []struct {
		name, in string
		with     func(URN) (URN, error)
		want     string
		reason   Reason
	}{
		{"r put in", "URN:Ex:a%2f?=q#", withR("s"), "urn:Ex:a%2f?+s?=q#", 0},
		{"r replaced", "uRn:ex:a?+r#f", withR("s/?"), "urn:ex:a?+s/?#f", 0},
		{"r taken out", "urn:ex:a?+r?=q", withR(""), "urn:ex:a?=q", 0},
		{"r that would end early", "urn:ex:a", withR("x?=y"), "", BadR},
		{"r with a fragment", "urn:ex:a", withR("x#y"), "", BadR},
		{"malformed r", "urn:ex:a", withR("/x"), "", BadR},
		{"q put in", "Urn:ex:a", withQ("k=v?+?="), "urn:ex:a?=k=v?+?=", 0},
		{"q with a fragment", "urn:ex:a", withQ("x#y"), "", BadQ},
		{"q taken out", "urn:ex:a?=q#f", withQ(""), "urn:ex:a#f", 0},
		{"f put in", "URN:ex:a", withF("p"), "urn:ex:a#p", 0},
		{"f taken out", "URN:ex:a#f", withF(""), "urn:ex:a", 0},
		{"empty f taken out", "URN:ex:a#", withF(""), "urn:ex:a", 0},
		{"malformed f", "urn:ex:a", withF("a#b"), "", BadF},
		{"NSS replaced", "URN:Ex:a%2f?+r?=q#", withNSS("b/c"), "urn:Ex:b/c?+r?=q#", 0},
		{"NSS taken out", "urn:ex:a", withNSS(""), "", BadNSS},
		{"NSS with a fragment", "urn:ex:a", withNSS("a#b"), "", BadNSS},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.with(MustParse(tt.in))
			if tt.reason != 0 {
				if !errors.Is(err, &SyntaxError{Reason: tt.reason}) || !u.IsZero() {
					t.Errorf("on %q: %q, %v, want %v", tt.in, u, err, tt.reason)
				}
				return
			}
			if err != nil || u.String() != tt.want {
				t.Errorf("on %q: %q, %v, want %q", tt.in, u, err, tt.want)
			}
		})
	}
	if u, err := withR("r")(URN{}); err == nil {
		t.Errorf("the zero URN with an r-component = %q", u)
	}
}

// TestBuildMissing: a component that the syntax does not have is told by its
// own reason, and not by that of what it would be taken for.
func TestBuildMissing(t *testing.T) {
	for _, tt := range []struct {
		syntax Syntax
		parts  Parts
		want   Fault
	}{
		{RFC2141, Parts{NID: "ex", NSS: "a", R: "r"}, Fault{RFC2141, 8, BadR}},
		{RFC2141, Parts{NID: "ex", NSS: "a", Q: "q"}, Fault{RFC2141, 8, BadQ}},
		{RFC2141, Parts{NID: "ex", NSS: "a", F: "f"}, Fault{RFC2141, 8, BadF}},
		{RFC2141, Parts{NID: "ex", NSS: "a", HasF: true}, Fault{RFC2141, 8, BadF}},
		{Draft2141bis, Parts{NID: "ex", NSS: "a", R: "r"}, Fault{Draft2141bis, 8, BadR}},
		{Draft2141bis, Parts{NID: "ex", NSS: "a", Q: "k=v", HasF: true}, Fault{}},
		{Syntax(200), Parts{NID: "ex", NSS: "a", R: "r", Q: "q", F: "f"}, Fault{}},
	} {
		u, err := tt.syntax.Build(tt.parts)
		var got Fault
		if se := (*SyntaxError)(nil); errors.As(err, &se) {
			got = Fault{se.Syntax, se.Offset, se.Reason}
		}
		if got != tt.want {
			t.Errorf("%v.Build(%+v) = %q, %v, want fault %+v", tt.syntax, tt.parts, u, err, tt.want)
		}
	}
}

// TestUnknownSyntax: it behaves as RFC8141 in what it returns, too.
func TestUnknownSyntax(t *testing.T) {
	u, err := Syntax(200).Parse("urn:ex:a?+r")
	if err != nil || u.Syntax() != RFC8141 || u.R() != "r" {
		t.Errorf("Parse = %q of %v, %v", u, u.Syntax(), err)
	}
	_, err = Syntax(200).Parse("x")
	if se := (*SyntaxError)(nil); !errors.As(err, &se) || se.Syntax != RFC8141 {
		t.Errorf("Parse of a malformed URN: %v", err)
	}
}

// TestSize: the comment of the type names the size, and registers depend on it.
func TestSize(t *testing.T) {
	want := map[int]uintptr{64: 32, 32: 24}[strconv.IntSize]
	if got := reflect.TypeFor[URN]().Size(); got != want {
		t.Errorf("a URN has %d bytes, want %d", got, want)
	}
}
