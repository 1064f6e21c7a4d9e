// Package enginetest starts the programs that the tests of engines need, and
// stops them.
package enginetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Root returns the root folder of the repository.
func Root() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		panic("enginetest: no caller")
	}
	return filepath.Join(filepath.Dir(file), "../../../..")
}

// Build builds the main package in the folder dir of the repository, and returns
// the name of the binary.
func Build(t testing.TB, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), filepath.Base(dir))
	cmd := exec.Command("go", "build", "-o", name, ".")
	cmd.Dir = filepath.Join(Root(), dir)
	// The folder has a workspace of its own.
	cmd.Env = append(os.Environ(), "GOWORK=", "PWD="+cmd.Dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", dir, err, out)
	}
	return name
}

// Process is a program that a test has started.
type Process struct {
	*exec.Cmd
	done chan struct{}
	err  error
	log  *tail
}

// margin is how long before the time limit of go test a test fails, so that there is
// time for its cleanup.
const margin = 30 * time.Second

// timeLeft returns how long the test may still run, and false if there is no limit.
func timeLeft(t testing.TB) (time.Duration, bool) {
	if t, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		end, limited := t.Deadline()
		return time.Until(end) - margin, limited
	}
	return 0, false
}

// Start starts cmd in a process group of its own. The group is killed when the test
// ends, shortly before go test's time limit, and when the test's process dies for any
// reason. Its output is in the log of a test that fails.
func Start(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	p := &Process{Cmd: cmd, done: make(chan struct{}), log: &tail{}}
	if cmd.Stdout == nil {
		cmd.Stdout = p.log
	}
	if cmd.Stderr == nil {
		cmd.Stderr = p.log
	}
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting %s: %v", cmd.Path, err)
	}
	go func() { p.err = cmd.Wait(); close(p.done) }()
	// The signal that the kernel sends when this process ends reaches the process alone:
	// it would leave RabbitMQ, which a script starts.
	undo := AfterDeath(t, "kill -s KILL -- -"+strconv.Itoa(cmd.Process.Pid))
	t.Cleanup(func() {
		p.Kill()
		undo()
		if t.Failed() {
			t.Logf("%s:\n%s", filepath.Base(cmd.Path), p.log)
		}
	})
	if left, limited := timeLeft(t); limited {
		// A test that waits for the process then continues, and fails.
		late := time.AfterFunc(left, func() {
			t.Errorf("%s is killed: the time limit of go test is near", filepath.Base(cmd.Path))
			p.Kill()
		})
		t.Cleanup(func() { late.Stop() })
	}
	return p
}

// AfterDeath has a shell run the command when this process ends, for whatever reason. It
// returns a function that calls this off.
func AfterDeath(t testing.TB, command string) (undo func()) {
	t.Helper()
	cmd := exec.Command("sh", "-c", "read -r _; "+command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := cmd.StdinPipe()
	Must(t, err)
	Must(t, cmd.Start())
	return func() {
		_ = cmd.Process.Kill()
		pipe.Close()
		_ = cmd.Wait()
	}
}

// Kill kills the process and its group, and waits for its end.
func (p *Process) Kill() {
	_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL)
	<-p.done
}

// Stop sends the signal to the process alone, and waits for its end. After
// half a minute it kills the process.
func (p *Process) Stop(s syscall.Signal) error {
	_ = p.Process.Signal(s)
	select {
	case <-p.done:
	case <-time.After(30 * time.Second):
		p.Kill()
		return fmt.Errorf("%s still ran 30 seconds after %v", p.Path, s)
	}
	return p.err
}

// Exited reports whether the process has ended.
func (p *Process) Exited() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Log returns the end of what the process has printed.
func (p *Process) Log() string { return p.log.String() }

// tail keeps the last 64 KiB that are written to it.
type tail struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf.Write(b)
	if n := t.buf.Len() - 64<<10; n > 0 {
		t.buf.Next(n)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buf.String()
}

// lastPort is the last port that Port returned.
var lastPort atomic.Int64

// Port returns a TCP port of the loopback interface that was free a moment ago. It is
// none of those that Linux gives to connections, and no port is returned twice.
func Port(t testing.TB) int {
	t.Helper()
	const first, last = 15_000, 32_000
	lastPort.CompareAndSwap(0, first+rand.Int64N((last-first)/2))
	for {
		port := int(lastPort.Add(1))
		if port > last {
			t.Fatal("no port is free")
		}
		if l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
			l.Close()
			return port
		}
	}
}

// Wait waits for what, and fails the test after the limit, or shortly before go test's
// time limit.
func Wait(t testing.TB, limit time.Duration, what string, done func() bool) {
	t.Helper()
	if left, limited := timeLeft(t); limited {
		limit = min(limit, left)
	}
	for end := time.Now().Add(limit); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s after %v", what, limit)
		}
	}
}

// WaitReady waits until the process is ready. It fails the test if the process ends.
func (p *Process) WaitReady(t testing.TB, limit time.Duration, ready func() bool) {
	t.Helper()
	name := filepath.Base(p.Path)
	Wait(t, limit, name+" that is ready", func() bool {
		if p.Exited() {
			t.Fatalf("%s has ended:\n%s", name, p.Log())
		}
		return ready()
	})
}

// Listens returns a function that reports whether a server accepts connections.
func Listens(address string) func() bool {
	return func() bool {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			c.Close()
		}
		return err == nil
	}
}

// Must fails the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// CPU returns the processor time of the process, of its children that have ended, and of all other
// processes of its group that run, as /proc/PID/stat has it. Its unit is 10 ms. The time is
// zero if there is no /proc.
func (p *Process) CPU() (d time.Duration) {
	self := strconv.Itoa(p.Process.Pid)
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range all {
		text, _ := os.ReadFile(name)
		// The name, in parentheses, may contain spaces.
		f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(f) < 15 || f[2] != self { // the process has ended, or is of another group
			continue
		}
		times := f[11:13] // utime, stime
		if filepath.Base(filepath.Dir(name)) == self {
			times = f[11:15] // and cutime, cstime
		}
		for _, s := range times {
			n, _ := strconv.ParseInt(s, 10, 64)
			d += time.Duration(n) * 10 * time.Millisecond // USER_HZ is 100
		}
	}
	return d
}
