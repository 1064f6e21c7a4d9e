//go:build unix

package attack

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

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

// place is where a URN is: the name of the file, clean, and the URN.
type place struct{ file, urn string }

// tree searches a directory full of such names.
func (c *attempt) tree() error {
	want := map[place]int{}
	n := 0
	err := c.grow(3+c.IntN(20), []string{""}, func(at, path string) error {
		var b strings.Builder
		for range c.IntN(4) {
			n++
			u := fmt.Sprintf("urn:ex:%d", n)
			b.WriteString(one(c.Rand, "", "x ", "\x00") + u + one(c.Rand, "\n", "\r\n", " "))
			want[place{at, u}]++
		}
		return os.WriteFile(path, []byte(b.String()), 0o666)
	})
	if err != nil {
		return err
	}
	// Standard input never ends: a command that reads it runs into the time limit.
	stdin, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer stdin.Close()
	defer w.Close()
	io.WriteString(w, "urn:ex:stdin\n")
	args := []string{"find", "-r", "--hidden", "--no-ignore"}
	asJSON := c.IntN(2) == 0
	if asJSON {
		args = append(args, "--json")
	} else {
		args = append(args, one(c.Rand, "--no-filename", "-H"))
	}
	if c.IntN(2) == 0 {
		args = append(args, one(c.Rand, ".", "./", c.dir))
	}
	got, err := c.command(streams{stdin: stdin}, args...)
	if err != nil {
		return err
	}
	return judgeTree(got, c.dir, asJSON, want)
}

// judgeTree compares the names that were found in a tree. With JSON it compares the names of the
// files, if they are text.
func judgeTree(got result, root string, asJSON bool, want map[place]int) error {
	status := 0
	if len(want) == 0 {
		status = 1
	}
	if got.status != status || got.stderr != "" {
		return fmt.Errorf("status %d, not %d; standard error %.500q", got.status, status, got.stderr)
	}
	found, wanted := map[place]int{}, map[place]int{}
	for line := range strings.Lines(got.stdout) {
		var p place
		if asJSON {
			var r struct{ File, Input string }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				return fmt.Errorf("%w: %.200q", err, line)
			}
			if p.urn = r.Input; utf8.ValidString(r.File) && r.File != "" {
				p.file = filepath.Clean(strings.TrimPrefix(r.File, root+"/"))
			}
		} else {
			line = strings.TrimSuffix(line, "\n")
			p.urn = line[max(0, strings.LastIndex(line, "urn:ex:")):]
		}
		if strings.ContainsRune(p.file, utf8.RuneError) {
			p.file = ""
		}
		found[p]++
	}
	for p, n := range want {
		if !asJSON || !utf8.ValidString(p.file) {
			p.file = ""
		}
		wanted[p] += n
	}
	if !maps.Equal(found, wanted) {
		return fmt.Errorf("finds %.1500q, not %.1500q", fmt.Sprint(found), fmt.Sprint(wanted))
	}
	return nil
}
