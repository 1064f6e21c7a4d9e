package draft2141bis

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// directiveList is the directives of a query by another route: the rule of the
// draft's section 2.3 in a few lines, in quadratic time.
func directiveList(query string) (list [][2]string) {
	if query == "" {
		return nil
	}
	all := strings.Split(query, "&")
	for _, d := range all {
		i := strings.Index(d, "=")
		n := 0
		for _, other := range all {
			if strings.HasPrefix(other, d[:i+1]) {
				n++
			}
		}
		if n == 1 {
			list = append(list, [2]string{d[:i], d[i+1:]})
		}
	}
	return list
}

func collectDirectives(u urn.URN) (list [][2]string) {
	for k, v := range Directives(u) {
		list = append(list, [2]string{k, v})
	}
	return list
}

func mustParseAs(t testing.TB, x urn.Syntax, s string) urn.URN {
	t.Helper()
	u, err := x.Parse(s)
	if err != nil {
		t.Fatalf("%v.Parse(%.80q): %v", x, s, err)
	}
	return u
}

func TestDirectives(t *testing.T) {
	for _, test := range []struct {
		name, query string
		want        [][2]string
	}{
		{"none", "", nil},
		{"one", "?s=I2L", [][2]string{{"s", "I2L"}}},
		{"the draft's example (2.3.2)", "?s=I2L&c=ToC", [][2]string{{"s", "I2L"}, {"c", "ToC"}}},
		{"order as written", "?z=1&a=2", [][2]string{{"z", "1"}, {"a", "2"}}},
		{"no value", "?s=&c=", [][2]string{{"s", ""}, {"c", ""}}},
		{"equals sign in a value", "?s=I=I", [][2]string{{"s", "I=I"}}},
		{"question mark and slash in a value", "?s=?/x", [][2]string{{"s", "?/x"}}},
		{"escapes stay", "?s=%26%3d", [][2]string{{"s", "%26%3d"}}},
		{"a keyword twice (2.3)", "?s=1&c=2&s=3", [][2]string{{"c", "2"}}},
		{"the same directive twice", "?s=1&s=1", nil},
		{"a keyword three times", "?s=1&s=2&s=3&c=4", [][2]string{{"c", "4"}}},
		{"letter case matters", "?s=1&S=2", [][2]string{{"s", "1"}, {"S", "2"}}},
		{"a keyword that begins another", "?s=1&ss=2", [][2]string{{"s", "1"}, {"ss", "2"}}},
		{"fragment", "?s=1#c=2", [][2]string{{"s", "1"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := mustParseAs(t, urn.Draft2141bis, "urn:example:a"+test.query)
			if got := collectDirectives(u); !slices.Equal(got, test.want) {
				t.Errorf("Directives of %q = %q, want %q", u, got, test.want)
			}
			for _, d := range test.want {
				if v, ok := Directive(u, d[0]); v != d[1] || !ok {
					t.Errorf("Directive(%q) of %q = %q, %v, want %q", d[0], u, v, ok, d[1])
				}
			}
		})
	}
	u := mustParseAs(t, urn.Draft2141bis, "urn:example:a?s=1&c=2&s=3&d=")
	for _, test := range []struct {
		keyword, want string
		ok            bool
	}{
		{"c", "2", true}, {"d", "", true}, {"s", "", false}, {"C", "", false}, {"", "", false}, {"x", "", false},
	} {
		if v, ok := Directive(u, test.keyword); v != test.want || ok != test.ok {
			t.Errorf("Directive(%q) of %q = %q, %v, want %q, %v", test.keyword, u, v, ok, test.want, test.ok)
		}
	}
}

func TestDirectivesOfOtherSyntaxes(t *testing.T) {
	for _, u := range []urn.URN{{}, urn.MustParse("urn:example:a?=s=1&c=2"), mustParseAs(t, urn.RFC2141, "urn:example:a?s=1")} {
		if got := collectDirectives(u); got != nil {
			t.Errorf("Directives of %q, %v, = %q, want none", u, u.Syntax(), got)
		}
		if v, ok := Directive(u, "s"); v != "" || ok {
			t.Errorf("Directive of %q, %v, = %q, %v, want none", u, u.Syntax(), v, ok)
		}
	}
}

func TestDirectivesStop(t *testing.T) {
	for _, n := range []int{3, 3 * fewDirectives} {
		u := mustParseAs(t, urn.Draft2141bis, "urn:example:a?"+manyKeywords(n))
		seen := 0
		for range Directives(u) {
			if seen++; seen == 2 {
				break
			}
		}
		if seen != 2 {
			t.Errorf("of %d directives, the loop saw %d, want 2", n, seen)
		}
	}
}

// manyKeywords returns a query of n directives with keywords k0, k1 and so on.
func manyKeywords(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString("k" + strconv.Itoa(i) + "=")
	}
	return b.String()
}

