package kafka

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/kafka"
	"github.com/twmb/franz-go/pkg/kadm"
)

var measure = flag.String("measure", "", "what to measure: `rows` of docs/kafka.tsv with commas between them, or all; writes that table")

var all = []string{"produce", "blocks", "blocks-2", "blocks-4", "single", "count"}

// row is a line of docs/kafka.tsv. Times are processor time for all names.
type row struct {
	what                                           string
	copies, names                                  int
	bytes, disk                                    int64
	producer, broker, worker, postgres, clickhouse time.Duration
	seconds                                        float64
}

const columns = "what\tcopies\tnames\tbytes\tdisk_bytes\tproducer_cpu_us\tbroker_cpu_us\tworker_cpu_us\tpostgres_cpu_us\tclickhouse_cpu_us\tseconds\n"

func (r row) String() string {
	per := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 / float64(r.names) }
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.1f\n", r.what, r.copies, r.names, r.bytes, r.disk,
		per(r.producer), per(r.broker), per(r.worker), per(r.postgres), per(r.clickhouse), r.seconds)
}

// The worker of the measurements without databases: Kafka to Kafka, with the batches of
// kafka.yaml for single names.
const through = `http: { enabled: false }
input:
  broker:
    batching: { count: %d, period: 100ms }
    inputs:
      - kafka_franz: { seed_brokers: [ %q ], topics: [ %q ], consumer_group: %q, commit_period: 1s }
pipeline:
  threads: 1
  processors:
    - urn_normalize: {}
output:
  kafka_franz: { seed_brokers: [ %q ], topic: %q, max_in_flight: 64, compression: none }
logger: { level: WARN }
`

// TestMeasure measures what docs/engines.md calculates with. The same cluster has
// topics with one copy and with three. Of each row it takes the run with the median
// processor time of the brokers, after a first run that warms them up.
//
//   - produce: a producer alone, in blocks
//   - blocks, blocks-2, blocks-4, single: a producer, and one, two or four urn-bento from one topic to another
//   - count: a producer, and two workers that count in ClickHouse and PostgreSQL
func TestMeasure(t *testing.T) {
	if *measure == "" {
		t.Skip("without -measure nothing is measured")
	}
	rows := strings.Split(strings.ReplaceAll(*measure, "all", strings.Join(all, ",")), ",")
	const rounds = 3
	cluster := kafka.Start(t)
	a, _ := newAdmin(t, cluster)
	bento := enginetest.Build(t, "integrations/bento/cmd/urn-bento")
	t.Setenv("CGO_ENABLED", "0") // the worker needs no C
	counter := enginetest.Build(t, "tests/bento-sql")
	var table strings.Builder
	for _, what := range rows {
		if what == "count" {
			continue // the last one
		}
		names, block, batch := 3_000_000, blockSize, 1
		if what == "single" {
			names, block, batch = 200_000, 0, 1024
		}
		consumers := 1
		if _, n, several := strings.Cut(what, "-"); several {
			consumers = int(n[0] - '0')
		}
		workers := map[int][]*enginetest.Process{}
		topic := func(copies int) string { return fmt.Sprintf("%s.%d", what, copies) }
		for _, copies := range []int{1, 3} {
			a.create(int16(copies), topic(copies), topic(copies)+".out")
			if what == "produce" {
				continue
			}
			config := filepath.Join(t.TempDir(), "worker.yaml")
			enginetest.Must(t, os.WriteFile(config, fmt.Appendf(nil, through, batch, cluster.Brokers, topic(copies), topic(copies), cluster.Brokers, topic(copies)+".out"), 0o644))
			for range consumers {
				workers[copies] = append(workers[copies], enginetest.Start(t, exec.Command(bento, "-c", config)))
			}
			enginetest.Wait(t, time.Minute, "worker", func() bool { return a.stable(topic(copies), consumers) })
		}
		runs := map[int][]row{}
		for round := range rounds + 1 {
			for _, copies := range []int{1, 3} {
				p := part{Topic: topic(copies), Block: block, From: 0, To: names}
				r := row{what: what, copies: copies, names: names}
				disk, broker, records := cluster.DiskBytes(what), cluster.CPU(), a.ends(p.Topic)
				r.worker = cpu(workers[copies])
				began := time.Now()
				producer, _ := produce(t, order{Brokers: cluster.Brokers, Parts: []part{p}, Stages: 1})
				enginetest.Wait(t, 3*time.Minute, "producer that has ended", producer.Exited)
				enginetest.Must(t, producer.Stop(syscall.SIGTERM))
				records = a.ends(p.Topic) - records
				if what != "produce" {
					enginetest.Wait(t, 3*time.Minute, "end of it", func() bool {
						time.Sleep(50 * time.Millisecond) // asking costs the brokers time, too
						return a.ends(p.Topic+".out") >= int64(round+1)*records
					})
					r.worker = cpu(workers[copies]) - r.worker
				}
				r.seconds = time.Since(began).Seconds()
				r.broker = cluster.CPU() - broker
				r.producer = producer.ProcessState.UserTime() + producer.ProcessState.SystemTime()
				r.disk = settled(func() int64 { return cluster.DiskBytes(what) }) - disk
				r.bytes = size(p)
				t.Log(strings.TrimSpace(r.String()))
				if round > 0 {
					runs[copies] = append(runs[copies], r)
				}
			}
		}
		for _, copies := range []int{1, 3} {
			slices.SortFunc(runs[copies], func(a, b row) int { return int(a.broker - b.broker) })
			table.WriteString(runs[copies][rounds/2].String())
		}
		for _, w := range slices.Concat(workers[1], workers[3]) {
			enginetest.Must(t, w.Stop(syscall.SIGTERM))
		}
	}

	if slices.Contains(rows, "count") {
		table.WriteString(measureCount(t, cluster, a, counter).String())
	}
	if !t.Failed() {
		write(t, rows, table.String())
	}
}

