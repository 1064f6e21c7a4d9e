package gs1

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
)

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

// TestLengths: the application identifiers and the values that have a length of their
// own, as in the table of openepcis/openepcis-epc-digitallink-translator.
func TestLengths(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
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

// TestElementsAtTheEdge: texts that end early or begin late are refused by the parser
// itself, and read where nothing is wrong with them.
func TestElementsAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		text   string
		reason namespace.Reason
		ai     string
	}{
		{"1", namespace.BadSyntax, ""},
		{"21", namespace.BadSyntax, "21"},
		{"2", namespace.BadSyntax, ""},
		{"x1", namespace.BadSyntax, ""},
		{"(21)", namespace.BadSyntax, "21"},
		{"(21)a\\", namespace.BadSyntax, "21"},
		{"(21)#", namespace.BadSyntax, "21"},
		{"(8010)a b", namespace.BadSyntax, "8010"},
		{"21\x1d10A", namespace.BadSyntax, "21"},
	} {
		list, err := ParseElements(c.text)
		var e *namespace.Error
		if !errors.As(err, &e) || e.Reason != c.reason || !about(e, c.ai) || list != nil {
			t.Errorf("ParseElements(%q) = %q, %v, want reason %s of %q", c.text, list, err, c.reason, c.ai)
		}
	}
	// An element that is cut off by a separator is empty: the separator is not part of it.
	_, cut := ParseElements("21\x1d10A")
	if _, empty := ParseElements("(21)(10)A"); cut.(*namespace.Error).Message() != empty.(*namespace.Error).Message() || !strings.HasSuffix(empty.Error(), "in it at column 5") {
		t.Errorf("%q, want %q", cut, empty)
	}

	if _, ok := CheckDigit("12:"); ok {
		t.Error("a colon has a check digit")
	}
}

// TestLinksAtTheEdge: a link without a key, or with half an element, is refused.
func TestLinksAtTheEdge(t *testing.T) {
	for _, uri := range []string{
		"https://id.gs1.org", "https://id.gs1.org/", "https://id.gs1.org/?01=04012345111118", "https://id.gs1.org/01",
		"https://id.gs1.org/gtin/04012345111118", "https://id.gs1.org/01/04012345111118/21", "https://id.gs1.org/01/04012345111118/21/9/10",
	} {
		list, _, err := parseLink(uri)
		if !errors.Is(err, namespace.BadNamespace) || list != nil {
			t.Errorf("parseLink(%q) = %q, %v, want no key", uri, list, err)
		}
	}
	// An element before the key is not dropped.
	for uri, at := range map[string]int{"https://id.gs1.org/21/987/01/04012345111118": 19, "https://example.com/a/17/261231/01/04012345111118?x=y": 22} {
		var e *namespace.Error
		if list, _, err := parseLink(uri); !errors.As(err, &e) || list != nil || e.Offset != at || !strings.Contains(e.Error(), "before the key") {
			t.Errorf("parseLink(%q) = %q, %v, want an error at %d", uri, list, err, at)
		}
	}
	for value, want := range map[string]string{
		"40123455": "00000040123455", "614141123452": "00614141123452", "4012345111118": "04012345111118", "04012345111118": "04012345111118",
		"0123456789": "0123456789", "12345678901": "12345678901",
	} {
		list, _, err := parseLink("https://id.gs1.org/01/" + value)
		if err != nil || !slices.Equal(list, Elements{{"01", want}}) {
			t.Errorf("a GTIN %s: %q, %v, want %s", value, list, err, want)
		}
		// Other keys have one length.
		if list, _, err := parseLink("https://id.gs1.org/8004/" + value); err != nil || list[0].Value != value {
			t.Errorf("a GIAI %s: %q, %v", value, list, err)
		}
	}
}

// about reports whether the error is about an application identifier, or about none.
func about(e *namespace.Error, ai string) bool {
	return strings.HasPrefix(e.Message(), "(") == (ai != "") && strings.HasPrefix(e.Message(), "("+ai) == (ai != "")
}
