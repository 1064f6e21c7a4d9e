package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommitted checks the second step, which needs no document.
func TestCommitted(t *testing.T) {
	var out strings.Builder
	if err := run(&out, "../..", "", "", true); err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "are not compared") {
		t.Errorf("without documents: %q, want that the excerpts are not compared", &out)
	}
}

const (
	document = "Some Author          Informational          [Page 1]\n" +
		"\fRFC 99999              A Document              May 2026\n" +
		"2. Structure\n\n   Text.\n\n" +
		"      <nss>      ::= <a b> \":\" <c - d>\n      <a b>      ::= 3*(\"x\" | \"|\")  { a remark\n      over two lines }\n\n\n" +
		"RFC 99999              A Document              May 2026\n\n" +
		"         | \"y\"\n\n      More text.\n      <c - d>    ::= \"z\"\n"
	instructions = `document: RFC 99999
section: 2
from: <nss> ::=
to: | "y"
from: <c - d> ::=
to: <c - d> ::=
notation: bnf
note: A note.
mend: Exactly three.
- <a b> ::= 3*("x" | "|") { a remark
+ <a b> ::= 3("x" | "|") { a remark
mend: Another rule.
+ <e> ::= "e"
`
	excerpted = "<nss>      ::= <a b> \":\" <c - d>\n<a b>      ::= 3*(\"x\" | \"|\")  { a remark\nover two lines }\n\n   | \"y\"\n<c - d>    ::= \"z\"\n"
	grammar   = `; Written by tools/rfcabnf from RFC 99999, section 2. DO NOT EDIT.
; A note.
;
; Mended:
; Exactly three.
;   - <a b> ::= 3*("x" | "|") { a remark
;   + <a b> ::= 3("x" | "|") { a remark
; Another rule.
;   + <e> ::= "e"

nss = a-b ":" c-d
a-b = 3("x" / "|")
  / "y"
c-d = "z"
e = "e"
`
)

// repository makes a folder with one recipe, and one with its document.
func repository(t *testing.T, recipe string) (root, rfc string) {
	t.Helper()
	root, rfc = t.TempDir(), t.TempDir()
	write(t, filepath.Join(root, "tools/rfcabnf/recipes/rfc99999.txt"), recipe)
	write(t, filepath.Join(rfc, "rfc99999.txt"), document)
	write(t, filepath.Join(root, "testdata/namespace/documents/.keep"), "")
	return root, rfc
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	root, rfc := repository(t, instructions)
	excerpt := filepath.Join(root, "testdata/namespace/documents/rfc99999.txt")
	abnf := filepath.Join(root, "testdata/namespace/rfc99999.abnf")
	var out strings.Builder
	if err := run(&out, root, rfc, "", false); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{excerpt: excerpted, abnf: grammar} {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, want)
		}
	}
	if err := run(&out, root, rfc, "", true); err != nil || !strings.Contains(out.String(), "1 excerpts are what the documents print") {
		t.Errorf("a file just written: %v, %q", err, &out)
	}

	// A change of the excerpt is seen with the document, one of the grammar always.
	write(t, excerpt, strings.Replace(excerpted, "3*", "4*", 1))
	if err := run(&out, root, rfc, "", true); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a changed excerpt: %v, want its line", err)
	}
	write(t, excerpt, excerpted)
	write(t, abnf, strings.Replace(grammar, `"z"`, `"Z"`, 1))
	if err := run(&out, root, "", "", true); err == nil || !strings.Contains(err.Error(), "line 14") {
		t.Errorf("a changed grammar: %v, want its line", err)
	}
	write(t, abnf, grammar)

	// Without the documents.
	out.Reset()
	if err := run(&out, root, filepath.Join(rfc, "no"), "", true); err != nil || !strings.Contains(out.String(), "not compared, because their documents are not in") {
		t.Errorf("without documents: %v, %q", err, &out)
	}
	if err := run(&out, root, filepath.Join(rfc, "no"), "", false); err == nil {
		t.Error("written without documents: no error")
	}
	out.Reset()
	if err := os.Remove(filepath.Join(rfc, "rfc99999.txt")); err != nil {
		t.Fatal(err)
	}
	if err := run(&out, root, rfc, "", true); err != nil || !strings.Contains(out.String(), "not compared, because their documents are not in") {
		t.Errorf("without this document: %v, %q", err, &out)
	}
	if err := run(&out, t.TempDir(), rfc, "", true); err == nil {
		t.Error("without recipes: no error")
	}
}

