// Package spark tests the part on Spark of docs/engines.md on a cluster: a
// master, two workers, their executors and a driver, each a process.
package spark

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// page returns the statements of the part on Spark, in the order of the page. The
// path of the command in them is that of the cluster's.
func (c *cluster) page(t *testing.T) (statements []request) {
	t.Helper()
	for _, b := range enginetest.Blocks(enginetest.Section(t, "Spark"), "sql", "python") {
		if strings.Contains(b.Text, "readStream") {
			continue // testStream has it
		}
		if b.Language == "python" {
			statements = append(statements, request{Python: b.Text})
			continue
		}
		for s := range strings.SplitSeq(b.Text, ";\n") {
			if s = strings.TrimSpace(s); s != "" {
				statements = append(statements, request{SQL: s})
			}
		}
	}
	return statements
}

// each runs f as a subtest for each version of Spark that is installed.
func each(t *testing.T, f func(t *testing.T, home string)) {
	homes, err := filepath.Glob(filepath.Join(enginetest.Root(), "bin/engines/spark-*"))
	enginetest.Must(t, err)
	_, noJava := exec.LookPath("java")
	if len(homes) == 0 || noJava != nil {
		enginetest.Report(t, "Spark")
	}
	if len(homes) == 0 {
		enginetest.Missing(t, "no Spark: install it with \"tests/engines/spark/install bin/engines\"")
	}
	if noJava != nil {
		enginetest.Missing(t, "no java, which runs Spark: install version 17, for instance with \"apt-get install openjdk-17-jre-headless\"")
	}
	slices.Reverse(homes) // the newest is the first
	for _, home := range homes {
		t.Run(strings.TrimPrefix(filepath.Base(home), "spark-"), func(t *testing.T) { f(t, home) })
	}
}

// cluster is a master and two workers, each with one core. Each application has one
// executor on each worker.
type cluster struct {
	home    string // the virtual environment of Python
	spark   string // the package pyspark in it
	urn     string // the command
	dir     string
	env     []string
	url     string
	workers []*enginetest.Process
}

// startCluster starts a cluster that finds the command urn in its PATH.
func startCluster(t *testing.T, home string) *cluster {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(home, "lib/python3*/site-packages/pyspark"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has no package pyspark: %v, %v", home, found, err)
	}
	c := &cluster{home: home, spark: found[0], urn: enginetest.Build(t, "cmd/urn"), dir: t.TempDir()}
	local := filepath.Join(c.dir, "local")
	enginetest.Must(t, os.Mkdir(local, 0o755))
	python := filepath.Join(home, "bin/python")
	c.env = append(os.Environ(),
		"SPARK_HOME="+c.spark,
		"SPARK_LOCAL_IP=127.0.0.1", // for the pages of master and worker too
		"SPARK_DAEMON_MEMORY=256m",
		"SPARK_LOCAL_DIRS="+local,
		"PYSPARK_PYTHON="+python,
		"PYSPARK_DRIVER_PYTHON="+python,
		"PATH="+filepath.Dir(c.urn)+":"+os.Getenv("PATH"))
	port := strconv.Itoa(enginetest.Port(t))
	c.url = "spark://127.0.0.1:" + port
	master := c.class(t, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", "0")
	enginetest.Wait(t, 3*time.Minute, "master", func() bool {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			conn.Close()
		}
		return err == nil || master.Exited()
	})
	for i := range 2 {
		c.workers = append(c.workers, c.class(t, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0",
			"--cores", "1", "--memory", "768m", "--work-dir", filepath.Join(c.dir, "work"+strconv.Itoa(i)), c.url))
	}
	for _, w := range c.workers {
		enginetest.Wait(t, 3*time.Minute, "registered worker", func() bool {
			return strings.Contains(w.Log(), "Successfully registered with master")
		})
	}
	return c
}

