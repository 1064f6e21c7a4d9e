// Package clickhouse tests docs/engines.md and the table of
// integrations/bento/config/count.sql on ClickHouse, which the npm package chdb
// runs inside a process.
package clickhouse

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/clickhouse"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// page returns the XML and the SQL statements of the part on ClickHouse.
func page(t *testing.T) (xml string, statements []string) {
	t.Helper()
	for _, b := range enginetest.Blocks(enginetest.Section(t, "ClickHouse"), "xml", "sql") {
		if b.Language == "xml" {
			xml += b.Text
		} else {
			statements = append(statements, enginetest.Statements(b.Text)...)
		}
	}
	return xml, statements
}

// engine is a ClickHouse with the functions of the page.
type engine struct {
	clickhouse.Session
	t      *testing.T
	dir    string // has config.xml, data/, user_scripts/ and patterns.txt
	result *enginetest.Result
}

const patterns = "urn:example:{name,fold}\n"

// start starts an engine that has the functions of the page and those in more.
// scripts are files for user_scripts beside urn.
func start(t *testing.T, more string, scripts map[string]string) *engine {
	t.Helper()
	result := enginetest.Report(t, "ClickHouse")
	e := &engine{t: t, dir: t.TempDir(), result: result}
	xml, _ := page(t)
	user := filepath.Join(e.dir, "user_scripts")
	enginetest.Must(t, os.Mkdir(user, 0o755))
	enginetest.Must(t, os.Rename(enginetest.Build(t, "cmd/urn"), filepath.Join(user, "urn")))
	write := func(name, text string, mode os.FileMode) {
		enginetest.Must(t, os.WriteFile(filepath.Join(e.dir, name), []byte(text), mode))
	}
	for name, text := range scripts {
		write("user_scripts/"+name, text, 0o755)
	}
	const file = "/etc/urn/patterns.txt" // as the page names it
	if !strings.Contains(xml, file) {
		t.Errorf("the functions of the page do not read %s", file)
	}
	write("patterns.txt", patterns, 0o644)
	write("urn_function.xml", strings.ReplaceAll(xml, file, filepath.Join(e.dir, "patterns.txt")), 0o644)
	if more != "" {
		write("more_function.xml", "<functions>"+more+"</functions>", 0o644)
	}
	write("config.xml", `<clickhouse>
<user_scripts_path>`+user+`/</user_scripts_path>
<user_defined_executable_functions_config>`+e.dir+`/*_function.xml</user_defined_executable_functions_config>
</clickhouse>`, 0o644)

	e.Session = clickhouse.Start(t, e.dir)
	result.Version = e.Version
	e.must("SET max_query_size = 100000000") // for long literals
	return e
}

