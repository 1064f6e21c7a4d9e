package brokers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// startRabbitMQ starts a RabbitMQ with all its files in a folder of the test, and
// the daemon by which Erlang's nodes find each other, which it needs.
func startRabbitMQ(t *testing.T) (*amqp.Connection, string) {
	t.Helper()
	// The script in the path would become the user rabbitmq.
	const name = "/usr/lib/rabbitmq/bin/rabbitmq-server"
	if _, err := os.Stat(name); err != nil {
		enginetest.Missing(t, "no RabbitMQ: install it with \"apt-get install rabbitmq-server\"")
	}
	dir := t.TempDir()
	port, epmd, dist := enginetest.Port(t), strconv.Itoa(enginetest.Port(t)), enginetest.Port(t)
	daemon := exec.Command("epmd", "-address", "127.0.0.1", "-port", epmd)
	daemon.Dir = dir
	enginetest.Start(t, daemon)
	cmd := exec.Command(name)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "ERL_EPMD_PORT="+epmd, "ERL_EPMD_ADDRESS=127.0.0.1",
		"RABBITMQ_NODENAME=urn-test@localhost", "RABBITMQ_NODE_IP_ADDRESS=127.0.0.1", "RABBITMQ_NODE_PORT="+strconv.Itoa(port),
		"RABBITMQ_DIST_PORT="+strconv.Itoa(dist), "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-kernel inet_dist_use_interface {127,0,0,1}",
		"RABBITMQ_MNESIA_BASE="+filepath.Join(dir, "data"), "RABBITMQ_LOG_BASE="+filepath.Join(dir, "log"), "RABBITMQ_LOGS=-",
		"RABBITMQ_ENABLED_PLUGINS_FILE="+filepath.Join(dir, "plugins"), "RABBITMQ_CONFIG_FILE="+filepath.Join(dir, "rabbitmq"), "RABBITMQ_CONF_ENV_FILE=/dev/null")
	p := enginetest.Start(t, cmd)
	url := fmt.Sprintf("amqp://guest:guest@127.0.0.1:%d/", port)
	var c *amqp.Connection
	p.WaitReady(t, 2*time.Minute, func() bool {
		var err error
		c, err = amqp.Dial(url)
		return err == nil
	})
	t.Cleanup(func() { c.Close() })
	return c, url
}

func TestRabbitMQ(t *testing.T) {
	result := enginetest.Report(t, "RabbitMQ")
	c, url := startRabbitMQ(t)
	result.Version = fmt.Sprint(c.Properties["version"])
	ch, err := c.Channel()
	enginetest.Must(t, err)
	for _, queue := range []string{"urns", out, dead} {
		_, err := ch.QueueDeclare(queue, true, false, false, false, nil)
		enginetest.Must(t, err)
	}
	run(t, result, broker{
		config:    "rabbitmq.yaml",
		variables: map[string]string{"AMQP_URL": url},
		produce: func(id int, value string) error {
			return ch.PublishWithContext(t.Context(), "", "urns", true, false,
				amqp.Publishing{MessageId: strconv.Itoa(id), DeliveryMode: amqp.Persistent, Body: []byte(value)})
		},
		follow: func(got func(stream, value string, headers map[string]string)) {
			for _, queue := range []string{out, dead} {
				reader, err := c.Channel()
				enginetest.Must(t, err)
				messages, err := reader.Consume(queue, "", true, false, false, false, nil)
				enginetest.Must(t, err)
				go func() {
					for m := range messages {
						headers := map[string]string{}
						for k, v := range m.Headers {
							// As the configuration says.
							headers[strings.ReplaceAll(k, "-", "_")] = fmt.Sprint(v)
						}
						got(queue, string(m.Body), headers)
					}
				}()
			}
		},
	})
}
