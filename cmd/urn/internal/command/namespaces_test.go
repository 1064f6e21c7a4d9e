package command

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/nsinfo"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
)

const names = "urn:isbn:0-395-36341-1\nurn:isbn:0-395-36341-2\r\nurn:oid:1..3\nurn:acme:%2f%2F?=q\nurn:uuid:f81d4fae\nurn:x:y\n"

const namesReport = `in:2:22: wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)
    urn:isbn:0-395-36341-2
                         ^
in:3:11: malformed oid name: unexpected '.' (RFC 3061, section 2)
    urn:oid:1..3
              ^
`

const uuidReport = `in:5:18: malformed uuid name: unexpected end of input; want 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4)
    urn:uuid:f81d4fae
                     ^
`

const xyReport = `in:6:6: malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit
    urn:x:y
         ^
`

const acmeAdvice = `in:4:5: advice: the namespace is not registered (RFC 8141, section 5) [unregistered-nid]
    urn:acme:%2f%2F?=q
        ^
in:4:10: advice: the digits of an escape should be in upper case (RFC 3986, section 2.1; RFC 8141, section 3.1) [lower-case-hex]
    urn:acme:%2f%2F?=q
             ^
in:4:18: advice: a q-component is not part of the name (RFC 8141, section 2.3.2) [q-component]
    urn:acme:%2f%2F?=q
                     ^
`

