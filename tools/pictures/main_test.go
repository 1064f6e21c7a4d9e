package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFigures wants the figures of the tables in the pictures.
func TestFigures(t *testing.T) {
	for _, p := range pictures {
		text, err := os.ReadFile(filepath.Join("../../docs", p.table))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := read(string(text))
		if err != nil {
			t.Fatal(p.table, err)
		}
		before, err := p.draw(rows)
		if err != nil {
			t.Fatal(p.table, err)
		}
		if strings.Contains(string(before), "!") {
			t.Errorf("%s has a fault of formatting:\n%s", p.picture, before)
		}
		// Each figure that the picture shows, changed, changes it.
		changed := 0
		for _, r := range rows {
			for column, old := range r {
				if !strings.HasSuffix(column, "cpu_us") && column != "ns" && column != "wall s" {
					continue
				}
				r[column] = "7000.25"
				after, err := p.draw(rows)
				if err != nil {
					t.Fatal(p.table, err)
				}
				if string(after) != string(before) {
					changed++
				}
				r[column] = old
			}
		}
		if want := map[string]int{"kafka.svg": 5, "scaling.svg": 24, "speed.svg": 6, "peers-programs.svg": 28}[p.picture]; changed != want {
			t.Errorf("%d figures are in %s, want %d", changed, p.picture, want)
		}
		if _, err := p.draw(nil); err == nil && p.picture != "scaling.svg" {
			t.Errorf("%s is drawn from nothing", p.picture)
		}
	}
	if _, err := read("what\tcopies\nblocks\t1\t2\n"); err == nil {
		t.Error("a line with a column too many is not refused")
	}
}

// TestVerify: a picture of other figures is refused.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../docs")); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err != nil {
		t.Error(err)
	}
	name := filepath.Join(dir, "scaling.svg")
	if err := os.WriteFile(name, []byte("<svg/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, true); err == nil {
		t.Error("another picture is not refused")
	}
}
