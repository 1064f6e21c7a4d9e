// Package sql tests URNs in SQL databases: PostgreSQL, through pgx and through
// database/sql, and SQLite.
package sql

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	_ "modernc.org/sqlite"
)

// dialect is how a database writes what the tests need.
type dialect struct{ arg1, arg2, text string }

// testDatabase tests what database/sql has for all databases.
func testDatabase(t *testing.T, db *sql.DB, d dialect) {
	ctx := t.Context()
	exec := func(query string, args ...any) error {
		_, err := db.ExecContext(ctx, query, args...)
		return err
	}
	enginetest.Must(t, exec("CREATE TABLE names (n integer PRIMARY KEY, key "+d.text+" UNIQUE, name "+d.text+")"))
	u := name(1)
	for i, v := range []any{u, &u, urn.URN{}, (*urn.URN)(nil), sql.Null[urn.URN]{}, sql.Null[urn.URN]{V: u, Valid: true}, ""} {
		if err := exec(fmt.Sprintf("INSERT INTO names (n, name) VALUES (%d, %s)", i, d.arg1), v); err != nil {
			t.Errorf("insert %T: %v", v, err)
		}
	}
	wantNull := []bool{false, false, true, true, true, false, false}
	rows, err := db.QueryContext(ctx, "SELECT n, name, name, name, name FROM names ORDER BY n")
	enginetest.Must(t, err)
	seen := 0
	for ; rows.Next(); seen++ {
		v := name(99)
		var n int
		var p *urn.URN
		var null sql.Null[urn.URN]
		var text *string
		enginetest.Must(t, rows.Scan(&n, &v, &p, &null, &text))
		if wantNull[n] != (text == nil) || wantNull[n] != (p == nil) || wantNull[n] == null.Valid {
			t.Errorf("row %d: %v, %v, %v, %v; want NULL: %v", n, v, p, null, text, wantNull[n])
			continue
		}
		want := u
		if wantNull[n] || *text == "" {
			want = urn.URN{}
		}
		if v != want || !wantNull[n] && (*p != want || null.V != want || *text != want.String()) {
			t.Errorf("row %d: %v, %v, %v, want %v", n, v, p, null, want)
		}
	}
	enginetest.Must(t, rows.Err())
	rows.Close()
	if seen != len(wantNull) {
		t.Errorf("%d rows, want %d", seen, len(wantNull))
	}
	// Equivalent names collide under the unique index. NULLs do not.
	insert := func(n int, s string) error {
		u := urn.MustParse(s)
		return exec(fmt.Sprintf("INSERT INTO names (n, key, name) VALUES (%d, %s, %s)", n, d.arg1, d.arg2), u.Key(), u)
	}
	enginetest.Must(t, insert(100, "urn:example:a?+r#f"))
	enginetest.Must(t, insert(101, "urn:example:A"))
	if err := insert(102, "URN:EXAMPLE:a?=q"); err == nil || !strings.Contains(strings.ToLower(err.Error()), "unique") {
		t.Errorf("an equivalent name: %v, want an error of the unique index", err)
	}
	var v urn.URN
	if err := db.QueryRowContext(ctx, "SELECT 'urn:x:1'").Scan(&v); !errors.Is(err, urn.BadNID) {
		t.Errorf("scanning urn:x:1: %v, want the reason %v", err, urn.BadNID)
	}
	if err := db.QueryRowContext(ctx, "SELECT 7").Scan(&v); !errors.Is(err, urn.NotText) {
		t.Errorf("scanning a number: %v, want the reason %v", err, urn.NotText)
	}
	if err := insert(103, "urn:example:b"); err != nil {
		t.Error(err)
	}
	old := urn.RFC2141.MustParse("urn:example:a?=b")
	if err := exec("INSERT INTO names (n, name) VALUES (200, "+d.arg1+")", old); !errors.Is(err, urn.OtherSyntax) {
		t.Errorf("inserting a name of RFC 2141: %v, want the reason %v", err, urn.OtherSyntax)
	}
	testReuse(t, db)
}

