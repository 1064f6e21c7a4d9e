package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// TestMain lets the test binary be the command.
func TestMain(m *testing.M) {
	if os.Getenv("URN_SQL_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

func sqlCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "URN_SQL_MAIN=1")
	return cmd
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	csv := write("names.csv", "id,u\n1,URN:Example:a%2fb\n2,urn:example:a%2Fb#top\n3,x\n4,\n")
	json := write("names.json", `{"u":"urn:ex:b"}`+"\n"+`{"u":null}`+"\n")
	sql := write("a.sql", "CREATE TABLE t AS SELECT 'URN:EX:a' u;\nSELECT urn_key(u) k FROM t;\n")
	empty := write("empty.sql", " \n")
	parquet := filepath.Join(dir, "names.parquet")
	for _, c := range []struct {
		name           string
		args           []string
		status         int
		stdout, stderr string
	}{
		{"table", []string{"SELECT urn_key(u) k, count(*) n FROM '" + csv + "' GROUP BY k ORDER BY ALL"}, 0, "k                  n\nurn:example:a%2Fb  2\nNULL               2\n", ""},
		{"CSV", []string{"--csv", "SELECT id, u, urn_valid(u) v FROM '" + csv + "' ORDER BY id DESC LIMIT 2;"}, 0, "id,u,v\n4,,\n3,x,false\n", ""},
		{"JSON", []string{"--json", "SELECT u, urn_nid(u) nid FROM '" + json + "' -- all"}, 0, `{"u":"urn:ex:b","nid":"ex"}` + "\n" + `{"u":null,"nid":null}` + "\n", ""},
		{"Parquet", []string{"-o", parquet, "SELECT *, urn_key(u) AS k FROM '" + csv + "'"}, 0, "", ""},
		{"onto its input", []string{"-o", parquet, "SELECT id, k FROM '" + parquet + "'"}, 0, "", ""},
		{"of Parquet", []string{"--csv", "FROM '" + parquet + "' WHERE k IS NOT NULL"}, 0, "id,k\n1,urn:example:a%2Fb\n2,urn:example:a%2Fb\n", ""},
		{"several", []string{"CREATE TABLE t AS SELECT 'URN:ex:a' u; INSERT INTO t VALUES (NULL)", "SELECT urn_key(u) FROM t"}, 0, "urn_key(u)\nurn:ex:a\nNULL\n", ""},
		{"no rows", []string{"CREATE TABLE t AS SELECT 1 a"}, 0, "", ""},
		{"DESCRIBE", []string{"--csv", "CREATE TABLE t (a INT)", "DESCRIBE t"}, 0, "column_name,column_type,null,key,default,extra\na,INTEGER,YES,,,\n", ""},
		{"PRAGMA", []string{"PRAGMA database_size"}, 0, "database_name", ""},
		{"EXPLAIN", []string{"EXPLAIN SELECT 1"}, 0, "╭─ Projection", ""},
		{"terminal", []string{`SELECT e'a\x1b[2J\nb' AS "c\"`}, 0, "c\\\na\\x1b[2J\\nb\n", ""},
		{"a long table", []string{"SELECT CASE WHEN i > 2000 THEN 'urn:example:long' ELSE 'u' END u, i FROM range(2003) r(i) ORDER BY i"}, 0, "u  i\nu  0\n", ""},
		{"syntax", []string{"-s", "rfc2141", "SELECT urn_valid('urn:a:b') v"}, 0, "v\ntrue\n", ""},
		{"threads", []string{"-j", "1", "SELECT current_setting('threads') n"}, 0, "n\n1\n", ""},
		{"help", []string{"--help"}, 0, "urn-sql runs SQL", ""},
		{"version", []string{"--version"}, 0, "urn-sql ", ""},
		{"a file of statements", []string{"-f", sql}, 0, "k\nurn:ex:a\n", ""},
		{"the name of such a file", []string{sql}, 2, "", "is the name of a file: did you mean -f "},
		{"a file that is not there", []string{"-f", sql + "x"}, 2, "", "no such file"},
		{"a file and a statement", []string{"-f", sql, "SELECT 1"}, 2, "", "statements are arguments, or in the file of -f"},
		{"an empty file", []string{"-f", empty}, 2, "", "there is no statement; urn-sql --help"},
		{"no statement", nil, 2, "", "there is no statement; urn-sql --help"},
		{"empty", []string{""}, 2, "", "the last statement is empty"},
		{"two in one", []string{"SELECT 1; SELECT 2"}, 2, "", "several statements"},
		{"parser", []string{"SELEC 1"}, 2, "", `Parser Error: syntax error at or near "SELEC"`},
		{"parser, JSON", []string{"--json", "SELEC 1"}, 2, "", `Parser Error: syntax error at or near "SELEC"`},
		{"binder", []string{"SELECT urn_kye('x')"}, 2, "", "Catalog Error"},
		{"no file", []string{"FROM '" + dir + "/none.csv'"}, 2, "", "No files found"},
		{"network", []string{"FROM 'https://host.example/a.parquet'"}, 2, "", "requires the extension httpfs"},
		{"nothing to write", []string{"--json", "CREATE TABLE t (a INT)"}, 2, "", "the last statement is not a query"},
		{"two formats", []string{"--json", "--csv", "SELECT 1"}, 2, "", "exclude each other"},
		{"flag", []string{"--none", "SELECT 1"}, 2, "", "unknown flag: --none"},
		{"name", []string{"-o", "x.txt", "SELECT 1"}, 2, "", "want a name that ends in .parquet"},
		{"folder", []string{"-o", dir + "/d.csv", "SELECT 1"}, 2, "", "is a directory"},
		{"bad syntax", []string{"-s", "x", "SELECT 1"}, 2, "", "--syntax"},
		{"bad threads", []string{"-j", "0", "SELECT 1"}, 2, "", "--threads 0"},
		{"first fails", []string{"SELECT x", "SELECT 1"}, 2, "", "Binder Error"},
		{"late error", []string{"--csv", "SELECT CASE WHEN i = 9 THEN error('here') ELSE i END x FROM range(10) r(i)"}, 2, "", "here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "folder" {
				if err := os.Mkdir(dir+"/d.csv", 0o700); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr bytes.Buffer
			status := run(context.Background(), c.args, &stdout, &stderr)
			if status != c.status || !strings.HasPrefix(stdout.String(), c.stdout) || c.stdout == "" && stdout.Len() > 0 && c.name != "late error" {
				t.Errorf("status %d, %q, %q; want %d, %q", status, stdout.String(), stderr.String(), c.status, c.stdout)
			}
			if c.stderr == "" && stderr.Len() > 0 || !strings.Contains(stderr.String(), c.stderr) || strings.Count(stderr.String(), "\n") != c.status/2 {
				t.Errorf("stderr %q, want one line with %q", stderr.String(), c.stderr)
			}
		})
	}
	for _, f := range []string{"x.csv.gz", "x.tsv", "x.jsonl.zst", "x.json"} {
		path := filepath.Join(dir, f)
		var stdout, stderr bytes.Buffer
		if run(context.Background(), []string{"-o", path, "SELECT 'urn:ex:a' AS u, 2 AS n"}, &stdout, &stderr) != 0 ||
			run(context.Background(), []string{"--csv", "FROM '" + path + "'"}, &stdout, &stderr) != 0 || stdout.String() != "u,n\nurn:ex:a,2\n" {
			t.Errorf("%s: %q %q", f, &stdout, &stderr)
		}
	}
	left, err := filepath.Glob(dir + "/*.tmp")
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %q, %v", left, err)
	}
}

