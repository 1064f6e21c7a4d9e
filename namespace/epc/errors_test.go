package epc

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func TestReasonText(t *testing.T) {
	seen := map[string]bool{}
	for r := range UnknownName + 2 {
		text, err := r.MarshalText()
		appended, err2 := r.AppendText([]byte("<"))
		known := r <= UnknownName
		if known != (err == nil) || known != (err2 == nil) || known && (string(text) != r.String() || string(appended) != "<"+r.String()) {
			t.Errorf("%d: MarshalText = %q, %v, AppendText = %q, %v", r, text, err, appended, err2)
		}
		back := Reason(77)
		err = back.UnmarshalText([]byte(r.String()))
		if known && (err != nil || back != r) || !known && (!errors.Is(err, &Error{Reason: UnknownName}) || back != 77) {
			t.Errorf("UnmarshalText(%q) = %d, %v", r.String(), back, err)
		}
		if known == (r.Describe() == r.String()) || seen[r.Describe()] {
			t.Errorf("%v is described as %q", r, r.Describe())
		}
		seen[r.Describe()] = true
	}
}

func TestErrorIs(t *testing.T) {
	_, err := FromElementString("(01)10614141123452", 7) // the right check digit is 8
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, &Error{Reason: BadCheckDigit}) || !errors.Is(err, &Error{AI: "01"}) ||
		errors.Is(err, &Error{Reason: BadKey}) || errors.Is(err, &Error{AI: "00"}) {
		t.Fatalf("FromElementString = %v", err)
	}
	if m := e.Message(); !strings.HasPrefix(m, "(01): ") || strings.Contains(m, "10614141123452") || err.Error() != "epc: "+m+`: "10614141123452"` {
		t.Errorf("Message = %q, Error = %q", m, err)
	}
	_, err = FromURN(urn.MustParse("urn:epc:id:sgtin:0614141.112345"))
	if !errors.Is(err, &Error{Reason: BadSyntax}) || !errors.Is(err, &namespace.Error{Reason: namespace.BadSyntax}) {
		t.Errorf("FromURN = %v", err)
	}
}
