package typed_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/soak"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/oid"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

// value is what every typed value has.
type value interface {
	comparable
	URN() urn.URN
	String() string
}

// kind is a typed value, with the laws that hold for it.
type kind struct {
	name string
	nid  string
	// covers reports whether the type is for an NSS that is valid in the namespace.
	covers func(nss string) bool
	laws   func(t testing.TB, u urn.URN)
	text   func(t testing.TB, s string)
	zero   func(t *testing.T)
}

func all(string) bool { return true }

// kinds are the typed values. docs/typed-values.md lists the same.
var kinds = []kind{
	of("uuid.UUID", "uuid", all, uuid.FromURN, uuid.Parse),
	of("isbn.ISBN", "isbn", all, isbn.FromURN, isbn.Parse),
	of("issn.ISSN", "issn", all, issn.FromURN, issn.Parse),
	of("oid.OID", "oid", all, oid.FromURN, oid.Parse),
}

// of returns the laws of a typed value. That it compiles shows that the value has the
// shape of the others.
func of[T value](name, nid string, covers func(nss string) bool, fromURN func(urn.URN) (T, error), parse func(string) (T, error)) kind {
	var zero T
	isNil := name == "uuid.UUID" // whose zero value is a UUID
	roundTrip := func(t testing.TB, from any, v T) {
		t.Helper()
		u := v.URN()
		if back, err := fromURN(u); err != nil || back != v {
			t.Errorf("%s of %q: the value of its URN %q is %v, %v", name, from, u, back, err)
		}
		if verdict, err := namespace.Validate(u); verdict != namespace.Valid || u.Syntax() != urn.RFC8141 {
			t.Errorf("%s of %q: its URN %q is %v, %v", name, from, u, verdict, err)
		}
		if back, err := parse(v.String()); err != nil || back != v {
			t.Errorf("%s of %q: Parse(%q) = %v, %v", name, from, v, back, err)
		}
	}
	refused := func(t testing.TB, from any, v T, err error) {
		t.Helper()
		var e *namespace.Error
		var s *urn.SyntaxError
		if v != zero || !errors.As(err, &e) && !errors.As(err, &s) || len(err.Error()) > 1024 {
			t.Errorf("%s of %.80q: %v, %.300v, want the zero value and an error of package namespace or urn", name, from, v, err)
		}
	}
	return kind{name, nid, covers,
		func(t testing.TB, u urn.URN) {
			t.Helper()
			v, err := fromURN(u)
			verdict, _ := namespace.Validate(u)
			if want := strings.EqualFold(u.NID(), nid) && verdict == namespace.Valid && covers(u.NSS()); want != (err == nil) {
				t.Errorf("%s of %q: %v, %v, want a value: %t", name, u, v, err, want)
			}
			if err != nil {
				refused(t, u, v, err)
				return
			}
			roundTrip(t, u, v)
			// Package namespace does not convert an ISBN-10 yet.
			if u.Syntax() == urn.RFC8141 && nid != "isbn" && !namespace.Equal(u, v.URN()) {
				t.Errorf("%s of %q: its URN %q is not equivalent", name, u, v.URN())
			}
			if n, err := fromURN(namespace.Normalize(u)); err != nil || n != v {
				t.Errorf("%s of %q: %v, but of the normal form %q: %v, %v", name, u, v, namespace.Normalize(u), n, err)
			}
		},
		func(t testing.TB, s string) {
			t.Helper()
			if v, err := parse(s); err == nil {
				roundTrip(t, s, v)
			} else {
				refused(t, s, v, err)
			}
		},
		func(t *testing.T) {
			t.Helper()
			// No method of the zero value panics.
			m := reflect.ValueOf(zero)
			for i := range m.NumMethod() {
				if m.Method(i).Type().NumIn() == 0 {
					m.Method(i).Call(nil)
				}
			}
			if isNil {
				return
			}
			if !zero.URN().IsZero() || zero.String() != "" {
				t.Errorf("the zero %s is %q, %q", name, zero.URN(), zero)
			}
		},
	}
}

// seeds yields the URNs of the vectors and of the documents.
func seeds(t testing.TB, yield func(string)) {
	t.Helper()
	f, err := os.Open("../../../testdata/namespace/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		var v struct{ URN string }
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		yield(v.URN)
		n++
	}
	if n < 100 {
		t.Fatalf("%d vectors", n)
	}
}

func check(t testing.TB, u urn.URN) {
	t.Helper()
	for _, k := range kinds {
		k.laws(t, u)
		k.text(t, u.NSS())
	}
}

func TestVectors(t *testing.T) {
	valid := map[string]int{}
	seeds(t, func(s string) {
		for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141} {
			u, err := x.Parse(s)
			if err != nil {
				continue
			}
			check(t, u)
			if v, _ := namespace.Validate(u); v == namespace.Valid {
				valid[strings.ToLower(u.NID())]++
			}
		}
	})
	for _, k := range kinds {
		if valid[k.nid] == 0 {
			t.Errorf("no vector is a valid name of %s", k.nid)
		}
	}
}

func TestZero(t *testing.T) {
	for _, k := range kinds {
		k.zero(t)
		k.laws(t, urn.URN{})
		k.laws(t, urn.MustParse("urn:example:a"))
		for _, s := range []string{"", " ", "%", "urn:", strings.Repeat("0-", 1<<12), strings.Repeat(" ", 1<<12), "1\n", "1#a", "1?=a", "\xff"} {
			k.text(t, s)
		}
	}
}

func FuzzLaws(f *testing.F) {
	seeds(f, func(s string) { f.Add(s, uint8(0)) })
	soak.Run(f, func(t *testing.T, s string, x uint8) {
		for _, k := range kinds {
			k.text(t, s)
		}
		u, err := urn.Syntax(x % 4).Parse(s)
		if err != nil {
			return
		}
		check(t, u)
		// The same NSS in every namespace that has a typed value.
		p := u.Parts()
		for _, k := range kinds {
			p.NID = k.nid
			if v, err := u.Syntax().Build(p); err == nil {
				check(t, v)
			}
		}
	})
}
