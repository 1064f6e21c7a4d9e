//go:build gc && !purego

package dfa

import (
	"os"
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
