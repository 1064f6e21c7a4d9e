package namespace

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/equivalence"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("../internal/nsdocs/" + name)
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
		if !ok || e.NID != r[0] || e.Kind != kinds[r[1]] || e.Reference != r[2] || nsdocs.Of(r[0]).ReferenceAsOf != r[3] || nsdocs.Of(r[0]).ReferenceSource != r[4] {
			t.Errorf("Lookup(%q) = %+v, %t, want %q", r[0], e, ok, r)
		}
	}
	var nids []string
	for e := range IANA().All() {
		nids = append(nids, e.NID)
	}
	if len(nids) != len(rows) || !slices.IsSorted(nids) {
		t.Errorf("All yields %d names, sorted %t, want %d sorted", len(nids), slices.IsSorted(nids), len(rows))
	}
}

// TestDocumentsAreTheCSV compares the documents and the notes of every entry with
// their source.
func TestDocumentsAreTheCSV(t *testing.T) {
	want := map[string][]nsdocs.Document{}
	rows := readCSV(t, "documents.csv")
	for _, r := range rows {
		want[r[0]] = append(want[r[0]], nsdocs.Document{Name: r[1], Sections: r[2], Read: r[3], Found: r[4], Decided: r[5]})
	}
	n := 0
	for _, e := range registered {
		got := nsdocs.Of(e.NID)
		n += len(got.Documents)
		if !slices.Equal(got.Documents, want[e.NID]) {
			t.Errorf("documents of %s: %+v, want %+v", e.NID, got, want[e.NID])
		}
	}
	if n != len(rows) {
		t.Errorf("%d documents, want %d", n, len(rows))
	}
	if got := nsdocs.Of("no-such"); got.Documents != nil || got.Rules != nil {
		t.Errorf("documents of a NID that nobody has: %+v", got)
	}
}

// TestCheckedNamespacesHaveDocuments: whoever asks how far the syntax of a
// namespace can be trusted gets an answer.
func TestCheckedNamespacesHaveDocuments(t *testing.T) {
	for p, row := range rows {
		list := row.all()
		documents := nsdocs.Of(registered[p].NID).Documents
		if len(list) > 0 && len(documents) == 0 {
			t.Errorf("%s is checked, and no document is listed", registered[p].NID)
		}
		// What is cited has to be listed.
		for _, x := range list {
			for cited := range strings.SplitSeq(x.document(registered[p].NID), "; ") {
				name, _, _ := strings.Cut(cited, ", ")
				if (strings.HasPrefix(name, "RFC ") || strings.HasPrefix(name, "IANA template")) && !slices.ContainsFunc(documents, func(d nsdocs.Document) bool { return d.Name == name }) {
					t.Errorf("%s: %s is cited and not listed", registered[p].NID, name)
				}
			}
		}
	}
}

