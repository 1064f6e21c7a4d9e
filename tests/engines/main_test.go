package main

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	// A test is its name, its attributes and how it ended, if it did.
	var events, log strings.Builder
	for _, text := range []string{
		"TestOne engine=B version=1 rows=7+rows kills=1+worker pass=2", "TestTwo engine=B version=1 rows=8+rows pass=2.6",
		"TestTwo/2 engine=B version=2 rows=9+rows pass=1", "TestC engine=C why=no+C:+install+it skip=0", "TestD engine=D version=4 pass=0",
		"TestD2 engine=D version=4 fail=0", "TestD3 engine=D version=4 pass=0", "TestE engine=E version=5 rows=1+row pass=0",
		"TestE2 engine=E version=5 why=no+disk skip=0", "TestF engine=F", "TestH engine=H pass=0", "TestOther pass=9",
	} {
		fields := strings.Fields(text)
		for _, f := range fields[1:] {
			e := map[string]any{"Package": "p", "Test": fields[0], "Action": "attr"}
			key, value, _ := strings.Cut(strings.ReplaceAll(f, "+", " "), "=")
			if seconds, err := strconv.ParseFloat(value, 64); err == nil && strings.Contains("pass skip fail", key) {
				e["Action"], e["Elapsed"] = key, seconds
			} else {
				e["Key"], e["Value"] = key, value
			}
			if err := json.NewEncoder(&events).Encode(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	events.WriteString(`{"Action":"output","Package":"p","Output":"printed\n"}`)
	results, err := read(strings.NewReader(events.String()), &log)
	if err != nil || log.String() != "printed\n" {
		t.Fatalf("%v, %q", err, &log)
	}
	names := engines("# Engines\n\n## How the engines were run\n\n| engine | version |\n|---|---|\n| B | 1 |\n| B | 2 |\n| C | 2 |\n| D | 3 |\n| E | 4 |\n| F | 5 |\n| G | 6 |\n\n| other | x |\n|---|---|\n| Z | 1 |\n")
	const want = `ENGINE  VERSION  ROWS            KILLED    SECONDS  RESULT
B       1        7 rows; 8 rows  1 worker  5        exact
B       2        9 rows          -         1        exact
C       -        -               -         0        skipped: TestC: no C: install it
D       4        -               -         0        failed: TestD2
E       5        1 row           -         0        skipped: TestE2: no disk
F       -        -               -         0        failed: TestF
G       -        -               -         0        not run
H       -        -               -         0        exact
`
	if got := table(merge(results, names)); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	if _, err := read(strings.NewReader("x"), &log); err == nil {
		t.Error("reading x: no error")
	}
}

// TestPage wants the program to find the engines of the page.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ClickHouse", "ClickHouse, server", "Spark", "Kafka"} {
		if names := engines(string(page)); !slices.Contains(names, want) {
			t.Errorf("the page has %s, want %s, too", strings.Join(names, ", "), want)
		}
	}
}
