package urn

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// legalIn is the grammar of the components as predicates, after the RFCs'
// wording: whether octet c may be in the component unescaped. The table in
// encode.go is compared with it.
var legalIn = map[Syntax]map[string]func(c byte, first bool) bool{
	RFC8141: {
		"NSS": func(c byte, first bool) bool { return isPchar(c) || c == '/' && !first },
		"R":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"Q":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"F":   func(c byte, first bool) bool { return isPchar(c) || c == '/' || c == '?' },
	},
	Relaxed: {
		"NSS": func(c byte, first bool) bool { return isPchar(c) || c == '/' && !first },
		"R":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"Q":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"F":   func(c byte, first bool) bool { return isPchar(c) || c == '/' || c == '?' },
	},
	RFC2141: {
		"NSS": func(c byte, first bool) bool { return isAlnum(c) || isOneOf(c, `()+,-.:=@;$_!*'`) },
	},
	Draft2141bis: {
		"NSS": func(c byte, first bool) bool { return isPchar(c) },
		"F":   func(c byte, first bool) bool { return isPchar(c) || c == '/' || c == '?' },
	},
}

func isPchar(c byte) bool { return isUnreserved(c) || isOneOf(c, "!$&'()*+,;=:@") }

func isUnreserved(c byte) bool { return isAlnum(c) || isOneOf(c, "-._~") }

func isAlnum(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

func isOneOf(c byte, set string) bool { return strings.IndexByte(set, c) >= 0 }

// escapeAs returns a function that escapes as component c of a syntax.
func escapeAs(c Component) func(Syntax, string) (string, error) {
	return func(x Syntax, s string) (string, error) { return x.Escape(c, s) }
}

// escapeComponents names the components and says where Parts has them.
var escapeComponents = []struct {
	name   string
	escape func(Syntax, string) (string, error)
	part   func(*Parts) *string
	reason Reason
}{
	{"NSS", escapeAs(ComponentNSS), func(p *Parts) *string { return &p.NSS }, BadNSS},
	{"R", escapeAs(ComponentR), func(p *Parts) *string { return &p.R }, BadR},
	{"Q", escapeAs(ComponentQ), func(p *Parts) *string { return &p.Q }, BadQ},
	{"F", escapeAs(ComponentF), func(p *Parts) *string { return &p.F }, BadF},
}

// Each octet, at the start of each component and after it, is escaped if and
// only if the predicate says so, and if and only if Build refuses it unescaped.
func TestEscapeOctets(testingT *testing.T) {
	t := few.Of(testingT)
	for _, x := range syntaxes {
		for _, c := range escapeComponents {
			legal, ok := legalIn[x][c.name]
			if !ok {
				continue
			}
			for o := range 256 {
				for _, before := range []string{"", "a"} {
					s := before + string([]byte{byte(o)})
					if x == Draft2141bis && o == 0 {
						continue // see TestEscapeErrors
					}
					want := s
					if !legal(byte(o), before == "") {
						want = before + "%" + hexOctet(byte(o))
					}
					got, err := c.escape(x, s)
					if got != want || err != nil {
						t.Errorf("%v.Escape%s(%q) = %q, %v, want %q", x, c.name, s, got, err, want)
					}
					p := Parts{NID: "example", NSS: "a"}
					*c.part(&p) = s
					if o == '%' {
						continue // alone it is refused, but before two digits it is not
					}
					if _, err := x.Build(p); (err == nil) != (got == s || needless(x, c.name, byte(o))) {
						t.Errorf("%v.Build(%+v): %v, but Escape%s(%q) = %q", x, p, err, c.name, s, got)
					}
				}
			}
		}
	}
}

// needless reports whether c is escaped although the grammar allows it. Either
// RFC 2141, section 2.3.2, says that it should not be in a URN. Or it is a
// "#" in an f-component, which Relaxed allows and RFC 8141 refuses.
func needless(x Syntax, component string, c byte) bool {
	return x == RFC2141 && isOneOf(c, "/?#") || x == Relaxed && component == "F" && c == '#'
}

func hexOctet(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[c>>4], digits[c&15]})
}

