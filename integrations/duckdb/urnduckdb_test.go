package urnduckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

func open(t testing.TB, o Options) *sql.DB {
	t.Helper()
	c, err := duckdb.NewConnector("?autoinstall_known_extensions=false&autoload_known_extensions=false", o.Init)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(c)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// one returns the first value of the only row, as text; nil is "NULL".
func one(t testing.TB, db *sql.DB, query string, args ...any) string {
	t.Helper()
	var s sql.NullString
	if err := db.QueryRow("SELECT ("+query+")::VARCHAR", args...).Scan(&s); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if !s.Valid {
		return "NULL"
	}
	return s.String
}

// TestTable is the table of the package documentation.
func TestTable(t *testing.T) {
	db := open(t, Options{})
	const u = `'URN:ISBN:0-395%2f-36341-1?+r?=q#f'`
	for _, c := range []struct{ call, urn, null, empty, other string }{
		{"urn_valid", "true", "NULL", "false", "false"},
		{"urn_reason", "NULL", "NULL", "scheme", "nss"},
		{"urn_key", "urn:isbn:0-395%2F-36341-1", "NULL", "NULL", "NULL"},
		{"urn_normalize", "urn:isbn:0-395%2F-36341-1?+r?=q#f", "NULL", "NULL", "NULL"},
		{"urn_nid", "isbn", "NULL", "NULL", "NULL"},
		{"urn_nss", "0-395%2f-36341-1", "NULL", "NULL", "NULL"},
		{"urn_r", "r", "NULL", "NULL", "NULL"},
		{"urn_q", "q", "NULL", "NULL", "NULL"},
		{"urn_f", "f", "NULL", "NULL", "NULL"},
		{"urn_parse", "{'nid': ISBN, 'nss': 0-395%2f-36341-1, 'r': r, 'q': q, 'f': f, 'normalized': 'urn:isbn:0-395%2F-36341-1?+r?=q#f', 'key': 'urn:isbn:0-395%2F-36341-1'}", "NULL", "NULL", "NULL"},
		{"urn_find", "[{'urn': 'URN:ISBN:0-395%2f-36341-1?+r?=q#f', 'start_offset': 0, 'end_offset': 33}]", "NULL", "[]", "[]"},
	} {
		for _, kind := range []string{"VARCHAR", "BLOB"} {
			for arg, want := range map[string]string{u: c.urn, "NULL": c.null, "''": c.empty, "'urn:ab:'": c.other, "'urn:ab:c' || chr(0)": c.other} {
				if arg == "'urn:ab:c' || chr(0)" && (kind == "BLOB" || c.call == "urn_find") {
					continue // casts write the octet as \x00
				}
				if got := one(t, db, fmt.Sprintf("%s((%s)::%s)", c.call, arg, kind)); got != want {
					t.Errorf("%s((%s)::%s) is %s, want %s", c.call, arg, kind, got, want)
				}
			}
		}
	}
	for query, want := range map[string]string{
		"urn_namespace_key('URN:ISBN:0-395-36341-1#f')": "urn:isbn:9780395363416", "urn_namespace_normalize('URN:ISBN:0-395-36341-1#f')": "urn:isbn:9780395363416#f",
		"urn_namespace_key('x')": "NULL", "urn_namespace_normalize(NULL)": "NULL", "urn_f('urn:ex:a#')": "", "urn_f('urn:ex:a')": "NULL", "urn_key(NULL)": "NULL",
		"urn_parse('urn:ex:a#')":                                    "{'nid': ex, 'nss': a, 'r': NULL, 'q': NULL, 'f': '', 'normalized': 'urn:ex:a#', 'key': 'urn:ex:a'}",
		"urn_key('\\x75rn:ex:it\\x27s'::BLOB)":                      "urn:ex:it's",
		"urn_valid('urn:ex:\\xFF'::BLOB)":                           "false",
		"urn_find('\\xFF\\x00 urn:ex:a'::BLOB)":                     "[{'urn': 'urn:ex:a', 'start_offset': 3, 'end_offset': 11}]",
		"urn_find('é <urn:ex:a>, urn:ex:b.')":                       "[{'urn': 'urn:ex:a', 'start_offset': 4, 'end_offset': 12}, {'urn': 'urn:ex:b', 'start_offset': 15, 'end_offset': 23}]",
		"SELECT typeof(urn_parse('x'))":                             `STRUCT(nid VARCHAR, nss VARCHAR, r VARCHAR, q VARCHAR, f VARCHAR, normalized VARCHAR, "key" VARCHAR)`,
		"SELECT typeof(urn_find('x'))":                              "STRUCT(urn VARCHAR, start_offset BIGINT, end_offset BIGINT)[]",
		"SELECT typeof(urn_valid('x')) || typeof(urn_key('x'))":     "BOOLEANVARCHAR",
		"SELECT count(*) FROM urn_find('urn:ex:a urn:ex:b')":        "2",
		"SELECT count(*) FROM urn_find(NULL)":                       "0",
		"SELECT count(*) FROM range(0) r(i) WHERE urn_valid(''||i)": "0",
		"SELECT string_agg(i || f.urn || f.start_offset, ' ' ORDER BY i, f.start_offset) FROM (VALUES (1, 'urn:ex:a urn:ex:b'), (2, ''), (3, NULL), (4, 'urn:ex:c')) v(i, t), urn_find(v.t) f": "1urn:ex:a0 1urn:ex:b9 4urn:ex:c0",
	} {
		if got := one(t, db, query); got != want {
			t.Errorf("%s is %s, want %s", query, got, want)
		}
	}
}

func TestSyntax(t *testing.T) {
	db := open(t, Options{Syntax: urn.RFC2141, Namespaces: new(namespace.Registry)})
	for query, want := range map[string]string{
		"urn_key('urn:a:b#c')": "urn:a:b#c", "urn_valid('urn:urn:a')": "false", "urn_namespace_key('urn:isbn:0-395-36341-1')": "urn:isbn:0-395-36341-1",
	} {
		if got := one(t, db, query); got != want {
			t.Errorf("%s is %s, want %s", query, got, want)
		}
	}
}

// texts returns random texts: names of the corpus, damaged, repeated, empty, long, or nil.
func randomTexts(t testing.TB, r *rand.Rand, n int) []any {
	b, err := os.ReadFile("../../testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	corpus := strings.Fields(string(b))
	list := make([]any, n)
	for i := range list {
		s := corpus[r.IntN(len(corpus))]
		switch r.IntN(12) {
		case 0:
			continue
		case 1:
			s = ""
		case 2: // a character that may not stand there
			at := r.IntN(len(s))
			s = s[:at] + []string{"\x00", " ", "é", "%", "#", "?"}[r.IntN(6)] + s[at:]
		case 3: // around the 12 bytes that a string of DuckDB has in itself
			s = s[:min(len(s), 8+r.IntN(8))]
		case 4:
			s += "?+a?=b#" + strings.Repeat("c", r.IntN(3))
		case 5:
			if r.IntN(300) == 0 {
				s += strings.Repeat("%2f", 1<<20/3)
			}
		case 6:
			s = "see <" + s + ">, " + corpus[r.IntN(len(corpus))] + "."
		}
		list[i] = s
	}
	return list
}

// answers are what the library says of a text, as one column each of columns.
func answers(text any) []any {
	out := make([]any, 13)
	s, ok := text.(string)
	if !ok {
		return out
	}
	u, err := urn.Parse(s)
	out[0] = err == nil
	found := "["
	for at, u := range (scan.Finder{}).URNs(s) {
		if found != "[" {
			found += ", "
		}
		found += fmt.Sprintf("%s %d %d", u, at, at+len(u.String()))
	}
	out[12] = found + "]"
	if err != nil {
		out[1] = err.(*urn.Error).Reason.String()
		return out
	}
	optional := func(s string, has bool) any {
		if !has {
			return nil
		}
		return s
	}
	out[2], out[3], out[4], out[5] = u.Key(), u.Normalize().String(), namespace.Key(u), namespace.Normalize(u).String()
	out[6], out[7], out[8], out[9], out[10] = strings.ToLower(u.NID()), u.NSS(), optional(u.R(), u.R() != ""), optional(u.Q(), u.Q() != ""), optional(u.F(), u.Parts().HasF)
	out[11] = fmt.Sprint(u.NID(), "|", u.NSS(), "|", out[8], "|", out[9], "|", out[10], "|", out[3], "|", out[2])
	return out
}

const columns = `urn_valid(t), urn_reason(t), urn_key(t), urn_normalize(t), urn_namespace_key(t), urn_namespace_normalize(t), urn_nid(t), urn_nss(t), urn_r(t), urn_q(t), urn_f(t), urn_parse(t), urn_find(t)`

// TestRows compares each row with the library: in flat vectors, in vectors of a
// dictionary (a column of Parquet with few values, an ENUM), in constant ones, and in chunks that a filter has cut.
func TestRows(t *testing.T) {
	db := open(t, Options{})
	n := 6000
	if testing.Short() {
		n = 2500
	}
	list := randomTexts(t, rand.New(rand.NewPCG(1, 2)), n)
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	exec := func(query string) {
		t.Helper()
		if _, err := conn.ExecContext(context.Background(), query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec("CREATE TABLE texts (i BIGINT, t VARCHAR)")
	if err := conn.Raw(func(c any) error {
		a, err := duckdb.NewAppenderFromConn(c.(driver.Conn), "", "texts")
		if err != nil {
			return err
		}
		for i, s := range list {
			if err := a.AppendRow(int64(i), s); err != nil {
				return err
			}
		}
		return a.Close()
	}); err != nil {
		t.Fatal(err)
	}
	parquet := filepath.Join(t.TempDir(), "texts.parquet")
	exec("COPY (SELECT i, t FROM texts) TO '" + parquet + "'")
	exec("COPY (SELECT 50 * (i // 50) AS i, t FROM (SELECT i, first(t) OVER (PARTITION BY i // 50 ORDER BY i) t FROM texts) ORDER BY i) TO '" + parquet + "-few.parquet'")
	for name, from := range map[string]string{
		"table": "texts", "parquet": "'" + parquet + "'", "dictionary": "'" + parquet + "-few.parquet'", "filtered": "texts WHERE i % 7 = 3",
		"bytes": "(SELECT i, encode(t) t FROM texts)", "enum": "(SELECT i, t::ENUM('urn:ex:a', 'x', 'URN:EX:b%2f') t FROM (SELECT i, CASE i % 4 WHEN 0 THEN 'urn:ex:a' WHEN 1 THEN 'x' WHEN 2 THEN 'URN:EX:b%2f' END t FROM texts))",
		"constant": "(SELECT 0::BIGINT i, t FROM (SELECT t FROM texts WHERE t IS NOT NULL LIMIT 1), range(3000))",
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := conn.QueryContext(context.Background(), "SELECT i, t, "+columns+" FROM "+from)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			count := 0
			for rows.Next() {
				got := make([]any, 15)
				pointers := make([]any, len(got))
				for k := range got {
					pointers[k] = &got[k]
				}
				if err := rows.Scan(pointers...); err != nil {
					t.Fatal(err)
				}
				text := got[1]
				if b, ok := text.([]byte); ok {
					text = string(b)
				}
				if want := list[int(got[0].(int64))]; name != "enum" && name != "constant" && text != want {
					t.Fatalf("row %v has the text %.100q, want %.100q", got[0], text, want)
				}
				want := answers(text)
				if m, ok := got[13].(map[string]any); ok {
					got[13] = fmt.Sprint(m["nid"], "|", m["nss"], "|", m["r"], "|", m["q"], "|", m["f"], "|", m["normalized"], "|", m["key"])
				}
				if l, ok := got[14].([]any); ok {
					var parts []string
					for _, x := range l {
						m := x.(map[string]any)
						parts = append(parts, fmt.Sprint(m["urn"], " ", m["start_offset"], " ", m["end_offset"]))
					}
					got[14] = "[" + strings.Join(parts, ", ") + "]"
				}
				if !reflect.DeepEqual(got[2:], want) {
					t.Fatalf("row %v, %.100q:\n%.1000q, want\n%.1000q", got[0], text, got[2:], want)
				}
				count++
			}
			if err := rows.Err(); err != nil || count < len(list)/9 {
				t.Fatalf("%d rows, %v", count, err)
			}
		})
	}
}

// TestThreads runs queries on 100 connections at once, which DuckDB spreads over its threads.
func TestThreads(t *testing.T) {
	db := open(t, Options{})
	db.SetMaxOpenConns(100)
	var wg sync.WaitGroup
	for range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var n int64
			err := db.QueryRow("SELECT count(DISTINCT urn_key('URN:Ex' || (i % 7) || ':' || i % 1000)) + sum(len(urn_find('a urn:ex:' || i))) FROM range(20000) r(i)").Scan(&n)
			if err != nil || n != 7000+20000 {
				t.Errorf("%d, %v", n, err)
			}
		}()
	}
	wg.Wait()
	// The table function belongs to a connection, so each one has it.
	var conns []*sql.Conn
	for range 20 {
		c, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
		var s string
		if err := c.QueryRowContext(context.Background(), "SELECT urn FROM urn_find('urn:ex:a')").Scan(&s); err != nil || s != "urn:ex:a" {
			t.Error(s, err)
		}
	}
	for _, c := range conns {
		c.Close()
	}
}

