package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tools/internal/expression"
)

const page = "../../docs/regex.md"

func expressions(t *testing.T) map[string]string {
	t.Helper()
	all, err := expression.Expressions(page)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPage compares the page with what the grammars give, and a changed page.
func TestPage(t *testing.T) {
	if err := run("../../testdata/abnf", page, true); err != nil {
		t.Error(err)
	}
	if n := len(expressions(t)); n != 8 {
		t.Errorf("the page has %d expressions, want 8", n)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	changed := t.TempDir() + "/regex.md"
	if err := os.WriteFile(changed, bytes.Replace(text, []byte("[Uu]"), []byte("[U]"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run("../../testdata/abnf", changed, true); err == nil {
		t.Error("a changed expression is not noticed")
	}
}

// TestSuite puts the suite to package regexp, whole, and to the expression for it.
func TestSuite(t *testing.T) {
	all := expressions(t)
	for _, rfc := range []string{"rfc8141", "rfc2141"} {
		list, err := cases("../..", rfc)
		if err != nil || len(list) < 200 {
			t.Fatalf("%d cases, %v", len(list), err)
		}
		for _, dialect := range []string{"named", "p"} {
			e := regexp.MustCompile("^" + all[rfc+"-"+dialect] + "$")
			for _, c := range list {
				m := e.FindStringSubmatchIndex(c.In)
				if (m != nil) != *c.Valid {
					t.Errorf("%s-%s: %s: %q matches: %t", rfc, dialect, c.Name, c.In, m != nil)
					continue
				}
				if m == nil {
					continue
				}
				var got strings.Builder
				for _, name := range []string{"nid", "nss", "r", "q", "f"} {
					if k := e.SubexpIndex(name); k < 0 || m[2*k] < 0 {
						got.WriteString(" -")
					} else {
						got.WriteString(" =" + hex.EncodeToString([]byte(c.In[m[2*k]:m[2*k+1]])))
					}
				}
				if got.String() != c.wantGroups {
					t.Errorf("%s-%s: %s: %q has%s, want%s", rfc, dialect, c.Name, c.In, got.String(), c.wantGroups)
				}
			}
		}
	}
}

// TestNumbers compares the numbers of groups that the page has with the plain expressions.
func TestNumbers(t *testing.T) {
	all := expressions(t)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for rfc, title := range map[string]string{"rfc8141": "RFC 8141", "rfc2141": "RFC 2141"} {
		names, err := expression.Groups(all[rfc+"-named"])
		if err != nil {
			t.Fatal(err)
		}
		var numbers []string
		for i, name := range names {
			if name != "" {
				numbers = append(numbers, fmt.Sprint(i))
			}
		}
		if want := title + ": " + strings.Join(numbers, ", "); !strings.Contains(string(text), want) {
			t.Errorf("the page does not have %q", want)
		}
		if n := regexp.MustCompile(all[rfc+"-plain"]).NumSubexp(); n != len(names)-1 {
			t.Errorf("%s-plain has %d groups, want %d", rfc, n, len(names)-1)
		}
	}
}

// TestInText compares what the page says of text with the exact Finder.
func TestInText(t *testing.T) {
	e := regexp.MustCompile(`\b` + expressions(t)["rfc8141-p"])
	for _, text := range []string{
		"see urn:ex:a, (URN:ex:b) and urn:ex:c?=q#f. urn:ex:d?+r#f", "urn:ex:a?+ urn:ex:b?=\nurn:ex:%41%4 xurn:ex:a urn:ex:a#%", "\"urn:ex:a\" <urn:ex:b> urn:e:x urn:ex:", "urn:ex:a?+b?c? urn:ex:a?=d??=e",
	} {
		var want []string
		for m := range (urn.Finder{Exact: true}).All([]byte(text)) {
			want = append(want, text[m.Start:m.End])
		}
		if got := e.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("in %q it matches %q, want %q", text, got, want)
		}
	}
	// The exception that the page names.
	if got, want := e.FindString("urn:ex:a?+r?=q "), "urn:ex:a?+r?"; got != want {
		t.Errorf("it matches %q, want %q", got, want)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{"no block": "has no expressions", "```text rfc8141-none\nx\n```": "no dialect"} {
		name := t.TempDir() + "/a.md"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := run("../../testdata/abnf", name, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := expression.Grammar(`a\b`, nil); err == nil {
		t.Error("an assertion is not refused")
	}
}
