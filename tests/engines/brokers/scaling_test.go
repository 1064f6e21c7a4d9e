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
	measure = flag.Bool("measure", false, "measure, and write docs/scaling.tsv and docs/scaling.svg")
	plot    = flag.Bool("plot", false, "write docs/scaling.svg from docs/scaling.tsv")
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
// and a worker, each a process, share this machine. It writes the table, and the
// plot of it.
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
	writePlot(t)
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

// writePlot draws the processor time of each process against the partitions.
func writePlot(t *testing.T) {
	enginetest.Must(t, os.WriteFile(filepath.Join(enginetest.Root(), "docs/scaling.svg"), []byte(plotOf(t)), 0o644))
}

type measured struct {
	mode       string
	partitions string
	cpu        [3]float64 // producer, broker, worker, microseconds for a URN
}

func plotOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Root(), "docs/scaling.tsv"))
	enginetest.Must(t, err)
	var rows []measured
	for i, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(l, "\t")
		if len(f) != 9 {
			t.Fatalf("scaling.tsv: line %d has %d columns, want 9", i+1, len(f))
		}
		if i == 0 {
			continue
		}
		r := measured{mode: f[0], partitions: f[1]}
		for k := range r.cpu {
			r.cpu[k], err = strconv.ParseFloat(f[3+k], 64)
			enginetest.Must(t, err)
		}
		rows = append(rows, r)
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="330" font-family="sans-serif" font-size="12">
<title>Processor time for one URN by process and number of partitions</title>
<rect width="720" height="330" fill="white"/>
`)
	colours := [3]string{"#9ecae1", "#fd8d3c", "#3182bd"}
	for k, who := range []string{"producer", "broker", "worker"} {
		fmt.Fprintf(&b, `<rect x="%d" y="12" width="12" height="12" fill="%s"/><text x="%d" y="22">%s</text>`+"\n", 60+100*k, colours[k], 78+100*k, who)
	}
	for panel, mode := range []string{"blocks", "single"} {
		x0 := 60 + 350*panel
		var top float64
		for _, r := range rows {
			if r.mode == mode {
				top = max(top, r.cpu[0]+r.cpu[1]+r.cpu[2])
			}
		}
		title := map[string]string{"blocks": "blocks of 64 KiB", "single": "one message per URN"}[mode]
		fmt.Fprintf(&b, `<text x="%d" y="50" font-weight="bold">%s, CPU µs for a URN</text>`+"\n", x0, title)
		for _, part := range []float64{0, 0.5, 1} {
			y := 280 - 210*part
			fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ccc"/><text x="%d" y="%.1f" text-anchor="end">%.3g</text>`+"\n", x0, x0+280, y, y, x0-6, y+4, top*part)
		}
		column := 0
		for _, r := range rows {
			if r.mode != mode {
				continue
			}
			x, y := x0+20+65*column, 280.0
			for k := range r.cpu {
				h := 210 * r.cpu[k] / top
				y -= h
				fmt.Fprintf(&b, `<rect x="%d" y="%.1f" width="42" height="%.1f" fill="%s"/>`+"\n", x, y, h, colours[k])
			}
			fmt.Fprintf(&b, `<text x="%d" y="298" text-anchor="middle">%s</text>`+"\n", x+21, r.partitions)
			column++
		}
		fmt.Fprintf(&b, `<text x="%d" y="318" text-anchor="middle">partitions</text>`+"\n", x0+140)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// TestPlot wants the committed plot to be that of the committed table.
func TestPlot(t *testing.T) {
	if *plot {
		writePlot(t)
	}
	got, err := os.ReadFile(filepath.Join(enginetest.Root(), "docs/scaling.svg"))
	enginetest.Must(t, err)
	if string(got) != plotOf(t) {
		t.Error("docs/scaling.svg is not the plot of docs/scaling.tsv: run go test -run TestPlot ./brokers -plot")
	}
}
