package spark

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/kafka"
)

// testStream runs the stream of the page from a topic of the table names. An executor
// is killed, and then the driver. A second driver continues from the checkpoint. It returns
// the number of records.
func testStream(t *testing.T, c *cluster) (records int) {
	k := kafka.Start(t)
	records = 50_000
	jars, err := filepath.Glob(filepath.Join(c.home, "kafka/*.jar"))
	enginetest.Must(t, err)
	conf := map[string]string{"spark.jars": strings.Join(jars, ",")}
	data := t.TempDir()
	stream := ""
	for _, b := range enginetest.Blocks(enginetest.Section(t, "Spark"), "python") {
		if strings.Contains(b.Text, "readStream") {
			stream = b.Text
		}
	}
	if n := strings.Count(stream, "/data/"); n != 2 {
		t.Fatalf("the stream of the page has %d paths", n)
	}
	stream = strings.NewReplacer("localhost:9092", k.Brokers, "/data/", "file://"+data+"/", "1000000)", "5000)").Replace(stream)

	start := func() *app {
		a := c.start(t, conf)
		a.sql("CREATE TEMP VIEW events AS SELECT 1 AS n, '' AS id")
		for _, s := range c.page(t) {
			if strings.Contains(s.Python, "def ") {
				a.must(s)
			}
		}
		a.python(`spark.read.parquet("file://%s").createOrReplaceTempView("names")`, filepath.Join(c.dir, "warehouse/names"))
		return a
	}
	a := start()
	a.python(`jvm = spark._jvm
properties = jvm.java.util.Properties()
properties.put("bootstrap.servers", "%[1]s")
admin = jvm.org.apache.kafka.clients.admin.AdminClient.create(properties)
topics = jvm.java.util.ArrayList()
topics.add(jvm.org.apache.kafka.clients.admin.NewTopic("urns", 4, 3))
admin.createTopics(topics).all().get()
admin.close()
spark.sql("SELECT CAST(n AS STRING) AS key, id AS value FROM names LIMIT %[2]d").write.format("kafka").option(
    "kafka.bootstrap.servers", "%[1]s").option("topic", "urns").save()`, k.Brokers, records)
	a.python("%s", stream)
	batches := func() int {
		all, err := filepath.Glob(filepath.Join(data, "checkpoint/commits/[0-9]*"))
		enginetest.Must(t, err)
		return len(all)
	}
	wait := func(n int) {
		t.Helper()
		enginetest.Wait(t, 5*time.Minute, fmt.Sprintf("batch %d of the stream", n), func() bool { return batches() >= n })
	}
	wait(2)
	before := c.executors(t)
	if len(before) == 0 {
		t.Fatal("no executor")
	}
	enginetest.Must(t, syscall.Kill(before[0], syscall.SIGKILL))
	n := batches()
	enginetest.Wait(t, 3*time.Minute, "executor in place of the one killed", func() bool {
		now := c.executors(t)
		return len(now) == len(before) && !slices.Contains(now, before[0])
	})
	wait(n + 2)
	a.Kill()
	killed := batches()

	a = start()
	a.python("%s\nquery.processAllAvailable()\nquery.stop()", stream)
	all := batches()
	t.Logf("the driver was killed after batch %d of %d", killed, all)
	if killed >= all {
		t.Error("the driver was killed too late")
	}
	a.python(`spark.read.parquet("file://%s/keys").createOrReplaceTempView("found")
(spark.read.format("kafka").option("kafka.bootstrap.servers", "%s").option("subscribe", "urns").load()
.selectExpr("partition", "offset", "CAST(CAST(key AS STRING) AS INT) AS n").createOrReplaceTempView("sent"))`, data, k.Brokers)
	is(t, "stream: sent, found, different records", a.sql(`SELECT count(sent.n), count(found.offset), count_if(NOT found.key <=> sent.want OR NOT found.id <=> sent.id)
FROM (SELECT partition, offset, sent.n, id, want FROM sent JOIN names ON sent.n = names.n) sent
FULL JOIN found ON sent.partition = found.partition AND sent.offset = found.offset`), records, records, 0)
	return records
}
