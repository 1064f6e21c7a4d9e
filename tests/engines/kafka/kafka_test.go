// Package kafka tests integrations/bento/config/sql/count-blocks.yaml on Apache Kafka,
// with ClickHouse and PostgreSQL as sinks, while workers, a broker and a disk fail.
package kafka

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/kafka"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	partitions = 8
	blockSize  = 256 << 10 // of line_blocks
	dead       = "urns.dead"
	group      = "urn-count"
)

// parts divides n names: 7 of 10 in blocks, 5 of 20 in blocks of log lines, and the
// others in a record of their own, 3 of 100 as they are and 2 of 100 in a log line.
func parts(n int) []part {
	at := func(percent int) int { return n / 100 * percent }
	return []part{
		{Topic: "urns.blocks", Block: blockSize, From: 0, To: at(70)},
		{Topic: "logs.blocks", Block: blockSize, Text: true, From: at(70), To: at(95)},
		{Topic: "urns", From: at(95), To: at(98)},
		{Topic: "logs", Text: true, From: at(98), To: at(100)},
	}
}

// admin is a client of the cluster.
type admin struct {
	*kadm.Client
	t *testing.T
}

func newAdmin(t *testing.T, c *kafka.Cluster, options ...kgo.Opt) (admin, *kgo.Client) {
	t.Helper()
	// Brokers that do not answer must not delay the end of a test.
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(strings.Split(c.Brokers, ",")...), kgo.RetryTimeout(5*time.Second))...)
	enginetest.Must(t, err)
	t.Cleanup(client.Close)
	return admin{kadm.NewClient(client), t}, client
}

// create creates topics with eight partitions.
func (a admin) create(copies int16, topics ...string) {
	a.t.Helper()
	two := strconv.Itoa(min(int(copies), 2))
	enginetest.Wait(a.t, time.Minute, "controller that creates topics", func() bool {
		_, err := a.CreateTopics(a.t.Context(), partitions, copies, map[string]*string{"min.insync.replicas": &two}, topics...)
		if err != nil {
			return false
		}
		all, err := a.ListTopics(a.t.Context(), topics...)
		for _, topic := range topics {
			if len(all[topic].Partitions) != partitions {
				return false
			}
		}
		return err == nil
	})
}

// members returns the number of partitions that each client of the group has.
func (a admin) members() map[string]int {
	members := map[string]int{}
	groups, err := a.DescribeGroups(a.t.Context(), group)
	if err != nil || groups[group].State != "Stable" {
		return members
	}
	for _, m := range groups[group].Members {
		if assigned, ok := m.Assigned.AsConsumer(); ok {
			for _, topic := range assigned.Topics {
				members[m.ClientID] += len(topic.Partitions)
			}
		}
	}
	return members
}

// lag returns what the group has not committed, and false if this is not known now.
func (a admin) lag() (kadm.GroupLag, bool) {
	lags, err := a.Lag(a.t.Context(), group)
	l := lags[group]
	return l.Lag, err == nil && l.Error() == nil && len(l.Lag) > 0
}

// done reports whether the group has committed all records.
func (a admin) done() bool {
	lag, ok := a.lag()
	return ok && lag.Total() == 0
}

// nudge produces a tombstone to each partition with records that are not committed, and
// returns these partitions. A tombstone has no name.
func (a admin) nudge(c *kafka.Cluster) (behind []string) {
	a.t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(c.Brokers, ",")...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	enginetest.Must(a.t, err)
	defer client.Close()
	lag, _ := a.lag()
	for _, l := range lag.Sorted() {
		if l.Lag != 0 {
			behind = append(behind, fmt.Sprintf("%s/%d by %d", l.Topic, l.Partition, l.Lag))
			enginetest.Must(a.t, client.ProduceSync(a.t.Context(), &kgo.Record{Topic: l.Topic, Partition: l.Partition}).FirstErr())
		}
	}
	return behind
}

// inStep reports whether every copy of every partition is in step.
func (a admin) inStep() bool {
	all, err := a.ListTopics(a.t.Context())
	if err != nil {
		return false
	}
	for _, topic := range all {
		for _, p := range topic.Partitions {
			if len(p.ISR) != len(p.Replicas) {
				return false
			}
		}
	}
	return true
}

// startWorker starts a worker with count-blocks.yaml.
func startWorker(t *testing.T, name, id, brokers string, ch *sink, pg *database, all []part) *enginetest.Process {
	var names, text []string
	for _, p := range all {
		if p.Text {
			text = append(text, p.Topic)
		} else {
			names = append(names, p.Topic)
		}
	}
	cmd := exec.Command(name, "-c", filepath.Join(enginetest.Root(), "integrations/bento/config/sql/count-blocks.yaml"))
	cmd.Env = append(os.Environ(), "KAFKA_BROKERS="+brokers, "TOPIC_NAMES="+strings.Join(names, ","), "TOPIC_TEXT="+strings.Join(text, ","),
		"TOPIC_DEAD="+dead, "GROUP="+group, "CLIENT_ID="+id, "COMMIT_PERIOD=1s", "HTTP_ADDRESS=127.0.0.1:0", "LOG_LEVEL=WARN",
		"CLICKHOUSE_URL="+ch.url, "POSTGRES_DSN="+pg.dsn, "GOMAXPROCS=2")
	return enginetest.Start(t, cmd)
}

