package rewrite

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/seed7b5a83f0/urn/scan/pseudonym"
)

func hmacOf(secret, text string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

func TestTemplate(t *testing.T) {
	secret, err := pseudonym.New([]byte("a secret of 16 b"))
	if err != nil {
		t.Fatal(err)
	}
	const full = "URN:ISBN:0395363411?+r%2fr?=q#f"
	for _, c := range []struct {
		template, name, want string // want begins with "error: "
		rules                *namespace.Registry
	}{
		{"", full, "", nil},
		{"x", full, "x", nil},
		{"{input}", full, full, nil},
		{"<{nid}|{nss}|{r}|{q}|{f}>", full, "<ISBN|0395363411|r%2fr|q|f>", nil},
		{"<{nid}|{nss}|{r}|{q}|{f}>", "urn:ex:a#", "<ex|a|||>", nil},
		{"{normalized} {key}", full, "urn:isbn:0395363411?+r%2Fr?=q#f urn:isbn:0395363411", nil},
		{"{normalized} {key}", "URN:ISBN:0-395-36341-1?=q", "urn:isbn:9780395363416?=q urn:isbn:9780395363416", namespace.IANA()},
		{"{{{nid}}} }}{{", full, "{ISBN} }{", nil},
		{"urn:example:{hash}", full, "urn:example:" + hmacOf("a secret of 16 b", "urn:isbn:0395363411"), nil},
		{"{hash}", full, hmacOf("a secret of 16 b", "urn:isbn:9780395363416"), namespace.IANA()},
		{"{nope}", full, `error: no such field: "{nope}"; the fields are {input} {nid} {nss} {r} {q} {f} {normalized} {key} {hash}, and "{{" stands for a brace`, nil},
		{"{nid", full, `error: no such field: "{nid"; *`, nil},
		{"{}", full, `error: no such field: "{}"; *`, nil},
		{"{NID}", full, `error: no such field: "{NID}"; *`, nil},
		{"a}", full, `error: a "}" that closes nothing; "}}" stands for one`, nil},
		{"{{}", full, `error: a "}" that closes nothing; "}}" stands for one`, nil},
	} {
		by, err := Options{Rules: c.rules, Secret: secret}.Template(c.template)
		got := ""
		if err != nil {
			got = "error: " + err.Error()
		} else {
			o, fault := urn.RFC8141.Locate(c.name)
			if fault.Reason != 0 {
				t.Fatal(fault)
			}
			got, _ = strings.CutPrefix(string(by([]byte("before"), []byte(c.name), o)), "before")
		}
		if start, ok := strings.CutSuffix(c.want, "*"); got != c.want && (!ok || !strings.HasPrefix(got, start)) {
			t.Errorf("template %q of %s: %s, want %s", c.template, c.name, got, c.want)
		}
	}
}

func TestFields(t *testing.T) {
	names := Fields()
	for name := range fields {
		if !slices.Contains(names, name) {
			t.Errorf("Fields() lacks %q", name)
		}
	}
	if len(names) != len(fields) {
		t.Errorf("Fields() = %q", names)
	}
	for template, want := range map[string]bool{"a{hash}": true, "hash": false, "{{hash}}": false, "{{{hash}}}": true, "{{{{hash}}": false, "}}{hash}": true, "{key}": false} {
		if Uses(template, "hash") != want {
			t.Error(template)
		}
	}
}

// TestEverythingBefore: a "urn:" before a finding is replaced, too. Otherwise the "urn:" and the
// pseudonym after it would be a new finding.
func TestEverythingBefore(t *testing.T) {
	for text, want := range map[string][]string{
		"x urn:urn://x":     {"urn:", "urn://x"},
		"URN:urn:urn://x y": {"URN:urn:", "urn://x"},
		"aurn:urn://x":      {"urn://x"},
		"urn:ex:a urn://x":  {"urn:ex:a", "urn://x"},
		`"urn:urn:ex:a"`:    {"urn:", "urn:ex:a"},
		"urn:ex:aurn://x":   {"urn:ex:aurn://x"},
	} {
		var got []string
		found := scan.Finder{Mode: scan.ModeNear}.All([]byte(text))
		for m := range Everything(found, urn.RFC8141, []byte(text)) {
			got = append(got, text[m.Start:m.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A "urn:" in UTF-16 and UTF-32 is recognised in both byte orders.
func TestWide(t *testing.T) {
	for text, want := range map[string][]int{
		"x\x00u\x00r\x00n\x00:\x00": {2, 9}, "\x00x\x00U\x00R\x00n\x00:": {3, 10}, "u\x00\x00\x00r\x00\x00\x00n\x00\x00\x00:": {0, 13}, "\x00\x00\x00u\x00\x00\x00r\x00\x00\x00n\x00\x00\x00:": {3, 16},
		"urn:\x00": nil, "\x00:u\x00r\x00m\x00:": nil, "r\x00n\x00:\x00": nil, "": nil, "u\x00r\x00nx:\x00": nil,
	} {
		if got := wide.FindIndex([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