// TestReadme runs the commands of the README and of --help, in a folder with such files.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := filepath.Abs("../../example")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, dir := range []string{"names", "logs"} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Symlink(example, "example"))
	must(os.WriteFile("logs/a.log", []byte("see urn:ex:a\n"), 0o600))
	must(os.WriteFile("a.log", []byte("see urn:ex:a\n"), 0o600))
	must(os.WriteFile("names.csv", []byte("u\nurn:ex:a\n"), 0o600))
	must(os.WriteFile("names.json", []byte(`{"u":"urn:ex:a"}`), 0o600))
	for _, name := range []string{"names/a.parquet", "names.parquet"} {
		if out, err := sqlCommand("-o", name, "SELECT 'urn:ex:a' AS u UNION ALL SELECT 'x'").CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	if out, err := sqlCommand("-o", "lines.parquet", "SELECT 'see urn:ex:a' AS line").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	n := 0
	for line := range strings.SplitSeq(string(readme)+help, "\n") {
		line, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(line), "bin/"), "urn-sql ")
		if !ok || !strings.Contains(line, "SELECT ") {
			continue
		}
		n++
		cmd := exec.Command("sh", "-c", `"$0" `+line, os.Args[0])
		cmd.Env = append(os.Environ(), "URN_SQL_MAIN=1")
		out, err := cmd.CombinedOutput()
		if err != nil || len(out) == 0 && !strings.HasPrefix(line, "-o") {
			t.Errorf("urn-sql %s: %v, %q", line, err, out)
		}
		if strings.Contains(line, "example/names.csv") {
			if want := "k                       n\nurn:example:a%2Fb       2\nurn:isbn:0-395-36341-1  1\nurn:isbn:9780395363416  1\nNULL                    2\n"; string(out) != want {
				t.Errorf("urn-sql %s: %q, want %q", line, out, want)
			}
		}
	}
	if n < 10 {
		t.Errorf("%d commands were run", n)
	}
}

