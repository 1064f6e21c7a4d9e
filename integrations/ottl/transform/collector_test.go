package transform_test

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/yamlprovider"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/seed7b5a83f0/urn/integrations/ottl/transform"
)

// batches is a receiver that makes its records itself: make(i) for i from 0 to
// n-1, from several goroutines at once. It calls done, if there is one, and closes
// sent when all of them have been taken.
type batches struct {
	make func(i int) plog.Logs
	n    int
	done func()

	next    atomic.Int64
	sent    chan struct{}
	refused atomic.Int64 // batches that the pipeline gave an error for
}

const senders = 2

func (b *batches) start(out consumer.Logs) {
	b.sent = make(chan struct{})
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for {
				i := int(b.next.Add(1) - 1)
				if i >= b.n {
					return
				}
				if err := out.ConsumeLogs(context.Background(), b.make(i)); err != nil {
					b.refused.Add(1)
				}
			}
		})
	}
	go func() {
		wg.Wait()
		if b.done != nil {
			b.done()
		}
		close(b.sent)
	}()
}

// anything takes any configuration and keeps nothing of it.
type anything struct{}

func (*anything) Unmarshal(*confmap.Conf) error { return nil }

// unstarted is a component that has nothing to start or to stop.
type unstarted struct {
	component.StartFunc
	component.ShutdownFunc
}

// collector runs a collector of the given configuration until all of in has
// been through it. In takes the place of the receiver "otlp", and out that
// of the exporter "debug". It returns what the collector has written to its log
// from level warn on.
func collector(t testing.TB, yaml string, in *batches, out func(plog.Logs)) []observer.LoggedEntry {
	t.Helper()
	started := make(chan struct{})
	receivers := receiver.NewFactory(component.MustNewType("otlp"),
		func() component.Config { return new(anything) },
		receiver.WithLogs(func(_ context.Context, _ receiver.Settings, _ component.Config, next consumer.Logs) (receiver.Logs, error) {
			return unstarted{StartFunc: func(context.Context, component.Host) error {
				in.start(next)
				close(started)
				return nil
			}}, nil
		}, component.StabilityLevelDevelopment))
	exporters := exporter.NewFactory(component.MustNewType("debug"),
		func() component.Config { return new(anything) },
		exporter.WithLogs(func(context.Context, exporter.Settings, component.Config) (exporter.Logs, error) {
			consume, err := consumer.NewLogs(func(_ context.Context, logs plog.Logs) error {
				out(logs)
				return nil
			})
			return struct {
				unstarted
				consumer.Logs
			}{Logs: consume}, err
		}, component.StabilityLevelDevelopment))

	core, lines := observer.New(zap.WarnLevel)
	col, err := otelcol.NewCollector(otelcol.CollectorSettings{
		Factories: func() (f otelcol.Factories, err error) {
			f.Telemetry = otelconftelemetry.NewFactory()
			if f.Receivers, err = otelcol.MakeFactoryMap[receiver.Factory](receivers); err != nil {
				return f, err
			}
			if f.Processors, err = otelcol.MakeFactoryMap[processor.Factory](transform.NewFactory()); err != nil {
				return f, err
			}
			f.Exporters, err = otelcol.MakeFactoryMap[exporter.Factory](exporters)
			return f, err
		},
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			URIs:              []string{"yaml:" + yaml},
			ProviderFactories: []confmap.ProviderFactory{yamlprovider.NewFactory()},
		}},
		DisableGracefulShutdown: true,
		SkipSettingGRPCLogger:   true,
		LoggingOptions:          []zap.Option{zap.WrapCore(func(zapcore.Core) zapcore.Core { return core })},
	})
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- col.Run(context.Background()) }()
	select {
	case <-started:
	case err := <-stopped:
		t.Fatalf("the collector stops before it has started: %v", err)
	}
	<-in.sent
	col.Shutdown()
	if err := <-stopped; err != nil {
		t.Errorf("the collector stops: %v", err)
	}
	return lines.All()
}

// A kind of record, of which a test makes many, each with a number n of its own.
type kind struct {
	name string
	urn  func(n int) any            // the attribute "urn"; nil for none
	body func(n int) any            // the body
	want func(n int) map[string]any // all attributes afterwards but "n"
}

func list(urns ...string) []any {
	l := []any{}
	for _, u := range urns {
		l = append(l, u)
	}
	return l
}