func TestCheckNamespaces(t *testing.T) {
	const isbn = `{"file":"in","line":1,"input":"urn:isbn:0-395-36341-1","valid":true,"syntax":"rfc8141","nid":"isbn","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:9780395363416","key":"urn:isbn:9780395363416","checked":true`
	for _, c := range []struct {
		name string
		args string
		in   string
		want result
		kept string
	}{
		{name: "namespace", args: "--namespace", in: names, want: result{"", namesReport + uuidReport + xyReport + "urn: 4 of 6 lines do not pass: 2 syntax, 1 check-digit, 1 nid\nurn: 1 name passes unchecked: the syntax of its namespace is not known\n", 1}},
		{name: "syntax alone", args: "", in: names, want: result{"", xyReport, 1}},
		{name: "unknown namespaces pass and are counted", args: "--namespace --stats", in: "urn:acme:1\nurn:uuid:00000000-0000-0000-0000-000000000000\nurn:acme:2\n",
			want: result{"", "urn: 2 names pass unchecked: the syntax of their namespaces is not known\nurn: inputs=1 failed=0 bytes=68 lines=3 accepted=3 rejected=0 empty=0 unchecked=2 seconds=*", 0}},
		{name: "wrong for its namespace alone", args: "--namespace -q", in: "urn:oid:1..3\n", want: result{"", "", 1}},
		{name: "verbose", args: "--namespace --verbose -q", in: names,
			want: result{"in:1: ok\nin:4: ok, but nothing is known of its namespace\n", "", 1}},
		{name: "rejects", args: "--namespace -q --rejects bad", in: names + "urn:oid:1.", want: result{"", "", 1},
			kept: "urn:isbn:0-395-36341-2\r\nurn:oid:1..3\nurn:uuid:f81d4fae\nurn:x:y\nurn:oid:1."},
		{name: "a component after what ends too early", args: "--namespace", in: "urn:uuid:f81d4fae?=q#f\n",
			want: result{"", "in:1:18: malformed uuid name: unexpected end of input; want 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4)\n    urn:uuid:f81d4fae?=q#f\n                     ^\n", 1}},
		{name: "under RFC 2141", args: "--namespace -s rfc2141", in: "urn:a:b\nurn:oid:1.2?=q\n",
			want: result{"", "in:2:12: malformed oid name: unexpected '?' (RFC 3061, section 2)\n    urn:oid:1.2?=q\n               ^\nurn: 1 name passes unchecked: the syntax of its namespace is not known\n", 1}},
		{name: "JSON", args: "--namespace --json -q", in: names, want: result{isbn + `}
{"file":"in","line":2,"input":"urn:isbn:0-395-36341-2","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit","message":"wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)","namespace":"isbn","document":"IANA template of urn:isbn, Syntax"}}
{"file":"in","line":3,"input":"urn:oid:1..3","valid":false,"syntax":"rfc8141","error":{"offset":10,"reason":"syntax","message":"malformed oid name: unexpected '.' (RFC 3061, section 2)","namespace":"oid","document":"RFC 3061, section 2"}}
{"file":"in","line":4,"input":"urn:acme:%2f%2F?=q","valid":true,"syntax":"rfc8141","nid":"acme","namespace":"acme","nss":"%2f%2F","r":null,"q":"q","f":null,"normalized":"urn:acme:%2F%2F?=q","key":"urn:acme:%2F%2F","checked":false}
{"file":"in","line":5,"input":"urn:uuid:f81d4fae","valid":false,"syntax":"rfc8141","error":{"offset":17,"reason":"syntax","message":"malformed uuid name: unexpected end of input; want 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4)","namespace":"uuid","document":"RFC 9562, section 4"}}
{"file":"in","line":6,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
`, "", 1}},

		{name: "lint", args: "--lint", in: names, want: result{"", acmeAdvice + xyReport, 1}},
		{name: "advice alone", args: "--lint --stats", in: "urn:acme:a?=%aa\nurn:isbn:0395363411\n",
			want: result{"", "in:1:5: advice: *unregistered-nid]*in:1:13: advice: *[q-component]*in:1:13: advice: *[not-utf-8]*in:1:13: advice: *[lower-case-hex]*" +
				" accepted=2 rejected=0 empty=0 advised=1 advice=4 seconds=*", 0}},
		{name: "strict", args: "--lint --strict -q", in: "urn:acme:a\n", want: result{"", "", 1}},
		{name: "strict, no advice", args: "--lint --strict", in: "urn:isbn:0395363411\n", want: result{}},
		{name: "strict keeps nothing", args: "--lint --strict -q --rejects bad", in: "urn:acme:a\n", want: result{"", "", 1}},
		{name: "lint and namespace", args: "--lint --namespace", in: names, want: result{"", namesReport + acmeAdvice + uuidReport + xyReport + "urn: 4 of 6 lines do not pass: 2 syntax, 1 check-digit, 1 nid\nurn: 1 name passes unchecked: the syntax of its namespace is not known\n", 1}},
		{name: "lint, verbose", args: "--lint --verbose -q", in: "urn:acme:a\n", want: result{"in:1: ok\n", "", 0}},
		{name: "the same advice again", args: "--lint", in: "urn:isbn:%aa%bb%cc\n",
			want: result{"", "in:1:10: advice: the octet is not part of a character in UTF-8 (RFC 8141, section 2.2) [not-utf-8], and 2 more\n    urn:isbn:%aa%bb%cc\n             ^\n" +
				"in:1:10: advice: the digits of an escape should be in upper case (RFC 3986, section 2.1; RFC 8141, section 3.1) [lower-case-hex], and 2 more\n    urn:isbn:%aa%bb%cc\n             ^\n", 0}},
		{name: "lint JSON", args: "--lint --json", in: "urn:isbn:0395363411\nurn:isbn:%aa\n",
			want: result{`{"file":"in","line":1,"input":"urn:isbn:0395363411","valid":true,"syntax":"rfc8141","nid":"isbn","namespace":"isbn","nss":"0395363411","r":null,"q":null,"f":null,"normalized":"urn:isbn:0395363411","key":"urn:isbn:0395363411","advice":[]}
{"file":"in","line":2,"input":"urn:isbn:%aa","valid":true,"syntax":"rfc8141","nid":"isbn","namespace":"isbn","nss":"%aa","r":null,"q":null,"f":null,"normalized":"urn:isbn:%AA","key":"urn:isbn:%AA","advice":[{"code":"not-utf-8","offset":9,"end":12,"message":"the octet is not part of a character in UTF-8 (RFC 8141, section 2.2)"},{"code":"lower-case-hex","offset":9,"end":12,"message":"the digits of an escape should be in upper case (RFC 3986, section 2.1; RFC 8141, section 3.1)"}]}
`, "*[not-utf-8]*[lower-case-hex]*", 0}},
		{name: "lint RFC 2141", args: "--lint -s rfc2141", in: "urn:isbn:a/b\n",
			want: result{"", "in:1:11: advice: a reserved character should be escaped (RFC 2141, section 2.3.2) [reserved-character]\n    urn:isbn:a/b\n              ^\n", 0}},
		{name: "too long for advice", args: "--lint --strict --stats", in: "urn:isbn:" + strings.Repeat("%aa", lines.MaxLint/3) + "\n",
			want: result{"", "in:1:16385: advice: longer than 16384 bytes: not looked at for advice\n*advised=0 advice=0 seconds*", 0}},
		{name: "too long for advice, JSON", args: "--lint --json -q", in: "urn:isbn:" + strings.Repeat("%AA", lines.MaxLint/3) + "\n",
			want: result{`*,"advice":null}` + "\n", "", 0}},

		{name: "strict without lint", args: "--strict --namespace", want: result{"", "urn: --strict is for --lint\nTry 'urn check --help'.\n", 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := command(t, map[string]string{"in": c.in}, "", append(strings.Fields("check "+c.args), "in")...)
			if !matches(got.stdout, c.want.stdout) || !matches(got.stderr, c.want.stderr) || got.status != c.want.status {
				t.Errorf("check %s: %d\n%.2000s\n%s\nwant %d\n%s\n%s", c.args,
					got.status, got.stdout, got.stderr, c.want.status, c.want.stdout, c.want.stderr)
			}
			if strings.Contains(c.args, "--rejects bad") {
				if kept, err := os.ReadFile("bad"); string(kept) != c.kept || err != nil {
					t.Errorf("check %s: kept %q, %v; want %q", c.args, kept, err, c.kept)
				}
			}
		})
	}
}

