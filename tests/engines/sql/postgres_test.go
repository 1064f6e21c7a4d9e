package sql

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/rfc2141"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/postgres"
)

func name(i int) urn.URN {
	return urn.MustParse(fmt.Sprintf("URN:Example:it's-%d%%c3%%a9?+r?=q#f", i))
}

// TestPostgres is one test, because it takes seconds to start a server.
func TestPostgres(t *testing.T) {
	result := enginetest.Report(t, "PostgreSQL")
	s := postgres.Start(t)
	ctx := t.Context()
	c, err := pgx.Connect(ctx, s.URL)
	enginetest.Must(t, err)
	t.Cleanup(func() { c.Close(context.Background()) })
	enginetest.Must(t, c.QueryRow(ctx, "SHOW server_version").Scan(&result.Version))
	result.Rows = fmt.Sprintf("%d rows", million())

	t.Run("columns", func(t *testing.T) { testPgxColumns(t, c) })
	t.Run("modes", func(t *testing.T) { testPgxModes(t, c) })
	t.Run("arrays", func(t *testing.T) { testPgxArrays(t, c) })
	t.Run("buffers", func(t *testing.T) { testPgxBuffers(t, c) })
	t.Run("unique", func(t *testing.T) { testPgxUnique(t, c) })
	t.Run("order", func(t *testing.T) { testPgxOrder(t, c) })
	t.Run("json", func(t *testing.T) { testPgxJSON(t, c) })
	t.Run("copy", func(t *testing.T) { testPgxCopy(t, c) })
	t.Run("program", func(t *testing.T) { testProgram(t, c, s) })
	t.Run("database_sql", func(t *testing.T) {
		db, err := sql.Open("pgx", s.URL)
		enginetest.Must(t, err)
		defer db.Close()
		testDatabase(t, db, dialect{"$1", "$2", "text"})
		testAnyDatabase(t, db)
	})
	t.Run("example", func(t *testing.T) {
		t.Setenv("DATABASE_URL", s.URL)
		const want = "urn:isbn:0-395-36341-1 twice: true\nurn:isbn:0-395-36341-1\n"
		if got := printed(t, Example_pgx); got != want {
			t.Errorf("the example prints %q, want %q", got, want)
		}
	})
}

func testPgxColumns(t *testing.T, c *pgx.Conn) {
	ctx := t.Context()
	_, err := c.Exec(ctx, "CREATE TABLE columns (n int, a text, b varchar(100))")
	enginetest.Must(t, err)
	u := name(1)
	for i, v := range []any{u, &u, urn.URN{}, (*urn.URN)(nil), sql.Null[urn.URN]{}, sql.Null[urn.URN]{V: u, Valid: true}} {
		_, err := c.Exec(ctx, "INSERT INTO columns VALUES ($1, $2, $3)", i, v, v)
		if err != nil {
			t.Errorf("insert %T: %v", v, err)
		}
	}
	wantNull := []bool{false, false, true, true, true, false}
	rows, err := c.Query(ctx, "SELECT n, a, a, b, a FROM columns ORDER BY n")
	enginetest.Must(t, err)
	defer rows.Close()
	seen := 0
	for ; rows.Next(); seen++ {
		v := name(99) // must be overwritten by NULL as well
		var n int
		var p *urn.URN
		var null sql.Null[urn.URN]
		var text *string
		enginetest.Must(t, rows.Scan(&n, &v, &p, &null, &text))
		if wantNull[n] != (text == nil) || wantNull[n] != (p == nil) || wantNull[n] == null.Valid || wantNull[n] != v.IsZero() {
			t.Errorf("row %d: %v, %v, %v, %v; want NULL: %v", n, v, p, null, text, wantNull[n])
		}
		if !wantNull[n] && (*text != u.String() || v != u || *p != u || null.V != u) {
			t.Errorf("row %d: %v, %v, %v, %q; want %v", n, v, *p, null.V, *text, u)
		}
	}
	enginetest.Must(t, rows.Err())
	if seen != len(wantNull) {
		t.Errorf("%d rows, want %d", seen, len(wantNull))
	}

	// A value that is not a URN is an error, which says why and where.
	var v urn.URN
	err = c.QueryRow(ctx, "SELECT 'urn:x:1'").Scan(&v)
	if !errors.Is(err, urn.BadNID) {
		t.Errorf("scanning urn:x:1: %v, want the reason %v", err, urn.BadNID)
	}
	if err := c.QueryRow(ctx, "SELECT 7").Scan(&v); !errors.Is(err, urn.NotText) {
		t.Errorf("scanning a number: %v, want the reason %v", err, urn.NotText)
	}
	if err := c.QueryRow(ctx, "SELECT ''").Scan(&v); err != nil || !v.IsZero() {
		t.Errorf("scanning an empty string: %v, %v, want the zero URN", v, err)
	}

	// A name of RFC 2141 that RFC 8141 reads as another keeps its syntax in
	// a column only through the type for it.
	old := urn.RFC2141.MustParse("urn:example:a?=b")
	if _, err := c.Exec(ctx, "INSERT INTO columns (a) VALUES ($1)", old); !errors.Is(err, urn.OtherSyntax) {
		t.Errorf("inserting a name of RFC 2141: %v, want the reason %v", err, urn.OtherSyntax)
	}
	var back rfc2141.URN
	enginetest.Must(t, c.QueryRow(ctx, "SELECT $1::text", rfc2141.URN(old)).Scan(&back))
	if back.URN() != old {
		t.Errorf("as RFC2141URN: %#v, want %#v", back.URN(), old)
	}
}

