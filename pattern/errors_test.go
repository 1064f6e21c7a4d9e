package pattern

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// TestReasonText: each Reason has a name of its own, and other numbers have their number.
func TestReasonText(t *testing.T) {
	seen := map[string]bool{}
	for r := range NotText + 1 {
		if name := r.String(); name == "" || strings.Contains(name, "(") || seen[name] {
			t.Errorf("the name of Reason %d is %q", uint8(r), name)
		}
		seen[r.String()] = true
	}
	if got := (NotText + 1).String(); got != "Reason(8)" {
		t.Errorf("a number that is no Reason has the name %q", got)
	}
}

type plain struct{ A, B string }

func (plain) URNPattern() string { return "urn:ex:{a}:{b}" }

type anything struct{ A string }

func (anything) URNPattern() string { return "raw urn:ex:{a...}" }

// explain returns why u does not match, or nil.
func (p *Pattern) explain(u urn.URN) error {
	var spans [maxFields]urn.Span
	if m := p.match(u.String(), u.Offsets(), spans[:len(p.fields)]); m.cause != 0 {
		return p.newError(u.String(), m)
	}
	return nil
}

// spans returns the spans of the fields of u, and whether it matches.
func (p *Pattern) spans(u urn.URN) ([]urn.Span, bool) {
	spans := make([]urn.Span, len(p.fields))
	ok, _ := p.matches(u.String(), u.Offsets(), spans)
	return spans, ok
}

func assertField(t *testing.T, err error, field string, reason Reason) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Field != field || e.Reason != reason {
		t.Errorf("%v: want the reason %v of the field %q", err, reason, field)
	}
}

// TestUnwrap: errors.Is and errors.As find the reason, and what a type of the caller said.
func TestUnwrap(t *testing.T) {
	_, err := things.Parse("urn:ex:eu-7:blue:0102abcd:true:(urn:a1:b):(2026-11-22T00:00:00Z):1/")
	assertField(t, err, "color", BadValue)
	if !errors.Is(err, BadValue) || !errors.Is(err, errNoColor) {
		t.Errorf("%v: want the reason, and the error of the type", err)
	}
}

// TestReasons: each way to fail has its reason.
func TestReasons(t *testing.T) {
	explain := func(p, u string) error { return MustCompile(p).explain(urn.MustParse(u)) }
	build := func(p string, values ...string) error { _, err := MustCompile(p).Build(values...); return err }
	for _, c := range []struct {
		err    error
		reason Reason
		field  string
	}{
		{explain("urn:ex:{a}", "urn:other:x"), PrefixMismatch, ""},
		{explain("urn:ex:{a}#{b}", "urn:ex:x"), TextMismatch, ""},
		{explain("urn:ex:a:{a}", "urn:ex:b:x"), PrefixMismatch, ""},
		{explain("urn:ex:{a}:{b}", "urn:ex::x"), BadValue, "a"},
		{explain("urn:ex:{a}:{b}", "urn:ex:x:y:z"), TextMismatch, "b"},
		{explain("urn:ex:{a}:{b}", "urn:ex:x"), TextMismatch, "a"},
		{explain("urn:ex:{a}:end", "urn:ex:x:endless"), TextMismatch, ""},
		{build("urn:ex:{a}", ""), BadValue, "a"},
		{build("urn:ex:{a}:{b}", "x"), BadValue, ""},
		{func() error { _, err := MustCompile("urn:ex:{a}").ParseURN(urn.MustParse("urn:ex:%61")); return err }(), NotCanonical, "a"},
		{func() error { _, err := MustFor[struct{ N int8 }]("urn:ex:{n}").Parse("urn:ex:300"); return err }(), BadValue, "n"},
		{new(Value[plain]).Scan(42), NotText, ""},
		{func() error { _, err := Compile("urn:ex:{"); return err }(), BadPattern, ""},
		{func() error { _, err := For[int]("urn:ex:{a}"); return err }(), BadPattern, ""},
		{func() error {
			var s Set[int]
			return errors.Join(s.Add(MustCompile("urn:ex:{a}"), 1), s.Add(MustCompile("urn:ex:{b}"), 2))
		}(), Conflict, ""},
		{func() error {
			var s Set[int]
			return errors.Join(s.Add(MustCompile("urn:ex:{a}"), 1), s.Add(MustCompile("raw urn:ex:a{b}"), 2))
		}(), Conflict, ""},
	} {
		var e *Error
		if !errors.As(c.err, &e) || e.Reason != c.reason || e.Field != c.field {
			t.Errorf("%v: %+v, want reason %v and field %q", c.err, e, c.reason, c.field)
			continue
		}
		if !errors.Is(c.err, c.reason) || errors.Is(c.err, c.reason+1) {
			t.Errorf("%v: errors.Is asks for another reason than %v", c.err, c.reason)
		}
	}
}

// TestMessage: the message of a malformed pattern has no column.
func TestMessage(t *testing.T) {
	_, err := Compile("urn:ex:{}")
	if e := err.(*Error); e.Offset != 7 || !strings.HasPrefix(e.Error(), `pattern "urn:ex:{}": column 8: `) || e.Message() != strings.Replace(e.Error(), " column 8:", "", 1) {
		t.Errorf("%+v: %v; the message is %q", e, e, e.Message())
	}
}
