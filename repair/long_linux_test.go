package repair

import (
	"strconv"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
)

// TestRepairTooLong: the escapes would make the URN longer than MaxLen.
func TestRepairTooLong(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("reads 2 GiB of memory that is not there until it is written to")
	}
	text, err := syscall.Mmap(-1, 0, urn.MaxLen, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		t.Skipf("no 2 GiB of addresses to be had: %v", err)
	}
	defer func() { _ = syscall.Munmap(text) }()
	_ = syscall.Madvise(text, syscall.MADV_HUGEPAGE) // fewer page faults
	copy(text, "urn:ex:a")
	_, err = Parse(unsafe.String(&text[0], len(text)))
	var e *urn.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, urn.TooLong, e.Reason)
	require.Equal(t, urn.MaxLen, e.Offset)
}
