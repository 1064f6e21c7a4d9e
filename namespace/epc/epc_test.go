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
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/namespace"
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
	seen := map[Scheme]int{}
	for _, v := range vectors(t) {
		t.Run(v.URN, func(t *testing.T) {
			e, err := FromURN(urn.MustParse(v.URN))
			if err != nil {
				t.Fatalf("FromURN(%q): %v", v.URN, err)
			}
			seen[e.Scheme()]++
			n := len(e.CompanyPrefix())
			// Every escape of the examples is one that TDS asks for.
			if got := e.String(); got != v.URN {
				t.Errorf("String = %q, want %q", got, v.URN)
			}
			if v.Elements != "" {
				// An SGLN without an extension is written without (254) here.
				want := v.Elements
				if e.Scheme() == SGLN {
					want = strings.TrimSuffix(want, "(254)0")
				}
				if got := e.ElementString(); got != want {
					t.Errorf("ElementString of %q = %q, want %q (%s)", v.URN, got, want, v.Source)
				}
				if got, err := FromElementString(v.Elements, n); got != e || err != nil {
					t.Errorf("FromElementString(%q, %d) = %q, %v, want %q (%s)", v.Elements, n, got, err, v.URN, v.Source)
				}
			}
			if v.Link != "" {
				if got := e.DigitalLink(); got != v.Link {
					t.Errorf("DigitalLink of %q = %q, want %q (%s)", v.URN, got, v.Link, v.Source)
				}
				if got, err := FromDigitalLink(v.Link, n); got != e || err != nil {
					t.Errorf("FromDigitalLink(%q, %d) = %q, %v, want %q (%s)", v.Link, n, got, err, v.URN, v.Source)
				}
			}
			laws(t, e)
		})
	}
	for x := SGTIN; x <= LGTIN; x++ {
		if seen[x] == 0 {
			t.Errorf("no vector of %s", x)
		}
	}
}

// laws: every form of an EPC is read back as the same EPC.
func laws(t testing.TB, e EPC) {
	t.Helper()
	if got, err := FromURN(e.URN()); got != e || err != nil {
		t.Errorf("FromURN(%q) = %+v, %v, want %+v", e.URN(), got, err, e)
	}
	n := len(e.CompanyPrefix())
	for _, s := range []string{e.ElementString(), e.FNC1(), "]C1" + e.FNC1(), "]d2\x1d" + e.FNC1()} {
		if got, err := FromElementString(s, n); got != e || err != nil {
			t.Errorf("FromElementString(%q, %d) = %q, %v, want %q", s, n, got, err, e)
		}
		list, err := ParseElements(s)
		if err != nil || !slices.Equal(list, e.Elements()) {
			t.Errorf("ParseElements(%q) = %q, %v, want %q", s, list, err, e.Elements())
		}
	}
	if got, err := FromDigitalLink(e.DigitalLink(), n); got != e || err != nil {
		t.Errorf("FromDigitalLink(%q, %d) = %q, %v, want %q", e.DigitalLink(), n, got, err, e)
	}
	list, err := ParseDigitalLink(e.DigitalLink())
	if err != nil || !slices.Equal(list, e.Elements()) {
		t.Errorf("ParseDigitalLink(%q) = %q, %v, want %q", e.DigitalLink(), list, err, e.Elements())
	}
}

func TestParts(t *testing.T) {
	e, err := FromURN(urn.MustParse("urn:epc:id:itip:4012345.111111.01.02.a%2Fb"))
	if err != nil {
		t.Fatal(err)
	}
	piece, total := e.Pieces()
	if e.Scheme() != ITIP || e.CompanyPrefix() != "4012345" || e.Reference() != "111111" || piece != "01" || total != "02" ||
		e.Serial() != "a/b" || e.GS1Key() != "14012345111115" || e.IsClass() || e.IsZero() {
		t.Errorf("parts of %s: %+v, key %q", e, e, e.GS1Key())
	}
	var zero EPC
	if p, q := zero.Pieces(); !zero.IsZero() || zero.String() != "" || zero.GS1Key() != "" || zero.Elements() != nil || zero.FNC1() != "" ||
		zero.ElementString() != "" || zero.DigitalLink() != "" || !zero.URN().IsZero() || p+q != "" || zero.Scheme().String() != "none" {
		t.Errorf("zero EPC: %+v", zero)
	}
}

