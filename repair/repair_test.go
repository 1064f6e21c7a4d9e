package repair

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

var syntaxes = []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}

var repairers = func() (list []Repairer) {
	for _, x := range syntaxes {
		list = append(list, Repairer{Syntax: x}, Repairer{Syntax: x, EscapePercent: true})
	}
	return list
}()

// slowRepair is the rule of Repair, octet by octet: it asks Locate for the first
// fault, escapes the octet there, and asks again. It knows nothing of where a
// component ends. origin has the place in s of each octet of the text.
func slowRepair(r Repairer, s string) (text string, fault urn.Fault) {
	text = s
	origin := make([]int, len(s)+1)
	for i := range origin {
		origin[i] = i
	}
	for {
		_, f := r.Syntax.Locate(text)
		if f.Reason == 0 {
			return text, f
		}
		at := f.Offset
		failed := urn.Fault{Syntax: f.Syntax, Offset: origin[at], Reason: f.Reason}
		before, rest := text[:at], text[at:]
		switch {
		case f.Reason == urn.BadScheme || f.Reason == urn.BadNID:
			return "", failed
		case f.Reason == urn.BadEscape:
			at = strings.LastIndexByte(before, '%')
			if at < 0 || !r.EscapePercent || octet.IsEscape(text, at) {
				return "", failed
			}
		case strings.HasSuffix(before, "?") && f.Reason == urn.BadNSS && (r.Syntax == urn.RFC8141 || r.Syntax == urn.Relaxed):
			at-- // the "?" that begins no component
		case rest == "", rest[0] == '%':
			return "", failed // too short, or an escape in a keyword
		case strings.HasSuffix(before, ":") && at == nssStart(text) && r.Syntax != urn.RFC2141 && slowBegins(r.Syntax, rest):
			return "", failed
		case f.Reason == urn.BadR && strings.HasSuffix(before, "?+") && (rest[0] == '#' || strings.HasPrefix(rest, "?=")):
			return "", failed
		case f.Reason == urn.BadQ && rest[0] == '#':
			return "", failed
		}
		text = text[:at] + fmt.Sprintf("%%%02X", text[at]) + text[at+1:]
		origin = slices.Insert(origin, at, origin[at], origin[at])
	}
}

func nssStart(s string) int { return 5 + strings.IndexByte(s[4:], ':') }

// slowBegins reports whether a component after the NSS begins with rest.
func slowBegins(x urn.Syntax, rest string) bool {
	return rest[0] == '#' || strings.HasPrefix(rest, "?") && (x == urn.Draft2141bis || strings.HasPrefix(rest, "?=") || strings.HasPrefix(rest, "?+"))
}

