package transform_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pprofile"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/collector/processor/xprocessor"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/integrations/ottl/transform"
)

// configure returns the configuration of a transform processor that the text
// of a YAML file gives, and what Validate says to it.
func configure(t testing.TB, f processor.Factory, yaml string) (component.Config, error) {
	t.Helper()
	retrieved, err := confmap.NewRetrievedFromYAML([]byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	conf, err := retrieved.AsConf()
	if err != nil {
		t.Fatal(err)
	}
	cfg := f.CreateDefaultConfig()
	if err := conf.Unmarshal(cfg); err != nil {
		t.Fatal(err)
	}
	return cfg, cfg.(interface{ Validate() error }).Validate()
}

func mustConfigure(t testing.TB, f processor.Factory, yaml string) component.Config {
	t.Helper()
	cfg, err := configure(t, f, yaml)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestTypeIsTheStockOne(t *testing.T) {
	if got, want := transform.NewFactory().Type(), transformprocessor.NewFactory().Type(); got != want {
		t.Errorf("Type() = %v, want %v", got, want)
	}
}

// Functions of every kind that the processor has without this package are
// there with it: an option's first use throws them away.
func TestStockFunctionsStay(t *testing.T) {
	for _, test := range []struct{ name, yaml string }{
		{"log", `log_statements: ['set(log.attributes["x"], ParseCLF(log.body))']`},
		{"span", `trace_statements: ['set_semconv_span_name("1.37.0") where span.name == SHA256("x")']`},
		{"spanevent", `trace_statements: ['set(spanevent.name, SHA256("x"))']`},
		{"metric", `metric_statements: ['convert_sum_to_gauge() where metric.name == SHA256("x")']`},
		{"datapoint", `metric_statements: ['set(datapoint.attributes["x"], SHA256("x"))']`},
		{"profile", `profile_statements: ['set(profile.attributes["x"], SHA256("x"))']`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := configure(t, transform.NewFactory(), test.yaml); err != nil {
				t.Errorf("configuration %s: %v", test.yaml, err)
			}
		})
	}
}

const from, to = "URN:ISBN:1", "urn:isbn:1"

func TestLogs(t *testing.T) {
	f := transform.NewFactory()
	cfg := mustConfigure(t, f, `log_statements: ['set(log.body, NormalizeURN(log.body))']`)
	next := new(consumertest.LogsSink)
	p, err := f.CreateLogs(t.Context(), processortest.NewNopSettings(f.Type()), cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	in := plog.NewLogs()
	in.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty().Body().SetStr(from)
	if err := p.ConsumeLogs(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	out := next.AllLogs()[0].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
	if got := out.Body().AsString(); got != to {
		t.Errorf("body = %q, want %q", got, to)
	}
}

func TestTraces(t *testing.T) {
	f := transform.NewFactory()
	cfg := mustConfigure(t, f, `
trace_statements:
  - set(span.name, NormalizeURN(span.name))
  - set(spanevent.name, NormalizeURN(spanevent.name))
`)
	next := new(consumertest.TracesSink)
	p, err := f.CreateTraces(t.Context(), processortest.NewNopSettings(f.Type()), cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	in := ptrace.NewTraces()
	span := in.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(from)
	span.Events().AppendEmpty().SetName(from)
	if err := p.ConsumeTraces(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	out := next.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	if got := out.Name(); got != to {
		t.Errorf("span name = %q, want %q", got, to)
	}
	if got := out.Events().At(0).Name(); got != to {
		t.Errorf("event name = %q, want %q", got, to)
	}
}

func TestMetrics(t *testing.T) {
	f := transform.NewFactory()
	cfg := mustConfigure(t, f, `
metric_statements:
  - statements: ['set(metric.name, NormalizeURN(metric.name))']
  - statements: ['set(datapoint.attributes["x"], NormalizeURN(datapoint.attributes["x"]))']
`)
	next := new(consumertest.MetricsSink)
	p, err := f.CreateMetrics(t.Context(), processortest.NewNopSettings(f.Type()), cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	in := pmetric.NewMetrics()
	metric := in.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName(from)
	metric.SetEmptyGauge().DataPoints().AppendEmpty().Attributes().PutStr("x", from)
	if err := p.ConsumeMetrics(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	out := next.AllMetrics()[0].ResourceMetrics().At(0).ScopeMetrics().At(0).Metrics().At(0)
	if got := out.Name(); got != to {
		t.Errorf("metric name = %q, want %q", got, to)
	}
	if v, _ := out.Gauge().DataPoints().At(0).Attributes().Get("x"); v.AsString() != to {
		t.Errorf("attribute of the data point = %q, want %q", v.AsString(), to)
	}
}

func TestProfiles(t *testing.T) {
	f := transform.NewFactory()
	cfg := mustConfigure(t, f, `profile_statements: ['set(profile.original_payload_format, NormalizeURN(profile.original_payload_format))']`)
	next := new(consumertest.ProfilesSink)
	p, err := f.(xprocessor.Factory).CreateProfiles(t.Context(), processortest.NewNopSettings(f.Type()), cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	in := pprofile.NewProfiles()
	in.ResourceProfiles().AppendEmpty().ScopeProfiles().AppendEmpty().Profiles().AppendEmpty().SetOriginalPayloadFormat(from)
	if err := p.ConsumeProfiles(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	out := next.AllProfiles()[0].ResourceProfiles().At(0).ScopeProfiles().At(0).Profiles().At(0)
	if got := out.OriginalPayloadFormat(); got != to {
		t.Errorf("original payload format = %q, want %q", got, to)
	}
}

// What cannot be done is documented, and these are the limits of the transform
// processor that the documentation names. A test that fails here is good news.
func TestLimits(t *testing.T) {
	for _, test := range []struct{ name, yaml, want string }{
		{"conditions of a group", `
log_statements:
  - conditions: ['IsURN(log.body)']
    statements: ['set(log.body, NormalizeURN(log.body))']`, `undefined function "IsURN"`},
		{"context resource", `
log_statements:
  - context: resource
    statements: ['set(attributes["x"], NormalizeURN(attributes["x"]))']`, `undefined function "NormalizeURN"`},
		{"context scope", `
log_statements:
  - context: scope
    statements: ['set(attributes["x"], NormalizeURN(attributes["x"]))']`, `undefined function "NormalizeURN"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := configure(t, transform.NewFactory(), test.yaml); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("configuration %s: %v, want an error with %q", test.yaml, err, test.want)
			}
		})
	}
}

// Where the context is left to the processor, statements about a resource run
// once for each of its records.
func TestResourceByWayOfItsRecords(t *testing.T) {
	f := transform.NewFactory()
	cfg := mustConfigure(t, f, `log_statements: ['set(resource.attributes["x"], NormalizeURN(resource.attributes["x"]))']`)
	next := new(consumertest.LogsSink)
	p, err := f.CreateLogs(t.Context(), processortest.NewNopSettings(f.Type()), cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	for records, want := range []string{0: from, 1: to, 2: to} {
		in := plog.NewLogs()
		resource := in.ResourceLogs().AppendEmpty()
		resource.Resource().Attributes().PutStr("x", from)
		scope := resource.ScopeLogs().AppendEmpty()
		for range records {
			scope.LogRecords().AppendEmpty()
		}
		if err := p.ConsumeLogs(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		if v, _ := resource.Resource().Attributes().Get("x"); v.AsString() != want {
			t.Errorf("attribute of a resource with %d records = %q, want %q", records, v.AsString(), want)
		}
	}
}

// What happens to a record on which a function fails, to the statements after
// the one that fails, and to the other records of its batch.
func TestErrorMode(t *testing.T) {
	const yaml = `
log_statements:
  - set(log.attributes["before"], true)
  - set(log.attributes["key"], URNKey(log.body))
  - set(log.attributes["after"], true)
`
	const good, bad = "URN:ISBN:1", "urn:x:1"
	var (
		done      = map[string]any{"before": true, "key": "urn:isbn:1", "after": true}
		skipped   = map[string]any{"before": true, "after": true}
		broken    = map[string]any{"before": true}
		untouched = map[string]any{}
	)
	for _, test := range []struct {
		name, mode string
		want       []map[string]any // attributes of the records good, bad, good
		passed     bool             // whether the batch comes out at the other end
		logged     zapcore.Level    // of the one line in the collector's log, if there is one
	}{
		{"default", "", []map[string]any{done, skipped, done}, true, zap.WarnLevel},
		{"ignore", "error_mode: ignore", []map[string]any{done, skipped, done}, true, zap.WarnLevel},
		{"silent", "error_mode: silent", []map[string]any{done, skipped, done}, true, zapcore.InvalidLevel},
		{"propagate", "error_mode: propagate", []map[string]any{done, broken, untouched}, false, zap.ErrorLevel},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := transform.NewFactory()
			core, lines := observer.New(zap.InfoLevel)
			settings := processortest.NewNopSettings(f.Type())
			settings.Logger = zap.New(core)
			next := new(consumertest.LogsSink)
			p, err := f.CreateLogs(t.Context(), settings, mustConfigure(t, f, test.mode+yaml), next)
			if err != nil {
				t.Fatal(err)
			}
			in := plog.NewLogs()
			records := in.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
			for _, body := range []string{good, bad, good} {
				records.AppendEmpty().Body().SetStr(body)
			}

			err = p.ConsumeLogs(context.Background(), in)

			if test.passed {
				if err != nil || next.LogRecordCount() != 3 {
					t.Errorf("ConsumeLogs = %v and passes on %d records, want all 3", err, next.LogRecordCount())
				}
			} else {
				var e *urn.Error
				if !errors.As(err, &e) || e.Offset != 5 || e.Reason != urn.BadNID || next.LogRecordCount() != 0 {
					t.Errorf("ConsumeLogs = %v and passes on %d records, want an error of reason %v at 5 and none",
						err, next.LogRecordCount(), urn.BadNID)
				}
			}
			for i, want := range test.want {
				if got := records.At(i).Attributes().AsRaw(); !reflect.DeepEqual(got, want) {
					t.Errorf("attributes of record %d = %v, want %v", i, got, want)
				}
			}

			if test.logged == zapcore.InvalidLevel {
				if lines.Len() != 0 {
					t.Errorf("the log has %v, want nothing", lines.All())
				}
				return
			}
			if lines.Len() != 1 || lines.All()[0].Level != test.logged {
				t.Fatalf("the log has %v, want one line of level %v", lines.All(), test.logged)
			}
			got, _ := lines.All()[0].ContextMap()["error"].(string)
			if want := `malformed namespace identifier at column 6`; !strings.Contains(got, want) || !strings.Contains(got, bad) {
				t.Errorf("the log says %q, want %q and %q in it", got, want, bad)
			}
		})
	}
}
