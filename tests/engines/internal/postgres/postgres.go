// Package postgres starts PostgreSQL for tests.
package postgres

import (
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

// Server is a PostgreSQL that listens on a socket in a folder that only its user and
// root can open, and on no port.
type Server struct {
	*enginetest.Process
	URL string // for pgx, and with sslmode=disable for lib/pq
	Dir string // belongs to the server's user
}

// Start starts a server with the settings, such as "fsync=on". As root, which
// PostgreSQL refuses, it runs as the user postgres of Debian's package. Start skips
// the test if there is no PostgreSQL.
func Start(t testing.TB, settings ...string) Server {
	t.Helper()
	bin := os.Getenv("PGBIN")
	if bin == "" {
		all, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
		if len(all) == 0 {
			enginetest.Missing(t, "no PostgreSQL: install it with \"apt-get install postgresql\", or set PGBIN to the folder of its programs")
		}
		bin = all[len(all)-1]
	}
	dir, err := os.MkdirTemp("", "urn-postgres-")
	enginetest.Must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	attr := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			enginetest.Missing(t, "root cannot run PostgreSQL, and there is no user postgres: ", err)
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		enginetest.Must(t, os.Chown(dir, uid, gid))
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "urn", "-E", "UTF8", "--locale=C.UTF-8", "--auth=trust", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	cmd := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off")
	for _, s := range settings {
		cmd.Args = append(cmd.Args, "-c", s)
	}
	cmd.SysProcAttr, cmd.Dir = attr, dir
	p := enginetest.Start(t, cmd)
	s := Server{p, "host=" + dir + " user=urn dbname=postgres", dir}
	p.WaitReady(t, time.Minute, func() bool {
		c, err := pgx.Connect(context.Background(), s.URL)
		if err == nil {
			c.Close(context.Background())
		}
		return err == nil
	})
	// A fast shutdown; the cleanup of Start, which kills, comes after this one.
	t.Cleanup(func() { _ = p.Stop(syscall.SIGINT) })
	return s
}
