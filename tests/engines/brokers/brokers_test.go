// Package brokers tests the configurations of integrations/bento on real servers:
// NATS JetStream, Redis Streams and RabbitMQ. Kafka has a package of its own.
package brokers

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// broker is a server with an input and two outputs. They are called streams here,
// although servers have other names for them.
type broker struct {
	config    string            // file of integrations/bento/config
	variables map[string]string // for the configuration
	produce   func(id int, value string) error
	follow    func(got func(stream, value string, headers map[string]string)) // until the test ends
}

// The names of the outputs, as the configurations have them.
const (
	out  = "urns.normalized"
	dead = "urns.dead"
)

func value(id int) string {
	if id%10 == 7 {
		return fmt.Sprintf("urn:x:%d \xff", id)
	}
	return fmt.Sprintf("URN:Example:%d%%c3%%a9?=q=%d#%d", id, id, id)
}

// results has the records of the outputs, by the number in the value.
type results struct {
	mu         sync.Mutex
	times      map[int]int
	complaints []string
}

var number = regexp.MustCompile(`:(\d+)`)

func (r *results) got(stream, v string, headers map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	complain := func(format string, args ...any) {
		r.complaints = append(r.complaints, stream+": "+fmt.Sprintf(format, args...))
	}
	m := number.FindStringSubmatch(v)
	if m == nil {
		complain("%q", v)
		return
	}
	id, _ := strconv.Atoi(m[1])
	r.times[id]++
	in := value(id)
	if headers["urn_source"] == "" {
		complain("%q has no urn_source: %v", v, headers)
	}
	u, err := urn.Parse(in)
	if err != nil {
		if stream != dead || v != in || headers["urn_reason"] != "nid" || headers["urn_offset"] != "5" || !strings.Contains(headers["urn_error"], "malformed namespace identifier") {
			complain("%q came out as %q with headers %v", in, v, headers)
		}
		return
	}
	if stream != out || v != u.Normalize().String() || headers["urn_key"] != u.Key() {
		complain("%q came out as %q with headers %v", in, v, headers)
	}
}

// count returns how many of the records from, from+1, ... to-1 came out, and how
// often any came out again.
func (r *results) count(from, to int) (came, again int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := from; id < to; id++ {
		if n := r.times[id]; n > 0 {
			came++
			again += n - 1
		}
	}
	return came, again
}

// startWorker starts the program bento with a configuration and variables for it.
func startWorker(t *testing.T, bento, config, id string, variables map[string]string) *enginetest.Process {
	t.Helper()
	cmd := exec.Command(bento, "-c", "config/"+config)
	cmd.Dir = filepath.Join(enginetest.Root(), "integrations/bento")
	cmd.Env = append(cmd.Environ(), "CLIENT_ID="+id, "HTTP_ADDRESS=127.0.0.1:0", "LOG_LEVEL=WARN")
	for k, v := range variables {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	return enginetest.Start(t, cmd)
}

// run has two workers share the input. It kills one of them at work and starts it
// again, stops both and starts them again.
func run(t *testing.T, result *enginetest.Result, b broker) {
	bento := enginetest.Build(t, "integrations/bento/cmd/urn-bento")
	r := &results{times: map[int]int{}}
	start := func(id string) *enginetest.Process { return startWorker(t, bento, b.config, id, b.variables) }
	const limit = 2 * time.Minute
	n := 20_000
	if testing.Short() {
		n = 5_000
	}
	b.follow(r.got)
	workers := []*enginetest.Process{start("a"), start("b")}
	for id := range 100 {
		enginetest.Must(t, b.produce(id, value(id)))
	}
	enginetest.Wait(t, limit, "record that came through", func() bool { came, _ := r.count(0, n); return came > 0 })

	// Records come all the while, so that some are at work when one is killed.
	produced := make(chan error, 1)
	go func() {
		for id := 100; id < n; id++ {
			if err := b.produce(id, value(id)); err != nil {
				produced <- err
				return
			}
		}
		produced <- nil
	}()
	enginetest.Wait(t, limit, "work by the workers", func() bool { came, _ := r.count(0, n); return came > n/4 })
	workers[0].Kill()
	through, _ := r.count(0, n)
	if through >= n {
		t.Errorf("a worker was killed when all %d records were through, want it amid its work", n)
	}
	enginetest.Must(t, <-produced)
	workers[0] = start("a")
	enginetest.Wait(t, limit, "end of it", func() bool { came, _ := r.count(0, n); return came == n })
	_, again := r.count(0, n)
	result.Rows, result.Kills = fmt.Sprintf("%d records", n), "1 of 2 workers"
	t.Logf("%s: killed with %d of %d records through; %d came again", b.config, through, n, again)

	// Both stop in order, and start again: only what is new comes.
	for _, w := range workers {
		if err := w.Stop(syscall.SIGTERM); err != nil {
			t.Errorf("urn-bento, terminated: %v", err)
		}
	}
	for id := n; id < n+1000; id++ {
		enginetest.Must(t, b.produce(id, value(id)))
	}
	_, before := r.count(0, n)
	start("a")
	start("b")
	enginetest.Wait(t, limit, "end after the restart", func() bool { came, _ := r.count(n, n+1000); return came == 1000 })
	time.Sleep(time.Second) // for what may come again
	if _, after := r.count(0, n); after != before {
		t.Errorf("%d old records came again after an orderly restart", after-before)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, c := range r.complaints {
		if i == 10 {
			t.Errorf("and %d more", len(r.complaints)-i)
			break
		}
		t.Error(c)
	}
}
