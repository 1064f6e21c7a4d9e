package input

import (
	"io"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that has taken the place of a file is empty: nobody waits for a writer.
func TestOpenFoundPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Opener{}.OpenFound(name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if b, err := io.ReadAll(s); len(b) != 0 || err != nil || !s.Waits {
		t.Errorf("read %q, %v; Waits %t", b, err, s.Waits)
	}
}
