package field_test

import (
	"errors"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

// fieldType has the methods of a field.
type fieldType interface {
	AppendText(b []byte) ([]byte, error)
	MarshalText() ([]byte, error)
	UnmarshalText(text []byte) error
	Scan(src any) error
}

func of[T rfc2141.URN | draft2141bis.URN | relaxed.URN](u urn.URN) *T {
	f := T(u)
	return &f
}

// TestScanNotText: the error for what is not text names the syntax of the field.
func TestScanNotText(t *testing.T) {
	for x, f := range map[urn.Syntax]fieldType{
		urn.RFC2141: new(rfc2141.URN), urn.Draft2141bis: new(draft2141bis.URN), urn.Relaxed: new(relaxed.URN),
	} {
		var e *urn.Error
		if err := f.Scan(7); !errors.As(err, &e) || e.Reason != urn.NotText || e.Syntax != x {
			t.Errorf("%v: %v", x, err)
		}
		if err := f.Scan(nil); err != nil {
			t.Errorf("%v: NULL: %v", x, err)
		}
	}
}

func TestAllocations(t *testing.T) {
	plain := []byte("urn:example:a")
	var source any = plain
	buf := make([]byte, 0, 256)
	var err error
	for name, u := range map[string]fieldType{
		"rfc2141":      of[rfc2141.URN](urn.RFC2141.MustParse("urn:example:a#b")),
		"draft2141bis": of[draft2141bis.URN](urn.Draft2141bis.MustParse("urn:example:a?b=1&c=2")),
		"relaxed":      of[relaxed.URN](urn.Relaxed.MustParse("urn:a.b:c#d#e")),
	} {
		for _, test := range []struct {
			name string
			most float64
			call func()
		}{
			{"AppendText", 0, func() { _, err = u.AppendText(buf) }},
			{"MarshalText", 1, func() { _, err = u.MarshalText() }},
			{"UnmarshalText", 1, func() { err = u.UnmarshalText(plain) }},
			{"Scan", 1, func() { err = u.Scan(source) }},
		} {
			if got := testing.AllocsPerRun(100, test.call); got > test.most || err != nil {
				t.Errorf("%s.URN.%s: %v allocations, %v; want at most %v", name, test.name, got, err, test.most)
			}
		}
	}
}