// TestBrokenRule: the general rule holds where a definition breaks its contract. Where its
// function panics, the query fails, and the process does not.
func TestBrokenRule(t *testing.T) {
	rules, err := new(namespace.Registry).With(
		namespace.Definition{NID: "bad", Reference: "a test", Normalize: func(string) string { return " " }},
		namespace.Definition{NID: "worse", Reference: "a test", Normalize: func(string) string { panic("a test") }})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, Options{Namespaces: rules})
	var s string
	if err := db.QueryRow("SELECT urn_namespace_key('urn:worse:a')").Scan(&s); err == nil || !strings.Contains(err.Error(), "panic: a test") {
		t.Errorf("an error %v, want the panic", err)
	}
	if got := one(t, db, "urn_namespace_key('URN:bad:a')"); got != "urn:bad:a" {
		t.Error(got)
	}
	if got := one(t, db, "urn_namespace_key('URN:ex:a')"); got != "urn:ex:a" {
		t.Error(got)
	}
}

// TestOtherDriver has a connection that is not DuckDB's.
func TestOtherDriver(t *testing.T) {
	if err := Init(nil); err == nil {
		t.Error("no error")
	}
	if err := Init(other{conn: 1}); err == nil || !strings.Contains(err.Error(), "other") {
		t.Error(err)
	}
}

