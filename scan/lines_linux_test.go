package scan_test

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

// mapMemory gives memory of its own, which the test may protect.
func mapMemory(t *testing.T, size, protection, flags int) []byte {
	t.Helper()
	b, err := syscall.Mmap(-1, 0, size, protection, flags|syscall.MAP_PRIVATE|syscall.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	return b
}

// TestLineTooLong gives Lines a line of more than MaxLen bytes between two others.
func TestLineTooLong(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("reads 2 GiB of memory that is not there until it is written to")
	}
	const first, last = "urn:ex:a\n", "\nurn:ex:b\n"
	size := int64(len(first)) + urn.MaxLen + 1 + int64(len(last))
	text, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 2 GiB of addresses to be had: %v", err)
	}
	defer func() { _ = syscall.Munmap(text) }()
	_ = syscall.Madvise(text, syscall.MADV_HUGEPAGE) // fewer page faults
	copy(text, first)
	over := urn.MaxLen // a constant would not fit into 32 bits
	over++
	copy(text[len(text)-len(last):], last)
	want := []struct {
		size int
		nid  urn.Span
	}{{len("urn:ex:a"), urn.Span{Start: len("urn:"), End: len("urn:ex")}}, {over, urn.Span{}}, {len("urn:ex:b"), urn.Span{Start: len("urn:"), End: len("urn:ex")}}}
	n := 0
	for line, o := range scan.Lines(urn.RFC8141, text) {
		require.Equal(t, want[n].size, len(line))
		require.Equal(t, want[n].nid, o.NID())
		n++
	}
	require.Equal(t, len(want), n)
}

// TestLinesReadsNothingOutside lays texts of every length against either
// edge of memory whose neighbours may not be touched.
func TestLinesReadsNothingOutside(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	page := os.Getpagesize()
	memory := mapMemory(t, 4*page, syscall.PROT_READ|syscall.PROT_WRITE, 0)
	require.NoError(t, syscall.Mprotect(memory[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(memory[3*page:], syscall.PROT_NONE))
	middle := memory[page : 3*page : 3*page]
	text := bytes.Repeat([]byte("urn:example:a%2Fb?+c?=d#e\r\nurn:isbn:0395363411\nurn:x\nurn:ex:%"), 200)
	for _, x := range syntaxes {
		for _, size := range []int{0, page, 2 * page} {
			for n := max(size-200, 0); n <= min(size+200, len(middle)); n++ {
				at := middle[len(middle)-n:]
				copy(at, text)
				checkLines(t, x, at)
				copy(middle, text[:n])
				checkLines(t, x, middle[:n])
				if n > 0 { // the bytes before the text must not be read
					middle[0] = '\n'
					checkLines(t, x, middle[:n])
				}
			}
		}
	}
}
