//go:build unix

package transform_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/integrations/ottl/transform"
	"github.com/seed7b5a83f0/urn/scan"
)

// The benchmarks measure the cost of a function in plain Go over strings ("plain",
// the ceiling), in plain Go over pdata ("plog"), and as a statement of the
// transform processor ("processor"). "stock" is the cost of a statement whose
// function does next to nothing.

const corpus = 20_000 // records: fewer, and branch predictors learn them

// someURNs returns URNs of several namespaces in random order, 36 bytes on
// average; every other one is not in normal form.
func someURNs() []string {
	r := rand.New(rand.NewPCG(1, 2))
	hex := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("0123456789abcdef"[r.IntN(16)])
		}
		return b.String()
	}
	urns := make([]string, corpus)
	for i := range urns {
		var s string
		switch r.IntN(8) {
		case 0:
			s = fmt.Sprintf("urn:uuid:%s-%s-%s-%s-%s", hex(8), hex(4), hex(4), hex(4), hex(12))
		case 1:
			s = fmt.Sprintf("urn:isbn:0-%03d-%05d-%d", r.IntN(1000), r.IntN(100_000), r.IntN(10))
		case 2:
			s = fmt.Sprintf("urn:ietf:rfc:%d", r.IntN(10_000))
		case 3:
			s = fmt.Sprintf("urn:nbn:de:101:1-%d", 2_000_000_000+r.IntN(1_000_000_000))
		case 4:
			s = fmt.Sprintf("urn:epc:id:sgtin:%07d.%06d.%d", r.IntN(10_000_000), r.IntN(1_000_000), r.IntN(1_000_000))
		case 5:
			s = fmt.Sprintf("urn:li:dataset:(urn:li:dataPlatform:s3,%s/%s,PROD)", hex(r.IntN(16)), hex(r.IntN(16)))
		case 6:
			s = fmt.Sprintf("urn:example:%s%%c3%%a9%s?+r=%s?=q=%s", hex(r.IntN(16)), hex(8), hex(4), hex(4))
		case 7:
			s = fmt.Sprintf("urn:oid:1.3.6.1.4.1.%d.%d.%d", r.IntN(50_000), r.IntN(100), r.IntN(100))
		}
		if r.IntN(2) == 0 {
			nid, rest, _ := strings.Cut(s[len("urn:"):], ":")
			s = "URN:" + strings.ToUpper(nid) + ":" + rest
		}
		urns[i] = s
	}
	return urns
}

// someLines returns lines of a log, 226 bytes on average, each with two URNs.
func someLines() []string {
	urns := someURNs()
	r := rand.New(rand.NewPCG(3, 4))
	const filler = `"method":"GET","path":"/v1/catalogue/items","remote":"192.0.2.17:51332","agent":"curl/8.5.0","took":"1.28ms"`
	lines := make([]string, corpus)
	for i := range lines {
		const length = 226 - 2*36 - len(`{"time":"2026-11-20T09:15:02Z","id":"","ref":"",}`)
		from := r.IntN(len(filler) - length + 1)
		lines[i] = fmt.Sprintf(`{"time":"2026-11-20T09:15:02Z","id":"%s","ref":"%s",%s}`,
			urns[i], urns[r.IntN(corpus)], filler[from:from+length])
	}
	return lines
}

// records returns batches of records with these strings as attribute "x".
func records(strings []string) []plog.Logs {
	var batches []plog.Logs
	for len(strings) > 0 {
		logs := plog.NewLogs()
		batches = append(batches, logs)
		records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
		records.EnsureCapacity(batch)
		for _, s := range strings[:batch] {
			r := records.AppendEmpty()
			r.Attributes().EnsureCapacity(2)
			r.Attributes().PutStr("x", s)
		}
		strings = strings[batch:]
	}
	return batches
}

// watch measures a stretch of work. The records a second depend on the other work
// of the machine and on the number of its cores. So the benchmarks also report
// the time that all cores together spend on one record, including garbage
// collection.
type watch struct {
	begin time.Time
	cpu   time.Duration
}

func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func start() watch { return watch{time.Now(), cpuTime()} }

