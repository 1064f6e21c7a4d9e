package epc

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
)

type vector struct{ URN, Elements, Link, Source string }

func vectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("../../testdata/namespace/epc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		list = append(list, v)
	}
	if len(list) < 100 {
		t.Fatalf("only %d vectors", len(list))
	}
	return list
}

// TestVectors are the examples of public translators, in both directions.
func TestVectors(t *testing.T) {
	seen := map[string]int{}
	for _, v := range vectors(t) {
		t.Run(v.URN, func(t *testing.T) {
			e, err := FromURN(urn.MustParse(v.URN))
			if strings.Contains(v.URN, ".00.00.") { // GS1 numbers pieces from 1
				if !errors.Is(err, namespace.BadSyntax) {
					t.Errorf("FromURN(%q) = %v, %v, want BadSyntax", v.URN, e, err)
				}
				return
			}
			if err != nil {
				t.Fatalf("FromURN(%q): %v", v.URN, err)
			}
			seen[e.Parts().Scheme]++
			n := len(e.Parts().CompanyPrefix)
			// Every escape of the examples is one that TDS asks for.
			if got := e.String(); got != v.URN {
				t.Errorf("String = %q, want %q", got, v.URN)
			}
			if v.Elements != "" {
				// An SGLN without an extension is written without (254) here.
				want := v.Elements
				if e.Parts().Scheme == "sgln" {
					want = strings.TrimSuffix(want, "(254)0")
				}
				if got := e.GS1().String(); got != want {
					t.Errorf("ElementString of %q = %q, want %q (%s)", v.URN, got, want, v.Source)
				}
				if got, err := FromElementString(v.Elements, n); got != e || err != nil {
					t.Errorf("FromElementString(%q, %d) = %q, %v, want %q (%s)", v.Elements, n, got, err, v.URN, v.Source)
				}
			}
			if v.Link != "" {
				if got := e.GS1().DigitalLink(); got != v.Link {
					t.Errorf("DigitalLink of %q = %q, want %q (%s)", v.URN, got, v.Link, v.Source)
				}
				if got, err := FromDigitalLink(v.Link, n); got != e || err != nil {
					t.Errorf("FromDigitalLink(%q, %d) = %q, %v, want %q (%s)", v.Link, n, got, err, v.URN, v.Source)
				}
			}
			laws(t, e)
		})
	}
	for _, x := range schemes {
		if seen[x.name] == 0 {
			t.Errorf("no vector of %s", x.name)
		}
	}
}

// barcode returns the elements of an EPC without brackets, each with a separator after it.
func barcode(e EPC, symbology string) string {
	for _, x := range e.GS1().Elements() {
		symbology += x.AI + x.Value + "\x1d"
	}
	return symbology
}

// laws: every form of an EPC is read back as the same EPC.
func laws(t testing.TB, e EPC) {
	t.Helper()
	if got, err := FromURN(e.URN()); got != e || err != nil {
		t.Errorf("FromURN(%q) = %+v, %v, want %+v", e.URN(), got, err, e)
	}
	n := len(e.Parts().CompanyPrefix)
	for _, s := range []string{e.GS1().String(), barcode(e, "]C1"), barcode(e, "]d2\x1d")} {
		if got, err := FromElementString(s, n); got != e || err != nil {
			t.Errorf("FromElementString(%q, %d) = %q, %v, want %q", s, n, got, err, e)
		}
		list, err := gs1.ParseElements(s)
		if err != nil || !slices.Equal(list, e.GS1().Elements()) {
			t.Errorf("gs1.ParseElements(%q) = %q, %v, want %q", s, list, err, e.GS1().Elements())
		}
	}
	if got, err := FromDigitalLink(e.GS1().DigitalLink(), n); got != e || err != nil {
		t.Errorf("FromDigitalLink(%q, %d) = %q, %v, want %q", e.GS1().DigitalLink(), n, got, err, e)
	}
	name, err := gs1.Parse(e.GS1().DigitalLink())
	if err != nil || name != e.GS1() {
		t.Errorf("FromDigitalLink(%q) = %q, %v, want %q", e.GS1().DigitalLink(), name, err, e.GS1())
	}
}