// With some 1 MiB, anything worse than n log n would not come to an end.
func TestDirectivesLong(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	const n = 1 << 17
	for _, test := range []struct {
		name, query string
		want        int
	}{
		{"all different", manyKeywords(n), n},
		{"all the same", strings.Repeat("a=&", n) + "b=", 1},
		{"long keywords that begin alike", strings.Repeat(strings.Repeat("a", 1<<10)+"=&", n>>9) + "b=", 1},
		{"each twice", manyKeywords(n) + "&" + manyKeywords(n), 0},
		{"few, with a long value", "a=" + strings.Repeat("=", n*8) + "&b=", 2},
	} {
		u := mustParseAs(t, urn.Draft2141bis, "urn:example:a?"+test.query)
		if got := len(collectDirectives(u)); got != test.want {
			t.Errorf("%s: %d directives, want %d", test.name, got, test.want)
		}
	}
}

func FuzzDirectivesRule(f *testing.F) {
	f.Add("s=I2L&c=ToC")
	f.Add("s=1&c=2&s=3")
	f.Add("a=&b=&c=&d=&e=&f=&g=&h=&i=&j=&k=&l=&m=&n=&o=&p=&q=&a=")
	f.Add(manyKeywords(40))
	f.Fuzz(func(t *testing.T, query string) {
		u, err := urn.Draft2141bis.Parse("urn:example:a?" + query)
		if err != nil || u.Q() != query {
			return
		}
		want := directiveList(query)
		if got := collectDirectives(u); !slices.Equal(got, want) {
			t.Fatalf("Directives of %q = %q, want %q", u, got, want)
		}
		for d := range strings.SplitSeq(query, "&") {
			k, _, _ := strings.Cut(d, "=")
			v, ok := Directive(u, k)
			if slices.Contains(want, [2]string{k, v}) != ok {
				t.Fatalf("Directive(%q) of %q = %q, %v", k, u, v, ok)
			}
		}
	})
}

func TestEscapeDirective(t *testing.T) {
	for _, test := range []struct {
		name, keyword, value, want string
		reason                     urn.Reason
		offset                     int
	}{
		{"nothing to escape", "s", "I2L", "s=I2L", 0, 0},
		{"empty value", "s", "", "s=", 0, 0},
		{"hyphens", "a-b1-c", "", "a-b1-c=", 0, 0},
		{"ampersand", "s", "a&b", "s=a%26b", 0, 0},
		{"all v-pchar", "s", "-._~!$'()*+,;=:@/?", "s=-._~!$'()*+,;=:@/?", 0, 0},
		{"slash first", "s", "/", "s=/", 0, 0},
		{"others", "s", "% #é", "s=%25%20%23%C3%A9", 0, 0},
		{"no keyword", "", "a", "", urn.BadQ, 0},
		{"digit first", "1a", "", "", urn.BadQ, 0},
		{"hyphen first", "-a", "", "", urn.BadQ, 0},
		{"hyphen last", "a-", "", "", urn.BadQ, 2},
		{"two hyphens", "a--b", "", "", urn.BadQ, 2},
		{"equals sign in the keyword", "a=b", "", "", urn.BadQ, 1},
		{"ampersand in the keyword", "a&b", "", "", urn.BadQ, 1},
		{"percent in the keyword", "a%41", "", "", urn.BadQ, 1},
		{"NUL in the value", "ab", "c\x00", "", urn.BadEscape, 4},
		{"just before A", "@", "", "", urn.BadQ, 0},
		{"just after z", "{", "", "", urn.BadQ, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := EscapeDirective(test.keyword, test.value)
			var se *urn.Error
			if test.reason == 0 {
				if got != test.want || err != nil {
					t.Errorf("EscapeDirective(%q, %q) = %q, %v, want %q", test.keyword, test.value, got, err, test.want)
				}
			} else if got != "" || !errors.As(err, &se) || se.Reason != test.reason || se.Offset != test.offset || se.Syntax != urn.Draft2141bis {
				t.Errorf("EscapeDirective(%q, %q) = %q, %v, want %v at %d", test.keyword, test.value, got, err, test.reason, test.offset)
			}
		})
	}
}

