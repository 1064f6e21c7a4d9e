//go:build unix

package attack

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// refused runs a command line that must be refused, and must leave the directory of the case
// as it is.
func (c *attempt) refused(s streams, args ...string) error {
	before, err := nodes(c.dir)
	if err != nil {
		return err
	}
	got, err := c.command(s, args...)
	if err != nil {
		return err
	}
	after, err := nodes(c.dir)
	if err != nil {
		return err
	}
	return judgeRefused(got, before, after)
}

// judgeRefused checks that the command has refused, and that the directory is as it
// was.
func judgeRefused(got result, before, after map[string]node) error {
	if got.status != 2 || got.stdout != "" || got.stderr == "" {
		return fmt.Errorf("status %d, standard output %.200q, standard error %.500q; it is not refused", got.status, got.stdout, got.stderr)
	}
	if !maps.Equal(before, after) {
		return fmt.Errorf("the directory holds %.1000q, not %.1000q", fmt.Sprint(after), fmt.Sprint(before))
	}
	return nil
}

// outputs has a command write a file that is also one of its inputs.
func (c *attempt) outputs() error {
	path := func(name string) string { return filepath.Join(c.dir, name) }
	content := func() []byte { return append(text(c.Rand), "\nx\nurn:ex:a\n"...) }
	for _, name := range []string{"good", "d/other"} {
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path(name), content(), 0o666); err != nil {
			return err
		}
	}
	if err := os.Symlink(".", path("d/e")); err != nil {
		return err
	}
	in := "in"
	if exists := c.IntN(2) == 0; exists {
		if err := os.WriteFile(path(in), content(), 0o666); err != nil {
			return err
		}
	}
	// Names of one file: each of them is a link to one before, or is spelt otherwise.
	names := []string{in}
	absolute := func(name string) string { return c.dir + "/" + name } // filepath.Join would drop "e/.."
	for i := range 1 + c.IntN(4) {
		from := one(c.Rand, names...)
		name := fmt.Sprint("l", i)
		switch c.IntN(4) {
		case 0:
			if os.Link(absolute(from), path(name)) != nil { // it is missing
				continue
			}
		case 1:
			if err := os.Symlink(absolute(from), path(name)); err != nil {
				return err
			}
		case 2:
			if err := os.Symlink(from, path(name)); err != nil {
				return err
			}
		case 3: // "d/e" leads to "d"
			name = one(c.Rand, "./", "d/../", "d/e/../", "d/e/e/../", "d//e/./../") + from
		}
		names = append(names, name)
	}
	for i, name := range names {
		names[i] = one(c.Rand, name, absolute(name))
	}
	input, output := one(c.Rand, names...), one(c.Rand, names...)
	inputs := []string{"good", "d/other", "nosuch"}[:c.IntN(4)]
	at := c.IntN(len(inputs) + 1)
	args := append([]string{one(c.Rand, "check", "parse", "normalize"), "-q", "--rejects", output}, inputs[:at]...)
	args = append(append(args, input), inputs[at:]...)
	if err := c.refused(streams{}, args...); err != nil {
		return err
	}
	return c.standardOutput()
}

// standardOutput has a command append to its only input.
func (c *attempt) standardOutput() error {
	name := filepath.Join(c.dir, "good")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	args := one(c.Rand, []string{"check", "--rejects", "-"}, []string{"parse"}, []string{"normalize", "--key"}, []string{"map", "--to", "key"}, []string{"find"}, []string{"find", "--json"})
	err = c.refused(streams{stdout: f}, append(args, one(c.Rand, "good", "./good", name))...)
	c.commandLine += " >>good"
	return err
}
