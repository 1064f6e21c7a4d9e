package heap

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

var garbage []byte

// collections returns how often the collector runs while half of Size becomes garbage.
func collections() uint32 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range Size / 2 >> 18 {
		garbage = make([]byte, 1<<18)
	}
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// resident returns the memory of this process in pages, or 0 if that is not known.
func resident(t *testing.T) (pages int) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	for _, c := range strings.Fields(string(statm))[1] {
		pages = 10*pages + int(c-'0')
	}
	return pages
}

// The reserve keeps the collector from running, and takes no memory itself. Whoever has
// told the collector what to do is obeyed.
func TestReserve(t *testing.T) {
	if os.Getenv("URN_HEAP_TEST") == "" {
		// In a process of its own: memory that was garbage before would be cleared.
		cmd := exec.Command(os.Args[0], "-test.run=^TestReserve$")
		cmd.Env = append(os.Environ(), "URN_HEAP_TEST=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		t.Skip("the collector runs as GOGC or GOMEMLIMIT says")
	}
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Setenv(name, "1")
		if Reserve(); reserved != nil {
			t.Errorf("memory is reserved although %s is set", name)
		}
		os.Unsetenv(name)
	}
	before := resident(t)
	Reserve()
	if grown := (resident(t) - before) * os.Getpagesize(); grown > Size/8 {
		t.Errorf("the reserve takes %d bytes of memory", grown)
	}
	seldom := collections()
	reserved = nil
	if often := collections(); seldom > 0 || often < 4 {
		t.Errorf("the collector runs %d times with the reserve, %d times without", seldom, often)
	}
}