// checkRepair compares Repair with slowRepair, and has the laws that need no other
// text.
func checkRepair(t testing.TB, r Repairer, s string) {
	t.Helper()
	want, wantFault := slowRepair(r, s)
	got, err := r.Parse(s)
	if wantFault.Reason != 0 {
		var e *urn.Error
		if !errors.As(err, &e) || (urn.Fault{Syntax: e.Syntax, Offset: e.Offset, Reason: e.Reason}) != wantFault || got != (Repaired{}) {
			t.Fatalf("%+v.Parse(%q) = %q, %v; want the fault %+v", r, s, got.URN(), err, wantFault)
		}
		return
	}
	u := got.URN()
	if err != nil || u.String() != want || got.Input() != s {
		t.Fatalf("%+v.Parse(%q) = %q, %v; want %q", r, s, u, err, want)
	}
	if parsed, err := r.Syntax.Parse(want); err != nil || parsed != u {
		t.Fatalf("%+v.Parse(%q) = %#v, and Parse returns %#v, %v", r, s, u, parsed, err)
	}
	if again, err := r.Parse(want); err != nil || again.URN() != u || again.urn.String() != again.input {
		t.Fatalf("%+v.Parse(%q) = %q, and repaired again %q, %v", r, s, u, again.URN(), err)
	}
	if r.Syntax.Valid(s) && u.String() != s || (got.urn.String() != got.input) != (u.String() != s) {
		t.Fatalf("%+v.Parse(%q) = %q, changed %v", r, s, u, got.urn.String() != got.input)
	}
	// No octet is lost.
	if a, b := unescapeAll(want), unescapeAll(s); a != b {
		t.Fatalf("%+v.Parse(%q) = %q, whose octets are %q, not %q", r, s, u, a, b)
	}
	var undone, made strings.Builder
	last := Change{urn.Span{Start: -1, End: -1}, urn.Span{Start: -1, End: -1}}
	in, out := 0, 0
	for c := range got.Changes() {
		if c.Input.Start <= last.Input.End || c.Input.End <= c.Input.Start || c.URN.End-c.URN.Start != 3*(c.Input.End-c.Input.Start) {
			t.Fatalf("%+v.Parse(%q) = %q: change %+v after %+v", r, s, u, c, last)
		}
		undone.WriteString(want[out:c.URN.Start] + s[c.Input.Start:c.Input.End])
		made.WriteString(s[in:c.Input.Start])
		for _, octet := range []byte(s[c.Input.Start:c.Input.End]) {
			fmt.Fprintf(&made, "%%%02X", octet)
		}
		in, out, last = c.Input.End, c.URN.End, c
	}
	undone.WriteString(want[out:])
	made.WriteString(s[in:])
	if undone.String() != s || made.String() != want {
		t.Fatalf("%+v.Parse(%q) = %q: with Changes undone it is %q, and with them made %q", r, s, u, undone.String(), made.String())
	}
	for range got.Changes() {
		break // it stops
	}
}

var anEscape = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// unescapeAll decodes every escape, and leaves a "%" that begins none.
func unescapeAll(s string) string {
	return anEscape.ReplaceAllStringFunc(s, func(e string) string {
		octet, _ := hex.DecodeString(e[1:])
		return string(octet)
	})
}

