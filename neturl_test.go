package urn_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"reflect"
)

func TestURL(t *testing.T) {
	for _, test := range []struct {
		name   string
		syntax urn.Syntax
		in     string
		want   url.URL
		text   string // of the URL
	}{
		{"zero", urn.RFC8141, "", url.URL{}, ""},
		{"assigned-name", urn.RFC8141, "urn:example:a:b/c", url.URL{Scheme: "urn", Opaque: "example:a:b/c"}, "urn:example:a:b/c"},
		{"scheme", urn.RFC8141, "URN:Example:A", url.URL{Scheme: "urn", Opaque: "Example:A"}, "urn:Example:A"},
		{"r-component", urn.RFC8141, "urn:example:a?+r/?", url.URL{Scheme: "urn", Opaque: "example:a", RawQuery: "+r/?"}, "urn:example:a?+r/?"},
		{"q-component", urn.RFC8141, "urn:example:a?=q", url.URL{Scheme: "urn", Opaque: "example:a", RawQuery: "=q"}, "urn:example:a?=q"},
		{"r- and q-component", urn.RFC8141, "urn:example:a?+r?=q", url.URL{Scheme: "urn", Opaque: "example:a", RawQuery: "+r?=q"}, "urn:example:a?+r?=q"},
		{"f-component", urn.RFC8141, "urn:example:a#f", url.URL{Scheme: "urn", Opaque: "example:a", Fragment: "f"}, "urn:example:a#f"},
		{"f-component with an escape", urn.RFC8141, "urn:example:a#%C3%A9", url.URL{Scheme: "urn", Opaque: "example:a", Fragment: "é"}, "urn:example:a#%C3%A9"},
		{"f-component with its own spelling", urn.RFC8141, "urn:example:a#%c3%a9'%41", url.URL{Scheme: "urn", Opaque: "example:a", Fragment: "é'A", RawFragment: "%c3%a9'%41"}, "urn:example:a#%c3%a9'%41"},
		{"empty f-component", urn.RFC8141, "urn:example:a#", url.URL{Scheme: "urn", Opaque: "example:a"}, "urn:example:a"},
		{"all", urn.RFC8141, "urn:example:%2f?+r?=q#/?", url.URL{Scheme: "urn", Opaque: "example:%2f", RawQuery: "+r?=q", Fragment: "/?"}, "urn:example:%2f?+r?=q#/?"},
		{"query of the draft", urn.Draft2141bis, "urn:example:a?s=1#f", url.URL{Scheme: "urn", Opaque: "example:a", RawQuery: "s=1", Fragment: "f"}, "urn:example:a?s=1#f"},
		{"RFC 2141, slash", urn.RFC2141, "urn:x:/a", url.URL{Scheme: "urn", Opaque: "x:/a"}, "urn:x:/a"},
		{"RFC 2141, question mark last", urn.RFC2141, "urn:x:a?", url.URL{Scheme: "urn", Opaque: "x:a", ForceQuery: true}, "urn:x:a?"},
		{"RFC 2141, question mark twice", urn.RFC2141, "urn:x:a??", url.URL{Scheme: "urn", Opaque: "x:a", RawQuery: "?"}, "urn:x:a??"},
		{"RFC 2141, number sign twice", urn.RFC2141, "urn:x:a#b#", url.URL{Scheme: "urn", Opaque: "x:a", Fragment: "b#"}, "urn:x:a#b%23"},
		{"Relaxed, number sign twice", urn.Relaxed, "urn:ex:a##a", url.URL{Scheme: "urn", Opaque: "ex:a", Fragment: "#a"}, "urn:ex:a#%23a"},
		{"Relaxed, number sign twice and escapes", urn.Relaxed, "urn:ex:a##%2f", url.URL{Scheme: "urn", Opaque: "ex:a", Fragment: "#/", RawFragment: "%23%2f"}, "urn:ex:a#%23%2f"},
		{"RFC 2141, number sign twice and escapes", urn.RFC2141, "urn:ex:a#%2F#b", url.URL{Scheme: "urn", Opaque: "ex:a", Fragment: "/#b", RawFragment: "%2F%23b"}, "urn:ex:a#%2F%23b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var u urn.URN
			if test.in != "" {
				u = test.syntax.MustParse(test.in)
			}
			got := u.URL()
			if !reflect.DeepEqual(*got, test.want) {
				t.Errorf("URL of %q = %#v, want %#v", test.in, *got, test.want)
			}
			if got.String() != test.text {
				t.Errorf("URL of %q is spelled %q, want %q", test.in, got, test.text)
			}
		})
	}
	u := urn.MustParse("urn:example:a")
	u.URL().Opaque = "x"
	if got := u.URL().Opaque; got != "example:a" {
		t.Errorf("URL of %q has Opaque %q after a change to another", u, got)
	}
}

