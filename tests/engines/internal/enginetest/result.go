package enginetest

import (
	"fmt"
	"strings"
	"testing"
)

// Result is what a test has seen of an engine.
type Result struct {
	Version string
	Rows    string // how many, and of what
	Kills   string // the processes that were killed
}

// Report returns a result for the test to fill. engine is a name of the table of docs/engines.md.
// The engine and the result become attributes of the test. "go test -v" prints them, and the
// script run reads them.
func Report(t testing.TB, engine string) *Result {
	t.Helper()
	t.Attr("engine", engine)
	r := new(Result)
	t.Cleanup(func() {
		for key, value := range map[string]string{"version": r.Version, "rows": r.Rows, "kills": r.Kills} {
			t.Attr(key, strings.Join(strings.Fields(value), " "))
		}
	})
	return r
}

// Missing fails the test because its engine is absent.
func Missing(t testing.TB, why ...any) {
	t.Helper()
	t.Attr("why", strings.Join(strings.Fields(fmt.Sprint(why...)), " "))
	t.Fatal(why...)
}