// TestHeader: without header = false, the first name of a CSV file of text is lost, as
// README.md says.
func TestHeader(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(file, []byte("urn:ex:a\nurn:ex:b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{
		"'" + file + "'": "n\n1\n",
		"read_csv('" + file + "', header = false, names = ['u'])": "n\n2\n",
	} {
		if out, err := sqlCommand("--csv", "SELECT count(*) AS n FROM "+from).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("%s: %q, %v, want %q", from, out, err, want)
		}
	}
}

// TestPipes reads from a pipe, and writes into one that is closed early.
func TestPipes(t *testing.T) {
	cmd := sqlCommand("--csv", "SELECT urn_key(u) k FROM read_csv('/dev/stdin', header = true, auto_detect = false, columns = {'u': 'VARCHAR'})")
	cmd.Stdin = strings.NewReader("u\nURN:ex:a\n")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "k\nurn:ex:a\n" {
		t.Errorf("%q, %v", out, err)
	}
	for _, format := range []string{"--csv", "--json", "--syntax=rfc8141"} {
		cmd := sqlCommand(format, "SELECT i, 'urn:example:' || i u FROM range(100000000) r(i)")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 100)); err != nil {
			t.Error(err)
		}
		out.Close()
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 141 || stderr.Len() > 0 {
			t.Errorf("%s: %v, %q", format, err, stderr.String())
		}
	}
}

// TestSignals stops a query, and one that writes a file, of which nothing is left.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"SELECT count(*) FROM range(1000000000000)"}, {"-o", filepath.Join(dir, "x.csv"), "FROM range(1000000000000)"}} {
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			cmd := sqlCommand(args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(700 * time.Millisecond)
			if err := cmd.Process.Signal(s); err != nil {
				t.Error(err)
			}
			done := make(chan error, 1)
			go func() { done <- cmd.Wait() }()
			select {
			case <-done:
				if got := cmd.ProcessState.ExitCode(); got != 128+int(s) || stderr.String() != "urn-sql: interrupted\n" {
					t.Errorf("%q after %s: status %d, %q", args, s, got, stderr.String())
				}
			case <-time.After(time.Minute):
				cmd.Process.Kill()
				t.Errorf("%q does not end after %s", args, s)
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// TestSecondSignal has one row that takes minutes, so the first signal does not end the
// query.
func TestSecondSignal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := t.TempDir()
		began, target := filepath.Join(dir, "began.csv"), filepath.Join(dir, "x.csv")
		cmd := sqlCommand("-o", target, "COPY (SELECT 1) TO '"+began+"'",
			"SELECT levenshtein(repeat('a', 300000 + i::INT), repeat('b', 300000)) n FROM range(1) r(i)")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		defer cmd.Process.Kill()
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if info, err := os.Stat(began); err == nil && info.Size() > 0 {
				break
			}
		}
		for range 2 {
			select {
			case err := <-done:
				t.Fatalf("%s: the query ended before the second signal: %v", s, err)
			case <-time.After(time.Second):
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Error(err)
			}
		}
		select {
		case <-done:
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s {
				t.Errorf("%s: %s", s, cmd.ProcessState)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("the process still runs 10 seconds after the second %s", s)
		}
		if _, err := os.Stat(target); err == nil {
			t.Errorf("%s: the file was written", s)
		}
	}
}