func TestParts(t *testing.T) {
	e, err := FromURN(urn.MustParse("urn:epc:id:itip:4012345.111111.01.02.a%2Fb"))
	if err != nil {
		t.Fatal(err)
	}
	want := Parts{Scheme: "itip", CompanyPrefix: "4012345", Reference: "111111", Piece: "01", Total: "02", Serial: "a/b", GS1Key: "14012345111115"}
	if e.Parts() != want {
		t.Errorf("parts of %s: %+v, want %+v", e, e.Parts(), want)
	}
	var zero EPC
	if zero.String() != "" || zero.GS1().Elements() != nil ||
		zero.GS1().String() != "" || zero.GS1().DigitalLink() != "" || !zero.URN().IsZero() || zero.Parts() != (Parts{}) {
		t.Errorf("zero EPC: %+v", zero)
	}
}

// TestEverySerialCharacter: each of the 82 characters goes through every form.
func TestEverySerialCharacter(t *testing.T) {
	n := 0
	for c := byte(0x20); c < 0x80; c++ {
		s := "(01)04012345111118(21)x" + string(rune(c)) + "x"
		e, err := FromElementString(s, 7)
		if gs1ai.InSet82(c) != (err == nil) {
			t.Errorf("FromElementString(%q, 7) = %v", s, err)
		}
		if err == nil {
			n++
			if e.Parts().Serial != "x"+string(rune(c))+"x" {
				t.Errorf("serial number of %q is %q", s, e.Parts().Serial)
			}
			laws(t, e)
		}
	}
	if n != 82 {
		t.Errorf("%d characters, want 82", n)
	}
}

// TestBrackets: a serial number that looks like an application identifier.
func TestBrackets(t *testing.T) {
	for _, serial := range []string{"(21)", "(21)1", "a(10)b", "((01)", "()", "(1)", "(12345)", "(a)", "(", "1(", "(((("} {
		e := named("sgtin").epc(Parts{Scheme: "sgtin", CompanyPrefix: "4012345", Reference: "011111", Serial: serial})
		laws(t, e)
	}
	e, err := FromElementString(`(01)04012345111118(21)\(10)b`, 7)
	if err != nil || e.Parts().Serial != "(10)b" {
		t.Errorf("serial number %q, %v", e.Parts().Serial, err)
	}
}

func TestFromElements(t *testing.T) {
	// A bar code has more than the EPC has.
	list, err := gs1.ParseElements("]d201040123451111181726123110LOT7\x1d21987\x1d")
	if err != nil {
		t.Fatal(err)
	}
	e, rest, err := FromElements(list, 7)
	if err != nil || e.String() != "urn:epc:id:sgtin:4012345.011111.987" || rest.String() != "(17)261231(10)LOT7" {
		t.Errorf("FromElements = %q, %q, %v", e, rest, err)
	}
	// Without a serial number the lot counts; without both it is a class.
	if e, rest, err := FromElements(gs1.Elements{{AI: "01", Value: "04012345111118"}, {AI: "10", Value: "LOT7"}}, 7); e.String() != "urn:epc:class:lgtin:4012345.011111.LOT7" || rest != nil || err != nil {
		t.Errorf("lot: %q, %q, %v", e, rest, err)
	}
	if e, rest, err := FromElements(gs1.Elements{{AI: "17", Value: "261231"}, {AI: "01", Value: "04012345111118"}}, 7); e.String() != "urn:epc:idpat:sgtin:4012345.011111.*" || !e.Parts().Class || len(rest) != 1 || err != nil {
		t.Errorf("class: %q, %q, %v", e, rest, err)
	}
	// The same element twice is one.
	if e, rest, err := FromElements(gs1.Elements{{AI: "00", Value: "106141412345678908"}, {AI: "00", Value: "106141412345678908"}}, 7); e.String() != "urn:epc:id:sscc:0614141.1234567890" || rest != nil || err != nil {
		t.Errorf("twice: %q, %q, %v", e, rest, err)
	}
	// The length of the prefix decides where it ends, and nothing tells that it is wrong.
	for n, want := range map[int]string{
		6: "urn:epc:id:sgtin:401234.0511111.9", 7: "urn:epc:id:sgtin:4012345.011111.9", 8: "urn:epc:id:sgtin:40123451.01111.9",
		9: "urn:epc:id:sgtin:401234511.0111.9", 10: "urn:epc:id:sgtin:4012345111.011.9", 11: "urn:epc:id:sgtin:40123451111.01.9",
		12: "urn:epc:id:sgtin:401234511111.0.9",
	} {
		if e, err := FromElementString("(01)04012345111118(21)9", n); e.String() != want || err != nil {
			t.Errorf("prefix of %d: %q, %v, want %q", n, e, err, want)
		}
	}
}

