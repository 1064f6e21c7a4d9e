package lint

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// hostileNames are names of files that a patch can be misled with. None of them is
// "victim".
var hostileNames = []string{
	"plain", "with space", "two  spaces", "a -> b", "tab\there", "ends with space ", "ends with tab\t", `back\slash`, `quo"te`, "é", "\xff\xfe", "-dash",
	"line\nend", "escape\x1b[31m", "cr\rhere", "d/+++ b", "d\n+++ b/victim\n@@ -1 +1 @@\n-echo safe\n+echo EVIL", "\"quoted\"", "a\n--- a/victim\n+++ b/victim",
	"victim\t2020-01-01", "victim 2", "dev/null", "del\x7f", "x\n+++ b/victim/victim",
}

// TestDiffNames applies the output of --diff with GNU patch and with git apply. Both
// change the file that is meant and no other one, or refuse.
func TestDiffNames(t *testing.T) {
	testhelp.Slow(t)
	const before, after, victim = "x URN:example:a\n", "x urn:example:a\n", "echo safe\n"
	tools := map[string][]string{"git": {"git", "apply", "-"}, "patch": {"patch", "-p1", "--batch", "--silent"}}
	for tool, args := range tools {
		if _, err := exec.LookPath(args[0]); err != nil {
			t.Logf("no %s here", args[0])
			continue
		}
		for _, name := range hostileNames {
			repo(t, map[string]string{name: before, "victim": victim, "b/victim": victim, "other": "URN:other\n"})
			os.Remove(".git")
			got := usual(t, Options{Diff: true})
			if strings.ContainsAny(got.stdout, "\x1b\r\x7f") || got.status != stdio.No {
				t.Errorf("%q: status %d, %q", name, got.status, got.stdout)
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Stdin = strings.NewReader(got.stdout)
			out, err := cmd.CombinedOutput()
			text, _ := os.ReadFile(name)
			switch {
			case err == nil && string(text) != after, err != nil && string(text) != before:
				t.Errorf("%s: %q is %q, %v: %s", tool, name, text, err, out)
			case err != nil && tool == "git":
				t.Errorf("%s: %q: %v: %s\n%s", tool, name, err, out, got.stdout)
			case err != nil && !refusable(name):
				t.Errorf("%s refuses %q: %s\n%s", tool, name, out, got.stdout)
			}
			for _, v := range []string{"victim", "b/victim"} {
				if text, _ := os.ReadFile(v); string(text) != victim {
					t.Errorf("%s: %q changes %s: %q", tool, name, v, text)
				}
			}
		}
	}
}

// refusable reports whether GNU patch may refuse a name: it takes none with a line end,
// and none that ends with a space.
func refusable(name string) bool { return strings.Contains(name, "\n") || strings.HasSuffix(name, " ") }

// The file that the issue is about: a directory whose name ends a line, and a file whose
// name is a hunk.
func TestDiffHunkInName(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("no patch here")
	}
	name := filepath.Join("src", "x\n+++ b", "victim.sh\n@@ -1 +1 @@\n-echo safe\n+echo EVIL")
	repo(t, map[string]string{name: "URN:example:a\n", "victim.sh": "echo safe\n"})
	cmd := exec.Command("patch", "-p1", "--batch")
	cmd.Stdin = strings.NewReader(usual(t, Options{Diff: true}).stdout)
	out, _ := cmd.CombinedOutput()
	if text, _ := os.ReadFile("victim.sh"); string(text) != "echo safe\n" {
		t.Errorf("victim.sh is %q: %s", text, out)
	}
}

// accessList is an access control list that lets one more user read and write, and the
// group nothing.
func accessList() []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, perm uint16
		id        uint32
	}{{1, 6, ^uint32(0)}, {2, 6, 1234}, {4, 0, ^uint32(0)}, {0x10, 6, ^uint32(0)}, {0x20, 0, ^uint32(0)}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.perm)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// --fix keeps access control lists and extended attributes.
func TestFixAttributes(t *testing.T) {
	repo(t, map[string]string{"a": "URN:example:a\n"})
	const list, own = "system.posix_acl_access", "user.urn"
	if err := unix.Setxattr("a", list, accessList(), 0); err != nil {
		t.Skip(err)
	}
	if err := unix.Setxattr("a", own, []byte("value"), 0); err != nil {
		t.Skip(err)
	}
	if got := usual(t, Options{Fix: true}); got.status != stdio.OK {
		t.Errorf("%+v", got)
	}
	if text, _ := os.ReadFile("a"); string(text) != "urn:example:a\n" {
		t.Errorf("%q", text)
	}
	buf := make([]byte, 1000)
	for name, want := range map[string][]byte{list: accessList(), own: []byte("value")} {
		if n, err := unix.Getxattr("a", name, buf); err != nil || !bytes.Equal(buf[:n], want) {
			t.Errorf("%s: % x, %v", name, buf[:max(n, 0)], err)
		}
	}
}

