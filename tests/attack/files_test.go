//go:build unix

package attack

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// files has the command read or write, for each option that names a file and for each
// file that a tree brings along, something that is not a regular file. It must end, and
// not change its input.
func (c *attempt) files() error {
	path := func(name string) string { return filepath.Join(c.dir, name) }
	for _, name := range []string{"tree/.git", "dir"} {
		if err := os.MkdirAll(path(name), 0o777); err != nil {
			return err
		}
	}
	for name, content := range map[string]string{"in": "urn:ex:a\nx\n", "tree/in": "urn:ex:a\n", "target": "old\n"} {
		if err := os.WriteFile(path(name), []byte(content), 0o640); err != nil {
			return err
		}
	}
	odd := one(c.Rand, names[2:]...) // not an option, or standard input
	made := path(odd)
	var err error
	switch c.IntN(6) {
	case 0, 1:
		err = os.Symlink(one(c.Rand, "/dev/zero", "/dev/full", "/dev/null", "/dev/urandom"), made)
	case 2:
		err = os.Symlink(one(c.Rand, "dir", "nosuch", odd, "target", "in"), made)
	case 3:
		err = os.Mkdir(made, 0o777)
	case 4:
		err = os.WriteFile(made, text(c.Rand), 0o640)
	case 5:
		if err = os.WriteFile(made, nil, 0o640); err == nil {
			err = os.Truncate(made, one[int64](c.Rand, 17<<20, 1<<40))
		}
	}
	if err != nil {
		return err
	}
	if c.IntN(3) == 0 {
		name := one(c.Rand, ".gitignore", ".ignore", ".urnlint.toml", ".git/info/exclude")
		if err := os.MkdirAll(path("tree/.git/info"), 0o777); err != nil {
			return err
		}
		if c.IntN(3) == 0 {
			err = syscall.Mkfifo(path("tree/"+name), 0o666)
		} else {
			err = os.Symlink(made, path("tree/"+name))
		}
		if err != nil {
			return err
		}
	}
	before, err := c.kinds()
	if err != nil {
		return err
	}
	args := one(c.Rand,
		[]string{"lint", "tree"}, []string{"lint", "--config", odd, "in"}, []string{"lint", "--baseline", odd, "in"}, []string{"lint", "--write-baseline", odd, "tree"},
		[]string{"find", "-r", "tree"}, []string{"check", "--patterns", odd, "in"}, []string{"replace", "--to", "hash", "--secret-file", odd, "in"},
		[]string{"check", "-q", "--rejects", odd, "in"}, []string{"parse", "--rejects", odd, "in"}, []string{"match", "--patterns", odd, "in"})
	got, err := c.command(streams{}, args...)
	if err != nil {
		return err
	}
	after, err := c.kinds()
	if err != nil {
		return err
	}
	return judgeFiles(got, args, before, after)
}

// kinds returns the kind and the mode of each file in the directory of the case, and
// where links lead.
func (c *attempt) kinds() (map[string]string, error) {
	list, err := os.ReadDir(c.dir)
	kinds := map[string]string{}
	for _, e := range list {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		to, _ := os.Readlink(filepath.Join(c.dir, e.Name()))
		kinds[e.Name()] = fmt.Sprint(info.Mode(), " ", to)
	}
	return kinds, err
}

// judgeFiles checks what a command has done to the files in its directory: those that
// were there have their kind and mode. Only the target of a link may be new.
func judgeFiles(got result, args []string, before, after map[string]string) error {
	if got.status > 2 {
		return fmt.Errorf("status %d", got.status)
	}
	writes := slices.Contains(args, "--rejects") || slices.Contains(args, "--write-baseline")
	if writes {
		delete(after, "nosuch")
	}
	if !maps.Equal(before, after) {
		return fmt.Errorf("the directory holds %.800q, not %.800q", after, before)
	}
	return nil
}

// printable checks that nothing that a terminal obeys is in the reports.
func printable(stderr string) error {
	for line := range strings.Lines(stderr) {
		for _, r := range strings.TrimSuffix(line, "\n") {
			if r < ' ' || 0x7f <= r && r < 0xa0 || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0xfffd {
				return fmt.Errorf("standard error has U+%04X: %.300q", r, line)
			}
		}
	}
	return nil
}