func TestFromDigitalLink(t *testing.T) {
	for uri, want := range map[string]string{
		"https://example.com/some/path/01/04012345111118/21/987":        "urn:epc:id:sgtin:4012345.011111.987",
		"HTTP://example.com:8080/01/04012345111118/21/987/":             "urn:epc:id:sgtin:4012345.011111.987",
		"https://id.gs1.org/01/4012345111118":                           "urn:epc:idpat:sgtin:4012345.011111.*",
		"https://id.gs1.org/01/04012345111118/21/987?linkType=all#x":    "urn:epc:id:sgtin:4012345.011111.987",
		"https://id.gs1.org/01/00/00/106141412345678908":                "urn:epc:id:sscc:0614141.1234567890",
		"https://id.gs1.org/8010/061414111111111111111-A%23%2F/8011/12": "urn:epc:id:cpi:0614141.11111111111111-A%23%2F.12",
		"https://id.gs1.org/414/0614141123452/254/0":                    "urn:epc:id:sgln:0614141.12345.0",
		"https://id.gs1.org/01/04012345111118/21/%6c%2b%25":             "urn:epc:id:sgtin:4012345.011111.l+%25",
	} {
		if e, err := FromDigitalLink(uri, 7); e.String() != want || err != nil {
			t.Errorf("FromDigitalLink(%q, 7) = %q, %v, want %q", uri, e, err, want)
		}
	}
	name, err := gs1.Parse("https://id.gs1.org/01/04012345111118/22/2A/10/LOT7/21/987?17=261231&x=y&3103=000195")
	if err != nil {
		t.Fatal(err)
	}
	e, rest, err := FromElements(name.Elements(), 7)
	if err != nil || e.String() != "urn:epc:id:sgtin:4012345.011111.987" || rest.String() != "(22)2A(10)LOT7(17)261231(3103)000195" {
		t.Errorf("FromElements = %q, %q, %v", e, rest, err)
	}
}

