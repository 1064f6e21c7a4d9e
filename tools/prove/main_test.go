package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

const root = "../.."

// TestStatus proves two claims where this one does not run.
func TestClaims(t *testing.T) {
	testhelp.Long(t)
	testhelp.Watch(t, root)
	var stdout, stderr bytes.Buffer
	if status := run(&stdout, &stderr, []string{"-root", root}, claims); status != 0 || stderr.Len() > 0 {
		t.Fatalf("status %d, %s", status, stderr.String())
	}
	for _, c := range claims {
		if !regexp.MustCompile(`(?m)^` + c.name + `: .*\n(  .*\n)*  equal .*: [0-9]+ pairs of states, each on 256 bytes\n`).Match(stdout.Bytes()) {
			t.Errorf("no proof of %s in\n%s", c.name, stdout.String())
		}
	}
	if !regexp.MustCompile(fmt.Sprintf(`(?m)^%d proved equal to the ABNF in `, len(claims))).Match(stdout.Bytes()) {
		t.Errorf("no summary of %d proofs in\n%s", len(claims), stdout.String())
	}
	if !regexp.MustCompile(`\nnot proved: bare, full, loose, matcher in internal/dfa/machine_test.go, because .*\nnot proved: lexAfter, .* in internal/find/lexemes.go, because .*\n$`).Match(stdout.Bytes()) {
		t.Errorf("the end does not say which machines are not proved, and why:\n%s", stdout.String())
	}
}

// TestUnproved: generated tables without a claim need a reason.
func TestUnproved(t *testing.T) {
	for name := range notProved {
		reasons := maps.Clone(notProved)
		delete(reasons, name)
		if list, err := unproved(root, claims, reasons); err == nil || !strings.Contains(err.Error(), "there is no claim about "+name+": ") {
			t.Errorf("without a reason for %s: %v, %v", name, list, err)
		}
	}
	reasons := maps.Clone(notProved)
	reasons["gone.go"] = "y"
	if _, err := unproved(root, claims, reasons); err == nil || !strings.Contains(err.Error(), "gone.go") {
		t.Errorf("a reason for a file that is not there: %v", err)
	}
}

