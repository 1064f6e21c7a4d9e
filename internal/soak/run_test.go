package soak

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// child is a variable of the processes of TestRun: "pass" or "fail".
const child = "URN_SOAK_TEST"

// inChild skips a target that is not run by TestRun.
func inChild(f *testing.F) {
	if os.Getenv(child) == "" {
		f.Skip("runs in a process of TestRun")
	}
}

// seen is called by each target. Every third execution of a changed seed fails, if the
// variable says so.
func seen(t *testing.T, n *int, changed bool) {
	if *n++; changed && os.Getenv(child) == "fail" && *n%3 == 0 {
		t.Error("the third")
	}
}

func FuzzString(f *testing.F) {
	inChild(f)
	f.Add("urn:ex:a")
	f.Add("urn:ex:b")
	n := 0
	Run(f, func(t *testing.T, s string) { seen(t, &n, s != "urn:ex:a" && s != "urn:ex:b") })
}

func FuzzBytes(f *testing.F) {
	inChild(f)
	f.Add([]byte("urn:ex:a"))
	f.Add([]byte("urn:ex:b"))
	n := 0
	Run(f, func(t *testing.T, b []byte) { seen(t, &n, string(b) != "urn:ex:a" && string(b) != "urn:ex:b") })
}

func FuzzOthers(f *testing.F) {
	inChild(f)
	f.Add("urn:ex:a", uint8(1), true)
	f.Add("urn:ex:b", uint8(2), false)
	n := 0
	Run(f, func(t *testing.T, s string, i uint8, b bool) { seen(t, &n, true) })
}

// TestRun: with -soak each seed of each target is changed that often, and no more after a
// failure.
func TestRun(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		env, arg, want string
		ok             bool
	}{
		{"pass", "-soak=0", "", true},
		{"pass", "-soak=50", "soak: 100 executions", true},
		{"fail", "-soak=50", "the third", false},
	} {
		for _, target := range []string{"FuzzString", "FuzzBytes", "FuzzOthers"} {
			cmd := exec.Command(exe, "-test.v", "-test.run=^"+target+"$", c.arg)
			cmd.Env = append(os.Environ(), child+"="+c.env)
			out, err := cmd.Output()
			if _, exited := err.(*exec.ExitError); err != nil && !exited {
				t.Skipf("no process of the test: %v", err)
			}
			text := string(out)
			if (err == nil) != c.ok || !strings.Contains(text, c.want) || c.arg == "-soak=0" && strings.Contains(text, "executions") {
				t.Errorf("%s %s ends with %v:\n%s", target, c.arg, err, text)
			}
			// The second seed is still tried.
			if !c.ok && strings.Count(text, "the third") != 2 {
				t.Errorf("%s goes on after a failure:\n%s", target, text)
			}
		}
	}
}
