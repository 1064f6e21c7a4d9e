package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

const committed = "../../internal/octet/table.go"

// TestChangedGrammar: a grammar with another octet gives another table.
func TestChangedGrammar(t *testing.T) {
	testhelp.Watch(t, "../../testdata")
	dir := t.TempDir()
	files, err := filepath.Glob("../../testdata/abnf/*.abnf")
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		if strings.HasSuffix(f, "rfc8141.abnf") {
			if changed = strings.Replace(changed, `/ "_" / "~"`, `/ "_" / "~" / "^"`, 1); changed == string(text) {
				t.Fatal("nothing to change")
			}
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f)), []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir, "", committed); err == nil || !strings.Contains(err.Error(), "make generate") {
		t.Errorf("verify of a changed grammar: %v", err)
	}
	text, err := table(dir)
	if err != nil || !strings.Contains(string(text), "'^':  PChar | NSSChar | FragChar | Name,") {
		t.Errorf("the table of a changed grammar has another entry for '^': %v", err)
	}
}
