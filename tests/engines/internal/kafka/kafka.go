// Package kafka starts Apache Kafka for tests: three brokers on loopback, each of
// which is a controller too (KRaft).
package kafka

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// Nodes is the number of brokers.
const Nodes = 3

// Cluster is a Kafka of three brokers. Topics have three copies by default, and a
// record is acknowledged when two copies have it (min.insync.replicas).
type Cluster struct {
	Brokers string // addresses with commas between them
	Version string

	t     testing.TB
	java  string
	libs  string
	dir   string
	nodes [Nodes]*enginetest.Process
}

// Start starts a cluster with empty topics, and returns when every broker accepts
// connections. It skips the test if there is no Kafka or no Java. The brokers are
// killed when the test ends.
func Start(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{t: t, libs: os.Getenv("KAFKA_LIBS"), dir: t.TempDir()}
	if c.libs == "" {
		c.libs = filepath.Join(enginetest.Root(), "bin/engines/kafka")
	}
	jars, _ := filepath.Glob(filepath.Join(c.libs, "kafka-server-[0-9]*.jar"))
	if len(jars) == 0 {
		enginetest.Missing(t, "no Kafka: install it with \"make engines-install\", or set KAFKA_LIBS to a folder of its jars")
	}
	c.Version = regexp.MustCompile(`server-(.*)[.]jar`).FindStringSubmatch(jars[0])[1]
	var err error
	if c.java, err = exec.LookPath("java"); err != nil {
		enginetest.Missing(t, "no Java, which runs Kafka: install it with \"apt-get install openjdk-17-jre-headless\"")
	}
	var voters, brokers [Nodes]string
	for i := range Nodes {
		voters[i] = fmt.Sprintf("%d@127.0.0.1:%d", i+1, enginetest.Port(t))
		brokers[i] = fmt.Sprintf("127.0.0.1:%d", enginetest.Port(t))
	}
	c.Brokers = strings.Join(brokers[:], ",")
	var formatting sync.WaitGroup
	for i := range Nodes {
		_, controller, _ := strings.Cut(voters[i], "@")
		config := fmt.Sprintf(`process.roles=broker,controller
node.id=%d
listeners=PLAINTEXT://%s,CONTROLLER://%s
controller.listener.names=CONTROLLER
controller.quorum.voters=%s
log.dirs=%s
default.replication.factor=3
min.insync.replicas=2
offsets.topic.replication.factor=3
transaction.state.log.replication.factor=3
transaction.state.log.min.isr=2
auto.create.topics.enable=false
group.initial.rebalance.delay.ms=500
`, i+1, brokers[i], controller, strings.Join(voters[:], ","), c.data(i))
		enginetest.Must(t, os.WriteFile(c.config(i), []byte(config), 0o644))
		formatting.Go(func() {
			out, err := c.command("kafka.tools.StorageTool", "format", "-t", "dXJuLXRlc3RzLWthZmthMQ", "-c", c.config(i)).CombinedOutput()
			if err != nil {
				t.Errorf("formatting the folder of broker %d: %v\n%s", i+1, err, out)
			}
		})
	}
	formatting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for i := range Nodes {
		c.start(i)
	}
	for i := range Nodes {
		c.wait(i)
	}
	t.Logf("Kafka %s: %d brokers", c.Version, Nodes)
	return c
}

func (c *Cluster) config(i int) string {
	return filepath.Join(c.dir, fmt.Sprintf("%d.properties", i+1))
}
func (c *Cluster) data(i int) string { return filepath.Join(c.dir, fmt.Sprintf("data-%d", i+1)) }

// command returns a class of Kafka with its arguments.
func (c *Cluster) command(class string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(c.java, append([]string{"-Xms256m", "-Xmx512m", "-XX:+UseG1GC", "-Dorg.apache.logging.log4j.level=WARN",
		"-cp", filepath.Join(c.libs, "*"), class}, arguments...)...)
	cmd.Dir = c.dir
	return cmd
}

// Restart starts broker i, from 0, which was killed, and returns when it accepts
// connections.
func (c *Cluster) Restart(i int) {
	c.t.Helper()
	c.start(i)
	c.wait(i)
}

func (c *Cluster) start(i int) {
	c.nodes[i] = enginetest.Start(c.t, c.command("kafka.Kafka", c.config(i)))
}

// Kill kills broker i with SIGKILL.
func (c *Cluster) Kill(i int) { c.nodes[i].Kill() }

// CPU returns the processor time of all brokers that run.
func (c *Cluster) CPU() (d time.Duration) {
	for _, n := range c.nodes {
		d += n.CPU()
	}
	return d
}

// DiskBytes returns the size of what the brokers store of the topics with the
// prefix. A segment counts with its records, without its indexes,
// because Kafka allocates them before it needs them.
func (c *Cluster) DiskBytes(prefix string) (n int64) {
	for i := range Nodes {
		err := filepath.WalkDir(c.data(i), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(name) != ".log" || !strings.HasPrefix(filepath.Base(filepath.Dir(name)), prefix) {
				return nil // a file may have been removed
			}
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
			return nil
		})
		if err != nil {
			c.t.Error(err)
		}
	}
	return n
}

// wait waits until broker i accepts connections.
func (c *Cluster) wait(i int) {
	c.t.Helper()
	c.nodes[i].WaitReady(c.t, 10*time.Minute, enginetest.Listens(strings.Split(c.Brokers, ",")[i]))
}
