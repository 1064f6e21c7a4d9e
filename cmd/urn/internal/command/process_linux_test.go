package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// terminal opens a terminal: what is written to tty can be read from screen.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, locked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &locked} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Skipf("no terminals here: %v", errno)
		}
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// Progress is shown on a terminal, but not if what is written there besides,
// or typed, would get in its way.
func TestProgress(t *testing.T) {
	testhelp.Slow(t)
	for _, c := range []struct {
		name     string
		args     []string
		terminal [3]bool // standard input, output, error
		want     bool
	}{
		{"check", []string{"check"}, [3]bool{false, true, true}, true},
		{"output elsewhere", []string{"normalize"}, [3]bool{false, false, true}, true},
		{"output on the terminal", []string{"normalize"}, [3]bool{false, true, true}, false},
		{"quiet", []string{"check", "-q"}, [3]bool{false, true, true}, false},
		{"typed", []string{"check"}, [3]bool{true, true, true}, false},
		{"reports elsewhere", []string{"check"}, [3]bool{false, true, false}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			screen, tty := terminal(t)
			cmd := process(t, c.args...)
			cmd.Env = append(cmd.Env, "TERM=xterm")
			if c.terminal[1] {
				cmd.Stdout = tty
			}
			if c.terminal[2] {
				cmd.Stderr = tty
			}
			var in io.WriteCloser = screen
			if c.terminal[0] {
				cmd.Stdin = tty
			} else {
				var err error
				if in, err = cmd.StdinPipe(); err != nil {
					t.Fatal(err)
				}
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			tty.Close()
			var shown strings.Builder
			var read sync.WaitGroup
			read.Add(1)
			go func() {
				defer read.Done()
				io.Copy(&shown, screen) // it fails when the command has ended
			}()
			io.WriteString(in, "urn:ex:a\n")
			time.Sleep(1500 * time.Millisecond) // the bar comes after a second
			if c.terminal[0] {
				io.WriteString(in, "\x04")
			} else {
				in.Close()
			}
			cmd.Wait()
			read.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 0 {
				t.Errorf("status %d", code)
			}
			if got := strings.Contains(shown.String(), " B"); got != c.want {
				t.Errorf("progress shown: %v, want %v: %q", got, c.want, shown.String())
			}
			if c.want && !strings.HasSuffix(shown.String(), "\r") {
				t.Errorf("progress is not taken away: %q", shown.String())
			}
		})
	}
}

// A terminal shows ^C where its cursor is. What has been found begins on a line of its own.
func TestInterruptAtTerminal(t *testing.T) {
	screen, tty := terminal(t)
	cmd := process(t, "find", "--count")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	io.WriteString(screen, "urn:ex:a\n")
	time.Sleep(500 * time.Millisecond) // the command has begun to read
	io.WriteString(screen, "\x03")
	shown, _ := io.ReadAll(screen) // it fails when the command has ended
	cmd.Wait()
	if !strings.Contains(string(shown), "^C\r\n1\turn:ex:a\r\n") {
		t.Errorf("the terminal shows %q", shown)
	}
}
