package brokers

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// startRedis starts a Redis that keeps its data in an append-only file.
func startRedis(t *testing.T) (*enginetest.Result, *redis.Client, string) {
	t.Helper()
	result := enginetest.Report(t, "Redis Streams")
	name, err := exec.LookPath("redis-server")
	if err != nil {
		enginetest.Missing(t, "no Redis: install it with \"apt-get install redis-server\"")
	}
	port := enginetest.Port(t)
	enginetest.Start(t, exec.Command(name, "--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--dir", t.TempDir(), "--appendonly", "yes", "--save", ""))
	address := "127.0.0.1:" + strconv.Itoa(port)
	c := redis.NewClient(&redis.Options{Addr: address})
	t.Cleanup(func() { c.Close() })
	enginetest.Wait(t, time.Minute, "Redis", func() bool { return c.Ping(t.Context()).Err() == nil })
	result.Version = c.InfoMap(t.Context(), "server").Item("Server", "redis_version")
	return result, c, "redis://" + address
}

func TestRedis(t *testing.T) {
	result, c, url := startRedis(t)
	run(t, result, broker{
		config:    "redis.yaml",
		variables: map[string]string{"REDIS_URL": url, "COMMIT_PERIOD": "200ms"},
		produce: func(_ int, value string) error {
			return c.XAdd(t.Context(), &redis.XAddArgs{Stream: "urns", Values: []any{"body", value}}).Err()
		},
		follow: func(got func(stream, value string, headers map[string]string)) {
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan struct{})
			t.Cleanup(func() { cancel(); <-done })
			go func() {
				defer close(done)
				last := map[string]string{out: "0", dead: "0"}
				for ctx.Err() == nil {
					streams, _ := c.XRead(ctx, &redis.XReadArgs{Streams: []string{out, dead, last[out], last[dead]}, Block: 50 * time.Millisecond}).Result()
					for _, s := range streams {
						for _, m := range s.Messages {
							headers := map[string]string{}
							for k, v := range m.Values {
								headers[k], _ = v.(string)
							}
							got(s.Stream, headers["body"], headers)
							last[s.Stream] = m.ID
						}
					}
				}
			}()
		},
	})
}

// TestRedisPending shows what redis.yaml says of CLIENT_ID: what a dead worker had
// is delivered only to a worker of the same name.
func TestRedisPending(t *testing.T) {
	_, c, url := startRedis(t)
	ctx := t.Context()
	enginetest.Must(t, c.XGroupCreateMkStream(ctx, "urns", "urn-bento", "0").Err())
	add := func(from, to int) {
		for id := from; id < to; id++ {
			enginetest.Must(t, c.XAdd(ctx, &redis.XAddArgs{Stream: "urns", Values: []any{"body", fmt.Sprintf("urn:example:%d", id)}}).Err())
		}
	}
	add(0, 10)
	enginetest.Must(t, c.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "urn-bento", Consumer: "dead", Streams: []string{"urns", ">"}, Count: 10}).Err())
	add(10, 20)
	bento := enginetest.Build(t, "integrations/bento/cmd/urn-bento")
	start := func(id string) { startWorker(t, bento, "redis.yaml", id, map[string]string{"REDIS_URL": url}) }
	start("other")
	enginetest.Wait(t, time.Minute, "new entries", func() bool { return c.XLen(ctx, out).Val() >= 10 })
	time.Sleep(2 * time.Second) // for what should not come
	if n := c.XLen(ctx, out).Val(); n != 10 {
		t.Errorf("a worker of another name delivered %d entries, want the 10 new ones", n)
	}
	start("dead")
	enginetest.Wait(t, time.Minute, "entries of the dead worker", func() bool { return c.XLen(ctx, out).Val() == 20 })
}