// TestCount counts names while a worker is killed, a broker is killed, partitions
// move, the disk of PostgreSQL is full, and records come that no pipeline likes. At
// the end every count must be exact, in both databases.
func TestCount(t *testing.T) {
	n := limit(t, 400_000)
	all := parts(n)
	limit := 5*time.Minute + time.Duration(n)*100*time.Microsecond
	result := enginetest.Report(t, "Kafka")
	cluster := kafka.Start(t)
	result.Version = cluster.Version
	chSQL, pgSQL := enginetest.CountSQL(t)
	ch, pg := startClickHouse(t), startPostgres(t, pgSQL)
	t.Logf("ClickHouse %s, PostgreSQL %s", ch.Version, pg.version)
	if _, err := ch.Query(chSQL[0]); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CGO_ENABLED", "0") // the worker needs no C
	worker := enginetest.Build(t, "tests/bento-sql")
	a, _ := newAdmin(t, cluster)
	a.create(3, "urns.blocks", "logs.blocks", "urns", "logs", dead)

	start := func(id string) *enginetest.Process { return startWorker(t, worker, id, cluster.Brokers, ch, pg, all) }
	groupOf := func(ids ...string) func() bool {
		return func() bool {
			m := a.members()
			sum := 0
			for _, id := range ids {
				if m[id] == 0 {
					return false
				}
				sum += m[id]
			}
			return len(m) == len(ids) && sum == len(all)*partitions
		}
	}
	workers := map[string]*enginetest.Process{"a": start("a"), "b": start("b")}
	enginetest.Wait(t, time.Minute, "group of two workers", groupOf("a", "b"))

	want, lines, deadLines := counts(t, all)
	want[urn.MustParse(extra).Key()] = 2
	lines += 2
	deadLines += specialLines
	began := time.Now()
	producer, gate := produce(t, order{Brokers: cluster.Brokers, Parts: all, Special: true, Stages: 5})
	// The next fifth of the names is produced amid the fault before it.
	next := func() {
		t.Helper()
		_, err := fmt.Fprintln(gate)
		enginetest.Must(t, err)
	}
	next()
	reach := func(percent int64) int64 {
		t.Helper()
		enginetest.Wait(t, limit, fmt.Sprintf("%d%% of the names", percent), func() bool {
			for id, w := range workers {
				if w.Exited() {
					t.Fatalf("worker %s has ended:\n%s", id, w.Log())
				}
			}
			return ch.names() >= lines*percent/100
		})
		return ch.names()
	}
	note := func(format string, args ...any) {
		t.Logf("%4.0f s, %3d%%: %s", time.Since(began).Seconds(), ch.names()*100/lines, fmt.Sprintf(format, args...))
	}

	// A broker: the one that leads the group of the workers.
	reach(5)
	coordinators := a.FindGroupCoordinators(t.Context(), group)
	broker := int(coordinators[group].NodeID) - 1
	if broker < 0 {
		t.Fatalf("no coordinator: %v", coordinators[group].Err)
	}
	cluster.Kill(broker)
	note("broker %d, the group's coordinator, was killed", broker+1)
	next()
	enginetest.Wait(t, limit, "partitions with fewer copies", func() bool { return !a.inStep() })
	reach(35)
	cluster.Restart(broker)
	enginetest.Wait(t, limit, "copies in step", a.inStep)
	note("the broker is back, and all copies are in step")

	// A worker.
	next()
	reach(45)
	workers["a"].Kill()
	delete(workers, "a")
	note("worker a was killed")
	workers["a2"] = start("a2")
	enginetest.Wait(t, limit, "group without the dead worker", groupOf("a2", "b"))
	note("worker a2 has its partitions, or other ones")

	// The disk.
	kills := "1 broker, 1 worker"
	if pg.disk == nil {
		t.Logf("no full disk: %v", pg.noDisk)
		next()
	} else {
		enginetest.Must(t, pg.disk.fill())
		next()
		enginetest.Wait(t, limit, "full disk", func() bool { return strings.Contains(pg.Log(), "No space left on device") })
		note("the disk of PostgreSQL is full")
		time.Sleep(settle)
		enginetest.Must(t, pg.disk.free())
		note("the disk has room again")
		kills += ", 1 full disk"
	}

	// Partitions move: one more worker, then one less.
	reach(65)
	next()
	workers["c"] = start("c")
	enginetest.Wait(t, limit, "group of three workers", groupOf("a2", "b", "c"))
	note("worker c has come: %v", a.members())
	if err := workers["b"].Stop(syscall.SIGTERM); err != nil {
		t.Errorf("worker b, terminated: %v", err)
	}
	delete(workers, "b")
	enginetest.Wait(t, limit, "group of two workers again", groupOf("a2", "c"))
	note("worker b has gone: %v", a.members())

	enginetest.Wait(t, limit, "producer that has ended", producer.Exited)
	enginetest.Must(t, producer.Stop(syscall.SIGTERM))
	enginetest.Wait(t, limit, "names in ClickHouse", func() bool { time.Sleep(200 * time.Millisecond); return ch.names() >= lines })
	note("all names are in ClickHouse")
	// The committed offset of a partition may stay behind after partitions have moved,
	// although all its records are delivered. The next record brings it up.
	last, since := int64(0), time.Now()
	enginetest.Wait(t, limit, "end of it", func() bool {
		time.Sleep(200 * time.Millisecond)
		lag, ok := a.lag()
		if !ok || lag.Total() != last {
			last, since = lag.Total(), time.Now()
		}
		if last != 0 && time.Since(since) > time.Minute {
			note("committed offsets have stayed behind for a minute: %v", a.nudge(cluster))
			since = time.Now()
		}
		return ok && lag.Total() == 0
	})
	note("everything is committed")
	for _, w := range workers {
		if err := w.Stop(syscall.SIGTERM); err != nil {
			t.Errorf("a worker, terminated: %v", err)
		}
	}

	for name, got := range map[string]map[string]int64{"ClickHouse": ch.counts(t, chSQL[1]), "PostgreSQL": pg.counts(t, pgSQL[2])} {
		if wrong := differences(got, want); len(wrong) > 0 {
			t.Errorf("%s: %d of %d counts are wrong: %v", name, len(wrong), len(want), wrong[:min(5, len(wrong))])
		}
	}
	letters := deadLetters(t, cluster, all)
	if letters.distinct != deadLines {
		t.Errorf("%d dead letters, want %d", letters.distinct, deadLines)
	}
	ch.seen.Lock()
	defer ch.seen.Unlock()
	result.Rows, result.Kills = fmt.Sprintf("%d names", lines), kills
	t.Logf("%d names (%d records) of %d keys in %.0f s; records delivered again: %d; dead letters: %d, delivered again: %d",
		lines, len(ch.seen.sources), len(want), time.Since(began).Seconds(), ch.seen.again, letters.distinct, letters.again)
}