func TestKeys(t *testing.T) {
	const in = "URN:ISBN:0-395-36341-1?=q#f\nurn:acme:A%2f#f\n"
	for args, want := range map[string]string{
		"normalize --key":                                 "urn:isbn:0-395-36341-1\nurn:acme:A%2F\n",
		"normalize --key -":                               "urn:isbn:0-395-36341-1\nurn:acme:A%2F\n",
		"normalize --namespace":                           "urn:isbn:9780395363416?=q#f\nurn:acme:A%2F#f\n",
		"normalize --key=true":                            "urn:isbn:0-395-36341-1\nurn:acme:A%2F\n",
		"normalize --key --namespace":                     "urn:isbn:9780395363416\nurn:acme:A%2F\n",
		"normalise --key --namespace --namespace=false -": "urn:isbn:0-395-36341-1\nurn:acme:A%2F\n",
	} {
		if got := command(t, nil, in, strings.Fields(args)...); got != (result{want, "", 0}) {
			t.Errorf("urn %s = %+v, want %q", args, got, want)
		}
	}
	for args, want := range map[string]string{
		"normalize --key=nid":                "urn: invalid argument \"nid\" for \"--key\" flag: it takes no value, or true or false\nTry 'urn normalize --help'.\n",
		"normalize --key=":                   "urn: invalid argument \"\" for \"--key\" flag: it takes no value, or true or false\nTry 'urn normalize --help'.\n",
		"normalize --key --namespace --json": "urn: --to and --key cannot be used with --json, whose objects have both normalized and key\nTry 'urn normalize --help'.\n",
	} {
		if got := command(t, nil, in, strings.Fields(args)...); got != (result{"", want, 2}) {
			t.Errorf("urn %s = %+v, want %q", args, got, want)
		}
	}
}

