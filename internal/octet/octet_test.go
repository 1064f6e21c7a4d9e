package octet

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestClasses states each class in other words than the grammars do.
func TestClasses(t *testing.T) {
	const alphanum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	const pchar = alphanum + "-._~!$&'()*+,;=:@"
	for _, test := range []struct {
		name   string
		set    Class
		octets string
	}{
		{"PChar", PChar, pchar},
		{"NSSChar", NSSChar, pchar + "/"},
		{"FragChar", FragChar, pchar + "/?"},
		{"TransChar", TransChar, alphanum + "()+,-.:=@;$_!*'"},
		{"Name", Name, pchar + "/?#%"},
		{"HexDigit", HexDigit, "0123456789ABCDEFabcdef"},
	} {
		for c := range 256 {
			if got, want := Is(byte(c), test.set), strings.IndexByte(test.octets, byte(c)) >= 0; got != want {
				t.Errorf("%s of %q = %v, want %v", test.name, byte(c), got, want)
			}
		}
	}
}

// TestEscape: the escape of each octet is decoded to it, in upper and lower case.
func TestEscape(t *testing.T) {
	for c := range 256 {
		var b strings.Builder
		WriteEscape(&b, byte(c))
		e := b.String()
		if len(e) != 3 || e != strings.ToUpper(e) || !IsEscape(e, 0) || Escaped(e, 0) != byte(c) || Escaped(strings.ToLower(e), 0) != byte(c) || e != fmt.Sprintf("%%%02X", c) {
			t.Errorf("the escape of %#02x is %q", c, e)
		}
	}
	for _, s := range []string{"%", "%4", "%g0", "%0g", "%-1", "%4%"} {
		if IsEscape(s, 0) {
			t.Errorf("%q is an escape", s)
		}
	}
	if !IsEscape("a%4Fb", 1) {
		t.Error("%4F is not an escape")
	}
}

// TestEscaper: the longest result has as many bytes as allowed. Nothing is copied if
// nothing is escaped.
func TestEscaper(t *testing.T) {
	path, query := Escaper{First: PChar, Rest: FragChar}, Escaper{First: FragChar, Rest: FragChar, But: '?', BeforeEqual: true}
	for _, test := range []struct {
		e    Escaper
		s    string
		most int
		want string // "-" if it is too long
	}{
		{path, "", 0, ""}, {path, "", -1, "-"}, {path, "a", 1, "a"}, {path, "a", 0, "-"}, {path, "%", 3, "%25"}, {path, "%", 2, "-"},
		{path, "a%b%", 8, "a%25b%25"}, {path, "a%b%", 7, "-"}, {path, "%%", math.MaxInt, "%25%25"}, {path, "//", math.MaxInt, "%2F/"},
		{query, "?a?=?", math.MaxInt, "?a%3F=?"}, {Escaper{First: FragChar, Rest: FragChar, But: '&'}, "&?=&", math.MaxInt, "%26?=%26"},
	} {
		if got, ok := test.e.Escape(test.s, test.most); ok != (test.want != "-") || ok && got != test.want {
			t.Errorf("%+v: Escape(%q, %d) = %q, %v, want %q", test.e, test.s, test.most, got, ok, test.want)
		}
	}
	for s, want := range map[string]float64{"abc": 0, "a%c": 1} {
		if got := testing.AllocsPerRun(100, func() { path.Escape(s, 100) }); got != want {
			t.Errorf("Escape(%q): %v allocations, want %v", s, got, want)
		}
	}
}