// TestRulesAreImplemented holds the folds against the rules of the CSV.
func TestRulesAreImplemented(t *testing.T) {
	table := readCSV(t, "namespace_rules.csv")
	general := 0
	byScope := map[string]nsdocs.Rule{}
	classes := map[equivalence.Class]string{equivalence.General: "default", equivalence.CaseInsensitive: "nss-case-insensitive", equivalence.Special: "custom"}
	for _, row := range table {
		nid, part, _ := strings.Cut(row[0], ":")
		class := equivalence.General
		for _, r := range equivalence.Of(nid) { // what package pattern reads
			if r.Part == part {
				class = r.Class
			}
		}
		if classes[class] != row[1] {
			t.Errorf("%s: class %d, want %s", row[0], class, row[1])
		}
		documented := slices.IndexFunc(nsdocs.Of(nid).Rules, func(r nsdocs.Rule) bool { return r.Scope == row[0] })
		if documented < 0 {
			t.Errorf("%s: no rule", row[0])
			continue
		}
		r := nsdocs.Of(nid).Rules[documented]
		if want := (nsdocs.Rule{Scope: row[0], Equivalence: r.Equivalence, Text: row[2], Syntax: row[3], Document: row[4], Note: row[5]}); r != want {
			t.Errorf("%s: %+v, want %+v", row[0], r, want)
		}
		byScope[row[0]] = r
		if part != "" {
			continue // a part of "ietf": foldIETF, which the vectors test
		}
		f := iana.foldOf(r.Scope)
		switch r.Equivalence {
		case "general":
			general++
			if f != foldNone {
				t.Errorf("%s: fold %d, want none", r.Scope, f)
			}
		case "case-insensitive":
			if f != foldNSS && r.Scope != "ietf" {
				t.Errorf("%s: fold %d, want all letters of the NSS", r.Scope, f)
			}
		case "special":
			if f == foldNone {
				t.Errorf("%s: no fold, want one for: %s", r.Scope, r.Text)
			}
		default:
			t.Errorf("%s: class %q", r.Scope, r.Equivalence)
		}
	}
	if general == 0 {
		t.Error("no general rule")
	}
	for p, x := range rows {
		f := x.fold
		if _, ok := byScope[registered[p].NID]; !ok && f != foldNone {
			t.Errorf("%s: fold %d, but no rule", registered[p].NID, f)
		}
		if _, ok := byScope[registered[p].NID]; !ok && x.nss.machine != nil {
			t.Errorf("%s: a syntax, but no rule", registered[p].NID)
		}
		if r, ok := byScope[registered[p].NID]; ok && x.nss.machine == nil && r.Syntax != "flat" {
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
		{"li", InUse},
		{"Pulumi", InUse},
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
		// An Entry says the kind even if nothing else is known of the NID.
		for _, r := range []*Registry{IANA(), new(Registry), nil} {
			e, ok := r.Lookup(tt.nid)
			if e.Kind != tt.want {
				t.Errorf("Lookup(%q) has the kind %v, want %v", tt.nid, e.Kind, tt.want)
			}
			if !ok && e.Kind != InUse && e != (Entry{Kind: tt.want}) {
				t.Errorf("Lookup(%q) = %+v, want only the kind", tt.nid, e)
			}
			if own, err := r.With(Definition{NID: tt.nid}); err == nil {
				if e, ok := own.Lookup(tt.nid); !ok || e.Kind != tt.want || e.NID != strings.ToLower(tt.nid) {
					t.Errorf("Lookup(%q) = %+v, %t where it is defined", tt.nid, e, ok)
				}
			}
		}
	}
}

// TestLookupNearMisses: a NID that shares a slot or a prefix with a registered
// one is not found.
func TestLookupNearMisses(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	known := map[string]bool{}
	for e := range IANA().All() {
		known[e.NID] = true
	}
	for e := range IANA().All() {
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

// acme is a namespace of our own: "part:" and digits. Its letters match case-insensitively.
var acme = Definition{
	NID:       "X-Acme",
	Reference: "Acme handbook, page 12",
	Validate: func(nss string) (Verdict, int, error) {
		const prefix = "part:"
		if !ascii.HasPrefixFold(nss, prefix) {
			return Invalid, 0, errNotAcme
		}
		for i := len(prefix); i < len(nss); i++ {
			if !ascii.IsDigit(nss[i]) {
				return Invalid, i, errNotAcme
			}
		}
		return Valid, 0, nil
	},
	Normalize: strings.ToLower,
}

func TestOwnNamespace(t *testing.T) {
	r, err := IANA().With(acme, Definition{NID: "zz9"},
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
	if len(nids) != ianaSize+3 || !slices.IsSorted(nids) || nids[len(nids)-1] != "zz9" {
		t.Errorf("All yields %d names, sorted %t, the last %q, want %d", len(nids), slices.IsSorted(nids), nids[len(nids)-1], ianaSize+3)
	}
	for range r.All() {
		break
	}

	u := urn.MustParse("urn:X-ACME:Part:12?=q")
	checkNormal(t, r, u, "urn:x-acme:part:12?=q")
	if v := urn.MustParse("urn:x-acme:PART:12"); !r.Equal(u, v) || Equal(u, v) {
		t.Errorf("Equivalent(%q, %q) = %t, without the registry %t", u, v, r.Equal(u, v), Equal(u, v))
	}
	if v := urn.MustParse("urn:x-acme:PART:13"); r.Equal(u, v) {
		t.Errorf("Equivalent(%q, %q) = true", u, v)
	}
	if v, err := r.Validate(u); v != Valid {
		t.Errorf("Validate(%q) = %v, %v", u, v, err)
	}
	u = urn.MustParse("urn:X-ACME:part:1a")
	_, err = r.Validate(u)
	e, invalid := fault(r.Validate(u))
	if !invalid || e.Offset != len("urn:X-ACME:part:1") || e.NID != "x-acme" || e.Reason != Refused || e.Document != acme.Reference ||
		!errors.Is(e, errNotAcme) || !errors.Is(err, Refused) {
		t.Errorf("Validate(%q) = %v", u, err)
	}
	if v, err := Validate(u); v != Unknown {
		t.Errorf("Validate(%q) = %v, %v without the registry", u, v, err)
	}

	// A result is brought into the general normal form.
	checkNormal(t, r, urn.MustParse("urn:aab:Z"), "urn:aab:%2F")
	// What is not defined is as without the registry.
	checkNormal(t, r, urn.MustParse("URN:zz9:Z"), "urn:zz9:Z")
	u = urn.MustParse("urn:isbn:0-395-36341-2")
	if e, _ := fault(r.Validate(u)); e == nil || e.Reason != BadCheckDigit {
		t.Errorf("Validate(%q) = %v", u, e)
	}
	checkNormal(t, r, u, "urn:isbn:0395363412")
}

// checkNormal compares everything that says the normal form and the key of u.
func checkNormal(t testing.TB, r *Registry, u urn.URN, want string) {
	t.Helper()
	n := r.Normalize(u)
	if n.String() != want {
		t.Errorf("Normalize(%q) = %q, want %q", u, n, want)
	}
	if b := r.AppendNormalized([]byte("<"), u); string(b) != "<"+want {
		t.Errorf("AppendNormalized(%q) = %q, want %q", u, b, want)
	}
	key := r.Key(u)
	if key != n.AssignedName() {
		t.Errorf("Key(%q) = %q, want %q", u, key, n.AssignedName())
	}
	if b := r.AppendKey([]byte("<"), u); string(b) != "<"+key {
		t.Errorf("AppendKey(%q) = %q, want %q", u, b, key)
	}
	if !r.Equal(u, n) || !r.Equal(n, u) {
		t.Errorf("Equivalent(%q, %q) = false", u, n)
	}
}

// TestBadNormalize: a Normalize function whose result cannot be in a URN, or
// that is not idempotent, leaves the general rule, and Validate names the rule.
func TestBadNormalize(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	const reference = "Acme handbook, page 12"
	for _, tt := range []struct {
		name, urn, want string
		normalize       func(string) string
	}{
		{"empty", "urn:acme:a-", "cannot be in a URN", func(string) string { return "" }},
		{"fragment", "urn:acme:a", "cannot be in a URN", func(s string) string { return s + "#x" }},
		{"space", "urn:acme:a", "cannot be in a URN", func(s string) string { return s + " x" }},
		{"long", "urn:acme:a", "cannot be in a URN", func(s string) string { return strings.Repeat(" ", 1<<20) }},
		{"grows", "urn:acme:a", "not idempotent", func(s string) string { return s + "x" }},
		{"grows much", "urn:acme:a", "not idempotent", func(s string) string { return s + strings.Repeat("x", 1<<20) }},
		{"alternates", "urn:acme:a", "not idempotent", func(s string) string {
			return strings.Map(func(c rune) rune { return c ^ 0x20 }, s)
		}},
		{"breaks at last", "urn:acme:a", "not idempotent", func(s string) string {
			if s == "b" {
				return "#"
			}
			return "b"
		}},
	} {
		r, err := IANA().With(Definition{NID: "ACME", Reference: reference, Normalize: tt.normalize})
		if err != nil {
			t.Fatal(err)
		}
		u := urn.MustParse(tt.urn)
		checkNormal(t, r, u, tt.urn)
		if other := r.Equal(u, urn.MustParse("urn:acme:other")); other {
			t.Errorf("%s: %q equals another name", tt.name, u)
		}
		v, err := r.Validate(u)
		var e *Error
		if v != Invalid || !errors.As(err, &e) || e.Reason != BadDefinition || e.NID != "acme" || e.Document != reference || e.Offset != len("urn:acme:") {
			t.Errorf("%s: %v, %#v, want an *Error of acme with the reason definition", tt.name, v, err)
			continue
		}
		if text := err.Error(); !strings.Contains(text, tt.want) || !strings.Contains(text, "acme") || !strings.Contains(text, reference) || len(text) > 1024 {
			t.Errorf("%s: %q, want %q, the namespace and the reference", tt.name, text, tt.want)
		}
		// Names of other namespaces are not concerned.
		if _, err := r.Validate(urn.MustParse("urn:isbn:0395363411")); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestGeneral: a Registry that knows nothing follows the general rule alone, and so
// do the zero and the nil one.
func TestGeneral(t *testing.T) {
	for name, r := range map[string]*Registry{"zero": {}, "nil": nil} {
		for range r.All() {
			t.Errorf("%s: All yields an entry", name)
		}
		if e, ok := r.Lookup("isbn"); ok {
			t.Errorf("%s: Lookup(isbn) = %+v", name, e)
		}
		for _, v := range vectors(t) {
			u := v.parse(t)
			checkNormal(t, r, u, u.Normalize().String())
			if res := resultOf(r.Validate(u)); res != (result{}) {
				t.Errorf("%s: Validate(%q) = %v", name, u, res)
			}
		}
		a, b := urn.MustParse("urn:isbn:0-395-36341-1"), urn.MustParse("urn:isbn:0395363411")
		if r.Equal(a, b) {
			t.Errorf("%s: Equivalent(%q, %q) = true", name, a, b)
		}
		for s, want := range map[string]string{
			"urn:acme:a": "", "urn:service:SOS": "", "urn:gsma:imei:90420156-025763-5": "", "urn:dev:org:1-a#b": "f-component",
			"urn:x-acme:%61": "experimental-nid needless-escape", "urn:urn-7:a": "", "urn:li:a": "reserved-nid",
		} {
			var got []string
			for a := range r.Lint(urn.MustParse(s)) {
				got = append(got, a.Code)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: Lint(%q) = %q, want %q", name, s, got, want)
			}
		}
		own, err := r.With(acme)
		if err != nil {
			t.Fatal(err)
		}
		checkNormal(t, own, urn.MustParse("urn:X-ACME:Part:12"), "urn:x-acme:part:12")
		checkNormal(t, own, a, a.String())
		n := 0
		for e := range own.All() {
			if n++; e.NID != "x-acme" {
				t.Errorf("%s: All yields %+v", name, e)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries, want one", name, n)
		}
	}
}

// TestRegistriesAreConstant: IANA returns the same at every call, also after a Registry was made
// from it.
func TestRegistriesAreConstant(t *testing.T) {
	iana := IANA()
	_, err := iana.With(Definition{NID: "acme"})
	if _, ok := IANA().Lookup("acme"); ok || err != nil || IANA() != iana {
		t.Error("IANA has changed", err)
	}
}

// TestWith: a definition goes before what the Registry knew, function by function.
func TestWith(t *testing.T) {
	below, err := new(Registry).With(
		Definition{NID: "acme", Reference: "first", Normalize: strings.ToLower, Validate: func(nss string) (Verdict, int, error) {
			if nss == "bad" {
				return Invalid, 0, errNotAcme
			}
			return Unknown, 0, nil
		}},
		Definition{NID: "other", Reference: "other"})
	if err != nil {
		t.Fatal(err)
	}
	above, err := below.With(Definition{NID: "Acme", Validate: func(nss string) (Verdict, int, error) {
		switch nss {
		case "mine":
			return Valid, 0, nil
		case "bad2":
			return Invalid, 1, errNotAcme
		}
		return Unknown, 0, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for nss, want := range map[string][2]Verdict{
		"mine": {Unknown, Valid}, "bad": {Invalid, Invalid}, "bad2": {Unknown, Invalid}, "x": {Unknown, Unknown},
	} {
		u := urn.MustParse("urn:acme:" + nss)
		if got := [2]Verdict{verdict(below.Validate(u)), verdict(above.Validate(u))}; got != want {
			t.Errorf("Validate(%q) = %v, want %v", u, got, want)
		}
	}
	checkNormal(t, above, urn.MustParse("urn:acme:X"), "urn:acme:x")
	for _, nid := range []string{"acme", "other"} {
		e, ok := above.Lookup(nid)
		if f, _ := below.Lookup(nid); !ok || e != f {
			t.Errorf("Lookup(%s) = %+v, want %+v", nid, e, f)
		}
	}

	// What is not covered is as IANA has it.
	r, err := IANA().With(Definition{NID: "isbn", Validate: func(nss string) (Verdict, int, error) {
		if nss == "secret" {
			return Valid, 0, nil
		}
		return Unknown, 0, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for nss, want := range map[string]Verdict{"secret": Valid, "0395363411": Valid, "0395363412": Invalid} {
		if got, _ := r.Validate(urn.MustParse("urn:isbn:" + nss)); got != want {
			t.Errorf("Validate(urn:isbn:%s) = %v, want %v", nss, got, want)
		}
	}
}

// TestOffsetOfOwnersIsBounded: a wrong offset of an owner's function stays within
// the NSS.
func TestOffsetOfOwnersIsBounded(t *testing.T) {
	for _, offset := range []int{-1, 1000} {
		r, err := IANA().With(Definition{NID: "acme", Validate: func(string) (Verdict, int, error) { return Invalid, offset, errNotAcme }})
		if err != nil {
			t.Fatal(err)
		}
		u := urn.MustParse("urn:acme:abc")
		e, invalid := fault(r.Validate(u))
		if !invalid || e.Offset < len("urn:acme:") || e.Offset > len("urn:acme:abc") {
			t.Errorf("Validate with offset %d: %v", offset, e)
		}
	}
}

// TestPublished: a namespace that IANA has not registered, but whose owner has
// published its names, is checked, and is nowhere taken for a registered one.
func TestPublished(t *testing.T) {
	for _, nid := range []string{"pulumi", "LI"} {
		e, ok := Lookup(nid)
		if ok || e.Kind != InUse || e.NID != strings.ToLower(nid) || e.Reference == "" || nsdocs.Of(e.NID).ReferenceSource != "owner's documentation" {
			t.Errorf("Lookup(%q) = %+v, %t, want a published one, and false", nid, e, ok)
		}
		if e, ok := new(Registry).Lookup(nid); ok || e.NID != "" {
			t.Errorf("new(Registry).Lookup(%q) = %+v, %t", nid, e, ok)
		}
		r, err := IANA().With(Definition{NID: nid})
		if err != nil {
			t.Fatal(err)
		}
		if own, ok := r.Lookup(nid); !ok || own.Reference != e.Reference {
			t.Errorf("Lookup(%q) = %+v, %t where the owner has defined it", nid, own, ok)
		}
	}
	for e := range IANA().All() {
		if e.Kind == InUse {
			t.Errorf("All yields %s", e.NID)
		}
	}
}

// TestNames: every constant has a name of its own, and other values show their number.
func TestNames(t *testing.T) {
	names[Kind](t, 0, int(InUse)+1)
	names[Reason](t, 0, int(NotText)+1)
	names[Verdict](t, 0, int(Invalid)+1)
}

func names[T interface {
	~uint8
	fmt.Stringer
}](t *testing.T, first, end int) {
	t.Helper()
	seen := map[string]bool{}
	for i := range 256 {
		name := T(i).String()
		plain := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-0123456789") == ""
		if seen[name] || name == "" || plain != (i >= first && i < end) {
			t.Errorf("%T(%d) has the name %q", T(i), i, name)
		}
		seen[name] = true
	}
}

// TestDefinitionErrors: a malformed NID, and one that is defined twice.
func TestDefinitionErrors(t *testing.T) {
	for _, nid := range []string{"", "a+b", "a:b", strings.Repeat("a", 64), strings.Repeat("a", 100000), strings.Repeat("\xff", 100000)} {
		if r, err := IANA().With(Definition{NID: nid}); err == nil || r != nil || len(err.Error()) > 1024 {
			t.Errorf("a definition of %.40q: %v, %.1030v", nid, r, err)
		}
	}
	for _, c := range []struct {
		definitions []Definition
		want        Error
		text        string
	}{
		{[]Definition{{NID: "-X"}}, Error{Reason: BadDefinition},
			`namespace: parsing "-X": a namespace identifier has 1 to 63 letters, digits, "-", "." and "_", and begins with a letter or digit at column 1`},
		{[]Definition{{NID: ".x"}}, Error{Reason: BadDefinition},
			`namespace: parsing ".x": a namespace identifier has 1 to 63 letters, digits, "-", "." and "_", and begins with a letter or digit at column 1`},
		{[]Definition{{NID: "abc"}, {NID: "ABC"}}, Error{NID: "abc", Reason: BadDefinition}, `namespace: the definition of the namespace is at fault: "abc" is defined twice`},
	} {
		_, err := IANA().With(c.definitions...)
		var e *Error
		if !errors.As(err, &e) || e.NID != c.want.NID || !errors.Is(err, c.want.Reason) || err.Error() != c.text || !strings.Contains(strings.Replace(c.text, " at column 1", "", 1), ": "+e.Message()) {
			t.Errorf("NewRegistry = %v, want %s", err, c.text)
		}
		if errors.Is(err, BadSyntax) {
			t.Errorf("%v is another error", err)
		}
	}
}

func TestErrorText(t *testing.T) {
	r, _ := IANA().With(acme, Definition{NID: "zz", Reference: strings.Repeat("\xff", 9999), Validate: func(string) (Verdict, int, error) {
		return Invalid, 0, errors.New(strings.Repeat("é", 9999))
	}})
	for _, tt := range []struct{ urn, want string }{
		{"URN:ISBN:0-395-36341-2", `namespace: parsing "URN:ISBN:0-395-36341-2": wrong check digit at column 22: it should be '1' (IANA template of urn:isbn, Syntax)`},
		{"urn:isbn:080442957x", ""},
		{"urn:isbn:0804429570", `namespace: parsing "urn:isbn:0804429570": wrong check digit at column 19: it should be 'X' (IANA template of urn:isbn, Syntax)`},
		{"urn:isan:0000-0000-9E59-0000-A-0000-0000-A", `namespace: parsing "urn:isan:0000-0000-9E59-0000-A-0000-0000-A": wrong check digit at column 30: it should be 'O' (` + rows[idISAN].nss.doc + `)`},
		{"urn:isan:0000-0000-9E59-0000-O-0000-0000-A", `namespace: parsing "urn:isan:0000-0000-9E59-0000-O-0000-0000-A": wrong check digit at column 42: it should be '2' (` + rows[idISAN].nss.doc + `)`},
		{"urn:oid:1.03", `namespace: parsing "urn:oid:1.03": malformed oid name at column 12: unexpected '3' (RFC 3061, section 2)`},
		{"urn:oid:1.", `namespace: parsing "urn:oid:1.": malformed oid name at column 11: unexpected end of input (RFC 3061, section 2)`},
		{"urn:oid:1.?+r", `namespace: parsing "urn:oid:1."…: malformed oid name at column 11: unexpected end of input (RFC 3061, section 2)`},
		{"urn:lei:7LTW", `namespace: parsing "urn:lei:7LTW": malformed lei name at column 13: unexpected end of input; want 20 letters and digits (IANA template of urn:lei, Syntax; ISO 17442-1)`},
		{"urn:x-acme:a", `namespace: parsing "urn:x-acme:a": refused by the namespace at column 12: not a part number (Acme handbook, page 12)`},
	} {
		got := ""
		if e, ok := fault(r.Validate(urn.MustParse(tt.urn))); ok {
			got = e.Error()
			if m := e.Message(); !strings.HasSuffix(strings.Replace(got, fmt.Sprint(" at column ", e.Offset+1), "", 1), ": "+m) {
				t.Errorf("Message() = %q, Error() = %q", m, got)
			}
		}
		if got != tt.want {
			t.Errorf("the error of %q is\n\t%s, want\n\t%s", tt.urn, got, tt.want)
		}
	}

	// No error is long, whatever the URN and the owner's function say.
	for _, s := range []string{"urn:oid:" + strings.Repeat("1.", 100000) + "x", "urn:oid:x" + strings.Repeat("1.", 100000), "urn:zz:a" + strings.Repeat("'", 1000)} {
		e, _ := fault(r.Validate(urn.MustParse(s)))
		if e == nil || len(e.Error()) > 1024 || len(e.Message()) > 1024 || !utf8.ValidString(e.Error()) {
			t.Errorf("the error of %.20q… is %v", s, e)
		}
	}
	long := strings.Repeat("\xff", 9999)
	e := &Error{NID: long, Document: long, Err: errors.New(long)}
	if len(e.Error()) > 1024 || len(e.Message()) > 1024 || !utf8.ValidString(e.Error()) {
		t.Errorf("an error of one's own has %d bytes", len(e.Error()))
	}
	// Without an NID, the error is about another text, and Err has all of its words.
	e = newError("", "(01)x", 4, BadSyntax, "a document", errors.New("no digits"))
	if got, want := e.Error(), `namespace: parsing "(01)x": no digits at column 5`; got != want || !errors.Is(e, BadSyntax) {
		t.Errorf("Error() = %s, want %s", got, want)
	}
	// The words of an error within an error have no column.
	inner := newError("isbn", "12x", 2, BadSyntax, "", nil)
	e = newError("acme", "urn:acme:12x", 9, Refused, "", inner)
	if got, want := e.Error(), `namespace: parsing "urn:acme:12x": refused by the namespace at column 10: malformed isbn name: unexpected 'x'`; got != want || !errors.Is(e, BadSyntax) {
		t.Errorf("Error() = %s, want %s", got, want)
	}
	e = &Error{NID: "acme", Offset: 4, Reason: BadSyntax}
	if got, want := e.Error(), `namespace: parsing "": malformed acme name at column 5: unexpected end of input`; got != want {
		t.Errorf("Error() = %s, want %s", got, want)
	}
}

// TestErrorExcerpt: an error holds the URN around the fault.
func TestErrorExcerpt(t *testing.T) {
	for _, tt := range []struct{ before, after int }{{0, 0}, {54, 0}, {55, 0}, {0, 54}, {0, 55}, {100, 0}, {100, 10}, {100, 100}, {0, 100}, {31, 100}, {32, 100}} {
		s := "urn:oid:1" + strings.Repeat("1", tt.before) + "x" + strings.Repeat("y", tt.after)
		e, _ := fault(Validate(urn.MustParse(s)))
		if e == nil || e.Offset != 9+tt.before {
			t.Fatalf("Validate(%q): %v", s, e)
		}
		q := strings.Split(e.Error(), `"`)
		start := strings.Index(s, q[1])
		if len(q) != 3 || start < 0 || start > e.Offset || start+len(q[1]) <= e.Offset || len(q[1]) != min(len(s), maxNear) {
			t.Fatalf("the error of %q: %s", s, e)
		}
		if strings.HasSuffix(q[0], "…") != (start > 0) || strings.HasPrefix(q[2], "…") != (start+len(q[1]) < len(s)) {
			t.Errorf("the error of %q: %s", s, e)
		}
	}
}

// TestErrorIs: an error is its Reason and no other.
func TestErrorIs(t *testing.T) {
	err := refusal(Validate(urn.MustParse("urn:isbn:0395363412")))
	for r := range NotText + 1 {
		if got := errors.Is(err, r); got != (r == BadCheckDigit) {
			t.Errorf("errors.Is(%v, %s) = %t", err, r.String(), got)
		}
	}
	if errors.Is(err, errNotAcme) {
		t.Error("an error is another one")
	}
}

// TestDefinitionVerdict: an error makes a name Invalid, whatever the verdict, and a verdict that is
// not one of the constants is Unknown.
func TestDefinitionVerdict(t *testing.T) {
	for verdict := range Invalid + 2 {
		for _, err := range []error{nil, errNotAcme} {
			r, _ := new(Registry).With(Definition{NID: "acme", Validate: func(string) (Verdict, int, error) { return verdict, 99, err }})
			want := verdict
			if err != nil {
				want = Invalid
			} else if verdict > Invalid {
				want = Unknown
			}
			got, e := r.Validate(urn.MustParse("urn:acme:a"))
			if got != want || (e != nil) != (want == Invalid) || errors.Is(e, errNotAcme) != (err != nil) {
				t.Errorf("(%v, %v) gives %v, %v", verdict, err, got, e)
			}
		}
	}
}
