package urn

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/alias"
)

// The kernel maps one huge page of zeros for all reads: a thousand page faults for
// 2 GiB instead of half a million. Where it does not, this only takes longer.
func init() {
	zeros = func(t testing.TB, n int) []byte {
		b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
		if err != nil {
			t.Skipf("no %d bytes of addresses: %v", n, err)
		}
		t.Cleanup(func() { _ = syscall.Munmap(b) })
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
		return b
	}
}

// TestRunAtPageEdge places inputs against both edges of a mapping whose
// neighbours may not be read: a load beyond the allowed range is a fault.
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
				checkRun(t, x, alias.String(inside[page-n-gap:page-gap]))
				checkRun(t, x, alias.String(inside[:n]))
			}
		}
	}
}
