package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("sources.csv", `repository,commit,date,kind,prefixes
o/registry,abc,2026-01-02,registry,urn:one:
o/registry,abc,2026-01-02,endings,b.xml#errors/type=urn:five:error:
`)
	write("o+registry/a.xml", "<name>urn:one:listed</name> in 'urn:one:quoted' <value>urn:one:example</value>")
	write("o+registry/b.xml", `<type>string</type><registry id="errors"><type>badKey</type> <name>other</name> <type>no Name</type></registry><type>boolean</type>`)
	write("o+registry/a.jsonld", `{"sameAs": "urn:one:term-test", "type": "urn:one:other"}`)
	write("o+registry/inbox/a.xml", "<name>urn:one:draft</name>")
	write("o+registry/a.txt", "<name>urn:one:text</name>")
	got, err := run(filepath.Join(dir, "sources.csv"), dir, "# before\nurn:zero:a\n")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(got)) {
		if line[0] != '#' {
			names = append(names, strings.TrimSuffix(line, "\n"))
		}
	}
	if want := "urn:five:error:badKey urn:one:listed urn:one:term-test urn:zero:a"; strings.Join(names, " ") != want {
		t.Errorf("names %s, want %s", names, want)
	}
	if !strings.Contains(string(got), "# o/registry abc of 2026-01-02, registry\n") {
		t.Errorf("no source in %s", got)
	}
	if err := os.RemoveAll(filepath.Join(dir, "o+registry")); err != nil {
		t.Fatal(err)
	}
	if _, err := run(filepath.Join(dir, "sources.csv"), dir, ""); err == nil {
		t.Error("a source that is not there is no error")
	}
	// What the file has stays, and its source need not be there.
	if again, err := run(filepath.Join(dir, "sources.csv"), dir, string(got)); err != nil || string(again) != string(got) {
		t.Errorf("again: %v, %s", err, again)
	}
}
