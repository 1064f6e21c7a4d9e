package outfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A device stays a device, and its errors are errors.
func TestDevices(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/dev/full", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"/dev/full", link} {
		before, err := os.Stat(name)
		if err != nil {
			t.Skip(err)
		}
		if err := create(name, "text"); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v, want ENOSPC", name, err)
		}
		if now, err := os.Stat(name); err != nil || now.Mode() != before.Mode() || !os.SameFile(now, before) {
			t.Fatalf("%s is %v now, was %v: %v", name, now.Mode(), before.Mode(), err)
		}
		f, err := Create(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("text"))
		if err := f.Commit(); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("Commit after a write that failed: %v", err)
		}
	}
	if err := create("/dev/null", "text"); err != nil {
		t.Error(err)
	}
}

func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		b, _ := os.ReadFile(name)
		got <- string(b)
	}()
	if err := create(name, "text"); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != "text" {
		t.Errorf("the reader has %q", text)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

const (
	accessList  = "system.posix_acl_access"
	defaultList = "system.posix_acl_default"
)

// list returns an access control list that lets one more user read and write. The
// mask is the mode's group bits; the group itself may do nothing.
func list(user uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, perm uint16
		id        uint32
	}{{1, 6, ^uint32(0)}, {2, 6, user}, {4, 0, ^uint32(0)}, {0x10, 6, ^uint32(0)}, {0x20, 0, ^uint32(0)}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.perm)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// attribute returns an attribute of a file, or nil.
func attribute(t testing.TB, name, attr string) []byte {
	t.Helper()
	b := make([]byte, 1<<10)
	n, err := unix.Getxattr(name, attr, b)
	if errors.Is(err, unix.ENODATA) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return b[:n]
}

// set sets an attribute, and skips the test where the file system has none.
func set(t testing.TB, name, attr string, value []byte) {
	t.Helper()
	if err := unix.Setxattr(name, attr, value, 0); err != nil {
		t.Skipf("%s: %v", attr, err)
	}
}

// Access control lists and extended attributes are kept, and a list that the directory
// gives to new files is not taken over.
func TestAttributes(t *testing.T) {
	rewrite := func(name, text string) error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		known, err := f.Stat()
		if err != nil {
			return err
		}
		return Rewrite(f, name, known, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	for how, write := range map[string]func(name, text string) error{"Create": create, "Rewrite": rewrite} {
		dir := t.TempDir()
		name, plain := filepath.Join(dir, "a"), filepath.Join(dir, "plain")
		put(t, name, "old", 0o600)
		put(t, plain, "old", 0o640)
		set(t, name, "user.urn", []byte("value"))
		set(t, name, "user.empty", nil)
		set(t, name, accessList, list(1234))
		set(t, dir, defaultList, list(4321))
		before, _ := os.Stat(name)
		for _, name := range []string{name, plain} {
			if err := write(name, "new"); err != nil {
				t.Fatalf("%s: %s: %v", how, name, err)
			}
			content(t, name, "new")
		}
		if got := attribute(t, name, "user.urn"); string(got) != "value" {
			t.Errorf("%s: user.urn is %q", how, got)
		}
		if got := attribute(t, name, "user.empty"); got == nil {
			t.Errorf("%s: user.empty is gone", how)
		}
		if got := attribute(t, name, accessList); !bytes.Equal(got, list(1234)) {
			t.Errorf("%s: access control list % x", how, got)
		}
		if now, _ := os.Stat(name); now.Mode() != before.Mode() {
			t.Errorf("%s: mode %v, was %v", how, now.Mode(), before.Mode())
		}
		if got := attribute(t, plain, accessList); got != nil {
			t.Errorf("%s: the directory's list is taken over: % x", how, got)
		}
		if now, _ := os.Stat(plain); now.Mode() != 0o640 {
			t.Errorf("%s: mode %v", how, now.Mode())
		}
	}
}

// The owner is kept, or the file is as it was.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file away")
	}
	name := filepath.Join(t.TempDir(), "a")
	put(t, name, "old", 0o600)
	if err := os.Chown(name, 1234, 4321); err != nil {
		t.Fatal(err)
	}
	if err := create(name, "new"); err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(name)
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 4321 {
		t.Errorf("owner %d:%d", s.Uid, s.Gid)
	}
}
