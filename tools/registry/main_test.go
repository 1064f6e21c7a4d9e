package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

const (
	registryHeader  = "nid,kind,reference,reference_as_of,reference_source\n"
	rulesHeader     = "nid,equivalence,equivalence_rule,nss_syntax,document,note\n"
	documents       = "nid,document,sections,read,found,decided\n"
	publishedHeader = "nid,reference,reference_source,used_by\n"
	guideHeader     = "nid,purpose,form,example,example_source,package\n"
	resolversHeader = "nid,prefix,template,source\n"
)

// folder writes the files and returns where they are. Without documents
// documents.csv has its header alone.
func folder(t *testing.T, registry, rules string, rows ...string) string {
	t.Helper()
	dir := t.TempDir()
	rows = append([]string{documents}, rows...)
	var guide strings.Builder
	guide.WriteString(guideHeader)
	for line := range strings.Lines(registry) {
		if nid, _, _ := strings.Cut(line, ","); nid != "nid" {
			guide.WriteString(nid + ",p,a form,,none,\n")
		}
	}
	for name, text := range map[string]string{"iana_urn_namespaces.csv": registry, "namespace_rules.csv": rules,
		"documents.csv": strings.Join(rows, ""), "published_namespaces.csv": publishedHeader, "guide.csv": guide.String(), "resolvers.csv": resolversHeader} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCommittedRegistry(t *testing.T) {
	testhelp.Watch(t, "../../internal")
	testhelp.Watch(t, "../../docs")
	if err := run("", "../../namespace/registry_data.go", "../../internal/equivalence/data.go", "../../docs/namespaces.md", []string{"../../internal/nsdocs"}); err != nil {
		t.Error(err)
	}
}

func TestVerifyNoticesChanges(t *testing.T) {
	out := filepath.Join(t.TempDir(), "data.go")
	dir := folder(t, registryHeader+"bb,formal,RFC 1,,RFC text\naa,informal,,,\n", rulesHeader+"bb,custom,r,s,d,n\nbb:x,default,r,s,d,n\n")
	if err := run(out, "", "", "", []string{dir}); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, "", "", []string{dir}); err != nil {
		t.Errorf("a file just written differs: %v", err)
	}
	src, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, []byte(strings.Replace(string(src), "RFC 1", "RFC 2", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, "", "", []string{dir}); err == nil || !strings.Contains(err.Error(), "line ") {
		t.Errorf("a changed file: %v, want the line", err)
	}
}

func TestRefused(t *testing.T) {
	good := registryHeader + "aa,formal,,,\n"
	for _, tt := range []struct{ name, registry, rules, documents, want string }{
		{"header of the registry", "nid,kind\n", rulesHeader, "", "first row"},
		{"kind", registryHeader + "aa,odd,,,\n", rulesHeader, "", "no such kind"},
		{"a published kind", registryHeader + "aa,published,,,\n", rulesHeader, "", "no such kind"},
		{"upper case", registryHeader + "AA,formal,,,\n", rulesHeader, "", "lower case"},
		{"one character", registryHeader + "a,formal,,,\n", rulesHeader, "", "not a NID"},
		{"twice", registryHeader + "aa,formal,,,\naa,formal,,,\n", rulesHeader, "", "twice"},
		{"no date", registryHeader + "aa,formal,RFC 1,RFC text,\n", rulesHeader, "", "not a date"},
		{"reference without a source", registryHeader + "aa,formal,RFC 1,2021-07-01,\n", rulesHeader, "", "needs its source"},
		{"source without a reference", registryHeader + "aa,formal,,,RFC text\n", rulesHeader, "", "needs its source"},
		{"date without a reference", registryHeader + "aa,formal,,2021-07-01,\n", rulesHeader, "", "needs its source"},
		{"header of the rules", good, "nid\n", "", "first row"},
		{"equivalence", good, rulesHeader + "aa,odd,,,,\n", "", "no such equivalence"},
		{"rule without an entry", good, rulesHeader + "bb,default,,,,\n", "", "not in the registry"},
		{"short row", good, rulesHeader + "aa,default\n", "", "wrong number of fields"},
		{"document without an entry", good, rulesHeader, "bb,RFC 1,1,full,f,d\n", "not in the registry"},
		{"reading", good, rulesHeader, "aa,RFC 1,1,some,f,d\n", "not none, part or full"},
		{"nothing found", good, rulesHeader, "aa,RFC 1,1,full,,d\n", "must not be empty"},
		{"no sections", good, rulesHeader, "aa,RFC 1,,part,f,d\n", "needs its sections"},
		{"document twice", good, rulesHeader, "aa,RFC 1,1,full,f,d\naa,RFC 1,2,part,f,d\n", "twice"},
	} {
		err := run(filepath.Join(t.TempDir(), "data.go"), "", "", "", []string{folder(t, tt.registry, tt.rules, tt.documents)})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	for _, args := range [][]string{nil, {"a", "b"}} {
		if err := run("x", "", "", "", args); err == nil {
			t.Errorf("run with %q: no error", args)
		}
	}
	if err := run("", "", "", "", []string{"a"}); err == nil {
		t.Error("run without -o and -verify: no error")
	}
}

// TestPublished: the namespaces of published_namespaces.csv come after the registered ones,
// and IANA has none of them.
func TestPublished(t *testing.T) {
	write := func(rows string) (string, error) {
		dir := folder(t, registryHeader+"mm,formal,,,\nzz,formal,,,\n", rulesHeader)
		if err := os.WriteFile(filepath.Join(dir, "published_namespaces.csv"), []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "data.go")
		if err := run(out, "", "", "", []string{dir}); err != nil {
			return "", err
		}
		b, err := os.ReadFile(out)
		return string(b), err
	}
	src, err := write(publishedHeader + "nn,a page,owner,N\naa,a book,owner,A\n")
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`id(\w+) += (\d+)`)
	var got []string
	for _, m := range place.FindAllStringSubmatch(src, -1) {
		got = append(got, m[1]+m[2])
	}
	if want := []string{"MM0", "ZZ1", "AA2", "NN3"}; !slices.Equal(got, want) {
		t.Errorf("places %q, want %q", got, want)
	}
	if !regexp.MustCompile(`ianaSize += 2 `).MatchString(src) || !strings.Contains(src, `{NID: "aa", Kind: InUse, Reference: "a book", UsedBy: "A"`) || !strings.Contains(src, `it is used by A"`) {
		t.Errorf("the source is\n%s", src)
	}
	for _, tt := range []struct{ rows, want string }{
		{"nid\n", "first row"},
		{publishedHeader + "AA,a,b,c\n", "lower case"},
		{publishedHeader + "zz,a,b,c\n", "IANA has registered"},
		{publishedHeader + "aa,a,b,c\naa,a,b,c\n", "twice"},
		{publishedHeader + "aa,a,b,\n", "needs a reference"},
		{publishedHeader + "aa,,b,c\n", "needs a reference"},
		{publishedHeader + "aa,a,,c\n", "needs a reference"},
	} {
		if _, err := write(tt.rows); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.rows, err, tt.want)
		}
	}
}

