package brokers

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

var (
	measure = flag.Bool("measure", false, "measure, and write docs/scaling.tsv")
)

// order is what the producer does.
type order struct {
	URL              string
	URNs, Partitions int
	Blocks           bool
}

// The test's binary is the producer as well.
func TestMain(m *testing.M) { enginetest.Main(m, order.produce) }

// blockSize is the size of a block of lines in bytes, as far as lines allow.
const blockSize = 64 << 10

func line(i int) string {
	return fmt.Sprintf("URN:Example:catalogue:item-%010d\n", i) // 38 bytes
}

// produce publishes URNs to the subjects in.0, in.1, ... in turn, one for each
// message or in blocks of lines.
func (p order) produce() error {
	c, err := nats.Connect(p.URL)
	if err != nil {
		return err
	}
	defer c.Close()
	js, err := c.JetStream(nats.PublishAsyncMaxPending(256))
	if err != nil {
		return err
	}
	var block []byte
	published := 0
	for i := range p.URNs {
		block = append(block, line(i)...)
		if p.Blocks && len(block) < blockSize && i < p.URNs-1 {
			continue
		}
		if !p.Blocks {
			block = block[:len(block)-1] // without the line end
		}
		if _, err := js.PublishAsync("in."+strconv.Itoa(published%p.Partitions), block); err != nil {
			return err
		}
		published++
		block = nil
	}
	select {
	case <-js.PublishAsyncComplete():
		return nil
	case <-time.After(5 * time.Minute):
		return fmt.Errorf("%d messages are not acknowledged", js.PublishAsyncPending())
	}
}

// workerConfig is a configuration of urn-bento with an input for each partition.
func workerConfig(url string, partitions int, blocks bool) string {
	var b strings.Builder
	b.WriteString("http: { enabled: false }\ninput:\n  broker:\n    inputs:\n")
	for i := range partitions {
		fmt.Fprintf(&b, "      - nats_jetstream: { urls: [ %q ], stream: IN%d, durable: worker, bind: true }\n", url, i)
	}
	b.WriteString("pipeline:\n  threads: 1\n  processors:\n")
	if blocks {
		b.WriteString("    - urn_normalize: {}\n")
	} else {
		b.WriteString("    - mapping: root = content().normalize_urn()\n")
	}
	fmt.Fprintf(&b, "output:\n  nats_jetstream: { urls: [ %q ], subject: out }\nlogger: { level: WARN }\n", url)
	return b.String()
}

// TestMeasure measures what docs/engines.md calculates with: a producer, a broker
// and a worker, each a process, share this machine. It writes the table.
func TestMeasure(t *testing.T) {
	if !*measure {
		t.Skip("without -measure nothing is measured")
	}
	bento := enginetest.Build(t, "integrations/bento/cmd/urn-bento")
	var table strings.Builder
	table.WriteString("mode\tpartitions\turns\tproducer_cpu_us\tbroker_cpu_us\tworker_cpu_us\tseconds\tbroker_in_bytes\tbroker_out_bytes\n")
	for _, mode := range []string{"blocks", "single"} {
		for _, partitions := range []int{1, 2, 4, 8} {
			t.Run(fmt.Sprintf("%s/%d", mode, partitions), func(t *testing.T) {
				row := measureOne(t, bento, mode, partitions)
				t.Log(row)
				table.WriteString(row)
			})
		}
	}
	enginetest.Must(t, os.WriteFile(filepath.Join(enginetest.Root(), "docs/scaling.tsv"), []byte(table.String()), 0o644))
}