func TestErrors(t *testing.T) {
	elements := func(s string, n int) func() (EPC, error) {
		return func() (EPC, error) { return FromElementString(s, n) }
	}
	link := func(s string) func() (EPC, error) { return func() (EPC, error) { return FromDigitalLink(s, 7) } }
	name := func(s string) func() (EPC, error) { return func() (EPC, error) { return FromURN(urn.MustParse(s)) } }
	for _, test := range []struct {
		name   string
		call   func() (EPC, error)
		reason namespace.Reason
		ai     string
	}{
		{"other namespace", name("urn:isbn:0451450523"), namespace.BadNamespace, ""},
		{"no key", name("urn:epc:id:gid:95100000.12345.400"), namespace.BadNamespace, ""},
		{"lgtin under id", name("urn:epc:id:lgtin:4012345.012345.1"), namespace.BadNamespace, ""},
		{"sgtin under class", name("urn:epc:class:sgtin:4012345.012345.1"), namespace.BadNamespace, ""},
		{"tag", name("urn:epc:tag:sgtin-96:3.0614141.812345.6789"), namespace.BadNamespace, ""},
		{"another sub-namespace", name("urn:epc:x:sgtin:0614141.812345.6789"), namespace.BadNamespace, ""},
		{"pattern of items", name("urn:epc:idpat:sgtin:4012345.*.*"), namespace.BadNamespace, ""},
		{"pattern with a serial number", name("urn:epc:idpat:sgtin:4012345.012345.1"), namespace.BadNamespace, ""},
		{"pattern of an sgln", name("urn:epc:idpat:sgln:4012345.12345.*"), namespace.BadNamespace, ""},
		{"pattern of a upui", name("urn:epc:idpat:upui:4012345.012345.*"), namespace.BadNamespace, ""},
		{"short", name("urn:epc:id:sgtin:4012345.01234.1"), namespace.BadSyntax, ""},
		{"empty", elements("", 7), namespace.BadSyntax, ""},
		{"separator alone", elements("]C1\x1d", 7), namespace.BadSyntax, ""},
		{"no identifier", elements("(x)1", 7), namespace.BadSyntax, ""},
		{"unknown identifier", elements("0551", 7), namespace.BadSyntax, ""},
		{"identifier cut", elements("80", 7), namespace.BadSyntax, ""},
		{"five digits", elements("(00000)1", 7), namespace.BadSyntax, ""},
		{"prefix of 5", elements("(01)04012345111118(21)9", 5), namespace.BadSyntax, ""},
		{"prefix of 13", elements("(01)04012345111118(21)9", 13), namespace.BadSyntax, ""},
		{"giai shorter than the prefix", elements("(8004)401234", 7), namespace.BadSyntax, "8004"},
		{"giai of the prefix alone", elements("(8004)4012345", 7), namespace.BadSyntax, "8004"},
		{"giai with a letter in the prefix", elements("(8004)40A23451", 7), namespace.BadSyntax, "8004"},
		{"no key among the elements", elements("(17)261231", 7), namespace.BadNamespace, ""},
		{"gtin of 13", elements("(01)4012345111118(21)9", 7), namespace.BadSyntax, "01"},
		{"fnc1 form cut", elements("010401234511111", 7), namespace.BadSyntax, "01"},
		{"empty value", elements("(01)04012345111118(21)", 7), namespace.BadSyntax, "21"},
		{"serial number of 21", elements("(01)04012345111118(21)123456789012345678901", 7), namespace.BadSyntax, "21"},
		{"two serial numbers", elements("(01)04012345111118(21)1(21)2", 7), namespace.BadSyntax, "21"},
		{"space", elements("(01)04012345111118(21)a b", 7), namespace.BadSyntax, "21"},
		{"letter in a gln", elements("(417)401234500A005", 7), namespace.BadSyntax, "417"},
		{"grai without its zero", elements("(8003)10614141123452400", 7), namespace.BadSyntax, "8003"},
		{"grai, serial number of 17", elements("(8003)0061414112345212345678901234567", 7), namespace.BadSyntax, "8003"},
		{"gcn with letters", elements("(255)4012345678901A", 7), namespace.BadSyntax, "255"},
		{"cpi in lower case", elements("(8010)0614141a(8011)1", 7), namespace.BadSyntax, "8010"},
		{"cpi, leading zero", elements("(8010)06141411(8011)01", 7), namespace.BadSyntax, "8011"},
		{"giai of 31", elements("(8004)4012345678901234567890123456789", 7), namespace.BadSyntax, "8004"},
		{"sscc, check digit", elements("(00)106141412345678909", 7), namespace.BadCheckDigit, "00"},
		{"itip, check digit", elements("(8006)040123451234570102(21)987", 7), namespace.BadCheckDigit, "8006"},
		{"grai, check digit", elements("(8003)00614141123453400", 7), namespace.BadCheckDigit, "8003"},
		{"no link", link("http:4012345"), namespace.BadSyntax, ""},
		{"ftp", link("ftp://id.gs1.org/01/04012345111118"), namespace.BadSyntax, ""},
		{"no domain", link("https:///01/04012345111118"), namespace.BadSyntax, ""},
		{"malformed escape", link("https://id.gs1.org/01/04012345111118/21/%zz"), namespace.BadSyntax, ""},
		{"malformed escape in the query", link("https://id.gs1.org/01/04012345111118?17=%zz"), namespace.BadSyntax, "17"},
		{"short names", link("https://id.gs1.org/gtin/04012345111118/ser/987"), namespace.BadNamespace, ""},
		{"unknown qualifier", link("https://id.gs1.org/01/04012345111118/99/987"), namespace.BadNamespace, ""},
		{"link, check digit", link("https://id.gs1.org/01/04012345111117"), namespace.BadCheckDigit, "01"},
		{"link, gtin of 11", link("https://id.gs1.org/01/40123451111"), namespace.BadSyntax, "01"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.call()
			var e *namespace.Error
			if !errors.As(err, &e) || (got != EPC{}) {
				t.Fatalf("%v, %v, want the zero EPC and an *Error", got, err)
			}
			if e.Reason != test.reason || !about(e, test.ai) {
				t.Errorf("%v: reason %s, want %s, %q", err, e.Reason, test.reason, test.ai)
			}
			if len(err.Error()) > 500 || (e.NID != "") != (test.name == "short" || test.name == "other namespace") {
				t.Errorf("error of %d bytes, %v within: %v", len(err.Error()), e.Err, err)
			}
		})
	}
	// A long text takes time in proportion to its length.
	_, err := FromElementString(strings.Repeat("(21)1", 1e5), 7)
	if err == nil || len(err.Error()) > 500 {
		t.Errorf("error for a long text has %d bytes", len(err.Error()))
	}
}