func TestTableOfDocuments(t *testing.T) {
	dir := folder(t, registryHeader+"bb,formal,RFC 1,,RFC text\naa,informal,,,\ncc,formal,,,\ndd,formal,,,\nee,formal,,,\n", rulesHeader+"bb,custom,a*_,s,d,n\n",
		"bb,RFC 1,\"1, 2\",part,found,kept\n", "bb,a|b,whole,full,found,kept\n", "aa,RFC 2,,none,from memory,nothing is checked\n",
		"dd,IANA template of urn:dd,whole,full,found,kept\n", "ee,RFC 3,whole,full,found,kept\n", "ee,RFC 4,whole,full,found,kept\n")
	out, page := filepath.Join(t.TempDir(), "data.go"), filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("before\n"+beginTable+"old\n"+endTable+"after\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(out, "", "", page, []string{dir}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := "before\n" + beginTable + `
| namespace | documents | equivalence |
|---|---|---|
| ` + "`aa`" + ` | RFC 2 (none) |  |
| ` + "`bb`" + ` | RFC 1 (part); a\|b | a\*\_ |
| ` + "`cc`" + ` |  |  |

Read in full, without a rule of equivalence: ` + "`dd` template; `ee` RFC 3, RFC 4" + `.

` + endTable + "after\n"
	if string(got) != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	if err := run("", out, "", page, []string{dir}); err != nil {
		t.Errorf("a file just written differs: %v", err)
	}
	if err := os.WriteFile(page, []byte(strings.Replace(want, "part", "lost", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, "", page, []string{dir}); err == nil || !strings.Contains(err.Error(), "line ") {
		t.Errorf("a changed page: %v, want the line", err)
	}
	if err := os.WriteFile(page, []byte("no table\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, "", page, []string{dir}); err == nil || !strings.Contains(err.Error(), "no table") {
		t.Errorf("a page without a table: %v", err)
	}
}

// TestIANA: the copy of the registry in XML becomes the CSV file, with the RFCs or else
// the template as the reference.
func TestIANA(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.xml")
	for _, tt := range []struct{ name, xml, want string }{
		{"references", `<registry><updated>2026-01-02</updated><registry>
			<record><name>AA</name><xref type="rfc" data="rfc1"/><xref type="rfc" data="rfc22"/><xref type="rfc-errata" data="3"/></record>
			<record><name>bb</name><template><xref type="uri" data="x/bb">bb-template</xref></template><xref type="uri" data="y">Y</xref></record></registry>
			<registry><record><name>urn-1</name></record></registry></registry>`,
			registryHeader + "aa,formal,RFC 1 RFC 22,2026-01-02,IANA registry\nbb,formal,IANA template,2026-01-02,IANA registry\nurn-1,informal,IANA template,2026-01-02,IANA registry\n"},
		{"no date", `<registry><updated>then</updated></registry>`, ""},
		{"no record", `<registry><updated>2026-01-02</updated></registry>`, ""},
		{"not XML", `<registry>`, ""},
	} {
		if err := os.WriteFile(file, []byte(tt.xml), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := convert(file)
		if string(b) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.name, b, err, tt.want)
		}
	}
	if err := writeIANA(file, nil); err == nil {
		t.Error("no folder: no error")
	}
}

// TestGuide: every registered namespace has one row in guide.csv, and a resolver is for
// a namespace of the registry.
func TestGuide(t *testing.T) {
	for _, tt := range []struct{ guide, resolvers, want string }{
		{guideHeader + "aa,p,f,urn:aa:1,RFC 1,namespace/aa\n", resolversHeader + "aa,urn:aa:,http://a/{urn},RFC 1\n", ""},
		{guideHeader, resolversHeader, "no row for"},
		{guideHeader + "aa,p,f,,s,\nbb,p,f,,s,\n", resolversHeader, "not in the registry"},
		{guideHeader + "aa,p,f,,s,\naa,p,f,,s,\n", resolversHeader, "twice"},
		{guideHeader + "aa,p,,,s,\n", resolversHeader, "must not be empty"},
		{guideHeader + "aa,p,f,,,\n", resolversHeader, "must not be empty"},
		{guideHeader + "aa,,f,,s,\n", resolversHeader, "the purpose"},
		{guideHeader + "aa," + strings.Repeat("é", 41) + ",f,,s,\n", resolversHeader, "the purpose"},
		{guideHeader + "aa,p,f,,s,\n", resolversHeader + "bb,urn:bb:,http://a/{urn},s\n", "not in the registry"},
		{guideHeader + "aa,p,f,,s,\n", resolversHeader + "aa,urn:bb:,http://a/{urn},s\n", "a resolver has"},
		{guideHeader + "aa,p,f,,s,\n", resolversHeader + "aa,urn:aa:,http://a/,s\n", "a resolver has"},
		{guideHeader + "aa,p,f,,s,\n", resolversHeader + "aa,urn:aa:,http://a/{urn},\n", "a resolver has"},
		{"nid\n", resolversHeader, "first row"},
		{guideHeader + "aa,p,f,,s,\n", "nid\n", "first row"},
	} {
		dir := folder(t, registryHeader+"aa,formal,,,\n", rulesHeader)
		for name, text := range map[string]string{"guide.csv": tt.guide, "resolvers.csv": tt.resolvers} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		err := run(filepath.Join(t.TempDir(), "data.go"), "", "", "", []string{dir})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q, %q: %v, want %q", tt.guide, tt.resolvers, err, tt.want)
		}
	}
}
