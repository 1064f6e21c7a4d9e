package walk

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Files of rules can be anything in a tree that somebody else made. None of them makes
// walking wait, or read without end.
func TestHostileRules(t *testing.T) {
	for what, create := range map[string]func(name string) error{
		"a link to /dev/zero": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a pipe":              func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a link to a pipe": func(name string) error {
			pipe := filepath.Join(filepath.Dir(name), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				return err
			}
			return os.Symlink(pipe, name)
		},
		"100 GB": func(name string) error {
			if err := os.WriteFile(name, []byte("a\n"), 0o600); err != nil {
				return err
			}
			return os.Truncate(name, 100e9)
		},
		"a directory": func(name string) error { return os.Mkdir(name, 0o700) },
	} {
		for _, rules := range []string{
			"tree/.gitignore", "tree/.ignore", "tree/.git/info/exclude", "tree/.git", "tree/d/.git",
			"home/.gitconfig", "home/.config/git/config", "home/.config/git/ignore",
		} {
			dir := t.TempDir()
			t.Setenv("HOME", filepath.Join(dir, "home"))
			t.Setenv("XDG_CONFIG_HOME", "")
			for _, d := range []string{"tree/.git/info", "tree/d", "home/.config/git"} {
				if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"tree/a", "tree/d/a"} {
				if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			os.RemoveAll(filepath.Join(dir, rules))
			if err := create(filepath.Join(dir, rules)); err != nil {
				t.Fatal(err)
			}
			got := make(chan int)
			go func() {
				n := 0
				for name, err := range Files(filepath.Join(dir, "tree"), Options{}) {
					if err == nil && filepath.Base(name) == "a" {
						n++
					}
				}
				got <- n
			}()
			select {
			case n := <-got:
				if n != 2 {
					t.Errorf("%s is %s: %d files, want 2", rules, what, n)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%s is %s: no end", rules, what)
			}
		}
	}
}
