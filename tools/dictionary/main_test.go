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
o/text,abc,2026-01-03,specification,urn:two:
o/code,abc,2026-01-03,specification,urn:two:
o/a,abc,2026-01-04,use,urn:three: urn:two:
o/b,abc,2026-01-04,use,urn:three:
o/c,abc,2026-01-04,use,urn:three:
o/d,abc,2026-01-04,use,urn:three:
`)
	write("o+registry/a.xml", "<name>urn:one:listed</name> in 'urn:one:quoted' <value>urn:one:example</value>")
	write("o+registry/b.xml", `<type>string</type><registry id="errors"><type>badKey</type> <name>other</name> <type>no Name</type></registry><type>boolean</type>`)
	write("o+registry/a.jsonld", `{"sameAs": "urn:one:term-test", "type": "urn:one:other"}`)
	write("o+text/inbox/a.xml", "`urn:two:draft` `urn:two:draft` `urn:two:draft`")
	for _, name := range []string{"o+a/tests/a.c", "o+b/a/samples/a.c", "o+c/docs/a.c"} {
		write(name, `"urn:three:tested"`)
	}
	write("o+registry/a.txt", "<name>urn:one:text</name>")
	write("o+code/a.c", "A[] = // urn:two:both\nB[] = // urn:two:other urn:two:once")
	write("o+text/a.md", "`urn:two:twice` `urn:two:both` `urn:two:once` `urn:two:used` `urn:TWO:capitals`")
	write("o+text/b.md", "`urn:two:twice` `urn:two:capitals`")
	write("o+a/a.c", `"urn:two:used" "urn:three:all" "urn:three:some" "urn:three:others" "urn:three:al" "urn:three:Some"`)
	write("o+b/a.c", `"urn:three:all" "urn:three:some" "urn:three:others"`)
	write("o+c/a.c", `"urn:three:all" "urn:three:some" "urn:four:all"`)
	write("o+d/a.c", `"urn:three:all"`)
	got, err := run(filepath.Join(dir, "sources.csv"), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(got)) {
		if line[0] != '#' {
			names = append(names, strings.TrimSuffix(line, "\n"))
		}
	}
	if want := "urn:five:error:badKey urn:one:listed urn:one:term-test urn:three:all urn:three:some urn:two:both urn:two:capitals urn:two:twice urn:two:used"; strings.Join(names, " ") != want {
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

func TestIsMistake(t *testing.T) {
	uses := map[string]int{"urn:a:format": 9, "urn:a:fornat": 3, "urn:a:Format": 4, "urn:a:v1": 9, "urn:a:v2": 3}
	certain := map[string]bool{"urn:b:listed": true}
	for name, want := range map[string]bool{"urn:a:fornat": true, "urn:a:Format": false, "urn:a:v2": false, "urn:a:format": false, "urn:b:list": false, "urn:b:listd": true} {
		if got := isMistake(name, uses[name], uses, certain); got != want {
			t.Errorf("isMistake(%q) = %t", name, got)
		}
	}
}