// TestRepair has the rules one by one.
func TestRepair(t *testing.T) {
	percent := Repairer{EscapePercent: true}
	for _, test := range []struct {
		name string
		r    Repairer
		in   string
		want string // or the fault, with its offset
	}{
		{"a URN", Repairer{}, "URN:Ex:a%2fb?+r?=q#f", "URN:Ex:a%2fb?+r?=q#f"},
		{"a URN with nothing to escape", percent, "urn:ex:a%25", "urn:ex:a%25"},
		{"beyond ASCII (RFC 3987, 3.1)", Repairer{}, "urn:ex:café", "urn:ex:caf%C3%A9"},
		{"every component", Repairer{}, "urn:ex:é?+é?=é#é", "urn:ex:%C3%A9?+%C3%A9?=%C3%A9#%C3%A9"},
		{"the printable octets of RFC 3987, 3.1", Repairer{}, "urn:ex:<>\" {}|\\^`", "urn:ex:%3C%3E%22%20%7B%7D%7C%5C%5E%60"},
		{"brackets", Repairer{}, "urn:ex:a[1]", "urn:ex:a%5B1%5D"},
		{"controls", Repairer{}, "urn:ex:\x00\t\r\n\x7f", "urn:ex:%00%09%0D%0A%7F"},
		{"octets that are not UTF-8", Repairer{}, "urn:ex:\xe9\xff", "urn:ex:%E9%FF"},
		{"not normalized (RFC 3987, 3.1, step 1c)", Repairer{}, "urn:ex:e\u0301", "urn:ex:e%CC%81"},
		{"an escape stays", Repairer{}, "urn:ex:%c3%a9 %41", "urn:ex:%c3%a9%20%41"},
		{"white space at the end", Repairer{}, "urn:ex:a ", "urn:ex:a%20"},
		{"white space at the start", Repairer{}, " urn:ex:a", "scheme 0"},
		{"a \"/\" at the start", Repairer{}, "urn:ex:/a?+/b?=/c#/d", "urn:ex:%2Fa?+%2Fb?=%2Fc#/d"},
		{"a \"?\" that begins nothing", Repairer{}, "urn:ex:a?b??c?", "urn:ex:a%3Fb%3F%3Fc%3F"},
		{"a \"?\" before a component", Repairer{}, "urn:ex:a??=b", "urn:ex:a%3F?=b"},
		{"a \"?\" at the start of components", Repairer{}, "urn:ex:?a?+?b?=?c", "urn:ex:%3Fa?+%3Fb?=%3Fc"},
		{"a second \"#\"", Repairer{}, "urn:ex:a#b#c", "urn:ex:a#b%23c"},
		{"a second \"#\", relaxed", Repairer{Syntax: urn.Relaxed}, "urn:ex:a b#b#c", "urn:ex:a%20b#b#c"},
		{"a dot in the NID, relaxed", Repairer{Syntax: urn.Relaxed}, "urn:a.b_c:d e", "urn:a.b_c:d%20e"},
		{"delimiters of RFC 2141", Repairer{Syntax: urn.RFC2141}, "urn:ex:/a?b#c#d&e~ ", "urn:ex:/a?b#c#d%26e%7E%20"},
		{"the draft's NSS and query", Repairer{Syntax: urn.Draft2141bis}, "urn:ex:a/b?k=é?/&l=<#f#", "urn:ex:a%2Fb?k=%C3%A9?/&l=%3C#f%23"},
		{"a \"%\" that is data", percent, "urn:ex:100%?=%zz#%4", "urn:ex:100%25?=%25zz#%254"},
		{"\"%%\"", percent, "urn:ex:%%41%4%", "urn:ex:%25%41%254%25"},
		{"a \"%\" before an octet that becomes an escape", percent, "urn:ex:%é%4 ", "urn:ex:%25%C3%A9%254%20"},
		{"escapes stay", percent, "urn:ex:%25 %20", "urn:ex:%25%20%20"},

		{"a \"%\"", Repairer{}, "urn:ex:é%", "escape 10"},
		{"a \"%\" and one digit", Repairer{}, "urn:ex: %4g", "escape 10"},
		{"nothing", Repairer{}, "", "scheme 0"},
		{"another scheme", percent, "http://example.org/ ", "scheme 0"},
		{"an NID with a dot", Repairer{}, "urn:a.b:c", "nid 5"},
		{"an NID with a space", Repairer{}, "urn:my host:c", "nid 6"},
		{"no NSS", Repairer{}, "urn:ex:", "nss 7"},
		{"no NSS before components", Repairer{}, "urn:ex:?=é", "nss 7"},
		{"an empty r-component", Repairer{}, "urn:ex:é?+?=q", "r 11"},
		{"an empty q-component", Repairer{}, "urn:ex:é?=#f", "q 11"},
		{"NUL in the draft", Repairer{Syntax: urn.Draft2141bis, EscapePercent: true}, "urn:ex:é\x00", "escape 9"},
		{"the escape of NUL in the draft", Repairer{Syntax: urn.Draft2141bis, EscapePercent: true}, "urn:ex:%00", "escape 9"},
		{"a keyword of the draft", Repairer{Syntax: urn.Draft2141bis}, "urn:ex:é?k=1&é=2", "q 14"},
		{"an unknown syntax", Repairer{Syntax: 99}, "urn:ex:é", "unknown-syntax 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			repaired, err := test.r.Parse(test.in)
			if e := (*urn.Error)(nil); errors.As(err, &e) {
				got = fmt.Sprintf("%s %d", e.Reason.String(), e.Offset)
			} else {
				got = repaired.URN().String()
			}
			if got != test.want {
				t.Errorf("%+v.Parse(%q) = %q, want %q", test.r, test.in, got, test.want)
			}
			if test.r.Syntax <= urn.Relaxed {
				checkRepair(t, test.r, test.in)
			}
		})
	}
	if a, err := Parse("urn:ex:é"); err != nil || a.URN() != urn.MustParse("urn:ex:%C3%A9") {
		t.Errorf("Repair = %v, %v", a, err)
	}
	if a, err := (Repairer{Syntax: urn.Relaxed}).Parse("urn:e.x:é"); err != nil || a.URN() != urn.Relaxed.MustParse("urn:e.x:%C3%A9") {
		t.Errorf("Repair of a relaxed name = %v, %v", a, err)
	}
	if z := (Repaired{}); z.urn.String() != z.input || !z.URN().IsZero() || slices.Collect(z.Changes()) != nil {
		t.Errorf("the zero Repaired: %+v", z)
	}
}