// testPgxModes repeats a query in every mode in which pgx sends arguments.
func testPgxModes(t *testing.T, c *pgx.Conn) {
	for _, mode := range []pgx.QueryExecMode{
		pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec,
		pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol,
	} {
		for _, u := range []urn.URN{name(1), {}} {
			var got urn.URN
			if err := c.QueryRow(t.Context(), "SELECT $1::text", mode, u).Scan(&got); err != nil || got != u {
				t.Errorf("%v: %v, %v, want %v", mode, got, err, u)
			}
		}
	}
}

func testPgxArrays(t *testing.T, c *pgx.Conn) {
	ctx := t.Context()
	a, b := name(1), name(2)
	var got []urn.URN
	enginetest.Must(t, c.QueryRow(ctx, "SELECT $1::text[]", []urn.URN{a, {}, b}).Scan(&got))
	if want := []urn.URN{a, {}, b}; !slices.Equal(got, want) {
		t.Errorf("array: %v, want %v", got, want)
	}
	var nulls int
	var pointers []*urn.URN
	enginetest.Must(t, c.QueryRow(ctx, "SELECT cardinality(array_positions($1::text[], NULL)), $1", []urn.URN{a, {}, b}).Scan(&nulls, &pointers))
	if nulls != 1 || len(pointers) != 3 || *pointers[0] != a || pointers[1] != nil || *pointers[2] != b {
		t.Errorf("array with NULL: %d NULLs, %v", nulls, pointers)
	}
	enginetest.Must(t, c.QueryRow(ctx, "SELECT NULL::text[]").Scan(&got))
	if got != nil {
		t.Errorf("NULL array: %v, want nil", got)
	}
	enginetest.Must(t, c.QueryRow(ctx, "SELECT '{}'::text[]").Scan(&got))
	if got == nil || len(got) != 0 {
		t.Errorf("empty array: %#v", got)
	}
	_, err := c.Exec(ctx, "CREATE TABLE lists (n int PRIMARY KEY, names text[])")
	enginetest.Must(t, err)
	_, err = c.Exec(ctx, "INSERT INTO lists VALUES (1, $1), (2, $2)", []urn.URN{a, b}, []urn.URN{b})
	enginetest.Must(t, err)
	for _, q := range []struct {
		sql  string
		arg  any
		want []int32
	}{
		{"SELECT n FROM lists WHERE $1 = ANY(names) ORDER BY n", b, []int32{1, 2}},
		{"SELECT n FROM lists WHERE names[1] = ANY($1) ORDER BY n", []urn.URN{a, name(3)}, []int32{1}},
		{"SELECT n FROM lists WHERE names @> $1 ORDER BY n", []urn.URN{a}, []int32{1}},
		{"SELECT n FROM lists WHERE names[1] = ANY($1) ORDER BY n", []urn.URN{}, nil},
	} {
		rows, err := c.Query(ctx, q.sql, q.arg)
		enginetest.Must(t, err)
		got, err := pgx.CollectRows(rows, pgx.RowTo[int32])
		if err != nil || !slices.Equal(got, q.want) {
			t.Errorf("%s: %v, %v, want %v", q.sql, got, err, q.want)
		}
	}
}