// must runs a statement that must not fail.
func (e *engine) must(statement string) [][]any {
	e.t.Helper()
	rows, err := e.Query(statement)
	if err != nil {
		e.t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

// define creates the functions of the page.
func (e *engine) define() {
	e.t.Helper()
	_, statements := page(e.t)
	for _, s := range statements {
		if strings.HasPrefix(s, "CREATE FUNCTION") {
			e.must(s)
		}
	}
}

// literal returns s as an expression of SQL, whatever bytes it has.
func literal(s *string) string {
	if s == nil {
		return "NULL"
	}
	return "unhex('" + hex.EncodeToString([]byte(*s)) + "')"
}

// column returns the expected results of f for enginetest.Values. A value that f does not take is NULL.
func column(f func(urn.URN) string) (want [][]any) {
	for i, v := range enginetest.Values {
		var result any
		if v != nil {
			if u, err := urn.Parse(*v); err == nil {
				result = f(u)
			}
		}
		want = append(want, []any{json.Number(strconv.Itoa(i)), result})
	}
	return want
}

// fill makes the table events of the page with enginetest.Values in the column id.
func (e *engine) fill() {
	e.t.Helper()
	e.must("CREATE TABLE events (n UInt32, id Nullable(String)) ENGINE = MergeTree ORDER BY n")
	for i, v := range enginetest.Values {
		e.must(fmt.Sprintf("INSERT INTO events SELECT %d, %s", i, literal(v)))
	}
	e.must("OPTIMIZE TABLE events FINAL")
}

// TestPage runs all definitions and statements of the page.
func TestPage(t *testing.T) {
	e := start(t, "", nil)
	e.fill()
	e.result.Rows = fmt.Sprintf("%d hard values", len(enginetest.Values))
	_, statements := page(t)
	if len(statements) < 6 {
		t.Fatalf("the page has %d statements", len(statements))
	}
	results := map[string][][]any{}
	for _, s := range statements {
		results[strings.Fields(s)[0]+" "+strings.Fields(s)[1]] = e.must(s)
		t.Logf("ran: %s", s)
	}

	set, err := pattern.ReadSet(strings.NewReader(patterns))
	enginetest.Must(t, err)
	registry, err := namespace.IANA().With(set.Definitions()...)
	enginetest.Must(t, err)
	for function, f := range map[string]func(urn.URN) string{
		"urnKey":          urn.URN.Key,
		"urnNID":          func(u urn.URN) string { return u.Normalize().NID() },
		"urnNamespaceKey": registry.Key,
	} {
		got := e.must("SELECT n, " + function + "(id) FROM events ORDER BY n")
		if want := column(f); !reflect.DeepEqual(got, want) {
			for i := range want {
				if i >= len(got) || !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("%s(%.40q) = %.80v, want %.80v", function, *enginetest.Values[i], got[i], want[i])
				}
			}
		}
	}
	// The column that the page adds.
	e.must("ALTER TABLE events MATERIALIZE COLUMN urn_key SETTINGS mutations_sync = 1")
	if got, want := e.must("SELECT n, urn_key FROM events ORDER BY n"), column(urn.URN.Key); !reflect.DeepEqual(got, want) {
		t.Errorf("the materialized column has %.200v, want %.200v", got, want)
	}
	// The groups of the page.
	groups := map[string]float64{}
	for _, row := range results["SELECT urnKey(id)"] {
		n, err := strconv.ParseFloat(fmt.Sprint(row[1]), 64)
		enginetest.Must(t, err)
		groups[row[0].(string)] += n
	}
	want := map[string]float64{}
	for _, row := range column(urn.URN.Key) {
		if row[1] != nil {
			want[row[1].(string)]++
		}
	}
	if !maps.Equal(groups, want) {
		t.Errorf("groups are %.300v, want %.300v", groups, want)
	}
}

// TestMillion asks for a million keys, by the functions of the page and by the
// table function. It compares each row with the library's result.
func TestMillion(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	e := start(t, `<function><type>executable</type><name>urnKeyOnce</name><command>urn map --to key</command>
<format>TabSeparatedRaw</format><argument><type>Nullable(String)</type><name>urn</name></argument><return_type>Nullable(String)</return_type></function>`, nil)
	e.define()
	e.result.Rows = fmt.Sprintf("%d in 3 ways", n)
	file := filepath.Join(e.dir, "names.tsv")
	f, err := os.Create(file)
	enginetest.Must(t, err)
	w := bufio.NewWriter(f)
	want := make([]string, n)
	nulls := 0
	for i := range n {
		id, key, ok := enginetest.Row(i)
		want[i] = key
		if !ok {
			want[i] = `\N`
			nulls++
		}
		fmt.Fprintf(w, "%d\t%s\t%s\n", i, id, want[i])
	}
	enginetest.Must(t, w.Flush())
	f.Close()
	e.must("CREATE TABLE names (n UInt32, id Nullable(String), want Nullable(String)) ENGINE = MergeTree ORDER BY n")
	e.must("INSERT INTO names SELECT * FROM file('" + file + "', TabSeparatedRaw, 'n UInt32, id Nullable(String), want Nullable(String)')")
	for _, function := range []string{"urnKey", "urnKeyOnce", "urnKey"} {
		began := time.Now()
		got := e.must("SELECT count(), countIf(key IS DISTINCT FROM want), countIf(key IS NULL), sum(n) FROM (SELECT n, want, " + function + "(id) AS key FROM names)")
		t.Logf("%s: %d rows in %v", function, n, time.Since(began).Round(time.Millisecond))
		if want := fmt.Sprint([]any{n, 0, nulls, n * (n - 1) / 2}); fmt.Sprint(got[0]) != want {
			t.Errorf("%s: rows, different rows, NULLs, sum are %v, want %s", function, got[0], want)
		}
	}
	out := filepath.Join(e.dir, "keys.txt")
	began := time.Now()
	e.must("INSERT INTO FUNCTION file('" + out + "', TabSeparatedRaw, 'k Nullable(String)') SELECT k FROM executable('urn map --to key', TabSeparatedRaw, 'k Nullable(String)', (SELECT id FROM names ORDER BY n)) SETTINGS max_insert_threads = 1")
	t.Logf("table function: %d rows in %v", n, time.Since(began).Round(time.Millisecond))
	text, err := os.ReadFile(out)
	enginetest.Must(t, err)
	if got := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"); !slices.Equal(got, want) {
		t.Errorf("the table function wrote %d rows that are not the %d keys in order", len(got), len(want))
	}
}