func TestNS(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want result
	}{
		{"one", []string{"UUID"}, result{`nid:          uuid
kind:         formal
registered:   yes, as of ` + namespace.Updated() + `
reference:    RFC 9562, as of 2026-07-28
for:          UUIDs
checked:      yes
form:         32 hexadecimal digits in five groups, with hyphens between them
example:      urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 (RFC 4122)
typed value:  package namespace/uuid
equivalence:  special: fields compared as unsigned integers; all equal => equivalent; so hex case is ignored
  syntax:     4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet (32 hex digits, any case)
  document:   RFC 4122 s3; syntax RFC 9562 s4
  note:       RFC 9562 itself gives no lexical-equivalence template; s4 says any case is allowed
document:     RFC 4122, read in part: 1 to 8; Appendices A to C (code) not read
  found:      *
  decided:    *

`, "", 0}},
		{"one without a note", []string{"ddi"}, result{`nid:          ddi
kind:         formal
registered:   yes, as of ` + namespace.Updated() + `
reference:    RFC 9517, as of 2026-07-28
for:          statistical data: DDI Alliance
checked:      yes
form:         an agency*
example:      urn:ddi:us.ddia1:R-V1:1 (RFC 9517)
equivalence:  special: agency-identifier to lower case
  syntax:     *
  document:   RFC 9517 s3.1.2 s3.7
document:     RFC 9517, read in full
  found:      *
  decided:    *

`, "", 0}},
		{"one that is resolved", []string{"isni"}, result{"*example:      urn:isni:0000000121241960 (IANA template of urn:isni)\ntyped value:  package namespace/isni\n" +
			"resolved:     urn:isni:… at https://isni.org/isni/{nss} (IANA template of urn:isni, Resolution)\n*", "", 0}},
		{"one that is in use", []string{"Schemas-UPNP-org"}, result{"*registered:   no, as of " + namespace.Updated() + "\nreference:    UPnP Device Architecture, not read\n" +
			"used by:      UPnP devices\nchecked:      no\n*", "", 1}},
		{"one that is published", []string{"Order-X.eu"}, result{"nid:          Order-X.eu\nkind:         malformed\nregistered:   no, as of " + namespace.Updated() + "\npublished:    yes, not registered\n" +
			"used by:      urn:order-x.eu: FNFE-MPE and FeRD: Order-X, electronic orders\n\n", "", 1}},
		{"a beginning of published ones", []string{"micros"}, result{"nid:          micros\nkind:         unregistered\nregistered:   no, as of " + namespace.Updated() + "\n\n", "", 1}},
		{"some that are not registered", []string{"acme", "X-acme", "urn-99", "de-x", "xn--x", "urn-x", "a", "a_b", "\x1b[31m"}, result{
			"*nid:          acme\nkind:         unregistered\nregistered:   no, as of " + namespace.Updated() + "\n\n" +
				"nid:          X-acme\nkind:         experimental\n*kind:         informal\n*kind:         reserved-country\n" +
				"*kind:         reserved-label\n*kind:         reserved-urn\n*kind:         too-short\n" +
				"*nid:          a_b\nkind:         malformed\n*nid:          \\x1b[31m\nkind:         malformed\n*", "", 1}},
		{"prefixes", []string{"ISSN:", "URN:isbn", "urn:Acme:"}, result{"nid:          issn\n*nid:          isbn\n*nid:          Acme\nkind:         unregistered\n*", "", 1}},
		{"registered and not", []string{"-- ", "isbn"}, result{"*kind:         malformed\n*nid:          isbn\n*", "", 1}},
		{"JSON", []string{"--json", "acme", "Ddi"}, result{
			`{"nid":"acme","kind":"unregistered","registered":false,"registry_updated":"` + namespace.Updated() + `","reference":null,"reference_as_of":null,"reference_source":null,"used_by":null,"checked":false,"purpose":null,"form":null,"example":null,"example_source":null,"package":null,"resolvers":[],"rules":[],"documents":[]}
{"nid":"ddi","kind":"formal","registered":true,"registry_updated":"` + namespace.Updated() + `","reference":"RFC 9517","reference_as_of":"2026-07-28","reference_source":"IANA registry","used_by":null,"checked":true,"purpose":"statistical data: DDI Alliance","form":"an agency*","example":"urn:ddi:us.ddia1:R-V1:1","example_source":"RFC 9517","package":null,"resolvers":[],"rules":[{*,"documents":[{"name":"RFC 9517","sections":"whole","read":"full",*
`, "", 1}},
		{"JSON of bytes", []string{"--json", "\xff"}, result{`{"nid":null,"nid_base64":"/w==","kind":"malformed",*`, "", 1}},
		{"unknown flag", []string{"--no"}, result{"", "urn: unknown flag: --no\nTry 'urn ns --help'.\n", 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"ns"}, c.args...)
			if c.args[0] == "-- " {
				args = []string{"ns", "--", "--no", "isbn"}
			}
			got := command(t, nil, "", args...)
			if !matches(got.stdout, c.want.stdout) || got.stderr != c.want.stderr || got.status != c.want.status {
				t.Errorf("urn %q: %d\n%s\n%s\nwant %d\n%s", args, got.status, got.stdout, got.stderr, c.want.status, c.want.stdout)
			}
		})
	}
}

