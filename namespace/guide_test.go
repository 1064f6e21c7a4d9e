package namespace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
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
			if rows[p].nss.machine != nil {
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

// TestResolverURL: every template is one that a program expands. The URLs of doi, eidr, iso,
// pwid and urn-6 are printed in their documents.
func TestResolverURL(t *testing.T) {
	used := map[nsdocs.Resolver]bool{}
	for name, want := range map[string]string{
		"urn:ietf:rfc:8141":                           "https://www.rfc-editor.org/rfc/rfc8141",
		"URN:IETF:RFC:8141":                           "https://www.rfc-editor.org/rfc/rfc8141",
		"urn:ietf:id:ietf-urnbis-rfc2141bis-urn":      "https://datatracker.ietf.org/doc/draft-ietf-urnbis-rfc2141bis-urn",
		"urn:doi:10.1000/456%23789":                   "https://doi.org/10.1000/456%23789",
		"urn:eidr:10.5240:7791-8534-2C23-9030-8610-5": "https://doi.org/urn:eidr:10.5240:7791-8534-2C23-9030-8610-5",
		"urn:isbn:951-0-18435-7":                      "https://urn.fi/urn:isbn:951-0-18435-7",
		"urn:isbn:978-952-10-0000-0":                  "https://urn.fi/urn:isbn:978-952-10-0000-0",
		"urn:isbn:0395363411":                         "",
		"urn:issn:2070-1721":                          "https://portal.issn.org/resource/ISSN/2070-1721",
		"urn:iso:std:iso:9999:-1:ed-1:en":             "http://standards.iso.org/iso/9999/-1/ed-1/en/",
		"urn:isni:0000000121241960":                   "https://isni.org/isni/0000000121241960",
		"urn:lei:7LTWFZYICNSX8D621K86":                "https://api.gleif.org/api/v1/lei-records?filter[lei]=7LTWFZYICNSX8D621K86",
		"urn:nbn:fi-fe201003181510":                   "http://urn.fi/urn:nbn:fi-fe201003181510",
		"urn:nbn:de:bvb:12-opus-8123":                 "https://nbn-resolving.org/urn:nbn:de:bvb:12-opus-8123",
		"urn:nbn:ch:bel-9039":                         "https://nbn-resolving.org/urn:nbn:ch:bel-9039",
		"urn:nbn:no-1":                                "https://urn.nb.no/urn:nbn:no-1",
		"urn:nbn:se:uu:diva-3475":                     "https://urn.kb.se/resolve?urn=urn:nbn:se:uu:diva-3475",
		"urn:pwid:archive.org:2016-01-22T10:08:23Z:page:https://www.dr.dk": "https://web.archive.org/web/20160122100823/https://www.dr.dk",
		"urn:urn-6:en:place:Southern_California":                           "http://wikitravel.org/en/Southern_California",
		"urn:urn-6:pt:user:Evan":                                           "http://wikitravel.org/pt/User:Evan",
		"urn:urn-6:en:subject:a":                                           "http://wikitravel.org/en/Special:Tag/a",
		"urn:epcglobal:cbv:bizstep:shipping":                               "https://ns.gs1.org/cbv/BizStep-shipping",
		"urn:epcglobal:cbv:disp:in_progress":                               "https://ns.gs1.org/cbv/Disp-in_progress",
		"urn:epcglobal:cbv:btt:desadv":                                     "https://ns.gs1.org/cbv/BTT-desadv",
		"urn:epcglobal:cbv:sdt:owning_party":                               "https://ns.gs1.org/cbv/SDT-owning_party",
		"urn:epcglobal:cbv:er:did_not_occur":                               "https://ns.gs1.org/cbv/ER-did_not_occur",
		"urn:epcglobal:cbv:comp:x":                                         "https://ns.gs1.org/cbv/Comp-x",
		"urn:urn-6:en:other:a":                                             "",
	} {
		u := urn.MustParse(name)
		var got strings.Builder
		for _, r := range nsdocs.Of(u.Normalize().NID()).Resolvers {
			if url, ok := r.URL(u.AssignedName(), Key(u)); ok {
				got.WriteString(url)
				used[r] = true
			}
		}
		if got.String() != want {
			t.Errorf("the URL of %s is %q, want %q", name, got.String(), want)
		}
	}
	for _, e := range registered {
		for _, r := range nsdocs.Of(e.NID).Resolvers {
			if !used[r] {
				t.Errorf("%s: the template %s is not tried", e.NID, r.Template)
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
		{"urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a", "BitTorrent"},
		{"urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C", "Gnutella"},
		{"urn:samm:io.om:1.0.0", "the Eclipse Semantic Modeling Framework"},
	} {
		u := urn.MustParse(tt.urn)
		e, known := Lookup(u.NID())
		if known || e.Kind != InUse || e.UsedBy != tt.by || e.Reference == "" {
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