// testReuse reads many rows through sql.RawBytes, whose memory the driver uses
// again for the next row, and keeps the URNs that it parses. A URN must not share it.
func testReuse(t *testing.T, db *sql.DB) {
	const n = 20_000
	rows, err := db.QueryContext(t.Context(), fmt.Sprintf("WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < %d) SELECT 'urn:example:' || i, 'URN:EXAMPLE:' || i FROM r", n-1))
	enginetest.Must(t, err)
	defer rows.Close()
	var parsed, scanned []urn.URN
	for rows.Next() {
		var raw sql.RawBytes
		var v urn.URN
		enginetest.Must(t, rows.Scan(&raw, &v))
		u, err := urn.RFC8141.ParseBytes(raw)
		enginetest.Must(t, err)
		parsed, scanned = append(parsed, u), append(scanned, v)
		for i := range raw { // as a driver may
			raw[i] = '?'
		}
	}
	enginetest.Must(t, rows.Err())
	if len(parsed) != n {
		t.Fatalf("%d rows, want %d", len(parsed), n)
	}
	for i := range parsed {
		if a, b := fmt.Sprintf("urn:example:%d", i), fmt.Sprintf("URN:EXAMPLE:%d", i); parsed[i].String() != a || scanned[i].String() != b {
			t.Fatalf("row %d: %v, %v", i, parsed[i], scanned[i])
		}
	}
}

func TestSQLite(t *testing.T) {
	result := enginetest.Report(t, "SQLite")
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	enginetest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	ctx := t.Context()
	enginetest.Must(t, db.QueryRow("SELECT sqlite_version()").Scan(&result.Version))
	testDatabase(t, db, dialect{"?", "?", "text"})

	// A list of names is a JSON array here.
	names, err := jsonOf([]urn.URN{urn.MustParse("urn:example:A"), urn.MustParse("urn:example:c")})
	enginetest.Must(t, err)
	var v urn.URN
	enginetest.Must(t, db.QueryRow("SELECT name FROM names WHERE key IN (SELECT value FROM json_each(?))", names).Scan(&v))
	if v.String() != "urn:example:A" {
		t.Errorf("json_each: %v", v)
	}

	// A million rows in one transaction, in the order of a unique index.
	_, err = db.Exec("CREATE TABLE bulk (n integer PRIMARY KEY, name text, key text UNIQUE)")
	enginetest.Must(t, err)
	n := million()
	began := time.Now()
	tx, err := db.BeginTx(ctx, nil)
	enginetest.Must(t, err)
	defer tx.Rollback()
	insert, err := tx.PrepareContext(ctx, "INSERT INTO bulk VALUES (?, ?, ?)")
	enginetest.Must(t, err)
	for i := range n {
		u := name(i)
		key := any(u.Key())
		if i%10 == 9 {
			u, key = urn.URN{}, nil
		}
		if _, err := insert.ExecContext(ctx, i, u, key); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
	}
	enginetest.Must(t, tx.Commit())
	t.Logf("insert of %d rows: %v", n, time.Since(began).Round(time.Millisecond))
	rows, err := db.QueryContext(ctx, "SELECT n, name FROM bulk ORDER BY n")
	enginetest.Must(t, err)
	defer rows.Close()
	seen := 0
	for ; rows.Next(); seen++ {
		var k int
		enginetest.Must(t, rows.Scan(&k, &v))
		want := name(seen)
		if seen%10 == 9 {
			want = urn.URN{}
		}
		if k != seen || v != want {
			t.Fatalf("row %d is %d, %v, want %v", seen, k, v, want)
		}
	}
	enginetest.Must(t, rows.Err())
	if seen != n {
		t.Errorf("%d rows, want %d", seen, n)
	}
	result.Rows = fmt.Sprintf("%d rows", seen)
}

// printed returns what f prints.
func printed(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	enginetest.Must(t, err)
	stdout := os.Stdout
	os.Stdout = w
	f()
	os.Stdout = stdout
	w.Close()
	text, err := io.ReadAll(r)
	enginetest.Must(t, err)
	return string(text)
}