// write writes the rows into docs/kafka.tsv, in place of the rows with the same names.
func write(t *testing.T, names []string, rows string) {
	file := filepath.Join(enginetest.Root(), "docs/kafka.tsv")
	old, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString(columns)
	for _, name := range all {
		from := string(old)
		if slices.Contains(names, name) {
			from = rows
		}
		for line := range strings.Lines(from) {
			if strings.HasPrefix(line, name+"\t") {
				table.WriteString(line)
			}
		}
	}
	enginetest.Must(t, os.WriteFile(file, []byte(table.String()), 0o644))
}

// measureCount measures the whole way.
func measureCount(t *testing.T, cluster *kafka.Cluster, a admin, counter string) row {
	chSQL, pgSQL := enginetest.CountSQL(t)
	ch, pg := startClickHouse(t), startPostgres(t, pgSQL)
	if _, err := ch.Query(chSQL[0]); err != nil {
		t.Fatal(err)
	}
	a.create(3, "count", "count.text", dead)
	topics := []part{{Topic: "count", Block: blockSize, From: 0, To: 2_000_000}, {Topic: "count.text", Block: blockSize, Text: true}}
	workers := []*enginetest.Process{
		startWorker(t, counter, "a", cluster.Brokers, ch, pg, topics),
		startWorker(t, counter, "b", cluster.Brokers, ch, pg, topics),
	}
	enginetest.Wait(t, time.Minute, "group of two workers", func() bool { return len(a.members()) == 2 })
	r := row{what: "count", copies: 3, names: topics[0].To, bytes: size(topics[0])}
	disk, broker, postgres, clickhouse := cluster.DiskBytes("count"), cluster.CPU(), pg.CPU(), ch.CPU()
	worker := cpu(workers)
	want, lines, _ := counts(t, topics)
	began := time.Now()
	producer, _ := produce(t, order{Brokers: cluster.Brokers, Parts: topics[:1], Stages: 1})
	enginetest.Wait(t, 3*time.Minute, "end of it", func() bool { time.Sleep(100 * time.Millisecond); return ch.names() >= lines && a.done() })
	enginetest.Must(t, producer.Stop(syscall.SIGTERM))
	r.seconds = time.Since(began).Seconds()
	r.producer = producer.ProcessState.UserTime() + producer.ProcessState.SystemTime()
	r.broker, r.postgres, r.clickhouse = cluster.CPU()-broker, pg.CPU()-postgres, ch.CPU()-clickhouse
	r.worker = cpu(workers) - worker
	r.disk = settled(func() int64 { return cluster.DiskBytes("count") }) - disk
	t.Log(strings.TrimSpace(r.String()))
	for name, got := range map[string]map[string]int64{"ClickHouse": ch.counts(t, chSQL[1]), "PostgreSQL": pg.counts(t, pgSQL[2])} {
		if wrong := differences(got, want); len(wrong) > 0 {
			t.Errorf("%s: %d counts are wrong", name, len(wrong))
		}
	}
	return r
}

// cpu returns the processor time of processes.
func cpu(processes []*enginetest.Process) (t time.Duration) {
	for _, p := range processes {
		t += p.CPU()
	}
	return t
}

// settled returns a size when it has not changed for a second: the last copies are
// written after the producer has its acknowledgement.
func settled(size func() int64) int64 {
	for last := int64(-1); ; time.Sleep(time.Second) {
		n := size()
		if n == last {
			return n
		}
		last = n
	}
}

// size returns the number of bytes of the lines of p, with their line ends.
func size(p part) (n int64) {
	var b []byte
	for i := p.From; i < p.To; i++ {
		b = p.appendLine(b[:0], i)
		n += int64(len(b)) + 1
	}
	return n
}

// ends returns the number of records that were written to a topic.
func (a admin) ends(topic string) (n int64) {
	a.t.Helper()
	all, err := a.ListEndOffsets(a.t.Context(), topic)
	enginetest.Must(a.t, err)
	all.Each(func(o kadm.ListedOffset) { n += o.Offset })
	return n
}

// stable reports whether a consumer group has that many members, and each has its partitions.
func (a admin) stable(group string, members int) bool {
	groups, err := a.DescribeGroups(a.t.Context(), group)
	return err == nil && groups[group].State == "Stable" && len(groups[group].Members) == members
}
