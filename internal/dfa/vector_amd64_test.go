//go:build gc && !purego

package dfa

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The processor's own word, and the system's.
func TestHasAVX2(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip("the system does not tell: ", err)
	}
	_, flags, ok := strings.Cut(string(text), "\nflags\t")
	flags, _, _ = strings.Cut(flags, "\n")
	if want := strings.Contains(flags+" ", " avx2 "); !ok || hasAVX2() != want {
		t.Errorf("hasAVX2() = %t, /proc/cpuinfo says %t", hasAVX2(), want)
	}
}

func TestAllowsAVX2(t *testing.T) {
	for godebug, want := range map[string]bool{
		"": true, "gctrace=1": true, "cpu.avx2=on": true, "cpu.avx2": true, "xcpu.avx2=off": true, "cpu.sse3=off": true,
		"cpu.avx2=off": false, "cpu.avx=off": false, "cpu.all=off": false, "gctrace=1,cpu.avx2=off": false, "cpu.avx2=off,gctrace=1": false,
		"cpu.avx2=off,cpu.avx2=on": true, "cpu.avx2=on,cpu.avx2=off": false, "cpu.all=off,cpu.avx2=on": false, "cpu.all=off,cpu.all=on": true, "cpu.avx2=off,cpu.all=on": true,
	} {
		if got := allowsAVX2(godebug); got != want {
			t.Errorf("allowsAVX2(%q) = %t", godebug, got)
		}
	}
}

// TestGODEBUG runs this test again, with AVX2 turned off.
func TestGODEBUG(t *testing.T) {
	if os.Getenv("GODEBUG") == "cpu.avx2=off" {
		if hasVector || useVector {
			t.Error("vectors are used")
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGODEBUG$")
	cmd.Env = append(os.Environ(), "GODEBUG=cpu.avx2=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