func FuzzURN(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.URN)
	}
	f.Add("urn:epc:id:sgtin:4012345.011111.(21)1%41%2f")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := urn.Parse(s)
		if err != nil {
			return
		}
		e, err := FromURN(u)
		if err != nil {
			if len(err.Error()) > 500 {
				t.Errorf("FromURN(%q): error of %d bytes", s, len(err.Error()))
			}
			return
		}
		laws(t, e)
	})
}

// FuzzElements: what is read as an EPC is written as the same elements, except for an
// extension "0".
func FuzzElements(f *testing.F) {
	for _, v := range vectors(f) {
		if v.Elements != "" {
			f.Add(v.Elements, 7)
		}
		if v.Link != "" {
			f.Add(v.Link, 7)
		}
	}
	f.Add("]C10104012345111118211\x1d17261231", 6)
	f.Fuzz(func(t *testing.T, s string, n int) {
		for _, read := range []func(string) (gs1.Elements, error){gs1.ParseElements, func(s string) (gs1.Elements, error) {
			name, err := gs1.Parse(s)
			return name.Elements(), err
		}} {
			list, err := read(s)
			if err != nil {
				continue
			}
			e, rest, err := FromElements(list, n)
			if err != nil {
				if len(err.Error()) > 500 {
					t.Errorf("FromElements(%q): error of %d bytes", list, len(err.Error()))
				}
				continue
			}
			laws(t, e)
			left := slices.Clone(rest)
			if e.Parts().Scheme == "sgln" && e.Parts().Serial == "0" {
				left = append(left, gs1.Element{AI: "254", Value: "0"})
			}
			for _, x := range list {
				if !slices.Contains(e.GS1().Elements(), x) && !slices.Contains(left, x) {
					t.Errorf("%q of %q is neither in %s nor left over", x, s, e.GS1().String())
				}
			}
			for _, x := range e.GS1().Elements() {
				if !slices.Contains(list, x) {
					t.Errorf("%q of %s is not in %q", x, e, s)
				}
			}
		}
	})
}