func TestRepairError(t *testing.T) {
	for in, want := range map[string]string{
		"urn:ex:é%zz":   `urn: parsing "urn:ex:é%zz": malformed percent-encoding at column 11: unexpected 'z'; two hexadecimal digits follow a '%'; write a '%' that is data as %25`,
		"urn:my host:a": `urn: parsing "urn:my host:a": malformed namespace identifier at column 7: unexpected ' ' (U+0020); a URN has no white space: remove it`,
	} {
		if _, err := Parse(in); err == nil || err.Error() != want {
			t.Errorf("Parse(%q):\n%v, want\n%s", in, err, want)
		}
	}
}

// TestRepairExhaustive has every string of up to 5 octets after "urn:ex:", over an
// alphabet with a member of each class of octets.
func TestRepairExhaustive(t *testing.T) {
	n := 5
	if testing.Short() {
		n--
	}
	for _, r := range repairers {
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) {
			t.Parallel()
			alphabet := "?+=#%1&/\x80"
			if r.Syntax == urn.Draft2141bis {
				alphabet += "0\x00" // it forbids "%00"
			}
			var walk func(s []byte, depth int)
			walk = func(s []byte, depth int) {
				checkRepair(t, r, string(s))
				if depth == 0 {
					return
				}
				for i := range len(alphabet) {
					walk(append(s, alphabet[i]), depth-1)
				}
			}
			walk([]byte("urn:ex:"), n)
		})
	}
}

// reencode escapes the octets that are not ASCII.
func reencode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
		} else {
			octet.WriteEscape(&b, s[i])
		}
	}
	return b.String()
}