var kinds = []kind{
	{
		"upper case",
		func(n int) any { return fmt.Sprintf("URN:ISBN:%d", n) },
		func(n int) any { return fmt.Sprintf("lent to (URN:EXAMPLE:reader-%d).", n) },
		func(n int) map[string]any {
			return map[string]any{
				"urn": fmt.Sprintf("urn:isbn:%d", n), "urn.valid": true,
				"urn.key": fmt.Sprintf("urn:isbn:%d", n), "urn.nid": "isbn",
				"urns": list(fmt.Sprintf("URN:EXAMPLE:reader-%d", n)),
			}
		},
	},
	{
		"components and escapes",
		func(n int) any { return fmt.Sprintf("urn:example:%%c3%%a9:%d?+r=%%aa?=q#f", n) },
		func(n int) any {
			return fmt.Sprintf("urn:example:a, urn:example:%d; return:x:y urn:x:y", n)
		},
		func(n int) map[string]any {
			return map[string]any{
				"urn": fmt.Sprintf("urn:example:%%C3%%A9:%d?+r=%%AA?=q#f", n), "urn.valid": true,
				"urn.key": fmt.Sprintf("urn:example:%%C3%%A9:%d", n), "urn.nid": "example",
				"urns": list("urn:example:a", fmt.Sprintf("urn:example:%d", n)),
			}
		},
	},
	{
		"normal already",
		func(n int) any { return fmt.Sprintf("urn:example:%d", n) },
		func(int) any { return "nothing to be found here" },
		func(n int) map[string]any {
			return map[string]any{
				"urn": fmt.Sprintf("urn:example:%d", n), "urn.valid": true,
				"urn.key": fmt.Sprintf("urn:example:%d", n), "urn.nid": "example",
				"urns": list(),
			}
		},
	},
	{
		"no URN",
		func(n int) any { return fmt.Sprintf("urn:x:%d", n) },
		func(n int) any { return fmt.Sprintf(`{"urn":"urn:example:%d"}`, n) },
		func(n int) map[string]any {
			return map[string]any{
				"urn": fmt.Sprintf("urn:x:%d", n), "urn.valid": false,
				"urns": list(fmt.Sprintf("urn:example:%d", n)),
			}
		},
	},
	{
		"no string",
		func(n int) any { return int64(n) },
		func(n int) any { return map[string]any{"urn": "urn:example:1"} },
		func(n int) map[string]any { return map[string]any{"urn": int64(n), "urn.valid": false} },
	},
	{
		"no attribute",
		nil,
		func(int) any { return "" },
		func(int) map[string]any { return map[string]any{"urns": list()} },
	},
}

const batch = 1000 // records

// makeBatch makes the records from batch*i on.
func makeBatch(t testing.TB, i int) plog.Logs {
	logs := plog.NewLogs()
	records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	records.EnsureCapacity(batch)
	for n := batch * i; n < batch*(i+1); n++ {
		k := kinds[n%len(kinds)]
		r := records.AppendEmpty()
		r.Attributes().EnsureCapacity(6)
		r.Attributes().PutInt("n", int64(n))
		if k.urn != nil {
			if err := r.Attributes().PutEmpty("urn").FromRaw(k.urn(n)); err != nil {
				t.Error(err)
			}
		}
		if err := r.Body().FromRaw(k.body(n)); err != nil {
			t.Error(err)
		}
	}
	return logs
}

// A whole collector, with the configuration of the example. Every record comes
// out once, and every one as it should be.
func TestCollector(t *testing.T) {
	yaml, err := os.ReadFile("../example/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	total := 1_000_000
	if testing.Short() || raceEnabled {
		total = 50_000
	}
	in := &batches{make: func(i int) plog.Logs { return makeBatch(t, i) }, n: total / batch}

	var (
		seen    = make([]atomic.Int32, total)
		count   = make([]atomic.Int64, len(kinds))
		strange atomic.Int64
	)
	begin := time.Now()
	lines := collector(t, string(yaml), in, func(logs plog.Logs) {
		records := logs.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
		for i := range records.Len() {
			r := records.At(i)
			v, _ := r.Attributes().Get("n")
			n := int(v.Int())
			seen[n].Add(1)
			k := kinds[n%len(kinds)]
			want := k.want(n)
			if !equal(r.Attributes(), want) || !reflect.DeepEqual(r.Body().AsRaw(), k.body(n)) {
				if strange.Add(1) <= 10 {
					t.Errorf("%s: record %d comes out as %v, %v, want %v, %v",
						k.name, n, r.Attributes().AsRaw(), r.Body().AsRaw(), want, k.body(n))
				}
				continue
			}
			count[n%len(kinds)].Add(1)
		}
	})
	t.Logf("%d records in %v", total, time.Since(begin).Round(time.Millisecond))

	for n := range seen {
		if got := seen[n].Load(); got != 1 {
			t.Fatalf("record %d comes out %d times, want once", n, got)
		}
	}
	for i, k := range kinds {
		want := int64(total / len(kinds))
		if i < total%len(kinds) {
			want++
		}
		if got := count[i].Load(); got != want {
			t.Errorf("%s: %d records are as they should be, want %d", k.name, got, want)
		}
	}
	if got := in.refused.Load(); got != 0 {
		t.Errorf("%d batches were refused", got)
	}
	for _, line := range lines {
		t.Errorf("the collector says: %s %v", line.Message, line.ContextMap())
	}
}

// equal reports whether attributes are what is wanted and the number.
func equal(attributes pcommon.Map, want map[string]any) bool {
	if attributes.Len() != len(want)+1 {
		return false
	}
	for key, w := range want {
		if v, ok := attributes.Get(key); !ok || !reflect.DeepEqual(v.AsRaw(), w) {
			return false
		}
	}
	return true
}
