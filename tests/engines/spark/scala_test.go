package spark

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// testScala runs the Scala of the page in spark-shell, over enginetest.Values and the
// table names. The locale of the driver has no letters but ASCII letters.
func testScala(t *testing.T, c *cluster, names int) {
	blocks := enginetest.Blocks(enginetest.Section(t, "Spark"), "scala")
	if len(blocks) != 1 {
		t.Fatalf("the page has %d blocks of Scala", len(blocks))
	}
	script, result := filepath.Join(c.dir, "pipe.scala"), filepath.Join(c.dir, "scala.tsv")
	enginetest.Must(t, os.WriteFile(script, fmt.Appendf(nil, `
for (name <- Seq("events", "names")) spark.read.parquet("file://%[1]s/warehouse/" + name).createOrReplaceTempView(name)
%[2]s
val rows = spark.sql("SELECT n, key FROM events JOIN (SELECT DISTINCT * FROM pairs) pairs ON events.id = pairs.id").collect()
val all = spark.table("names").selectExpr("id", """coalesce(want, r'\N')""").as[(String, String)].rdd
val found = all.map(_._1).pipe(Seq("urn", "map", "--to", "key"), encoding = "UTF-8")
val wrong = all.map(_._2).zip(found).filter(p => p._1 != p._2).count()
val failure = scala.util.Try(ids.pipe("false").count()).failed.map(_.toString).getOrElse("none")
val lines = Seq(s"${found.count()}\t$wrong", failure.linesIterator.next()) ++ rows.map(r => s"${r.get(0)}\t${r.get(1)}")
java.nio.file.Files.write(java.nio.file.Paths.get("%[3]s"), lines.mkString("\n").getBytes("UTF-8"))
System.exit(0)
`, c.dir, blocks[0].Text, result), 0o644))
	cmd := exec.Command(filepath.Join(c.spark, "bin/spark-shell"), "-i", script)
	for k, v := range c.conf() {
		cmd.Args = append(cmd.Args, "--conf", k+"="+v)
	}
	cmd.Dir, cmd.Env = c.dir, append(slices.Clone(c.env), "LC_ALL=C")
	shell := enginetest.Start(t, cmd)
	enginetest.Wait(t, 5*time.Minute, "end of spark-shell", shell.Exited)
	text, err := os.ReadFile(result)
	enginetest.Must(t, err)
	lines := strings.Split(string(text), "\n")
	if want := fmt.Sprintf("%d\t0", names); lines[0] != want {
		t.Errorf("rows and different rows are %q, want %q", lines[0], want)
	}
	if !strings.Contains(lines[1], "exited with status 1") {
		t.Errorf("a command that fails: %s", lines[1])
	}
	want := keys()
	for _, line := range lines[2:] {
		n, key, _ := strings.Cut(line, "\t")
		if want[n] != key {
			t.Errorf("row %s has %.80q, want %.80q", n, key, want[n])
		}
		delete(want, n)
	}
	if len(want) > 0 {
		t.Errorf("the rows %.300v are missing", want)
	}
}
