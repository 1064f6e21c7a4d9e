package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	results, err := read([]byte(`{"Engine":"B","Test":"TestOne","Outcome":"running"}
{"Engine":"B","Test":"TestOne","Version":"1","Rows":"7 rows","Kills":"1 worker","Outcome":"exact","Seconds":2}
{"Engine":"B","Test":"TestTwo","Outcome":"running"}
{"Engine":"B","Test":"TestTwo","Version":"1","Rows":"8 rows","Outcome":"exact","Seconds":2.6}
{"Engine":"B","Test":"TestTwo/2","Version":"2","Rows":"9 rows","Outcome":"exact","Seconds":1}
{"Engine":"C","Test":"TestC","Outcome":"skipped","Why":"no C: install it"}
{"Engine":"D","Test":"TestD","Version":"4","Outcome":"exact"}
{"Engine":"D","Test":"TestD2","Version":"4","Outcome":"failed"}
{"Engine":"D","Test":"TestD3","Version":"4","Outcome":"exact"}
{"Engine":"E","Test":"TestE","Version":"5","Rows":"1 row","Outcome":"exact"}
{"Engine":"E","Test":"TestE2","Version":"5","Outcome":"skipped","Why":"no disk"}
{"Engine":"F","Test":"TestF","Outcome":"running"}
{"Engine":"H","Test":"TestH","Outcome":"exact"}
`))
	if err != nil {
		t.Fatal(err)
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
	if _, err := read([]byte("x")); err == nil {
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
