package enginetest

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
)

// ResultsVariable names the variable of the environment that names a file for results.
const ResultsVariable = "URN_ENGINES_RESULTS"

// RequiredVariable names the variable of the environment with which a test whose engine
// is absent fails.
const RequiredVariable = "URN_ENGINES_REQUIRED"

// Outcomes of a test. Running remains if the test's process ended before the test.
const (
	Exact   = "exact"
	Failed  = "failed"
	Skipped = "skipped"
	Running = "running"
)

// Result is what a test has seen of an engine. The test sets Version, Rows and Kills.
type Result struct {
	Engine  string // as the table of docs/engines.md names it
	Test    string
	Version string
	Rows    string // how many, and of what
	Kills   string // the processes that were killed
	Outcome string
	Why     string // its engine is absent
	Seconds float64
}

// reasons has why the engine of a test is absent.
var reasons sync.Map // testing.TB: string

// Report returns a result for the test to fill. It is appended to the file that
// ResultsVariable names, now and when the test has ended with its cleanup.
func Report(t testing.TB, engine string) *Result {
	t.Helper()
	began := time.Now()
	r := &Result{Engine: engine, Test: t.Name(), Outcome: Running}
	r.write(t)
	t.Cleanup(func() {
		r.Outcome = Exact
		if why, ok := reasons.LoadAndDelete(t); ok {
			r.Why = why.(string)
		}
		switch {
		case t.Failed():
			r.Outcome = Failed
		case t.Skipped():
			r.Outcome = Skipped
		}
		r.Seconds = time.Since(began).Seconds()
		r.write(t)
	})
	return r
}

// Skip skips the test because its engine is absent.
func Skip(t testing.TB, why ...any) {
	t.Helper()
	reasons.Store(t, fmt.Sprint(why...))
	if os.Getenv(RequiredVariable) != "" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

func (r *Result) write(t testing.TB) {
	t.Helper()
	name := os.Getenv(ResultsVariable)
	if name == "" {
		return
	}
	line, err := json.Marshal(r)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			_, err = f.Write(append(line, '\n'))
			f.Close()
		}
	}
	if err != nil {
		t.Errorf("the result of %s is lost: %v", r.Engine, err)
	}
}
