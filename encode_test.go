package urn_test

import (
	"errors"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestEscapeUnknownComponent: a Component that there is not is an error.
func TestEscapeUnknownComponent(t *testing.T) {
	for _, c := range []urn.Component{urn.ComponentF + 1, 255} {
		got, err := urn.RFC2141.Escape(c, "a")
		if got != "" || !errors.Is(err, urn.UnknownConstant) || !strings.Contains(err.Error(), strconv.Itoa(int(c))) {
			t.Errorf("Escape(%v) = %q, %v", c, got, err)
		}
	}
}

// Unescape makes room for what it returns, and for no more.
func TestUnescapeMemory(t *testing.T) {
	const escapes, rounds = 1000, 100
	s := strings.Repeat("%41", escapes)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range rounds {
		if got, err := urn.Unescape(s); len(got) != escapes || err != nil {
			t.Fatalf("Unescape returns %d bytes, %v", len(got), err)
		}
	}
	runtime.ReadMemStats(&after)
	if bytes := (after.TotalAlloc - before.TotalAlloc) / rounds; bytes > escapes*5/4 {
		t.Errorf("Unescape allocates %d bytes for %d", bytes, escapes)
	}
}

// legalIn is the grammar of the components as predicates, after the RFCs'
// wording: whether octet c may be in the component unescaped. The table in
// encode.go is compared with it.
var legalIn = map[urn.Syntax]map[string]func(c byte, first bool) bool{
	urn.RFC8141: {
		"NSS": func(c byte, first bool) bool { return isPchar(c) || c == '/' && !first },
		"R":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"Q":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"F":   func(c byte, first bool) bool { return isPchar(c) || c == '/' || c == '?' },
	},
	urn.Relaxed: {
		"NSS": func(c byte, first bool) bool { return isPchar(c) || c == '/' && !first },
		"R":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"Q":   func(c byte, first bool) bool { return isPchar(c) || (c == '/' || c == '?') && !first },
		"F":   func(c byte, first bool) bool { return isPchar(c) || c == '/' || c == '?' },
	},
	urn.RFC2141: {
		"NSS": func(c byte, first bool) bool { return isAlnum(c) || isOneOf(c, `()+,-.:=@;$_!*'`) },
	},
	urn.Draft2141bis: {
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
func escapeAs(c urn.Component) func(urn.Syntax, string) (string, error) {
	return func(x urn.Syntax, s string) (string, error) { return x.Escape(c, s) }
}

// escapeComponents names the components and says where Parts has them.
var escapeComponents = []struct {
	name   string
	escape func(urn.Syntax, string) (string, error)
	part   func(*urn.Parts) *string
	reason urn.Reason
}{
	{"NSS", escapeAs(urn.ComponentNSS), func(p *urn.Parts) *string { return &p.NSS }, urn.BadNSS},
	{"R", escapeAs(urn.ComponentR), func(p *urn.Parts) *string { return &p.R }, urn.BadR},
	{"Q", escapeAs(urn.ComponentQ), func(p *urn.Parts) *string { return &p.Q }, urn.BadQ},
	{"F", escapeAs(urn.ComponentF), func(p *urn.Parts) *string { return &p.F }, urn.BadF},
}

// Each octet, at the start of each component and after it, is escaped if and
// only if the predicate says so, and if and only if Build refuses it unescaped.
func TestEscapeOctets(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, x := range syntaxes {
		for _, c := range escapeComponents {
			legal, ok := legalIn[x][c.name]
			if !ok {
				continue
			}
			for o := range 256 {
				for _, before := range []string{"", "a"} {
					s := before + string([]byte{byte(o)})
					if x == urn.Draft2141bis && o == 0 {
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
					p := urn.Parts{NID: "example", NSS: "a"}
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
func needless(x urn.Syntax, component string, c byte) bool {
	return x == urn.RFC2141 && isOneOf(c, "/?#") || x == urn.Relaxed && component == "F" && c == '#'
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
				{"RFC8141.EscapeNSS", noError(t, func(s string) (string, error) { return urn.RFC8141.Escape(urn.ComponentNSS, s) }), test.nss},
				{"RFC8141.EscapeQ", noError(t, func(s string) (string, error) { return urn.RFC8141.Escape(urn.ComponentQ, s) }), test.q},
				{"RFC8141.EscapeF", noError(t, func(s string) (string, error) { return urn.RFC8141.Escape(urn.ComponentF, s) }), test.f},
				{"RFC2141.EscapeNSS", noError(t, func(s string) (string, error) { return urn.RFC2141.Escape(urn.ComponentNSS, s) }), test.nss2141},
				{"Draft2141bis.EscapeNSS", noError(t, func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentNSS, s) }), test.nss3},
				{"Draft2141bis.EscapeF", noError(t, func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentF, s) }), test.f},
				{"RFC8141.EscapeR", noError(t, func(s string) (string, error) { return urn.RFC8141.Escape(urn.ComponentR, s) }), test.r},
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
		want    urn.Reason
		offset  int // in the input
		message string
	}{
		{"RFC2141.EscapeR", func(s string) (string, error) { return urn.RFC2141.Escape(urn.ComponentR, s) }, "a", urn.BadR, 0, "urn: rfc2141 has no r-component"},
		{"RFC2141.EscapeQ", func(s string) (string, error) { return urn.RFC2141.Escape(urn.ComponentQ, s) }, "a", urn.BadQ, 0, "urn: rfc2141 has no q-component"},
		{"RFC2141.EscapeF", func(s string) (string, error) { return urn.RFC2141.Escape(urn.ComponentF, s) }, "a", urn.BadF, 0, "urn: rfc2141 has no f-component"},
		{"RFC2141.EscapeF of nothing", func(s string) (string, error) { return urn.RFC2141.Escape(urn.ComponentF, s) }, "", urn.BadF, 0, "urn: rfc2141 has no f-component"},
		{"Draft2141bis.EscapeR", func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentR, s) }, "a", urn.BadR, 0, "urn: draft2141bis has no r-component"},
		{"Draft2141bis.EscapeQ", func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentQ, s) }, "a", urn.BadQ, 0, "urn: the query of draft2141bis is a list of directives: escape each directive by itself"},
		{"Draft2141bis.EscapeNSS of NUL", func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentNSS, s) }, "a\x00b\x00", urn.BadEscape, 1, `urn: escaping "a\x00b\x00" as draft2141bis: malformed percent-encoding at column 2: unexpected U+0000; a URN of draft2141bis cannot contain the octet zero, not even as %00`},
		{"Draft2141bis.EscapeF of NUL", func(s string) (string, error) { return urn.Draft2141bis.Escape(urn.ComponentF, s) }, "\x00", urn.BadEscape, 0, `urn: escaping "\x00" as draft2141bis: malformed percent-encoding at column 1: unexpected U+0000; a URN of draft2141bis cannot contain the octet zero, not even as %00`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.escape(test.in)
			if got != "" || !errors.Is(err, test.want) || err.Error() != test.message {
				t.Errorf("%s(%q) = %q, %v, want an error %v that reads %q", test.name, test.in, got, err, test.want, test.message)
			}
			var se *urn.Error
			if !errors.As(err, &se) || se.Offset != test.offset || se.Reason != test.want || !strings.Contains(strings.ToLower(test.name), se.Syntax.String()) {
				t.Errorf("%s(%q): %#v, want offset %d", test.name, test.in, err, test.offset)
			}
		})
	}
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141} {
		if got, err := x.Escape(urn.ComponentNSS, "\x00"); got != "%00" || err != nil {
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
			got, err := urn.Unescape(test.in)
			if test.offset < 0 {
				if got != test.want || err != nil {
					t.Errorf("Unescape(%q) = %q, %v, want %q", test.in, got, err, test.want)
				}
				return
			}
			var se *urn.Error
			if !errors.As(err, &se) || got != "" || se.Reason != urn.BadEscape || se.Offset != test.offset {
				t.Errorf("Unescape(%q) = %q, %v, want %v at %d", test.in, got, err, urn.BadEscape, test.offset)
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
			all := urn.Parts{NID: "example", NSS: "a"}
			for _, c := range escapeComponents {
				esc, err := c.escape(x, s)
				if err != nil {
					want := c.reason
					if legalIn[x][c.name] != nil && x == urn.Draft2141bis && strings.Contains(s, "\x00") {
						want = urn.BadEscape
					}
					if !errors.Is(err, want) || want == c.reason && legalIn[x][c.name] != nil {
						t.Fatalf("%v.Escape%s(%q): %v", x, c.name, s, err)
					}
					continue
				}
				if back, err := urn.Unescape(esc); back != s || err != nil {
					t.Fatalf("Unescape(%v.Escape%s(%q)) = %q, %v", x, c.name, s, back, err)
				}
				if s == "" {
					if esc != "" {
						t.Fatalf(`%v.Escape%s("") = %q`, x, c.name, esc)
					}
					continue
				}
				p := urn.Parts{NID: "example", NSS: "a"}
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
					if back, _ := urn.Unescape(less); err == nil && back == s {
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
		got, err := urn.Unescape(s)
		// With its escapes made legal, the text has only octets of an NSS.
		nss := strings.Map(func(r rune) rune {
			if r == '%' || r < 0x80 && isAlnum(byte(r)) {
				return r
			}
			return '-'
		}, strings.ToValidUTF8(s, "-"))
		if _, fault := urn.RFC8141.Locate("urn:example:" + nss); s != "" && (err == nil) != (fault.Reason == 0) {
			t.Fatalf("Unescape(%q) = %q, %v, but the parser says %v", s, got, err, fault)
		}
		if err == nil {
			escaped, errEscape := urn.RFC8141.Escape(urn.ComponentNSS, got)
			if again, err := urn.Unescape(escaped); again != got || err != nil || errEscape != nil {
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
		{"EscapeNSS, nothing to do", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentNSS, "a:b/c") }, 0},
		{"EscapeR, nothing to do", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentR, "a?b") }, 0},
		{"EscapeQ, nothing to do", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentQ, "a=b&c") }, 0},
		{"EscapeF, nothing to do", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentF, "/a") }, 0},
		{"escapeAs(ComponentNSS), nothing to do", func() { sink, _ = urn.RFC2141.Escape(urn.ComponentNSS, "a:b") }, 0},
		{"Unescape, nothing to do", func() { sink, _ = urn.Unescape("a:b") }, 0},
		{"EscapeNSS", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentNSS, "a b c") }, 1},
		{"EscapeR", func() { sink, _ = urn.RFC8141.Escape(urn.ComponentR, "a?=c?=d") }, 1},
		{"Unescape", func() { sink, _ = urn.Unescape("a%20b%20c") }, 1},
		{"Unescape, malformed", func() { sink, _ = urn.Unescape("a%20b%2") }, 1},
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
	change := func(set func(*urn.Parts)) func(urn.URN) (urn.URN, error) {
		return func(u urn.URN) (urn.URN, error) {
			p := u.Parts()
			set(&p)
			return u.Syntax().Build(p)
		}
	}
	withR := func(r string) func(urn.URN) (urn.URN, error) { return change(func(p *urn.Parts) { p.R = r }) }
	withQ := func(q string) func(urn.URN) (urn.URN, error) { return change(func(p *urn.Parts) { p.Q = q }) }
	withF := func(f string) func(urn.URN) (urn.URN, error) {
		return change(func(p *urn.Parts) { p.F, p.HasF = f, f != "" })
	}
	withNSS := func(nss string) func(urn.URN) (urn.URN, error) { return change(func(p *urn.Parts) { p.NSS = nss }) }
	for _, tt := range []struct {
		name, in string
		with     func(urn.URN) (urn.URN, error)
		want     string
		reason   urn.Reason
	}{
		{"r put in", "URN:Ex:a%2f?=q#", withR("s"), "urn:Ex:a%2f?+s?=q#", 0},
		{"r replaced", "uRn:ex:a?+r#f", withR("s/?"), "urn:ex:a?+s/?#f", 0},
		{"r taken out", "urn:ex:a?+r?=q", withR(""), "urn:ex:a?=q", 0},
		{"r that would end early", "urn:ex:a", withR("x?=y"), "", urn.BadR},
		{"r with a fragment", "urn:ex:a", withR("x#y"), "", urn.BadR},
		{"malformed r", "urn:ex:a", withR("/x"), "", urn.BadR},
		{"q put in", "Urn:ex:a", withQ("k=v?+?="), "urn:ex:a?=k=v?+?=", 0},
		{"q with a fragment", "urn:ex:a", withQ("x#y"), "", urn.BadQ},
		{"q taken out", "urn:ex:a?=q#f", withQ(""), "urn:ex:a#f", 0},
		{"f put in", "URN:ex:a", withF("p"), "urn:ex:a#p", 0},
		{"f taken out", "URN:ex:a#f", withF(""), "urn:ex:a", 0},
		{"empty f taken out", "URN:ex:a#", withF(""), "urn:ex:a", 0},
		{"malformed f", "urn:ex:a", withF("a#b"), "", urn.BadF},
		{"NSS replaced", "URN:Ex:a%2f?+r?=q#", withNSS("b/c"), "urn:Ex:b/c?+r?=q#", 0},
		{"NSS taken out", "urn:ex:a", withNSS(""), "", urn.BadNSS},
		{"NSS with a fragment", "urn:ex:a", withNSS("a#b"), "", urn.BadNSS},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.with(urn.MustParse(tt.in))
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
	if u, err := withR("r")(urn.URN{}); err == nil {
		t.Errorf("the zero URN with an r-component = %q", u)
	}
}

