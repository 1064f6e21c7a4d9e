package testhelp

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

const fail = "URN_TEST_FAIL"

// TestFails fails 20,000 times, if a variable says so.
func TestFails(t *testing.T) {
	if os.Getenv(fail) == "" {
		t.Skip("runs in a process of TestFirstFailures")
	}
	f := FirstFailures(t)
	for i := range 20_000 {
		if i%2 == 0 {
			f.Errorf("failure %d", i)
		} else {
			f.Error("failure", i)
		}
	}
}

func TestFirstFailures(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestFails$")
	cmd.Env = append(os.Environ(), fail+"=1")
	out, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Skipf("no process of the test: %v", err)
	}
	text := string(out)
	if n := strings.Count(text, ": failure "); err == nil || n != MaxFailures || !strings.Contains(text, "20000 failures; the first 10 are printed") {
		t.Errorf("a test that fails 20,000 times ends with %v and prints %d failures:\n%s", err, n, text)
	}
}
