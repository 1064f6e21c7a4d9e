package clickhouse

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// server is a ClickHouse server of a cluster of two shards with two replicas each.
type server struct {
	t       *testing.T
	http    int // port
	dir     string
	process *enginetest.Process
}

// startCluster starts ZooKeeper and the four servers. Servers 0 and 1 are the
// replicas of the first shard.
func startCluster(t *testing.T) (servers [4]*server) {
	t.Helper()
	clickhouse, err := exec.LookPath("clickhouse-server")
	if err != nil {
		enginetest.Missing(t, "no ClickHouse server: install it, for instance with \"apt-get install clickhouse-server\" on Debian 12")
	}
	libs := filepath.Join(enginetest.Root(), "bin/engines/zookeeper")
	if _, err := os.Stat(libs); err != nil {
		enginetest.Missing(t, "no ZooKeeper: install it with \"make engines-install\"")
	}
	java, err := exec.LookPath("java")
	if err != nil {
		enginetest.Missing(t, "no Java, which runs ZooKeeper: install it with \"apt-get install openjdk-17-jre-headless\"")
	}
	write := func(name, text string) {
		t.Helper()
		enginetest.Must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	dir := t.TempDir()
	zookeeper := enginetest.Port(t)
	write(filepath.Join(dir, "zoo.cfg"), fmt.Sprintf("dataDir=%s/zookeeper\nclientPort=%d\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n", dir, zookeeper))
	write(filepath.Join(dir, "logback.xml"), `<configuration><appender name="all" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%d %level %logger: %msg%n</pattern></encoder></appender>
<root level="WARN"><appender-ref ref="all"/></root></configuration>`)
	z := enginetest.Start(t, exec.Command(java, "-Xmx128m", "-Dlogback.configurationFile="+filepath.Join(dir, "logback.xml"), "-Dzookeeper.admin.enableServer=false", "-cp", filepath.Join(libs, "*"),
		"org.apache.zookeeper.server.quorum.QuorumPeerMain", filepath.Join(dir, "zoo.cfg")))
	z.WaitReady(t, 3*time.Minute, enginetest.Listens("127.0.0.1:"+strconv.Itoa(zookeeper)))

	var tcp [4]int
	var shards strings.Builder
	for i := range tcp {
		tcp[i] = enginetest.Port(t)
		if i%2 == 0 {
			shards.WriteString("<shard><internal_replication>true</internal_replication>")
		}
		fmt.Fprintf(&shards, "<replica><host>127.0.0.1</host><port>%d</port></replica>", tcp[i])
		if i%2 == 1 {
			shards.WriteString("</shard>")
		}
	}
	for i := range servers {
		s := &server{t: t, http: enginetest.Port(t), dir: filepath.Join(dir, strconv.Itoa(i))}
		enginetest.Must(t, os.Mkdir(s.dir, 0o755))
		write(filepath.Join(s.dir, "config.xml"), fmt.Sprintf(`<yandex>
<logger><level>warning</level><console>true</console></logger>
<listen_host>127.0.0.1</listen_host>
<http_port>%d</http_port><tcp_port>%d</tcp_port>
<interserver_http_host>127.0.0.1</interserver_http_host><interserver_http_port>%d</interserver_http_port>
<path>%s/data/</path><tmp_path>%[4]s/tmp/</tmp_path><format_schema_path>%[4]s/schemas/</format_schema_path>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>16777216</mark_cache_size><max_concurrent_queries>20</max_concurrent_queries><timezone>UTC</timezone>
<zookeeper><node><host>127.0.0.1</host><port>%d</port></node><session_timeout_ms>15000</session_timeout_ms></zookeeper>
<macros><shard>%d</shard><replica>%d</replica></macros>
<remote_servers><urns>%s</urns></remote_servers>
</yandex>`, s.http, tcp[i], enginetest.Port(t), s.dir, zookeeper, i/2, i%2, &shards))
		// FINAL reads all parts at once, and has a buffer for each column of each part. With
		// the default of a mebibyte, 500 MB are not enough if merges are late.
		write(filepath.Join(s.dir, "users.xml"), `<yandex>
<profiles><default><max_memory_usage>500000000</max_memory_usage><max_read_buffer_size>65536</max_read_buffer_size></default></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
<quotas><default></default></quotas>
</yandex>`)
		servers[i] = s
		s.start(clickhouse)
	}
	for _, s := range servers {
		s.process.WaitReady(t, 3*time.Minute, enginetest.Listens("127.0.0.1:"+strconv.Itoa(s.http)))
	}
	return servers
}

func (s *server) start(clickhouse string) {
	cmd := exec.Command(clickhouse, "--config-file="+filepath.Join(s.dir, "config.xml"))
	cmd.Dir = s.dir
	s.process = enginetest.Start(s.t, cmd)
}

// query runs a statement with data, and returns the result.
func (s *server) query(statement, data string) (string, error) {
	client := http.Client{Timeout: time.Minute}
	q := url.Values{"query": {statement}, "insert_distributed_sync": {"1"}}
	r, err := client.Post(fmt.Sprintf("http://127.0.0.1:%d/?%s", s.http, q.Encode()), "text/plain", strings.NewReader(data))
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s", text)
	}
	return string(text), err
}