// TestPool has a script say when it is started, and kills what was started.
func TestPool(t *testing.T) {
	const function = `<function><type>%s</type><name>%s</name><command>counted %[2]s</command><format>TabSeparatedRaw</format>
<argument><type>Nullable(String)</type><name>urn</name></argument><return_type>Nullable(String)</return_type><pool_size>2</pool_size></function>`
	const script = "#!/bin/sh\ncd \"$(dirname \"$0\")\" && echo $$ >>$1.log && exec ./urn map --to key\n"
	e := start(t, fmt.Sprintf(function, "executable_pool", "pooled")+fmt.Sprintf(function, "executable", "single"), map[string]string{"counted": script})
	started := func(name string) []string {
		text, _ := os.ReadFile(filepath.Join(e.dir, "user_scripts", name+".log"))
		return strings.Fields(string(text))
	}
	const queries = 10
	ask := func(name string) error {
		rows, err := e.Query("SELECT countIf(" + name + "('URN:Example:' || toString(number)) = 'urn:example:' || toString(number)) FROM numbers(1000)")
		if err == nil && fmt.Sprint(rows[0][0]) != "1000" {
			t.Errorf("%s: %v answers are right, want 1000", name, rows[0][0])
		}
		return err
	}
	for range queries {
		for _, name := range []string{"pooled", "single"} {
			if err := ask(name); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if n := len(started("pooled")); n == 0 || n > 2 {
		t.Errorf("executable_pool started the command %d times for %d queries, want at most the size of the pool, 2", n, queries)
	}
	if n := len(started("single")); n < queries {
		t.Errorf("executable started the command %d times for %d queries", n, queries)
	}
	e.result.Kills = fmt.Sprintf("%d of the pool's commands", len(started("pooled")))
	for _, id := range started("pooled") {
		pid, err := strconv.Atoi(id)
		enginetest.Must(t, err)
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Errorf("the command of the pool does not run between queries: %v", err)
		}
	}
	failed := 0
	for ; ask("pooled") != nil; failed++ {
		if failed > 5 {
			t.Fatal("the pool does not recover after its commands were killed")
		}
	}
	t.Logf("after the commands of the pool were killed, %d queries failed; then it started others", failed)
}

// TestCountTable inserts the rows of count.yaml into the table of count.sql, some
// of them twice.
func TestCountTable(t *testing.T) {
	e := start(t, "", nil)
	statements, _ := enginetest.CountSQL(t)
	e.must(statements[0])
	e.must("SYSTEM STOP MERGES") // for the duplicates to stay
	var rows strings.Builder
	want := map[string]float64{}
	const n = 10_000
	e.result.Rows = fmt.Sprintf("%d inserted 3 to 6 times", n)
	for i := range n {
		key := fmt.Sprintf("urn:example:%d", i*i%70)
		want[key]++
		row := fmt.Sprintf(`{"source":"urns/%d/%d","urn_key":%q}`+"\n", i%8, i/8, key)
		rows.WriteString(row)
		if i%3 == 0 {
			rows.WriteString(row) // in the same batch
		}
	}
	for range 3 { // and all of them again
		e.must("INSERT INTO urn_records FORMAT JSONEachRow " + rows.String())
	}
	got := map[string]float64{}
	for _, row := range e.must(statements[1]) {
		n, err := strconv.ParseFloat(fmt.Sprint(row[1]), 64)
		enginetest.Must(t, err)
		got[row[0].(string)] = n
	}
	if !maps.Equal(got, want) {
		t.Errorf("counts are %v, want %v", got, want)
	}
	// Without FINAL the duplicates are counted.
	if more := e.must("SELECT count() > " + strconv.Itoa(n) + " FROM urn_records"); fmt.Sprint(more[0][0]) != "1" {
		t.Error("the table had no duplicates, so FINAL was not tested")
	}
}