// shownByBrowser decodes the octets beyond ASCII in u, and those that a URN of no syntax
// holds. A browser that shows a link decodes some of these escapes.
func shownByBrowser(u urn.URN) string {
	var b strings.Builder
	for s := u.String(); s != ""; {
		if s[0] == '%' && (octet.Escaped(s, 0) >= utf8.RuneSelf || strings.IndexByte(" \"<>[\\]^`{|}", octet.Escaped(s, 0)) >= 0) {
			b.WriteByte(octet.Escaped(s, 0))
			s = s[len("%XX"):]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

// whatwg returns the link that a browser makes of s, a text that begins with "urn:".
// It escapes the percent-encode sets of the URL standard (sections 1.3 and 4.4) for
// an opaque path, a query and a fragment. It does not remove white space.
func whatwg(s string) string {
	var b strings.Builder
	set := ""
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '#' && set != " \"<>`":
			set = " \"<>`"
		case c == '?' && set == "":
			set = " \"#<>"
		case c < ' ' || c > '~' || strings.IndexByte(set, c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// checkShown compares the results for forms of a text with the result for the text.
func checkShown(t testing.TB, r Repairer, s string) {
	t.Helper()
	u, err := r.Syntax.Parse(s)
	if err == nil {
		shown := shownByBrowser(u)
		got, err := r.Parse(shown)
		if err != nil || got.URN().Normalize() != u.Normalize() || got.URN().Key() != u.Key() {
			t.Fatalf("%+v: a browser shows %q as %q, which becomes %q, %v", r, u, shown, got.URN(), err)
		}
	}
	got, err := r.Parse(s)
	link, errLink := r.Parse(whatwg(s))
	if link.URN() != got.URN() || (err == nil) != (errLink == nil) {
		t.Fatalf("%+v.Parse(%q) = %q, %v; of what a browser makes of it, %q, %q, %v", r, s, got.URN(), err, whatwg(s), link.URN(), errLink)
	}
	if err != nil || r.Syntax == urn.RFC2141 { // of its NSS net/url makes an URL with a fragment
		return
	}
	v, err := url.Parse(s)
	if err != nil {
		return // a control, or a "%"
	}
	if back, err := r.Parse(v.String()); err != nil || back.URN().Key() != got.URN().Key() {
		t.Fatalf("%+v.Parse(%q) = %q; net/url makes %q of it, which becomes %q, %v", r, s, got.URN(), v, back.URN(), err)
	}
}

var repairSeeds = []string{
	"urn:ex:café%20?+r é?=q|#f#g", "urn:my host:Server", "urn:ex:a?b", "urn:ex:a??=b", "urn:ex:a?+?=b", "urn:ex:?=b", "urn:ex:100%", "urn:ex:%4é",
	"urn:ex:a?k=v é&l=w#f#", "urn:ex:a?é=v", "urn:ex:a\x00", "urn:ex:%00", "urn:li:dataset:(urn:li:dataPlatform:mssql,some dataset (foo),PROD)",
	"urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0", "urn:ex:/a?+/b?=/c#/d", "URN:EX:%e6%9d%b1%E4%BA%AC-%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82",
}

func TestRepairShown(t *testing.T) {
	for _, r := range repairers {
		for _, s := range repairSeeds {
			checkRepair(t, r, s)
			checkShown(t, r, s)
		}
	}
}

// FuzzRepair compares Repair with its rule, and holds its laws.
func FuzzRepair(f *testing.F) {
	for _, s := range repairSeeds {
		f.Add(s)
	}
	for _, v := range readWildVectors(f) {
		f.Add(v.Wild)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		for _, r := range repairers {
			checkRepair(t, r, s)
			checkRepair(t, r, "urn:ex:"+s)
			if a, err := (Repairer{Syntax: r.Syntax}).Parse(s); err == nil {
				if b, err := (Repairer{r.Syntax, true}).Parse(s); err != nil || a != b {
					t.Fatalf("%v: Parse(%q) = %q, with EscapePercent %q, %v", r.Syntax, s, a.URN(), b.URN(), err)
				}
			}
		}
	})
}

// FuzzRepairShown: repairing what a browser or net/url makes of a name gives the name.
func FuzzRepairShown(f *testing.F) {
	for _, s := range repairSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		for _, r := range repairers {
			checkShown(t, r, "urn:"+s)
			checkShown(t, r, "urn:example:"+s)
			checkShown(t, r, "urn:example:"+reencode(s))
		}
	})
}

// With 256 KiB, anything worse than linear would not come to an end.
func TestRepairLong(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, unit := range []string{" ", "a ", "é", "?", "?=", "?+", "#", "%", "%4", "%41 ", "/"} {
		s := "urn:ex:a" + strings.Repeat(unit, 1<<18/len(unit))
		for _, r := range repairers {
			got, err := r.Parse(s)
			if err == nil {
				n := 0
				for c := range got.Changes() {
					n += c.Input.End - c.Input.Start
				}
				if len(got.URN().String()) != len(s)+2*n {
					t.Errorf("%+v, %q: %d bytes of %d, and %d octets changed", r, unit, len(got.URN().String()), len(s), n)
				}
			} else if r.EscapePercent && strings.Contains(unit, "%") || unit == " " || unit == "é" {
				t.Errorf("%+v, %q: %.200v", r, unit, err)
			}
		}
	}
}