func TestResolveTo(t *testing.T) {
	for _, test := range []struct {
		name    string
		syntax  urn.Syntax
		in      string
		locator string
		want    string
	}{
		{"weather (2.3.2)", urn.RFC8141, "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
			"https://weatherapp.example",
			"https://weatherapp.example?op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z"},
		{"part of a book (2.3.3)", urn.RFC8141, "urn:example:foo-bar-baz-qux#somepart", "https://books.example/1", "https://books.example/1#somepart"},
		{"nothing to carry", urn.RFC8141, "urn:example:a", "https://x.example/?a=b#c", "https://x.example/?a=b#c"},
		{"r-component stays (2.3.1)", urn.RFC8141, "urn:example:a?+r", "https://x.example/", "https://x.example/"},
		{"r-component stays, q-component goes", urn.RFC8141, "urn:example:a?+r?=q", "https://x.example/", "https://x.example/?q"},
		{"q-component after a query", urn.RFC8141, "urn:example:a?=c=d", "https://x.example/p?a=b", "https://x.example/p?a=b&c=d"},
		{"q-component and a fragment of the locator", urn.RFC8141, "urn:example:a?=q", "https://x.example/#f", "https://x.example/?q#f"},
		{"q-component after a lone question mark", urn.RFC8141, "urn:example:a?=q", "https://x.example/?", "https://x.example/?q"},
		{"escapes of q stay", urn.RFC8141, "urn:example:a?=%2f%C3%A9?=?+", "https://x.example/", "https://x.example/?%2f%C3%A9?=?+"},
		{"f-component in the place of a fragment", urn.RFC8141, "urn:example:a#g", "https://x.example/#%c3%a9", "https://x.example/#g"},
		{"empty f-component in the place of a fragment", urn.RFC8141, "urn:example:a#", "https://x.example/#f", "https://x.example/"},
		{"escapes of f stay", urn.RFC8141, "urn:example:a#%c3%a9'", "https://x.example/", "https://x.example/#%c3%a9'"},
		{"opaque", urn.RFC8141, "urn:example:a?=q#f", "mailto:x@example.com", "mailto:x@example.com?q#f"},
		{"directives stay, the fragment goes", urn.Draft2141bis, "urn:example:a?s=I2L#f", "https://x.example/", "https://x.example/#f"},
		{"RFC 2141 has nothing to carry", urn.RFC2141, "urn:example:a?=q#f", "https://x.example/", "https://x.example/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := test.syntax.MustParse(test.in)
			locator, err := url.Parse(test.locator)
			if err != nil {
				t.Fatal(err)
			}
			before := *locator
			got := u.ResolveTo(locator)
			if got.String() != test.want {
				t.Errorf("%q resolves to %q, want %q", test.in, got, test.want)
			}
			if *locator != before || got == locator {
				t.Errorf("ResolveTo wrote to its argument: %#v, was %#v", *locator, before)
			}
		})
	}
	if got := urn.MustParse("urn:example:a?=q").ResolveTo(nil); got != nil {
		t.Errorf("ResolveTo(nil) = %v, want nil", got)
	}
	if got := (urn.URN{}).ResolveTo(&url.URL{Host: "x.example", RawQuery: "q"}); *got != (url.URL{Host: "x.example", RawQuery: "q"}) {
		t.Errorf("the zero URN resolves to %#v", got)
	}
}

// checkURL checks that URL returns what net/url parses from the text. It checks
// that net/url writes the same text, except where the documentation says
// otherwise.
func checkURL(t *testing.T, u urn.URN) {
	t.Helper()
	got := u.URL()
	text := "urn:" + u.String()[len("urn:"):]
	if before, after, ok := strings.Cut(text, "#"); ok {
		// url.Parse reads each further "#", but String does not write it.
		text = before + "#" + strings.ReplaceAll(after, "#", "%23")
	}
	want, err := url.Parse(text)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("URL of %q = %#v, want %#v, %v", u, got, want, err)
	}
	if parsed, err := url.Parse(u.String()); err != nil || parsed.Fragment != got.Fragment || parsed.Opaque != got.Opaque || parsed.RawQuery != got.RawQuery {
		t.Fatalf("URL of %q = %#v, but url.Parse gives %#v, %v", u, got, parsed, err)
	}
	if text = strings.TrimSuffix(text, "#"); got.String() != text {
		t.Fatalf("URL of %q is spelled %q, want %q", u, got, text)
	}
}

func TestURLCorpus(t *testing.T) {
	for _, s := range corpus(t) {
		checkURL(t, urn.MustParse(s))
	}
}

// checkResolve checks the URL that u resolves to with a locator, by the rules of
// ResolveTo's comment.
func checkResolve(t *testing.T, u urn.URN, locator string) {
	t.Helper()
	was, err := url.Parse(locator)
	if err != nil {
		t.Fatal(err)
	}
	got := u.ResolveTo(was)
	query, fragment := was.RawQuery, was.EscapedFragment()
	if q := u.Q(); q != "" && u.Syntax() != urn.Draft2141bis {
		query = strings.TrimPrefix(query+"&"+q, "&")
	}
	if u.Parts().HasF {
		fragment = strings.ReplaceAll(u.F(), "#", "%23")
	}
	if got.RawQuery != query || got.EscapedFragment() != fragment {
		t.Fatalf("%q resolves with %q to %q, want the query %q and the fragment %q", u, locator, got, query, fragment)
	}
	// ForceQuery is a lone "?", which a query takes the place of.
	back, err := url.Parse(got.String())
	if err == nil && got.RawQuery != "" {
		back.ForceQuery = got.ForceQuery
	}
	if err != nil || *back != *got {
		t.Fatalf("%q resolves with %q to %#v, which is read as %#v, %v", u, locator, got, back, err)
	}
}

func FuzzURLView(f *testing.F) {
	for _, s := range []string{"urn:example:a", "URN:ex:a?+r?=q#f", "urn:ex:a#", "urn:ex:a#%c3%A9'", "urn:x:a?", "urn:x:a#b#", "urn:x:/a??", "urn:ex:a?s=1", "urn:ex:a#%2F#b", "urn:ex:a#%2f##%41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range syntaxes {
			u, err := x.Parse(s)
			if err != nil {
				continue
			}
			checkURL(t, u)
			for _, l := range []string{"https://x.example/", "https://x.example/?a=b", "https://x.example/?a=b#%c3%a9", "https://x.example/?", "mailto:x@example.com#f"} {
				checkResolve(t, u, l)
			}
		}
	})
}
