package urn

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestRunAtPageEdge places inputs against both edges of a mapping whose
// neighbours may not be read: a load beyond what is allowed is a fault.
func TestRunAtPageEdge(t *testing.T) {
	page := os.Getpagesize()
	m, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(m)
	for _, off := range []int{0, 2 * page} {
		if err := syscall.Mprotect(m[off:off+page], syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	inside := m[page : 2*page]
	s := "urn:example:" + strings.Repeat("abcdefg/", 30)
	for n := range len(s) {
		for gap := range 3 {
			b := inside[page-n-gap : page-gap]
			copy(b, s)
			b = inside[:n]
			copy(b, s)
			for _, x := range syntaxes {
				checkRun(t, x, stringOf(inside[page-n-gap:page-gap]))
				checkRun(t, x, stringOf(inside[:n]))
			}
		}
	}
}