type other struct{ conn int }

func (other) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return nil, nil
}

// TestAllocations shows that a row does not allocate.
func TestAllocations(t *testing.T) {
	db := open(t, Options{})
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, f := range []string{"urn_valid", "urn_key", "urn_namespace_key", "urn_nid", "urn_reason"} {
		query := fmt.Sprintf("SELECT count(%s('URN:Example:' || i || '%%2f?=a')) FROM range(1000000) r(i)", f)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var n int64
		if err := conn.QueryRowContext(context.Background(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if count := after.Mallocs - before.Mallocs; count > 100000 {
			t.Errorf("%s: %d allocations for a million rows", f, count)
		}
	}
}

// TestLongValues has more text in a chunk than is written at once: the rest is not kept.
func TestLongValues(t *testing.T) {
	db := open(t, Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	// A chunk has 60 MB.
	if got := one(t, db, "SELECT count(*) || ' ' || sum(strlen(urn_key('URN:EX:' || repeat('a', 1000000) || i))) FROM range(10, 70) r(i)"); got != "60 60000540" {
		t.Error(got)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 20<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
	for range 100 { // all that are kept
		if w := newTexts(nil, 0); cap(w.buf) > 2*full {
			t.Errorf("a buffer of %d bytes is kept", cap(w.buf))
		}
	}
}

// TestCalls counts the calls of C: a few for each chunk, and none for each row.
func TestCalls(t *testing.T) {
	db := open(t, Options{})
	for _, f := range []string{"urn_valid", "urn_key", "urn_nid", "urn_reason", "urn_parse", "urn_find"} {
		calls := func(rows int) int64 {
			before := runtime.NumCgoCall()
			one(t, db, fmt.Sprintf("SELECT count(%s('URN:Example:' || i || '%%2f?=a')) FROM range(%d) r(i)", f, rows))
			return runtime.NumCgoCall() - before
		}
		calls(1) // starts the threads
		const chunks = 100
		if small, large := calls(1), calls(chunks*2048); large-small > chunks*30 {
			t.Errorf("%s: %d calls of C for %d chunks", f, large-small, chunks)
		}
	}
}

// TestNullStruct reads the fields of a struct that is NULL: DuckDB does not look at the struct.
func TestNullStruct(t *testing.T) {
	db := open(t, Options{})
	for _, field := range partNames {
		query := fmt.Sprintf(`SELECT count(p."%[1]s") || ' ' || count(*) FILTER (p."%[1]s" IS NOT NULL) || ' ' || count(p)
FROM (SELECT urn_parse(t) p FROM (VALUES ('urn:ex:a'), ('x'), (NULL), ('')) v(t))`, field)
		want := "1 1 1"
		if field == "r" || field == "q" || field == "f" {
			want = "0 0 1"
		}
		if got := one(t, db, query); got != want {
			t.Errorf("%s: %s fields and structs are not NULL, want %s", field, got, want)
		}
	}
}
