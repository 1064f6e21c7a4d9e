package main

import (
	"context"
	"maps"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// worker starts the command with a configuration of Kafka. The result stops it in good order.
func worker(t *testing.T, config string, variables map[string]string) (cmd *exec.Cmd, stop func()) {
	t.Helper()
	all := map[string]string{"COMMIT_PERIOD": "100ms", "HTTP_ADDRESS": "127.0.0.1:0", "LOG_LEVEL": "OFF"}
	maps.Copy(all, variables)
	cmd = command(t, all, "-c", config)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, func() {
		t.Helper()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("urn-bento -c %s, terminated: %v", config, err)
		}
	}
}

// TestConsumerGroup has two workers share eight partitions, and stops one of
// them amid its work.
func TestConsumerGroup(t *testing.T) {
	t.Parallel()
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	kafka := newCluster(t)
	var records inputs
	results := kafka.Follow(&records)

	start := func(id string) (stop func()) {
		_, stop = worker(t, "config/kafka.yaml", map[string]string{"KAFKA_BROKERS": kafka.Brokers, "CLIENT_ID": id, "GROUP": "group"})
		return stop
	}
	kafka.Produce(ctx, &records, 100)
	stopA, stopB := start("a"), start("b")
	wait(t, "group of two with partitions for both", func() bool {
		m := kafka.Members(ctx, "group")
		return len(m) == 2 && m["a"].Partitions > 0 && m["b"].Partitions > 0 && m["a"].Partitions+m["b"].Partitions == partitions
	})
	wait(t, "record that came through", func() bool { return results.Len() > 0 })

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
	wait(t, "work by both", func() bool { return results.Len() > before+1000 })
	stopA()
	through := results.Len()
	<-produced
	if all := records.Len(); through >= all {
		t.Errorf("a stopped when all %d records were through, want it to stop amid its work", all)
	}
	wait(t, "end of it", func() bool { return results.Len() >= records.Len() })
	if m := kafka.Members(ctx, "group"); len(m) != 1 || m["b"].Partitions != partitions {
		t.Errorf("the group is %v, want b with all partitions", m)
	}
	stopB()
	if committed() == 0 {
		t.Error("nothing was committed while both worked")
	}
	results.Check(t, &records)
}