// TestLateSignal has a signal after the last row: the work is done.
func TestLateSignal(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(interrupted{syscall.SIGTERM})
	var stderr bytes.Buffer
	if got := status(ctx, nil, &stderr); got != success || stderr.Len() > 0 {
		t.Errorf("status %d, %q", got, stderr.String())
	}
}

func TestLine(t *testing.T) {
	if got := line(errors.New("Binder Error: a\nb\n\nLINE 1: SELECT\n ^")); got != "Binder Error: a b" {
		t.Error(got)
	}
	for s, want := range map[string]string{"a\x1b\xff\né": `a\x1b\xff\né`, "\x01\"a\\'\ufffd": "\\x01\"a\\'\ufffd", `"\x`: `"\x`} {
		if got := visible(s); got != want {
			t.Errorf("visible(%q) = %q, want %q", s, got, want)
		}
	}
}

// A file keeps its permissions, and links, or is refused.
func TestOutputKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions and links")
	}
	t.Chdir(t.TempDir())
	write := func(name string) (int, string) {
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), []string{"-o", name, "SELECT 1 AS a"}, &stdout, &stderr)
		return status, stderr.String()
	}
	for _, name := range []string{"private.csv", "read.csv", "to.csv"} {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.Chmod("read.csv", 0o400)
	os.Symlink("to.csv", "link.csv")
	os.Symlink("nowhere.csv", "dangling.csv")
	for name, want := range map[string]string{"private.csv": "", "link.csv": "", "read.csv": "read-only", "dangling.csv": ""} {
		status, stderr := write(name)
		if (status == 0) != (want == "") || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d, %s", name, status, stderr)
		}
		text, _ := os.ReadFile(name)
		if info, err := os.Stat(name); want == "" && (err != nil || info.Mode() != 0o600 && name != "dangling.csv" || string(text) != "a\n1\n") || want != "" && string(text) == "a\n1\n" {
			t.Errorf("%s: %v, %v, %q", name, info, err, text)
		}
	}
	if info, err := os.Lstat("link.csv"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if left, _ := filepath.Glob("*.tmp"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// The numbers that JSON does not have become null.
func TestJSONNumbers(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(context.Background(), []string{"--json", "SELECT 1e400 AS a"}, &stdout, &stderr); status != 0 || stdout.String() != `{"a":null}`+"\n" {
		t.Errorf("1e400: %d, %q, %s", status, &stdout, &stderr)
	}
	stdout.Reset()
	if status := run(context.Background(), []string{"--json", "SELECT 'nan'::DOUBLE AS d, ['inf'::FLOAT] AS e, 1.5::DOUBLE AS f, 'NaN' AS g"}, &stdout, &stderr); status != 0 ||
		stdout.String() != `{"d":null,"e":[null],"f":1.5,"g":"NaN"}`+"\n" {
		t.Errorf("%d, %q, %s", status, &stdout, &stderr)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.json", "a.jsonl", "a.ndjson.gz", "a.JSON.zst"} {
		run(context.Background(), []string{"-o", name, "SELECT '-inf'::DOUBLE AS d"}, &stdout, &stderr)
		text, err := os.ReadFile(name)
		if strings.HasSuffix(name, ".gz") {
			var r io.Reader
			if r, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
				text, err = io.ReadAll(r)
			}
		} else if strings.HasSuffix(name, ".zst") {
			var r *zstd.Decoder
			if r, err = zstd.NewReader(nil); err == nil {
				text, err = r.DecodeAll(text, nil)
			}
		}
		if err != nil || stderr.Len() > 0 || string(text) != `{"d":null}`+"\n" {
			t.Errorf("%s: %q, %v, %s", name, text, err, &stderr)
		}
	}
}
