package brokers

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// natsServer is a NATS server, and the address at which it reports its state.
type natsServer struct {
	*enginetest.Process
	monitor string
	version string
}

// startNATS builds the NATS server that go.mod names, and starts it with JetStream.
func startNATS(t *testing.T) (natsServer, nats.JetStreamContext, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", name, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("building the NATS server: %v\n%s", err, out)
	}
	port, monitor := enginetest.Port(t), enginetest.Port(t)
	p := enginetest.Start(t, exec.Command(name, "--jetstream", "--store_dir", t.TempDir(), "--addr", "127.0.0.1", "--port", strconv.Itoa(port), "--http_port", strconv.Itoa(monitor)))
	url := fmt.Sprintf("nats://127.0.0.1:%d", port)
	var c *nats.Conn
	enginetest.Wait(t, time.Minute, "NATS server", func() (ok bool) {
		var err error
		c, err = nats.Connect(url)
		return err == nil
	})
	t.Cleanup(c.Close)
	js, err := c.JetStream()
	enginetest.Must(t, err)
	return natsServer{p, fmt.Sprintf("http://127.0.0.1:%d", monitor), c.ConnectedServerVersion()}, js, url
}

func TestNATS(t *testing.T) {
	result := enginetest.Report(t, "NATS JetStream")
	server, js, url := startNATS(t)
	result.Version = server.version
	for stream, subject := range map[string]string{"URNS": "urns", "URNS_NORMALIZED": out, "URNS_DEAD": dead} {
		_, err := js.AddStream(&nats.StreamConfig{Name: stream, Subjects: []string{subject}})
		enginetest.Must(t, err)
	}
	_, err := js.AddConsumer("URNS", &nats.ConsumerConfig{Durable: "urn-bento", AckPolicy: nats.AckExplicitPolicy, AckWait: 3 * time.Second, MaxAckPending: 1024})
	enginetest.Must(t, err)
	run(t, result, broker{
		config:    "nats.yaml",
		variables: map[string]string{"NATS_URL": url},
		produce:   func(_ int, value string) error { _, err := js.Publish("urns", []byte(value)); return err },
		follow: func(got func(stream, value string, headers map[string]string)) {
			for _, subject := range []string{out, dead} {
				s, err := js.Subscribe(subject, func(m *nats.Msg) {
					headers := map[string]string{}
					for k := range m.Header {
						headers[k] = m.Header.Get(k)
					}
					got(m.Subject, string(m.Data), headers)
				}, nats.OrderedConsumer())
				enginetest.Must(t, err)
				t.Cleanup(func() { _ = s.Unsubscribe() })
			}
		},
	})
}