func TestCheckDigit(t *testing.T) {
	for digits, want := range map[string]byte{"0401234511111": '8', "0": '0', "7": '9', "10614141234567890": '8', "061414112345": '2'} {
		if got, ok := CheckDigit(digits); got != want || !ok {
			t.Errorf("CheckDigit(%q) = %c, %t, want %c", digits, got, ok, want)
		}
	}
	for _, bad := range []string{"", "12a", "-1"} {
		if _, ok := CheckDigit(bad); ok {
			t.Errorf("CheckDigit(%q) is ok", bad)
		}
	}
}

// TestEverySerialCharacter: each of the 82 characters goes through every form.
func TestEverySerialCharacter(t *testing.T) {
	n := 0
	for c := byte(0x20); c < 0x80; c++ {
		s := "(01)04012345111118(21)x" + string(rune(c)) + "x"
		e, err := FromElementString(s, 7)
		if inSet82(string(rune(c))) != (err == nil) {
			t.Errorf("FromElementString(%q, 7) = %v", s, err)
		}
		if err == nil {
			n++
			if e.Serial() != "x"+string(rune(c))+"x" {
				t.Errorf("serial number of %q is %q", s, e.Serial())
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
		e := EPC{scheme: SGTIN, prefix: "4012345", reference: "011111", serial: serial}
		laws(t, e)
	}
	e, err := FromElementString(`(01)04012345111118(21)\(10)b`, 7)
	if err != nil || e.Serial() != "(10)b" {
		t.Errorf("serial number %q, %v", e.Serial(), err)
	}
}

// TestLengths: the application identifiers and the values that have a length of their
// own, as in the table of openepcis/openepcis-epc-digitallink-translator.
func TestLengths(testingT *testing.T) {
	t := few.Of(testingT)
	for p := range 100 {
		s := string([]byte{byte('0' + p/10), byte('0' + p%10)})
		ai, value := 0, 0
		switch s {
		case "00":
			ai, value = 2, 18
		case "01", "02", "03":
			ai, value = 2, 14
		case "04":
			ai, value = 2, 16
		case "11", "12", "13", "14", "15", "16", "17", "18", "19":
			ai, value = 2, 6
		case "20":
			ai, value = 2, 2
		case "10", "21", "22", "30", "37", "90", "91", "92", "93", "94", "95", "96", "97", "98", "99":
			ai = 2
		case "23", "24", "25", "40", "42", "71":
			ai = 3
		case "41":
			ai, value = 3, 13
		case "31", "32", "33", "34", "35", "36":
			ai, value = 4, 6
		case "39", "43", "70", "72", "80", "81", "82":
			ai = 4
		}
		if got := aiLength(s + "00"); got != ai {
			t.Errorf("aiLength(%q) = %d, want %d", s, got, ai)
		}
		if got := fixedLength(s); got != value {
			t.Errorf("fixedLength(%q) = %d, want %d", s, got, value)
		}
	}
}

// TestUncheckedElements: FormatFNC1 and FormatElements take what no parser returns.
func TestUncheckedElements(t *testing.T) {
	list := []Element{{"", ""}, {"1", "x"}, {"00", "y"}, {"x", ""}, {"21", "z"}}
	if got := FormatFNC1(list); got != "\x1d1x\x1d00yx\x1d21z" {
		t.Errorf("FormatFNC1 = %q", got)
	}
	if got := FormatElements(list); got != "()(1)x(00)y(x)(21)z" {
		t.Errorf("FormatElements = %q", got)
	}
	// A serial number that is there and empty is not the same as none.
	key := Element{"01", "04012345111118"}
	_, _, err := FromElements([]Element{key, {"21", ""}}, 7)
	var e *Error
	if !errors.As(err, &e) || e.Reason != BadValue || !strings.Contains(err.Error(), "(21)") {
		t.Errorf("an empty serial number: %v", err)
	}
	if class, _, err := FromElements([]Element{key}, 7); err != nil || !class.IsClass() {
		t.Errorf("no serial number: %v, %v", class, err)
	}
}

// TestElementsAtTheEdge: texts that end early or begin late are refused by the parser
// itself, and read where nothing is wrong with them.
func TestElementsAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		text   string
		reason Reason
		ai     string
	}{
		{"1", BadSyntax, ""},
		{"21", BadValue, "21"},
		{"2", BadSyntax, ""},
		{"x1", BadSyntax, ""},
		{"(21)", BadValue, "21"},
		{"(21)a\\", BadValue, "21"},
		{"(21)#", BadValue, "21"},
		{"(8010)a b", BadValue, "8010"},
		{"21\x1d10A", BadValue, "21"},
	} {
		list, err := ParseElements(c.text)
		var e *Error
		if !errors.As(err, &e) || e.Reason != c.reason || e.AI != c.ai || list != nil {
			t.Errorf("ParseElements(%q) = %q, %v, want reason %s of %q", c.text, list, err, c.reason, c.ai)
		}
	}
	// An element that is cut off by a separator is empty: the separator is not part of it.
	_, cut := ParseElements("21\x1d10A")
	if _, empty := ParseElements("(21)(10)A"); cut.Error() != empty.Error() || !strings.HasSuffix(empty.Error(), "in it") {
		t.Errorf("%q, want %q", cut, empty)
	}

	for _, c := range []struct {
		list []Element
		want string // "": refused
	}{
		{[]Element{{"21", "9"}, {"01", "04012345111118"}}, "urn:epc:id:sgtin:4012345.011111.9"},
		{[]Element{{"01", "040123451111189"}, {"21", "9"}}, ""},
		{[]Element{{"8018", "061414112345678902"}}, "urn:epc:id:gsrn:0614141.1234567890"},
		{[]Element{{"8018", "0614141123456789021"}}, ""},
		{[]Element{{"8010", "0614141Z"}, {"8011", "1"}}, "urn:epc:id:cpi:0614141.Z.1"},
		{[]Element{{"8010", "0614141["}, {"8011", "1"}}, ""},
		{[]Element{{"8010", "0614141:"}, {"8011", "1"}}, ""},
	} {
		e, rest, err := FromElements(c.list, 7)
		if e.String() != c.want || (err == nil) != (c.want != "") || rest != nil {
			t.Errorf("FromElements(%q) = %q, %q, %v, want %q", c.list, e, rest, err, c.want)
		}
	}
	if _, ok := CheckDigit("12:"); ok {
		t.Error("a colon has a check digit")
	}
	if e, err := FromURN(urn.MustParse("urn:epc:id:sgtin:4012345.011111.%2F%4A")); err != nil || e.Serial() != "/J" {
		t.Errorf("a serial number that begins with an escape: %q, %v", e.Serial(), err)
	}
	for x := LGTIN + 1; x != 0; x++ {
		if x.String() != "none" {
			t.Errorf("Scheme(%d) = %s", uint8(x), x)
		}
	}
	_, err := FromElementString("(01)04012345111118(21)9", 5)
	if want := "epc: company prefix of 5 digits; a GS1 company prefix has 6 to 12"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestLinksAtTheEdge: a link without a key, or with half an element, is refused.
func TestLinksAtTheEdge(t *testing.T) {
	for _, uri := range []string{
		"https://id.gs1.org", "https://id.gs1.org/", "https://id.gs1.org/?01=04012345111118", "https://id.gs1.org/01",
		"https://id.gs1.org/gtin/04012345111118", "https://id.gs1.org/01/04012345111118/21", "https://id.gs1.org/01/04012345111118/21/9/10",
	} {
		list, err := ParseDigitalLink(uri)
		if !errors.Is(err, &Error{Reason: BadKey}) || list != nil {
			t.Errorf("ParseDigitalLink(%q) = %q, %v, want no key", uri, list, err)
		}
	}
	for value, want := range map[string]string{
		"40123455": "00000040123455", "614141123452": "00614141123452", "4012345111118": "04012345111118", "04012345111118": "04012345111118",
		"0123456789": "0123456789", "12345678901": "12345678901",
	} {
		list, err := ParseDigitalLink("https://id.gs1.org/01/" + value)
		if err != nil || !slices.Equal(list, []Element{{"01", want}}) {
			t.Errorf("a GTIN %s: %q, %v, want %s", value, list, err, want)
		}
		// Other keys have one length.
		if list, err := ParseDigitalLink("https://id.gs1.org/8004/" + value); err != nil || list[0].Value != value {
			t.Errorf("a GIAI %s: %q, %v", value, list, err)
		}
	}
}

func TestFromElements(t *testing.T) {
	// A bar code has more than the EPC has.
	list, err := ParseElements("]d201040123451111181726123110LOT7\x1d21987\x1d")
	if err != nil {
		t.Fatal(err)
	}
	e, rest, err := FromElements(list, 7)
	if err != nil || e.String() != "urn:epc:id:sgtin:4012345.011111.987" || FormatElements(rest) != "(17)261231(10)LOT7" {
		t.Errorf("FromElements = %q, %q, %v", e, rest, err)
	}
	// Without a serial number the lot counts; without both it is a class.
	if e, rest, err := FromElements([]Element{{"01", "04012345111118"}, {"10", "LOT7"}}, 7); e.String() != "urn:epc:class:lgtin:4012345.011111.LOT7" || rest != nil || err != nil {
		t.Errorf("lot: %q, %q, %v", e, rest, err)
	}
	if e, rest, err := FromElements([]Element{{"17", "261231"}, {"01", "04012345111118"}}, 7); e.String() != "urn:epc:idpat:sgtin:4012345.011111.*" || !e.IsClass() || len(rest) != 1 || err != nil {
		t.Errorf("class: %q, %q, %v", e, rest, err)
	}
	// The same element twice is one.
	if e, rest, err := FromElements([]Element{{"00", "106141412345678908"}, {"00", "106141412345678908"}}, 7); e.String() != "urn:epc:id:sscc:0614141.1234567890" || rest != nil || err != nil {
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
	list, err := ParseDigitalLink("https://id.gs1.org/01/04012345111118/22/2A/10/LOT7/21/987?17=261231&x=y&3103=000195")
	if err != nil {
		t.Fatal(err)
	}
	e, rest, err := FromElements(list, 7)
	if err != nil || e.String() != "urn:epc:id:sgtin:4012345.011111.987" || FormatElements(rest) != "(22)2A(10)LOT7(17)261231(3103)000195" {
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
		reason Reason
		ai     string
	}{
		{"other namespace", name("urn:isbn:0451450523"), BadScheme, ""},
		{"no key", name("urn:epc:id:gid:95100000.12345.400"), BadScheme, ""},
		{"lgtin under id", name("urn:epc:id:lgtin:4012345.012345.1"), BadScheme, ""},
		{"sgtin under class", name("urn:epc:class:sgtin:4012345.012345.1"), BadScheme, ""},
		{"tag", name("urn:epc:tag:sgtin-96:3.0614141.812345.6789"), BadScheme, ""},
		{"another sub-namespace", name("urn:epc:x:sgtin:0614141.812345.6789"), BadScheme, ""},
		{"pattern of items", name("urn:epc:idpat:sgtin:4012345.*.*"), BadScheme, ""},
		{"pattern with a serial number", name("urn:epc:idpat:sgtin:4012345.012345.1"), BadScheme, ""},
		{"pattern of an sgln", name("urn:epc:idpat:sgln:4012345.12345.*"), BadScheme, ""},
		{"pattern of a upui", name("urn:epc:idpat:upui:4012345.012345.*"), BadScheme, ""},
		{"short", name("urn:epc:id:sgtin:4012345.01234.1"), BadSyntax, ""},
		{"empty", elements("", 7), BadSyntax, ""},
		{"separator alone", elements("]C1\x1d", 7), BadSyntax, ""},
		{"no identifier", elements("(x)1", 7), BadSyntax, ""},
		{"unknown identifier", elements("0551", 7), BadSyntax, ""},
		{"identifier cut", elements("80", 7), BadSyntax, ""},
		{"five digits", elements("(00000)1", 7), BadSyntax, ""},
		{"prefix of 5", elements("(01)04012345111118(21)9", 5), BadPrefixLength, ""},
		{"prefix of 13", elements("(01)04012345111118(21)9", 13), BadPrefixLength, ""},
		{"giai shorter than the prefix", elements("(8004)401234", 7), BadPrefixLength, "8004"},
		{"giai of the prefix alone", elements("(8004)4012345", 7), BadPrefixLength, "8004"},
		{"giai with a letter in the prefix", elements("(8004)40A23451", 7), BadPrefixLength, "8004"},
		{"no key among the elements", elements("(17)261231", 7), BadKey, ""},
		{"gtin of 13", elements("(01)4012345111118(21)9", 7), BadValue, "01"},
		{"fnc1 form cut", elements("010401234511111", 7), BadValue, "01"},
		{"empty value", elements("(01)04012345111118(21)", 7), BadValue, "21"},
		{"serial number of 21", elements("(01)04012345111118(21)123456789012345678901", 7), BadValue, "21"},
		{"two serial numbers", elements("(01)04012345111118(21)1(21)2", 7), BadValue, "21"},
		{"space", elements("(01)04012345111118(21)a b", 7), BadValue, "21"},
		{"letter in a gln", elements("(417)401234500A005", 7), BadValue, "417"},
		{"grai without its zero", elements("(8003)10614141123452400", 7), BadValue, "8003"},
		{"grai, serial number of 17", elements("(8003)0061414112345212345678901234567", 7), BadValue, "8003"},
		{"gcn with letters", elements("(255)4012345678901A", 7), BadValue, "255"},
		{"cpi in lower case", elements("(8010)0614141a(8011)1", 7), BadValue, "8010"},
		{"cpi, leading zero", elements("(8010)06141411(8011)01", 7), BadValue, "8011"},
		{"giai of 31", elements("(8004)4012345678901234567890123456789", 7), BadValue, "8004"},
		{"sscc, check digit", elements("(00)106141412345678909", 7), BadCheckDigit, "00"},
		{"itip, check digit", elements("(8006)040123451234570102(21)987", 7), BadCheckDigit, "8006"},
		{"grai, check digit", elements("(8003)00614141123453400", 7), BadCheckDigit, "8003"},
		{"expiry date", elements("(01)04012345111118(21)9(17)261231", 7), BadRest, "17"},
		{"lot beside a serial number", link("https://id.gs1.org/01/04012345111118/10/A/21/9"), BadRest, "10"},
		{"no link", link("urn:epc:id:sgtin:4012345.011111.987"), BadSyntax, ""},
		{"ftp", link("ftp://id.gs1.org/01/04012345111118"), BadSyntax, ""},
		{"no domain", link("https:///01/04012345111118"), BadSyntax, ""},
		{"malformed escape", link("https://id.gs1.org/01/04012345111118/21/%zz"), BadSyntax, ""},
		{"malformed escape in the query", link("https://id.gs1.org/01/04012345111118?17=%zz"), BadSyntax, "17"},
		{"short names", link("https://id.gs1.org/gtin/04012345111118/ser/987"), BadKey, ""},
		{"unknown qualifier", link("https://id.gs1.org/01/04012345111118/99/987"), BadKey, ""},
		{"link, check digit", link("https://id.gs1.org/01/04012345111117"), BadCheckDigit, "01"},
		{"link, gtin of 11", link("https://id.gs1.org/01/40123451111"), BadValue, "01"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.call()
			var e *Error
			if !errors.As(err, &e) || !got.IsZero() {
				t.Fatalf("%v, %v, want the zero EPC and an *Error", got, err)
			}
			if e.Reason != test.reason || e.AI != test.ai {
				t.Errorf("%v: reason %s, AI %q, want %s, %q", err, e.Reason, e.AI, test.reason, test.ai)
			}
			if len(err.Error()) > 500 || (e.Err != nil) != (test.name == "short" || test.name == "other namespace") {
				t.Errorf("error of %d bytes, %v within: %v", len(err.Error()), e.Err, err)
			}
		})
	}
	// A long text takes time in proportion to its length.
	_, err := FromElementString(strings.Repeat("(21)1", 1e5), 7)
	if err == nil || len(err.Error()) > 500 {
		t.Errorf("error for a long text has %d bytes", len(err.Error()))
	}
	if Reason(0).String() != "none" || BadRest.String() != "rest" || Reason(99).String() != "Reason(99)" {
		t.Errorf("names of reasons: %s, %s, %s", Reason(0), BadRest, Reason(99))
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
		for _, read := range []func(string) ([]Element, error){ParseElements, ParseDigitalLink} {
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
			if e.Scheme() == SGLN && e.Serial() == "0" {
				left = append(left, Element{"254", "0"})
			}
			for _, x := range list {
				if !slices.Contains(e.Elements(), x) && !slices.Contains(left, x) {
					t.Errorf("%q of %q is neither in %s nor left over", x, s, e.ElementString())
				}
			}
			for _, x := range e.Elements() {
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
	var e *Error
	if !errors.As(err, &e) || e.Reason != BadScheme || !errors.Is(err, &namespace.Error{Reason: namespace.BadNamespace}) {
		t.Errorf("FromURN: %v, want another namespace", err)
	}
	if _, err := FromURN(urn.MustParse("urn:epc:id:none:1.2")); err == nil || strings.Contains(err.Error(), "::") || !strings.Contains(err.Error(), "idpat") {
		t.Errorf("FromURN: %v", err)
	}
}
