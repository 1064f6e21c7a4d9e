// Package clickhouse starts ClickHouse for tests, in a process of its own, as the npm
// package chdb has it.
package clickhouse

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// Session is an engine that runs one statement at a time.
type Session struct {
	*enginetest.Session
	Version string
}

// Start starts an engine with the settings of config.xml in dir, if there is one. Its
// tables are in the folder data. Start skips the test if there is no ClickHouse.
func Start(t testing.TB, dir string) Session {
	t.Helper()
	chdb := os.Getenv("CHDB")
	if chdb == "" {
		chdb = filepath.Join(enginetest.Root(), "bin/engines/node_modules/chdb")
	}
	chdb, err := filepath.Abs(chdb)
	enginetest.Must(t, err)
	if _, err := os.Stat(chdb); err != nil {
		enginetest.Missing(t, "no ClickHouse: install it with \"make engines-install\", or set CHDB to the folder of the package")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		enginetest.Missing(t, "no node, which runs the package chdb")
	}
	cmd := exec.Command(node, filepath.Join(enginetest.Root(), "tests/engines/internal/clickhouse/driver.js"), chdb, filepath.Join(dir, "data"))
	cmd.Dir = dir
	s := Session{Session: enginetest.StartSession(t, cmd)}
	rows, err := s.Query("SELECT version()")
	enginetest.Must(t, err)
	s.Version = fmt.Sprint(rows[0][0])
	return s
}

// Query runs a statement and returns its rows. Numbers are json.Number.
func (s Session) Query(statement string) ([][]any, error) { return s.Ask(statement) }
