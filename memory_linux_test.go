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

// TestWriteTooLong: what would be longer than a URN can be is refused before it is
// written, and no length overflows where an int has 32 bits.
func TestWriteTooLong(t *testing.T) {
	zeros := func(n int) string { // its pages are not there until they are read
		b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
		if err != nil {
			t.Skipf("no %d bytes of addresses: %v", n, err)
		}
		t.Cleanup(func() { _ = syscall.Munmap(b) })
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // fewer page faults
		return unsafe.String(&b[0], n)
	}
	part := zeros(550 << 20)
	for _, x := range syntaxes {
		_, err := x.Build(urn.Parts{NID: part, NSS: part, R: part, Q: part, F: part})
		require.ErrorIs(t, err, urn.TooLong, "Build of five parts of 550 MiB")
	}
	if testing.Short() { // 2 GiB are too slow under qemu
		return
	}
	size, all := urn.MaxLen, []urn.Component{urn.ComponentNSS, urn.ComponentR, urn.ComponentQ, urn.ComponentF}
	if strconv.IntSize == 32 { // each component would count the whole
		size, all = 750<<20, all[:1]
	}
	s := zeros(size) // each NUL is escaped
	for _, c := range all {
		got, err := urn.RFC8141.Escape(c, s)
		require.Empty(t, got)
		require.ErrorIs(t, err, urn.TooLong, "Escape(%v)", c)
	}
}
