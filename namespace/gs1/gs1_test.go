package gs1

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
)

// TestForms: a name is read from each of its forms, and writes them again.
func TestForms(t *testing.T) {
	for _, c := range []struct{ urn, elements, link string }{
		{"urn:gs1:01:09506000134352:10:ABC123:17:250101", "(01)09506000134352(10)ABC123(17)250101", "https://id.gs1.org/01/09506000134352/10/ABC123?17=250101"},
		{"urn:gs1:01:09506000134352:22:2A:10:LOT7:21:9:17:250101:3103:000195", "(01)09506000134352(22)2A(10)LOT7(21)9(17)250101(3103)000195", "https://id.gs1.org/01/09506000134352/22/2A/10/LOT7/21/9?17=250101&3103=000195"},
		{"urn:gs1:01:09506000134352:235:x", "(01)09506000134352(235)x", "https://id.gs1.org/01/09506000134352/235/x"},
		{"urn:gs1:414:9506000134369:254:a/b%3Ac", "(414)9506000134369(254)a/b:c", "https://id.gs1.org/414/9506000134369/254/a%2Fb%3Ac"},
		{"urn:gs1:414:9506000134369:7040:1ABC", "(414)9506000134369(7040)1ABC", "https://id.gs1.org/414/9506000134369/7040/1ABC"},
		{"urn:gs1:8010:9506000%23A/B-1:8011:12", "(8010)9506000#A/B-1(8011)12", "https://id.gs1.org/8010/9506000%23A%2FB-1/8011/12"},
		{"urn:gs1:00:106141412345678908", "(00)106141412345678908", "https://id.gs1.org/00/106141412345678908"},
	} {
		n, err := FromURN(urn.MustParse(c.urn))
		if err != nil || n.URN().String() != c.urn || n.String() != c.elements || n.DigitalLink() != c.link {
			t.Errorf("FromURN(%q) = %q, %q, %q, %v", c.urn, n.URN(), n, n.DigitalLink(), err)
		}
		for _, s := range []string{c.elements, c.link} {
			if m, err := Parse(s); err != nil || m != n {
				t.Errorf("Parse(%q) = %v, %v, want %v", s, m, err, n)
			}
		}
	}
}

// TestOrder: the elements of a bar code may be in any order, the elements of a URN may not.
func TestOrder(t *testing.T) {
	n, err := Parse("(17)250101(10)ABC123(01)09506000134352(10)ABC123")
	if want := "urn:gs1:01:09506000134352:10:ABC123:17:250101"; err != nil || n.URN().String() != want {
		t.Errorf("Parse = %q, %v, want %q", n.URN(), err, want)
	}
	for s, want := range map[string]namespace.Reason{
		"urn:gs1:17:250101:01:09506000134352":           namespace.BadSyntax,
		"urn:gs1:01:09506000134352:17:250101:10:ABC123": namespace.BadSyntax,
		"urn:gs1:01:09506000134352:10:ABC123:22:2A":     namespace.BadSyntax,
		"urn:gs1:01:09506000134352:17:250101:11:250101": namespace.BadSyntax,
		"urn:gs1:01:09506000134352:10:%41":              namespace.BadSyntax,
		"urn:gs1:01:09506000134352:10:A:10:A":           namespace.BadSyntax,
		"urn:gs1:01:09506000134352:10:A:10:B":           namespace.BadSyntax,
		"urn:gs1:17:250101":                             namespace.BadNamespace,
		"urn:gs1:gdd:bie:TradeItem":                     namespace.BadNamespace,
		"urn:gs1:01:09506000134352:21:%C3%A9":           namespace.BadSyntax,
		"urn:gs1:414:9506000134369:254:a:7040:1ABC":     namespace.BadSyntax,
		"urn:gs1:9999:1":                                namespace.BadNamespace,
		"urn:gs1:8006:1":                                namespace.BadSyntax,
		"urn:gs1:01:09506000134353":                     namespace.BadCheckDigit,
		"urn:gs1:01:0950600013435":                      namespace.BadSyntax,
		"urn:isbn:9780395363416":                        namespace.BadNamespace,
	} {
		n, err := FromURN(urn.MustParse(s))
		var e *namespace.Error
		if n != (Name{}) || !errors.As(err, &e) || e.Reason != want || len(err.Error()) > 1024 {
			t.Errorf("FromURN(%q): %v, want %s", s, err, want)
		}
	}
}

func TestErrorIs(t *testing.T) {
	_, err := Parse("(21)1(01)10614141123452") // the right check digit is 8
	var e *namespace.Error
	if !errors.As(err, &e) || !errors.Is(err, namespace.BadCheckDigit) ||
		!errors.Is(err, namespace.BadCheckDigit) || errors.Is(err, namespace.BadNamespace) {
		t.Fatalf("Parse = %v", err)
	}
	if m := e.Message(); !strings.HasPrefix(m, "(01): ") || !strings.HasSuffix(err.Error(), m+" at column 23") {
		t.Errorf("Message = %q, Error = %q", m, err)
	}
	_, err = Parse("(21)1")
	if err == nil || err.Error() != `namespace: parsing "(21)1": want a GS1 key, such as (01) or (00) at column 1` {
		t.Errorf("Parse = %v", err)
	}
}

// TestPeers compares the three forms with those of another program.
func TestPeers(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	f, err := os.Open("../../testdata/typed/gs1.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		c := strings.Split(in.Text(), "\t")
		if len(c) != 3 {
			continue // the first line
		}
		n++
		data := strings.ReplaceAll(c[0], "<GS>", "\x1d")
		name, err := Parse(data)
		if err != nil || name.DigitalLink() != c[1] {
			t.Errorf("Parse(%q) = %q, %v, want %q", data, name.DigitalLink(), err, c[1])
		}
		// The other program does not escape a "(".
		if got := strings.ReplaceAll(name.String(), `\(`, "("); got != c[2] {
			t.Errorf("the elements of %q are %q, want %q", data, got, c[2])
		}
		if m, err := Parse(c[1]); err != nil || m != name {
			t.Errorf("Parse(%q) = %v, %v, want %v", c[1], m, err, name)
		}
	}
	if n != 500 {
		t.Errorf("%d names", n)
	}
}