func (w watch) report(b *testing.B, records int) {
	cpu, took := cpuTime()-w.cpu, time.Since(w.begin)
	b.ReportMetric(float64(records)/took.Seconds(), "records/s")
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(records), "cpu-ns/record")
	b.ReportMetric(0, "ns/op")
}

// rounds measures f, which goes over the whole corpus.
func rounds(b *testing.B, f func()) {
	b.ReportAllocs()
	w := start()
	for b.Loop() {
		f()
	}
	w.report(b, b.N*corpus)
}

// onPlog runs f over the records of batches.
func onPlog(b *testing.B, batches []plog.Logs, f func(plog.LogRecord)) {
	rounds(b, func() {
		for _, logs := range batches {
			records := logs.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
			for i := range records.Len() {
				f(records.At(i))
			}
		}
	})
}

// onProcessor runs a statement over the records of batches.
func onProcessor(b *testing.B, batches []plog.Logs, statement string) {
	f := transform.NewFactory()
	cfg := mustConfigure(b, f, "log_statements: ['"+statement+"']")
	p, err := f.CreateLogs(b.Context(), processortest.NewNopSettings(f.Type()), cfg, consumertest.NewNop())
	if err != nil {
		b.Fatal(err)
	}
	rounds(b, func() {
		for _, logs := range batches {
			if err := p.ConsumeLogs(b.Context(), logs); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkNormalize(b *testing.B) {
	urns := someURNs()
	b.Run("plain", func(b *testing.B) {
		rounds(b, func() {
			for _, s := range urns {
				u, err := urn.Parse(s)
				if err != nil {
					b.Fatal(err)
				}
				sink = u.Normalize().String()
			}
		})
	})
	b.Run("plog", func(b *testing.B) {
		onPlog(b, records(urns), func(r plog.LogRecord) {
			v, _ := r.Attributes().Get("x")
			u, err := urn.Parse(v.Str())
			if err != nil {
				b.Fatal(err)
			}
			r.Attributes().PutStr("y", u.Normalize().String())
		})
	})
	b.Run("processor", func(b *testing.B) {
		onProcessor(b, records(urns), `set(log.attributes["y"], NormalizeURN(log.attributes["x"]))`)
	})
	b.Run("stock", func(b *testing.B) {
		onProcessor(b, records(urns), `set(log.attributes["y"], TrimPrefix(log.attributes["x"], "-"))`)
	})
}

// What the compiler must not do without.
var (
	sink  string
	found int
)

func BenchmarkExtract(b *testing.B) {
	lines := someLines()
	b.Run("plain", func(b *testing.B) {
		texts := make([][]byte, len(lines))
		for i, s := range lines {
			texts[i] = []byte(s)
		}
		var f scan.Finder
		rounds(b, func() {
			for _, text := range texts {
				for m := range f.All(text) {
					found += m.End
				}
			}
		})
	})
	b.Run("processor", func(b *testing.B) {
		onProcessor(b, records(lines), `set(log.attributes["y"], ExtractURNs(log.attributes["x"]))`)
	})
}

func BenchmarkFunctions(b *testing.B) {
	urns := someURNs()
	for _, function := range []string{"IsURN", "URNKey", "ParseURN"} {
		b.Run(function, func(b *testing.B) {
			onProcessor(b, records(urns), `set(log.attributes["y"], `+function+`(log.attributes["x"]))`)
		})
	}
}

// BenchmarkCollector is a whole collector with one statement and two senders. The
// copy of each batch that the receiver hands on is part of it, starting and
// stopping the collector is not.
func BenchmarkCollector(b *testing.B) {
	const yaml = `
receivers: {otlp: }
processors:
  transform:
    log_statements: ['set(log.attributes["y"], NormalizeURN(log.attributes["x"]))']
exporters: {debug: }
service:
  telemetry: {metrics: {level: none}}
  pipelines: {logs: {receivers: [otlp], processors: [transform], exporters: [debug]}}
`
	templates := records(someURNs())
	const total = 1_000_000
	for b.Loop() {
		var w watch
		in := &batches{n: total / batch}
		in.make = func(i int) plog.Logs {
			if i == 0 {
				w = start()
			}
			logs := plog.NewLogs()
			templates[i%len(templates)].CopyTo(logs)
			return logs
		}
		in.done = func() { w.report(b, total) }
		collector(b, yaml, in, func(plog.Logs) {})
	}
}
