package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommitted wants the committed picture to be that of the committed table.
func TestCommitted(t *testing.T) {
	if err := run("../../docs/kafka.tsv", "", "../../docs/kafka.svg"); err != nil {
		t.Error(err)
	}
}

// TestFigures wants each processor time of the row count to be in the picture, and a
// picture of other figures to be refused.
func TestFigures(t *testing.T) {
	text, err := os.ReadFile("../../docs/kafka.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, column := range []string{"producer_cpu_us", "broker_cpu_us", "worker_cpu_us", "clickhouse_cpu_us", "postgres_cpu_us"} {
		rows["count/3"][column] = 7000.25 + float64(i)
	}
	svg, err := draw(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"7000.25", "7001.25", "7002.25", "7003.25", "7004.25"} {
		if !strings.Contains(string(svg), want+" µs for a name") {
			t.Errorf("the picture has no %s", want)
		}
	}
	name := filepath.Join(t.TempDir(), "other.svg")
	if err := os.WriteFile(name, svg, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run("../../docs/kafka.tsv", "", name); err == nil {
		t.Error("a picture of other figures is not refused")
	}
	if _, err := read("what\tcopies\nblocks\t1\t2\n"); err == nil {
		t.Error("a line with a column too many is not refused")
	}
	delete(rows, "single/3")
	if _, err := draw(rows); err == nil {
		t.Error("a table without single/3 is not refused")
	}
}
