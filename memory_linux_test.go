package urn

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/few"
)

// TestFindReadsNothingOutside lays each vector, read-only, against either edge
// of a page whose neighbours may not be touched.
func TestFindReadsNothingOutside(t *testing.T) {
	page := os.Getpagesize()
	m, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer syscall.Munmap(m)
	middle := m[page : 2*page : 2*page]
	require.NoError(t, syscall.Mprotect(m[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(m[2*page:], syscall.PROT_NONE))
	for _, v := range readFindVectors(t) {
		f := Finder{Syntax: v.Syntax, Exact: v.Exact}
		want := slices.DeleteFunc(ruleFind(f, []byte(v.Text)), func(m Match) bool { return m.Kind != MatchName })
		for _, text := range [][]byte{middle[:len(v.Text)], middle[page-len(v.Text):]} {
			require.NoError(t, syscall.Mprotect(middle, syscall.PROT_READ|syscall.PROT_WRITE))
			copy(text, v.Text)
			require.NoError(t, syscall.Mprotect(middle, syscall.PROT_READ))
			if got := slices.Collect(f.All(text)); !slices.Equal(got, want) {
				t.Errorf("Finder %v: All(%q) at the edge of a page = %s, want %s", f, text, show(text, got), show(text, want))
			}
		}
	}
}

// TestFindPast2GiB has matches to both sides of where 31 and 32 bits end, in
// memory that is not there until it is read.
func TestFindPast2GiB(testingT *testing.T) {
	t := few.Of(testingT)
	if strconv.IntSize == 32 {
		t.Skip("no slice is that long")
	}
	size := int64(1<<32 + 1<<16)
	text, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 4 GiB of addresses to be had: %v", err)
	}
	defer syscall.Munmap(text)
	for _, at := range []int64{100, 1<<31 - 20, 1<<31 - 4, 1<<31 + 100, 1<<32 - 4, size - 8} {
		copy(text[at:], "urn:ex:a")
		from := int(at) - 8
		start, end, o, _, _ := Finder{}.next(text, from)
		if want := MustParse("urn:ex:a").Offsets(); start != int(at) || end != start+8 || o != want {
			t.Errorf("from %d, found %d:%d %v, want %d:%d %v", from, start, end, o, at, at+8, want)
		}
	}
	require.Equal(t, int(size)-8, settled(Finder{}, text, 0))
}

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
				checkRun(t, x, stringOf(inside[page-n-gap:page-gap]))
				checkRun(t, x, stringOf(inside[:n]))
			}
		}
	}
}
