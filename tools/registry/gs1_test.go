package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGS1List(t *testing.T) {
	bits := "static const uint64_t x[] = {\n\t0b" + "1" + strings.Repeat("0", 62) + "1,\n\t0b" + strings.Repeat("0", 63) + "1,\n};\nUNIT_TEST"
	for name, want := range map[string][]string{"iso3166": {"000", "063", "127"}, "iso3166alpha2": {"AA", "CL", "EX"}} {
		if got := gs1List(name, bits); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	src := "{ \"1A\", \"200\",\n\"ZZ\" };\nUNIT_TEST_FAIL(f, \"0\", X)"
	if got, want := gs1List("packagetype", src), []string{"1A", "200", "ZZ"}; !slices.Equal(got, want) {
		t.Errorf("packagetype: %q, want %q", got, want)
	}
}

func TestGS1NeedsWhole(t *testing.T) {
	dir := t.TempDir()
	if _, err := convertGS1(dir, "2026"); err == nil || !strings.Contains(err.Error(), "-date") {
		t.Errorf("without a date: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "gs1-syntax-dictionary.txt"), []byte("# no entry\n00 *? N18 # SSCC\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := convertGS1(dir, "2026-07-27"); err == nil || !strings.Contains(err.Error(), "no dictionary") {
		t.Errorf("a dictionary of one entry: %v", err)
	}
}
