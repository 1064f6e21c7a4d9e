package kafka

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/seed7b5a83f0/urn/tests/engines/internal/enginetest"
)

const childVariable = "URN_TEST_CHILD"

// TestMain runs the tests, or, in a process that producer has made, what its order says. So the producer is a
// process with a processor time of its own.
func TestMain(m *testing.M) {
	text, isChild := os.LookupEnv(childVariable)
	if !isChild {
		os.Exit(m.Run())
	}
	var o order
	err := json.Unmarshal([]byte(text), &o)
	if err == nil {
		err = o.produce()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// producer returns a command that does what o says.
func producer(t testing.TB, o order) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	enginetest.Must(t, err)
	exe, err := os.Executable()
	enginetest.Must(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	return cmd
}
