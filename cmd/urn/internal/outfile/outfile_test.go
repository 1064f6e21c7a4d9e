//go:build unix || windows

package outfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// put writes a file with a mode, whatever the umask is.
func put(t testing.TB, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// content checks what a file has.
func content(t testing.TB, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s has %q, %v; want %q", name, got, err, want)
	}
}

// only checks that a directory has nothing but these names.
func only(t testing.TB, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if i := slices.Index(want, e.Name()); i >= 0 {
			want = append(want[:i:i], want[i+1:]...)
		} else {
			t.Errorf("%s is left in the directory", e.Name())
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %q", want)
	}
}

// create writes text to a file.
func create(name, text string) error {
	f, err := Create(context.Background(), name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := io.WriteString(f, text); err != nil {
		return err
	}
	return f.Commit()
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new")
	f, err := Create(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	if f.Info() != nil {
		t.Error("Info of a file that does not exist")
	}
	io.WriteString(f, "a")
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("before Commit: %v", err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a second Commit succeeds")
	}
	f.Discard()
	content(t, name, "a")
	put(t, filepath.Join(dir, "usual"), "", 0o666)
	usual, _ := os.OpenFile(filepath.Join(dir, "usual2"), os.O_CREATE, 0o666)
	usual.Close()
	want, _ := os.Stat(usual.Name())
	if info, _ := os.Stat(name); info.Mode() != want.Mode() {
		t.Errorf("a new file has %v, want %v", info.Mode(), want.Mode())
	}
	os.Remove(filepath.Join(dir, "usual"))
	os.Remove(usual.Name())

	if f, err = Create(context.Background(), filepath.Join(dir, "none")); err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "a")
	f.Discard()
	only(t, dir, "new")

	if err := create(filepath.Join(dir, "no", "such"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a directory: %v", err)
	}
	if err := create(dir, ""); err == nil {
		t.Error("a directory is written to")
	}
}

// A file that exists keeps its permissions, and has its old content until Commit.
func TestCreateAgain(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o666, 0o755} {
		put(t, name, "old", mode)
		want, _ := os.Stat(name)
		f, err := Create(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		if !os.SameFile(f.Info(), want) {
			t.Error("Info is that of another file")
		}
		io.WriteString(f, "new")
		content(t, name, "old")
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		content(t, name, "new")
		if info, _ := os.Stat(name); info.Mode() != want.Mode() {
			t.Errorf("mode %v, want %v", info.Mode(), want.Mode())
		}
	}
	f, err := Create(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "never")
	f.Discard()
	content(t, name, "new")

	// Somebody else puts a file there.
	if f, err = Create(context.Background(), name); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "b"), "theirs", 0o666)
	if err := os.Rename(filepath.Join(dir, "b"), name); openFilesStay {
		// It is open here, so nobody can.
		if err == nil {
			t.Error("a file that is open was replaced")
		}
		f.Discard()
		put(t, name, "theirs", 0o666)
		os.Remove(filepath.Join(dir, "b"))
	} else if err != nil {
		t.Fatal(err)
	} else if err := f.Commit(); !errors.Is(err, ErrChanged) {
		t.Errorf("replaced meanwhile: %v", err)
	}
	content(t, name, "theirs")
	if f, err = Create(context.Background(), filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "c"), "theirs", 0o666)
	if err := f.Commit(); !errors.Is(err, ErrChanged) {
		t.Errorf("created meanwhile: %v", err)
	}
	content(t, filepath.Join(dir, "c"), "theirs")
	only(t, dir, "a", "c")
}

// A link stays a link, wherever it leads.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, d := range []string{"x", "y/z"} {
		if err := os.MkdirAll(at(d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, at("x/file"), "old", 0o600)
	for link, to := range map[string]string{
		"a": "x/file", "b": "a", "c": at("b"),
		"none": "x/none", "none2": "none",
		"d": "y/z", "y/z/up": "../other", // from d, ".." is y
		"loop": "loop",
	} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"a": "x/file", "b": "x/file", "c": "x/file", "none2": "x/none", "none": "x/none", "d/up": "y/other",
	} {
		if err := create(at(name), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link now: %v, %v", name, info, err)
		}
		content(t, at(to), name)
	}
	if info, _ := os.Stat(at("x/file")); info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := create(at("loop"), ""); err == nil {
		t.Error("a link to itself is written to")
	}
	only(t, at("x"), "file", "none")
	only(t, at("y"), "z", "other")

	if err := os.Link(at("x/file"), at("x/second")); err != nil {
		t.Fatal(err)
	}
	if err := create(at("x/file"), "new"); !errors.Is(err, ErrLinks) {
		t.Errorf("a file with two names: %v", err)
	}
	only(t, at("x"), "file", "none", "second")
}