func TestEscape(t *testing.T) {
	for _, test := range []struct {
		name, in      string
		nss, r, q, f  string // under RFC8141
		nss2141, nss3 string // under RFC2141 and Draft2141bis
	}{
		{name: "empty"},
		{"nothing to escape", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;=", "a-Z.0_:@!$'()*+,;="},
		{"allowed since RFC 8141", "a&~", "a&~", "a&~", "a&~", "a&~", "a%26%7E", "a&~"},
		{"percent", "100%", "100%25", "100%25", "100%25", "100%25", "100%25", "100%25"},
		{"what looks like an escape", "%41", "%2541", "%2541", "%2541", "%2541", "%2541", "%2541"},
		{"slash first", "/a/b", "%2Fa/b", "%2Fa/b", "%2Fa/b", "/a/b", "%2Fa%2Fb", "%2Fa%2Fb"},
		{"only slashes", "//", "%2F/", "%2F/", "%2F/", "//", "%2F%2F", "%2F%2F"},
		{"question mark first", "?a?b", "%3Fa%3Fb", "%3Fa?b", "%3Fa?b", "?a?b", "%3Fa%3Fb", "%3Fa%3Fb"},
		{"question mark last", "a?", "a%3F", "a?", "a?", "a?", "a%3F", "a%3F"},
		{"delimiter of q", "a?=b", "a%3F=b", "a%3F=b", "a?=b", "a?=b", "a%3F=b", "a%3F=b"},
		{"delimiter of q first", "?=b", "%3F=b", "%3F=b", "%3F=b", "?=b", "%3F=b", "%3F=b"},
		{"delimiter of q twice", "a?=?=", "a%3F=%3F=", "a%3F=%3F=", "a?=?=", "a?=?=", "a%3F=%3F=", "a%3F=%3F="},
		{"second of two question marks", "a??=b", "a%3F%3F=b", "a?%3F=b", "a??=b", "a??=b", "a%3F%3F=b", "a%3F%3F=b"},
		{"delimiter of r", "a?+b", "a%3F+b", "a?+b", "a?+b", "a?+b", "a%3F+b", "a%3F+b"},
		{"number sign", "#a", "%23a", "%23a", "%23a", "%23a", "%23a", "%23a"},
		{"space", "a b", "a%20b", "a%20b", "a%20b", "a%20b", "a%20b", "a%20b"},
		{"excluded", `<>"{}|\^` + "`[]", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D", "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D"},
		{"UTF-8", "é", "%C3%A9", "%C3%A9", "%C3%A9", "%C3%A9", "%C3%A9", "%C3%A9"},
		{"not UTF-8", "\xff\xc3", "%FF%C3", "%FF%C3", "%FF%C3", "%FF%C3", "%FF%C3", "%FF%C3"},
		{"controls", "\n\x7f", "%0A%7F", "%0A%7F", "%0A%7F", "%0A%7F", "%0A%7F", "%0A%7F"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, c := range []struct {
				name string
				f    func(string) string
				want string
			}{
				{"RFC8141.EscapeNSS", noError(t, func(s string) (string, error) { return RFC8141.Escape(ComponentNSS, s) }), test.nss},
				{"RFC8141.EscapeQ", noError(t, func(s string) (string, error) { return RFC8141.Escape(ComponentQ, s) }), test.q},
				{"RFC8141.EscapeF", noError(t, func(s string) (string, error) { return RFC8141.Escape(ComponentF, s) }), test.f},
				{"RFC2141.EscapeNSS", noError(t, func(s string) (string, error) { return RFC2141.Escape(ComponentNSS, s) }), test.nss2141},
				{"Draft2141bis.EscapeNSS", noError(t, func(s string) (string, error) { return Draft2141bis.Escape(ComponentNSS, s) }), test.nss3},
				{"Draft2141bis.EscapeF", noError(t, func(s string) (string, error) { return Draft2141bis.Escape(ComponentF, s) }), test.f},
				{"RFC8141.EscapeR", noError(t, func(s string) (string, error) { return RFC8141.Escape(ComponentR, s) }), test.r},
				{"Syntax(9).EscapeNSS", noError(t, func(s string) (string, error) { return Syntax(9).Escape(ComponentNSS, s) }), test.nss},
			} {
				if got := c.f(test.in); got != c.want {
					t.Errorf("%s(%q) = %q, want %q", c.name, test.in, got, c.want)
				}
			}
		})
	}
}

func noError(t *testing.T, f func(string) (string, error)) func(string) string {
	return func(s string) string {
		t.Helper()
		got, err := f(s)
		if err != nil {
			t.Errorf("%q: %v", s, err)
		}
		return got
	}
}

func TestEscapeErrors(t *testing.T) {
	for _, test := range []struct {
		name    string
		escape  func(string) (string, error)
		in      string
		want    Reason
		offset  int // in the input
		message string
	}{
		{"RFC2141.EscapeR", func(s string) (string, error) { return RFC2141.Escape(ComponentR, s) }, "a", BadR, 0, "urn: rfc2141 has no r-component"},
		{"RFC2141.EscapeQ", func(s string) (string, error) { return RFC2141.Escape(ComponentQ, s) }, "a", BadQ, 0, "urn: rfc2141 has no q-component"},
		{"RFC2141.EscapeF", func(s string) (string, error) { return RFC2141.Escape(ComponentF, s) }, "a", BadF, 0, "urn: rfc2141 has no f-component"},
		{"RFC2141.EscapeF of nothing", func(s string) (string, error) { return RFC2141.Escape(ComponentF, s) }, "", BadF, 0, "urn: rfc2141 has no f-component"},
		{"Draft2141bis.EscapeR", func(s string) (string, error) { return Draft2141bis.Escape(ComponentR, s) }, "a", BadR, 0, "urn: draft2141bis has no r-component"},
		{"Draft2141bis.EscapeQ", func(s string) (string, error) { return Draft2141bis.Escape(ComponentQ, s) }, "a", BadQ, 0, "urn: the query of draft2141bis is a list of directives: escape each directive by itself"},
		{"Draft2141bis.EscapeNSS of NUL", func(s string) (string, error) { return Draft2141bis.Escape(ComponentNSS, s) }, "a\x00b\x00", BadEscape, 1, `urn: escaping "a\x00b\x00" as draft2141bis: malformed percent-encoding at column 2: unexpected U+0000; a URN of draft2141bis does not hold the octet zero, not even as %00`},
		{"Draft2141bis.EscapeF of NUL", func(s string) (string, error) { return Draft2141bis.Escape(ComponentF, s) }, "\x00", BadEscape, 0, `urn: escaping "\x00" as draft2141bis: malformed percent-encoding at column 1: unexpected U+0000; a URN of draft2141bis does not hold the octet zero, not even as %00`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.escape(test.in)
			if got != "" || !errors.Is(err, test.want) || err.Error() != test.message {
				t.Errorf("%s(%q) = %q, %v, want an error %v that reads %q", test.name, test.in, got, err, test.want, test.message)
			}
			var se *SyntaxError
			if !errors.As(err, &se) || se.Offset != test.offset || se.Reason != test.want || !strings.Contains(strings.ToLower(test.name), se.Syntax.String()) {
				t.Errorf("%s(%q): %#v, want offset %d", test.name, test.in, err, test.offset)
			}
		})
	}
	for _, x := range []Syntax{RFC8141, RFC2141} {
		if got, err := x.Escape(ComponentNSS, "\x00"); got != "%00" || err != nil {
			t.Errorf("%v.EscapeNSS(NUL) = %q, %v, want %%00", x, got, err)
		}
	}
}