// produce starts a producer, and returns its standard input.
func produce(t *testing.T, o order) (*enginetest.Process, io.Writer) {
	t.Helper()
	cmd := producer(t, o)
	gate, err := cmd.StdinPipe()
	enginetest.Must(t, err)
	return enginetest.Start(t, cmd), gate
}

func differences(got, want map[string]int64) (wrong []string) {
	for k, n := range want {
		if got[k] != n {
			wrong = append(wrong, fmt.Sprintf("%.40s %d, want %d", k, got[k], n))
		}
	}
	for k, n := range got {
		if _, ok := want[k]; !ok {
			wrong = append(wrong, fmt.Sprintf("%.40s %d, want none", k, n))
		}
	}
	return wrong
}

type letters struct{ distinct, again int64 }

// deadLetters reads the dead letters. It wants each to name its source and line, and
// the poison of all to be there, byte for byte.
func deadLetters(t *testing.T, c *kafka.Cluster, all []part) (l letters) {
	t.Helper()
	a, client := newAdmin(t, c, kgo.ConsumeTopics(dead))
	ends, err := a.ListEndOffsets(t.Context(), dead)
	enginetest.Must(t, err)
	var total int64
	ends.Each(func(o kadm.ListedOffset) { total += o.Offset })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	seen := map[string]bool{}
	found := map[string]bool{}
	for n := int64(0); n < total; {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			t.Fatalf("%d of %d dead letters: %v", n, total, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			n++
			var v struct {
				Line   int    `json:"line"`
				Input  string `json:"input"`
				Base64 []byte `json:"input_base64"`
				Error  struct{ Reason string }
			}
			if err := json.Unmarshal(r.Value, &v); err != nil || len(r.Headers) != 1 || r.Headers[0].Key != "urn_source" || v.Line == 0 || v.Error.Reason == "" {
				t.Errorf("dead letter %.200q with headers %.200q: %v", r.Value, fmt.Sprint(r.Headers), err)
				return
			}
			place := fmt.Sprintf("%s:%d", r.Headers[0].Value, v.Line)
			if seen[place] {
				l.again++
				return
			}
			seen[place] = true
			found[v.Input+string(v.Base64)] = true
		})
	}
	l.distinct = int64(len(seen))
	missing := 0
	for _, p := range all {
		for i := p.From; i < p.To && !p.Text; i++ {
			if poison(i) && !found[string(p.appendLine(nil, i))] {
				missing++
			}
		}
	}
	if missing > 0 || !found["x"] || !found["\x00\xff\xfe not text "] {
		t.Errorf("%d lines that are not URNs are not among the dead letters", missing)
	}
	return l
}