var errOurs = errors.New("ours")

func TestRewrite(t *testing.T) {
	other := func(name string) {
		os.WriteFile(name+"2", []byte("odd"), 0o666)
		if err := os.Rename(name+"2", name); err != nil && openFilesStay {
			// It is open, so nobody replaces it. A change of its content is noticed.
			os.Remove(name + "2")
			os.WriteFile(name, []byte("odd"), 0o666)
		}
	}
	for what, c := range map[string]struct {
		prepare, before, during func(name string)
		err                     error
		want                    string
	}{
		"nothing": {want: "new"},
		"fails":   {during: func(string) {}, err: errOurs, want: "old"},
		"grows":   {before: func(name string) { os.WriteFile(name, []byte("older"), 0o666) }, err: ErrChanged, want: "older"},
		"touched": {before: func(name string) { os.Chtimes(name, time.Time{}, time.Now().Add(time.Hour)) }, err: ErrChanged, want: "old"},
		"changed, and the time set back": {before: func(name string) {
			info, _ := os.Stat(name)
			time.Sleep(20 * time.Millisecond)
			if runtime.GOARCH == "s390x" {
				time.Sleep(time.Second) // qemu-s390x gives times in whole seconds
			}
			os.WriteFile(name, []byte("odd"), 0o666)
			os.Chtimes(name, time.Time{}, info.ModTime())
			if runtime.GOOS != "linux" {
				os.WriteFile(name, []byte("odder"), 0o666)
			}
		}, err: ErrChanged},
		"grows later":    {during: func(name string) { os.WriteFile(name, []byte("older"), 0o666) }, err: ErrChanged, want: "older"},
		"replaced":       {before: other, err: ErrChanged, want: "odd"},
		"replaced later": {during: other, err: ErrChanged, want: "odd"},
		"read-only":      {prepare: func(name string) { os.Chmod(name, 0o444) }, err: ErrReadOnly, want: "old"},
		"linked":         {prepare: func(name string) { os.Link(name, filepath.Join(filepath.Dir(name), "..", "second")) }, err: ErrLinks, want: "old"},
	} {
		dir := filepath.Join(t.TempDir(), "d")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "a")
		put(t, name, "old", 0o640)
		if c.prepare != nil {
			c.prepare(name)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		known, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if c.before != nil {
			c.before(name)
		}
		err = Rewrite(f, name, known, func(w io.Writer) error {
			if c.during != nil {
				c.during(name)
			}
			if c.err == errOurs {
				return errOurs
			}
			_, err := io.WriteString(w, "new")
			return err
		})
		f.Close()
		if !errors.Is(err, c.err) || err == nil && c.err != nil {
			t.Errorf("%s: %v, want %v", what, err, c.err)
		}
		if c.want != "" {
			content(t, name, c.want)
		} else if text, _ := os.ReadFile(name); string(text) == "new" {
			t.Errorf("%s: rewritten", what)
		}
		only(t, dir, "a")
		if info, _ := os.Stat(name); c.err == nil && info.Mode() != known.Mode() {
			t.Errorf("%s: mode %v", what, info.Mode())
		}
	}
}

// What another program appends in the last moment, or just after it to a file that it
// opened before, is in the file that replaces it.
func TestRewriteAppended(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	put(t, name, "old", 0o640)
	other, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	rename = func(from, to string) error {
		io.WriteString(other, " before")
		err := os.Rename(from, to)
		io.WriteString(other, " after")
		return err
	}
	defer func() { rename = os.Rename }()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	known, _ := f.Stat()
	err = Rewrite(f, name, known, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err })
	if openFilesStay {
		if err == nil {
			t.Error("a file that another program has open was replaced")
		}
		content(t, name, "old before after")
	} else {
		if err != nil {
			t.Fatal(err)
		}
		content(t, name, "new before after")
	}
	only(t, dir, "a")
}

// An error names the file that the user knows, and not a temporary one.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	f, err := Create(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.w.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(f, "x")
	for _, err := range []error{err, f.Commit()} {
		var named *os.PathError
		if !errors.As(err, &named) || named.Path != name || named.Op != "write" || !errors.Is(err, os.ErrClosed) {
			t.Errorf("the error is %v", err)
		}
	}
	only(t, dir)
}
