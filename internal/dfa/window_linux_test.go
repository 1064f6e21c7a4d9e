package dfa_test

import (
	"os"
	"strings"
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
				if at, ok := full.IndexPrefix(s, i); ok && (at < i || at > len(s)) {
					t.Fatalf("IndexPrefix of %d bytes from %d: %d", len(s), i, at)
				}
			}
			for name := range machines {
				checkRun(t, name, s)
			}
		}
	}
	// In the last bytes of a page, begin leaves a text to run. Before them, it reads
	// what follows the text.
	for n := range 150 {
		for _, gap := range []int{0, 1, 2, 5, 6, 7, 8, 9, 10, 64, 71, 72, 73, 80} {
			for _, end := range []string{"", "?", "#", "?+", "?=c#", "?+r?=c#", "%4", "%4a"} {
				text := middle[page-n-8-len(end)-gap:]
				copy(text, "abc:xy:b"+strings.Repeat("q", n)+end+strings.Repeat("?+r?=c#", 12))
				checkRun(t, "full", unsafe.String(&text[0], n+8+len(end)))
			}
		}
	}
	// Every length of up to two blocks and a half, and in it every position of what is
	// special: at the end of the page, and at its beginning, where bytes of another name
	// follow.
	units := []string{"?", "#", "%", "%4a", "?+", "?=", "?+r?=c", "\n", "\x80"}
	lengths := 1
	if testing.Short() {
		lengths = 7
	}
	for n := 8; n <= 160; n += lengths {
		for at := 4; at < n; at++ {
			for _, unit := range units {
				name := "abc:xy:b" + strings.Repeat("q", n-8)
				name = name[:at] + unit + name[min(at+len(unit), n):]
				for _, text := range [][]byte{middle[page-len(name):], middle} {
					copy(text, name)
					copy(text[len(name):], "4a?+r?=c#f%4a")
					checkRun(t, "full", unsafe.String(&text[0], len(name)))
				}
			}
		}
	}
}
