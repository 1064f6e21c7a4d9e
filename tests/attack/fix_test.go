//go:build unix

package attack

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// node is the state of a file: the part that "lint --fix" may change, and the part that it
// must keep.
type node struct {
	content string // of a file, or where a link leads
	kept    string // the mode, the owner and the attributes
	fixable bool   // it is a file that may be rewritten
}

// nodes returns what a directory holds, by relative name. It follows no link.
func nodes(dir string) (map[string]node, error) {
	list := map[string]node{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		st := info.Sys().(*syscall.Stat_t)
		n := node{kept: fmt.Sprintf("%v %d:%d", info.Mode(), st.Uid, st.Gid)}
		switch {
		case info.Mode().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			kept, err := attributes(path)
			if err != nil {
				return err
			}
			n.content, n.kept = string(b), n.kept+" "+kept
			n.fixable = st.Nlink == 1 && info.Mode().Perm()&0o200 != 0
		case info.Mode()&fs.ModeSymlink != 0:
			if n.content, err = os.Readlink(path); err != nil {
				return err
			}
		}
		list[name] = n
		return nil
	})
	return list, err
}

// names are names of files that confuse.
var names = []string{
	"-", "--", "-r", "--help", "--json", "a\nb", "\n", "a\rb", " ", "a b", "a:1:urn:x", "\x1b[2J", "\xff", "\u202etxt", "é", "e\u0301", "*", "$(x)", "'", `"`, `\`,
	"...", ".hidden", "<stdin>", "x.gz", "urn:ex:a", "%2f", strings.Repeat("n", 255),
}

// grow makes directories, links and pipes with such names in the directory of the case, and
// has write make files. at is a name relative to that directory. A name ends with one of
// the suffixes.
func (c *attempt) grow(entries int, suffixes []string, write func(at, path string) error) error {
	dirs := []string{"."}
	for range entries {
		at := filepath.Join(one(c.Rand, dirs...), one(c.Rand, names...)+one(c.Rand, suffixes...))
		path := filepath.Join(c.dir, at)
		if _, err := os.Lstat(path); err == nil || len(filepath.Base(at)) > 255 {
			continue // the name is taken, or too long
		}
		var err error
		switch c.IntN(8) {
		case 0, 1:
			err = os.Mkdir(path, 0o777)
			dirs = append(dirs, at)
		case 2:
			err = os.Symlink(one(c.Rand, ".", "..", at, c.dir, "/", "nosuch", "-", "/dev/zero", "/dev/full", "/dev/stdin"), path)
		case 3:
			err = syscall.Mkfifo(path, 0o666)
		default:
			err = write(at, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sources are texts that "lint --fix" may have to do with.
var sources = []string{
	`see "URN:EX:a%2fb" and "urn:example:%c3%a9"` + "\n", "'urn:EXAMPLE:b'\r\n", "<URN:example:c#F>\n", "urn:example:d\n", `"urn:example:%zz"` + "\n", "a\tb\n", "\x00\n", "\xff\n",
	`xmlns="URN:EXAMPLE:ns"` + "\n", `"URN:ISBN:0-395-36341-1"` + "\n", "\ufeff", `"URN:EX:a" // urn-lint:ignore` + "\n", "\r", `"uRn:eX:` + strings.Repeat("a%2f", 5000) + `"` + "\n",
}

// fix has the command mend a tree of files with hostile names, links, modes and
// attributes.
func (c *attempt) fix() error {
	err := c.grow(3+c.IntN(12), []string{"", "", "a", "\n+++ b", " -> c", ".go", "\t"}, func(at, path string) error {
		var b strings.Builder
		for range c.IntN(5) {
			b.WriteString(one(c.Rand, sources...))
		}
		err := os.WriteFile(path, []byte(b.String()), 0o666)
		if err == nil && c.IntN(3) == 0 {
			err = decorate(c.Rand, path)
		}
		if err == nil && c.IntN(3) == 0 {
			err = os.Chmod(path, one[os.FileMode](c.Rand, 0o600, 0o444, 0o755, 0o4755, 0o640))
		}
		if err == nil && c.IntN(6) == 0 {
			err = os.Link(path, filepath.Join(c.dir, "link of "+strings.ReplaceAll(at, "/", "_")))
			if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENAMETOOLONG) {
				err = nil
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	before, err := nodes(c.dir)
	if err != nil {
		return err
	}
	flags := one(c.Rand, nil, []string{"--all"}, []string{"--hidden", "--no-ignore"})
	diff, err := c.command(append([]string{"lint", "--diff", "."}, flags...)...)
	if err != nil {
		return err
	}
	if unchanged, err := nodes(c.dir); err != nil || !maps.Equal(before, unchanged) {
		return errors.Join(errors.New("--diff changes the tree"), err)
	}
	patched, err := patch(c.dir, diff.stdout)
	if err != nil {
		return err
	}
	var after map[string]node
	for _, what := range []string{"", "a second time: "} {
		got, err := c.command(append([]string{"lint", "--fix", "."}, flags...)...)
		if err != nil {
			return err
		}
		if got.status > 2 {
			return fmt.Errorf("%sstatus %d", what, got.status)
		}
		now, err := nodes(c.dir)
		if err != nil {
			return err
		}
		if after != nil {
			before, patched = after, nil
		}
		after = now
		if err := judgeFix(before, after, patched); err != nil {
			return fmt.Errorf("%s%w", what, err)
		}
	}
	if !maps.Equal(before, after) {
		return errors.New("a second --fix changes something again")
	}
	return nil
}

// patch returns what a copy of a directory holds after "git apply". It returns nil
// without an error if there is no Git or nothing to apply.
func patch(dir, diff string) (map[string]node, error) {
	git, err := exec.LookPath("git")
	if err != nil || diff == "" {
		return nil, nil
	}
	to := dir + "patched"
	defer os.RemoveAll(to)
	if out, err := exec.Command("cp", "-a", dir, to).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cp: %w: %s", err, out)
	}
	cmd := exec.Command(git, "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = to, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git apply: %w: %.500q of %.500q", err, out, diff)
	}
	return nodes(to)
}

// judgeFix compares a tree before and after. In a file, only the case of letters may
// differ. patched is what "git apply" makes of the difference, or nil.
func judgeFix(before, after, patched map[string]node) error {
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
		return fmt.Errorf("the tree has the names %q, not %q", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
	}
	for name, was := range before {
		now := after[name]
		switch {
		case now.kept != was.kept:
			return fmt.Errorf("%q is %s, and was %s", name, now.kept, was.kept)
		case !was.fixable && now.content != was.content:
			return fmt.Errorf("%q must not be rewritten, and is rewritten", name)
		case len(now.content) != len(was.content) || !bytes.Equal(lower(now.content), lower(was.content)):
			return fmt.Errorf("%q has more than the case of letters changed: %.300q, and was %.300q", name, now.content, was.content)
		}
		if p, ok := patched[name]; ok && was.fixable && p.content != now.content {
			return fmt.Errorf("%q differs from what the patch makes of it: %.300q, not %.300q", name, p.content, now.content)
		}
	}
	return nil
}

// lower returns text with the letters of ASCII in lower case.
func lower(s string) []byte {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return b
}
