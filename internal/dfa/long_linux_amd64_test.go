package dfa_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestRunFirstLong: positions have 31 bits, so no text of 2 GiB is accepted. The text
// of this test would be. All of its pages but the first are those of one small file.
func TestRunFirstLong(t *testing.T) {
	if testing.Short() {
		t.Skip("it maps memory 64 times and reads some of it")
	}
	const size, piece = 1 << 31, 1 << 25
	text, err := syscall.Mmap(-1, 0, size+piece, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 2 GiB of addresses to be had: %v", err)
	}
	defer syscall.Munmap(text)
	f, err := os.Create(filepath.Join(t.TempDir(), "text"))
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString(strings.Repeat("b", piece))
	require.NoError(t, err)
	for i := 0; i < size+piece; i += piece {
		at, _, code := syscall.Syscall6(syscall.SYS_MMAP, uintptr(unsafe.Pointer(&text[i])), piece,
			syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_FIXED, f.Fd(), 0)
		require.Zero(t, code)
		require.Equal(t, uintptr(unsafe.Pointer(&text[i])), at)
	}
	// The longest text must not end in the last bytes of a page: begin leaves those to run.
	text = text[8:]
	copy(text, "abc:name:")
	var starts dfa.Starts
	m := machines["full"]
	s := unsafe.String(&text[0], size-1)
	end, state := m.RunFirst(s, &starts)
	if dfa.UseVector(true) {
		require.Equal(t, len(s), end)
		require.NotZero(t, m.Info[state]&dfa.Accept)
	}
	end, _ = m.RunFirst(unsafe.String(&text[0], size), &starts)
	require.Equal(t, -1, end)
}
