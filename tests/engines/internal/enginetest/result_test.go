package enginetest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// attributes is a test that keeps its attributes.
type attributes struct {
	ended
	all map[string]string
}

func (a *attributes) Attr(key, value string) { a.all[key] = value }

func TestReport(t *testing.T) {
	for _, c := range []struct {
		name   string
		end    func(*attributes)
		failed bool
		why    string
	}{
		{"exact", func(*attributes) {}, false, ""},
		{"missing", func(a *attributes) { Missing(a, "no\n", 8) }, true, "no 8"},
	} {
		a := &attributes{ended{TB: t}, map[string]string{}}
		r := Report(a, c.name)
		if want := map[string]string{"engine": c.name}; !maps.Equal(a.all, want) {
			t.Errorf("%s: at the start %v, want %v", c.name, a.all, want)
		}
		r.Version, r.Rows, r.Kills = "1.2\n", "3 rows", "1 worker"
		c.end(a)
		a.end()
		want := map[string]string{"engine": c.name, "version": "1.2", "rows": "3 rows", "kills": "1 worker"}
		if c.why != "" {
			want["why"] = c.why
		}
		if !maps.Equal(a.all, want) || a.Failed() != c.failed {
			t.Errorf("%s: %v, failed %v; want %v", c.name, a.all, a.Failed(), want)
		}
	}
}

// TestPage: a test reports each engine of the table of docs/engines.md.
func TestPage(t *testing.T) {
	files, err := filepath.Glob("../../*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(text)
	}
	rows := regexp.MustCompile(`(?m)^\| ([^|]*) \| v?[0-9]`).FindAllStringSubmatch(between(t, "docs/engines.md", "\n## How the engines were run\n", "\n## "), -1)
	if len(rows) < 11 {
		t.Errorf("the table has %d engines", len(rows))
	}
	for _, row := range rows {
		if !strings.Contains(tests.String(), `enginetest.Report(t, "`+row[1]+`")`) {
			t.Errorf("no test reports the engine %s", row[1])
		}
	}
}
