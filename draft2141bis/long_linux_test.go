//go:build amd64 || arm64

package draft2141bis_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
)

// repeated returns a string of size bytes, all of which are c. It maps one small file
// again and again, so that it takes little memory.
func repeated(t *testing.T, c byte, size int) string {
	t.Helper()
	const block = 16 << 20
	f, err := os.Create(filepath.Join(t.TempDir(), "block"))
	require.NoError(t, err)
	defer f.Close()
	_, err = f.Write(bytes.Repeat([]byte{c}, block))
	require.NoError(t, err)
	memory, err := syscall.Mmap(-1, 0, (size+block-1)/block*block, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no %d bytes of addresses to be had: %v", size, err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(memory) })
	for at := 0; at < len(memory); at += block {
		_, _, errno := syscall.Syscall6(syscall.SYS_MMAP, uintptr(unsafe.Pointer(&memory[at])), block,
			syscall.PROT_READ, syscall.MAP_SHARED|syscall.MAP_FIXED, f.Fd(), 0)
		require.Zero(t, errno)
	}
	return unsafe.String(&memory[0], size)
}

// TestEscapeDirectiveTooLong: a directive has at most MaxLen bytes, its escapes included.
func TestEscapeDirectiveTooLong(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("maps 2 GiB")
	}
	long := repeated(t, '"', urn.MaxLen)
	for _, value := range []string{
		long,                                // by itself
		long[:urn.MaxLen-len("key=")+1],     // with the keyword
		long[:urn.MaxLen-len("key=")-2*3+1], // with three escapes
	} {
		got, err := draft2141bis.EscapeDirective("key", value)
		require.Empty(t, got)
		require.Equal(t, error(&urn.Error{Syntax: urn.Draft2141bis, Offset: urn.MaxLen, Reason: urn.TooLong}), err, len(value))
	}
}

// TestEscapeTooLong: a result of more than MaxLen bytes is refused, also if nothing is escaped.
func TestEscapeTooLong(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("maps 2 GiB")
	}
	s := repeated(t, 'a', urn.MaxLen+1)
	_, err := urn.RFC8141.Escape(urn.ComponentNSS, s)
	require.Equal(t, error(&urn.Error{Offset: urn.MaxLen, Reason: urn.TooLong}), err)
}
