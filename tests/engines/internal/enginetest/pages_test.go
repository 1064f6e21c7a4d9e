package enginetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPages looks for what the tests of engines take from pages and files, so that it is
// missed when somebody changes a page, not when the engines run next.
func TestPages(t *testing.T) {
	spark, house := Section(t, "Spark"), Section(t, "ClickHouse")
	for _, c := range []struct {
		name, text string
		language   string
		n          int
		want       string // in one block
	}{
		{"Spark", spark, "sql", 1, "TRANSFORM"},
		{"Spark", spark, "python", 2, "readStream"},
		{"ClickHouse", house, "xml", 1, "<function>"},
		{"ClickHouse", house, "sql", 1, "SELECT"},
	} {
		blocks := Blocks(c.text, c.language)
		with := 0
		for _, b := range blocks {
			if strings.Contains(b.Text, c.want) {
				with++
			}
		}
		if len(blocks) < c.n || with == 0 {
			t.Errorf("the part on %s has %d blocks of %s, %d of them with %q", c.name, len(blocks), c.language, with, c.want)
		}
	}
	for _, b := range Blocks(spark, "python") {
		if strings.Contains(b.Text, "readStream") && strings.Count(b.Text, "/data/") != 2 {
			t.Errorf("the stream of Spark does not have two paths below /data/:\n%s", b.Text)
		}
	}
	if !strings.Contains(CollectorShows(t), "urn.key: Str(") {
		t.Errorf("the collector is shown to print %q", CollectorShows(t))
	}
	CountSQL(t)
}

// TestFiles: every file of the repository that a test of this module names exists. What is
// below bin/ is installed.
func TestFiles(t *testing.T) {
	named := regexp.MustCompile(`Root\(\), "([^"]+)"`)
	n := 0
	err := filepath.WalkDir(filepath.Join(Root(), "tests/engines"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "bin/") {
				continue
			}
			n++
			if _, err := os.Stat(filepath.Join(Root(), m[1])); err != nil {
				t.Errorf("%s: %v", filepath.Base(path), err)
			}
		}
		return nil
	})
	if err != nil || n < 8 {
		t.Errorf("%d names, %v", n, err)
	}
}

// TestVersions: docs/engines.md names the versions that the tests have and the scripts
// install.
func TestVersions(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(Root(), name))
		Must(t, err)
		return string(text)
	}
	page := read("docs/engines.md")
	for _, c := range []struct{ file, pattern string }{
		{"tests/engines/install", `chdb@([0-9.]+)`},
		{"tests/engines/spark/install", `(?m)^install_spark ([0-9.]+)`},
		{"tests/engines/internal/kafka/pom.xml", `<artifactId>kafka_2.13</artifactId>\s*<version>([0-9.]+)`},
		{"tests/engines/clickhouse/pom.xml", `<artifactId>zookeeper</artifactId>\s*<version>([0-9.]+)`},
		{"tests/engines/go.mod", `github.com/jackc/pgx/v5 v([0-9.]+)`},
		{"tests/engines/go.mod", `modernc.org/sqlite v([0-9.]+)`},
		{"tests/engines/go.mod", `github.com/nats-io/nats-server/v2 v([0-9.]+)`},
	} {
		found := regexp.MustCompile(c.pattern).FindAllStringSubmatch(read(c.file), -1)
		if len(found) == 0 {
			t.Errorf("%s has no %s", c.file, c.pattern)
		}
		for _, m := range found {
			if !strings.Contains(page, m[1]) {
				t.Errorf("%s has %s, and docs/engines.md does not name %s", c.file, m[0], m[1])
			}
		}
	}
}