func (s *server) must(statement string) string {
	s.t.Helper()
	text, err := s.query(statement, "")
	if err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return text
}

// TestCluster inserts the rows of count.yaml into the table of count.sql, which has
// two shards with two replicas each. Each batch is inserted by any of the servers, and
// again if that failed. One replica of each shard is killed at work. All rows are
// inserted a second time, in other batches.
func TestCluster(t *testing.T) {
	result := enginetest.Report(t, "ClickHouse, server")
	servers := startCluster(t)
	result.Version = strings.TrimSpace(servers[0].must("SELECT version()"))
	statements, _ := enginetest.CountSQL(t)
	const engine = "ENGINE = ReplacingMergeTree"
	if !strings.Contains(statements[0], engine) || !strings.Contains(statements[1], "FROM urn_records FINAL") {
		t.Fatalf("count.sql has other statements: %s", statements)
	}
	for _, s := range servers {
		var err error
		create := strings.Replace(statements[0], engine, "ENGINE = ReplicatedReplacingMergeTree('/urn_records/{shard}', '{replica}')", 1)
		// ZooKeeper accepts connections before it is ready.
		enginetest.Wait(t, 3*time.Minute, "ZooKeeper that is ready", func() bool {
			_, err = s.query(create, "")
			return err == nil || !strings.Contains(err.Error(), "Coordination")
		})
		enginetest.Must(t, err)
		// Equal rows must meet in one shard.
		s.must("CREATE TABLE urn_all AS urn_records ENGINE = Distributed(urns, default, urn_records, cityHash64(source))")
	}
	const n = 200_000
	key := func(i int) string { return fmt.Sprintf("urn:example:%d", i*(i%977)%70) }
	records := func(i int) int { return 1 + i%3 }
	failed, turn := 0, 0
	insert := func(from, to int) {
		var rows strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&rows, "%s\turns/%d/%d\t%d\n", key(i), i%8, i/8, records(i))
		}
		for end := time.Now().Add(2 * time.Minute); ; turn++ {
			_, err := servers[turn%4].query("INSERT INTO urn_all (urn_key, source, records) FORMAT TabSeparated", rows.String())
			if err == nil {
				turn++
				return
			}
			if failed++; time.Now().After(end) {
				t.Fatalf("no server takes the rows: %v", err)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	killed := make(chan bool)
	for i := 0; i < n; i += 1000 {
		if i == n/4 { // during the next insert
			go func() {
				for _, s := range []*server{servers[0], servers[3]} {
					s.process.Kill()
				}
				close(killed)
			}()
		}
		insert(i, i+1000)
		if i == 3*n/4 {
			<-killed
			for _, s := range []*server{servers[0], servers[3]} {
				s.start(s.process.Path)
			}
		}
	}
	for i := 0; i < n; i += 1700 {
		insert(i, min(i+1700, n))
	}
	want := map[string]string{}
	counts := map[string]int{}
	for i := range n {
		counts[key(i)] += records(i)
	}
	for k, v := range counts {
		want[k] = strconv.Itoa(v)
	}
	for _, s := range servers {
		enginetest.Wait(t, 3*time.Minute, "replica with all rows", func() bool {
			_, err := s.query("SYSTEM SYNC REPLICA urn_records", "")
			return err == nil
		})
	}
	total, all := 0, 0
	for i, s := range servers {
		got := map[string]string{}
		for line := range strings.Lines(s.must(strings.Replace(statements[1], "urn_records FINAL", "urn_all FINAL", 1))) {
			k, v, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got[k] = v
		}
		if !maps.Equal(got, want) {
			t.Errorf("server %d counts %v, want %v", i, got, want)
		}
		for query, sum := range map[string]*int{"SELECT count() FROM urn_records FINAL": &total, "SELECT count() FROM urn_records": &all} {
			rows, err := strconv.Atoi(strings.TrimSpace(s.must(query)))
			enginetest.Must(t, err)
			*sum += rows
		}
	}
	if total != 2*n {
		t.Errorf("the replicas have %d different rows, want each of %d twice", total, n)
	}
	if all == total {
		t.Error("no row was there twice, so FINAL was not tested")
	}
	result.Rows, result.Kills = fmt.Sprintf("%d inserted twice", n), "2 of 4 servers"
	t.Logf("%d inserts failed and were repeated", failed)
}
