package find_test

import (
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
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
		f := scan.Finder{Syntax: v.Syntax, Mode: mode(v.Exact)}
		want := slices.DeleteFunc(ruleFind(f, []byte(v.Text)), func(m scan.Match) bool { return m.Kind != scan.MatchName })
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
	testhelp.Slow(testingT)
	t := testhelp.FirstFailures(testingT)
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
		want := scan.Match{Start: int(at), End: int(at) + 8, Offsets: urn.MustParse("urn:ex:a").Offsets(), Kind: scan.MatchName}
		if m, ok := (scan.Finder{}).Next(text, from); !ok || m != want {
			t.Errorf("from %d, found %+v, want %+v", from, m, want)
		}
	}
	require.Equal(t, int(size)-8, find.Settled(find.Finder{}, text, 0))
}