// edited copies what the claims need to a directory of its own, with one text
// replaced by another, which must occur exactly once.
func edited(t *testing.T, file, old, new string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]bool{}
	for _, c := range claims {
		files[c.tables] = true
		for _, g := range c.grammar {
			files[g] = true
		}
	}
	for name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == file {
			if n := bytes.Count(text, []byte(old)); n != 1 {
				t.Fatalf("%q occurs %d times in %s", old, n, file)
			}
			text = bytes.Replace(text, []byte(old), []byte(new), 1)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestDecisions removes from the grammars what the prose, or a choice
// between two readings, decides, or changes a number of the tables. Each is
// noticed, on a shortest string.
func TestDecisions(t *testing.T) {
	const d8141, d2141, draft, relaxed = "testdata/abnf/rfc8141", "testdata/abnf/rfc2141", "testdata/abnf/draft2141bis", "testdata/abnf/relaxed"
	tests := []struct {
		name, claim, file, old, new string
		want                        string
	}{
		{"r-component may hold ?=", "rfc8141", d8141 + ".rules", "r-component =- *OCTET", "f-component =- %x00 *OCTET",
			`takes nothing away from rule f-component`},
		{"r-component may hold ?= after a slash", "rfc8141", d8141 + ".rules", `*OCTET "?=" *OCTET`, `1*( %x00-2E / %x30-FF ) "?=" *OCTET`,
			`"urn:aa:a?+a/?=a" has two readings`},
		{"NID may be urn, RFC 2141", "rfc2141", d2141 + ".rules", `=- "urn"`, `=- "urm"`,
			"they differ on \"urn:urm:\"\n    the ABNF:   fault at 7, in the NID\n    the tables: fault at 8, in the NSS"},
		{"escapes of NUL", "draft2141bis", draft + ".rules", `=- "%00"`, `=- "%01"`,
			"they differ on \"urn:aa:%00\"\n    the ABNF:   accepted, NID 4:6, NSS 7:10; begins marked: NSS 7\n    the tables: fault at 9, in an escape"},
		{"bare percent sign", "rfc2141", d2141 + ".rules", `trans =- "%"`, `trans =- "~" / "+"`,
			`rule URN-chars is no escape`},
		{"slash in the NSS of the draft", "draft2141bis", draft + ".abnf", "\nNSS           = 1*pchar", "\nNSS           = 1*( pchar / \"/\" )",
			`they differ on "urn:aa:/"`},
		{"slash at the start of an NSS", "rfc8141", d8141 + ".abnf", "\nNSS           = pchar *(pchar / \"/\")", "\nNSS           = 1*(pchar / \"/\")",
			`they differ on "urn:aa:/"`},
		{"NID of one character", "rfc8141", d8141 + ".abnf", "\nNID           = (alphanum) 0*30(ldh) (alphanum)", "\nNID           = (alphanum) [0*30(ldh) (alphanum)]",
			`they differ on "urn:a:"`},
		{"NID of 33 characters", "rfc8141", d8141 + ".abnf", "0*30(ldh)", "0*31(ldh)",
			"they differ on \"urn:" + strings.Repeat("a", 31) + "-\""},
		{"NID with a hyphen at its end", "draft2141bis", draft + ".abnf", "*30( ALPHA / DIGIT / \"-\" ) ( ALPHA / DIGIT )", "*30( ALPHA / DIGIT / \"-\" ) ( ALPHA / DIGIT / \"-\" )",
			`they differ on "urn:a-:"`},
		{"relaxed NID of 64 characters", "relaxed", relaxed + ".abnf", "0*62(nid-char)", "0*63(nid-char)",
			"they differ on \"urn:" + strings.Repeat("a", 64) + "\""},
		{"one number sign, relaxed", "relaxed", relaxed + ".abnf", `"/" / "?" / "#" )`, `"/" / "?" )`,
			`they differ on "urn:a:a##"`},
		{"relaxed syntax includes RFC 8141", "relaxed", d8141 + ".abnf", "0*30(ldh)", "0*62(ldh)",
			"does not include rfc8141"},
		{"keyword that may be empty", "draft2141bis", draft + ".abnf", "\nkeywd         = ALPHA *(", "\nkeywd         = [ALPHA] *(",
			`they differ on "urn:aa:a?0"`},
		{"f-component not empty", "rfc8141", d8141 + ".abnf", "fragment      = *(", "fragment      = 1*(",
			`they differ on "urn:aa:a#"`},
		{"tilde in the NSS", "rfc2141", d2141 + ".abnf", `/ ";" / "$"`, `/ "~" / ";" / "$"`,
			`they differ on "urn:a:~"`},
		{"restated otherwise", "rfc8141", d8141 + ".abnf", `( 1*"?" r-after-q )`, `( 1*2"?" r-after-q )`,
			`rule namestring-prose does not accept it`},
		{"class of a space in the tables", "rfc2141", "machine.go", "var rfc2141 = dfa.Machine{\n\tClass: [256]uint8{\n\t\t0x20: 0,", "var rfc2141 = dfa.Machine{\n\tClass: [256]uint8{\n\t\t0x20: 1,",
			"they differ on \"urn:a: \"\n    the ABNF:   fault at 6, in the NSS\n    the tables: accepted, NID 4:5, NSS 6:7; begins marked: NSS 6"},
		{"hash in the draft's query", "draft2141bis", draft + ".abnf", "\nv-subdels     = \"!\"", "\nv-subdels     = \"#\" / \"!\"",
			"two readings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := edited(t, tt.file, tt.old, tt.new)
			var stdout, stderr bytes.Buffer
			if status := run(&stdout, &stderr, []string{"-root", dir, tt.claim}, claims); status != 1 {
				t.Errorf("status %d, want 1", status)
			}
			if !strings.Contains(stderr.String(), tt.want) {
				t.Errorf("it says\n%s\nwant\n%s", stderr.String(), tt.want)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	ill := func(change func(c *claim)) []claim {
		c := claims[1]
		c.name = "ill"
		change(&c)
		return []claim{c}
	}
	tests := []struct {
		name   string
		claims []claim
		args   []string
		status int
		want   string
	}{
		{"one of them", claims, []string{"rfc2141"}, 0, "1 proved"},
		{"two of them", claims, []string{"rfc2141", "rfc8141"}, 0, "2 proved"},
		{"unknown claim", claims, []string{"rfc1"}, 2, "no claim rfc1"},
		{"unknown flag", claims, []string{"-rfc1"}, 2, "not defined"},
		{"no tag before the first part", ill(func(c *claim) { c.tag = "" }), []string{"ill"}, 1, "has tag 1"},
		{"tables without a claim", claims[:2], nil, 1, "there is no claim about machine.go: draft2141bis"},
		{"no such tables", ill(func(c *claim) { c.variable = "rfc2142" }), []string{"ill"}, 1, "no tables called rfc2142"},
		{"no such file of tables", ill(func(c *claim) { c.tables = "none.go" }), nil, 1, "none.go"},
		{"no such grammar", ill(func(c *claim) { c.grammar = []string{"none.abnf"} }), []string{"ill"}, 1, "none.abnf"},
		{"no grammar", ill(func(c *claim) { c.grammar = []string{"go.mod"} }), []string{"ill"}, 1, "go.mod:1"},
		{"no such rule", ill(func(c *claim) { c.rule = "URL" }), []string{"ill"}, 1, "no rule URL"},
		{"no such constant", ill(func(c *claim) { c.tag = "tagNone" }), []string{"ill"}, 1, "no small positive constant tagNone"},
		{"no such mark", ill(func(c *claim) { c.parts = []part{{"x", []string{"NID"}, "markNone", "tagNID"}} }), []string{"ill"}, 1, "constant markNone"},
		{"no such rule to be the same", ill(func(c *claim) { c.restated = []string{"URL"} }), []string{"ill"}, 1, "no rule URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if status := run(&out, &out, append([]string{"-root", root}, tt.args...), tt.claims); status != tt.status {
				t.Errorf("status %d, want %d", status, tt.status)
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("it says\n%s\nwant … %s …", out.String(), tt.want)
			}
		})
	}
	t.Run("a claim about a file of its own", func(t *testing.T) {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"x.go":   "package m\nimport \"github.com/seed7b5a83f0/urn/internal/dfa\"\nvar x = dfa.Matcher{Class: [256]uint8{'x': 1}, Next: []uint16{0, 0, 0, 2*2, 0, 0}, Width: 2, Start: 2, Final: 4}\nvar y = dfa.Matcher{}\n",
			"x.abnf": "x = %s\"x\"\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		one := claim{name: "x", tables: "x.go", variable: "x", grammar: []string{"x.abnf"}, rule: "x"}
		if status := run(&out, &out, []string{"-root", dir, "x"}, []claim{one}); status != 0 || !strings.Contains(out.String(), "1 proved") {
			t.Errorf("status %d, and it says\n%s", status, out.String())
		}
	})
}
