package dfa_test

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// TestWindowPages reads texts that end where memory ends, and texts that begin
// where it begins: a load beyond is a crash.
func TestWindowPages(t *testing.T) {
	page := os.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	defer syscall.Munmap(b)
	for _, guard := range [][]byte{b[:page], b[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Skip(err)
		}
	}
	middle := b[page : 2*page]
	for i := range middle {
		middle[i] = "abc:xy:%4a?+#/"[i%14]
	}
	for n := 1; n <= 200; n++ {
		for _, part := range [][]byte{middle[page-n:], middle[:n]} {
			s := unsafe.String(&part[0], len(part))
			for i := range s {
				checkWindow(t, &full, s, i)
			}
			for name := range machines {
				checkRun(t, name, s)
			}
		}
	}
	for n := range 150 {
		for k, end := range []string{"", "?", "#", "?+", "?=c#", "%4", "%4a"} {
			text := middle[page-n-8-len(end):]
			copy(text, "abc:xy:b")
			for i := 8; i < n+8; i++ {
				text[i] = 'q'
			}
			copy(text[n+8:], end)
			s := unsafe.String(&text[0], len(text))
			checkRun(t, "full", s)
			if k == 0 && n > 8 {
				text[n/2+4] = '\n' // so that n/2 bytes are left after it
				checkLine(t, "full", s)
			}
		}
	}
}
