package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

func language(t *testing.T, name string) (*proof.Language, *proof.Tables) {
	t.Helper()
	l, form := loaded(t, name)
	return l, form.(*proof.Tables)
}

func loaded(t *testing.T, name string) (*proof.Language, proof.Form) {
	t.Helper()
	for _, c := range claims {
		if c.name == name {
			g, spec, tables, err := c.load(root)
			if err != nil {
				t.Fatal(err)
			}
			l, err := proof.Compile(g, spec)
			if err != nil {
				t.Fatal(err)
			}
			return l, tables
		}
	}
	t.Fatalf("there is no claim %s", name)
	return nil, nil
}

// TestGrammars: strings whose readings were found by reading the documents. The
// automata that tables are compared with read them so.
func TestGrammars(t *testing.T) {
	nid32 := strings.Repeat("a", 32)
	tests := []struct{ syntax, text, want string }{
		{"rfc8141", "urn:ab:c", "NID 4:6, NSS 7:8"},
		{"rfc8141", "URN:Ab-1:c/d%Af~&", "NID 4:8, NSS 9:17"},
		{"rfc8141", "urn:urn:x", "NID 4:7, NSS 8:9"},
		{"rfc8141", "urn:" + nid32 + ":c", "NID 4:36, NSS 37:38"},
		{"rfc8141", "urn:" + nid32 + "a:c", "fault at 36, in the NID"},
		{"rfc8141", "urn:a:c", "fault at 5, in the NID"},
		{"rfc8141", "urn:a-:c", "fault at 6, in the NID"},
		{"rfc8141", "urn:-a:c", "fault at 4, in the NID"},
		{"rfc8141", "urm", "fault at 2, in what comes before the NID"},
		{"rfc8141", "urn", "fault at 3, in what comes before the NID"},
		{"rfc8141", "urn:ab:", "fault at 7, in the NSS"},
		{"rfc8141", "urn:ab:/", "fault at 7, in the NSS"},
		{"rfc8141", "urn:ab:%", "fault at 8, in an escape"},
		{"rfc8141", "urn:ab:%2g", "fault at 9, in an escape"},
		{"rfc8141", "urn:ab:%00", "NID 4:6, NSS 7:10"},
		{"rfc8141", "urn:ab:c?", "fault at 9, in the NSS"},
		{"rfc8141", "urn:ab:c?d", "fault at 9, in the NSS"},
		{"rfc8141", "urn:ab:c?+", "fault at 10, in the r-component"},
		{"rfc8141", "urn:ab:c?+/", "fault at 10, in the r-component"},
		{"rfc8141", "urn:ab:c?+r", "NID 4:6, NSS 7:8, r-component 10:11"},
		{"rfc8141", "urn:ab:c?+r?", "NID 4:6, NSS 7:8, r-component 10:12"},
		{"rfc8141", "urn:ab:c?+r?=", "fault at 13, in the q-component"},
		{"rfc8141", "urn:ab:c?+r?=?b", "fault at 13, in the q-component"},
		{"rfc8141", "urn:ab:c?+r??=q", "NID 4:6, NSS 7:8, r-component 10:12, q-component 14:15"},
		{"rfc8141", "urn:ab:c?+r?+s?=q?+t?=u", "NID 4:6, NSS 7:8, r-component 10:14, q-component 16:23"},
		{"rfc8141", "urn:ab:c?=q?=z#f/?", "NID 4:6, NSS 7:8, q-component 10:14, f-component 15:18"},
		{"rfc8141", "urn:ab:c?+r#", "NID 4:6, NSS 7:8, r-component 10:11, f-component 12:12"},
		{"rfc8141", "urn:ab:c?+%4", "fault at 12, in an escape"},
		{"rfc8141", "urn:ab:c##", "fault at 9, in the f-component"},
		{"rfc8141", "urn:ab:c#%", "fault at 10, in an escape"},
		{"rfc2141", "urn:a:c", "NID 4:5, NSS 6:7"},
		{"rfc2141", "urn:a-:c", "NID 4:6, NSS 7:8"},
		{"rfc2141", "urn:uRn:c", "fault at 7, in the NID"},
		{"rfc2141", "urn:urna:/?#%00", "NID 4:8, NSS 9:15"},
		{"rfc2141", "urn:ur:c", "NID 4:6, NSS 7:8"},
		{"rfc2141", "urn:" + nid32 + ":c", "NID 4:36, NSS 37:38"},
		{"rfc2141", "urn:" + nid32 + "a:c", "fault at 36, in the NID"},
		{"rfc2141", "urn:a:&", "fault at 6, in the NSS"},
		{"rfc2141", "urn:a:~", "fault at 6, in the NSS"},
		{"rfc2141", "urn:a:%", "fault at 7, in an escape"},
		{"rfc2141", "urn:a:%zz", "fault at 7, in an escape"},
		{"rfc2141", "urn:a:%%", "fault at 7, in an escape"},
		{"rfc2141", "urn:a:100%", "fault at 10, in an escape"},
		{"rfc2141", "urn:a:c?+r?=", "NID 4:5, NSS 6:12"},
		{"rfc2141", "urn:a:c?=q#f", "NID 4:5, NSS 6:12"},
		{"draft2141bis", "urn:ab:c&~", "NID 4:6, NSS 7:10"},
		{"draft2141bis", "urn:a:c", "fault at 5, in the NID"},
		{"draft2141bis", "urn:a-:c", "fault at 6, in the NID"},
		{"draft2141bis", "urn:urn:c", "fault at 7, in the NID"},
		{"draft2141bis", "urn:ab:c/d", "fault at 8, in the NSS"},
		{"draft2141bis", "urn:ab:%00", "fault at 9, in an escape"},
		{"draft2141bis", "urn:ab:%0a", "NID 4:6, NSS 7:10"},
		{"draft2141bis", "urn:ab:c?", "fault at 9, in the query"},
		{"draft2141bis", "urn:ab:c?x", "fault at 10, in the query"},
		{"draft2141bis", "urn:ab:c?x=", "NID 4:6, NSS 7:8, query 9:11"},
		{"draft2141bis", "urn:ab:c?1=", "fault at 9, in the query"},
		{"draft2141bis", "urn:ab:c?x-=", "fault at 11, in the query"},
		{"draft2141bis", "urn:ab:c?s=I=I/?&t=#f", "NID 4:6, NSS 7:8, query 9:19, fragment 20:21"},
		{"draft2141bis", "urn:ab:c?x=&", "fault at 12, in the query"},
		{"draft2141bis", "urn:ab:c?x=%00", "fault at 13, in an escape"},
		{"draft2141bis", "urn:ab:c?+r", "fault at 9, in the query"},
		{"draft2141bis", "urn:ab:c#", "NID 4:6, NSS 7:8, fragment 9:9"},
		{"draft2141bis", "urn:ab:c#%00", "fault at 11, in an escape"},
	}
	languages := make(map[string]*proof.Language)
	for _, tt := range tests {
		l := languages[tt.syntax]
		if l == nil {
			l, _ = language(t, tt.syntax)
			languages[tt.syntax] = l
		}
		got := l.Read([]byte(tt.text))
		text := got.String()
		if got.Accepted {
			text = spans(got.Spans)
		}
		if text != tt.want {
			t.Errorf("under %s %q is %s, want %s", tt.syntax, tt.text, text, tt.want)
		}
	}
}

