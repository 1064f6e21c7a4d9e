// Package collector builds the collector of integrations/ottl/example with the
// collector builder, and sends records through it.
package collector

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

func example(name string) string {
	return filepath.Join(enginetest.Root(), "integrations/ottl/example", name)
}

// version is the version of the builder and of the collector's modules.
const version = "0.161.0"

// build builds the manifest with the library and the module of this checkout, and
// returns the name of the binary. OTELCOL names one that is built already.
func build(t *testing.T) string {
	t.Helper()
	if name := os.Getenv("OTELCOL"); name != "" {
		return name
	}
	text, err := os.ReadFile(example("builder.yaml"))
	enginetest.Must(t, err)
	// The paths of the replacements are relative to a folder of the checkout.
	manifest := strings.NewReplacer(" => ../../..\n", " => "+enginetest.Root()+"\n", " => ..\n", " => "+filepath.Join(enginetest.Root(), "integrations/ottl")+"\n").Replace(string(text))
	if strings.Count(manifest, " => "+enginetest.Root()) != 2 {
		t.Fatalf("builder.yaml does not replace the library and its module:\n%s", text)
	}
	dir := t.TempDir()
	enginetest.Must(t, os.WriteFile(filepath.Join(dir, "builder.yaml"), []byte(manifest), 0o644))
	run := func(dir string, args ...string) ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "GOWORK=off")
		return cmd.CombinedOutput()
	}
	builder := []string{"run", "go.opentelemetry.io/collector/cmd/builder@v" + version, "--config", "builder.yaml"}
	if out, err := run(dir, builder...); err != nil {
		// The proxy may lack a module that only tests of the contrib repository
		// import. The README has this way for it.
		t.Logf("the builder needs the second way: %.300s", bytes.ReplaceAll(out, []byte("\n"), []byte(" ")))
		_, _ = run(dir, append(builder, "--skip-compilation")...)
		if out, err := run(filepath.Join(dir, "_build"), "mod", "tidy", "-e"); err != nil {
			t.Fatalf("go mod tidy -e: %v\n%s", err, out)
		}
		if out, err := run(dir, append(builder, "--skip-generate", "--skip-get-modules")...); err != nil {
			t.Fatalf("builder: %v\n%s", err, out)
		}
	}
	return filepath.Join(dir, "_build", "otelcol-urn")
}

func TestCollector(t *testing.T) {
	result := enginetest.Report(t, "OpenTelemetry Collector")
	binary := build(t)
	result.Version = version
	t.Run("config", func(t *testing.T) { testConfig(t, binary) })
	t.Run("queue", func(t *testing.T) { testQueue(t, binary, result) })
}

func post(url, contentType string, body []byte) error {
	r, err := http.Post(url, contentType, bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %.200q", r.Status, text)
	}
	return nil
}

// testConfig sends the records of the example through its configuration, and wants
// what the README shows.
func testConfig(t *testing.T, binary string) {
	address := fmt.Sprintf("127.0.0.1:%d", enginetest.Port(t))
	p := enginetest.Start(t, exec.Command(binary, "--config", example("config.yaml"), "--set", "receivers::otlp::protocols::http::endpoint="+address))
	p.WaitReady(t, time.Minute, enginetest.Listens(address))
	body, err := os.ReadFile(example("logs.json"))
	enginetest.Must(t, err)
	enginetest.Must(t, post("http://"+address+"/v1/logs", "application/json", body))
	enginetest.Wait(t, 30*time.Second, "third record", func() bool { return strings.Contains(p.Log(), "Str(not found)") })
	shown := enginetest.CollectorShows(t)
	if !strings.Contains(p.Log(), shown) {
		t.Errorf("the collector printed\n%s\nwhich does not have what the README shows:\n%s", p.Log(), shown)
	}
	if err := p.Stop(syscall.SIGTERM); err != nil {
		t.Errorf("terminated: %v", err)
	}
}

// backend counts the records that it gets by their number. While it is closed, it
// answers 503.
type backend struct {
	open atomic.Bool

	mu         sync.Mutex
	seen       []bool
	different  int
	again      int
	complaints []string
}

func name(n int) string { return fmt.Sprintf("URN:Example:%d%%c3%%a9?=q#f", n) }

func text(n int) string {
	return fmt.Sprintf("opened (urn:uuid:6E8BC430-9C3A-11D9-9669-%012d), see URN:ietf:rfc:%d.", n, n)
}

