package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.log"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	got := expand([]string{at("*.txt"), "-", "urn:example:*", at("?.log"), at("none*"), at("a.txt")})
	want := []string{at("a.txt"), at("b.txt"), "-", "urn:example:*", at("c.log"), at("none*"), at("a.txt")}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
