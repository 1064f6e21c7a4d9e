package namespace

import (
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// TestAllocations is the list of what does not allocate, and of what allocates the
// string it returns and no more.
func TestAllocations(t *testing.T) {
	uuid := urn.MustParse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	upper := urn.MustParse("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
	isbn := urn.MustParse("urn:isbn:9780395363416")
	hyphens := urn.MustParse("urn:isbn:978-0-395-36341-6")
	issn := urn.MustParse("urn:issn:2070-1721")
	plain := urn.MustParse("urn:issn:20701721")
	oid := urn.MustParse("urn:oid:1.3.6.1.4.1.32473")
	scim := urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type")
	newsml := urn.MustParse("urn:newsml:reuters.com:20000206:iimffh05643_2000-02-06_17-54-01_l06156584:1")
	newsmlU := urn.MustParse("urn:newsml:reuters.com:20000206:iimffh05643_2000-02-06_17-54-01_l06156584:1U")
	btih := urn.MustParse("urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a")
	example := urn.MustParse("urn:example:a")
	bad := urn.MustParse("urn:acme:a")
	lint := urn.MustParse("urn:x-dev:%61%2f%00%E9%e9?=b#c")
	long := urn.MustParse("urn:example:" + strings.Repeat("a", 250) + "?=%2f#%2f")
	container := urn.MustParse("urn:mrn:bic:container-id:csqu3054383")
	buf := make([]byte, 0, 512)
	r, err := IANA().With(Definition{NID: "acme", Validate: func(string) (Verdict, int, error) { return Valid, 0, nil }, Normalize: func(s string) string { return s }})
	if err != nil {
		t.Fatal(err)
	}

	for _, tt := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Lookup", 0, func() { Lookup("UUID"); Lookup("unknown"); Lookup("X-unknown"); Lookup("urn-12") }},
		{"All", 0, func() {
			for range IANA().All() {
				continue
			}
		}},
		{"Key of a normal UUID", 0, func() { Key(uuid) }},
		{"Key of another UUID", 1, func() { Key(upper) }},
		{"Key of a normal ISBN", 0, func() { Key(isbn) }},
		{"Key of an ISBN with hyphens", 1, func() { Key(hyphens) }},
		{"Key of a normal ISSN", 0, func() { Key(issn) }},
		{"Key of an ISSN without hyphen", 1, func() { Key(plain) }},
		{"Key of a normal newsml", 0, func() { Key(newsml) }},
		{"Key of another newsml", 1, func() { Key(newsmlU) }},
		{"Key of a normal btih", 0, func() { Key(btih) }},
		{"Key without a rule", 0, func() { Key(example) }},
		{"Equal", 0, func() {
			Equal(uuid, upper)
			Equal(isbn, hyphens)
			Equal(issn, plain)
			Equal(newsml, newsmlU)
			Equal(example, uuid)
		}},
		{"Normalize of a normal UUID", 0, func() { Normalize(uuid) }},
		{"Normalize of a normal ISBN", 0, func() { Normalize(isbn) }},
		{"Validate", 0, func() {
			for _, u := range [...]urn.URN{uuid, upper, isbn, hyphens, issn, plain, oid, scim, newsml, example, bad} {
				if _, err := Validate(u); err != nil {
					t.Errorf("Validate(%q): %v", u, err)
				}
			}
		}},
		{"AppendKey, AppendNormalized", 0, func() {
			for _, u := range [...]urn.URN{uuid, upper, isbn, hyphens, issn, oid, scim, newsml, btih, example, long, bad} {
				for _, r := range [...]*Registry{IANA(), new(Registry), r} {
					r.AppendKey(buf, u)
					r.AppendNormalized(buf, u)
				}
			}
		}},
		{"Registry.Lint", 2, func() {
			for range r.Lint(lint) {
				continue
			}
		}},
		{"Lint", 0, func() {
			n := 0
			for range Lint(lint) {
				n++
			}
			if n != 9 {
				t.Errorf("Lint(%q) yields %d", lint, n)
			}
		}},
		{"Lint of a right check digit", 0, func() {
			for a := range Lint(container) {
				t.Errorf("Lint(%q) yields %v", container, a)
			}
		}},
		{"an owner's namespace", 0, func() { r.Lookup("ACME"); r.Key(bad); r.Equal(bad, bad); r.Normalize(bad); r.Validate(bad) }},
	} {
		if got := testing.AllocsPerRun(100, tt.f); got != tt.want {
			t.Errorf("%s: %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}