func TestUnescape(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
		offset         int // of the fault; -1: none
	}{
		{"empty", "", "", -1},
		{"nothing escaped", "a+b", "a+b", -1},
		{"either case", "%2f%2F", "//", -1},
		{"each digit", "%01%23%45%67%89%ab%CD%eF", "\x01\x23\x45\x67\x89\xab\xcd\xef", -1},
		{"percent", "%2541", "%41", -1},
		{"octets", "%00%ff", "\x00\xff", -1},
		{"between", "a%20b%20c", "a b c", -1},
		{"unescaped octets stay", "é ", "é ", -1},
		{"percent alone", "a%", "", 2},
		{"one digit", "a%4", "", 3},
		{"no digit", "a%zz", "", 2},
		{"no second digit", "a%4z", "", 3},
		{"percent twice", "a%%41", "", 2},
		{"after a good one", "%41%4", "", 5},
		{"just below the digits", "%/0", "", 1},
		{"just above the digits", "%0:", "", 2},
		{"letter G", "%G0", "", 1},
		{"letter g", "%0g", "", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Unescape(test.in)
			if test.offset < 0 {
				if got != test.want || err != nil {
					t.Errorf("Unescape(%q) = %q, %v, want %q", test.in, got, err, test.want)
				}
				return
			}
			var se *SyntaxError
			if !errors.As(err, &se) || got != "" || se.Reason != BadEscape || se.Offset != test.offset {
				t.Errorf("Unescape(%q) = %q, %v, want %v at %d", test.in, got, err, BadEscape, test.offset)
			}
		})
	}
}