// testPgxBuffers reads more rows than fit into the connection's buffer, and looks
// at all URNs afterwards: none may share the buffer.
func testPgxBuffers(t *testing.T, c *pgx.Conn) {
	const n = 50_000
	rows, err := c.Query(t.Context(), "SELECT 'urn:example:' || i, 'URN:EXAMPLE:' || i FROM generate_series(0, $1::int - 1) i", n)
	enginetest.Must(t, err)
	type pair struct{ A, B urn.URN }
	got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pair])
	enginetest.Must(t, err)
	if len(got) != n {
		t.Fatalf("%d rows, want %d", len(got), n)
	}
	for i, p := range got {
		if a, b := fmt.Sprintf("urn:example:%d", i), fmt.Sprintf("URN:EXAMPLE:%d", i); p.A.String() != a || p.B.String() != b {
			t.Fatalf("row %d: %v, %v", i, p.A, p.B)
		}
	}
}

func testPgxUnique(t *testing.T, c *pgx.Conn) {
	ctx := t.Context()
	_, err := c.Exec(ctx, `CREATE TABLE uniques (key text COLLATE "C" PRIMARY KEY, name text NOT NULL)`)
	enginetest.Must(t, err)
	insert := func(s string) error {
		u := urn.MustParse(s)
		_, err := c.Exec(ctx, "INSERT INTO uniques VALUES ($1, $2)", u.Key(), u)
		return err
	}
	const unique = "23505"
	enginetest.Must(t, insert("urn:example:a%c3%a9?+r#f"))
	enginetest.Must(t, insert("urn:example:A%c3%a9"))
	for _, s := range []string{"URN:EXAMPLE:a%C3%A9", "urn:example:a%C3%a9?=q"} {
		var e *pgconn.PgError
		if err := insert(s); !errors.As(err, &e) || e.Code != unique {
			t.Errorf("%s, which is equivalent: %v, want an error %s", s, err, unique)
		}
	}
	// An entry of a B-tree has a third of a page, 2,704 bytes, after compression.
	random := sha256.Sum256([]byte("urn"))
	var long strings.Builder
	for long.Len() < 6000 {
		random = sha256.Sum256(random[:])
		fmt.Fprintf(&long, "%x", random)
	}
	var e *pgconn.PgError
	if err := insert("urn:example:" + long.String()); !errors.As(err, &e) || e.Code != "54000" {
		t.Errorf("a key of 6,012 bytes: %v, want error 54000: index row size exceeds btree maximum", err)
	}
	// An index on a hash has no such limit. The cast reads backslashes as escapes;
	// a key contains none.
	_, err = c.Exec(ctx, `CREATE TABLE hashed (key text NOT NULL, name text NOT NULL); CREATE UNIQUE INDEX ON hashed (sha256(key::bytea))`)
	enginetest.Must(t, err)
	for _, want := range []string{"", unique} {
		u := urn.MustParse("urn:example:" + long.String())
		_, err := c.Exec(ctx, "INSERT INTO hashed VALUES ($1, $2)", u.Key(), u)
		if want == "" && err != nil || want != "" && (!errors.As(err, &e) || e.Code != want) {
			t.Errorf("a key of 6,012 bytes under the hash: %v, want %q", err, want)
		}
	}
}

// testPgxOrder compares the order of keys in the database with the library's.
func testPgxOrder(t *testing.T, c *pgx.Conn) {
	ctx := t.Context()
	var all []urn.URN
	for _, s := range []string{"urn:example:a", "urn:example:B", "urn:example:a-b", "urn:example:a/b", "urn:example:%C3%A9", "urn:aa:z", "urn:zz:a", "urn:example:a:b", "urn:example:ab", "urn:example:(a)"} {
		all = append(all, urn.MustParse(s))
	}
	slices.SortFunc(all, urn.URN.Compare)
	shuffled := slices.Clone(all)
	slices.Reverse(shuffled)
	rows, err := c.Query(ctx, `SELECT u FROM unnest($1::text[]) u ORDER BY u COLLATE "C"`, shuffled)
	enginetest.Must(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[urn.URN])
	enginetest.Must(t, err)
	if !slices.Equal(got, all) {
		t.Errorf("order is %v, want %v", got, all)
	}
}