// TestBuildMissing: a component that the syntax does not have is told by its
// own reason, and not by that of what it would be taken for.
func TestBuildMissing(t *testing.T) {
	for _, tt := range []struct {
		syntax urn.Syntax
		parts  urn.Parts
		want   urn.Fault
	}{
		{urn.RFC2141, urn.Parts{NID: "ex", NSS: "a", R: "r"}, urn.Fault{Syntax: urn.RFC2141, Reason: urn.BadR, Offset: 8}},
		{urn.RFC2141, urn.Parts{NID: "ex", NSS: "a", Q: "q"}, urn.Fault{Syntax: urn.RFC2141, Reason: urn.BadQ, Offset: 8}},
		{urn.RFC2141, urn.Parts{NID: "ex", NSS: "a", F: "f"}, urn.Fault{Syntax: urn.RFC2141, Reason: urn.BadF, Offset: 8}},
		{urn.RFC2141, urn.Parts{NID: "ex", NSS: "a", HasF: true}, urn.Fault{Syntax: urn.RFC2141, Reason: urn.BadF, Offset: 8}},
		{urn.Draft2141bis, urn.Parts{NID: "ex", NSS: "a", R: "r"}, urn.Fault{Syntax: urn.Draft2141bis, Reason: urn.BadR, Offset: 8}},
		{urn.Draft2141bis, urn.Parts{NID: "ex", NSS: "a", Q: "k=v", HasF: true}, urn.Fault{}},
	} {
		u, err := tt.syntax.Build(tt.parts)
		var got urn.Fault
		if se := (*urn.Error)(nil); errors.As(err, &se) {
			got = urn.Fault{Syntax: se.Syntax, Reason: se.Reason, Offset: se.Offset}
		}
		if got != tt.want {
			t.Errorf("%v.Build(%+v) = %q, %v, want fault %+v", tt.syntax, tt.parts, u, err, tt.want)
		}
	}
}