// TestOtherNamespace: the error for another namespace is the one of package namespace.
func TestOtherNamespace(t *testing.T) {
	_, err := FromURN(urn.MustParse("urn:isbn:1"))
	var e *namespace.Error
	if !errors.As(err, &e) || e.Reason != namespace.BadNamespace || !errors.Is(err, namespace.BadNamespace) {
		t.Errorf("FromURN: %v, want another namespace", err)
	}
	if _, err := FromURN(urn.MustParse("urn:epc:id:none:1.2")); err == nil || strings.Contains(err.Error(), "::") || !strings.Contains(err.Error(), "idpat") {
		t.Errorf("FromURN: %v", err)
	}
}

// FromElementString and FromDigitalLink return the EPC of a text, and an error if the EPC
// cannot contain all of it.
func FromElementString(s string, n int) (EPC, error) {
	list, err := gs1.ParseElements(s)
	if err != nil {
		return EPC{}, err
	}
	return whole(list, n)
}

func FromDigitalLink(uri string, n int) (EPC, error) {
	name, err := gs1.Parse(uri)
	if err != nil {
		return EPC{}, err
	}
	return whole(name.Elements(), n)
}

func whole(list gs1.Elements, n int) (EPC, error) {
	e, rest, err := FromElements(list, n)
	if err == nil && rest != nil {
		return EPC{}, errors.New("elements are left over: " + rest.String())
	}
	return e, err
}

// TestElementsAtTheEdge: elements that no parser returns, and values at the bounds.
func TestElementsAtTheEdge(t *testing.T) {
	// A serial number that is there and empty is not the same as none.
	key := gs1.Element{AI: "01", Value: "04012345111118"}
	_, _, err := FromElements(gs1.Elements{key, {AI: "21", Value: ""}}, 7)
	var e *namespace.Error
	if !errors.As(err, &e) || e.Reason != namespace.BadSyntax || !strings.Contains(err.Error(), "(21)") {
		t.Errorf("an empty serial number: %v", err)
	}
	if class, _, err := FromElements(gs1.Elements{key}, 7); err != nil || !class.Parts().Class {
		t.Errorf("no serial number: %v, %v", class, err)
	}
	for _, c := range []struct {
		list gs1.Elements
		want string // "": refused
	}{
		{gs1.Elements{{AI: "21", Value: "9"}, {AI: "01", Value: "04012345111118"}}, "urn:epc:id:sgtin:4012345.011111.9"},
		{gs1.Elements{{AI: "01", Value: "040123451111189"}, {AI: "21", Value: "9"}}, ""},
		{gs1.Elements{{AI: "8018", Value: "061414112345678902"}}, "urn:epc:id:gsrn:0614141.1234567890"},
		{gs1.Elements{{AI: "8018", Value: "0614141123456789021"}}, ""},
		{gs1.Elements{{AI: "8010", Value: "0614141Z"}, {AI: "8011", Value: "1"}}, "urn:epc:id:cpi:0614141.Z.1"},
		{gs1.Elements{{AI: "8010", Value: "0614141["}, {AI: "8011", Value: "1"}}, ""},
		{gs1.Elements{{AI: "8010", Value: "0614141:"}, {AI: "8011", Value: "1"}}, ""},
	} {
		e, rest, err := FromElements(c.list, 7)
		if e.String() != c.want || (err == nil) != (c.want != "") || rest != nil {
			t.Errorf("FromElements(%q) = %q, %q, %v, want %q", c.list, e, rest, err, c.want)
		}
	}
	if e, err := FromURN(urn.MustParse("urn:epc:id:sgtin:4012345.011111.%2F%4A")); err != nil || e.Parts().Serial != "/J" {
		t.Errorf("a serial number that begins with an escape: %q, %v", e.Parts().Serial, err)
	}
	_, _, err = FromElements(gs1.Elements{key}, 5)
	if want := `namespace: company prefix of 5 digits; want 6 to 12`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// about reports whether the error is about an application identifier, or about none.
func about(e *namespace.Error, ai string) bool {
	return strings.HasPrefix(e.Message(), "(") == (ai != "") && strings.HasPrefix(e.Message(), "("+ai) == (ai != "")
}