func measureOne(t *testing.T, bento, mode string, partitions int) string {
	urns := 2_000_000
	if mode == "single" {
		urns = 20_000
	}
	server, js, url := startNATS(t)
	for i := range partitions {
		name := fmt.Sprintf("IN%d", i)
		_, err := js.AddStream(&nats.StreamConfig{Name: name, Subjects: []string{fmt.Sprintf("in.%d", i)}})
		enginetest.Must(t, err)
		_, err = js.AddConsumer(name, &nats.ConsumerConfig{Durable: "worker", AckPolicy: nats.AckExplicitPolicy, MaxAckPending: 1024})
		enginetest.Must(t, err)
	}
	_, err := js.AddStream(&nats.StreamConfig{Name: "OUT", Subjects: []string{"out"}})
	enginetest.Must(t, err)
	config := filepath.Join(t.TempDir(), "worker.yaml")
	enginetest.Must(t, os.WriteFile(config, []byte(workerConfig(url, partitions, mode == "blocks")), 0o644))
	worker := enginetest.Start(t, exec.Command(bento, "-c", config))
	waiting := func() (n int) {
		for i := range partitions {
			if info, err := js.ConsumerInfo(fmt.Sprintf("IN%d", i), "worker"); err == nil && info.NumWaiting > 0 {
				n++
			}
		}
		return n
	}
	enginetest.Wait(t, time.Minute, "worker at every partition", func() bool { return waiting() == partitions })

	// The processor time of starting is not part of the result.
	brokerCPU, workerCPU := server.CPU(), worker.CPU()
	in0, out0 := traffic(t, server.monitor)
	producer := enginetest.Child(t, order{URL: url, URNs: urns, Partitions: partitions, Blocks: mode == "blocks"})
	began := time.Now()
	if out, err := producer.CombinedOutput(); err != nil {
		t.Fatalf("producer: %v\n%s", err, out)
	}
	var messages uint64
	for i := range partitions {
		info, err := js.StreamInfo(fmt.Sprintf("IN%d", i))
		enginetest.Must(t, err)
		messages += info.State.Msgs
	}
	enginetest.Wait(t, 5*time.Minute, "end of it", func() bool {
		time.Sleep(50 * time.Millisecond) // asking costs the broker time, too
		info, err := js.StreamInfo("OUT")
		return err == nil && info.State.Msgs >= messages
	})
	seconds := time.Since(began).Seconds()
	brokerCPU = server.CPU() - brokerCPU
	workerCPU = worker.CPU() - workerCPU
	producerCPU := producer.ProcessState.UserTime() + producer.ProcessState.SystemTime()
	in, out := traffic(t, server.monitor)
	checkOutput(t, js, urns, messages)
	per := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 / float64(urns) }
	return fmt.Sprintf("%s\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.1f\t%d\t%d\n", mode, partitions, urns,
		per(producerCPU), per(brokerCPU), per(workerCPU), seconds, in-in0, out-out0)
}

// checkOutput reads the output and wants every URN once, in its normal form.
func checkOutput(t *testing.T, js nats.JetStreamContext, urns int, messages uint64) {
	s, err := js.SubscribeSync("out", nats.OrderedConsumer())
	enginetest.Must(t, err)
	seen := make([]bool, urns)
	n := 0
	for range messages {
		m, err := s.NextMsg(30 * time.Second)
		enginetest.Must(t, err)
		for l := range strings.Lines(string(m.Data)) {
			l = strings.TrimSuffix(l, "\n")
			i, err := strconv.Atoi(l[strings.LastIndexByte(l, '-')+1:])
			if err != nil || i >= urns || seen[i] || l != strings.TrimSuffix(strings.Replace(line(i), "URN:Example", "urn:example", 1), "\n") || !urn.Valid(l) {
				t.Fatalf("the output has %q", l)
			}
			seen[i] = true
			n++
		}
	}
	if n != urns {
		t.Errorf("the output has %d URNs, want %d", n, urns)
	}
}

// traffic returns how many bytes clients have sent to the server, and got from it.
func traffic(t *testing.T, monitor string) (in, out int64) {
	t.Helper()
	r, err := http.Get(monitor + "/varz")
	enginetest.Must(t, err)
	defer r.Body.Close()
	var v struct {
		In  int64 `json:"in_bytes"`
		Out int64 `json:"out_bytes"`
	}
	enginetest.Must(t, json.NewDecoder(r.Body).Decode(&v))
	return v.In, v.Out
}