func testPgxJSON(t *testing.T, c *pgx.Conn) {
	type document struct {
		Name urn.URN            `json:"name"`
		Keys map[urn.URN]int    `json:"keys"`
		None *urn.URN           `json:"none"`
		Old  rfc2141.URN        `json:"old"`
		List []sql.Null[string] `json:"-"`
	}
	want := document{Name: name(1), Keys: map[urn.URN]int{name(2): 2}, Old: rfc2141.URN(urn.RFC2141.MustParse("urn:example:a?=b"))}
	var got document
	enginetest.Must(t, c.QueryRow(t.Context(), "SELECT $1::jsonb", want).Scan(&got))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("jsonb: %+v, want %+v", got, want)
	}
}

func million() int {
	if testing.Short() {
		return 100_000
	}
	return 1_000_000
}

// testPgxCopy copies a million URNs into a table whose unique index is built then.
func testPgxCopy(t *testing.T, c *pgx.Conn) {
	ctx := t.Context()
	_, err := c.Exec(ctx, `CREATE TABLE bulk (n int, name text, key text COLLATE "C")`)
	enginetest.Must(t, err)
	n := million()
	began := time.Now()
	copied, err := c.CopyFrom(ctx, pgx.Identifier{"bulk"}, []string{"n", "name", "key"}, pgx.CopyFromSlice(n, func(i int) ([]any, error) {
		u := name(i)
		if i%10 == 9 {
			return []any{i, urn.URN{}, nil}, nil
		}
		return []any{i, u, u.Key()}, nil
	}))
	enginetest.Must(t, err)
	t.Logf("COPY of %d rows: %v", n, time.Since(began).Round(time.Millisecond))
	if copied != int64(n) {
		t.Errorf("%d rows were copied, want %d", copied, n)
	}
	_, err = c.Exec(ctx, "CREATE UNIQUE INDEX ON bulk (key)")
	enginetest.Must(t, err)
	rows, err := c.Query(ctx, "SELECT n, name, key FROM bulk ORDER BY n")
	enginetest.Must(t, err)
	var k int
	var u urn.URN
	var key *string
	seen := 0
	_, err = pgx.ForEachRow(rows, []any{&k, &u, &key}, func() error {
		want := name(k)
		switch {
		case k != seen:
			return fmt.Errorf("row %d is %d", seen, k)
		case k%10 == 9:
			if !u.IsZero() || key != nil {
				return fmt.Errorf("row %d has %v, %v, want NULL", k, u, *key)
			}
		case u != want || key == nil || *key != want.Key():
			return fmt.Errorf("row %d has %v, want %v", k, u, want)
		}
		seen++
		return nil
	})
	enginetest.Must(t, err)
	if seen != n {
		t.Errorf("%d rows, want %d", seen, n)
	}
}

// testProgram has the server run the command over lines, as docs/engines.md
// says.
func testProgram(t *testing.T, c *pgx.Conn, s postgres.Server) {
	ctx := t.Context()
	command := filepath.Join(s.Dir, "urn")
	enginetest.Must(t, os.Rename(enginetest.Build(t, "cmd/urn"), command))
	enginetest.Must(t, os.Chmod(command, 0o755))
	lines := filepath.Join(s.Dir, "names.txt")
	enginetest.Must(t, os.WriteFile(lines, []byte("URN:Example:a\nx\nurn:example:it's\n\n\\N\nurn:isbn:0395363411?=q\n"), 0o644))
	_, err := c.Exec(ctx, "CREATE TABLE keys (n serial, key text)")
	enginetest.Must(t, err)
	_, err = c.Exec(ctx, "COPY keys (key) FROM PROGRAM '"+command+" map --to key "+lines+"'")
	enginetest.Must(t, err)
	rows, err := c.Query(ctx, "SELECT coalesce(key, 'is null') FROM keys ORDER BY n")
	enginetest.Must(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	enginetest.Must(t, err)
	if want := []string{"urn:example:a", "is null", "urn:example:it's", "is null", "is null", "urn:isbn:0395363411"}; !slices.Equal(got, want) {
		t.Errorf("keys are %q, want %q", got, want)
	}
}

// testAnyDatabase uses arrays through database/sql, which pgx takes as they are.
func testAnyDatabase(t *testing.T, db *sql.DB) {
	ctx := t.Context()
	var n int
	names := []urn.URN{name(1), name(2)}
	enginetest.Must(t, db.QueryRowContext(ctx, "SELECT count(*) FROM generate_series(1, 3) i WHERE 'URN:Example:it''s-' || i || '%c3%a9?+r?=q#f' = ANY($1)", names).Scan(&n))
	if n != 2 {
		t.Errorf("= ANY through database/sql: %d, want 2", n)
	}
}
