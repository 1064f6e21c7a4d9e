package enginetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	t.Setenv(ResultsVariable, file)
	t.Setenv(RequiredVariable, "")
	results := func() (all []Result) {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var r Result
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			r.Seconds = 0
			all = append(all, r)
		}
		return all
	}
	var want []Result
	for _, c := range []struct {
		name string
		end  func(*ended)
		want Result
	}{
		{"exact", func(*ended) {}, Result{Outcome: Exact}},
		{"failed", func(e *ended) { e.failed.Store(true) }, Result{Outcome: Failed}},
		{"skipped", func(e *ended) { Skip(e, "no ", 7) }, Result{Outcome: Skipped, Why: "no 7"}},
		{"failed in a cleanup", func(e *ended) { e.Cleanup(func() { e.failed.Store(true) }) }, Result{Outcome: Failed}},
		{"required", func(e *ended) { t.Setenv(RequiredVariable, "1"); Skip(e, "no 8") }, Result{Outcome: Failed, Why: "no 8"}},
	} {
		e := &ended{TB: t}
		r := Report(e, c.name)
		want = append(want, Result{Engine: c.name, Test: "TestReport", Outcome: Running})
		if got := results(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: at the start %+v, want %+v", c.name, got, want)
		}
		r.Version, r.Rows, r.Kills = "1.2", "3 rows", "1 worker"
		c.end(e)
		e.end()
		c.want.Engine, c.want.Test, c.want.Version, c.want.Rows, c.want.Kills = c.name, "TestReport", "1.2", "3 rows", "1 worker"
		want = append(want, c.want)
		if got := results(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}