// Without arguments every namespace is listed, once, in order; all three forms
// say the same.
func TestNSAll(t *testing.T) {
	table := strings.Split(strings.TrimSuffix(command(t, nil, "", "ns").stdout, "\n"), "\n")
	records := strings.Split(strings.TrimSuffix(command(t, nil, "", "ns", "--json").stdout, "\n"), "\n")
	n := 0
	for e := range namespace.IANA().All() {
		from := nsdocs.Of(e.NID)
		n++
		if n >= len(table) || n > len(records) {
			break
		}
		if strings.Fields(table[n])[0] != e.NID || !strings.HasSuffix(table[n], "  "+from.Purpose) || from.Purpose == "" || utf8.RuneCountInString(table[n]) > 80 {
			t.Errorf("line %d of the table is %q, want that of %s", n, table[n], e.NID)
		}
		var r struct {
			NID, Kind  string
			Registered bool
			Updated    string `json:"registry_updated"`
			Reference  *string
			AsOf       *string `json:"reference_as_of"`
			Source     *string `json:"reference_source"`
			UsedBy     *string `json:"used_by"`
			Checked    bool
			Purpose    string
			Form       *string
			Example    *string
			From       *string `json:"example_source"`
			Package    *string
			Resolvers  []struct{ Prefix, Template, Source string }
			Rules      []struct {
				Scope, Equivalence, Text, Syntax, Document string
				Note                                       *string
			}
			Documents []struct {
				Name, Read, Found, Decided string
				Sections                   *string
			}
		}
		d := json.NewDecoder(strings.NewReader(records[n-1]))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			t.Fatalf("record %q: %v", records[n-1], err)
		}
		if r.NID != e.NID || r.Kind != e.Kind.String() || !r.Registered || r.Updated != namespace.Updated() ||
			!is(r.Reference, e.Reference != "", e.Reference) || !is(r.AsOf, from.ReferenceAsOf != "", from.ReferenceAsOf) ||
			!is(r.Source, from.ReferenceSource != "", from.ReferenceSource) || !is(r.UsedBy, e.UsedBy != "", e.UsedBy) ||
			!is(r.Form, from.Form != "", from.Form) || !is(r.Example, from.Example != "", from.Example) ||
			!is(r.From, from.ExampleSource != "", from.ExampleSource) || !is(r.Package, from.Package != "", from.Package) || len(r.Resolvers) != len(from.Resolvers) {
			t.Errorf("record %q, want %+v", records[n-1], e)
		}
		i := 0
		for _, rule := range from.Rules {
			if i >= len(r.Rules) || r.Rules[i].Scope != rule.Scope || r.Rules[i].Equivalence != rule.Equivalence ||
				r.Rules[i].Text != rule.Text || r.Rules[i].Syntax != rule.Syntax || r.Rules[i].Document != rule.Document || !is(r.Rules[i].Note, rule.Note != "", rule.Note) {
				t.Fatalf("record %q, want the rule %+v", records[n-1], rule)
			}
			i++
		}
		if i != len(r.Rules) {
			t.Errorf("record %q has %d rules, want %d", records[n-1], len(r.Rules), i)
		}
		i = 0
		for _, d := range from.Documents {
			if i >= len(r.Documents) || r.Documents[i].Name != d.Name || !is(r.Documents[i].Sections, d.Sections != "", d.Sections) ||
				r.Documents[i].Read != d.Read || r.Documents[i].Found != d.Found || r.Documents[i].Decided != d.Decided {
				t.Fatalf("record %q, want the document %+v", records[n-1], d)
			}
			i++
		}
		if i != len(r.Documents) {
			t.Errorf("record %q has %d documents, want %d", records[n-1], len(r.Documents), i)
		}
		if r.Purpose != from.Purpose {
			t.Errorf("record %q, want the purpose %q", records[n-1], from.Purpose)
		}
		got := command(t, nil, "", "ns", strings.ToUpper(e.NID))
		if !strings.HasPrefix(got.stdout, "nid:          "+e.NID+"\n") || !strings.Contains(got.stdout, "\nfor:          "+from.Purpose+"\nchecked:      "+map[bool]string{true: "yes", false: "no"}[r.Checked]+"\n") || got.status != 0 {
			t.Errorf("ns %s: %d, %q", strings.ToUpper(e.NID), got.status, got.stdout)
		}
		for _, d := range from.Documents {
			read := map[string]string{"none": "not read", "part": "read in part: " + d.Sections, "full": "read in full"}[d.Read]
			if want := "\ndocument:     " + d.Name + ", " + read + "\n  found:      " + d.Found + "\n  decided:    " + d.Decided + "\n"; !strings.Contains(got.stdout, want) {
				t.Errorf("ns %s: %q, want %q in it", e.NID, got.stdout, want)
			}
		}
	}
	if last := table[len(table)-1]; len(table) != n+2 || len(records) != n || n < 100 ||
		last != strconv.Itoa(n)+" namespaces, registered with IANA as of "+namespace.Updated()+"; \"urn ns NID\" says more" {
		t.Errorf("%d lines, %d records for %d namespaces, %q", len(table), len(records), n, last)
	}
}