func TestRefused(t *testing.T) {
	const good = "document: RFC 99999\nsection: 2\nfrom: <nss>\nto: <nss>\n"
	for _, tt := range []struct{ name, recipe, want string }{
		{"no section", "document: RFC 99999\nfrom: a\nto: b\n", "needs document or template, section"},
		{"no excerpt", "document: RFC 99999\nsection: 2\n", "needs document or template, section"},
		{"no end", "document: RFC 99999\nsection: 2\nfrom: a\n", "has no end"},
		{"end without a beginning", "document: RFC 99999\nsection: 2\nto: a\n", `no "from"`},
		{"two ends", good + "to: a\n", `no "from"`},
		{"key", good + "odd: a\n", "no such key"},
		{"no value", good + "mend:\n", "not a key"},
		{"notation", good + "notation: wsn\n", "no such notation"},
		{"lines without a mend", good + "+ a = b\n", "no mend above"},
		{"mend without lines", good + "mend: why\n", "nothing is mended"},
		{"beginning that is not there", "document: RFC 99999\nsection: 2\nfrom: <x>\nto: b\n", "no line begins"},
		{"end that is not there", "document: RFC 99999\nsection: 2\nfrom: <nss>\nto: <x>\n", "no line begins"},
		{"mend of lines that are not printed", good + "mend: why\n- <x>\n+ a\n", "not printed"},
	} {
		root, rfc := repository(t, tt.recipe)
		if err := run(&strings.Builder{}, root, rfc, "", false); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	r, err := parse(good + "mend: why\n- a\n+ b\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.mend("a\nc\na\n"); err == nil || !strings.Contains(err.Error(), "printed twice") {
		t.Errorf("a mend of lines that are printed twice: %v", err)
	}
}

// TestAfter takes the last such heading: the first is in the table of contents.
func TestAfter(t *testing.T) {
	r, err := parse("document: RFC 1\nsection: B\nafter: Appendix B\nfrom: a =\nto: a =\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.take("Appendix B ... 2\na = 1\nAppendix B\n  a = 2\n")
	if err != nil || string(got) != "a = 2\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestTemplate: a recipe may name a template of IANA, which is in another folder.
func TestTemplate(t *testing.T) {
	root, iana := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"urn-formal/abc":     "Syntax:\n\n   abc = 1*DIGIT\n",
		"urn-informal/urn-9": "nss = 1*ALPHA\n",
	} {
		write(t, filepath.Join(iana, name), text)
	}
	write(t, filepath.Join(root, "testdata/namespace/documents/.keep"), "")
	write(t, filepath.Join(root, "tools/rfcabnf/recipes/a.txt"), "template: abc\nsection: Syntax\nfrom: abc =\nto: abc =\n")
	write(t, filepath.Join(root, "tools/rfcabnf/recipes/b.txt"), "template: urn-9\nsection: Syntax\nfrom: nss =\nto: nss =\n")
	var out strings.Builder
	if err := run(&out, root, "", iana, false); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"iana-abc": "abc = 1*DIGIT", "iana-urn-9": "nss = 1*ALPHA"} {
		b, err := os.ReadFile(filepath.Join(root, "testdata/namespace", name+".abnf"))
		if err != nil || !strings.HasSuffix(string(b), "\n"+want+"\n") || !strings.Contains(string(b), "the IANA template of urn:") {
			t.Errorf("%s.abnf: %q, %v", name, b, err)
		}
	}
	if err := run(&out, root, "", iana, true); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(iana, "urn-formal/abc"), "   abc = 2*DIGIT\n")
	if err := run(&out, root, "", iana, true); err == nil || !strings.Contains(err.Error(), "iana-abc.txt") {
		t.Errorf("a changed template: %v, want its excerpt", err)
	}
}