// Escaped text can be put into a URN, comes out of it the same, gives the
// octets back, and has no escape too many.
func FuzzEscapeUnescape(f *testing.F) {
	for _, s := range []string{"", "a", "/", "?", "?=", "a?=b", "a??=b", "a?=?=?", "%41", "%", "#", "\x00", "é", "\xff", "a b&c~d", "?+", "//?", "%%0%%%%%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range syntaxes {
			all := Parts{NID: "example", NSS: "a"}
			for _, c := range escapeComponents {
				esc, err := c.escape(x, s)
				if err != nil {
					want := c.reason
					if legalIn[x][c.name] != nil && x == Draft2141bis && strings.Contains(s, "\x00") {
						want = BadEscape
					}
					if !errors.Is(err, want) || want == c.reason && legalIn[x][c.name] != nil {
						t.Fatalf("%v.Escape%s(%q): %v", x, c.name, s, err)
					}
					continue
				}
				if back, err := Unescape(esc); back != s || err != nil {
					t.Fatalf("Unescape(%v.Escape%s(%q)) = %q, %v", x, c.name, s, back, err)
				}
				if s == "" {
					if esc != "" {
						t.Fatalf(`%v.Escape%s("") = %q`, x, c.name, esc)
					}
					continue
				}
				p := Parts{NID: "example", NSS: "a"}
				*c.part(&p) = esc
				*c.part(&all) = esc
				if u, err := x.Build(p); err != nil || *c.part(ptr(u.Parts())) != esc {
					t.Fatalf("%v.Build(%+v) = %v, %v", x, p, u, err)
				}
				for i := 0; i < len(esc) && len(s) < 100; i++ {
					if esc[i] != '%' || needless(x, c.name, octet.Escaped(esc, i)) {
						continue
					}
					less := esc[:i] + string([]byte{octet.Escaped(esc, i)}) + esc[i+len("%XX"):]
					*c.part(&p) = less
					_, err := x.Build(p)
					if back, _ := Unescape(less); err == nil && back == s {
						t.Fatalf("%v.Escape%s(%q) = %q, but %q would do", x, c.name, s, esc, less)
					}
				}
			}
			if u, err := x.Build(all); err != nil || u.Parts().R != all.R || u.Parts().Q != all.Q {
				t.Fatalf("%v.Build(%+v) = %v, %v", x, all, u, err)
			}
		}
	})
}

func ptr[T any](v T) *T { return &v }