// A directive that is written comes back, and is refused where the machine
// refuses its keyword, at the same place.
func FuzzEscapeDirective(f *testing.F) {
	f.Add("s", "I2L")
	f.Add("a-b", "x&y=z")
	f.Add("a--b", "%00")
	f.Add("", "\x00")
	f.Add("a-", "é")
	f.Add("A-0", "\x00")
	f.Fuzz(func(t *testing.T, keyword, value string) {
		const name = "urn:example:a?"
		d, err := EscapeDirective(keyword, value)
		_, fault := urn.Draft2141bis.Locate(name + keyword + "=")
		if errors.Is(err, urn.BadEscape) && strings.Contains(value, "\x00") {
			err = nil
			d = ""
		}
		var se *urn.Error
		if errors.As(err, &se) {
			// The "=" ends a keyword, so a keyword with one in it is the one case
			// that the machine sees otherwise.
			if !strings.Contains(keyword, "=") && se.Offset != fault.Offset-len(name) {
				t.Fatalf("EscapeDirective(%q, …): %v, but the parser says %+v", keyword, err, fault)
			}
			return
		}
		if fault.Reason != 0 {
			t.Fatalf("EscapeDirective(%q, …) = %q, but the parser says %+v", keyword, d, fault)
		}
		if d == "" {
			return
		}
		u, err := urn.Draft2141bis.Build(urn.Parts{NID: "example", NSS: "a", Q: "zzz=&" + d})
		if err != nil {
			t.Fatalf("Build with %q: %v", d, err)
		}
		if keyword == "zzz" {
			return
		}
		if v, ok := Directive(u, keyword); !ok {
			t.Fatalf("Directive(%q) of %q = %q, %v", keyword, u, v, ok)
		} else if back, err := urn.Unescape(v); back != value || err != nil {
			t.Fatalf("Directive(%q) of %q, unescaped, = %q, %v, want %q", keyword, u, back, err, value)
		}
	})
}

// TestResolutionKey: only the draft has directives to sort. Only the f-component is left out.
func TestResolutionKey(t *testing.T) {
	for _, c := range []struct {
		syntax   urn.Syntax
		in, want string
	}{
		{urn.Draft2141bis, "URN:Example:a?b=2&a=x=1&b=1&A=#f", "urn:example:a?A=&a=x=1&b=2&b=1"},
		{urn.Draft2141bis, "urn:example:a#f", "urn:example:a"},
		{urn.RFC8141, "URN:Example:a%2f?+b&a?=b=2&a=1#f", "urn:example:a%2F?+b&a?=b=2&a=1"},
		{urn.RFC8141, "urn:example:a#", "urn:example:a"},
		{urn.RFC2141, "URN:Example:b=a", "urn:example:b=a"},
	} {
		u, err := c.syntax.Parse(c.in)
		if got := ResolutionKey(u); got != c.want || err != nil {
			t.Errorf("ResolutionKey(%q) = %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}

func TestDirectivesAllocations(t *testing.T) {
	u := mustParseAs(t, urn.Draft2141bis, "urn:example:a?"+manyKeywords(fewDirectives))
	n := 0
	for name, c := range map[string]struct {
		want float64
		call func()
	}{
		"Directives": {0, func() {
			for k, v := range Directives(u) {
				n += len(k) + len(v)
			}
		}},
		"Directive":                   {0, func() { Directive(u, "k3") }},
		"EscapeDirective":             {1, func() { EscapeDirective("k", "value") }},
		"EscapeDirective, of escapes": {2, func() { EscapeDirective("k", "a b&c\"d&") }},
	} {
		if got := testing.AllocsPerRun(100, c.call); got != c.want {
			t.Errorf("%s: %v allocations, want %v", name, got, c.want)
		}
	}
}

func TestEscapeDirectiveKeyword(t *testing.T) {
	for _, keyword := range []string{"a", "z", "A", "Z", "a0", "a9", "z5Z", "a-0", "a-9-b"} {
		if d, err := EscapeDirective(keyword, "v"); d != keyword+"=v" || err != nil {
			t.Errorf("EscapeDirective(%q, v) = %q, %v", keyword, d, err)
		}
	}
	for keyword, offset := range map[string]int{"": 0, "0": 0, "9": 0, "-": 0, "a-": 2, "a--b": 2, "a/": 1, "a:": 1, "a@": 1, "a[": 1, "a`": 1, "a{": 1, "é": 0} {
		var se *urn.Error
		if d, err := EscapeDirective(keyword, "v"); !errors.As(err, &se) || se.Offset != offset || se.Reason != urn.BadQ {
			t.Errorf("EscapeDirective(%q, v) = %q, %v; want offset %d", keyword, d, err, offset)
		}
	}
}

// TestEscapeDirectiveOctets: each octet is escaped unless the draft has it as a
// v-pchar (section 2.3).
func TestEscapeDirectiveOctets(t *testing.T) {
	for c := 1; c < 256; c++ {
		got, err := EscapeDirective("k", string([]byte{byte(c)}))
		want := fmt.Sprintf("k=%%%02X", c)
		if c < 0x80 && regexp.MustCompile(`^[A-Za-z0-9._~!$'()*+,;=:@/?-]$`).MatchString(string(rune(c))) {
			want = "k=" + string(rune(c))
		}
		if got != want || err != nil {
			t.Errorf("EscapeDirective(k, %#02x) = %q, %v, want %q", c, got, err, want)
		}
	}
}
