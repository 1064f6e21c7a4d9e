package enginetest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

const childVariable = "URN_TEST_CHILD"

// Main is TestMain of a package whose test binary is another program as well, so that
// this program is a process with a processor time of its own. In a process that Child
// has made, it runs that program in place of the tests.
func Main[Order any](m *testing.M, program func(Order) error) {
	text, child := os.LookupEnv(childVariable)
	if !child {
		os.Exit(m.Run())
	}
	var o Order
	err := json.Unmarshal([]byte(text), &o)
	if err == nil {
		err = program(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Child returns a command that runs the program of Main.
func Child[Order any](t testing.TB, o Order) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	Must(t, err)
	exe, err := os.Executable()
	Must(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	return cmd
}