// Unescape fails exactly where a "%" lacks a digit, as in an NSS.
func FuzzUnescape(f *testing.F) {
	for _, s := range []string{"", "%41", "%", "%4", "%zz", "a%4g", "%%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Unescape(s)
		// With its escapes made legal, the text has only octets of an NSS.
		nss := strings.Map(func(r rune) rune {
			if r == '%' || r < 0x80 && isAlnum(byte(r)) {
				return r
			}
			return '-'
		}, strings.ToValidUTF8(s, "-"))
		if _, fault := RFC8141.Locate("urn:example:" + nss); s != "" && (err == nil) != (fault.Reason == 0) {
			t.Fatalf("Unescape(%q) = %q, %v, but the parser says %v", s, got, err, fault)
		}
		if err == nil {
			escaped, errEscape := RFC8141.Escape(ComponentNSS, got)
			if again, err := Unescape(escaped); again != got || err != nil || errEscape != nil {
				t.Fatalf("Unescape(Escape(%q)) = %q, %v, %v", got, again, err, errEscape)
			}
		}
	})
}

func TestEscapeAllocations(t *testing.T) {
	var sink string
	for _, test := range []struct {
		name string
		f    func()
		want float64
	}{
		{"EscapeNSS, nothing to do", func() { sink, _ = RFC8141.Escape(ComponentNSS, "a:b/c") }, 0},
		{"EscapeR, nothing to do", func() { sink, _ = RFC8141.Escape(ComponentR, "a?b") }, 0},
		{"EscapeQ, nothing to do", func() { sink, _ = RFC8141.Escape(ComponentQ, "a=b&c") }, 0},
		{"EscapeF, nothing to do", func() { sink, _ = RFC8141.Escape(ComponentF, "/a") }, 0},
		{"escapeAs(ComponentNSS), nothing to do", func() { sink, _ = RFC2141.Escape(ComponentNSS, "a:b") }, 0},
		{"Unescape, nothing to do", func() { sink, _ = Unescape("a:b") }, 0},
		{"EscapeNSS", func() { sink, _ = RFC8141.Escape(ComponentNSS, "a b c") }, 1},
		{"EscapeR", func() { sink, _ = RFC8141.Escape(ComponentR, "a?=c?=d") }, 1},
		{"Unescape", func() { sink, _ = Unescape("a%20b%20c") }, 1},
		{"Unescape, malformed", func() { sink, _ = Unescape("a%20b%2") }, 1},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
	_ = sink
}

// TestChangePart: a component is put in, replaced and taken out, and nothing else
// changes but the case of the scheme.
func TestChangePart(t *testing.T) {
	change := func(set func(*Parts)) func(URN) (URN, error) {
		return func(u URN) (URN, error) {
			p := u.Parts()
			set(&p)
			return u.Syntax().Build(p)
		}
	}
	withR := func(r string) func(URN) (URN, error) { return change(func(p *Parts) { p.R = r }) }
	withQ := func(q string) func(URN) (URN, error) { return change(func(p *Parts) { p.Q = q }) }
	withF := func(f string) func(URN) (URN, error) { return change(func(p *Parts) { p.F, p.HasF = f, f != "" }) }
	withNSS := func(nss string) func(URN) (URN, error) { return change(func(p *Parts) { p.NSS = nss }) }
	for _, tt := range []struct {
		name, in string
		with     func(URN) (URN, error)
		want     string
		reason   Reason
	}{
		{"r put in", "URN:Ex:a%2f?=q#", withR("s"), "urn:Ex:a%2f?+s?=q#", 0},
		{"r replaced", "uRn:ex:a?+r#f", withR("s/?"), "urn:ex:a?+s/?#f", 0},
		{"r taken out", "urn:ex:a?+r?=q", withR(""), "urn:ex:a?=q", 0},
		{"r that would end early", "urn:ex:a", withR("x?=y"), "", BadR},
		{"r with a fragment", "urn:ex:a", withR("x#y"), "", BadR},
		{"malformed r", "urn:ex:a", withR("/x"), "", BadR},
		{"q put in", "Urn:ex:a", withQ("k=v?+?="), "urn:ex:a?=k=v?+?=", 0},
		{"q with a fragment", "urn:ex:a", withQ("x#y"), "", BadQ},
		{"q taken out", "urn:ex:a?=q#f", withQ(""), "urn:ex:a#f", 0},
		{"f put in", "URN:ex:a", withF("p"), "urn:ex:a#p", 0},
		{"f taken out", "URN:ex:a#f", withF(""), "urn:ex:a", 0},
		{"empty f taken out", "URN:ex:a#", withF(""), "urn:ex:a", 0},
		{"malformed f", "urn:ex:a", withF("a#b"), "", BadF},
		{"NSS replaced", "URN:Ex:a%2f?+r?=q#", withNSS("b/c"), "urn:Ex:b/c?+r?=q#", 0},
		{"NSS taken out", "urn:ex:a", withNSS(""), "", BadNSS},
		{"NSS with a fragment", "urn:ex:a", withNSS("a#b"), "", BadNSS},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.with(MustParse(tt.in))
			if tt.reason != 0 {
				if !errors.Is(err, tt.reason) || !u.IsZero() {
					t.Errorf("on %q: %q, %v, want %v", tt.in, u, err, tt.reason)
				}
				return
			}
			if err != nil || u.String() != tt.want {
				t.Errorf("on %q: %q, %v, want %q", tt.in, u, err, tt.want)
			}
		})
	}
	if u, err := withR("r")(URN{}); err == nil {
		t.Errorf("the zero URN with an r-component = %q", u)
	}
}