func spans(all []proof.Span) string {
	var parts []string
	for _, s := range all {
		parts = append(parts, fmt.Sprintf("%s %d:%d", s.Name, s.Start, s.End))
	}
	return strings.Join(parts, ", ")
}

// TestBoundaries splits every accepted string over a small alphabet in another
// way: at the first delimiter of each kind, as the prose has it.
func TestBoundaries(t *testing.T) {
	const before = "urn:ab:a"
	split := map[string]func(s string) string{
		"rfc8141": func(s string) string {
			s, f, hasF := strings.Cut(s, "#")
			nss, rest, _ := strings.Cut(s, "?")
			out := []string{"NID 4:6", fmt.Sprintf("NSS 7:%d", len(nss))}
			at := len(nss) + 2
			if r, ok := strings.CutPrefix(rest, "+"); ok {
				r, q, more := strings.Cut(r, "?=")
				out = append(out, fmt.Sprintf("r-component %d:%d", at, at+len(r)))
				at += len(r) + 2
				rest = ""
				if more {
					rest = "=" + q
				}
			}
			if q, ok := strings.CutPrefix(rest, "="); ok {
				out = append(out, fmt.Sprintf("q-component %d:%d", at, at+len(q)))
			}
			if hasF {
				out = append(out, fmt.Sprintf("f-component %d:%d", len(s)+1, len(s)+1+len(f)))
			}
			return strings.Join(out, ", ")
		},
		"rfc2141": func(s string) string { return fmt.Sprintf("NID 4:6, NSS 7:%d", len(s)) },
		"draft2141bis": func(s string) string {
			s, f, hasF := strings.Cut(s, "#")
			nss, q, hasQ := strings.Cut(s, "?")
			out := []string{"NID 4:6", fmt.Sprintf("NSS 7:%d", len(nss))}
			if hasQ {
				out = append(out, fmt.Sprintf("query %d:%d", len(nss)+1, len(nss)+1+len(q)))
			}
			if hasF {
				out = append(out, fmt.Sprintf("fragment %d:%d", len(s)+1, len(s)+1+len(f)))
			}
			return strings.Join(out, ", ")
		},
	}
	for syntax, split := range split {
		l, _ := language(t, syntax)
		accepted := 0
		var extend func(s string)
		extend = func(s string) {
			if r := l.Read([]byte(s)); r.Accepted {
				accepted++
				if got, want := spans(r.Spans), split(s); got != want {
					t.Errorf("under %s %q is %s, want %s", syntax, s, got, want)
				}
			} else if r.Offset < len(s) {
				return // nothing that begins so is accepted
			}
			if len(s) < len(before)+5 {
				for _, c := range "a?+=#/" {
					extend(s + string(c))
				}
			}
		}
		extend(before)
		if accepted < 500 {
			t.Errorf("%s: only %d strings accepted", syntax, accepted)
		}
		t.Logf("%s: %d strings", syntax, accepted)
	}
}