// What the vectors of the namespaces say, the command says: whether a namespace
// is checked, whether a name passes and where it fails, and its key.
func TestNamespaceVectors(t *testing.T) {
	f, err := os.Open(cmdtest.TestData(t, "namespace", "vectors.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type vector struct {
		Name, URN, Key string
		Checked, Valid bool
		Offset         *int
		Reason         string
	}
	var vectors []vector
	var in strings.Builder
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if !urn.Valid(v.URN) {
			continue // of another syntax
		}
		vectors = append(vectors, v)
		in.WriteString(v.URN + "\n")
	}
	if len(vectors) < 100 {
		t.Fatalf("%d vectors", len(vectors))
	}
	records := strings.Split(strings.TrimSpace(command(t, nil, in.String(), "check", "--namespace", "--json", "-q").stdout), "\n")
	keys := strings.Split(strings.TrimSpace(command(t, nil, in.String(), "map", "--to", "key", "--namespace").stdout), "\n")
	if len(records) != len(vectors) || len(keys) != len(vectors) {
		t.Fatalf("%d records and %d keys for %d vectors", len(records), len(keys), len(vectors))
	}
	for i, v := range vectors {
		var r struct {
			Valid, Checked bool
			Key            string
			Error          struct {
				Offset int
				Reason string
			}
		}
		if err := json.Unmarshal([]byte(records[i]), &r); err != nil {
			t.Fatalf("record %q: %v", records[i], err)
		}
		if r.Valid != v.Valid || r.Valid && r.Checked != v.Checked ||
			v.Offset != nil && (r.Error.Offset != *v.Offset || r.Error.Reason != v.Reason) {
			t.Errorf("%s: record %q, want %+v", v.Name, records[i], v)
		}
		if v.Key != "" && (keys[i] != v.Key || r.Valid && r.Key != v.Key) {
			t.Errorf("%s: key %q, record %q, want %q", v.Name, keys[i], records[i], v.Key)
		}
		u := urn.MustParse(v.URN)
		if known := nsinfo.Of(u.NID()); known.Checked != v.Checked {
			t.Errorf("%s: ns says checked: %v, want %v", v.Name, known.Checked, v.Checked)
		}
	}
}

func TestEqualUnderNamespace(t *testing.T) {
	for args, want := range map[string]result{
		"urn:isbn:0-395-36341-1 urn:isbn:0395363411":             {"not equivalent\n", "", 1},
		"--namespace urn:isbn:0-395-36341-1 urn:ISBN:0395363411": {"equivalent\n", "", 0},
		"--namespace urn:acme:A urn:acme:a":                      {"not equivalent\n", "", 1},
		"--namespace urn:acme:%2f#f urn:acme:%2F":                {"equivalent\n", "", 0},
		"--namespace -q urn:isbn:1 x":                            {"", "", 1},
	} {
		if got := command(t, nil, "", append([]string{"equal"}, strings.Fields(args)...)...); got != want {
			t.Errorf("equal %s = %+v, want %+v", args, got, want)
		}
	}
}

// A kept line that ends its input without a line end stays apart from the next.
func TestCheckNamespaceRejectsOfInputs(t *testing.T) {
	got := command(t, map[string]string{"a": "urn:oid:1.", "b": "urn:oid:2."}, "", "check", "--namespace", "-q", "--rejects", "-", "a", "b")
	if want := (result{"urn:oid:1.\nurn:oid:2.", "", 1}); got != want {
		t.Errorf("check --rejects - a b = %+v, want %+v", got, want)
	}
}