// TestBuildMissing: a component that the syntax does not have is told by its
// own reason, and not by that of what it would be taken for.
func TestBuildMissing(t *testing.T) {
	for _, tt := range []struct {
		syntax Syntax
		parts  Parts
		want   Fault
	}{
		{RFC2141, Parts{NID: "ex", NSS: "a", R: "r"}, Fault{RFC2141, BadR, 8}},
		{RFC2141, Parts{NID: "ex", NSS: "a", Q: "q"}, Fault{RFC2141, BadQ, 8}},
		{RFC2141, Parts{NID: "ex", NSS: "a", F: "f"}, Fault{RFC2141, BadF, 8}},
		{RFC2141, Parts{NID: "ex", NSS: "a", HasF: true}, Fault{RFC2141, BadF, 8}},
		{Draft2141bis, Parts{NID: "ex", NSS: "a", R: "r"}, Fault{Draft2141bis, BadR, 8}},
		{Draft2141bis, Parts{NID: "ex", NSS: "a", Q: "k=v", HasF: true}, Fault{}},
		{Syntax(200), Parts{NID: "ex", NSS: "a", R: "r", Q: "q", F: "f"}, Fault{}},
	} {
		u, err := tt.syntax.Build(tt.parts)
		var got Fault
		if se := (*SyntaxError)(nil); errors.As(err, &se) {
			got = Fault{se.Syntax, se.Reason, se.Offset}
		}
		if got != tt.want {
			t.Errorf("%v.Build(%+v) = %q, %v, want fault %+v", tt.syntax, tt.parts, u, err, tt.want)
		}
	}
}

// TestUnknownSyntax: it behaves as RFC8141 in what it returns, too.
func TestUnknownSyntax(t *testing.T) {
	u, err := Syntax(200).Parse("urn:ex:a?+r")
	if err != nil || u.Syntax() != RFC8141 || u.R() != "r" {
		t.Errorf("Parse = %q of %v, %v", u, u.Syntax(), err)
	}
	_, err = Syntax(200).Parse("x")
	if se := (*SyntaxError)(nil); !errors.As(err, &se) || se.Syntax != RFC8141 {
		t.Errorf("Parse of a malformed URN: %v", err)
	}
}

// TestSize: the comment of the type names the size, and registers depend on it.
func TestSize(t *testing.T) {
	want := map[int]uintptr{64: 32, 32: 24}[strconv.IntSize]
	if got := reflect.TypeFor[URN]().Size(); got != want {
		t.Errorf("a URN has %d bytes, want %d", got, want)
	}
}
