// Package duckdb tests urn-sql, the command of integrations/duckdb: DuckDB with functions
// for URNs.
package duckdb

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// TestMillion asks for the key of each row of a Parquet file, and compares it with the
// library's result.
func TestMillion(t *testing.T) {
	result := enginetest.Report(t, "DuckDB")
	if _, err := exec.LookPath("g++"); err != nil {
		enginetest.Missing(t, "no C++, which links DuckDB: install it with \"apt-get install g++\"")
	}
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	command := enginetest.Build(t, "integrations/duckdb/cmd/urn-sql")
	dir := t.TempDir()
	sql := func(flag, statement string) string {
		t.Helper()
		cmd := exec.Command(command, flag, statement)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", statement, err, out)
		}
		_, row, _ := strings.Cut(string(out), "\n") // after the header
		return strings.TrimSpace(row)
	}
	result.Version = sql("--csv", "SELECT version()")

	f, err := os.Create(filepath.Join(dir, "names.json"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	urns := 0
	for i := range n {
		row := map[string]any{"n": i}
		value, key, ok := enginetest.Row(i)
		row["id"] = value
		if ok {
			urns++
			row["want"] = key
		}
		if err := lines.Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	sql("--output=names.parquet", "FROM read_json('names.json', columns = {n: 'BIGINT', id: 'VARCHAR', want: 'VARCHAR'})")
	got := sql("--csv", "SELECT count(*), count(key), count(*) FILTER (key IS DISTINCT FROM want), sum(n) FROM (SELECT *, urn_key(id) AS key FROM 'names.parquet')")
	if want := fmt.Sprintf("%d,%d,0,%d", n, urns, n*(n-1)/2); got != want {
		t.Errorf("rows, keys, different keys, sum are %s, want %s", got, want)
	}
	result.Rows = fmt.Sprintf("%d rows", n)
}
