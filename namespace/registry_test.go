package namespace

import (
	"encoding/csv"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("data/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// TestRegistryIsTheCSV compares the generated table with its source, by another
// way than the generator's.
func TestRegistryIsTheCSV(t *testing.T) {
	kinds := map[string]Kind{"formal": Formal, "informal": Informal}
	rows := readCSV(t, "iana_urn_namespaces.csv")
	for _, r := range rows {
		e, ok := Lookup(r[0])
		if !ok || e.NID != r[0] || e.Kind != kinds[r[1]] || e.Reference != r[2] || e.ReferenceAsOf != r[3] {
			t.Errorf("Lookup(%q) = %+v, %t, want %q", r[0], e, ok, r)
		}
		if KindOf(r[0]) != e.Kind {
			t.Errorf("KindOf(%q) = %v, want %v", r[0], KindOf(r[0]), e.Kind)
		}
	}
	var nids []string
	for e := range All() {
		nids = append(nids, e.NID)
	}
	if len(nids) != len(rows) || !slices.IsSorted(nids) {
		t.Errorf("All yields %d names, sorted %t, want %d sorted", len(nids), slices.IsSorted(nids), len(rows))
	}
}

// TestDocumentsAreTheCSV compares the documents of every entry with their source.
func TestDocumentsAreTheCSV(t *testing.T) {
	readings := map[string]Reading{"none": ReadNone, "part": ReadPart, "full": ReadFull}
	want := map[string][]Document{}
	rows := readCSV(t, "documents.csv")
	for _, r := range rows {
		want[r[0]] = append(want[r[0]], Document{r[1], r[2], readings[r[3]], r[4], r[5]})
		if readings[r[3]].String() != r[3] {
			t.Errorf("%q is shown as %q", r[3], readings[r[3]])
		}
	}
	n := 0
	for e := range All() {
		got := slices.Collect(e.Documents())
		n += len(got)
		if !slices.Equal(got, want[e.NID]) {
			t.Errorf("documents of %s: %+v, want %+v", e.NID, got, want[e.NID])
		}
	}
	if n != len(rows) {
		t.Errorf("%d documents, want %d", n, len(rows))
	}
	if got := Reading(9).String(); got != "Reading(9)" {
		t.Errorf("Reading(9) is shown as %q", got)
	}
	for range (Entry{}).Documents() {
		t.Error("the zero Entry has a document")
	}
}

// TestRulesAreImplemented holds the folds against the rules of the CSV.
func TestRulesAreImplemented(t *testing.T) {
	classes := map[string]Equivalence{"default": General, "nss-case-insensitive": CaseInsensitive, "custom": Special}
	byScope := map[string]Rule{}
	for e := range All() {
		for r := range e.Rules() {
			byScope[r.Scope] = r
		}
	}
	rows := readCSV(t, "namespace_rules.csv")
	if len(byScope) != len(rows) {
		t.Errorf("%d rules, want %d", len(byScope), len(rows))
	}
	general := 0
	for _, row := range rows {
		r := byScope[row[0]]
		if want := (Rule{row[0], classes[row[1]], row[2], row[3], row[4], row[5]}); r != want {
			t.Errorf("%s: %+v, want %+v", row[0], r, want)
		}
		if strings.Contains(r.Scope, ":") {
			continue // a part of "ietf": foldIETF, which the vectors test
		}
		f := foldOf(r.Scope)
		switch r.Equivalence {
		case General:
			general++
			if f != foldNone {
				t.Errorf("%s: fold %d, want none", r.Scope, f)
			}
		case CaseInsensitive:
			if f != foldNSS && r.Scope != "ietf" {
				t.Errorf("%s: fold %d, want all letters of the NSS", r.Scope, f)
			}
		case Special:
			if f == foldNone {
				t.Errorf("%s: no fold, want one for: %s", r.Scope, r.Text)
			}
		}
	}
	if general == 0 {
		t.Error("no general rule")
	}
	for p, f := range folds {
		if _, ok := byScope[registered[p].NID]; !ok && f != foldNone {
			t.Errorf("%s: fold %d, but no rule", registered[p].NID, f)
		}
		if _, ok := byScope[registered[p].NID]; !ok && syntaxes[p] != nil {
			t.Errorf("%s: a syntax, but no rule", registered[p].NID)
		}
		if r, ok := byScope[registered[p].NID]; ok && syntaxes[p] == nil && r.Syntax != "flat" {
			t.Errorf("%s: no syntax, want one for: %s", registered[p].NID, r.Syntax)
		}
	}
}

func TestKindOf(t *testing.T) {
	for _, tt := range []struct {
		nid  string
		want Kind
	}{
		{"isbn", Formal},
		{"ISBN", Formal},
		{"3gpp", Formal},
		{"broadband-forum-org", Formal},
		{"urn-7", Informal},
		{"URN-7", Informal},
		{"urn-99", Informal},
		{"urn-0", ReservedURN},
		{"urn-07", ReservedURN},
		{"urn-", ReservedURN},
		{"urn-7a", ReservedURN},
		{"urn-seven", ReservedURN},
		{"urn", Unregistered},
		{"X-acme", Experimental},
		{"x-acme", Experimental},
		{"x-", Experimental},
		{"xn--bcher-kva", ReservedLabel},
		{"ab--c", ReservedLabel},
		{"AB--C", ReservedLabel},
		{"de-bund", ReservedCountry},
		{"XY-z", ReservedCountry},
		{"de-", ReservedCountry},
		{"d1-bund", Unregistered},
		{"deu-bund", Unregistered},
		{"de", TooShort},
		{"a", TooShort},
		{"7", TooShort},
		{"li", TooShort},
		{"acme", Unregistered},
		{"example2", Unregistered},
		{"", Malformed},
		{"-a", Malformed},
		{"a_b", Malformed},
		{"isbn ", Malformed},
		{"ı", Malformed},
		{strings.Repeat("a", 32), Unregistered},
		{strings.Repeat("a", 33), Malformed},
	} {
		if got := KindOf(tt.nid); got != tt.want {
			t.Errorf("KindOf(%q) = %v, want %v", tt.nid, got, tt.want)
		}
	}
}

// TestLookupNearMisses: a NID that shares a slot or a prefix with a registered
// one is not found.
func TestLookupNearMisses(t *testing.T) {
	known := map[string]bool{}
	for e := range All() {
		known[e.NID] = true
	}
	for e := range All() {
		for i := range len(e.NID) {
			for c := range 256 {
				near := e.NID[:i] + string([]byte{byte(c)}) + e.NID[i+1:]
				got, ok := Lookup(near)
				want := known[strings.ToLower(near)]
				if ok != want || ok && got.NID != strings.ToLower(near) {
					t.Fatalf("Lookup(%q) = %q, %t, want %t", near, got.NID, ok, want)
				}
			}
		}
		for _, near := range []string{e.NID[:len(e.NID)-1], e.NID + "a", e.NID + "\x00"} {
			if got, ok := Lookup(near); ok && got.NID != near {
				t.Errorf("Lookup(%q) = %q", near, got.NID)
			}
		}
		if got, ok := Lookup(strings.ToUpper(e.NID)); !ok || got != e {
			t.Errorf("Lookup(%q) = %+v, %t", strings.ToUpper(e.NID), got, ok)
		}
	}
}

var errNotAcme = errors.New("not a part number")

// acme is a namespace of our own: "part:" and digits, letters in either case.
var acme = Definition{
	NID:       "X-Acme",
	Reference: "Acme handbook, page 12",
	Validate: func(nss string) (int, error) {
		const prefix = "part:"
		if !hasPrefixFold(nss, prefix) {
			return 0, errNotAcme
		}
		for i := len(prefix); i < len(nss); i++ {
			if !isDigit(nss[i]) {
				return i, errNotAcme
			}
		}
		return 0, nil
	},
	Normalize: strings.ToLower,
}

func TestOwnNamespace(t *testing.T) {
	r, err := New(acme, Definition{NID: "zz9", Normalize: func(string) string { return "#" }},
		Definition{NID: "isbn", Reference: "Acme handbook, page 13"}, Definition{NID: "aab", Normalize: func(string) string { return "%2f" }})
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := r.Lookup("x-ACME"); !ok || e.NID != "x-acme" || e.Kind != Experimental || e.Reference != acme.Reference {
		t.Errorf("Lookup(x-ACME) = %+v, %t", e, ok)
	}
	if e, ok := r.Lookup("ISBN"); !ok || e.Kind != Formal || e.Reference != "Acme handbook, page 13" {
		t.Errorf("Lookup(ISBN) = %+v, %t", e, ok)
	}
	if _, ok := Lookup("x-acme"); ok {
		t.Error("Lookup(x-acme) = true without the registry")
	}
	var nids []string
	for e := range r.All() {
		nids = append(nids, e.NID)
	}
	if len(nids) != registrySize+3 || !slices.IsSorted(nids) || nids[len(nids)-1] != "zz9" {
		t.Errorf("All yields %d names, sorted %t, the last %q, want %d", len(nids), slices.IsSorted(nids), nids[len(nids)-1], registrySize+3)
	}
	for range r.All() {
		break
	}

	u := urn.MustParse("urn:X-ACME:Part:12?=q")
	if key := r.Key(u); key != "urn:x-acme:part:12" {
		t.Errorf("Key(%q) = %q", u, key)
	}
	if n := r.Normalize(u); n.String() != "urn:x-acme:part:12?=q" {
		t.Errorf("Normalize(%q) = %q", u, n)
	}
	if v := urn.MustParse("urn:x-acme:PART:12"); !r.Equal(u, v) || Equal(u, v) {
		t.Errorf("Equal(%q, %q) = %t, without the registry %t", u, v, r.Equal(u, v), Equal(u, v))
	}
	if checked, err := r.Validate(u); !checked || err != nil {
		t.Errorf("Validate(%q) = %t, %v", u, checked, err)
	}
	u = urn.MustParse("urn:X-ACME:part:1a")
	checked, err := r.Validate(u)
	var e *Error
	if !checked || !errors.As(err, &e) || e.Offset != len("urn:X-ACME:part:1") || e.NID != "x-acme" ||
		!errors.Is(err, errNotAcme) || !errors.Is(err, Refused) {
		t.Errorf("Validate(%q) = %t, %v", u, checked, err)
	}
	if checked, err := Validate(u); checked || err != nil {
		t.Errorf("Validate(%q) = %t, %v without the registry", u, checked, err)
	}

	// A result that cannot stand in a URN is ignored.
	u = urn.MustParse("urn:zz9:Z")
	if key, n := r.Key(u), r.Normalize(u); key != "urn:zz9:Z" || n != u {
		t.Errorf("Key(%q) = %q, Normalize = %q", u, key, n)
	}
	// A result is brought into the general normal form.
	u = urn.MustParse("urn:aab:Z")
	if key, n := r.Key(u), r.Normalize(u); key != "urn:aab:%2F" || n.String() != key {
		t.Errorf("Key(%q) = %q, Normalize = %q", u, key, n)
	}
	// What is not defined is as without the registry.
	u = urn.MustParse("urn:isbn:0-395-36341-2")
	if _, err := r.Validate(u); !errors.Is(err, BadCheckDigit) {
		t.Errorf("Validate(%q) = %v", u, err)
	}
	if r.Key(u) != Key(u) {
		t.Errorf("Key(%q) = %q, want %q", u, r.Key(u), Key(u))
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		defs []Definition
	}{
		{"no NID", []Definition{{}}},
		{"malformed NID", []Definition{{NID: "a_b"}}},
		{"twice", []Definition{{NID: "acme"}, {NID: "ACME"}}},
	} {
		if _, err := New(tt.defs...); err == nil {
			t.Errorf("%s: New = nil error", tt.name)
		}
	}
}

// TestOffsetOfOwnersIsBounded: a wrong offset of an owner's function stays within
// the NSS.
func TestOffsetOfOwnersIsBounded(t *testing.T) {
	for _, offset := range []int{-1, 1000} {
		r, err := New(Definition{NID: "acme", Validate: func(string) (int, error) { return offset, errNotAcme }})
		if err != nil {
			t.Fatal(err)
		}
		u := urn.MustParse("urn:acme:abc")
		_, err = r.Validate(u)
		var e *Error
		if !errors.As(err, &e) || e.Offset < len("urn:acme:") || e.Offset > len("urn:acme:abc") {
			t.Errorf("Validate with offset %d: %v", offset, err)
		}
	}
}

func TestStrings(t *testing.T) {
	seen := map[string]bool{}
	for k := range Unregistered + 2 {
		seen[k.String()] = true
	}
	for r := range Refused + 2 {
		seen[r.String()] = true
		seen[r.Error()] = true
	}
	for e := range Special + 2 {
		seen[e.String()] = true
	}
	for c := range SpareDigit + 2 {
		seen[c.String()] = true
	}
	if want := int(Unregistered+2) + 2*int(Refused+2) + int(Special+2) + int(SpareDigit+2) - 1; len(seen) != want {
		t.Errorf("%d different names, want %d: %v", len(seen), want, seen)
	}
}

func TestErrorText(t *testing.T) {
	_, err := Validate(urn.MustParse("URN:ISBN:0-395-36341-2"))
	const want = `urn:isbn: at offset 21: wrong check digit (RFC 3187, section 3.2; RFC 8254, section 2.1): "0-395-36341-2"`
	if err == nil || err.Error() != want {
		t.Errorf("Error() = %v, want %s", err, want)
	}
	long := "urn:oid:" + strings.Repeat("1.", 200) + "x"
	_, err = Validate(urn.MustParse(long))
	if err == nil || len(err.Error()) > 200 || !strings.Contains(err.Error(), "at offset 408") {
		t.Errorf("Error() = %v, want the NSS cut", err)
	}
	r, _ := New(acme)
	_, err = r.Validate(urn.MustParse("urn:x-acme:a"))
	if err == nil || err.Error() != `urn:x-acme: at offset 11: refused by the namespace: not a part number: "a"` {
		t.Errorf("Error() = %v", err)
	}
}