// class starts a class of Spark.
func (c *cluster) class(t *testing.T, args ...string) *enginetest.Process {
	t.Helper()
	cmd := exec.Command(filepath.Join(c.spark, "bin/spark-class"), args...)
	cmd.Env, cmd.Dir = c.env, c.dir
	return enginetest.Start(t, cmd)
}

// executors returns the processes of the executors.
func (c *cluster) executors(t *testing.T) (pids []int) {
	t.Helper()
	for _, w := range c.workers {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", w.Process.Pid))
		enginetest.Must(t, err)
		tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", w.Process.Pid))
		enginetest.Must(t, err)
		for _, name := range tasks {
			more, _ := os.ReadFile(name) // a thread may have ended
			text = append(append(text, ' '), more...)
		}
		for s := range strings.FieldsSeq(string(text)) {
			line, _ := os.ReadFile("/proc/" + s + "/cmdline")
			pid, err := strconv.Atoi(s)
			enginetest.Must(t, err)
			if strings.Contains(string(line), "CoarseGrainedExecutorBackend") && !slices.Contains(pids, pid) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// app is an application: driver.py on a cluster.
type app struct {
	*enginetest.Session
	t *testing.T
}

// conf returns settings that bound an application.
func (c *cluster) conf() map[string]string {
	return map[string]string{
		"spark.master":                  c.url,
		"spark.driver.host":             "127.0.0.1",
		"spark.driver.bindAddress":      "127.0.0.1",
		"spark.driver.memory":           "512m",
		"spark.executor.memory":         "512m",
		"spark.ui.enabled":              "false",
		"spark.sql.shuffle.partitions":  "4",
		"spark.sql.warehouse.dir":       filepath.Join(c.dir, "warehouse"),
		"spark.driver.extraJavaOptions": "-Dderby.system.home=" + filepath.Join(c.dir, "derby"),
	}
}

// start starts an application with settings of Spark beside those that bound it.
func (c *cluster) start(t *testing.T, conf map[string]string) *app {
	t.Helper()
	all := c.conf()
	maps.Copy(all, conf)
	var args strings.Builder
	for k, v := range all {
		fmt.Fprintf(&args, "--conf '%s=%s' ", k, v)
	}
	driver, err := filepath.Abs("driver.py")
	enginetest.Must(t, err)
	cmd := exec.Command(filepath.Join(c.home, "bin/python"), driver)
	cmd.Dir = c.dir
	cmd.Env = append(slices.Clone(c.env), "PYSPARK_SUBMIT_ARGS="+args.String()+"pyspark-shell")
	return &app{enginetest.StartSession(t, cmd), t}
}

// request is a line for driver.py.
type request struct {
	SQL    string `json:"sql,omitempty"`
	Python string `json:"python,omitempty"`
}

func (r request) String() string { return r.SQL + r.Python }

// must runs what must not fail.
func (a *app) must(r request) [][]any {
	a.t.Helper()
	rows, err := a.Ask(r)
	if err != nil {
		a.t.Fatalf("%.500s: %.3000v", r, err)
	}
	return rows
}

func (a *app) sql(format string, args ...any) [][]any {
	a.t.Helper()
	return a.must(request{SQL: fmt.Sprintf(format, args...)})
}

func (a *app) python(format string, args ...any) [][]any {
	a.t.Helper()
	return a.must(request{Python: fmt.Sprintf(format, args...)})
}

// fill makes the table events of the page, with enginetest.Values in the column id.
func (a *app) fill() {
	a.t.Helper()
	var rows strings.Builder
	for i, v := range enginetest.Values {
		value := "None"
		if v != nil {
			value = "bytearray.fromhex('" + hex.EncodeToString([]byte(*v)) + "')"
		}
		fmt.Fprintf(&rows, "(%d, %s), ", i, value)
	}
	a.python(`spark.createDataFrame([%s], "n INT, id BINARY").selectExpr("n", "CAST(id AS STRING) AS id").write.saveAsTable("events")`, &rows)
}

// groups returns how often each key occurs in enginetest.Values.
func groups() map[string]string {
	n := map[string]int{}
	for _, v := range enginetest.Values {
		if v == nil {
			continue
		}
		if u, err := urn.Parse(*v); err == nil {
			n[u.Key()]++
		}
	}
	text := map[string]string{}
	for k, v := range n {
		text[k] = strconv.Itoa(v)
	}
	return text
}

// keys returns the key of each of enginetest.Values that is a URN, by its number.
func keys() map[string]string {
	m := map[string]string{}
	for i, v := range enginetest.Values {
		if v == nil {
			continue
		}
		if u, err := urn.Parse(*v); err == nil {
			m[strconv.Itoa(i)] = u.Key()
		}
	}
	return m
}

func pairs(rows [][]any) map[string]string {
	m := map[string]string{}
	for _, row := range rows {
		m[fmt.Sprint(row[0])] = fmt.Sprint(row[1])
	}
	return m
}

// testPage runs the statements, and compares what they find in enginetest.Values with
// the library's results.
func testPage(t *testing.T, a *app, statements []request) {
	a.fill()
	version := fmt.Sprint(a.sql("SELECT version()")[0][0])
	arrow := true // whether it has functions over Arrow arrays
	if strings.HasPrefix(version, "3.") {
		arrow = false
	}
	ran := 0
	for _, s := range statements {
		if !arrow && (strings.Contains(s.Python, "arrow_udf") || strings.Contains(s.SQL, "urn_key(")) {
			continue
		}
		rows := a.must(s)
		t.Logf("ran: %s", s)
		ran++
		if strings.Contains(s.SQL, "GROUP BY key") {
			if got, want := pairs(rows), groups(); !maps.Equal(got, want) {
				t.Errorf("groups are %.300v, want %.300v", got, want)
			}
		}
	}
	if ran < 5 {
		t.Fatalf("%d statements of the page were run", ran)
	}

	// Each row, and not only the groups.
	valid, all := keys(), map[string]string{}
	for i := range enginetest.Values {
		n := strconv.Itoa(i)
		all[n] = "<nil>"
		if key, ok := valid[n]; ok {
			all[n] = key
		}
	}
	queries := map[string]map[string]string{
		"SELECT n, key FROM events JOIN keys ON events.id = keys.id": valid,
		"SELECT n, key FROM events_with_key":                         all,
	}
	if arrow {
		queries["SELECT n, urn_key(id) FROM events"] = all
	}
	for q, want := range queries {
		rows := a.sql("%s", q)
		got := pairs(rows)
		if len(rows) != len(want) {
			t.Errorf("%s has %d rows, want %d", q, len(rows), len(want))
		}
		for n := range all {
			if got[n] != want[n] {
				i, err := strconv.Atoi(n)
				enginetest.Must(t, err)
				t.Errorf("%s: row %d, %.40q, has %.80q, want %.80q", q, i, *enginetest.Values[i], got[n], want[n])
			}
		}
	}
}

// TestSpark tests each version that is installed on a cluster of its own. The
// statements of the page run without and with Hive.
func TestSpark(t *testing.T) {
	each(t, func(t *testing.T, home string) {
		result := enginetest.Report(t, "Spark")
		result.Version = strings.TrimPrefix(filepath.Base(home), "spark-")
		c := startCluster(t, home)
		names := 0
		t.Run("rows", func(t *testing.T) {
			a := c.start(t, nil)
			testPage(t, a, c.page(t))
			names = a.names(c)
			t.Run("million", func(t *testing.T) { testMillion(t, a, c, names) })
			t.Run("skew", func(t *testing.T) { testSkew(t, a) })
			t.Run("shipped", func(t *testing.T) { testShipped(t, a, c) })
			t.Run("killed executor", func(t *testing.T) { testKill(t, a, c, names) })
			result.Rows, result.Kills = fmt.Sprintf("%d in 2 ways", names), "1 executor"
		})
		t.Run("stream", func(t *testing.T) {
			records := testStream(t, c)
			result.Rows += fmt.Sprintf("; %d records from Kafka", records)
			result.Kills += "; 1 executor, 1 driver"
		})
		t.Run("Hive", func(t *testing.T) {
			a := c.start(t, map[string]string{
				"spark.sql.catalogImplementation": "hive",
				"spark.sql.warehouse.dir":         filepath.Join(c.dir, "hive"),
			})
			testPage(t, a, c.page(t))
			testSerDe(t, a, c)
			result.Rows += fmt.Sprintf("; %d hard values with Hive support", len(enginetest.Values))
		})
	})
}

// testSerDe runs the first statement of the page with the SerDe of Hive by name.
func testSerDe(t *testing.T, a *app, c *cluster) {
	const serde = " ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe' "
	s := c.page(t)[0].SQL
	s = strings.NewReplacer("(id) USING", "(id)"+serde+"USING", "(key STRING)", "(key STRING)"+serde).Replace(s)
	if strings.Count(s, serde) != 2 {
		t.Fatalf("%s does not have two formats", s)
	}
	if got, want := pairs(a.sql("%s", s)), groups(); !maps.Equal(got, want) {
		t.Errorf("with the SerDe, groups are %.300v, want %.300v", got, want)
	}
}

// names makes the table names: a number, a value, and its key as the library has it.
// It returns the number of rows.
func (a *app) names(c *cluster) int {
	a.t.Helper()
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	name := filepath.Join(c.dir, "names.tsv")
	f, err := os.Create(name)
	enginetest.Must(a.t, err)
	w := bufio.NewWriter(f)
	for i := range n {
		id, key, _ := enginetest.Row(i)
		fmt.Fprintf(w, "%d\t%s\t%s\n", i, id, key)
	}
	enginetest.Must(a.t, w.Flush())
	enginetest.Must(a.t, f.Close())
	a.python(`(spark.read.text("file://%s").selectExpr(r"split(value, '\t', 3) AS v")
.selectExpr("CAST(v[0] AS INT) AS n", "v[1] AS id", "nullif(v[2], '') AS want").repartition(8).write.saveAsTable("names"))`, name)
	return n
}

// is fails the test if the first row of a result is not want.
func is(t *testing.T, what string, rows [][]any, want ...any) {
	t.Helper()
	if got, want := fmt.Sprint(rows), fmt.Sprint([][]any{want}); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// testMillion compares each row of the table names with the library's result.
func testMillion(t *testing.T, a *app, c *cluster, n int) {
	sum := int64(n) * int64(n-1) / 2
	a.sql(`CREATE TABLE names_keys USING parquet AS SELECT get_json_object(j, '$.input') AS id, get_json_object(j, '$.key') AS key
FROM (SELECT TRANSFORM (id) USING 'urn map --json' AS (j STRING) FROM (SELECT DISTINCT id FROM names)) WHERE j IS NOT NULL`)
	is(t, "TRANSFORM: rows, different rows, sum", a.sql(`SELECT count(*), count_if(NOT key <=> want), sum(n)
FROM names LEFT JOIN names_keys ON names.id = names_keys.id`), n, 0, sum)
	is(t, "TRANSFORM: rows that are not NULL, different keys", a.sql(`SELECT sum(got), count_if(NOT got <=> expected) FROM
(SELECT key, count(*) AS got FROM (SELECT TRANSFORM (id) USING 'urn map --to key' AS (key STRING) FROM names) GROUP BY key)
FULL JOIN (SELECT want, count(*) AS expected FROM names GROUP BY want) ON key <=> want`), n, 0)
	is(t, "Arrow: rows, different rows, sum", a.python(`rows = spark.table("names").mapInArrow(add_key, "n INT, id STRING, want STRING, key STRING")
result = rows.selectExpr("count(*)", "count_if(NOT key <=> want)", "sum(n)")`), n, 0, sum)
}

// testSkew has one key in half of the rows, and sends these to one task.
func testSkew(t *testing.T, a *app) {
	a.sql(`CREATE OR REPLACE TEMP VIEW skewed AS SELECT n, if(n %% 2 = 0, 'URN:Example:hot', id) AS id, if(n %% 2 = 0, 'urn:example:hot', want) AS want
FROM names`)
	rows := a.sql(`SELECT sum(got), max(got), count_if(NOT got <=> expected) FROM
(SELECT key, count(*) AS got FROM
	(SELECT TRANSFORM (id) USING 'urn map --to key' AS (key STRING) FROM (SELECT id FROM skewed DISTRIBUTE BY id)) GROUP BY key)
FULL JOIN (SELECT want, count(*) AS expected FROM skewed GROUP BY want) ON key <=> want`)
	n, err := rows[0][0].(json.Number).Int64()
	enginetest.Must(t, err)
	is(t, "skew: rows, rows of the most frequent key, different keys", rows, n, n/2, 0)
}

// testShipped uses a command that is not in the PATH.
func testShipped(t *testing.T, a *app, c *cluster) {
	name := filepath.Join(c.dir, "urn-shipped") // an executor that starts later reads it too
	enginetest.Must(t, os.Rename(enginetest.Build(t, "cmd/urn"), name))
	enginetest.Must(t, os.Chmod(name, 0o644)) // Spark makes it executable
	a.sql("ADD FILE %s", name)
	is(t, "ADD FILE", a.sql("SELECT TRANSFORM (id) USING 'urn-shipped map --to key' AS (key STRING) FROM VALUES ('URN:Example:a') AS v(id)"), "urn:example:a")
}

// testKill kills an executor while its command works.
func testKill(t *testing.T, a *app, c *cluster, n int) {
	before := c.executors(t)
	if len(before) != 2 {
		t.Fatalf("there are %d executors, want 2", len(before))
	}
	done := make(chan struct{})
	var failed error
	go func() {
		defer close(done)
		_, failed = a.Ask(request{SQL: `CREATE TABLE killed USING parquet AS SELECT TRANSFORM (id) USING 'sleep 0.3; urn map --to key' AS (key STRING)
FROM (SELECT /*+ REPARTITION(32) */ id FROM names)`})
	}()
	var victim int
	enginetest.Wait(t, 3*time.Minute, "executor with a command", func() bool {
		for _, pid := range before {
			if works(pid) {
				victim = pid
			}
		}
		select {
		case <-done:
			t.Fatalf("the job ended before the kill: %v", failed)
		default:
		}
		return victim != 0
	})
	enginetest.Must(t, syscall.Kill(victim, syscall.SIGKILL))
	<-done
	enginetest.Must(t, failed)
	enginetest.Wait(t, 3*time.Minute, "executor in place of the one killed", func() bool {
		now := c.executors(t)
		return len(now) == 2 && !slices.Contains(now, victim)
	})
	if log := a.Log(); !strings.Contains(log, "Lost executor") || !strings.Contains(log, "Lost task") {
		t.Error("the driver lost no executor at work")
	}
	is(t, "after the kill: rows, different keys", a.sql(`SELECT sum(got), count_if(NOT got <=> expected) FROM
(SELECT key, count(*) AS got FROM killed GROUP BY key) FULL JOIN (SELECT want, count(*) AS expected FROM names GROUP BY want) ON key <=> want`), n, 0)
}

// works reports whether the process has a child that runs the command, or a shell
// that does.
func works(pid int) bool {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, name := range tasks {
		text, _ := os.ReadFile(name)
		for s := range strings.FieldsSeq(string(text)) {
			if line, _ := os.ReadFile("/proc/" + s + "/cmdline"); strings.Contains(string(line), "--to") {
				return true
			}
		}
	}
	return false
}
