package namespace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/programs/nsdocs"
)

// TestGuide: of every registered namespace, the guide has the form in words and an
// example that is valid, or that is missing where names are not checked.
func TestGuide(t *testing.T) {
	for p, e := range registered {
		g := nsdocs.Of(e.NID)
		if p < ianaSize && g.Form == "" {
			t.Errorf("%s: no form", e.NID)
		}
		if g.Example == "" {
			if rows[p].syntaxes != nil {
				t.Errorf("%s: its names are checked, and there is no example", e.NID)
			}
			continue
		}
		u, err := urn.Parse(g.Example)
		if err != nil {
			t.Errorf("%s: %v", e.NID, err)
			continue
		}
		if verdict, err := Validate(u); verdict != Valid || place(u.NID()) != p {
			t.Errorf("%s: the example %s is %v: %v", e.NID, u, verdict, err)
		}
		if g.ExampleSource == "" {
			t.Errorf("%s: no source of the example", e.NID)
		}
	}
}

// TestTypedPackages: the guide names the package of each typed value, and no other.
func TestTypedPackages(t *testing.T) {
	var named []string
	for _, e := range registered {
		if g := nsdocs.Of(e.NID); g.Package != "" {
			named = append(named, g.Package)
		}
	}
	var there []string
	dirs, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if files, _ := filepath.Glob(filepath.Join(d.Name(), "*.go")); len(files) > 0 {
			there = append(there, "namespace/"+d.Name())
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, there) || len(there) < 10 {
		t.Errorf("the guide names %q, and there are %q", named, there)
	}
}

// TestResolvers: a resolver is for names of its namespace, and its template has a
// place to fill in.
func TestResolvers(t *testing.T) {
	for _, nid := range []string{"ietf", "doi", "isbn", "issn", "nbn", "lei", "isni", "iso"} {
		list := nsdocs.Of(nid).Resolvers
		if len(list) == 0 {
			t.Errorf("%s has no resolver", nid)
		}
		for _, r := range list {
			if !strings.HasPrefix(r.Prefix, "urn:"+nid+":") || !strings.HasPrefix(r.Template, "http") ||
				!strings.Contains(r.Template, "{") || r.Source == "" {
				t.Errorf("%s: %+v", nid, r)
			}
		}
	}
}

// TestUsedBy: Lookup and Lint say who uses a namespace that is not registered.
func TestUsedBy(t *testing.T) {
	for _, tt := range []struct{ urn, by string }{
		{"urn:pulumi:a::b::c::d", "Pulumi"},
		{"urn:LI:dataset:a", "LinkedIn and DataHub"},
		{"urn:schemas-upnp-org:device:Basic:1", "UPnP devices"},
		{"urn:samm:io.om:1.0.0", "the Eclipse Semantic Modeling Framework"},
	} {
		u := urn.MustParse(tt.urn)
		e, known := Lookup(u.NID())
		if known || e.Kind != Published || e.UsedBy != tt.by || e.Reference == "" {
			t.Errorf("Lookup(%q) = %+v, %t, want it used by %s", u.NID(), e, known, tt.by)
		}
		found := false
		for a := range Lint(u) {
			if a.Code == advice.UnregisteredNID || a.Code == advice.ReservedNID {
				found = strings.Contains(a.Message(), "not registered; it is used by "+tt.by+" (")
			}
		}
		if !found {
			t.Errorf("Lint(%q) does not say who uses it", u)
		}
	}
	for p, e := range registered {
		if (e.UsedBy != "") != (p >= ianaSize) {
			t.Errorf("%s is used by %q", e.NID, e.UsedBy)
		}
	}
	for a := range Lint(urn.MustParse("urn:acme:a")) {
		if a.Text != "" {
			t.Errorf("Lint of a namespace that nobody is known to use: %q", a.Text)
		}
	}
}