// record sets one. The name of every tenth record is not a URN.
func record(r plog.LogRecord, n int) {
	r.Body().SetStr(text(n))
	r.Attributes().PutInt("n", int64(n))
	if n%10 == 7 {
		r.Attributes().PutStr("urn", fmt.Sprintf("urn:x:%d", n))
	} else {
		r.Attributes().PutStr("urn", name(n))
	}
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !b.open.Load() {
		http.Error(w, "closed", http.StatusServiceUnavailable)
		return
	}
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = z
	}
	data, err := io.ReadAll(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	request := plogotlp.NewExportRequest()
	if err := request.UnmarshalProto(data); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, resource := range request.Logs().ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, r := range scope.LogRecords().All() {
				b.add(r)
			}
		}
	}
}

func (b *backend) add(r plog.LogRecord) {
	got := r.Attributes().AsRaw()
	n, _ := got["n"].(int64)
	want := map[string]any{"n": n, "urn": name(int(n)), "urn.valid": true, "urn.key": fmt.Sprintf("urn:example:%d%%C3%%A9", n)}
	if n%10 == 7 {
		want = map[string]any{"n": n, "urn": fmt.Sprintf("urn:x:%d", n), "urn.valid": false}
	}
	want["urn.keys"] = []any{fmt.Sprintf("urn:uuid:6E8BC430-9C3A-11D9-9669-%012d", n), fmt.Sprintf("urn:ietf:rfc:%d", n)}
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Body().Str() != text(int(n)) || !reflect.DeepEqual(got, want) {
		if len(b.complaints) < 5 {
			b.complaints = append(b.complaints, fmt.Sprintf("record %q has %v, want %v", r.Body().Str(), got, want))
		}
	}
	if b.seen[n] {
		b.again++
	} else {
		b.seen[n] = true
		b.different++
	}
}

func (b *backend) count() (different, again int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.different, b.again
}

// testQueue sends a million records to a collector with queue.yaml. Its backend
// closes after a third of them. Then the collector is killed and started again,
// and later stopped in order and started again, before the backend opens.
func testQueue(t *testing.T, binary string, result *enginetest.Result) {
	n := 1_000_000
	if testing.Short() {
		n = 90_000
	}
	const batch = 1000
	if u := urn.MustParse(name(1)); u.Key() != "urn:example:1%C3%A9" {
		t.Fatalf("the key of %s is %s", u, u.Key())
	}
	b := &backend{seen: make([]bool, n)}
	b.open.Store(true)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	server := &http.Server{Handler: b}
	go server.Serve(l)
	t.Cleanup(func() { server.Shutdown(context.Background()) })

	address := fmt.Sprintf("127.0.0.1:%d", enginetest.Port(t))
	queue := t.TempDir()
	start := func() *enginetest.Process {
		cmd := exec.Command(binary, "--config", example("queue.yaml"))
		cmd.Env = append(os.Environ(), "LISTEN="+address, "FORWARD_TO=http://"+l.Addr().String(), "QUEUE_DIR="+queue)
		p := enginetest.Start(t, cmd)
		p.WaitReady(t, time.Minute, enginetest.Listens(address))
		return p
	}
	send := func(from, to int) {
		t.Helper()
		for ; from < to; from += batch {
			logs := plog.NewLogs()
			records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
			for i := from; i < min(from+batch, to); i++ {
				record(records.AppendEmpty(), i)
			}
			body, err := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
			enginetest.Must(t, err)
			enginetest.Must(t, post("http://"+address+"/v1/logs", "application/x-protobuf", body))
		}
	}

	p := start()
	began := time.Now()
	send(0, n/3)
	b.open.Store(false)
	send(n/3, n*2/3) // into the files
	cpu := p.CPU()
	p.Kill()
	atKill, _ := b.count()
	p = start()
	send(n*2/3, n)
	if err := p.Stop(syscall.SIGTERM); err != nil {
		t.Errorf("terminated: %v", err)
	}
	if different, _ := b.count(); different >= n || different != atKill {
		t.Errorf("%d records came through a closed backend", different-atKill)
	}
	p = start()
	b.open.Store(true)
	enginetest.Wait(t, 5*time.Minute, "end of it", func() bool { different, _ := b.count(); return different == n })
	took := time.Since(began)
	if err := p.Stop(syscall.SIGTERM); err != nil {
		t.Errorf("terminated: %v", err)
	}
	different, again := b.count()
	result.Rows, result.Kills = fmt.Sprintf("%d records", different), "the collector"
	t.Logf("%d records in %v, %d of them delivered before the collector was killed; %d came again; processor time of the first two thirds %v",
		different, took.Round(time.Millisecond), atKill, again, cpu)
	if different != n {
		t.Errorf("%d different records, want %d", different, n)
	}
	for _, c := range b.complaints {
		t.Error(c)
	}
}
