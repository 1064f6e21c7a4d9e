package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	registryHeader = "nid,kind,reference,reference_as_of\n"
	rulesHeader    = "nid,equivalence,equivalence_rule,nss_syntax,document,note\n"
)

// folder writes the two files and returns where they are.
func folder(t *testing.T, registry, rules string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"iana_urn_namespaces.csv": registry, "namespace_rules.csv": rules} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCommittedRegistry(t *testing.T) {
	if err := run("", "../../namespace/registry_data.go", []string{"../../namespace/data"}); err != nil {
		t.Error(err)
	}
}

func TestVerifyNoticesChanges(t *testing.T) {
	out := filepath.Join(t.TempDir(), "data.go")
	dir := folder(t, registryHeader+"bb,formal,RFC 1,\naa,informal,,\n", rulesHeader+"bb,custom,r,s,d,n\nbb:x,default,r,s,d,n\n")
	if err := run(out, "", []string{dir}); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, []string{dir}); err != nil {
		t.Errorf("what was just written differs: %v", err)
	}
	src, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, []byte(strings.Replace(string(src), "RFC 1", "RFC 2", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run("", out, []string{dir}); err == nil || !strings.Contains(err.Error(), "line ") {
		t.Errorf("a changed file: %v, want the line", err)
	}
}

func TestRefused(t *testing.T) {
	good := registryHeader + "aa,formal,,\n"
	for _, tt := range []struct{ name, registry, rules, want string }{
		{"header of the registry", "nid,kind\n", rulesHeader, "first row"},
		{"kind", registryHeader + "aa,odd,,\n", rulesHeader, "no such kind"},
		{"upper case", registryHeader + "AA,formal,,\n", rulesHeader, "lower case"},
		{"one character", registryHeader + "a,formal,,\n", rulesHeader, "not a NID"},
		{"twice", registryHeader + "aa,formal,,\naa,formal,,\n", rulesHeader, "twice"},
		{"header of the rules", good, "nid\n", "first row"},
		{"equivalence", good, rulesHeader + "aa,odd,,,,\n", "no such equivalence"},
		{"rule without an entry", good, rulesHeader + "bb,default,,,,\n", "not in the registry"},
		{"short row", good, rulesHeader + "aa,default\n", "wrong number of fields"},
	} {
		err := run(filepath.Join(t.TempDir(), "data.go"), "", []string{folder(t, tt.registry, tt.rules)})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	for _, args := range [][]string{nil, {"a", "b"}} {
		if err := run("x", "", args); err == nil {
			t.Errorf("run with %q: no error", args)
		}
	}
	if err := run("", "", []string{"a"}); err == nil {
		t.Error("run without -o and -verify: no error")
	}
}
