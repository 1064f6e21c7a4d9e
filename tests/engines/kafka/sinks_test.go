package kafka

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/clickhouse"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/postgres"
)

// sink is ClickHouse, and the part of its HTTP interface that count-blocks.yaml needs, in
// this process.
type sink struct {
	clickhouse.Session
	url string
	dir string

	seen struct {
		sync.Mutex
		sources           map[string]bool
		names             int64 // without those that came again
		deliveries, again int64 // of sources
	}
}

func startClickHouse(t *testing.T) *sink {
	t.Helper()
	c := &sink{dir: t.TempDir()}
	c.seen.sources = map[string]bool{}
	c.Session = clickhouse.Start(t, c.dir)
	server := httptest.NewServer(c) // on loopback
	t.Cleanup(server.Close)
	c.url = server.URL
	return c
}

// The body of an INSERT is the table of input(). The package has no such input, and
// reads a file in place of it.
var (
	inputTable = regexp.MustCompile(`input\('([^']*)'\)`)
	format     = regexp.MustCompile(` FORMAT (\w+)$`)
	source     = regexp.MustCompile(`"source":"([^"]*)"`)
)

func (c *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	statement := r.URL.Query().Get("query")
	table, form := inputTable.FindStringSubmatch(statement), format.FindStringSubmatch(statement)
	body, err := io.ReadAll(r.Body)
	if table == nil || form == nil || r.Method != http.MethodPost || err != nil {
		http.Error(w, fmt.Sprintf("%s with %q: %v", r.Method, statement, err), http.StatusBadRequest)
		return
	}
	file, err := os.CreateTemp(c.dir, "body-")
	if err == nil {
		defer os.Remove(file.Name())
		_, err = file.Write(body)
		file.Close()
	}
	if err == nil {
		statement = format.ReplaceAllString(statement, "")
		statement = inputTable.ReplaceAllString(statement, fmt.Sprintf("file('%s', '%s', '%s')", file.Name(), form[1], table[1]))
		_, err = c.Query(statement)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	c.seen.Lock()
	defer c.seen.Unlock()
	for line := range bytes.Lines(body) {
		// The last member, so that a key cannot be taken for it.
		all := source.FindAllSubmatch(line[max(0, len(line)-200):], -1)
		if len(all) == 0 {
			continue
		}
		s := string(all[len(all)-1][1])
		c.seen.deliveries++
		if c.seen.sources[s] {
			c.seen.again++
			continue
		}
		c.seen.sources[s] = true
		c.seen.names += int64(bytes.Count(line, []byte(`\n`))) + 1
	}
}

// names returns how many names have come, each counted once.
func (c *sink) names() int64 {
	c.seen.Lock()
	defer c.seen.Unlock()
	return c.seen.names
}

// disk is a file system of limited size for a table of PostgreSQL.
type disk struct{ dir string }

// newDisk mounts a disk that belongs to the owner of parent, or says why it cannot.
func newDisk(t *testing.T, parent string) (*disk, error) {
	d := &disk{filepath.Join(parent, "disk")}
	enginetest.Must(t, os.Mkdir(d.dir, 0o700))
	info, err := os.Stat(parent)
	enginetest.Must(t, err)
	owner := info.Sys().(*syscall.Stat_t)
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=4g,mode=700,uid=%d,gid=%d", owner.Uid, owner.Gid)); err != nil {
		return nil, fmt.Errorf("mount: %w", err)
	}
	undo := enginetest.AfterDeath(t, "umount -l '"+d.dir+"'")
	t.Cleanup(func() {
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
		undo()
	})
	return d, nil
}

// fill makes the disk as small as what is on it, with room for a megabyte.
func (d *disk) fill() error {
	var s syscall.Statfs_t
	if err := syscall.Statfs(d.dir, &s); err != nil {
		return err
	}
	return d.resize(int64(s.Blocks-s.Bfree)*s.Bsize + 1<<20)
}

// free gives the disk room again.
func (d *disk) free() error { return d.resize(4 << 30) }

func (d *disk) resize(bytes int64) error {
	return syscall.Mount("", d.dir, "", syscall.MS_REMOUNT, "size="+strconv.FormatInt(bytes, 10))
}

// database is PostgreSQL with the table of count.sql.
type database struct {
	postgres.Server
	dsn     string // for Bento
	version string
	disk    *disk // or nil
	noDisk  error // why not
	conn    *pgx.Conn
}

func startPostgres(t *testing.T, statements []string) *database {
	t.Helper()
	ctx := t.Context()
	s := postgres.Start(t, "fsync=on", "max_wal_size=4GB", "shared_buffers=256MB")
	d := &database{Server: s, dsn: "postgres:///postgres?host=" + s.Dir + "&user=urn&sslmode=disable"}
	var err error
	d.conn, err = pgx.Connect(ctx, s.URL)
	enginetest.Must(t, err)
	t.Cleanup(func() { d.conn.Close(context.Background()) })
	enginetest.Must(t, d.conn.QueryRow(ctx, "SHOW server_version").Scan(&d.version))
	if d.disk, d.noDisk = newDisk(t, s.Dir); d.noDisk == nil {
		// The server has ended before the disk is unmounted.
		t.Cleanup(func() { _ = s.Stop(syscall.SIGINT) })
		d.exec(t, "CREATE TABLESPACE small LOCATION '"+d.disk.dir+"'")
		d.exec(t, "SET default_tablespace = small")
	}
	for _, statement := range statements[:2] {
		d.exec(t, statement)
	}
	return d
}

func (d *database) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := d.conn.Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// counts runs the query of count.sql.
func (d *database) counts(t *testing.T, query string) map[string]int64 {
	t.Helper()
	rows, err := d.conn.Query(t.Context(), query)
	enginetest.Must(t, err)
	got := map[string]int64{}
	var k string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&k, &n}, func() error { got[k] = n; return nil })
	enginetest.Must(t, err)
	return got
}

// counts runs the query of count.sql without its limit.
func (c *sink) counts(t *testing.T, query string) map[string]int64 {
	t.Helper()
	query, _, limited := strings.Cut(query, "LIMIT")
	if !limited {
		t.Error("the query of count.sql has no LIMIT")
	}
	rows, err := c.Query(query)
	enginetest.Must(t, err)
	got := map[string]int64{}
	for _, row := range rows {
		n, err := strconv.ParseInt(fmt.Sprint(row[1]), 10, 64)
		enginetest.Must(t, err)
		got[row[0].(string)] = n
	}
	return got
}

// settle is how long a fault lasts at least.
const settle = 5 * time.Second
