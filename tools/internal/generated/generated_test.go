package generated

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPut: a file that was changed, cut or extended is refused, with the line.
func TestPut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	const text = "one\ntwo\n"
	if err := Put(file, []byte(text), true, "x"); err == nil {
		t.Error("a missing file is not refused")
	}
	if err := Put(file, []byte(text), false, "x"); err != nil {
		t.Fatal(err)
	}
	if err := Put(file, []byte(text), true, "x"); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	if err := Put(filepath.Join(dir, "a", "b"), []byte(text), false, "x"); err == nil {
		t.Error("a file in a missing folder is written")
	}
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Put(filepath.Join(dir, "a"), []byte(text), false, "x"); err == nil {
		t.Error("a folder is replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("a failed Put leaves %v, %v", left, err)
	}
	for have, line := range map[string]string{"one\nTwo\n": "line 2", "": "line 1", "one\n": "line 2", "one\ntwo": "8 bytes", text + "\n": "9 bytes"} {
		if err := os.WriteFile(file, []byte(have), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Put(file, []byte(text), true, "x"); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("Put over %q = %v, want %q in it", have, err, line)
		}
		if after, _ := os.ReadFile(file); string(after) != have {
			t.Errorf("%q was rewritten to %q", have, after)
		}
	}
}