// A file that changes while the tree is read is not edited, even if its size and its
// time of modification are what they were. The pipe keeps lint reading meanwhile.
func TestFixChanged(t *testing.T) {
	testhelp.Slow(t)
	for what, change := range map[string]func(name string) error{
		"other bytes, the time set back": func(name string) error {
			info, err := os.Stat(name)
			if err == nil {
				err = os.WriteFile(name, []byte("x = 2 URN:example:a\n"), 0o666)
			}
			if err == nil {
				err = os.Chtimes(name, time.Time{}, info.ModTime())
			}
			return err
		},
		"longer": func(name string) error { return os.WriteFile(name, []byte("x = 2 URN:example:a\nmore\n"), 0o666) },
		"another file": func(name string) error {
			if err := os.WriteFile("new", []byte("x = 2 URN:example:a\n"), 0o666); err != nil {
				return err
			}
			return os.Rename("new", name)
		},
	} {
		repo(t, map[string]string{"a": "x = 1 URN:example:a\n"})
		if err := syscall.Mkfifo("pipe", 0o600); err != nil {
			t.Fatal(err)
		}
		done := make(chan result)
		go func() { done <- usual(t, Options{Fix: true}, "a", "pipe") }()
		w, err := os.OpenFile("pipe", os.O_WRONLY, 0) // waits until lint has opened it
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // it has read the small file
		if err := change("a"); err != nil {
			t.Fatal(err)
		}
		w.Close()
		got := <-done
		if text, _ := os.ReadFile("a"); !strings.HasPrefix(string(text), "x = 2 URN:example:a\n") || got.status != stdio.Trouble ||
			got.stderr != "urn: a: not rewritten: the file has changed meanwhile\n" {
			t.Errorf("%s: %q, %+v", what, text, got)
		}
	}
}

// A baseline is written as any output is: to a device, through a link, with the mode
// that the file has.
func TestBaselineFile(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a\n", "d/known.csv": "file,rule,name,count\nold,malformed,urn:x:,1\n"})
	if err := os.Symlink(filepath.Join("d", "known.csv"), "link.csv"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod("d/known.csv", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", "full"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"/dev/full", "full"} {
		if got := lint(t, Options{WriteBaseline: name}, "a"); got.status != stdio.Trouble || !strings.Contains(got.stderr, "no space left") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("/dev/full is %v, %v", info, err)
	}
	if got := lint(t, Options{WriteBaseline: "link.csv"}, "a"); got != (result{}) {
		t.Errorf("%+v", got)
	}
	if to, err := os.Readlink("link.csv"); to != "d/known.csv" {
		t.Errorf("the link is %q, %v", to, err)
	}
	text, _ := os.ReadFile("d/known.csv")
	if info, _ := os.Stat("d/known.csv"); info.Mode() != 0o600 || !strings.HasPrefix(string(text), "file,rule,") || strings.Contains(string(text), "old") {
		t.Errorf("%v: %q", info.Mode(), text)
	}
}

// What a tree brings along to configure lint is a regular file of a bounded size, or an
// error; nothing is waited for.
func TestHostileConfig(t *testing.T) {
	testhelp.Slow(t)
	for what, create := range map[string]func(name string) error{
		"a link to /dev/zero": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a pipe":              func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"100 GB": func(name string) error {
			if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
				return err
			}
			return os.Truncate(name, 100e9)
		},
		"a directory": func(name string) error { return os.Mkdir(name, 0o700) },
		"a long key": func(name string) error {
			return os.WriteFile(name, []byte(strings.Repeat("a.", 400_000)+"a=1\n"), 0o600)
		},
		"many keys": func(name string) error {
			return os.WriteFile(name, []byte("nids = ["+strings.Repeat("'a',", 300_000)+"]\n"), 0o600)
		},
	} {
		for _, name := range []string{ConfigName, "known.csv"} {
			files := map[string]string{"a": "urn:nowhere:a\n"}
			if name != ConfigName {
				files[ConfigName] = fmt.Sprintf("baseline = %q\n", name)
			}
			repo(t, files)
			if err := create(name); err != nil {
				t.Fatal(err)
			}
			done := make(chan result, 1)
			go func() { done <- usual(t, Options{}) }()
			select {
			case got := <-done:
				if got.status != stdio.Trouble || !strings.Contains(got.stderr, name) || strings.Count(got.stderr, "\n") != 1 || len(got.stderr) > 400 {
					t.Errorf("%s is %s: %+v", name, what, got)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%s is %s: no end", name, what)
			}
		}
	}
}
