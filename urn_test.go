package urn_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

func TestSyntaxText(t *testing.T) {
	for _, c := range []struct {
		syntax urn.Syntax
		name   string
	}{{urn.RFC8141, "rfc8141"}, {urn.RFC2141, "rfc2141"}, {urn.Draft2141bis, "draft2141bis"}, {urn.Relaxed, "relaxed"}} {
		if c.syntax.String() != c.name {
			t.Errorf("String() = %q, want %q", c.syntax, c.name)
		}
	}
	if got := urn.Syntax(4).String(); got != "Syntax(4)" {
		t.Errorf("Syntax(4).String() = %q", got)
	}
}

// TestFieldEqual: a field compares names, as a URN does.
func TestFieldEqual(t *testing.T) {
	for _, v := range []struct{ x, y string }{{"urn:ex:a", "URN:EX:a"}, {"urn:ex:a", "urn:ex:b"}} {
		a, b := urn.MustParse(v.x), urn.MustParse(v.y)
		want := a.Equal(b)
		if rfc2141.URN(a).Equal(rfc2141.URN(b)) != want || draft2141bis.URN(a).Equal(draft2141bis.URN(b)) != want || relaxed.URN(a).Equal(relaxed.URN(b)) != want {
			t.Errorf("Equal of %s and %s is not %v", a, b, want)
		}
	}
}

// TestOffsetsString: the spans of the components that a URN has.
func TestOffsetsString(t *testing.T) {
	for s, want := range map[string]string{
		"urn:ex:a": "nid=4:6 nss=7:8", "urn:ex:a?+r?=q#": "nid=4:6 nss=7:8 r=10:11 q=13:14 f=15:15", "": "none",
	} {
		if o, _ := urn.RFC8141.Locate(s); fmt.Sprint(o) != want {
			t.Errorf("the Offsets of %q are %v, want %s", s, o, want)
		}
	}
}

// TestGoString: %#v is an expression whose value is the URN.
func TestGoString(t *testing.T) {
	for u, want := range map[urn.URN]string{
		{}:                                     `urn.URN{}`,
		urn.MustParse("URN:Ex:a%2f"):           `urn.MustParse("URN:Ex:a%2f")`,
		urn.RFC8141.MustParse("urn:ex:a#"):     `urn.MustParse("urn:ex:a#")`,
		urn.RFC2141.MustParse("urn:ex:a#b"):    `urn.RFC2141.MustParse("urn:ex:a#b")`,
		urn.Draft2141bis.MustParse("urn:ex:a"): `urn.Draft2141bis.MustParse("urn:ex:a")`,
		urn.Relaxed.MustParse("urn:a.b:c"):     `urn.Relaxed.MustParse("urn:a.b:c")`,
	} {
		if got := fmt.Sprintf("%#v", u); got != want {
			t.Errorf("%s is printed as %s", want, got)
		}
	}
	if got, want := fmt.Sprintf("%#v", struct{ Name urn.URN }{urn.MustParse("urn:ex:a")}), `struct { Name urn.URN }{Name:urn.MustParse("urn:ex:a")}`; got != want {
		t.Errorf("a struct is printed as %s, want %s", got, want)
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

// TestSyntaxUnknown: every function refuses a Syntax that is not one of the constants.
func TestSyntaxUnknown(t *testing.T) {
	const name = "urn:ex:a?+r?=q#f"
	for _, x := range []urn.Syntax{4, 9, 200, 255} {
		u := urn.MustParse(name)
		for what, f := range map[string]func() error{
			"Parse":                    func() error { _, err := x.Parse(name); return err },
			"Parse of a malformed URN": func() error { _, err := x.Parse("urn:"); return err },
			"ParseBytes":               func() error { _, err := x.ParseBytes([]byte(name)); return err },
			"Locate":                   func() error { _, fault := x.Locate(name); return fault.Err(name) },
			"LocateBytes":              func() error { _, fault := x.LocateBytes([]byte(name)); return fault.Err(name) },
			"Build":                    func() error { _, err := x.Build(u.Parts()); return err },
			"Escape":                   func() error { _, err := x.Escape(urn.ComponentNSS, "a"); return err },
			"As":                       func() error { _, err := u.As(x); return err },
			"As, zero":                 func() error { _, err := urn.URN{}.As(x); return err },
		} {
			err := f()
			var e *urn.Error
			if !errors.As(err, &e) || e.Reason != urn.UnknownSyntax || e.Syntax != x || e.Offset != 0 || err.Error() != "urn: unknown syntax "+x.String() {
				t.Errorf("%s under %v: %v", what, x, err)
			}
		}
		if x.Valid(name) {
			t.Errorf("%s is valid under %v", name, x)
		}
		if _, fault := x.Locate(name); fault.Message(name) != "unknown syntax "+x.String() {
			t.Errorf("the message is %q", fault.Message(name))
		}
		for r := range urn.OtherSyntax + 1 { // a Fault that a caller made
			_ = urn.Fault{Syntax: x, Reason: r}.Message("urn:")
		}
	}
}

// Adjacent escapes, only some of them in normal form.
func TestNormalizeAdjacentEscapes(t *testing.T) {
	digits := []string{"%2F", "%2f", "%fF", "%Ff", "a"}
	for i := range 5 * 5 * 5 * 5 {
		nss := digits[i%5] + digits[i/5%5] + digits[i/25%5] + digits[i/125]
		s := "urn:ex:" + nss
		want := strings.NewReplacer("%2f", "%2F", "%fF", "%FF", "%Ff", "%FF").Replace(s)
		u := urn.MustParse(s)
		if got := u.Normalize().String(); got != want {
			t.Errorf("Normalize of %q = %q, want %q", s, got, want)
		}
		if u.Key() != want || draft2141bis.ResolutionKey(u) != want || !u.Equal(urn.MustParse(want)) || u.Compare(urn.MustParse(want)) != 0 {
			t.Errorf("keys of %q: %q, %q, want %q", s, u.Key(), draft2141bis.ResolutionKey(u), want)
		}
	}
}

func TestMaxLen(t *testing.T) {
	if urn.MaxLen != math.MaxInt32 {
		t.Errorf("MaxLen = %d, want 2 GiB less one byte", urn.MaxLen)
	}
}

// TestSize: README names the size, and registers depend on it.
func TestSize(t *testing.T) {
	want := map[int]uintptr{64: 32, 32: 24}[strconv.IntSize]
	if got := reflect.TypeFor[urn.URN]().Size(); got != want {
		t.Errorf("a URN has %d bytes, want %d", got, want)
	}
}
