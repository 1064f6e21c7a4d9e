package bento

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/integrations/bento/internal/kafkatest"
	"github.com/warpstreamlabs/bento/public/service"
)

// configured builds a stream of a configuration file.
func configured(t *testing.T, file string, variables map[string]string) *service.Stream {
	t.Helper()
	config, err := os.ReadFile(file)
	must(t, err)
	b := newBuilder(t)
	b.SetEnvVarLookupFunc(func(name string) (string, bool) {
		value, ok := variables[name]
		return value, ok
	})
	must(t, b.SetYAML(string(config)))
	must(t, b.SetLoggerYAML("level: off"))
	s, err := b.Build()
	must(t, err)
	return s
}

// TestConsumerGroup has two streams share eight partitions, and stops one of
// them amid its work.
func TestConsumerGroup(t *testing.T) {
	t.Parallel()
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	kafka := kafkatest.NewCluster(t)
	var records kafkatest.Records
	results := kafka.Follow(&records)

	start := func(id string) (stop func()) {
		s := configured(t, "config/kafka.yaml", map[string]string{
			"KAFKA_BROKERS": kafka.Brokers, "CLIENT_ID": id, "GROUP": "group", "COMMIT_PERIOD": "100ms", "HTTP_ADDRESS": "127.0.0.1:0",
		})
		ran := make(chan error, 1)
		go func() { ran <- s.Run(ctx) }()
		return func() {
			if err := s.Stop(ctx); err != nil {
				t.Errorf("stop %s: %v", id, err)
			}
			<-ran
		}
	}
	kafka.Produce(ctx, &records, 100)
	stopA, stopB := start("a"), start("b")
	kafkatest.Wait(t, "group of two with partitions for both", func() bool {
		m := kafka.Members(ctx, "group")
		return len(m) == 2 && m["a"].Partitions > 0 && m["b"].Partitions > 0 && m["a"].Partitions+m["b"].Partitions == kafkatest.Partitions
	})
	kafkatest.Wait(t, "record that came through", func() bool { return results.Len() > 0 })

	// Records come all the while, so that some are under way when a stops.
	produced := make(chan struct{})
	go func() {
		defer close(produced)
		for range 100 {
			kafka.Produce(ctx, &records, 20)
		}
	}()
	committed := kafka.Watch("group")
	before := results.Len()
	kafkatest.Wait(t, "work by both", func() bool { return results.Len() > before+1000 })
	stopA()
	through := results.Len()
	<-produced
	if all := records.Len(); through >= all {
		t.Errorf("a stopped when all %d records were through, want it to stop amid its work", all)
	}
	kafkatest.Wait(t, "end of it", func() bool { return results.Len() >= records.Len() })
	if m := kafka.Members(ctx, "group"); len(m) != 1 || m["b"].Partitions != kafkatest.Partitions {
		t.Errorf("the group is %v, want b with all partitions", m)
	}
	stopB()
	if committed() == 0 {
		t.Error("nothing was committed while both worked")
	}
	results.Check(t, &records)
}
