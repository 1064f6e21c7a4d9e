package urn_test

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
)

// mapMemory gives memory of its own, which the test may protect.
func mapMemory(t *testing.T, size, protection, flags int) []byte {
	t.Helper()
	b, err := syscall.Mmap(-1, 0, size, protection, flags|syscall.MAP_PRIVATE|syscall.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	return b
}

// checkBytes has every function that takes bytes read b, and compares with
// what it says of a copy.
func checkBytes(t *testing.T, x urn.Syntax, b []byte) {
	t.Helper()
	in := string(b)
	o, fault := x.LocateBytes(b)
	wantOffsets, wantFault := x.Locate(in)
	u, err := x.ParseBytes(b)
	want, wantErr := x.Parse(in)
	if o != wantOffsets || fault != wantFault || u != want || (err == nil) != (wantErr == nil) {
		t.Errorf("%v, mapped: Locate(%q) = %+v, %+v; ParseBytes = %q, %v; want %+v, %+v, %q, %v", x, in, o, fault, u, err, wantOffsets, wantFault, want, wantErr)
	}
}

// TestReadOnlyMapping parses a file where it lies mapped for reading alone: a
// parser that writes to its input dies here.
func TestReadOnlyMapping(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	f, err := os.Open("testdata/corpus.txt")
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { _ = syscall.Munmap(data) }()

	lines := 0
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		lines++
		if u, err := urn.RFC8141.ParseBytes(line); err != nil || u.String() != string(line) {
			t.Errorf("ParseBytes(%q) = %q, %v", line, u, err)
		}
		for _, x := range syntaxes {
			checkBytes(t, x, line)
			checkBytes(t, x, line[:len(line)/2])
		}
	}
	require.Greater(t, lines, 10_000)
}

// TestReadsNothingOutside puts each vector at either edge of a page whose
// neighbours may not be touched. A loop with wide steps that reads a byte too
// many would fault.
func TestReadsNothingOutside(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	page := os.Getpagesize()
	memory := mapMemory(t, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, 0)
	require.NoError(t, syscall.Mprotect(memory[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(memory[2*page:], syscall.PROT_NONE))
	middle := memory[page : 2*page : 2*page]
	for _, v := range readVectors(t) {
		require.Less(t, len(v.input), page, v.Name)
		atEnd := middle[page-len(v.input):]
		copy(atEnd, v.input)
		checkBytes(t, v.Syntax, atEnd)
		atStart := middle[:len(v.input)]
		copy(atStart, v.input)
		checkBytes(t, v.Syntax, atStart)
	}
}

// TestTooLong gives Locate 2 GiB of memory that is not there until it is read.
func TestTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no slice is longer than MaxLen")
	}
	size := int64(urn.MaxLen) + 1
	huge, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 2 GiB of addresses to be had: %v", err)
	}
	defer func() { _ = syscall.Munmap(huge) }()
	for _, x := range syntaxes {
		o, fault := x.LocateBytes(huge)
		if want := (urn.Fault{Syntax: x, Offset: urn.MaxLen, Reason: urn.TooLong}); fault != want || o != (urn.Offsets{}) {
			t.Errorf("%v.Locate of %d bytes = %+v, %+v, want the fault %+v", x, len(huge), o, fault, want)
		}
		_, err := x.ParseBytes(huge)
		require.ErrorIs(t, err, urn.TooLong)
		require.NotEmpty(t, err.Error())
		_, fault = x.LocateBytes(huge[:urn.MaxLen])
		if want := (urn.Fault{Syntax: x, Reason: urn.BadScheme}); fault != want {
			t.Errorf("%v.Locate of %d bytes has the fault %+v, want %+v", x, urn.MaxLen, fault, want)
		}
	}
	// Of these octets, one escape would fit, and all need one.
	escaped, err := urn.RFC8141.Escape(urn.ComponentNSS, unsafe.String(&huge[0], urn.MaxLen-3))
	require.ErrorIs(t, err, urn.TooLong)
	require.Empty(t, escaped)
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
	for line, o := range urn.RFC8141.Lines(text) {
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
