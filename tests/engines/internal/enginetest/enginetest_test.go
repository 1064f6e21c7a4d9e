package enginetest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// ended is a test that ends when end is called.
type ended struct {
	testing.TB
	deadline time.Time
	cleanup  []func()
	failed   atomic.Bool
}

func (e *ended) Cleanup(f func())            { e.cleanup = append(e.cleanup, f) }
func (e *ended) Deadline() (time.Time, bool) { return e.deadline, !e.deadline.IsZero() }
func (e *ended) Failed() bool                { return e.failed.Load() }
func (e *ended) Errorf(string, ...any)       { e.failed.Store(true) }
func (e *ended) Fatal(...any)                { e.failed.Store(true) }
func (e *ended) Fatalf(string, ...any)       { e.failed.Store(true); runtime.Goexit() }

// end runs the cleanup: the last function is the first to run.
func (e *ended) end() {
	for _, f := range slices.Backward(e.cleanup) {
		f()
	}
}

func TestSession(t *testing.T) {
	s := StartSession(t, exec.Command("sh", "-c", `read a; echo "{\"rows\":[[$a,9007199254740993]]}"; read b; echo '{"error":"no"}'; read c; echo x; read d`))
	rows, err := s.Ask(7)
	if got := fmt.Sprint(rows, err); got != "[[7 9007199254740993]] <nil>" {
		t.Errorf("the first answer is %s", got)
	}
	if _, err := s.Ask(nil); err == nil || err.Error() != "no" {
		t.Errorf("the second answer is %v, want the error of the process", err)
	}
	if _, err := s.Ask(nil); err == nil || !strings.Contains(err.Error(), `"x\n"`) {
		t.Errorf("an answer that is not JSON: %v", err)
	}
	if _, err := s.Ask(nil); err == nil || !strings.Contains(err.Error(), "has ended") {
		t.Errorf("a process that has ended: %v", err)
	}
}

// TestLimit starts processes in tests whose time is nearly over.
func TestLimit(t *testing.T) {
	for _, late := range []bool{true, false} {
		e := &ended{TB: t, deadline: time.Now().Add(time.Hour)}
		if late {
			e.deadline = time.Now().Add(margin + 100*time.Millisecond)
		}
		p := Start(e, exec.Command("sleep", "600"))
		if late {
			Wait(t, 10*time.Second, "killed process", p.Exited)
		}
		e.end()
		if e.Failed() != late {
			t.Errorf("late: %t, failed: %t", late, e.Failed())
		}
	}
	e := &ended{TB: t, deadline: time.Now().Add(margin + 100*time.Millisecond)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Wait(e, time.Hour, "end of time", func() bool { return false })
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("Wait waits longer than the test may run")
	}
}

// The test's binary is a test that dies, if a variable says so.
const dieVariable = "URN_TEST_DIE"

// TestDeath wants what a test has started to end when the test is killed.
func TestDeath(t *testing.T) {
	if dir := os.Getenv(dieVariable); dir != "" {
		undo := AfterDeath(t, "touch '"+dir+"/undone'")
		undo()
		AfterDeath(t, "touch '"+dir+"/touched'")
		// A process in the group that is not this process's child.
		Start(t, exec.Command("sh", "-c", "sleep 600 & echo $! >"+dir+"/pid.new; mv "+dir+"/pid.new "+dir+"/pid; wait"))
		select {}
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestDeath$", "-test.timeout", "10m")
	cmd.Env = append(os.Environ(), dieVariable+"="+dir)
	p := Start(t, cmd)
	var pid int
	Wait(t, 10*time.Second, "process", func() bool {
		text, _ := os.ReadFile(filepath.Join(dir, "pid"))
		_, err := fmt.Fscan(bytes.NewReader(text), &pid)
		return err == nil
	})
	if err := p.Process.Kill(); err != nil { // and not its group
		t.Fatal(err)
	}
	Wait(t, 10*time.Second, "end of the process", func() bool { return syscall.Kill(pid, 0) != nil })
	Wait(t, 10*time.Second, "touched file", func() bool {
		_, err := os.Stat(filepath.Join(dir, "touched"))
		return err == nil
	})
	if _, err := os.Stat(filepath.Join(dir, "undone")); err == nil {
		t.Error("a command that was called off has run")
	}
}

// TestCPU: the time of a process includes the time of a child that runs, and no other.
func TestCPU(t *testing.T) {
	idle := Start(t, exec.Command("sleep", "60"))
	p := Start(t, exec.Command("sh", "-c", "while :; do :; done & wait"))
	Wait(t, 20*time.Second, "processor time", func() bool { return p.CPU() >= 100*time.Millisecond })
	if d := idle.CPU(); d >= 100*time.Millisecond {
		t.Errorf("a process that sleeps took %v", d)
	}
}
