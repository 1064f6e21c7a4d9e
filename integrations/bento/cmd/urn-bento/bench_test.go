package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/seed7b5a83f0/urn"
)

const runPlain = "URN_BENTO_TEST_PLAIN"

// plain does what config/kafka.yaml does, without Bento: the ceiling.
func plain(brokers string) error {
	ctx := context.Background()
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers), kgo.ConsumeTopics(inTopic), kgo.ConsumerGroup("plain"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit())
	if err != nil {
		return err
	}
	for {
		var out []*kgo.Record
		client.PollRecords(ctx, 1024).EachRecord(func(in *kgo.Record) {
			source := kgo.RecordHeader{Key: "urn_source", Value: fmt.Appendf(nil, "%s/%d/%d", in.Topic, in.Partition, in.Offset)}
			record := &kgo.Record{Topic: deadTopic, Value: in.Value, Headers: []kgo.RecordHeader{source}}
			if u, err := urn.RFC8141.ParseBytes(in.Value); err == nil {
				record.Topic, record.Key, record.Value = outTopic, []byte(u.Key()), []byte(u.Normalize().String())
			} else {
				record.Headers = append(record.Headers, kgo.RecordHeader{Key: "urn_error", Value: []byte(err.Error())})
			}
			out = append(out, record)
		})
		if err := client.ProduceSync(ctx, out...).FirstErr(); err != nil {
			return err
		}
		if err := client.CommitUncommittedOffsets(ctx); err != nil {
			return err
		}
	}
}

// BenchmarkKafka sends records through a worker in a process of its own. So the
// processor time that it reports is that of the worker, including its start,
// without that of the broker.
func BenchmarkKafka(b *testing.B) {
	for _, c := range []struct {
		name, variable string
		args           []string
	}{
		{"plain Go", runPlain, nil},
		{"kafka.yaml", runMain, []string{"-c", "config/kafka.yaml"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			ctx := context.Background()
			var n int
			var took, used time.Duration
			for range b.N {
				kafka := newCluster(b)
				var records inputs
				for range 40 {
					kafka.Produce(ctx, &records, 1000)
				}
				cmd := command(b, map[string]string{
					c.variable: "1", "KAFKA_BROKERS": kafka.Brokers, "HTTP_ADDRESS": "127.0.0.1:0", "LOG_LEVEL": "OFF",
				}, c.args...)
				begin := time.Now()
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				wait(b, "end of it", func() bool { return kafka.Written(ctx) >= int64(records.Len()) })
				took += time.Since(begin)
				_ = cmd.Process.Signal(syscall.SIGTERM)
				_ = cmd.Wait() // the plain one dies of the signal
				used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				n += records.Len()
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(n)/took.Seconds()/1e6, "Mrecords/s")
			b.ReportMetric(float64(used.Nanoseconds())/float64(n), "cpu-ns/record")
		})
	}
}

func runPlainMain() {
	fmt.Fprintln(os.Stderr, plain(os.Getenv("KAFKA_BROKERS")))
	os.Exit(1)
}
